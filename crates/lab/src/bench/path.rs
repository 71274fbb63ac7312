//! Measures the duration of debates over the theoretical minimum (D-02, D-60).
//!
//! The minimum is rounds × sequential batches × the time of an answer; the rest is overhead. Each debate has the machine to itself, is
//! written to a store in memory, plays all rounds and has no evaluator, so that only its participants are asked.
use super::{Seats, id, seconds};
use crate::Error;
use debate::Parallel;
use engine::Bus;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Store;

/// The numbers of participants. Ours: the fewest that make a majority, and enough to tell a batch from a queue.
pub const TABLE_SIZES: [usize; 2] = [3, 5];
/// The largest allowed ratio to the minimum. Ours: everything but waiting for answers is at most a twentieth of it.
const MOST_OVER: f64 = 1.05;

/// A timed debate.
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

/// The time that a level saves over sequential turns.
#[derive(Debug, Serialize)]
struct Saved {
    mode: String,
    seats: usize,
    last_only: Option<f64>,
    full: Option<f64>,
}

/// Timed debates.
#[derive(Debug)]
pub struct Path {
    answer: Duration,
    is_simulated: bool,
    timed: Vec<Timed>,
}

impl Path {
    /// For debates in which an answer takes this long.
    pub fn new(answer: Duration, is_simulated: bool) -> Path {
        Path { answer, is_simulated, timed: Vec::new() }
    }

    /// Times each mode with these participants, at every level.
    pub async fn time(&mut self, seats: &Seats, modes: &[&str]) -> Result<(), Error> {
        for mode in modes {
            for level in Parallel::ALL {
                self.timed.push(timed(seats, mode, level, self.answer).await?);
            }
        }
        Ok(())
    }

    fn worst(&self) -> f64 {
        self.timed.iter().map(|it| it.over).fold(0.0, f64::max)
    }

    /// As a JSON object; the caller says whether the measurement is complete.
    pub fn json(&self, is_whole: bool) -> Value {
        let worst = self.worst();
        json!({
            "answer_ms": self.answer.as_millis() as u64, "simulated": self.is_simulated, "complete": is_whole,
            "debates": self.timed, "over_sequential": saved(&self.timed), "most_over": worst, "within": worst <= MOST_OVER,
        })
    }

    /// As lines of text.
    pub fn lines(&self) -> Vec<String> {
        lines(&self.timed, &saved(&self.timed), self.worst())
    }
}

/// How many sequential batches a round has.
fn batches(level: Parallel, seats: usize) -> usize {
    match level {
        Parallel::None => seats,
        Parallel::LastOnly => 2.min(seats),
        Parallel::Full => 1.min(seats),
    }
}

async fn timed(seats: &Seats, mode: &str, level: Parallel, answer: Duration) -> Result<Timed, Error> {
    let store = Store::memory().await?;
    let mut spec = seats.spec(id(), mode)?;
    spec.rules.parallel = Some(level);
    let started = Instant::now();
    let debate = engine::start(&seats.world(Arc::new(store.clone())), &spec, &Bus::silent()).await?;
    let wall = started.elapsed();
    store.close().await;
    let (rounds, size) = (debate.rounds.len(), seats.participants.len());
    // Independent takes form one batch at any level.
    let steps = debate.rounds.iter().map(|it| if it.in_turn { batches(level, size) } else { 1 }).sum::<usize>();
    let steps = u32::try_from(steps).unwrap_or(u32::MAX);
    let least = answer * steps.max(1);
    let over = wall.as_secs_f64() / least.as_secs_f64();
    Ok(Timed {
        mode: mode.to_owned(),
        seats: size,
        level: level.as_str(),
        rounds,
        calls: debate.calls,
        wall_s: seconds(wall),
        least_s: seconds(least),
        over: (over * 1e3).round() / 1e3,
    })
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

    /// D-02, D-60: the number of sequential batches.
    #[test]
    fn batches_in_sequence() {
        for (level, seats, expected) in
            [(Parallel::None, 5, 5), (Parallel::LastOnly, 5, 2), (Parallel::LastOnly, 2, 2), (Parallel::Full, 5, 1)]
        {
            assert_eq!(batches(level, seats), expected, "{level} {seats}");
        }
    }

    /// D-60: the minimum of last-only relative to sequential turns leaves room for the targets of 0.70 and 0.45.
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
