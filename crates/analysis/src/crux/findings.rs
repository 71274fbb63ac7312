//! The findings of a panel, in place of a verdict: nobody votes there (P-18).
//!
//! What all hold, the cruxes with what would settle each, who moved and on what, and what to find out next. Everything is in the
//! participants' own words with its turn, or counted from answers that they declared. Not here: layout.
use super::agreement;
pub use super::shared::Shared;
use super::shared::all_hold;
use crate::crux::{self, Cell, Moved, Row};
use crate::decision::verdict::{Evidence, LearnedUse, Lost, Metadata, Seat};
use crate::{Verdict, ballots};
use debate::crux::{Answered, CardPosition, CruxState, Words};
use debate::event::Reason;
use debate::state::Room;
use debate::{Card, Debate, DebateId, Name, RoomId, Topic, Usage};
use serde::Serialize;

/// The findings of a panel.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// The panel.
    pub debate: DebateId,
    /// The topic.
    pub topic: Topic,
    /// Whether it is over.
    pub is_final: bool,
    /// The participants were simulated: no text here comes from a model.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_rehearsal: bool,
    /// Answers that all share.
    pub all_hold: Vec<Shared>,
    /// The cruxes, in the order of their rooms.
    pub cruxes: Vec<CruxLine>,
    /// Disagreements without a card: failed, left alone, without a dispute left, or not over (P-24).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_card: Vec<WithoutCard>,
    /// Each participant that moved, with both positions and the cause.
    pub moved: Vec<PanelMove>,
    /// Participants whose closing is the same as their opening.
    pub held: Vec<Name>,
    /// Questions to find out next: open cruxes first.
    pub find_out: Vec<FindOut>,
    /// Aspects on which nobody disagreed with anybody, although not all said the same (P-12).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undisputed: Vec<String>,
    /// Aspects to which fewer than two spoke.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unheard: Vec<String>,
    /// Participants with nothing to say in a whole round.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub silent: Vec<Silence>,
    /// The participants and their last statements.
    pub participants: Vec<Speaker>,
    /// Claims and sources, and what to know before relying on them.
    pub evidence: Evidence,
    /// How it came about.
    pub record: Record,
}

/// A crux and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CruxLine {
    /// Its room.
    pub room: RoomId,
    /// Its number among all rooms, from 1.
    pub number: usize,
    /// In which round they were found to disagree.
    pub round: u32,
    /// Open, agreed or settled.
    pub state: CruxState,
    /// The question.
    pub question: String,
    /// The point that would settle it; for an agreed crux, the basis of the agreement.
    pub crux: String,
    /// Both sides in their own words.
    pub positions: Vec<CardPosition>,
    /// The answers of all participants (P-25).
    pub answers: Vec<Cell>,
    /// Points of agreement, in each side's words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agreed_on: Vec<Words>,
    /// The concessions, whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conceded: Vec<Words>,
    /// The cause that settled it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_by: Option<String>,
    /// The question whose answer would settle it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub would_settle: Option<String>,
    /// Conditions that would change each side's mind.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub falsifiers: Vec<Words>,
    /// The plain answer that both give to an open crux, if they give the same: neither, or only one, said that nothing is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub both_answer: Option<Answered>,
}

/// A disagreement without a card.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WithoutCard {
    /// Its room.
    pub room: RoomId,
    /// Its number among all rooms, from 1.
    pub number: usize,
    /// In which round they were found to disagree.
    pub round: u32,
    /// The two.
    pub between: [Name; 2],
    /// Its end: failed, skipped, settled without a card, or not over.
    pub outcome: &'static str,
    /// Why it has no card.
    pub why: String,
    /// The question, if they came to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

/// A participant that moved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PanelMove {
    /// The participant.
    pub by: Name,
    /// How far.
    pub moved: Moved,
    /// Its opening.
    pub from: String,
    /// Its closing.
    pub to: String,
    /// Its concessions in rooms, whole, each with its room.
    pub on: Vec<MovedOn>,
}

/// A concession of a participant that moved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MovedOn {
    /// The room.
    pub room: RoomId,
    /// Its number among all rooms, from 1.
    pub number: usize,
    /// The concession, whole, with its turn.
    #[serde(flatten)]
    pub words: Words,
}

/// Something to find out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FindOut {
    /// The room whose crux it bears on.
    pub room: RoomId,
    /// Its number among all rooms, from 1.
    pub number: usize,
    /// Whether the crux is disputed; otherwise both give the same answer, without opened evidence.
    pub is_open: bool,
    /// The question.
    pub question: String,
}

/// A participant that had nothing to say in some rounds (P-18). A participant that was silent in a room alone is not one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Silence {
    /// The participant.
    pub by: Name,
    /// In which rounds.
    pub rounds: Vec<u32>,
}

/// A participant and its last statement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Speaker {
    /// Its name.
    pub name: Name,
    /// Its model.
    pub model: String,
    /// Its last statement, from its closing if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Its last confidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The rounds it spoke in.
    pub rounds: Vec<u32>,
}

/// How a panel came about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Why it ended; absent while it continues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<Reason>,
    /// Rounds that were opened.
    pub rounds: u32,
    /// Answers that came.
    pub calls: u32,
    /// Their usage.
    pub usage: Usage,
    /// Running time, in milliseconds.
    pub elapsed_ms: u64,
    /// Turns of rounds that were asked for.
    pub asked: usize,
    /// Turns of rounds that were taken.
    pub answered: usize,
    /// Turns of rounds that were lost, and why.
    pub lost: Vec<Lost>,
    /// Flaws of the accepted answers.
    pub flaws: usize,
    /// Questions and skills from earlier outcomes (L-06); absent where none were used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<LearnedUse>,
}

impl Findings {
    /// The findings of a panel so far.
    pub fn of(debate: &Debate) -> Findings {
        let Verdict { participants, evidence, metadata, learned, .. } = Verdict::of(debate);
        let rows = crux::matrix(debate);
        let synthesis = crux::synthesis(debate);
        let all_hold = all_hold(debate, &rows);
        let is_shared = |aspect: &String| {
            let round = debate.rounds.iter().find(|it| it.focus.as_ref() == Some(aspect)).map(|it| it.number);
            all_hold.iter().any(|it| Some(it.round) == round && it.room.is_none())
        };
        let (moved, held) = moved(debate);
        Findings {
            debate: debate.id.clone(),
            topic: debate.topic.clone(),
            is_final: debate.closed.is_some(),
            is_rehearsal: debate.rehearsal,
            cruxes: rows.into_iter().filter_map(|it| crux_line(debate, it)).collect(),
            without_card: without_card(debate),
            moved,
            held,
            find_out: find_out(debate),
            undisputed: synthesis.undisputed.into_iter().filter(|it| !is_shared(it)).collect(),
            unheard: synthesis.unheard,
            silent: silent(debate),
            participants: participants.into_iter().map(Speaker::of).collect(),
            all_hold,
            evidence,
            record: Record::of(metadata, learned),
        }
    }

    /// Whether it could be held: at least two participants spoke, and it did not end for want of speakers.
    pub fn is_held(&self) -> bool {
        let spoke = self.participants.iter().filter(|it| !it.rounds.is_empty()).count();
        spoke >= ballots::thresholds::FEWEST_LIVE && self.record.exit != Some(Reason::Insufficient)
    }

    /// The cruxes in a state.
    pub fn in_state(&self, state: CruxState) -> impl Iterator<Item = &CruxLine> {
        self.cruxes.iter().filter(move |it| it.state == state)
    }
}

impl Speaker {
    fn of(it: Seat) -> Speaker {
        let Seat { name, model, position, confidence, rounds, .. } = it;
        Speaker { name, model, position, confidence, rounds }
    }
}

impl Record {
    fn of(it: Metadata, learned: Option<LearnedUse>) -> Record {
        let Metadata { exit, rounds, calls, usage, elapsed_ms, asked, answered, lost, flaws, .. } = it;
        Record { exit, rounds, calls, usage, elapsed_ms, asked, answered, lost, flaws, learned }
    }
}

fn crux_line(debate: &Debate, row: Row) -> Option<CruxLine> {
    let room = debate.panel.room(&row.room)?;
    let card = room.card()?;
    let state = card.state();
    let agreed_on = card.agreed.as_ref().map(|it| it.on.clone()).unwrap_or_default();
    let would_settle = card.settling.clone().filter(|_| state != CruxState::Settled);
    Some(CruxLine {
        room: row.room,
        number: row.number,
        round: room.round,
        state,
        question: card.question.clone(),
        crux: card.crux.clone(),
        positions: card.positions.clone(),
        answers: row.cells,
        agreed_on,
        conceded: card.conceded.clone(),
        settled_by: card.resolved.as_ref().filter(|it| !it.opened.is_empty()).map(|it| it.how.clone()),
        would_settle,
        falsifiers: card.falsifiers.clone(),
        both_answer: both_answer(card),
    })
}

/// The plain answer that both give to a crux that is still open (P-21).
pub fn both_answer(card: &Card) -> Option<Answered> {
    agreement::common(&card.positions).filter(|_| card.state() == CruxState::Open && card.positions.len() > 1)
}

/// The disagreements without a card, and why they have none.
fn without_card(debate: &Debate) -> Vec<WithoutCard> {
    let rooms = (1..).zip(&debate.panel.rooms).filter(|(_, it)| it.card().is_none());
    let line = |(number, it): (usize, &Room)| WithoutCard {
        room: it.id.clone(),
        number,
        round: it.round,
        between: [it.a.clone(), it.b.clone()],
        outcome: crux::outcome(it),
        why: crux::why_no_card(debate, it),
        question: it.question.clone(),
    };
    rooms.map(line).collect()
}

/// Participants who moved, and those who did not. A participant without an opening or a closing is in neither list.
fn moved(debate: &Debate) -> (Vec<PanelMove>, Vec<Name>) {
    let (mut moved, mut held) = (Vec::new(), Vec::new());
    for shift in crux::shifts(debate) {
        match (shift.moved, shift.opening, shift.closing) {
            (Moved::Refined | Moved::Reversed, Some(from), Some(to)) => {
                let on = moved_on(debate, &shift.by);
                moved.push(PanelMove { by: shift.by, moved: shift.moved, from, to, on });
            }
            (Moved::Held, ..) => held.push(shift.by),
            (Moved::Unknown | Moved::Refined | Moved::Reversed, ..) => {}
        }
    }
    (moved, held)
}

/// A participant's concessions in all rooms, whole.
fn moved_on(debate: &Debate, by: &Name) -> Vec<MovedOn> {
    let of_room = |(number, room): (usize, &Room)| -> Vec<MovedOn> {
        let own = room.said.iter().filter(|it| it.by == *by);
        let conceded = own.filter_map(|it| Some((it.turn.conceded.as_deref()?.trim(), &it.call)));
        let line = |(words, turn): (&str, &debate::CallId)| MovedOn {
            room: room.id.clone(),
            number,
            words: Words { by: by.clone(), words: words.to_owned(), turn: turn.clone() },
        };
        conceded.filter(|it| !it.0.is_empty()).map(line).collect()
    };
    (1..).zip(&debate.panel.rooms).flat_map(of_room).collect()
}

/// Questions to answer next: what would settle open cruxes, otherwise their questions, then what would show that those who agree are right.
/// An open crux that both answer alike is no dispute. A question of two rooms is listed once.
fn find_out(debate: &Debate) -> Vec<FindOut> {
    let numbered = || (1..).zip(&debate.panel.rooms).filter_map(|(number, room)| Some((number, room, room.card()?)));
    let is_disputed = |it: &Card| it.state() == CruxState::Open && both_answer(it).is_none();
    let open = numbered().filter(|it| is_disputed(it.2)).map(|(number, room, card)| {
        let question = card.settling.as_ref().unwrap_or(&card.question).clone();
        FindOut { room: room.id.clone(), number, is_open: true, question }
    });
    let is_alike = |it: &Card| it.state() == CruxState::Agreed || both_answer(it).is_some();
    let alike = numbered().filter(|it| is_alike(it.2)).filter_map(|(number, room, card): (_, _, &Card)| {
        Some(FindOut { room: room.id.clone(), number, is_open: false, question: card.settling.clone()? })
    });
    // Two rooms may come to one question: it is to be answered once.
    let mut found: Vec<FindOut> = Vec::new();
    for it in open.chain(alike) {
        if !found.iter().any(|other| crux::same_question(&other.question, &it.question)) {
            found.push(it);
        }
    }
    found
}

/// Participants with nothing to say in whole rounds, by seat.
fn silent(debate: &Debate) -> Vec<Silence> {
    let of = |by: &Name| {
        let is_silent = |it: &debate::state::Failed| it.by == *by && debate.is_silence(it.why);
        let rounds = debate.rounds.iter().filter(|round| round.failed.iter().any(is_silent));
        let rounds: Vec<u32> = rounds.map(|it| it.number).collect();
        (!rounds.is_empty()).then(|| Silence { by: by.clone(), rounds })
    };
    debate.participants.iter().filter_map(|it| of(&it.name)).collect()
}
