//! `debate`: from a topic to a verdict.
use super::holding::{Beginning, Hall};
use super::person::Person;
use super::review::{self, Review};
pub(crate) use super::rules::rules;
use super::rules::{self, Purse, check_budget, watch};
use super::running::interruption;
use super::{Context, analyst, plan, typed, weights};
use crate::args::Debate;
use crate::attach;
use crate::exit::Exit;
use crate::print;
use crate::settings::{self, Settings};
use crate::table::{BETTER, Table, announce_hosts};
use debate::{Analyst, Attachment, Ballot, DebateId, Participant, Topic};
use engine::{Brought, Seat, Spec, sim};
use exports::wording::money;
use local::weights::{Tools, Weight};
use models::Model;
use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) async fn run(args: &Debate, mut context: Context) -> Result<(), Exit> {
    let attached = attach::read(&args.attach, (args.topic == "-").then_some("the topic"))?;
    let topic = Topic::new(&typed::words(&args.topic, "the topic")?).map_err(Exit::request)?;
    overrule(&mut context.settings, args)?;
    let table = Table::new(&context.settings, &settings::process)?;
    let ballot = ballot(args.options.as_deref(), args.yes_no, args.estimate.as_deref(), args.open)?;
    let wish = Wish { topic, ballot, attached, seed: args.seed.unwrap_or_default() };
    let Planned { spec, is_embedded } = planned(&context.settings, &table, wish).await?;
    if args.plan {
        return plan::show(&spec, &table, args.output.json);
    }
    let names = rules::models(&spec.participants, &spec.rules, None);
    let open = table.open(names.iter().map(String::as_str))?;
    if !args.output.quiet {
        announce_hosts(&table, &spec.participants, &spec.rules, None);
    }
    if !args.output.json && !args.output.jsonl && !args.output.quiet {
        announce(&spec, &table)?;
        if is_embedded {
            print::note(format_args!("{BETTER}\n"));
        }
        // Who rehearses means nothing.
        if spec.participants.iter().any(|it| it.family != sim::PROVIDER) {
            let advice = analyst::advice(&context.settings, &spec.rules.analyst);
            advice.iter().for_each(|it| print::note(format_args!("{it}\n")));
        }
    }
    let Brought { models, analyst } = fetched(&table, open, &names, &spec.rules.analyst, args.yes).await?;
    let store = context.store().await?;
    let claim = store.claim(&spec.id)?;
    let (style, output, require_consensus) = (context.style(), args.output, args.require_consensus);
    let hall = Hall { store, claim, models, analyst, style, output, person: Person::of(output), require_consensus };
    let (id, seats) = (spec.id.clone(), spec.participants.clone());
    hall.hold(Beginning::Start(spec), &id, &seats, 0).await
}

/// What only whoever asks for a debate can say.
pub(crate) struct Wish {
    pub(crate) topic: Topic,
    /// What is put to the vote; read from the topic where absent (B-01).
    pub(crate) ballot: Option<Ballot>,
    pub(crate) attached: Vec<Attachment>,
    pub(crate) seed: u64,
}

/// The ballot that a person asks for; none where it is to be read from the topic.
pub(crate) fn ballot(
    options: Option<&str>,
    is_yes_no: bool,
    unit: Option<&str>,
    is_open: bool,
) -> Result<Option<Ballot>, Exit> {
    Ok(match (options, unit) {
        (Some(options), _) => Some(Ballot::choice(options.split(';')).map_err(Exit::request)?),
        (None, Some(unit)) => Some(Ballot::estimate(unit).map_err(Exit::request)?),
        (None, None) if is_yes_no => Some(Ballot::YesNo),
        (None, None) => is_open.then_some(Ballot::Open),
    })
}

/// A debate that can be held.
pub(crate) struct Planned {
    pub(crate) spec: Spec,
    /// Whether nobody but the embedded model was there.
    pub(crate) is_embedded: bool,
}

/// A debate as the settings have it, checked before anything is spent.
pub(crate) async fn planned(settings: &Settings, table: &Table, wish: Wish) -> Result<Planned, Exit> {
    let Wish { topic, ballot, attached, seed } = wish;
    let Seated { participants, is_embedded } = seat(settings, table).await?;
    let mut rules = rules(settings, seed);
    rules.watch = watch(settings, &participants);
    rules.analyst = analyst::chosen(settings, &participants, table)?;
    rules.groups = analyst::groups(settings, &participants, &rules.analyst);
    let (mode, disciplines) = (settings.mode.value.clone(), settings.disciplines.value.clone());
    let id = new_id();
    let spec = Spec { id, topic, ballot, mode, participants, rules, disciplines, attached, personas: Vec::new() };
    spec.check().map_err(engine::Error::from)?;
    let purse = Purse { usd: spec.rules.budget_usd, tokens: spec.rules.budget_tokens };
    check_budget(purse, &spec.participants, &spec.rules, table)?;
    Ok(Planned { spec, is_embedded })
}

/// What was typed goes over what was set.
fn overrule(settings: &mut Settings, args: &Debate) -> Result<(), Exit> {
    settings.session(&args.set)?;
    settings.flag("parallel_enabled", args.parallel.as_ref().map(|_| true))?;
    settings.flag("parallel_level", args.parallel.as_ref())?;
    settings.flag("economy", args.economy.then_some(true))?;
    settings.flag("safety", args.no_review.then_some(false))?;
    settings.flag("mode", args.mode.as_ref())?;
    settings.flag("rounds", args.rounds.as_ref())?;
    settings.flag("algorithm", args.algorithm.as_ref())?;
    settings.flag("analyst", args.analyst.as_ref())?;
    settings.flag("decide", args.decide.as_ref())?;
    settings.flag("closing_ballot", args.closing_ballot.as_ref())?;
    settings.flag("hide", (!args.hide.is_empty()).then(|| args.hide.join(",")))?;
    settings.flag("budget", args.budget.as_ref())?;
    settings.flag("budget_tokens", args.budget_tokens.as_ref())?;
    settings.flag("deadline", args.deadline.as_ref())?;
    settings.flag("high_stakes", args.high_stakes.then_some(true))?;
    settings.flag("evidence_gate", args.gate.then_some(true))?;
    settings.flag("context", args.ask_context.then_some(true))?;
    settings.flag("table", (!args.with.is_empty()).then(|| args.with.join(",")))
}

/// A table that is set.
pub(crate) struct Seated {
    pub(crate) participants: Vec<Participant>,
    /// Whether nobody but the embedded model was there.
    is_embedded: bool,
}

/// Who sits at the table: those named, or whoever can be found (I-11).
pub(crate) async fn seat(settings: &Settings, table: &Table) -> Result<Seated, Exit> {
    let (seats, is_embedded) = found(settings, table).await?;
    Ok(Seated { participants: engine::seat(seats), is_embedded })
}

/// The same before anybody has a name; and whether nobody but the embedded model was there.
pub(crate) async fn found(settings: &Settings, table: &Table) -> Result<(Vec<Seat>, bool), Exit> {
    if settings.table.value.is_empty() {
        let found = table.find().await;
        return Ok((found.seats, found.is_embedded));
    }
    Ok((table.seated(&settings.table)?, false))
}

/// Adds the models at a table that run in this process; weights that are not here are fetched first (O-01).
pub(crate) async fn bring(
    table: &Table,
    open: BTreeMap<String, Arc<dyn Model>>,
    participants: &[Participant],
    is_agreed: bool,
) -> Result<BTreeMap<String, Arc<dyn Model>>, Exit> {
    let names: Vec<String> = participants.iter().map(|it| it.model.clone()).collect();
    Ok(fetched(table, open, &names, &Analyst::Lexical, is_agreed).await?.models)
}

/// The same for models of any use, and for who compares positions.
pub(crate) async fn fetched(
    table: &Table,
    open: BTreeMap<String, Arc<dyn Model>>,
    names: &[String],
    compares: &Analyst,
    is_agreed: bool,
) -> Result<Brought, Exit> {
    fetch(table, names, compares, is_agreed).await?;
    tokio::select! {
        biased;
        () = interruption() => Err(Exit::interrupted("nothing was begun")),
        loaded = loaded(table, open, names, compares) => loaded,
    }
}

/// Fetches the weights that these models, and who compares, need and that are not here.
pub(crate) async fn fetch(table: &Table, names: &[String], compares: &Analyst, is_agreed: bool) -> Result<(), Exit> {
    let missing = table.missing(names.iter().map(String::as_str))?;
    let wanted: Vec<&'static Weight> = missing.iter().copied().chain(analyst::missing(table, compares)).collect();
    if !wanted.is_empty() {
        let env = &settings::process;
        let fetched = weights::fetch(table.weights(), &wanted, is_agreed, Tools::of(env), env).await;
        // A debate can be held without who reads meaning; that it is not here is said when it is opened (P-31).
        let is_enough = missing.iter().all(|it| table.weights().find(it).is_some());
        if let Err(exit) = fetched
            && (!is_enough || exit.is_interruption())
        {
            return Err(exit.and("or rehearse without any model: `--with sim`"));
        }
    }
    Ok(())
}

/// Adds the models that run in this process, and who compares; their weights are here.
pub(crate) async fn loaded(
    table: &Table,
    mut open: BTreeMap<String, Arc<dyn Model>>,
    names: &[String],
    compares: &Analyst,
) -> Result<Brought, Exit> {
    table.load_into(&mut open, names.iter().map(String::as_str)).await?;
    Ok(Brought { models: open, analyst: analyst::opened(table, compares).await })
}

/// Who was seated, and what it may cost (I-11).
fn announce(spec: &Spec, table: &Table) -> Result<(), Exit> {
    for it in &spec.participants {
        print::note(format!("{:24} {} ({})", it.name, it.model, it.perspective));
    }
    if let Some(ballot) = spec.ballot() {
        print::note(format!("ballot: {ballot}"));
    }
    if let Some(review) = Review::of(spec, table)? {
        print::note(format!("safety review: {}; off with `--no-review`", review.words()));
    }
    let estimate = match review::estimate(spec, table, spec.rules.rounds)? {
        Some(0.0) => "no cost".to_owned(),
        Some(usd) => format!("about {} if every round is played", money(Some(usd))),
        None => "cost unknown: set `[prices]` to have it estimated".to_owned(),
    };
    print::note(format!("estimate: {estimate}\n"));
    Ok(())
}

/// A new id: eight letters and digits that are hard to confuse.
pub(crate) fn new_id() -> DebateId {
    const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
    let letter = || LETTERS.get(fastrand::usize(..LETTERS.len())).map_or('a', |it| char::from(*it));
    DebateId::from((0..8).map(|_| letter()).collect::<String>())
}
