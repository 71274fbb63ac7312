//! Tokenisation: words, clauses, stop words and stems.
//!
//! Words may be of any language; stems and stop words are English. Not here: relations between words (`opposition`), and whether two texts
//! say the same (`lexical`).
use crate::thresholds::MOST_WORDS;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The words between two punctuation marks.
pub type Clause = Vec<String>;

/// Stop words.
const EMPTY: &str = "a about above after all also am an and are as at be because been before being below but by can could do does for \
    from had has have he her him his i if in into is it its just may me might most must my of off on one only onto or our ours out \
    over own shall she should so some somebody someone such than that the their them then there these they this those to under until \
    up down us was we were what when where which while who will with would you your yet still very therefore thus however";

static EMPTY_SET: LazyLock<BTreeSet<&str>> = LazyLock::new(|| EMPTY.split_ascii_whitespace().collect());

static IRREGULAR: LazyLock<BTreeMap<&str, &str>> =
    LazyLock::new(|| pairs(include_str!("../data/irregular.txt")).collect());

/// The pairs of a data file: two words per line, `#` starts a comment.
pub fn pairs(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.lines().filter(|it| !it.starts_with('#')).filter_map(|it| it.split_once(' '))
}

/// The words of a text in lower case; an apostrophe inside a word is dropped (`don't` is `dont`).
pub fn of(text: &str) -> Vec<String> {
    cut(text, usize::MAX).into_iter().flatten().flatten().collect()
}

/// Whether a word is a stop word.
pub fn is_empty(word: &str) -> bool {
    EMPTY_SET.contains(word)
}

/// The clauses of each sentence, up to the word limit.
pub fn sentences(text: &str) -> Vec<Vec<Clause>> {
    cut(text, MOST_WORDS)
}

/// A token of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A word or a number, lower case.
    Word(String),
    /// Any other character.
    Symbol(char),
}

/// Splits a text into words and other characters. An apostrophe inside a word is dropped, and a point or a comma within a number does not
/// end it: `1.5`, `5,000`.
pub(crate) fn pieces(text: &str, is_figure: fn(&str) -> bool) -> impl Iterator<Item = Piece> {
    let mut chars = text.chars();
    std::iter::from_fn(move || {
        let mut word = String::new();
        loop {
            let mut ahead = chars.clone();
            let Some(c) = ahead.next() else { break };
            match c {
                '\'' | '’' if !word.is_empty() => {}
                '.' | ',' if is_figure(&word) && ahead.clone().next().is_some_and(|it| it.is_ascii_digit()) => {
                    word.push(c);
                }
                _ if c.is_alphanumeric() => word.extend(c.to_lowercase()),
                _ if word.is_empty() => {
                    chars = ahead;
                    return Some(Piece::Symbol(c));
                }
                _ => break,
            }
            chars = ahead;
        }
        (!word.is_empty()).then_some(Piece::Word(word))
    })
}

fn cut(text: &str, most: usize) -> Vec<Vec<Clause>> {
    let mut sentences: Vec<Vec<Clause>> = vec![vec![Vec::new()]];
    let mut count = 0;
    for piece in pieces(text, |it| it.ends_with(|it: char| it.is_ascii_digit())) {
        if count == most {
            break;
        }
        match piece {
            Piece::Word(word) => {
                count += 1;
                sentences.last_mut().and_then(|it| it.last_mut()).into_iter().for_each(|it| add(it, &word));
            }
            Piece::Symbol('.' | ';' | '!' | '?' | '\n' | '。' | '！' | '？' | '；') => {
                sentences.push(vec![Vec::new()])
            }
            Piece::Symbol(',' | ':' | '(' | ')' | '–' | '—' | '，' | '：') => {
                sentences.last_mut().into_iter().for_each(|it| it.push(Vec::new()));
            }
            Piece::Symbol(_) => {}
        }
    }
    sentences.iter_mut().for_each(|it| it.retain(|clause| !clause.is_empty()));
    sentences.retain(|it| !it.is_empty());
    sentences
}

/// Adds a word to a clause: `opt-in`, `opt out` and `non-binding` become one word each.
fn add(clause: &mut Clause, word: &str) {
    match clause.last_mut() {
        Some(last) if last == "non" || (last == "opt" && matches!(word, "in" | "out")) => last.push_str(word),
        Some(_) | None => clause.push(word.to_owned()),
    }
}

/// A stem without endings of number and tense, in one spelling: it matches `removes` with `removing`, `cutting` with `cut`, and
/// `centralized` with `centralise`. The result is a key, not always a word.
pub fn stem(word: &str) -> String {
    let word = IRREGULAR.get(word).copied().unwrap_or(word);
    if !word.bytes().all(|it| it.is_ascii_lowercase()) {
        return word.to_owned();
    }
    let mut stem = without_tense(&without_number(word));
    if let Some(rest) = stem.strip_suffix('e').filter(|it| it.len() >= 2) {
        stem = rest.to_owned();
    }
    let mut ends = stem.bytes().rev();
    let is_doubled = matches!((ends.next(), ends.next()), (Some(a), Some(b)) if a == b && !is_vowel(char::from(a)));
    if is_doubled && stem.len() > 3 {
        stem.pop();
    }
    match stem.strip_suffix("iz").filter(|it| it.len() >= 3) {
        Some(rest) => format!("{rest}is"),
        None => stem,
    }
}

/// Whether a word has an ending of number or tense.
pub fn is_inflected(word: &str) -> bool {
    IRREGULAR.contains_key(word) || without_tense(&without_number(word)) != word
}

fn without_number(word: &str) -> String {
    if let Some(rest) = word.strip_suffix("ies").filter(|it| it.len() >= 2) {
        return format!("{rest}y");
    }
    let hisses = |it: &&str| ["s", "x", "z", "ch", "sh"].iter().any(|end| it.ends_with(end));
    let is_plural = |it: &&str| it.len() >= 3 && !it.ends_with(['s', 'u', 'i']);
    let rest = word.strip_suffix("es").filter(hisses).or_else(|| word.strip_suffix('s').filter(is_plural));
    rest.unwrap_or(word).to_owned()
}

fn without_tense(word: &str) -> String {
    if let Some(rest) = word.strip_suffix("ied").filter(|it| it.len() >= 2) {
        return format!("{rest}y");
    }
    // `need` and `proceed` have no ending.
    let ending =
        if word.ends_with("eed") { None } else { word.strip_suffix("ed").or_else(|| word.strip_suffix("ing")) };
    ending.filter(|it| it.len() >= 2 && it.contains(is_vowel)).unwrap_or(word).to_owned()
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-07.
    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            "remove removes removed removing",
            "cut cuts cutting",
            "control controls controlled controlling",
            "fall falls fell fallen falling",
            "centralise centralised centralize centralizing",
            "policy policies",
            "carry carries carried carrying",
            "use uses used using",
            "proceed proceeds proceeded proceeding",
            "buy buys bought buying",
            "agree agrees agreed agreeing",
            "close closes closed closing",
            "person people",
        ] {
            let stems: BTreeSet<String> = forms.split(' ').map(stem).collect();
            assert_eq!(stems.len(), 1, "{forms}: {stems:?}");
        }
        for (one, other) in [("keep", "keeper"), ("optional", "option"), ("analysis", "analyst"), ("need", "new")] {
            assert_ne!(stem(one), stem(other));
        }
        assert_eq!(stem("straße"), "straße");
    }

    #[test]
    fn a_text_is_cut_into_sentences_and_clauses() {
        let cut = |text: &str| -> Vec<String> {
            let shown = |it: Vec<Clause>| it.iter().map(|it| it.join(" ")).collect::<Vec<_>>().join(" | ");
            sentences(text).into_iter().map(shown).collect()
        };
        assert_eq!(
            cut("Don't wait, ship 1.5 now. Opt-in; non-binding!"),
            ["dont wait | ship 1.5 now", "optin", "nonbinding"]
        );
        assert_eq!(cut("Ja, für 5,000 Nutzer。停机"), ["ja | für 5,000 nutzer", "停机"]);
        assert_eq!(cut(" .,; "), Vec::<String>::new());
        assert_eq!(sentences(&"word ".repeat(10_000)).concat().concat().len(), MOST_WORDS);
    }
}
