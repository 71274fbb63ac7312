//! `stop`: closes a debate with its current results; one that a process of its own runs, such as a detached one, is interrupted first.
use crate::args::Stop;
use crate::context::Context;
use crate::exit::Exit;
use crate::outcomes;
use crate::print;
use debate::DebateId;
use engine::{Clock, Live, stopping};
use rustix::process::{Pid, Signal, kill_process};
use std::time::{Duration, Instant};
use store::{Error, RestartPolicy, RunLock, Store};

/// The hint: how to stop a debate where it runs.
const ELSEWHERE: &str = "stop it where it runs: by the tool `control_session`, by POST /api/v1/debates/ID/stop, or with Ctrl-C there and \
                         then here";

pub(crate) async fn run(args: &Stop, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = crate::context::find(&store, &args.id).await?;
    let lock = match store.runner(&id) {
        Some(process) => interrupted(&store, &id, process).await?,
        None => lock_run(&store, &id)?,
    };
    let log = store.log(&id).await?;
    let clock = Live::after(log.last().map_or(0, |it| it.elapsed)).set(outcomes::set_time());
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

/// How long a process may take to end after it was interrupted. Ours: an interrupted one writes what it has.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(20);

/// Interrupts the process that runs a debate and nothing else, and takes the lock when it has ended.
async fn interrupted(store: &Store, id: &DebateId, process: u32) -> Result<RunLock, Exit> {
    let target = i32::try_from(process).ok().and_then(Pid::from_raw);
    let sent = target.map(|it| kill_process(it, Signal::INT));
    if !matches!(sent, Some(Ok(()) | Err(rustix::io::Errno::SRCH))) {
        return Err(Exit::failure(format!("can't interrupt process {process}, which runs debate `{id}`")));
    }
    let since = Instant::now();
    loop {
        match store.lock_run(id) {
            Ok(lock) => return Ok(lock),
            Err(Error::Running { .. }) if since.elapsed() < PATIENCE => tokio::time::sleep(LOOK).await,
            Err(Error::Running { .. }) => {
                return Err(Exit::failure(format!("process {process}, which runs debate `{id}`, does not end")));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Takes the lock of an idle debate; the error says where to stop a running one.
pub(crate) fn lock_run(store: &Store, id: &DebateId) -> Result<RunLock, Exit> {
    store.lock_run(id).map_err(|error| {
        let is_elsewhere = matches!(error, Error::Running { .. });
        let exit = Exit::from(error);
        if is_elsewhere && store.runner(id).is_none() { exit.and(ELSEWHERE) } else { exit }
    })
}
