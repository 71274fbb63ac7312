//! `rm`: removes a debate and all of its stored data.
use super::stop;
use crate::args::Rm;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use exports::wording::one_line;
use std::io::{BufRead, IsTerminal};

pub(crate) async fn run(args: &Rm, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = crate::context::find(&store, &args.id).await?;
    let topic = store.entry(&id).await?.map(|it| one_line(&it.topic, 160)).unwrap_or_default();
    if !args.yes && !is_agreed(id.as_str(), &topic)? {
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
fn is_agreed(id: &str, topic: &str) -> Result<bool, Exit> {
    let is_person = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if !is_person {
        return Err(Exit::request(format!(
            "there is no terminal to confirm on: delete it with `roundtable rm {id} --yes`"
        )));
    }
    print::note(format!("{id}: {topic}\nDelete it and everything stored for it? This can't be undone. [y/N]"));
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).map_err(Exit::failure)?;
    Ok(is_yes(&line))
}

/// Whether the input confirms; an empty line does not.
fn is_yes(line: &str) -> bool {
    matches!(line.trim().to_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-10: nothing is deleted by an empty line, the end of input, or anything but a yes.
    #[test]
    fn only_a_yes_agrees() {
        for (line, expected) in
            [("y\n", true), (" YES \n", true), ("", false), ("\n", false), ("no\n", false), ("yep\n", false)]
        {
            assert_eq!(is_yes(line), expected, "{line:?}");
        }
    }
}
