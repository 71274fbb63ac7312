//! A model as an analyst: three concurrent votes, of which at least two must agree (P-30).
//!
//! Not here: the prompt and how an answer is read (`formats::compare`), and when a debate makes a comparison (`formats`, `comparison`).
use super::{Analyst, Texts};
use debate::{Comparisons, Relation, Rules};
use formats::compare::{MOST_PAIRS, Question, TEMPERATURE, VOTES};
use formats::prompt::TemplateError;
use futures_util::future::{BoxFuture, join_all};
use models::{Error, Request, Schema, ToolUse};
use std::sync::Arc;

/// A model as an analyst.
pub struct Model {
    name: String,
    model: Arc<dyn models::Model>,
    seed: u64,
}

impl Model {
    /// The model with this name, `provider/model`, and a random seed.
    pub fn new(name: impl Into<String>, model: Arc<dyn models::Model>, seed: u64) -> Model {
        Model { name: name.into(), model, seed }
    }

    /// The result of the votes on some pairs.
    async fn vote(&self, pairs: &[Texts<'_>], batch: usize) -> Result<Vec<Relation>, Error> {
        let topic = pairs.first().and_then(|it| it.topic);
        let question = Question { topic, pairs: pairs.iter().map(|it| (it.a, it.b)).collect() };
        let failed = |error: TemplateError| Error::Local { reason: error.to_string() };
        let request_of = |number| {
            let vote = Vote { number, seed: self.seed, temperature: TEMPERATURE };
            request(self.model.as_ref(), &question, format!("compare/{batch}/{number}"), vote)
        };
        let requests: Vec<Request> = (1..=VOTES).map(request_of).collect::<Result<_, _>>().map_err(failed)?;
        let answers = join_all(requests.iter().map(|it| self.model.ask(it, None))).await;
        let (mut votes, mut lost) = (Comparisons::default(), None);
        for answer in answers {
            match answer.map(|it| question.read(&it.text)) {
                Ok(Some(read)) => {
                    pairs.iter().zip(read).for_each(|(texts, relation)| votes.vote(texts.a, texts.b, relation));
                }
                Ok(None) => {}
                Err(error) => lost = Some(error),
            }
        }
        let made: Option<Vec<Relation>> = pairs.iter().map(|it| votes.of(it.a, it.b)).collect();
        let unread = || Error::Local { reason: format!("fewer than two answers of `{}` could be read", self.name) };
        made.ok_or_else(|| lost.unwrap_or_else(unread))
    }
}

impl Analyst for Model {
    fn name(&self) -> &str {
        &self.name
    }

    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, Error>> {
        Box::pin(async move {
            let mut made = Vec::with_capacity(pairs.len());
            let batches = pairs.chunk_by(|one, next| one.topic == next.topic).flat_map(|it| it.chunks(MOST_PAIRS));
            for (batch, pairs) in batches.enumerate() {
                made.extend(self.vote(pairs, batch + 1).await?);
            }
            Ok(made)
        })
    }
}

/// One of several votes on the same question, each with its own seed, so that they are independent samples.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vote {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// The seed of all of them.
    pub(crate) seed: u64,
    /// The sampling temperature.
    pub(crate) temperature: f32,
}

/// The request of one vote.
pub(crate) fn request(
    model: &dyn models::Model,
    question: &Question<'_>,
    call: String,
    vote: Vote,
) -> Result<Request, TemplateError> {
    let prompt = question.prompt()?;
    let data = model.reads_data().then(|| serde_json::to_value(question.data()).ok()).flatten();
    let schema = Schema::new(prompt.schema.name(), prompt.schema.to_json());
    Ok(Request {
        call,
        system: prompt.system,
        user: prompt.user,
        stable: prompt.stable,
        schema: Some(Arc::new(schema)),
        max_tokens: model.limit(prompt.schema.max_tokens(u32::MAX), Rules::MAX_TOKENS),
        temperature: Some(vote.temperature),
        seed: Some(vote.seed.wrapping_add(u64::from(vote.number))),
        tools: ToolUse::default(),
        data,
    })
}
