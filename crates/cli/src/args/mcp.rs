//! What was typed after `mcp`.
use clap::{Args, Subcommand, ValueEnum};

/// `mcp`.
#[derive(Debug, Args)]
pub(crate) struct Mcp {
    /// What to do; without it, the protocol is spoken.
    #[command(subcommand)]
    pub(crate) action: Option<McpAction>,
    /// Fetch weights of embedded models when a debate needs them.
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// What can be done besides speaking the protocol.
#[derive(Debug, Subcommand)]
pub(crate) enum McpAction {
    /// Print the configuration that makes a client start this program, or write it.
    Install(Install),
}

/// `mcp install`.
#[derive(Debug, Args)]
pub(crate) struct Install {
    /// Which client.
    #[arg(long, value_enum)]
    pub(crate) client: Client,
    /// Write it into the client's file; all else in it stays as it is, and the old file is kept beside it.
    #[arg(long)]
    pub(crate) write: bool,
    /// For you, or for the project in this directory.
    #[arg(long, value_enum, default_value_t = Scope::User)]
    pub(crate) scope: Scope,
    /// What the client shall call it.
    #[arg(long, default_value = "roundtable")]
    pub(crate) name: String,
}

/// Whose configuration it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scope {
    /// Yours, wherever you work.
    User,
    /// That of the project in this directory.
    Project,
}

/// The clients whose configuration is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    /// Claude Code.
    ClaudeCode,
    /// Claude Desktop.
    ClaudeDesktop,
    /// Cursor.
    Cursor,
    /// Visual Studio Code.
    Vscode,
    /// Codex.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Windsurf.
    Windsurf,
    /// Zed.
    Zed,
}
