//! `import`: stores an exported event log as a debate (I-40).
use crate::args::Import;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::stdin_arg;
use debate::{Debate, DebateId, Envelope};
use exports::wording::one_line;
use exports::{ImportError, MOST_BYTES};
use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use store::{Error, Store};

pub(crate) async fn run(args: &Import, context: &Context) -> Result<(), Exit> {
    let text = text(&args.file).map_err(|why| refused(&args.file, why))?;
    let events = events(args, &text)?;
    if let Some(line) = exports::odd_line(&text) {
        let says = "its fields beside the event are not kept";
        print::note(format!("line {line} is not written as roundtable writes it: {says}"));
    }
    let debate = Debate::replay(&events).map_err(engine::Error::from)?;
    let id = &debate.id;
    let store = context.store().await?;
    match here(&store, id).await? {
        Some(here) if here == events => {
            print::note(format!("{id} is already stored, with the same {} events", events.len()))
        }
        Some(here) => return Err(refused(&args.file, other(id, &here, &events))),
        None => {
            store.import(id, &events).await?;
            let then = if debate.closed.is_some() { "show" } else { "resume" };
            print::note(format!("imported {} events: `roundtable {then} {id}`", events.len()));
        }
    }
    print::line(id)
}

/// The error in one line; it may contain text of the file.
fn refused(file: &str, why: impl Display) -> Exit {
    let name = if file == "-" { "standard input".to_owned() } else { format!("`{file}`") };
    Exit::request(format!("can't import {name}: {}", one_line(&why.to_string(), LONGEST)))
}

/// The longest error, in characters. Ours: a list of all event kinds fits.
const LONGEST: usize = 600;

/// The hint where an id is taken or invalid.
const AS: &str = "`--as ID` imports it under another id";

/// Parses the events of a text, under the requested id.
fn events(args: &Import, text: &str) -> Result<Vec<Envelope>, Exit> {
    let read = match &args.id {
        Some(id) => exports::import_as(text, id),
        None => exports::import(text),
    };
    read.or_else(|why| match why {
        ImportError::Torn { line, whole } if args.drop_torn => {
            print::note(format!("dropped line {line}, which was incomplete: `resume` asks its question again"));
            Ok(whole)
        }
        ImportError::Torn { .. } => {
            Err(refused(&args.file, format!("{why}; `--drop-torn` imports it without that line")))
        }
        ImportError::Id(_) if args.id.is_none() => Err(refused(&args.file, format!("{why}; {AS}"))),
        ImportError::TooLarge
        | ImportError::TooLong { .. }
        | ImportError::Empty
        | ImportError::NotAnEvent { .. }
        | ImportError::NotADebate { .. }
        | ImportError::Id(_)
        | ImportError::Bound(_) => Err(refused(&args.file, why)),
    })
}

/// The events of a stored debate, if there is one with this id.
async fn here(store: &Store, id: &DebateId) -> Result<Option<Vec<Envelope>>, Exit> {
    match store.log(id).await {
        Ok(events) => Ok(Some(events)),
        Err(Error::Unknown { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// How another debate with the same id differs.
fn other(id: &DebateId, here: &[Envelope], events: &[Envelope]) -> String {
    let same = here.iter().zip(events).take_while(|(here, other)| here == other).count();
    let parts = match (same == here.len(), same == events.len()) {
        (true, _) => format!("it ends before event {same}, with which the file continues"),
        (_, true) => format!("it continues after the end of the file, with event {same}"),
        (false, false) => format!("they differ from event {same} on"),
    };
    format!("another debate `{id}` is already stored: {parts}; {AS}")
}

/// The content of a file, or of standard input for `-`.
fn text(file: &str) -> Result<String, String> {
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    let read = match file {
        "-" => {
            stdin_arg::announce("the log");
            std::io::stdin().lock().take(most).read_to_end(&mut bytes)
        }
        path => File::open(path).and_then(|it| it.take(most).read_to_end(&mut bytes)),
    };
    read.map_err(|error| crate::exit::why(&error))?;
    String::from_utf8(bytes).or_else(|error| {
        let (place, is_torn) = (error.utf8_error().valid_up_to(), error.utf8_error().error_len().is_none());
        let mut bytes = error.into_bytes();
        let line = bytes.iter().take(place).filter(|it| **it == b'\n').count() + 1;
        bytes.truncate(place);
        // Cut within a character: the last line is reported as incomplete.
        String::from_utf8(bytes).ok().filter(|_| is_torn).ok_or_else(|| format!("line {line} is not UTF-8 text"))
    })
}
