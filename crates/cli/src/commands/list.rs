//! `list`: what there is.
use super::Context;
use crate::args::List;
use crate::exit::Exit;
use crate::print;
use debate::event::Reason;
use exports::wording::{day, one_line};
use serde_json::json;

pub(crate) async fn run(args: &List, context: &Context) -> Result<(), Exit> {
    let entries = match context.store_to_read().await? {
        Some(store) => store.list(args.limit, 0).await?,
        None => Vec::new(),
    };
    if entries.is_empty() && args.limit > 0 && !args.json {
        print::note("no debates yet; start one with `roundtable debate \"TOPIC\"`");
    }
    let style = context.style();
    for it in entries {
        let state = it.closed.map_or("unfinished", Reason::as_str);
        print::line(if args.json {
            json!({
                "debate": it.debate, "opened_at": it.opened_at, "topic": it.topic, "mode": it.mode,
                "participants": it.participants, "rehearsal": it.rehearsal, "events": it.events, "last_at": it.last_at,
                "closed": it.closed, "fork": it.fork,
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
