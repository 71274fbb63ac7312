//! Persons who are asked to decide about a debate, whichever client shows them the form (I-24).
//!
//! Not here: what is done with an answer (`mcp::person`).
use super::Mailbox;
use debate::DebateId;
use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};
use tokio::sync::OwnedMutexGuard;

/// How many clients something is kept for. Ours: more than answer one form at once; the first go.
const MOST_LATER: usize = 256;

/// What is said to the second who answers a form.
const ANSWERED: &str = "this form was answered already, through another client: the debate goes on with that answer, and yours was not used";

/// What is said to one who answers a form that nobody waits for any more.
const WENT_ON: &str = "the debate went on before the person answered; the answer was not used";

/// How far the asking of a person has got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Person {
    /// It is being asked.
    Asked,
    /// It answered, and the debate goes on with that.
    Answered,
    /// It did not answer, or not so that the debate could go on: it is not asked again.
    Silent(String),
    /// Whoever followed the debate as a task wants no more of it.
    Left,
}

impl Mailbox {
    /// How far the asking of a person is, for the debate as it stood after `events` events.
    pub(crate) fn person(&self, debate: &DebateId, events: u64) -> Option<Person> {
        self.asking(debate.as_str()).filter(|(it, _)| *it == events).map(|(_, it)| it)
    }

    /// How far the asking of a person is, and after how many events of the debate it began.
    pub(crate) fn asking(&self, debate: &str) -> Option<(u64, Person)> {
        self.persons().get(&DebateId::from(debate)).cloned()
    }

    /// Notes that a person is being asked, unless something is noted already; says whether it was not.
    pub(crate) fn claim_person(&self, debate: &DebateId, events: u64) -> bool {
        let mut persons = self.persons();
        if persons.get(debate).is_some_and(|(it, _)| *it >= events) {
            return false;
        }
        persons.insert(debate.clone(), (events, Person::Asked));
        true
    }

    /// Waits until no other answer of a person is being carried out.
    pub(crate) async fn turn(&self) -> OwnedMutexGuard<()> {
        self.inner.turn.clone().lock_owned().await
    }

    /// What is said to one whose answer to a form came too late.
    pub(crate) fn late(&self, debate: &DebateId, events: u64) -> String {
        match self.person(debate, events) {
            Some(Person::Answered) => ANSWERED.to_owned(),
            Some(Person::Asked | Person::Silent(_) | Person::Left) | None => WENT_ON.to_owned(),
        }
    }

    /// Keeps something for a client until it looks at a debate again.
    pub(crate) fn tell_later(&self, debate: &DebateId, client: &str, words: String) {
        let mut later = self.inner.later.lock().unwrap_or_else(PoisonError::into_inner);
        if later.len() >= MOST_LATER {
            later.pop_first();
        }
        later.insert((debate.clone(), client.to_owned()), words);
    }

    /// What was kept for a client, once.
    pub(crate) fn told_now(&self, debate: &DebateId, client: &str) -> Option<String> {
        let mut later = self.inner.later.lock().unwrap_or_else(PoisonError::into_inner);
        later.remove(&(debate.clone(), client.to_owned()))
    }

    /// Notes how far it is, or that nobody is asked; nothing older than what is noted already.
    pub(crate) fn note_person(&self, debate: &DebateId, events: u64, person: Option<Person>) {
        let mut persons = self.persons();
        match (persons.get(debate), person) {
            (Some((noted, _)), _) if *noted > events => {}
            // That it was answered is told to whoever answers it too.
            (Some((_, Person::Answered)), None) => {}
            (_, Some(person)) => drop(persons.insert(debate.clone(), (events, person))),
            (_, None) => drop(persons.remove(debate)),
        }
        drop(persons);
        self.inner.changes.tell(debate);
    }

    fn persons(&self) -> MutexGuard<'_, BTreeMap<DebateId, (u64, Person)>> {
        self.inner.persons.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-24: one form at a time, and an answer to an older one changes nothing that is noted of a newer.
    #[test]
    fn one_person_is_asked_at_a_time() {
        let (mailbox, debate) = (Mailbox::default(), DebateId::from("d"));
        assert!(mailbox.claim_person(&debate, 9));
        assert!(!mailbox.claim_person(&debate, 9), "two forms for one decision");
        assert!(mailbox.claim_person(&debate, 20));
        mailbox.note_person(&debate, 9, None);
        mailbox.note_person(&debate, 9, Some(Person::Silent("late".to_owned())));
        assert_eq!(mailbox.person(&debate, 20), Some(Person::Asked));
        mailbox.note_person(&debate, 20, None);
        assert_eq!(mailbox.person(&debate, 20), None);
    }
}
