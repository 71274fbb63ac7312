//! Splits a text into sentences, and a sentence into words with their positions and the punctuation before them.
//!
//! Punctuation and capitals decide, with a short list of abbreviations. Not here: what the words mean.
use std::ops::Range;

/// A word of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    /// As written.
    pub(crate) raw: &'a str,
    /// In lower case, with a plain apostrophe.
    pub(crate) low: String,
    /// Its byte range in the sentence.
    pub(crate) at: Range<usize>,
    /// The punctuation before it.
    pub(crate) punctuation: Punctuation,
    /// Whether it is between quotation marks.
    pub(crate) is_quoted: bool,
}

impl Word<'_> {
    /// In lower case without a contracted verb: `it` of `it's`, `they` of `they'll`. A noun before `'s` stays what it is.
    pub(crate) fn bare(&self) -> &str {
        let contracted = ["'s", "'re", "'ve", "'ll", "'d", "'m"];
        contracted.iter().find_map(|it| self.low.strip_suffix(it)).filter(|it| !it.is_empty()).unwrap_or(&self.low)
    }
}

impl AsRef<str> for Word<'_> {
    fn as_ref(&self) -> &str {
        &self.low
    }
}

/// The punctuation between a word and the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Punctuation {
    /// White space only.
    #[default]
    None,
    /// A comma.
    Comma,
    /// A semicolon, a colon, a dash, a bracket.
    Strong,
}

/// Words after which a full stop ends no sentence.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "st", "no", "nos", "vs", "etc", "e.g", "i.e", "prof", "gen", "gov", "jr", "sr", "cf",
    "fig", "vol",
];

/// The sentences of a text; only white space is dropped.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut begin = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_break = c == '\n'
            && text.get(at + 1..).is_some_and(|it| it.trim_start_matches([' ', '\t', '\r']).starts_with('\n'));
        let end = at + c.len_utf8();
        let end = if is_break {
            end
        } else if matches!(c, '.' | '!' | '?' | '…') {
            let mut end = end;
            while let Some((at, c)) =
                chars.next_if(|(_, it)| matches!(it, '.' | '!' | '?' | '"' | '\'' | '”' | '’' | ')' | ']'))
            {
                end = at + c.len_utf8();
            }
            if !ends(text, begin, at, end) {
                continue;
            }
            end
        } else if matches!(c, '。' | '！' | '？') {
            end
        } else {
            continue;
        };
        found.extend(text.get(begin..end).map(str::trim).filter(|it| !it.is_empty()));
        begin = end;
    }
    found.extend(text.get(begin..).map(str::trim).filter(|it| !it.is_empty()));
    found
}

/// Whether the punctuation at `at`, with closing marks up to `end`, ends the sentence that began at `begin`.
fn ends(text: &str, begin: usize, at: usize, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    let Some(next) = rest.chars().next() else { return true };
    let after = rest.trim_start().chars().next();
    let goes_on = after.is_some_and(|it| it.is_lowercase());
    if !next.is_whitespace() || goes_on {
        return false;
    }
    let last = text.get(begin..at).unwrap_or_default().rsplit(char::is_whitespace).next().unwrap_or_default();
    let last = last.trim_start_matches(|it: char| !it.is_alphanumeric());
    let is_initial = last.chars().count() == 1 && last.chars().all(char::is_uppercase) && last != "I";
    // `No. 9`, but not `No. Marks make …`.
    let is_answer =
        matches!(last.to_lowercase().as_str(), "no" | "nos") && !after.is_some_and(|it| it.is_ascii_digit());
    !(text.get(at..).is_some_and(|it| it.starts_with('.'))
        && !is_answer
        && (is_initial || ABBREVIATIONS.contains(&last.to_lowercase().as_str())))
}

/// The words of a sentence.
pub(crate) fn words(sentence: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut punctuation, mut is_quoted) = (Punctuation::None, false);
    let mut chars = sentence.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !c.is_alphanumeric() {
            match c {
                '“' | '«' => is_quoted = true,
                '”' | '»' => is_quoted = false,
                '"' => is_quoted = !is_quoted,
                _ => {}
            }
            punctuation = punctuation.max(punctuation_of(c, sentence.get(at..).unwrap_or_default()));
            continue;
        }
        let mut end = at + c.len_utf8();
        while let Some((at, c)) = chars.peek().copied() {
            let next = sentence.get(at + c.len_utf8()..).and_then(|it| it.chars().next());
            let joins = next.is_some_and(char::is_alphanumeric)
                && (matches!(c, '-' | '\'' | '’')
                    || (matches!(c, '.' | ',') && next.is_some_and(|it| it.is_ascii_digit())));
            if !c.is_alphanumeric() && !joins {
                break;
            }
            end = at + c.len_utf8();
            chars.next();
        }
        let raw = sentence.get(at..end).unwrap_or_default();
        let low = raw.to_lowercase().replace('’', "'");
        words.push(Word { raw, low, at: at..end, punctuation, is_quoted });
        punctuation = Punctuation::None;
    }
    words
}

/// The punctuation that a character stands for; `rest` begins with it.
fn punctuation_of(c: char, rest: &str) -> Punctuation {
    match c {
        ',' => Punctuation::Comma,
        ';' | ':' | '–' | '—' | '(' | ')' | '[' | ']' | '.' | '!' | '?' => Punctuation::Strong,
        '-' if rest.starts_with("--") || rest.starts_with("- ") => Punctuation::Strong,
        _ => Punctuation::None,
    }
}
