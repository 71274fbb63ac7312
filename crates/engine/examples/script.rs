//! Plays a real debate that the tests keep as a script, and prints its log. Pages of `docs/examples` are made from it.
//!
//! `cargo run -p engine --example script -- collab > collab.jsonl`
//!
//! The scripts have neither times nor token counts: the log has the day of the debates, and no figures for the others.
#![expect(dead_code, reason = "the tests use more of the scripts")]
#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "an example that can't go on fails")]
#[path = "../tests/it/memory_journal.rs"]
mod memory_journal;
#[path = "../tests/it/script.rs"]
mod script;

use debate::Envelope;
use serde_json::{Value, json};
use std::error::Error;
use std::io::Write;

/// The day on which the debates were held, 2026-11-16, in milliseconds since 1970.
const HELD: u64 = 1_794_787_200_000;

/// The line of an event without the figures of the test's clock and models.
fn line(envelope: &Envelope) -> Result<String, Box<dyn Error>> {
    let bare = Envelope { at: HELD, elapsed: 0, ..envelope.clone() };
    let mut event = serde_json::to_value(&bare)?;
    if let Some(took) = event.get_mut("took") {
        *took = json!(0);
    }
    if let Some(answer) = event.get_mut("answer").and_then(Value::as_object_mut) {
        answer.insert("usage".to_owned(), json!({"input": 0, "cached": 0, "output": 0, "cost": null}));
        answer.insert("took".to_owned(), json!(0));
    }
    Ok(debate::log::write(&serde_json::from_value(event)?)?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let name =
        std::env::args().nth(1).ok_or("which script? One of crates/engine/tests/debates/en, such as `collab`")?;
    let (_, log) = script::play(&script::script("en", &name), &name).await;
    let mut out = std::io::stdout().lock();
    for envelope in &log {
        writeln!(out, "{}", line(envelope)?)?;
    }
    Ok(())
}
