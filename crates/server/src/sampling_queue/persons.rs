//! Forms shown to persons, across all clients (I-24).
//!
//! Not here: applying an answer (`mcp::person`).
use super::SamplingQueue;
use debate::DebateId;
use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};
use tokio::sync::OwnedMutexGuard;

/// Number of clients for which messages are kept. Our choice: more than answer one form at the same time; the oldest are dropped.
const MOST_LATER: usize = 256;

/// The message for a second answer to a form.
const ANSWERED: &str = "this form was answered already, through another client: the debate continues with that answer, and yours was not used";

/// The message for an answer that came too late.
const WENT_ON: &str = "the debate continued before the person answered; the answer was not used";

/// The status of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FormStatus {
    /// It is shown to a person.
    Asked,
    /// It was answered, and the debate continues.
    Answered,
    /// It was declined, or the answer was unusable; it is not shown again.
    Silent(String),
    /// The client cancelled the task of the debate.
    Cancelled,
}

impl SamplingQueue {
    /// The status of the form of a debate with `events` events.
    pub(crate) fn person(&self, debate: &DebateId, events: u64) -> Option<FormStatus> {
        self.asking(debate.as_str()).filter(|(it, _)| *it == events).map(|(_, it)| it)
    }

    /// The status of a debate's form, and the number of events it belongs to.
    pub(crate) fn asking(&self, debate: &str) -> Option<(u64, FormStatus)> {
        self.persons().get(&DebateId::from(debate)).cloned()
    }

    /// Marks a form as shown, unless it has a status already; returns whether it was marked.
    pub(crate) fn claim_person(&self, debate: &DebateId, events: u64) -> bool {
        let mut persons = self.persons();
        if persons.get(debate).is_some_and(|(it, _)| *it >= events) {
            return false;
        }
        persons.insert(debate.clone(), (events, FormStatus::Asked));
        true
    }

    /// Waits until no other answer is being applied.
    pub(crate) async fn turn(&self) -> OwnedMutexGuard<()> {
        self.inner.turn.clone().lock_owned().await
    }

    /// The message for an answer that came too late.
    pub(crate) fn late(&self, debate: &DebateId, events: u64) -> String {
        match self.person(debate, events) {
            Some(FormStatus::Answered) => ANSWERED.to_owned(),
            Some(FormStatus::Asked | FormStatus::Silent(_) | FormStatus::Cancelled) | None => WENT_ON.to_owned(),
        }
    }

    /// Keeps a message for a client until it reads the debate again.
    pub(crate) fn tell_later(&self, debate: &DebateId, client: &str, words: String) {
        let mut later = self.inner.later.lock().unwrap_or_else(PoisonError::into_inner);
        if later.len() >= MOST_LATER {
            later.pop_first();
        }
        later.insert((debate.clone(), client.to_owned()), words);
    }

    /// Takes the message for a client.
    pub(crate) fn told_now(&self, debate: &DebateId, client: &str) -> Option<String> {
        let mut later = self.inner.later.lock().unwrap_or_else(PoisonError::into_inner);
        later.remove(&(debate.clone(), client.to_owned()))
    }

    /// Sets or clears the status of a form; never of a newer form.
    pub(crate) fn note_person(&self, debate: &DebateId, events: u64, person: Option<FormStatus>) {
        let mut persons = self.persons();
        match (persons.get(debate), person) {
            (Some((noted, _)), _) if *noted > events => {}
            // A second client that answers must learn that it was answered.
            (Some((_, FormStatus::Answered)), None) => {}
            (_, Some(person)) => drop(persons.insert(debate.clone(), (events, person))),
            (_, None) => drop(persons.remove(debate)),
        }
        drop(persons);
        self.inner.changes.tell(debate);
    }

    fn persons(&self) -> MutexGuard<'_, BTreeMap<DebateId, (u64, FormStatus)>> {
        self.inner.persons.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-24: one form at a time; an answer to an older form does not change the status of a newer one.
    #[test]
    fn one_person_is_asked_at_a_time() {
        let (queue, debate) = (SamplingQueue::default(), DebateId::from("d"));
        assert!(queue.claim_person(&debate, 9));
        assert!(!queue.claim_person(&debate, 9), "two forms for one decision");
        assert!(queue.claim_person(&debate, 20));
        queue.note_person(&debate, 9, None);
        queue.note_person(&debate, 9, Some(FormStatus::Silent("late".to_owned())));
        assert_eq!(queue.person(&debate, 20), Some(FormStatus::Asked));
        queue.note_person(&debate, 20, None);
        assert_eq!(queue.person(&debate, 20), None);
    }
}
