//! The interface between the server and its settings: from requests to debates, and from debates to models.
use crate::error::ApiError;
use crate::field_names::Fields;
use crate::requests::{Continue, Fork, Panel, Start};
use debate::{Debate, DebateId, Envelope, Persona};
use engine::{Continuation, Resources, Spec};
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Serialize;
use setup::PlanError;
use setup::providers::Recipient;
use utoipa::ToSchema;

/// Why a request can't become a debate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidRequest(pub String);

impl From<PlanError> for InvalidRequest {
    fn from(error: PlanError) -> InvalidRequest {
        InvalidRequest(error.told_by(&Fields))
    }
}

impl From<setup::Error> for InvalidRequest {
    fn from(error: setup::Error) -> InvalidRequest {
        match error {
            setup::Error::Plan(error) => error.into(),
            setup::Error::Settings(_) | setup::Error::Failed(_) | setup::Error::Engine(_) => {
                InvalidRequest(error.to_string())
            }
        }
    }
}

impl From<engine::Error> for InvalidRequest {
    fn from(error: engine::Error) -> InvalidRequest {
        setup::Error::from(error).into()
    }
}

/// A debate that can be opened.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The debate.
    pub spec: Spec,
    /// Estimated cost in US dollars if every round is played; absent if a price is unknown.
    pub estimate_usd: Option<f64>,
    /// Estimated number of calls, if it was computed.
    pub calls: Option<Calls>,
    /// Settings that differ from the defaults, with their origin; empty for panels.
    pub settings: Vec<ChosenSetting>,
    /// Notes for the caller.
    pub notes: Vec<String>,
    /// Whether it is to draw on what the tenant has learned of its domain.
    pub draws_on_outcomes: bool,
}

/// A setting of a debate, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, ToSchema)]
pub struct ChosenSetting {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
    /// Its origin: the `request`, or the `server`, whose owner has set it.
    pub origin: &'static str,
}

/// Number of calls to models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calls {
    /// Typical number.
    pub usual: u64,
    /// Number if everything is played.
    pub most: u64,
}

/// Estimated cost and recipients of a debate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// US dollars per round; absent if a price is unknown.
    pub round_usd: Option<f64>,
    /// Every host that receives any part of the debate.
    pub sends_to: Vec<Recipient>,
}

/// A model that could participate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct Agent {
    /// The name to use in `participants`.
    pub model: String,
    /// Whether it is available now.
    pub available: bool,
    /// Its location, or the reason why it is unavailable.
    pub note: String,
    /// US dollars per million tokens of prompt and of answer, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_million: Option<[f64; 2]>,
    /// Whether it participates by default.
    pub is_default: bool,
}

/// A deck in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, ToSchema)]
pub struct DeckLine {
    /// Its name in `deck`.
    pub name: String,
    /// Its personas, by name.
    pub personas: Vec<String>,
}

/// A deck with its personas.
#[derive(Clone, Debug, PartialEq)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// Its personas.
    pub personas: Vec<Persona>,
}

/// The source of settings, keys and weights.
pub trait Planner: Send + Sync {
    /// Turns a request into a debate. A participant `client` gets the model `client/sampling`; the service has checked before that the
    /// caller can sample.
    fn spec<'a>(&'a self, start: &'a Start) -> BoxFuture<'a, Result<Prepared, InvalidRequest>>;
    /// Turns a request into a continuation.
    fn continuation(&self, debate: &Debate, request: &Continue) -> Result<Continuation, InvalidRequest>;
    /// Builds the log of a fork.
    fn fork(&self, log: &[Envelope], request: &Fork) -> Result<(DebateId, Vec<Envelope>), InvalidRequest>;
    /// Provides all models and tools of a debate except the caller's own model.
    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>>;
    /// Turns a tenant's request into a panel. The error for an unknown deck or persona lists the known ones.
    fn prepare_panel<'a>(&'a self, tenant: &'a str, request: &'a Panel) -> BoxFuture<'a, Result<Prepared, ApiError>>;
    /// The decks that are visible to a tenant; decks of this machine belong to its owner (O-42).
    fn decks<'a>(&'a self, tenant: &'a str) -> BoxFuture<'a, Result<Vec<DeckLine>, ApiError>>;
    /// The deck of that name; otherwise [`ApiError::NoPart`] with the known names.
    fn deck<'a>(&'a self, tenant: &'a str, name: &'a str) -> BoxFuture<'a, Result<Deck, ApiError>>;
    /// Estimates the cost of a debate, and lists every host that receives any part of it.
    fn forecast(&self, debate: &Debate) -> Forecast;
    /// All models that could participate.
    fn agents(&self) -> BoxFuture<'_, Result<Vec<Agent>, InvalidRequest>>;
}
