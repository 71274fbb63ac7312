//! A panel, as the fold leaves it: personas, aspects, what was recalled, and a room for each disagreement (P-10 … P-24).
use super::{Debate, FoldError};
use crate::crux::Card;
use crate::event::{Failure, Ignored, PanelEvent, Parts, RoomEvent, RoomTurn, Stage};
use crate::ids::{CallId, Name, RoomCall, RoomId};
use crate::persona::{ChunkId, Persona, Quote};
use crate::turn::Flaw;
use crate::usage::Usage;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a panel has besides its rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// Who speaks for whom, by the participant's name.
    pub personas: BTreeMap<Name, Arc<Persona>>,
    /// What is talked about.
    pub aspects: Option<Aspects>,
    /// What of a persona matters to each question.
    pub recalled: BTreeMap<CallId, Recalled>,
    /// What was made of the takes of each round.
    pub searched: BTreeMap<u32, Searched>,
    /// A room for each disagreement, in the order in which they were found.
    pub rooms: Vec<Room>,
}

/// What is talked about.
#[derive(Clone, Debug, PartialEq)]
pub struct Aspects {
    /// In this order.
    pub list: Vec<String>,
    /// Who chose them.
    pub by: String,
    /// Why what a model said does not serve, where it does not.
    pub failed: Option<String>,
}

/// What of a persona matters to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    /// Whose.
    pub by: Name,
    /// Nodes and edges of its graph; none where the turn is ungrounded.
    pub beliefs: Vec<String>,
    /// Chunks of its corpus.
    pub chunks: Vec<ChunkId>,
    /// What of them is shown; none in older logs.
    pub quotes: Vec<Quote>,
    /// Who looked.
    pub how: String,
}

/// What was made of the takes of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// Who looked.
    pub by: String,
    /// How many disagreements got a room.
    pub found: usize,
    /// Those that did not.
    pub ignored: Vec<Ignored>,
}

/// Two who disagree, and what becomes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// Which.
    pub id: RoomId,
    /// In which round they were found to disagree.
    pub round: u32,
    /// Who speaks first.
    pub a: Name,
    /// Who answers.
    pub b: Name,
    /// What was said, in its order, clash included.
    pub said: Vec<RoomSaid>,
    /// First answers that could not be used, the clerk's included.
    pub unusable: Vec<Unusable>,
    /// Who had nothing to say, by seat. The room is over then, once whoever was asked at the same time has answered; only who quotes, and has
    /// nothing more to quote, ends the exchange and not the room.
    pub lost: Vec<Lost>,
    /// What was made of the clash, vote by vote.
    pub judged: Vec<Judged>,
    /// The crux question, once they go into it.
    pub question: Option<String>,
    /// Why they need not, where the clash settled it.
    pub settled: Option<String>,
    /// Why they do not, where it settled nothing and is left alone.
    pub left: Option<String>,
    /// Whether both named the same thing, each time they were asked.
    pub cores: Vec<Cores>,
    /// What came out of it; the room is over then.
    pub card: Option<Drawn>,
}

/// Something said in a room.
#[derive(Clone, Debug, PartialEq)]
pub struct RoomSaid {
    /// In answer to which question.
    pub call: CallId,
    /// Who.
    pub by: Name,
    /// At which stage.
    pub stage: Stage,
    /// What.
    pub turn: RoomTurn,
    /// What was wrong with it.
    pub flaws: Vec<Flaw>,
    /// What it consumed.
    pub usage: Usage,
    /// How long it took, in milliseconds.
    pub took: u64,
}

/// A first answer that could not be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Unusable {
    /// To which question.
    pub call: CallId,
    /// What was wrong with it.
    pub why: String,
}

/// A turn that was lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Lost {
    /// On which question.
    pub call: CallId,
    /// Who.
    pub by: Name,
    /// At which stage.
    pub stage: Stage,
    /// Why.
    pub why: Failure,
    /// The words of whoever refused or broke down.
    pub detail: String,
}

/// What somebody made of a clash.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// In answer to which question.
    pub call: CallId,
    /// Who looked.
    pub judge: String,
    /// What was found.
    pub parts: Option<Parts>,
    /// What they differ about.
    pub question: Option<String>,
    /// Why nobody could look.
    pub failed: Option<String>,
}

/// Whether both named the same thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Cores {
    /// In answer to which question.
    pub call: CallId,
    /// Who looked.
    pub judge: String,
    /// Whether they did.
    pub same: Option<bool>,
    /// Why nobody could look.
    pub failed: Option<String>,
    /// How much of what was said it is about.
    pub after: usize,
}

/// What came out of a room.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Who drew it.
    pub judge: String,
    /// The card, or why there is none.
    pub card: Result<Card, String>,
}

impl Room {
    /// Whether nothing more will be said in it.
    pub fn is_over(&self) -> bool {
        self.card.is_some() || self.settled.is_some() || self.left.is_some()
    }

    /// The first answer to a question, where `call` puts that once more (D-21).
    pub fn first_try(&self, call: &CallId) -> Option<&Unusable> {
        self.unusable.iter().find(|it| call.repeats(&it.call))
    }

    /// Whether a question was answered so that it is put once more.
    pub fn is_unusable(&self, call: &CallId) -> bool {
        self.unusable.iter().any(|it| it.call == *call)
    }

    /// The questions whose outcome is on record, whoever found it, but for that of the card, which is the last.
    pub fn calls(&self) -> impl Iterator<Item = &CallId> {
        let said = self.said.iter().map(|it| &it.call).chain(self.lost.iter().map(|it| &it.call));
        let found = self.judged.iter().map(|it| &it.call).chain(self.cores.iter().map(|it| &it.call));
        said.chain(self.unusable.iter().map(|it| &it.call)).chain(found)
    }

    /// What was said at a stage, in its order.
    pub fn at(&self, stage: Stage) -> impl Iterator<Item = &RoomSaid> {
        self.said.iter().filter(move |it| it.stage == stage)
    }

    /// The card, where one could be drawn.
    pub fn card(&self) -> Option<&Card> {
        self.card.as_ref()?.card.as_ref().ok()
    }
}

impl Panel {
    /// The room of that id.
    pub fn room(&self, id: &RoomId) -> Option<&Room> {
        self.rooms.iter().find(|it| it.id == *id)
    }

    /// The rooms of a round, in their order.
    pub fn rooms_of(&self, round: u32) -> impl Iterator<Item = &Room> {
        self.rooms.iter().filter(move |it| it.round == round)
    }

    /// All cards so far, in the order of their rooms.
    pub fn cards(&self) -> impl Iterator<Item = (&Room, &Card)> {
        self.rooms.iter().filter_map(|it| Some((it, it.card()?)))
    }
}

impl Debate {
    /// Takes in what happened at the panel as a whole.
    pub(super) fn apply_panel(&mut self, seq: u64, event: &PanelEvent) -> Result<(), FoldError> {
        match event {
            PanelEvent::PersonasSeated { personas } => {
                for persona in personas {
                    self.seat(seq, &persona.name)?;
                    self.panel.personas.insert(persona.name.clone(), Arc::new(persona.clone()));
                }
            }
            PanelEvent::AspectsSet { aspects, by, failed, answer, .. } => {
                answer.iter().for_each(|it| self.pay(seq, it, None, 0));
                let (list, by, failed) = (aspects.clone(), by.clone(), failed.clone());
                self.panel.aspects = Some(Aspects { list, by, failed });
            }
            PanelEvent::BeliefsRecalled { call, by, beliefs, chunks, quotes, how, .. } => {
                self.seat(seq, by)?;
                let (by, beliefs, chunks, how) = (by.clone(), beliefs.clone(), chunks.clone(), how.clone());
                let quotes = quotes.clone();
                self.panel.recalled.insert(call.clone(), Recalled { by, beliefs, chunks, quotes, how });
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

    /// Takes in what happened in a room.
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
    /// Whether something can happen in a room: it is one of this round's and not over, one of its two speaks, and nothing stands twice.
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
            // What is put once more is not put again.
            RoomEvent::AnswerUnusable { call, .. } if room.first_try(call).is_some() => {
                return Err(FoldError::AnsweredTwice { seq, call: call.clone() });
            }
            // Whose words they were decides who may see them.
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

/// Whether an event is of a question that is put once more. Who speaks must be who is asked: where a name holds a slash, its id may be read as
/// another's.
fn is_again(event: &RoomEvent, call: &CallId) -> bool {
    let CallId::Room { what, again: true, .. } = call else { return false };
    match (event, what) {
        (RoomEvent::Said { by, .. } | RoomEvent::TurnFailed { by, .. }, RoomCall::Said { who, .. })
        | (RoomEvent::AnswerUnusable { by: Some(by), .. }, RoomCall::Said { who, .. }) => by == who,
        (_, _) => true,
    }
}

impl Room {
    /// Where something stands in what was said: who are asked at once are listed by seat, never by arrival.
    fn place(&self, said: &RoomSaid) -> usize {
        let is_at_once = match said.stage {
            Stage::Position | Stage::Convergence => true,
            Stage::Clash | Stage::Exchange => false,
        };
        let is_after = |last: &RoomSaid| last.stage == said.stage && last.by == self.b && said.by == self.a;
        let len = self.said.len();
        if is_at_once && self.said.last().is_some_and(is_after) { len.saturating_sub(1) } else { len }
    }

    fn apply(&mut self, event: &RoomEvent) {
        match event {
            RoomEvent::Said { call, by, stage, turn, flaws, answer } => {
                let (call, by, stage, turn, flaws) = (call.clone(), by.clone(), *stage, turn.clone(), flaws.clone());
                let said = RoomSaid { call, by, stage, turn, flaws, usage: answer.usage, took: answer.took };
                self.said.insert(self.place(&said), said);
            }
            RoomEvent::AnswerUnusable { call, why, .. } => {
                self.unusable.push(Unusable { call: call.clone(), why: why.clone() });
                // By their ids as exports have them, never by arrival.
                self.unusable.sort_by_cached_key(|it| it.call.to_string());
            }
            RoomEvent::TurnFailed { call, by, stage, why, detail, .. } => {
                let (call, by, detail) = (call.clone(), by.clone(), detail.clone());
                self.lost.push(Lost { call, by, stage: *stage, why: *why, detail });
                // Of two who were asked at once: by seat, never by arrival.
                let second = self.b.clone();
                self.lost.sort_by_key(|it| it.by == second);
            }
            RoomEvent::ClashJudged { call, judge, parts, question, failed, .. } => {
                let (call, judge, question, failed) = (call.clone(), judge.clone(), question.clone(), failed.clone());
                self.judged.push(Judged { call, judge, parts: *parts, question, failed });
                // Votes are listed by their number, never by arrival.
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
