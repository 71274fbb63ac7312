//! From settings and a request to a debate that can be held, checked before anything is spent.
pub mod analyst;
mod budget;
pub mod continuation;
pub mod debate;
pub mod fork;
pub mod panel;
pub mod preview;
pub mod review;
pub mod rules;

use crate::error::Error;
use crate::providers::{Table, Weight};
use ::debate::{Analyst, ClosingBallot, Debate, DebateId};
use engine::{Resources, Spec};
use models::Model;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A debate that can be held.
pub struct Planned {
    /// The debate.
    pub spec: Spec,
    /// Whether nobody but the embedded model was there.
    pub is_embedded: bool,
}

/// A new id: eight letters and digits that are hard to confuse.
pub fn new_id() -> DebateId {
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let letter = || LETTERS.get(fastrand::usize(..LETTERS.len())).map_or('a', |it| char::from(*it));
    DebateId::from((0..8).map(|_| letter()).collect::<String>())
}

/// Whether everybody casts a closing ballot at the end.
fn has_closing_ballot(debate: &Debate) -> bool {
    match debate.rules.closing_ballot {
        ClosingBallot::Assigned => debate.has_sides(),
        ClosingBallot::Always => true,
        ClosingBallot::Never => false,
    }
}

/// Weights that a debate wants and that are not here.
pub struct Wanted {
    /// Those of its models, without which it can't be held.
    needed: Vec<&'static Weight>,
    /// All of them: those of who compares positions too, without which words alone are compared (P-31).
    pub all: Vec<&'static Weight>,
}

impl Wanted {
    /// Of these models, and of who compares.
    pub fn of(table: &Table, names: &[String], compares: &Analyst) -> Result<Wanted, Error> {
        let needed = table.missing(names.iter().map(String::as_str))?;
        let all = needed.iter().copied().chain(analyst::missing(table, compares)).collect();
        Ok(Wanted { needed, all })
    }

    /// Whether the debate can be held with what is here by now.
    pub fn is_enough(&self, table: &Table) -> bool {
        self.needed.iter().all(|it| table.weights().find(it).is_some())
    }
}

/// Adds the models that run in this process, and who compares; their weights are here. Where who compares can't be opened words alone are
/// compared, and `note` is told.
pub async fn loaded(
    table: &Table,
    mut open: BTreeMap<String, Arc<dyn Model>>,
    names: &[String],
    compares: &Analyst,
    note: impl FnOnce(&str),
) -> Result<Resources, Error> {
    table.load_into(&mut open, names.iter().map(String::as_str)).await?;
    let analyst = analyst::opened(table, compares).await.unwrap_or_else(|error| {
        note(&format!("positions will be compared by their words alone: {error}"));
        None
    });
    Ok(Resources { models: open, analyst })
}
