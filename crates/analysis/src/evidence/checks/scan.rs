//! Quantities in text: value, unit and precision (O-11).
//!
//! Years, dates, times, versions, ordinals, names such as `HTTP/2` and page or section numbers are not quantities. Ambiguous numbers are
//! marked. Not here: evaluating them.
mod written;

use prose::arithmetic::Number;
use prose::words::{self, stem};

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A quantity.
    Figure(Figure),
    /// A year.
    Year(u32),
    /// A word, lower case.
    Word(Word),
    /// Any other character.
    Symbol(char),
}

/// A word of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Word {
    /// Lower case.
    pub(super) text: String,
    /// Whether it is a name: it contains capitals or digits, and not only at the start of a sentence.
    pub(super) is_name: bool,
}

/// A quantity.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    /// Its value.
    pub(super) value: Number,
    /// Half of its last written digit: the maximum rounding error.
    pub(super) half: f64,
    /// Its unit.
    pub(super) unit: Unit,
    /// Whether it is a bound.
    pub(super) bound: Bound,
    /// Whether it is approximate.
    pub(super) is_loose: bool,
    /// Whether it is ambiguous: `1.200` may be 1200 or 1.2.
    pub(super) is_ambiguous: bool,
}

/// The unit of a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// None.
    None,
    /// A percentage.
    Percent,
    /// Percentage points.
    Points,
    /// Money.
    Money(&'static str),
    /// The stem of the counted noun.
    Of(String),
}

impl Figure {
    /// Whether `100%` is stated for a value slightly below: all is exact and never rounded.
    pub(super) fn rounds_to_all(&self, value: f64) -> bool {
        self.unit == Unit::Percent && self.value == Number::whole(100) && (value - 100.0).abs() > 1e-9
    }
}

/// How a quantity bounds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exactly,
    Over,
    AtLeast,
    Under,
    AtMost,
}

/// Words before a number that is only a label.
const LABELS: &str = "page pages p pp section sections chapter figure fig table appendix version v no nr number rfc iso step phase round \
    line lines paragraph article item http port issue part level tier id ticket chapter clause annex volume vol stage question route \
    highway room model class type grade case sprint release build error code status ring";

/// Multipliers.
const SCALES: [(&str, u32); 8] =
    [("thousand", 3), ("k", 3), ("million", 6), ("mn", 6), ("billion", 9), ("bn", 9), ("trillion", 12), ("tn", 12)];

/// Currency symbols and words.
const MONEY: [(&str, &str); 14] = [
    ("$", "USD"),
    ("usd", "USD"),
    ("dollar", "USD"),
    ("dollars", "USD"),
    ("€", "EUR"),
    ("eur", "EUR"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("£", "GBP"),
    ("gbp", "GBP"),
    ("pound", "GBP"),
    ("pounds", "GBP"),
    ("¥", "JPY"),
    ("chf", "CHF"),
];

/// Words of approximation.
const LOOSE: &str = "about around roughly approximately approx circa ca nearly almost some close";

/// The tokens of a text, in order.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut scan = Scan { chars: text.chars().collect(), at: 0, out: Vec::new() };
    while let Some(c) = scan.peek(0) {
        match c {
            _ if c.is_whitespace() => scan.at += 1,
            _ if c.is_ascii_digit() => scan.number(),
            _ if c.is_alphanumeric() => scan.word(),
            _ => {
                // `10-20` is a range, `20 - 10` a difference.
                let is_range =
                    c == '-' && scan.is_digit(1) && scan.before(scan.at, 1).is_some_and(|it| it.is_ascii_digit());
                scan.out.push(Token::Symbol(if is_range { '–' } else { c }));
                scan.at += 1;
            }
        }
    }
    scan.out
}

struct Scan {
    chars: Vec<char>,
    at: usize,
    out: Vec<Token>,
}

impl Scan {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn is_digit(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(|it| it.is_ascii_digit())
    }

    /// The character `back` positions before `start`, if any.
    fn before(&self, start: usize, back: usize) -> Option<char> {
        start.checked_sub(back).and_then(|it| self.chars.get(it)).copied()
    }

    /// A word, including joined parts: `GPT-4`, `v1.2`, `top-10`, `HTTP/2`.
    fn word(&mut self) {
        let start = self.at;
        while let Some(c) = self.peek(0) {
            let is_glue = matches!(c, '-' | '/' | '.' | '#' | '_') && self.is_digit(1);
            let is_inside =
                c.is_alphanumeric() || (matches!(c, '\'' | '’') && self.peek(1).is_some_and(char::is_alphabetic));
            if !is_inside && !is_glue {
                break;
            }
            self.at += 1;
        }
        let written: Vec<char> = self.chars.get(start..self.at).unwrap_or_default().to_vec();
        match self.written(&written) {
            Some(value) => self.push_written(value, &written),
            None => self.push_word(&written),
        }
    }

    fn push_word(&mut self, written: &[char]) {
        let is_first = !self.out.iter().any(|it| matches!(it, Token::Word(_) | Token::Figure(_)))
            || matches!(self.out.last(), Some(Token::Symbol('.' | '!' | '?' | '|')));
        let capitals = written.iter().filter(|it| it.is_uppercase()).count();
        let has_digit = written.iter().any(char::is_ascii_digit);
        let is_name = has_digit || capitals > 1 || (capitals == 1 && !is_first);
        let text = written.iter().filter(|it| !matches!(it, '\'' | '’')).flat_map(|it| it.to_lowercase()).collect();
        self.out.push(Token::Word(Word { text, is_name }));
    }

    /// A number, classified as a quantity or not.
    fn number(&mut self) {
        let start = self.at;
        let (mut digits, mut places, mut is_grouped) = (String::new(), None::<u32>, false);
        while let Some(c) = self.peek(0) {
            let is_group = (1..=3).all(|it| self.is_digit(it)) && !self.is_digit(4);
            match c {
                '0'..='9' => {
                    digits.push(c);
                    places = places.map(|it| it + 1);
                }
                '.' if places.is_none() && self.is_digit(1) => places = Some(0),
                ',' | '\'' | '’' | '\u{A0}' | '\u{202F}' | '_' if places.is_none() && is_group => is_grouped = true,
                _ => break,
            }
            self.at += 1;
        }
        if self.is_name(start) {
            let written: Vec<char> = self.chars.get(start..self.at).unwrap_or_default().to_vec();
            return self.push_word(&written);
        }
        let sign = self.sign(start);
        let is_year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20")) && !is_grouped;
        let is_ambiguous = places == Some(3) && digits.len() <= 6 && !digits.starts_with('0');
        let places = places.unwrap_or_default();
        let Some(value) = digits.parse::<i128>().ok().and_then(|it| Number::decimal(it, places)) else {
            return self.out.push(Token::Symbol('#'));
        };
        let money = match self.out.last() {
            Some(Token::Symbol(mark)) => money(&mark.to_string()),
            Some(Token::Figure(_) | Token::Year(_) | Token::Word(_)) | None => None,
        };
        if money.is_some() {
            self.out.pop();
        }
        let (scale, unit) = self.unit();
        let unit = money.map_or(unit, Unit::Money);
        if is_year
            && places == 0
            && scale == 0
            && !sign
            && !matches!(unit, Unit::Money(_) | Unit::Percent | Unit::Points)
        {
            return self.out.push(Token::Year(digits.parse().unwrap_or_default()));
        }
        let is_label = match self.out.last() {
            Some(Token::Word(word)) => LABELS.split_ascii_whitespace().any(|it| it == word.text) && unit == Unit::None,
            Some(Token::Symbol('#' | '§')) => true,
            Some(Token::Symbol(_) | Token::Figure(_) | Token::Year(_)) | None => false,
        };
        if is_label {
            return self.out.push(Token::Symbol('#'));
        }
        let (bound, is_loose) = self.meant();
        let factor = Number::whole(10_i128.pow(scale));
        let value = if sign { value.negated() } else { value };
        let half = 0.5 * 10_f64.powi(scale as i32 - places as i32);
        self.out.push(Token::Figure(Figure { value: value.times(factor), half, unit, bound, is_loose, is_ambiguous }));
    }

    /// Whether digits belong to a name, a date, a time or a version; consumes the rest of it.
    fn is_name(&mut self, start: usize) -> bool {
        let begins = self.at;
        while matches!(self.peek(0), Some('.' | ':' | '-' | '/' | ',')) && self.is_digit(1) {
            let mark = self.peek(0);
            let mut ahead = 1;
            while self.is_digit(ahead) {
                ahead += 1;
            }
            let goes_on = matches!(self.peek(ahead), Some('.' | ':' | '-' | '/')) && self.is_digit(ahead + 1);
            // `10-20` is a range and `3/12` a fraction; `2024-05-01`, `12:30`, `1.2.3` and `3,5` are neither.
            let is_one = matches!(mark, Some('-' | '/')) && !goes_on && self.at == begins;
            if is_one {
                break;
            }
            self.at += ahead;
        }
        let ordinal: String = (0..2).filter_map(|it| self.peek(it)).collect();
        let is_ordinal = matches!(ordinal.as_str(), "st" | "nd" | "rd" | "th") && !self.is_letter(2);
        if is_ordinal {
            self.at += 2;
        }
        let is_code = self.peek(0) == Some('.') && self.peek(1) == Some('x');
        self.at > begins || is_ordinal || is_code || self.before(start, 1).is_some_and(|it| it == '#')
    }

    fn is_letter(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(char::is_alphabetic)
    }

    /// Whether a minus before a number is its sign: nothing, or a space, precedes it.
    fn sign(&mut self, start: usize) -> bool {
        let is_minus = matches!(self.before(start, 1), Some('-' | '−'));
        let is_alone = self.before(start, 2).is_none_or(|it| it.is_whitespace() || matches!(it, '(' | '=' | '$' | '€'));
        let follows_figure = self.out.len().checked_sub(2).and_then(|it| self.out.get(it));
        let is_sum = matches!(follows_figure, Some(Token::Figure(_) | Token::Symbol(')')));
        let is_sign = is_minus && is_alone && !is_sum;
        if is_sign {
            self.out.pop();
        }
        is_sign
    }

    /// The unit of a number, and its power of ten.
    fn unit(&mut self) -> (u32, Unit) {
        let mut scale = 0;
        let mut is_glued = self.is_letter(0) || (self.peek(0) == Some('-') && self.is_letter(1));
        if self.peek(0) == Some('M') && !self.is_letter(1) {
            self.at += 1;
            scale = 6;
        }
        for _ in 0..2 {
            let Some((word, ends)) = self.ahead() else { break };
            if let Some((_, power)) = SCALES.iter().find(|(it, _)| *it == word) {
                scale += power;
                self.at = ends;
                is_glued = false;
                continue;
            }
            if word == "%" || word == "percent" || (word == "per" && self.says(ends, "cent")) {
                self.at = if word == "per" { self.word_at(ends).map_or(ends, |(_, it)| it) } else { ends };
                return (scale, if self.takes_points() { Unit::Points } else { Unit::Percent });
            }
            if word == "percentage" && self.says(ends, "points") || word == "pp" || word == "pps" {
                self.at = if word == "percentage" { self.word_at(ends).map_or(ends, |(_, it)| it) } else { ends };
                return (scale, Unit::Points);
            }
            if let Some(money) = money(&word) {
                self.at = ends;
                return (scale, Unit::Money(money));
            }
            if is_glued {
                self.at = ends;
                return (scale, Unit::Of(stem(&word)));
            }
            let is_unit = !words::is_empty(&word) && word.chars().all(char::is_alphabetic) && !is_linking(&word);
            return (scale, if is_unit { Unit::Of(stem(&word)) } else { Unit::None });
        }
        (scale, Unit::None)
    }

    /// `% points`.
    fn takes_points(&mut self) -> bool {
        let next = self.word_at(self.at).filter(|(word, _)| word == "points" || word == "point");
        next.map(|(_, ends)| self.at = ends).is_some()
    }

    fn says(&self, at: usize, word: &str) -> bool {
        self.word_at(at).is_some_and(|(it, _)| it == word)
    }

    /// The next word on the same line after at most a space or a hyphen, and its end.
    fn ahead(&self) -> Option<(String, usize)> {
        self.word_at(self.at)
    }

    fn word_at(&self, at: usize) -> Option<(String, usize)> {
        let mut at = at;
        while self.chars.get(at).is_some_and(|it| matches!(it, ' ' | '\u{A0}' | '\u{202F}' | '\n')) {
            at += 1;
        }
        if self.chars.get(at) == Some(&'%') {
            return Some(("%".to_owned(), at + 1));
        }
        if self.chars.get(at) == Some(&'-') && self.chars.get(at + 1).is_some_and(|it| it.is_alphabetic()) {
            at += 1;
        }
        let rest = self.chars.get(at..).unwrap_or_default();
        let word: Vec<char> = rest.iter().take_while(|it| it.is_alphabetic() || **it == '€').copied().collect();
        let ends = at + word.len();
        (!word.is_empty()).then(|| (word.iter().flat_map(|it| it.to_lowercase()).collect(), ends))
    }

    /// Bound and approximation of the next quantity, from the neighbouring words.
    fn meant(&self) -> (Bound, bool) {
        let mut last = self.out.iter().rev().take(3).map(|it| match it {
            Token::Word(word) => word.text.as_str(),
            Token::Symbol('~' | '≈') => "about",
            Token::Symbol('>') => "over",
            Token::Symbol('<') => "under",
            Token::Symbol('≥') => "minimum",
            Token::Symbol('≤') => "maximum",
            Token::Symbol(_) | Token::Figure(_) | Token::Year(_) => "",
        });
        let (one, two, three) =
            (last.next().unwrap_or_default(), last.next().unwrap_or_default(), last.next().unwrap_or_default());
        let is_loose = |it: &str| LOOSE.split_ascii_whitespace().any(|word| word == it);
        let bound = match (three, two, one) {
            ("no" | "not", "more" | "greater" | "higher", "than") => Bound::AtMost,
            ("no" | "not", "less" | "fewer" | "lower", "than") => Bound::AtLeast,
            (_, "more" | "greater" | "higher" | "longer" | "larger", "than")
            | (_, _, "over" | "above" | "exceeding") => Bound::Over,
            (_, "less" | "fewer" | "lower" | "shorter" | "smaller", "than") | (_, _, "under" | "below") => Bound::Under,
            (_, "at", "least") | (_, _, "minimum") => Bound::AtLeast,
            (_, "at", "most") | (_, "up", "to") | (_, _, "maximum") => Bound::AtMost,
            _ => Bound::Exactly,
        };
        let behind = self.ahead();
        let behind = behind.as_ref().filter(|(word, _)| word == "or").and_then(|(_, ends)| self.word_at(*ends));
        let bound = match behind.as_ref().map(|(word, _)| word.as_str()) {
            Some("more" | "higher" | "greater" | "above") => Bound::AtLeast,
            Some("less" | "fewer" | "lower" | "below") => Bound::AtMost,
            Some(_) | None if self.peek(0) == Some('+') && !self.is_digit(1) => Bound::AtLeast,
            Some(_) | None => bound,
        };
        (bound, is_loose(one) || (one == "to" && two == "close") || (is_loose(two) && one == "a"))
    }
}

/// Words after a number that are not its unit.
fn is_linking(word: &str) -> bool {
    const LINKING: &str = "per times x both either neither versus vs than plus minus equals makes amounts more less fewer higher lower i e";
    LINKING.split_ascii_whitespace().any(|it| it == word)
}

fn money(word: &str) -> Option<&'static str> {
    MONEY.iter().find(|(it, _)| *it == word).map(|(_, code)| *code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let figure = |it: &Figure| {
            let unit = match &it.unit {
                Unit::None => String::new(),
                Unit::Percent => " %".to_owned(),
                Unit::Points => " pp".to_owned(),
                Unit::Money(code) => format!(" {code}"),
                Unit::Of(what) => format!(" {what}"),
            };
            let bound = if it.bound == Bound::Exactly { String::new() } else { format!("{:?} ", it.bound) };
            let loose = if it.is_loose { "~" } else { "" };
            format!("{bound}{loose}{}{unit}", it.value)
        };
        let token = |it: Token| match it {
            Token::Figure(it) => Some(figure(&it)),
            Token::Year(year) => Some(format!("year {year}")),
            Token::Word(_) | Token::Symbol(_) => None,
        };
        tokens(text).into_iter().filter_map(token).collect::<Vec<_>>().join(", ")
    }

    /// O-11: what is a quantity, of what, and what only looks like one.
    #[test]
    fn quantities_are_told_from_other_numbers() {
        for (text, expected) in [
            ("It took 40 ms, then 1,200 requests.", "40 ms, 1200 request"),
            ("It took 40ms for 10k users and 5M rows", "40 ms, 10000 user, 5000000 row"),
            ("a 12-week plan of $3.5 million", "12 week, 3500000 USD"),
            ("€40 or 40 euros or 40 EUR", "40 EUR, 40 EUR, 40 EUR"),
            ("40% of 30 percent, 5 per cent", "40 %, 30 %, 5 %"),
            ("by 5 percentage points, 3 pp, 2% points", "5 pp, 3 pp, 2 pp"),
            ("in 2023, 1999 and 2100", "year 2023, year 1999, 2100"),
            ("2,023 users in 2023", "2023 user, year 2023"),
            ("page 12, section 3, RFC 7231, § 5, #4", ""),
            ("version 1.2.3 on 2024-05-01 at 12:30", ""),
            ("GPT-4, HTTP/2, S3, top-10, the 3rd and the 21st", ""),
            ("from -5 to −7 degrees", "-5, -7 degre"),
            ("10-20 nodes", "10, 20 nod"),
            ("over 40 users, at least 3 nodes, up to 9 ms", "Over 40 user, AtLeast 3 nod, AtMost 9 ms"),
            ("no more than 5 seats, less than 2 days", "AtMost 5 seat, Under 2 day"),
            ("about 40 users, ~3 s, nearly 9 ms", "~40 user, ~3 s, ~9 ms"),
            ("40 or more users, 50+ users", "AtLeast 40, AtLeast 50"),
            ("3,5 Prozent", ""),
            ("a ratio of 3/12", "3, 12"),
            ("five engineers, about fifty users, two million rows", "5 engineer, ~50 user, 2000000 row"),
            ("the two databases, phase two, two thirds of teams, twenty-five nodes, one of us, we two", ""),
            ("99999999999999999999999999999999999999999999 users", ""),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
