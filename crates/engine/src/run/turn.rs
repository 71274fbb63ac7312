//! One question to one model, and the event that its answer becomes.
use crate::bus::Bus;
use crate::error::Error;
use crate::tools::runner::{self, ToolRunner};
use crate::tools::{Material, Tool, ToolOutput};
use crate::world::World;
use analysis::safety;
use debate::ballot::Paper;
use debate::event::{Answer, Failure, Noted, Ruled, Ruling, Stop};
use debate::reply::{self, Grade};
use debate::state::Exchange;
use debate::{CallId, Debate, Event, Flaw, Name, Rules, Turn, Usage};
use formats::answer::{AnswerSchema, Fields};
use formats::ask::{self, Attempt, Scope};
use formats::tools::Allowance;
use formats::{Ask, Format, Part, Prompt, data, panel, safety_review};
use futures_util::future::join_all;
use models::{Choice, Deltas, Model, Notes, Reply, Request, Schema, ToolCall, ToolUse};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// The most bytes of an answer that are kept. It exceeds the parser's limit by one character, so that the parser reports the answer as too
/// long, now and in a replay.
const MOST_BYTES: usize = reply::TEXT_MOST + 4;

/// The most schemas that are kept. Ours: debates that run at the same time have few different ballots.
const MOST_SCHEMAS: usize = 256;

/// Schemas of the full profile, each built once and shared by all questions with the same fields.
static FULL: LazyLock<Mutex<BTreeMap<Fields, Arc<Schema>>>> = LazyLock::new(Mutex::default);

/// A question that is ready to be sent.
pub(crate) struct Question {
    ask: Ask,
    model: Arc<dyn Model>,
    request: Request,
    /// The tool calls allowed before the answer.
    tools: Option<Allowance>,
    /// The ballots that the answer may cast.
    paper: Option<Paper>,
    /// The sections that the reasoning must have; empty where they are not checked (D-10).
    sections: Vec<String>,
}

impl Question {
    /// Builds the request. The debate is not read after this.
    pub(crate) fn new(world: &World, debate: &Debate, ask: Ask, prompt: Prompt) -> Result<Question, Error> {
        let name = ask.answerer();
        let stranger = || Error::NoModel { name: name.to_owned(), model: String::new() };
        let model = world.model(name, ask.model(debate).ok_or_else(stranger)?)?.clone();
        let schema = match &prompt.schema {
            form @ AnswerSchema::Full(fields) => {
                let mut made = FULL.lock().unwrap_or_else(PoisonError::into_inner);
                if made.len() >= MOST_SCHEMAS && !made.contains_key(fields) {
                    made.clear();
                }
                made.entry(fields.clone()).or_insert_with(|| Arc::new(as_schema(form))).clone()
            }
            form @ (AnswerSchema::Lean(_)
            | AnswerSchema::Closing(_)
            | AnswerSchema::Group { .. }
            | AnswerSchema::Review
            | AnswerSchema::Reviews { .. }
            | AnswerSchema::Compare { .. }
            | AnswerSchema::Panel(_)) => Arc::new(as_schema(form)),
        };
        let panel = prompt.panel.map(|it| *it);
        let data = model.reads_data().then(|| data::Question::asked(debate, &ask, panel)).flatten();
        let data = data.and_then(|it| serde_json::to_value(it).ok());
        let request = Request {
            call: ask.call().to_string(),
            system: prompt.system,
            user: prompt.user,
            stable: prompt.stable,
            schema: Some(schema),
            max_tokens: model.limit(prompt.schema.max_tokens(longest(debate)), ceiling(debate, &ask)),
            temperature: prompt.temperature.map(|it| it.value() as f32),
            seed: Some(debate.rules.seed.wrapping_add(vote(&ask))),
            tools: prompt.tools.map(|it| tools(world, debate, &ask, &it)).unwrap_or_default(),
            data,
        };
        let sections = prompt.schema.sections().to_vec();
        Ok(Question { ask, model, request, tools: prompt.tools, paper: prompt.schema.paper().cloned(), sections })
    }

    /// The same question again, with the tool results so far. `None` if too few tokens are left to ask it.
    pub(crate) fn followed(self, debate: &Debate) -> Option<Question> {
        let Question { ask, model, request, tools, paper, sections } = self;
        let ask = Ask::Turn(formats::tools::follow_up(debate, ask.turn()?)?);
        let ToolUse { offered, .. } = request.tools;
        let used = tools.map(|it| with_exchanges(offered, debate, &ask, &it)).unwrap_or_default();
        let request = Request { call: ask.call().to_string(), tools: used, ..request };
        Some(Question { ask, model, request, tools, paper, sections })
    }
}

/// The tools that a participant may call, and its calls so far.
fn tools(world: &World, debate: &Debate, ask: &Ask, allowance: &Allowance) -> ToolUse {
    let described = |it: &Arc<dyn Tool>| models::Tool {
        name: it.name().to_owned(),
        description: it.description().to_owned(),
        schema: it.schema(),
    };
    let offered = world.tools.offered(&Material::of(debate)).iter().map(described).collect();
    with_exchanges(offered, debate, ask, allowance)
}

fn with_exchanges(offered: Arc<[models::Tool]>, debate: &Debate, ask: &Ask, allowance: &Allowance) -> ToolUse {
    let choice = if left(debate, ask, allowance) > 0 { Choice::Free } else { Choice::Answer };
    ToolUse { offered, exchanges: used(debate, ask).iter().map(runner::exchanged).collect(), choice }
}

/// The tool calls of a participant in this turn.
fn used<'a>(debate: &'a Debate, ask: &Ask) -> &'a [Exchange] {
    debate.round().map(|it| it.used_by(ask.who())).unwrap_or_default()
}

/// How many tool calls the turn has left: 0 where their results would not fit.
fn left(debate: &Debate, ask: &Ask, allowance: &Allowance) -> usize {
    let before = used(debate, ask);
    let made: usize = before.iter().map(|it| it.uses.len()).sum();
    if runner::has_space(before, allowance) { (allowance.most as usize).saturating_sub(made) } else { 0 }
}

/// The most tokens of an answer in the current round. It is lower where participants speak one after the other and the economy rule is on
/// (D-60).
fn longest(debate: &Debate) -> u32 {
    let rules = &debate.rules;
    let is_in_turn = debate.round().is_some_and(|it| it.in_turn);
    rules.economy.filter(|_| is_in_turn).map_or(rules.max_tokens, |it| it.min(rules.max_tokens))
}

/// The most tokens of an answer including its reasoning: the limit of any answer. A helper model gives short answers and is not bound by
/// the participants' limit.
fn ceiling(debate: &Debate, ask: &Ask) -> u32 {
    match ask {
        Ask::Turn(_) => longest(debate),
        Ask::Review(_) | Ask::Panel(_) => debate.rules.max_tokens.max(Rules::MAX_TOKENS),
    }
}

/// The number of a repeated vote on the same question, so that repeated votes are independent samples (P-30).
fn vote(ask: &Ask) -> u64 {
    if let Some(Part::Judge { vote }) = ask.part() { u64::from(vote.saturating_sub(1)) } else { 0 }
}

fn as_schema(form: &AnswerSchema) -> Schema {
    Schema::new(form.name(), form.to_json())
}

/// The outcome of a question.
pub(crate) struct Response {
    question: Question,
    outcome: Result<(Answer, Vec<ToolCall>), (Failure, String)>,
    took: u64,
    noted: Noted,
}

/// Asks a question. Only a missing recording is an error: the failure of a participant is an event of the debate (D-21).
pub(crate) async fn send(
    world: &World,
    bus: &Bus,
    question: Question,
    left: Option<Duration>,
) -> Result<Response, Error> {
    let Question { ask, model, request, .. } = &question;
    let publisher = bus.stream(ask.call(), ask.who());
    let watcher = publisher.as_ref().map(|it| it as &dyn Deltas);
    let started = Instant::now();
    let notes = Notes::default();
    let asked = model.ask_noting(request, watcher, &notes);
    let outcome = match left {
        Some(left) => timeout(left, asked).await,
        None => Ok(asked.await),
    };
    let took = world.clock.took(ask.call(), started.elapsed());
    let outcome = match outcome {
        Ok(Ok(reply)) => Ok(answer(reply, took)),
        Ok(Err(models::Error::NotRecorded { .. })) => return Err(Error::NotRecorded { call: ask.call().clone() }),
        Ok(Err(error)) => Err((failure(&error), error.to_string())),
        Err(_) => Err((Failure::Deadline, "the debate's time was up".to_owned())),
    };
    let noted = noted(&notes);
    Ok(Response { question, outcome, took, noted })
}

/// The notes on a call, as they are recorded.
pub(crate) fn noted(notes: &Notes) -> Noted {
    let models::Noted { usage, attempts, estimated, dropped } = notes.noted();
    let dropped = dropped.into_iter().map(|models::Dropped { option, why }| debate::event::Dropped { option, why });
    Noted { usage: used_up(usage), attempts, estimated, dropped: dropped.collect() }
}

fn used_up(models::Usage { input, cached, output, cost }: models::Usage) -> Usage {
    Usage { input, cached, output, cost }
}

/// The content of a model's reply.
pub(crate) enum ResponseKind {
    /// An answer, or a failure.
    Answer(Response),
    /// A request for tools.
    ToolRequest(ToolRequest),
}

/// A request for tools.
pub(crate) struct ToolRequest {
    question: Question,
    answer: Answer,
    calls: Vec<ToolCall>,
    allowance: Allowance,
    noted: Noted,
}

/// The results of a request for tools.
pub(crate) struct ToolResults {
    question: Question,
    answer: Answer,
    calls: Vec<(ToolCall, ToolOutput)>,
    allowance: Allowance,
    noted: Noted,
}

impl Response {
    /// Tells an answer from a request for tools. A reply is an answer if its sender has no tool calls left, or if the request may not be
    /// shown to others.
    pub(crate) fn classify(self, debate: &Debate) -> ResponseKind {
        let Response { question, outcome, took, noted } = self;
        let open = question.tools.map(|it| (it, left(debate, &question.ask, &it))).filter(|(_, left)| *left > 0);
        match (open, outcome) {
            (Some((allowance, left)), Ok((answer, calls))) if !calls.is_empty() && is_harmless(&answer, &calls) => {
                // Calls beyond the limit are dropped and not recorded.
                let calls = calls.into_iter().take(left).collect();
                let calls = runner::bounded_calls(used(debate, &question.ask), &allowance, &answer.text, calls);
                ResponseKind::ToolRequest(ToolRequest { question, answer, calls, allowance, noted })
            }
            (_, outcome) => ResponseKind::Answer(Response { question, outcome, took, noted }),
        }
    }
}

/// Whether a request for tools may be followed: it was not refused, and tier 1 passes its text, which the others will see (D-50).
fn is_harmless(answer: &Answer, calls: &[ToolCall]) -> bool {
    let mut words = calls.iter().map(|it| &it.arguments).chain([&answer.text]);
    answer.stop != Stop::Refused && words.all(|it| safety::screen(it).is_none())
}

impl ToolRequest {
    /// Runs the calls.
    pub(crate) fn run<'a>(
        self,
        runner: &mut ToolRunner<'a>,
        debate: &Debate,
    ) -> impl Future<Output = ToolResults> + use<'a> {
        let ToolRequest { question, answer, calls, allowance, noted } = self;
        let results = join_all(runner.start(debate, question.ask.call(), &calls));
        async move {
            let calls = calls.into_iter().zip(results.await).collect();
            ToolResults { question, answer, calls, allowance, noted }
        }
    }
}

impl ToolResults {
    /// The event with the notes on the call, if there are any.
    pub(crate) fn note(&self) -> Option<Event> {
        note(self.question.ask.call(), &self.noted)
    }

    /// The event that records the results, and the question that the calls belong to.
    pub(crate) fn recorded(self, debate: &Debate) -> (Event, Question) {
        let ToolResults { question, answer, calls, allowance, .. } = self;
        let ask = &question.ask;
        let uses = runner::recorded(debate, used(debate, ask), &allowance, &answer.text, calls);
        let (round, call, by) = (ask.round(), ask.call().clone(), ask.who().clone());
        (Event::ToolsUsed { round, call, by, uses, answer }, question)
    }
}

impl Response {
    /// The event with the notes on the call, if there are any.
    pub(crate) fn note(&self) -> Option<Event> {
        note(self.question.ask.call(), &self.noted)
    }
}

/// The event with the notes on a call besides its answer, if there are any. It directly precedes the outcome of the call.
pub(crate) fn note(call: &CallId, noted: &Noted) -> Option<Event> {
    (*noted != Noted::default()).then(|| Event::CallNoted { call: call.clone(), noted: noted.clone() })
}

/// The event that records the outcome of a question.
pub(crate) fn recorded(format: &dyn Format, debate: &Debate, response: Response) -> Result<Event, Error> {
    let Response { question: Question { ask, paper, sections, .. }, outcome, took, .. } = response;
    let outcome = outcome.map(answered);
    Ok(match &ask {
        Ask::Turn(ask) => match outcome {
            Ok(answer) => {
                let read = |text: &str| reply::read_in(text, paper.as_ref(), &sections);
                turn_event(format, debate, ask, read, answer)
            }
            Err((why, detail)) => failed(ask, why, detail, None, took),
        },
        Ask::Review(ask) => match ask.scope {
            Scope::Answer => reviewed(debate, ask, outcome, took),
            Scope::Round => round_reviewed(debate, ask, outcome, took),
        },
        Ask::Panel(panel) => {
            let stray = || Error::Stray { call: ask.call().clone() };
            return panel::recorded(debate, panel, outcome, took).ok_or_else(stray);
        }
    })
}

/// The text of an answer; its tool calls are dropped. Of a request that tier 1 stops, the calls are withheld with the text.
fn answered((mut answer, calls): (Answer, Vec<ToolCall>)) -> Answer {
    let harmful = calls.into_iter().map(|it| it.arguments).filter(|it| safety::screen(it).is_some());
    answer.text = [std::mem::take(&mut answer.text)].into_iter().chain(harmful).collect::<Vec<_>>().join("\n");
    answer
}

/// The event for an evaluator's ruling. If the ruling is missing or unreadable, the event says so. The answer then passes, since tier 1 has
/// read it, except at high stakes, where nobody sees an unreviewed answer.
fn reviewed(debate: &Debate, ask: &ask::Review, outcome: Result<Answer, (Failure, String)>, took: u64) -> Event {
    let (read, answer) = ruled(outcome, |text| safety_review::read(debate, &ask.who, text));
    let (ruling, reason, unread) = match read {
        Ok((ruling, reason)) => (ruling, reason, false),
        Err(reason) if debate.rules.high_stakes => (Ruling::Reject, reason, true),
        Err(reason) => (Ruling::Pass, reason, true),
    };
    let (round, call, by) = (ask.round, ask.call.clone(), ask.who.clone());
    Event::AnswerReviewed { round, call, by, ruling, reason, unread, answer, took }
}

/// The same for answers that are reviewed in parallel with the debate.
fn round_reviewed(debate: &Debate, ask: &ask::Review, outcome: Result<Answer, (Failure, String)>, took: u64) -> Event {
    let (read, answer) = ruled(outcome, |text| safety_review::read_round(debate, ask, text));
    let given = safety_review::given(debate, ask);
    let (rulings, failed) = match read {
        Ok(rulings) => (rulings, None),
        Err(reason) if debate.rules.high_stakes => {
            let unread = |by: &Name| Ruled { by: by.clone(), ruling: Ruling::Reject, reason: reason.clone() };
            (given.iter().map(unread).collect(), Some(reason))
        }
        Err(reason) => (Vec::new(), Some(reason)),
    };
    let (round, call, read) = (ask.round, ask.call.clone(), given);
    Event::RoundReviewed { round, call, read, rulings, failed, answer, took }
}

/// An evaluator's ruling or the reason why there is none, and its answer.
fn ruled<T>(
    outcome: Result<Answer, (Failure, String)>,
    read: impl Fn(&str) -> Option<T>,
) -> (Result<T, String>, Option<Answer>) {
    match outcome {
        Ok(answer) => {
            let unreadable = || "the evaluator's ruling could not be read".to_owned();
            (read(&answer.text).ok_or_else(unreadable), Some(answer))
        }
        Err((_, detail)) => (Err(detail), None),
    }
}

/// An answer as it is recorded, and its tool calls.
pub(crate) fn answer(reply: Reply, took: u64) -> (Answer, Vec<ToolCall>) {
    let Reply { mut text, stop, usage, attempts, calls } = reply;
    if text.len() > MOST_BYTES {
        text.truncate(text.floor_char_boundary(MOST_BYTES));
    }
    let stop = match stop {
        models::Stop::End => Stop::End,
        models::Stop::Length => Stop::Length,
        models::Stop::Refused => Stop::Refused,
    };
    (Answer { text, stop, usage: used_up(usage), took, attempts }, calls)
}

/// The event for an answer. Nobody sees an answer that tier 1 stops (D-50). A first answer that lacks something essential is asked for
/// again. Of a second one, whatever can be read is recorded, if it has a position.
fn turn_event(
    format: &dyn Format,
    debate: &Debate,
    ask: &ask::Turn,
    read: impl Fn(&str) -> (Turn, Vec<Flaw>),
    answer: Answer,
) -> Event {
    let took = answer.took;
    if answer.stop == Stop::Refused {
        let detail = debate::text::clip(&debate::text::one_line(&answer.text), 40).into_owned();
        return failed(ask, Failure::Refused, detail, Some(answer), took);
    }
    if let Some(finding) = safety::screen(&answer.text) {
        return failed(ask, Failure::Withheld, finding.to_string(), Some(answer), took);
    }
    let (mut turn, mut flaws) = read(&answer.text);
    let grade = format.check(debate, ask, &mut turn, &mut flaws);
    let (round, call, by) = (ask.round, ask.call.clone(), ask.who.clone());
    match (grade, ask.attempt) {
        (Grade::Whole, _) | (Grade::Partial, Attempt::Second) => {
            Event::TurnTaken { round, call, by, turn, flaws, answer }
        }
        (Grade::Partial | Grade::Nothing, Attempt::First) => Event::AnswerUnusable { round, call, by, flaws, answer },
        (Grade::Nothing, Attempt::Second) => {
            let detail = flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            failed(ask, Failure::Unusable, detail, Some(answer), took)
        }
    }
}

fn failed(ask: &ask::Turn, why: Failure, detail: String, answer: Option<Answer>, took: u64) -> Event {
    let by: Name = ask.who.clone();
    Event::TurnFailed { round: ask.round, call: ask.call.clone(), by, why, detail, answer, took }
}

/// The kind of failure that an error of a model is.
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
        models::Error::TimedOut { .. } | models::Error::Stalled { .. } => Failure::TimedOut,
        models::Error::Declined { .. } => Failure::Refused,
        models::Error::GaveUp { last, .. } => failure(last),
        models::Error::Recorded(recorded) => Failure::named(&recorded.kind).unwrap_or(Failure::Unavailable),
    }
}
