//! `debate --detach` and `panel --detach`: a debate in a process of its own, which survives the terminal.
//!
//! The debate is opened here, where errors are seen; the other process resumes it. It leaves the session of the terminal, so closing that does
//! not reach it. Not here: following it (`commands::show::follow`).
use crate::exit::Exit;
use crate::outcomes;
use crate::print;
use engine::Spec;
use serde_json::json;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use store::{RunLock, Store};

/// How long the other process may take to begin. Ours: it opens a file and reads settings.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(20);

/// Opens the debate, starts the process that runs it, and says how to follow it.
pub(crate) async fn start(store: Store, lock: RunLock, spec: &Spec, set: &[String], is_json: bool) -> Result<(), Exit> {
    let id = &spec.id;
    let opening = engine::opening(&engine::Live::after(0).set(outcomes::set_time()), spec)?;
    store.import(id, &opening).await?;
    store.flush().await?;
    lock.settle();
    let program =
        std::env::current_exe().map_err(|error| Exit::failure(format!("can't find this program: {error}")))?;
    let mut command = Command::new(program);
    command.args(["resume", id.as_str(), "--quiet", "--detached", "--yes", "--store"]).arg(store.path());
    // What is set for this run alone is not in the log.
    let set = set.iter().filter_map(|it| it.split_once('='));
    command
        .envs(set.map(|(key, value)| (format!("ROUNDTABLE_{}", key.trim().to_uppercase()), value.trim().to_owned())));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| Exit::failure(format!("can't start a process: {error}")))?;
    begun(&store, spec, &mut child).await?;
    let pid = child.id();
    if is_json {
        return print::json(&json!({"debate": id, "process": pid}));
    }
    print::line(id)?;
    print::note(format!(
        "it runs in process {pid}; follow it with `roundtable show {id} --follow`, end it with `roundtable stop {id}`, pause it with `kill -INT {pid}`"
    ));
    Ok(())
}

/// Waits until the other process runs the debate, or has already done so.
async fn begun(store: &Store, spec: &Spec, child: &mut Child) -> Result<(), Exit> {
    let since = Instant::now();
    while !store.is_locked(&spec.id) {
        let ended = child.try_wait().map_err(|error| Exit::failure(format!("can't wait for the process: {error}")))?;
        match ended {
            Some(status) if status.success() => return Ok(()),
            Some(_) => {
                let id = &spec.id;
                return Err(Exit::failure(format!("the process ended at once; `roundtable resume {id}` says why")));
            }
            None if since.elapsed() > PATIENCE => return Err(Exit::failure("the process did not start the debate")),
            None => tokio::time::sleep(LOOK).await,
        }
    }
    Ok(())
}

/// Leaves the session of the terminal: its end is no signal to this process any more.
pub(crate) fn leave_session() {
    // It fails for the leader of a process group, which has left already.
    let _ = rustix::process::setsid();
}
