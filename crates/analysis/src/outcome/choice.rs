//! What independent takes call for: an end, or the mode that fits their disagreement (D-05).
//!
//! A short table, read from the top; it has an answer for everything. Not here: the modes themselves (`formats`), and what a person is
//! told of a mode.
use crate::ballots::Count;
use crate::measure::groupthink::{self, Gate};
use crate::measure::mean;
use crate::outcome::thresholds::UNSURE_TAKES;
use debate::event::Figure;
use debate::{Ballot, Debate, Round};

/// What the takes of a table look like.
#[derive(Clone, Debug, PartialEq)]
pub struct Takes {
    /// How many there are.
    pub taken: usize,
    /// Whether they are a consensus by themselves.
    pub are_agreed: bool,
    /// Whether they hold different options of which only one can be acted on: those given, or estimates that do not agree.
    pub are_opposed: bool,
    /// How many options they hold.
    pub options: usize,
    /// Their mean confidence.
    pub confidence: Option<f64>,
    /// How many have no ballot that could be read.
    pub unread: usize,
    /// What they rest on.
    pub ground: Gate,
}

impl Takes {
    /// Reads a finished round of takes.
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

    /// Whether they may stand as they are: they agree, and not on thin ground. What nobody was asked for does not pass here: nobody has
    /// answered anybody, so all there is must speak for it.
    pub fn may_stand(&self) -> bool {
        let Gate { sources, overlap, clusters } = &self.ground;
        let is_known = sources.is_some() && overlap.is_some() && clusters.is_some();
        self.are_agreed && is_known && self.ground.holds()
    }

    /// What was measured, against what.
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

/// A way to go on, named for what the takes call for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Two exclude each other: test them against each other.
    Test,
    /// All hold one position: somebody must hold the other.
    Challenge,
    /// They differ, and nobody is sure: open the question.
    Inquire,
    /// They differ without excluding each other: build on them.
    Build,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 4] = [Way::Test, Way::Challenge, Way::Inquire, Way::Build];

    /// The mode that goes this way.
    pub fn mode(self) -> &'static str {
        match self {
            Way::Test => "adversarial",
            Way::Challenge => "devils-advocate",
            Way::Inquire => "socratic",
            Way::Build => "collaborative",
        }
    }

    /// Why, in a sentence for people.
    pub fn why(self) -> &'static str {
        match self {
            Way::Test => "the takes hold options that exclude each other, so each must stand up to the other's attack",
            Way::Challenge => {
                "all takes hold one option and none was tested, so somebody must make the case against it"
            }
            Way::Inquire => {
                "the takes differ and nobody is sure of theirs, so the question must be opened before it is answered"
            }
            Way::Build => "the takes differ and do not exclude each other, so an answer can be built from them",
        }
    }
}

/// The way that fits takes which may not stand as they are: the first row that holds.
pub fn way(takes: &Takes) -> Way {
    let is_unsure = takes.confidence.is_none_or(|it| it < UNSURE_TAKES) || takes.unread * 2 > takes.taken;
    let rows = [
        (takes.are_opposed, Way::Test),
        (takes.are_agreed && takes.taken > 1, Way::Challenge),
        (is_unsure, Way::Inquire),
    ];
    rows.into_iter().find(|(holds, _)| *holds).map_or(Way::Build, |(_, way)| way)
}
