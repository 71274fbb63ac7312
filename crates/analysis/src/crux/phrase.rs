//! Sentences as they were said, and questions made of them: own words are rearranged, nothing is added to them.
//!
//! Not here: which sentence is asked about (`clash`, `card`, `candidates`).
use crate::words;

/// Words of a title before a name, behind which a full stop ends nothing.
const TITLES: &[&str] = &["mr", "mrs", "ms", "dr", "st", "vs", "etc", "eg", "ie", "no", "sen", "gov"];

/// Words that only a whole statement has.
const FINITE: &[&str] = &[
    "is", "are", "was", "were", "am", "isnt", "arent", "can", "cant", "cannot", "could", "will", "wont", "would",
    "should", "shouldnt", "must", "may", "might", "has", "have", "had", "does", "doesnt", "do", "dont", "did", "leads",
    "works", "makes", "needs", "costs", "takes", "brings", "means", "holds", "gives", "causes", "keeps", "matters",
];

/// Words that a statement begins with, and an order does not.
const BEGINNINGS: &[&str] = &[
    "the", "a", "an", "we", "it", "they", "this", "that", "these", "those", "our", "their", "its", "there", "nobody",
    "most",
];

/// Words before a statement that only say that it is one.
const INTRODUCTIONS: &[&str] = &["whether ", "that ", "if "];

/// The sentences of a text, as they stand in it.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_followed = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        let end = at + c.len_utf8();
        let so_far = text.get(start..at).unwrap_or_default();
        let is_end = match c {
            '\n' | '。' | '！' | '？' => true,
            '!' | '?' | ';' => is_followed,
            '.' => is_followed && !ends_in_title(so_far),
            _ => false,
        };
        if is_end {
            found.push(text.get(start..end).unwrap_or_default().trim());
            start = end;
        }
    }
    found.push(text.get(start..).unwrap_or_default().trim());
    found.retain(|it| it.chars().any(char::is_alphanumeric));
    found
}

/// Whether the last word is a title or a letter that stands for a name.
fn ends_in_title(text: &str) -> bool {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let last = last.trim_start_matches(|it: char| !it.is_alphanumeric());
    TITLES.contains(&last.to_lowercase().as_str()) || (last.len() == 1 && last.starts_with(char::is_uppercase))
}

/// A statement as a question that yes or no answers.
pub(super) fn whether(statement: &str) -> String {
    let said = bare(statement);
    if is_statement(&said) { format!("Is it so that {}?", lowered(&said)) } else { format!("Is this right: {said}?") }
}

/// What would settle a statement about what is the case; none where it is no whole statement.
pub(super) fn settling(statement: &str) -> Option<String> {
    let said = bare(statement);
    is_statement(&said).then(|| format!("What would we see if {}, and what if not?", lowered(&said)))
}

/// A statement on one line, without what only introduces or ends it, and without the yes or no before it.
pub(super) fn bare(statement: &str) -> String {
    let line = debate::text::one_line(statement);
    let mut said =
        line.trim_matches(|it: char| it.is_whitespace() || matches!(it, '.' | '!' | '?' | ';' | ':' | '"' | '“' | '”'));
    let answer = said.split_once([',', ';', ':', '.', '–', '—']);
    if let Some((_, rest)) = answer.filter(|(first, rest)| is_answer(first) && !rest.trim().is_empty()) {
        said = rest.trim();
    }
    for introduction in INTRODUCTIONS {
        let begins = said.get(..introduction.len()).is_some_and(|it| it.eq_ignore_ascii_case(introduction));
        said = if begins { said.get(introduction.len()..).unwrap_or(said) } else { said };
    }
    said.to_owned()
}

fn is_answer(word: &str) -> bool {
    word.eq_ignore_ascii_case("yes") || word.eq_ignore_ascii_case("no")
}

fn is_statement(said: &str) -> bool {
    let said = words::of(said);
    let begins = said.first().is_some_and(|it| BEGINNINGS.contains(&it.as_str()));
    said.len() > 2 && (begins || said.iter().skip(1).any(|it| FINITE.contains(&it.as_str())))
}

/// The words within a sentence: the first is small unless it may be a name.
fn lowered(said: &str) -> String {
    let first = said.split_whitespace().next().unwrap_or_default();
    let is_plain = words::is_empty(&first.to_lowercase()) || first.ends_with("ing");
    let mut chars = said.chars();
    match chars.next().filter(|_| is_plain && first != "I") {
        Some(initial) => initial.to_lowercase().chain(chars).collect(),
        None => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-30: a question is somebody's own words, in another order.
    #[test]
    fn statements_become_questions() {
        for (statement, expected) in [
            ("The monolith is cheaper to run.", "Is it so that the monolith is cheaper to run?"),
            ("No, splitting it will cost a year.", "Is it so that splitting it will cost a year?"),
            ("whether Kafka is needed", "Is it so that Kafka is needed?"),
            ("Keep the monolith!", "Is this right: Keep the monolith?"),
            ("No team of five\nshould split.", "Is it so that No team of five should split?"),
        ] {
            assert_eq!(whether(statement), expected);
        }
        assert_eq!(
            settling("That on-call load leads to attrition.").as_deref(),
            Some("What would we see if on-call load leads to attrition, and what if not?")
        );
        assert_eq!(settling("the cost"), None);
    }

    /// P-24: sentences stand as they were said.
    #[test]
    fn sentences_stand_as_they_were_said() {
        assert_eq!(
            sentences("Mr. Nixon paid 1.5 million. It failed!  Why? because J. Doe left; so what"),
            ["Mr. Nixon paid 1.5 million.", "It failed!", "Why?", "because J. Doe left;", "so what"]
        );
        assert!(sentences(" … \n").is_empty());
    }
}
