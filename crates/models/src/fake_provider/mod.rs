//! A fake provider: a real server on loopback that speaks both dialects and misbehaves on request.
//!
//! Tests and load runs use it like any provider, so they cover sockets and not only mocks. It is raw TCP because an HTTP library
//! can't reset a connection or truncate a body.
//! Not here: checks of what it received. It records requests; tests check them.
mod render;
mod serve;

use crate::chat::{Stop, ToolCall};
use crate::wire::Dialect;
use serde_json::Value;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::net::TcpSocket;
use tokio::task::JoinHandle;

/// A request as it arrived.
#[derive(Clone, Debug)]
pub struct Received {
    /// Index of the request, from 0.
    pub index: usize,
    /// GET or POST.
    pub method: String,
    /// The path, version included.
    pub path: String,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body; null if there was none.
    pub body: Body,
    /// The body's length in bytes.
    pub length: usize,
}

impl Received {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// The dialect, by path.
    pub fn dialect(&self) -> Dialect {
        if self.path.ends_with("/messages") { Dialect::Anthropic } else { Dialect::OpenaiChat }
    }

    /// Whether a streamed answer is requested.
    pub fn is_streamed(&self) -> bool {
        #[derive(serde::Deserialize)]
        struct Asked {
            #[serde(default)]
            stream: bool,
        }
        serde_json::from_slice::<Asked>(&self.body.raw).is_ok_and(|it| it.stream)
    }
}

/// A body, parsed on first use: load runs do not look at it, and the fake provider shares the processor with what is measured.
#[derive(Clone, Debug, Default)]
pub struct Body {
    raw: Vec<u8>,
    read: OnceLock<Value>,
}

impl From<Vec<u8>> for Body {
    fn from(raw: Vec<u8>) -> Body {
        Body { raw, read: OnceLock::new() }
    }
}

impl Deref for Body {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.read.get_or_init(|| serde_json::from_slice(&self.raw).unwrap_or(Value::Null))
    }
}

/// What the fake provider does with a request.
#[derive(Clone, Debug)]
pub enum Behaviour {
    /// Answers in the request's dialect; lists models if that was requested.
    Answer {
        /// The text.
        text: String,
        /// The stop reason.
        stop: Stop,
        /// The delay before the answer.
        latency: Duration,
    },
    /// Answers in the request's dialect, with a pause before each piece.
    Trickle {
        /// The text.
        text: String,
        /// The pause.
        pause: Duration,
    },
    /// Replies with tool calls in the request's dialect.
    Tools {
        /// Text beside the calls.
        text: String,
        /// The calls.
        calls: Vec<ToolCall>,
    },
    /// Replies with this status.
    Status {
        /// The status.
        code: u16,
        /// Headers besides those that HTTP needs.
        headers: Vec<(String, String)>,
        /// The body.
        body: String,
    },
    /// Replies 200 with an HTML page.
    Html,
    /// Starts the answer and closes the connection after some bytes of the body.
    Cut {
        /// How many bytes of the body are sent.
        after: usize,
        /// The complete text.
        text: String,
    },
    /// Answers as soon as this is true.
    Gated {
        /// Whether it may answer.
        open: Arc<AtomicBool>,
        /// The text.
        text: String,
    },
    /// Streams this text and is silent after it, without an end.
    Stall {
        /// The text.
        text: String,
    },
    /// Resets the connection.
    Reset,
    /// Never answers.
    Hang,
    /// Sends these bytes and closes the connection.
    Raw(Vec<u8>),
}

impl Behaviour {
    /// Answers at once.
    pub fn answer(text: impl Into<String>) -> Self {
        Self::Answer { text: text.into(), stop: Stop::End, latency: Duration::ZERO }
    }

    /// Answers after a delay.
    pub fn slow(text: impl Into<String>, latency: Duration) -> Self {
        Self::Answer { text: text.into(), stop: Stop::End, latency }
    }

    /// Replies with tool calls: names and arguments.
    pub fn tools<'a>(calls: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let call = |(place, (name, arguments)): (usize, (&str, &str))| ToolCall {
            id: format!("use_{place}"),
            name: name.to_owned(),
            arguments: arguments.to_owned(),
        };
        Self::Tools { text: String::new(), calls: calls.into_iter().enumerate().map(call).collect() }
    }

    /// Replies with an error in the providers' format.
    pub fn status(code: u16, message: &str) -> Self {
        let body = serde_json::json!({"error": {"type": "fake", "message": message}}).to_string();
        Self::Status { code, headers: Vec::new(), body }
    }

    /// The same with one more header; other behaviours are unchanged.
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        if let Self::Status { headers, .. } = &mut self {
            headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }
}

/// Decides what to do with each request.
pub type Responder = Box<dyn Fn(&Received) -> Behaviour + Send + Sync>;

/// Whether requests are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// All of them, for tests.
    All,
    /// Only how many, for load runs.
    Count,
}

/// The running server. Dropping it stops it.
#[derive(Debug)]
pub struct FakeProvider {
    address: SocketAddr,
    state: Arc<State>,
    server: JoinHandle<()>,
}

/// State shared by the connections.
struct State {
    responder: Responder,
    memory: Memory,
    received: Mutex<Vec<Received>>,
    count: AtomicUsize,
    in_flight: AtomicUsize,
    most_in_flight: AtomicUsize,
}

impl std::fmt::Debug for State {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("State").field("count", &self.count).finish_non_exhaustive()
    }
}

impl FakeProvider {
    /// Starts on a free port and records all requests.
    pub async fn start(responder: impl Fn(&Received) -> Behaviour + Send + Sync + 'static) -> io::Result<Self> {
        Self::start_on(0, Memory::All, Box::new(responder)).await
    }

    /// Starts on `port`; 0 is any free one.
    pub async fn start_on(port: u16, memory: Memory, responder: Responder) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_reuseaddr(true)?;
        socket.bind((Ipv4Addr::LOCALHOST, port).into())?;
        // Thousands of clients may connect at the same moment.
        let listener = socket.listen(4096)?;
        let address = listener.local_addr()?;
        let state = Arc::new(State {
            responder,
            memory,
            received: Mutex::default(),
            count: AtomicUsize::new(0),
            in_flight: AtomicUsize::new(0),
            most_in_flight: AtomicUsize::new(0),
        });
        let server = tokio::spawn(serve::serve(listener, Arc::clone(&state)));
        Ok(Self { address, state, server })
    }

    /// The base address for either dialect, version included.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// All requests in order, if they are recorded.
    pub fn requests(&self) -> Vec<Received> {
        self.state.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many requests arrived.
    pub fn count(&self) -> usize {
        self.state.count.load(Ordering::Relaxed)
    }

    /// The highest number of concurrent requests.
    pub fn most_in_flight(&self) -> usize {
        self.state.most_in_flight.load(Ordering::Relaxed)
    }
}

impl Drop for FakeProvider {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl State {
    /// Counts a request as in flight until the guard is dropped.
    fn begin(&self) -> InFlight<'_> {
        let now = self.in_flight.fetch_add(1, Ordering::Relaxed) + 1;
        self.most_in_flight.fetch_max(now, Ordering::Relaxed);
        InFlight(self)
    }

    fn remember(&self, received: &Received) {
        if self.memory == Memory::All {
            self.received.lock().unwrap_or_else(PoisonError::into_inner).push(received.clone());
        }
    }
}

struct InFlight<'a>(&'a State);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::Relaxed);
    }
}
