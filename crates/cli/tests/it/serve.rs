//! The program as a server: its address, refused requests, and its exit.
use crate::killed::{CALLS, command, in_log, silent_after, willing};
use crate::mcp::{introduction, is_over, newest, wish};
use crate::sandbox::{Ran, Sandbox};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, ChildStderr, Command};

/// A listening server.
pub(crate) struct Served {
    child: Child,
    notes: Lines<BufReader<ChildStderr>>,
    port: u16,
    going_on: u64,
}

impl Served {
    pub(crate) fn start(mut command: Command) -> Served {
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(told["url"], format!("http://{}:{}", told["host"].as_str().unwrap(), told["port"]));
        let notes = BufReader::new(child.stderr.take().unwrap()).lines();
        let port = told["port"].as_u64().unwrap().try_into().unwrap();
        Served { child, notes, port, going_on: told["going_on"].as_u64().unwrap() }
    }

    /// Sends a JSON body to a path of the API; returns status and answer.
    pub(crate) fn api(&self, path: &str, body: &Value) -> (u16, Value) {
        self.request("POST", path, &body.to_string())
    }

    /// Reads a path of the API; returns status and answer.
    pub(crate) fn read(&self, path: &str) -> (u16, Value) {
        self.request("GET", path, "")
    }

    fn request(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let port = self.port;
        let request = format!(
            "{method} /api/v1{path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}")))
    }

    /// Sends a message to `/mcp`; returns the answer and its MCP session.
    fn post(&self, session: Option<&str>, message: &Value) -> (Option<String>, String) {
        let body = message.to_string();
        let session = session.map(|it| format!("Mcp-Session-Id: {it}\r\nMCP-Protocol-Version: 2025-11-25\r\n"));
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n{}Content-Length: {}\r\nConnection: close\r\n\r\n",
            self.port,
            session.unwrap_or_default(),
            body.len()
        );
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 20"), "{answer}");
        let session = answer.lines().find_map(|it| {
            let (name, value) = it.split_once(": ")?;
            name.eq_ignore_ascii_case("mcp-session-id").then(|| value.to_owned())
        });
        (session, answer)
    }

    /// Starts a debate over HTTP.
    fn debate(&self) {
        let request = |id: u64, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let (session, answer) = self.post(None, &request(1, "initialize", introduction()));
        assert!(answer.contains("serverInfo"), "{answer}");
        let session = session.as_deref();
        self.post(session, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        let call = json!({"name": "start_roundtable", "arguments": wish()});
        let (_, answer) = self.post(session, &request(2, "tools/call", call));
        assert!(answer.contains("\"result\"") && !answer.contains("\"isError\":true"), "{answer}");
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.child.id().try_into().unwrap()).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// Sends SIGTERM; it must exit with success.
    pub(crate) fn stop(self) {
        self.signal(Signal::TERM);
        let (code, notes) = self.end();
        assert_eq!(code, Some(0), "{notes:?}");
    }

    /// Waits for its exit; returns the code and the output.
    fn end(mut self) -> (Option<i32>, Vec<String>) {
        let notes = self.notes.by_ref().map(Result::unwrap).collect();
        (self.child.wait().unwrap().code(), notes)
    }
}

pub(crate) const SERVE: [&str; 4] = ["serve", "--listen", "127.0.0.1:0", "--json"];

/// I-30, I-12: it prints its address on both streams; on SIGTERM it exits with code 0.
#[test]
fn a_server_says_where_it_listens_and_ends_when_asked() {
    for signal in [Signal::TERM, Signal::INT] {
        let sandbox = Sandbox::new();
        let served = Served::start(sandbox.command(&SERVE));
        let port = served.port;
        assert_ne!(port, 0);
        assert_eq!(served.going_on, 0);
        TcpStream::connect(("127.0.0.1", port)).unwrap();
        served.signal(signal);
        let (code, notes) = served.end();
        let listening = format!("listening on http://127.0.0.1:{port} (API at /api/v1, MCP at /mcp); stop with Ctrl-C");
        assert_eq!((code, notes), (Some(0), vec![listening]), "{signal:?}");
        assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
    }
}

/// I-21, I-30, O-22: a server stopped during a debate, the second time at once, resumes its debates at the next start; they finish without a
/// repeated call.
#[test]
fn a_stopped_server_goes_on_with_its_debates() {
    let sandbox = Sandbox::new().with("ROUNDTABLE_SAFETY", "false");
    let (provider, unanswered) = silent_after(5);
    let mut served = Served::start(command(&sandbox, &provider, &SERVE));
    served.debate();
    unanswered.recv().unwrap();
    served.signal(Signal::TERM);
    let stopping = served.notes.by_ref().map(Result::unwrap).find(|it| it.starts_with("finishing"));
    assert_eq!(stopping.unwrap(), "finishing in-flight answers (1 debate); Ctrl-C again stops at once");
    served.signal(Signal::TERM);
    let (code, notes) = served.end();
    assert_eq!(code, Some(130), "{notes:?}");

    let id = newest(&sandbox);
    let before = in_log(&sandbox, &id);
    let provider = willing();
    let served = Served::start(command(&sandbox, &provider, &SERVE));
    assert_eq!(served.going_on, 1);
    while !is_over(&sandbox, &id) {
        std::thread::yield_now();
    }
    let asked = provider.asked();
    assert!(asked.iter().all(|it| !before.contains(it)), "{asked:?}");
    assert_eq!(asked.len(), CALLS - before.len(), "the others are asked once: {asked:?}");
    served.signal(Signal::TERM);
    assert_eq!(served.end().0, Some(0));
}

/// I-30, I-13, O-42: an invalid or unsafe configuration is refused before it listens, in one line that says what to do.
#[test]
fn a_server_that_must_not_be_is_refused() {
    let sandbox = Sandbox::new();
    let write = |name: &str, text: &str| std::fs::write(sandbox.path(name), text).unwrap();
    write("empty", "# nobody yet\n");
    write("short", "owner 0123456789abcdef\nacme secret\n");
    write("nobodys", "acme 0123456789abcdef\nsecretsecretsecret\n");
    let path = |name: &str| sandbox.path(name).display().to_string();
    let (empty, short, absent, nobodys) = (path("empty"), path("short"), path("absent"), path("nobodys"));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let busy = format!("127.0.0.1:{port}");
    let rows: [&[&str]; 7] = [
        &["--listen", "0.0.0.0:0"],
        &["--listen", "[::]:0"],
        &["--listen", "8787"],
        &["--listen", "127.0.0.1:0", "--token-file", &empty],
        &["--listen", "127.0.0.1:0", "--token-file", &short],
        &["--listen", "127.0.0.1:0", "--token-file", &absent],
        &["--listen", "127.0.0.1:0", "--token-file", &nobodys],
    ];
    let said = |ran: &Ran| ran.stderr.lines().filter(|it| it.starts_with("error: ")).collect::<Vec<_>>().join("\n");
    let mut seen = String::new();
    for words in rows {
        let ran = sandbox.run(&[&["serve"][..], words].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{words:?}: {ran:?}");
        assert!(!ran.stderr.contains("secret"), "no token is shown: {ran:?}");
        seen += &format!("{}\n", said(&ran));
    }
    let ran = sandbox.run(&["serve", "--listen", &busy]);
    assert_eq!(ran.code, 2, "{ran:?}");
    seen += &said(&ran).replace(&busy, "[ADDRESS]");
    assert!(!sandbox.store().exists(), "nothing is made");
    insta::assert_snapshot!("refused", sandbox.redact(&seen));
}

/// O-42: a token file that others can read gives a warning.
#[test]
fn a_readable_file_of_tokens_is_said() {
    let sandbox = Sandbox::new();
    let file = sandbox.path("tokens");
    std::fs::write(&file, "owner 0123456789abcdef0123456789abcdef\n").unwrap();
    for (mode, expected) in [(0o644, true), (0o600, false)] {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        let served = Served::start(sandbox.command(&[&SERVE[..], &["--token-file", file.to_str().unwrap()]].concat()));
        served.signal(Signal::TERM);
        let (code, notes) = served.end();
        assert_eq!((code, notes.iter().any(|it| it.contains("chmod 600"))), (Some(0), expected), "{notes:?}");
        assert!(!notes.concat().contains("0123456789abcdef"));
    }
}

/// O-42: a warning says that other machines can reach the server and no host name is allowed.
#[test]
fn a_server_without_a_name_for_others_says_so() {
    let sandbox = Sandbox::new();
    let file = sandbox.path("tokens");
    std::fs::write(&file, "owner 0123456789abcdef0123456789abcdef\n").unwrap();
    let all = ["serve", "--listen", "0.0.0.0:0", "--json", "--token-file", file.to_str().unwrap()];
    for (more, expected) in [(&[][..], true), (&["--allow-host", "debates.example.org"], false)] {
        let served = Served::start(sandbox.command(&[&all[..], more].concat()));
        served.signal(Signal::TERM);
        let (code, notes) = served.end();
        assert_eq!((code, notes.iter().any(|it| it.contains("--allow-host NAME"))), (Some(0), expected), "{notes:?}");
    }
}

/// I-10, I-14: the help lists the options.
#[test]
fn help_says_what_there_is() {
    let sandbox = Sandbox::new();
    let rows: [&[&str]; 4] =
        [&["serve", "--help"], &["mcp", "--help"], &["mcp", "install", "--help"], &["stop", "--help"]];
    let shown = rows.map(|words| sandbox.run(words).shown(&sandbox));
    insta::assert_snapshot!("help", shown.join("\n"));
}

/// I-30: with `--access-log` each request is a line on standard error, without its query; without the flag there is none.
#[test]
fn requests_are_written_down_where_wished() {
    for is_wished in [true, false] {
        let sandbox = Sandbox::new();
        let mut command = command(&sandbox, &willing(), &SERVE);
        command.args(is_wished.then_some("--access-log"));
        let served = Served::start(command);
        let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
        let ask = format!("GET /api/v1/modes?word=secret HTTP/1.0\r\nHost: 127.0.0.1:{}\r\n\r\n", served.port);
        stream.write_all(ask.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("200 OK"), "{answer}");
        served.signal(Signal::TERM);
        let (_, notes) = served.end();
        let lines: Vec<&String> = notes.iter().filter(|it| it.contains("path=")).collect();
        assert_eq!(lines.len(), usize::from(is_wished), "{notes:?}");
        let is_whole = |it: &&String| {
            it.contains("tenant=owner method=GET path=/api/v1/modes status=200 ms=") && !it.contains("secret")
        };
        assert!(lines.iter().all(is_whole), "{lines:?}");
    }
}

/// I-30: `--rate-limit` limits the requests of a tenant, and not those of the owner on this machine.
#[test]
fn the_rate_limit_is_set() {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path("tokens"), "owner owner-token-0123456789\nacme acme-token-0123456789\n").unwrap();
    let mut command = command(&sandbox, &willing(), &SERVE);
    command.arg("--token-file").arg(sandbox.path("tokens")).args(["--rate-limit", "2"]);
    let served = Served::start(command);
    let status = |token: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
        let head = format!(
            "GET /api/v1/modes HTTP/1.0\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {token}\r\n\r\n",
            served.port
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!([(); 3].map(|()| status("acme-token-0123456789")), ["200", "200", "429"]);
    assert_eq!([(); 3].map(|()| status("owner-token-0123456789")), ["200", "200", "200"]);
    served.signal(Signal::TERM);
    served.end();
    let wrong = sandbox.run(&["serve", "--rate-limit", "0"]);
    assert!(wrong.code == 1 && wrong.stderr.contains("`--rate-limit` is `0`"), "{wrong:?}");
}
