//! Equations: `12 × 30 = 360`, `40 plus 2 makes 42`.
//!
//! Not here: shares, parts and changes without an equals sign (`sums`).
use super::super::scan::{Bound, Figure, Token, Unit, Word};
use super::{Sum, fits, is_word, judged};
use prose::arithmetic::{self, Number};

/// Equations with an equals sign or a word for it.
pub(super) fn equations(tokens: &[Token]) -> Vec<Sum> {
    let at = tokens.iter().enumerate().filter_map(|(at, it)| Some((at, link(it)?)));
    at.filter_map(|(at, link)| equation(tokens, at, link)).collect()
}

/// Words that indicate unusual arithmetic.
const RECKONED: [&str; 12] = [
    "when",
    "if",
    "base",
    "binary",
    "octal",
    "hex",
    "hexadecimal",
    "modulo",
    "mod",
    "compound",
    "compounded",
    "compounding",
];

/// How equality is written.
#[derive(Clone, Copy, PartialEq)]
enum Link {
    Sign,
    Word,
}

fn link(token: &Token) -> Option<Link> {
    match token {
        Token::Symbol('=' | '≈') => Some(Link::Sign),
        Token::Word(Word { text, .. }) => {
            matches!(text.as_str(), "is" | "are" | "equals" | "makes" | "gives").then_some(Link::Word)
        }
        Token::Symbol(_) | Token::Figure(_) | Token::Year(_) => None,
    }
}

fn equation(tokens: &[Token], at: usize, link: Link) -> Option<Sum> {
    let left = Side::before(tokens.get(..at)?)?;
    let right = Side::after(tokens.get(at + 1..)?)?;
    if left.operators + right.operators == 0 {
        return None;
    }
    // After a word only a single figure is a result, unlike `12 × 30 is 360 × 1`.
    if link == Link::Word && (left.operators == 0 || right.operators > 0) {
        return None;
    }
    // `24/7 is 3`: a slash may be an idiom, a date or a ratio unless an equals sign follows.
    if link == Link::Word && left.sum.contains('/') {
        return None;
    }
    let (a, b) = (arithmetic::evaluate(&left.sum).ok()?, arithmetic::evaluate(&right.sum).ok()?);
    let is_bound = |it: &Side<'_>| it.is_bound && it.single.is_none();
    if is_bound(&left) || is_bound(&right) {
        return None;
    }
    // A sum of bare figures may be an amount of money.
    let is_one_money = left.money.is_none() || left.money == right.money;
    let is_plain = !left.has_words && !right.has_words && is_one_money;
    let is_strict = is_plain && !tokens.iter().any(|it| is_word(it, &RECKONED));
    let (sum, result, worked) = match (right.single, left.single) {
        (Some(said), _) => (left.shown.trim_end().to_owned(), said, a),
        (None, Some(said)) => (right.shown.trim_end().to_owned(), said, b),
        (None, None) => {
            let sum = format!("{} = {}", left.shown.trim_end(), right.shown.trim_end());
            let is_right = a == b || (a.value() - b.value()).abs() <= 1e-9 * a.value().abs();
            return match (is_right, is_strict) {
                (true, _) => Some(Sum::Right(format!("{sum} is right"))),
                (false, true) => Some(Sum::Wrong(format!("{sum}: the sides come to {a} and {b}"))),
                (false, false) => None,
            };
        }
    };
    // A share may be written as a fraction or a percentage: `3 / 12 = 25%`, `3 / 12 × 100 = 25%`.
    let hundred = Number::whole(100);
    let worked = match result.unit {
        Unit::Percent if fits(result, worked.value()) => worked,
        Unit::Percent => worked.times(hundred),
        Unit::None | Unit::Points | Unit::Money(_) | Unit::Of(_) => worked,
    };
    judged(result, worked.value(), &sum, is_strict)
}

/// One side of an equation.
struct Side<'a> {
    /// The expression for evaluation.
    sum: String,
    /// The expression for display.
    shown: String,
    /// The figure, if it is the whole side.
    single: Option<&'a Figure>,
    operators: usize,
    /// Whether it contains words or an ambiguous figure: units may hide a conversion.
    has_words: bool,
    /// Whether a figure is a bound or approximate.
    is_bound: bool,
    money: Option<&'static str>,
}

impl<'a> Side<'a> {
    /// The longest expression at the end of the tokens.
    fn before(tokens: &'a [Token]) -> Option<Side<'a>> {
        let mut start = tokens.len();
        let mut words = 0;
        for (at, token) in tokens.iter().enumerate().rev() {
            match token {
                Token::Word(word) if operator(token).is_none() => {
                    words += 1;
                    if words > 2 || prose::words::is_empty(&word.text) {
                        break;
                    }
                }
                Token::Figure(_) => (start, words) = (at, 0),
                Token::Word(_) | Token::Symbol(_) if words == 0 && operator(token).is_some() => start = at,
                Token::Word(_) | Token::Symbol(_) | Token::Year(_) => break,
            }
        }
        let before = start.checked_sub(1).and_then(|it| tokens.get(it));
        let is_cut = before.is_some_and(|it| matches!(it, Token::Symbol('–' | '—' | '=' | '.') | Token::Year(_)));
        if is_cut { None } else { Side::of(tokens.get(start..)?) }
    }

    /// The longest expression at the start of the tokens.
    fn after(tokens: &'a [Token]) -> Option<Side<'a>> {
        let is_about = |it: &Token| {
            matches!(it, Token::Symbol('~' | '≈'))
                || is_word(it, &["about", "roughly", "some", "around", "nearly", "almost", "approximately"])
        };
        let skipped = tokens.iter().take_while(|it| is_about(it)).count();
        let tokens = tokens.get(skipped..)?;
        let mut end = 0;
        for (at, token) in tokens.iter().enumerate() {
            match token {
                Token::Figure(_) => end = at + 1,
                Token::Symbol('(' | ')' | ',' | ';') if operator(token).is_some_and(|it| it == ")") && end == at => {
                    // The parenthesis was opened before the equation.
                    let opened = tokens.get(..at)?.iter().filter(|it| matches!(it, Token::Symbol('('))).count();
                    let closed = tokens.get(..at)?.iter().filter(|it| matches!(it, Token::Symbol(')'))).count();
                    if opened <= closed {
                        break;
                    }
                    end = at + 1;
                }
                Token::Word(_) | Token::Symbol(_) if operator(token).is_some() => {}
                Token::Word(_) | Token::Symbol(_) | Token::Year(_) => break,
            }
        }
        let next = tokens.get(end);
        let goes_on =
            next.is_some_and(|it| matches!(it, Token::Symbol('–' | '—')) || operator(it).is_some_and(|it| it != ")"));
        if goes_on { None } else { Side::of(tokens.get(..end)?) }
    }

    fn of(tokens: &'a [Token]) -> Option<Side<'a>> {
        let mut side = Side {
            sum: String::new(),
            shown: String::new(),
            single: None,
            operators: 0,
            has_words: false,
            is_bound: false,
            money: None,
        };
        let mut figures = 0;
        for token in tokens {
            match (token, operator(token)) {
                (Token::Figure(figure), _) => {
                    figures += 1;
                    side.single = Some(figure).filter(|_| figures == 1);
                    let hundredth = if figure.unit == Unit::Percent { "%" } else { "" };
                    side.sum.push_str(&format!("({}){hundredth} ", figure.value));
                    side.shown.push_str(&format!("{}{hundredth} ", figure.value));
                    side.has_words |= matches!(figure.unit, Unit::Of(_) | Unit::Points) || figure.is_ambiguous;
                    side.is_bound |= figure.bound != Bound::Exactly || figure.is_loose;
                    side.money = match figure.unit {
                        Unit::Money(code) => Some(code),
                        Unit::None | Unit::Percent | Unit::Points | Unit::Of(_) => side.money,
                    };
                }
                (_, Some(operator)) => {
                    side.operators += usize::from(!matches!(operator, "(" | ")"));
                    side.sum.push_str(operator);
                    side.sum.push(' ');
                    match operator {
                        "(" => side.shown.push('('),
                        ")" => side.shown.replace_range(side.shown.trim_end().len().., ") "),
                        "*" => side.shown.push_str("× "),
                        _ => side.shown.push_str(&format!("{operator} ")),
                    }
                }
                (Token::Word(_) | Token::Symbol(_) | Token::Year(_), None) => side.has_words = true,
            }
        }
        // Part of an algebraic expression is no sum: `n + 5 = 12`.
        let begins = tokens.first().and_then(operator).is_some_and(|it| it != "(" && it != "-");
        let is_negative = tokens.first().and_then(operator) == Some("-");
        if figures == 0 || begins || is_negative {
            return None;
        }
        side.single = side.single.filter(|_| side.operators == 0);
        Some(side)
    }
}

fn operator(token: &Token) -> Option<&'static str> {
    match token {
        Token::Symbol('+') => Some("+"),
        Token::Symbol('-' | '−') => Some("-"),
        Token::Symbol('×' | '*' | '·' | '⋅') => Some("*"),
        Token::Symbol('/' | '÷') => Some("/"),
        Token::Symbol('^') => Some("^"),
        Token::Symbol('(') => Some("("),
        Token::Symbol(')') => Some(")"),
        Token::Word(Word { text, .. }) => match text.as_str() {
            "x" | "times" => Some("*"),
            "plus" => Some("+"),
            "minus" => Some("-"),
            _ => None,
        },
        Token::Symbol(_) | Token::Figure(_) | Token::Year(_) => None,
    }
}
