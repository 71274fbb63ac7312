//! The hosts that receive prompts of a debate, with their models and purposes (O-40, I-11).
//!
//! Models of this process, simulated participants, quotations and a caller's own model send nothing to a host.
use super::ModelRegistry;
use debate::state::Watching;
use debate::{Analyst, Groups, Participant, Rules};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use utoipa::ToSchema;

/// A host that is sent prompts of a debate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, ToSchema)]
pub struct Recipient {
    /// Its name or address, with a port where that is not the usual one.
    pub host: String,
    /// Whether that is the machine that the debate runs on, by its address.
    pub is_local: bool,
    /// The models that are asked there, as `provider/model`.
    pub models: Vec<String>,
    /// Their purposes: `participant`, `safety review`, `grouping`, `comparison`, `clerk`, `crux rooms`, `other`.
    #[schemars(with = "Vec<String>")]
    #[schema(value_type = Vec<String>)]
    pub purposes: Vec<Purpose>,
}

/// A purpose of a model in a debate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Purpose {
    /// It has a seat.
    #[serde(rename = "participant")]
    Participant,
    /// It reviews answers for harm.
    #[serde(rename = "safety review")]
    SafetyReview,
    /// It groups headlines into options.
    #[serde(rename = "grouping")]
    Grouping,
    /// It compares positions.
    #[serde(rename = "comparison")]
    Comparison,
    /// It is the clerk of a panel.
    #[serde(rename = "clerk")]
    Clerk,
    /// It speaks in crux rooms.
    #[serde(rename = "crux rooms")]
    CruxRooms,
    /// It is asked for something else.
    #[serde(rename = "other")]
    Other,
}

impl Purpose {
    fn as_str(self) -> &'static str {
        match self {
            Purpose::Participant => "participant",
            Purpose::SafetyReview => "safety review",
            Purpose::Grouping => "grouping",
            Purpose::Comparison => "comparison",
            Purpose::Clerk => "clerk",
            Purpose::CruxRooms => "crux rooms",
            Purpose::Other => "other",
        }
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.is_local { " on this machine" } else { "" };
        let purposes: Vec<&str> = self.purposes.iter().map(|it| it.as_str()).collect();
        write!(f, "{}{place}: {} ({})", self.host, self.models.join(", "), purposes.join(", "))
    }
}

impl ModelRegistry {
    /// Every host that a debate sends data to, in the order of first use.
    pub fn recipients(
        &self,
        participants: &[Participant],
        rules: &Rules,
        watching: Option<&Watching>,
    ) -> Vec<Recipient> {
        let mut all: Vec<Recipient> = Vec::new();
        for model in engine::models_of(participants, rules, watching) {
            let Some((host, is_local)) = self.host(&model) else { continue };
            let purposes = purposes(&model, participants, rules, watching);
            match all.iter_mut().find(|it| it.host == host) {
                Some(known) => {
                    known.models.push(model);
                    let new: Vec<Purpose> = purposes.into_iter().filter(|it| !known.purposes.contains(it)).collect();
                    known.purposes.extend(new);
                }
                None => all.push(Recipient { host, is_local, models: vec![model], purposes }),
            }
        }
        all
    }

    /// The host of a model, and whether that is this machine; none for a model of this process.
    pub fn host(&self, model: &str) -> Option<(String, bool)> {
        let catalog = self.gateway().catalog();
        let provider = catalog.find(&catalog.parse(model).ok()?.provider)?;
        // An invalid address is shown as it is: no call to it can succeed.
        Some((provider.host().unwrap_or_else(|| provider.base_url.clone()), provider.is_local()))
    }
}

/// The purposes of a model. An unknown purpose is still listed.
fn purposes(model: &str, participants: &[Participant], rules: &Rules, watching: Option<&Watching>) -> Vec<Purpose> {
    let is = |it: &Option<String>| it.as_deref() == Some(model);
    let panel = rules.panel.as_ref();
    let watch = &rules.watch;
    let rows = [
        (Purpose::Participant, participants.iter().any(|it| it.model == model)),
        (
            Purpose::SafetyReview,
            (watch.on && (is(&watch.evaluator) || is(&watch.second)))
                || watching.is_some_and(|it| is(&it.evaluator) || is(&it.second)),
        ),
        (Purpose::Grouping, matches!(&rules.groups, Groups::Model(it) if it == model)),
        (Purpose::Comparison, matches!(&rules.analyst, Analyst::Model(it) if it == model)),
        (Purpose::Clerk, panel.is_some_and(|it| is(&it.clerk))),
        (Purpose::CruxRooms, panel.is_some_and(|it| is(&it.strong))),
    ];
    let known: Vec<Purpose> = rows.into_iter().filter(|(_, holds)| *holds).map(|(purpose, _)| purpose).collect();
    if known.is_empty() { vec![Purpose::Other] } else { known }
}
