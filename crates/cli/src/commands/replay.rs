//! `replay`: a recorded debate once more, without any network (O-05).
use super::Context;
use super::running::{self, Show};
use crate::args::Replay;
use crate::exit::Exit;
use crate::print;
use analysis::Verdict;
use debate::log::{self, LogError};
use debate::{Debate, Envelope};
use std::path::Path;

pub(crate) async fn run(args: &Replay, context: &Context) -> Result<(), Exit> {
    let word = &args.recording;
    let (events, place) = match file(word)? {
        Some(events) => (events, format!("`{word}`: ")),
        None => {
            let store = context.store().await?;
            let id = super::find(&store, word).await.map_err(|exit| neither(word, exit))?;
            (store.log(&id).await?, String::new())
        }
    };
    let id = Debate::replay(&events).map_err(|error| Exit::request(format!("{place}{error}")))?.id;
    let (count, style) = (events.len(), context.style());
    let work = |bus| async move { engine::replay(events, &bus).await };
    let debate = running::run(Show::of(args.output), style, &id, work).await?;
    // What is judged here is the replay, not the debate.
    running::present(&Verdict::of(&debate), args.output, style)?;
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
        LogError::Torn { seq, .. } => Exit::request(format!(
            "`{word}` is torn: its last record, line {}, breaks off; take that line away to replay the rest",
            seq + 1
        )),
        LogError::Damaged { seq, why } => {
            let (line, column, why) = (seq + 1, why.column(), why.to_string());
            let why = why.split(" at line ").next().unwrap_or_default();
            Exit::request(format!("`{word}`:{line}:{column}: not an event: {why}"))
        }
    })
}

/// A word that looks like a path was more likely meant as one.
fn neither(word: &str, exit: Exit) -> Exit {
    if word.contains(['.', '/']) { Exit::request(format!("`{word}` is neither a file nor a debate")) } else { exit }
}
