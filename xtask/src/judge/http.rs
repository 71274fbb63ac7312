//! `cargo xtask judge http`: schemathesis over the OpenAPI document of a server with simulated participants.
//!
//! All of its checks are on: no 5xx, no answer that the document does not describe, nothing accepted that the document forbids, no
//! request without a token. The server is the example `serve` of `server`.
use crate::process;
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The release that is known to work.
const PACKAGE: &str = "schemathesis==4.32.*";

/// A token for one tenant, made up for this run alone.
const TOKEN: &str = "judge-token-0123456789";

pub(crate) fn run() -> Result<()> {
    let judge = schemathesis()?;
    let mut server = Server::start()?;
    let document = format!("{}/openapi.json", server.address()?);
    let mut command = Command::new(judge);
    command
        .arg("--config-file")
        .arg(process::root().join("xtask/judge/schemathesis.toml"))
        .args(["run", &document])
        .args(["--checks", "all", "--max-examples", "50", "--request-timeout", "30", "--no-color"])
        .args(["--header", &format!("Authorization: Bearer {TOKEN}")])
        // It leaves what it found where it stands.
        .current_dir(process::root().join("target"));
    process::run(command)
}

/// The judge: one that is named by `SCHEMATHESIS`, else one in `target/judge`, which is installed if it is not there.
fn schemathesis() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("SCHEMATHESIS") {
        return Ok(PathBuf::from(named));
    }
    let folder = process::root().join("target/judge/schemathesis");
    let judge = folder.join("bin/schemathesis");
    if !judge.exists() {
        let place = folder.display().to_string();
        process::run(process::program("python3", &["-m", "venv", &place]))
            .context("schemathesis needs Python 3 with `venv`; or name one that is installed with SCHEMATHESIS=PATH")?;
        let pip = folder.join("bin/pip").display().to_string();
        process::run(process::program(&pip, &["install", "--quiet", PACKAGE]))
            .context("can't install schemathesis; name one that is installed with SCHEMATHESIS=PATH")?;
    }
    Ok(judge)
}

/// A server that ends with its standard input.
struct Server {
    child: Child,
}

impl Server {
    fn start() -> Result<Server> {
        let example = ["run", "--quiet", "--package", "server", "--features", "double", "--example", "serve"];
        let mut command = process::cargo(&example);
        command.env("TOKENS", format!("judge {TOKEN}")).stdin(Stdio::piped()).stdout(Stdio::piped());
        Ok(Server { child: command.spawn().context("could not start the server")? })
    }

    /// Where it listens: the first line it prints.
    fn address(&mut self) -> Result<String> {
        let output = self.child.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).context("the server said nothing")?;
        match line.trim() {
            "" => bail!("the server ended before it listened"),
            address => Ok(address.to_owned()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        // It ends by itself; how is of no concern any more.
        let _ = self.child.wait();
    }
}
