//! Checks claims without a model (O-11): recomputes sums, finds quotations verbatim, and finds figures in the cited text.
//!
//! `verified` means that the checked part holds, `contradicted` that it does not; both with the location. Precision comes first: ambiguous
//! claims are `unchecked`, and most are. Texts are attachments and tool results; nothing is fetched. Not here: conclusions (`decision`), and
//! whether a claim is true.
mod figures;
mod location;
mod quotation;
mod restated;
mod scan;
mod statement;
mod sums;

use crate::evidence::passages::Passages;
use debate::state::registry::{ClaimRecord, Registry, SourceKind};
use debate::{Attachment, Debate};
use figures::FigureMatch;
use location::Location;
use serde::Serialize;
use statement::Statement;
use std::fmt;
use std::sync::Arc;
use sums::Sum;

/// The result of checking a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The outcome.
    pub verdict: CheckResult,
    /// The checked statement; absent if nothing could be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<How>,
    /// The location: a passage (`S1#3`) or `tool call`; absent if nothing was looked up.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// An explanation.
    pub why: String,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckResult {
    /// The checked part holds.
    Verified,
    /// The checked part is wrong.
    Contradicted,
    /// Nothing could be checked, or the result is unclear.
    Unchecked,
}

impl CheckResult {
    /// Its display name.
    pub fn as_str(self) -> &'static str {
        match self {
            CheckResult::Verified => "verified",
            CheckResult::Contradicted => "contradicted",
            CheckResult::Unchecked => "unchecked",
        }
    }
}

impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The kind of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// A sum was recomputed.
    Arithmetic,
    /// A quotation was searched.
    Quotation,
    /// A figure was searched.
    Number,
}

/// The location of text outside attachments.
const TOOL_CALL: &str = "tool call";

/// Tools whose results repeat their input, and so prove nothing.
const REPEATING: [&str; 2] = ["calculate", "fact_check"];

/// The check of each claim of a debate, by index in the registry.
pub fn of(debate: &Debate) -> Vec<Check> {
    of_registry(debate, &debate.registry)
}

/// The same for a registry that includes the current round ([`Debate::entered`]).
pub fn of_registry(debate: &Debate, registry: &Registry) -> Vec<Check> {
    let attached = Passages::of(&debate.attached);
    let brought = brought(debate);
    let check = |known: &ClaimRecord| {
        let kinds = || known.evidence.iter().filter_map(|it| Some(registry.evidence.get(*it)?.kind));
        let places = kinds().filter_map(|it| match it {
            SourceKind::Attached(place) => Some(place),
            SourceKind::Citation | SourceKind::Tool | SourceKind::Calculation => None,
        });
        let mut places: Vec<usize> = places.collect();
        // Mentioning an attached text by name cites it.
        let named = registry.mentioned(&known.text);
        places.extend(named.iter().map(|(place, _)| *place).filter(|it| !places.contains(it)).collect::<Vec<_>>());
        let others = kinds().filter(|it| !it.is_open()).count();
        let cited = match (places.len(), places.len() + others) {
            (0, _) => Cited::Nothing,
            (here, all) if here < all => Cited::Others(&places),
            (_, _) => Cited::Only(&places),
        };
        let named = named.map(|(_, words)| words).unwrap_or_default();
        checked(&known.text, &named, &attached, brought.as_ref(), cited)
    };
    registry.claims.iter().map(check).collect()
}

/// The sources that a claim names.
#[derive(Clone, Copy)]
enum Cited<'a> {
    /// No attached text.
    Nothing,
    /// Only attached texts.
    Only(&'a [usize]),
    /// Attached texts and unavailable sources.
    Others(&'a [usize]),
    /// Any text.
    Any,
}

impl Cited<'_> {
    /// Whether a text is named, so that it can confirm or contradict the claim.
    fn has(self, place: usize) -> bool {
        match self {
            Cited::Nothing => false,
            Cited::Only(places) | Cited::Others(places) => places.contains(&place),
            Cited::Any => true,
        }
    }

    /// Whether texts that are not named can confirm it too.
    fn is_open(self) -> bool {
        match self {
            Cited::Nothing | Cited::Any => true,
            Cited::Only(_) | Cited::Others(_) => false,
        }
    }

    /// Whether a tool result may be the named source.
    fn may_be_elsewhere(self) -> bool {
        match self {
            Cited::Nothing | Cited::Others(_) => true,
            Cited::Only(_) | Cited::Any => false,
        }
    }
}

/// Checks a statement against all attached texts.
pub fn against(statement: &str, attached: &[Arc<Attachment>]) -> Check {
    checked(statement, "", &Passages::of(attached), None, Cited::Any)
}

/// Tool results from outside as texts; none without any.
fn brought(debate: &Debate) -> Option<Passages> {
    let uses = debate.rounds.iter().flat_map(|it| it.used.values().flatten()).flat_map(|it| &it.uses);
    let from_elsewhere =
        uses.filter(|it| !it.failed && it.found_in.is_empty() && !REPEATING.contains(&it.tool.as_str()));
    let text = |it: &debate::tool::Use| Arc::new(Attachment { title: it.tool.clone(), text: it.result.clone() });
    let texts: Vec<Arc<Attachment>> = from_elsewhere.map(text).collect();
    (!texts.is_empty()).then(|| Passages::made(&texts))
}

/// Runs all checks on a statement, in which `named` names its text: contradicted if any check is, otherwise verified if any is.
fn checked(text: &str, named: &str, attached: &Passages, brought: Option<&Passages>, cited: Cited<'_>) -> Check {
    let statement = Statement::of(text).without(named);
    let checks = [
        worked_out(text, &statement),
        quoted(text, attached, brought, cited),
        figured(&statement, attached, brought, cited),
        restated(text, attached, cited),
    ];
    let mut checks: Vec<Check> = checks.into_iter().flatten().collect();
    checks.sort_by_key(|it| match it.verdict {
        CheckResult::Contradicted => 0,
        CheckResult::Verified => 1,
        CheckResult::Unchecked => 2,
    });
    let unchecked = || {
        let has_something = !statement.figures.is_empty() || !quotation::quotations(text).is_empty();
        let why = if has_something && !attached.sources().is_empty() {
            "no attached text says it, or the contrary, so plainly that it can be told by rule"
        } else {
            "nothing in it can be worked out or looked up here"
        };
        Check { verdict: CheckResult::Unchecked, how: None, place: None, why: why.to_owned() }
    };
    checks.into_iter().next().unwrap_or_else(unchecked)
}

fn found(verdict: CheckResult, how: How, place: Option<String>, why: String) -> Option<Check> {
    Some(Check { verdict, how: Some(how), place, why })
}

/// Recomputes sums. A statement with a negation may deny the sum.
fn worked_out(text: &str, statement: &Statement) -> Option<Check> {
    match sums::of(&scan::tokens(text))? {
        Sum::Right(why) => found(CheckResult::Verified, How::Arithmetic, None, why).filter(|_| !statement.is_negated),
        Sum::Wrong(why) => {
            found(CheckResult::Contradicted, How::Arithmetic, None, why).filter(|_| !statement.is_negated)
        }
    }
}

/// Checks quotations: all found in the cited text, one changed, or one missing. Denied quotations are not checked.
fn quoted(text: &str, attached: &Passages, brought: Option<&Passages>, cited: Cited<'_>) -> Option<Check> {
    let quotations = quotation::quotations(text);
    if quotation::is_denied(text) {
        return None;
    }
    let brought = brought.filter(|_| cited.may_be_elsewhere());
    let place = |quotation: &str| {
        let in_cited = quotation::find(quotation, attached, |it| cited.is_open() || cited.has(it));
        let elsewhere = || brought.and_then(|it| quotation::find(quotation, it, |_| true));
        let in_cited = in_cited.map(|it| (it.place.to_string(), it.to_string()));
        in_cited.or_else(|| elsewhere().map(|_| (TOOL_CALL.to_owned(), TOOL_CALL.to_owned())))
    };
    let places: Vec<Option<(String, String)>> = quotations.iter().map(|it| place(it)).collect();
    let missing = quotations.iter().zip(&places).filter(|(_, place)| place.is_none()).map(|(it, _)| *it);
    for quotation in missing {
        if let Some((location, words)) = quotation::misquoted(quotation, attached, |it| cited.has(it)) {
            let why = format!("{location} has it otherwise: \"{words}\"");
            return found(CheckResult::Contradicted, How::Quotation, Some(location.place.to_string()), why);
        }
        if let Some(location) = quotation::find(quotation, attached, |_| true) {
            let why = format!("not in what it cites; the words stand in {location}");
            return found(CheckResult::Unchecked, How::Quotation, Some(location.place.to_string()), why);
        }
        if let Cited::Only(places) = cited
            && quotation::is_absent(text, quotation, attached, |it| cited.has(it))
        {
            let ids: Vec<String> = places.iter().map(|it| format!("S{}", it + 1)).collect();
            let why = format!("these words are not in {}", ids.join(", "));
            return found(CheckResult::Contradicted, How::Quotation, Some(ids.join(", ")), why);
        }
    }
    let first = places.into_iter().collect::<Option<Vec<_>>>()?.into_iter().next()?;
    let (place, location) = first;
    found(CheckResult::Verified, How::Quotation, Some(place), format!("the words stand in {location}"))
}

/// Finds a statement that a text makes in the same words: a cited text, or any if none is cited.
fn restated(text: &str, attached: &Passages, cited: Cited<'_>) -> Option<Check> {
    let location = restated::find(text, attached, |it| cited.is_open() || cited.has(it))?;
    let why = format!("{location} says it in the same words");
    found(CheckResult::Verified, How::Quotation, Some(location.place.to_string()), why)
}

/// Checks figures in the cited text, or, if no attached text is cited, in all attachments and tool results; only a cited text contradicts.
fn figured(statement: &Statement, attached: &Passages, brought: Option<&Passages>, cited: Cited<'_>) -> Option<Check> {
    let words = |words: &str| debate::text::clip(&debate::text::one_line(words), SHOWN).into_owned();
    let shown = |location: &Location, said: &str, verdict: CheckResult| {
        let why = format!("{location} says: {}", words(said));
        found(verdict, How::Number, Some(location.place.to_string()), why)
    };
    let brought_here = |said: &str| {
        let why = format!("{TOOL_CALL} says: {}", words(said));
        found(CheckResult::Verified, How::Number, Some(TOOL_CALL.to_owned()), why)
    };
    let verified = |held: Option<FigureMatch>| match held {
        Some(FigureMatch::Found(location, words)) => Some((location, words)),
        Some(FigureMatch::Contrary(..)) | None => None,
    };
    match figures::against(statement, attached, |it| cited.has(it)) {
        Some(FigureMatch::Found(location, words)) => return shown(&location, &words, CheckResult::Verified),
        Some(FigureMatch::Contrary(location, words)) => return shown(&location, &words, CheckResult::Contradicted),
        None => {}
    }
    let brought = brought.filter(|_| cited.may_be_elsewhere());
    let elsewhere = || verified(brought.and_then(|it| figures::against(statement, it, |_| true)));
    match verified(figures::against(statement, attached, |_| true)) {
        Some((location, words)) if cited.is_open() => shown(&location, &words, CheckResult::Verified),
        Some((location, said)) => match elsewhere() {
            Some((_, words)) => brought_here(&words),
            None => {
                let why = format!("not in what it cites; {location} says: {}", words(&said));
                found(CheckResult::Unchecked, How::Number, Some(location.place.to_string()), why)
            }
        },
        None => elsewhere().and_then(|(_, words)| brought_here(&words)),
    }
}

/// Maximum tokens of the quoted evidence of a check. Ours: a sentence.
const SHOWN: usize = 50;
