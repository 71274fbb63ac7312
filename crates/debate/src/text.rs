//! Text utilities: removing invisible characters, estimating tokens, truncating.
//!
//! [`tokens`] is a conservative estimate, cheap enough for every prompt; billing uses the provider's figures. Not here: meaning.
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// A text without characters that hide or reorder others.
#[derive(Debug, PartialEq, Eq)]
pub struct Cleaned<'a> {
    /// The text.
    pub text: Cow<'a, str>,
    /// Whether characters were removed.
    pub was_dirty: bool,
}

/// Removes control, direction and invisible tag characters; normalises line ends to `
/// `.
pub fn clean(text: &str) -> Cleaned<'_> {
    if text.bytes().all(|it| it == b'\n' || (b' '..=b'~').contains(&it)) {
        return Cleaned { text: Cow::Borrowed(text), was_dirty: false };
    }
    let mut out = String::with_capacity(text.len());
    let mut was_dirty = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' | '\t' => out.push(c),
            '\r' => {
                chars.next_if_eq(&'\n');
                out.push('\n');
            }
            '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            _ if is_hidden(c) => was_dirty = true,
            _ => out.push(c),
        }
    }
    Cleaned { text: Cow::Owned(out), was_dirty }
}

/// Control characters, direction marks and overrides, zero-width spaces, and the tag block. The zero-width joiners stay:
/// scripts and emoji need them.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// Rough token class of a byte.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Letter,
    Digit,
    Space,
    Punctuation,
    /// Accented Latin, Greek, Cyrillic, Hebrew, Arabic.
    Near,
    /// All other scripts: ideographs, symbols, emoji.
    Wide,
    /// A continuation byte.
    Rest,
}

/// Works on bytes, not characters: every call measures a whole prompt.
fn kind(byte: u8) -> Kind {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => Kind::Letter,
        b'0'..=b'9' => Kind::Digit,
        b' ' => Kind::Space,
        0..=0x7F => Kind::Punctuation,
        0x80..=0xBF => Kind::Rest,
        0xC0..=0xDF => Kind::Near,
        0xE0..=0xFF => Kind::Wide,
    }
}

/// The cost of one character in twelfths of a token, given the length of its run.
///
/// A word costs one token for its first five letters and one for each further three; three digits cost slightly more than one token;
/// punctuation one each; a letter of another alphabet more than half a token, any other character one and two thirds. Tests compare it with
/// o200k.
fn twelfths(kind: Kind, run: u32) -> u64 {
    match kind {
        Kind::Letter if run == 1 => 12,
        Kind::Letter if run <= 5 => 0,
        Kind::Letter => 4,
        Kind::Digit if run % 3 == 1 => 15,
        Kind::Digit => 0,
        Kind::Space if run <= 1 => 0,
        Kind::Space => 3,
        Kind::Punctuation => 12,
        Kind::Near => 7,
        Kind::Wide => 20,
        Kind::Rest => 0,
    }
}

/// Accumulates the token estimate of a text in pieces.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    last: Kind,
    run: u32,
    twelfths: u64,
}

impl Default for Meter {
    fn default() -> Meter {
        Meter { last: Kind::Space, run: 0, twelfths: 0 }
    }
}

impl Meter {
    /// Adds a text without rereading earlier ones.
    pub fn and(mut self, text: &str) -> Meter {
        text.bytes().for_each(|byte| self.add(byte));
        self
    }

    fn add(&mut self, byte: u8) {
        let kind = kind(byte);
        self.run = if kind == self.last { self.run + 1 } else { 1 };
        self.last = kind;
        self.twelfths += twelfths(kind, self.run);
    }

    /// The conservative estimate of the tokens so far.
    pub fn tokens(&self) -> usize {
        usize::try_from(self.twelfths.div_ceil(12)).unwrap_or(usize::MAX)
    }
}

/// A conservative estimate of the tokens of a text.
pub fn tokens(text: &str) -> usize {
    Meter::default().and(text).tokens()
}

/// The text, or its beginning with an ellipsis in at most `most` tokens, cut between words if possible.
pub fn clip(text: &str, most: usize) -> Cow<'_, str> {
    let mut meter = Meter::default();
    let (mut fits, mut word_ends) = (0, 0);
    for (at, byte) in text.bytes().enumerate() {
        // One token is reserved for the ellipsis.
        if meter.tokens() < most {
            fits = at;
            if byte.is_ascii_whitespace() {
                word_ends = at;
            }
        }
        meter.add(byte);
        if meter.tokens() > most {
            let end = if word_ends > fits / 2 { word_ends } else { text.floor_char_boundary(fits) };
            return Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default().trim_end()));
        }
    }
    Cow::Borrowed(text)
}

/// Words before a full stop that do not end a sentence.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "st", "no", "nos", "vs", "cf", "fig", "ca", "approx", "resp", "incl", "e.g",
    "i.e", "z.b", "d.h", "u.a", "al", "p", "pp", "vol", "ed", "eds", "jr", "sr", "sen", "gov", "eg", "ie",
];

/// The sentences of a text, as slices of it. In doubt two count as one: prompts are never cut inside a sentence (D-31).
pub fn sentences(text: &str) -> Vec<&str> {
    let (mut found, mut start) = (Vec::new(), 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_wide = matches!(c, '。' | '！' | '？');
        if !is_wide && !matches!(c, '.' | '!' | '?' | '\n') {
            continue;
        }
        let before = text.get(start..at).unwrap_or_default();
        let mut end = at + c.len_utf8();
        // Closing quotes, brackets and further punctuation belong to the sentence.
        while let Some((at, c)) = chars
            .next_if(|(_, it)| matches!(it, '.' | '!' | '?' | '"' | '”' | '’' | '\'' | ')' | ']' | '»' | '」' | '』'))
        {
            end = at + c.len_utf8();
        }
        let next = text.get(end..).unwrap_or_default();
        let is_followed = next.is_empty() || next.starts_with(char::is_whitespace);
        let goes_on = next.trim_start().starts_with(|it: char| it.is_lowercase());
        let is_end = match c {
            '\n' => true,
            _ if is_wide => true,
            '.' => is_followed && !goes_on && !is_abbreviation(before),
            _ => is_followed && !goes_on,
        };
        if is_end {
            found.push(text.get(start..end).unwrap_or_default().trim());
            start = end;
        }
    }
    found.push(text.get(start..).unwrap_or_default().trim());
    found.retain(|it| !it.is_empty());
    found
}

/// Whether the last word is an abbreviation or an initial.
fn is_abbreviation(text: &str) -> bool {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let last = last.trim_start_matches(|it: char| !it.is_alphanumeric()).to_lowercase();
    ABBREVIATIONS.contains(&last.as_str()) || (last.chars().count() == 1 && last.starts_with(char::is_alphabetic))
}

/// Collapses white space into single spaces, so that the text is one line.
pub fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    add_one_line(&mut out, text);
    out
}

/// Appends a text on one line.
pub(crate) fn add_one_line(out: &mut String, text: &str) {
    // Fast path: most texts are one line already.
    let is_space = |it: u8| it == b' ';
    let is_folded = text.bytes().all(|it| matches!(it, b' '..=b'~'))
        && !text.bytes().zip(text.bytes().skip(1)).any(|(a, b)| is_space(a) && is_space(b));
    if is_folded {
        out.push_str(text.trim());
        return;
    }
    let start = out.len();
    for word in text.split_whitespace() {
        if out.len() > start {
            out.push(' ');
        }
        out.push_str(word);
    }
}

/// A name for comparison: cleaned, on one line, case-folded and Unicode-normalised. `Straße` and `STRASSE` are equal, and so are both
/// encodings of `é`.
pub fn folded(name: &str) -> String {
    let composed: String = one_line(&clean(name).text).nfkc().collect();
    composed.to_uppercase().to_lowercase().nfkc().collect()
}

/// A text without its chunk citations, `[k3f…]` or `[k3f…, k09…]`, and the space before them, for comparisons and prompts.
pub fn uncited(text: &str) -> Cow<'_, str> {
    let is_id = |it: &str| {
        let id = it.strip_prefix('k').unwrap_or_default();
        !id.is_empty() && id.bytes().all(|it| it.is_ascii_hexdigit())
    };
    let citation = |rest: &str| {
        let inside = rest.get(1..rest.find(']')?)?;
        let mut ids = inside.split([',', ';', ' ']).filter(|it| !it.is_empty());
        ids.all(is_id).then_some("[".len() + inside.len() + "]".len())
    };
    let (mut out, mut from) = (String::new(), 0);
    for (at, _) in text.match_indices("[k") {
        if let Some(length) = text.get(at..).and_then(citation) {
            out.push_str(text.get(from..at).unwrap_or_default());
            out.truncate(out.trim_end().len());
            from = at + length;
        }
    }
    if from == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(out)
}

/// Replaces every occurrence of the words by `mark`, ignoring case and differences in white space. Overlapping or adjacent passages become
/// one mark.
pub fn blotted(text: &str, words: &[String], mark: &str) -> String {
    let folded = |word: &String| one_line(word).chars().flat_map(char::to_lowercase).collect::<Vec<char>>();
    let wanted: Vec<Vec<char>> = words.iter().map(folded).filter(|it| !it.is_empty()).collect();
    let mut out = String::with_capacity(text.len());
    // End of the last replaced passage.
    let mut upto = 0;
    for (at, c) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        let longest = wanted.iter().filter_map(|it| begins_folded(rest, it)).max();
        let was_out = at < upto || (at == upto && upto > 0);
        if let Some(length) = longest {
            if !was_out {
                out.push_str(mark);
            }
            upto = upto.max(at + length);
        }
        if at >= upto {
            out.push(c);
        }
    }
    out
}

/// The length of the prefix that equals `wanted`, which is lower case and not empty; any white space matches a space.
fn begins_folded(text: &str, wanted: &[char]) -> Option<usize> {
    let mut wanted = wanted.iter().copied().peekable();
    wanted.peek()?;
    let mut chars = text.char_indices().peekable();
    while let Some(next) = wanted.peek().copied() {
        let (_, c) = chars.next()?;
        if next == ' ' {
            if !c.is_whitespace() {
                return None;
            }
            while chars.next_if(|(_, it)| it.is_whitespace()).is_some() {}
            wanted.next();
            continue;
        }
        for folded in c.to_lowercase() {
            if wanted.next() != Some(folded) {
                return None;
            }
        }
    }
    Some(chars.peek().map_or(text.len(), |(at, _)| *at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// P-24: chunk citations are removed before texts are compared or quoted in a question.
    #[test]
    fn citations_are_taken_out() {
        for (given, kept) in [
            ("It pays. [k3f09]", "It pays."),
            ("It pays. [k3f09] It lasts. [kaa]", "It pays. It lasts."),
            ("[k1] It pays [k2], so it lasts.", " It pays, so it lasts."),
            ("It pays [k1, kaa] and lasts [k3f09;k2].", "It pays and lasts."),
            ("[k1, see] [k1, k] [kind]", "[k1, see] [k1, k] [kind]"),
            ("[k] [k8s] [a1] [k1", "[k] [k8s] [a1] [k1"),
            ("größer [kü] [k1]", "größer [kü]"),
        ] {
            assert_eq!(uncited(given), kept);
        }
    }

    /// D-31: a sentence is whole; in doubt two are one.
    #[test]
    fn sentences_are_whole() {
        for (text, expected) in [
            ("It pays 1.5 million. It failed! Why?", &["It pays 1.5 million.", "It failed!", "Why?"][..]),
            ("See e.g. Dr. Who, p. 3. Then act.", &["See e.g. Dr. Who, p. 3.", "Then act."]),
            ("He said \"stop.\" We did (twice.) Good", &["He said \"stop.\"", "We did (twice.)", "Good"]),
            ("First. second is part of it. Third.", &["First. second is part of it.", "Third."]),
            ("分阶段进行。因为停机！好", &["分阶段进行。", "因为停机！", "好"]),
            ("One line\nanother", &["One line", "another"]),
            ("Really?! Yes... No", &["Really?!", "Yes...", "No"]),
            ("", &[]),
        ] {
            assert_eq!(sentences(text), expected, "{text}");
        }
    }

    #[test]
    fn what_hides_or_reorders_is_taken_out() {
        for (given, kept, was_dirty) in [
            ("plain\ntext", "plain\ntext", false),
            ("a\r\nb\rc\u{2028}d", "a\nb\nc\nd", false),
            ("bell\u{7}", "bell", true),
            ("\u{202E}evil\u{202C}", "evil", true),
            ("zero\u{200B}width\u{FEFF}", "zerowidth", true),
            ("tag\u{E0041}", "tag", true),
            ("naïve 中文 👩‍💻", "naïve 中文 👩‍💻", false),
        ] {
            assert_eq!(clean(given), Cleaned { text: Cow::Borrowed(kept), was_dirty }, "{given:?}");
        }
    }

    #[test]
    fn words_are_blotted_out_whatever_their_case() {
        for (text, words, expected) in [
            ("Mix A with b, then a  WITH\nB.", &["a with b"][..], "Mix ▪, then ▪."),
            ("Heat to 300 degrees, then heat it.", &["heat", "heat to 300 degrees"], "▪, then ▪ it."),
            ("one two three four", &["one two three", "three four"], "▪"),
            ("xaax", &["a"], "x▪x"),
            ("Straße", &["STRASSE"], "Straße"),
            ("nothing", &["", " "], "nothing"),
            ("ab", &["abc"], "ab"),
        ] {
            let words: Vec<String> = words.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(blotted(text, &words, "▪"), expected, "{text}");
        }
    }

    /// D-31: the estimate may be high, it must not be low.
    #[test]
    fn the_estimate_is_on_the_safe_side_of_a_real_tokenizer() {
        let real = tiktoken_rs::o200k_base_singleton();
        for sample in [
            "We should adopt event sourcing for the ledger, because an audit trail is required by law and the write load is low.",
            "Kubernetes operators reconcile desired state; misconfiguration accounts for 43% of outages in 2023 [1][2-4].",
            "{\"position\": \"Adopt it\", \"confidence\": 0.82, \"claims\": [{\"label\": \"FACT\", \"text\": \"x\"}]}",
            "| position: Ja, wir sollten die Datenbank umstellen, denn Verfügbarkeit geht vor Geschwindigkeit.",
            "数据库迁移应该分阶段进行，因为停机时间会影响客户。",
            "Нужно ли нам переходить на микросервисы? Нет, команда слишком мала.",
            "fn main() { println!(\"{}\", x.iter().map(|it| it * 2).sum::<u64>()); }",
            "antidisestablishmentarianism internationalization interoperability",
            "1234567890 3.14159 2026-11-15T10:25:36Z",
            "🙂🚀👩‍💻 emoji 🇩🇪",
        ] {
            let (estimate, count) = (tokens(sample), real.encode_ordinary(sample).len());
            assert!(estimate >= count, "{estimate} < {count}: {sample}");
            assert!(estimate <= count * 3, "{estimate} is far over {count}: {sample}");
        }
    }

    proptest! {
        /// D-31: a text that is read in pieces counts as much as one that is read at once.
        #[test]
        fn a_text_counts_the_same_in_pieces(a in ".{0,80}", b in "[a-z0-9 é語]{0,80}", c in ".{0,80}") {
            prop_assert_eq!(Meter::default().and(&a).and(&b).and(&c).tokens(), tokens(&format!("{a}{b}{c}")));
        }

        #[test]
        fn a_clipped_text_fits(text in ".{0,400}", most in 1_usize..60) {
            let clipped = clip(&text, most);
            prop_assert!(tokens(&clipped) <= most + 1);
            if tokens(&text) <= most { prop_assert_eq!(clipped.as_ref(), text.as_str()); }
        }

        #[test]
        fn cleaning_twice_is_cleaning_once(text in ".{0,200}") {
            let once = clean(&text).text.into_owned();
            prop_assert_eq!(clean(&once), Cleaned { text: Cow::Borrowed(once.as_str()), was_dirty: false });
        }
    }
}
