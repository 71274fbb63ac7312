//! One comparison of positions by the analyst that the rules name, and the event that records it (E-11, P-30, P-31).
//!
//! A failure is recorded, and words alone are compared instead, so no debate fails or hangs because of it. Not here: when it is due
//! (`formats::compare`), and the analysts (`analyst`).
pub mod analyst;
pub(crate) mod grouping;

use crate::error::Error;
use crate::replay::replayer::Replayer;
use crate::run::turn;
use crate::world::World;
use analyst::model::Vote;
use analyst::{Analyst, Texts};
use debate::event::{Answer, Noted};
use debate::relation::Pair;
use debate::{CallId, Debate, Event, Relation, rules, text};
use formats::{Compare, compare};
use models::{Model, Notes, Request};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// The timeout for networks in this process. Ours: a hundred times what eight positions take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A comparison that is ready to be made.
pub(crate) struct Question<'a> {
    compare: Compare,
    /// The analyst's recorded name.
    analyst: String,
    to: To<'a>,
}

/// The means of comparison.
enum To<'a> {
    /// Nothing, for a reason.
    Nobody(String),
    /// A recording of the networks' results.
    Recorded(&'a dyn Replayer),
    /// Networks in this process.
    Here { analyst: Arc<dyn Analyst>, topic: String, texts: Vec<(String, String)> },
    /// A model.
    Model { model: Arc<dyn Model>, request: Request },
}

impl<'a> Question<'a> {
    /// Collects the texts. The debate is not read after this.
    pub(crate) fn new(
        world: &World,
        replayer: Option<&'a dyn Replayer>,
        debate: &Debate,
        compare: Compare,
    ) -> Result<Question<'a>, Error> {
        let analyst = compare::name(&debate.rules.analyst).to_owned();
        let to = match compare::Question::of(debate, &compare) {
            Some(question) => To::of(world, replayer, debate, &compare, &question)?,
            None => To::Nobody("a position to compare is not in the record".to_owned()),
        };
        Ok(Question { compare, analyst, to })
    }

    /// The call and the analyst, if the answer takes its time.
    pub(crate) fn takes_time(&self) -> Option<(&CallId, &str)> {
        match self.to {
            To::Here { .. } | To::Model { .. } => Some((&self.compare.call, &self.analyst)),
            To::Nobody(_) | To::Recorded(_) => None,
        }
    }
}

impl<'a> To<'a> {
    fn of(
        world: &World,
        replayer: Option<&'a dyn Replayer>,
        debate: &Debate,
        compare: &Compare,
        question: &compare::Question<'_>,
    ) -> Result<To<'a>, Error> {
        let absent = |who: &str| To::Nobody(format!("no analyst `{who}` is at hand"));
        Ok(match &debate.rules.analyst {
            rules::Analyst::Lexical => absent(compare::name(&rules::Analyst::Lexical)),
            rules::Analyst::Local => match (replayer, &world.analyst) {
                (Some(replayer), _) => To::Recorded(replayer),
                (None, Some(analyst)) => To::Here {
                    analyst: analyst.clone(),
                    topic: debate.topic.to_string(),
                    texts: question.pairs.iter().map(|(a, b)| (plain(a), plain(b))).collect(),
                },
                (None, None) => absent(compare::name(&rules::Analyst::Local)),
            },
            rules::Analyst::Model(name) => match world.models.get(name) {
                Some(model) => {
                    let (call, seed) = (compare.call.to_string(), debate.rules.seed);
                    let vote = Vote { number: compare.vote, seed, temperature: compare::temperature(debate) };
                    let request = analyst::model::request(model.as_ref(), question, call, vote)?;
                    To::Model { model: model.clone(), request }
                }
                None => absent(name),
            },
        })
    }
}

/// A position without its citations, which are not part of its meaning.
fn plain(position: &str) -> String {
    text::uncited(position).into_owned()
}

/// The outcome of a comparison.
pub(crate) struct Response<'a> {
    question: &'a Question<'a>,
    outcome: Result<Content, String>,
    took: u64,
    noted: Noted,
}

impl Response<'_> {
    /// The event with the notes on the call, if there are any.
    pub(crate) fn note(&self) -> Option<Event> {
        turn::note(&self.question.compare.call, &self.noted)
    }
}

enum Content {
    Relations(Vec<Relation>),
    Answer(Answer),
}

/// Makes a comparison. Only a missing recording is an error.
pub(crate) async fn send<'a>(
    world: &World,
    question: &'a Question<'a>,
    left: Option<Duration>,
) -> Result<Response<'a>, Error> {
    let Question { compare, to, .. } = question;
    let (started, notes) = (Instant::now(), Notes::default());
    let outcome = match to {
        To::Nobody(why) => {
            let took = world.clock.took(&compare.call, started.elapsed());
            return Ok(Response { question, outcome: Err(why.clone()), took, noted: Noted::default() });
        }
        To::Recorded(replayer) => Ok(replayer.compared().map(Content::Relations)),
        To::Here { analyst, topic, texts } => {
            let texts: Vec<Texts<'_>> =
                texts.iter().map(|(a, b)| Texts { topic: Some(topic.as_str()), a, b }).collect();
            let patience = left.map_or(PATIENCE, |it| it.min(PATIENCE));
            timeout(patience, analyst.relate(&texts)).await.map(|it| it.map(Content::Relations))
        }
        To::Model { model, request } => {
            let asked = model.ask_noting(request, None, &notes);
            let answer = match left {
                Some(left) => timeout(left, asked).await,
                None => Ok(asked.await),
            };
            let took = world.clock.took(&compare.call, started.elapsed());
            answer.map(|it| it.map(|reply| Content::Answer(turn::answer(reply, took).0)))
        }
    };
    let took = world.clock.took(&compare.call, started.elapsed());
    let outcome = match outcome {
        Ok(Err(models::Error::NotRecorded { .. })) => {
            return Err(Error::NotRecorded { call: compare.call.clone() });
        }
        Ok(content) => content.map_err(|it| it.to_string()),
        Err(_) => Err("it took too long".to_owned()),
    };
    Ok(Response { question, outcome, took, noted: turn::noted(&notes) })
}

/// The event that records the outcome.
pub(crate) fn recorded(debate: &Debate, response: Response<'_>) -> Event {
    let Response { question: Question { compare, analyst, .. }, outcome, took, .. } = response;
    let (made, answer) = match outcome {
        Ok(Content::Relations(made)) => (Ok(made), None),
        Ok(Content::Answer(answer)) => {
            let read = compare::Question::of(debate, compare).and_then(|it| it.read(&answer.text));
            (read.ok_or_else(|| "the answer could not be read".to_owned()), Some(answer))
        }
        Err(why) => (Err(why), None),
    };
    let is_whole = |made: &Vec<Relation>| made.len() == compare.pairs.len();
    let missing = || "not all pairs were compared".to_owned();
    let made = made.and_then(|it| Some(it).filter(is_whole).ok_or_else(missing));
    let pair = |((a, b), relation): (&(debate::relation::TurnRef, debate::relation::TurnRef), Relation)| Pair {
        a: a.clone(),
        b: b.clone(),
        relation: relation.kept(),
    };
    let (pairs, failed) = match made {
        Ok(made) => (compare.pairs.iter().zip(made).map(pair).collect(), None),
        Err(why) => (Vec::new(), Some(why)),
    };
    let (round, call, analyst) = (compare.round, compare.call.clone(), analyst.clone());
    Event::PositionsCompared { round, call, analyst, failed, pairs, answer, took }
}
