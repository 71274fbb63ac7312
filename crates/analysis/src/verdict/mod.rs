//! What every surface says at the end: four layers, short first (I-01), with an honest label (I-02).
//!
//! The decision is put in a participant's own words: nobody sums up. Whoever reads only the first layer is not misled: it
//! says what kind of agreement there is, whether the debate is over and whether anybody real took part.
mod build;
mod changes;
mod claims;
mod minds;
mod needs;
mod panel;
mod ruled;
mod warnings;

pub use changes::{Changes, Falsifier, OpenCrux};
pub use needs::NeedLine;

use crate::accounting::Accounting;
use crate::checks::Check;
use crate::decide::Basis;
use crate::diversity::Diversity;
use debate::event::{Failure, Figure, Fork, Reason};
use debate::rules::Decide;
use debate::{Act, DebateId, Discipline, Kind, Name, Perspective, Role, Topic, Usage, Vote};
use serde::Serialize;
use std::fmt;

/// The result of a debate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Which debate.
    pub debate: DebateId,
    /// What was asked.
    pub topic: Topic,
    /// What came out.
    pub decision: Decision,
    /// What a plain vote of the openings would have said (I-03).
    pub plain_vote: PlainVote,
    /// Who stands where.
    pub participants: Vec<Standing>,
    /// What it rests on.
    pub evidence: Evidence,
    /// How it came about.
    pub metadata: Metadata,
    /// What would change it (I-04).
    pub changes: Changes,
    /// What a person must answer before it can go on (D-43, I-25).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What there was to choose from: clusters of positions, those with most for them first. None in debates without a rule of
    /// decision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionLine>,
    /// Who is not for the decision, in their own words (E-21).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dissent: Vec<Dissent>,
    /// What participants asked for and were not given (I-25).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<NeedLine>,
}

/// How much agreement there is. Computed from votes, confidences and opposition; never from how a text sounds (I-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The conditions of the debate's algorithm are met on one position, and no two contradict each other.
    Consensus,
    /// Most would sign; not all, or not surely.
    Partial,
    /// Most would not sign, or the table is split.
    Dissensus,
    /// Fewer than two participants could speak: whatever they say, it is no debate.
    Insufficient,
    /// A person is asked before anybody relies on it: they agree, and even objecting brought nothing (D-43), or they wait for something
    /// that they were not given (I-25).
    Escalated,
}

impl Label {
    /// Its name as people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Label::Consensus => "consensus",
            Label::Partial => "partial",
            Label::Dissensus => "dissensus",
            Label::Insufficient => "insufficient",
            Label::Escalated => "escalated",
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The first layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// How much agreement there is.
    pub label: Label,
    /// The position most hold, in the words of the most confident of them; absent where nobody could speak or none leads.
    pub position: Option<String>,
    /// Whose words these are.
    pub by: Option<Name>,
    /// Who signs these words though their own may differ; empty where all say the same.
    pub signed_by: Vec<Name>,
    /// How sure: the holders' mean confidence, times the share of all who were asked and hold or would sign it.
    pub confidence: Option<f64>,
    /// What to do now.
    pub next_step: String,
    /// Whether the debate is over; one that waits for what was asked for is not (I-25).
    pub is_final: bool,
    /// The participants were simulated: nothing here is any model's opinion.
    pub is_rehearsal: bool,
    /// By which rule, and what the others say; absent in debates older than such rules.
    #[serde(flatten)]
    pub ruling: Option<Ruling>,
    /// The sources of those who are for it, and how many cite each (E-21).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<Resting>,
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
    /// What every other rule would have said.
    pub by_rule: Vec<RuleLine>,
}

/// What another rule would have said.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleLine {
    /// Which.
    pub rule: Decide,
    /// Its option, by label; none on a tie.
    pub option: Option<String>,
    /// Whether that is the decision.
    pub agrees: bool,
    /// How it came to it, in words.
    pub why: String,
}

/// An option: a cluster of positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionLine {
    /// Its name, in the words of those who hold it.
    pub label: String,
    /// What it says, in the words of one of them.
    pub position: String,
    /// Who is for it where everybody stands.
    pub held_by: Vec<Name>,
    /// Who opened with it.
    pub opened_by: Vec<Name>,
    /// Whether it was decided on.
    pub is_decided: bool,
}

/// Somebody who is not for the decision (E-21).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dissent {
    /// Who.
    pub by: Name,
    /// What it holds.
    pub position: Option<String>,
    /// What stands in its way.
    pub objection: Option<String>,
}

/// A source that a decision rests on (E-21).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Resting {
    /// Its id, `E1`.
    pub id: String,
    /// What it is.
    pub title: String,
    /// How many participants cite it.
    pub cited_by: usize,
    /// Of how many.
    pub of: usize,
}

/// What the independent openings alone would have decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlainVote {
    /// The position most opened with; absent on a tie.
    pub position: Option<String>,
    /// Who opened with it.
    pub held_by: Vec<Name>,
    /// How many opened at all.
    pub openings: usize,
    /// How many more opened for a side they were given, and are not counted.
    #[serde(skip_serializing_if = "is_none")]
    pub argued: usize,
    /// Whether they opened without hearing each other; in some modes each hears those before it.
    pub is_independent: bool,
    /// How many different positions there were, as far as words tell.
    pub positions: usize,
    /// The votes cast in the openings; absent where nobody is asked for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub votes: Option<Tally>,
    /// Whether it is what was decided; absent where words do not tell.
    pub same_as_decision: Option<bool>,
    /// Whether it is what most hold in the end, which need not be what was decided; absent where words do not tell.
    pub same_as_debated: Option<bool>,
}

/// Votes counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// ACCEPT.
    pub accept: usize,
    /// MINOR.
    pub minor: usize,
    /// BLOCKER.
    pub blocker: usize,
    /// No vote that could be read.
    pub none: usize,
}

/// The second layer: one participant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
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
    /// Its last vote.
    pub vote: Option<Vote>,
    /// Its last confidence.
    pub confidence: Option<f64>,
    /// Its last position.
    pub position: Option<String>,
    /// What stands in its way.
    pub objection: Option<String>,
    /// Whether it neither holds the decision's position nor would sign it.
    pub dissents: bool,
    /// How its mind changed, if it did.
    pub change: Option<Change>,
    /// The rounds it spoke in.
    pub rounds: Vec<u32>,
}

/// A change of mind (I-03).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// In which round it showed first.
    pub round: u32,
    /// What moved: the vote, the position, or the confidence.
    pub what: String,
    /// The reason it gave.
    pub reason: Option<String>,
    /// What it cited from then on and not before; of a move to another option in debates with a rule of decision, what carried it by that
    /// rule. Sources by title, claims without any by id; empty means that it moved without evidence.
    pub evidence: Vec<String>,
}

/// The third layer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// The claims made, with their ids.
    pub claims: Vec<ClaimLine>,
    /// The sources cited, with their ids.
    pub sources: Vec<SourceLine>,
    /// What a reader should know before relying on it.
    pub warnings: Vec<String>,
}

/// A claim as the verdict lists it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimLine {
    /// Its id, `C1`.
    pub id: String,
    /// FACT, INFER or ASSUME.
    pub label: debate::Label,
    /// What became of it: open, accepted, contested or retracted (D-30).
    pub status: &'static str,
    /// What it says.
    pub text: String,
    /// Who says it.
    pub by: Vec<Name>,
    /// Ids of its sources.
    pub evidence: Vec<String>,
    /// What it rests on, strongest first; absent where evidence was not typed (E-01).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Kind>,
    /// Some of these kinds were assigned: the participant gave none, or an implausible one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_assigned: bool,
    /// How sure its evidence allows one to be (E-02).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// How sure those are who hold it: the mean of their latest own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<f64>,
    /// Ids of the claims that it names as what it follows from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// How it was criticised (E-03).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub critiques: Vec<CritiqueLine>,
    /// What checking it came to; absent where nothing could be checked (O-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

/// A critique as the verdict lists it (E-03).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CritiqueLine {
    /// In which round.
    pub round: u32,
    /// Whose.
    pub by: Name,
    /// What it came to: challenged, conceded, or else.
    pub act: Act,
    /// What the claim's evidence is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assessment: Option<String>,
    /// What speaks against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<CounterLine>,
    /// What could be held in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synthesis: Option<String>,
}

/// Evidence against a claim as the verdict lists it (E-03).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CounterLine {
    /// What it says.
    pub text: String,
    /// The strongest kind of it.
    pub kind: Kind,
    /// Ids of its sources.
    pub evidence: Vec<String>,
    /// Whether it is weaker than what the claim rested on then.
    pub is_weaker: bool,
}

/// A source as the verdict lists it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceLine {
    /// Its id, `E1`.
    pub id: String,
    /// What it is.
    pub title: String,
    /// Where it is.
    pub url: Option<String>,
    /// Who cited it.
    pub cited_by: Vec<Name>,
    /// What kind of evidence it is; absent where evidence was not typed (E-01).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// That kind was assigned: the participant gave none, or an implausible one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_assigned: bool,
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
    /// Rounds that were opened.
    pub rounds: u32,
    /// The most rounds there could have been.
    pub round_cap: u32,
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
    /// The domain's; the usual ones where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<&'static str>,
    /// Which version of them.
    pub version: u32,
}

/// The rubric with its votes (D-40).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RubricLine {
    /// The votes where everybody stands.
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
