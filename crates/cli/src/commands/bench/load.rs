//! `bench load`: many debates at once, and what they cost this machine (O-30).
use super::{peak_mb, seconds, spent_cpu};
use crate::args::Load;
use crate::bringing::bring;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use debate::event::Reason;
use debate::state::Closed;
use debate::{Algorithm, Topic};
use engine::{Bus, Live, Spec, Toolbox, World};
use futures_util::StreamExt;
use serde_json::json;
use setup::plan::debate::seat;
use setup::plan::new_id;
use setup::plan::rules::rules;
use setup::providers::Table;
use setup::settings;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) async fn run(args: &Load, mut context: Context) -> Result<(), Exit> {
    context.settings.overrule("mode", args.mode.as_ref())?;
    context.settings.overrule("rounds", Some(args.rounds))?;
    context.settings.overrule("table", (!args.with.is_empty()).then(|| args.with.join(",")))?;
    if args.debates == 0 || args.concurrency == 0 {
        return Err(Exit::request("`--debates` and `--concurrency` must be at least 1"));
    }
    let table = Table::new(&context.settings, &settings::process)?;
    let participants = seat(&context.settings, &table).await?.participants;
    let mut rules = rules(&context.settings, 0);
    rules.algorithm = Algorithm::FixedRounds;
    let topic = Topic::new("Should the payments team adopt gRPC for internal calls?").map_err(Exit::failure)?;
    let spec = |_| {
        let (topic, participants, rules) = (topic.clone(), participants.clone(), rules.clone());
        Spec {
            id: new_id(),
            topic,
            ballot: None,
            mode: context.settings.mode.value.clone(),
            participants,
            rules,
            disciplines: Default::default(),
            attached: Vec::new(),
            personas: Vec::new(),
        }
    };
    let specs: Vec<Spec> = (0..args.debates).map(spec).collect();
    specs.iter().take(1).try_for_each(Spec::check).map_err(engine::Error::from)?;
    let open = table.open(participants.iter().map(|it| it.model.as_str()))?;
    let models = bring(&table, open, &participants, true).await?;
    let store = context.store().await?;
    let world = |journal| World {
        brake: Default::default(),
        models: models.clone(),
        journal,
        clock: Arc::new(Live::after(0)),
        analyst: None,
        tools: Arc::new(Toolbox::default()),
    };

    let (wall, cpu) = (Instant::now(), spent_cpu());
    let runs = specs.into_iter().map(|spec| {
        let world = world(Arc::new(store.clone()));
        tokio::spawn(async move {
            let started = Instant::now();
            let outcome = engine::start(&world, &spec, &Bus::silent()).await;
            (outcome, started.elapsed())
        })
    });
    let mut outcomes = futures_util::stream::iter(runs).buffer_unordered(args.concurrency);
    let (mut calls, mut failed, mut times, mut first_error) = (0_u64, 0_usize, Vec::new(), None);
    while let Some(outcome) = outcomes.next().await {
        match outcome {
            Ok((Ok(debate), time)) => {
                calls += u64::from(debate.calls);
                match debate.closed {
                    Some(Closed { why: Reason::Insufficient, .. }) | None => {
                        failed += 1;
                        let lost = debate.rounds.iter().flat_map(|it| &it.failed).next();
                        first_error.get_or_insert(lost.map(|it| it.detail.clone()).unwrap_or_default());
                    }
                    Some(_) => times.push(time),
                }
            }
            Ok((Err(error), _)) => {
                failed += 1;
                first_error.get_or_insert(error.to_string());
            }
            Err(error) => {
                failed += 1;
                first_error.get_or_insert(error.to_string());
            }
        }
    }
    let (wall, cpu) = (wall.elapsed(), spent_cpu().saturating_sub(cpu));
    store.close().await;
    times.sort_unstable();
    print::line(json!({
        "debates": args.debates, "completed": times.len(), "failed": failed, "calls": calls,
        "wall_s": seconds(wall), "cpu_s": seconds(cpu),
        "cpu_us_per_call": if calls == 0 { 0.0 } else { (cpu.as_secs_f64() * 1e6 / calls as f64).round() },
        "rss_peak_mb": peak_mb(), "p50_s": seconds(percentile(&times, 50)), "p99_s": seconds(percentile(&times, 99)),
    }))?;
    first_error
        .map_or(Ok(()), |error| Err(Exit::failure(format!("{failed} debates failed, the first because {error}"))))
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let at = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(at).copied().unwrap_or_default()
}
