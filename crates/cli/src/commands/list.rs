//! `list`: lists debates.
use crate::args::List;
use crate::context::Context;
use crate::exit::Exit;
use crate::outcomes;
use crate::print;
use crate::render::list::{Row, lines};
use crate::selection::{Selection, label, status};
use exports::times;
use exports::wording::one_line;
use serde_json::json;
use store::{Entry, Store};

/// Page size when reading debates with a limit.
const PAGE: u32 = 100;

pub(crate) async fn run(args: &List, context: &Context) -> Result<(), Exit> {
    let wanted = Selection::of(&args.wanted)?;
    let store = context.store_to_read().await?;
    let entries = match &store {
        Some(store) if args.due => due(store, &wanted, args.limit).await?,
        Some(store) if wanted.is_empty() => store.list(args.limit, 0).await?,
        Some(store) => chosen(store, &wanted, args.limit).await?,
        None => Vec::new(),
    };
    if entries.is_empty() && args.limit > 0 && !args.json {
        print::note(match (args.due, wanted.is_empty()) {
            (true, true) => "no decision waits for an outcome",
            (false, true) => "no debates yet; start one with `roundtable debate \"TOPIC\"`",
            (_, false) => "no debate matches these filters; `roundtable list` without filters lists all",
        });
    }
    let Some(store) = store.filter(|_| !entries.is_empty()) else { return Ok(()) };
    let mut rows = Vec::new();
    for it in &entries {
        let (status, label) = (status(&store, it), label(&store, it).await?);
        if args.json {
            let line = json!({
                "debate": it.debate, "opened_at": it.opened_at, "topic": it.topic, "mode": it.mode,
                "participants": it.participants, "rehearsal": it.rehearsal, "events": it.events, "last_at": it.last_at,
                "state": status.as_str(), "label": label, "closed": it.closed, "fork": it.fork,
                "opened": times::written(it.opened_at), "last": times::written(it.last_at),
            });
            print::line(line)?;
            continue;
        }
        let fork = it.fork.as_ref().map(|it| format!(" (forked from {})", one_line(it.debate.as_str(), 64)));
        rows.push(Row {
            id: it.debate.to_string(),
            opened_at: it.opened_at,
            state: status.word(),
            // A rehearsal decides nothing, whatever its label.
            label: if it.rehearsal { Some("rehearsal") } else { label.map(analysis::Label::as_str) },
            mode: it.mode.clone(),
            topic: format!("{}{}", it.topic, fork.unwrap_or_default()),
        });
    }
    if args.json { Ok(()) } else { lines(context.style(), &rows).iter().try_for_each(print::line) }
}

/// The wanted debates that wait for an outcome, longest first.
async fn due(store: &Store, wanted: &Selection, limit: u32) -> Result<Vec<Entry>, Exit> {
    let (known, _) = outcomes::learned(store).await?;
    let mut entries = Vec::new();
    for entry in outcomes::due(store, &known).await? {
        if wanted.fits(store, &entry).await? {
            entries.push(entry);
        }
    }
    entries.truncate(limit as usize);
    Ok(entries)
}

/// The newest debates that are wanted.
async fn chosen(store: &Store, wanted: &Selection, limit: u32) -> Result<Vec<Entry>, Exit> {
    let mut entries = Vec::new();
    for offset in (0..).step_by(PAGE as usize) {
        let page = store.list(PAGE, offset).await?;
        let is_last = page.len() < PAGE as usize;
        for entry in page {
            if wanted.fits(store, &entry).await? {
                entries.push(entry);
            }
            if entries.len() >= limit as usize {
                return Ok(entries);
            }
        }
        if is_last {
            break;
        }
    }
    Ok(entries)
}
