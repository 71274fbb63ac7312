//! Arithmetic as people write it: worked out exactly where whole numbers and decimals allow it (O-10).
//!
//! `15% of 240`, `1,200 × 3`, `sqrt(2) ^ 2`. A `%` in front of an operand is a remainder, anywhere else a hundredth. Not here: sums that
//! stand in a sentence (`analysis::evidence::checks`).
mod number;
mod read;

pub use number::Number;

use std::fmt;

/// The longest expression, in characters. Ours: longer ones are no longer checked by eye.
pub const LONGEST: usize = 400;
/// How deep parentheses and signs may be nested. Ours: far more than anybody writes, far less than a stack bears.
pub const DEEPEST: usize = 32;

/// What an expression comes to.
pub fn evaluate(expression: &str) -> Result<Number, Fault> {
    read::whole(expression)
}

/// Why an expression comes to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The character it was found at, from 1.
    pub at: usize,
    /// What is wrong there.
    pub what: Wrong,
}

/// What can be wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// There is nothing in it.
    Empty,
    /// It is longer than [`LONGEST`].
    TooLong,
    /// It is nested deeper than [`DEEPEST`].
    TooDeep,
    /// It ends where a number should stand.
    BreaksOff,
    /// Something stands there that is no part of an expression, or not in this place.
    Unexpected(String),
    /// A word that names no function.
    UnknownName(String),
    /// A parenthesis that is not closed.
    NotClosed,
    /// A function with another number of arguments than it takes.
    Arguments {
        /// Which function.
        name: String,
        /// What it takes.
        takes: &'static str,
    },
    /// Division by zero.
    ByZero,
    /// A function has no value for that.
    OutOfDomain(&'static str),
    /// More than can be reckoned with.
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
