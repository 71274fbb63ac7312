//! Scripts that are written without spaces between words, for the search index.
//!
//! SQLite's tokenizer takes what stands between two spaces for one word, so a word inside a Chinese or Thai sentence would not be found. An
//! invisible separator around each character of such a script makes it a token of its own, and a word of the query a phrase of characters.
//! Not here: segmentation into words, which needs a dictionary for each language.

/// Separates characters in the index: invisible, no part of a word, and removed from every text before.
pub(crate) const SEPARATOR: char = '\u{200b}';

/// The scripts, as ranges of code points. Korean has spaces, but they separate phrases: a noun is written together with its particles.
const RANGES: [(char, char); 13] = [
    ('\u{0e00}', '\u{0eff}'),   // Thai, Lao
    ('\u{0f00}', '\u{0fff}'),   // Tibetan
    ('\u{1000}', '\u{109f}'),   // Burmese
    ('\u{1100}', '\u{11ff}'),   // Hangul, letters
    ('\u{1780}', '\u{17ff}'),   // Khmer
    ('\u{1950}', '\u{1aaf}'),   // Tai Le, New Tai Lue, Tai Tham
    ('\u{2e80}', '\u{2fdf}'),   // Han, radicals
    ('\u{3005}', '\u{3007}'),   // Han, iteration mark and zero
    ('\u{3040}', '\u{31ff}'),   // Hiragana, Katakana, Bopomofo
    ('\u{3400}', '\u{9fff}'),   // Han
    ('\u{a000}', '\u{a4cf}'),   // Yi
    ('\u{ac00}', '\u{faff}'),   // Hangul, syllables; Han, compatibility
    ('\u{20000}', '\u{3ffff}'), // Han, rare
];

/// The text with a separator around each character of a script without spaces.
pub(crate) fn separated(text: &str) -> String {
    let mut separated = String::with_capacity(text.len());
    for it in text.chars().filter(|it| *it != SEPARATOR) {
        if has_no_spaces(it) {
            separated.extend([SEPARATOR, it, SEPARATOR]);
        } else {
            separated.push(it);
        }
    }
    separated
}

/// Whether the character's script is written without spaces between words.
fn has_no_spaces(character: char) -> bool {
    RANGES.iter().any(|(first, last)| (*first..=*last).contains(&character))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-21: only characters of scripts without spaces are separated, also where scripts meet.
    #[test]
    fn characters_are_separated_where_words_are_not() {
        for (text, expected) in [
            ("Zürich, 2 reviewers", "Zürich, 2 reviewers"),
            ("gRPC拆分", "gRPC|拆||分|"),
            ("zero\u{200b}width", "zerowidth"),
            ("हिन्दी", "हिन्दी"),
        ] {
            assert_eq!(separated(text).replace(SEPARATOR, "|"), expected);
        }
        for one in ["拆", "か", "カ", "한", "ก", "ဗ", "ខ", "ꀀ", "𠀀"] {
            assert_eq!(separated(one).chars().count(), 3, "{one}");
        }
    }
}
