//! A parsed answer (D-20).
//!
//! Missing fields stay absent, and each defect is recorded as a [`Flaw`].
mod flaw;

pub use flaw::Flaw;

use crate::ballot::{Because, Cast, Consent, Letter, OnOption, TermMove};
use crate::evidence::{Kind, Standing};
use crate::ids::Name;
use crate::text;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A participant's turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Its position, in a sentence or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Its reasoning in the sections of the mode, each on its own line after a heading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// Confidence, 0…1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Its ballot (B-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<Cast>,
    /// Options in order of preference, if given (B-15).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranking: Vec<Letter>,
    /// Consent to options that it does not hold (B-06).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<OnOption>,
    /// Conditions under which it would carry out its option (B-04).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<String>,
    /// Actions on earlier terms, by id (B-04).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on_terms: Vec<TermMove>,
    /// Reasons for a changed ballot (B-13).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Because>,
    /// Conditions that would change its closing ballot (B-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub would_change: Option<String>,
    /// Claims that support the position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// References for the citation numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<Reference>,
    /// Two or three key points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key_points: Vec<String>,
    /// Change of confidence, since when and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence_change: Option<ConfidenceChange>,
    /// The assigned stance, as given (D-17).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
    /// Actions on earlier claims, by id (D-33).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<ClaimMove>,
    /// Vulnerabilities with mitigations, if the mode asks for them (D-14).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vulnerabilities: Vec<Vulnerability>,
    /// Questions to others (D-20).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    /// Requests for missing information (I-25).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
}

impl Turn {
    /// Redacts words in every text, ignoring case (D-50).
    pub fn redact(&mut self, words: &[String]) {
        self.each_text(|text| *text = text::blotted(text, words, REDACTED));
    }

    /// Applies a function to every text that the participant wrote.
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
        self.moves.iter_mut().flat_map(ClaimMove::texts_mut).for_each(&mut change);
        self.confidence_change.iter_mut().filter_map(|it| it.reason.as_mut()).for_each(&mut change);
    }
}

/// Replaces redacted words.
pub(crate) const REDACTED: &str = "[redacted]";

/// Replaces a text whose only source is a withheld answer.
pub(crate) const WITHHELD: &str = "[withheld]";

/// The side a participant argues, if the mode assigns one (D-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Stance {
    /// In favour.
    Yes,
    /// Against.
    No,
    /// Weighs both sides.
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

/// An action on a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimMove {
    /// The claim's id, `C3`.
    pub claim: String,
    /// The action.
    pub act: Act,
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Assessment of its evidence (E-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assessment: Option<String>,
    /// Evidence against it (E-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<Counter>,
    /// A synthesis (E-03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub synthesis: Option<String>,
}

impl ClaimMove {
    /// All its texts.
    pub fn texts(&self) -> impl Iterator<Item = &String> {
        let ClaimMove { claim: _, act: _, why, assessment, counter, synthesis } = self;
        let counter = counter.as_ref().map(|it| &it.text);
        [why.as_ref(), assessment.as_ref(), counter, synthesis.as_ref()].into_iter().flatten()
    }

    /// All its texts, mutably.
    fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let ClaimMove { claim: _, act: _, why, assessment, counter, synthesis } = self;
        let counter = counter.as_mut().map(|it| &mut it.text);
        [why.as_mut(), assessment.as_mut(), counter, synthesis.as_mut()].into_iter().flatten()
    }
}

/// Evidence against a claim (E-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// Its text, without citation marks.
    pub text: String,
    /// Its kind of evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The kind was assigned: the participant gave none, or an implausible one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assigned: bool,
    /// Cited reference numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<u32>,
}

/// The kinds of claim actions (D-30, D-33).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// Agrees with it.
    Support,
    /// Denies it.
    Challenge,
    /// Agrees within a stated limit.
    Qualify,
    /// Denied it before and concedes it now.
    Concede,
    /// Made or supported it before and retracts it.
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

/// Whether a participant would accept the leading option (D-40), derived from its ballot and its consent to other options (B-06).
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

impl From<Consent> for Vote {
    fn from(stand: Consent) -> Vote {
        match stand {
            Consent::Same => Vote::Accept,
            Consent::Minor => Vote::Minor,
            Consent::Blocker => Vote::Blocker,
        }
    }
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

    /// Whether it accepts, possibly with a reservation.
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

/// A claim of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Its label.
    pub label: Label,
    /// The statement, without citation marks.
    pub text: String,
    /// Cited reference numbers, with ranges expanded (D-12).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<u32>,
    /// Its kind of evidence beside the cited references (E-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The kind was assigned: the participant gave none, or an implausible one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assigned: bool,
    /// How the author knows it (E-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

/// The kind of knowledge of a claim (D-11).
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

/// A reference of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// Its citation number.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// Its address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its kind of evidence (E-01).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The kind was assigned: the participant gave none, or an implausible one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assigned: bool,
}

/// A vulnerability with its mitigation (D-14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vulnerability {
    /// What can go wrong.
    pub vulnerability: String,
    /// The mitigation; the participant is asked once more for a missing one (D-10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mitigation: Option<String>,
}

/// A question to other participants (D-20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The addressee; everybody if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Name>,
    /// The question.
    pub text: String,
}

/// A change of confidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConfidenceChange {
    /// The difference, positive or negative.
    pub delta: f64,
    /// Since which round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
