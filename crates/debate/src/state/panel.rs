//! The state of a panel: personas, aspects, recalled beliefs, and a room per disagreement (P-10 … P-24).
use super::{Debate, FoldError};
use crate::crux::{Card, CruxAnswer};
use crate::event::{Contradiction, Failure, Ignored, PanelEvent, Parts, RoomEvent, RoomTurn, Stage, Stop};
use crate::ids::{CallId, Name, RoomCall, RoomId};
use crate::persona::{ChunkId, Persona, Quote};
use crate::turn::Flaw;
use crate::usage::Usage;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// State specific to a panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// Personas by participant.
    pub personas: BTreeMap<Name, Arc<Persona>>,
    /// The aspects to discuss.
    pub aspects: Option<Aspects>,
    /// Recalled beliefs by question.
    pub recalled: BTreeMap<CallId, Recalled>,
    /// The comparison of takes, by round.
    pub searched: BTreeMap<u32, Searched>,
    /// Rooms, in the order in which the disagreements were found.
    pub rooms: Vec<Room>,
    /// Outcomes of the questions about cruxes of rooms that a participant was not in, by call (P-25).
    pub answered: BTreeMap<CallId, AnsweredCruxes>,
}

/// A participant's answers to the cruxes of rooms that it was not in.
#[derive(Clone, Debug, PartialEq)]
pub struct AnsweredCruxes {
    /// The participant.
    pub by: Name,
    /// Its answers, or why there are none.
    pub answers: Result<Vec<CruxAnswer>, String>,
    /// Whether a second try may help: a model answered, and its answer could not be read.
    pub is_unreadable: bool,
}

/// The aspects to discuss.
#[derive(Clone, Debug, PartialEq)]
pub struct Aspects {
    /// The aspects, in order.
    pub list: Vec<String>,
    /// Their origin.
    pub by: String,
    /// Why the model's answer was not used, if so.
    pub failed: Option<String>,
    /// Beliefs that contradict each other, as the model read them.
    pub contradictions: Vec<Contradiction>,
}

/// Beliefs of a persona relevant to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    /// The participant.
    pub by: Name,
    /// Nodes and edges of its graph.
    pub beliefs: Vec<String>,
    /// Chunks of its corpus.
    pub chunks: Vec<ChunkId>,
    /// Shown quotations; empty in older logs.
    pub quotes: Vec<Quote>,
    /// The search method.
    pub how: String,
}

impl Recalled {
    /// Whether the persona has written nothing near: the turn is ungrounded (P-04).
    pub fn is_empty(&self) -> bool {
        self.beliefs.is_empty() && self.quotes.is_empty()
    }
}

/// The comparison of the takes of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The analyst.
    pub by: String,
    /// The number of disagreements with a room.
    pub found: usize,
    /// Disagreements without a room.
    pub ignored: Vec<Ignored>,
}

/// A disagreement between two participants, and its course.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// Its id.
    pub id: RoomId,
    /// The round in which the disagreement was found.
    pub round: u32,
    /// The first speaker.
    pub a: Name,
    /// The second speaker.
    pub b: Name,
    /// Turns in order, including the clash.
    pub said: Vec<RoomStatement>,
    /// First answers that could not be used, including the clerk's.
    pub unusable: Vec<Unusable>,
    /// Failed turns, by seat. A failed turn ends the room once parallel calls are answered; a participant that quotes and has no quotation
    /// left ends only the exchange.
    pub lost: Vec<Lost>,
    /// Judgements of the clash, by vote.
    pub judged: Vec<Judged>,
    /// The crux question, if a crux room opened.
    pub question: Option<String>,
    /// Why no crux room was needed, if the clash settled it.
    pub settled: Option<String>,
    /// Why no crux room opened, if the clash settled nothing.
    pub left: Option<String>,
    /// Comparisons of the named cruxes.
    pub cores: Vec<Cores>,
    /// The result; it closes the room.
    pub card: Option<Drawn>,
}

/// A turn in a room.
#[derive(Clone, Debug, PartialEq)]
pub struct RoomStatement {
    /// The call it answers.
    pub call: CallId,
    /// The speaker.
    pub by: Name,
    /// The stage.
    pub stage: Stage,
    /// The parsed answer.
    pub turn: RoomTurn,
    /// The defects of the answer.
    pub flaws: Vec<Flaw>,
    /// Its token usage.
    pub usage: Usage,
    /// How long it took, in milliseconds.
    pub took: u64,
}

/// A first answer that could not be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Unusable {
    /// The call it answers.
    pub call: CallId,
    /// Why it could not be used.
    pub why: String,
}

/// A failed turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Lost {
    /// The call that failed.
    pub call: CallId,
    /// The participant.
    pub by: Name,
    /// The stage.
    pub stage: Stage,
    /// The reason.
    pub why: Failure,
    /// The error message or refusal.
    pub detail: String,
}

/// A judgement of a clash.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The call it answers.
    pub call: CallId,
    /// The judge.
    pub judge: String,
    /// The findings.
    pub parts: Option<Parts>,
    /// The point of difference.
    pub question: Option<String>,
    /// Why the check failed.
    pub failed: Option<String>,
}

/// A comparison of the named cruxes.
#[derive(Clone, Debug, PartialEq)]
pub struct Cores {
    /// The call it answers.
    pub call: CallId,
    /// The judge.
    pub judge: String,
    /// Whether both sides named the same crux.
    pub same: Option<bool>,
    /// Why the check failed.
    pub failed: Option<String>,
    /// The number of turns before it.
    pub after: usize,
}

/// The result of a room.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The author of the card.
    pub judge: String,
    /// The card, or why there is none.
    pub card: Result<Card, String>,
}

impl Room {
    /// Whether the room is closed.
    pub fn is_over(&self) -> bool {
        self.card.is_some() || self.settled.is_some() || self.left.is_some()
    }

    /// The unusable first answer to a question, if `call` repeats it (D-21).
    pub fn first_try(&self, call: &CallId) -> Option<&Unusable> {
        self.unusable.iter().find(|it| call.repeats(&it.call))
    }

    /// Whether the first answer to a question was unusable, so that it is asked again.
    pub fn is_unusable(&self, call: &CallId) -> bool {
        self.unusable.iter().any(|it| it.call == *call)
    }

    /// The calls with a recorded outcome, except for the card, which is the last.
    pub fn calls(&self) -> impl Iterator<Item = &CallId> {
        let said = self.said.iter().map(|it| &it.call).chain(self.lost.iter().map(|it| &it.call));
        let found = self.judged.iter().map(|it| &it.call).chain(self.cores.iter().map(|it| &it.call));
        said.chain(self.unusable.iter().map(|it| &it.call)).chain(found)
    }

    /// The turns of a stage, in order.
    pub fn at(&self, stage: Stage) -> impl Iterator<Item = &RoomStatement> {
        self.said.iter().filter(move |it| it.stage == stage)
    }

    /// Whether a side's last word on it is that nothing is left between the two (P-21). A statement that does not say leaves it as it was.
    pub fn says_nothing_is_left(&self, by: &Name) -> bool {
        let mut own = self.said.iter().rev().filter(|it| it.by == *by);
        own.find_map(|it| it.turn.nothing_left) == Some(true)
    }

    /// Whether both sides say that nothing is left between them.
    pub fn is_agreed(&self) -> bool {
        self.says_nothing_is_left(&self.a) && self.says_nothing_is_left(&self.b)
    }

    /// Whether a participant is one of its two.
    pub fn has(&self, name: &Name) -> bool {
        self.a == *name || self.b == *name
    }

    /// The card, if one could be drawn.
    pub fn card(&self) -> Option<&Card> {
        self.card.as_ref()?.card.as_ref().ok()
    }
}

impl Panel {
    /// The room with this id.
    pub fn room(&self, id: &RoomId) -> Option<&Room> {
        self.rooms.iter().find(|it| it.id == *id)
    }

    /// The rooms of a round, in their order.
    pub fn rooms_of(&self, round: u32) -> impl Iterator<Item = &Room> {
        self.rooms.iter().filter(move |it| it.round == round)
    }

    /// The id of a statement of a room, by which turns name it (P-40): `R1.2` is the second one of the first room.
    pub fn statement_id(&self, room: &Room, place: usize) -> String {
        let number = self.rooms.iter().position(|it| it.id == room.id).map_or(0, |it| it + 1);
        format!("R{number}.{}", place + 1)
    }

    /// The statement with that id.
    pub fn statement(&self, id: &str) -> Option<(&Room, &RoomStatement)> {
        let (room, place) = id.strip_prefix('R')?.split_once('.')?;
        let room = self.rooms.get(room.parse::<usize>().ok()?.checked_sub(1)?)?;
        Some((room, room.said.get(place.parse::<usize>().ok()?.checked_sub(1)?)?))
    }

    /// A participant's answer to the crux of a room that it was not in (P-25).
    pub fn crux_answer(&self, by: &Name, room: &RoomId) -> Option<&CruxAnswer> {
        let own = self.answered.values().filter(|it| it.by == *by);
        own.filter_map(|it| it.answers.as_ref().ok()).flatten().find(|it| it.room == *room)
    }

    /// All cards so far, in the order of their rooms.
    pub fn cards(&self) -> impl Iterator<Item = (&Room, &Card)> {
        self.rooms.iter().filter_map(|it| Some((it, it.card()?)))
    }
}

impl Debate {
    /// Applies an event of the panel as a whole.
    pub(super) fn apply_panel(&mut self, seq: u64, event: &PanelEvent) -> Result<(), FoldError> {
        match event {
            PanelEvent::PersonasSeated { personas } => {
                for persona in personas {
                    self.seat(seq, &persona.name)?;
                    self.panel.personas.insert(persona.name.clone(), Arc::new(persona.clone()));
                }
            }
            PanelEvent::AspectsSet { aspects, by, failed, answer, contradictions, .. } => {
                answer.iter().for_each(|it| self.pay(seq, it, None, 0));
                let (list, by, failed) = (aspects.clone(), by.clone(), failed.clone());
                self.panel.aspects = Some(Aspects { list, by, failed, contradictions: contradictions.clone() });
            }
            PanelEvent::BeliefsRecalled { call, by, beliefs, chunks, quotes, how, .. } => {
                self.seat(seq, by)?;
                let (by, beliefs, chunks, how) = (by.clone(), beliefs.clone(), chunks.clone(), how.clone());
                let quotes = quotes.clone();
                self.panel.recalled.insert(call.clone(), Recalled { by, beliefs, chunks, quotes, how });
            }
            PanelEvent::CruxesAnswered { call, by, answers, failed, answer, .. } => {
                self.seat(seq, by)?;
                if self.panel.answered.contains_key(call) {
                    return Err(FoldError::AnsweredTwice { seq, call: call.clone() });
                }
                answer.iter().for_each(|it| self.pay(seq, it, Some(by), 0));
                let is_unreadable = failed.is_some() && answer.as_ref().is_some_and(|it| it.stop != Stop::Refused);
                let answers = failed.as_ref().map_or_else(|| Ok(answers.clone()), |it| Err(it.clone()));
                self.panel.answered.insert(call.clone(), AnsweredCruxes { by: by.clone(), answers, is_unreadable });
            }
            PanelEvent::DisputesFound { round, by, disputes, ignored } => {
                if self.panel.searched.contains_key(round) {
                    return Err(FoldError::SearchedTwice { seq, round: *round });
                }
                let mut rooms: BTreeSet<&RoomId> = self.panel.rooms.iter().map(|it| &it.id).collect();
                for it in disputes {
                    self.seat(seq, &it.a)?;
                    self.seat(seq, &it.b)?;
                    if it.a == it.b || !rooms.insert(&it.room) {
                        return Err(FoldError::NotTwo { seq, room: it.room.clone() });
                    }
                }
                let rooms = disputes.iter().map(|it| Room {
                    id: it.room.clone(),
                    round: *round,
                    a: it.a.clone(),
                    b: it.b.clone(),
                    said: Vec::new(),
                    unusable: Vec::new(),
                    lost: Vec::new(),
                    judged: Vec::new(),
                    question: None,
                    settled: None,
                    left: None,
                    cores: Vec::new(),
                    card: None,
                });
                self.panel.rooms.extend(rooms);
                let (by, found, ignored) = (by.clone(), disputes.len(), ignored.clone());
                self.panel.searched.insert(*round, Searched { by, found, ignored });
            }
        }
        Ok(())
    }

    /// Applies an event of a room.
    pub(super) fn apply_room(&mut self, seq: u64, room: &RoomId, event: &RoomEvent) -> Result<(), FoldError> {
        self.check_room(seq, room, event)?;
        match event {
            RoomEvent::Said { by, answer, .. } => {
                self.seat(seq, by)?;
                self.pay(seq, answer, Some(by), 0);
            }
            RoomEvent::AnswerUnusable { by, answer, .. } => self.pay(seq, answer, by.as_ref(), 0),
            RoomEvent::TurnFailed { by, answer, .. } => {
                self.seat(seq, by)?;
                answer.iter().for_each(|it| self.pay(seq, it, Some(by), 0));
            }
            RoomEvent::ClashJudged { answer, .. }
            | RoomEvent::CoresCompared { answer, .. }
            | RoomEvent::CardDrawn { answer, .. } => answer.iter().for_each(|it| self.pay(seq, it, None, 0)),
            RoomEvent::Opened { .. } | RoomEvent::Settled { .. } | RoomEvent::Left { .. } => {}
        }
        let unknown = || FoldError::NoRoom { seq, room: room.clone() };
        let room = self.panel.rooms.iter_mut().find(|it| it.id == *room && !it.is_over()).ok_or_else(unknown)?;
        room.apply(event);
        Ok(())
    }
}

impl Debate {
    /// Whether an event is valid in a room: the room is of this round and open, the speaker is one of its two, and nothing is repeated.
    fn check_room(&self, seq: u64, id: &RoomId, event: &RoomEvent) -> Result<(), FoldError> {
        let last = self.rounds.last().map_or(0, |it| it.number);
        let room = self.panel.room(id).filter(|it| !it.is_over() && it.round == last);
        let room = room.ok_or_else(|| FoldError::NoRoom { seq, room: id.clone() })?;
        match event {
            RoomEvent::Said { by, .. }
            | RoomEvent::TurnFailed { by, .. }
            | RoomEvent::AnswerUnusable { by: Some(by), .. }
                if *by != room.a && *by != room.b =>
            {
                return Err(FoldError::Stranger { seq, name: by.clone() });
            }
            // A question is repeated at most once.
            RoomEvent::AnswerUnusable { call, .. } if room.first_try(call).is_some() => {
                return Err(FoldError::AnsweredTwice { seq, call: call.clone() });
            }
            // The author of an unusable answer determines who may see it.
            RoomEvent::AnswerUnusable { call, by, .. } if call.is_turn() != by.is_some() => {
                return Err(FoldError::NotAsked { seq, call: call.clone() });
            }
            RoomEvent::Said { .. }
            | RoomEvent::AnswerUnusable { .. }
            | RoomEvent::TurnFailed { .. }
            | RoomEvent::ClashJudged { .. }
            | RoomEvent::Opened { .. }
            | RoomEvent::Settled { .. }
            | RoomEvent::Left { .. }
            | RoomEvent::CoresCompared { .. }
            | RoomEvent::CardDrawn { .. } => {}
        }
        match event.call() {
            Some(call) if room.calls().any(|it| it == call) => {
                Err(FoldError::AnsweredTwice { seq, call: call.clone() })
            }
            Some(call) if is_again(event, call) && room.first_try(call).is_none() => {
                Err(FoldError::NotAsked { seq, call: call.clone() })
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// Whether an event belongs to a repeated question. The speaker must be the one asked: an id whose name contains a slash can parse as
/// another's.
fn is_again(event: &RoomEvent, call: &CallId) -> bool {
    let CallId::Room { what, again: true, .. } = call else { return false };
    match (event, what) {
        (RoomEvent::Said { by, .. } | RoomEvent::TurnFailed { by, .. }, RoomCall::Turn { who, .. })
        | (RoomEvent::AnswerUnusable { by: Some(by), .. }, RoomCall::Turn { who, .. }) => by == who,
        (_, _) => true,
    }
}

impl Room {
    /// The index at which a turn is inserted: turns of parallel calls are ordered by seat, never by arrival.
    fn place(&self, said: &RoomStatement) -> usize {
        let is_at_once = match said.stage {
            Stage::Position | Stage::Convergence => true,
            Stage::Clash | Stage::Exchange => false,
        };
        let is_after = |last: &RoomStatement| last.stage == said.stage && last.by == self.b && said.by == self.a;
        let len = self.said.len();
        if is_at_once && self.said.last().is_some_and(is_after) { len.saturating_sub(1) } else { len }
    }

    fn apply(&mut self, event: &RoomEvent) {
        match event {
            RoomEvent::Said { call, by, stage, turn, flaws, answer } => {
                let (call, by, stage, turn, flaws) = (call.clone(), by.clone(), *stage, turn.clone(), flaws.clone());
                let said = RoomStatement { call, by, stage, turn, flaws, usage: answer.usage, took: answer.took };
                self.said.insert(self.place(&said), said);
            }
            RoomEvent::AnswerUnusable { call, why, .. } => {
                self.unusable.push(Unusable { call: call.clone(), why: why.clone() });
                // Ordered by id as in exports, never by arrival.
                self.unusable.sort_by_cached_key(|it| it.call.to_string());
            }
            RoomEvent::TurnFailed { call, by, stage, why, detail, .. } => {
                let (call, by, detail) = (call.clone(), by.clone(), detail.clone());
                self.lost.push(Lost { call, by, stage: *stage, why: *why, detail });
                // Parallel calls are ordered by seat, never by arrival.
                let second = self.b.clone();
                self.lost.sort_by_key(|it| it.by == second);
            }
            RoomEvent::ClashJudged { call, judge, parts, question, failed, .. } => {
                let (call, judge, question, failed) = (call.clone(), judge.clone(), question.clone(), failed.clone());
                self.judged.push(Judged { call, judge, parts: *parts, question, failed });
                // Votes are ordered by number, never by arrival.
                self.judged.sort_by(|a, b| a.call.cmp(&b.call));
            }
            RoomEvent::Opened { question } => self.question = Some(question.clone()),
            RoomEvent::Settled { why } => self.settled = Some(why.clone()),
            RoomEvent::Left { why, .. } => self.left = Some(why.clone()),
            RoomEvent::CoresCompared { call, judge, same, failed, .. } => {
                let (call, judge, failed, after) = (call.clone(), judge.clone(), failed.clone(), self.said.len());
                self.cores.push(Cores { call, judge, same: *same, failed, after });
            }
            RoomEvent::CardDrawn { judge, card, failed, .. } => {
                let none = || failed.clone().unwrap_or_else(|| "no card could be drawn".to_owned());
                self.card = Some(Drawn { judge: judge.clone(), card: card.clone().ok_or_else(none) });
            }
        }
    }
}
