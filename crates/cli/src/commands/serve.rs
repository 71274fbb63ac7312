//! `serve`: runs an HTTP server until it is told to stop; also holds what `mcp` shares with it.
//!
//! On a stop request a server accepts nothing new, finishes in-flight answers, and exits; its debates resume at the next start. Not here:
//! request handling (`server`), and planning debates (`server::server_planner`).
use crate::args::Serve;
use crate::context::Context;
use crate::exit::Exit;
use crate::fetch_models::Terminal;
use crate::print;
use crate::running::Interruptions;
use rustix::fs::Mode;
use serde_json::json;
use server::http::{LogSink, Patience};
use server::server_planner::Fetching;
use server::{Access, Ceilings, DebateService, Limits, ServerPlanner};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, lookup_host};
use tokio_util::sync::CancellationToken;

/// How long in-flight answers may take after a stop request. Ours: most arrive by then, and service managers kill after thirty seconds or later.
const PATIENCE: Duration = Duration::from_secs(20);

/// The largest token file, in bytes. Ours: room for thousands of tokens.
const TOKENS_MOST: u64 = 1 << 20;

pub(crate) async fn run(args: &Serve, mut context: Context) -> Result<(), Exit> {
    // Register signal handlers before announcing the address: a stop request may follow at once.
    let mut interruptions = Interruptions::listen();
    context.settings.overrule("access_log", args.access_log.then_some(true))?;
    context.settings.overrule("rate_limit", args.rate_limit.as_ref())?;
    let access = access(args)?;
    let listener = bind(&args.listen, &access).await?;
    let address = listener.local_addr().map_err(Exit::failure)?;
    let fetching = if args.yes { Fetching::Agreed } else { Fetching::Never };
    let limits = Limits::default().shared_by(access.tenants());
    let requests_a_minute = context.settings.rate_limit.value.unwrap_or(limits.requests_a_minute);
    let sink: LogSink = Arc::new(|line| print::note(line));
    let journal = context.settings.access_log.value.then_some(sink);
    let service = service(context, fetching, Limits { requests_a_minute, ..limits }).await?;
    let going = service.supervisor().recover().await.map_err(Exit::failure)?.len();
    tell(args, address, going)?;

    let stop = CancellationToken::new();
    let patience = Patience::default();
    let served = server::http::serve_kept(listener, service.clone(), access, stop.clone(), patience, journal);
    let mut serving = tokio::spawn(served);
    tokio::select! {
        biased;
        () = interruptions.next() => {}
        ended = &mut serving => {
            let why = match ended {
                Ok(Ok(())) => "it ended by itself".to_owned(),
                Ok(Err(error)) => error.to_string(),
                Err(error) => error.to_string(),
            };
            close(&service, PATIENCE, &mut interruptions, async {}).await?;
            return Err(Exit::failure(format!("the server stopped: {why}")));
        }
    }
    stop.cancel();
    // Drop streams that have no reader.
    let requests = async {
        let _ = tokio::time::timeout(PATIENCE, serving).await;
    };
    close(&service, PATIENCE, &mut interruptions, requests).await
}

/// A service over this machine's store, settings, keys and weights.
pub(crate) async fn service(context: Context, fetching: Fetching, limits: Limits) -> Result<DebateService, Exit> {
    let store = context.store().await?;
    let ceilings = Ceilings::of(&context.settings);
    let planner = ServerPlanner::new(context.settings, fetching, Arc::new(Terminal))?;
    Ok(DebateService::new(store, Arc::new(planner), limits).with_ceilings(ceilings))
}

/// Pauses every debate while `requests` end; a second interruption exits at once.
pub(crate) async fn close(
    service: &DebateService,
    patience: Duration,
    interruptions: &mut Interruptions,
    requests: impl Future<Output = ()>,
) -> Result<(), Exit> {
    let running = service.supervisor().running();
    if running > 0 {
        print::note(format_args!("finishing in-flight answers ({}); Ctrl-C again stops at once", debates(running)));
    }
    let at_rest = async {
        futures_util::future::join(service.supervisor().close(patience), requests).await;
        service.supervisor().store().close().await;
    };
    tokio::select! {
        biased;
        () = at_rest => Ok(()),
        () = interruptions.next() => Err(Exit::interrupted("unfinished answers are requested again when the server starts")),
    }
}

/// A number of debates, in words.
pub(crate) fn debates(count: usize) -> String {
    if count == 1 { "1 debate".to_owned() } else { format!("{count} debates") }
}

/// Prints the address, and the debates that resume.
fn tell(args: &Serve, address: SocketAddr, going: usize) -> Result<(), Exit> {
    let url = format!("http://{address}");
    if going > 0 {
        print::note(format_args!("going on with {}", debates(going)));
    }
    print::note(format_args!("listening on {url} (API at /api/v1, MCP at /mcp); stop with Ctrl-C"));
    if address.ip().is_unspecified() && args.allow_host.is_empty() {
        print::note(format_args!(
            "only requests to localhost are answered: name the host that other machines use with `--allow-host NAME`"
        ));
    }
    if args.json {
        print::json(&json!({"url": url, "host": address.ip(), "port": address.port(), "going_on": going}))?;
    }
    Ok(())
}

/// Binds the address; refuses one that others can reach without a token (I-30).
async fn bind(listen: &str, access: &Access) -> Result<TcpListener, Exit> {
    let wrong = |why: &dyn std::fmt::Display| {
        Exit::request(format!(
            "`--listen {listen}` is not an address ({why}); write `127.0.0.1:8787`, port 0 for a free one"
        ))
    };
    let addresses: Vec<SocketAddr> = lookup_host(listen).await.map_err(|error| wrong(&error))?.collect();
    addresses.iter().try_for_each(|it| access.check(*it)).map_err(Exit::request)?;
    TcpListener::bind(addresses.as_slice()).await.map_err(|error| {
        let why = if error.kind() == ErrorKind::AddrInUse {
            "it is in use by another program; stop that one, or choose another port with `--listen 127.0.0.1:0`"
                .to_owned()
        } else if error.kind() == ErrorKind::PermissionDenied {
            "that is not allowed; choose a port above 1023".to_owned()
        } else {
            error.to_string()
        };
        Exit::failure(format!("can't listen on `{listen}`: {why}"))
    })
}

/// Who may send requests: everybody on this machine, or holders of a token.
fn access(args: &Serve) -> Result<Access, Exit> {
    let access = match &args.token_file {
        Some(path) => {
            let wrong =
                |why: &dyn std::fmt::Display| Exit::request(format!("`--token-file {}`: {why}", path.display()));
            let text = tokens(path).map_err(|why| wrong(&why))?;
            Access::parse(&text).map_err(|error| wrong(&error))?
        }
        None => Access::open(),
    };
    Ok(access.with_hosts(args.allow_host.iter().cloned()))
}

/// Reads the token file. Warns if other users can read it.
fn tokens(path: &Path) -> Result<String, String> {
    let found = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if found.len() > TOKENS_MOST {
        return Err(format!("it has {} bytes, the most is {TOKENS_MOST}; it must be a list of tokens", found.len()));
    }
    if is_open_to_others(path) {
        print::note(format_args!(
            "`{0}` can be read by other users of this machine, who can then use your tokens: `chmod 600 {0}`",
            path.display()
        ));
    }
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

fn is_open_to_others(path: &Path) -> bool {
    let others = Mode::RGRP | Mode::WGRP | Mode::ROTH | Mode::WOTH;
    rustix::fs::stat(path).is_ok_and(|it| Mode::from_raw_mode(it.st_mode).intersects(others))
}
