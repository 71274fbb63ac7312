//! `export`: a debate written out (I-40).
use super::Context;
use crate::args::{Export, Form};
use crate::exit::Exit;
use crate::print;
use crate::render::markdown;
use analysis::Verdict;
use debate::event::RoundKind;
use debate::{Debate, Round, log};
use serde_json::{Value, json};

pub(crate) async fn run(args: &Export, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = super::find(&store, &args.id).await?;
    let events = store.log(&id).await?;
    let debate = Debate::replay(&events).map_err(engine::Error::from)?;
    let text = match args.format {
        Form::Markdown => markdown::document(&debate),
        Form::Json => {
            // Figures as `show` has them.
            let document: Value = serde_json::from_str(&print::written(&document(&debate))?).map_err(Exit::failure)?;
            serde_json::to_string_pretty(&document).map_err(Exit::failure)? + "\n"
        }
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

/// The verdict and every turn; what did not happen is left out.
fn document(debate: &Debate) -> Value {
    let rounds: Vec<Value> = debate.rounds.iter().map(round).collect();
    let mut document = json!({"verdict": Verdict::of(debate), "rules": debate.rules, "rounds": rounds});
    let continued = debate.continued.iter().map(|it| json!({"after": it.after, "said": it.said, "focus": it.focus}));
    let groupthink = debate.groupthink.iter().map(|it| json!({"round": it.round, "what": it.what, "signs": it.signs}));
    let chosen = debate.chosen.as_ref().map(|it| json!({"mode": it.mode, "why": it.why}));
    let watched = debate
        .watching
        .as_ref()
        .map(|it| json!({"triggers": it.triggers, "evaluator": it.evaluator, "ended": it.ended}));
    add(&mut document, "continued", list(continued));
    add(&mut document, "groupthink", list(groupthink));
    add(&mut document, "chosen", chosen);
    add(&mut document, "watched", watched);
    document
}

fn round(round: &Round) -> Value {
    let turns = round
        .spoken
        .iter()
        .map(|it| json!({"by": it.by, "turn": it.turn, "flaws": it.flaws, "usage": it.usage, "took_ms": it.took}));
    let lost = round.failed.iter().map(|it| json!({"by": it.by, "why": it.why, "detail": it.detail}));
    let reviews = round.reviews.iter().map(|it| json!({"by": it.by, "ruling": it.ruling, "reason": it.reason}));
    let (turns, lost): (Vec<Value>, Vec<Value>) = (turns.collect(), lost.collect());
    let mut value = json!({"round": round.number, "turns": turns, "lost": lost});
    add(&mut value, "kind", (round.kind != RoundKind::Usual).then(|| json!(round.kind)));
    add(&mut value, "focus", round.focus.as_ref().map(|it| json!(it)));
    add(&mut value, "reviews", list(reviews));
    value
}

/// The items as a list, if there are any.
fn list(items: impl Iterator<Item = Value>) -> Option<Value> {
    let items: Vec<Value> = items.collect();
    (!items.is_empty()).then_some(Value::Array(items))
}

fn add(object: &mut Value, key: &str, value: Option<Value>) {
    if let (Some(fields), Some(value)) = (object.as_object_mut(), value) {
        fields.insert(key.to_owned(), value);
    }
}
