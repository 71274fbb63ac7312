//! Evaluates arithmetic in everyday notation, exactly for integers and decimals within range (O-10).
//!
//! `15% of 240`, `1,200 × 3`, `sqrt(2) ^ 2`. A `%` before an operand is a remainder, anywhere else a percentage. Not here: sums within a
//! sentence (`analysis::evidence::checks`).
mod number;
mod read;

pub use number::Number;

use std::fmt;

/// Maximum length of an expression, in characters. Ours: longer ones can't be checked by eye.
pub const LONGEST: usize = 400;
/// Maximum nesting of parentheses and signs. Ours: more than anybody writes, and safe for the stack.
pub const DEEPEST: usize = 32;

/// The value of an expression.
pub fn evaluate(expression: &str) -> Result<Number, Fault> {
    read::whole(expression)
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Position of the error, from 1.
    pub at: usize,
    /// The error.
    pub what: Wrong,
}

/// Errors of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The expression is empty.
    Empty,
    /// It is longer than [`LONGEST`].
    TooLong,
    /// It is nested deeper than [`DEEPEST`].
    TooDeep,
    /// It ends where a number is expected.
    BreaksOff,
    /// An unexpected token.
    Unexpected(String),
    /// An unknown function.
    UnknownName(String),
    /// An unclosed parenthesis.
    NotClosed,
    /// A wrong number of arguments.
    Arguments {
        /// The function.
        name: String,
        /// The number it takes.
        takes: &'static str,
    },
    /// Division by zero.
    ByZero,
    /// The function is not defined for this argument.
    OutOfDomain(&'static str),
    /// The value is out of range.
    TooLarge,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: ", self.at)?;
        match &self.what {
            Wrong::Empty => f.write_str("there is nothing to work out; write an expression such as `15% of 240`"),
            Wrong::TooLong => write!(f, "an expression has at most {LONGEST} characters; work it out in parts"),
            Wrong::TooDeep => write!(f, "nested more than {DEEPEST} deep; work it out in parts"),
            Wrong::BreaksOff => f.write_str("a number is missing at the end"),
            Wrong::Unexpected(found) => write!(f, "`{found}` can't stand here; a number or an operator must"),
            Wrong::UnknownName(name) => write!(f, "`{name}` is no function; there are {}", read::names()),
            Wrong::NotClosed => f.write_str("the parenthesis that opens here is not closed"),
            Wrong::Arguments { name, takes } => write!(f, "`{name}` takes {takes}"),
            Wrong::ByZero => f.write_str("division by zero"),
            Wrong::OutOfDomain(name) => write!(f, "`{name}` has no value for that number"),
            Wrong::TooLarge => f.write_str("the result is too large"),
        }
    }
}

impl std::error::Error for Fault {}
