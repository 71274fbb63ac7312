//! `cargo xtask judge http`: checks the OpenAPI document, and a server with simulated participants against it, with third-party programs.
//!
//! openapi-spec-validator validates the document, openapi-typescript generates types from it, and a client is compiled against these. Then
//! schemathesis tests the server with everything that the document allows and forbids, with all checks on: no 5xx, no undocumented answer, no
//! forbidden input accepted, no request without a token. The server is the example `serve` of `server`.
use super::fetched::{self, Package};
use crate::process;
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Packages from npm: the type generator and the compiler.
const NODE: [Package; 2] = [("openapi-typescript", "7.13.0"), ("typescript", "5.9.3")];

/// Packages from PyPI.
const PYTHON: [Package; 1] = [("openapi-spec-validator", "0.9.0")];

/// The release that is known to work.
const PACKAGE: &str = "schemathesis==4.32.*";

/// A tenant's token, generated for this run.
const TOKEN: &str = "judge-token-0123456789";

pub(crate) fn run() -> Result<()> {
    let judge = schemathesis()?;
    let mut server = Server::start()?;
    let document = format!("{}/openapi.json", server.address()?);
    let folder = fetched::target().join("judge/openapi");
    std::fs::create_dir_all(&folder).with_context(|| format!("could not make `{}`", folder.display()))?;
    read(&document, &folder)?;
    compile(&folder)?;
    let mut command = Command::new(judge);
    command
        .arg("--config-file")
        .arg(process::root().join("xtask/judge/schemathesis.toml"))
        .args(["run", &document])
        .args(["--checks", "all", "--max-examples", "50", "--request-timeout", "30", "--no-color"])
        .args(["--header", &format!("Authorization: Bearer {TOKEN}")])
        // It leaves its findings in the working directory.
        .current_dir(process::root().join("target"));
    process::run(command)
}

/// Fetches and validates the document, and stores it in a folder.
fn read(document: &str, folder: &Path) -> Result<()> {
    let mut command = Command::new(fetched::python(&PYTHON)?);
    command
        .arg(process::root().join("xtask/judge/openapi.py"))
        .args([document, TOKEN])
        .arg(folder.join("openapi.json"));
    process::run(command).context("the document is no valid OpenAPI")
}

/// Generates types from the document in a folder, and compiles a client against them.
fn compile(folder: &Path) -> Result<()> {
    let modules = fetched::node_modules(&NODE)?;
    let node = |program: &str| {
        let mut command = Command::new(fetched::node(&modules));
        command.arg(modules.join(program)).current_dir(folder);
        command
    };
    let mut types = node("openapi-typescript/bin/cli.js");
    types.args(["openapi.json", "--output", "api.d.ts"]);
    process::run(types).context("no types can be made of the document")?;
    let client = process::root().join("xtask/judge/client.ts");
    std::fs::copy(&client, folder.join("client.ts"))
        .with_context(|| format!("could not copy `{}`", client.display()))?;
    let mut compiled = node("typescript/bin/tsc");
    compiled.args([
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
    ]);
    compiled.args(["client.ts", "api.d.ts"]);
    process::run(compiled).context("a client in TypeScript does not compile against the document")?;
    println!("ok      a client in TypeScript compiles against the document");
    Ok(())
}

/// schemathesis: the one that `SCHEMATHESIS` names, else that in `target/judge`, which is installed if missing.
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

/// A server that exits when its standard input closes.
struct Server {
    child: Child,
}

impl Server {
    fn start() -> Result<Server> {
        let example = ["run", "--quiet", "--package", "server", "--features", "simulated", "--example", "serve"];
        let mut command = process::cargo(&example);
        command.env("TOKENS", format!("judge {TOKEN}")).stdin(Stdio::piped()).stdout(Stdio::piped());
        Ok(Server { child: command.spawn().context("could not start the server")? })
    }

    /// Its address: the first line it prints.
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
        // It exits by itself; its status does not matter.
        let _ = self.child.wait();
    }
}
