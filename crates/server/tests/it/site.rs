//! A server on loopback with simulated participants, and a raw HTTP client.
use serde_json::Value;
use server::http::{self, Line, LogSink, Patience};
use server::simulated::SimulatedPlanner;
use server::{Access, DebateService, Limits};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use store::Store;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Timeout of a hanging test.
pub(crate) const LONG: Duration = Duration::from_secs(120);

/// Tokens of the two test tenants.
pub(crate) const ACME: &str = "acme-token-0123456789";
pub(crate) const OTHER: &str = "other-token-0123456789";

/// A running server.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    pub(crate) stop: CancellationToken,
    pub(crate) served: JoinHandle<std::io::Result<()>>,
}

impl Site {
    /// Without tokens.
    pub(crate) async fn open(planner: &SimulatedPlanner) -> Site {
        Site::with(planner, Access::open(), Limits::default(), Patience::default()).await
    }

    /// With two tenants and their tokens.
    pub(crate) async fn guarded(planner: &SimulatedPlanner) -> Site {
        let access = Access::parse(&format!("acme {ACME}\nother {OTHER}")).unwrap();
        Site::with(planner, access, Limits::default(), Patience::default()).await
    }

    pub(crate) async fn with(planner: &SimulatedPlanner, access: Access, limits: Limits, patience: Patience) -> Site {
        let service = DebateService::new(Store::memory().await.unwrap(), Arc::new(planner.clone()), limits);
        Site::of(service, access, patience).await
    }

    /// Over a given service.
    pub(crate) async fn of(service: DebateService, access: Access, patience: Patience) -> Site {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        let served = tokio::spawn(http::serve_with(listener, service, access, stop.clone(), patience));
        Site { address, stop, served }
    }

    /// Like `of`, with the lines of the access log.
    pub(crate) async fn kept(service: DebateService, access: Access) -> (Site, Arc<Mutex<Vec<Line>>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        let lines: Arc<Mutex<Vec<Line>>> = Arc::default();
        let kept = lines.clone();
        let sink: LogSink = Arc::new(move |line| kept.lock().unwrap().push(line.clone()));
        let patience = Patience::default();
        let served = tokio::spawn(http::serve_kept(listener, service, access, stop.clone(), patience, Some(sink)));
        (Site { address, stop, served }, lines)
    }

    /// Sends a request and returns the raw response.
    pub(crate) async fn bytes(&self, request: Ask<'_>) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(&request.bytes(self.address)).await.unwrap();
        let mut bytes = Vec::new();
        tokio::time::timeout(LONG, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
        bytes
    }

    /// Sends a request and returns the response.
    pub(crate) async fn ask(&self, request: Ask<'_>) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // The server may close the connection before it has read a large body.
        let _ = stream.write_all(&request.bytes(self.address)).await;
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(LONG, stream.read_to_end(&mut bytes)).await.unwrap();
        assert!(read.is_ok() || !bytes.is_empty(), "{read:?}");
        Answer::of(&bytes)
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(Ask::get(path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &str) -> Answer {
        self.ask(Ask::post(path, body)).await
    }

    /// Calls a tool over MCP.
    pub(crate) async fn tool(&self, name: &str, arguments: &Value) -> Answer {
        let call = serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": name, "arguments": arguments,
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        }})
        .to_string();
        let ask = Ask::post("/mcp", &call).with("Accept", "application/json, text/event-stream");
        let ask = ask.with("MCP-Protocol-Version", "2026-07-28").with("Mcp-Method", "tools/call");
        self.ask(ask.with("Mcp-Name", name)).await
    }

    /// Starts a debate and returns its id.
    pub(crate) async fn start(&self, body: &str) -> String {
        let answer = self.post("/api/v1/debates", body).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    /// Waits until a debate stops running, and returns its state.
    pub(crate) async fn rested(&self, id: &str) -> Value {
        let path = format!("/api/v1/debates/{id}");
        let rests = async {
            loop {
                let debate = self.get(&path).await.json();
                if !matches!(debate["state"].as_str(), Some("running" | "coming_to_rest")) {
                    return debate;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(LONG, rests).await.expect("it never came to rest")
    }

    /// The value of a metric.
    pub(crate) async fn counted(&self, name: &str) -> u64 {
        let text = self.get("/metrics").await.body;
        let line = text.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
    }

    /// Waits until a metric has this value.
    pub(crate) async fn counts(&self, name: &str, wanted: u64) {
        let reached = async {
            while self.counted(name).await != wanted {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(LONG, reached).await.unwrap_or_else(|_| panic!("{name} never was {wanted}"));
    }

    /// Opens a stream and reads the response's head.
    pub(crate) async fn follow(&self, path: &str, last: Option<u64>) -> Stream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let last = last.map(|it| format!("Last-Event-ID: {it}\r\n")).unwrap_or_default();
        // HTTP/1.0 has no chunked encoding, so the body is the plain lines.
        let head = format!("GET {path} HTTP/1.0\r\nHost: {}\r\n{last}\r\n", self.address);
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut stream = Stream { lines: BufReader::new(stream), status: 0 };
        let first = stream.line().await.unwrap();
        stream.status = first.split(' ').nth(1).unwrap().parse().unwrap();
        while !stream.line().await.unwrap().is_empty() {}
        stream
    }
}

/// A request.
pub(crate) struct Ask<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) host: Option<&'a str>,
    pub(crate) headers: Vec<(&'a str, &'a str)>,
    pub(crate) body: &'a [u8],
}

impl<'a> Ask<'a> {
    pub(crate) fn get(path: &'a str) -> Ask<'a> {
        Ask { method: "GET", path, host: None, headers: Vec::new(), body: b"" }
    }

    pub(crate) fn post(path: &'a str, body: &'a str) -> Ask<'a> {
        let headers = vec![("Content-Type", "application/json")];
        Ask { method: "POST", path, host: None, headers, body: body.as_bytes() }
    }

    pub(crate) fn with(mut self, name: &'a str, value: &'a str) -> Ask<'a> {
        self.headers.push((name, value));
        self
    }

    pub(crate) fn token(self, token: &str) -> Ask<'a> {
        let bearer: &'a str = format!("Bearer {token}").leak();
        self.with("Authorization", bearer)
    }

    fn bytes(&self, address: SocketAddr) -> Vec<u8> {
        let host = self.host.map_or_else(|| address.to_string(), str::to_owned);
        let mut head = format!("{} {} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !self.headers.iter().any(|(name, _)| *name == "Transfer-Encoding") {
            head.push_str(&format!("Content-Length: {}\r\n", self.body.len()));
        }
        [head.as_bytes(), b"\r\n", self.body].concat()
    }
}

/// A response.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    fn of(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|it| {
            let (found, value) = it.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The kind of a problem, after checking its form.
    pub(crate) fn problem(&self) -> String {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{}\n{}", self.head, self.body);
        let problem = self.json();
        assert_eq!(problem["status"], self.status);
        for field in ["title", "detail", "instance"] {
            assert!(problem[field].as_str().is_some_and(|it| !it.is_empty()), "{field} in {problem}");
        }
        problem["type"].as_str().unwrap().strip_prefix("urn:roundtable:problem:").unwrap().to_owned()
    }
}

/// An open event stream.
pub(crate) struct Stream {
    lines: BufReader<TcpStream>,
    pub(crate) status: u16,
}

/// An event of a stream, or a comment.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Happened {
    pub(crate) id: Option<u64>,
    pub(crate) event: String,
    pub(crate) data: String,
    pub(crate) comment: Option<String>,
}

impl Stream {
    async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = tokio::time::timeout(LONG, self.lines.read_line(&mut line)).await.expect("nothing came");
        (read.unwrap_or_default() > 0).then(|| line.trim_end().to_owned())
    }

    /// The next event; none at the end.
    pub(crate) async fn next(&mut self) -> Option<Happened> {
        let mut happened = Happened::default();
        loop {
            let line = self.line().await?;
            match line.split_once(':').map(|(field, value)| (field, value.trim_start())) {
                Some(("id", value)) => happened.id = value.parse().ok(),
                Some(("event", value)) => happened.event = value.to_owned(),
                Some(("data", value)) => happened.data = value.to_owned(),
                Some(("", value)) => happened.comment = Some(value.to_owned()),
                Some((other, _)) => panic!("a field `{other}`"),
                None => return Some(happened),
            }
        }
    }
}
