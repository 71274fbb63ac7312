//! `debate`: from a topic to a verdict.
use super::Context;
use super::claim::Claim;
use super::running::{self, Run, Show, interruption};
use super::weights;
use crate::args::Debate;
use crate::exit::Exit;
use crate::print;
use crate::render::style::money;
use crate::settings::{self, Settings};
use crate::table::{BETTER, Table};
use debate::{DebateId, Participant, Rules, Topic};
use engine::{Live, Spec, World};
use formats::rounds::FIRST_CALL;
use local::weights::Tools;
use models::Model;
use std::collections::BTreeMap;
use std::io::Read;
use std::sync::Arc;

pub(crate) async fn run(args: &Debate, mut context: Context) -> Result<(), Exit> {
    let topic = topic(&args.topic)?;
    overrule(&mut context.settings, args)?;
    let table = Table::new(&context.settings, &settings::process)?;
    let Seated { participants, is_embedded } = seat(&context.settings, &table).await?;
    let rules = rules(&context.settings, args.seed.unwrap_or_default());
    let spec = Spec {
        id: new_id(),
        topic,
        mode: context.settings.mode.value.clone(),
        participants,
        rules,
        disciplines: Default::default(),
    };
    spec.check().map_err(engine::Error::from)?;
    check_budget(&spec, &table)?;
    let open = table.open(spec.participants.iter().map(|it| it.model.as_str()))?;
    if !args.output.json && !args.output.jsonl && !args.output.quiet {
        announce(&spec, &table);
        if is_embedded {
            print::note(format_args!("{BETTER}\n"));
        }
    }
    let models = bring(&table, open, &spec.participants, args.yes).await?;
    let store = context.store().await?;
    let claim = Claim::on(&store, &spec.id)?;

    let world = World { models, journal: Arc::new(store.clone()), clock: Arc::new(Live::after(0)) };
    let style = context.style();
    let work = |bus| {
        let (world, spec) = (&world, &spec);
        async move { engine::start(world, spec, &bus).await }
    };
    let run = Run::of(&spec.id, &spec.participants, Some(&store));
    let outcome = running::run(Show::of(args.output), style, run, work).await;
    let is_begun = outcome.is_ok() || run.is_begun().await;
    store.close().await;
    if !is_begun {
        claim.settle();
        return outcome.map(|_| ());
    }
    let debate = outcome?;
    claim.settle();
    running::conclude(&debate, args.output, style, args.require_consensus)
}

/// The topic as typed, or from standard input.
fn topic(typed: &str) -> Result<Topic, Exit> {
    if typed != "-" {
        return Topic::new(typed).map_err(Exit::request);
    }
    let mut bytes = Vec::new();
    // Far more than fits, so that too long a topic is told with its length; nobody waits for the end of an endless one.
    let mut limited = std::io::stdin().lock().take(1 << 20);
    limited.read_to_end(&mut bytes).map_err(|error| Exit::request(format!("can't read the topic: {error}")))?;
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        // Cut off within a letter: too long in any case.
        Err(error) if error.error_len().is_none() && bytes.len() == 1 << 20 => {
            bytes.get(..error.valid_up_to()).and_then(|whole| std::str::from_utf8(whole).ok()).unwrap_or_default()
        }
        Err(error) => {
            let place = error.valid_up_to() + 1;
            return Err(Exit::request(format!(
                "can't read the topic: byte {place} of standard input is no UTF-8 text"
            )));
        }
    };
    Topic::new(text).map_err(Exit::request)
}

/// What was typed goes over what was set.
fn overrule(settings: &mut Settings, args: &Debate) -> Result<(), Exit> {
    settings.flag("mode", args.mode.as_ref())?;
    settings.flag("rounds", args.rounds.as_ref())?;
    settings.flag("algorithm", args.algorithm.as_ref())?;
    settings.flag("budget", args.budget.as_ref())?;
    settings.flag("budget_tokens", args.budget_tokens.as_ref())?;
    settings.flag("deadline", args.deadline.as_ref())?;
    settings.flag("high_stakes", args.high_stakes.then_some(true))?;
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
    let (seats, is_embedded) = if settings.table.value.is_empty() {
        let found = table.find().await;
        (found.seats, found.is_embedded)
    } else {
        (table.seated(&settings.table)?, false)
    };
    Ok(Seated { participants: engine::seat(seats), is_embedded })
}

/// Adds the models that run in this process; weights that are not here are fetched first (O-01).
pub(crate) async fn bring(
    table: &Table,
    mut open: BTreeMap<String, Arc<dyn Model>>,
    participants: &[Participant],
    is_agreed: bool,
) -> Result<BTreeMap<String, Arc<dyn Model>>, Exit> {
    let names = || participants.iter().map(|it| it.model.as_str());
    let missing = table.missing(names())?;
    if !missing.is_empty() {
        let env = &settings::process;
        let fetched = weights::fetch(table.weights(), &missing, is_agreed, Tools::of(env), env).await;
        fetched.map_err(|exit| exit.and("or rehearse without any model: `--with sim`"))?;
    }
    tokio::select! {
        biased;
        () = interruption() => Err(Exit::interrupted("nothing was begun")),
        loaded = table.load_into(&mut open, names()) => loaded,
    }?;
    Ok(open)
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
        ..Rules::default()
    }
}

/// A budget must allow for the openings, and one in dollars must be able to bind: every price known (O-04).
fn check_budget(spec: &Spec, table: &Table) -> Result<(), Exit> {
    let openings = FIRST_CALL.saturating_mul(spec.participants.len() as u64);
    if let Some(budget) = spec.rules.budget_tokens.filter(|it| *it < openings) {
        return Err(Exit::request(format!(
            "`--budget-tokens` is {budget}, and one round of this table is estimated at {openings}; allow more, or seat fewer"
        )));
    }
    let Some(budget) = spec.rules.budget_usd else { return Ok(()) };
    match table.estimate(&spec.participants, 1, spec.rules.max_tokens) {
        None => Err(Exit::request(
            "`--budget` can't be kept: the price of a model at this table is not known; set `[prices]`, or use `--budget-tokens`",
        )),
        Some(usd) if usd > budget => Err(Exit::request(format!(
            "`--budget` is {}, and one round of this table is estimated at {}; allow more, or seat cheaper models",
            money(Some(budget)),
            money(Some(usd)),
        ))),
        Some(_) => Ok(()),
    }
}

/// Who was seated, and what it may cost (I-11).
fn announce(spec: &Spec, table: &Table) {
    for it in &spec.participants {
        print::note(format!("{:24} {} ({})", it.name, it.model, it.perspective));
    }
    let estimate = match table.estimate(&spec.participants, spec.rules.rounds, spec.rules.max_tokens) {
        Some(0.0) => "no cost".to_owned(),
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
