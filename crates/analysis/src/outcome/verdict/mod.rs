//! What every surface says at the end: four layers, short first (I-01), with an honest label (I-02).
//!
//! It is counted from ballots (`ballots`); its words are the ballot's and the participants' own. Whoever reads only the first layer is not
//! misled: it says what kind of agreement there is, whether the debate is over and whether anybody real took part.
mod build;
mod changes;
mod claims;
mod decided;
mod lines;
mod needs;
mod panel;
mod screen;
mod step;
mod warnings;
mod wording;

pub use changes::{Changes, Falsifier, OpenCrux};
pub use lines::{ClaimLine, CounterLine, CritiqueLine, Evidence, Opened, SourceLine};
pub use needs::NeedLine;
pub use screen::{Row, Screen};
pub use wording::{figure, figures, held};

use crate::ballots::pool::PooledEstimate;
use crate::ballots::rules::Basis;
use crate::ballots::terms::TermLine;
use crate::measure::accounting::Accounting;
use crate::measure::diversity::Diversity;
use crate::outcome::exit::Tally;
use crate::outcome::label::Label;
use debate::ballot::{Because, Estimate};
use debate::event::{Failure, Figure, Fork, Reason};
use debate::rules::Decide;
use debate::{Ballot, Consent, DebateId, Discipline, Letter, Name, Perspective, Role, Standing, Topic, Usage, Vote};
use serde::Serialize;

/// The result of a debate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Which debate.
    pub debate: DebateId,
    /// What was asked.
    pub topic: Topic,
    /// What was put to the vote; nothing at a panel (B-01).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ballot: Option<Ballot>,
    /// What came out.
    pub decision: Decision,
    /// What a plain vote of the openings would have said (B-12, I-03).
    pub plain_vote: PlainVote,
    /// Who stands where.
    pub participants: Vec<Seat>,
    /// What it rests on.
    pub evidence: Evidence,
    /// How it came about.
    pub metadata: Metadata,
    /// What would change it (I-04).
    pub changes: Changes,
    /// What a person must answer before it can go on (D-43, I-25).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The options of the ballot, those with most holders first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionLine>,
    /// Who does not hold the decision, in their own words (B-11, E-21).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dissent: Vec<Dissent>,
    /// What participants asked for and were not given (I-25).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<NeedLine>,
}

/// The first layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// How much agreement there is.
    pub label: Label,
    /// Whether all who are there hold it; of estimates, whether all agree.
    pub is_unanimous: bool,
    /// Whether an objection round was played and left it standing (B-14).
    pub is_tested: bool,
    /// The decision in a line, with how many hold it: `No, 3 of 3 (all three independently)`; absent where nothing was decided.
    pub headline: Option<String>,
    /// The option; absent where none was decided on, of an estimate, and at a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<Chosen>,
    /// The pooled estimate (B-18).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<PooledEstimate>,
    /// How many are still there and may cast a ballot.
    pub of: usize,
    /// How many of them cast none that could be read (B-23).
    pub without_ballot: usize,
    /// The position of the holder who is surest, in its own words.
    pub position: Option<String>,
    /// Whose words these are.
    pub by: Option<Name>,
    /// How sure that one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_confidence: Option<f64>,
    /// The pooled probability of the option (B-18).
    pub confidence: Option<f64>,
    /// Conditions on which those who hold it would carry it out, those that all share first (B-04).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TermLine>,
    /// What it rests on: claims first, then sources (E-21).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<Resting>,
    /// How much of the claims that its holders hold, and of the sources that they cite, was opened (E-05).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<Opened>,
    /// What would turn it, in a line each (I-04).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub would_turn: Vec<String>,
    /// What to do now.
    pub next_step: String,
    /// Whether the debate is over; one that waits for what was asked for is not (I-25).
    pub is_final: bool,
    /// The participants were simulated: nothing here is any model's opinion.
    pub is_rehearsal: bool,
    /// By which rule, and what others say that say something else (Q-01, B-15); absent of estimates and at panels.
    #[serde(flatten)]
    pub ruling: Option<Ruling>,
}

/// The option that was decided on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chosen {
    /// Its letter.
    pub letter: Letter,
    /// What it says.
    pub headline: String,
    /// Who holds it, by seat.
    pub held_by: Vec<Name>,
}

/// How a decision came about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ruling {
    /// The rule that decided.
    pub rule: Decide,
    /// What its answer rests on.
    pub basis: Basis,
    /// How it came to it, in words.
    pub why: String,
    /// What the rules say that say something else (B-15).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_rule: Vec<RuleLine>,
}

/// What another rule would have said.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleLine {
    /// Which.
    pub rule: Decide,
    /// Its option in words; none on a tie.
    pub option: Option<String>,
    /// How it came to it, in words.
    pub why: String,
}

/// An option of the ballot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionLine {
    /// Its letter.
    pub letter: Letter,
    /// What it says.
    pub headline: String,
    /// Whether it was on the ballot from the start.
    pub is_given: bool,
    /// Who holds it where everybody stands.
    pub held_by: Vec<Name>,
    /// Who opened with it.
    pub opened_by: Vec<Name>,
    /// Whether it was decided on.
    pub is_decided: bool,
    /// What those say of it who do not hold it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<Stand>,
    /// How sure the table is of it together (B-18).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooled: Option<f64>,
}

/// Where somebody stands on an option that it does not hold (B-06).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stand {
    /// Who.
    pub by: Name,
    /// Whether it would act on it.
    pub stand: Consent,
    /// In its own words.
    pub why: Option<String>,
}

/// Somebody who does not hold the decision (B-11, E-21).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dissent {
    /// Who.
    pub by: Name,
    /// What it holds instead.
    pub holds: Option<String>,
    /// Whether it would sign the decision all the same; absent where it has not said.
    pub vote: Option<Vote>,
    /// Its position.
    pub position: Option<String>,
    /// What it holds against the decision.
    pub objection: Option<String>,
}

/// Something that a decision rests on (E-21).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Resting {
    /// Its id, `C1` or `E1`.
    pub id: String,
    /// What it says, or is.
    pub title: String,
    /// How many of the participants hold or cite it.
    pub cited_by: usize,
    /// Of how many.
    pub of: usize,
    /// How it is known: whether anybody opened it, or somebody reports it first-hand (E-05).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

/// What the ballots of round 1 alone would have decided (B-12).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlainVote {
    /// The option most opened with; absent on a tie, of estimates, and where nobody cast a ballot.
    pub option: Option<Letter>,
    /// What it says; of estimates, the median of the best guesses (B-18).
    pub headline: Option<String>,
    /// Who opened with it.
    pub held_by: Vec<Name>,
    /// How many opened and were asked for a ballot.
    pub openings: usize,
    /// How many of them cast none that could be read (B-23).
    pub without_ballot: usize,
    /// How many more opened for a side they were given, and cast none.
    #[serde(skip_serializing_if = "is_none")]
    pub argued: usize,
    /// The role of the only one who cast a ballot while all others argued a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<Role>,
    /// Whether they opened without hearing each other; in some modes each hears those before it.
    pub is_independent: bool,
    /// How many options they opened with.
    pub options: usize,
    /// The pooled estimate of the openings (B-18).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<PooledEstimate>,
    /// Whether it is what was decided, by letter; absent where there is nothing to compare.
    pub same_as_decision: Option<bool>,
}

/// The second layer: one participant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seat {
    /// Who.
    pub name: Name,
    /// What the others were told it is called, where names were hidden (D-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<Name>,
    /// Which model.
    pub model: String,
    /// What it looks at first; absent at a panel, where a persona does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perspective: Option<Perspective>,
    /// What the mode had it do, where seats differ (D-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// The discipline it spoke for on a panel, in place of its perspective (D-16).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discipline: Option<Discipline>,
    /// What it holds: an option in words, or an estimate.
    pub holds: Option<String>,
    /// The letter of that option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<Letter>,
    /// Its estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// Whether it would sign the decision (B-06).
    pub vote: Option<Vote>,
    /// Its last confidence.
    pub confidence: Option<f64>,
    /// Its last position; of whoever argued a side, the reason of its closing ballot.
    pub position: Option<String>,
    /// What it holds against the decision.
    pub objection: Option<String>,
    /// What would change its closing ballot (B-05).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_change: Option<String>,
    /// Whether it neither holds the decision nor would sign it.
    pub dissents: bool,
    /// Its last change of ballot, if it changed it (B-13).
    pub change: Option<Change>,
    /// The rounds it spoke in.
    pub rounds: Vec<u32>,
}

/// A changed ballot (B-13).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// In which round.
    pub round: u32,
    /// What it held before.
    pub from: String,
    /// What it holds since.
    pub to: String,
    /// What it says moved it: ids with a word why.
    pub because: Vec<Because>,
    /// Whether something new that rests on more than assertion carried it; if not, it yielded.
    pub is_carried: bool,
    /// The ids of what did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub carried_by: Vec<String>,
}

/// The fourth layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metadata {
    /// By which mode.
    pub mode: String,
    /// Which mode `auto` chose, and why (D-05).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Why it ended; absent while it goes on.
    pub exit: Option<Reason>,
    /// The rule that ended it, in words; absent where a cap did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// What was measured then, and against what.
    pub figures: Vec<Figure>,
    /// The votes that decide, as the rubric has them (D-40); absent where nobody was heard, and on panels, where nobody votes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rubric: Option<RubricLine>,
    /// Rounds in which somebody argued: those that the cap bounds.
    pub rounds: u32,
    /// The most of these that there could have been.
    pub round_cap: u32,
    /// Whether closing ballots followed on them, a round more (B-05).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub closing_ballots: bool,
    /// Answers that came.
    pub calls: u32,
    /// What they consumed.
    pub usage: Usage,
    /// Which debate it was forked from, and after which of its events (O-23).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// What the answers consumed that were copied from there: that debate has paid for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copied: Option<Usage>,
    /// How long it ran, in milliseconds.
    pub elapsed_ms: u64,
    /// Turns asked for.
    pub asked: usize,
    /// Turns taken.
    pub answered: usize,
    /// Turns lost, and why.
    pub lost: Vec<Lost>,
    /// Flaws found in the answers that were taken.
    pub flaws: usize,
    /// How many independent voices spoke in the round that decides: kin count less.
    pub voices: f64,
    /// How different what its seats look at, and what they said, is (D-16).
    pub diversity: Diversity,
    /// The weights that claims were weighed by (E-04); absent where evidence was not typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightsLine>,
    /// What types, comparisons and rounds cost (E-23); absent where there were none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accounting: Option<Accounting>,
}

/// Which weights claims were weighed by (E-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WeightsLine {
    /// Which version of them.
    pub version: u32,
}

/// The rubric with its votes (D-40).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RubricLine {
    /// The option that leads where everybody stands; none at one each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// The votes on it.
    pub votes: Tally,
    /// How many were asked: whoever was lost has not signed.
    pub seats: usize,
    /// Whether they amount to a consensus.
    pub is_met: bool,
}

/// A turn that was lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lost {
    /// In which round.
    pub round: u32,
    /// Whose.
    pub name: Name,
    /// Why.
    pub why: Failure,
    /// In whose words.
    pub detail: String,
}

/// Whether there are none, which is not spelt out.
fn is_none(count: &usize) -> bool {
    *count == 0
}
