//! A short name for an option, in the words of those who hold it.
use crate::thresholds::LABEL_WORDS;

/// What ends a clause. A full stop or a comma inside a number does not: see [`clause`].
const ENDS: &[char] = &['.', ',', ';', ':', '!', '?', '(', '\n', '–', '—'];

/// What a clause goes on with that says why, and no longer what.
const REASONS: &[&str] = &["because", "since", "as", "so", "which", "unless", "provided"];

/// What a clause begins with that says nothing without the yes before it, besides reasons.
const BOUND: &[&str] = &["but", "despite", "for", "given", "if", "in", "only", "though", "when", "with"];

/// The leading clause of a position, of at most eight words and without the yes that it begins with, unless the clause says nothing without
/// it. A no stays: without it the clause would say the contrary.
pub fn label(position: &str) -> String {
    let (answer, rest) = answered(position.trim());
    let (clause, _) = clause(rest);
    let all: Vec<&str> = clause.split_whitespace().collect();
    let is_reason = |it: &&str| REASONS.contains(&it.to_lowercase().as_str());
    let is_bound = |it: &&str| is_reason(it) || BOUND.contains(&it.to_lowercase().as_str());
    let answer = match (answer, all.first()) {
        (Some(answer), None) => return answer.to_owned(),
        (Some(answer), Some(first)) if answer.eq_ignore_ascii_case("no") || is_bound(first) => Some(answer),
        (Some(_) | None, _) => None,
    };
    // A reason that stands first is all there is.
    let end = all.iter().skip(1).position(is_reason).map_or(all.len(), |it| it + 1);
    let most = LABEL_WORDS - usize::from(answer.is_some());
    let kept = all.get(..end.min(most)).unwrap_or(&all).join(" ");
    let kept = if end > most { format!("{kept}…") } else { kept };
    answer.map_or(kept.clone(), |it| format!("{it}, {kept}"))
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

/// The words up to what ends a clause, and those behind it.
fn clause(words: &str) -> (&str, &str) {
    let ends = |(at, it): &(usize, char)| {
        let next = words.get(at + it.len_utf8()..).and_then(|rest| rest.chars().next());
        ENDS.contains(it) && next.is_none_or(|it| !it.is_alphanumeric())
    };
    let Some((at, end)) = words.char_indices().find(ends) else { return (words, "") };
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
        ] {
            assert_eq!(label(position), expected, "{position}");
        }
    }
}
