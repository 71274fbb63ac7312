//! The state of a debate in a few lines: enough to choose the next call.
use super::ballots::Ballot;
use super::phase::Phase;
use crate::service::Snapshot;
use debate::{Debate, Topic};
use engine::Status;
use exports::times;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use store::Entry;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::{PartialSchema, ToSchema};

/// The state of a debate, serialized as its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State(pub Status);

impl State {
    /// All names of states.
    pub fn names() -> [&'static str; 8] {
        Status::ALL.map(|it| it.as_str())
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl JsonSchema for State {
    fn schema_name() -> Cow<'static, str> {
        "State".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": State::names()})
    }
}

impl PartialSchema for State {
    fn schema() -> RefOr<utoipa::openapi::Schema> {
        ObjectBuilder::new().schema_type(Type::String).enum_values(Some(State::names())).into()
    }
}

impl ToSchema for State {}

/// A debate as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct DebateStatus {
    /// Its id.
    pub id: String,
    /// The topic.
    pub topic: String,
    /// The debate's ballot; absent for panels.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ballot: Option<Ballot>,
    /// The mode.
    pub mode: String,
    /// Its state.
    pub state: State,
    /// Why it failed or ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Names of the participants, by seat.
    pub participants: Vec<String>,
    /// The current or last round; 0 before the first.
    pub round: u32,
    /// Maximum number of argument rounds.
    pub round_cap: u32,
    /// Whether that round is of closing ballots; absent at a panel, where nobody votes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub closing_ballots: Option<bool>,
    /// Turns taken in that round.
    pub spoken: usize,
    /// Events in its log.
    pub events: u64,
    /// The participants are simulated.
    pub rehearsal: bool,
    /// The question that a person must answer before it continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Its tokens and cost so far.
    pub spent: Spent,
    /// The time it was opened, in milliseconds since 1970.
    pub opened_at: u64,
    /// The same in RFC 3339 format.
    #[schema(format = DateTime)]
    pub opened: String,
    /// Its run time, in milliseconds.
    pub elapsed_ms: u64,
    /// Open requests of participants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<Need>,
    /// The progress of a panel; absent for other debates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panel: Option<Phase>,
}

/// A request for context (I-25).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, ToSchema)]
pub struct Need {
    /// Its id, `N1`.
    pub id: String,
    /// The requested information.
    pub what: String,
    /// Participants who asked.
    pub by: Vec<String>,
}

/// Tokens and cost of a debate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct Spent {
    /// Tokens of prompts and answers.
    pub tokens: u64,
    /// US dollars, where prices are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
}

impl DebateStatus {
    /// The progress as text: `round 2 of at most 3`; closing ballots are not a round.
    pub fn progress(&self) -> String {
        match self.closing_ballots.unwrap_or_default() {
            true => format!("closing ballots (round {}, after at most {} of arguing)", self.round, self.round_cap),
            false => format!("round {} of at most {}", self.round, self.round_cap),
        }
    }

    /// The current state of a debate.
    pub fn of(snapshot: &Snapshot) -> DebateStatus {
        let Snapshot { debate, status, .. } = snapshot;
        let why = match status {
            Status::Failed(why) => Some(why.clone()),
            Status::Running
            | Status::ComingToRest
            | Status::RunningElsewhere
            | Status::Paused
            | Status::NeedsContext
            | Status::Escalated
            | Status::Over => debate.closed.as_ref().map(|it| it.why.to_string()),
        };
        let round = debate.round();
        DebateStatus {
            id: debate.id.to_string(),
            topic: debate.topic.to_string(),
            ballot: debate.ballot.as_ref().map(Ballot::of),
            mode: debate.mode.clone(),
            state: State(status.clone()),
            why,
            participants: debate.participants.iter().map(|it| it.name.to_string()).collect(),
            round: round.map_or(0, |it| it.number),
            round_cap: debate.rules.rounds,
            closing_ballots: (!debate.is_panel()).then(|| debate.is_closing()),
            spoken: round.map_or(0, |it| it.spoken.len()),
            events: debate.next_seq,
            rehearsal: debate.rehearsal,
            question: debate.closed.as_ref().and_then(|it| it.question.clone()),
            spent: Spent { tokens: debate.spent.tokens(), usd: debate.spent.cost },
            opened_at: debate.opened_at,
            opened: times::written(debate.opened_at),
            elapsed_ms: debate.elapsed,
            needs: needs(debate),
            panel: Phase::of(debate),
        }
    }
}

/// Requests for context without an answer.
fn needs(debate: &Debate) -> Vec<Need> {
    let need = |it: debate::state::Need| Need {
        id: it.id.to_string(),
        what: it.what,
        by: it.by.iter().map(|it| it.to_string()).collect(),
    };
    debate.awaited().into_iter().map(need).collect()
}

/// A debate in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, ToSchema)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// The topic.
    pub topic: String,
    /// The mode.
    pub mode: String,
    /// Names of the participants.
    pub participants: Vec<String>,
    /// The time it was opened, in milliseconds since 1970.
    pub opened_at: u64,
    /// The same in RFC 3339 format.
    #[schema(format = DateTime)]
    pub opened: String,
    /// Time of its last event.
    pub last_at: u64,
    /// The same in RFC 3339 format.
    #[schema(format = DateTime)]
    pub last: String,
    /// Events in its log.
    pub events: u64,
    /// Its state.
    pub state: State,
    /// Why it ended, if it is over; the verdict has the degree of agreement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// The participants are simulated.
    pub rehearsal: bool,
    /// The debate from which it was forked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<String>,
}

impl Listed {
    /// A debate in a list; a long topic is cut.
    pub fn of(entry: Entry, status: &Status) -> Listed {
        const MOST: usize = Topic::MOST_BYTES;
        let mut topic = entry.topic;
        topic.truncate(topic.floor_char_boundary(MOST));
        Listed {
            id: entry.debate.to_string(),
            topic,
            mode: entry.mode,
            participants: entry.participants,
            opened_at: entry.opened_at,
            opened: times::written(entry.opened_at),
            last_at: entry.last_at,
            last: times::written(entry.last_at),
            events: entry.events,
            state: State(status.clone()),
            ended: entry.closed.filter(|_| *status == Status::Over).map(|it| it.to_string()),
            rehearsal: entry.rehearsal,
            forked_from: entry.fork.map(|it| it.debate.to_string()),
        }
    }

    /// Its state in words, with the reason why it ended.
    pub fn told(&self) -> String {
        let state = self.state.0.told();
        self.ended.as_ref().map_or_else(|| state.to_owned(), |it| format!("{state}: {it}"))
    }
}
