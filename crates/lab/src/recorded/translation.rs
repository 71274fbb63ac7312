//! Two sides on a translation, with a moderator who says after every round whether it has heard enough: `rounds` of `affirmative`,
//! `negative` and `moderator_preference`.
//!
//! A position is the first quoted translation that the other side does not hold. A side keeps its position while it quotes it or quotes
//! none, and has changed sides when it quotes only the other's.
use super::Row;
use super::stepped::{RecordedAnswer, Recording, Truth};
use prose::words;
use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    topic: String,
    model: String,
    rounds: Vec<Round>,
}

#[derive(Deserialize)]
struct Round {
    affirmative: String,
    negative: String,
    moderator_preference: String,
}

pub(super) fn read(line: &str) -> Option<Row> {
    let line: Line = serde_json::from_str(line).ok()?;
    let family = models::family(&line.model);
    let seats = ["affirmative", "negative"].map(|it| (it.to_owned(), family.clone())).to_vec();
    let enough = line.rounds.iter().position(|it| it.moderator_preference.eq_ignore_ascii_case("yes"));
    let topic = Recording::topic(&line.topic)?;
    let (mut one, mut other): (Option<RecordedAnswer>, Option<RecordedAnswer>) = (None, None);
    let mut rounds = Vec::new();
    for round in line.rounds {
        one = said(&round.affirmative, one.as_ref(), other.as_ref());
        other = said(&round.negative, other.as_ref(), one.as_ref());
        rounds.push(vec![one.clone(), other.clone()]);
    }
    Some(Row::Debate(Recording { topic, seats, rounds, truth: Truth::Enough(enough.map(|it| it + 1)) }))
}

/// The answer of a side, given its previous position and that of the other side.
fn said(text: &str, before: Option<&RecordedAnswer>, other: Option<&RecordedAnswer>) -> Option<RecordedAnswer> {
    let is =
        |one: &str, said: Option<&RecordedAnswer>| said.is_some_and(|it| words::of(one) == words::of(&it.position));
    let held = quoted(text).find(|it| is(it, before));
    let own = held.or_else(|| quoted(text).find(|it| !is(it, other)));
    let position = own.or_else(|| quoted(text).next()).or(before.map(|it| it.position.as_str()))?;
    Some(RecordedAnswer { position: position.to_owned(), reasoning: text.to_owned() })
}

/// The fewest words of a translation. Ours: shorter quotations are words under discussion.
const FEWEST_WORDS: usize = 3;

/// The quoted English sentences.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let pieces = text.split(['"', '“', '”']).skip(1).step_by(2).map(str::trim);
    let is_english = |it: &&str| it.chars().all(|c| !c.is_alphabetic() || c.is_ascii());
    let is_sentence = |it: &&str| it.starts_with(char::is_uppercase) && it.split_whitespace().count() >= FEWEST_WORDS;
    pieces.filter(is_english).filter(is_sentence)
}
