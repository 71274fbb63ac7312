//! Text into a turn. Reading an answer never fails: it gives a [`Turn`] and what was wrong with it (D-21).
//!
//! Models answer with prose, fences, thoughts, half an object, almost JSON. What is whole is taken, what is not is left out
//! and said to be: no field is made up, no text is cut without a word, and the work is in proportion to the length of the
//! answer. Not here: asking again, and what becomes of a participant that can't be read.
mod cite;
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
mod quoted;
mod references;
mod room;
mod ruling;
mod value;

pub use clerk::{Judgement, aspects, card, clash, cores};
pub use kinds::without_types;
pub use needs::without_needs;
pub use room::room;
pub use ruling::ruling;

use crate::turn::{Flaw, Turn, Vote};
use flaws::Flaws;
use locate::Found;
use value::Object;

/// How much of an answer is looked at, in bytes: some 130,000 tokens, more than models answer with.
pub const TEXT_MOST: usize = 512 << 10;

/// Reads an answer.
pub fn read(text: &str) -> (Turn, Vec<Flaw>) {
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
    let turn = turn(&found.object, &mut flaws);
    (turn, flaws.into_vec())
}

/// How much of what a debate needs an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Not even a position: nothing to go on.
    Nothing,
    /// A position, but no vote, no confidence, or a BLOCKER that states no objection.
    Partial,
    /// All that a round is decided by.
    Whole,
}

/// Grades an answer: what is not whole is worth asking for once more (D-21).
pub fn grade(turn: &Turn) -> Grade {
    let is_stated = turn.vote != Some(Vote::Blocker) || turn.objection.is_some();
    match (&turn.position, turn.vote, turn.confidence) {
        (Some(_), Some(_), Some(_)) if is_stated => Grade::Whole,
        (Some(_), _, _) => Grade::Partial,
        (None, _, _) => Grade::Nothing,
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

fn turn(object: &Object, flaws: &mut Flaws) -> Turn {
    let turn = Turn {
        position: fields::text(object.get("position"), "position", fields::POSITION_MOST, flaws),
        reasoning: fields::reasoning(object.get("reasoning"), flaws),
        confidence: fields::confidence(object.get("confidence"), flaws),
        vote: fields::vote(object.get("vote"), flaws),
        signs: fields::optional_text(object.get("signs"), "signs", flaws),
        objection: fields::optional_text(object.get("objection"), "objection", flaws),
        claims: claims::claims(object.get("claims"), flaws),
        references: references::references(object.get("references"), flaws),
        key_points: fields::key_points(object.get("key_points"), flaws),
        confidence_change: fields::confidence_change(object.get("confidence_change"), flaws),
        stance: fields::stance(object.get("stance"), flaws),
        moves: moves::moves(object.get("moves"), flaws),
        needs: needs::needs(object.get("needs"), flaws),
    };
    claims::check(&turn.claims, &turn.references, flaws);
    for (field, is_missing) in [
        ("position", turn.position.is_none()),
        ("reasoning", turn.reasoning.is_none()),
        ("confidence", turn.confidence.is_none()),
        ("vote", turn.vote.is_none()),
        ("objection", turn.vote == Some(Vote::Blocker) && turn.objection.is_none()),
    ] {
        if is_missing && !flaws.explain(field) {
            flaws.missing(field);
        }
    }
    turn
}
