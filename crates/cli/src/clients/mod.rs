//! Where each MCP client stores its servers, and in which file format.
pub(crate) mod merge;
#[cfg(test)]
mod tests;

use crate::args::{Client, Scope};
use clap::ValueEnum;
use serde_json::{Value, json};
use setup::settings::{self, Env};
use std::path::{Path, PathBuf};

/// The command that a client starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    pub(crate) command: String,
    pub(crate) args: Vec<String>,
}

/// The client's name on the command line.
pub(crate) fn spelled(client: Client) -> String {
    client.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned())
}

/// An entry of a client's configuration file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    /// The file format.
    pub(crate) format: FileFormat,
    /// The key that holds the servers.
    pub(crate) section: &'static str,
    /// The name of this server.
    pub(crate) name: String,
    /// The entry's value.
    pub(crate) value: Value,
}

/// A configuration file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileFormat {
    Json,
    Toml,
}

/// The entry in the client's own shape.
pub(crate) fn entry(client: Client, name: &str, start: &Start) -> Entry {
    let Start { command, args } = start;
    let plain = json!({"command": command, "args": args});
    let typed = json!({"type": "stdio", "command": command, "args": args});
    let (format, section, value) = match client {
        Client::ClaudeCode => (FileFormat::Json, "mcpServers", typed),
        Client::ClaudeDesktop | Client::Cursor | Client::Gemini | Client::Windsurf => {
            (FileFormat::Json, "mcpServers", plain)
        }
        Client::Vscode => (FileFormat::Json, "servers", typed),
        Client::Zed => (FileFormat::Json, "context_servers", plain),
        Client::Codex => (FileFormat::Toml, "mcp_servers", plain),
    };
    Entry { format, section, name: name.to_owned(), value }
}

/// The client's configuration file, or why there is none.
pub(crate) fn file(client: Client, scope: Scope, env: Env<'_>, cwd: &Path) -> Result<PathBuf, String> {
    match scope {
        Scope::Project => of_project(client)
            .map(|it| cwd.join(it))
            .ok_or_else(|| "this client has no configuration of a project's own; leave `--scope` out".to_owned()),
        Scope::User => {
            let home = settings::home(env);
            of_user(client, home.as_deref(), env).ok_or_else(|| {
                "can't find the directory of your own configuration: `HOME` is not set; use `--scope project`"
                    .to_owned()
            })
        }
    }
}

fn of_project(client: Client) -> Option<&'static str> {
    match client {
        Client::ClaudeCode => Some(".mcp.json"),
        Client::Cursor => Some(".cursor/mcp.json"),
        Client::Vscode => Some(".vscode/mcp.json"),
        Client::Codex => Some(".codex/config.toml"),
        Client::Gemini => Some(".gemini/settings.json"),
        Client::Zed => Some(".zed/settings.json"),
        Client::ClaudeDesktop | Client::Windsurf => None,
    }
}

fn of_user(client: Client, home: Option<&Path>, env: Env<'_>) -> Option<PathBuf> {
    let at = |path: &str| home.map(|it| it.join(path));
    match client {
        Client::ClaudeCode => at(".claude.json"),
        Client::ClaudeDesktop => applications(home, env).map(|it| it.join("Claude/claude_desktop_config.json")),
        Client::Cursor => at(".cursor/mcp.json"),
        Client::Vscode => applications(home, env).map(|it| it.join("Code/User/mcp.json")),
        Client::Codex => {
            let own = env("CODEX_HOME").map(PathBuf::from).filter(|it| it.is_absolute());
            own.or_else(|| at(".codex")).map(|it| it.join("config.toml"))
        }
        Client::Gemini => at(".gemini/settings.json"),
        Client::Windsurf => at(".codeium/windsurf/mcp_config.json"),
        Client::Zed => settings::base(env, "XDG_CONFIG_HOME", ".config").map(|it| it.join("zed/settings.json")),
    }
}

/// Where desktop programs store the user's configuration.
fn applications(home: Option<&Path>, env: Env<'_>) -> Option<PathBuf> {
    if cfg!(target_os = "macos") {
        home.map(|it| it.join("Library/Application Support"))
    } else {
        settings::base(env, "XDG_CONFIG_HOME", ".config")
    }
}

/// The client's own command that adds the server, where it has one.
pub(crate) fn command_line(client: Client, scope: Scope, name: &str, start: &Start) -> Option<String> {
    let words = || {
        let all = std::iter::once(&start.command).chain(&start.args);
        all.map(|it| quoted(it)).collect::<Vec<_>>().join(" ")
    };
    match (client, scope) {
        (Client::ClaudeCode, Scope::User) => Some(format!("claude mcp add --scope user {name} -- {}", words())),
        (Client::ClaudeCode, Scope::Project) => Some(format!("claude mcp add --scope project {name} -- {}", words())),
        (Client::Gemini, Scope::User) => Some(format!("gemini mcp add --scope user {name} {}", words())),
        (Client::Codex, Scope::User) => Some(format!("codex mcp add {name} -- {}", words())),
        (
            Client::ClaudeDesktop
            | Client::Cursor
            | Client::Vscode
            | Client::Codex
            | Client::Gemini
            | Client::Windsurf
            | Client::Zed,
            _,
        ) => None,
    }
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_' | '=' | ':' | '+' | ',');
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The steps left to the user after the file was written.
pub(crate) fn afterwards(client: Client) -> &'static str {
    match client {
        Client::ClaudeCode => "start Claude Code anew and look at `/mcp`; a project's servers are approved there once",
        Client::ClaudeDesktop => "start Claude Desktop anew; it shows the server in its settings, under Developer",
        Client::Cursor => "Cursor shows the server in its settings, under MCP; switch it on there",
        Client::Vscode => "run `MCP: List Servers` in VS Code and start it there; its tools are offered in agent mode",
        Client::Codex => {
            "start Codex anew and look at `/mcp`; a project's file counts only where the project is trusted"
        }
        Client::Gemini => "start Gemini CLI anew and look at `/mcp`",
        Client::Windsurf => "refresh the list of MCP servers in Cascade's settings",
        Client::Zed => "Zed shows the server in the settings of its agent panel",
    }
}
