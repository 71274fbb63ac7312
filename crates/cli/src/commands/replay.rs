//! `replay`: a recorded debate once more, without any network (O-05).
use super::Context;
use super::running::{self, Show};
use crate::args::Replay;
use crate::exit::Exit;
use crate::print;
use debate::log::{self, LogError};
use debate::{Debate, Envelope};
use std::path::Path;

pub(crate) async fn run(args: &Replay, context: &Context) -> Result<(), Exit> {
    let events = match file(&args.recording)? {
        Some(events) => events,
        None => {
            let store = context.store().await?;
            let id = super::find(&store, &args.recording).await?;
            store.log(&id).await?
        }
    };
    let id = Debate::replay(&events).map_err(engine::Error::from)?.id;
    let (count, style) = (events.len(), context.style());
    let work = |bus| async move { engine::replay(events, &bus).await };
    let debate = running::run(Show::of(args.output), style, &id, work).await?;
    running::conclude(&debate, args.output, style, false)?;
    print::note(format!("replayed: {count} events, the same to the byte, no call made"));
    Ok(())
}

/// The events of a file, if the word names one.
fn file(word: &str) -> Result<Option<Vec<Envelope>>, Exit> {
    let path = Path::new(word);
    if !path.is_file() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(path).map_err(|error| Exit::request(format!("can't read `{word}`: {error}")))?;
    log::read_lines(&text).map(Some).map_err(|error| match error {
        LogError::Torn { seq, .. } => {
            Exit::request(format!("`{word}` is torn: its last record, line {}, breaks off; take that line away to replay the rest", seq + 1))
        }
        LogError::Damaged { seq, why } => Exit::request(format!("`{word}`:{}: not an event: {why}", seq + 1)),
    })
}
