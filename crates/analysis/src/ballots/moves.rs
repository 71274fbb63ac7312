//! Moves: changed ballots, and the evidence that carried them (B-13).
use super::estimates::agree;
use super::on_the_whole;
use super::rules::Carried;
use crate::evidence::checks::{Check, CheckResult};
use debate::ballot::Because;
use debate::event::RoundKind;
use debate::state::ResolvedBallot;
use debate::state::registry::{ClaimAction, ClaimEvent, ClaimRecord, ClaimStance, Registry, id, place};
use debate::{Debate, Kind, Label, Name, Spoken, Standing};

/// A changed ballot.
#[derive(Clone, Debug, PartialEq)]
pub struct Move<'a> {
    /// The participant.
    pub by: &'a Name,
    /// The round of the new ballot.
    pub round: u32,
    /// The previous ballot.
    pub from: ResolvedBallot<'a>,
    /// The new ballot.
    pub to: ResolvedBallot<'a>,
    /// The stated reasons.
    pub because: &'a [Because],
    /// The strongest evidence behind it.
    pub carried: Carried,
    /// The ids of that evidence.
    pub ids: Vec<String>,
}

/// All moves of a debate, by round and seat. A closing ballot has no reasons by id and is no move (B-05).
pub fn moves<'a>(debate: &'a Debate, registry: &Registry, checks: &[Check]) -> Vec<Move<'a>> {
    let mut moves = Vec::new();
    let mut last: Vec<&Spoken> = Vec::new();
    for round in on_the_whole(debate).filter(|it| it.kind != RoundKind::Ballot) {
        for spoken in &round.spoken {
            // With the options as they were then: earlier merges apply, later ones do not.
            let held = |it: &'a Spoken| debate.held_after(it, round.number);
            let Some(to) = held(spoken) else { continue };
            let before = last.iter().position(|it| it.by == spoken.by).map(|it| last.swap_remove(it));
            last.push(spoken);
            match before.and_then(held) {
                Some(from) if !is_same(from, to) => {
                    let mover = Mover { registry, checks, by: &spoken.by, round: round.number };
                    let (carried, ids) = mover.carried(&spoken.turn.because);
                    let (by, because) = (&spoken.by, spoken.turn.because.as_slice());
                    moves.push(Move { by, round: round.number, from, to, because, carried, ids });
                }
                Some(_) | None => {}
            }
        }
    }
    moves
}

/// Whether two consecutive ballots are the same. An estimate that agrees with the previous one, as two participants' would (B-11), only
/// refines it.
fn is_same(then: ResolvedBallot<'_>, now: ResolvedBallot<'_>) -> bool {
    match (then, now) {
        (ResolvedBallot::Option(then), ResolvedBallot::Option(now)) => then == now,
        (ResolvedBallot::Estimate(then), ResolvedBallot::Estimate(now)) => agree(&[then, now]),
        (ResolvedBallot::Option(_), ResolvedBallot::Estimate(_))
        | (ResolvedBallot::Estimate(_), ResolvedBallot::Option(_)) => false,
    }
}

/// A participant that moved in a round.
struct Mover<'a> {
    registry: &'a Registry,
    checks: &'a [Check],
    by: &'a Name,
    round: u32,
}

impl Mover<'_> {
    /// The strongest evidence among the reasons, and the ids of those that carry the move.
    fn carried(&self, because: &[Because]) -> (Carried, Vec<String>) {
        let mut all = (Carried::Nothing, Vec::new());
        for reason in because {
            let carried = match reason.id.as_deref() {
                Some(id) => self.named(id).map(|it| (it, id.to_owned())).into_iter().collect(),
                None => self.own(),
            };
            for (carried, id) in carried.into_iter().filter(|(it, _)| *it > Carried::Nothing) {
                all.0 = all.0.max(carried);
                if !all.1.contains(&id) {
                    all.1.push(id);
                }
            }
        }
        all
    }

    /// What a claim or a source carries; terms carry nothing.
    fn named(&self, id: &str) -> Option<Carried> {
        match (place('C', id), place('E', id)) {
            (Some(claim), _) => self.claim(claim),
            (None, Some(source)) => self.source(source).then_some(Carried::New),
            (None, None) => None,
        }
    }

    /// The participant's own new claims that carry the move, with their ids.
    fn own(&self) -> Vec<(Carried, String)> {
        let says = |it: &ClaimEvent| {
            it.by == *self.by && it.round == self.round && matches!(it.action, ClaimAction::Stated(_))
        };
        let is_own = |it: &ClaimRecord| it.introduced == self.round && it.touches.iter().any(says);
        let claims = self.registry.claims.iter().enumerate().filter(|(_, it)| is_own(it));
        claims.filter_map(|(place, _)| Some((self.claim(place)?, id('C', place)))).collect()
    }

    /// What a claim carries if it was new to the participant and is based on more than assertion.
    fn claim(&self, place: usize) -> Option<Carried> {
        // A claim made later can't have moved anybody.
        let known = self.registry.claims.get(place).filter(|it| it.introduced <= self.round)?;
        let touched = |it: &ClaimEvent| it.by == *self.by && it.round < self.round && it.action.speaks_for();
        if known.touches.iter().any(touched) {
            return None;
        }
        match self.checks.get(place).map_or(CheckResult::Unchecked, |it| it.verdict) {
            CheckResult::Contradicted => None,
            CheckResult::Verified => Some(Carried::Checked),
            CheckResult::Unchecked => self.is_more_than_assertion(known).then_some(Carried::New),
        }
    }

    fn is_more_than_assertion(&self, known: &ClaimRecord) -> bool {
        let by_then = || known.touches.iter().filter(|it| it.round <= self.round && it.action.speaks_for());
        let is_reported = || by_then().any(|it| it.standing == Some(Standing::Reported));
        let strongest = self.registry.strongest(known, self.round);
        let is_measured = matches!(strongest, Some(Kind::Documented | Kind::Empirical));
        let is_opened = || known.evidence.iter().any(|it| self.can_be_opened(*it));
        is_measured || is_reported() || is_opened() || self.is_chain(known, strongest)
    }

    /// Whether a claim is an unanswered chain of reasoning: derived from claims that it names, or with its reasoning given. A participant
    /// moved by it holds it.
    fn is_chain(&self, known: &ClaimRecord, strongest: Option<Kind>) -> bool {
        let is_shown = !known.from.is_empty() || strongest == Some(Kind::Logical);
        let standing = known.after(self.round);
        let is_answered = standing.is_none_or(|it| it.stands.iter().any(|(_, stand)| *stand == ClaimStance::Denies));
        known.label == Label::Infer && is_shown && !is_answered
    }

    /// Whether a source is open and was not cited by the participant before.
    fn source(&self, place: usize) -> bool {
        let cited = self.registry.claims.iter().flat_map(|it| &it.touches);
        let is_used = |it: &ClaimEvent| it.by == *self.by && it.round < self.round && it.sources.contains(&place);
        !cited.into_iter().any(is_used) && self.can_be_opened(place)
    }

    fn can_be_opened(&self, place: usize) -> bool {
        let source = self.registry.evidence.get(place).filter(|it| it.introduced <= self.round);
        source.is_some_and(|it| it.url.is_some() || it.kind.is_open())
    }
}
