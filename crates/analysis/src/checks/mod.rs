//! Claims that can be checked without asking anybody (O-11): sums worked out again, quotations found word for word, figures found where
//! they are said to stand.
//!
//! `verified` says that this much of a claim holds, `contradicted` that it does not; both with where. Precision comes first: what could be
//! meant otherwise is `unchecked`, and most claims are. Texts are those that are attached, and what tools brought; nothing is fetched. Not
//! here: what follows from it (`exit`, `verdict`), and whether a claim is true.
mod held;
mod quotation;
mod scan;
mod statement;
mod sums;

use crate::passages::{Passages, Place};
use debate::state::registry::{Known, Registry, SourceKind};
use debate::{Attachment, Debate};
use held::Held;
use serde::Serialize;
use statement::Statement;
use std::fmt;
use std::sync::Arc;
use sums::Sum;

/// What checking a claim came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// Whether it holds.
    pub verdict: Outcome,
    /// What was checked; absent where nothing could be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<How>,
    /// Where: a passage (`S1#3`) or `tool call`; absent where nothing was looked up.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Why, in words.
    pub why: String,
}

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// What could be checked holds.
    Verified,
    /// It does not.
    Contradicted,
    /// Nothing could be checked, or it could not be told.
    Unchecked,
}

impl Outcome {
    /// Its name as people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Verified => "verified",
            Outcome::Contradicted => "contradicted",
            Outcome::Unchecked => "unchecked",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What of a claim was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// A sum was worked out again.
    Arithmetic,
    /// A quotation was looked for.
    Quotation,
    /// A figure was looked for.
    Number,
}

/// Where something stands that no attachment has.
const TOOL_CALL: &str = "tool call";

/// Tools whose results repeat what they were asked: nothing is proved by them.
const REPEATING: [&str; 2] = ["calculate", "fact_check"];

/// What checking each claim of a debate came to, by its place in the registry.
pub fn of(debate: &Debate) -> Vec<Check> {
    of_registry(debate, &debate.registry)
}

/// The same for a registry that is ahead of the debate's own ([`Debate::entered`]).
pub fn of_registry(debate: &Debate, registry: &Registry) -> Vec<Check> {
    let attached = Passages::of(&debate.attached);
    let brought = brought(debate);
    let check = |known: &Known| {
        let cited = known.evidence.iter().filter_map(|it| match registry.evidence.get(*it)?.kind {
            SourceKind::Attached(place) => Some(place),
            SourceKind::Citation => None,
        });
        checked(&known.text, &attached, brought.as_ref(), &cited.collect::<Vec<_>>())
    };
    registry.claims.iter().map(check).collect()
}

/// What checking a statement against attached texts comes to, whichever of them it is of.
pub fn against(statement: &str, attached: &[Arc<Attachment>]) -> Check {
    let all: Vec<usize> = (0..attached.len()).collect();
    checked(statement, &Passages::of(attached), None, &all)
}

/// What tools brought from elsewhere, as texts; none where they brought nothing.
fn brought(debate: &Debate) -> Option<Passages> {
    let uses = debate.rounds.iter().flat_map(|it| it.used.values().flatten()).flat_map(|it| &it.uses);
    let from_elsewhere =
        uses.filter(|it| !it.failed && it.found_in.is_empty() && !REPEATING.contains(&it.tool.as_str()));
    let text = |it: &debate::tool::Use| Arc::new(Attachment { title: it.tool.clone(), text: it.result.clone() });
    let texts: Vec<Arc<Attachment>> = from_elsewhere.map(text).collect();
    (!texts.is_empty()).then(|| Passages::made(&texts))
}

/// Checks a statement all ways: what is contradicted in one is contradicted, else what is verified in one is verified.
fn checked(text: &str, attached: &Passages, brought: Option<&Passages>, cited: &[usize]) -> Check {
    let statement = Statement::of(text);
    let checks = [
        worked_out(text, &statement),
        quoted(text, attached, brought, cited),
        figured(&statement, attached, brought, cited),
    ];
    let mut checks: Vec<Check> = checks.into_iter().flatten().collect();
    checks.sort_by_key(|it| it.verdict != Outcome::Contradicted);
    let unchecked = || {
        let why = "nothing in it can be worked out or looked up here".to_owned();
        Check { verdict: Outcome::Unchecked, how: None, place: None, why }
    };
    checks.into_iter().next().unwrap_or_else(unchecked)
}

fn found(verdict: Outcome, how: How, place: Option<String>, why: String) -> Option<Check> {
    Some(Check { verdict, how: Some(how), place, why })
}

/// Sums. A statement that denies something may deny the sum.
fn worked_out(text: &str, statement: &Statement) -> Option<Check> {
    match sums::of(&scan::tokens(text))? {
        Sum::Right(why) => found(Outcome::Verified, How::Arithmetic, None, why).filter(|_| !statement.is_negated),
        Sum::Wrong(why) => found(Outcome::Contradicted, How::Arithmetic, None, why).filter(|_| !statement.is_negated),
    }
}

/// Quotations: all of them found, or one of them put otherwise by what is cited.
fn quoted(text: &str, attached: &Passages, brought: Option<&Passages>, cited: &[usize]) -> Option<Check> {
    let quotations = quotation::quotations(text);
    let place = |quotation: &str| {
        let in_cited = quotation::find(quotation, attached, |it| cited.contains(&it));
        let anywhere = || quotation::find(quotation, attached, |_| true);
        let elsewhere =
            || brought.and_then(|it| quotation::find(quotation, it, |_| true)).map(|_| TOOL_CALL.to_owned());
        in_cited.or_else(anywhere).map(|it| it.to_string()).or_else(elsewhere)
    };
    let places: Vec<Option<String>> = quotations.iter().map(|it| place(it)).collect();
    let missing = quotations.iter().zip(&places).filter(|(_, place)| place.is_none()).map(|(it, _)| *it);
    for quotation in missing {
        let near = quotation::misquoted(quotation, attached, |it| cited.contains(&it));
        if let Some((place, words)) = near {
            let why = format!("{place} has it otherwise: \"{words}\"");
            return found(Outcome::Contradicted, How::Quotation, Some(place.to_string()), why);
        }
    }
    let first = places.into_iter().collect::<Option<Vec<_>>>()?.into_iter().next()?;
    let why = format!("the words stand in {first}");
    found(Outcome::Verified, How::Quotation, Some(first), why)
}

/// Figures: in what is cited, else in anything that is attached or was brought; only what is cited contradicts.
fn figured(statement: &Statement, attached: &Passages, brought: Option<&Passages>, cited: &[usize]) -> Option<Check> {
    let shown = |place: String, words: &str, verdict: Outcome| {
        let why = format!("{place} says: {}", debate::text::clip(&debate::text::one_line(words), SHOWN));
        found(verdict, How::Number, Some(place), why)
    };
    let in_cited = held::against(statement, attached, |it| cited.contains(&it));
    let verified = |held: Option<Held>| match held {
        Some(Held::Found(place, words)) => Some((place, words)),
        Some(Held::Contrary(..)) | None => None,
    };
    if let Some((place, words)) = verified(in_cited.clone()) {
        return shown(place.to_string(), &words, Outcome::Verified);
    }
    if let Some(Held::Contrary(place, words)) = in_cited {
        return shown(place.to_string(), &words, Outcome::Contradicted);
    }
    let anywhere: Option<(Place, String)> = verified(held::against(statement, attached, |_| true));
    if let Some((place, words)) = anywhere {
        return shown(place.to_string(), &words, Outcome::Verified);
    }
    let (_, words) = verified(brought.and_then(|it| held::against(statement, it, |_| true)))?;
    shown(TOOL_CALL.to_owned(), &words, Outcome::Verified)
}

/// The most that is shown of the words a check rests on, in tokens. Ours: a sentence.
const SHOWN: usize = 50;

#[cfg(test)]
mod tests;
