//! Measures the cost of safety (D-50): the processor time of tier 1 beside that of the debates, and the calls and tokens that an evaluator
//! adds.
//!
//! `cargo run --release -p engine --example watched -- 300`
#![expect(clippy::print_stdout, reason = "an example that reports")]
use debate::event::Event;
use debate::rules::ReviewRules;
use debate::{Algorithm, Debate, DebateId, Envelope, Layout, Profile, Rules, Topic};
use engine::{Bus, Journal, Live, Seat, Spec, World};
use futures_util::future::BoxFuture;
use lab::Sim;
use models::Model;
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;
use store::Store;

/// A journal that keeps nothing.
struct NullJournal;

impl Journal for NullJournal {
    fn write<'a>(&'a self, _: &'a DebateId, _: &'a [Envelope]) -> BoxFuture<'a, Result<(), engine::Error>> {
        Box::pin(std::future::ready(Ok(())))
    }
}

const SEATS: u64 = 3;
const TOPICS: [(&str, &str); 2] = [
    ("plain", "Should the payments team adopt gRPC for internal calls?"),
    ("touchy", "Should schools teach children how malware and phishing steal passwords, and ban explosives from labs?"),
];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let debates: usize = std::env::args().nth(1).map_or(Ok(300), |it| it.parse())?;
    for (kind, topic) in TOPICS {
        // As in production: the log is written to a file.
        let folder = tempfile::tempdir()?;
        let store = Store::open(&folder.path().join("watched.db")).await?;
        let before = spent();
        for number in 0..debates {
            hold(&format!("d{number}"), "collaborative", topic, 3, ReviewRules::default(), Arc::new(store.clone()))
                .await?;
        }
        let run = spent() - before;
        let mut answers: Vec<String> = Vec::new();
        for number in 0..debates {
            for envelope in store.log(&format!("d{number}").as_str().into()).await? {
                if let Event::TurnTaken { answer, .. } = envelope.event {
                    answers.push(answer.text);
                }
            }
        }
        store.close().await;
        // Rehearsed answers are not about their topic: here each quotes it.
        if kind == "touchy" {
            answers.iter_mut().for_each(|it| *it = it.replace("Rehearsed reasoning", topic));
        }
        let before = spent();
        let found = answers.iter().filter(|it| black_box(analysis::safety::screen(black_box(it))).is_some()).count();
        let screened = spent() - before;
        let bytes: usize = answers.iter().map(String::len).sum();
        println!(
            "{kind}: {debates} debates, {} answers of {} bytes: loop {:.1} ms, tier 1 {:.2} ms = {:.2}% ({:.2} µs an answer, {found} stopped)",
            answers.len(),
            bytes / answers.len().max(1),
            run.as_secs_f64() * 1e3,
            screened.as_secs_f64() * 1e3,
            screened.as_secs_f64() / run.as_secs_f64() * 100.0,
            screened.as_secs_f64() * 1e6 / answers.len().max(1) as f64,
        );
    }

    println!("mode | rounds | calls | watched | tokens | watched | more");
    for mode in formats::modes::names() {
        for rounds in [1, 2, 3, 5] {
            let topic = "Should hospitals tell patients of every breach?";
            let paper = Arc::new(NullJournal);
            let plain = hold("plain", mode, topic, rounds, ReviewRules::default(), paper.clone()).await?;
            let watch = ReviewRules { on: true, evaluator: Some("sim/9".to_owned()), ..ReviewRules::default() };
            let watched = hold("watched", mode, topic, rounds, watch, paper).await?;
            let (tokens, more) = (plain.spent.tokens(), watched.spent.tokens());
            println!(
                "{mode} | {rounds} | {} | {} | {tokens} | {more} | {:.0}%",
                plain.calls,
                watched.calls,
                (more as f64 / tokens as f64 - 1.0) * 100.0
            );
        }
    }
    Ok(())
}

/// Runs a debate of simulated participants.
async fn hold(
    id: &str,
    mode: &str,
    topic: &str,
    rounds: u32,
    watch: ReviewRules,
    journal: Arc<dyn Journal>,
) -> Result<Debate, Box<dyn Error>> {
    let seats = (1..=SEATS).map(|n| Seat {
        model: format!("sim/{n}"),
        family: "sim".to_owned(),
        name: None,
        profile: Profile::Full,
        layout: Layout::Rebuild,
    });
    let spec = Spec {
        id: id.into(),
        topic: Topic::new(topic)?,
        ballot: None,
        mode: mode.to_owned(),
        participants: engine::seat(seats),
        rules: Rules { rounds, algorithm: Algorithm::FixedRounds, watch, ..Rules::default() },
        disciplines: Default::default(),
        attached: Vec::new(),
        personas: Vec::new(),
    };
    let sim = |seed: u64| (format!("sim/{seed}"), Arc::new(Sim::new(seed)) as Arc<dyn Model>);
    let models: BTreeMap<String, Arc<dyn Model>> = (1..=SEATS).chain([9]).map(sim).collect();
    let (clock, tools) = (Arc::new(Live::after(0)), Arc::new(engine::Toolbox::default()));
    let world = World { models, journal, clock, analyst: None, tools, pause_flag: Default::default() };
    Ok(engine::start(&world, &spec, &Bus::silent()).await?)
}

/// The processor time of this process so far.
fn spent() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
