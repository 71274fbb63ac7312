//! Arguments of `mcp`.
use super::sub_examples as examples;
use clap::{Args, Subcommand, ValueEnum};

/// `mcp`.
#[derive(Debug, Args)]
pub(crate) struct Mcp {
    /// What to do [default: speak MCP over standard input and output].
    #[command(subcommand)]
    pub(crate) action: Option<McpAction>,
    /// Download weights of embedded models when a debate needs them.
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// Actions besides speaking the protocol.
#[derive(Debug, Subcommand)]
pub(crate) enum McpAction {
    /// Print the configuration that makes a client start this program, or write it to the client's file.
    #[command(after_help = examples::MCP_INSTALL)]
    Install(Install),
}

/// `mcp install`.
#[derive(Debug, Args)]
pub(crate) struct Install {
    /// Configure this client.
    #[arg(long, value_enum)]
    pub(crate) client: Client,
    /// Write to the client's file. The rest of the file stays as it is, and the old file is kept beside it.
    #[arg(long)]
    pub(crate) write: bool,
    /// Configure it for you, or for the project in this directory.
    #[arg(long, value_enum, default_value_t = Scope::User)]
    pub(crate) scope: Scope,
    /// Name of the server in the client.
    #[arg(long, default_value = "roundtable")]
    pub(crate) name: String,
}

/// Whose configuration to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scope {
    /// Your configuration, for every directory.
    User,
    /// The project's configuration, for this directory.
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
