//! What a server must be given: from a wish to a debate, and from a debate to those who answer.
use crate::ask::{Continue, Fork, Panel, Start};
use crate::fields::Fields;
use crate::trouble::Trouble;
use debate::{Debate, DebateId, Envelope, Persona};
use engine::{Continuation, Resources, Spec};
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Serialize;
use setup::PlanError;
use setup::providers::Recipient;
use utoipa::ToSchema;

/// A wish that can't be granted, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl From<PlanError> for Refusal {
    fn from(error: PlanError) -> Refusal {
        Refusal(error.told_by(&Fields))
    }
}

impl From<setup::Error> for Refusal {
    fn from(error: setup::Error) -> Refusal {
        match error {
            setup::Error::Plan(error) => error.into(),
            setup::Error::Settings(_) | setup::Error::Failed(_) | setup::Error::Engine(_) => Refusal(error.to_string()),
        }
    }
}

impl From<engine::Error> for Refusal {
    fn from(error: engine::Error) -> Refusal {
        setup::Error::from(error).into()
    }
}

/// A debate that can be opened.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The debate.
    pub spec: Spec,
    /// What it may cost in US dollars if every round is played; absent where a price is not known.
    pub estimate_usd: Option<f64>,
    /// How many calls it may take, where that was looked at.
    pub calls: Option<Calls>,
    /// Settings of the debate that somebody has chosen, and who; none of a panel.
    pub settings: Vec<ChosenSetting>,
    /// What the caller should know.
    pub notes: Vec<String>,
}

/// A setting of a debate, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, ToSchema)]
pub struct ChosenSetting {
    /// Its name.
    pub name: String,
    /// What holds.
    pub value: String,
    /// Who said so: the `request`, or the `server`, whose owner has set it.
    pub origin: &'static str,
}

/// How many times models are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calls {
    /// As a rule.
    pub usual: u64,
    /// If everything is played.
    pub most: u64,
}

/// What a debate will take, and who will read it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// US dollars of one round; absent where a price is not known.
    pub round_usd: Option<f64>,
    /// Every host that is sent anything of it.
    pub sends_to: Vec<Recipient>,
}

/// Somebody who could sit at a table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct Agent {
    /// How it is named in `participants`.
    pub model: String,
    /// Whether it can speak now.
    pub available: bool,
    /// Where it is, and what is missing if it can't speak.
    pub note: String,
    /// US dollars per million tokens of prompt and of answer, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_million: Option<[f64; 2]>,
    /// Whether it is seated when nobody says who debates.
    pub is_default: bool,
}

/// A deck in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, ToSchema)]
pub struct DeckLine {
    /// What it is called in `deck`.
    pub name: String,
    /// Who is in it, by name.
    pub personas: Vec<String>,
}

/// A deck with all that is in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Deck {
    /// What it is called.
    pub name: String,
    /// Who is in it.
    pub personas: Vec<Persona>,
}

/// Who knows the settings, the keys and the weights.
pub trait Setup: Send + Sync {
    /// Makes a debate of a wish. A participant `client` is seated with the model `client/sampling`; whether the caller can sample has
    /// been looked at before.
    fn spec<'a>(&'a self, start: &'a Start) -> BoxFuture<'a, Result<Prepared, Refusal>>;
    /// Makes a continuation of a wish.
    fn continuation(&self, debate: &Debate, wish: &Continue) -> Result<Continuation, Refusal>;
    /// Makes the log of a new debate of an old one's.
    fn fork(&self, log: &[Envelope], wish: &Fork) -> Result<(DebateId, Vec<Envelope>), Refusal>;
    /// Brings all that a debate will ask, but for the caller's own model.
    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>>;
    /// Makes a panel of a tenant's wish. A deck or a persona that is not there is refused with the names of those that are.
    fn prepare_panel<'a>(&'a self, tenant: &'a str, wish: &'a Panel) -> BoxFuture<'a, Result<Prepared, Trouble>>;
    /// The decks that a tenant may hold panels with: those of this machine are its owner's (O-42).
    fn decks<'a>(&'a self, tenant: &'a str) -> BoxFuture<'a, Result<Vec<DeckLine>, Trouble>>;
    /// That of them of that name; [`Trouble::NoPart`] with the names of those there are where there is none.
    fn deck<'a>(&'a self, tenant: &'a str, name: &'a str) -> BoxFuture<'a, Result<Deck, Trouble>>;
    /// What a debate will take, and every host that is sent anything of it.
    fn forecast(&self, debate: &Debate) -> Forecast;
    /// Everybody who could sit at a table.
    fn agents(&self) -> BoxFuture<'_, Result<Vec<Agent>, Refusal>>;
}
