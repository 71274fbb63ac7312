//! `replay`: repeats a recorded debate without any network (O-05).
use crate::args::Replay;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::running::{self, Run, Show};
use debate::log::{self, LogError};
use debate::{Debate, Envelope};
use std::path::Path;

pub(crate) async fn run(args: &Replay, context: &Context) -> Result<(), Exit> {
    let word = &args.recording;
    let mut odd_line = None;
    let (events, place) = match file(word)? {
        Some(file) => {
            odd_line = file.odd_line;
            (file.events, format!("`{word}`: "))
        }
        None => {
            let store = context.store_with(word).await.map_err(|exit| neither(word, exit))?;
            let id = crate::context::find(&store, word).await.map_err(|exit| neither(word, exit))?;
            (store.log(&id).await?, String::new())
        }
    };
    let recorded = Debate::replay(&events).map_err(|error| Exit::request(format!("{place}{error}")))?;
    let (count, style) = (events.len(), context.style());
    let work = |bus| async move { engine::replay(events, &bus).await };
    let run = Run::of(&recorded.id, &recorded.participants, None).by(&recorded.mode);
    // Boxed: the future of a debate is large.
    let debate = Box::pin(running::run(Show::of(args.output), style, run, work)).await?;
    // The exit code is that of the replay, not of the debate.
    running::present(&debate, args.output, style)?;
    let how = match odd_line {
        None => "the same to the byte".to_owned(),
        Some(line) => format!("the same events, though line {line} of the file is not written as roundtable writes it"),
    };
    print::note(format!("replayed: {count} events, {how}, no call made"));
    Ok(())
}

/// A recording read from a file.
struct Recording {
    events: Vec<Envelope>,
    /// The first line whose event is written differently than we would write it.
    odd_line: Option<usize>,
}

/// The recording in a file, if the argument names one.
fn file(word: &str) -> Result<Option<Recording>, Exit> {
    let path = Path::new(word);
    if !path.is_file() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(path)
        .map_err(|error| Exit::request(format!("can't read `{word}`: {}", crate::exit::why(&error))))?;
    let events = log::read_lines(&text).map_err(|error| match error {
        LogError::Torn { seq, .. } => Exit::request(format!(
            "`{word}` is torn: its last record, line {}, is incomplete; remove that line to replay the rest",
            seq + 1
        )),
        LogError::Damaged { seq, why } => {
            let (line, column, why) = (seq + 1, why.column(), why.to_string());
            let why = why.split(" at line ").next().unwrap_or_default();
            Exit::request(format!("`{word}`:{line}:{column}: not an event: {why}"))
        }
    })?;
    let odd_line = exports::odd_line(&text);
    Ok(Some(Recording { events, odd_line }))
}

/// Whether an argument looks like a path.
fn neither(word: &str, exit: Exit) -> Exit {
    if word.contains(['.', '/']) { Exit::request(format!("`{word}` is neither a file nor a debate")) } else { exit }
}
