//! Rounds and turns verbatim. Not here: their summaries (`round`, `response`).
use super::debate_status::Listed;
use super::value;
use analysis::measure::summary::RoundSummary;
use debate::{Debate, Round, Spoken};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Some debates.
#[derive(Serialize, ToSchema)]
pub struct Page {
    /// Newest first.
    pub debates: Vec<Listed>,
    /// The `cursor` of those that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next: Option<String>,
}

/// A round in a list.
#[derive(Serialize, ToSchema)]
pub struct RoundLine {
    /// Its number, from 1.
    round: u32,
    /// The kind of round.
    #[schema(value_type = String)]
    kind: Value,
    /// Participants with a turn, by seat.
    spoken: Vec<String>,
    /// Participants without a turn, by seat.
    lost: Vec<String>,
    /// The question that every answer of it must answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    focus: Option<String>,
}

impl RoundLine {
    /// A line about a round.
    pub fn of(round: &Round) -> RoundLine {
        RoundLine {
            round: round.number,
            kind: value(&round.kind),
            spoken: round.spoken.iter().map(|it| it.by.to_string()).collect(),
            lost: round.failed.iter().map(|it| it.by.to_string()).collect(),
            focus: round.focus.clone(),
        }
    }
}

/// The rounds of a debate.
#[derive(Serialize, ToSchema)]
pub struct Rounds {
    /// In order.
    pub rounds: Vec<RoundLine>,
}

/// A round with its turns.
#[derive(Serialize, ToSchema)]
pub struct RoundView {
    #[serde(flatten)]
    line: RoundLine,
    /// Every turn, by seat.
    turns: Vec<TurnView>,
    /// Why turns were lost.
    losses: Vec<Loss>,
    /// A summary of a round: agreements, disagreements, measures (E-20, E-22).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, nullable = false)]
    summary: Option<Value>,
}

impl RoundView {
    /// A round with its turns.
    pub fn of(debate: &Debate, round: &Round) -> RoundView {
        let loss =
            |it: &debate::state::Failed| Loss { by: it.by.to_string(), why: value(&it.why), detail: it.detail.clone() };
        RoundView {
            line: RoundLine::of(round),
            turns: round.spoken.iter().map(TurnView::of).collect(),
            losses: round.failed.iter().map(loss).collect(),
            summary: RoundSummary::of(debate, round.number).map(|it| value(&it)),
        }
    }
}

/// A turn that was lost.
#[derive(Serialize, ToSchema)]
pub struct Loss {
    /// The participant.
    by: String,
    /// Why.
    #[schema(value_type = String)]
    why: Value,
    /// The author of the text.
    detail: String,
}

/// A turn.
#[derive(Serialize, ToSchema)]
pub struct TurnView {
    /// The speaker.
    by: String,
    /// The parsed fields of the turn: ballot, others, terms, on_terms, because, position, claims and so on.
    #[schema(value_type = Object)]
    turn: Value,
    /// Its flaws.
    #[schema(value_type = Vec<Object>)]
    flaws: Value,
    /// Its tokens and cost.
    #[schema(value_type = Object)]
    usage: Value,
    /// Its duration, in milliseconds.
    took_ms: u64,
}

impl TurnView {
    /// A turn as it was parsed.
    pub fn of(spoken: &Spoken) -> TurnView {
        TurnView {
            by: spoken.by.to_string(),
            turn: value(&spoken.turn),
            flaws: value(&spoken.flaws),
            usage: value(&spoken.usage),
            took_ms: spoken.took,
        }
    }
}
