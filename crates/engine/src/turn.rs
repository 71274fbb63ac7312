//! One question, put to one model, and what is made of what comes back.
use crate::bus::Bus;
use crate::error::Error;
use crate::world::World;
use analysis::safety;
use debate::event::{Answer, Failure, Ruling, Stop};
use debate::reply::{self, Grade};
use debate::{Debate, Event, Name, Usage};
use formats::answer::{Fields, Form};
use formats::{Ask, Format, Prompt, Script};
use models::{Deltas, Model, Reply, Request, Schema};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// The most of an answer that is kept: a character more than is read, so that whoever reads it, now or in a replay, finds it too
/// long and says so.
const MOST_BYTES: usize = reply::TEXT_MOST + 4;

/// Schemas of the full form, each made once: there are few, and they do not depend on the debate.
static FULL: LazyLock<Mutex<BTreeMap<Fields, Arc<Schema>>>> = LazyLock::new(Mutex::default);

/// A question ready to be put.
pub(crate) struct Question {
    ask: Ask,
    model: Arc<dyn Model>,
    request: Request,
}

impl Question {
    /// Puts the words together; from here on the debate is not looked at.
    pub(crate) fn new(world: &World, debate: &Debate, ask: Ask, prompt: Prompt) -> Result<Question, Error> {
        let evaluator = Name::from("the evaluator");
        let (name, model) = match ask.script {
            Script::Turn | Script::Again => (&ask.who, debate.participant(&ask.who).map(|it| it.model.as_str())),
            Script::Review => (&evaluator, debate.evaluator()),
        };
        let stranger = || Error::NoModel { name: name.to_string(), model: String::new() };
        let model = world.model(name, model.ok_or_else(stranger)?)?.clone();
        let schema = match &prompt.form {
            form @ Form::Full(fields) => {
                let mut made = FULL.lock().unwrap_or_else(PoisonError::into_inner);
                made.entry(*fields).or_insert_with(|| Arc::new(as_schema(form))).clone()
            }
            form @ (Form::Lean(_) | Form::Review | Form::Compare { .. }) => Arc::new(as_schema(form)),
        };
        let request = Request {
            call: ask.call.to_string(),
            system: prompt.system,
            user: prompt.user,
            stable: prompt.stable,
            schema: Some(schema),
            max_tokens: prompt.form.max_tokens(longest(debate)),
            temperature: None,
            seed: Some(debate.rules.seed),
        };
        Ok(Question { ask, model, request })
    }
}

/// The most tokens of an answer in the current round: less where speakers speak in turn and that is to be saved on (D-60).
fn longest(debate: &Debate) -> u32 {
    let rules = &debate.rules;
    let is_in_turn = debate.round().is_some_and(|it| it.in_turn);
    rules.economy.filter(|_| is_in_turn).map_or(rules.max_tokens, |it| it.min(rules.max_tokens))
}

fn as_schema(form: &Form) -> Schema {
    Schema { name: form.name(), body: form.schema() }
}

/// What came of a question.
pub(crate) struct Heard<'a> {
    ask: &'a Ask,
    outcome: Result<Answer, (Failure, String)>,
    took: u64,
}

/// Puts a question. Only a missing recording is an error: a participant that fails is a fact (D-21).
pub(crate) async fn put<'a>(
    world: &World,
    bus: &Bus,
    question: &'a Question,
    left: Option<Duration>,
) -> Result<Heard<'a>, Error> {
    let Question { ask, model, request } = question;
    let watch = bus.watch(&ask.call, &ask.who);
    let watcher = watch.as_ref().map(|it| it as &dyn Deltas);
    let started = Instant::now();
    let asked = model.ask(request, watcher);
    let outcome = match left {
        Some(left) => timeout(left, asked).await,
        None => Ok(asked.await),
    };
    let took = world.clock.took(&ask.call, started.elapsed());
    let outcome = match outcome {
        Ok(Ok(reply)) => Ok(answer(reply, took)),
        Ok(Err(models::Error::NotRecorded { .. })) => return Err(Error::NotRecorded { call: ask.call.clone() }),
        Ok(Err(error)) => Err((failure(&error), error.to_string())),
        Err(_) => Err((Failure::Deadline, "the debate's time was up".to_owned())),
    };
    Ok(Heard { ask, outcome, took })
}

/// The event that records what came of a question.
pub(crate) fn recorded(format: &dyn Format, debate: &Debate, heard: Heard<'_>) -> Event {
    let Heard { ask, outcome, took } = heard;
    match (ask.script, outcome) {
        (Script::Review, outcome) => reviewed(debate, ask, outcome, took),
        (Script::Turn | Script::Again, Ok(answer)) => taken(format, debate, ask, answer),
        (Script::Turn | Script::Again, Err((why, detail))) => failed(ask, why, detail, None, took),
    }
}

/// What the evaluator's answer amounts to. One that did not come, or that can't be read, holds nobody up: tier 1 has read what it was
/// about, and the record says that nobody else has.
fn reviewed(debate: &Debate, ask: &Ask, outcome: Result<Answer, (Failure, String)>, took: u64) -> Event {
    let (read, answer) = match outcome {
        Ok(answer) => {
            let unreadable = || "the evaluator's ruling could not be read".to_owned();
            (formats::watch::read(debate, &ask.who, &answer.text).ok_or_else(unreadable), Some(answer))
        }
        Err((_, detail)) => (Err(detail), None),
    };
    let (ruling, reason, unread) = match read {
        Ok((ruling, reason)) => (ruling, reason, false),
        Err(reason) => (Ruling::Pass, reason, true),
    };
    let (round, call, by) = (ask.round, ask.call.clone(), ask.who.clone());
    Event::AnswerReviewed { round, call, by, ruling, reason, unread, answer, took }
}

/// An answer as it is recorded.
pub(crate) fn answer(reply: Reply, took: u64) -> Answer {
    let Reply { mut text, stop, usage, attempts } = reply;
    if text.len() > MOST_BYTES {
        text.truncate(text.floor_char_boundary(MOST_BYTES));
    }
    let stop = match stop {
        models::Stop::End => Stop::End,
        models::Stop::Length => Stop::Length,
        models::Stop::Refused => Stop::Refused,
    };
    let models::Usage { input, cached, output, cost } = usage;
    Answer { text, stop, usage: Usage { input, cached, output, cost }, took, attempts }
}

/// What an answer amounts to. One that tier 1 stops is nobody's to see (D-50). A first answer that lacks something essential is asked for again; of a second one, what can
/// honestly be read is taken, if it holds a position at all.
fn taken(format: &dyn Format, debate: &Debate, ask: &Ask, answer: Answer) -> Event {
    let took = answer.took;
    if answer.stop == Stop::Refused {
        let detail = debate::text::clip(&debate::text::one_line(&answer.text), 40).into_owned();
        return failed(ask, Failure::Refused, detail, Some(answer), took);
    }
    if let Some(finding) = safety::screen(&answer.text) {
        return failed(ask, Failure::Withheld, finding.to_string(), Some(answer), took);
    }
    let (mut turn, mut flaws) = reply::read(&answer.text);
    let grade = format.check(debate, ask, &mut turn, &mut flaws);
    let (round, call, by) = (ask.round, ask.call.clone(), ask.who.clone());
    match (grade, ask.script) {
        (Grade::Whole, _) | (Grade::Partial, Script::Again | Script::Review) => {
            Event::TurnTaken { round, call, by, turn, flaws, answer }
        }
        (Grade::Partial | Grade::Nothing, Script::Turn) => Event::AnswerUnusable { round, call, by, flaws, answer },
        (Grade::Nothing, Script::Again | Script::Review) => {
            let detail = flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            failed(ask, Failure::Unusable, detail, Some(answer), took)
        }
    }
}

fn failed(ask: &Ask, why: Failure, detail: String, answer: Option<Answer>, took: u64) -> Event {
    let by: Name = ask.who.clone();
    Event::TurnFailed { round: ask.round, call: ask.call.clone(), by, why, detail, answer, took }
}

/// What kind of loss a failed call is.
fn failure(error: &models::Error) -> Failure {
    match error {
        models::Error::MissingKey { .. }
        | models::Error::Unauthorized { .. }
        | models::Error::OutOfCredit { .. }
        | models::Error::NotFound { .. }
        | models::Error::Rejected { .. } => Failure::Rejected,
        models::Error::RateLimited { .. }
        | models::Error::Server { .. }
        | models::Error::Unreachable { .. }
        | models::Error::Cut { .. }
        | models::Error::UnusableBody { .. }
        | models::Error::Local { .. }
        | models::Error::NotRecorded { .. } => Failure::Unavailable,
        models::Error::TimedOut { .. } => Failure::TimedOut,
        models::Error::GaveUp { last, .. } => failure(last),
        models::Error::Recorded(recorded) => Failure::named(&recorded.kind).unwrap_or(Failure::Unavailable),
    }
}
