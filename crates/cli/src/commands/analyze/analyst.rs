//! Who compares two texts for `analyze relation`.
use super::MODEL_UNASKED;
use crate::args::{Asked, Choice};
use crate::commands::Context;
use crate::exit::Exit;
use crate::print;
use crate::settings;
use ::analysis::lexical;
use ::analysis::opposition::opposed;
use ::debate::Relation;
use ::debate::relation::OPPOSED_MOST;
use ::models::Error;
use engine::{Analyst, Texts};
use futures_util::future::BoxFuture;
use local::weights::Cache;
use local::weights::catalog::named;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The weights that compare sentences.
const SENTENCES: &str = "minilm-l6-v2";

/// The analyst that was asked for.
pub(super) fn analyst(asked: &Asked, context: &Context) -> Result<Arc<dyn Analyst>, Exit> {
    match (asked.analyst, &asked.model) {
        (Choice::Auto | Choice::Lexical | Choice::Local, Some(_)) => Err(Exit::request(MODEL_UNASKED)),
        (Choice::Model, None) => {
            Err(Exit::request("`--analyst model` asks a model: say which with `--model provider/model`"))
        }
        (Choice::Auto, None) if !has_weights(context) => {
            print::note(format!(
                "no weights `{SENTENCES}` here, so words alone are compared: `roundtable models pull {SENTENCES}`"
            ));
            Ok(Arc::new(Lexical))
        }
        (Choice::Local, None) if !has_weights(context) => {
            Err(Exit::request(format!("no weights `{SENTENCES}` here: type `roundtable models pull {SENTENCES}`")))
        }
        (Choice::Auto | Choice::Lexical, None) => Ok(Arc::new(Lexical)),
        (Choice::Local, None) | (Choice::Model, Some(_)) => {
            Err(Exit::request("nobody but `--analyst lexical` compares texts here"))
        }
    }
}

fn has_weights(context: &Context) -> bool {
    let directory = context.settings.weights_path(&settings::process);
    directory.is_ok_and(|it| named(SENTENCES).is_some_and(|weight| Cache::at(it).find(weight).is_some()))
}

/// Compares words.
struct Lexical;

impl Analyst for Lexical {
    fn name(&self) -> &str {
        super::LEXICAL
    }

    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, Error>> {
        let relations = pairs.iter().map(relate).collect();
        Box::pin(async { Ok(relations) })
    }
}

fn relate(texts: &Texts<'_>) -> Relation {
    let set = |text: &str| -> BTreeSet<String> { lexical::words(text).into_iter().collect() };
    let (a, b) = (set(texts.a), set(texts.b));
    let shared = a.intersection(&b).count() as f64 / a.union(&b).count().max(1) as f64;
    let is_opposed = opposed(texts.a, texts.b).is_some();
    Relation {
        similarity: if is_opposed { shared.min(OPPOSED_MOST) } else { shared },
        opposition: f64::from(u8::from(is_opposed)),
        opposed: is_opposed,
        same_point: lexical::same(texts.a, texts.b),
        on_topic: texts.topic.map(set).is_none_or(|topic| !topic.is_disjoint(&a) && !topic.is_disjoint(&b)),
    }
}
