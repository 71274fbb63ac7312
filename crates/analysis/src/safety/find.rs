//! Which rules of a table a text meets: its words, then the sets they are in, then the patterns over them. Each step is in proportion
//! to the length of the text.
use super::fold;
use super::table::{Guarded, Pattern, Place, Rule, Table};
use std::ops::ControlFlow;

/// How many words a guard reaches on within its clause. Ours: "refuse to tell people how to".
const GUARD_REACH: u32 = 6;
/// How many words behind a pattern a spare word still undoes it. Ours: "ransomware attacks less profitable".
const SPARE_REACH: u32 = 2;

/// A word of a text.
struct Token {
    from: usize,
    to: usize,
    place: u32,
    clause: u32,
    opens: bool,
}

/// A word or phrase of the table, found in a text.
struct Hit {
    sets: u128,
    first: u32,
    last: u32,
    clause: u32,
    opens: bool,
}

/// The rules that a text meets, each once, in the order of the table's patterns.
pub(super) fn rules(table: &Table, text: &str) -> Vec<Rule> {
    let hits = hits(table, text);
    let all = hits.iter().fold(0, |all, it| all | it.sets);
    let is_possible = |it: &&Pattern| it.parts.iter().all(|part| all & part.set != 0);
    let mut met: Vec<Rule> = Vec::new();
    for pattern in table.patterns.iter().filter(is_possible) {
        if let Some(rule) = table.rules.get(pattern.rule).filter(|it| !met.contains(it))
            && is_met(table, pattern, &hits)
        {
            met.push(*rule);
        }
    }
    met
}

fn hits(table: &Table, text: &str) -> Vec<Hit> {
    let mut letters: Vec<u8> = Vec::new();
    let mut tokens: Vec<Token> = Vec::new();
    fold::words(text, |word| {
        let from = letters.len();
        letters.extend_from_slice(word.letters);
        let (place, clause, opens) = (word.place, word.clause, word.opens);
        tokens.push(Token { from, to: letters.len(), place, clause, opens });
        ControlFlow::Continue(())
    });
    let spelled = |token: &Token| letters.get(token.from..token.to).unwrap_or_default();
    let mut hits: Vec<Hit> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        for entry in table.entries(fold::key(spelled(token))) {
            let following = tokens.get(at..at + entry.words.len()).unwrap_or_default();
            let is_same = following.len() == entry.words.len()
                && following.iter().zip(&entry.words).all(|(token, form)| form.is(spelled(token)));
            let last = following.last().map_or(token.place, |it| it.place);
            // A phrase does not go on behind a full stop.
            if is_same && (last - token.place) as usize <= entry.words.len() {
                let (first, clause, opens) = (token.place, token.clause, token.opens);
                hits.push(Hit { sets: entry.sets, first, last, clause, opens });
            }
        }
    }
    hits
}

/// Whether the parts of a pattern follow each other in the text. For each part the latest place where all up to it were found is
/// enough to know: whatever comes next is nearest to that.
fn is_met(table: &Table, pattern: &Pattern, hits: &[Hit]) -> bool {
    let mut found: Vec<Option<u32>> = vec![None; pattern.parts.len()];
    let mut guard: Option<(u32, u32)> = None;
    let mut rest = hits;
    // Words and phrases that begin at one place are looked at together: one must not follow on the other.
    for same in hits.chunk_by(|a, b| a.first == b.first) {
        rest = rest.get(same.len()..).unwrap_or_default();
        let guarding = same.iter().find(|it| pattern.guarded == Guarded::Yes && it.sets & table.guard != 0);
        if let Some(hit) = guarding {
            found.iter_mut().for_each(|it| *it = None);
            guard = Some((hit.clause, hit.last));
            continue;
        }
        for (index, part) in pattern.parts.iter().enumerate().rev() {
            let is_first = index == 0;
            let before = index.checked_sub(1).and_then(|it| found.get(it).copied().flatten());
            let follows = |it: &&Hit| {
                let is_guarded =
                    guard.is_some_and(|(clause, last)| clause == it.clause && it.first <= last + GUARD_REACH);
                let is_near = before.is_some_and(|before| it.first > before && it.first - before <= part.within);
                if is_first { !is_guarded } else { is_near }
            };
            let is_one = |it: &&Hit| it.sets & part.set != 0 && (part.place == Place::Anywhere || it.opens);
            let mut ones = same.iter().filter(is_one).filter(follows);
            if index + 1 == pattern.parts.len() {
                if ones.any(|it| !is_spared(table, pattern, rest, it.last)) {
                    return true;
                }
            } else if let Some(last) = ones.map(|it| it.last).max() {
                found.iter_mut().skip(index).take(1).for_each(|it| *it = Some(last));
            }
        }
    }
    false
}

/// Whether what follows on a pattern undoes it.
fn is_spared(table: &Table, pattern: &Pattern, following: &[Hit], last: u32) -> bool {
    let mut near = following.iter().take_while(|it| it.first <= last.saturating_add(SPARE_REACH));
    pattern.guarded == Guarded::Yes && near.any(|it| it.first > last && it.sets & table.spare != 0)
}
