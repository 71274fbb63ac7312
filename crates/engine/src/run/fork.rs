//! Creates a new debate from any event of another one, with changes (O-23).
//!
//! The new log begins with an opening of its own and copies the old events up to the cut, so recorded answers are neither asked for nor
//! paid for again. Pure: no I/O, no waiting. Not here: the command line (`cli`).
use crate::error::Error;
use crate::run::continuation::{Continuation, goes_on};
use crate::seating::Seat;
use crate::spec::{attached, check_panel, check_rules, is_rehearsed};
use debate::event::{Fork, LOG_VERSION, PanelEvent};
use debate::state::Room;
use debate::{Attachment, Debate, DebateId, Envelope, Event, Name, Participant, Round, Rules};
use formats::{Assignment, SeatingSeed, panel};

/// The point at which a debate is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// After its last finished round.
    LastRound,
    /// After this round.
    Round(u32),
    /// After this event.
    Event(u64),
}

/// Why a debate can't be forked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ForkError {
    /// No round is finished.
    #[error("no round of debate `{0}` is finished")]
    NothingYet(DebateId),
    /// No such round.
    #[error("debate `{debate}` has no round {round}; its rounds so far: {rounds}")]
    NoRound {
        /// The debate.
        debate: DebateId,
        /// The requested round.
        round: u32,
        /// How many rounds there are.
        rounds: usize,
    },
    /// The round is not finished.
    #[error("round {round} of debate `{debate}` is not finished")]
    Unfinished {
        /// The debate.
        debate: DebateId,
        /// The round.
        round: u32,
    },
    /// No such event.
    #[error("debate `{debate}` has no event {event}; its last one is {last}")]
    NoEvent {
        /// The debate.
        debate: DebateId,
        /// The requested event.
        event: u64,
        /// The last event.
        last: u64,
    },
    /// No participant has that name.
    #[error("no participant is called `{name}`; there are {seats}")]
    NoSeat {
        /// The requested name.
        name: String,
        /// The existing names.
        seats: String,
    },
    /// The mode can't change within a round.
    #[error("the mode can't change {0}; cut after a whole round before that")]
    Mode(&'static str),
    /// A panel can't become another mode, nor the other way round.
    #[error("a panel can't continue in another mode, and no other debate can continue as a panel")]
    Panel,
}

/// The part of a debate that a fork keeps.
#[derive(Debug)]
pub struct Cut<'a> {
    /// The kept events; the last one never closes the debate.
    events: &'a [Envelope],
    /// The state after these events.
    pub debate: Debate,
}

/// The differences of the new debate.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    /// Its id, which must be new in the store.
    pub id: DebateId,
    /// Its opening time, in milliseconds since 1970.
    pub at: u64,
    /// Its rules.
    pub rules: Rules,
    /// The new mode; `None` keeps it.
    pub mode: Option<String>,
    /// How disciplines are assigned, in modes that have them.
    pub disciplines: Assignment,
    /// New models for the seats with these names.
    pub seats: Vec<Seat>,
    /// A message to every participant.
    pub said: Option<String>,
    /// A question that the next round must answer.
    pub focus: Option<String>,
    /// Further texts that participants may look things up in (O-10).
    pub attached: Vec<Attachment>,
}

impl Changes {
    /// No change except the id.
    pub fn none(cut: &Cut<'_>, id: DebateId, at: u64) -> Changes {
        let rules = cut.debate.rules.clone();
        let (mode, disciplines, seats, attached) = (None, Assignment::default(), Vec::new(), Vec::new());
        Changes { id, at, rules, mode, disciplines, seats, said: None, focus: None, attached }
    }
}

impl<'a> Cut<'a> {
    /// Cuts a log.
    pub fn of(log: &'a [Envelope], at: At) -> Result<Cut<'a>, Error> {
        let whole = Debate::replay(log)?;
        let kept = match at {
            At::Event(event) => {
                let last = whole.next_seq.saturating_sub(1);
                if event > last {
                    return Err(ForkError::NoEvent { debate: whole.id, event, last }.into());
                }
                event
            }
            At::Round(round) => end_of(log, &whole, round)?,
            At::LastRound => {
                let last = whole.rounds.iter().rfind(|it| is_over(&whole, it));
                let last = last.ok_or_else(|| ForkError::NothingYet(whole.id.clone()))?;
                end_of(log, &whole, last.number)?
            }
        };
        let kept = usize::try_from(kept).unwrap_or(usize::MAX).saturating_add(1);
        // Attachments and personas at the start of a log belong to its opening.
        let is_brought = |it: &&Envelope| {
            matches!(it.event, Event::SourcesAttached { .. } | Event::Panel { what: PanelEvent::PersonasSeated { .. } })
        };
        let kept = kept.max(1 + log.iter().skip(1).take_while(is_brought).count());
        let events = log.get(..kept).unwrap_or(log);
        let events = match events.split_last() {
            Some((Envelope { event: Event::DebateClosed { .. }, .. }, before)) => before,
            Some(_) | None => events,
        };
        Ok(Cut { events, debate: Debate::replay(events)? })
    }
}

/// Whether every participant has answered or failed, no review is outstanding, and no room is open.
fn is_over(debate: &Debate, round: &Round) -> bool {
    let has_spoken = round.spoken.len() + round.failed.len() == debate.participants.len();
    round.held.is_empty() && has_spoken && debate.panel.rooms_of(round.number).all(Room::is_over)
}

/// The last event of a round that records an answer. Events derived from the round are computed again.
fn end_of(log: &[Envelope], debate: &Debate, number: u32) -> Result<u64, ForkError> {
    let Some(round) = debate.rounds.iter().find(|it| it.number == number) else {
        return Err(ForkError::NoRound { debate: debate.id.clone(), round: number, rounds: debate.rounds.len() });
    };
    if !is_over(debate, round) {
        return Err(ForkError::Unfinished { debate: debate.id.clone(), round: number });
    }
    let opens_next = |it: &Envelope| matches!(it.event, Event::RoundOpened { round, .. } if round > number);
    let of_round = log.iter().take_while(|it| !opens_next(it));
    Ok(of_round.filter(|it| it.event.call().is_some()).last().map_or(0, |it| it.seq))
}

/// The log of a new debate that begins with the events of another.
pub fn fork(cut: &Cut<'_>, changes: Changes) -> Result<Vec<Envelope>, Error> {
    check_rules(&changes.rules)?;
    let before = &cut.debate;
    let mode = changes.mode.clone().unwrap_or_else(|| before.mode.clone());
    let is_reseated = mode != before.mode;
    if is_reseated && [&mode, &before.mode].into_iter().any(|it| it == panel::NAME) {
        return Err(ForkError::Panel.into());
    }
    if is_reseated {
        let has_chosen = before.chosen.is_some();
        let is_within = before.round().is_some_and(|it| !is_over(before, it));
        match (has_chosen, is_within) {
            (true, _) => return Err(ForkError::Mode("once `auto` has chosen one").into()),
            (false, true) => return Err(ForkError::Mode("within a round").into()),
            (false, false) => {}
        }
    }
    let format = formats::named(&mode)?;
    let (debate, seed) = (changes.id.clone(), changes.rules.seed);
    let seating_seed = SeatingSeed { debate, seed, disciplines: changes.disciplines.clone() };
    let sit = |participants: &[Participant]| -> Result<Vec<Participant>, ForkError> {
        let mut participants = seated(participants, &changes.seats)?;
        if is_reseated {
            format.seat(&mut participants, &seating_seed);
            if changes.rules.hidden.names {
                formats::hide_names(&mut participants, &seating_seed);
            }
        }
        Ok(participants)
    };

    let upto = before.next_seq.saturating_sub(1);
    let mut log = Vec::with_capacity(cut.events.len() + 1);
    for envelope in cut.events {
        let mut copy = envelope.clone();
        match &mut copy.event {
            Event::DebateOpened { version, debate, mode: called, participants, rules, rehearsal, fork, .. } => {
                let reseated = sit(participants)?;
                // A fork of a rehearsal stays a rehearsal.
                *rehearsal = *rehearsal || is_rehearsed(&reseated);
                *fork = Some(Fork { debate: before.id.clone(), upto });
                (*version, *participants) = (LOG_VERSION, reseated);
                debate.clone_from(&changes.id);
                called.clone_from(&mode);
                rules.clone_from(&changes.rules);
                copy.at = changes.at;
            }
            Event::ModeChosen { participants, .. } => *participants = sit(participants)?,
            // Otherwise the old rules would come back with this event.
            Event::DebateContinued { rules, .. } => rules.clone_from(&changes.rules),
            Event::RoundOpened { .. }
            | Event::TurnTaken { .. }
            | Event::AnswerUnusable { .. }
            | Event::TurnFailed { .. }
            | Event::GroupthinkSeen { .. }
            | Event::WatchBegun { .. }
            | Event::WatchEnded { .. }
            | Event::AnswerReviewed { .. }
            | Event::RoundReviewed { .. }
            | Event::SourcesAttached { .. }
            | Event::ToolsUsed { .. }
            | Event::PositionsCompared { .. }
            | Event::BallotsGrouped { .. }
            | Event::Panel { .. }
            | Event::Room { .. }
            | Event::CallNoted { .. }
            | Event::DebateClosed { .. } => {}
        }
        log.push(copy);
    }
    let Changes { at, rules, said, focus, attached: texts, .. } = changes;
    let mut added: Vec<Event> = attached(&texts).into_iter().collect();
    if said.is_some() || focus.is_some() {
        added.push(Continuation { rules, said, focus, attached: Vec::new() }.words()?);
    }
    for (seq, event) in (upto + 1..).zip(added) {
        log.push(Envelope { seq, at, elapsed: before.elapsed, event });
    }
    let forked = Debate::replay(&log)?;
    check_panel(&forked.mode, &forked.participants, &forked.rules, forked.panel.personas.keys())?;
    if is_decided_as_before(before, &forked) {
        goes_on(forked)?;
    }
    Ok(log)
}

/// Whether both debates come to the same decision from the same turns. If not, a fork is of use even if nobody speaks again.
fn is_decided_as_before(before: &Debate, forked: &Debate) -> bool {
    let is_gated = |it: &Debate| it.rules.evidence.as_ref().is_some_and(|it| it.gate);
    before.rules.decide == forked.rules.decide && is_gated(before) == is_gated(forked)
}

/// The same participants with other models in some seats. Names, roles and turns stay.
fn seated(participants: &[Participant], seats: &[Seat]) -> Result<Vec<Participant>, ForkError> {
    let mut participants = participants.to_vec();
    for Seat { model, family, name, profile, layout } in seats {
        let wanted = Name::from(name.as_deref().unwrap_or_default());
        let Some(seat) = participants.iter_mut().find(|it| it.name == wanted) else {
            let seats = participants.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(ForkError::NoSeat { name: wanted.to_string(), seats });
        };
        model.clone_into(&mut seat.model);
        family.clone_into(&mut seat.family);
        (seat.profile, seat.layout) = (*profile, *layout);
    }
    Ok(participants)
}
