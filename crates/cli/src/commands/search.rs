//! `search`: full-text search over debates.
use crate::args::Search;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::selection::{Selection, status};
use exports::times;
use exports::wording::one_line;
use serde_json::json;
use server::filter;
use std::collections::BTreeMap;
use store::{Hit, Store};

/// How many passages are inspected where a filter needs the log of their debates.
const MOST_HITS: u32 = 2_000;

pub(crate) async fn run(args: &Search, context: &Context) -> Result<(), Exit> {
    let wanted = Selection::of(&args.wanted)?;
    let hits = match context.store_to_read().await? {
        Some(store) => found(&store, &args.words.join(" "), &wanted, args.limit).await?,
        None => Vec::new(),
    };
    if hits.is_empty() && !args.json {
        print::note("no debate contains all of these words");
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

/// The passages in wanted debates, best first.
async fn found(store: &Store, words: &str, wanted: &Selection, limit: u32) -> Result<Vec<Hit>, Exit> {
    let most = if wanted.looks_closer() { MOST_HITS } else { limit };
    let hits = filter::search(store, None, words, &wanted.filter, most, |it| status(store, it)).await?;
    if !wanted.looks_closer() {
        return Ok(hits);
    }
    let (mut chosen, mut known) = (Vec::new(), BTreeMap::new());
    for hit in hits {
        let is_wanted = match known.get(&hit.debate) {
            Some(is_wanted) => *is_wanted,
            None => {
                let entry = store.entry(&hit.debate).await?;
                let is_wanted = match &entry {
                    Some(entry) => wanted.fits(store, entry).await?,
                    None => false,
                };
                known.insert(hit.debate.clone(), is_wanted);
                is_wanted
            }
        };
        chosen.extend(is_wanted.then_some(hit));
        if chosen.len() >= limit as usize {
            break;
        }
    }
    Ok(chosen)
}
