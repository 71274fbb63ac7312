//! `analyze`: the readers of texts on their own, a line of JSON for a line of JSON (I-16).
//!
//! Not here: how they read (`analysis`, `engine::Analyst`), and the lines (`lines`).
mod analyst;
mod debate;
mod lines;

use super::Context;
use crate::args::{Analyze, Asked, Choice};
use crate::exit::Exit;
use ::debate::Kind;
use ::prose::typing;
use engine::{Analyst, Texts};
use lines::{Answer, Fields, text};
use serde_json::Value;
use std::io::{stdin, stdout};

/// Runs `analyze`.
pub(crate) async fn run(what: &Analyze, context: impl Fn() -> Result<Context, Exit>) -> Result<(), Exit> {
    match what {
        Analyze::Relation(asked) => {
            let analyst = analyst::analyst(asked, &context()?).await?;
            let answer = async |batch: &[&Fields]| relations(&*analyst, batch).await;
            lines::run_together(stdin(), stdout().lock(), &["a", "b", "topic"], answer).await
        }
        Analyze::Debate(asked) => {
            let analyst = analyst::analyst(asked, &context()?).await?;
            let answer = async |batch: &[&Fields]| debate::debates(&*analyst, batch).await;
            lines::run_together(stdin(), stdout().lock(), &["question", "rounds"], answer).await
        }
        Analyze::Evidence(asked) => {
            by_words(asked, "a kind of evidence")?;
            lines::run(stdin(), stdout().lock(), &["text"], evidence)
        }
    }
}

/// Refuses those who can't tell it.
fn by_words(asked: &Asked, what: &str) -> Result<(), Exit> {
    match asked.analyst {
        Choice::Auto | Choice::Lexical if asked.model.is_none() => Ok(()),
        Choice::Auto | Choice::Lexical => Err(Exit::request(MODEL_UNASKED)),
        Choice::Local | Choice::Model => Err(Exit::request(format!(
            "{what} is told by words alone: leave `--analyst` out, or type `--analyst lexical`"
        ))),
    }
}

/// Why a model was named in vain.
const MODEL_UNASKED: &str = "`--model` names whom `--analyst model` asks: give both or neither";

/// Who reads words.
const LEXICAL: &str = "lexical";

async fn relations(analyst: &dyn Analyst, batch: &[&Fields]) -> Vec<Answer> {
    let asked: Vec<Result<Texts<'_>, String>> = batch.iter().map(|it| texts(it)).collect();
    let pairs: Vec<Texts<'_>> = asked.iter().filter_map(|it| it.as_ref().ok()).copied().collect();
    let told = analyst.relate(&pairs).await;
    let mut told = told.map(Vec::into_iter);
    let mut one = |asked: Result<Texts<'_>, String>| -> Answer {
        asked?;
        let relation = match &mut told {
            Ok(told) => told.next().ok_or_else(|| format!("the analyst `{}` left it out", analyst.name()))?,
            Err(error) => return Err(format!("the analyst `{}` failed: {error}", analyst.name())),
        };
        Ok(answer([
            ("similarity", figure(relation.similarity)),
            ("opposition", figure(relation.opposition)),
            ("opposed", relation.opposed.into()),
            ("same_point", relation.same_point.into()),
            ("on_topic", relation.on_topic.into()),
            ("analyst", analyst.name().into()),
        ]))
    };
    asked.into_iter().map(&mut one).collect()
}

fn texts(fields: &Fields) -> Result<Texts<'_>, String> {
    let topic = match fields.get("topic") {
        None | Some(Value::Null) => None,
        Some(_) => Some(text(fields, "topic")?),
    };
    Ok(Texts { topic, a: text(fields, "a")?, b: text(fields, "b")? })
}

fn evidence(fields: &Fields) -> Answer {
    let told = typing::read(text(fields, "text")?);
    let scores: Fields = Kind::ALL.into_iter().map(|it| (it.as_str().to_owned(), figure(told.score(it)))).collect();
    Ok(answer([("kind", told.kind().as_str().into()), ("scores", Value::Object(scores)), ("analyst", LEXICAL.into())]))
}

fn answer<const N: usize>(fields: [(&str, Value); N]) -> Fields {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A figure to four places: what is behind them says nothing.
fn figure(value: f64) -> Value {
    ((value * 1e4).round() / 1e4).into()
}
