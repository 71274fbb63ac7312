//! Log lines for streams, without reasoning traces of rooms unless requested (P-22).
//!
//! Not here: the exported log, which is complete.
use super::Traces;
use debate::event::{Event, Failure, RoomEvent};
use std::borrow::Cow;

/// The line to send. A verbatim answer begins with the reasoning, so it is removed too.
pub(crate) fn spoken(line: &str, traces: Traces) -> Cow<'_, str> {
    let is_room = line.contains("\"type\":\"room\"");
    match traces {
        Traces::Hidden if is_room => {}
        Traces::Hidden | Traces::Shown => return Cow::Borrowed(line),
    }
    let Ok(mut envelope) = debate::log::one(line) else { return Cow::Borrowed(line) };
    let Event::Room { what, .. } = &mut envelope.event else { return Cow::Borrowed(line) };
    match what {
        RoomEvent::Said { turn, answer, .. } => {
            turn.trace.clear();
            answer.text.clear();
        }
        RoomEvent::AnswerUnusable { by: Some(_), answer, .. } => answer.text.clear(),
        RoomEvent::TurnFailed { why, detail, answer, .. } => {
            // A refusal is quoted with its first words.
            if *why == Failure::Refused && answer.is_some() {
                detail.clear();
            }
            answer.iter_mut().for_each(|it| it.text.clear());
        }
        // The analysis of a room quotes turns and has no reasoning of participants.
        RoomEvent::AnswerUnusable { by: None, .. }
        | RoomEvent::ClashJudged { .. }
        | RoomEvent::Opened { .. }
        | RoomEvent::Settled { .. }
        | RoomEvent::Left { .. }
        | RoomEvent::CoresCompared { .. }
        | RoomEvent::CardDrawn { .. } => return Cow::Borrowed(line),
    }
    debate::log::write(&envelope).map_or(Cow::Borrowed("{}"), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PANEL: &str = include_str!("../../../exports/tests/logs/panel.jsonl");

    /// P-22: no line has reasoning, not even the answer of a failed turn; everything else is unchanged.
    #[test]
    fn a_line_is_told_without_thoughts() {
        let mut blanked = 0;
        for line in PANEL.lines() {
            let told = spoken(line, Traces::Hidden);
            assert!(!told.contains("PRIVATE"), "{told}");
            assert_eq!(spoken(line, Traces::Shown), line);
            let (mut before, after): (serde_json::Value, serde_json::Value) =
                (serde_json::from_str(line).unwrap(), serde_json::from_str(&told).unwrap());
            if before["type"] == "room" && before["what"] == "said" {
                blanked += 1;
                before["answer"]["text"] = "".into();
                before["turn"].as_object_mut().unwrap().remove("trace");
            }
            assert_eq!(before["turn"], after["turn"]);
            assert_eq!(before["answer"]["usage"], after["answer"]["usage"]);
        }
        assert!(blanked > 0);
        let failed = r#"{"seq":9,"at":1,"elapsed":1,"type":"room","round":2,"room":"room-1","what":"turn_failed","call":"room-1/position/1/a","by":"a","stage":"position","why":"refused","detail":"PRIVATE","answer":{"text":"PRIVATE","stop":"refused","usage":{"input":1,"cached":0,"output":1},"took":1,"attempts":1},"took":1}"#;
        let told = spoken(failed, Traces::Hidden);
        assert!(told.contains("turn_failed") && !told.contains("PRIVATE"), "{told}");
        let again = r#"{"seq":9,"at":1,"elapsed":1,"type":"room","round":2,"room":"room-1","what":"answer_unusable","call":"room-1/position/1/a","by":"a","why":"no object","answer":{"text":"PRIVATE","stop":"end","usage":{"input":1,"cached":0,"output":1},"took":1,"attempts":1}}"#;
        let told = spoken(again, Traces::Hidden);
        assert!(told.contains("answer_unusable") && !told.contains("PRIVATE"), "{told}");
    }
}
