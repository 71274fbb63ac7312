//! Events as text, where the turns of a panel's round stand side by side if the terminal is wide enough (P-42).
use super::panel::columns::Gathered;
use super::turns::Transcript;
use debate::event::PanelEvent;
use debate::{Envelope, Event, Name};

/// A transcript and the turns of the round that will be shown side by side.
#[derive(Debug)]
pub(crate) struct Columned {
    transcript: Transcript,
    round: Gathered,
}

impl Columned {
    pub(crate) fn new(transcript: Transcript) -> Columned {
        Columned { transcript, round: Gathered::default() }
    }

    pub(crate) fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The text that follows from an event: a turn at once, or with its round where that is shown in columns.
    pub(crate) fn event(&mut self, envelope: &Envelope) -> String {
        let text = self.transcript.event(envelope);
        match said_by(&envelope.event).filter(|_| self.transcript.columns().is_some()) {
            Some(by) => {
                self.round.push(self.transcript.seat(by), text);
                String::new()
            }
            None if ends_round(&envelope.event) => format!("{}{text}", self.round.take(self.transcript.columns())),
            None => text,
        }
    }

    /// The turns that wait for the rest of their round.
    pub(crate) fn waiting(&self) -> String {
        self.round.seen(self.transcript.columns())
    }

    /// The rest at the end: the turns of an open round, and open rooms.
    pub(crate) fn rest(&mut self) -> String {
        format!("{}{}", self.round.take(self.transcript.columns()), self.transcript.unfinished())
    }
}

/// The participant whose turn an event records.
fn said_by(event: &Event) -> Option<&Name> {
    if let Event::TurnTaken { by, .. }
    | Event::TurnFailed { by, .. }
    | Event::AnswerUnusable { by, .. }
    | Event::AnswerReviewed { by, .. } = event
    {
        return Some(by);
    }
    None
}

/// Whether the turns so far are complete.
fn ends_round(event: &Event) -> bool {
    match event {
        Event::RoundOpened { .. }
        | Event::DebateClosed { .. }
        | Event::ModeChosen { .. }
        | Event::SourcesAttached { .. }
        | Event::GroupthinkSeen { .. }
        | Event::WatchBegun { .. }
        | Event::WatchEnded { .. }
        | Event::DebateContinued { .. } => true,
        Event::Panel { what } => matches!(what, PanelEvent::DisputesFound { .. }),
        Event::DebateOpened { .. }
        | Event::TurnTaken { .. }
        | Event::TurnFailed { .. }
        | Event::AnswerUnusable { .. }
        | Event::AnswerReviewed { .. }
        | Event::RoundReviewed { .. }
        | Event::ToolsUsed { .. }
        | Event::PositionsCompared { .. }
        | Event::BallotsGrouped { .. }
        | Event::CallNoted { .. }
        | Event::Room { .. } => false,
    }
}
