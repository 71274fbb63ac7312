//! The response to a start, whether the debate is new or existed before.
use super::ballots::Ballot;
use super::session::Session;
use crate::planner::ChosenSetting;
use crate::requests::BallotFrom;
use crate::service;
use schemars::JsonSchema;
use serde::Serialize;
use setup::providers::Recipient;
use utoipa::ToSchema;

/// A debate that was begun.
#[derive(Serialize, ToSchema)]
pub struct Begun {
    /// Its state.
    #[serde(flatten)]
    pub session: Session,
    /// Its cost, recipients and settings.
    #[serde(flatten)]
    pub announced: Announced,
}

/// What a debate takes that was begun: who chose its ballot, what it may cost, who is sent anything of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct Announced {
    /// Who chose the ballot: `request` where the request gives it, `topic` where it was read from the topic; absent of a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ballot_from: Option<&'static str>,
    /// What it may cost in US dollars if every round is played; absent where a price is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub estimate_usd: Option<f64>,
    /// How many calls it takes as a rule, of a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub calls_usual: Option<u64>,
    /// How many calls it takes if every pair goes into a room, of a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub calls_most: Option<u64>,
    /// Every host that is sent anything of it; none where every participant is of the server itself, of a fork, and where it was asked for
    /// before.
    pub sends_to: Vec<Recipient>,
    /// Settings that somebody has chosen, and who: the `request`, or the `server`; none of a panel, and where it was asked for before.
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
