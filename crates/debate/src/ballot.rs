//! The ballot of a debate: what is decided, and what a participant casts (B-01 … B-06).
//!
//! What a debate decides is declared in these fields and is never inferred from prose. Not here: how ballots are counted
//! (`analysis::ballots`), how an answer's ballot is read (`reply::ballot`), and how headlines are grouped (`formats::group`).
mod letter;
mod paper;
mod read;

pub use letter::{Letter, NoLetter};
pub use paper::{Listed, Names, Paper, PaperKind};
pub use read::read;

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is put to the vote (B-01). It is in the log before the first call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ballot {
    /// Yes or No.
    YesNo,
    /// One of these names.
    Choice {
        /// At least two, all different.
        options: Vec<String>,
    },
    /// A number.
    Estimate {
        /// What it counts: `person-days`.
        unit: String,
    },
    /// The options come from the participants.
    Open,
}

/// Why options are no ballot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BallotError {
    /// Nothing to choose from.
    #[error(
        "a ballot needs at least two options, this one has {0}; separate them by `;`, as in `--options \"Alder; Birch\"`"
    )]
    TooFew(usize),
    /// More than anybody can weigh.
    #[error("a ballot has at most {most} options, this one has {found}", most = Ballot::MOST_OPTIONS)]
    TooMany {
        /// How many there are.
        found: usize,
    },
    /// One option is listed twice.
    #[error("the option `{0}` is listed twice")]
    Twice(String),
    /// An option is longer than a name; this is how it begins.
    #[error("the option `{0}` is too long; an option has at most {most} characters", most = Ballot::MOST_NAME)]
    TooLong(String),
    /// A unit is longer than a name; this is how it begins.
    #[error("the unit `{0}` is too long; a unit has at most {most} characters", most = Ballot::MOST_NAME)]
    LongUnit(String),
    /// The words of the form itself.
    #[error("`{0}` can't be the name of an option: it is a word of the ballot itself")]
    Reserved(String),
    /// An estimate of nothing.
    #[error("an estimate needs a unit, as in `--estimate days`")]
    NoUnit,
}

/// Words of the answer form that no option may be called.
const RESERVED: &[&str] = &[NONE_OF_THESE, NEW, DEPENDS];

/// A name as it stands on a ballot: one line, without the characters that a topic loses too.
fn name(words: &str) -> String {
    crate::text::one_line(&crate::text::clean(words).text)
}

/// How a name begins that is too long to be repeated.
fn start(name: &str) -> String {
    name.chars().take(NAMED_BY).chain(['…']).collect()
}

/// How many characters of a name that is too long are repeated.
const NAMED_BY: usize = 40;

/// The word for an answer that none of the given options covers.
pub const NONE_OF_THESE: &str = "none of these";
/// The word for an answer that is neither yes nor no.
pub const DEPENDS: &str = "depends";
/// The word for a new option.
pub const NEW: &str = "new";

impl Ballot {
    /// The most options that may be given.
    pub const MOST_OPTIONS: usize = 12;
    /// The longest name of an option, in characters.
    pub const MOST_NAME: usize = 80;
    /// The most words of a headline (B-02).
    pub const HEADLINE_WORDS: usize = 12;

    /// A choice between these names.
    pub fn choice<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Ballot, BallotError> {
        let options: Vec<String> = names.into_iter().map(name).filter(|it| !it.is_empty()).collect();
        for (at, it) in options.iter().enumerate() {
            if it.chars().count() > Ballot::MOST_NAME {
                return Err(BallotError::TooLong(start(it)));
            }
            let folded = crate::text::folded(it);
            if RESERVED.contains(&folded.trim_matches(|c: char| !c.is_alphanumeric())) {
                return Err(BallotError::Reserved(it.clone()));
            }
            if options.iter().take(at).any(|other| crate::text::folded(other) == folded) {
                return Err(BallotError::Twice(it.clone()));
            }
        }
        match options.len() {
            found @ 0..2 => Err(BallotError::TooFew(found)),
            found if found > Ballot::MOST_OPTIONS => Err(BallotError::TooMany { found }),
            _ => Ok(Ballot::Choice { options }),
        }
    }

    /// An estimate in this unit.
    pub fn estimate(unit: &str) -> Result<Ballot, BallotError> {
        let unit = name(unit);
        match unit.chars().count() {
            0 => Err(BallotError::NoUnit),
            1..=Ballot::MOST_NAME => Ok(Ballot::Estimate { unit }),
            _ => Err(BallotError::LongUnit(start(&unit))),
        }
    }

    /// Its kind as it is typed and read.
    pub fn kind(&self) -> &'static str {
        match self {
            Ballot::YesNo => "yes_no",
            Ballot::Choice { .. } => "choice",
            Ballot::Estimate { .. } => "estimate",
            Ballot::Open => "open",
        }
    }

    /// The options that are on it from the start.
    pub fn given(&self) -> Vec<String> {
        match self {
            Ballot::YesNo => vec!["Yes".to_owned(), "No".to_owned()],
            Ballot::Choice { options } => options.clone(),
            Ballot::Estimate { .. } | Ballot::Open => Vec::new(),
        }
    }

    /// The letters that no option has because an option is named so, in order: a word that may be cast means one thing (B-02).
    fn named(&self) -> Vec<usize> {
        let Ballot::Choice { options } = self else { return Vec::new() };
        let letter = |it: &String| it.to_ascii_uppercase().parse::<Letter>().ok().map(Letter::place);
        let mut named: Vec<usize> = options.iter().filter_map(letter).collect();
        named.sort_unstable();
        named.dedup();
        named
    }

    /// The letter of the option at this place, from 0: given ones first, then headlines.
    pub fn letter(&self, place: usize) -> Letter {
        let skipped = |at: usize, named: usize| if named <= at { at + 1 } else { at };
        Letter(self.named().into_iter().fold(place, skipped))
    }

    /// The place of the option that has this letter; none where no option can have it.
    pub fn place(&self, letter: Letter) -> Option<usize> {
        let named = self.named();
        let before = named.iter().filter(|it| **it < letter.0).count();
        (!named.contains(&letter.0)).then(|| letter.0 - before)
    }

    /// The unit of an estimate.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Ballot::Estimate { unit } => Some(unit),
            Ballot::YesNo | Ballot::Choice { .. } | Ballot::Open => None,
        }
    }

    /// The word with which an answer that no option on the ballot covers is cast.
    pub fn otherwise(&self) -> Option<&'static str> {
        match self {
            Ballot::YesNo => Some(DEPENDS),
            Ballot::Choice { .. } => Some(NONE_OF_THESE),
            Ballot::Open => Some(NEW),
            Ballot::Estimate { .. } => None,
        }
    }
}

impl fmt::Display for Ballot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ballot::YesNo => f.write_str("yes or no"),
            Ballot::Choice { options } => write!(f, "one of {}", options.join(" · ")),
            Ballot::Estimate { unit } => write!(f, "an estimate in {unit}"),
            Ballot::Open => f.write_str("open: the participants propose the options"),
        }
    }
}

/// What a participant casts in a turn (B-02).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cast {
    /// An option that is on the ballot.
    Option(Letter),
    /// A new option, in at most twelve words; it gets its letter when headlines are grouped.
    Headline(String),
    /// A number with its interval.
    Estimate(Estimate),
}

/// An estimate: the four questions of the IDEA protocol (B-02).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The lowest plausible value.
    pub lowest: f64,
    /// The highest plausible value.
    pub highest: f64,
    /// The best guess.
    pub best: f64,
    /// How sure it is that the truth lies between, 0…1. This is the confidence of the turn.
    pub sure: f64,
    /// What is counted in, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
}

/// The share of an interval that estimates are restated to (B-02).
const RESTATED: f64 = 0.8;
/// The least assurance that an interval is restated from: below it the restated one would be wider than anybody meant.
const LEAST_SURE: f64 = 0.3;

impl Estimate {
    /// The largest amount of a figure. Ours: the sums of such figures stay exact enough to print, and nothing that is counted in a unit of
    /// its own is larger.
    pub const MOST: f64 = 1e15;

    /// The interval restated as one that holds the truth with 80%: each side is stretched or shrunk in proportion to the assurance.
    pub fn interval(&self) -> (f64, f64) {
        let stretch = RESTATED / self.sure.max(LEAST_SURE);
        (self.best - (self.best - self.lowest) * stretch, self.best + (self.highest - self.best) * stretch)
    }
}

/// Where a participant stands on an option that it does not hold (B-06).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnOption {
    /// Which option.
    pub option: Letter,
    /// Whether it would act on it.
    pub stand: Consent,
    /// In a sentence: the reservation, or what would have to change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Whether a participant would act on an option that it does not hold (B-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Consent {
    /// Acting on it is acting on one's own.
    Same,
    /// It would sign, with a reservation.
    Minor,
    /// It would not.
    Blocker,
}

impl Consent {
    /// All of them.
    pub const ALL: [Consent; 3] = [Consent::Same, Consent::Minor, Consent::Blocker];

    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Consent::Same => "same",
            Consent::Minor => "minor",
            Consent::Blocker => "blocker",
        }
    }
}

impl fmt::Display for Consent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a turn does to a term of the debate (B-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermMove {
    /// The term's id, `T1`.
    pub term: String,
    /// What is done to it.
    pub act: TermAct,
    /// On what grounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What can be done to a term (B-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TermAct {
    /// It is asked for too.
    Adopt,
    /// It must not be a condition.
    Oppose,
    /// It was asked for, and is no longer.
    Withdraw,
}

impl TermAct {
    /// All of them.
    pub const ALL: [TermAct; 3] = [TermAct::Adopt, TermAct::Oppose, TermAct::Withdraw];

    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            TermAct::Adopt => "adopt",
            TermAct::Oppose => "oppose",
            TermAct::Withdraw => "withdraw",
        }
    }
}

impl fmt::Display for TermAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What moved a participant whose ballot changed (B-13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Because {
    /// The claim, term or source: `C3`, `T1`, `E2`. Absent for a reason of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// A word why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// An option of a debate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it says: a given name, or the headline of its first holder.
    pub headline: String,
    /// The round in which it was proposed; 0 for one that was given.
    pub since: u32,
    /// The option that it is one with, and after which round: all holders of both call them the same.
    pub merged: Option<(Letter, u32)>,
}

impl Choice {
    /// Whether it was on the ballot from the start.
    pub fn is_given(&self) -> bool {
        self.since == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B-01: letters go on after Z, and are read as they are written.
    #[test]
    fn letters_are_read_as_written() {
        for (place, word) in
            [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
        {
            assert_eq!(Letter::at(place).to_string(), word);
            assert_eq!(word.parse::<Letter>(), Ok(Letter::at(place)));
        }
        assert!(
            ["", "a", "A1", "ABCD", "É", "LETTERSWITHOUTEND", "ຌ𐂀ຌ𐂀ຌ𐂀"].iter().all(|it| it.parse::<Letter>().is_err())
        );
    }

    /// B-02, B-22: no option has a letter that is another option's name, whatever the names are; every letter leads back to its place.
    #[test]
    fn letters_skip_names() {
        let letters = |names: &[&str]| -> String {
            let ballot = Ballot::choice(names.iter().copied()).unwrap();
            let all: Vec<Letter> = (0..6).map(|it| ballot.letter(it)).collect();
            let back: Vec<Option<usize>> = all.iter().map(|it| ballot.place(*it)).collect();
            assert_eq!(back, (0..6).map(Some).collect::<Vec<_>>(), "{names:?}");
            all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        for (names, expected) in [
            (&["Alder", "Birch"][..], "A B C D E F"),
            (&["C", "Rust", "Go"], "A B D E F G"),
            (&["Rust", "c"], "A B D E F G"),
            (&["B", "A"], "C D E F G H"),
            (&["D", "A", "C", "B"], "E F G H I J"),
            (&["F", "E", "Zig"], "A B C D G H"),
        ] {
            assert_eq!(letters(names), expected, "{names:?}");
        }
        assert_eq!(Ballot::choice(["C", "Go"]).unwrap().place(Letter::at(2)), None);
        assert_eq!(Ballot::YesNo.letter(2), Letter::at(2));
    }

    /// B-02: an interval is restated as one of 80%, whatever it was given as.
    #[test]
    fn an_interval_is_restated() {
        let estimate = |sure| Estimate { lowest: 200.0, highest: 800.0, best: 400.0, sure, counted: None };
        assert_eq!(estimate(0.8).interval(), (200.0, 800.0));
        let (low, high) = estimate(0.5).interval();
        assert!((low - 80.0).abs() < 1e-9 && (high - 1040.0).abs() < 1e-9, "{low} {high}");
    }

    /// B-01: a choice has at least two names, all different, and none is a word of the form.
    #[test]
    fn what_is_no_choice_is_refused() {
        assert_eq!(
            Ballot::choice(["Alder", " ", "Birch"]).map(|it| it.given()),
            Ok(vec!["Alder".into(), "Birch".into()])
        );
        assert_eq!(Ballot::choice(["Alder"]), Err(BallotError::TooFew(1)));
        assert_eq!(Ballot::choice(["Alder", "alder"]), Err(BallotError::Twice("alder".into())));
        for (first, second) in [("Straße", "STRASSE"), ("Caf\u{e9}", "Cafe\u{301}"), ("Alder", "\u{200b}Al\u{7}der ")]
        {
            assert!(matches!(Ballot::choice([first, second]), Err(BallotError::Twice(_))), "{first} {second}");
        }
        for word in ["New", "new!", "None of these.", "“none  of\tthese”", "(Depends)", "NEW…"] {
            let said = crate::text::one_line(word);
            assert_eq!(Ballot::choice(["A", word]), Err(BallotError::Reserved(said)));
        }
        assert_eq!(Ballot::choice(["Yes", "no."]).map(|it| it.given().len()), Ok(2));
        assert_eq!(Ballot::estimate("  "), Err(BallotError::NoUnit));
    }

    /// B-01: what hides or reorders characters does not reach a ballot, and what is too long is not repeated.
    #[test]
    fn names_are_cleaned_and_cut() {
        let choice = Ballot::choice(["\u{1b}[31mRED", "Gr\u{202e}een\nlight"]).unwrap();
        assert_eq!(choice.given(), ["[31mRED", "Green light"]);
        assert_eq!(
            Ballot::estimate("\u{1b}per\u{7}son-\u{200b}days\n"),
            Ok(Ballot::Estimate { unit: "person-days".into() })
        );
        assert_eq!(Ballot::estimate("\u{1b}"), Err(BallotError::NoUnit));
        let long = "x".repeat(10_000);
        let unit = Ballot::estimate(&long).unwrap_err().to_string();
        assert!(unit.starts_with("the unit `xxx") && unit.len() < 150, "{unit}");
        let option = Ballot::choice(["Alder", &long]).unwrap_err().to_string();
        assert!(option.starts_with("the option `xxx") && option.len() < 150, "{option}");
    }
}
