//! Measures how long a verdict and its sensitivity analysis take for a long debate: 50 rounds of five participants who make three claims
//! each.
//!
//! `cargo run --release -p engine --example verdict`
use analysis::Verdict;
use analysis::argument::thresholds::{VERDICT_LOOKS, WHY_LOOKS};
use analysis::argument::{Graph, Why};
use debate::ballot::{Ballot, Cast, Consent, Letter, OnOption};
use debate::chance::mix;
use debate::event::{Answer, LOG_VERSION, Reason, RoundKind};
use debate::{
    Act, CallId, Claim, ClaimMove, Debate, Envelope, Event, Kind, Label, Name, Participant, Perspective, Rules, Topic,
    Turn,
};
use std::error::Error;
use std::io::Write;
use std::time::Instant;

const SEATS: usize = 5;
const ROUNDS: u32 = 50;
/// How often each figure is measured; the median is shown.
const RUNS: usize = 21;

fn name(seat: usize) -> Name {
    format!("seat-{}", seat + 1).into()
}

/// A turn with three new claims and two claim actions.
fn turn(round: u32, seat: usize) -> Turn {
    let drawn = |what: u64| mix(u64::from(round) << 16 | (seat as u64) << 8 | what);
    let claim = |at: u64| Claim {
        label: Label::Infer,
        text: format!("Shard {} keeps {} orders by rule {at}", drawn(at) % 99_991, round * 31 + seat as u32),
        cites: vec![],
        standing: None,
        kind: Kind::ALL.get((drawn(at + 3) % 6) as usize).copied(),
        assigned: false,
    };
    let known = u64::from(round - 1) * SEATS as u64 * 3;
    let act = |(at, act): (u64, Act)| ClaimMove {
        claim: format!("C{}", drawn(at) % known.max(1) + 1),
        act,
        why: Some(format!("for C{} says so", drawn(at + 1) % known.max(1) + 1)),
        assessment: None,
        counter: None,
        synthesis: None,
    };
    let moves = if round == 1 { vec![] } else { [(7, Act::Support), (9, Act::Challenge)].map(act).to_vec() };
    let why = Some("nobody has measured it".to_owned());
    let blocked = OnOption { option: Letter::at(0), stand: Consent::Blocker, why };
    let position = if seat < 3 { "Yes, split the store." } else { "No, keep the store whole." };
    Turn {
        position: Some(position.to_owned()),
        reasoning: Some(format!("Round {round} changes nothing for me.")),
        confidence: Some(0.8),
        ballot: Some(Cast::Option(Letter::at(usize::from(seat >= 3)))),
        others: if seat < 3 { vec![] } else { vec![blocked] },
        claims: (0..3).map(claim).collect(),
        moves,
        ..Turn::default()
    }
}

fn debate() -> Result<Debate, Box<dyn Error>> {
    let seat = |it: usize| Participant::new(name(it), "x/y".into(), "x".into(), Perspective::of_seat(it));
    let opened = Event::DebateOpened {
        version: LOG_VERSION,
        debate: "long".into(),
        topic: Topic::new("Should we split the store?")?,
        ballot: Some(Ballot::YesNo),
        mode: "collaborative".to_owned(),
        participants: (0..SEATS).map(seat).collect(),
        rules: Rules { rounds: ROUNDS, ..Rules::default() },
        rehearsal: true,
        fork: None,
    };
    let mut events = vec![opened];
    for round in 1..=ROUNDS {
        events.push(Event::RoundOpened { round, in_turn: false, kind: RoundKind::Usual, focus: None });
        events.extend((0..SEATS).map(|seat| Event::TurnTaken {
            round,
            call: CallId::turn(round, &name(seat)),
            by: name(seat),
            turn: turn(round, seat),
            flaws: vec![],
            answer: Answer::default(),
        }));
    }
    events.push(Event::DebateClosed { why: Reason::RoundCap, figures: vec![], question: None });
    let log: Vec<Envelope> =
        (0..).zip(events).map(|(seq, event)| Envelope { seq, at: seq, elapsed: seq, event }).collect();
    Ok(Debate::replay(&log)?)
}

/// The median of several measurements, in milliseconds.
fn middle(work: impl Fn()) -> f64 {
    let mut taken: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    taken.sort_by(f64::total_cmp);
    taken.get(RUNS / 2).copied().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn Error>> {
    let debate = debate()?;
    let graph = Graph::of(&debate);
    let by = Verdict::of(&debate).decision.by;
    let mut out = std::io::stdout();
    writeln!(out, "{} nodes, {} ties", graph.nodes().len(), graph.edges().len())?;
    writeln!(out, "verdict {:.1} ms", middle(|| drop(Verdict::of(&debate))))?;
    writeln!(out, "graph alone {:.1} ms", middle(|| drop(Graph::of(&debate))))?;
    let short = middle(|| drop(Why::of(&debate, by.as_ref(), VERDICT_LOOKS)));
    writeln!(out, "what it hangs on, as in a verdict {short:.1} ms")?;
    let why = Why::of(&debate, by.as_ref(), WHY_LOOKS);
    writeln!(
        out,
        "`show --why` {:.1} ms ({:?})",
        middle(|| drop(Why::of(&debate, by.as_ref(), WHY_LOOKS))),
        why.search
    )?;
    Ok(())
}
