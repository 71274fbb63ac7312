//! Events as lines of text, for progress and `wait`. A line has names and kinds only, no text of participants.
use debate::event::{Event, PanelEvent, RoomEvent, RoundKind};

/// One event as a line.
pub(super) fn line(event: &Event) -> String {
    match event {
        Event::DebateOpened { participants, .. } => format!("opened, {} participants", participants.len()),
        Event::ModeChosen { mode, .. } => format!("it goes on in mode {mode}"),
        Event::RoundOpened { round, kind: RoundKind::Usual, .. } => format!("round {round} began"),
        Event::RoundOpened { round, kind: RoundKind::Objection, .. } => {
            format!("round {round} began, of objections alone")
        }
        Event::RoundOpened { round, kind: RoundKind::Opening, .. } => format!("round {round} began: openings"),
        Event::RoundOpened { round, kind: RoundKind::Take, .. } => format!("round {round} began: takes on an aspect"),
        Event::RoundOpened { round, kind: RoundKind::Closing, .. } => format!("round {round} began: closings"),
        Event::RoundOpened { round, kind: RoundKind::Ballot, .. } => {
            format!("round {round} began: closing ballots, in secret")
        }
        Event::TurnTaken { round, by, .. } => format!("round {round}: {by} spoke"),
        Event::AnswerUnusable { round, by, .. } => format!("round {round}: {by} is asked once more"),
        Event::TurnFailed { round, by, why, .. } => format!("round {round}: {by} has no turn ({why})"),
        Event::GroupthinkSeen { round, what, .. } => format!("after round {round}: {}", what.as_str()),
        Event::WatchBegun { .. } => "answers are read for harm from now on".to_owned(),
        Event::WatchEnded { round } => format!("after round {round}: answers are no longer read for harm"),
        Event::AnswerReviewed { round, by, .. } => format!("round {round}: what {by} said was read for harm"),
        Event::RoundReviewed { round, rulings, .. } => {
            let withdrawn = if rulings.is_empty() { String::new() } else { format!(", {} withdrawn", rulings.len()) };
            format!("round {round}: it was read for harm{withdrawn}")
        }
        Event::SourcesAttached { sources } => format!("{} texts were attached", sources.len()),
        Event::ToolsUsed { round, by, .. } => format!("round {round}: {by} looked something up"),
        Event::PositionsCompared { round, .. } => format!("round {round}: positions were compared"),
        Event::BallotsGrouped { round, options, merged, by, .. } => {
            let held = options.iter().filter(|it| !it.held_by.is_empty()).count();
            let merged =
                if merged.is_empty() { String::new() } else { format!(", {} became one with another", merged.len()) };
            format!("round {round}: ballots were grouped by {by}: {held} options are held{merged}")
        }
        Event::Panel { what } => match what {
            PanelEvent::PersonasSeated { personas } => format!("{} personas were seated", personas.len()),
            PanelEvent::AspectsSet { aspects, .. } => format!("{} aspects were chosen", aspects.len()),
            PanelEvent::BeliefsRecalled { by, .. } => format!("what {by} holds of it was looked up"),
            PanelEvent::CruxesAnswered { by, failed: None, .. } => {
                format!("{by} answered the cruxes of the other rooms")
            }
            PanelEvent::CruxesAnswered { by, failed: Some(_), .. } => {
                format!("{by} gave no answer on the other cruxes")
            }
            PanelEvent::DisputesFound { round, disputes, .. } => {
                format!("round {round}: {} disagreements were found", disputes.len())
            }
        },
        Event::Room { room, what, .. } => match what {
            RoomEvent::Said { by, stage, .. } => format!("{room}: {by} spoke ({stage})"),
            RoomEvent::AnswerUnusable { by: Some(by), .. } => format!("{room}: {by} is asked once more"),
            RoomEvent::AnswerUnusable { by: None, .. } => format!("{room}: the clerk is asked once more"),
            RoomEvent::TurnFailed { by, why, .. } => format!("{room}: {by} has no turn ({why})"),
            RoomEvent::ClashJudged { .. } => format!("{room}: the clash was looked at"),
            RoomEvent::Opened { .. } => format!("{room}: they go into it"),
            RoomEvent::Settled { .. } => format!("{room}: no dispute was left after the clash"),
            RoomEvent::Left { .. } => format!("{room}: it is left alone after the clash"),
            RoomEvent::CoresCompared { .. } => format!("{room}: what both named was compared"),
            RoomEvent::CardDrawn { card: Some(_), .. } => format!("{room}: its card was drawn"),
            RoomEvent::CardDrawn { card: None, .. } => format!("{room}: no card could be drawn"),
        },
        Event::CallNoted { call, noted } => {
            let lost = match noted.attempts {
                0 => String::new(),
                1 => ", 1 attempt that may have been billed".to_owned(),
                many => format!(", {many} attempts that may have been billed"),
            };
            let dropped = noted.dropped.iter().map(|it| format!(", without {}", it.option)).collect::<String>();
            format!("{call}{lost}{dropped}")
        }
        Event::DebateClosed { why, .. } => format!("it ended: {why}"),
        Event::DebateContinued { .. } => "it goes on".to_owned(),
    }
}
