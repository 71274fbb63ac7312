//! Plans debates from settings and requests, checked before anything is spent.
pub mod analyst;
mod budget;
pub mod continuation;
pub mod debate;
pub mod fork;
pub mod learning;
pub mod panel;
pub mod preview;
pub mod review;
pub mod rules;

use crate::error::Error;
use crate::providers::{ModelRegistry, Weight};
use ::debate::{Analyst, ClosingBallot, Debate, DebateId};
use engine::{Resources, Spec};
use models::Model;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A planned debate.
pub struct Planned {
    /// The debate.
    pub spec: Spec,
    /// Whether only the embedded model was available.
    pub is_embedded: bool,
}

/// A new id: eight letters and digits that are hard to confuse.
pub fn new_id() -> DebateId {
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let letter = || LETTERS.get(fastrand::usize(..LETTERS.len())).map_or('a', |it| char::from(*it));
    DebateId::from((0..8).map(|_| letter()).collect::<String>())
}

/// Whether participants cast a closing ballot.
fn has_closing_ballot(debate: &Debate) -> bool {
    match debate.rules.closing_ballot {
        ClosingBallot::Assigned => debate.has_sides(),
        ClosingBallot::Always => true,
        ClosingBallot::Never => false,
    }
}

/// Weights that a debate uses and that are not installed.
pub struct MissingWeights {
    /// Those of its models, which are required.
    needed: Vec<&'static Weight>,
    /// All of them, the analyst's included, without which words are compared (P-31).
    pub all: Vec<&'static Weight>,
}

impl MissingWeights {
    /// Missing weights of these models and of the analyst.
    pub fn of(registry: &ModelRegistry, names: &[String], compares: &Analyst) -> Result<MissingWeights, Error> {
        let needed = registry.missing(names.iter().map(String::as_str))?;
        let all = needed.iter().copied().chain(analyst::missing(registry, compares)).collect();
        Ok(MissingWeights { needed, all })
    }

    /// Whether the required weights are installed by now.
    pub fn is_enough(&self, registry: &ModelRegistry) -> bool {
        self.needed.iter().all(|it| registry.weights().find(it).is_some())
    }
}

/// Adds the models that run in this process, and the analyst; their weights are installed. If the analyst can't be opened, words are
/// compared and `note` gets the reason.
pub async fn loaded(
    registry: &ModelRegistry,
    mut open: BTreeMap<String, Arc<dyn Model>>,
    names: &[String],
    compares: &Analyst,
    note: impl FnOnce(&str),
) -> Result<Resources, Error> {
    registry.load_into(&mut open, names.iter().map(String::as_str)).await?;
    let analyst = analyst::opened(registry, compares).await.unwrap_or_else(|error| {
        note(&format!("positions will be compared by their words alone: {error}"));
        None
    });
    Ok(Resources { models: open, analyst })
}
