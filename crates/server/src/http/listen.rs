//! Connections: how many, how long they may take to ask and to read, and how they end.
use super::App;
use super::patient::Patient;
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

/// How long things may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until the head of a request has come, and its body after that.
    pub request: Duration,
    /// Until a reader takes something more.
    pub reader: Duration,
    /// Until requests under way have ended, once the server stops.
    pub stop: Duration,
}

impl Default for Patience {
    /// Ours: a request is small and comes at once even over a bad line; an interrupted reader is back within half a minute or reconnects.
    fn default() -> Patience {
        let half_a_minute = Duration::from_secs(30);
        Patience { request: half_a_minute, reader: half_a_minute, stop: Duration::from_secs(10) }
    }
}

/// Connections beyond the streams: those of short requests.
const BESIDE_STREAMS: usize = 512;

/// What a connection keeps unsent at most, and the most that a request's head may have.
const BUFFER: usize = 64 << 10;

/// How long to wait after a connection could not be taken, such as for want of file handles.
const AFTER_FAULT: Duration = Duration::from_millis(100);

/// Takes connections until the server is told to stop; then lets requests under way end, for a while.
pub(super) async fn take(listener: TcpListener, router: Router, app: App) {
    let room = Arc::new(Semaphore::new(app.desk.limits().streams.saturating_add(BESIDE_STREAMS)));
    let mut open = JoinSet::new();
    loop {
        let taken = async {
            // Whoever comes when there is no room waits in the system's queue, which is bounded too.
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
    // What has not ended by then is dropped with the set.
    let _ = tokio::time::timeout(app.patience.stop, ended).await;
}

/// Who is at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) IpAddr);

/// What is served, with each request told from where it comes.
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

/// Holds one connection to its end.
async fn hold(stream: TcpStream, peer: Peer, router: Router, app: App) {
    // Events are small and are to be seen at once.
    let _ = stream.set_nodelay(true);
    let io = TokioIo::new(Patient::new(stream, app.patience.reader, app.gauges.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.patience.request)
        .max_buf_size(BUFFER)
        .serve_connection(io, From { router: TowerToHyperService::new(router), peer });
    let mut connection = pin!(connection);
    // A connection that breaks is its caller's matter.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = app.stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
