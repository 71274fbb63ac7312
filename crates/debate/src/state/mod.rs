//! What is so. State is a fold over the log: it is derived, never stored, and has no serde.
//!
//! Turns of a round are kept by seat, never by arrival, so that two runs in which answers raced each other differently give
//! the same prompts. For the same reason a round's claims get their ids when the next round opens. Not here: what a
//! speaker may see of all this (`view`).
pub mod registry;

use crate::event::{Answer, Envelope, Event, Failure, Figure, LOG_VERSION, Reason};
use crate::ids::{DebateId, Name};
use crate::participant::{Participant, Profile};
use crate::rules::Rules;
use crate::topic::Topic;
use crate::turn::{Flaw, Turn, Vote};
use crate::usage::Usage;
use registry::Registry;
use std::collections::BTreeMap;

/// A debate so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Debate {
    /// Which.
    pub id: DebateId,
    /// About what.
    pub topic: Topic,
    /// By which mode.
    pub mode: String,
    /// Who sits where.
    pub participants: Vec<Participant>,
    /// By which rules.
    pub rules: Rules,
    /// Whether the participants are simulated.
    pub rehearsal: bool,
    /// When it began, in milliseconds since 1970.
    pub opened_at: u64,
    /// Its rounds, the current one last.
    pub rounds: Vec<Round>,
    /// Claims and evidence of the rounds before the current one.
    pub registry: Registry,
    /// What all calls together consumed, failed ones included.
    pub spent: Usage,
    /// The most that one call consumed.
    pub dearest: Usage,
    /// How many answers came.
    pub calls: u32,
    /// How long it has been running, in milliseconds.
    pub elapsed: u64,
    /// The place of the next event.
    pub next_seq: u64,
    /// How it ended, if it has.
    pub closed: Option<Closed>,
}

/// One round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// Whether its speakers hear those before them.
    pub in_turn: bool,
    /// Who spoke, by seat.
    pub spoken: Vec<Spoken>,
    /// Whose first answer could not be used, and why.
    pub unusable: BTreeMap<Name, Vec<Flaw>>,
    /// Who has no turn, by seat.
    pub failed: Vec<Failed>,
}

/// A turn that was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Spoken {
    /// Where the speaker sits.
    pub seat: usize,
    /// Who spoke.
    pub by: Name,
    /// What was said.
    pub turn: Turn,
    /// What was wrong with it.
    pub flaws: Vec<Flaw>,
    /// What it consumed.
    pub usage: Usage,
    /// How long it took, in milliseconds.
    pub took: u64,
    /// Its claims in the registry, once the round is over.
    pub claims: Vec<usize>,
}

/// A turn that was lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Failed {
    /// Where the participant sits.
    pub seat: usize,
    /// Who.
    pub by: Name,
    /// Why.
    pub why: Failure,
    /// In whose words.
    pub detail: String,
}

/// How a debate ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Closed {
    /// Why.
    pub why: Reason,
    /// What was measured.
    pub figures: Vec<Figure>,
}

/// A log that is no debate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// There is nothing in it.
    #[error("the log is empty")]
    Empty,
    /// It does not begin with `debate_opened`.
    #[error("the log begins with `{0}`, not with `debate_opened`")]
    NotOpened(&'static str),
    /// It was written by a later release.
    #[error("the log has version {0}, this release reads up to {LOG_VERSION}; update roundtable to open it")]
    Newer(u32),
    /// A record is missing or stands twice.
    #[error("record {found} of the log stands where record {expected} should")]
    OutOfOrder {
        /// The place it should have.
        expected: u64,
        /// The place it has.
        found: u64,
    },
    /// A record names somebody who is not at the table.
    #[error("record {seq} of the log is about `{name}`, who is not at the table")]
    Stranger {
        /// Which record.
        seq: u64,
        /// Whom it names.
        name: Name,
    },
    /// A record stands behind the end.
    #[error("record {seq} of the log stands after the debate was closed")]
    AfterTheEnd {
        /// Which record.
        seq: u64,
    },
    /// A record belongs to another round.
    #[error("record {seq} of the log is of round {found}, where round {expected} should be")]
    WrongRound {
        /// Which record.
        seq: u64,
        /// The round it should be of.
        expected: u32,
        /// The round it is of.
        found: u32,
    },
    /// A participant has two turns in one round.
    #[error("record {seq} of the log gives `{name}` a second turn in its round")]
    Twice {
        /// Which record.
        seq: u64,
        /// Who.
        name: Name,
    },
    /// A turn stands before the first round.
    #[error("record {seq} of the log stands outside any round")]
    NoRound {
        /// Which record.
        seq: u64,
    },
}

impl Debate {
    /// Folds a whole log.
    pub fn replay<'a>(log: impl IntoIterator<Item = &'a Envelope>) -> Result<Debate, FoldError> {
        let mut log = log.into_iter();
        let mut debate = Debate::open(log.next().ok_or(FoldError::Empty)?)?;
        log.try_for_each(|envelope| debate.apply(envelope))?;
        Ok(debate)
    }

    /// A debate from its first event.
    pub fn open(envelope: &Envelope) -> Result<Debate, FoldError> {
        let Event::DebateOpened { version, debate, topic, mode, participants, rules, rehearsal } = &envelope.event
        else {
            return Err(FoldError::NotOpened(envelope.event.kind()));
        };
        if *version > LOG_VERSION {
            return Err(FoldError::Newer(*version));
        }
        if envelope.seq != 0 {
            return Err(FoldError::OutOfOrder { expected: 0, found: envelope.seq });
        }
        Ok(Debate {
            id: debate.clone(),
            topic: topic.clone(),
            mode: mode.clone(),
            participants: participants.clone(),
            rules: rules.clone(),
            rehearsal: *rehearsal,
            opened_at: envelope.at,
            rounds: Vec::new(),
            registry: Registry::default(),
            spent: Usage::default(),
            dearest: Usage::default(),
            calls: 0,
            elapsed: envelope.elapsed,
            next_seq: 1,
            closed: None,
        })
    }

    /// Takes in what happened next.
    pub fn apply(&mut self, envelope: &Envelope) -> Result<(), FoldError> {
        let seq = envelope.seq;
        if seq != self.next_seq {
            return Err(FoldError::OutOfOrder { expected: self.next_seq, found: seq });
        }
        self.check(envelope)?;
        match &envelope.event {
            Event::DebateOpened { .. } => return Err(FoldError::OutOfOrder { expected: seq, found: 0 }),
            Event::RoundOpened { round, in_turn } => {
                if let Some(last) = self.rounds.last_mut() {
                    self.registry.absorb(last);
                }
                self.rounds.push(Round { number: *round, in_turn: *in_turn, ..Round::default() });
            }
            Event::TurnTaken { by, turn, flaws, answer, .. } => {
                let seat = self.seat(seq, by)?;
                self.count(answer);
                let spoken = Spoken {
                    seat,
                    by: by.clone(),
                    turn: turn.clone(),
                    flaws: flaws.clone(),
                    usage: answer.usage,
                    took: answer.took,
                    claims: Vec::new(),
                };
                let spoken_before = &mut self.current(seq)?.spoken;
                let place = spoken_before.partition_point(|it| it.seat < seat);
                spoken_before.insert(place, spoken);
            }
            Event::AnswerUnusable { by, flaws, answer, .. } => {
                self.seat(seq, by)?;
                self.count(answer);
                self.current(seq)?.unusable.insert(by.clone(), flaws.clone());
            }
            Event::TurnFailed { by, why, detail, answer, .. } => {
                let seat = self.seat(seq, by)?;
                answer.iter().for_each(|it| self.count(it));
                let failed = Failed { seat, by: by.clone(), why: *why, detail: detail.clone() };
                let failed_before = &mut self.current(seq)?.failed;
                let place = failed_before.partition_point(|it| it.seat < seat);
                failed_before.insert(place, failed);
            }
            Event::DebateClosed { why, figures } => {
                if let Some(last) = self.rounds.last_mut() {
                    self.registry.absorb(last);
                }
                self.closed = Some(Closed { why: *why, figures: figures.clone() });
            }
        }
        self.elapsed = envelope.elapsed;
        self.next_seq += 1;
        Ok(())
    }

    /// Whether an event can follow on what is so: a log that was tampered with is no debate.
    fn check(&self, Envelope { seq, event, .. }: &Envelope) -> Result<(), FoldError> {
        let seq = *seq;
        if self.closed.is_some() {
            return Err(FoldError::AfterTheEnd { seq });
        }
        let last = self.rounds.last().map_or(0, |it| it.number);
        let (round, expected, by) = match event {
            Event::RoundOpened { round, .. } => (*round, last + 1, None),
            Event::TurnTaken { round, by, .. } | Event::TurnFailed { round, by, .. } => {
                (*round, last, Some((by, false)))
            }
            Event::AnswerUnusable { round, by, .. } => (*round, last, Some((by, true))),
            Event::DebateOpened { .. } | Event::DebateClosed { .. } => return Ok(()),
        };
        if last == 0 && expected == 0 {
            return Err(FoldError::NoRound { seq });
        }
        if round != expected {
            return Err(FoldError::WrongRound { seq, expected, found: round });
        }
        let is_again = |(name, is_first_try): (&Name, bool)| {
            let settled = |it: &Round| it.is_settled(name) || (is_first_try && it.unusable.contains_key(name));
            self.rounds.last().is_some_and(settled)
        };
        match by {
            Some((name, is_first_try)) if is_again((name, is_first_try)) => {
                Err(FoldError::Twice { seq, name: name.clone() })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The round that is being played.
    pub fn round(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// Participants who have neither spoken nor failed in the current round, by seat.
    pub fn owing(&self) -> Vec<&Participant> {
        let Some(round) = self.round() else { return Vec::new() };
        self.participants.iter().filter(|it| !round.is_settled(&it.name)).collect()
    }

    /// The participant of that name.
    pub fn participant(&self, name: &Name) -> Option<&Participant> {
        self.participants.iter().find(|it| it.name == *name)
    }

    /// In how many words the participant of that name is asked.
    pub fn profile(&self, name: &Name) -> Profile {
        self.participant(name).map(|it| it.profile).unwrap_or_default()
    }

    fn seat(&self, seq: u64, name: &Name) -> Result<usize, FoldError> {
        let seat = self.participants.iter().position(|it| it.name == *name);
        seat.ok_or_else(|| FoldError::Stranger { seq, name: name.clone() })
    }

    fn current(&mut self, seq: u64) -> Result<&mut Round, FoldError> {
        self.rounds.last_mut().ok_or(FoldError::NoRound { seq })
    }

    fn count(&mut self, answer: &Answer) {
        self.calls += 1;
        self.spent += answer.usage;
        self.dearest.input = self.dearest.input.max(answer.usage.input);
        self.dearest.output = self.dearest.output.max(answer.usage.output);
        self.dearest.cost = match (self.dearest.cost, answer.usage.cost) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
    }
}

impl Round {
    /// Whether this participant's turn in the round is over, one way or the other.
    pub fn is_settled(&self, name: &Name) -> bool {
        self.spoken.iter().any(|it| it.by == *name) || self.failed.iter().any(|it| it.by == *name)
    }

    /// Whether anybody has been heard of in it.
    pub fn has_begun(&self) -> bool {
        !(self.spoken.is_empty() && self.failed.is_empty() && self.unusable.is_empty())
    }

    /// Whether everyone at a table of that many seats has had their turn, and none was cut off by the debate's own deadline.
    pub fn is_finished(&self, seats: usize) -> bool {
        let was_cut = self.failed.iter().any(|it| it.why == Failure::Deadline);
        self.spoken.len() + self.failed.len() == seats && !was_cut
    }

    /// The turns of those who would sign, perhaps with a reservation.
    pub fn signing(&self) -> impl Iterator<Item = &Spoken> {
        self.spoken.iter().filter(|it| it.turn.vote.is_some_and(Vote::is_for))
    }

    /// What this participant said in the round.
    pub fn said_by(&self, name: &Name) -> Option<&Spoken> {
        self.spoken.iter().find(|it| it.by == *name)
    }
}
