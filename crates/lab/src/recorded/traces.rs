//! Answers without text under a user who argues for one of them: `answers` of each model by round, and `correct_label`.
//!
//! A position is the label; a participant whose label could not be read has no turn. The question itself is not recorded: its family is
//! used instead.
use super::Row;
use super::stepped::{RecordedAnswer, Recording, Truth};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Line {
    metric: String,
    sample: String,
    correct_label: String,
    answers: BTreeMap<String, Vec<Option<String>>>,
}

pub(super) fn read(line: &str) -> Option<Row> {
    let line: Line = serde_json::from_str(line).ok()?;
    let count = line.answers.values().map(Vec::len).max()?;
    let of_round = |round: usize| {
        let label = |it: &Vec<Option<String>>| it.get(round).cloned().flatten();
        let said = |position| RecordedAnswer { position, reasoning: String::new() };
        line.answers.values().map(|it| label(it).map(said)).collect()
    };
    let rounds = (0..count).map(of_round).collect();
    let seats = line.answers.keys().map(|it| (it.clone(), models::family(it))).collect();
    let topic = Recording::topic(&format!("Which answer is right? {}: {}", line.metric, line.sample))?;
    Some(Row::Debate(Recording { topic, seats, rounds, truth: Truth::Answer(line.correct_label) }))
}
