//! `show --follow`: a debate that another process or a server runs, from its log.
use crate::args::Output;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::running::{self, Run, Show, interruption};
use debate::{Debate, DebateId, Envelope, log};
use engine::Subscriber;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// The interval between two looks at the log. Ours: soon enough for a reader; a look is one query by index.
const LOOK: Duration = Duration::from_millis(300);

/// How many events are read at a time.
const PAGE: u32 = 64;

/// As a person reads it.
const TEXT: Output = Output { json: false, jsonl: false, quiet: false };

pub(super) async fn run(store: &Store, word: &str, context: &Context) -> Result<(), Exit> {
    let id = crate::context::find(store, word).await?;
    let style = context.style();
    let (events, heard) = unbounded_channel();
    let subscriber = Subscriber { events: heard, signals: None };
    let run = Run::of(&id, &[], None).elsewhere();
    let shown = Show::of(TEXT).follow(style, run, Some(subscriber));
    let both = async { futures_util::future::try_join(read(store, &id, events), shown).await };
    tokio::select! {
        outcome = both => outcome.map(|_| ())?,
        () = interruption() => return Err(Exit::interrupted(format!("it continues in the background: `roundtable show {id} --follow`"))),
    }
    let debate = Debate::replay(&store.log(&id).await?).map_err(engine::Error::from)?;
    running::present(&debate, TEXT, style)?;
    if debate.closed.is_none() {
        print::note(format!("nobody runs it now; go on with `roundtable resume {id}`"));
    }
    Ok(())
}

/// Sends the events so far and each further one, until nobody runs the debate.
async fn read(store: &Store, id: &DebateId, events: UnboundedSender<Arc<Envelope>>) -> Result<(), Exit> {
    let mut next = 0;
    loop {
        // Before the log is read: what was written until then is read after it.
        let is_running = store.is_locked(id);
        let lines = store.lines(id, next, PAGE).await?;
        let page = log::read(lines.iter().map(|(_, line)| line.as_str())).map_err(Exit::failure)?;
        let is_all = page.is_empty();
        for envelope in page {
            next = envelope.seq + 1;
            // The view has gone.
            if events.send(Arc::new(envelope)).is_err() {
                return Ok(());
            }
        }
        if is_all {
            if !is_running {
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}
