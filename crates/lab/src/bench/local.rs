//! Measures a model in this process: tokens a second, time to the first token, memory (O-01).
use super::{Seats, id, peak_mb, seconds};
use crate::Error;
use crate::memory_journal::MemoryJournal;
use debate::{Algorithm, CallId, Participant, Rules};
use engine::Bus;
use futures_util::future::BoxFuture;
use models::{Deltas, Model, Reply, Request};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

const TOPIC: &str = "Should a team of five split its product into microservices?";

/// A loaded model with participants for it.
pub struct Local {
    /// Its name.
    pub name: String,
    /// The model.
    pub model: Arc<dyn Model>,
    /// The backend.
    pub engine: String,
    /// The number of threads.
    pub threads: usize,
    /// How long it took to load.
    pub load: Duration,
    /// The participants, all with this model.
    pub participants: Vec<Participant>,
    /// Their rules.
    pub rules: Rules,
}

/// Its figures.
#[derive(Debug, Serialize)]
pub struct Speeds {
    model: String,
    engine: String,
    threads: usize,
    load_s: f64,
    prompt_tokens_per_s: f64,
    generation_tokens_per_s: f64,
    first_token_cold_s: f64,
    first_token_kept_s: f64,
    saved: f64,
    debate_2x2_s: f64,
    rss_peak_mb: Option<f64>,
}

impl Local {
    /// Measures it.
    pub async fn run(self) -> Result<Speeds, Error> {
        let Local { name, model, engine, threads, load, participants, rules } = self;
        let tap = Arc::new(TimedModel { inner: model, heard: Mutex::default() });
        let models = participants.iter().map(|it| (it.model.clone(), tap.clone() as Arc<dyn Model>)).collect();
        let seats = Seats { participants, models, rules };
        let (read, write) = speeds(&tap).await?;
        let small = debate(&seats, "collaborative", 2).await?;
        tap.clear();
        debate(&seats, "adversarial", 3).await?;
        let (kept, cold) = third_round(&tap).await?;
        let saved = 1.0 - kept.as_secs_f64() / cold.as_secs_f64().max(1e-9);
        Ok(Speeds {
            model: name,
            engine,
            threads,
            load_s: seconds(load),
            prompt_tokens_per_s: tenths(read),
            generation_tokens_per_s: tenths(write),
            first_token_cold_s: seconds(cold),
            first_token_kept_s: seconds(kept),
            saved: (saved * 1e3).round() / 1e3,
            debate_2x2_s: seconds(small),
            rss_peak_mb: peak_mb(),
        })
    }
}

/// Tokens a second, for prompts and for answers.
async fn speeds(tap: &TimedModel) -> Result<(f64, f64), Error> {
    let words = "The team discussed whether a small company should split its product into services. ".repeat(30);
    let asked = |call: &str, user: &str, max_tokens: u32| Request {
        call: call.to_owned(),
        system: "You are a helpful assistant.".into(),
        user: user.to_owned(),
        stable: Vec::new(),
        schema: None,
        max_tokens,
        temperature: None,
        seed: None,
        tools: Default::default(),
        data: None,
    };
    let prompt = asked("prompt", &words, 1);
    let started = Instant::now();
    let reply = tap.inner.ask(&prompt, None).await?;
    let read = (reply.usage.input - reply.usage.cached) as f64 / started.elapsed().as_secs_f64();
    let long = tap.timed(&asked("write", "Write a long story about a lighthouse.", 96)).await?;
    let writing = long.whole.saturating_sub(long.first).as_secs_f64().max(1e-9);
    Ok((read, long.output.saturating_sub(1) as f64 / writing))
}

/// Runs a debate that is not stored, and returns its duration.
async fn debate(seats: &Seats, mode: &str, rounds: u32) -> Result<Duration, Error> {
    let mut spec = seats.spec_on(TOPIC, id(), mode)?;
    (spec.rules.rounds, spec.rules.algorithm) = (rounds, Algorithm::FixedRounds);
    let started = Instant::now();
    engine::start(&seats.world(Arc::new(MemoryJournal::default())), &spec, &Bus::silent()).await?;
    Ok(started.elapsed())
}

/// The time to the first token in the third round, with the prompt cache and without it.
async fn third_round(tap: &TimedModel) -> Result<(Duration, Duration), Error> {
    let heard = tap.heard();
    let third: Vec<&TimedCall> =
        heard.iter().filter(|it| CallId::from(it.request.call.as_str()).round() == Some(3)).collect();
    let count = u32::try_from(third.len()).unwrap_or(u32::MAX);
    if count == 0 {
        return Err(Error::NoThirdRound);
    }
    let kept: Duration = third.iter().map(|it| it.first).sum();
    let mut cold = Duration::ZERO;
    for (index, turn) in third.iter().enumerate() {
        // Another beginning makes the cached prefix useless.
        let system = format!("{index}. {}", turn.request.system).into();
        cold += tap.timed(&Request { system, ..turn.request.clone() }).await?.first;
    }
    Ok((kept / count, cold / count))
}

/// A model with a stopwatch.
struct TimedModel {
    inner: Arc<dyn Model>,
    heard: Mutex<Vec<TimedCall>>,
}

/// A timed call.
#[derive(Clone)]
struct TimedCall {
    request: Request,
    /// Until the first token.
    first: Duration,
    /// Until the last token.
    whole: Duration,
    output: u64,
}

impl TimedModel {
    fn heard(&self) -> Vec<TimedCall> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn clear(&self) {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    async fn timed(&self, request: &Request) -> Result<TimedCall, models::Error> {
        Ok(self.listen(request).await?.1)
    }

    async fn listen(&self, request: &Request) -> Result<(Reply, TimedCall), models::Error> {
        let started = Instant::now();
        let timer = FirstTokenTimer { started, first: OnceLock::new() };
        let reply = self.inner.ask(request, Some(&timer)).await?;
        let whole = started.elapsed();
        let first = timer.first.get().copied().unwrap_or(whole);
        let heard = TimedCall { request: request.clone(), first, whole, output: reply.usage.output };
        Ok((reply, heard))
    }
}

impl Model for TimedModel {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        Box::pin(async move {
            let (reply, heard) = self.listen(request).await?;
            self.heard.lock().unwrap_or_else(PoisonError::into_inner).push(heard);
            Ok(reply)
        })
    }
}

struct FirstTokenTimer {
    started: Instant,
    first: OnceLock<Duration>,
}

impl Deltas for FirstTokenTimer {
    fn delta(&self, _: &str) {
        self.first.get_or_init(|| self.started.elapsed());
    }

    fn restart(&self) {}
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

impl Speeds {
    /// As lines of text.
    pub fn lines(&self) -> Vec<String> {
        let report = json!(self);
        let field = |name: &str| report.get(name).map(Value::to_string).unwrap_or_default();
        let text = |name: &str| report.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        vec![
            format!("{} by {}, {} threads", text("model"), text("engine"), field("threads")),
            format!("  loaded in            {} s", field("load_s")),
            format!("  reads                {} tokens/s", field("prompt_tokens_per_s")),
            format!("  writes               {} tokens/s", field("generation_tokens_per_s")),
            format!(
                "  third round          {} s until the first word with what was kept, {} s without",
                field("first_token_kept_s"),
                field("first_token_cold_s")
            ),
            format!("  saved                {}", field("saved")),
            format!("  debate of 2 × 2      {} s", field("debate_2x2_s")),
            format!("  memory at most       {} MB", field("rss_peak_mb")),
        ]
    }
}
