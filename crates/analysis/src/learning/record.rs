//! The decision record of a debate (L-01): who held what in each round, the metrics, the decision, what it cost.
use crate::ballots::on_the_whole;
use crate::decision::verdict::{self, Decision, Verdict};
use crate::measure::metrics::Metrics;
use debate::event::Reason;
use debate::learning::GENERAL;
use debate::{Debate, DebateId, Discipline, Kind, Name, Perspective, Usage};
use serde::Serialize;

/// The decision record of a debate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecisionRecord {
    /// The debate.
    pub debate: DebateId,
    /// The project, in the owner's words; absent if nobody named one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The topic.
    pub topic: String,
    /// The domain.
    pub domain: String,
    /// When it began, in milliseconds since 1970.
    pub opened_at: u64,
    /// How long it ran, in milliseconds.
    pub elapsed_ms: u64,
    /// The rounds.
    pub rounds: Vec<RoundRecord>,
    /// The decision with its confidence, terms, evidence and ruling.
    pub decision: Decision,
    /// The kinds of evidence of all claims, each with its weight.
    pub weighted: Vec<WeightedClaim>,
    /// Those who do not hold the decision.
    pub dissent: Vec<Name>,
    /// Whether a person was asked before it could be decided.
    pub is_escalated: bool,
    /// Whether a person reopened it after a decision, so that the rounds that followed replaced it.
    pub is_overridden: bool,
    /// What people said who reopened it.
    pub said: Vec<String>,
    /// Tokens and cost.
    pub usage: Usage,
    /// Tokens of all rounds after the first, per token of the first; absent without a record of tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub later_per_first: Option<f64>,
}

/// A round of a decision record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundRecord {
    /// Its number.
    pub round: u32,
    /// The participants who spoke, by seat.
    pub participants: Vec<TurnRecord>,
    /// Its metrics; absent for closing ballots and at panels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics: Option<Metrics>,
}

/// A participant's turn in a decision record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnRecord {
    /// Its name.
    pub name: Name,
    /// Its model, as `provider/model`.
    pub model: String,
    /// What it examines first.
    pub perspective: Perspective,
    /// Its discipline, if the mode gave it one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discipline: Option<Discipline>,
    /// Its ballot, in words.
    pub holds: Option<String>,
    /// Its position.
    pub position: Option<String>,
    /// The kinds of evidence of its claims, strongest first.
    pub kinds: Vec<Kind>,
    /// The titles that it cites.
    pub cites: Vec<String>,
    /// Its confidence.
    pub confidence: Option<f64>,
    /// Its tokens.
    pub tokens: u64,
}

/// A claim with what its evidence allows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WeightedClaim {
    /// Its id.
    pub id: String,
    /// What it rests on.
    pub kinds: Vec<Kind>,
    /// The confidence that this allows.
    pub confidence: Option<f64>,
}

impl DecisionRecord {
    /// The record of a debate; the project is what outcomes call it.
    pub fn of(debate: &Debate, project: Option<String>) -> DecisionRecord {
        let verdict = Verdict::of(debate);
        let course = if debate.ballot.is_some() { Metrics::course(debate) } else { Vec::new() };
        let accounting = verdict.metadata.accounting.as_ref();
        let first = accounting.and_then(|it| it.rounds.first()).map(|it| it.tokens).filter(|it| *it > 0);
        let weighted = verdict.evidence.claims.iter().map(|it| WeightedClaim {
            id: it.id.clone(),
            kinds: it.kinds.clone(),
            confidence: it.confidence,
        });
        DecisionRecord {
            debate: debate.id.clone(),
            project,
            topic: debate.topic.to_string(),
            domain: debate.rules.domain.clone().unwrap_or_else(|| GENERAL.to_owned()),
            opened_at: debate.opened_at,
            elapsed_ms: debate.elapsed,
            rounds: on_the_whole(debate).map(|it| round(debate, it, &course)).collect(),
            weighted: weighted.collect(),
            dissent: verdict.dissent.iter().map(|it| it.by.clone()).collect(),
            is_escalated: debate.closed.as_ref().is_some_and(|it| it.why == Reason::Escalated),
            is_overridden: debate.continued.iter().any(|it| it.ended.is_some_and(is_decision) && it.said.is_some()),
            said: debate.continued.iter().filter_map(|it| it.said.clone()).collect(),
            usage: debate.spent,
            later_per_first: first.zip(accounting).map(|(first, it)| it.later_rounds as f64 / first as f64),
            decision: verdict.decision,
        }
    }
}

/// Whether a debate that ended for this reason had decided.
fn is_decision(why: Reason) -> bool {
    !matches!(why, Reason::Escalated | Reason::Stopped)
}

fn round(debate: &Debate, round: &debate::Round, course: &[(u32, Metrics)]) -> RoundRecord {
    let turn = |it: &debate::Spoken| {
        let participant = debate.participant(&it.by)?;
        let mut kinds: Vec<Kind> = it.turn.claims.iter().filter_map(|it| it.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        Some(TurnRecord {
            name: it.by.clone(),
            model: participant.model.clone(),
            perspective: participant.perspective,
            discipline: participant.discipline,
            holds: debate.held(it).map(|it| verdict::held(debate, it)),
            position: it.turn.position.clone(),
            kinds,
            cites: it.turn.references.iter().map(|it| it.title.clone()).collect(),
            confidence: it.turn.confidence,
            tokens: it.usage.tokens(),
        })
    };
    RoundRecord {
        round: round.number,
        participants: round.spoken.iter().filter_map(turn).collect(),
        metrics: course.iter().find(|(number, _)| *number == round.number).map(|(_, it)| it.clone()),
    }
}
