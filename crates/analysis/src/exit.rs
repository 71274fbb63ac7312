//! When a round may be the last: the algorithms of D-40 that need nothing but structured fields.
//!
//! Not here: the caps (rounds, money, time), which any format has, whatever its algorithm.
use crate::positions::{self, Relation};
use crate::thresholds::{FEWEST_LIVE, PLATEAU_CHANGE, PLATEAU_ROUNDS, RUBRIC_CONFIDENCE, RUBRIC_SHARE};
use debate::event::{Figure, Reason};
use debate::{Algorithm, Debate, Label, Name, Round, Vote};

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
        let signing = round.spoken.iter().filter(|it| it.turn.vote.is_some_and(Vote::is_for)).count();
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

/// Whether the algorithm of this debate ends it after its current, finished round.
///
/// The openings never do: nobody has heard anybody yet, so their votes are not about one answer.
pub fn after_round(debate: &Debate) -> Option<Reason> {
    match debate.rules.algorithm {
        Algorithm::FixedRounds => None,
        Algorithm::VoteRubric => {
            let round = debate.round().filter(|it| it.number > 1)?;
            if agreement(debate, round).is_some() {
                Some(Reason::Consensus)
            } else if is_plateau(debate) {
                Some(Reason::Plateau)
            } else {
                None
            }
        }
    }
}

/// How a table agrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// All who would sign name the same participant's position.
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
    if let Some(name) = signed(debate, round) {
        return Some(Agreement::Signed(name));
    }
    (positions::groups(&debate.topic, &round.spoken).len() == 1).then_some(Agreement::Alike)
}

/// The participant whose position all who would sign name. Openings name nobody; and somebody who has turned round since is no longer
/// the one they mean.
fn signed(debate: &Debate, round: &Round) -> Option<Name> {
    let signing = round.spoken.iter().filter(|it| it.turn.vote.is_some_and(Vote::is_for));
    let mut names = signing.map(|it| named(debate, it.turn.signs.as_deref()?));
    let name = names.next().flatten().filter(|_| round.number > 1)?.clone();
    if !names.all(|it| it == Some(&name)) {
        return None;
    }
    let position = |it: &Round| it.said_by(&name).and_then(|it| it.turn.position.clone());
    let before = debate.rounds.iter().rev().filter(|it| it.number < round.number).find_map(position);
    let has_turned = match (before, position(round)) {
        (Some(before), Some(now)) => positions::relation(&debate.topic, &before, &now) == Relation::Opposed,
        (None, _) | (_, None) => true,
    };
    (!has_turned).then_some(name)
}

fn named<'a>(debate: &'a Debate, word: &str) -> Option<&'a Name> {
    debate.participants.iter().map(|it| &it.name).find(|it| it.as_str().eq_ignore_ascii_case(word.trim()))
}

/// The round that decides: the last one in which everyone had their turn and two could speak; if a cap left none, the last one in
/// which two spoke.
pub fn deciding(debate: &Debate) -> Option<&Round> {
    let seats = debate.participants.len();
    let heard = || debate.rounds.iter().rev().filter(|it| it.spoken.len() >= FEWEST_LIVE);
    heard().find(|it| it.is_finished(seats)).or_else(|| heard().next())
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
