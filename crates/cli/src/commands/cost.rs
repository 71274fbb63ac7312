//! `cost`: what was spent, by day, debate, model, participant and purpose.
//!
//! Every call stands in the log with its tokens and its price. Calls that a fork copied were paid for by the debate it was forked from.
use crate::args::Cost;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::render::spending::{self, Part};
use crate::selection::Selection;
use debate::event::{PanelEvent, RoomEvent};
use debate::{Debate, Envelope, Event, Name, Usage};
use exports::wording::one_line;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::{Entry, Store};

/// How many debates are read from the store at once.
const PAGE: u32 = 100;

/// What was spent on one thing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spent {
    pub(crate) calls: u64,
    /// Calls whose price is unknown.
    pub(crate) unpriced: u64,
    pub(crate) usage: Usage,
}

impl Spent {
    fn add(&mut self, usage: Usage) {
        self.calls += 1;
        self.unpriced += u64::from(usage.cost.is_none());
        self.usage += usage;
    }
}

/// What was spent, by several keys.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pub(crate) total: Spent,
    pub(crate) days: BTreeMap<String, Spent>,
    /// By id, with the topic.
    pub(crate) debates: BTreeMap<String, (String, Spent)>,
    pub(crate) models: BTreeMap<String, Spent>,
    /// By name and model.
    pub(crate) participants: BTreeMap<(String, String), Spent>,
    pub(crate) purposes: BTreeMap<&'static str, Spent>,
}

/// Calls that no participant made: those of a reader, an analyst, a clerk.
const OTHERS: &str = "other calls";

pub(crate) async fn run(args: &Cost, context: &Context) -> Result<(), Exit> {
    let mut ledger = Ledger::default();
    if let Some(word) = &args.id {
        let store = context.store_with(word).await?;
        let id = crate::context::find(&store, word).await?;
        let log = store.log(&id).await?;
        let debate = Debate::replay(&log).map_err(engine::Error::from)?;
        ledger.enter(&debate, &log);
    } else if let Some(store) = context.store_to_read().await? {
        let wanted = Selection::of(&args.wanted)?;
        for entry in entries(&store, &wanted).await? {
            let log = store.log(&entry.debate).await;
            let read = log.map_err(|error| error.to_string());
            let read = read.and_then(|log| Debate::replay(&log).map(|it| (it, log)).map_err(|error| error.to_string()));
            match read {
                Ok((debate, log)) => ledger.enter(&debate, &log),
                Err(why) => print::note(format_args!("not counted: {}: {why}", entry.debate)),
            }
        }
    }
    if args.json {
        return print::line(json(&ledger));
    }
    if ledger.total.calls == 0 {
        print::note("nothing was spent: no debate here has called a model");
        return Ok(());
    }
    let part = if args.id.is_some() { Part::One } else { Part::Several };
    spending::lines(context.style(), &ledger, part, args.limit).iter().try_for_each(print::line)
}

/// The wanted debates, newest first.
async fn entries(store: &Store, wanted: &Selection) -> Result<Vec<Entry>, Exit> {
    let mut entries = Vec::new();
    for offset in (0..).step_by(PAGE as usize) {
        let page = store.list(PAGE, offset).await?;
        let is_last = page.len() < PAGE as usize;
        for entry in page {
            if wanted.fits(store, &entry).await? {
                entries.push(entry);
            }
        }
        if is_last {
            break;
        }
    }
    Ok(entries)
}

impl Ledger {
    /// Adds the calls of a debate.
    pub(crate) fn enter(&mut self, debate: &Debate, log: &[Envelope]) {
        let topic = one_line(debate.topic.as_str(), 400);
        let mut whole = Spent::default();
        for envelope in log {
            let is_copied = debate.fork.as_ref().is_some_and(|it| envelope.seq <= it.upto);
            let Some(call) = call(&envelope.event).filter(|_| !is_copied) else { continue };
            let seat = call.by.and_then(|by| debate.participants.iter().find(|it| it.name == *by));
            let (name, model) = seat.map_or((OTHERS, ""), |it| (it.name.as_str(), it.model.as_str()));
            self.participants.entry((name.to_owned(), model.to_owned())).or_default().add(call.usage);
            let model = if model.is_empty() { OTHERS } else { model };
            whole.add(call.usage);
            self.total.add(call.usage);
            self.models.entry(model.to_owned()).or_default().add(call.usage);
            self.days.entry(spending::day(envelope.at)).or_default().add(call.usage);
            self.purposes.entry(call.purpose).or_default().add(call.usage);
        }
        if whole.calls > 0 {
            self.debates.insert(debate.id.to_string(), (topic, whole));
        }
    }
}

/// A call that was paid for.
struct Call<'a> {
    purpose: &'static str,
    by: Option<&'a Name>,
    usage: Usage,
}

const ANSWERS: &str = "answers";
const UNUSABLE: &str = "answers that could not be used";
const TOOLS: &str = "tools";
const REVIEW: &str = "safety review";
const COMPARING: &str = "comparing positions and options";
const PANEL: &str = "aspects, judgements and cards of a panel";
const RETRIES: &str = "failed attempts";

/// The call that an event records; none if it records none.
fn call(event: &Event) -> Option<Call<'_>> {
    let (purpose, by, answer) = match event {
        Event::TurnTaken { by, answer, .. } => (ANSWERS, Some(by), Some(answer)),
        Event::AnswerUnusable { by, answer, .. } => (UNUSABLE, Some(by), Some(answer)),
        Event::TurnFailed { by, answer, .. } => (UNUSABLE, Some(by), answer.as_ref()),
        Event::ToolsUsed { by, answer, .. } => (TOOLS, Some(by), Some(answer)),
        Event::AnswerReviewed { answer, .. } | Event::RoundReviewed { answer, .. } => (REVIEW, None, answer.as_ref()),
        Event::PositionsCompared { answer, .. } | Event::BallotsGrouped { answer, .. } => {
            (COMPARING, None, answer.as_ref())
        }
        Event::Panel { what } => match what {
            PanelEvent::AspectsSet { answer, .. } => (PANEL, None, answer.as_ref()),
            PanelEvent::CruxesAnswered { by, answer, .. } => (ANSWERS, Some(by), answer.as_ref()),
            PanelEvent::PersonasSeated { .. }
            | PanelEvent::BeliefsRecalled { .. }
            | PanelEvent::DisputesFound { .. } => return None,
        },
        Event::Room { what, .. } => match what {
            RoomEvent::Said { by, answer, .. } => (ANSWERS, Some(by), Some(answer)),
            RoomEvent::AnswerUnusable { by, answer, .. } => (UNUSABLE, by.as_ref(), Some(answer)),
            RoomEvent::TurnFailed { by, answer, .. } => (UNUSABLE, Some(by), answer.as_ref()),
            RoomEvent::ClashJudged { .. }
            | RoomEvent::CoresCompared { .. }
            | RoomEvent::CardDrawn { .. }
            | RoomEvent::Opened { .. }
            | RoomEvent::Settled { .. }
            | RoomEvent::Left { .. } => (PANEL, None, what.answer()),
        },
        Event::CallNoted { noted, .. } => {
            let usage = noted.usage;
            return (usage != Usage::default()).then_some(Call { purpose: RETRIES, by: None, usage });
        }
        Event::DebateOpened { .. }
        | Event::ModeChosen { .. }
        | Event::RoundOpened { .. }
        | Event::GroupthinkSeen { .. }
        | Event::WatchBegun { .. }
        | Event::WatchEnded { .. }
        | Event::SourcesAttached { .. }
        | Event::DebateClosed { .. }
        | Event::DebateContinued { .. } => return None,
    };
    answer.map(|it| Call { purpose, by, usage: it.usage })
}

fn json(ledger: &Ledger) -> Value {
    let rows = |key: &str, all: &BTreeMap<String, Spent>| {
        all.iter().map(|(name, it)| row([(key, name.as_str())], it)).collect::<Vec<Value>>()
    };
    let debates = ledger.debates.iter().map(|(id, (topic, it))| row([("debate", id.as_str()), ("topic", topic)], it));
    let participants = ledger.participants.iter();
    let participants =
        participants.map(|((name, model), it)| row([("participant", name.as_str()), ("model", model)], it));
    json!({
        "total": row([], &ledger.total),
        "days": rows("day", &ledger.days),
        "debates": debates.collect::<Vec<_>>(),
        "models": rows("model", &ledger.models),
        "participants": participants.collect::<Vec<_>>(),
        "purposes": ledger.purposes.iter().map(|(name, it)| row([("purpose", *name)], it)).collect::<Vec<_>>(),
    })
}

/// The figures, after the fields that say of what.
fn row<const N: usize>(of: [(&str, &str); N], it: &Spent) -> Value {
    let Usage { input, cached, output, cost } = it.usage;
    let figures = [
        ("calls", it.calls.into()),
        ("calls_without_price", it.unpriced.into()),
        ("input", input.into()),
        ("cached", cached.into()),
        ("output", output.into()),
        ("usd", cost.into()),
    ];
    let named = of.into_iter().map(|(key, value)| (key.to_owned(), Value::from(value)));
    Value::Object(named.chain(figures.map(|(key, value)| (key.to_owned(), value))).collect())
}
