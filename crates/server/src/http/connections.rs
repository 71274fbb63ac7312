//! Connections: their number, their timeouts, and shutdown.
use super::App;
use super::write_timeout::WriteTimeout;
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Timeouts of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the head of a request, and again for its body.
    pub request: Duration,
    /// For the client to read more.
    pub reader: Duration,
    /// For requests in progress to end after the server is told to stop.
    pub stop: Duration,
}

impl Default for Patience {
    /// Our choice: a request is small and arrives at once even over a slow line; a client that lost its network is back within half a
    /// minute or reconnects.
    fn default() -> Patience {
        let half_a_minute = Duration::from_secs(30);
        Patience { request: half_a_minute, reader: half_a_minute, stop: Duration::from_secs(10) }
    }
}

/// Connections in addition to streams, for short requests.
const BESIDE_STREAMS: usize = 512;

/// Maximum size of a connection's write buffer and of a request's head, in bytes.
const BUFFER: usize = 64 << 10;

/// Pause after a failed accept, for example when file handles run out.
const AFTER_FAULT: Duration = Duration::from_millis(100);

/// Accepts connections until the server is told to stop, then waits for requests in progress, up to the timeout.
pub(super) async fn take(listener: TcpListener, router: Router, app: App) {
    let room = Arc::new(Semaphore::new(app.service.limits().streams.saturating_add(BESIDE_STREAMS)));
    let mut open = JoinSet::new();
    loop {
        let taken = async {
            // At capacity, new connections wait in the system's queue, which is bounded too.
            let place = room.clone().acquire_owned().await;
            (listener.accept().await, place)
        };
        tokio::select! {
            () = app.stop.cancelled() => break,
            Some(_) = open.join_next() => {}
            (accepted, place) = taken => match accepted {
                Ok((stream, peer)) => {
                    let served = hold(stream, Peer(peer.ip()), router.clone(), app.clone());
                    open.spawn(async move {
                        served.await;
                        drop(place);
                    });
                }
                Err(_) => tokio::time::sleep(AFTER_FAULT).await,
            },
        }
    }
    drop(listener);
    let ended = async { while open.join_next().await.is_some() {} };
    // Connections that are still open are dropped with the set.
    let _ = tokio::time::timeout(app.patience.stop, ended).await;
}

/// The peer address of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) IpAddr);

/// The service of a connection; it adds the peer address to each request.
struct From {
    router: TowerToHyperService<Router>,
    peer: Peer,
}

impl Service<Request<Incoming>> for From {
    type Response = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Response;
    type Error = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Error;
    type Future = <TowerToHyperService<Router> as Service<Request<Incoming>>>::Future;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(self.peer);
        self.router.call(request)
    }
}

/// Serves one connection to its end.
async fn hold(stream: TcpStream, peer: Peer, router: Router, app: App) {
    // Events are small and must not be delayed.
    let _ = stream.set_nodelay(true);
    let io = TokioIo::new(WriteTimeout::new(stream, app.patience.reader, app.metrics.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.patience.request)
        .max_buf_size(BUFFER)
        .serve_connection(io, From { router: TowerToHyperService::new(router), peer });
    let mut connection = pin!(connection);
    // Errors of a connection concern only its client.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = app.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
