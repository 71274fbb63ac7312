//! One claim: the actions on it, by whom and when, and its status (D-30, D-33).
//!
//! Everything is stored with its round, so that the state after any round can be reproduced: an appended prompt must not contradict its
//! earlier text. Not here: which statements are the same claim (`same`), and whether one is true.
use super::add;
use crate::evidence::Kind;
use crate::ids::Name;
use crate::turn::{Act, Label};
use std::fmt;

/// A claim in the registry.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimRecord {
    /// Its text on one line, as first stated.
    pub text: String,
    /// Its label, as first stated.
    pub label: Label,
    /// Its authors, by seat within a round; the first author comes first.
    pub by: Vec<Name>,
    /// The round in which it was first stated.
    pub introduced: u32,
    /// The last round with an action on it.
    pub touched: u32,
    /// Indices of its sources.
    pub evidence: Vec<usize>,
    /// All actions on it, by round and seat.
    pub touches: Vec<ClaimEvent>,
    /// Claims that contradict it.
    pub opposing: Vec<Opposing>,
    /// Indices of the claims from which it follows, as stated; cycles are possible.
    pub from: Vec<usize>,
    /// Its kind of evidence was assigned, not given (E-01).
    pub is_assigned: bool,
}

/// An action on a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimEvent {
    /// In which round.
    pub round: u32,
    /// The participant.
    pub by: Name,
    /// The action.
    pub action: ClaimAction,
    /// The reason, on one line.
    pub why: Option<String>,
    /// Indices of the cited sources.
    pub sources: Vec<usize>,
    /// Whether the participant had seen a passage of one of them: named by id, or returned by a tool (E-05).
    pub is_opened: bool,
    /// The stated kind of evidence, if any (E-01).
    pub rests: Option<Kind>,
    /// How the participant knows it, if stated (E-05).
    pub standing: Option<crate::evidence::Standing>,
    /// The critique, if it was challenged or conceded (E-03).
    pub critique: Option<Critique>,
}

impl ClaimEvent {
    /// An action without a reason.
    pub(super) fn bare(round: u32, by: Name, action: ClaimAction) -> ClaimEvent {
        let (why, sources, is_opened, rests, standing, critique) = (None, Vec::new(), false, None, None, None);
        ClaimEvent { round, by, action, why, sources, is_opened, rests, standing, critique }
    }
}

/// A critique of a claim (E-03).
#[derive(Clone, Debug, PartialEq)]
pub struct Critique {
    /// Assessment of its evidence, on one line.
    pub assessment: Option<String>,
    /// Evidence against it.
    pub counter: Option<Countered>,
    /// A synthesis, on one line.
    pub synthesis: Option<String>,
}

/// Evidence against a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Countered {
    /// Its text, on one line.
    pub text: String,
    /// Its strongest kind.
    pub kind: Kind,
    /// Indices of its sources.
    pub sources: Vec<usize>,
    /// Whether it is weaker than the evidence of the claim at that time.
    pub is_weaker: bool,
}

/// An action on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimAction {
    /// Stated with this label, for the first time or again.
    Stated(Label),
    /// Named by id, with this act.
    Moved(Act),
}

impl ClaimAction {
    /// Whether it states or supports the claim.
    pub fn speaks_for(self) -> bool {
        match self {
            ClaimAction::Stated(_) | ClaimAction::Moved(Act::Support | Act::Qualify | Act::Concede) => true,
            ClaimAction::Moved(Act::Challenge | Act::Retract) => false,
        }
    }
}

/// A contradicting claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opposing {
    /// Its index.
    pub claim: usize,
    /// The round from which it contradicts.
    pub since: u32,
}

/// A participant's stance on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimStance {
    /// Holds it.
    Holds,
    /// Holds it with a limit.
    Limits,
    /// Denies it.
    Denies,
    /// Denied it, or could have, and concedes it.
    Grants,
    /// Held it and retracted it.
    Withdrew,
}

impl ClaimStance {
    /// The stance after an action, given the stance before.
    pub fn after(before: Option<ClaimStance>, action: ClaimAction) -> Option<ClaimStance> {
        match (action, before) {
            (ClaimAction::Stated(_) | ClaimAction::Moved(Act::Support), _) => Some(ClaimStance::Holds),
            (ClaimAction::Moved(Act::Qualify), _) => Some(ClaimStance::Limits),
            (ClaimAction::Moved(Act::Challenge), _) => Some(ClaimStance::Denies),
            (ClaimAction::Moved(Act::Concede), Some(ClaimStance::Holds | ClaimStance::Limits)) => before,
            (ClaimAction::Moved(Act::Concede), _) => Some(ClaimStance::Grants),
            // Only a held claim can be retracted.
            (
                ClaimAction::Moved(Act::Retract),
                Some(ClaimStance::Holds | ClaimStance::Limits | ClaimStance::Grants),
            ) => Some(ClaimStance::Withdrew),
            (ClaimAction::Moved(Act::Retract), Some(ClaimStance::Denies | ClaimStance::Withdrew) | None) => before,
        }
    }

    /// Whether it supports the claim.
    pub fn is_for(self) -> bool {
        match self {
            ClaimStance::Holds | ClaimStance::Limits | ClaimStance::Grants => true,
            ClaimStance::Denies | ClaimStance::Withdrew => false,
        }
    }
}

/// The status of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Two or more hold it without a limit, and nobody denies it.
    Accepted,
    /// Some hold it and some deny it.
    Contested,
    /// Nobody holds it any more.
    Retracted,
    /// At most one holds it without a limit, and nobody denies it.
    Open,
}

impl Status {
    /// The status, from the number of participants who hold it, hold it with a limit, and deny it.
    pub fn of(holding: usize, limiting: usize, denying: usize) -> Status {
        match (holding, limiting, denying) {
            (0, 0, _) => Status::Retracted,
            (_, _, 1..) => Status::Contested,
            (2.., _, 0) => Status::Accepted,
            (0 | 1, _, 0) => Status::Open,
        }
    }

    /// Its display name.
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

/// A claim as of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimState<'a> {
    /// Its status.
    pub status: Status,
    /// The label that all authors gave it; none if they differ: OPEN.
    pub label: Option<Label>,
    /// The last round with an action on it.
    pub touched: u32,
    /// Each participant's stance, in the order of their first action.
    pub stands: Vec<(&'a Name, ClaimStance)>,
    /// Indices of its sources.
    pub evidence: Vec<usize>,
    /// Indices of contradicting claims.
    pub opposing: Vec<usize>,
}

impl ClaimRecord {
    /// The claim as of a round; absent before it was made.
    pub fn after(&self, round: u32) -> Option<ClaimState<'_>> {
        let mut touches = self.touches.iter().filter(|it| it.round <= round).peekable();
        touches.peek()?;
        let (mut stands, mut evidence): (Vec<(&Name, ClaimStance)>, Vec<usize>) = (Vec::new(), Vec::new());
        let (mut labels, mut touched): (Vec<Label>, u32) = (Vec::new(), self.introduced);
        for touch in touches {
            touched = touch.round;
            touch.sources.iter().for_each(|it| add(&mut evidence, *it));
            if let ClaimAction::Stated(label) = touch.action {
                add(&mut labels, label);
            }
            match stands.iter_mut().find(|(name, _)| *name == &touch.by) {
                Some((_, stand)) => *stand = ClaimStance::after(Some(*stand), touch.action).unwrap_or(*stand),
                None => stands.extend(ClaimStance::after(None, touch.action).map(|it| (&touch.by, it))),
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
        Some(ClaimState { status: Status::of(holding, limiting, denying), label, touched, stands, evidence, opposing })
    }

    /// Its current status.
    pub fn status(&self) -> Status {
        self.after(u32::MAX).map_or(Status::Open, |it| it.status)
    }
}

impl ClaimState<'_> {
    /// The label for display.
    pub fn label(&self) -> &'static str {
        self.label.map_or("OPEN", Label::as_str)
    }

    /// Participants who hold it with a limit.
    pub fn limiting(&self) -> impl Iterator<Item = &Name> {
        self.stands.iter().filter(|(_, it)| *it == ClaimStance::Limits).map(|(name, _)| *name)
    }

    /// Participants who hold it, with or without a limit, or concede it.
    pub fn holding(&self) -> impl Iterator<Item = &Name> {
        self.stands.iter().filter(|(_, it)| it.is_for()).map(|(name, _)| *name)
    }

    /// Whether a participant holds it with a limit.
    pub fn limits(&self, name: &Name) -> bool {
        self.stands.iter().any(|(by, it)| *by == name && *it == ClaimStance::Limits)
    }

    /// Participants who deny it.
    pub fn denying(&self) -> impl Iterator<Item = &Name> {
        self.stands.iter().filter(|(_, it)| *it == ClaimStance::Denies).map(|(name, _)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touched(deeds: &[(&str, ClaimAction)]) -> ClaimRecord {
        let touch = |(round, (by, action)): (u32, &(&str, ClaimAction))| ClaimEvent::bare(round, (*by).into(), *action);
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

    /// D-30: only participants' actions change the status of a claim.
    #[test]
    fn a_claim_comes_to_what_participants_make_of_it() {
        const SAID: ClaimAction = ClaimAction::Stated(Label::Infer);
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

    /// D-30: a claim is OPEN from the round on in which its authors give different labels.
    #[test]
    fn a_label_is_open_where_makers_differ() {
        let known =
            touched(&[("north", ClaimAction::Stated(Label::Fact)), ("east", ClaimAction::Stated(Label::Assume))]);
        let label = |round| known.after(round).map(|it| it.label());
        assert_eq!((label(0), label(1), label(2)), (None, Some("FACT"), Some("OPEN")));
    }
}
