//! `rm`: removes a debate and all of its stored data.
use super::stop;
use crate::args::Rm;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::prompter::{EmptyLine, Prompter};
use exports::wording::one_line;

pub(crate) async fn run(args: &Rm, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = crate::context::find(&store, &args.id).await?;
    let topic = store.entry(&id).await?.map(|it| one_line(&it.topic, 160)).unwrap_or_default();
    if !args.yes && !is_agreed(id.as_str(), &topic).await? {
        print::note("nothing was deleted");
        return Ok(());
    }
    let lock = stop::lock_run(&store, &id)?;
    store.delete(&id).await?;
    store.close().await;
    lock.settle();
    print::note(format!("deleted {id}: {topic}"));
    Ok(())
}

/// Asks for confirmation. Without a terminal nothing is deleted.
async fn is_agreed(id: &str, topic: &str) -> Result<bool, Exit> {
    let Some(prompter) = Prompter::on_terminal("nothing was deleted") else {
        return Err(Exit::request(format!(
            "there is no terminal to confirm on: delete it with `roundtable rm {id} --yes`"
        )));
    };
    let question = format!("{id}: {topic}\nDelete it and everything stored for it? This can't be undone.");
    Ok(prompter.agrees(&question, EmptyLine::No).await?.unwrap_or(false))
}
