//! The verdict of a debate with a ballot in four layers, shortest first (I-01), with a label (I-02).
//!
//! It is counted from ballots (`ballots`), in the words of the ballot and the participants. The first layer is safe to act on alone: it
//! states the degree of agreement, whether the debate is over, and whether the participants were real.
mod build;
mod changes;
mod claims;
mod decided;
mod learned;
mod lines;
mod needs;
mod screen;
mod step;
mod warnings;
mod wording;

pub use changes::{Changes, Falsifier, OpenCrux};
pub use learned::{LearnedUse, was_right};
pub use lines::{ClaimLine, CounterLine, CritiqueLine, Evidence, Opened, SourceLine};
pub use needs::NeedLine;
pub use screen::{Document, Row, Screen};
pub use step::NextAction;
pub use wording::{figure, figures, held};

use crate::ballots::pool::PooledEstimate;
use crate::ballots::rules::Basis;
use crate::ballots::terms::TermLine;
use crate::decision::exit::Tally;
use crate::decision::label::Label;
use crate::measure::accounting::Accounting;
use crate::measure::diversity::Diversity;
use debate::ballot::{Because, Estimate};
use debate::event::{Failure, Figure, Fork, Reason};
use debate::rules::{Decide, LearnedAccuracy};
use debate::{Ballot, Consent, DebateId, Discipline, Letter, Name, Perspective, Role, Standing, Topic, Usage, Vote};
use serde::Serialize;

/// The result of a debate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The debate.
    pub debate: DebateId,
    /// The topic.
    pub topic: Topic,
    /// The ballot (B-01). A panel has none, and findings in place of a verdict (`crux::findings`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ballot: Option<Ballot>,
    /// The decision.
    pub decision: Decision,
    /// The plain vote of the openings, for comparison (B-12, I-03).
    pub plain_vote: PlainVote,
    /// The participants and their positions.
    pub participants: Vec<Seat>,
    /// Claims and sources.
    pub evidence: Evidence,
    /// How it came about.
    pub metadata: Metadata,
    /// Conditions that would change it (I-04).
    pub changes: Changes,
    /// A question that a person must answer before the debate can continue (D-43, I-25).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The options of the ballot, most holders first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionLine>,
    /// Participants who do not hold the decision, in their own words (B-11, E-21).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dissent: Vec<Dissent>,
    /// Requests for missing information (I-25).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<NeedLine>,
    /// How far a debate that is not over has come, in words.
    #[serde(skip)]
    pub progress: Option<String>,
    /// What earlier outcomes added to it (L-06); absent if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<LearnedUse>,
}

/// The first layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The degree of agreement.
    pub label: Label,
    /// Whether all present participants hold it, or all estimates agree.
    pub is_unanimous: bool,
    /// Whether only the vote of the openings decides between options with as many holders: nothing leads (B-06).
    #[serde(skip)]
    pub is_tied: bool,
    /// Whether it survived an objection round (B-14).
    pub is_tested: bool,
    /// The decision in a line, with the number of holders: `No, 3 of 3 (all three independently)`; absent without a decision.
    pub headline: Option<String>,
    /// The option; absent without a decision, for an estimate, and at a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<Chosen>,
    /// The pooled estimate (B-18).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<PooledEstimate>,
    /// The number of present participants who may cast a ballot.
    pub of: usize,
    /// How many of them have no valid ballot (B-23).
    pub without_ballot: usize,
    /// Participants who were to decide and are not counted, because they were lost (D-40, I-03).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<Name>,
    /// The position of the most confident holder, verbatim.
    pub position: Option<String>,
    /// That holder.
    pub by: Option<Name>,
    /// Its confidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_confidence: Option<f64>,
    /// The pooled probability of the option (B-18).
    pub confidence: Option<f64>,
    /// Terms of its holders, shared ones first (B-04).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TermLine>,
    /// Its basis: claims first, then sources (E-21).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<BasisLine>,
    /// How many of its holders' claims and sources were opened (E-05).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<Opened>,
    /// Conditions that would change it, one line each (I-04).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub would_turn: Vec<String>,
    /// The weakest assumptions that it rests on, none of which turns the arguments alone, one line each (I-04).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// The next step, in words that fit every surface.
    pub next_step: String,
    /// How it goes on, if it waits for somebody.
    #[serde(skip)]
    pub goes_on: Option<NextAction>,
    /// Whether the debate is over; not while it waits for requested information (I-25).
    pub is_final: bool,
    /// The participants were simulated: no text here comes from a model.
    pub is_rehearsal: bool,
    /// The deciding rule, and rules with a different result (Q-01, B-15); absent for estimates and at panels.
    #[serde(flatten)]
    pub ruling: Option<Ruling>,
}

/// The decided option.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chosen {
    /// Its letter.
    pub letter: Letter,
    /// Its text.
    pub headline: String,
    /// Its holders, by seat.
    pub held_by: Vec<Name>,
}

/// How a decision was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ruling {
    /// The deciding rule.
    pub rule: Decide,
    /// The basis of its result.
    pub basis: Basis,
    /// An explanation.
    pub why: String,
    /// Rules with a different result (B-15).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_rule: Vec<RuleLine>,
}

/// The result of another rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleLine {
    /// The rule.
    pub rule: Decide,
    /// Its option in words; none on a tie.
    pub option: Option<String>,
    /// An explanation.
    pub why: String,
}

/// An option of the ballot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionLine {
    /// Its letter.
    pub letter: Letter,
    /// Its text.
    pub headline: String,
    /// Whether it was given when the debate opened.
    pub is_given: bool,
    /// Its final holders.
    pub held_by: Vec<Name>,
    /// Participants who opened with it.
    pub opened_by: Vec<Name>,
    /// Whether it is the decision.
    pub is_decided: bool,
    /// Statements by participants who do not hold it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<OptionConsent>,
    /// Its pooled probability (B-18).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooled: Option<f64>,
}

/// A participant's consent to an option that it does not hold (B-06).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionConsent {
    /// The participant.
    pub by: Name,
    /// Whether it would act on the option.
    pub stand: Consent,
    /// The reason, in its own words.
    pub why: Option<String>,
}

/// A participant who does not hold the decision (B-11, E-21).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dissent {
    /// The participant.
    pub by: Name,
    /// Its own option or estimate.
    pub holds: Option<String>,
    /// Its vote on the decision; absent if not stated.
    pub vote: Option<Vote>,
    /// Its position.
    pub position: Option<String>,
    /// Its objection to the decision.
    pub objection: Option<String>,
}

/// A claim or a source that supports a decision (E-21).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BasisLine {
    /// Its id, `C1` or `E1`.
    pub id: String,
    /// Its text or title.
    pub title: String,
    /// How many participants hold or cite it.
    pub cited_by: usize,
    /// Of how many.
    pub of: usize,
    /// How it is known (E-05).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

/// The plain vote: the ballots of round 1 (B-12).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlainVote {
    /// The option with most ballots; absent on a tie, for estimates, and without ballots.
    pub option: Option<Letter>,
    /// Its text; for estimates, the median of the best guesses (B-18).
    pub headline: Option<String>,
    /// Its holders.
    pub held_by: Vec<Name>,
    /// The number of openings that were asked for a ballot.
    pub openings: usize,
    /// How many of them have no valid ballot (B-23).
    pub without_ballot: usize,
    /// The number of further openings for an assigned side, without a ballot.
    #[serde(skip_serializing_if = "is_none")]
    pub argued: usize,
    /// The role of the only participant with a ballot, if all others argued a side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<Role>,
    /// Whether the openings were independent; in some modes speakers see earlier ones.
    pub is_independent: bool,
    /// The number of options they held.
    pub options: usize,
    /// The pooled estimate of the openings (B-18).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<PooledEstimate>,
    /// Whether it equals the decision, by letter; absent if there is nothing to compare.
    pub same_as_decision: Option<bool>,
}

/// The second layer: one participant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seat {
    /// Its name.
    pub name: Name,
    /// The alias that others saw, if names were hidden (D-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<Name>,
    /// Its model.
    pub model: String,
    /// The subject it examines first; absent at a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perspective: Option<Perspective>,
    /// Its role, in modes where seats differ (D-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// Its discipline on an expert panel, instead of a perspective (D-16).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discipline: Option<Discipline>,
    /// Its option in words, or its estimate.
    pub holds: Option<String>,
    /// The letter of that option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<Letter>,
    /// Its estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// Its vote on the decision (B-06).
    pub vote: Option<Vote>,
    /// Its last confidence.
    pub confidence: Option<f64>,
    /// How often its model was right in this domain before the debate (L-06).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<LearnedAccuracy>,
    /// Its last position; for an assigned side, the reason of its closing ballot.
    pub position: Option<String>,
    /// Its objection to the decision.
    pub objection: Option<String>,
    /// Conditions that would change its closing ballot (B-05).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_change: Option<String>,
    /// Whether it neither holds the decision nor would accept it.
    pub dissents: bool,
    /// Its last move, if any (B-13).
    pub change: Option<Change>,
    /// The rounds it spoke in.
    pub rounds: Vec<u32>,
}

/// A changed ballot (B-13).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// In which round.
    pub round: u32,
    /// The previous ballot.
    pub from: String,
    /// The new ballot.
    pub to: String,
    /// The stated reasons: ids with an explanation.
    pub because: Vec<Because>,
    /// Whether new evidence beyond assertion carried it; otherwise it yielded.
    pub is_carried: bool,
    /// The ids of that evidence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub carried_by: Vec<String>,
}

/// The fourth layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metadata {
    /// Name of the mode.
    pub mode: String,
    /// The mode that `auto` selected, and why (D-05).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// Why it ended; absent while it continues.
    pub exit: Option<Reason>,
    /// The exit rule that ended it, in words; absent for a cap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// Measured values with their thresholds.
    pub figures: Vec<Figure>,
    /// The deciding votes by the rubric (D-40); absent without speakers and at panels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rubric: Option<RubricLine>,
    /// The number of debating rounds, which the cap limits.
    pub rounds: u32,
    /// The maximum number of debating rounds.
    pub round_cap: u32,
    /// Whether closing ballots followed, in one more round (B-05).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub closing_ballots: bool,
    /// The number of answers.
    pub calls: u32,
    /// Their usage.
    pub usage: Usage,
    /// The debate and event it was forked from (O-23).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fork: Option<Fork>,
    /// Usage of the copied answers, which the other debate paid for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copied: Option<Usage>,
    /// Running time, in milliseconds.
    pub elapsed_ms: u64,
    /// Turns requested.
    pub asked: usize,
    /// Turns taken.
    pub answered: usize,
    /// Failed turns, and why.
    pub lost: Vec<Lost>,
    /// Flaws of the accepted answers.
    pub flaws: usize,
    /// The number of independent voices in the deciding round; models of one family count less.
    pub voices: f64,
    /// Diversity of perspectives and reasons (D-16).
    pub diversity: Diversity,
    /// The weights of evidence (E-04); absent if evidence is not typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightsLine>,
    /// Token costs of kinds of evidence, comparisons and rounds (E-23); absent without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accounting: Option<Accounting>,
}

/// The weights of evidence (E-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WeightsLine {
    /// Their version.
    pub version: u32,
}

/// The rubric with its votes (D-40).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RubricLine {
    /// The leading option; none if each has one holder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// The votes on it.
    pub votes: Tally,
    /// The number of seats; a lost participant has not accepted.
    pub seats: usize,
    /// Whether they are a consensus.
    pub is_met: bool,
}

/// A failed turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lost {
    /// In which round.
    pub round: u32,
    /// The participant.
    pub name: Name,
    /// The reason.
    pub why: Failure,
    /// The error message or refusal.
    pub detail: String,
}

/// Whether the count is 0, which is not serialized.
fn is_none(count: &usize) -> bool {
    *count == 0
}
