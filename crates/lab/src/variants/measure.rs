//! Measures one debate (D-70): latency, interaction, content, consensus, tokens and cost.
//!
//! All figures come from the log. A figure that the log does not determine has no value, which is not zero. Not here: comparing two
//! debates.
use analysis::ballots::{Count, FinalTurns};
use analysis::decision::exit::Rubric;
use analysis::measure;
use analysis::measure::interaction::Interaction;
use debate::{Debate, Envelope, Event, Round};
use std::collections::BTreeMap;

/// A figure of a debate.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Measure {
    /// Its group.
    pub(super) group: &'static str,
    /// Its name, with its unit.
    pub(super) name: String,
    /// Its value; `None` where the log does not determine it.
    pub(super) value: Option<f64>,
}

/// The duration of a debate.
pub(super) const TOTAL: &str = "total, s";
/// References to other participants, for each turn.
pub(super) const REFERENCES: &str = "cross-references a turn";
/// The length of chains of rebuttals.
pub(super) const DEPTH: &str = "depth of rebuttal";
/// Questions that are taken up, for each turn.
pub(super) const ANSWERED: &str = "questions taken up a turn";

/// Every figure of a closed debate.
pub(super) fn of(log: &[Envelope], debate: &Debate) -> Vec<Measure> {
    let mut all = latency(log, debate);
    let mut add = |group: &'static str, name: &str, value: Option<f64>| {
        all.push(Measure { group, name: name.to_owned(), value });
    };
    let found = Interaction::of(debate);
    add("interaction", REFERENCES, Some(found.a_turn(found.cross_references)));
    add("interaction", DEPTH, Some(found.rebuttal_depth as f64));
    add("interaction", ANSWERED, Some(found.a_turn(found.answered)));

    let turns = || debate.rounds.iter().flat_map(|it| &it.spoken).map(|it| &it.turn);
    let confidences: Vec<f64> = turns().filter_map(|it| it.confidence).collect();
    let mean = measure::mean(confidences.iter().copied());
    let variance = mean.and_then(|mean| measure::mean(confidences.iter().map(|it| (it - mean).powi(2))));
    let citations = turns().flat_map(|it| &it.claims).map(|it| it.cites.len()).sum::<usize>();
    add("content", "confidence, mean", mean);
    add("content", "confidence, variance", variance);
    let calls = debate.rounds.iter().flat_map(|it| it.used.values().flatten()).map(|it| it.uses.len()).sum::<usize>();
    // Without tools the figure does not apply.
    add("content", "tool calls", formats::tools::are_offered(debate).then_some(calls as f64));
    add("content", "citations", Some(citations as f64));

    let standing = FinalTurns::of(debate);
    let count = standing.as_ref().map(|it| Count::of_final(debate, it));
    let share = |count: usize| count as f64 / debate.participants.len().max(1) as f64;
    let most = |it: &Count<'_>| it.tally().iter().map(|(_, count)| *count).max().unwrap_or_default();
    add("consensus", "share of one option", count.as_ref().map(|it| share(most(it))));
    let rubric = count.as_ref().map(|it| Rubric::of(it, debate.participants.len()));
    add("consensus", "share who would sign", rubric.map(|it| it.share));
    add("consensus", "agreement of ballots", count.as_ref().and_then(Count::agreement));
    add("consensus", "round of convergence", converged(debate).map(f64::from));
    add("consensus", "groupthink seen", Some(f64::from(u8::from(!debate.groupthink.is_empty()))));

    add("cost", "tokens", Some(debate.spent.tokens() as f64));
    add("cost", "US dollars", debate.spent.cost);
    all
}

/// The latency of the debate, of each round, and the mean of each participant's answers, in seconds.
fn latency(log: &[Envelope], debate: &Debate) -> Vec<Measure> {
    let seconds = |ms: u64| ms as f64 / 1e3;
    let mut all = vec![(TOTAL.to_owned(), seconds(debate.elapsed))];
    let opened: Vec<(u32, u64)> = log.iter().filter_map(opening).collect();
    let ends = opened.iter().skip(1).map(|(_, at)| *at).chain([debate.elapsed]);
    all.extend(
        opened
            .iter()
            .zip(ends)
            .map(|((round, from), to)| (format!("round {round}, s"), seconds(to.saturating_sub(*from)))),
    );
    let mut took: BTreeMap<usize, (String, Vec<f64>)> = BTreeMap::new();
    for spoken in debate.rounds.iter().flat_map(|it| &it.spoken) {
        let entry = took.entry(spoken.seat).or_insert_with(|| (format!("{}, s an answer", spoken.by), Vec::new()));
        entry.1.push(seconds(spoken.took));
    }
    all.extend(took.into_values().filter_map(|(name, took)| Some((name, measure::mean(took)?))));
    all.into_iter().map(|(name, value)| Measure { group: "latency", name, value: Some(value) }).collect()
}

fn opening(envelope: &Envelope) -> Option<(u32, u64)> {
    let Event::RoundOpened { round, .. } = envelope.event else { return None };
    Some((round, envelope.elapsed))
}

/// The first round from which on all participants with a ballot hold one option.
fn converged(debate: &Debate) -> Option<u32> {
    let is_one = |round: &Round| {
        let count = Count::of_round(debate, round);
        count.of_all() > 1 && count.is_unanimous(count.leader())
    };
    let rounds = debate.rounds.iter().rev().take_while(|it| is_one(it));
    rounds.last().map(|it| it.number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::event::{Answer, LOG_VERSION, Reason};
    use debate::{Ballot, CallId, Cast, Claim, Label, Letter, Name, Participant, Perspective, Rules, Topic, Turn};

    /// Position, confidence and citations of a turn.
    type TurnFigures<'a> = (&'a str, f64, usize);

    /// A debate of two: the opening time of each round, and its turns.
    fn log(rounds: &[(u64, [TurnFigures<'_>; 2])]) -> Vec<Envelope> {
        let names = ["ann", "bob"];
        let seat =
            |at: usize| Participant::new(Name::from(names[at]), "sim/1".into(), "sim".into(), Perspective::of_seat(at));
        let opened = Event::DebateOpened {
            version: LOG_VERSION,
            debate: "d".into(),
            topic: Topic::new("Tabs or spaces?").unwrap(),
            ballot: Ballot::choice(["Tabs", "Spaces"]).ok(),
            mode: "adversarial".into(),
            participants: vec![seat(0), seat(1)],
            rules: Rules::default(),
            rehearsal: true,
            fork: None,
        };
        let mut events = vec![(0, opened)];
        for ((at, turns), round) in rounds.iter().zip(1..) {
            events.push((*at, Event::RoundOpened { round, in_turn: false, kind: Default::default(), focus: None }));
            for (name, (position, confidence, cites)) in names.into_iter().zip(turns) {
                let by = Name::from(name);
                let claim = Claim {
                    label: Label::Fact,
                    text: "it is so".into(),
                    cites: (0..*cites as u32).collect(),
                    kind: None,
                    assigned: false,
                    standing: None,
                };
                let option = Letter::at(usize::from(*position == "Spaces"));
                let turn = Turn {
                    position: Some((*position).into()),
                    confidence: Some(*confidence),
                    ballot: Some(Cast::Option(option)),
                    claims: vec![claim],
                    ..Turn::default()
                };
                let answer = Answer { took: 100, ..Answer::default() };
                let call = CallId::turn(round, &by);
                events.push((*at + 100, Event::TurnTaken { round, call, by, turn, flaws: vec![], answer }));
            }
        }
        events.push((1_000, Event::DebateClosed { why: Reason::RoundCap, figures: vec![], question: None }));
        events.into_iter().zip(0..).map(|((elapsed, event), seq)| Envelope { seq, at: 0, elapsed, event }).collect()
    }

    /// D-70: each figure comes from the log, and what the log does not determine is absent.
    #[test]
    fn figures_are_read_from_the_log() {
        let log = log(&[
            (0, [("Tabs", 0.5, 1), ("Spaces", 0.9, 0)]),
            (300, [("Tabs", 0.5, 1), ("Tabs", 0.7, 2)]),
            (700, [("Tabs", 0.7, 0), ("Tabs", 0.9, 0)]),
        ]);
        let debate = Debate::replay(&log).unwrap();
        let all = of(&log, &debate);
        let value = |name: &str| {
            let found = all.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("{name}"));
            found.value.map(|it| (it * 1e4).round() / 1e4)
        };
        for (name, expected) in [
            (TOTAL, Some(1.0)),
            ("round 1, s", Some(0.3)),
            ("round 2, s", Some(0.4)),
            ("round 3, s", Some(0.3)),
            ("ann, s an answer", Some(0.1)),
            ("confidence, mean", Some(0.7)),
            ("confidence, variance", Some(0.0267)),
            ("tool calls", None),
            ("citations", Some(4.0)),
            ("share of one option", Some(1.0)),
            ("round of convergence", Some(2.0)),
            ("groupthink seen", Some(0.0)),
            ("US dollars", None),
        ] {
            assert_eq!(value(name), expected, "{name}");
        }
    }
}
