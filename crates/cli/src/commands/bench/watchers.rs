//! `bench watchers`: what those who watch a debate cost the debate itself (I-30).
//!
//! One debate after the other is held in a house over a store in memory, in turn unwatched and watched by many, each of whom reads every
//! event. Counted is the processor time of the threads while they poll the debate's own task: the loop, the prompts, reading answers,
//! folding, writing events as text for the store, and the simulated answers. Not counted are the store's writer, the one task that writes
//! events as text for all who watch, and the watchers: they run beside it.
use super::{Slow, peak_mb};
use crate::args::BenchWatchers;
use crate::bringing::bring;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use debate::{Algorithm, Debate, Participant, Rules, Topic};
use engine::{Bring, Brought, House, Owner, Spec, Terms, sim};
use futures_util::future::BoxFuture;
use models::Model;
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use setup::plan::debate::seat;
use setup::plan::new_id;
use setup::plan::rules::rules;
use setup::providers::Table;
use setup::settings;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context as Polled, Poll};
use std::time::Duration;
use store::Store;
use tokio::task::JoinSet;

const TOPIC: &str = "Should the payments team adopt gRPC for internal calls?";

/// How much more a call may cost a debate that is watched. Ours, of the target: less than a tenth.
const MOST_OVER: f64 = 1.10;

/// What a debate cost.
struct Cost {
    /// Microseconds of processor a call.
    a_call: f64,
    calls: u32,
    events: u64,
    /// Text that the house kept for those who watch.
    kept: u64,
}

pub(crate) async fn run(args: &BenchWatchers, mut context: Context) -> Result<(), Exit> {
    let names = vec![sim::PROVIDER; usize::from(args.seats)];
    context.settings.overrule("rounds", Some(args.rounds))?;
    context.settings.overrule("table", Some(names.join(",")))?;
    let table = Table::new(&context.settings, &settings::process)?;
    let participants = seat(&context.settings, &table).await?.participants;
    let open = table.open(participants.iter().map(|it| it.model.as_str()))?;
    let mut models = bring(&table, open, &participants, false).await?;
    let answer = Duration::from_millis(args.answer_ms);
    models.iter_mut().for_each(|(name, model)| Slow::down(name, model, answer));
    let rules = Rules { algorithm: Algorithm::FixedRounds, ..rules(&context.settings, 1) };
    let hall = Hall { participants, rules, bring: Arc::new(Seated(models)) };

    // The first debate finds everything cold.
    hall.hold(0).await?;
    let (mut alone, mut watched) = (Vec::new(), Vec::new());
    for _ in 0..args.repeat {
        alone.push(hall.hold(0).await?);
        watched.push(hall.hold(args.watchers).await?);
    }
    let (without, with) = (median(&alone), median(&watched));
    let ratio = (with / without * 1e3).round() / 1e3;
    let kept = watched.first().map_or(0, |it| it.kept);
    let (calls, events) = watched.first().map_or((0, 0), |it| (it.calls, it.events));
    if args.json {
        print::line(json!({
            "watchers": args.watchers, "repeat": args.repeat, "calls": calls, "events": events,
            "cpu_us_per_call": {"alone": without.round(), "watched": with.round()}, "ratio": ratio,
            "kept_bytes": kept, "rss_peak_mb": peak_mb(), "within": ratio < MOST_OVER,
        }))
    } else {
        let verdict = if ratio < MOST_OVER { "within" } else { "over" };
        print::line(format!(
            "{calls} calls, {events} events: {without:.0} µs of processor a call alone, {with:.0} µs with {} who watch, \
             {ratio:.3} times as much: {verdict} the {MOST_OVER} that is the target\n\
             {kept} bytes of text were kept once for all of them",
            args.watchers
        ))
    }
}

/// Who debates, and by which rules.
struct Hall {
    participants: Vec<Participant>,
    rules: Rules,
    bring: Arc<Seated>,
}

impl Hall {
    /// Holds a debate with so many who watch it; all must have heard all.
    async fn hold(&self, watchers: usize) -> Result<Cost, Exit> {
        let store = Store::memory().await?;
        let spent = Arc::new(AtomicU64::new(0));
        let measured = spent.clone();
        let around = move |_: &debate::DebateId, task: BoxFuture<'static, ()>| metered(task, measured.clone());
        let terms = Terms { most: 1, most_of_one: 1, around: Some(Arc::new(around)) };
        let house = House::on(store.clone(), self.bring.clone(), terms);
        let id = new_id();
        let mut watching = JoinSet::new();
        for _ in 0..watchers {
            let mut watcher = house.watch(&id, 0);
            watching.spawn(async move {
                let (mut events, mut bytes) = (0_u64, 0_u64);
                while let Some(told) = watcher.next().await? {
                    // In order and once.
                    if told.seq != events {
                        return Ok((told.seq, 0));
                    }
                    events += 1;
                    bytes += told.line.len() as u64;
                }
                Ok::<_, engine::Error>((events, bytes))
            });
        }
        let spec = Spec {
            id: id.clone(),
            topic: Topic::new(TOPIC).map_err(Exit::failure)?,
            ballot: None,
            mode: "collaborative".to_owned(),
            participants: self.participants.clone(),
            rules: self.rules.clone(),
            disciplines: Default::default(),
            attached: Vec::new(),
            personas: Vec::new(),
        };
        house.open(&spec, Owner::default()).await.map_err(Exit::failure)?;
        house.until_rest(&id).await;
        let log = store.log(&id).await?;
        let (events, mut kept) = (log.len() as u64, 0);
        while let Some(heard) = watching.join_next().await {
            let (heard, bytes) = heard.map_err(Exit::failure)??;
            if heard != events {
                return Err(Exit::failure(format!("one who watched heard {heard} events of {events}")));
            }
            kept = bytes;
        }
        let calls = Debate::replay(&log).map_err(engine::Error::from)?.calls;
        store.close().await;
        let spent = Duration::from_nanos(spent.load(Ordering::Acquire));
        Ok(Cost { a_call: spent.as_secs_f64() * 1e6 / f64::from(calls.max(1)), calls, events, kept })
    }
}

/// The same models for every debate.
struct Seated(BTreeMap<String, Arc<dyn Model>>);

impl Bring for Seated {
    fn bring<'a>(&'a self, _: &'a Debate) -> BoxFuture<'a, Result<Brought, String>> {
        Box::pin(async move { Ok(Brought { models: self.0.clone(), analyst: None }) })
    }
}

/// A task whose polls are timed.
fn metered(mut task: BoxFuture<'static, ()>, spent: Arc<AtomicU64>) -> BoxFuture<'static, ()> {
    Box::pin(std::future::poll_fn(move |polled: &mut Polled<'_>| -> Poll<()> {
        let before = on_this_thread();
        let outcome = task.as_mut().poll(polled);
        let nanos = u64::try_from(on_this_thread().saturating_sub(before).as_nanos()).unwrap_or(u64::MAX);
        spent.fetch_add(nanos, Ordering::AcqRel);
        outcome
    }))
}

/// The processor time of this thread so far.
fn on_this_thread() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn median(costs: &[Cost]) -> f64 {
    let mut all: Vec<f64> = costs.iter().map(|it| it.a_call).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}
