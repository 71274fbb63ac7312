//! A panel of those who only quote.
use super::caching;
use crate::desk::{self, Cast, Paper};
use debate::event::{RoomEvent, Stop};
use debate::rules::PanelRules;
use debate::{Event, Persona, text};
use engine::Bus;
use serde_json::Value;
use std::sync::Arc;

/// The texts in an answer that are nobody's but its speaker's.
fn texts(answer: &Value, into: &mut Vec<String>) {
    match answer {
        Value::String(text) => into.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|it| texts(it, into)),
        // What is one of a few words of the form is no text of theirs.
        Value::Object(fields) => {
            let own = fields.iter().filter(|(name, _)| !["answer", "kind", "label", "step"].contains(&name.as_str()));
            own.for_each(|(_, it)| texts(it, into));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether a text is made of sentences of chunks, each with its chunk's id behind it.
fn is_quoted(persona: &Persona, words: &str) -> bool {
    let mut rest = words.trim();
    while !rest.is_empty() {
        let Some((quote, after)) = rest.split_once(" [") else { return false };
        let Some((id, after)) = after.split_once(']') else { return false };
        let is_there = persona.chunk(&id.into()).is_some_and(|it| text::one_line(&it.text).contains(quote.trim()));
        if !is_there {
            return false;
        }
        rest = after.trim();
    }
    true
}

/// P-01, P-31: nobody and nothing is brought, and a whole panel is held; every word of every answer stands in the speaker's own corpus and
/// says where. It replays.
#[tokio::test]
async fn whoever_quotes_says_nothing_else() {
    let spec = caching(PanelRules { quote: true, ..PanelRules::default() });
    let paper = Arc::new(Paper::default());
    let world = desk::world(&spec, &Arc::new(Cast::default()), &paper);
    assert!(world.models.is_empty());
    let debate = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    assert!(debate.closed.is_some() && !debate.rehearsal);
    let log = paper.read();
    let mut heard = 0;
    for envelope in &log {
        let is_lost = matches!(envelope.event, Event::AnswerUnusable { .. } | Event::TurnFailed { .. });
        assert!(!is_lost, "{envelope:?}");
        let (Event::TurnTaken { by, answer, .. } | Event::Room { what: RoomEvent::Said { by, answer, .. }, .. }) =
            &envelope.event
        else {
            continue;
        };
        assert_eq!((answer.stop, answer.usage.input, answer.usage.cost), (Stop::End, 0, Some(0.0)));
        let mut words = Vec::new();
        texts(&serde_json::from_str(&answer.text).unwrap(), &mut words);
        assert!(!words.is_empty());
        for words in words {
            assert!(is_quoted(&debate.panel.personas[by], &words), "{by}: {words}");
        }
        heard += 1;
    }
    assert!(heard >= 12, "{heard}");
    engine::replay(log, &Bus::silent()).await.unwrap();
}
