//! Citations: numbers in square brackets within a statement (D-12).
//!
//! `[1]`, `[1][2]`, `[1, 2]`, `[1-3]` and `[1–3]` are citations; `[sic]`, `[a]`, `[0]` and `[3.5]` are text. Not here: whether a number has
//! a reference.
use crate::state::registry::id;
use std::collections::BTreeSet;

/// Maximum numbers of a statement and of a range; of a wider range only the ends count.
pub(super) const MOST: usize = 50;

/// Words that need an object: a citation after one is a part of the sentence (`from [1]`). English, German, French, Spanish.
const LEANING: &str = "from in on of by per via with see cf and or than under against at between to for as into unlike \
    aus von nach laut siehe und bei mit gegen im in de du des selon dans par avec et voir en según con por y ver";

/// The longest title that stands in a statement, in characters.
const TITLE_MOST: usize = 60;

/// Removes the citations from a statement: returns the rest, with tidied spaces, and the numbers.
pub(crate) fn take(text: &str) -> (String, BTreeSet<u32>) {
    take_named(text, |_| None)
}

/// The same, but a citation that the sentence needs is replaced by the title of its source: `(from [1])` becomes `(from plan.md)`.
pub(crate) fn take_named<'a>(text: &str, title: impl Fn(u32) -> Option<&'a str>) -> (String, BTreeSet<u32>) {
    let mut numbers = BTreeSet::new();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest.find('[').and_then(|at| rest.split_at_checked(at)) {
        out.push_str(before);
        let mut cited = BTreeSet::new();
        match marks(from, &mut cited) {
            Some(after) => {
                rest = after;
                match names(&out, &cited, &title) {
                    Some(names) => out.push_str(&names),
                    None => join(&mut out, &mut rest),
                }
                numbers.extend(cited);
            }
            None => {
                out.push('[');
                rest = from.strip_prefix('[').unwrap_or_default();
            }
        }
    }
    out.push_str(rest);
    (out.trim().to_owned(), numbers)
}

/// The titles of the cited sources, where the text before the citation needs them and all are known.
fn names<'a>(before: &str, cited: &BTreeSet<u32>, title: impl Fn(u32) -> Option<&'a str>) -> Option<String> {
    let word = before.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    // A word directly before the mark, not one that ends with other punctuation.
    let is_needed = before.trim_end().ends_with(char::is_alphabetic) && LEANING.split_whitespace().any(|it| it == word);
    if !is_needed {
        return None;
    }
    let mut titles: Vec<String> = Vec::new();
    for number in cited {
        let title: String =
            crate::text::one_line(title(*number)?).chars().filter(|it| !matches!(it, '[' | ']')).collect();
        let short = if title.chars().count() > TITLE_MOST { return None } else { title };
        if !short.is_empty() && !titles.contains(&short) {
            titles.push(short);
        }
    }
    (!titles.is_empty()).then(|| titles.join(", "))
}

/// Replaces the author's reference numbers by source ids: `[2]` becomes `[E7]`. Marks whose source has no id stay.
pub(crate) fn with_ids(text: &str, place: impl Fn(u32) -> Option<usize>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest.find('[').and_then(|at| rest.split_at_checked(at)) {
        out.push_str(before);
        let mut numbers = BTreeSet::new();
        let after = marks(from, &mut numbers);
        let ids: Option<Vec<String>> = numbers.iter().map(|it| Some(id('E', place(*it)?))).collect();
        rest = match (after, ids) {
            (Some(after), Some(ids)) => {
                out.push_str(&format!("[{}]", ids.join(", ")));
                after
            }
            (_, _) => {
                out.push('[');
                from.strip_prefix('[').unwrap_or_default()
            }
        };
    }
    out.push_str(rest);
    out
}

/// The numbers of a list such as `1, 2-4`, with or without brackets.
pub(super) fn numbers(text: &str) -> Option<BTreeSet<u32>> {
    let mut numbers = BTreeSet::new();
    let is_list = |part: &str| list(part, &mut numbers);
    let mut parts = text.split(['[', ']', ',', ';']).filter(|part| !part.trim().is_empty());
    parts.all(is_list).then_some(numbers).filter(|numbers| !numbers.is_empty())
}

/// Appends the text after citation marks to the text before them.
fn join(out: &mut String, rest: &mut &str) {
    let kept = out.trim_end_matches([' ', '\t']).len();
    let had_space = kept < out.len();
    out.truncate(kept);
    if out.ends_with('(')
        && let Some(after) = rest.strip_prefix(')')
    {
        out.pop();
        *rest = after;
        return join(out, rest);
    }
    // `(from the scopes, [4])`.
    if out.ends_with([',', ';']) && rest.starts_with(')') {
        out.pop();
    }
    if (had_space || out.ends_with(char::is_alphanumeric))
        && rest.starts_with(|c: char| c.is_alphanumeric() || "([{\"'“‘«$€£#@&+".contains(c))
    {
        out.push(' ');
    }
}

/// Parses adjacent marks; returns the rest of the text.
fn marks<'a>(text: &'a str, numbers: &mut BTreeSet<u32>) -> Option<&'a str> {
    let mut rest = mark(text, numbers)?;
    loop {
        let next = rest.trim_start_matches([' ', '\t']);
        let next = next.strip_prefix([',', ';']).unwrap_or(next).trim_start_matches([' ', '\t']);
        match mark(next, numbers) {
            Some(after) => rest = after,
            None => return Some(rest),
        }
    }
}

/// Parses one mark, `[1, 3-5]` or `[[1]]`; returns the rest of the text.
fn mark<'a>(text: &'a str, numbers: &mut BTreeSet<u32>) -> Option<&'a str> {
    let inside = text.strip_prefix('[')?;
    if inside.starts_with('[') {
        return plain_mark(inside, numbers)?.strip_prefix(']');
    }
    plain_mark(text, numbers)
}

fn plain_mark<'a>(text: &'a str, numbers: &mut BTreeSet<u32>) -> Option<&'a str> {
    let inside = text.strip_prefix('[')?;
    let end = inside.find(|c: char| !is_inside(c))?;
    let after = inside.get(end..)?.strip_prefix(']')?;
    list(inside.get(..end)?, numbers).then_some(after)
}

fn is_inside(c: char) -> bool {
    c.is_ascii_digit() || is_dash(c) || matches!(c, ' ' | '\t' | '\u{A0}' | ',' | ';')
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Parses `1, 3-5` completely, or fails.
fn list(text: &str, numbers: &mut BTreeSet<u32>) -> bool {
    let mut read = BTreeSet::new();
    for part in text.split([',', ';']) {
        let mut ends = part.split(is_dash).map(number);
        match (ends.next().flatten(), ends.next(), ends.next()) {
            (Some(one), None, None) => {
                read.insert(one);
            }
            (Some(first), Some(Some(last)), None) => {
                if first < last && (last - first) as usize + read.len() < MOST {
                    read.extend(first..=last);
                } else {
                    read.extend([first, last]);
                }
            }
            _ => return false,
        }
    }
    // Only hostile lists reach this: the parser keeps `MOST` numbers and records a flaw.
    let room = (2 * MOST).saturating_sub(numbers.len());
    numbers.extend(read.into_iter().take(room));
    true
}

fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    let is_plain = !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    text.parse().ok().filter(|number| is_plain && *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-12: displays show source ids; a number without a source stays.
    #[test]
    fn numbers_become_ids() {
        let place = |number: u32| [Some(6), Some(0), None].get(number as usize - 1).copied().flatten();
        for (text, expected) in [
            ("It holds [1], and so does this [2].", "It holds [E7], and so does this [E1]."),
            ("Both say so [1][2].", "Both say so [E7, E1]."),
            ("Both say so [1-2]; [sic], [3], [9]", "Both say so [E7, E1]; [sic], [3], [9]"),
            ("No mark, 3 [", "No mark, 3 ["),
        ] {
            assert_eq!(with_ids(text, place), expected, "{text}");
        }
    }

    /// D-12: a citation that its sentence needs is replaced by the source's title; without one, or with a long one, it is removed.
    #[test]
    fn a_citation_that_a_sentence_needs_is_named() {
        let title =
            |number: u32| [None, Some("plan.md"), Some("S1#2 brief.md")].get(number as usize).copied().flatten();
        for (given, expected) in [
            (
                "Two of five are 40% (from [1] and team size in [2]).",
                "Two of five are 40% (from plan.md and team size in S1#2 brief.md).",
            ),
            ("From [1]: four of seven stay.", "From plan.md: four of seven stay."),
            ("It ends the effect (from the scopes, [1]).", "It ends the effect (from the scopes)."),
            ("Both say so (see [1, 2]).", "Both say so (see plan.md, S1#2 brief.md)."),
            ("It holds (from [9]).", "It holds (from)."),
            ("Aus [1] folgt es.", "Aus plan.md folgt es."),
            ("Rust is fast [1].", "Rust is fast."),
        ] {
            assert_eq!(take_named(given, title).0, expected, "{given}");
        }
        assert_eq!(take_named("(from [1] and [2])", title).1, [1, 2].into());
    }

    /// D-12: every form of citation, and lookalikes.
    #[test]
    fn citations_are_taken_out_and_the_spaces_tidied() {
        for (given, left, expected) in [
            ("Plain.", "Plain.", vec![]),
            ("Rust is fast [1].", "Rust is fast.", vec![1]),
            ("Rust is fast.[1]", "Rust is fast.", vec![1]),
            ("Rust is fast [2][1]", "Rust is fast", vec![1, 2]),
            ("Rust is fast [1] [2], too", "Rust is fast, too", vec![1, 2]),
            ("Rust is fast [1], [3]; and safe", "Rust is fast; and safe", vec![1, 3]),
            ("Fast [1] and safe [1, 2].", "Fast and safe.", vec![1, 2]),
            ("Fast[1]and safe", "Fast and safe", vec![1]),
            ("Range [1-3].", "Range.", vec![1, 2, 3]),
            ("Range [1–3, 7] mixed", "Range mixed", vec![1, 2, 3, 7]),
            ("Range [ 2 — 4 ]", "Range", vec![2, 3, 4]),
            ("Backwards [3-1]", "Backwards", vec![1, 3]),
            ("Wild [1-100000]", "Wild", vec![1, 100_000]),
            ("In parens ([1]) here", "In parens here", vec![1]),
            ("See (and [2]) here", "See (and) here", vec![2]),
            ("Linked [[4]].", "Linked.", vec![4]),
            ("[1] first", "first", vec![1]),
            ("\"Quoted\" [1] \"again\"", "\"Quoted\" \"again\"", vec![1]),
            ("As he wrote [sic] in [a] and x[0]", "As he wrote [sic] in [a] and x[0]", vec![]),
            (
                "No [3.5], [], [ ], [1-], [-1], [1-2-3], [1,], [99999999999]",
                "No [3.5], [], [ ], [1-], [-1], [1-2-3], [1,], [99999999999]",
                vec![],
            ),
            ("Open [1", "Open [1", vec![]),
            ("Year [0, 1]", "Year [0, 1]", vec![]),
        ] {
            assert_eq!(take(given), (left.to_owned(), expected.into_iter().collect()), "{given}");
        }
    }

    #[test]
    fn a_list_of_numbers_needs_no_brackets() {
        for (given, expected) in [
            ("1, 2", Some(vec![1, 2])),
            ("[1][2]", Some(vec![1, 2])),
            ("[1]; 9", Some(vec![1, 9])),
            (" 1-3 ", Some(vec![1, 2, 3])),
            ("", None),
            ("Smith 2020", None),
            ("[1] and more", None),
        ] {
            assert_eq!(numbers(given), expected.map(|it| it.into_iter().collect()), "{given}");
        }
    }
}
