//! Normalises a text to plain words: case, accents, look-alike letters and digits, invisible characters, spelled-out letters, JSON escapes.
//!
//! `l` and `i` are one letter here, because `1` may stand for either. Words are cut to [`LONGEST`] letters. Not here: meaning.
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// Maximum letters of a word.
const LONGEST: usize = 24;
/// The distance that a full stop adds between words: more than any pattern spans within a sentence.
pub(super) const SENTENCE: u32 = 20;
/// Minimum number of consecutive single letters that form a spelled-out word. Ours: "a b" is a choice.
const SPELLED: usize = 3;

/// A word with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// Its letters, folded.
    pub(super) letters: &'a [u8],
    /// Its position: neighbours differ by one, sentences by more.
    pub(super) place: u32,
    /// The number of its clause.
    pub(super) clause: u32,
    /// Whether it opens a sentence, a line or a quotation.
    pub(super) opens: bool,
}

impl Word<'_> {
    /// Its first four letters, which distinguish most words.
    pub(super) fn key(&self) -> u32 {
        key(self.letters)
    }
}

/// The first four letters of a folded word.
pub(super) fn key(letters: &[u8]) -> u32 {
    letters.iter().take(4).fold(0, |key, letter| key << 8 | u32::from(*letter))
}

/// A word of the table, folded as those of a text are.
pub(super) fn folded(word: &str) -> Vec<u8> {
    word.bytes().filter_map(|it| letter(sign(it))).collect()
}

/// Passes each word of a text to `visit` until that breaks.
pub(super) fn words(text: &str, mut visit: impl FnMut(Word<'_>) -> ControlFlow<()>) {
    let signs = &*SIGNS;
    let mut reader = Reader::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let sign = signs.get(usize::from(*byte)).copied().unwrap_or(BREAK);
        if sign < BREAK {
            reader.push(sign);
            at += 1;
            continue;
        }
        let (sign, length) = if sign == OTHER { other(text, at) } else { (sign, 1) };
        at += length;
        let sign = match sign {
            // A point inside a word or a number ends nothing.
            STOP if *byte == b'.' && bytes.get(at).is_some_and(u8::is_ascii_alphanumeric) => BREAK,
            WITHIN if reader.length == 0 || !bytes.get(at).is_some_and(u8::is_ascii_alphabetic) => BREAK,
            WITHIN => stand_in(*byte),
            sign => sign,
        };
        if reader.take(sign, &mut visit).is_break() {
            return;
        }
    }
    let _ = reader.take(STOP, &mut visit);
}

/// Character classes: 1 to 29 are letters, higher values separate words. The last three letters are digits without a look-alike.
const BREAK: u8 = 64;
const CLAUSE: u8 = 65;
const STOP: u8 = 66;
const OPEN: u8 = 67;
const NOTHING: u8 = 68;
const WITHIN: u8 = 69;
const OTHER: u8 = 70;

static SIGNS: LazyLock<[u8; 256]> = LazyLock::new(|| std::array::from_fn(|it| u8::try_from(it).map_or(BREAK, sign)));

/// The class of a byte, as far as the byte alone shows it.
fn sign(byte: u8) -> u8 {
    match byte {
        b'l' | b'L' | b'1' => b'i' - b'a' + 1,
        b'a'..=b'z' => byte - b'a' + 1,
        b'A'..=b'Z' => byte - b'A' + 1,
        b'0' => b'o' - b'a' + 1,
        b'3' => b'e' - b'a' + 1,
        b'4' => 1,
        b'5' => b's' - b'a' + 1,
        b'7' => b't' - b'a' + 1,
        b'8' => 2,
        b'2' => 27,
        b'6' => 28,
        b'9' => 29,
        b'\'' => NOTHING,
        b'@' | b'$' => WITHIN,
        b',' | b'(' | b')' => CLAUSE,
        b'\n' | b'\r' | b':' | b';' | b'"' | b'`' | b'#' | b'|' | b'>' => OPEN,
        b'.' | b'!' | b'?' | b'{' | b'}' | b'[' | b']' => STOP,
        b'\\' | 0x80..=0xFF => OTHER,
        0..=0x7F => BREAK,
    }
}

fn letter(sign: u8) -> Option<u8> {
    (sign < BREAK).then_some(sign)
}

/// The letter that a symbol replaces inside a word.
fn stand_in(byte: u8) -> u8 {
    if byte == b'$' { sign(b's') } else { sign(b'a') }
}

/// The class of an escape or a non-ASCII character, and its length in bytes.
fn other(text: &str, at: usize) -> (u8, usize) {
    let rest = text.get(at..).unwrap_or_default();
    if let Some(escape) = rest.strip_prefix('\\') {
        return match escape.bytes().next() {
            Some(b'u') => escaped(escape).map_or((BREAK, 1), |it| (wide(it), 6)),
            Some(b'n' | b'r') => (OPEN, 2),
            Some(b'"') => (OPEN, 2),
            Some(b't') => (BREAK, 2),
            Some(_) | None => (BREAK, 1),
        };
    }
    rest.chars().next().map_or((BREAK, 1), |it| (wide(it), it.len_utf8()))
}

/// The character of `u0062`.
fn escaped(escape: &str) -> Option<char> {
    let digits = escape.get(1..5).filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
}

/// The class of a non-ASCII character.
fn wide(c: char) -> u8 {
    let plain = match c {
        _ if c.is_ascii() => {
            return if u8::try_from(c).map(sign) == Ok(OTHER) { BREAK } else { u8::try_from(c).map_or(BREAK, sign) };
        }
        '\u{AD}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}'
        | '\u{300}'..='\u{36F}'
        | '’'
        | '‘' => {
            return NOTHING;
        }
        '–' | '—' | '…' => return CLAUSE,
        '“' | '”' | '«' | '»' => return OPEN,
        // Full-width forms are at a fixed distance from ASCII.
        '\u{FF01}'..='\u{FF5E}' => return char::from_u32(u32::from(c) - 0xFEE0).map_or(BREAK, wide),
        'à'..='å' | 'À'..='Å' | 'ā' | 'ă' | 'ą' | 'а' | 'А' | 'α' | 'Α' => b'a',
        'в' | 'В' | 'β' | 'Β' | 'ß' => b'b',
        'ç' | 'Ç' | 'ć' | 'č' | 'с' | 'С' => b'c',
        'ď' | 'đ' => b'd',
        'è'..='ë' | 'È'..='Ë' | 'ē' | 'ė' | 'ę' | 'ě' | 'е' | 'Е' | 'ё' | 'Ё' | 'ε' | 'Ε' | '€' => b'e',
        'ğ' | 'ģ' => b'g',
        'н' | 'Н' | 'Η' => b'h',
        'ì'..='ï' | 'Ì'..='Ï' | 'ī' | 'į' | 'ı' | 'і' | 'І' | 'ι' | 'Ι' | 'ł' | 'Ł' => b'i',
        'к' | 'К' | 'κ' | 'Κ' => b'k',
        'м' | 'М' | 'Μ' => b'm',
        'ñ' | 'Ñ' | 'ń' | 'ň' | 'Ν' => b'n',
        'ò'..='ö' | 'Ò'..='Ö' | 'ø' | 'Ø' | 'ō' | 'ő' | 'о' | 'О' | 'ο' | 'Ο' => b'o',
        'р' | 'Р' | 'ρ' | 'Ρ' => b'p',
        'ř' | 'ŕ' => b'r',
        'ś' | 'š' | 'ş' | 'ѕ' | 'Ѕ' => b's',
        'т' | 'Т' | 'τ' | 'Τ' | 'ť' => b't',
        'ù'..='ü' | 'Ù'..='Ü' | 'ū' | 'ů' | 'ű' => b'u',
        'ν' => b'v',
        'х' | 'Х' | 'χ' | 'Χ' => b'x',
        'ý' | 'ÿ' | 'Ý' | 'у' | 'У' | 'γ' | 'υ' | 'Υ' => b'y',
        'ž' | 'ź' | 'ż' => b'z',
        // A letter of another script: any letter that keeps the word together.
        _ if c.is_alphanumeric() => b'2',
        _ => return BREAK,
    };
    sign(plain)
}

/// Parser state.
#[derive(Default)]
struct Reader {
    letters: [u8; LONGEST],
    length: usize,
    /// Consecutive single letters.
    spelled: Vec<u8>,
    place: u32,
    clause: u32,
    opens: Opening,
    /// Whether words were emitted since the last full stop.
    has_words: bool,
}

/// Whether the next word opens something.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Opening {
    #[default]
    Opens,
    GoesOn,
}

impl Reader {
    #[inline]
    fn push(&mut self, letter: u8) {
        if let Some(slot) = self.letters.get_mut(self.length) {
            *slot = letter;
            self.length += 1;
        }
    }

    /// Processes a character that may end a word.
    fn take(&mut self, sign: u8, visit: &mut impl FnMut(Word<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        if sign < BREAK {
            self.push(sign);
            return ControlFlow::Continue(());
        }
        if sign == NOTHING {
            return ControlFlow::Continue(());
        }
        match self.length {
            0 => {}
            1 => {
                self.tell(visit)?;
                self.spelled.extend(self.letters.first());
            }
            _ => {
                self.tell_spelled(visit)?;
                self.tell(visit)?;
            }
        }
        self.length = 0;
        if sign == BREAK {
            return ControlFlow::Continue(());
        }
        self.tell_spelled(visit)?;
        self.clause += 1;
        if sign != CLAUSE {
            self.opens = Opening::Opens;
        }
        if sign == STOP && std::mem::take(&mut self.has_words) {
            self.place = self.place.saturating_add(SENTENCE);
        }
        ControlFlow::Continue(())
    }

    fn tell(&mut self, visit: &mut impl FnMut(Word<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        let opens = std::mem::replace(&mut self.opens, Opening::GoesOn) == Opening::Opens;
        // Consecutive single letters form one word.
        if self.spelled.is_empty() {
            self.place = self.place.saturating_add(1);
        }
        self.has_words = true;
        let letters = self.letters.get(..self.length).unwrap_or_default();
        visit(Word { letters, place: self.place, clause: self.clause, opens })
    }

    /// Emits the word formed by single letters; also without its first letter, because "a bomb" spelled out is `abomb`.
    fn tell_spelled(&mut self, visit: &mut impl FnMut(Word<'_>) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.spelled.len() >= SPELLED {
            for skipped in [1, 0] {
                let letters = self.spelled.get(skipped..).unwrap_or_default();
                visit(Word { letters, place: self.place, clause: self.clause, opens: false })?;
            }
        }
        self.spelled.clear();
        ControlFlow::Continue(())
    }
}
