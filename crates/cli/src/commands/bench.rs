//! `bench`: measures this machine on debates, and compares ways of debating.
//!
//! Turns arguments and settings into seats, rules and models; the measurements are in `lab`.
use crate::args::{
    Bench, BenchList, BenchPath, BenchPersonas, BenchRecorded, BenchRun, BenchSimulated, BenchWatchers, Load, Local,
};
use crate::context::Context;
use crate::exit::Exit;
use crate::fetch_models::{fetched, load_seated};
use crate::print;
use crate::running::interruption;
use debate::rules::ReviewRules;
use debate::{Algorithm, Analyst, Rules};
use engine::sim;
use engine::{Resources, Spec};
use lab::bench::{self, Seats};
use lab::recorded::Sets;
use lab::sim::slow_down;
use lab::variants::{self, BUILT_IN, Known, Report, Scenario, Side, SideSettings};

use serde_json::json;
use setup::plan::analyst;
use setup::plan::debate::seat;
use setup::plan::new_id;
use setup::plan::rules::{self, rules};
use setup::providers::{EMBEDDED, ModelRegistry};
use setup::settings::{self, Comparer, Origin, ROWS, Setting, Settings, guess};
use std::collections::BTreeMap;
use std::pin::pin;
use std::time::{Duration, Instant};

pub(crate) async fn run(what: &Bench, context: impl Fn() -> Result<Context, Exit>) -> Result<(), Exit> {
    match what {
        Bench::Load(args) => load(args, context()?).await,
        Bench::Local(args) => local(args, context()?).await,
        Bench::Run(args) => compare(args, context()?).await,
        Bench::List(args) => list(args),
        Bench::Path(args) => path(args, context()?).await,
        Bench::Personas(args) => personas(args).await,
        Bench::Recorded(args) => recorded(args),
        Bench::Simulated(args) => simulated(args),
        Bench::Watchers(args) => watchers(args, context()?).await,
    }
}

/// The exit of an interrupted command.
fn until_then() -> Exit {
    Exit::interrupted("these are the measurements until then")
}

/// The seats that the settings ask for, without models. Their debates play all rounds.
async fn seated(settings: &Settings, seed: u64) -> Result<(ModelRegistry, Seats), Exit> {
    let registry = ModelRegistry::new(settings, &settings::process)?;
    let participants = seat(settings, &registry).await?.participants;
    let rules = Rules { algorithm: Algorithm::FixedRounds, ..rules(settings, seed) };
    Ok((registry, Seats { participants, models: BTreeMap::new(), rules }))
}

/// Opens the models of the seats.
async fn open(registry: &ModelRegistry, seats: &mut Seats, is_agreed: bool) -> Result<(), Exit> {
    let open = registry.open(seats.participants.iter().map(|it| it.model.as_str()))?;
    seats.models = load_seated(registry, open, &seats.participants, is_agreed).await?;
    Ok(())
}

async fn load(args: &Load, mut context: Context) -> Result<(), Exit> {
    context.settings.overrule("mode", args.mode.as_ref())?;
    context.settings.overrule("rounds", Some(args.rounds))?;
    context.settings.overrule("table", (!args.with.is_empty()).then(|| args.with.join(",")))?;
    if args.debates == 0 || args.concurrency == 0 {
        return Err(Exit::request("`--debates` and `--concurrency` must be at least 1"));
    }
    let (registry, mut seats) = seated(&context.settings, 0).await?;
    let spec = |_| seats.spec(new_id(), &context.settings.mode.value);
    let specs: Vec<Spec> = (0..args.debates).map(spec).collect::<Result<_, _>>()?;
    specs.iter().take(1).try_for_each(Spec::check).map_err(engine::Error::from)?;
    open(&registry, &mut seats, true).await?;
    let store = context.store().await?;
    let found = bench::Load { seats, specs, concurrency: args.concurrency, store }.run().await;
    print::line(json!(found))?;
    let failed = found.failed;
    found
        .first_error
        .map_or(Ok(()), |error| Err(Exit::failure(format!("{failed} debates failed, the first because {error}"))))
}

async fn local(args: &Local, mut context: Context) -> Result<(), Exit> {
    context.settings.overrule("engine", args.engine.as_ref())?;
    context.settings.overrule("threads", args.threads.as_ref())?;
    let settings = &context.settings;
    let registry = ModelRegistry::new(settings, &settings::process)?;
    let name = args.model.clone().unwrap_or_else(|| format!("{EMBEDDED}/{}", registry.embedded().name));
    if !name.starts_with(&format!("{EMBEDDED}/")) {
        return Err(Exit::request(format!("`{name}` does not run in this process; name one as `{EMBEDDED}/NAME`")));
    }
    let seats = registry.seated(&Setting { value: vec![name.clone(); 2], origin: Origin::Flag })?;
    let participants = engine::seat(seats);
    let started = Instant::now();
    let open = load_seated(&registry, BTreeMap::new(), &participants, args.yes).await?;
    let load = started.elapsed();
    let model = open.get(&name).cloned().ok_or_else(|| Exit::failure(format!("`{name}` was not loaded")))?;
    let engine = settings.engine.value.as_str().to_owned();
    let threads = settings.threads.value.unwrap_or_else(::local::default_threads);
    let rules = rules(settings, 1);
    let found = bench::Local { name, model, engine, threads, load, participants, rules }.run().await?;
    if args.json { print::line(json!(found)) } else { found.lines().iter().try_for_each(print::line) }
}

async fn path(args: &BenchPath, mut context: Context) -> Result<(), Exit> {
    let mut modes = formats::modes::names();
    if !args.mode.is_empty() {
        modes = args
            .mode
            .iter()
            .map(|it| formats::named(it).map(|it| it.name()))
            .collect::<Result<_, _>>()
            .map_err(Exit::request)?;
    }
    context.settings.overrule("rounds", Some(args.rounds))?;
    let answer = Duration::from_millis(args.answer_ms);
    let with: Vec<&str> = args.with.iter().map(String::as_str).collect();
    let with = if with.is_empty() { vec![sim::PROVIDER] } else { with };
    let mut interrupted = pin!(interruption());
    let (mut found, mut is_whole) = (bench::Path::new(answer, args.with.is_empty()), true);
    for size in bench::TABLE_SIZES {
        let names: Vec<&str> = with.iter().copied().cycle().take(size).collect();
        context.settings.overrule("table", Some(names.join(",")))?;
        let (registry, mut seats) = seated(&context.settings, 1).await?;
        seats.rules.watch = ReviewRules::default();
        open(&registry, &mut seats, false).await?;
        slow_down(&mut seats.models, answer);
        is_whole = tokio::select! {
            biased;
            () = &mut interrupted => false,
            outcome = found.time(&seats, &modes) => outcome.map(|()| true)?,
        };
        if !is_whole {
            break;
        }
    }
    if args.json {
        print::line(found.json(is_whole))?;
    } else {
        found.lines().iter().try_for_each(print::line)?;
    }
    if is_whole { Ok(()) } else { Err(until_then()) }
}

async fn watchers(args: &BenchWatchers, mut context: Context) -> Result<(), Exit> {
    let names = vec![sim::PROVIDER; usize::from(args.seats)];
    context.settings.overrule("rounds", Some(args.rounds))?;
    context.settings.overrule("table", Some(names.join(",")))?;
    let (registry, mut seats) = seated(&context.settings, 1).await?;
    open(&registry, &mut seats, false).await?;
    slow_down(&mut seats.models, Duration::from_millis(args.answer_ms));
    let found = bench::Watchers { seats, watchers: args.watchers, repeat: args.repeat }.run().await?;
    if args.json { print::line(found.json()) } else { print::line(found.text()) }
}

async fn personas(args: &BenchPersonas) -> Result<(), Exit> {
    let corpus = bench::Corpus { kilobytes: args.kilobytes, files: args.files };
    let Some(found) = corpus.build().await? else { return Ok(()) };
    if args.json { print::line(json!(found)) } else { found.lines().iter().try_for_each(print::line) }
}

fn simulated(args: &BenchSimulated) -> Result<(), Exit> {
    let found = bench::Direct { debates: args.debates, threads: args.threads }.run();
    if args.json { print::json(&found) } else { found.lines().iter().try_for_each(print::line) }
}

fn recorded(args: &BenchRecorded) -> Result<(), Exit> {
    if !(0.0..=1.0).contains(&args.confidence) {
        return Err(Exit::request(format!("`--confidence` is {}; it must be a number from 0 to 1", args.confidence)));
    }
    let sets = Sets::read(&args.directory)?;
    if sets.passed_over > 0 {
        let count = sets.passed_over;
        print::note(format_args!("files without debates in a known format, skipped: {count}"));
    }
    let tallies = sets.tallies(args.confidence)?;
    if args.json {
        return print::line(json!({"confidence": args.confidence, "sets": tallies}));
    }
    print::line(format_args!("Votes are read off answers; everyone is taken to be {} sure.", args.confidence))?;
    tallies.iter().try_for_each(|it| print::line(format_args!("\n{}", it.text().trim_end())))
}

fn list(args: &BenchList) -> Result<(), Exit> {
    for (name, text) in BUILT_IN {
        let about = Scenario::about(text);
        if args.json {
            print::line(json!({"name": name, "about": about}))?;
        } else {
            print::line(format_args!("{name:20} {about}"))?;
        }
    }
    Ok(())
}

async fn compare(args: &BenchRun, context: Context) -> Result<(), Exit> {
    let mut scenarios: Vec<Scenario> =
        args.scenarios.iter().map(|it| Scenario::find(it, &known())).collect::<Result<_, _>>()?;
    for scenario in &mut scenarios {
        scenario.rounds = args.rounds.unwrap_or(scenario.rounds);
        scenario.repeat = args.repeat.unwrap_or(scenario.repeat);
        scenario.seed = args.seed.unwrap_or(scenario.seed);
        if !args.with.is_empty() {
            scenario.with.clone_from(&args.with);
        }
    }
    // Check all scenarios before the first one costs anything.
    let mut prepared = Vec::new();
    for scenario in scenarios {
        let baseline = side(&scenario, &scenario.baseline, &context.settings, args.yes).await?;
        let variant = side(&scenario, &scenario.variant, &context.settings, args.yes).await?;
        prepared.push((scenario, baseline, variant));
    }
    let mut interrupted = pin!(interruption());
    let mut reports = Vec::new();
    let mut is_whole = true;
    for (scenario, baseline, variant) in &prepared {
        let mut report = Report::of(scenario.clone(), baseline.participants.clone());
        print::note(format_args!("{}: {} debates", scenario.name, report.planned() * 2));
        is_whole = tokio::select! {
            biased;
            () = &mut interrupted => false,
            outcome = variants::hold(scenario, baseline, variant, &mut report) => outcome.map(|()| true)?,
        };
        reports.push(report);
        if !is_whole {
            break;
        }
    }
    if args.json {
        let scenarios: Vec<_> = reports.iter().map(Report::json).collect();
        print::line(json!({"scenarios": scenarios, "complete": is_whole}))?;
    } else {
        reports.iter().try_for_each(|it| print::line(it.text()))?;
    }
    if is_whole { Ok(()) } else { Err(until_then()) }
}

/// The settings that a scenario may set.
fn known() -> Known {
    let check = |name: &str, text: &str, label: &str| {
        let row = ROWS.iter().find(|row| row.name == name);
        row.map_or(Ok(()), |row| row.set(&mut Settings::default(), text, Origin::Flag).map_err(|why| why.of(label)))
    };
    let guess = |word: &str, names: &[&str]| guess(word, "", names.iter().copied());
    Known { names: ROWS.iter().map(|row| row.name).collect(), check, guess }
}

/// Applies the settings of one variant over the others.
fn over(settings: &Settings, way: &SideSettings) -> Result<Settings, Exit> {
    let mut settings = settings.clone();
    for (name, text) in &way.settings {
        if let Some(row) = ROWS.iter().find(|row| row.name == *name) {
            row.set(&mut settings, text, Origin::Flag).map_err(|why| Exit::request(why.of(&format!("`{name}`"))))?;
        }
    }
    Ok(settings)
}

/// One variant of a scenario, ready to run.
async fn side(scenario: &Scenario, way: &SideSettings, base: &Settings, is_agreed: bool) -> Result<Side, Exit> {
    let mut settings = base.clone();
    settings.overrule("table", Some(scenario.with.join(",")))?;
    settings.overrule("rounds", Some(scenario.rounds))?;
    let settings = over(&settings, way)?;
    let registry = ModelRegistry::new(&settings, &settings::process)?;
    let mut participants = seat(&settings, &registry).await?.participants;
    for participant in &mut participants {
        participant.profile = way.profile.unwrap_or(participant.profile);
    }
    // Measurements must not depend on which weights are installed.
    let compares = match settings.analyst.value {
        Comparer::Auto => Analyst::Lexical,
        Comparer::Lexical | Comparer::Local | Comparer::Model => analyst::chosen(&settings, &participants, &registry)?,
    };
    let names = rules::models(&participants, &Rules { analyst: compares.clone(), ..Rules::default() }, None);
    let open = registry.open(names.iter().map(String::as_str))?;
    let Resources { mut models, analyst } = fetched(&registry, open, &names, &compares, is_agreed).await?;
    if let Some(answer) = scenario.answer {
        slow_down(&mut models, answer);
    }
    let with_rules = |mode: &String| -> Result<(String, Rules), Exit> {
        let mut settings = settings.clone();
        settings.overrule("mode", Some(mode))?;
        Ok((mode.clone(), Rules { analyst: compares.clone(), ..rules(&settings, scenario.seed) }))
    };
    let modes = scenario.modes.iter().map(with_rules).collect::<Result<_, _>>()?;
    let side = Side { participants, models, analyst, modes };
    side.check(scenario)?;
    Ok(side)
}

impl From<lab::Error> for Exit {
    fn from(error: lab::Error) -> Exit {
        match error {
            lab::Error::Engine(error) => Exit::from(error),
            lab::Error::Store(error) => Exit::from(error),
            lab::Error::Build(error) => Exit::from(error),
            lab::Error::Unreadable { .. }
            | lab::Error::NoRecordings { .. }
            | lab::Error::OtherForm { .. }
            | lab::Error::NoScenario { .. }
            | lab::Error::Scenario { .. } => Exit::request(error),
            lab::Error::Supervisor(_)
            | lab::Error::Model(_)
            | lab::Error::Topic(_)
            | lab::Error::Fold(_)
            | lab::Error::Task(_)
            | lab::Error::Unheard { .. }
            | lab::Error::NoThirdRound
            | lab::Error::Unwritable { .. } => Exit::failure(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::Profile;

    const WHOLE: &str = r#"
topics = ["Tabs or spaces?"]
modes = ["adversarial"]
with = ["sim"]
[baseline]
max_tokens = 4096
[variant]
max_tokens = 512
profile = "lean"
"#;

    /// D-70: settings of a variant are parsed like all settings.
    #[test]
    fn a_way_is_settings() {
        let scenario = Scenario::read("x", WHOLE, &known()).unwrap();
        let settings = over(&Settings::default(), &scenario.variant).unwrap();
        assert_eq!((settings.max_tokens.value, scenario.variant.profile), (512, Some(Profile::Lean)));
        assert_eq!((scenario.rounds, scenario.repeat, scenario.answer), (5, 1, None));
    }

    /// D-70, I-13: an error in a scenario is reported with its place and what is allowed.
    #[test]
    fn a_wrong_scenario_is_refused() {
        for (from, to, expected) in [
            ("topics", "topic", "x:2:1: there is no `topic` in a scenario; did you mean `topics`?"),
            ("[\"Tabs or spaces?\"]", "[]", "x:2:10: `topics` must be a list of texts, as in `topics = [\"…\"]`"),
            ("with = [\"sim\"]\n", "", "x:1:1: `with` must be a list of texts, as in `with = [\"…\"]`"),
            (
                "[variant]",
                "[variant]\nmax_token = 3",
                "x:8:1: there is no setting `max_token`; did you mean `max_tokens`?",
            ),
            ("= 512", "= 5", "x:8:14: `variant.max_tokens` is `5`; it must be a whole number from 64 to 65536"),
            ("\"lean\"", "\"lea\"", "x:9:11: `variant.profile` is `lea`; it must be full or lean"),
            ("with =", "repeat = 0\nwith =", "x:4:10: `repeat` must be a whole number from 1 to 1000"),
            ("[baseline]", "[baseline", "x:5:10: invalid TOML: unclosed table, expected `]`"),
        ] {
            let text = WHOLE.replacen(from, to, 1);
            assert_eq!(Scenario::read("x", &text, &known()).unwrap_err().to_string(), expected);
        }
        let unknown = Scenario::read("x", &WHOLE.replacen("adversarial", "adversaria", 1), &known());
        let unknown = unknown.unwrap_err().to_string();
        assert!(unknown.starts_with("x:3:10: unknown mode `adversaria`; choose one of "), "{unknown}");
    }

    /// D-70: the scenarios that ship are valid: their modes and settings exist.
    #[test]
    fn scenarios_of_the_house_are_whole() {
        for (name, text) in BUILT_IN {
            Scenario::read(name, text, &known()).unwrap();
        }
    }
}
