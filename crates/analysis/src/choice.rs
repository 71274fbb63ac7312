//! What independent takes call for: an end, or the mode that fits their disagreement (D-05).
//!
//! A short table, read from the top; it has an answer for everything. Not here: the modes themselves (`formats`), and what a person is
//! told of a mode.
use crate::exit;
use crate::groupthink::{self, Gate};
use crate::positions::{self, Reading};
use crate::thresholds::UNSURE_TAKES;
use debate::event::Figure;
use debate::{Debate, Round};

/// What the takes of a table look like.
#[derive(Clone, Debug, PartialEq)]
pub struct Takes {
    /// How many there are.
    pub taken: usize,
    /// Whether they are a consensus by themselves.
    pub are_agreed: bool,
    /// Whether any two contradict each other.
    pub are_opposed: bool,
    /// How many positions they hold, as far as words tell.
    pub positions: usize,
    /// Their mean confidence.
    pub confidence: Option<f64>,
    /// How many have no vote that could be read.
    pub unread: usize,
    /// What they rest on.
    pub ground: Gate,
}

impl Takes {
    /// Reads a finished round of takes.
    pub fn of(debate: &Debate, round: &Round) -> Takes {
        Takes {
            taken: round.spoken.len(),
            are_agreed: exit::agreement(debate, round).is_some(),
            are_opposed: positions::any_opposed(Reading::of(debate), &round.spoken),
            positions: positions::groups(Reading::of(debate), &round.spoken).len(),
            confidence: positions::mean(round.spoken.iter().filter_map(|it| it.turn.confidence)),
            unread: round.spoken.iter().filter(|it| it.turn.vote.is_none()).count(),
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
            Figure::of("takes that contradict another", Some(f64::from(u8::from(self.are_opposed))), 1.0),
            Figure::of("positions told apart", count(self.positions), 2.0),
            Figure::of("mean confidence of the takes", self.confidence, UNSURE_TAKES),
            Figure::of("takes without a vote", count(self.unread), self.taken as f64 / 2.0),
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
            Way::Test => "the takes contradict each other, so each must stand up to the other's attack",
            Way::Challenge => {
                "all takes hold one position and none was tested, so somebody must make the case against it"
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
        (takes.positions == 1 && takes.taken > 1, Way::Challenge),
        (is_unsure, Way::Inquire),
    ];
    rows.into_iter().find(|(holds, _)| *holds).map_or(Way::Build, |(_, way)| way)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes() -> Takes {
        Takes {
            taken: 3,
            are_agreed: false,
            are_opposed: false,
            positions: 2,
            confidence: Some(0.8),
            unread: 0,
            ground: Gate { sources: Some(3), overlap: Some(0.2), clusters: Some(3) },
        }
    }

    /// D-05: every row of the table, and what comes first where several hold.
    #[test]
    fn every_way() {
        for (takes, expected) in [
            (Takes { are_opposed: true, ..takes() }, Way::Test),
            (Takes { are_opposed: true, confidence: Some(0.3), ..takes() }, Way::Test),
            (Takes { positions: 1, are_agreed: true, ..takes() }, Way::Challenge),
            (Takes { positions: 1, confidence: Some(0.3), ..takes() }, Way::Challenge),
            (Takes { positions: 3, confidence: Some(0.69), ..takes() }, Way::Inquire),
            (Takes { positions: 3, confidence: None, ..takes() }, Way::Inquire),
            (Takes { positions: 0, confidence: None, taken: 0, ..takes() }, Way::Inquire),
            (Takes { unread: 2, ..takes() }, Way::Inquire),
            (Takes { unread: 1, ..takes() }, Way::Build),
            (Takes { positions: 3, confidence: Some(0.70), ..takes() }, Way::Build),
        ] {
            assert_eq!(way(&takes), expected, "{takes:?}");
        }
        let mut modes = Way::ALL.map(Way::mode);
        modes.sort_unstable();
        assert!(modes.windows(2).all(|it| it[0] != it[1]), "each way is another mode: {modes:?}");
    }

    /// D-05, D-42: an agreement stands only on ground that passes the gate, each of its three figures at its edge.
    #[test]
    fn an_agreement_on_thin_ground_does_not_stand() {
        let on = |sources, overlap, clusters| Takes {
            are_agreed: true,
            ground: Gate { sources, overlap, clusters },
            ..takes()
        };
        for (takes, expected) in [
            (on(Some(3), Some(0.69), Some(2)), true),
            (on(Some(2), Some(0.69), Some(2)), false),
            (on(Some(3), Some(0.70), Some(2)), false),
            (on(Some(3), None, Some(2)), false),
            (on(None, Some(0.69), Some(2)), false),
            (on(Some(3), Some(0.69), Some(1)), false),
            (Takes { are_agreed: false, ..on(Some(9), Some(0.0), Some(9)) }, false),
        ] {
            assert_eq!(takes.may_stand(), expected, "{takes:?}");
        }
    }
}
