//! Applies a person's answer to a form once, whichever client showed it (I-24).
//!
//! Two clients may show the same form. The debate continues with the first answer; the client with the second is told so. Not here: the
//! form (`elicitation`), and showing it (`wait_call`, `tasks`).
use super::elicitation::Decided;
use crate::error::ApiError;
use crate::sampling_queue::FormStatus;
use crate::service::{Caller, DebateService};
use debate::DebateId;

/// The key of a form, from the number of events.
pub(super) fn person_key(events: u64) -> String {
    format!("{PERSON_KEY}{events}")
}

/// The number of events, from the key of a form.
pub(super) fn person_events(key: &str) -> Option<u64> {
    key.strip_prefix(PERSON_KEY)?.parse().ok()
}

const PERSON_KEY: &str = "person/";

/// Applies a decision to a debate that had `events` events, and notes errors. If the debate has continued since, or its task was cancelled,
/// nothing changes and the client is told.
pub(super) async fn carry_out(
    service: &DebateService,
    who: &Caller,
    id: &DebateId,
    events: u64,
    decided: Decided,
) -> Option<String> {
    let queue = service.queue();
    if queue.person(id, events) == Some(FormStatus::Cancelled) {
        return None;
    }
    let request = match decided {
        Decided::GoesOn(request) => request,
        // A later refusal doesn't undo an answer.
        Decided::Stays(_) if queue.person(id, events) == Some(FormStatus::Answered) => {
            return Some(queue.late(id, events));
        }
        Decided::Stays(why) => {
            queue.note_person(id, events, Some(FormStatus::Silent(why)));
            return None;
        }
    };
    // One answer at a time: check and continuation must be atomic.
    let _turn = queue.turn().await;
    let went_on = async || service.read(who, id.as_str()).await.is_ok_and(|it| it.debate.next_seq != events);
    if went_on().await {
        return Some(queue.late(id, events));
    }
    // Noted first, so that a concurrent reader sees why the debate continued.
    queue.note_person(id, events, Some(FormStatus::Answered));
    let Err(error) = service.go_on(who, id.as_str(), &request).await else {
        queue.note_person(id, events, Some(FormStatus::Answered));
        return None;
    };
    // A concurrent request is continuing it, even if that is not written yet.
    if matches!(error, ApiError::Conflict(_)) || went_on().await {
        return Some(queue.late(id, events));
    }
    let why = format!("a person answered, but the debate can't continue with that answer: {error}");
    queue.note_person(id, events, Some(FormStatus::Silent(why)));
    None
}

/// Returns when a debate has more than `events` events.
pub(super) async fn went_on(service: &DebateService, id: &DebateId, events: u64) {
    loop {
        match service.supervisor().watch(id, events).next().await {
            Ok(Some(_)) => return,
            // Unchanged, or unreadable at the moment.
            Ok(None) | Err(_) => super::subscriptions::until_runs(service, id).await,
        }
    }
}
