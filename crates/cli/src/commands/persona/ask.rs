//! `persona ask`: what would be found in a persona's texts for a question, with scores and places (P-04).
//!
//! The same search as before a turn. Nobody is asked, and nothing is sent anywhere. Not here: the search (`personas::recall`).
use super::show::find;
use crate::args::PersonaAsk;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use debate::Persona;
use exports::wording::one_line;
use personas::deck::Decks;
use personas::recall::{self, Measure, Passage, Recalled, Similar};
use serde_json::json;
use setup::providers::ModelRegistry;
use setup::settings::Env;

/// The most tokens of passages (P-04: of a turn).
const ROOM: usize = 400;
/// The longest passage, source or belief, in characters. Ours: a passage has at most 400 tokens.
const WORDS: usize = 2_000;

pub(super) async fn run(args: &PersonaAsk, decks: &Decks, context: Context, env: Env<'_>) -> Result<(), Exit> {
    let (deck, persona) = find(&args.name, args.deck.as_deref(), decks)?;
    let registry = ModelRegistry::new(&context.settings, env)?;
    let is_measured = !args.words && registry.missing_reader().is_none();
    let similar = if is_measured { similar(&registry, &persona, &args.question).await? } else { Similar::default() };
    let how = if is_measured { "words and meaning" } else { "words" };
    let found = recall::recall(&persona, &args.question, &similar, args.tokens.unwrap_or(ROOM));
    if args.json {
        return print::json(&value(&deck, &persona, &found, how));
    }
    let style = context.style();
    print::line(format_args!("{}  {deck}; by {how}", style.bold(one_line(persona.name.as_str(), 64))))?;
    if !is_measured && !args.words {
        print::note("by words alone: `roundtable models pull minilm-l6-v2` also finds passages by meaning");
    }
    if found.passages.is_empty() && found.beliefs.is_empty() {
        return print::line("the texts have nothing near the question: a turn would say that it is ungrounded");
    }
    for Passage { quote, source, near } in &found.passages {
        let head = format!("{:.2}  ", near.score);
        print::line(style.wrap(&head, &format!("\"{}\"", one_line(&quote.text, WORDS))).trim_end())?;
        let meaning = near.meaning.map(|it| format!(", meaning {it:.2}")).unwrap_or_default();
        let place = format!("[{}] {}", quote.chunk, one_line(source, WORDS));
        print::line(style.dim(format_args!("      {place}; words {:.2}{meaning}", near.words)))?;
    }
    for id in &found.beliefs {
        let words = persona.beliefs.words(id).unwrap_or_default();
        print::line(style.wrap(&format!("{:5} ", one_line(id, 64)), &one_line(&words, WORDS)).trim_end())?;
    }
    Ok(())
}

/// The similarities of sentences and beliefs to a question.
async fn similar(registry: &ModelRegistry, persona: &Persona, question: &str) -> Result<Similar, Exit> {
    let analyst = registry.reader().await?;
    let near = engine::analyst::similar(analyst.as_ref(), question, &Measure::of(persona, question)).await;
    Ok(near.map_err(Exit::failure)?.unwrap_or_default())
}

fn value(deck: &str, persona: &Persona, found: &Recalled, how: &str) -> serde_json::Value {
    let passage = |it: &Passage| {
        json!({
            "text": it.quote.text, "chunk": it.quote.chunk, "source": it.source, "score": it.near.score,
            "words": it.near.words, "meaning": it.near.meaning,
        })
    };
    let belief =
        |id: &String| json!({"id": id, "words": persona.beliefs.words(id), "chunks": persona.beliefs.chunks(id)});
    json!({
        "deck": deck, "name": persona.name, "how": how,
        "passages": found.passages.iter().map(passage).collect::<Vec<_>>(),
        "beliefs": found.beliefs.iter().map(belief).collect::<Vec<_>>(),
    })
}
