//! The fake provider as a program, for load runs from another process.
//!
//! `cargo run --release -p models --features fake-provider --example fake_provider -- --port 0 --latency-ms 1000 --answer-file FILE`
use models::fake_provider::{Behaviour, FakeProvider, Memory};
use std::error::Error;
use std::io::Write;
use std::time::Duration;

const DEFAULT_ANSWER: &str = r#"{"position":"Yes, begin with a pilot of two services and measure.","reasoning":"Contribution: a pilot is cheap and can be undone. Synthesis: decide on the rest when there are figures.","confidence":0.78,"vote":"MINOR","objection":"name an owner","claims":[{"label":"INFER","text":"A pilot of two services bounds the cost of being wrong."},{"label":"ASSUME","text":"The team can spare two people for a month."}],"references":[],"key_points":["Begin with a pilot","Measure before the rest"],"confidence_change":null}"#;

struct Options {
    port: u16,
    latency: Duration,
    answer: String,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options { port: 0, latency: Duration::ZERO, answer: DEFAULT_ANSWER.to_owned() };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("`{name}` needs a value"))?;
        match name.as_str() {
            "--port" => options.port = value.parse()?,
            "--latency-ms" => options.latency = Duration::from_millis(value.parse()?),
            "--answer-file" => options.answer = std::fs::read_to_string(value)?,
            _ => return Err(format!("`{name}` is unknown: use `--port`, `--latency-ms` or `--answer-file`").into()),
        }
    }
    Ok(options)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let Options { port, latency, answer } = options()?;
    let responder = move |_: &_| Behaviour::slow(answer.clone(), latency);
    let fake = FakeProvider::start_on(port, Memory::Count, Box::new(responder)).await?;
    writeln!(std::io::stdout(), "listening on {}", fake.base_url())?;
    std::future::pending().await
}
