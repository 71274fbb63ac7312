//! Debates on questions with a known answer: `question`, `gold`, and `rounds` of answers with labels.
//!
//! A position is the label. Debates whose participants did not see each other (`peers_seen` is false) are independent samples, not debates.
use super::Row;
use super::stepped::{RecordedAnswer, Recording, Truth};
use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    question: String,
    gold: String,
    model: String,
    peers_seen: bool,
    rounds: Vec<Vec<Answer>>,
}

#[derive(Deserialize)]
struct Answer {
    text: String,
    answer: Option<String>,
}

pub(super) fn read(line: &str) -> Option<Row> {
    let line: Line = serde_json::from_str(line).ok()?;
    if !line.peers_seen {
        return Some(Row::LeftOut);
    }
    let family = models::family(&line.model);
    let seats = (1..=line.rounds.first()?.len()).map(|it| (format!("agent-{it}"), family.clone())).collect();
    let said = |it: Answer| it.answer.map(|position| RecordedAnswer { position, reasoning: it.text });
    let rounds = line.rounds.into_iter().map(|it| it.into_iter().map(said).collect()).collect();
    let topic = Recording::topic(&line.question)?;
    Some(Row::Debate(Recording { topic, seats, rounds, truth: Truth::Answer(line.gold) }))
}
