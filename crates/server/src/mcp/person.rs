//! Applies a person's answer to a form once, whichever client showed it (I-24).
//!
//! Two clients may show the same form. The debate continues with the first answer; the client with the second is told so. Not here: the
//! form (`elicit`), and showing it (`waiting`, `tasks`).
use super::elicit::Decided;
use crate::desk::{Caller, Desk};
use crate::mailbox::Person;
use crate::trouble::Trouble;
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
    desk: &Desk,
    who: &Caller,
    id: &DebateId,
    events: u64,
    decided: Decided,
) -> Option<String> {
    let mailbox = desk.mailbox();
    if mailbox.person(id, events) == Some(Person::Left) {
        return None;
    }
    let wish = match decided {
        Decided::GoesOn(wish) => wish,
        // A later refusal doesn't undo an answer.
        Decided::Stays(_) if mailbox.person(id, events) == Some(Person::Answered) => {
            return Some(mailbox.late(id, events));
        }
        Decided::Stays(why) => {
            mailbox.note_person(id, events, Some(Person::Silent(why)));
            return None;
        }
    };
    // One answer at a time: check and continuation must be atomic.
    let _turn = mailbox.turn().await;
    let went_on = async || desk.read(who, id.as_str()).await.is_ok_and(|it| it.debate.next_seq != events);
    if went_on().await {
        return Some(mailbox.late(id, events));
    }
    // Noted first, so that a concurrent reader sees why the debate continued.
    mailbox.note_person(id, events, Some(Person::Answered));
    let Err(trouble) = desk.go_on(who, id.as_str(), &wish).await else {
        mailbox.note_person(id, events, Some(Person::Answered));
        return None;
    };
    // A concurrent request is continuing it, even if that is not written yet.
    if matches!(trouble, Trouble::Conflict(_)) || went_on().await {
        return Some(mailbox.late(id, events));
    }
    let why = format!("a person answered, but the debate can't go on with that: {trouble}");
    mailbox.note_person(id, events, Some(Person::Silent(why)));
    None
}

/// Returns when a debate has more than `events` events.
pub(super) async fn went_on(desk: &Desk, id: &DebateId, events: u64) {
    loop {
        match desk.supervisor().watch(id, events).next().await {
            Ok(Some(_)) => return,
            // Unchanged, or unreadable at the moment.
            Ok(None) | Err(_) => super::watching::until_runs(desk, id).await,
        }
    }
}
