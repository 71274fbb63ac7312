//! Resolves references to claims of the same answer: "claim 2" becomes "C7" once the claim has that id (D-20).
//!
//! The log keeps the original text; all displays show ids. Not here: assigning ids (`registry`).
use super::registry::{Critique, Registry, id};
use super::{Round, Spoken};
use std::cell::Cell;

/// Replaces indices by ids in the turns of an entered round and in the registry. A claim that refers to another claim of its answer follows
/// from it.
pub(super) fn resolve(round: &mut Round, registry: &mut Registry) {
    let number = round.number;
    for Spoken { by, turn, claims, .. } in &mut round.spoken {
        if claims.is_empty() {
            continue;
        }
        for (place, it) in claims.iter().zip(&turn.claims) {
            let named = resolved(&it.text, claims).map(|(_, named)| named).unwrap_or_default();
            let Some(known) = registry.claims.get_mut(*place) else { continue };
            for other in named.into_iter().filter(|it| it != place) {
                if !known.from.contains(&other) {
                    known.from.push(other);
                }
            }
        }
        let is_changed = Cell::new(false);
        let mut change = |text: &mut String| {
            if let Some((told, _)) = resolved(text, claims) {
                *text = told;
                is_changed.set(true);
            }
        };
        // The text of a headline must stay as it was cast.
        let ballot = turn.ballot.take();
        turn.each_text(&mut change);
        turn.ballot = ballot;
        turn.because.iter_mut().filter_map(|it| it.id.as_mut()).for_each(&mut change);
        if !is_changed.get() {
            continue;
        }
        for known in &mut registry.claims {
            if known.introduced == number && known.by.first() == Some(by) {
                change(&mut known.text);
            }
            for touch in known.touches.iter_mut().filter(|it| it.round == number && it.by == *by) {
                touch.why.iter_mut().for_each(&mut change);
                let Some(Critique { assessment, counter, synthesis }) = &mut touch.critique else { continue };
                let counter = counter.as_mut().map(|it| &mut it.text);
                [assessment.as_mut(), counter, synthesis.as_mut()].into_iter().flatten().for_each(&mut change);
            }
        }
        let touches = registry.terms.iter_mut().flat_map(|it| &mut it.touches);
        let own = touches.filter(|it| it.round == number && it.by == *by);
        own.filter_map(|it| it.why.as_mut()).for_each(&mut change);
    }
}

/// A text with ids in place of claim indices, and the registry indices of these claims; none if it refers to none. `claims` holds the
/// registry indices of the answer's claims.
fn resolved(text: &str, claims: &[usize]) -> Option<(String, Vec<usize>)> {
    let (mut told, mut named, mut rest) = (String::new(), Vec::new(), text);
    while let Some((before, mention)) = next(rest) {
        let is_word = !before.ends_with(|c: char| c.is_alphanumeric());
        let read = numbers(mention).filter(|_| is_word);
        let places = read.as_ref().and_then(|(numbers, _)| {
            numbers.iter().map(|it| claims.get(it.checked_sub(1)?).copied()).collect::<Option<Vec<usize>>>()
        });
        told.push_str(before);
        rest = match (places, read) {
            (Some(places), Some((_, after))) => {
                let ids: Vec<String> = places.iter().map(|it| id('C', *it)).collect();
                told.push_str(&ids.join(", "));
                named.extend(places);
                after
            }
            (_, _) => {
                let (word, after) = mention.split_at_checked(WORD.len()).unwrap_or((mention, ""));
                told.push_str(word);
                after
            }
        };
    }
    told.push_str(rest);
    (!named.is_empty()).then_some((told, named))
}

const WORD: &str = "claim";

/// Splits a text before the next mention of a claim.
fn next(text: &str) -> Option<(&str, &str)> {
    let is_here = |at: &usize| text.get(*at..at + WORD.len()).is_some_and(|it| it.eq_ignore_ascii_case(WORD));
    let at = text.match_indices(['c', 'C']).map(|(at, _)| at).find(is_here)?;
    text.split_at_checked(at)
}

/// The numbers after the word, and the rest: `claim 2`, `claims 1, 2 and 4`, `claims 1-3`.
fn numbers(mention: &str) -> Option<(Vec<usize>, &str)> {
    let after = mention.get(WORD.len()..)?;
    let (is_many, after) = match after.strip_prefix(['s', 'S']) {
        Some(after) => (true, after),
        None => (false, after),
    };
    let (first, mut rest) = number(after.strip_prefix(' ')?)?;
    let mut numbers = vec![first];
    const BETWEEN: [&str; 7] = [", and ", ", or ", ", ", " and ", " or ", "-", "–"];
    while let Some((mark, (number, after))) =
        BETWEEN.iter().filter(|_| is_many).find_map(|it| Some((*it, number(rest.strip_prefix(it)?)?)))
    {
        let from = numbers.last().copied().unwrap_or(number);
        let is_range = matches!(mark, "-" | "–") && (from..=from + MOST).contains(&number);
        numbers.extend(if is_range { from + 1..=number } else { number..=number });
        rest = after;
    }
    Some((numbers, rest))
}

/// Maximum length of a range. Ours: the maximum number of claims in an answer.
const MOST: usize = 20;

/// The integer at the start of a text, and the rest.
fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    let is_decimal = rest.strip_prefix(['.', ',']).is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    let is_part = is_decimal || rest.starts_with(|c: char| c.is_alphanumeric() || c == '%');
    digits.parse().ok().filter(|_| !is_part).map(|it| (it, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-20: a claim named by its index is shown by id; other numbers stay.
    #[test]
    fn places_become_ids() {
        let claims = [6, 2, 9];
        for (text, told) in [
            ("It follows from claim 2.", "It follows from C3."),
            ("Claim 1's figure, and claim 3", "C7's figure, and C10"),
            ("See claims 1, 2 and 3; also claims 1-3.", "See C7, C3, C10; also C7, C3, C10."),
            ("claims 1 and 4", "claims 1 and 4"),
            ("An insurance claim 4 of them reclaim 2 of claim 2.5 or claim 2%", ""),
            ("The claim that 2 hold; claimants 2", ""),
            ("Klage 2, 主張2、claim 2だけ", ""),
        ] {
            let expected = if told.is_empty() { text } else { told };
            assert_eq!(resolved(text, &claims).map_or(text.to_owned(), |(told, _)| told), expected);
        }
        assert_eq!(resolved("claims 1 and 2", &claims).unwrap().1, [6, 2]);
    }
}
