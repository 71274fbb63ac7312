//! A provider on loopback that answers as simulated participants do, after a given delay: for runs over real sockets in every mode.
//!
//! `cargo run --release -p engine --example rehearsal -- --port 8099 --latency-ms 200`
use debate::{CallId, Letter};
use formats::data::{BallotOption, Question};
use futures_util::FutureExt;
use lab::Sim;
use models::fake_provider::{Behaviour, FakeProvider, Memory, Received};
use models::{CALL_HEADER, Model, Request};
use serde_json::Value;
use std::error::Error;
use std::io::Write;
use std::time::Duration;

struct Options {
    port: u16,
    latency: Duration,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options { port: 0, latency: Duration::ZERO };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("`{name}` needs a value"))?;
        match name.as_str() {
            "--port" => options.port = value.parse()?,
            "--latency-ms" => options.latency = Duration::from_millis(value.parse()?),
            _ => return Err(format!("`{name}` is unknown: use `--port` or `--latency-ms`").into()),
        }
    }
    Ok(options)
}

/// The question as data, which is all that a simulated participant reads: the allowed ballots are those of the schema. No other
/// participant's ballot is known.
fn question(call: &CallId, system: &str, user: &str, schema: &Value) -> Question {
    let topic = user.lines().skip_while(|it| *it != "# Topic").nth(1).unwrap_or_default();
    let stance = system.split_once("You hold the stance ").and_then(|(_, rest)| rest.split(' ').next());
    let ballot = schema.pointer("/properties/ballot/properties");
    let words = ballot.and_then(|it| it.pointer("/choice/enum")).and_then(Value::as_array).into_iter().flatten();
    let mut words: Vec<String> = words.filter_map(Value::as_str).map(str::to_owned).collect();
    let option = |(at, word): (usize, &String)| BallotOption {
        letter: Letter::at(at),
        word: word.clone(),
        headline: word.clone(),
        held: 0,
    };
    // The last word stands for another answer.
    let otherwise = words.pop();
    Question {
        topic: topic.to_owned(),
        // A closing ballot names no round, and follows the others.
        round: call.round().unwrap_or(u32::MAX),
        stance: stance.and_then(|it| serde_json::from_value(it.into()).ok()),
        options: words.iter().enumerate().map(option).collect(),
        otherwise,
        is_estimate: ballot.is_some_and(|it| it.get("best").is_some()),
        ..Question::default()
    }
}

/// The answer of the simulated participant with the model's name to the last message.
fn answer(received: &Received) -> Option<String> {
    let messages = received.body.get("messages")?.as_array()?;
    let content = |it: &serde_json::Value| Some(it.get("content")?.as_str()?.to_owned());
    let (system, user) = (messages.first().and_then(content)?, messages.last().and_then(content)?);
    let model = received.body.get("model")?.as_str()?;
    let schema = received.body.pointer("/response_format/json_schema/schema").cloned().unwrap_or_default();
    let call = CallId::from(received.header(CALL_HEADER)?);
    let data = serde_json::to_value(question(&call, &system, &user, &schema)).ok();
    let seed = model.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let request = Request {
        call: call.to_string(),
        system: system.into(),
        user,
        stable: Vec::new(),
        schema: None,
        max_tokens: 4_096,
        temperature: None,
        seed: None,
        tools: Default::default(),
        data,
    };
    let reply = Sim::new(seed).ask(&request, None).now_or_never()?;
    reply.ok().map(|it| it.text)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Options { port, latency } = options()?;
    // A request for the list of models has no messages, and is answered without delay.
    let responder = move |received: &Received| match answer(received) {
        Some(text) => Behaviour::slow(text, latency),
        None => Behaviour::answer(""),
    };
    let fake = FakeProvider::start_on(port, Memory::Count, Box::new(responder)).await?;
    writeln!(std::io::stdout(), "listening on {}", fake.base_url())?;
    std::future::pending().await
}
