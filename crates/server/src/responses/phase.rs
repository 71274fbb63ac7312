//! The progress of a panel: its current aspect, and open rooms (P-10).
use debate::Debate;
use debate::event::RoundKind;
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

/// The phase of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum At {
    /// Aspects are being chosen.
    Aspects,
    /// All state their opening position.
    Opening,
    /// All state their take on an aspect.
    Takes,
    /// Participants who disagree on it enter rooms.
    Rooms,
    /// All state their closing position.
    Closing,
    /// It is over.
    Over,
}

/// The progress of a panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, ToSchema)]
pub struct Phase {
    /// Its phase.
    pub at: At,
    /// The number of the aspect, from 1; 0 before the first.
    pub aspect: usize,
    /// How many there are.
    pub aspects: usize,
    /// Open rooms.
    pub rooms_open: usize,
    /// Cards drawn so far.
    pub cards: usize,
}

impl Phase {
    /// The progress; none if the debate is no panel.
    pub fn of(debate: &Debate) -> Option<Phase> {
        if !debate.is_panel() {
            return None;
        }
        let panel = &debate.panel;
        let rooms_open = panel.rooms.iter().filter(|it| !it.is_over()).count();
        let at = match debate.round().map(|it| it.kind) {
            _ if debate.closed.is_some() => At::Over,
            None if panel.aspects.is_none() => At::Aspects,
            None | Some(RoundKind::Opening) => At::Opening,
            Some(RoundKind::Take | RoundKind::Usual | RoundKind::Objection) if rooms_open > 0 => At::Rooms,
            Some(RoundKind::Take | RoundKind::Usual | RoundKind::Objection) => At::Takes,
            Some(RoundKind::Closing | RoundKind::Ballot) => At::Closing,
        };
        let aspect = debate.rounds.iter().filter(|it| it.kind == RoundKind::Take).count();
        Some(Phase {
            at,
            aspect,
            // A continuation may have added aspects.
            aspects: panel.aspects.as_ref().map_or(0, |it| it.list.len()).max(aspect),
            rooms_open,
            cards: panel.cards().count(),
        })
    }

    /// As text.
    pub fn told(&self) -> String {
        let Phase { at, aspect, aspects, rooms_open, cards } = self;
        let at = match at {
            At::Aspects => "aspects are being chosen".to_owned(),
            At::Opening => "openings".to_owned(),
            At::Takes => format!("takes on aspect {aspect} of {aspects}"),
            At::Rooms => format!("aspect {aspect} of {aspects}, rooms open: {rooms_open}"),
            At::Closing => "closings".to_owned(),
            At::Over => format!("over after {aspect} of {aspects} aspects"),
        };
        format!("Panel: {at}; cards so far: {cards}.")
    }
}
