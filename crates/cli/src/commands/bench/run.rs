//! `bench run`: scenarios, each debate held both ways in turn, and what came of it (D-70).
use super::compare::Pair;
use super::report::Report;
use super::scenario::{HOUSE, Scenario, Way};
use super::{Pages, Slow, measure};
use crate::args::{BenchList, BenchRun};
use crate::bringing::fetched;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::running::interruption;
use debate::event::Reason;
use debate::state::Closed;
use debate::{Analyst, DebateId, Participant, Rules, Topic};
use engine::{Brought, Bus, Live, Spec, Toolbox, World};
use models::Model;
use serde_json::json;
use setup::plan::debate::seat;
use setup::plan::{analyst, rules};
use setup::providers::Table;
use setup::settings::{self, Comparer, Settings};
use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;

pub(crate) fn list(args: &BenchList) -> Result<(), Exit> {
    for (name, text) in HOUSE {
        let about = Scenario::about(text);
        if args.json {
            print::line(json!({"name": name, "about": about}))?;
        } else {
            print::line(format_args!("{name:20} {about}"))?;
        }
    }
    Ok(())
}

pub(crate) async fn run(args: &BenchRun, context: Context) -> Result<(), Exit> {
    let mut scenarios: Vec<Scenario> = args.scenarios.iter().map(|it| Scenario::find(it)).collect::<Result<_, _>>()?;
    for scenario in &mut scenarios {
        scenario.rounds = args.rounds.unwrap_or(scenario.rounds);
        scenario.repeat = args.repeat.unwrap_or(scenario.repeat);
        scenario.seed = args.seed.unwrap_or(scenario.seed);
        if !args.with.is_empty() {
            scenario.with.clone_from(&args.with);
        }
    }
    // All of them are checked before the first one costs anything.
    let mut prepared = Vec::new();
    for scenario in scenarios {
        let baseline = Side::prepare(&scenario, &scenario.baseline, &context.settings, args.yes).await?;
        let variant = Side::prepare(&scenario, &scenario.variant, &context.settings, args.yes).await?;
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
            outcome = hold(scenario, baseline, variant, &mut report) => outcome.map(|()| true)?,
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
    if is_whole { Ok(()) } else { Err(Exit::interrupted("this is what was measured until then")) }
}

/// Holds every debate of a scenario both ways. Which way comes first changes from one repetition to the next, so that a machine that
/// grows slower or faster favours neither.
async fn hold(scenario: &Scenario, baseline: &Side, variant: &Side, report: &mut Report) -> Result<(), Exit> {
    for repetition in 0..scenario.repeat {
        let seed = scenario.seed.wrapping_add(u64::from(repetition));
        for mode in &scenario.modes {
            for topic in &scenario.topics {
                let (first, second) = if repetition % 2 == 0 { (baseline, variant) } else { (variant, baseline) };
                let first = first.hold(mode, topic, seed).await?;
                let second = second.hold(mode, topic, seed).await?;
                let (baseline, variant) = if repetition % 2 == 0 { (first, second) } else { (second, first) };
                match (baseline, variant) {
                    (Ok(baseline), Ok(variant)) => report.pairs.push(Pair { mode: mode.clone(), baseline, variant }),
                    (Err(why), _) | (_, Err(why)) => report.lost.push(why),
                }
            }
        }
    }
    Ok(())
}

/// One way, ready to be held.
struct Side {
    settings: Settings,
    participants: Vec<Participant>,
    models: BTreeMap<String, Arc<dyn Model>>,
    /// Who compares positions, by the rules and in this process.
    compares: Analyst,
    analyst: Option<Arc<dyn engine::Analyst>>,
}

impl Side {
    async fn prepare(scenario: &Scenario, way: &Way, base: &Settings, is_agreed: bool) -> Result<Side, Exit> {
        let mut settings = base.clone();
        settings.overrule("table", Some(scenario.with.join(",")))?;
        settings.overrule("rounds", Some(scenario.rounds))?;
        let settings = way.over(&settings)?;
        let table = Table::new(&settings, &settings::process)?;
        let mut participants = seat(&settings, &table).await?.participants;
        for participant in &mut participants {
            participant.profile = way.profile.unwrap_or(participant.profile);
        }
        // What is measured must not depend on which weights happen to be here.
        let compares = match settings.analyst.value {
            Comparer::Auto => Analyst::Lexical,
            Comparer::Lexical | Comparer::Local | Comparer::Model => analyst::chosen(&settings, &participants, &table)?,
        };
        let rules = Rules { analyst: compares.clone(), ..Rules::default() };
        let names = rules::models(&participants, &rules, None);
        let open = table.open(names.iter().map(String::as_str))?;
        let Brought { mut models, analyst } = fetched(&table, open, &names, &compares, is_agreed).await?;
        if let Some(answer) = scenario.answer {
            for (name, model) in &mut models {
                Slow::down(name, model, answer);
            }
        }
        let side = Side { settings, participants, models, compares, analyst };
        for (mode, topic) in scenario.modes.iter().zip(scenario.topics.iter().cycle()) {
            side.spec(mode, topic, scenario.seed)?.check().map_err(engine::Error::from)?;
        }
        Ok(side)
    }

    /// The debate, under an id that is the same both ways: chance may depend on it.
    fn spec(&self, mode: &str, topic: &Topic, seed: u64) -> Result<Spec, Exit> {
        let mut settings = self.settings.clone();
        settings.overrule("mode", Some(mode))?;
        Ok(Spec {
            id: DebateId::from("bench"),
            topic: topic.clone(),
            ballot: None,
            mode: mode.to_owned(),
            participants: self.participants.clone(),
            rules: Rules { analyst: self.compares.clone(), ..rules::rules(&settings, seed) },
            disciplines: Default::default(),
            attached: Vec::new(),
            personas: Vec::new(),
        })
    }

    /// Holds it and measures it; why it could not be held, where it could not.
    async fn hold(&self, mode: &str, topic: &Topic, seed: u64) -> Result<Result<Vec<measure::Measure>, String>, Exit> {
        let pages = Arc::new(Pages::default());
        let world = World {
            brake: Default::default(),
            models: self.models.clone(),
            journal: pages.clone(),
            clock: Arc::new(Live::after(0)),
            analyst: self.analyst.clone(),
            tools: Arc::new(Toolbox::usual()),
        };
        let debate = engine::start(&world, &self.spec(mode, topic, seed)?, &Bus::silent()).await?;
        Ok(match debate.closed {
            Some(Closed { why: Reason::Insufficient, .. }) | None => {
                let lost = debate.rounds.iter().flat_map(|it| &it.failed).next();
                Err(lost.map(|it| format!("{}: {}", it.by, it.detail)).unwrap_or_default())
            }
            Some(_) => Ok(measure::of(&pages.read(), &debate)),
        })
    }
}
