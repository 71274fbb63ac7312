//! `analyze`: the text analysers on their own, one line of JSON out for each line in (I-16).
//!
//! Not here: the analysis (`analysis`, `engine::Analyst`), and JSON Lines input and output (`jsonl`).
mod debate;

use crate::args::{Analyze, Asked, Choice};
use crate::context::Context;
use crate::exit::Exit;
use crate::jsonl::{self, Answer, Fields, text};
use crate::print;
use crate::stdin_arg;
use ::debate::Kind;
use ::prose::evidence_kind;
use engine::{Analyst, Lexical, Texts};
use serde_json::Value;
use setup::providers::{ModelRegistry, READER};
use setup::settings;
use std::io::{stdin, stdout};
use std::sync::Arc;

/// Runs `analyze`.
pub(crate) async fn run(what: &Analyze, context: impl Fn() -> Result<Context, Exit>) -> Result<(), Exit> {
    stdin_arg::announce("a JSON object on each line");
    match what {
        Analyze::Relation(asked) => {
            let analyst = chosen(asked, &context()?).await?;
            let answer = async |batch: &[&Fields]| relations(&*analyst, batch).await;
            jsonl::run_together(stdin(), stdout().lock(), &["a", "b", "topic"], answer).await
        }
        Analyze::Debate(asked) => {
            let analyst = chosen(asked, &context()?).await?;
            let answer = async |batch: &[&Fields]| debate::debates(&*analyst, batch).await;
            jsonl::run_together(stdin(), stdout().lock(), &["question", "rounds"], answer).await
        }
        Analyze::Evidence(asked) => {
            by_words(asked, "a kind of evidence")?;
            jsonl::run(stdin(), stdout().lock(), &["text"], evidence)
        }
    }
}

/// The analyst that was requested.
async fn chosen(asked: &Asked, context: &Context) -> Result<Arc<dyn Analyst>, Exit> {
    let registry = || ModelRegistry::new(&context.settings, &settings::process);
    match (asked.analyst, &asked.model) {
        (Choice::Auto | Choice::Lexical | Choice::Local, Some(_)) => Err(Exit::request(MODEL_UNASKED)),
        (Choice::Lexical, None) => Ok(Arc::new(Lexical)),
        (Choice::Auto, None) => {
            let registry = registry()?;
            if registry.missing_reader().is_none() {
                return Ok(registry.reader().await?);
            }
            print::note(format!(
                "no weights `{READER}` here, so words alone are compared: `roundtable models pull {READER}`"
            ));
            Ok(Arc::new(Lexical))
        }
        (Choice::Local, None) => {
            let registry = registry()?;
            if registry.missing_reader().is_some() {
                let command = format!("`roundtable models pull {READER}`");
                return Err(Exit::request(format!("no weights `{READER}` here: type {command}")));
            }
            Ok(registry.reader().await?)
        }
        (Choice::Model, None) => {
            Err(Exit::request("`--analyst model` needs a model: name it with `--model provider/model`"))
        }
        (Choice::Model, Some(name)) => {
            let unknown = || Exit::request(format!("`{name}` runs in this process, and is too small to judge texts"));
            let model = registry()?.open([name.as_str()].into_iter())?.remove(name.as_str()).ok_or_else(unknown)?;
            Ok(Arc::new(engine::analyst::Model::new(name, model, 0)))
        }
    }
}

/// Refuses analysts that can't do this analysis.
fn by_words(asked: &Asked, what: &str) -> Result<(), Exit> {
    match asked.analyst {
        Choice::Auto | Choice::Lexical if asked.model.is_none() => Ok(()),
        Choice::Auto | Choice::Lexical => Err(Exit::request(MODEL_UNASKED)),
        Choice::Local | Choice::Model => Err(Exit::request(format!(
            "{what} is classified by words alone: leave `--analyst` out, or use `--analyst lexical`"
        ))),
    }
}

/// The error for a model that this analysis does not use.
const MODEL_UNASKED: &str = "`--model` is the model of `--analyst model`: give both or neither";

/// The analyst that compares words.
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
    let told = evidence_kind::read(text(fields, "text")?);
    let scores: Fields = Kind::ALL.into_iter().map(|it| (it.as_str().to_owned(), figure(told.score(it)))).collect();
    Ok(answer([("kind", told.kind().as_str().into()), ("scores", Value::Object(scores)), ("analyst", LEXICAL.into())]))
}

fn answer<const N: usize>(fields: [(&str, Value); N]) -> Fields {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Rounds a figure to four decimal places.
fn figure(value: f64) -> Value {
    ((value * 1e4).round() / 1e4).into()
}
