//! Selects a mode from independent takes, or ends the debate (D-05).
//!
//! A short table, of which the first matching row applies; the last always matches. Not here: the modes (`formats`), and their
//! descriptions.
use crate::ballots::Count;
use crate::decision::thresholds::UNSURE_TAKES;
use crate::measure::groupthink::{self, DiversityGate};
use crate::measure::mean;
use debate::event::Figure;
use debate::{Ballot, Debate, Round};

/// Properties of the takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Takes {
    /// Their number.
    pub taken: usize,
    /// Whether they are a consensus already.
    pub are_agreed: bool,
    /// Whether they hold mutually exclusive options: given ones, or estimates that do not agree.
    pub are_opposed: bool,
    /// The number of held options.
    pub options: usize,
    /// Their mean confidence.
    pub confidence: Option<f64>,
    /// The number of takes without a valid ballot.
    pub unread: usize,
    /// The diversity of their basis.
    pub ground: DiversityGate,
}

impl Takes {
    /// Analyses a finished round of takes.
    pub fn of(debate: &Debate, round: &Round) -> Takes {
        let count = Count::of_round(debate, round);
        let options = count.tally();
        Takes {
            taken: round.spoken.len(),
            are_agreed: count.is_unanimous(count.leader()),
            are_opposed: debate.ballot.as_ref().is_some_and(|it| *it != Ballot::Open)
                && !count.is_unanimous(count.leader()),
            options: options.len(),
            confidence: mean(round.spoken.iter().filter_map(|it| it.turn.confidence)),
            unread: count.without(),
            ground: groupthink::diversity_gate(debate, round.number),
        }
    }

    /// Whether they can be the result: they agree on a diverse basis. Unknown values fail here, because nobody has replied to anybody yet.
    pub fn may_stand(&self) -> bool {
        let DiversityGate { sources, overlap, clusters } = &self.ground;
        let is_known = sources.is_some() && overlap.is_some() && clusters.is_some();
        self.are_agreed && is_known && self.ground.holds()
    }

    /// Measured values with their thresholds.
    pub fn figures(&self) -> Vec<Figure> {
        let count = |it: usize| Some(it as f64);
        let takes = vec![
            Figure::of("takes that exclude another", Some(f64::from(u8::from(self.are_opposed))), 1.0),
            Figure::of("options held", count(self.options), 2.0),
            Figure::of("mean confidence of the takes", self.confidence, UNSURE_TAKES),
            Figure::of("takes without a ballot", count(self.unread), self.taken as f64 / 2.0),
        ];
        takes.into_iter().chain(self.ground.figures()).collect()
    }
}

/// The mode that the takes call for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModeChoice {
    /// Two options exclude each other: test them against each other.
    Test,
    /// All hold one position: somebody must argue the other side.
    Challenge,
    /// They differ, and nobody is confident: explore the question.
    Inquire,
    /// They differ without excluding each other: combine them.
    Build,
}

impl ModeChoice {
    /// All of them.
    pub const ALL: [ModeChoice; 4] = [ModeChoice::Test, ModeChoice::Challenge, ModeChoice::Inquire, ModeChoice::Build];

    /// The name of the mode.
    pub fn mode(self) -> &'static str {
        match self {
            ModeChoice::Test => "adversarial",
            ModeChoice::Challenge => "devils-advocate",
            ModeChoice::Inquire => "socratic",
            ModeChoice::Build => "collaborative",
        }
    }

    /// The reason, in a sentence for people.
    pub fn why(self) -> &'static str {
        match self {
            ModeChoice::Test => {
                "the takes hold options that exclude each other, so each must stand up to the other's attack"
            }
            ModeChoice::Challenge => {
                "all takes hold one option and none was tested, so somebody must make the case against it"
            }
            ModeChoice::Inquire => {
                "the takes differ and nobody is sure of theirs, so the question must be opened before it is answered"
            }
            ModeChoice::Build => "the takes differ and do not exclude each other, so an answer can be built from them",
        }
    }
}

/// The mode for takes that can't be the result: the first matching row.
pub fn mode_choice(takes: &Takes) -> ModeChoice {
    let is_unsure = takes.confidence.is_none_or(|it| it < UNSURE_TAKES) || takes.unread * 2 > takes.taken;
    let rows = [
        (takes.are_opposed, ModeChoice::Test),
        (takes.are_agreed && takes.taken > 1, ModeChoice::Challenge),
        (is_unsure, ModeChoice::Inquire),
    ];
    rows.into_iter().find(|(holds, _)| *holds).map_or(ModeChoice::Build, |(_, choice)| choice)
}
