//! `rm`: removes debates and all of their stored data.
use super::{open, stop};
use crate::args::Rm;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::prompter::{EmptyLine, Prompter};
use debate::DebateId;
use exports::wording::one_line;
use std::fs;
use store::Store;

pub(crate) async fn run(args: &Rm, context: &Context) -> Result<(), Exit> {
    let Some(first) = args.ids.first() else { return Ok(()) };
    let store = context.store_with(first).await?;
    // All are found before one of them is deleted.
    let mut named: Vec<(DebateId, String)> = Vec::new();
    for word in &args.ids {
        let id = crate::context::find(&store, word).await?;
        if named.iter().all(|(it, _)| *it != id) {
            let topic = store.entry(&id).await?.map(|it| one_line(&it.topic, 160)).unwrap_or_default();
            named.push((id, topic));
        }
    }
    if !args.yes && !is_agreed(&named).await? {
        print::note("nothing was deleted");
        return Ok(());
    }
    for (id, topic) in &named {
        delete(&store, id).await?;
        print::note(format!("deleted {id}: {topic}"));
    }
    store.close().await;
    Ok(())
}

async fn delete(store: &Store, id: &DebateId) -> Result<(), Exit> {
    let lock = stop::lock_run(store, id)?;
    store.delete(id).await?;
    // The page that `open` wrote, if there is one.
    if let Some(page) = open::page(id) {
        let _ = fs::remove_file(page);
    }
    lock.settle();
    Ok(())
}

/// Asks for confirmation. Without a terminal nothing is deleted.
async fn is_agreed(named: &[(DebateId, String)]) -> Result<bool, Exit> {
    let Some(prompter) = Prompter::on_terminal("nothing was deleted") else {
        let ids: Vec<&str> = named.iter().map(|(id, _)| id.as_str()).collect();
        return Err(Exit::request(format!(
            "there is no terminal to confirm on: delete with `roundtable rm {} --yes`",
            ids.join(" ")
        )));
    };
    let list: String = named.iter().map(|(id, topic)| format!("{id}: {topic}\n")).collect();
    let (it, them) = if named.len() == 1 { ("it", "it") } else { ("these", "them") };
    let question = format!("{list}Delete {it} and everything stored for {them}? This can't be undone.");
    Ok(prompter.agrees(&question, EmptyLine::No).await?.unwrap_or(false))
}
