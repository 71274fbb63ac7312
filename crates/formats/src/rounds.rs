//! A debate by rounds. The whole of a mode is the choices in [`Rounds`]; what follows from them is here, once.
use crate::order::Order;
use crate::prompt::{Prompt, Scene, TemplateError};
use crate::step::{Ask, Format, Script, Step};
use analysis::exit::{self, Rubric};
use analysis::thresholds::FEWEST_LIVE;
use debate::event::{Failure, Figure, Reason};
use debate::{CallId, Debate, Event, Horizon, Participant, Profile, Round};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A mode: values, not methods to override.
#[derive(Debug)]
pub struct Rounds {
    /// Its name as users type it.
    pub name: &'static str,
    /// What it is good for, in a line.
    pub summary: &'static str,
    /// Who speaks when.
    pub order: Order,
    /// Which shared blocks it adds to those of every mode.
    pub caution: Caution,
    /// Its words.
    pub layers: Layers,
    /// Its words for participants that are asked in few (D-18).
    pub lean: Layers,
}

/// Whether a mode's prompt carries the safety block (D-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caution {
    /// Nothing more than the checks ask.
    Usual,
    /// Attack is the point, so its bounds are stated.
    Bounded,
}

/// The five prompt files of a mode (D-10).
#[derive(Debug)]
pub struct Layers {
    /// Who a participant is.
    pub role: &'static str,
    /// What it must and must not do.
    pub contract: &'static str,
    /// The sections of an answer in the first round.
    pub structure_first: &'static str,
    /// The sections of an answer in later rounds.
    pub structure_later: &'static str,
    /// The mode's two checks.
    pub checks: &'static str,
}

/// The five prompt files in the folder of that name: a mode's, or its `lean` one.
macro_rules! layers {
    ($folder:literal) => {
        $crate::rounds::Layers {
            role: include_str!(concat!("../../prompts/", $folder, "/1-role.md")),
            contract: include_str!(concat!("../../prompts/", $folder, "/2-contract.md")),
            structure_first: include_str!(concat!("../../prompts/", $folder, "/3-structure-first.md")),
            structure_later: include_str!(concat!("../../prompts/", $folder, "/3-structure-later.md")),
            checks: include_str!(concat!("../../prompts/", $folder, "/4-checks.md")),
        }
    };
}
pub(crate) use layers;

impl Format for Rounds {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn next(&self, debate: &Debate) -> Step {
        if debate.closed.is_some() {
            return Step::Done;
        }
        let Some(round) = debate.round() else { return self.open_round(1) };
        if round.failed.iter().any(|it| it.why == Failure::Deadline) {
            return close(debate, Reason::Deadline);
        }
        if debate.participants.len().saturating_sub(round.failed.len()) < FEWEST_LIVE {
            return close(debate, Reason::Insufficient);
        }
        let owing = debate.owing();
        if owing.is_empty() {
            return match exit::after_round(debate) {
                Some(reason) => close(debate, reason),
                None if round.number >= debate.rules.rounds => close(debate, Reason::RoundCap),
                None => {
                    let calls = self.order.first_batch(debate.participants.len());
                    capped(debate, calls).unwrap_or_else(|| self.open_round(round.number + 1))
                }
            };
        }
        let is_again = |it: &Participant| round.unusable.contains_key(&it.name);
        let batch = self.order.batch(owing, is_again);
        // The rest of a batch that was interrupted was paid for in advance: going on must not come to another end.
        let is_rest = self.order == Order::Together && round.has_begun() && !batch.iter().all(|it| is_again(it));
        capped(debate, if is_rest { 0 } else { batch.len() })
            .unwrap_or_else(|| Step::Ask(batch.into_iter().map(|it| self.ask(round, it)).collect()))
    }

    fn prompts(&self, debate: &Debate, asks: &[Ask]) -> Result<Vec<Prompt>, TemplateError> {
        let Some(round) = debate.round() else { return Ok(Vec::new()) };
        let mut scenes: BTreeMap<Profile, Scene<'_>> = BTreeMap::new();
        let mut prompt = |ask: &Ask| {
            let profile = debate.profile(&ask.who);
            let scene = match scenes.entry(profile) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => entry.insert(Scene::of(self, debate, round, profile)?),
            };
            scene.prompt(debate, ask)
        };
        asks.iter().map(&mut prompt).collect()
    }
}

impl Rounds {
    fn open_round(&self, round: u32) -> Step {
        Step::Record(Event::RoundOpened { round, in_turn: self.order.horizon() == Horizon::Now })
    }

    fn ask(&self, round: &Round, participant: &Participant) -> Ask {
        let name = &participant.name;
        let (call, script) = if round.unusable.contains_key(name) {
            (CallId::again(round.number, name), Script::Again)
        } else {
            (CallId::turn(round.number, name), Script::Turn)
        };
        Ask { call, round: round.number, who: name.clone(), horizon: self.order.horizon(), script }
    }
}

/// What a call is taken to need before there was any, in tokens: an opening's prompt and a short answer.
pub const FIRST_CALL: u64 = 1_800;

/// The step that ends a debate whose money or time does not reach for `calls` more calls like the dearest so far (O-04).
fn capped(debate: &Debate, calls: usize) -> Option<Step> {
    let rules = &debate.rules;
    let is_late = rules.deadline_ms.is_some_and(|it| debate.elapsed >= it);
    let next = calls as u64;
    let call = if debate.calls == 0 { FIRST_CALL } else { debate.dearest.tokens() };
    let is_over_tokens = rules.budget_tokens.is_some_and(|it| next > 0 && debate.spent.tokens() + next * call > it);
    let spent = debate.spent.cost.unwrap_or_default();
    let dearest = debate.dearest.cost.unwrap_or_default();
    let is_over_money = rules.budget_usd.is_some_and(|it| next > 0 && spent + next as f64 * dearest > it);
    if is_late {
        Some(close(debate, Reason::Deadline))
    } else if is_over_tokens || is_over_money {
        Some(close(debate, Reason::Budget))
    } else {
        None
    }
}

fn close(debate: &Debate, why: Reason) -> Step {
    let seats = debate.participants.len();
    let mut figures = exit::standing(debate).map(|it| Rubric::of(&it, seats).figures()).unwrap_or_default();
    let mut cap = |name: &str, value: f64, threshold: Option<f64>| {
        figures.extend(threshold.map(|threshold| Figure { name: name.to_owned(), value: Some(value), threshold }));
    };
    let rules = &debate.rules;
    cap("rounds", f64::from(debate.round().map_or(0, |it| it.number)), Some(f64::from(rules.rounds)));
    cap("tokens", debate.spent.tokens() as f64, rules.budget_tokens.map(|it| it as f64));
    cap("US dollars", debate.spent.cost.unwrap_or_default(), rules.budget_usd);
    cap("milliseconds", debate.elapsed as f64, rules.deadline_ms.map(|it| it as f64));
    Step::Record(Event::DebateClosed { why, figures })
}
