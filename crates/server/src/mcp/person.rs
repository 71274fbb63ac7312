//! What a person answers to a form, whichever client showed it: carried out once (I-24).
//!
//! Two clients may show the same form. The debate goes on with the first answer; whoever brings another is told. Not here: the form
//! itself (`elicit`), and how it is put (`waiting`, `tasks`).
use super::elicit::Decided;
use crate::desk::{Caller, Desk};
use crate::mailbox::Person;
use crate::trouble::Trouble;
use debate::DebateId;

/// Under which key a person is asked, after so many events.
pub(super) fn person_key(events: u64) -> String {
    format!("{PERSON_KEY}{events}")
}

/// After how many events a person was asked under a key.
pub(super) fn person_events(key: &str) -> Option<u64> {
    key.strip_prefix(PERSON_KEY)?.parse().ok()
}

const PERSON_KEY: &str = "person/";

/// Carries out what a person decided about a debate as it stood after `events` events; what stands in the way is noted. A debate that
/// went on meanwhile is not touched: the answer was to another question, and whoever gave it is told. Nor is one whose task was cancelled:
/// nobody asks any more.
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
        // Who declines takes nothing back that another said.
        Decided::Stays(_) if mailbox.person(id, events) == Some(Person::Answered) => {
            return Some(mailbox.late(id, events));
        }
        Decided::Stays(why) => {
            mailbox.note_person(id, events, Some(Person::Silent(why)));
            return None;
        }
    };
    // One at a time: whether it went on is looked at and changed.
    let _turn = mailbox.turn().await;
    let went_on = async || desk.read(who, id.as_str()).await.is_ok_and(|it| it.debate.next_seq != events);
    if went_on().await {
        return Some(mailbox.late(id, events));
    }
    // Noted first: whoever comes in between finds the debate gone on, and why.
    mailbox.note_person(id, events, Some(Person::Answered));
    let Err(trouble) = desk.go_on(who, id.as_str(), &wish).await else {
        mailbox.note_person(id, events, Some(Person::Answered));
        return None;
    };
    // Somebody else lets it go on at this moment, whether or not that is written yet.
    if matches!(trouble, Trouble::Conflict(_)) || went_on().await {
        return Some(mailbox.late(id, events));
    }
    let why = format!("a person answered, but the debate can't go on with that: {trouble}");
    mailbox.note_person(id, events, Some(Person::Silent(why)));
    None
}

/// Comes back when a debate has gone on since it had `events` events.
pub(super) async fn went_on(desk: &Desk, id: &DebateId, events: u64) {
    loop {
        match desk.supervisor().watch(id, events).next().await {
            Ok(Some(_)) => return,
            // It is as it was, or can't be read now.
            Ok(None) | Err(_) => super::watching::until_runs(desk, id).await,
        }
    }
}
