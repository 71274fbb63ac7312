//! What independent takes call for: an end, or the mode that fits their disagreement (D-05).
//!
//! A short table, read from the top; it has an answer for everything. Not here: the modes themselves (`formats`), and what a person is
//! told of a mode.
use crate::exit;
use crate::lexical;
use crate::positions;
use crate::thresholds::{SAME_SHARE, UNSURE_TAKES};
use crate::words;
use debate::event::Figure;
use debate::{Debate, Round, Spoken};
use std::collections::BTreeSet;

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
    pub ground: Ground,
}

/// What takes rest on (D-42).
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// How many sources they cite, each counted once.
    pub sources: usize,
    /// How much of their premises any two share, on average; absent where there are no two to compare.
    pub overlap: Option<f64>,
    /// How many different cases are made.
    pub clusters: usize,
}

/// Sources that must be cited for a table to be diverse (D-42).
const GATE_SOURCES: usize = 3;
/// Overlap of premises from which a table is not diverse (D-42).
const GATE_OVERLAP: f64 = 0.70;
/// Clusters that a diverse table has at least (D-42).
const GATE_CLUSTERS: usize = 2;

impl Takes {
    /// Reads a finished round of takes.
    pub fn of(debate: &Debate, round: &Round) -> Takes {
        Takes {
            taken: round.spoken.len(),
            are_agreed: exit::agreement(debate, round).is_some(),
            are_opposed: positions::any_opposed(&debate.topic, &round.spoken),
            positions: positions::groups(&debate.topic, &round.spoken).len(),
            confidence: positions::mean(round.spoken.iter().filter_map(|it| it.turn.confidence)),
            unread: round.spoken.iter().filter(|it| it.turn.vote.is_none()).count(),
            ground: ground(round),
        }
    }

    /// Whether they may stand as they are: they agree, and not on thin ground.
    pub fn may_stand(&self) -> bool {
        self.are_agreed && self.ground.is_diverse()
    }

    /// What was measured, against what.
    pub fn figures(&self) -> Vec<Figure> {
        let figure =
            |name: &str, value: Option<f64>, threshold: f64| Figure { name: name.to_owned(), value, threshold };
        let count = |it: usize| Some(it as f64);
        vec![
            figure("takes that contradict another", Some(f64::from(u8::from(self.are_opposed))), 1.0),
            figure("positions told apart", count(self.positions), 2.0),
            figure("mean confidence of the takes", self.confidence, UNSURE_TAKES),
            figure("takes without a vote", count(self.unread), self.taken as f64 / 2.0),
            figure("sources cited", count(self.ground.sources), GATE_SOURCES as f64),
            figure("overlap of premises", self.ground.overlap, GATE_OVERLAP),
            figure("clusters of premises", count(self.ground.clusters), GATE_CLUSTERS as f64),
        ]
    }
}

impl Ground {
    /// The diversity gate of D-42. What can't be measured does not pass.
    fn is_diverse(&self) -> bool {
        self.sources >= GATE_SOURCES
            && self.overlap.is_some_and(|it| it < GATE_OVERLAP)
            && self.clusters >= GATE_CLUSTERS
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
    let rows = [(takes.are_opposed, Way::Test), (takes.positions == 1, Way::Challenge), (is_unsure, Way::Inquire)];
    rows.into_iter().find(|(holds, _)| *holds).map_or(Way::Build, |(_, way)| way)
}

fn ground(round: &Round) -> Ground {
    let cases: Vec<BTreeSet<String>> = round.spoken.iter().map(case).filter(|it| !it.is_empty()).collect();
    let mut overlaps = Vec::new();
    let mut clusters: Vec<Vec<&BTreeSet<String>>> = Vec::new();
    let mut rest = cases.as_slice();
    while let Some((one, others)) = rest.split_first() {
        overlaps.extend(others.iter().map(|it| overlap(one, it)));
        match clusters.iter_mut().find(|it| it.iter().any(|other| overlap(one, other) >= SAME_SHARE)) {
            Some(cluster) => cluster.push(one),
            None => clusters.push(vec![one]),
        }
        rest = others;
    }
    Ground { sources: sources(round), overlap: positions::mean(overlaps), clusters: clusters.len() }
}

/// What a take rests on, by its words: its claims, or its reasoning where it makes none.
fn case(spoken: &Spoken) -> BTreeSet<String> {
    let claims = spoken.turn.claims.iter().map(|it| it.text.as_str());
    let reasoning = spoken.turn.reasoning.as_deref().filter(|_| spoken.turn.claims.is_empty());
    let said = claims.chain(reasoning).flat_map(words::of);
    said.filter(|it| !words::is_empty(it)).map(|it| words::stem(&it)).collect()
}

/// The share of all words of two cases that both use.
fn overlap(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let shared = one.intersection(other).count();
    shared as f64 / (one.len() + other.len() - shared).max(1) as f64
}

/// How many sources are really cited: references that a claim points at.
fn sources(round: &Round) -> usize {
    let cited = round.spoken.iter().flat_map(|it| {
        let is_cited = |number: u32| it.turn.claims.iter().any(|claim| claim.cites.contains(&number));
        it.turn.references.iter().filter(move |reference| is_cited(reference.number))
    });
    let keys = cited.map(|it| lexical::words(it.url.as_deref().unwrap_or(&it.title)).join(" "));
    keys.collect::<BTreeSet<String>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::{Claim, Label, Reference, Turn};

    fn takes() -> Takes {
        Takes {
            taken: 3,
            are_agreed: false,
            are_opposed: false,
            positions: 2,
            confidence: Some(0.8),
            unread: 0,
            ground: Ground { sources: 3, overlap: Some(0.2), clusters: 3 },
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
            ground: Ground { sources, overlap, clusters },
            ..takes()
        };
        for (takes, expected) in [
            (on(3, Some(0.69), 2), true),
            (on(2, Some(0.69), 2), false),
            (on(3, Some(0.70), 2), false),
            (on(3, None, 2), false),
            (on(3, Some(0.69), 1), false),
            (Takes { are_agreed: false, ..on(9, Some(0.0), 9) }, false),
        ] {
            assert_eq!(takes.may_stand(), expected, "{takes:?}");
        }
    }

    fn spoken(seat: usize, claims: &[&str], sources: &[&str]) -> Spoken {
        let number = |at: usize| at as u32 + 1;
        let claim =
            |(at, text): (usize, &&str)| Claim { label: Label::Fact, text: (*text).into(), cites: vec![number(at)] };
        let source = |(at, title): (usize, &&str)| Reference { number: number(at), title: (*title).into(), url: None };
        let turn = Turn {
            claims: claims.iter().enumerate().map(claim).collect(),
            references: sources.iter().enumerate().map(source).collect(),
            reasoning: Some("Latency decides.".into()),
            ..Turn::default()
        };
        Spoken {
            seat,
            by: format!("s{seat}").into(),
            turn,
            flaws: vec![],
            usage: Default::default(),
            took: 0,
            claims: vec![],
        }
    }

    /// D-42: sources are counted once and only where cited; cases that say the same are one.
    #[test]
    fn what_takes_rest_on() {
        let round = |spoken| ground(&Round { number: 1, spoken, ..Round::default() });
        let same = "Latency fell by half in our trial";
        let alike = round(vec![
            spoken(0, &[same], &["Trial report", "Never cited"]),
            spoken(1, &["In our trial latency fell by half"], &["trial report"]),
        ]);
        assert_eq!(alike, Ground { sources: 1, overlap: Some(1.0), clusters: 1 });
        let apart = round(vec![
            spoken(0, &[same], &["Trial report"]),
            spoken(1, &["Nobody on call knows the tool"], &["Survey"]),
            spoken(2, &[], &[]),
        ]);
        assert_eq!((apart.sources, apart.clusters), (2, 3));
        assert!(apart.overlap.unwrap() < 0.2, "{apart:?}");
        assert_eq!(round(vec![spoken(0, &[same], &[])]), Ground { sources: 0, overlap: None, clusters: 1 });
    }
}
