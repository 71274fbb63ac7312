//! Numbers written as words: `five engineers`.
//!
//! Only if they count a named thing. Not here: `one`, which rarely counts, fractions, and numbers of several words.
use super::{Figure, LABELS, Scan, Token, Unit};
use prose::arithmetic::Number;

/// Number words and their values.
const WRITTEN: [(&str, i128); 26] = [
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// Words after which a number word only refers: `the two databases`.
const POINTING: &str = "the these those all both other last first next my our your their his her its";

/// Words after a number word that make it a fraction or part of a larger number.
const FRACTIONS: &str =
    "third thirds quarter quarters fifth fifths sixth sixths tenth tenths half halves hundred dozen";

impl Scan {
    /// The value of a number word, if it counts something.
    pub(super) fn written(&self, word: &[char]) -> Option<i128> {
        let word: String = word.iter().flat_map(|it| it.to_lowercase()).collect();
        let (_, value) = WRITTEN.iter().find(|(it, _)| *it == word)?;
        let is_in = |list: &str, word: &str| list.split_ascii_whitespace().any(|it| it == word);
        let is_pointed_at = match self.out.last() {
            Some(Token::Word(before)) => is_in(POINTING, &before.text) || is_in(LABELS, &before.text),
            Some(Token::Symbol('-' | '–')) => true,
            Some(Token::Figure(_) | Token::Year(_) | Token::Symbol(_)) | None => false,
        };
        // `twenty-five`, `two thirds`.
        let is_part = self.peek(0) == Some('-') || self.ahead().is_some_and(|(next, _)| is_in(FRACTIONS, &next));
        (!is_pointed_at && !is_part).then_some(*value)
    }

    pub(super) fn push_written(&mut self, value: i128, written: &[char]) {
        let (scale, unit) = self.unit();
        // Without a unit it may refer to anything: `we two`.
        if unit == Unit::None && scale == 0 {
            return self.push_word(written);
        }
        let (bound, is_loose) = self.meant();
        let value = Number::whole(value).times(Number::whole(10_i128.pow(scale)));
        let half = 0.5 * 10_f64.powi(scale as i32);
        self.out.push(Token::Figure(Figure { value, half, unit, bound, is_loose, is_ambiguous: false }));
    }
}
