//! The ballot of a debate: the kind of decision, and what a participant casts (B-01 … B-06).
//!
//! These fields alone decide a debate; nothing is inferred from prose. Not here: counting ballots (`analysis::ballots`), parsing the ballot
//! of an answer (`reply::ballot`) and grouping headlines (`formats::group`).
mod letter;
mod paper;
mod read;

pub use letter::{Letter, NoLetter};
pub use paper::{Listed, Names, Paper, PaperKind};
pub use read::read;

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of decision, and its options (B-01). The log records it before the first call.
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
        /// Its unit: `person-days`.
        unit: String,
    },
    /// The options come from the participants.
    Open,
}

/// Why a list of options or a unit is not a valid ballot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BallotError {
    /// Fewer than two options.
    #[error("a ballot needs at least two options, this one has {0}")]
    TooFew(usize),
    /// More than [`Ballot::MOST_OPTIONS`] options.
    #[error("a ballot has at most {most} options, this one has {found}", most = Ballot::MOST_OPTIONS)]
    TooMany {
        /// The number of options given.
        found: usize,
    },
    /// One option is listed twice.
    #[error("the option `{0}` is listed twice")]
    Twice(String),
    /// An option exceeds [`Ballot::MOST_NAME`]; holds its beginning.
    #[error("the option `{0}` is too long; an option has at most {most} characters", most = Ballot::MOST_NAME)]
    TooLong(String),
    /// A unit exceeds [`Ballot::MOST_NAME`]; holds its beginning.
    #[error("the unit `{0}` is too long; a unit has at most {most} characters", most = Ballot::MOST_NAME)]
    LongUnit(String),
    /// An option is a reserved word of the answer schema.
    #[error("`{0}` can't be the name of an option: it is a word of the ballot itself")]
    Reserved(String),
    /// An estimate without a unit.
    #[error("an estimate needs a unit, such as days")]
    NoUnit,
}

/// Words of the answer schema that can't name an option.
const RESERVED: &[&str] = &[NONE_OF_THESE, NEW, DEPENDS];

/// An option name on one line, without the characters that [`text::clean`](crate::text::clean) removes.
fn name(words: &str) -> String {
    crate::text::one_line(&crate::text::clean(words).text)
}

/// The beginning of a name that is too long for an error message.
fn start(name: &str) -> String {
    name.chars().take(NAMED_BY).chain(['…']).collect()
}

/// How many characters of such a name an error message repeats.
const NAMED_BY: usize = 40;

/// Cast when none of the given options fits.
pub const NONE_OF_THESE: &str = "none of these";
/// Cast when the answer is neither yes nor no.
pub const DEPENDS: &str = "depends";
/// Cast to propose a new option.
pub const NEW: &str = "new";

impl Ballot {
    /// The maximum number of given options.
    pub const MOST_OPTIONS: usize = 12;
    /// The maximum length of an option's name, in characters.
    pub const MOST_NAME: usize = 80;
    /// The maximum length of a headline, in words (B-02).
    pub const HEADLINE_WORDS: usize = 12;

    /// A choice between these names. Fails with the reason if they are not a valid ballot.
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

    /// An estimate in this unit. Fails if the unit is empty or too long.
    pub fn estimate(unit: &str) -> Result<Ballot, BallotError> {
        let unit = name(unit);
        match unit.chars().count() {
            0 => Err(BallotError::NoUnit),
            1..=Ballot::MOST_NAME => Ok(Ballot::Estimate { unit }),
            _ => Err(BallotError::LongUnit(start(&unit))),
        }
    }

    /// The kind as users type and read it.
    pub fn kind(&self) -> &'static str {
        match self {
            Ballot::YesNo => "yes_no",
            Ballot::Choice { .. } => "choice",
            Ballot::Estimate { .. } => "estimate",
            Ballot::Open => "open",
        }
    }

    /// The options given when the debate opens.
    pub fn given(&self) -> Vec<String> {
        match self {
            Ballot::YesNo => vec!["Yes".to_owned(), "No".to_owned()],
            Ballot::Choice { options } => options.clone(),
            Ballot::Estimate { .. } | Ballot::Open => Vec::new(),
        }
    }

    /// Letters that are skipped because an option has that letter as its name, in order: a cast word has one meaning (B-02).
    fn named(&self) -> Vec<usize> {
        let Ballot::Choice { options } = self else { return Vec::new() };
        let letter = |it: &String| it.to_ascii_uppercase().parse::<Letter>().ok().map(Letter::place);
        let mut named: Vec<usize> = options.iter().filter_map(letter).collect();
        named.sort_unstable();
        named.dedup();
        named
    }

    /// The letter of the option at this index, from 0: given options first, then headlines.
    pub fn letter(&self, place: usize) -> Letter {
        let skipped = |at: usize, named: usize| if named <= at { at + 1 } else { at };
        Letter(self.named().into_iter().fold(place, skipped))
    }

    /// The index of the option with this letter; none if no option can have it.
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

    /// The word that casts none of the options on the ballot.
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
            Ballot::Open => f.write_str("open (the participants propose the options)"),
        }
    }
}

/// The ballot of a participant in a turn (B-02).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cast {
    /// An option that is on the ballot.
    Option(Letter),
    /// A new option in at most twelve words; it gets a letter when headlines are grouped.
    Headline(String),
    /// A number with an interval.
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
    /// The probability that the true value lies in the interval, 0…1. It is also the confidence of the turn.
    pub sure: f64,
    /// The scope of the estimate, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
}

/// The probability to which intervals are normalised (B-02).
const RESTATED: f64 = 0.8;
/// The lowest stated probability that is normalised; from less, the interval would become wider than meant.
const LEAST_SURE: f64 = 0.3;

impl Estimate {
    /// The largest absolute value. Ours: sums of such values still print exactly, and no quantity in a sensible unit is larger.
    pub const MOST: f64 = 1e15;

    /// The interval normalised to 80%: each side is scaled in proportion to the stated probability.
    pub fn interval(&self) -> (f64, f64) {
        let stretch = RESTATED / self.sure.max(LEAST_SURE);
        (self.best - (self.best - self.lowest) * stretch, self.best + (self.highest - self.best) * stretch)
    }
}

/// A participant's consent to an option that it does not hold (B-06).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnOption {
    /// The option.
    pub option: Letter,
    /// Whether it would act on that option.
    pub stand: Consent,
    /// The reservation, or what would have to change, in a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Whether a participant would act on an option that it does not hold (B-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Consent {
    /// Acting on it is the same as acting on its own option.
    Same,
    /// It would act on it, with a reservation.
    Minor,
    /// It would not act on it.
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

/// An action of a turn on a term of the debate (B-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermMove {
    /// The term's id, `T1`.
    pub term: String,
    /// The action.
    pub act: TermAct,
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// An action on a term (B-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TermAct {
    /// Also asks for it.
    Adopt,
    /// Rejects it as a condition.
    Oppose,
    /// Asked for it and no longer does.
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

/// The reason for a changed ballot (B-13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Because {
    /// The claim, term or source: `C3`, `T1`, `E2`. Absent if the reason is the participant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The reason in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// An option of a debate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its text: a given name, or the headline of its first holder.
    pub headline: String,
    /// The round in which it was proposed; 0 for a given option.
    pub since: u32,
    /// The option it was merged into, and after which round. Options merge when all holders of both call them the same.
    pub merged: Option<(Letter, u32)>,
}

impl Choice {
    /// Whether it was given when the debate opened.
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

    /// B-01: names lose invisible and reordering characters, and error messages shorten long names.
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
