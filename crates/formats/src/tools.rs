//! How participants use tools: when they have any, how many calls a turn may make, and the handling of FACTs that nothing backs (O-10, D-61).
//!
//! Not here: the tools and their execution (`engine`), and their record (`debate::tool`).
use crate::ask::{self, Attempt};
use crate::prompt;
use crate::rounds::{calls_with_review, is_over_budget};
use analysis::evidence::{checks, tool_backing};
use debate::reply::Grade;
use debate::rules::{Enforcement, ToolPolicy};
use debate::state::Exchange;
use debate::{Debate, Flaw, Horizon, Label, Name, Profile, Turn};

/// The tool calls that a turn may make, and how much of them follow-up questions repeat (D-61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Allowance {
    /// The recommended fewest calls.
    pub fewest: u32,
    /// The most calls.
    pub most: u32,
    /// The most tokens of one result.
    pub each: usize,
    /// The most tokens of all calls and results of a turn: text beside calls, names, arguments and results.
    pub all: usize,
}

/// The most calls of a turn where all speak at once (D-61).
const TOGETHER: u32 = 6;
/// The most calls of a turn where participants hear each other (D-61).
const IN_TURN: u32 = 2;
/// The recommended fewest calls (D-61).
const FEWEST: u32 = 1;
/// The most calls of a turn in the lean profile. Ours: a small model that goes on looking does not come back.
const LEAN: u32 = 1;
/// The most tokens of one result. Ours: three passages.
const EACH: usize = 600;
/// The most tokens of all calls and results of a turn. Ours: what a prompt can spare from the rounds before.
const ALL: usize = 1_700;
/// The same where the prompt shows everything that is attached: calculations and checks of statements are short.
const SPARE_ALL: usize = 700;
/// The most tokens of one result in the lean profile. Ours: a passage.
const LEAN_EACH: usize = 250;
/// The most tokens of its calls and results together. Ours: a passage, and the longest call that is kept.
const LEAN_ALL: usize = 600;

/// Whether participants have tools: there is something to look up or a rule sets their use, and no rule forbids them.
pub fn are_offered(debate: &Debate) -> bool {
    debate.rules.tools.map_or(!debate.attached.is_empty(), |it| it.max_calls != Some(0))
}

/// The tool calls that a turn of `who` within `horizon` may make; none without tools, and for a closing ballot (B-05). Rules override the
/// defaults, and a minimum in the rules raises the maximum.
pub fn allowance(debate: &Debate, who: &Name, horizon: Horizon) -> Option<Allowance> {
    let usual = match horizon {
        Horizon::BeforeRound => TOGETHER,
        Horizon::Now => IN_TURN,
    };
    let (min, max) = debate.rules.tools.map_or((None, None), |it| (it.min_calls, it.max_calls));
    let most = max.unwrap_or_else(|| usual.max(min.unwrap_or_default()));
    let allowance = match debate.profile(who) {
        // What the prompt shows need not be looked up: calls for their own sake would take room from what others said.
        Profile::Full if prompt::are_shown_whole(debate) => {
            Allowance { fewest: min.unwrap_or_default(), most, each: EACH, all: SPARE_ALL }
        }
        Profile::Full => Allowance { fewest: min.unwrap_or_else(|| FEWEST.min(most)), most, each: EACH, all: ALL },
        Profile::Lean => Allowance { fewest: 0, most: most.min(LEAN), each: LEAN_EACH, all: LEAN_ALL },
    };
    let is_closing = debate.is_closing();
    (are_offered(debate) && !is_closing).then_some(allowance)
}

/// The same question again with the tool results; none where the budget does not suffice (O-04).
pub fn follow_up(debate: &Debate, ask: &ask::Turn) -> Option<ask::Turn> {
    let used = debate.round().map(|it| it.used_by(&ask.who)).unwrap_or_default();
    let is_enough = used.last().is_none_or(|it| !is_stopped(debate, ask.horizon, it));
    is_enough.then(|| ask::Turn::of(debate, &ask.who, ask.horizon, ask.attempt))
}

/// Whether the budget after a tool request was too small for another call. The participants who were asked in the same batch come first; those
/// stopped before count with them, because the debate then ends with this batch.
pub(crate) fn is_stopped(debate: &Debate, horizon: Horizon, exchange: &Exchange) -> bool {
    let open = match horizon {
        Horizon::BeforeRound => exchange.open,
        Horizon::Now => 1,
    };
    is_over_budget(debate, &exchange.spent, &exchange.dearest, calls_with_review(debate, open) + exchange.held)
}

/// Whether a tool result of this turn states what a claim says. A result found wrong backs nothing, and nothing backs a sum that does not add up.
pub(crate) fn is_found(debate: &Debate, who: &Name, claim: &str) -> bool {
    let exchanges = debate.round().map(|it| it.used_by(who)).unwrap_or_default();
    let mut results = exchanges.iter().flat_map(|it| &it.uses).filter(|it| !(it.failed || it.refuted));
    let is_wrong = || checks::against(claim, &[]).verdict == checks::CheckResult::Contradicted;
    results.any(|it| tool_backing::backs(&it.result, claim)) && !is_wrong()
}

/// Adds one flaw for each FACT that nothing backs, and returns the best grade that the answer can have: under strict rules it is asked for
/// again. Where evidence types are asked for, their check reports such FACTs instead.
pub(crate) fn check(debate: &Debate, ask: &ask::Turn, turn: &Turn, flaws: &mut Vec<Flaw>) -> Grade {
    let rules = &debate.rules;
    let enforcement = rules.tools.map_or(Enforcement::default(), |ToolPolicy { enforcement, .. }| enforcement);
    let is_advice = enforcement == Enforcement::Relaxed || allowance(debate, &ask.who, ask.horizon).is_none();
    if rules.evidence.is_none() && !is_advice {
        let has_source = |cites: &[u32]| turn.references.iter().any(|it| cites.contains(&it.number));
        for (claim, place) in turn.claims.iter().zip(1..).filter(|(it, _)| it.label == Label::Fact) {
            if !(has_source(&claim.cites) || is_found(debate, &ask.who, &claim.text)) {
                flaws.push(Flaw::UnsourcedFact { claim: place });
            }
        }
    }
    let unbacked: Vec<u32> = flaws.iter().filter_map(unbacked).collect();
    flaws.retain(|it| !matches!(it, Flaw::UncitedFact { claim } if unbacked.contains(claim)));
    match (enforcement, ask.attempt) {
        (Enforcement::Strict, Attempt::First) if !unbacked.is_empty() => Grade::Partial,
        (Enforcement::Strict | Enforcement::Normal | Enforcement::Relaxed, _) => Grade::Whole,
    }
}

/// The index of the FACT that a flaw reports as unbacked.
fn unbacked(flaw: &Flaw) -> Option<u32> {
    if let Flaw::UnsourcedFact { claim } | Flaw::UnbackedFact { claim, .. } = flaw { Some(*claim) } else { None }
}
