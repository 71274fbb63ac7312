//! `mcp`: serves debates to a coding agent, by MCP over standard input and output. Nothing else is printed to standard output.
//!
//! Not here: the protocol (`server`), and client configuration (`install`).
mod install;

use super::serve::{close, debates, service};
use crate::args::{Mcp, McpAction};
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use crate::running::Interruptions;
use server::Limits;
use server::server_planner::Fetching;
use setup::settings::Env;
use std::io::IsTerminal;
use std::path::Path;
use std::time::Duration;

/// How long in-flight answers may take after the client disconnects. Ours: clients kill a server that does not exit within seconds.
const PATIENCE: Duration = Duration::from_secs(3);

/// Runs the subcommand of `mcp`, or the server without one.
pub(crate) fn act(action: &McpAction, store: Option<&Path>, env: Env<'_>, cwd: &Path) -> Result<(), Exit> {
    match action {
        McpAction::Install(args) => install::run(args, store, env, cwd),
    }
}

pub(crate) async fn run(args: &Mcp, context: Context) -> Result<(), Exit> {
    if std::io::stdin().is_terminal() {
        print::note(
            "waiting for an MCP client on standard input; `roundtable mcp install --help` says how to configure one",
        );
    }
    let mut interruptions = Interruptions::listen();
    let fetching = if args.yes { Fetching::Agreed } else { Fetching::Never };
    let service = service(context, fetching, Limits::default()).await?;
    let going = service.supervisor().recover().await.map_err(Exit::failure)?.len();
    if going > 0 {
        print::note(format_args!("going on with {}", debates(going)));
    }
    let served = tokio::select! {
        biased;
        () = interruptions.next() => Ok(()),
        served = server::mcp::serve_stdio(service.clone()) => served,
    };
    close(&service, PATIENCE, &mut interruptions, async {}).await?;
    served.map_err(Exit::failure)
}
