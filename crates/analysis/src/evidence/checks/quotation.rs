//! Finds quotations verbatim (O-11).
//!
//! White space, case, punctuation and the kind of quotation marks do not count; an ellipsis matches anything. A quotation that is not found
//! may come from elsewhere. It is wrong if the cited text has nearly the same words, or if it is attributed to the cited text and missing
//! there. Not here: quotations of fewer than four words, which are names and irony.
use super::location::Location;
use super::statement::Statement;
use crate::evidence::passages::{Passage, PassageId, Passages};
use crate::evidence::thresholds::{MISQUOTED, QUOTED_WORDS};
use debate::text;
use prose::words::{self, stem};

/// Maximum passages searched per quotation. Ours: a passage with all its words ranks first.
const LOOKED: usize = 8;

/// Maximum tokens of the actual words that are shown.
const SHOWN: usize = 40;

/// The quotations of a text that are long enough.
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

/// A text without its quotations of any length.
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

/// Whether a text denies that the quotation was said: before it, or after it with a verb of saying.
pub(super) fn is_denied(text: &str) -> bool {
    const STANDING: &str = "appear appears stand stands there found plan text document anywhere nowhere written";
    let mut parts = text.splitn(2, |c: char| closing(c).is_some());
    let before = parts.next().unwrap_or_default();
    let behind = outside(text).get(before.len()..).unwrap_or_default().to_owned();
    let is_in = |list: &str, it: &String| list.split_ascii_whitespace().any(|word| word == it);
    let says = || words::of(&behind).iter().any(|it| is_in(SAYING, it) || is_in(STANDING, it));
    Statement::of(before).is_negated || (Statement::of(&behind).is_negated && says())
}

/// Verbs of saying.
const SAYING: &str = "say says said state states stated write writes wrote written read reads note notes noted report reports reported \
    according quote quotes quoted call calls called conclude concludes concluded warn warns warned";

/// Whether a quotation is attributed to a text and does not occur, even with other endings, in any text selected by `is_in`. Quotations
/// with an ellipsis or an insertion are not judged.
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

/// The marks that close an opening mark.
fn closing(open: char) -> Option<&'static str> {
    match open {
        '"' => Some("\""),
        '“' | '”' | '„' => Some("”“"),
        '«' => Some("»"),
        '»' => Some("«"),
        _ => None,
    }
}

/// Finds a quotation in the texts selected by `is_in`.
pub(super) fn find(quotation: &str, passages: &Passages, is_in: impl Fn(usize) -> bool) -> Option<Location> {
    let pieces = pieces(quotation);
    let candidates = passages.search_in(quotation, LOOKED, is_in);
    let found = candidates.into_iter().find(|it| holds(&window(passages, it), &pieces))?;
    let first = pieces.first().map(Vec::as_slice).unwrap_or_default();
    Some(location(passages, found, first))
}

/// The location of words in a passage, or beginning in it.
fn location(passages: &Passages, passage: &Passage, wanted: &[String]) -> Location {
    let (mut all, mut ends) = (Vec::new(), Vec::new());
    for line in passages.text(passage).lines() {
        all.extend(words::of(line));
        ends.push(all.len());
    }
    // They may continue in the next passage.
    let next = PassageId { part: passage.place.part + 1, ..passage.place };
    all.extend(passages.at(next).into_iter().flat_map(|it| words::of(passages.text(it))));
    let at = all.windows(wanted.len().max(1)).position(|it| it == wanted).unwrap_or_default();
    let line = ends.iter().position(|it| at < *it).unwrap_or_default();
    let above = passages.text(passage).lines().take(line + 1).filter(|it| it.starts_with('#')).last();
    Location::of(passages, passage.place, above.map(|it| it.trim_matches(['#', ' '])), line)
}

/// Finds nearly the words of a quotation; returns the location and the actual words. Quotations with an ellipsis or an insertion are not
/// judged.
pub(super) fn misquoted(
    quotation: &str,
    passages: &Passages,
    is_in: impl Fn(usize) -> bool,
) -> Option<(Location, String)> {
    let is_plain = !quotation.contains(['…', '[']) && !quotation.contains("...");
    let wanted = words::of(quotation);
    if !is_plain || wanted.len() < QUOTED_WORDS + 2 {
        return None;
    }
    let near = |passage: &Passage| {
        let window = window(passages, passage);
        let (words, share) = nearest(&window, &wanted)?;
        let found: Vec<String> = words::of(&words);
        (share >= MISQUOTED).then(|| (location(passages, passage, &found), words))
    };
    passages.search_in(quotation, LOOKED, is_in).into_iter().take(2).find_map(near)
}

/// A quotation split at its ellipses, as words.
fn pieces(quotation: &str) -> Vec<Vec<String>> {
    let whole = quotation.replace("[…]", "…").replace("[...]", "…").replace("...", "…");
    whole.split('…').map(words::of).filter(|it| !it.is_empty()).collect()
}

/// The words of a passage and the next: a quotation may span both.
fn window(passages: &Passages, passage: &Passage) -> Vec<String> {
    let mut all = words::of(passages.text(passage));
    let next = PassageId { part: passage.place.part + 1, ..passage.place };
    all.extend(passages.at(next).into_iter().flat_map(|it| words::of(passages.text(it))));
    all
}

/// Whether pieces occur in a text, in order.
fn holds(text: &[String], pieces: &[Vec<String>]) -> bool {
    let mut rest = text;
    pieces.iter().all(|piece| {
        let at = rest.windows(piece.len()).position(|it| it == piece.as_slice());
        rest = at.and_then(|at| rest.get(at + piece.len()..)).unwrap_or_default();
        at.is_some()
    })
}

/// The closest words of a text, and the fraction of wanted words that occur in order. None if they differ only in endings.
fn nearest(text: &[String], wanted: &[String]) -> Option<(String, f64)> {
    let stems: Vec<String> = wanted.iter().map(|it| stem(it)).collect();
    let all: Vec<String> = text.iter().map(|it| stem(it)).collect();
    let (first, last) = (stems.first()?, stems.last()?);
    let mut best: Option<(usize, usize, usize)> = None;
    for (start, _) in all.iter().enumerate().filter(|(_, it)| *it == first) {
        for length in [stems.len().saturating_sub(1), stems.len(), stems.len() + 1] {
            let Some(window) = all.get(start..start + length) else { continue };
            let shared = in_order(window, &stems);
            // A window with the same first and last word is the same passage.
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

/// The length of the longest common subsequence of two word lists.
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
