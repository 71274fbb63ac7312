//! Features of a text for the linear classifier: words, bigrams, stems, punctuation and grammatical shape.
//!
//! Unlike `words`, it keeps the symbols that distinguish figures from quotations. English. Not here: the weights (`linear`).
use crate::lists::CUES;
use crate::thresholds::MOST_WORDS;
use crate::words::{Piece, pieces, stem};
use std::collections::BTreeSet;

/// First-person words.
const OWN: &[&str] = &["i", "we", "my", "our", "me", "us", "mine", "ours", "ive", "im", "weve", "myself"];

/// Modal verbs.
const MODALS: &[&str] =
    &["should", "must", "would", "could", "may", "might", "will", "shall", "can", "cannot", "need", "ought"];

/// Irregular past forms.
const PAST: &[&str] = &[
    "was", "were", "had", "did", "went", "said", "told", "took", "got", "came", "made", "saw", "found", "gave", "left",
    "felt", "kept", "knew", "thought", "bought", "paid", "sat", "stood", "heard", "began", "wrote", "ran", "lost",
    "met", "spent", "sold", "sent", "built", "held", "flew", "drove", "brought", "taught", "caught", "became",
];

/// Lists whose words count together, and the maximum distinct count. Ours, by cross-validation: rare words are pooled.
const TOGETHER: (&[&str], usize) = (&["amounts", "titles", "telling", "studying", "happening"], 3);

/// How many words after `I` its verb may be. Ours: "I have never once waited".
const VERB: usize = 3;

/// Maximum length class: texts of up to 2 to this power minus 1 words are distinguished. Ours.
const LONGEST: u32 = 5;

/// The tokens of a text in lower case: apostrophes are dropped, a number is `0` or, if it may be a year, `0000`, and the symbols `%`, `"`,
/// `$`, `?` and `!` are tokens.
pub fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for piece in pieces(text, is_figure) {
        if found.len() >= MOST_WORDS {
            break;
        }
        match piece {
            Piece::Word(word) => found.push(counted(word)),
            Piece::Symbol(c) => found.extend(mark(c).map(str::to_owned)),
        }
    }
    found
}

/// A token as counted: numbers are replaced by a placeholder.
fn counted(word: String) -> String {
    if !is_figure(&word) {
        return word;
    }
    let is_year = word.len() == 4 && word.parse::<u32>().is_ok_and(|it| (1500..2100).contains(&it));
    if is_year { "0000" } else { "0" }.to_owned()
}

fn is_figure(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn mark(c: char) -> Option<&'static str> {
    match c {
        '%' => Some("%"),
        '"' | '“' | '”' => Some("\""),
        '$' | '£' | '€' => Some("$"),
        '?' => Some("?"),
        '!' => Some("!"),
        _ => None,
    }
}

/// The distinct features of a text.
pub fn of(text: &str) -> BTreeSet<String> {
    among(&tokens(text))
}

/// The distinct features of a token list.
pub fn among(tokens: &[String]) -> BTreeSet<String> {
    let mut features: BTreeSet<String> = tokens.iter().cloned().collect();
    features.extend(tokens.iter().map(|it| format!("~{}", stem(it))));
    features.extend(tokens.iter().zip(tokens.iter().skip(1)).map(|(one, next)| format!("{one} {next}")));
    features.extend(tokens.first().map(|it| format!("^{it}")));
    features.extend(shape(tokens).into_iter().map(str::to_owned));
    let (lists, most) = TOGETHER;
    for list in lists {
        match CUES.count(list, tokens).min(most) {
            0 => features.extend([format!("@no {list}")]),
            count => features.extend((1..=count).map(|it| format!("@{list} {it}"))),
        }
    }
    features.insert(format!("@length {}", (tokens.len() + 1).ilog2().min(LONGEST)));
    features
}

/// Features of person, tense and modality.
fn shape(tokens: &[String]) -> Vec<&'static str> {
    let is = |list: &[&str], it: &String| list.contains(&it.as_str());
    let is_past = |it: &String| is(PAST, it) || (it.len() > 4 && it.ends_with("ed"));
    let behind = |at: usize| tokens.iter().skip(at + 1).take(VERB);
    let own: Vec<usize> = tokens.iter().enumerate().filter(|(_, it)| is(OWN, it)).map(|(at, _)| at).collect();
    let mut shape = Vec::new();
    shape.push(if tokens.iter().any(is_past) { "@past" } else { "@no past" });
    shape.push(if tokens.iter().any(|it| is(MODALS, it)) { "@modal" } else { "@no modal" });
    shape.extend((!own.is_empty()).then_some("@own"));
    shape.extend(own.iter().any(|at| behind(*at).any(is_past)).then_some("@own past"));
    shape.extend(own.iter().any(|at| behind(*at).any(|it| is(MODALS, it))).then_some("@own modal"));
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E-01, D-11.
    #[test]
    fn a_text_shows_words_marks_and_shape() {
        assert_eq!(
            tokens("Don't: in 1998, 41.5% said “never”; 3rd of 12,000!").join(" "),
            "dont in 0000 0 % said \" never \" 0 of 0 !"
        );
        assert_eq!(tokens(&"word ".repeat(10_000)).len(), MOST_WORDS);
        let features = of("We never waited");
        let expected =
            ["@length 2", "@no modal", "@own", "@own past", "@past", "^we", "never", "never waited", "waited"];
        assert!(expected.iter().all(|it| features.contains(*it)), "{features:?}");
        assert!(of("Two experts said so").is_superset(&["@titles 1".to_owned(), "@telling 1".to_owned()].into()));
        assert!(features.contains("~wait") && !features.contains("@modal"));
    }
}
