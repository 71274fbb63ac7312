//! `stop`: closes a paused debate with its current results.
use crate::args::Stop;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use debate::DebateId;
use engine::{Clock, Live, stopping};
use store::{Error, RestartPolicy, RunLock, Store};

/// The hint: how to stop a debate where it runs.
const ELSEWHERE: &str = "stop it where it runs: by the tool `control_session`, by POST /api/v1/debates/ID/stop, or with Ctrl-C there and \
                         then here";

pub(crate) async fn run(args: &Stop, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = crate::context::find(&store, &args.id).await?;
    let lock = lock_run(&store, &id)?;
    let log = store.log(&id).await?;
    let clock = Live::after(log.last().map_or(0, |it| it.elapsed));
    let stopped = stopping(&clock as &dyn Clock, &log)?;
    if let Some(event) = &stopped {
        store.append(&id, event).await?;
    }
    // A server must not resume it at its next start.
    store.set_restart_policy(&id, RestartPolicy::Stay).await?;
    store.close().await;
    lock.settle();
    print::note(match stopped {
        Some(_) => format!("stopped {id}; its verdict so far: `roundtable show {id}`"),
        None => format!("{id} is over already: `roundtable show {id}`"),
    });
    Ok(())
}

/// Takes the lock of an idle debate; the error says where to stop a running one.
pub(crate) fn lock_run(store: &Store, id: &DebateId) -> Result<RunLock, Exit> {
    store.lock_run(id).map_err(|error| {
        let is_elsewhere = matches!(error, Error::Running { .. });
        let exit = Exit::from(error);
        if is_elsewhere { exit.and(ELSEWHERE) } else { exit }
    })
}
