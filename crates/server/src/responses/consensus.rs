//! The outcome of a debate in four layers, shortest first (I-01): decision, participants and options, evidence, metadata.
use super::ballots::{Ballot, Changed, Estimate};
use super::cruxes::check_vote;
use super::debate_status::Spent;
use super::decision::Decision;
use super::screen::OptionLine;
use super::words::{HOLDS, cut, folded, names};
use crate::error::ApiError;
use crate::service::Snapshot;
use analysis::Verdict;
use analysis::decision::verdict::{self, ClaimLine};
use schemars::JsonSchema;
use serde::Serialize;

/// The result of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Consensus {
    /// The debate's id.
    pub id: String,
    /// The topic.
    pub topic: String,
    /// The decision; safe to act on alone.
    pub decision: Decision,
    /// The debate's ballot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ballot: Option<Ballot>,
    /// The participants and their options.
    pub participants: Vec<ParticipantPosition>,
    /// The options of the ballot, those with most holders first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionLine>,
    /// Its evidence.
    pub evidence: Evidence,
    /// Data on the run.
    pub metadata: Metadata,
}

/// A participant's position.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ParticipantPosition {
    /// The participant's name.
    pub name: String,
    /// The model.
    pub model: String,
    /// Its option, as text; absent if it cast no ballot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// The letter of that option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// Its estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// Whether it would sign the decision: ACCEPT, MINOR or BLOCKER.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<&'static str>,
    /// Its confidence, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Its position, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Its objection to the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objection: Option<String>,
    /// The condition that would change its closing ballot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_change: Option<String>,
    /// Whether it neither holds the decision nor would sign it.
    pub dissents: bool,
    /// Its last change of ballot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Changed>,
    /// Number of rounds in which it spoke; 0 means that it was lost.
    pub rounds: usize,
}

/// The evidence of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Evidence {
    /// Warnings for the reader.
    pub warnings: Vec<String>,
    /// Open issues, each with the question that would settle it.
    pub unresolved: Vec<Unsettled>,
    /// Falsifiers of its evidence.
    pub falsifiers: Vec<String>,
    /// The claims, those that are cited or contested first.
    pub claims: Vec<Claimed>,
    /// The sources, with how many cite each.
    pub sources: Vec<Counted>,
}

/// Something that is not settled.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Unsettled {
    /// Its text.
    pub text: String,
    /// Its authors.
    pub by: Vec<String>,
    /// Its opponents.
    pub against: Vec<String>,
    /// The question that would settle it.
    pub question: String,
}

/// A claim, in a line.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Claimed {
    /// Its id, `C1`.
    pub id: String,
    /// FACT, INFER or ASSUME.
    pub label: &'static str,
    /// Its status: open, accepted, contested or retracted.
    pub status: &'static str,
    /// Its text.
    pub text: String,
    /// Its authors.
    pub by: Vec<String>,
}

/// A source with how often it is cited.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Counted {
    /// Its id, `E1`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Number of participants that cite it.
    pub cited_by: usize,
}

/// The course of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Metadata {
    /// The mode.
    pub mode: String,
    /// Why it ended; absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<String>,
    /// The measures at its end, each with its threshold.
    pub figures: Vec<String>,
    /// Rounds of arguing.
    pub rounds: u32,
    /// Maximum number of rounds.
    pub round_cap: u32,
    /// Whether a round of closing ballots followed.
    pub closing_ballots: bool,
    /// Turns asked for.
    pub asked: usize,
    /// Turns taken.
    pub answered: usize,
    /// Turns lost: in which round, whose, and why.
    pub lost: Vec<String>,
    /// Effective number of independent voices in the deciding round; related models count less.
    pub voices: f64,
    /// Its tokens and cost.
    pub spent: Spent,
    /// Its run time, in milliseconds.
    pub elapsed_ms: u64,
    /// The rule that decided, and how it came to the decision; absent of estimates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
}

impl Consensus {
    /// The outcome of a debate in its current state. A panel has none: nobody votes there (P-18).
    pub fn of(snapshot: &Snapshot) -> Result<Consensus, ApiError> {
        check_vote(&snapshot.debate)?;
        let verdict = snapshot.verdict();
        Ok(Consensus {
            id: verdict.debate.to_string(),
            topic: verdict.topic.to_string(),
            decision: Decision::of(snapshot, verdict),
            ballot: verdict.ballot.as_ref().map(Ballot::of),
            participants: verdict.participants.iter().map(ParticipantPosition::of).collect(),
            options: verdict.options.iter().map(OptionLine::of).collect(),
            evidence: Evidence::of(verdict),
            metadata: Metadata::of(verdict),
        })
    }

    /// The first screen as text, and a line for each participant.
    pub fn told(&self) -> String {
        let told = self.decision.told(&self.id, Some(&self.decision.next));
        told.each(&self.participants, |told, it| {
            let told = told.quote(&it.title(), it.position.as_deref().unwrap_or("(no position)"));
            told.each(&it.change, |told, change| told.quote(&format!("{} changed", it.named()), &change.told()))
        })
        .text()
    }
}

impl ParticipantPosition {
    fn of(it: &verdict::Seat) -> ParticipantPosition {
        ParticipantPosition {
            name: it.name.to_string(),
            model: it.model.clone(),
            holds: it.holds.clone(),
            option: it.option.map(|it| it.to_string()),
            estimate: it.estimate.as_ref().map(Estimate::of),
            vote: it.vote.map(|it| it.as_str()),
            confidence: it.confidence,
            position: it.position.clone(),
            objection: it.objection.clone(),
            would_change: it.would_change.clone(),
            dissents: it.dissents,
            change: it.change.as_ref().map(Changed::of),
            rounds: it.rounds.len(),
        }
    }

    fn named(&self) -> String {
        names([self.name.as_str()])
    }

    fn title(&self) -> String {
        let holds = self.holds.as_ref().map(|it| format!(", holds “{}”", cut(&folded(it), HOLDS))).unwrap_or_default();
        let vote = self.vote.map(|it| format!(", {it}")).unwrap_or_default();
        let sure = self.confidence.map(|it| format!(" at {it:.2}")).unwrap_or_default();
        let against = if self.dissents { ", does not sign it" } else { "" };
        format!("{}{holds}{vote}{sure}{against}", self.named())
    }
}

impl Evidence {
    fn of(verdict: &Verdict) -> Evidence {
        let mut claims: Vec<&ClaimLine> = verdict.evidence.claims.iter().collect();
        let weight =
            |it: &ClaimLine| usize::from(it.status == Some("contested")) * 100 + it.evidence.len() * 10 + it.by.len();
        claims.sort_by_key(|it| std::cmp::Reverse(weight(it)));
        let unresolved = verdict.changes.cruxes.iter().map(|it| Unsettled {
            text: it.text.clone(),
            by: strings(&it.by),
            against: strings(&it.against),
            question: it.question.clone(),
        });
        let mut sources: Vec<Counted> = verdict.evidence.sources.iter().map(Counted::of).collect();
        sources.sort_by_key(|it| std::cmp::Reverse(it.cited_by));
        Evidence {
            warnings: verdict.evidence.warnings.clone(),
            unresolved: unresolved.collect(),
            falsifiers: verdict.changes.falsifiers.iter().map(|it| it.falsifier.clone()).collect(),
            claims: claims.into_iter().map(Claimed::of).collect(),
            sources,
        }
    }
}

impl Claimed {
    pub(super) fn of(it: &ClaimLine) -> Claimed {
        let (id, text) = (it.id.clone(), it.text.clone());
        Claimed { id, label: it.label.as_str(), status: it.status.unwrap_or_default(), text, by: strings(&it.by) }
    }
}

impl Counted {
    fn of(it: &analysis::decision::verdict::SourceLine) -> Counted {
        Counted { id: it.id.clone(), title: it.title.clone(), cited_by: it.cited_by.len() }
    }
}

impl Metadata {
    fn of(verdict: &Verdict) -> Metadata {
        let said = &verdict.metadata;
        let lost = said.lost.iter().map(|it| format!("round {}, {}: {}: {}", it.round, it.name, it.why, it.detail));
        let decided = verdict.decision.ruling.as_ref().map(|it| format!("{}: {}", it.rule, it.why));
        Metadata {
            mode: said.mode.clone(),
            exit: said.exit.map(|it| it.to_string()),
            figures: said.figures.iter().map(figure).collect(),
            rounds: said.rounds,
            round_cap: said.round_cap,
            closing_ballots: said.closing_ballots,
            asked: said.asked,
            answered: said.answered,
            lost: lost.collect(),
            voices: said.voices,
            spent: Spent { tokens: said.usage.tokens(), usd: said.usage.cost },
            elapsed_ms: said.elapsed_ms,
            decided_by: decided,
        }
    }
}

/// A figure with its threshold.
fn figure(it: &debate::event::Figure) -> String {
    let value = it.value.map_or("not told".to_owned(), |it| format!("{it:.2}"));
    format!("{} {value} (against {:.2})", it.name, it.threshold)
}

/// Names as strings.
pub(super) fn strings(names: &[debate::Name]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}
