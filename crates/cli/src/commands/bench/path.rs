//! `bench path`: how long debates take, over the least they could take (D-02, D-60).
//!
//! The least is rounds × batches that must follow on each other × the time of an answer; what is over it is ours. Each debate has the
//! machine to itself, is written to a store in memory, plays all rounds and is not watched, so that nobody is asked but its speakers.
use super::{Slow, seconds};
use crate::args::BenchPath;
use crate::bringing::bring;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::running::interruption;
use debate::rules::{Rules, Watch};
use debate::{Algorithm, Parallel, Participant, Topic};
use engine::{Bus, Live, Spec, Toolbox, World, sim};
use models::Model;
use serde::Serialize;
use serde_json::json;
use setup::plan::debate::seat;
use setup::plan::new_id;
use setup::plan::rules::rules;
use setup::providers::Table;
use setup::settings;
use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Store;

const TOPIC: &str = "Should the payments team adopt gRPC for internal calls?";
/// How many sit at the tables. Ours: the fewest that make a majority, and enough to tell a batch from a queue.
const SEATS: [usize; 2] = [3, 5];
/// How far over the least a debate may take. Ours: all that is not waiting for answers is at most a twentieth of it.
const MOST_OVER: f64 = 1.05;

/// A debate that was timed.
#[derive(Debug, Serialize)]
struct Timed {
    mode: String,
    seats: usize,
    level: &'static str,
    rounds: usize,
    /// More than rounds × seats where an answer was asked for once more.
    calls: u32,
    wall_s: f64,
    least_s: f64,
    over: f64,
}

/// What a level saves of the time that one after the other takes.
#[derive(Debug, Serialize)]
struct Saved {
    mode: String,
    seats: usize,
    last_only: Option<f64>,
    full: Option<f64>,
}

pub(crate) async fn run(args: &BenchPath, mut context: Context) -> Result<(), Exit> {
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
    let mut interrupted = pin!(interruption());
    let (mut timed, mut is_whole) = (Vec::new(), true);
    'tables: for seats in SEATS {
        let table = Seats::set(args, &mut context, seats, answer).await?;
        for mode in &modes {
            for level in Parallel::ALL {
                tokio::select! {
                    biased;
                    () = &mut interrupted => {
                        is_whole = false;
                        break 'tables;
                    }
                    it = table.time(mode, level, answer) => timed.push(it?),
                }
            }
        }
    }
    let saved = saved(&timed);
    let worst = timed.iter().map(|it| it.over).fold(0.0, f64::max);
    if args.json {
        print::line(json!({
            "answer_ms": args.answer_ms, "simulated": args.with.is_empty(), "complete": is_whole,
            "debates": timed, "over_sequential": saved, "most_over": worst, "within": worst <= MOST_OVER,
        }))?;
    } else {
        lines(&timed, &saved, worst).iter().try_for_each(print::line)?;
    }
    if is_whole { Ok(()) } else { Err(Exit::interrupted("this is what was measured until then")) }
}

/// How many batches of a round must follow on each other.
fn batches(level: Parallel, seats: usize) -> usize {
    match level {
        Parallel::None => seats,
        Parallel::LastOnly => 2.min(seats),
        Parallel::Full => 1.min(seats),
    }
}

/// A table that is set.
struct Seats {
    participants: Vec<Participant>,
    models: BTreeMap<String, Arc<dyn Model>>,
    rules: Rules,
}

impl Seats {
    async fn set(args: &BenchPath, context: &mut Context, seats: usize, answer: Duration) -> Result<Seats, Exit> {
        let simulated = [sim::PROVIDER.to_owned()];
        let with = if args.with.is_empty() { simulated.as_slice() } else { args.with.as_slice() };
        let names: Vec<&str> = with.iter().map(String::as_str).cycle().take(seats).collect();
        context.settings.overrule("table", Some(names.join(",")))?;
        let table = Table::new(&context.settings, &settings::process)?;
        let participants = seat(&context.settings, &table).await?.participants;
        let open = table.open(participants.iter().map(|it| it.model.as_str()))?;
        let mut models = bring(&table, open, &participants, false).await?;
        models.iter_mut().for_each(|(name, model)| Slow::down(name, model, answer));
        let rules = Rules { algorithm: Algorithm::FixedRounds, watch: Watch::default(), ..rules(&context.settings, 1) };
        Ok(Seats { participants, models, rules })
    }

    async fn time(&self, mode: &str, level: Parallel, answer: Duration) -> Result<Timed, Exit> {
        let store = Store::memory().await?;
        let world = World {
            brake: Default::default(),
            models: self.models.clone(),
            journal: Arc::new(store.clone()),
            clock: Arc::new(Live::after(0)),
            analyst: None,
            tools: Arc::new(Toolbox::default()),
        };
        let spec = Spec {
            id: new_id(),
            topic: Topic::new(TOPIC).map_err(Exit::failure)?,
            ballot: None,
            mode: mode.to_owned(),
            participants: self.participants.clone(),
            rules: Rules { parallel: Some(level), ..self.rules.clone() },
            disciplines: Default::default(),
            attached: Vec::new(),
            personas: Vec::new(),
        };
        let started = Instant::now();
        let debate = engine::start(&world, &spec, &Bus::silent()).await?;
        let wall = started.elapsed();
        store.close().await;
        let (rounds, seats) = (debate.rounds.len(), self.participants.len());
        // Independent takes come all at once, whatever the level.
        let steps = debate.rounds.iter().map(|it| if it.in_turn { batches(level, seats) } else { 1 }).sum::<usize>();
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        let least = answer * steps.max(1);
        let over = wall.as_secs_f64() / least.as_secs_f64();
        Ok(Timed {
            mode: mode.to_owned(),
            seats,
            level: level.as_str(),
            rounds,
            calls: debate.calls,
            wall_s: seconds(wall),
            least_s: seconds(least),
            over: (over * 1e3).round() / 1e3,
        })
    }
}

fn saved(timed: &[Timed]) -> Vec<Saved> {
    let sequential = timed.iter().filter(|it| it.level == Parallel::None.as_str());
    let of = |it: &Timed| {
        let share = |level: Parallel| {
            let other = timed
                .iter()
                .find(|other| other.mode == it.mode && other.seats == it.seats && other.level == level.as_str())?;
            Some((other.wall_s / it.wall_s * 1e3).round() / 1e3)
        };
        Saved {
            mode: it.mode.clone(),
            seats: it.seats,
            last_only: share(Parallel::LastOnly),
            full: share(Parallel::Full),
        }
    };
    sequential.map(of).collect()
}

fn lines(timed: &[Timed], saved: &[Saved], worst: f64) -> Vec<String> {
    let mut lines = vec![format!(
        "{:22} {:>5} {:10} {:>6} {:>5} {:>8} {:>8} {:>6}",
        "mode", "seats", "level", "rounds", "calls", "wall, s", "least, s", "over"
    )];
    lines.extend(timed.iter().map(|it| {
        let Timed { mode, seats, level, rounds, calls, wall_s, least_s, over } = it;
        format!("{mode:22} {seats:>5} {level:10} {rounds:>6} {calls:>5} {wall_s:>8.3} {least_s:>8.3} {over:>6.3}")
    }));
    lines.push(format!("\n{:22} {:>5} {:>10} {:>10}", "over one by one", "seats", "last-only", "full"));
    let share = |it: Option<f64>| it.map_or_else(|| "–".to_owned(), |it| format!("{it:.3}"));
    lines.extend(
        saved
            .iter()
            .map(|it| format!("{:22} {:>5} {:>10} {:>10}", it.mode, it.seats, share(it.last_only), share(it.full))),
    );
    let verdict = if worst <= MOST_OVER { "within" } else { "over" };
    lines.push(format!("\nat most {worst:.3} of the least: {verdict} the {MOST_OVER} that is the target"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-02, D-60: what must follow on each other.
    #[test]
    fn batches_in_sequence() {
        for (level, seats, expected) in
            [(Parallel::None, 5, 5), (Parallel::LastOnly, 5, 2), (Parallel::LastOnly, 2, 2), (Parallel::Full, 5, 1)]
        {
            assert_eq!(batches(level, seats), expected, "{level} {seats}");
        }
    }

    /// D-60: the least that last-only can take, of what one after the other does, leaves room for the targets of 0.70 and 0.45.
    #[test]
    fn a_share_of_what_one_by_one_takes() {
        let timed = |level: Parallel, wall_s| Timed {
            mode: "m".into(),
            seats: 5,
            level: level.as_str(),
            rounds: 1,
            calls: 5,
            wall_s,
            least_s: wall_s,
            over: 1.0,
        };
        let all = [timed(Parallel::None, 2.0), timed(Parallel::LastOnly, 0.8), timed(Parallel::Full, 0.4)];
        let saved = saved(&all);
        assert_eq!((saved.len(), saved[0].last_only, saved[0].full), (1, Some(0.4), Some(0.2)));
    }
}
