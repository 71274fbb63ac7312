//! Single-pass parser and evaluator of expressions.
use super::{DEEPEST, Fault, LONGEST, Number, Wrong};

/// The functions with their number of arguments.
const FUNCTIONS: [(&str, &str); 9] = [
    ("abs", ONE),
    ("exp", ONE),
    ("ln", ONE),
    ("log10", ONE),
    ("max", MANY),
    ("min", MANY),
    ("pow", "two numbers"),
    ("round", "one number, and how many places to keep"),
    ("sqrt", ONE),
];
const ONE: &str = "one number";
const MANY: &str = "one number or more";

/// The names of the functions.
pub(super) fn names() -> String {
    FUNCTIONS.map(|(name, _)| name).join(", ")
}

/// Evaluates the complete expression.
pub(super) fn whole(expression: &str) -> Result<Number, Fault> {
    let chars: Vec<char> = expression.chars().collect();
    if chars.len() > LONGEST {
        return Err(Fault { at: LONGEST + 1, what: Wrong::TooLong });
    }
    if chars.iter().all(|it| it.is_whitespace()) {
        return Err(Fault { at: 1, what: Wrong::Empty });
    }
    let mut reader = Reader { chars, at: 0, depth: 0, commas: Commas::Group };
    let value = reader.sum()?;
    reader.skip();
    if reader.peek().is_some() { Err(reader.unexpected()) } else { Ok(value) }
}

/// The meaning of a comma between digits.
#[derive(Clone, Copy, PartialEq)]
enum Commas {
    /// A thousands separator.
    Group,
    /// An argument separator.
    Part,
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    depth: usize,
    commas: Commas,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn skip(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Consumes one of these characters if it is the next significant one; returns it with its position.
    fn take(&mut self, any: &[char]) -> Option<(char, usize)> {
        self.skip();
        let found = self.peek().filter(|it| any.contains(it))?;
        self.at += 1;
        Some((found, self.at - 1))
    }

    /// The next word.
    fn word(&self) -> String {
        let rest = self.chars.get(self.at..).unwrap_or_default();
        let is_in = |(place, c): &(usize, &char)| c.is_alphabetic() || (*place > 0 && c.is_ascii_digit());
        rest.iter().enumerate().take_while(is_in).map(|(_, c)| c.to_lowercase().to_string()).collect()
    }

    fn fault<T>(&self, at: usize, what: Wrong) -> Result<T, Fault> {
        Err(Fault { at: at + 1, what })
    }

    fn unexpected(&self) -> Fault {
        let what = match (self.peek(), self.word()) {
            (None, _) => Wrong::BreaksOff,
            (Some(c), word) if word.is_empty() => Wrong::Unexpected(c.to_string()),
            (Some(_), word) => Wrong::Unexpected(word),
        };
        Fault { at: self.at + 1, what }
    }

    fn finite(&self, at: usize, value: Number) -> Result<Number, Fault> {
        if value.value().is_finite() { Ok(value) } else { self.fault(at, Wrong::TooLarge) }
    }

    fn sum(&mut self) -> Result<Number, Fault> {
        let mut left = self.product()?;
        while let Some((sign, at)) = self.take(&['+', '-', '−']) {
            let right = self.product()?;
            let right = if sign == '+' { right } else { right.negated() };
            left = self.finite(at, left.plus(right))?;
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Number, Fault> {
        let mut left = self.signed()?;
        while let Some((by, at)) = self.factor() {
            let right = self.signed()?;
            let result = match by {
                By::Times => Some(left.times(right)),
                By::Over => left.over(right),
                By::Rest => left.rest(right),
            };
            left = match result {
                Some(result) => self.finite(at, result)?,
                None => return self.fault(at, Wrong::ByZero),
            };
        }
        Ok(left)
    }

    /// The operator between two factors, explicit or implied, if any.
    fn factor(&mut self) -> Option<(By, usize)> {
        self.skip();
        let at = self.at;
        let by = match (self.peek()?, self.word().as_str()) {
            ('*' | '×' | '·' | '⋅', _) => By::Times,
            ('/' | '÷' | '∕', _) => By::Over,
            ('%', _) => By::Rest,
            (_, "x") => By::Times,
            (_, "of") => {
                self.at += 1;
                By::Times
            }
            // `2(3 + 4)`, `3 sqrt(4)`.
            ('(', _) => return Some((By::Times, at)),
            (_, word) if FUNCTIONS.iter().any(|(name, _)| *name == word) => return Some((By::Times, at)),
            _ => return None,
        };
        self.at += 1;
        Some((by, at))
    }

    fn signed(&mut self) -> Result<Number, Fault> {
        match self.take(&['+', '-', '−']) {
            Some((sign, at)) => {
                let value = self.deeper(at, Reader::signed)?;
                Ok(if sign == '+' { value } else { value.negated() })
            }
            None => self.power(),
        }
    }

    fn power(&mut self) -> Result<Number, Fault> {
        let base = self.percent()?;
        let Some((_, at)) = self.take(&['^']) else { return Ok(base) };
        let exponent = self.deeper(at, Reader::signed)?;
        if base.is_zero() && exponent.value() < 0.0 {
            return self.fault(at, Wrong::ByZero);
        }
        match base.to_the(exponent) {
            Some(value) => self.finite(at, value),
            None => self.fault(at, Wrong::OutOfDomain("^")),
        }
    }

    /// A number with an optional `%`, which is a percentage unless an operand follows.
    fn percent(&mut self) -> Result<Number, Fault> {
        let value = self.operand()?;
        let before = self.at;
        if self.take(&['%']).is_none() {
            return Ok(value);
        }
        self.skip();
        let word = self.word();
        let is_operand = |c: char| c.is_ascii_digit() || c == '.' || c == '(' || (c.is_alphabetic() && word != "of");
        if self.peek().is_some_and(is_operand) {
            self.at = before;
            return Ok(value);
        }
        Ok(value.times(Number::Exact(1, 100)))
    }

    fn operand(&mut self) -> Result<Number, Fault> {
        if let Some((_, at)) = self.take(&['(']) {
            let commas = std::mem::replace(&mut self.commas, Commas::Group);
            let value = self.deeper(at, Reader::sum)?;
            self.commas = commas;
            self.close(at)?;
            return Ok(value);
        }
        let at = self.at;
        match (self.peek(), self.word()) {
            (Some(c), _) if c.is_ascii_digit() || c == '.' => self.number(),
            (Some(_), word) if !word.is_empty() && word != "x" && word != "of" => self.function(&word, at),
            (_, _) => Err(self.unexpected()),
        }
    }

    fn close(&mut self, opened: usize) -> Result<(), Fault> {
        match self.take(&[')']) {
            Some(_) => Ok(()),
            None if self.peek().is_none() => self.fault(opened, Wrong::NotClosed),
            None => Err(self.unexpected()),
        }
    }

    fn deeper(&mut self, at: usize, read: fn(&mut Reader) -> Result<Number, Fault>) -> Result<Number, Fault> {
        if self.depth == DEEPEST {
            return self.fault(at, Wrong::TooDeep);
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        match value {
            // An end inside a parenthesis is reported as an unclosed parenthesis.
            Err(Fault { what: Wrong::BreaksOff, .. }) if self.chars.get(at) == Some(&'(') => {
                self.fault(at, Wrong::NotClosed)
            }
            value => value,
        }
    }

    fn function(&mut self, name: &str, at: usize) -> Result<Number, Fault> {
        let Some((name, takes)) = FUNCTIONS.into_iter().find(|(known, _)| *known == name) else {
            return self.fault(at, Wrong::UnknownName(name.to_owned()));
        };
        self.at += name.len();
        let Some((_, opened)) = self.take(&['(']) else { return Err(self.unexpected()) };
        let commas = std::mem::replace(&mut self.commas, Commas::Part);
        let mut given = Vec::new();
        if self.take(&[')']).is_none() {
            loop {
                given.push(self.deeper(opened, Reader::sum)?);
                if self.take(&[',', ';']).is_none() {
                    break;
                }
            }
            self.close(opened)?;
        }
        self.commas = commas;
        let wrong = || Wrong::Arguments { name: name.to_owned(), takes };
        let value = match (name, given.as_slice()) {
            ("abs", [it]) => Some(it.size()),
            ("exp", [it]) => Some(Number::Near(it.value().exp())),
            ("ln", [it]) => above_zero(*it).map(|it| Number::Near(it.ln())),
            ("log10", [it]) => above_zero(*it).map(|it| Number::Near(it.log10())),
            ("max", [first, rest @ ..]) => Some(rest.iter().fold(*first, |a, b| if *b > a { *b } else { a })),
            ("min", [first, rest @ ..]) => Some(rest.iter().fold(*first, |a, b| if *b < a { *b } else { a })),
            ("pow", [base, power]) => base.to_the(*power),
            ("round", [it]) => Some(it.rounded(0)),
            ("round", [it, places]) => Some(it.rounded(places.value() as i32)),
            ("sqrt", [it]) => it.root(),
            _ => return self.fault(at, wrong()),
        };
        match value {
            Some(value) => self.finite(at, value),
            None => self.fault(at, Wrong::OutOfDomain(name)),
        }
    }

    /// Digits with thousands separators, a decimal point and an exponent.
    fn number(&mut self) -> Result<Number, Fault> {
        let start = self.at;
        let (mut digits, mut places, mut has_point) = (String::new(), 0_u32, false);
        while let Some(c) = self.peek() {
            match c {
                '0'..='9' => {
                    digits.push(c);
                    places += u32::from(has_point);
                }
                '.' if !has_point && self.is_digit(1) => has_point = true,
                _ if self.groups(c) && !has_point && !digits.is_empty() => {}
                _ => break,
            }
            self.at += 1;
        }
        if digits.is_empty() {
            return Err(self.unexpected());
        }
        let power = self.power_of_ten();
        let exact = digits.parse::<i128>().ok().and_then(|it| Number::decimal(it, places));
        let exact = exact.zip(Number::whole(10).to_the(Number::whole(power.into()))).map(|(it, scale)| it.times(scale));
        let near = || format!("{digits}e{}", i64::from(power) - i64::from(places)).parse().ok().map(Number::Near);
        match exact.or_else(near) {
            Some(value) => self.finite(start, value),
            None => self.fault(start, Wrong::TooLarge),
        }
    }

    /// An exponent after digits: `e3`, `E-1`.
    fn power_of_ten(&mut self) -> i32 {
        let is_sign = |it: &char| matches!(it, '+' | '-' | '−');
        let sign = self.chars.get(self.at + 1).copied().filter(is_sign);
        let first = if sign.is_some() { 2 } else { 1 };
        if !matches!(self.peek(), Some('e' | 'E')) || !self.is_digit(first) {
            return 0;
        }
        self.at += first;
        let mut power = 0_i32;
        while let Some(digit) = self.peek().and_then(|it| it.to_digit(10)) {
            power = power.saturating_mul(10).saturating_add_unsigned(digit).min(9_999);
            self.at += 1;
        }
        if matches!(sign, None | Some('+')) { power } else { -power }
    }

    fn is_digit(&self, ahead: usize) -> bool {
        self.chars.get(self.at + ahead).is_some_and(char::is_ascii_digit)
    }

    /// Whether a character is a thousands separator: exactly three digits follow.
    fn groups(&self, c: char) -> bool {
        let is_group = (1..=3).all(|it| self.is_digit(it)) && !self.is_digit(4);
        is_group
            && match c {
                ',' => self.commas == Commas::Group,
                '_' | '\'' | '’' | '\u{A0}' | '\u{202F}' | '\u{2009}' => true,
                _ => false,
            }
    }
}

/// An operator between two factors.
enum By {
    Times,
    Over,
    Rest,
}

fn above_zero(number: Number) -> Option<f64> {
    Some(number.value()).filter(|it| *it > 0.0)
}
