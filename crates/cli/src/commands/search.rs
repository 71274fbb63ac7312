//! `search`: full-text search over debates.
use crate::args::Search;
use crate::context::{Context, standing, wanted};
use crate::exit::Exit;
use crate::print;
use exports::times;
use exports::wording::one_line;
use serde_json::json;
use server::filter;

pub(crate) async fn run(args: &Search, context: &Context) -> Result<(), Exit> {
    let filter = wanted(&args.wanted)?;
    let hits = match context.store_to_read().await? {
        Some(store) => {
            filter::search(&store, None, &args.words.join(" "), &filter, args.limit, |it| standing(&store, it)).await?
        }
        None => Vec::new(),
    };
    if hits.is_empty() && !args.json {
        print::note("nothing found");
    }
    let style = context.style();
    for hit in hits {
        print::line(if args.json {
            json!({
                "debate": hit.debate, "seq": hit.seq, "what": hit.what.as_str(), "by": hit.by, "round": hit.round,
                "text": hit.text, "opened_at": hit.opened_at, "opened": times::written(hit.opened_at),
            })
            .to_string()
        } else {
            let place = match (&hit.by, hit.round) {
                (Some(by), Some(round)) => format!("{} by {by}, round {round}", hit.what.as_str()),
                (None, _) | (_, None) => hit.what.as_str().to_owned(),
            };
            let text = one_line(&hit.marked("«", "»"), 240);
            format!("{}  {}\n{}", style.bold(&hit.debate), style.dim(place), style.wrap("    ", &text).trim_end())
        })?;
    }
    Ok(())
}
