//! The response to a start, whether the debate is new or existed before.
use super::ballots::Ballot;
use super::debate_status::DebateStatus;
use crate::planner::ChosenSetting;
use crate::requests::BallotFrom;
use crate::service;
use schemars::JsonSchema;
use serde::Serialize;
use setup::providers::Recipient;
use utoipa::ToSchema;

/// A debate that was started.
#[derive(Serialize, ToSchema)]
pub struct Begun {
    /// Its state.
    #[serde(flatten)]
    pub session: DebateStatus,
    /// Its cost, recipients and settings.
    #[serde(flatten)]
    pub announced: Announced,
}

/// Origin of the ballot, estimated cost and recipients of a started debate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct Announced {
    /// Origin of the ballot: `request` if the request gives it, `topic` if it was derived from the topic; absent for panels.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ballot_from: Option<&'static str>,
    /// Estimated cost in US dollars if every round is played; absent if a price is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub estimate_usd: Option<f64>,
    /// Typical number of calls of a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub calls_usual: Option<u64>,
    /// Number of calls of a panel if every pair enters a room.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub calls_most: Option<u64>,
    /// Every host that receives any part of it; empty if all models run in the server, for forks, and for repeated requests.
    pub sends_to: Vec<Recipient>,
    /// Settings that differ from the defaults, with their origin, `request` or `server`; empty for panels and repeated requests.
    pub settings: Vec<ChosenSetting>,
    /// Notes for the caller.
    pub notes: Vec<String>,
}

impl Announced {
    /// The response without id and ballot.
    pub(crate) fn of(begun: service::Begun) -> (String, Option<Ballot>, Announced) {
        let service::Begun { id, ballot, ballot_from, estimate_usd, calls, sends_to, settings, notes } = begun;
        let (calls_usual, calls_most) = calls.map(|it| (it.usual, it.most)).unzip();
        let ballot_from = ballot_from.map(BallotFrom::as_str);
        let announced = Announced { ballot_from, estimate_usd, calls_usual, calls_most, sends_to, settings, notes };
        (id.to_string(), ballot.as_ref().map(Ballot::of), announced)
    }
}
