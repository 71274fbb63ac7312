//! `export`: a debate written out (I-40).
use super::Context;
use crate::args::{Export, Form};
use crate::exit::Exit;
use crate::print;
use crate::render::markdown;
use analysis::Verdict;
use debate::{Debate, log};
use serde_json::{Value, json};

pub(crate) async fn run(args: &Export, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = super::find(&store, &args.id).await?;
    let events = store.log(&id).await?;
    let debate = Debate::replay(&events).map_err(engine::Error::from)?;
    let text = match args.format {
        Form::Markdown => markdown::document(&debate),
        Form::Json => serde_json::to_string_pretty(&document(&debate)).map_err(Exit::failure)? + "\n",
        Form::Log => {
            let lines = events.iter().map(|it| Ok(log::write(it)? + "\n"));
            lines.collect::<Result<String, serde_json::Error>>().map_err(Exit::failure)?
        }
    };
    match &args.output {
        None => print::line(text.trim_end_matches('\n')),
        Some(path) => std::fs::write(path, text)
            .map_err(|error| Exit::failure(format!("can't write `{}`: {error}", path.display()))),
    }
}

/// The verdict and every turn.
fn document(debate: &Debate) -> Value {
    let rounds = debate.rounds.iter().map(|round| {
        let turns = round
            .spoken
            .iter()
            .map(|it| json!({"by": it.by, "turn": it.turn, "flaws": it.flaws, "usage": it.usage, "took_ms": it.took}));
        let lost = round.failed.iter().map(|it| json!({"by": it.by, "why": it.why, "detail": it.detail}));
        json!({"round": round.number, "turns": turns.collect::<Vec<_>>(), "lost": lost.collect::<Vec<_>>()})
    });
    json!({
        "verdict": Verdict::of(debate),
        "rules": debate.rules,
        "rounds": rounds.collect::<Vec<_>>(),
    })
}
