//! Words in quotation marks, looked for word for word (O-11).
//!
//! White space, case, punctuation and kinds of quotation marks don't count; an ellipsis stands for anything. A quotation that is not found
//! may be of something else. It is wrong where the text it cites has nearly these words, and others, or where it is said to be somebody's
//! words and the text it cites has them not. Not here: quotations of fewer than four words, which are names and ironies.
use super::spot::Spot;
use super::statement::Statement;
use crate::evidence::passages::{Passage, Passages, Place};
use crate::evidence::thresholds::{MISQUOTED, QUOTED_WORDS};
use debate::text;
use prose::words::{self, stem};

/// How many passages are looked through for one quotation. Ours: the one that has all its words is among the first.
const LOOKED: usize = 8;

/// The longest passage that is shown in place of a quotation, in tokens.
const SHOWN: usize = 40;

/// The quotations in a text that are long enough.
pub(super) fn quotations(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((at, open)) = rest.char_indices().find(|(_, c)| closing(*c).is_some()) {
        let inside = rest.get(at + open.len_utf8()..).unwrap_or_default();
        let is_end = |c: char| closing(open).is_some_and(|it| it.contains(c));
        let Some((quotation, after)) = inside.split_once(is_end) else { break };
        if words::of(quotation).len() >= QUOTED_WORDS {
            found.push(quotation);
        }
        rest = after;
    }
    found
}

/// A text without what stands in quotation marks, however short.
pub(super) fn outside(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((at, open)) = rest.char_indices().find(|(_, c)| closing(*c).is_some()) {
        let (before, inside) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        out.push(' ');
        let is_end = |c: char| closing(open).is_some_and(|it| it.contains(c));
        let Some((_, after)) = inside.get(open.len_utf8()..).and_then(|it| it.split_once(is_end)) else { return out };
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Whether somebody denies that what it quotes was said: before a quotation, or behind it with a word of saying or standing.
pub(super) fn is_denied(text: &str) -> bool {
    const STANDING: &str = "appear appears stand stands there found plan text document anywhere nowhere written";
    let mut parts = text.splitn(2, |c: char| closing(c).is_some());
    let before = parts.next().unwrap_or_default();
    let behind = outside(text).get(before.len()..).unwrap_or_default().to_owned();
    let is_in = |list: &str, it: &String| list.split_ascii_whitespace().any(|word| word == it);
    let says = || words::of(&behind).iter().any(|it| is_in(SAYING, it) || is_in(STANDING, it));
    Statement::of(before).is_negated || (Statement::of(&behind).is_negated && says())
}

/// Words that say that what is quoted was said or written.
const SAYING: &str = "say says said state states stated write writes wrote written read reads note notes noted report reports reported \
    according quote quotes quoted call calls called conclude concludes concluded warn warns warned";

/// Whether a quotation is said to be somebody's words and stands, not even with other endings, in none of the texts that `is_in` takes. One
/// with an ellipsis or an insertion is anybody's guess.
pub(super) fn is_absent(text: &str, quotation: &str, passages: &Passages, is_in: impl Fn(usize) -> bool) -> bool {
    let is_plain = !quotation.contains(['…', '[']) && !quotation.contains("...");
    let is_said = words::of(&outside(text)).iter().any(|it| SAYING.split_ascii_whitespace().any(|word| word == it));
    let wanted: Vec<String> = words::of(quotation).iter().map(|it| stem(it)).collect();
    let has = |passage: &Passage| {
        let stems: Vec<String> = window(passages, passage).iter().map(|it| stem(it)).collect();
        holds(&stems, std::slice::from_ref(&wanted))
    };
    is_plain && is_said && !passages.search_in(quotation, LOOKED, is_in).into_iter().any(has)
}

/// The marks that close what a mark opens.
fn closing(open: char) -> Option<&'static str> {
    match open {
        '"' => Some("\""),
        '“' | '”' | '„' => Some("”“"),
        '«' => Some("»"),
        '»' => Some("«"),
        _ => None,
    }
}

/// Looks for a quotation in the texts that `is_in` takes.
pub(super) fn find(quotation: &str, passages: &Passages, is_in: impl Fn(usize) -> bool) -> Option<Spot> {
    let pieces = pieces(quotation);
    let candidates = passages.search_in(quotation, LOOKED, is_in);
    let found = candidates.into_iter().find(|it| holds(&window(passages, it), &pieces))?;
    let first = pieces.first().map(Vec::as_slice).unwrap_or_default();
    Some(spot(passages, found, first))
}

/// Where words stand that are in a passage or begin in it.
fn spot(passages: &Passages, passage: &Passage, wanted: &[String]) -> Spot {
    let (mut all, mut ends) = (Vec::new(), Vec::new());
    for line in passages.text(passage).lines() {
        all.extend(words::of(line));
        ends.push(all.len());
    }
    // They may go on in the next part.
    let next = Place { part: passage.place.part + 1, ..passage.place };
    all.extend(passages.at(next).into_iter().flat_map(|it| words::of(passages.text(it))));
    let at = all.windows(wanted.len().max(1)).position(|it| it == wanted).unwrap_or_default();
    let line = ends.iter().position(|it| at < *it).unwrap_or_default();
    let above = passages.text(passage).lines().take(line + 1).filter(|it| it.starts_with('#')).last();
    Spot::of(passages, passage.place, above.map(|it| it.trim_matches(['#', ' '])), line)
}

/// Looks for nearly the words of a quotation, where not all of them are there; says where, and which stand there. One with an ellipsis or an insertion is anybody's guess.
pub(super) fn misquoted(quotation: &str, passages: &Passages, is_in: impl Fn(usize) -> bool) -> Option<(Spot, String)> {
    let is_plain = !quotation.contains(['…', '[']) && !quotation.contains("...");
    let wanted = words::of(quotation);
    if !is_plain || wanted.len() < QUOTED_WORDS + 2 {
        return None;
    }
    let near = |passage: &Passage| {
        let window = window(passages, passage);
        let (words, share) = nearest(&window, &wanted)?;
        let found: Vec<String> = words::of(&words);
        (share >= MISQUOTED).then(|| (spot(passages, passage, &found), words))
    };
    passages.search_in(quotation, LOOKED, is_in).into_iter().take(2).find_map(near)
}

/// A quotation between its ellipses, each piece in words.
fn pieces(quotation: &str) -> Vec<Vec<String>> {
    let whole = quotation.replace("[…]", "…").replace("[...]", "…").replace("...", "…");
    whole.split('…').map(words::of).filter(|it| !it.is_empty()).collect()
}

/// The words of a passage and the one behind it: a quotation may begin in the one and end in the other.
fn window(passages: &Passages, passage: &Passage) -> Vec<String> {
    let mut all = words::of(passages.text(passage));
    let next = Place { part: passage.place.part + 1, ..passage.place };
    all.extend(passages.at(next).into_iter().flat_map(|it| words::of(passages.text(it))));
    all
}

/// Whether pieces stand in a text, one behind the other.
fn holds(text: &[String], pieces: &[Vec<String>]) -> bool {
    let mut rest = text;
    pieces.iter().all(|piece| {
        let at = rest.windows(piece.len()).position(|it| it == piece.as_slice());
        rest = at.and_then(|at| rest.get(at + piece.len()..)).unwrap_or_default();
        at.is_some()
    })
}

/// The words of a text that are nearest to those wanted, and the share of those that are there in their order. None where they differ in
/// endings alone.
fn nearest(text: &[String], wanted: &[String]) -> Option<(String, f64)> {
    let stems: Vec<String> = wanted.iter().map(|it| stem(it)).collect();
    let all: Vec<String> = text.iter().map(|it| stem(it)).collect();
    let (first, last) = (stems.first()?, stems.last()?);
    let mut best: Option<(usize, usize, usize)> = None;
    for (start, _) in all.iter().enumerate().filter(|(_, it)| *it == first) {
        for length in [stems.len().saturating_sub(1), stems.len(), stems.len() + 1] {
            let Some(window) = all.get(start..start + length) else { continue };
            let shared = in_order(window, &stems);
            // What begins and ends alike is the same passage.
            if window.last() == Some(last) && best.is_none_or(|(_, _, most)| shared > most) {
                best = Some((start, length, shared));
            }
        }
    }
    let (start, length, shared) = best?;
    let differs = shared < stems.len() || length != stems.len();
    let found = text.get(start..start + length)?.join(" ");
    differs.then(|| (text::clip(&found, SHOWN).into_owned(), shared as f64 / stems.len().max(length) as f64))
}

/// How many words of two lists stand in both in the same order.
fn in_order(a: &[String], b: &[String]) -> usize {
    let mut row = vec![0_usize; b.len() + 1];
    for one in a {
        let mut diagonal = 0;
        for (at, other) in b.iter().enumerate() {
            let above = row.get(at + 1).copied().unwrap_or_default();
            let left = row.get(at).copied().unwrap_or_default();
            let best = if one == other { diagonal + 1 } else { above.max(left) };
            if let Some(cell) = row.get_mut(at + 1) {
                *cell = best;
            }
            diagonal = above;
        }
    }
    row.last().copied().unwrap_or_default()
}
