//! `delete`: a debate goes with all that is kept of it.
use super::{Context, stop};
use crate::args::Delete;
use crate::exit::Exit;
use crate::print;
use exports::wording::one_line;
use std::io::{BufRead, IsTerminal};

pub(crate) async fn run(args: &Delete, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = super::find(&store, &args.id).await?;
    let topic = store.entry(&id).await?.map(|it| one_line(&it.topic, 80)).unwrap_or_default();
    let claim = stop::claim(&store, &id)?;
    if !args.yes && !is_agreed(id.as_str(), &topic)? {
        print::note("nothing was deleted");
        return Ok(());
    }
    store.delete(&id).await?;
    store.close().await;
    claim.settle();
    print::note(format!("deleted {id}: {topic}"));
    Ok(())
}

/// Asks the person at the terminal. Where nobody is there, nothing is deleted.
fn is_agreed(id: &str, topic: &str) -> Result<bool, Exit> {
    let is_person = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if !is_person {
        return Err(Exit::request(format!("nobody is here to be asked: delete it with `roundtable delete {id} --yes`")));
    }
    print::note(format!("{id}: {topic}\nDelete it with all that is kept of it? It can't be undone. [y/N]"));
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(Exit::failure)?;
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}
