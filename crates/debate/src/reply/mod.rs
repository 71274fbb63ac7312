//! Parses a model's output into a turn. Parsing never fails: it returns a [`Turn`] and its flaws (D-21).
//!
//! Models answer with prose, fences, reasoning, truncated objects and malformed JSON. Complete values are kept, others are dropped and
//! recorded as flaws: no field is invented, no text is cut without a flaw, and the work is linear in the length. Not here: asking again,
//! and participants whose answers can't be parsed.
mod ballot;
pub(crate) mod cite;
mod claims;
mod clerk;
mod cursor;
mod fields;
mod flaws;
mod kinds;
mod last;
mod lenient;
mod locate;
mod moves;
mod needs;
mod questions;
mod quoted;
mod references;
mod room;
mod ruling;
mod sections;
mod value;

pub use clerk::{Judgement, NO_VIEW, aspects, card, clash, contradictions, cores, crux_answers};
pub use kinds::without_types;
pub use needs::without_needs;
pub use questions::ALL;
pub use room::room;
pub use ruling::{ruling, rulings};
pub use sections::VULNERABILITIES;

use crate::ballot::{Cast, Paper};
use crate::turn::{Flaw, Turn};
use flaws::Flaws;
use locate::Found;
use value::Object;

/// How much of an answer is parsed, in bytes: some 130,000 tokens, more than models produce.
pub const TEXT_MOST: usize = 512 << 10;

/// Parses an answer to a question without a ballot.
pub fn read(text: &str) -> (Turn, Vec<Flaw>) {
    read_on(text, None)
}

/// Parses an answer to a question with this ballot paper.
pub fn read_on(text: &str, paper: Option<&Paper>) -> (Turn, Vec<Flaw>) {
    read_in(text, paper, &[])
}

/// Parses an answer to a question with this ballot paper that asks for reasoning in these sections (D-10).
pub fn read_in(text: &str, paper: Option<&Paper>, sections: &[String]) -> (Turn, Vec<Flaw>) {
    let mut flaws = Flaws::default();
    let text = if text.len() > TEXT_MOST {
        flaws.too_long("answer");
        text.get(..text.floor_char_boundary(TEXT_MOST)).unwrap_or_default()
    } else {
        text
    };
    let Some(found) = locate::locate(text) else {
        flaws.add(Flaw::NoObject);
        return (Turn::default(), flaws.into_vec());
    };
    note(&found, &mut flaws);
    let turn = turn(&found.object, paper, sections, &mut flaws);
    (turn, flaws.into_vec())
}

/// How complete an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Neither a position nor a ballot.
    Nothing,
    /// Without a ballot or a confidence that was asked for, or without a required section (D-10).
    Partial,
    /// Complete.
    Whole,
}

/// Grades an answer by its paper; a partial one is asked for once more (D-21, B-23).
pub fn grade(turn: &Turn, paper: Option<&Paper>, flaws: &[Flaw]) -> Grade {
    let is_told = |paper: &Paper| {
        let is_cast = turn.ballot.is_some() && !flaws.iter().any(|it| matches!(it, Flaw::Headline { .. }));
        !paper.is_asked() || (is_cast && (turn.confidence.is_some() || !paper.has_confidence()))
    };
    // A missing section or mitigation is asked for too (D-10).
    let is_complete = !flaws.iter().any(|it| matches!(it, Flaw::MissingSection { .. } | Flaw::Unmitigated { .. }));
    let has_position = turn.position.is_some() || paper.is_some_and(|it| it.is_closing);
    match paper {
        _ if turn.position.is_none() && turn.ballot.is_none() => Grade::Nothing,
        Some(paper) if !(has_position && is_told(paper)) => Grade::Partial,
        Some(_) | None if !is_complete => Grade::Partial,
        Some(_) | None => Grade::Whole,
    }
}

fn note(found: &Found, flaws: &mut Flaws) {
    let is_repeated = locate::FIELDS.iter().any(|field| found.object.count(field) > 1);
    for (is_so, flaw) in [
        (found.is_wrapped, Flaw::Wrapped),
        (found.is_malformed || is_repeated, Flaw::Malformed),
        (found.is_truncated, Flaw::Truncated),
    ] {
        if is_so {
            flaws.add(flaw);
        }
    }
}

fn turn(object: &Object, paper: Option<&Paper>, sections: &[String], flaws: &mut Flaws) -> Turn {
    let (reasoning, vulnerabilities) = sections::reasoning(object, sections, flaws);
    let references = references::references(object.get("references"), flaws);
    let mut turn = Turn {
        position: fields::text(object.get("position"), "position", fields::POSITION_MOST, flaws),
        reasoning,
        vulnerabilities,
        confidence: fields::confidence(object.get("confidence"), flaws),
        claims: claims::claims(object.get("claims"), &references, flaws),
        references,
        key_points: fields::key_points(object.get("key_points"), flaws),
        confidence_change: fields::confidence_change(object.get("confidence_change"), flaws),
        stance: fields::stance(object.get("stance"), flaws),
        moves: moves::moves(object.get("moves"), flaws),
        questions: questions::questions(object.get("questions"), flaws),
        needs: needs::needs(object.get("needs"), flaws),
        would_change: fields::optional_text(object.get("would_change"), "would_change", flaws),
        ..Turn::default()
    };
    if let Some(paper) = paper {
        voted(object, paper, &mut turn, flaws);
    }
    claims::check(&turn.claims, &turn.references, flaws);
    for (field, is_missing) in [
        ("position", turn.position.is_none() && !paper.is_some_and(|it| it.is_closing)),
        ("reasoning", turn.reasoning.is_none() && sections.is_empty()),
        ("confidence", turn.confidence.is_none() && paper.is_none_or(Paper::has_confidence)),
        ("ballot", turn.ballot.is_none() && paper.is_some_and(Paper::is_asked)),
    ] {
        if is_missing && !flaws.explain(field) {
            flaws.missing(field);
        }
    }
    turn
}

/// Fields of questions with a ballot paper.
fn voted(object: &Object, paper: &Paper, turn: &mut Turn, flaws: &mut Flaws) {
    turn.ballot = ballot::cast(object.get("ballot"), paper, flaws);
    let own = match &turn.ballot {
        Some(Cast::Option(letter)) => Some(*letter),
        Some(Cast::Estimate(estimate)) => {
            // The probability of the interval is the confidence (B-02).
            turn.confidence = Some(estimate.sure);
            None
        }
        Some(Cast::Headline(_)) | None => None,
    };
    if !paper.held.is_empty() {
        turn.others = ballot::others(object.get("others"), paper, own, flaws);
    }
    turn.ranking = ballot::ranking(object.get("ranking"), paper, flaws);
    let (terms, taken) = ballot::terms(object.get("terms"), paper, flaws);
    turn.terms = terms;
    turn.on_terms = ballot::on_terms(object.get("on_terms"), paper, flaws);
    turn.on_terms.extend(taken);
    turn.because = ballot::because(object.get("because"), turn.claims.len(), flaws);
    if !paper.is_asked() {
        // A participant that argues an assigned side has no confidence (B-05).
        turn.confidence = None;
        turn.confidence_change = None;
    }
}
