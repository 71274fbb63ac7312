//! Estimates the calls and US dollars of a panel, usual and at most (I-11, O-04).
use super::aspects_of;
use crate::providers::ModelRegistry;
use debate::Analyst;
use debate::rules::{Detection, PanelRules};
use engine::Spec;
use exports::wording::money;
use models::Usage;
use std::fmt;

/// Tokens of a turn at most: a system prompt of 2,200 and a context of 3,200 (P-03, P-15). Ours: 600 of answer.
const TURN: Usage = Usage { input: 5_400, cached: 0, output: 600, cost: None };
/// The same in a room (P-23). Ours: 700 of answer, trace included.
const ROOM: Usage = Usage { input: 3_200, cached: 0, output: 700, cost: None };
/// Tokens of a call to the clerk. Ours: it reads a room, and answers in a few words.
const CHECK: Usage = Usage { input: 2_500, cached: 0, output: 300, cost: None };
/// Tokens of the clerk's first call, in which it reads what the personas hold and wrote. Ours: its list at most, and thirty contradictions.
const READING: Usage = Usage { input: 9_500, cached: 0, output: 2_500, cost: None };

/// How often a room repeats its exchange when the two name different cruxes (P-21).
const LOOPS: u64 = 2;
/// Turns of each repeated exchange (P-21).
const MORE: u64 = 2;
/// Calls of a judgement that is decided by several votes (P-30).
const VOTES: u64 = 3;

/// The estimate of a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    usual: Extent,
    most: Extent,
}

/// Calls and cost of one extent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Extent {
    calls: u64,
    usd: Option<f64>,
}

/// How much of the optional extent is played.
struct Play {
    rooms: u64,
    clash: u64,
    exchange: u64,
    loops: u64,
    /// How often each question is asked.
    asked: u64,
}

impl Estimate {
    /// The estimate of a planned panel.
    pub fn of(spec: &Spec, registry: &ModelRegistry) -> Estimate {
        let Some(panel) = &spec.rules.panel else {
            return Estimate { usual: Extent::default(), most: Extent::default() };
        };
        let aspects = u64::from(aspects_of(panel));
        let seats = spec.participants.len() as u64;
        let rooms = u64::from(panel.rooms).min(seats * seats.saturating_sub(1) / 2);
        let (clash, exchange) = (u64::from(panel.clash), u64::from(panel.exchange));
        // Ours: one pair in two disagrees on an aspect, and a room uses half of its turns.
        let usual = Play {
            rooms: rooms.div_ceil(2),
            clash: clash.div_ceil(2),
            exchange: exchange.div_ceil(2),
            loops: 0,
            asked: 1,
        };
        // Every question except the choice of aspects may be asked a second time (D-21).
        let most = Play { rooms, clash, exchange, loops: LOOPS, asked: 2 };
        let extent = |play: &Play| extent(spec, panel, aspects, play, registry);
        Estimate { usual: extent(&usual), most: extent(&most) }
    }

    /// US dollars at most; none if a price is unknown.
    pub fn most_usd(&self) -> Option<f64> {
        self.most.usd
    }

    /// US dollars of the clerk's first call; none if its price is unknown.
    pub fn reading_usd(clerk: &str, registry: &ModelRegistry) -> Option<f64> {
        registry.cost(clerk, &READING)
    }

    /// Calls, usually and at most.
    pub fn calls(&self) -> [u64; 2] {
        [self.usual.calls, self.most.calls]
    }
}

fn extent(spec: &Spec, panel: &PanelRules, aspects: u64, play: &Play, registry: &ModelRegistry) -> Extent {
    let mut sum = Sum { extent: Extent { calls: 0, usd: Some(0.0) }, registry };
    let seats = spec.participants.len() as u64;
    for it in &spec.participants {
        // Opening, takes and closing, and the cruxes of the other rooms (P-25).
        sum.add(&it.model, (aspects + 3) * play.asked, &TURN);
    }
    let rooms = aspects * play.rooms * play.asked;
    let spoken = rooms * (play.clash + 2 + play.exchange + play.loops * MORE + 2 * (play.loops + 1));
    match &panel.strong {
        // A clash is not a room yet: each participant uses its own model in it.
        Some(strong) => {
            let clash = rooms * play.clash;
            spec.participants.iter().for_each(|it| sum.add(&it.model, clash.div_ceil(seats.max(1)), &TURN));
            sum.add(strong, spoken - clash, &ROOM);
        }
        None => spec.participants.iter().for_each(|it| sum.add(&it.model, spoken.div_ceil(seats.max(1)), &ROOM)),
    }
    if let Some(clerk) = &panel.clerk {
        let votes = match panel.detection {
            Detection::Vote => VOTES,
            Detection::Parts => 1,
        };
        sum.add(clerk, rooms * (votes + play.loops + 1), &CHECK);
        sum.add(clerk, u64::from(panel.aspects.is_empty()), &READING);
    }
    if let Some(drawer) = panel.strong.as_ref().or(panel.clerk.as_ref()) {
        sum.add(drawer, rooms, &ROOM);
    }
    if let Analyst::Model(model) = &spec.rules.analyst {
        sum.add(model, (aspects + 1) * VOTES, &CHECK);
    }
    sum.extent
}

/// Adds up calls.
struct Sum<'a> {
    extent: Extent,
    registry: &'a ModelRegistry,
}

impl Sum<'_> {
    fn add(&mut self, model: &str, calls: u64, each: &Usage) {
        if calls == 0 {
            return;
        }
        let usd = self.registry.cost(model, each).map(|it| it * calls as f64);
        self.extent.calls += calls;
        self.extent.usd = self.extent.usd.zip(usd).map(|(sum, more)| sum + more);
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { usual, most } = self;
        write!(f, "about {} calls, at most {}; ", usual.calls, most.calls)?;
        match (usual.usd, most.usd) {
            (Some(0.0), Some(0.0)) => f.write_str("no cost"),
            (Some(usual), Some(most)) => {
                write!(f, "about {}, at most {} if every pair goes into a room", money(Some(usual)), money(Some(most)))
            }
            (None, _) | (_, None) => f.write_str("cost unknown: set `[prices]` to have it estimated"),
        }
    }
}
