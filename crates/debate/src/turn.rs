//! An answer, as far as it could honestly be read (D-20).
//!
//! Nothing is made up: a field the participant did not give is absent, and what was wrong with the answer is a [`Flaw`]
//! beside it.
mod flaw;

pub use flaw::Flaw;

use crate::ballot::{Because, Cast, Letter, OnOption, TermMove};
use crate::evidence::{Kind, Standing};
use crate::ids::Name;
use crate::text;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a participant said in its turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// What it holds, in a sentence or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Why, in the sections of the mode: each on a line of its own, after its heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// How sure it is, 0…1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// What it casts (B-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<Cast>,
    /// Options in the order in which it prefers them, where it says so (B-15).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranking: Vec<Letter>,
    /// Where it stands on options that it does not hold (B-06).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OnOption>,
    /// Conditions on which it would carry its option out (B-04).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<String>,
    /// What it does to terms that were put before, by id (B-04).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on_terms: Vec<TermMove>,
    /// What moved it, where its ballot changed (B-13).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Because>,
    /// What would change its closing ballot (B-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub would_change: Option<String>,
    /// What the position rests on, statement by statement.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// What the numbers in the claims point at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<Reference>,
    /// The two or three things to remember.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key_points: Vec<String>,
    /// How its confidence moved, since when and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_change: Option<ConfidenceChange>,
    /// The side it was told to take and took (D-17).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
    /// What it does to claims that were made before, by id (D-33).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
    /// What can go wrong, each with what meets it, where the mode asks for it (D-14).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vulnerabilities: Vec<Vulnerability>,
    /// What it asks of others (D-20).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    /// What it would have to know and was not given (I-25).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
}

impl Turn {
    /// Blots words out of every text of it, upper and lower case alike (D-50).
    pub fn redact(&mut self, words: &[String]) {
        self.each_text(|text| *text = text::blotted(text, words, REDACTED));
    }

    /// Changes every text that the participant wrote.
    pub(crate) fn each_text(&mut self, mut change: impl FnMut(&mut String)) {
        let texts = [&mut self.position, &mut self.reasoning, &mut self.would_change];
        texts.into_iter().flatten().for_each(&mut change);
        match &mut self.ballot {
            Some(Cast::Headline(headline)) => change(headline),
            Some(Cast::Estimate(estimate)) => estimate.counted.iter_mut().for_each(&mut change),
            Some(Cast::Option(_)) | None => {}
        }
        self.terms.iter_mut().for_each(&mut change);
        self.others.iter_mut().filter_map(|it| it.why.as_mut()).for_each(&mut change);
        self.on_terms.iter_mut().filter_map(|it| it.why.as_mut()).for_each(&mut change);
        self.because.iter_mut().filter_map(|it| it.why.as_mut()).for_each(&mut change);
        self.key_points.iter_mut().for_each(&mut change);
        self.needs.iter_mut().for_each(&mut change);
        self.questions.iter_mut().map(|it| &mut it.text).for_each(&mut change);
        let pairs = self.vulnerabilities.iter_mut();
        pairs.flat_map(|it| [Some(&mut it.vulnerability), it.mitigation.as_mut()]).flatten().for_each(&mut change);
        self.claims.iter_mut().map(|it| &mut it.text).for_each(&mut change);
        let references = self.references.iter_mut();
        references.flat_map(|it| [Some(&mut it.title), it.url.as_mut()]).flatten().for_each(&mut change);
        self.moves.iter_mut().flat_map(Move::texts_mut).for_each(&mut change);
        self.confidence_change.iter_mut().filter_map(|it| it.reason.as_mut()).for_each(&mut change);
    }
}

/// What stands in the place of words that were taken out.
pub(crate) const REDACTED: &str = "[redacted]";

/// What stands in the place of a text of which an answer that was withheld is the only source.
pub(crate) const WITHHELD: &str = "[withheld]";

/// The side a participant takes, where the mode assigns one (D-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Stance {
    /// For it.
    Yes,
    /// Against it.
    No,
    /// Weighing both.
    Neutral,
}

impl Stance {
    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Stance::Yes => "YES",
            Stance::No => "NO",
            Stance::Neutral => "NEUTRAL",
        }
    }
}

impl fmt::Display for Stance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What an answer does to a claim of the debate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The claim's id, `C3`.
    pub claim: String,
    /// What is done to it.
    pub act: Act,
    /// On what grounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What its evidence is worth (E-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assessment: Option<String>,
    /// What speaks against it (E-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<Counter>,
    /// What could be held in its place (E-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub synthesis: Option<String>,
}

impl Move {
    /// All that it says in words.
    pub fn texts(&self) -> impl Iterator<Item = &String> {
        let Move { claim: _, act: _, why, assessment, counter, synthesis } = self;
        let counter = counter.as_ref().map(|it| &it.text);
        [why.as_ref(), assessment.as_ref(), counter, synthesis.as_ref()].into_iter().flatten()
    }

    /// The same, to be changed.
    fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let Move { claim: _, act: _, why, assessment, counter, synthesis } = self;
        let counter = counter.as_mut().map(|it| &mut it.text);
        [why.as_mut(), assessment.as_mut(), counter, synthesis.as_mut()].into_iter().flatten()
    }
}

/// Evidence against a claim (E-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// What it says, its citation marks taken out.
    pub text: String,
    /// What kind of evidence it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The kind was assigned: the participant gave none, or an implausible one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assigned: bool,
    /// Numbers of the references it cites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<u32>,
}

/// What can be done to a claim (D-30, D-33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// It is held too.
    Support,
    /// It is denied.
    Challenge,
    /// It is held within a limit, which is given.
    Qualify,
    /// It was denied before, and is granted now.
    Concede,
    /// It was made or supported before, and is taken back.
    Retract,
}

impl Act {
    /// All of them.
    pub const ALL: [Act; 5] = [Act::Support, Act::Challenge, Act::Qualify, Act::Concede, Act::Retract];

    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Act::Support => "support",
            Act::Challenge => "challenge",
            Act::Qualify => "qualify",
            Act::Concede => "concede",
            Act::Retract => "retract",
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Whether a participant would sign the leading option (D-40): read off its ballot and where it stands on the others (B-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Vote {
    /// Yes.
    Accept,
    /// Yes, with a reservation.
    Minor,
    /// No, for the objection it states.
    Blocker,
}

impl Vote {
    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Vote::Accept => "ACCEPT",
            Vote::Minor => "MINOR",
            Vote::Blocker => "BLOCKER",
        }
    }

    /// Whether it would sign, perhaps with a reservation.
    pub fn is_for(self) -> bool {
        match self {
            Vote::Accept | Vote::Minor => true,
            Vote::Blocker => false,
        }
    }
}

impl fmt::Display for Vote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One statement an answer rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// What kind of knowledge it claims to be.
    pub label: Label,
    /// The statement, its citation marks taken out.
    pub text: String,
    /// Numbers of the references it cites, ranges expanded (D-12).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<u32>,
    /// What it rests on besides what it cites, or in place of it (E-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The kind was assigned: the participant gave none, or an implausible one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assigned: bool,
    /// How its author knows it (E-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

/// What kind of knowledge a claim is (D-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Label {
    /// Directly verifiable; must cite.
    Fact,
    /// Derived; may cite.
    Infer,
    /// An unverified premise or a value; must not cite.
    Assume,
}

impl Label {
    /// The word as it is written in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Label::Fact => "FACT",
            Label::Infer => "INFER",
            Label::Assume => "ASSUME",
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A source an answer points at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// The number the claims cite.
    pub number: u32,
    /// What it is.
    pub title: String,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// What kind of evidence it is (E-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The kind was assigned: the participant gave none, or an implausible one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assigned: bool,
}

/// What can go wrong, and what prevents, reveals or limits it (D-14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vulnerability {
    /// What can go wrong.
    pub vulnerability: String,
    /// What meets it; a vulnerability without one is asked for once more (D-10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mitigation: Option<String>,
}

/// A question or a challenge to somebody (D-20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Who is asked; everybody where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Name>,
    /// What is asked.
    pub text: String,
}

/// How a participant's confidence moved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConfidenceChange {
    /// Up or down by how much.
    pub delta: f64,
    /// Since which round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
    /// What moved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
