//! A debate that was over, and that a person lets go on (D-43): with words for everyone, a question for the next round, or just with
//! more rounds.
//!
//! Not here: where those words stand in a prompt (`formats`), and how a person is asked.
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

/// What a person lets a debate go on with.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuation {
    /// The rules from now on.
    pub rules: Rules,
    /// What every participant is told.
    pub said: Option<String>,
    /// What the next round must answer.
    pub focus: Option<String>,
    /// Further texts that participants may look things up in (O-10).
    pub attached: Vec<Attachment>,
}

/// Why a debate can't go on like that.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ContinueError {
    /// It has not ended.
    #[error("debate `{0}` is not over, so there is nothing to continue; go on with `roundtable resume {0}`")]
    NotOver(DebateId),
    /// There are no words in the words.
    #[error("{what} is empty; write what the participants shall be told, or leave it out")]
    Empty {
        /// Which words.
        what: &'static str,
    },
    /// They would not leave room for the debate (D-31).
    #[error("{what} is {bytes} bytes, the most is {most}; put it in fewer words")]
    TooLong {
        /// Which words.
        what: &'static str,
        /// How long they are.
        bytes: usize,
        /// How long they may be.
        most: usize,
    },
    /// It would end again before anybody is asked anything.
    #[error("it would end at once, by {why}")]
    AtOnce {
        /// By what.
        why: Reason,
    },
    /// It brings something that nobody asked for (I-25).
    #[error("nobody asked for `{id}`; {asked}", asked = asked_for(.asked))]
    NotAskedFor {
        /// By which id.
        id: String,
        /// The ids of what was asked for.
        asked: Vec<String>,
    },
    /// It brings something once more: a request that comes twice must not be paid for twice (I-25).
    #[error("`{id}` has been answered")]
    Answered {
        /// By which id.
        id: String,
    },
    /// A figure of its rules is out of range, or its words are stopped by tier 1 (D-50).
    #[error(transparent)]
    Refused(#[from] SpecError),
}

/// What can be brought.
fn asked_for(ids: &[String]) -> String {
    if ids.is_empty() { "this debate asks for nothing".to_owned() } else { format!("bring one of {}", ids.join(", ")) }
}

impl Continuation {
    /// Further rounds when nobody says how many. Ours: one to answer what was said, one to answer each other.
    pub const ROUNDS: u32 = 2;

    /// As before, with room for two further rounds.
    pub fn of(debate: &Debate) -> Continuation {
        let played = debate.round().map_or(0, |it| it.number);
        let rounds = debate.rules.rounds.max(played.saturating_add(Continuation::ROUNDS));
        Continuation { rules: Rules { rounds, ..debate.rules.clone() }, said: None, focus: None, attached: Vec::new() }
    }

    /// The same with texts for what was asked for, each under the id of its request (I-25). They are attached: data to the participants,
    /// whatever they say. What nothing is brought for is told not to be available.
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

    /// The event that lets a closed debate go on, if it can.
    pub fn event(&self, debate: &Debate) -> Result<Event, Error> {
        if debate.closed.is_none() {
            return Err(ContinueError::NotOver(debate.id.clone()).into());
        }
        let event = self.words()?;
        let mut continued = debate.clone();
        let (seq, elapsed) = (debate.next_seq, debate.elapsed);
        continued.apply(&Envelope { seq, at: 0, elapsed, event: event.clone() })?;
        let was_stopped = debate.closed.as_ref().is_some_and(|it| it.why == Reason::Stopped);
        // Who takes back that they stopped it lets it come to its own end, even at once.
        if !was_stopped || self.said.is_some() || self.focus.is_some() {
            goes_on(continued)?;
        }
        Ok(event)
    }

    /// The same, whatever it is added to.
    pub(crate) fn words(&self) -> Result<Event, ContinueError> {
        check_rules(&self.rules)?;
        let said = self.said.as_deref().map(|it| words("what you say", it, Topic::MOST_BYTES)).transpose()?;
        let focus = self.focus.as_deref().map(|it| words("the focus", it, FOCUS_MOST_BYTES)).transpose()?;
        Ok(Event::DebateContinued { rules: self.rules.clone(), said, focus })
    }
}

/// The longest focus: it stands in the task, which is short (D-31).
pub const FOCUS_MOST_BYTES: usize = 400;

/// A person's words, bounded: control and direction characters go, the rest stays.
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

/// Whether somebody will be asked something, before anything is written: facts that need no answer are taken as read until then.
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

/// The events that let a closed debate go on, for those who write them before anybody can be asked anything: the debate takes them in,
/// and [`resume`](crate::resume) goes on from there.
pub fn reopening(clock: &dyn Clock, debate: &mut Debate, continuation: &Continuation) -> Result<Vec<Envelope>, Error> {
    let event = continuation.event(debate)?;
    run::taken(clock, debate, [event].into_iter().chain(attached(&continuation.attached)))
}

/// The event that ends a debate because a person says so; none where it is over.
pub fn stopping(clock: &dyn Clock, log: &[Envelope]) -> Result<Option<Envelope>, Error> {
    let mut debate = Debate::replay(log)?;
    if debate.closed.is_some() {
        return Ok(None);
    }
    let stopped = Event::DebateClosed { why: Reason::Stopped, figures: Vec::new(), question: None };
    Ok(run::taken(clock, &mut debate, [stopped])?.pop())
}

/// Lets a closed debate go on, to its next end.
pub async fn go_on(world: &World, log: &[Envelope], continuation: &Continuation, bus: &Bus) -> Result<Debate, Error> {
    let debate = Debate::replay(log)?;
    let event = continuation.event(&debate)?;
    let attached = attached(&continuation.attached);
    run::go_on(world, None, debate, [event].into_iter().chain(attached), bus).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-43, I-13: a person's words are bounded as a topic is, and lose what nobody typed on purpose.
    #[test]
    fn words_are_cleaned_and_bounded() {
        assert_eq!(words("it", " we have \u{1b}no rack\u{202e} left\n", 4_000).unwrap(), "we have no rack left");
        assert_eq!(words("it", " \n\u{200b} ", 4_000), Err(ContinueError::Empty { what: "it" }));
        assert!(words("it", &"é".repeat(2_000), 4_000).is_ok());
        let long = words("it", &"é".repeat(2_001), 4_000).unwrap_err().to_string();
        assert_eq!(long, "it is 4002 bytes, the most is 4000; put it in fewer words");
    }
}
