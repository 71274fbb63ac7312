//! `list`: lists debates.
use crate::args::List;
use crate::context::{Context, standing, wanted};
use crate::exit::Exit;
use crate::print;
use debate::event::Reason;
use exports::times::{self, day};
use exports::wording::one_line;
use serde_json::json;
use server::Filter;
use store::{Entry, Store};

/// Page size when reading debates with a limit.
const PAGE: u32 = 100;

pub(crate) async fn run(args: &List, context: &Context) -> Result<(), Exit> {
    let filter = wanted(&args.wanted)?;
    let entries = match context.store_to_read().await? {
        Some(store) if filter.is_empty() => store.list(args.limit, 0).await?,
        Some(store) => chosen(&store, &filter, args.limit).await?,
        None => Vec::new(),
    };
    if entries.is_empty() && args.limit > 0 && !args.json {
        print::note(match filter.is_empty() {
            true => "no debates yet; start one with `roundtable debate \"TOPIC\"`",
            false => "no such debates; without `--state`, `--from`, `--to` and `--mode` all are listed",
        });
    }
    let style = context.style();
    for it in entries {
        let state = it.closed.map_or("unfinished", Reason::as_str);
        print::line(if args.json {
            json!({
                "debate": it.debate, "opened_at": it.opened_at, "topic": it.topic, "mode": it.mode,
                "participants": it.participants, "rehearsal": it.rehearsal, "events": it.events, "last_at": it.last_at,
                "closed": it.closed, "fork": it.fork, "opened": times::written(it.opened_at), "last": times::written(it.last_at),
            })
            .to_string()
        } else {
            let rehearsal = if it.rehearsal { " (rehearsal)" } else { "" };
            let fork = it.fork.map(|it| format!(" (forked from {})", one_line(it.debate.as_str(), 64)));
            let fork = fork.unwrap_or_default();
            format!(
                "{}  {}  {:19}  {:18}  {}{rehearsal}{fork}",
                style.bold(&it.debate),
                day(it.opened_at),
                state,
                one_line(&it.mode, 18),
                one_line(&it.topic, 80)
            )
        })?;
    }
    Ok(())
}

/// The newest debates that match.
async fn chosen(store: &Store, filter: &Filter, limit: u32) -> Result<Vec<Entry>, Exit> {
    let mut entries = Vec::new();
    for offset in (0..).step_by(PAGE as usize) {
        let page = store.list(PAGE, offset).await?;
        let is_last = page.len() < PAGE as usize;
        entries.extend(page.into_iter().filter(|it| filter.fits(it, &standing(store, it))));
        if is_last || entries.len() >= limit as usize {
            break;
        }
    }
    entries.truncate(limit as usize);
    Ok(entries)
}
