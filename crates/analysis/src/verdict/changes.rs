//! What would change a verdict: what would falsify it, what is open, and when to come back to it (I-04, E-21).
//!
//! From the argument graph, by rule and in the participants' words. Not here: the whole of why (`argument::Why`).
use super::{Decision, Label, panel};
use crate::argument::{Favoured, What, Why};
use crate::checks::Check;
use crate::exit;
use crate::thresholds::{LEAST_EFFECT, MOST_CRUXES, VERDICT_LOOKS};
use debate::{Debate, Name, Vote};
use serde::Serialize;

/// What would change a verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changes {
    /// What would take away what it rests on, that first which would take most.
    pub falsifiers: Vec<Falsifier>,
    /// What is denied or objected to and bears on it, that first which bears most.
    pub cruxes: Vec<OpenCrux>,
    /// When it should be come back to (E-21).
    pub revisit: Vec<String>,
    /// Which option the arguments favour, beside the one decided for.
    pub favoured: Favoured,
}

/// What would falsify a reason that a decision rests on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Falsifier {
    /// The reason's id.
    pub id: String,
    /// What would falsify it.
    pub falsifier: String,
    /// Whether the arguments would then no longer favour what was decided.
    pub flips: bool,
}

/// Something that is not settled and bears on a decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenCrux {
    /// Its id.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Who says it.
    pub by: Vec<Name>,
    /// Who stands against it.
    pub against: Vec<Name>,
    /// The question that would settle it.
    pub question: String,
    /// By how much the decision's lead would shrink without it; below 0 where it would grow.
    pub effect: f64,
}

/// What would change a debate's verdict, given what was decided.
pub(super) fn of(debate: &Debate, decision: &Decision, checks: &[Check]) -> Changes {
    if decision.label == Label::Insufficient {
        let (falsifiers, cruxes, revisit) = (Vec::new(), Vec::new(), Vec::new());
        return Changes { falsifiers, cruxes, revisit, favoured: Favoured::Nothing };
    }
    let why = Why::of_position(debate, decision.position.as_deref(), checks, VERDICT_LOOKS);
    let falsifiers = why.pillars(MOST_CRUXES).map(|it| Falsifier {
        id: it.id.clone(),
        falsifier: it.falsifier.clone(),
        flips: it.flips,
    });
    // Nobody need stand against an objection for it to be open.
    let open = why.cruxes.iter().filter(|it| !it.against.is_empty() || it.what == What::Objection);
    let mut cruxes: Vec<OpenCrux> = open
        .map(|it| OpenCrux {
            id: it.id.clone(),
            text: it.text.clone(),
            by: it.by.clone(),
            against: it.against.clone(),
            question: it.question.clone(),
            effect: it.effect,
        })
        .collect();
    cruxes.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
    cruxes.truncate(MOST_CRUXES);
    cruxes.extend(panel::cruxes(debate));
    let falsifiers = falsifiers.chain(panel::falsifiers(debate));
    Changes { falsifiers: falsifiers.collect(), cruxes, revisit: revisit(debate, &why), favoured: why.favoured }
}

/// When a decision should be come back to.
fn revisit(debate: &Debate, why: &Why) -> Vec<String> {
    let mut conditions = Vec::new();
    let is_favoured = why.favoured == Favoured::Same;
    if let Some(set) = why.flips.first().filter(|_| is_favoured) {
        let falls = if set.len() == 1 { "falls" } else { "fall together" };
        conditions.push(format!("{} {falls}: the arguments would no longer favour it", set.join(", ")));
    }
    let is_assumed = |id: &str| {
        let place = id.strip_prefix('C').and_then(|it| it.parse::<usize>().ok()?.checked_sub(1));
        let known = place.and_then(|it| debate.registry.claims.get(it));
        known.is_some_and(|it| it.label == debate::Label::Assume)
    };
    let assumed = why.cruxes.iter().filter(|it| it.effect > LEAST_EFFECT && is_assumed(&it.id)).take(MOST_CRUXES);
    let assumed: Vec<&str> = assumed.map(|it| it.id.as_str()).collect();
    if !assumed.is_empty() {
        conditions.push(format!("an assumption it rests on turns out wrong: {}", assumed.join(", ")));
    }
    let spoken = exit::standing(debate).map(|it| it.spoken).unwrap_or_default();
    let objecting = spoken.iter().filter(|it| it.turn.vote.is_some_and(|it| it != Vote::Accept));
    let objections = objecting.filter_map(|it| Some((&it.by, it.turn.objection.as_deref()?)));
    conditions.extend(
        objections
            .take(MOST_CRUXES)
            .map(|(by, it)| format!("{by}'s objection proves right: {}", debate::text::one_line(it))),
    );
    conditions
}
