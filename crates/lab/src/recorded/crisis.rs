//! Policy debates of personas that are set up to disagree: a `context`, and `turns` with a `speaker` and a `text`.
//!
//! Speakers take turns, so a round is one turn of each; an incomplete round at the end is dropped. A position is the first paragraph that
//! is not a heading.
use super::Row;
use super::stepped::{RecordedAnswer, Recording, Truth};
use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    context: String,
    turns: Vec<Turn>,
}

#[derive(Deserialize)]
struct Turn {
    speaker: String,
    text: String,
}

pub(super) fn read(line: &str) -> Option<Row> {
    let line: Line = serde_json::from_str(line).ok()?;
    let mut speakers: Vec<&str> = Vec::new();
    for turn in &line.turns {
        if !speakers.contains(&turn.speaker.as_str()) {
            speakers.push(&turn.speaker);
        }
    }
    let said = |speaker: &&str, turns: &[Turn]| {
        let turn = turns.iter().find(|it| it.speaker == *speaker)?;
        Some(RecordedAnswer { position: paragraph(&turn.text)?, reasoning: turn.text.clone() })
    };
    let rounds = line.turns.chunks_exact(speakers.len().max(1));
    let rounds = rounds.map(|turns| speakers.iter().map(|it| said(it, turns)).collect()).collect();
    let seats = speakers.iter().map(|it| ((*it).to_owned(), "unknown".to_owned())).collect();
    let topic = Recording::topic(&line.context)?;
    Some(Row::Debate(Recording { topic, seats, rounds, truth: Truth::Never }))
}

/// The fewest words of a paragraph. Ours: headings are shorter.
const FEWEST_WORDS: usize = 8;

/// A line without its markup.
pub fn plain(line: &str) -> String {
    line.replace(['*', '#', '_'], "").trim().to_owned()
}

/// The first paragraph that is not a heading, without its markup.
pub fn paragraph(text: &str) -> Option<String> {
    text.lines().map(plain).find(|it| it.split_whitespace().count() >= FEWEST_WORDS)
}
