//! How participants use their tools: when they have any, how often they may call them in a turn, and what becomes of a FACT that nothing
//! backs (O-10, D-61).
//!
//! Not here: the tools themselves and the running of them (`engine`), and what is remembered of them (`debate::tool`).
use crate::rounds::is_over_budget;
use crate::step::{Ask, Script};
use analysis::found;
use debate::reply::Grade;
use debate::rules::{Enforcement, ToolPolicy};
use debate::state::Exchange;
use debate::{CallId, Debate, Flaw, Horizon, Label, Name, Profile, Turn};

/// What a turn may call, and how much may come back (D-61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Allowance {
    /// The fewest calls that are advised.
    pub fewest: u32,
    /// The most calls.
    pub most: u32,
    /// The most tokens of one result.
    pub each: usize,
    /// The most tokens of all results of a turn.
    pub all: usize,
}

/// The most calls of a turn where all speak at once (D-61).
const TOGETHER: u32 = 6;
/// The most calls of a turn where one hears the others (D-61).
const IN_TURN: u32 = 2;
/// The fewest calls that are advised (D-61).
const FEWEST: u32 = 1;
/// The most calls of a turn of a participant that is asked in few words. Ours: a small model that goes on looking does not come back.
const LEAN: u32 = 1;
/// The most tokens of one result. Ours: three passages.
const EACH: usize = 600;
/// The most tokens of all results of a turn. Ours: what a prompt can spare of the rounds before.
pub(crate) const ALL: usize = 1_500;
/// The most tokens of a result for a participant that is asked in few words. Ours: a passage.
const LEAN_EACH: usize = 250;

/// Whether participants have tools: there is something to look up, or a rule says how they are used, and none that they are not.
pub fn are_offered(debate: &Debate) -> bool {
    debate.rules.tools.map_or(!debate.attached.is_empty(), |it| it.max_calls > 0)
}

/// What somebody who is asked within `horizon` may call in a turn; nothing where there are no tools.
pub fn allowance(debate: &Debate, who: &Name, horizon: Horizon) -> Option<Allowance> {
    let usual = match horizon {
        Horizon::BeforeRound => TOGETHER,
        Horizon::Now => IN_TURN,
    };
    let most = debate.rules.tools.map_or(usual, |it| it.max_calls);
    let fewest = debate.rules.tools.map_or(FEWEST, |it| it.min_calls);
    let allowance = match debate.profile(who) {
        Profile::Full => Allowance { fewest, most, each: EACH, all: ALL },
        Profile::Lean => Allowance { fewest: 0, most: most.min(LEAN), each: LEAN_EACH, all: LEAN_EACH },
    };
    are_offered(debate).then_some(allowance)
}

/// The same question once more, now that tools have said what they were asked; none if there is not enough left for it (O-04).
pub fn follow_up(debate: &Debate, ask: &Ask) -> Option<Ask> {
    let used = debate.round().map(|it| it.used_by(&ask.who)).unwrap_or_default();
    let is_enough = used.last().is_none_or(|it| !is_stopped(debate, it));
    is_enough.then(|| Ask { call: call(debate, ask.round, &ask.who, ask.script), ..ask.clone() })
}

/// Whether what was left after a request for tools was not enough for another call.
pub(crate) fn is_stopped(debate: &Debate, exchange: &Exchange) -> bool {
    is_over_budget(debate, &exchange.spent, &exchange.dearest, 1)
}

/// The id of a question to a participant, with what its tools said so far.
pub(crate) fn call(debate: &Debate, round: u32, who: &Name, script: Script) -> CallId {
    let call = match script {
        Script::Turn => CallId::turn(round, who),
        Script::Again => CallId::again(round, who),
        Script::Review => return CallId::review(round, who),
    };
    call.with_tools(debate.round().map_or(0, |it| it.used_by(who).len()))
}

/// Looks for FACTs that nothing backs; gives the best grade that the answer can then have.
pub(crate) fn check(debate: &Debate, ask: &Ask, turn: &Turn, flaws: &mut Vec<Flaw>) -> Grade {
    let enforcement = debate.rules.tools.map_or(Enforcement::default(), |ToolPolicy { enforcement, .. }| enforcement);
    if enforcement == Enforcement::Relaxed || allowance(debate, &ask.who, ask.horizon).is_none() {
        return Grade::Whole;
    }
    let exchanges = debate.round().map(|it| it.used_by(&ask.who)).unwrap_or_default();
    let results = exchanges.iter().flat_map(|it| &it.uses).filter(|it| !it.failed);
    let has_source = |cites: &[u32]| turn.references.iter().any(|it| cites.contains(&it.number));
    let before = flaws.len();
    for (claim, place) in turn.claims.iter().zip(1..) {
        let is_backed = has_source(&claim.cites) || results.clone().any(|it| found::backs(&it.result, &claim.text));
        if claim.label == Label::Fact && !is_backed {
            flaws.push(Flaw::UnsourcedFact { claim: place });
        }
    }
    match (enforcement, ask.script) {
        (Enforcement::Strict, Script::Turn) if flaws.len() > before => Grade::Partial,
        (Enforcement::Strict | Enforcement::Normal | Enforcement::Relaxed, _) => Grade::Whole,
    }
}
