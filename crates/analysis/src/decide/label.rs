//! A short name for an option, in the words of those who hold it.
use crate::thresholds::LABEL_WORDS;

/// What ends a clause. A full stop or a comma inside a number does not: see [`split`].
const ENDS: &[char] = &['.', ',', ';', ':', '!', '?', '(', '\n', '–', '—'];

/// What ends a sentence besides.
const STOPS: &[char] = &['.', ';', ':', '!', '?', '\n', '–', '—'];

/// What a clause begins with that says nothing without what stands beside it.
const BOUND: &[&str] = &[
    "after",
    "although",
    "as",
    "assuming",
    "at",
    "because",
    "before",
    "but",
    "by",
    "despite",
    "especially",
    "even",
    "except",
    "for",
    "from",
    "given",
    "if",
    "in",
    "on",
    "once",
    "only",
    "provided",
    "regardless",
    "since",
    "so",
    "though",
    "under",
    "unless",
    "until",
    "when",
    "where",
    "which",
    "while",
    "with",
    "without",
];

/// Verbs that something must follow: a comma behind one, or before one, puts something in between and ends nothing.
const VERBS: &[&str] = &[
    "am", "are", "be", "can", "could", "did", "do", "does", "has", "have", "is", "it's", "may", "might", "must",
    "shall", "should", "was", "were", "will", "would",
];

/// What turns a clause round.
const NEGATIONS: &[&str] = &["cannot", "hardly", "neither", "never", "no", "nobody", "none", "nor", "not", "nothing"];

/// Words kept from a negation on, where the limit would cut it off. Ours: what is denied, mostly.
const DENIED: usize = 3;

/// The leading clause of a position, of at most eight words and without the yes that it begins with, unless the clause says nothing without
/// it. A no stays, and a negation within the clause: without it the label would say the contrary.
pub fn label(position: &str) -> String {
    let (answer, rest) = answered(position.trim());
    let clause = leading(rest, answer);
    let all: Vec<&str> = clause.split_whitespace().collect();
    let is_bound = |it: &str| BOUND.contains(&bare(it).as_str());
    let answer = match (answer, all.as_slice()) {
        (Some(answer), []) => return answer.to_owned(),
        (Some(answer), [_]) => Some(answer),
        (Some(answer), [first, ..]) if answer.eq_ignore_ascii_case("no") || is_bound(first) => Some(answer),
        (Some(_), [_, ..]) | (None, _) => None,
    };
    // A reason that stands first is all there is; one of time is none.
    let is_reason = |it: &[&str]| match it {
        ["because", ..] => true,
        ["since", next] => !next.starts_with(|it: char| it.is_ascii_digit()),
        _ => false,
    };
    let end = all.windows(2).skip(1).position(is_reason).map_or(all.len(), |it| it + 1);
    let kept = shortened(all.get(..end).unwrap_or(&all), LABEL_WORDS - usize::from(answer.is_some()));
    let kept = kept.trim_end_matches(',');
    answer.map_or(kept.to_owned(), |it| format!("{it}, {kept}"))
}

/// So many of the words at most: the first, and where that would leave a negation out, fewer of them and those about it.
fn shortened(words: &[&str], most: usize) -> String {
    let Some((head, rest)) = words.split_at_checked(most).filter(|(_, rest)| !rest.is_empty()) else {
        return words.join(" ");
    };
    let negated = rest.iter().position(|it| is_negation(it)).filter(|_| !head.iter().any(|it| is_negation(it)));
    let Some(at) = negated.map(|it| it + most) else { return format!("{}…", head.join(" ")) };
    // The verb before it says what is denied.
    let tail = words.get(at.saturating_sub(1)..words.len().min(at + DENIED)).unwrap_or_default();
    let head = words.get(..most.saturating_sub(tail.len())).unwrap_or_default();
    let more = if at + DENIED < words.len() { "…" } else { "" };
    format!("{}… {}{more}", head.join(" "), tail.join(" "))
}

fn is_negation(word: &str) -> bool {
    let word = bare(word);
    NEGATIONS.contains(&word.as_str()) || word.ends_with("n't")
}

/// A word without what stands about it.
fn bare(word: &str) -> String {
    let word = word.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
    word.replace('’', "'")
}

/// The leading clause, with those behind it that it says nothing without: a condition has what it is a condition of, unless that is the
/// answer, a verb what follows it, and something put in between the verb behind it.
fn leading<'a>(words: &'a str, answer: Option<&str>) -> &'a str {
    let (sentence, _) = split(words, STOPS);
    let (mut clauses, mut rest) = (Vec::new(), sentence);
    while !rest.is_empty() {
        let (clause, behind) = split(rest, ENDS);
        clauses.push((sentence.len() - rest.len() + clause.len(), clause));
        rest = behind;
    }
    let is_in = |word: Option<&str>, list: &[&str]| word.is_some_and(|it| list.contains(&bare(it).as_str()));
    let begins =
        |at: usize, list: &[&str]| is_in(clauses.get(at).and_then(|(_, it)| it.split_whitespace().next()), list);
    let ends = |at: usize| is_in(clauses.get(at).and_then(|(_, it)| it.split_whitespace().last()), VERBS);
    let is_open = |at: usize| ends(at) || (begins(at, BOUND) && (at > 0 || answer.is_none()));
    let mut last = if begins(1, BOUND) && begins(2, VERBS) { 2 } else { 0 };
    while is_open(last) && last + 1 < clauses.len() {
        last += 1;
    }
    let end = clauses.get(last).map_or(sentence.len(), |(end, _)| *end);
    sentence.get(..end).unwrap_or(sentence)
}

/// The yes or no that a position begins with, and the rest.
fn answered(words: &str) -> (Option<&str>, &str) {
    let end = words.find(|it: char| !it.is_alphanumeric()).unwrap_or(words.len());
    let Some((first, rest)) = words.split_at_checked(end) else { return (None, words) };
    let is_answer = first.eq_ignore_ascii_case("yes") || first.eq_ignore_ascii_case("no");
    // "No queue" and "Yes men" begin with no answer.
    let rest = rest.trim_start();
    match rest.strip_prefix(ENDS) {
        _ if !is_answer => (None, words),
        Some(rest) => (Some(first), rest.trim_start()),
        None if rest.is_empty() => (Some(first), rest),
        None => (None, words),
    }
}

/// The words up to the first of the marks, and those behind it.
fn split<'a>(words: &'a str, marks: &[char]) -> (&'a str, &'a str) {
    let ends = |(at, it): &(usize, char)| {
        let next = words.get(at + it.len_utf8()..).and_then(|rest| rest.chars().next());
        marks.contains(it) && next.is_none_or(|it| !it.is_alphanumeric())
    };
    let Some((at, end)) = words.char_indices().find(ends) else { return (words.trim(), "") };
    let (clause, rest) = words.split_at_checked(at).unwrap_or((words, ""));
    (clause.trim(), rest.trim_start_matches(end).trim())
}

#[cfg(test)]
mod tests {
    use super::label;

    /// a label is the leading clause in its holders' own words, eight of them at most, and never says the contrary.
    #[test]
    fn a_label_is_the_leading_clause() {
        for (position, expected) in [
            ("Yes, adopt gRPC for internal calls, but keep REST at the edge.", "adopt gRPC for internal calls"),
            ("Yes", "Yes"),
            ("Yes.", "Yes"),
            ("No; REST serves us well.", "No, REST serves us well"),
            ("No", "No"),
            ("No queue at all", "No queue at all"),
            ("No, as it stands: it is too dear", "No, as it stands"),
            ("Yes, because it is cheap", "Yes, because it is cheap"),
            ("Yes – adopt it", "adopt it"),
            ("Yesterday's plan stands.", "Yesterday's plan stands"),
            ("Postgres 16.2, for its constraints", "Postgres 16.2"),
            ("Keep the monolith because the team is small", "Keep the monolith"),
            (
                "Split the ledger into one service for every country we bill in",
                "Split the ledger into one service for every…",
            ),
            ("B", "B"),
            ("", ""),
            ("Yes, as long as the team is small enough, splitting it is wise", "Yes, as long as the team is small…"),
            ("Yes, as soon as possible", "Yes, as soon as possible"),
            ("No, as well as being slow it is dear", "No, as well as being slow it is…"),
            ("Yes, unless the audit fails", "Yes, unless the audit fails"),
            ("Yes, definitely", "Yes, definitely"),
            ("Yes, on balance, for internal calls", "Yes, on balance"),
            ("Treat the rollout as optional", "Treat the rollout as optional"),
            ("Do so now", "Do so now"),
            ("Decide which queue to take", "Decide which queue to take"),
            ("Keep what has run since 2019", "Keep what has run since 2019"),
            ("Keep the monolith since the team is small", "Keep the monolith"),
            ("Adopt it unless the audit fails", "Adopt it unless the audit fails"),
            ("If the budget allows, adopt it, slowly", "If the budget allows, adopt it"),
            ("It is, in my view, not worth the cost", "It is, in my view, not worth the…"),
            ("The framework, as things stand, is not worth it.", "The framework, as things stand, is not worth…"),
            (
                "Adopting the new framework across the whole company is not wise",
                "Adopting the new framework across… is not wise",
            ),
            (
                "Moving every service of the company to gRPC shouldn’t happen before the audit is over",
                "Moving every service of… gRPC shouldn’t happen before…",
            ),
            ("No, the plan for the ledger of the billing service is not sound", "No, the plan for the… is not sound"),
        ] {
            assert_eq!(label(position), expected, "{position}");
        }
    }
}
