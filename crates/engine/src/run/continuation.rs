//! Continues a closed debate at a person's request (D-43): with a message to all participants, a question for the next round, or only more
//! rounds.
//!
//! Not here: where the message stands in a prompt (`formats`), and the user interface.
use crate::bus::Bus;
use crate::clock::Clock;
use crate::error::Error;
use crate::run;
use crate::spec::{SpecError, attached, check_rules, check_words};
use crate::world::World;
use debate::event::Reason;
use debate::{Attachment, Debate, DebateId, Envelope, Event, Rules, Topic, text};
use formats::Step;
use std::collections::BTreeSet;

/// The additions of a person to a closed debate.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuation {
    /// The rules from now on.
    pub rules: Rules,
    /// A message to every participant.
    pub said: Option<String>,
    /// A question that the next round must answer.
    pub focus: Option<String>,
    /// Further texts that participants may look things up in (O-10).
    pub attached: Vec<Attachment>,
}

/// Why a debate can't be continued.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ContinueError {
    /// It is not closed.
    #[error("debate `{0}` is not over, so there is nothing to continue")]
    NotOver(DebateId),
    /// A message is empty.
    #[error("{what} is empty; write a message for the participants, or leave it out")]
    Empty {
        /// The message.
        what: &'static str,
    },
    /// A message is too long for the prompts (D-31).
    #[error("{what} is {bytes} bytes, the most is {most}; shorten it")]
    TooLong {
        /// The message.
        what: &'static str,
        /// Its length in bytes.
        bytes: usize,
        /// The longest allowed, in bytes.
        most: usize,
    },
    /// It would end again before any model is asked.
    #[error("it would end at once, by {why}")]
    AtOnce {
        /// The reason why it would end.
        why: Reason,
    },
    /// It answers a request that was not made (I-25).
    #[error("nobody asked for `{id}`; {asked}", asked = asked_for(.asked))]
    NotAskedFor {
        /// The id it names.
        id: String,
        /// The ids of open requests.
        asked: Vec<String>,
    },
    /// It answers a request for the second time. A repeated call must not be paid for twice (I-25).
    #[error("`{id}` has been answered")]
    Answered {
        /// The id it names.
        id: String,
    },
    /// A setting is out of range, or tier 1 stops a message (D-50).
    #[error(transparent)]
    Refused(#[from] SpecError),
}

/// Lists the open requests.
fn asked_for(ids: &[String]) -> String {
    if ids.is_empty() { "this debate asks for nothing".to_owned() } else { format!("answer one of {}", ids.join(", ")) }
}

impl Continuation {
    /// The default number of further rounds. Ours: one to respond to the message, one to respond to each other.
    pub const ROUNDS: u32 = 2;

    /// The same rules, with two more rounds.
    pub fn of(debate: &Debate) -> Continuation {
        let played = debate.round().map_or(0, |it| it.number);
        let rounds = debate.rules.rounds.max(played.saturating_add(Continuation::ROUNDS));
        Continuation { rules: Rules { rounds, ..debate.rules.clone() }, said: None, focus: None, attached: Vec::new() }
    }

    /// Adds texts that answer open requests, each under the id of its request (I-25). Participants get them as attachments, that is as
    /// data. Requests without a text are reported as not available.
    pub fn bringing<'a>(
        debate: &Debate,
        texts: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Continuation, ContinueError> {
        let needs = debate.needs();
        let mut brought = BTreeSet::new();
        let attachment = |(id, words): (&str, &str)| {
            let need = needs.iter().find(|it| it.id.eq_ignore_ascii_case(id.trim()));
            let asked = || needs.iter().filter(|it| !it.answered).map(|it| it.id.clone()).collect();
            let need = need.ok_or_else(|| ContinueError::NotAskedFor { id: id.to_owned(), asked: asked() })?;
            if need.answered || !brought.insert(need.id.clone()) {
                return Err(ContinueError::Answered { id: need.id.clone() });
            }
            let text = text::clean(words).text.trim().to_owned();
            if text.is_empty() {
                return Err(ContinueError::Empty { what: "what you bring" });
            }
            Ok(Attachment { title: need.title(), text })
        };
        let attached = texts.into_iter().map(attachment).collect::<Result<_, _>>()?;
        Ok(Continuation { attached, ..Continuation::of(debate) })
    }

    /// The event that continues a closed debate, if it can be continued.
    pub fn event(&self, debate: &Debate) -> Result<Event, Error> {
        if debate.closed.is_none() {
            return Err(ContinueError::NotOver(debate.id.clone()).into());
        }
        let event = self.words()?;
        let mut continued = debate.clone();
        let (seq, elapsed) = (debate.next_seq, debate.elapsed);
        continued.apply(&Envelope { seq, at: 0, elapsed, event: event.clone() })?;
        let was_stopped = debate.closed.as_ref().is_some_and(|it| it.why == Reason::Stopped);
        // Undoing a stop lets a debate reach its own end, even at once.
        if !was_stopped || self.said.is_some() || self.focus.is_some() {
            goes_on(continued)?;
        }
        Ok(event)
    }

    /// The event without any check against a debate.
    pub(crate) fn words(&self) -> Result<Event, ContinueError> {
        check_rules(&self.rules)?;
        let said = self.said.as_deref().map(|it| words("what you say", it, Topic::MOST_BYTES)).transpose()?;
        let focus = self.focus.as_deref().map(|it| words("the focus", it, FOCUS_MOST_BYTES)).transpose()?;
        Ok(Event::DebateContinued { rules: self.rules.clone(), said, focus })
    }
}

/// The longest focus, in bytes: it is part of the task, which is short (D-31).
pub const FOCUS_MOST_BYTES: usize = 400;

/// Cleans and bounds a message: control and direction characters are removed.
fn words(what: &'static str, words: &str, most: usize) -> Result<String, ContinueError> {
    let words = text::clean(words).text;
    match words.trim() {
        "" => Err(ContinueError::Empty { what }),
        it if it.len() > most => Err(ContinueError::TooLong { what, bytes: it.len(), most }),
        it => {
            check_words(it)?;
            Ok(it.to_owned())
        }
    }
}

/// Checks, before anything is written, that the debate would ask a model. Steps that need no answer are applied on the way.
pub(crate) fn goes_on(mut debate: Debate) -> Result<(), Error> {
    let format = formats::named(&debate.mode)?;
    loop {
        match format.next(&debate) {
            Step::Record(Event::DebateClosed { why, .. }) => return Err(ContinueError::AtOnce { why }.into()),
            Step::Record(event) => {
                let (seq, elapsed) = (debate.next_seq, debate.elapsed);
                debate.apply(&Envelope { seq, at: 0, elapsed, event })?;
            }
            Step::Ask(_) | Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) | Step::Done => return Ok(()),
        }
    }
}

/// The events that continue a closed debate, for callers that write them before any model is asked. They are applied to `debate`;
/// [`resume`](crate::resume) continues from there.
pub fn reopening(clock: &dyn Clock, debate: &mut Debate, continuation: &Continuation) -> Result<Vec<Envelope>, Error> {
    let event = continuation.event(debate)?;
    run::apply_external(clock, debate, [event].into_iter().chain(attached(&continuation.attached)))
}

/// The event that closes a debate at a person's request; `None` if it is closed already.
pub fn stopping(clock: &dyn Clock, log: &[Envelope]) -> Result<Option<Envelope>, Error> {
    let mut debate = Debate::replay(log)?;
    if debate.closed.is_some() {
        return Ok(None);
    }
    let stopped = Event::DebateClosed { why: Reason::Stopped, figures: Vec::new(), question: None };
    Ok(run::apply_external(clock, &mut debate, [stopped])?.pop())
}

/// Continues a closed debate and runs it until it closes again.
pub async fn go_on(world: &World, log: &[Envelope], continuation: &Continuation, bus: &Bus) -> Result<Debate, Error> {
    let debate = Debate::replay(log)?;
    let event = continuation.event(&debate)?;
    let attached = attached(&continuation.attached);
    run::go_on(world, None, debate, [event].into_iter().chain(attached), bus).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-43, I-13: a person's message has the same bounds as a topic and loses characters that are not typed on purpose.
    #[test]
    fn words_are_cleaned_and_bounded() {
        assert_eq!(words("it", " we have \u{1b}no rack\u{202e} left\n", 4_000).unwrap(), "we have no rack left");
        assert_eq!(words("it", " \n\u{200b} ", 4_000), Err(ContinueError::Empty { what: "it" }));
        assert!(words("it", &"é".repeat(2_000), 4_000).is_ok());
        let long = words("it", &"é".repeat(2_001), 4_000).unwrap_err().to_string();
        assert_eq!(long, "it is 4002 bytes, the most is 4000; shorten it");
    }
}
