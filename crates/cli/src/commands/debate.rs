//! `debate`: from a topic to a verdict.
use super::Context;
use super::running::{self, Show};
use crate::args::Debate;
use crate::exit::Exit;
use crate::print;
use crate::render::style::money;
use crate::settings::{self, Settings};
use crate::table::Table;
use debate::{DebateId, Participant, Rules, Topic};
use engine::{Live, Spec, World};
use std::io::Read;
use std::sync::Arc;

pub(crate) async fn run(args: &Debate, mut context: Context) -> Result<(), Exit> {
    let topic = topic(&args.topic)?;
    overrule(&mut context.settings, args)?;
    let table = Table::new(&context.settings, &settings::process)?;
    let participants = seat(&context.settings, &table).await?;
    let rules = rules(&context.settings, args.seed.unwrap_or_default());
    let spec = Spec { id: new_id(), topic, mode: context.settings.mode.value.clone(), participants, rules };
    spec.check().map_err(engine::Error::from)?;
    let models = table.open(spec.participants.iter().map(|it| it.model.as_str()))?;
    let store = context.store().await?;
    if !args.output.json && !args.output.jsonl && !args.output.quiet {
        announce(&spec, &table);
    }

    let world = World { models, journal: Arc::new(store.clone()), clock: Arc::new(Live::after(0)) };
    let style = context.style();
    let work = |bus| {
        let (world, spec) = (&world, &spec);
        async move { engine::start(world, spec, &bus).await }
    };
    let outcome = running::run(Show::of(args.output), style, &spec.id, work).await;
    store.close().await;
    running::conclude(&outcome?, args.output, style, args.require_consensus)
}

/// The topic as typed, or from standard input.
fn topic(typed: &str) -> Result<Topic, Exit> {
    let mut text = String::new();
    if typed == "-" {
        // A little more than fits, so that too long a topic is noticed without reading all of it.
        let mut limited = std::io::stdin().lock().take(64 * 1024);
        limited.read_to_string(&mut text).map_err(|error| Exit::request(format!("can't read the topic: {error}")))?;
    } else {
        text.push_str(typed);
    }
    Topic::new(&text).map_err(Exit::request)
}

/// What was typed goes over what was set.
fn overrule(settings: &mut Settings, args: &Debate) -> Result<(), Exit> {
    settings.flag("mode", args.mode.as_ref())?;
    settings.flag("rounds", args.rounds)?;
    settings.flag("algorithm", args.algorithm.as_ref())?;
    settings.flag("budget", args.budget)?;
    settings.flag("budget_tokens", args.budget_tokens)?;
    settings.flag("deadline", args.deadline.as_ref())?;
    settings.flag("high_stakes", args.high_stakes.then_some(true))?;
    settings.flag("table", (!args.with.is_empty()).then(|| args.with.join(",")))
}

/// Who sits at the table: those named, or whoever can be found (I-11).
pub(crate) async fn seat(settings: &Settings, table: &Table) -> Result<Vec<Participant>, Exit> {
    let seats = if settings.table.value.is_empty() {
        table.find().await?.seats
    } else {
        table.seated(&settings.table)?
    };
    Ok(engine::seat(seats))
}

/// The rules that the settings make.
pub(crate) fn rules(settings: &Settings, seed: u64) -> Rules {
    Rules {
        rounds: settings.rounds.value,
        algorithm: settings.algorithm.value,
        budget_usd: settings.budget.value,
        budget_tokens: settings.budget_tokens.value,
        deadline_ms: settings.deadline.value.map(|it| it.as_millis().try_into().unwrap_or(u64::MAX)),
        high_stakes: settings.high_stakes.value,
        max_tokens: settings.max_tokens.value,
        seed,
    }
}

/// Who was seated, and what it may cost (I-11).
fn announce(spec: &Spec, table: &Table) {
    for it in &spec.participants {
        print::note(format!("{:24} {} ({})", it.name, it.model, it.perspective));
    }
    let estimate = match table.estimate(&spec.participants, spec.rules.rounds, spec.rules.max_tokens) {
        Some(usd) if usd == 0.0 => "no cost".to_owned(),
        Some(usd) => format!("about {} if every round is played", money(Some(usd))),
        None => "cost unknown: set `[prices]` to have it estimated".to_owned(),
    };
    print::note(format!("estimate: {estimate}\n"));
}

/// A new id: eight letters and digits that are hard to confuse.
pub(crate) fn new_id() -> DebateId {
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let letter = || LETTERS.get(fastrand::usize(..LETTERS.len())).map_or('a', |it| char::from(*it));
    DebateId::from((0..8).map(|_| letter()).collect::<String>())
}
