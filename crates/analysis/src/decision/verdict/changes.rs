//! What would change a verdict: falsifiers, open cruxes, and when to revisit it (I-04, E-21).
//!
//! Derived from the argument graph by rules, in the participants' words. Not here: the full explanation (`argument::Why`).
use super::decided::Decided;
use super::{BasisLine, Opened, claims};
use crate::argument::thresholds::{LEAST_EFFECT, MOST_CRUXES};
use crate::argument::{Favoured, What, Why};
use crate::evidence::backing;
use crate::evidence::checks::Check;
use debate::state::registry::{ClaimRecord, Source, id, place};
use debate::{Debate, Name, Vote};
use serde::Serialize;

/// Conditions that would change a verdict.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changes {
    /// Falsifiers, largest effect first.
    pub falsifiers: Vec<Falsifier>,
    /// Contested claims and objections that affect it, largest effect first.
    pub cruxes: Vec<OpenCrux>,
    /// Conditions for revisiting it (E-21).
    pub revisit: Vec<String>,
    /// The option that the arguments favour, compared with the decision.
    pub favoured: Favoured,
}

/// The falsifier of a reason that supports a decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Falsifier {
    /// The reason's id.
    pub id: String,
    /// The reason's display name: a claim by id, otherwise by author.
    pub called: String,
    /// Findings that would falsify it.
    pub falsifier: String,
    /// Whether the arguments would then no longer favour the decision.
    pub flips: bool,
}

/// An open question that affects a decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenCrux {
    /// Its id.
    pub id: String,
    /// Its display name: a claim by id, otherwise by author.
    pub called: String,
    /// Its text.
    pub text: String,
    /// Its holders.
    pub by: Vec<Name>,
    /// Participants against it.
    pub against: Vec<Name>,
    /// A question that would settle it.
    pub question: String,
    /// The decrease of the decision's margin without it; negative for an increase.
    pub effect: f64,
}

/// Conditions that would change a debate's verdict.
pub(super) fn of(debate: &Debate, decided: Option<&Decided<'_>>, why: Option<&Why>) -> Changes {
    let Some(why) = why else {
        let (falsifiers, cruxes, revisit) = (Vec::new(), Vec::new(), Vec::new());
        return Changes { falsifiers, cruxes, revisit, favoured: Favoured::Nothing };
    };
    // A position without a claim can't be falsified.
    let falsifiers = why.pillars(usize::MAX).filter(|it| it.what != What::Word).take(MOST_CRUXES).map(|it| Falsifier {
        id: it.id.clone(),
        called: it.called(),
        falsifier: it.falsifier.clone(),
        flips: it.flips,
    });
    // An objection is open even if nobody opposes it.
    let open = why.cruxes.iter().filter(|it| !it.against.is_empty() || it.what == What::Objection);
    let mut cruxes: Vec<OpenCrux> = open
        .map(|it| OpenCrux {
            id: it.id.clone(),
            called: it.called(),
            text: it.text.clone(),
            by: it.by.clone(),
            against: it.against.clone(),
            question: it.question.clone(),
            effect: it.effect,
        })
        .collect();
    cruxes.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
    cruxes.truncate(MOST_CRUXES);
    Changes {
        falsifiers: falsifiers.collect(),
        cruxes,
        revisit: revisit(debate, decided, why),
        favoured: why.favoured.clone(),
    }
}

/// Claims and sources that the first screen lists as the basis of a decision. Ours: one line.
const CLAIMS: usize = 3;
const SOURCES: usize = 2;

/// The basis of a decision: its holders' strongest claims, then the sources that most of them cite (E-21).
pub(super) fn rests_on(debate: &Debate, decided: &Decided<'_>, why: &Why, checks: &[Check]) -> Vec<BasisLine> {
    let of = decided.count.of_all();
    let claims = why.pillars(usize::MAX).filter(|it| it.what == What::Claim).take(CLAIMS);
    let known = |at: usize| Some(backing::standing(debate.registry.claims.get(at)?, checks.get(at)));
    let mut resting: Vec<BasisLine> = claims
        .map(|it| BasisLine {
            id: it.id.clone(),
            title: it.text.clone(),
            cited_by: it.by.len(),
            of,
            standing: place('C', &it.id).and_then(known),
        })
        .collect();
    let holders = decided.holders();
    let cites = |it: &&Source| holders.iter().filter(|holder| it.by.contains(holder.name())).count();
    let mut sources: Vec<(usize, &Source)> = debate.registry.evidence.iter().enumerate().collect();
    sources.retain(|(_, it)| cites(it) > 0);
    sources.sort_by_key(|(at, it)| (std::cmp::Reverse(cites(it)), *at));
    resting.extend(sources.into_iter().take(SOURCES).map(|(at, it)| BasisLine {
        id: id('E', at),
        title: it.title.clone(),
        cited_by: it.by.len(),
        of,
        standing: Some(debate.registry.standing_of(at, u32::MAX)),
    }));
    resting
}

/// How many of the holders' claims and sources were opened (E-05).
pub(super) fn opened(debate: &Debate, decided: &Decided<'_>, checks: &[Check]) -> Opened {
    let holders = decided.holders();
    let is_holder = |name: &Name| holders.iter().any(|it| it.name() == name);
    let registry = &debate.registry;
    let is_held = |it: &ClaimRecord| it.after(u32::MAX).is_some_and(|it| it.holding().any(is_holder));
    let claims = registry.claims.iter().enumerate().filter(|(_, it)| is_held(it));
    let sources = registry.evidence.iter().enumerate().filter(|(_, it)| it.by.iter().any(is_holder));
    claims::opened(
        claims.map(|(at, it)| backing::standing(it, checks.get(at))),
        sources.map(|(at, _)| registry.standing_of(at, u32::MAX)),
    )
}

/// Lines on the first screen about what would change a decision. Ours.
const TURNS: usize = 3;

/// What a decision depends on, by its holders' statements (B-16).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Turning {
    /// What would turn it: objections, changes named in closing ballots, reasons without which the arguments would not favour it.
    pub(super) turns: Vec<String>,
    /// Assumptions of its holders, without any one of which the arguments would still favour it.
    pub(super) assumed: Vec<String>,
}

/// What a decision depends on.
pub(super) fn turning(debate: &Debate, decided: &Decided<'_>, why: &Why) -> Turning {
    let mut lines: Vec<String> = Vec::new();
    let mut weakest: Vec<String> = Vec::new();
    let flips = |id: &str| why.cruxes.iter().any(|it| it.flips && it.id == id);
    let holders = decided.holders();
    let blocked = decided.dissent().into_iter().filter(|it| it.vote == Some(Vote::Blocker));
    lines.extend(blocked.filter_map(|it| Some(format!("{}'s objection proves right: {}", it.by, it.objection?))));
    let closing = holders.iter().filter_map(|it| Some((it.name(), it.spoken.turn.would_change.as_ref()?)));
    lines.extend(closing.map(|(by, it)| format!("{} ({by})", debate::text::one_line(it))));
    let mut assumed: Vec<(usize, usize)> = Vec::new();
    for (at, known) in debate.registry.claims.iter().enumerate().filter(|(_, it)| it.label == debate::Label::Assume) {
        let standing = known.after(u32::MAX);
        let held = standing.map_or(0, |it| it.holding().filter(|by| holders.iter().any(|it| it.name() == *by)).count());
        if held > 0 {
            assumed.push((held, at));
        }
    }
    assumed.sort_by_key(|(held, at)| (std::cmp::Reverse(*held), *at));
    for (held, at) in assumed {
        let who =
            if held == holders.len() && held > 1 { "assumed by all".to_owned() } else { format!("assumed by {held}") };
        let text = debate.registry.claims.get(at).map(|it| it.text.as_str()).unwrap_or_default();
        let id = id('C', at);
        let line = format!("{id} proves wrong ({who}): {}", text.trim_end_matches('.'));
        if flips(&id) { lines.push(line) } else { weakest.push(line) }
    }
    let is_named = |lines: &[String], id: &str| lines.iter().any(|it| it.starts_with(&format!("{id} ")));
    for it in why.pillars(MOST_CRUXES).filter(|it| it.flips && it.what == What::Claim) {
        if !is_named(&lines, &it.id) {
            lines.push(format!("{} proves wrong: {}", it.id, it.text.trim_end_matches('.')));
        }
    }
    lines.truncate(TURNS);
    weakest.truncate(TURNS - lines.len());
    Turning { turns: lines, assumed: weakest }
}

/// Conditions for revisiting a decision.
fn revisit(debate: &Debate, decided: Option<&Decided<'_>>, why: &Why) -> Vec<String> {
    let mut conditions = Vec::new();
    let is_favoured = why.favoured == Favoured::Same;
    let is_word = |id: &String| why.cruxes.iter().any(|it| it.id == *id && it.what == What::Word);
    if let Some(set) = why.flips.iter().find(|it| !it.iter().any(is_word)).filter(|_| is_favoured) {
        let proves = if set.len() == 1 { "proves wrong" } else { "prove wrong together" };
        let set: Vec<String> = set.iter().map(|it| why.called(it)).collect();
        conditions.push(format!("{} {proves}: the arguments would no longer favour it", set.join(", ")));
    }
    let is_assumed = |id: &str| {
        let known = place('C', id).and_then(|it| debate.registry.claims.get(it));
        known.is_some_and(|it| it.label == debate::Label::Assume)
    };
    let assumed = why.cruxes.iter().filter(|it| it.effect > LEAST_EFFECT && is_assumed(&it.id)).take(MOST_CRUXES);
    let assumed: Vec<&str> = assumed.map(|it| it.id.as_str()).collect();
    if !assumed.is_empty() {
        conditions.push(format!("an assumption it rests on turns out wrong: {}", assumed.join(", ")));
    }
    let dissent = decided.map(Decided::dissent).unwrap_or_default();
    let objections = dissent.iter().filter_map(|it| Some((&it.by, it.objection.as_deref()?)));
    conditions.extend(
        objections
            .take(MOST_CRUXES)
            .map(|(by, it)| format!("{by}'s objection proves right: {}", debate::text::one_line(it))),
    );
    conditions
}
