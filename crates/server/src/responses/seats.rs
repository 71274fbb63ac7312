//! The participants of a debate, with the status of each.
use super::words::{BoundedText, name};
use crate::service::Snapshot;
use debate::{Debate, Participant};
use schemars::JsonSchema;
use serde::Serialize;

/// The participants of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Seats {
    /// The debate's id.
    pub id: String,
    /// The participants, by seat.
    pub seats: Vec<Seat>,
}

/// A participant of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Seat {
    /// Its name.
    pub name: String,
    /// The model.
    pub model: String,
    /// The family of the model; related models count less.
    pub family: String,
    /// Its role or discipline if the mode assigns one, its persona in a panel, else its perspective.
    pub outlook: &'static str,
    /// Turns it took.
    pub spoken: usize,
    /// Its lost turns, and the reason of the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
}

impl Seats {
    /// The participants of a debate.
    pub fn of(snapshot: &Snapshot) -> Seats {
        let debate = &snapshot.debate;
        let seats = debate.participants.iter().map(|it| Seat::of(debate, it)).collect();
        Seats { id: debate.id.to_string(), seats }
    }

    /// As text.
    pub fn told(&self) -> String {
        BoundedText::of(format!("Debate {} seats {}.", self.id, self.seats.len()))
            .each(&self.seats, |told, it| {
                let lost = it.lost.as_ref().map(|it| format!("; lost: {it}")).unwrap_or_default();
                told.quote(&name(&it.name), &format!("{}, {}, spoke {} times{lost}", it.model, it.outlook, it.spoken))
            })
            .text()
    }
}

impl Seat {
    fn of(debate: &Debate, it: &Participant) -> Seat {
        let failed = || debate.rounds.iter().flat_map(|it| &it.failed).filter(|failed| failed.by == it.name);
        let lost =
            failed().next_back().map(|it| format!("{}, the last by {}: {}", failed().count(), it.why, it.detail));
        Seat {
            name: it.name.to_string(),
            model: it.model.clone(),
            family: it.family.clone(),
            outlook: debate.outlook(it),
            spoken: debate.rounds.iter().filter(|round| round.said_by(&it.name).is_some()).count(),
            lost,
        }
    }
}
