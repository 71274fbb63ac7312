//! Measures the cost of an append when many debates write at the same time.
//!
//! `cargo run --release -p store --example append -- --debates 500 --events 20 [--think-ms 50] [--bytes 1800] [--dir DIR]`
//! prints one line of JSON. `think-ms` is how long each debate waits between two events, as for a model's answer.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
use debate::ballot::Cast;
use debate::event::{Answer, Envelope, Event};
use debate::ids::{CallId, DebateId, Name};
use debate::turn::{Claim, Label, Turn};
use rustix::time::{ClockId, clock_gettime};
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use store::Store;

struct Args {
    debates: usize,
    events: u64,
    think: Duration,
    bytes: usize,
    directory: PathBuf,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let args = read_args()?;
    let directory = tempfile::tempdir_in(&args.directory)?;
    let begun = Instant::now();
    let store = Store::open(&directory.path().join("roundtable.db")).await?;
    let open_ms = begun.elapsed().as_secs_f64() * 1e3;

    let event = event(args.bytes);
    let (begun, cpu) = (Instant::now(), cpu_s());
    let mut debates = tokio::task::JoinSet::new();
    for number in 0..args.debates {
        let (store, event) = (store.clone(), event.clone());
        let think = args.think;
        debates.spawn(async move {
            let debate = DebateId::from(format!("{number:08x}-0000-7000-8000-{:012x}", number * 7_919));
            let mut longest = Duration::ZERO;
            for seq in 0..args.events {
                if !think.is_zero() {
                    // Staggered: debates don't begin in the same moment.
                    let share = u32::try_from((number * 7_919 + 13) % 1_000).unwrap_or_default();
                    tokio::time::sleep(if seq == 0 { think * share / 1_000 } else { think }).await;
                }
                let envelope = Envelope { seq, at: 1_790_000_000_000 + seq, elapsed: seq, event: event.clone() };
                let asked = Instant::now();
                store.append(&debate, &envelope).await?;
                longest = longest.max(asked.elapsed());
            }
            Ok::<_, store::Error>(longest)
        });
    }
    let mut longest = Duration::ZERO;
    while let Some(debate) = debates.join_next().await {
        longest = longest.max(debate??);
    }
    let (wall_s, cpu_s) = (begun.elapsed().as_secs_f64(), cpu_s() - cpu);
    let events = args.debates as u64 * args.events;
    let body = debate::log::write(&Envelope { seq: 0, at: 0, elapsed: 0, event })?.len();
    println!(
        "{{\"events\":{events},\"commits\":{},\"wall_s\":{wall_s:.3},\"cpu_s\":{cpu_s:.3},\"cpu_us_per_event\":{:.1},\
         \"body_bytes\":{body},\"longest_ms\":{:.1},\"open_ms\":{open_ms:.1}}}",
        store.commits(),
        cpu_s * 1e6 / events as f64,
        longest.as_secs_f64() * 1e3,
    );
    store.close().await;
    Ok(())
}

fn read_args() -> Result<Args, Box<dyn Error>> {
    let mut args =
        Args { debates: 500, events: 20, think: Duration::ZERO, bytes: 1_800, directory: std::env::temp_dir() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{word}` needs a value"))?;
        match word.as_str() {
            "--debates" => args.debates = value.parse()?,
            "--events" => args.events = value.parse()?,
            "--think-ms" => args.think = Duration::from_millis(value.parse()?),
            "--bytes" => args.bytes = value.parse()?,
            "--dir" => args.directory = value.into(),
            other => return Err(format!("unknown `{other}`").into()),
        }
    }
    Ok(args)
}

/// A turn whose answer has about this many bytes, in the proportions of a real one.
fn event(bytes: usize) -> Event {
    let words = |share: usize| "the queue drains \"before\" the second writer sees it; ".repeat(bytes / share / 54 + 1);
    let claim =
        Claim { label: Label::Fact, text: words(16), cites: vec![1, 2], kind: None, assigned: false, standing: None };
    let turn = Turn {
        position: Some(words(9)),
        reasoning: Some(words(2)),
        confidence: Some(0.74),
        ballot: Some(Cast::Headline(words(18))),
        claims: vec![claim; 4],
        ..Turn::default()
    };
    Event::TurnTaken {
        round: 1,
        call: CallId::from("r1/turn/hamilton"),
        by: Name::from("hamilton"),
        turn,
        flaws: Vec::new(),
        answer: Answer { text: words(1), took: 2_400, attempts: 1, ..Answer::default() },
    }
}

/// The processor time of this process, in seconds.
fn cpu_s() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
