//! When a round may be the last: the algorithms of D-40 that need nothing but structured fields.
//!
//! Not here: the caps (rounds, money, time), which any format has, whatever its algorithm.
use crate::lexical;
use crate::positions;
use crate::thresholds::{FEWEST_LIVE, PLATEAU_CHANGE, PLATEAU_ROUNDS, RUBRIC_CONFIDENCE, RUBRIC_SHARE};
use debate::event::{Figure, Reason};
use debate::{Algorithm, Debate, Label, Name, Participant, Round, Spoken, Vote};
use std::collections::BTreeSet;

/// What the rubric of D-40 makes of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Rubric {
    /// Share of the table who would sign; whoever was lost has not signed.
    pub share: f64,
    /// How many would not.
    pub blockers: usize,
    /// The least confidence; absent where somebody gave none.
    pub least_confidence: Option<f64>,
}

impl Rubric {
    /// Reads a round of a table with that many seats.
    pub fn of(round: &Round, seats: usize) -> Rubric {
        let signing = round.signing().count();
        let confidences: Option<Vec<f64>> = round.spoken.iter().map(|it| it.turn.confidence).collect();
        Rubric {
            share: if seats == 0 { 0.0 } else { signing as f64 / seats as f64 },
            blockers: round.spoken.iter().filter(|it| it.turn.vote == Some(Vote::Blocker)).count(),
            least_confidence: confidences.and_then(|it| it.into_iter().reduce(f64::min)),
        }
    }

    /// Whether the votes amount to a consensus.
    pub fn is_met(&self) -> bool {
        self.share >= RUBRIC_SHARE
            && self.blockers == 0
            && self.least_confidence.is_some_and(|it| it >= RUBRIC_CONFIDENCE)
    }

    /// Its figures with their thresholds.
    pub fn figures(&self) -> Vec<Figure> {
        let figure =
            |name: &str, value: Option<f64>, threshold: f64| Figure { name: name.to_owned(), value, threshold };
        vec![
            figure("share of ACCEPT and MINOR", Some(self.share), RUBRIC_SHARE),
            figure("unresolved BLOCKER votes", Some(self.blockers as f64), 0.0),
            figure("least confidence", self.least_confidence, RUBRIC_CONFIDENCE),
        ]
    }
}

/// What follows on a finished round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The debate ends, for this reason.
    Close(Reason),
    /// It ends, and a person is asked this (D-43).
    Escalate(String),
    /// An objection round follows (D-43).
    Object,
    /// It goes on.
    GoOn,
}

/// What the algorithm of this debate makes of its current, finished round.
///
/// The openings never end it: nobody has heard anybody yet, so their votes are not about one answer.
pub fn after_round(debate: &Debate) -> Outcome {
    match debate.rules.algorithm {
        Algorithm::FixedRounds | Algorithm::Agreement | Algorithm::EvidenceBasedDebate => Outcome::GoOn,
        Algorithm::VoteRubric => {
            let Some(round) = debate.round().filter(|it| it.number > 1) else { return Outcome::GoOn };
            if agreement(debate, round).is_some() {
                Outcome::Close(Reason::Consensus)
            } else if is_plateau(debate) {
                Outcome::Close(Reason::Plateau)
            } else {
                Outcome::GoOn
            }
        }
    }
}

/// Whether what is still missing of the current round can no longer change its vote.
pub fn within_round(_debate: &Debate) -> Option<Reason> {
    None
}

/// How a table agrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// All who would sign name the same participant's position, who stands by it.
    Signed(Name),
    /// All who spoke hold what can be told to be one position.
    Alike,
}

/// Whether a round is a consensus, and how it can be told: the rubric is met, no two positions contradict each other, and there is one
/// position that everyone means, by the name they sign or by its words. That nothing speaks against it is not enough.
pub fn agreement(debate: &Debate, round: &Round) -> Option<Agreement> {
    if !Rubric::of(round, debate.participants.len()).is_met() || positions::any_opposed(&debate.topic, &round.spoken) {
        return None;
    }
    let signed: BTreeSet<&Name> = round.signing().filter_map(|it| signature(debate, it)).collect();
    match (signed.len(), holder(debate, round)) {
        (_, Some(name)) => Some(Agreement::Signed(name)),
        // Who names different positions means different ones, unless they are word for word the same.
        (2.., None) => positions::are_verbatim(&round.spoken).then_some(Agreement::Alike),
        (0 | 1, None) => (positions::groups(&debate.topic, &round.spoken).len() == 1).then_some(Agreement::Alike),
    }
}

/// The participant whose position this turn signs.
fn signature<'a>(debate: &'a Debate, spoken: &Spoken) -> Option<&'a Name> {
    let word = spoken
        .turn
        .signs
        .as_deref()?
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''))
        .to_lowercase();
    let is_meant = |it: &&Participant| [it.known_as(), &it.name].iter().any(|it| it.as_str().to_lowercase() == word);
    debate.participants.iter().find(is_meant).map(|it| &it.name)
}

/// The participant whose position all who would sign name. Openings name nobody. The holder must be one of those who sign, and still
/// hold what the others have read.
fn holder(debate: &Debate, round: &Round) -> Option<Name> {
    let mut names = round.signing().map(|it| signature(debate, it));
    let name = names.next().flatten().filter(|_| round.number > 1)?.clone();
    let position = |it: &Round| it.said_by(&name).and_then(|it| it.turn.position.clone());
    let read = debate.rounds.iter().rev().filter(|it| it.number < round.number).find_map(position)?;
    let stands_by_it = lexical::continues(&read, &position(round)?) && round.signing().any(|it| it.by == name);
    (names.all(|it| it == Some(&name)) && stands_by_it).then_some(name)
}

/// Where everybody stands: the last round in which all had their turn and two could speak, with what was said since by those who
/// spoke in a round that a cap cut short. If no round was finished, the last one in which two spoke.
pub fn standing(debate: &Debate) -> Option<Round> {
    let seats = debate.participants.len();
    let heard = || debate.rounds.iter().rev().filter(|it| it.spoken.len() >= FEWEST_LIVE);
    let mut standing = heard().find(|it| it.is_finished(seats)).or_else(|| heard().next())?.clone();
    for later in debate.rounds.iter().filter(|it| it.number > standing.number) {
        for spoken in &later.spoken {
            standing.failed.retain(|it| it.by != spoken.by);
            match standing.spoken.iter_mut().find(|it| it.by == spoken.by) {
                Some(before) => *before = spoken.clone(),
                None => standing.spoken.push(spoken.clone()),
            }
        }
    }
    standing.spoken.sort_by_key(|it| it.seat);
    Some(standing)
}

/// The agreement that stands at the end: that of the last finished round, if nothing said since undoes it.
pub fn standing_agreement(debate: &Debate) -> Option<Agreement> {
    let standing = standing(debate)?;
    let finished = debate.rounds.iter().find(|it| it.number == standing.number)?;
    let reached = agreement(debate, finished)?;
    let is_kept = standing.spoken.iter().all(|now| match finished.said_by(&now.by) {
        Some(then) if then == now => true,
        Some(then) => match (&then.turn.position, &now.turn.position) {
            (Some(then), Some(now)) => lexical::continues(then, now),
            (None, _) | (_, None) => false,
        },
        None => false,
    });
    let is_undone = !Rubric::of(&standing, debate.participants.len()).is_met()
        || positions::any_opposed(&debate.topic, &standing.spoken);
    (is_kept && !is_undone).then_some(reached)
}

/// Two quiet rounds in a row.
fn is_plateau(debate: &Debate) -> bool {
    let rounds = &debate.rounds;
    rounds.len() > PLATEAU_ROUNDS
        && rounds.windows(2).rev().take(PLATEAU_ROUNDS).all(|pair| match pair {
            [before, after] => is_quiet(debate, before, after),
            _ => false,
        })
}

/// No vote changed, confidences hardly, and no new FACT came up.
fn is_quiet(debate: &Debate, before: &Round, after: &Round) -> bool {
    let mut changes = Vec::new();
    for spoken in &after.spoken {
        let Some(was) = before.said_by(&spoken.by) else { return false };
        if was.turn.vote != spoken.turn.vote {
            return false;
        }
        let (Some(was), Some(is)) = (was.turn.confidence, spoken.turn.confidence) else { return false };
        changes.push((is - was).abs());
    }
    let is_current = debate.round().is_some_and(|it| it.number == after.number);
    let has_new_fact = if is_current {
        let facts = after.spoken.iter().flat_map(|it| &it.turn.claims).filter(|it| it.label == Label::Fact);
        facts.into_iter().any(|it| !debate.registry.knows(it))
    } else {
        debate.registry.claims.iter().any(|it| it.label == Label::Fact && it.introduced == after.number)
    };
    !has_new_fact && positions::mean(changes).is_some_and(|it| it < PLATEAU_CHANGE)
}
