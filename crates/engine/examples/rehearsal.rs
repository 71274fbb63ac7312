//! A provider on loopback that answers as simulated participants do, after a given delay: for runs over real sockets in every mode.
//!
//! `cargo run --release -p engine --example rehearsal -- --port 8099 --latency-ms 200`
use futures_util::FutureExt;
use lab::Sim;
use models::fake_provider::{Behaviour, FakeProvider, Memory, Received};
use models::{CALL_HEADER, Model, Request, Schema};
use serde_json::Value;
use std::error::Error;
use std::io::Write;
use std::sync::Arc;
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

/// The answer of the simulated participant with the model's name to the last message.
fn answer(received: &Received) -> Option<String> {
    let messages = received.body.get("messages")?.as_array()?;
    let content = |it: &serde_json::Value| Some(it.get("content")?.as_str()?.to_owned());
    let (system, user) = (messages.first().and_then(content)?, messages.last().and_then(content)?);
    let model = received.body.get("model")?.as_str()?;
    // What is asked for is in the schema, and the call is in a header: no prompt is read.
    let form = received.body.pointer("/response_format/json_schema");
    let part = |name: &str| form.and_then(|it| it.get(name));
    let name: &'static str = part("name").and_then(Value::as_str).unwrap_or("answer").to_owned().leak();
    let schema = part("schema").map(|body| Arc::new(Schema::new(name, body.clone())));
    let call = received.header(CALL_HEADER)?.to_owned();
    let seed = model.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let request = Request {
        call,
        system: system.into(),
        user,
        stable: Vec::new(),
        schema,
        max_tokens: 4_096,
        temperature: None,
        seed: None,
        tools: Default::default(),
        data: None,
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
