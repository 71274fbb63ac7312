//! Sentence boundaries: at a full stop, but not at that of an abbreviation, an initial or a number.
//!
//! Dependency-free, for prose in western scripts and in Chinese or Japanese. In doubt a sentence goes on: a chunk that is a little long does no
//! harm, half a sentence does. Not here: what a sentence says.
use std::ops::Range;

/// Abbreviations before a name or a number: their full stop never ends a sentence.
const TITLES: &[&str] = &[
    "adm", "art", "capt", "cf", "ch", "col", "dr", "e.g", "ed", "eds", "eq", "esp", "fig", "figs", "fr", "gen", "gov",
    "hon", "i.e", "lt", "maj", "messrs", "mme", "mr", "mrs", "ms", "mt", "nr", "op", "p", "pp", "prof", "rep", "rev",
    "sec", "sen", "sgt", "st", "viz", "vol", "vols", "vs", "z.b", "bzw", "ca", "d.h",
];
/// Abbreviations that may end a sentence: the next word decides.
const EITHER: &[&str] = &[
    "a.d", "a.m", "al", "apr", "aug", "b.c", "bros", "co", "corp", "dec", "dept", "est", "etc", "feb", "inc", "jan",
    "jr", "jul", "jun", "ltd", "mar", "no", "nos", "nov", "oct", "p.m", "ph.d", "sep", "sept", "sr", "u.k", "u.n",
    "u.s", "u.s.a", "usw", "v",
];
/// Words that begin sentences and rarely names: after one of `EITHER` they show that it ended a sentence.
const BEGINS: &[&str] = &[
    "a", "after", "all", "although", "an", "and", "as", "at", "but", "by", "for", "he", "her", "his", "how", "however",
    "i", "if", "in", "it", "its", "my", "no", "not", "on", "or", "our", "she", "since", "so", "some", "such", "that",
    "the", "their", "then", "there", "these", "they", "this", "those", "to", "we", "what", "when", "where", "which",
    "while", "who", "why", "with", "you", "your",
];

/// The sentences of a text, in order and without gaps: each with the white space after it. A line end always ends one.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut begins = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_end = match c {
            '\n' => true,
            '.' | '!' | '?' | '…' | '。' | '！' | '？' => {
                let mut after = at + c.len_utf8();
                // Further punctuation and closing marks belong to the sentence.
                while let Some((at, c)) = chars.next_if(|(_, it)| is_mark(*it) || is_closing(*it)) {
                    after = at + c.len_utf8();
                }
                let sentence = text.get(begins..at).unwrap_or_default();
                let ends = matches!(c, '。' | '！' | '？') || ends(c, sentence, text.get(after..).unwrap_or_default());
                // Line ends are handled by the loop.
                if ends {
                    while chars.next_if(|(_, it)| it.is_whitespace() && *it != '\n').is_some() {}
                }
                ends && chars.peek().is_none_or(|(_, it)| *it != '\n')
            }
            _ => false,
        };
        if is_end {
            let end = chars.peek().map_or(text.len(), |(at, _)| *at);
            found.push(begins..end);
            begins = end;
        }
    }
    if begins < text.len() {
        found.push(begins..text.len());
    }
    found
}

fn is_mark(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？')
}

fn is_closing(c: char) -> bool {
    matches!(c, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '」' | '』' | '*' | '_')
}

fn is_opening(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '‘' | '«' | '(' | '[' | '„' | '—' | '–' | '-' | '*' | '_')
}

/// Whether punctuation ends the sentence before it, given the text after it.
fn ends(mark: char, sentence: &str, after: &str) -> bool {
    let rest = after.trim_start();
    if rest.is_empty() {
        return true;
    }
    // 3.14, example.org, v1.2
    if rest.len() == after.len() {
        return false;
    }
    let next = rest.trim_start_matches(is_opening);
    // "Stop!" he said; and so on … and so forth
    if next.chars().next().is_some_and(char::is_lowercase) {
        return false;
    }
    if mark != '.' {
        return true;
    }
    let parts = |c: char| c.is_whitespace() || (is_opening(c) && c != '-');
    let begins = sentence.char_indices().rev().find(|(_, c)| parts(*c)).map_or(0, |(at, c)| at + c.len_utf8());
    let (before, word) = sentence.split_at_checked(begins).unwrap_or(("", sentence));
    let before = before.trim_end();
    let folded = word.to_lowercase();
    let is_number_next = next.starts_with(|c: char| c.is_ascii_digit());
    let first: String = next.chars().take_while(|it| it.is_alphabetic()).flat_map(char::to_lowercase).collect();
    if TITLES.contains(&folded.as_str()) {
        return false;
    }
    if EITHER.contains(&folded.as_str()) {
        return !is_number_next && BEGINS.contains(&first.as_str());
    }
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        // The number of a list item.
        _ if before.is_empty() && !word.is_empty() && word.chars().all(|it| it.is_ascii_digit()) => false,
        // An initial; "I" is one only after another name.
        (Some(letter), None) if letter.is_uppercase() => {
            let is_name =
                before.rsplit(char::is_whitespace).next().is_some_and(|it| it.starts_with(char::is_uppercase));
            letter == 'I' && !is_name && !before.is_empty()
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-01: chunks end at sentence boundaries.
    #[test]
    fn sentences_end_where_readers_stop() {
        for (text, expected) in [
            ("One. Two! Three? Four", &["One.", "Two!", "Three?", "Four"][..]),
            ("Mr. Jay met Dr. A. B. Hamilton. They spoke.", &["Mr. Jay met Dr. A. B. Hamilton.", "They spoke."]),
            ("It grew 3.5 per cent. In 1788. Then less.", &["It grew 3.5 per cent.", "In 1788.", "Then less."]),
            (
                "See No. 10, vol. 2, e.g. The Federalist. Or not.",
                &["See No. 10, vol. 2, e.g. The Federalist.", "Or not."],
            ),
            ("Apples, pears, etc. The rest is bad.", &["Apples, pears, etc.", "The rest is bad."]),
            ("Apples, etc. Pears of Acme Inc. Boston sold.", &["Apples, etc. Pears of Acme Inc. Boston sold."]),
            ("\"Stop!\" he said. \"Why?\" She left.", &["\"Stop!\" he said.", "\"Why?\"", "She left."]),
            (
                "He said (in May.) \u{201C}No.\u{201D} Then rest.",
                &["He said (in May.)", "\u{201C}No.\u{201D}", "Then rest."],
            ),
            (
                "So do I. Then we agree. King George I. of England came.",
                &["So do I.", "Then we agree.", "King George I. of England came."],
            ),
            ("Wait... and see. Wait... Now.", &["Wait... and see.", "Wait...", "Now."]),
            ("1. First point. 2. Second", &["1. First point.", "2. Second"]),
            ("Line one\nLine two.\nThree", &["Line one", "Line two.", "Three"]),
            ("Visit example.org today. Use v1.2.3 now.", &["Visit example.org today.", "Use v1.2.3 now."]),
            ("数据库很小。我们不拆。好！", &["数据库很小。", "我们不拆。", "好！"]),
            (
                "The U.S. Senate met. In the U.S. The vote fell.",
                &["The U.S. Senate met.", "In the U.S.", "The vote fell."],
            ),
            ("", &[]),
        ] {
            let ranges = sentences(text);
            let found: Vec<&str> = ranges.iter().map(|it| text.get(it.clone()).unwrap().trim()).collect();
            assert_eq!(found, expected, "{text}");
            assert_eq!(
                ranges.iter().map(|it| text.get(it.clone()).unwrap()).collect::<String>(),
                text,
                "without a gap"
            );
        }
    }
}
