//! One claim: what was done to it, by whom and when, and what it has come to (D-30, D-33).
//!
//! Everything is kept with its round, so that what was so after any round can still be told: a prompt that only grows must never say
//! otherwise what it has said before. Not here: which statements are one claim (`same`), and whether any is true.
use super::add;
use crate::evidence::Kind;
use crate::ids::Name;
use crate::turn::{Act, Label};
use std::fmt;

/// A claim somebody made.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimRecord {
    /// What it says, on one line, as it was said first.
    pub text: String,
    /// What kind of knowledge it was said to be first.
    pub label: Label,
    /// Who has said it, by seat within a round; whoever said it first stands first.
    pub by: Vec<Name>,
    /// The round it came up in.
    pub introduced: u32,
    /// The last round it was said, supported, challenged, conceded or retracted in.
    pub touched: u32,
    /// Places of its sources.
    pub evidence: Vec<usize>,
    /// All that was done to it, in the order of rounds and seats.
    pub touches: Vec<ClaimEvent>,
    /// Claims that stand against it.
    pub opposing: Vec<Opposing>,
    /// Places of the claims that it names as what it follows from; they may follow from it in turn.
    pub from: Vec<usize>,
    /// What it rests on besides its sources was assigned, not given (E-01).
    pub is_assigned: bool,
}

/// Something somebody did to a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimEvent {
    /// In which round.
    pub round: u32,
    /// Who.
    pub by: Name,
    /// What.
    pub deed: ClaimAction,
    /// On what grounds, on one line.
    pub why: Option<String>,
    /// Places of the sources cited for it.
    pub sources: Vec<usize>,
    /// Whether whoever did it had a passage of one of them before its eyes: named by its id, or given by a tool (E-05).
    pub is_opened: bool,
    /// What it is said to rest on besides, where it was said (E-01).
    pub rests: Option<Kind>,
    /// How whoever said it knows it, where that is given (E-05).
    pub standing: Option<crate::evidence::Standing>,
    /// How it was criticised, where it was challenged or granted (E-03).
    pub critique: Option<Critique>,
}

impl ClaimEvent {
    /// A deed without grounds.
    pub(super) fn bare(round: u32, by: Name, deed: ClaimAction) -> ClaimEvent {
        let (why, sources, is_opened, rests, standing, critique) = (None, Vec::new(), false, None, None, None);
        ClaimEvent { round, by, deed, why, sources, is_opened, rests, standing, critique }
    }
}

/// How a claim was criticised (E-03).
#[derive(Clone, Debug, PartialEq)]
pub struct Critique {
    /// What its evidence is worth, on one line.
    pub assessment: Option<String>,
    /// What speaks against it.
    pub counter: Option<Countered>,
    /// What could be held in its place, on one line.
    pub synthesis: Option<String>,
}

/// Evidence against a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Countered {
    /// What it says, on one line.
    pub text: String,
    /// The strongest kind of it.
    pub kind: Kind,
    /// Places of its sources.
    pub sources: Vec<usize>,
    /// Whether it is weaker than what the claim rested on then.
    pub is_weaker: bool,
}

/// What can be done to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimAction {
    /// It is said, as this kind of knowledge: for the first time, or again.
    Said(Label),
    /// It is taken a stand on, by its id.
    Moved(Act),
}

/// A claim that stands against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opposing {
    /// Its place.
    pub claim: usize,
    /// Since which round.
    pub since: u32,
}

/// How somebody stands to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimStance {
    /// Holds it.
    Holds,
    /// Holds it within a limit.
    Limits,
    /// Denies it.
    Denies,
    /// Denied it, or might have, and grants it.
    Grants,
    /// Held it, and has taken it back.
    Withdrew,
}

impl ClaimStance {
    /// How somebody stands who stood so and now does this.
    pub fn after(before: Option<ClaimStance>, deed: ClaimAction) -> Option<ClaimStance> {
        match (deed, before) {
            (ClaimAction::Said(_) | ClaimAction::Moved(Act::Support), _) => Some(ClaimStance::Holds),
            (ClaimAction::Moved(Act::Qualify), _) => Some(ClaimStance::Limits),
            (ClaimAction::Moved(Act::Challenge), _) => Some(ClaimStance::Denies),
            (ClaimAction::Moved(Act::Concede), Some(ClaimStance::Holds | ClaimStance::Limits)) => before,
            (ClaimAction::Moved(Act::Concede), _) => Some(ClaimStance::Grants),
            // Only what was held can be taken back.
            (
                ClaimAction::Moved(Act::Retract),
                Some(ClaimStance::Holds | ClaimStance::Limits | ClaimStance::Grants),
            ) => Some(ClaimStance::Withdrew),
            (ClaimAction::Moved(Act::Retract), Some(ClaimStance::Denies | ClaimStance::Withdrew) | None) => before,
        }
    }

    /// Whether it speaks for the claim.
    pub fn is_for(self) -> bool {
        match self {
            ClaimStance::Holds | ClaimStance::Limits | ClaimStance::Grants => true,
            ClaimStance::Denies | ClaimStance::Withdrew => false,
        }
    }
}

/// What a claim has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Two or more hold it without a limit and nobody denies it.
    Accepted,
    /// Some hold it and some deny it.
    Contested,
    /// Nobody holds it any more.
    Retracted,
    /// At most one holds it without a limit, and nobody denies it.
    Open,
}

impl Status {
    /// What so many who hold a claim, who hold it within a limit and who deny it make of it.
    pub fn of(holding: usize, limiting: usize, denying: usize) -> Status {
        match (holding, limiting, denying) {
            (0, 0, _) => Status::Retracted,
            (_, _, 1..) => Status::Contested,
            (2.., _, 0) => Status::Accepted,
            (0 | 1, _, 0) => Status::Open,
        }
    }

    /// Its name as participants and people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Accepted => "accepted",
            Status::Contested => "contested",
            Status::Retracted => "retracted",
            Status::Open => "open",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A claim as it stood after a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing<'a> {
    /// What it had come to.
    pub status: Status,
    /// What kind of knowledge all who said it called it; none where they differ: OPEN.
    pub label: Option<Label>,
    /// The last round anything was done to it.
    pub touched: u32,
    /// Who stood how, in the order in which they first took a stand.
    pub stands: Vec<(&'a Name, ClaimStance)>,
    /// Places of its sources.
    pub evidence: Vec<usize>,
    /// Places of the claims against it.
    pub opposing: Vec<usize>,
}

impl ClaimRecord {
    /// The claim as it stood after a round; absent if it had not been made.
    pub fn after(&self, round: u32) -> Option<Standing<'_>> {
        let mut touches = self.touches.iter().filter(|it| it.round <= round).peekable();
        touches.peek()?;
        let (mut stands, mut evidence): (Vec<(&Name, ClaimStance)>, Vec<usize>) = (Vec::new(), Vec::new());
        let (mut labels, mut touched): (Vec<Label>, u32) = (Vec::new(), self.introduced);
        for touch in touches {
            touched = touch.round;
            touch.sources.iter().for_each(|it| add(&mut evidence, *it));
            if let ClaimAction::Said(label) = touch.deed {
                add(&mut labels, label);
            }
            match stands.iter_mut().find(|(name, _)| *name == &touch.by) {
                Some((_, stand)) => *stand = ClaimStance::after(Some(*stand), touch.deed).unwrap_or(*stand),
                None => stands.extend(ClaimStance::after(None, touch.deed).map(|it| (&touch.by, it))),
            }
        }
        let limiting = stands.iter().filter(|(_, it)| *it == ClaimStance::Limits).count();
        let holding = stands.iter().filter(|(_, it)| it.is_for()).count() - limiting;
        let denying = stands.iter().filter(|(_, it)| *it == ClaimStance::Denies).count();
        let label = match labels.as_slice() {
            [label] => Some(*label),
            _ => None,
        };
        let opposing = self.opposing.iter().filter(|it| it.since <= round).map(|it| it.claim).collect();
        Some(Standing { status: Status::of(holding, limiting, denying), label, touched, stands, evidence, opposing })
    }

    /// What it has come to by now.
    pub fn status(&self) -> Status {
        self.after(u32::MAX).map_or(Status::Open, |it| it.status)
    }
}

impl Standing<'_> {
    /// The label as it is shown.
    pub fn label(&self) -> &'static str {
        self.label.map_or("OPEN", Label::as_str)
    }

    /// Who holds it within a limit.
    pub fn limiting(&self) -> impl Iterator<Item = &Name> {
        self.stands.iter().filter(|(_, it)| *it == ClaimStance::Limits).map(|(name, _)| *name)
    }

    /// Who holds it, within a limit or without one, or grants it.
    pub fn holding(&self) -> impl Iterator<Item = &Name> {
        self.stands.iter().filter(|(_, it)| it.is_for()).map(|(name, _)| *name)
    }

    /// Whether somebody holds it within a limit.
    pub fn limits(&self, name: &Name) -> bool {
        self.stands.iter().any(|(by, it)| *by == name && *it == ClaimStance::Limits)
    }

    /// Who denies it.
    pub fn denying(&self) -> impl Iterator<Item = &Name> {
        self.stands.iter().filter(|(_, it)| *it == ClaimStance::Denies).map(|(name, _)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touched(deeds: &[(&str, ClaimAction)]) -> ClaimRecord {
        let touch = |(round, (by, deed)): (u32, &(&str, ClaimAction))| ClaimEvent::bare(round, (*by).into(), *deed);
        ClaimRecord {
            text: "It is safe".into(),
            label: Label::Infer,
            by: vec!["north".into()],
            introduced: 1,
            touched: 1,
            evidence: vec![],
            touches: (1..).zip(deeds).map(touch).collect(),
            opposing: vec![],
            from: vec![],
            is_assigned: false,
        }
    }

    /// D-30: what participants do to a claim, and nothing else, moves its status.
    #[test]
    fn a_claim_comes_to_what_participants_make_of_it() {
        const SAID: ClaimAction = ClaimAction::Said(Label::Infer);
        const fn act(act: Act) -> ClaimAction {
            ClaimAction::Moved(act)
        }
        use Act::{Challenge, Concede, Qualify, Retract, Support};
        for (deeds, expected) in [
            (vec![("north", SAID)], Status::Open),
            (vec![("north", SAID), ("north", SAID)], Status::Open),
            (vec![("north", SAID), ("east", SAID)], Status::Accepted),
            (vec![("north", SAID), ("east", act(Support))], Status::Accepted),
            (vec![("north", SAID), ("east", act(Challenge))], Status::Contested),
            (vec![("north", SAID), ("east", SAID), ("west", act(Challenge))], Status::Contested),
            (vec![("north", SAID), ("east", act(Challenge)), ("east", act(Concede))], Status::Accepted),
            (vec![("north", SAID), ("east", act(Challenge)), ("west", act(Concede))], Status::Contested),
            (vec![("north", SAID), ("east", act(Challenge)), ("east", act(Retract))], Status::Contested),
            (vec![("north", SAID), ("north", act(Retract))], Status::Retracted),
            (vec![("north", SAID), ("east", act(Challenge)), ("north", act(Retract))], Status::Retracted),
            (vec![("north", SAID), ("east", SAID), ("north", act(Retract))], Status::Open),
            (vec![("north", SAID), ("north", act(Challenge))], Status::Retracted),
            (vec![("north", SAID), ("north", act(Retract)), ("east", act(Support))], Status::Open),
            (vec![("north", SAID), ("east", act(Retract))], Status::Open),
            (vec![("north", SAID), ("east", act(Qualify))], Status::Open),
            (vec![("north", SAID), ("east", act(Qualify)), ("west", act(Qualify))], Status::Open),
            (vec![("north", SAID), ("east", act(Support)), ("west", act(Qualify))], Status::Accepted),
            (vec![("north", SAID), ("north", act(Qualify))], Status::Open),
            (vec![("north", SAID), ("east", act(Qualify)), ("west", act(Challenge))], Status::Contested),
            (vec![("north", SAID), ("north", act(Qualify)), ("north", act(Retract))], Status::Retracted),
        ] {
            assert_eq!(touched(&deeds).status(), expected, "{deeds:?}");
        }
    }

    /// D-30: OPEN is the label of a claim on whose kind its makers differ, from the round on in which they do.
    #[test]
    fn a_label_is_open_where_makers_differ() {
        let known = touched(&[("north", ClaimAction::Said(Label::Fact)), ("east", ClaimAction::Said(Label::Assume))]);
        let label = |round| known.after(round).map(|it| it.label());
        assert_eq!((label(0), label(1), label(2)), (None, Some("FACT"), Some("OPEN")));
    }
}
