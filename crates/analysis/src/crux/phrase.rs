//! Extracts sentences and turns them into questions: words are rearranged, none are added.
//!
//! Not here: choosing the sentence (`clash`, `card`, `candidates`).
use crate::crux::thresholds::QUESTION_WORDS;
use debate::text::{self, one_line, uncited};
use prose::opposition::cause;
use prose::words;

/// Words that show a complete statement.
const FINITE: &[&str] = &[
    "is", "are", "was", "were", "am", "isnt", "arent", "can", "cant", "cannot", "could", "will", "wont", "would",
    "should", "shouldnt", "must", "may", "might", "has", "have", "had", "does", "doesnt", "do", "dont", "did", "leads",
    "works", "makes", "needs", "costs", "takes", "brings", "means", "holds", "gives", "causes", "keeps", "matters",
];

/// Words that begin a statement and not an imperative.
const BEGINNINGS: &[&str] = &[
    "the", "a", "an", "we", "it", "they", "this", "that", "these", "those", "our", "their", "its", "there", "nobody",
    "most",
];

/// Conjunctions that introduce a statement.
const INTRODUCTIONS: &[&str] = &["whether ", "that ", "if "];

/// Phrases of opinion that can be removed from a statement.
const HOLDING: &[&str] = &["i think ", "i believe ", "i hold ", "i say ", "i claim ", "i argue ", "i maintain "];

/// First-person words.
const FIRST_PERSON: &[&str] = &["i", "im", "id", "ill", "ive", "me", "my", "mine", "myself"];

/// Starts of a reason or of an optional clause.
const REASONS: &[&str] = &[", because ", " because ", ", since ", "; "];
/// Words that make a reason part of the statement.
const QUALIFIERS: &[&str] = &["not", "only", "merely", "just", "simply", "partly", "mainly", "precisely"];
const CLAUSES: &[&str] = &[", ", ": ", " – ", " — "];

/// Maximum words before a statement that make it a question.
const ASKING_WORDS: usize = 4;

/// The claim of a sentence, without reasons and phrases of opinion; none if it can't be asked of others: a question, a fragment, or a
/// statement about the speaker's own mind.
pub(super) fn claim(sentence: &str) -> Option<String> {
    let whole = one_line(&uncited(sentence));
    let said = whole.as_str();
    let holding = HOLDING.iter().find(|it| said.get(..it.len()).is_some_and(|head| head.eq_ignore_ascii_case(it)));
    let said = bare(said.get(holding.map_or(0, |it| it.len())..).unwrap_or_default());
    let said = unreasoned(&said);
    let is_own = words::of(said).iter().any(|it| FIRST_PERSON.contains(&it.as_str()));
    (!is_own && !whole.ends_with('?') && is_whole(Some(said))).then(|| said.to_owned())
}

/// A statement without its reasons. "Not because …" is part of the statement.
pub(super) fn unreasoned(said: &str) -> &str {
    let is_whole = |end: &usize| {
        let before = said.get(..*end);
        let last = before.and_then(|it| it.split_whitespace().next_back()).unwrap_or_default();
        is_whole(before) && !QUALIFIERS.contains(&last.to_lowercase().as_str())
    };
    let end = REASONS.iter().filter_map(|it| said.find(it)).filter(is_whole).min();
    said.get(..end.unwrap_or(said.len())).unwrap_or_default()
}

/// Whether a statement is long enough for a question.
fn is_whole(said: Option<&str>) -> bool {
    said.is_some_and(|it| words::of(it).len() > 2)
}

/// A statement shortened for a question: cut at the end of a clause, otherwise after a word.
fn cut(said: &str) -> &str {
    let most = QUESTION_WORDS.saturating_sub(ASKING_WORDS);
    let fits = |it: &&str| it.split_whitespace().count() <= most;
    if fits(&said) {
        return said;
    }
    let ends = REASONS.iter().chain(CLAUSES).flat_map(|it| said.match_indices(it)).map(|(at, _)| at);
    let parts = ends.filter_map(|at| said.get(..at)).filter(fits).filter(|it| is_whole(Some(it)));
    let words = || {
        let end = said.match_indices(' ').nth(most.saturating_sub(1)).map_or(said.len(), |(at, _)| at);
        said.get(..end).unwrap_or_default()
    };
    parts.max_by_key(|it| it.len()).unwrap_or_else(words)
}

/// The sentences of a text and their parts between semicolons, verbatim.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text::sentences(text).into_iter().flat_map(|it| it.split_inclusive("; ")).collect();
    found.iter_mut().for_each(|it| *it = it.trim());
    found.retain(|it| it.chars().any(char::is_alphanumeric));
    found
}

/// A statement as a yes/no question.
pub fn whether(statement: &str) -> String {
    let said = bare(statement);
    let said = cut(&said);
    if is_statement(said) { format!("Is it so that {}?", lowered(said)) } else { format!("Is this right: {said}?") }
}

/// The words between what one side holds and what the other holds.
const RATHER: &str = ", rather than that ";

/// What two sides hold, whole, as one yes/no question: yes is the first's answer, no the second's (P-21).
pub(super) fn either(one: &str, other: &str) -> String {
    format!("Is it so that {}{RATHER}{}?", lowered(&bare(one)), lowered(&bare(other)))
}

/// The part of a question that a yes affirms: of two alternatives the first.
pub fn affirmed(question: &str) -> &str {
    question.split_once(RATHER).map_or(question, |(first, _)| first)
}

/// The part of a question that a no affirms: of two alternatives the second; none if there is one alone.
pub fn otherwise(question: &str) -> Option<&str> {
    question.split_once(RATHER).map(|(_, second)| second.trim_end_matches('?'))
}

/// What would settle a statement of fact; none if it is incomplete.
pub(super) fn settling(statement: &str) -> Option<String> {
    let said = bare(statement);
    is_statement(&said).then(|| format!("What would we see if {}, and what if not?", lowered(&said)))
}

/// A statement on one line, without introduction, final punctuation and leading yes or no.
pub(super) fn bare(statement: &str) -> String {
    let line = one_line(&uncited(statement));
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
    let is_causal = cause::is_said(said);
    let said = words::of(said);
    let begins = said.first().is_some_and(|it| BEGINNINGS.contains(&it.as_str()));
    said.len() > 2 && (begins || is_causal || said.iter().skip(1).any(|it| FINITE.contains(&it.as_str())))
}

/// A text for use within a sentence: lower-case start unless it may be a name.
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

    /// P-30: what is asked about is somebody's claim without its reasons and citations, never what somebody says of its own mind, and short.
    #[test]
    fn claims_can_be_asked_about() {
        for (sentence, expected) in [
            (
                "Ignoring opportunity cost leads to work that is useful and wrong, because almost everything a capable team might do is useful. [ked5ae85014]",
                Some("Ignoring opportunity cost leads to work that is useful and wrong"),
            ),
            (
                "A small team that splits early pays coordination cost before it gains independence, because the five must now agree about contracts. [ka07d672dd6]",
                Some("A small team that splits early pays coordination cost before it gains independence"),
            ),
            (
                "A split that was never drilled is worse than none. [k0634edc92f]",
                Some("A split that was never drilled is worse than none"),
            ),
            ("I believe that taxes are too high.", Some("taxes are too high")),
            ("I would change my mind about splitting if I were shown a team of five. [kccfdb029ed]", None),
            (
                "So when five people ask me whether to split, I ask how many of them can restore the whole. [k24ae1306be]",
                None,
            ),
            ("I reject what the operator makes of drills.", None),
            (
                "I do not ask what the system does when it works; the people who drew it have told me. [k0d118af81d]",
                None,
            ),
            ("Who pays for it?", None),
            ("[k0634edc92f]", None),
            ("So what", None),
        ] {
            assert_eq!(claim(sentence).as_deref(), expected, "{sentence}");
        }
        let clauses = format!("The first clause is short, {}", "word ".repeat(60));
        assert_eq!(whether(&clauses), "Is it so that the first clause is short?");
        let endless = format!("The {}", "word ".repeat(60));
        assert_eq!(whether(&endless).split_whitespace().count(), QUESTION_WORDS);
    }

    /// P-24: sentences stand as they were said.
    #[test]
    fn sentences_stand_as_they_were_said() {
        assert_eq!(
            sentences("Mr. Nixon paid 1.5 million. It failed!  Why? Because J. Doe left; so what"),
            ["Mr. Nixon paid 1.5 million.", "It failed!", "Why?", "Because J. Doe left;", "so what"]
        );
        assert!(sentences(" … \n").is_empty());
    }
}
