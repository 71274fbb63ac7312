//! Answers that all participants of a panel share (P-12, P-18): crux questions that all answer alike, and rounds in which all made the same
//! statement or gave the same plain answer to the question.
//!
//! The words of each participant are given beside a shared answer, so that no participant's words are shown as those of all. Not here: other findings (`findings`).
use super::subject::{share, subject};
use crate::ballots;
use crate::crux::thresholds::CORE_SHARE;
use crate::crux::{self, Row, positions};
use debate::crux::{Answered, CruxState, Words};
use debate::event::RoundKind;
use debate::{CallId, Debate, Name, RoomId, Round, Spoken};
use prose::opposition::parsed_question::ParsedQuestion;
use prose::opposition::parsed_text::ParsedText;
use serde::Serialize;

/// Something that all hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shared {
    /// The question: a crux question, or the aspect or topic of a round.
    pub text: String,
    /// The plain answer that all give to it; absent if all hold the same position on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answered>,
    /// The round in which they said so.
    pub round: u32,
    /// The room whose crux question it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// What each said in that round, with its turn; empty for a crux question, whose answers stand with the crux.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<Words>,
}

/// Answers that all share.
pub(super) fn all_hold(debate: &Debate, rows: &[Row]) -> Vec<Shared> {
    let of_row = |it: &Row| {
        let answer = it.common_answer()?;
        let round = debate.panel.room(&it.room).map_or(0, |it| it.round);
        Some(Shared {
            text: it.question.clone(),
            answer: Some(answer),
            round,
            room: Some(it.room.clone()),
            words: vec![],
        })
    };
    let rounds = debate.rounds.iter().filter(|it| matches!(it.kind, RoundKind::Take | RoundKind::Closing));
    rounds.filter_map(|it| said_by_all(debate, it)).chain(rows.iter().filter_map(of_row)).collect()
}

/// What all said in a round, if all spoke and nobody was found to disagree.
fn said_by_all(debate: &Debate, round: &Round) -> Option<Shared> {
    let spoken: Vec<&Spoken> = round.spoken.iter().filter(|it| it.turn.position.is_some()).collect();
    let is_disputed = debate.panel.searched.get(&round.number).is_some_and(|it| it.found > 0);
    if spoken.len() < debate.participants.len() || spoken.len() < ballots::thresholds::FEWEST_LIVE || is_disputed {
        return None;
    }
    let asked = round.focus.as_deref().unwrap_or(debate.topic.as_str());
    let said = |it: &&Spoken| {
        let words = it.turn.position.clone()?;
        Some(Words { by: it.by.clone(), words, turn: CallId::turn(round.number, &it.by) })
    };
    let words: Vec<Words> = spoken.iter().filter_map(said).collect();
    let answers: Vec<bool> = words.iter().filter_map(|it| ParsedText::of(&it.words).answer).collect();
    let first =
        answers.first().copied().filter(|_| ParsedQuestion::of(asked).is_question && answers.len() == spoken.len());
    let answer = first.filter(|first| answers.iter().all(|it| it == first));
    let answer = answer.map(|it| if it { Answered::Yes } else { Answered::No });
    let is_same = || positions::are_all_same(debate, &spoken) && !is_contradicted(debate, round, &words);
    (answer.is_some() || is_same()).then(|| Shared {
        text: asked.to_owned(),
        answer,
        round: round.number,
        room: None,
        words,
    })
}

/// Whether something stands between two of those who seem to hold the same: a disagreement that was left alone in this round, a clash or an
/// open crux about it, or what they wrote about it before anybody spoke.
fn is_contradicted(debate: &Debate, round: &Round, said: &[Words]) -> bool {
    let is_about = |text: &str| {
        let subject_of = subject(text);
        let is_near = |it: &Words| {
            positions::relation(debate, &it.words, text) != positions::PairStance::Unclear
                || share(&subject(&it.words), &subject_of) >= CORE_SHARE
        };
        said.iter().any(is_near)
    };
    let spoke = |by: &Name| said.iter().any(|it| it.by == *by);
    let left_alone = debate.panel.searched.get(&round.number).is_some_and(|it| !it.ignored.is_empty());
    let in_room = || {
        debate.panel.rooms.iter().any(|room| {
            let is_open = room.card().is_some_and(|it| it.state() == CruxState::Open);
            let is_about_it = || room.question.as_deref().is_some_and(is_about);
            room.round == round.number || (is_open && is_about_it())
        })
    };
    let written = || {
        let is_one = |it: &crux::Candidate| {
            let is_told = |words: &str| is_about(words);
            spoke(&it.a.0) && spoke(&it.b.0) && (is_told(&it.a.1) || it.b.1.as_deref().is_some_and(is_told))
        };
        crux::contradictions(debate).iter().any(is_one)
    };
    left_alone || in_room() || written()
}
