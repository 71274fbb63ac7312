//! A topic as sentences, and a sentence as words.
//!
//! A quotation is one opaque word and an aside in brackets is kept apart, so that a question or an "or" inside them is not read as
//! the topic's own. Not here: what a sentence asks.
use super::words;

/// How many characters a quotation or an aside may have; a longer one is an unmatched mark.
const MOST_ENCLOSED: usize = 400;

/// A word or a separator.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    /// The word as it is typed, a quotation without its marks.
    pub(super) text: &'a str,
    /// The word in lower case with straight apostrophes; every word for "or" is `or`, a quotation is `"`. Separators are `,` (also for `;`),
    /// `:`, `-` (a dash between words) and `/` (a slash between words).
    pub(super) low: String,
    /// Whether its spelling marks it as a name: a quotation, a digit or a capital that neither the start of a sentence nor a title in
    /// capitals explains.
    pub(super) proper: bool,
}

/// A sentence of a topic.
#[derive(Debug)]
pub(super) struct Sentence<'a> {
    /// Its words and separators, without asides.
    pub(super) tokens: Vec<Token<'a>>,
    /// What stands in brackets.
    pub(super) asides: Vec<&'a str>,
    /// The whole sentence as it is typed, without its final mark.
    pub(super) raw: &'a str,
    /// Whether it ends with a question mark.
    pub(super) asked: bool,
    /// Whether it is an item of a bulleted or numbered list.
    pub(super) bullet: bool,
}

/// Splits a topic into sentences.
pub(super) fn split(topic: &str) -> Vec<Sentence<'_>> {
    let chars: Vec<(usize, char)> = topic.char_indices().collect();
    let at = |place: usize| chars.get(place).map_or('\n', |it| it.1);
    let offset = |place: usize| chars.get(place).map_or(topic.len(), |it| it.0);
    let mut parts = Splitter { topic, sentences: Vec::new(), current: Sentence::empty(), start: 0, word: None };
    let mut place = 0;
    while place < chars.len() {
        let before = place.checked_sub(1).map_or('\n', at);
        let (c, after) = (at(place), at(place + 1));
        let here = offset(place);
        if before == '\n' {
            let marker = marker_length(|ahead| at(place + ahead));
            if marker > 0 {
                parts.end_sentence(here, here, false);
                parts.current.bullet = true;
                place += marker;
                parts.start = offset(place);
                continue;
            }
        }
        if let Some(close) = closing(c, before).and_then(|ends| {
            let mut inside = place + 1..chars.len().min(place + MOST_ENCLOSED);
            inside.find(|&it| ends.contains(at(it)) && (!ends.contains(['\'', '’']) || !at(it + 1).is_alphanumeric()))
        }) {
            parts.end_word(here);
            let inner = topic.get(offset(place + 1)..offset(close)).unwrap_or_default();
            match c {
                '(' | '（' | '[' => parts.current.asides.push(inner),
                _ => parts.current.tokens.push(Token { text: inner, low: "\"".to_owned(), proper: true }),
            }
            place = close + 1;
            continue;
        }
        let spaced = before.is_whitespace() && after.is_whitespace();
        match c {
            '?' if after.is_ascii_alphanumeric() => parts.extend_word(here),
            '?' | '？' => parts.end_sentence(here, offset(place + 1), true),
            '!' | '！' | '。' => parts.end_sentence(here, offset(place + 1), false),
            '.' if after.is_whitespace() && !parts.is_abbreviated(here) => {
                parts.end_sentence(here, offset(place + 1), false);
            }
            '\n' if !after.is_lowercase() => parts.end_sentence(here, offset(place + 1), false),
            ',' if before.is_ascii_digit() && after.is_ascii_digit() => parts.extend_word(here),
            ',' | '，' | '、' | ';' | '；' => parts.separate(here, ","),
            ':' if after.is_whitespace() => parts.separate(here, ":"),
            '：' => parts.separate(here, ":"),
            '—' => parts.separate(here, "-"),
            '-' | '–' if spaced => parts.separate(here, "-"),
            '/' if spaced => parts.separate(here, "/"),
            '¿' | '¡' | '"' | '“' | '”' | '„' | '«' | '»' | '(' | ')' | '*' => parts.end_word(here),
            _ if c.is_whitespace() => parts.end_word(here),
            _ => parts.extend_word(here),
        }
        place += 1;
    }
    parts.end_sentence(topic.len(), topic.len(), false);
    parts.sentences
}

/// The words of a short text, such as an aside, without regard to sentences.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    split(text).into_iter().flat_map(|it| it.tokens).collect()
}

/// Whether a word is two words with a slash between them, "tabs/spaces", and no abbreviation ("km/h", "CI/CD").
pub(super) fn is_slashed(word: &str) -> bool {
    let long = |it: &str| it.chars().count() > 2 && it.chars().all(char::is_alphabetic);
    !word.contains("://") && word.split_once('/').is_some_and(|(first, rest)| long(first) && rest.split('/').all(long))
}

/// What has been read of a topic so far.
struct Splitter<'a> {
    topic: &'a str,
    sentences: Vec<Sentence<'a>>,
    current: Sentence<'a>,
    /// The byte at which the current sentence begins.
    start: usize,
    /// The byte at which the current word begins.
    word: Option<usize>,
}

impl<'a> Splitter<'a> {
    fn extend_word(&mut self, here: usize) {
        self.word.get_or_insert(here);
    }

    fn end_word(&mut self, here: usize) {
        if let Some(text) = self.word.take().and_then(|start| self.topic.get(start..here)) {
            let begins = self.current.tokens.is_empty();
            let mut chars = text.chars();
            let capital = chars.next().is_some_and(|it| it.is_uppercase() && !begins);
            let proper = capital || text.contains(|c: char| c.is_ascii_digit()) || chars.any(char::is_uppercase);
            self.current.tokens.push(Token { text, low: text.to_lowercase().replace('’', "'"), proper });
        }
    }

    fn separate(&mut self, here: usize, mark: &str) {
        self.end_word(here);
        self.current.tokens.push(Token { text: "", low: mark.to_owned(), proper: false });
    }

    /// Whether the full stop here belongs to the word before it: `vs.`, `e.g.`, an initial.
    fn is_abbreviated(&self, here: usize) -> bool {
        let word = self.word.and_then(|start| self.topic.get(start..here)).unwrap_or_default().to_lowercase();
        let letters = word.split('.').all(|it| it.chars().count() == 1 && it.chars().all(char::is_alphabetic));
        letters || words::has(words::ABBREVIATIONS, &word)
    }

    fn end_sentence(&mut self, here: usize, next: usize, asked: bool) {
        self.end_word(here);
        let mut sentence = std::mem::replace(&mut self.current, Sentence::empty());
        sentence.raw = self.topic.get(self.start..here).unwrap_or_default().trim();
        sentence.asked = asked;
        self.start = next;
        words::unify_or(&mut sentence.tokens);
        let mut inner = sentence.tokens.iter().skip(1);
        if inner.any(|it| words::has(words::SMALL, &it.low) && it.text.starts_with(char::is_uppercase)) {
            sentence.tokens.iter_mut().for_each(|it| it.proper = it.low == "\"");
        }
        if !sentence.tokens.is_empty() {
            self.sentences.push(sentence);
        }
    }
}

impl Sentence<'_> {
    fn empty() -> Self {
        Sentence { tokens: Vec::new(), asides: Vec::new(), raw: "", asked: false, bullet: false }
    }
}

/// The marks that close what this character opens.
fn closing(open: char, before: char) -> Option<&'static str> {
    match open {
        '(' => Some(")"),
        '（' => Some("）"),
        '[' => Some("]"),
        '"' => Some("\""),
        '“' => Some("”"),
        '„' => Some("“”"),
        '«' => Some("»"),
        '「' => Some("」"),
        '『' => Some("』"),
        '‘' => Some("’"),
        '\'' if before.is_whitespace() => Some("'"),
        _ => None,
    }
}

/// How many characters the marker of a list item has at the start of a line: `- `, `* `, `• `, `1. `, `2) `, `a) `. 0 where there is none.
fn marker_length(at: impl Fn(usize) -> char) -> usize {
    let digits = (0..3).take_while(|&it| at(it).is_ascii_digit()).count();
    let length = match at(0) {
        '-' | '*' | '•' | '–' => 1,
        _ if digits > 0 && matches!(at(digits), '.' | ')') => digits + 1,
        it if it.is_ascii_alphabetic() && at(1) == ')' => 2,
        _ => 0,
    };
    if length > 0 && at(length) == ' ' { length + 1 } else { 0 }
}
