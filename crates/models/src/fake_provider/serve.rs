//! The fake provider's connections: minimal HTTP/1.1, and the ways to break it.
use super::{Behaviour, Received, State, render};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// Accepts connections until dropped; the connections end with it.
pub(super) async fn serve(listener: TcpListener, state: Arc<State>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                if let Ok((socket, _)) = accepted {
                    connections.spawn(converse(socket, Arc::clone(&state)));
                }
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

/// Serves one connection until either side closes it. A client that disconnects is not an error.
async fn converse(mut socket: TcpStream, state: Arc<State>) {
    let _ = socket.set_nodelay(true);
    let mut unread = Vec::new();
    while let Ok(Some(received)) = receive(&mut socket, &mut unread, &state).await {
        let _in_flight = state.begin();
        state.remember(&received);
        let behaviour = (state.responder)(&received);
        if !matches!(behave(&mut socket, &received, behaviour).await, Ok(Next::KeepAlive)) {
            break;
        }
    }
}

/// The pauses of an unstreamed answer. Ours: about the number of events of a short answer.
const PIECES: u32 = 10;

/// The time between two looks at a gate.
const LOOK: Duration = Duration::from_millis(10);

enum Next {
    KeepAlive,
    Close,
}

async fn behave(socket: &mut TcpStream, received: &Received, behaviour: Behaviour) -> io::Result<Next> {
    match behaviour {
        Behaviour::Answer { text, stop, latency } => {
            if !latency.is_zero() {
                tokio::time::sleep(latency).await;
            }
            say(socket, received, render::body(received, &text, &[], stop), Duration::ZERO).await
        }
        Behaviour::Trickle { text, pause } => {
            say(socket, received, render::body(received, &text, &[], crate::chat::Stop::End), pause).await
        }
        Behaviour::Tools { text, calls } => {
            say(socket, received, render::body(received, &text, &calls, crate::chat::Stop::End), Duration::ZERO).await
        }
        Behaviour::Status { code, headers, body } => {
            socket.write_all(&render::response(code, "application/json", &headers, &body)).await?;
            Ok(Next::KeepAlive)
        }
        Behaviour::Html => {
            let page = "<!doctype html><title>Welcome</title><p>Please sign in.";
            socket.write_all(&render::response(200, "text/html", &[], page)).await?;
            Ok(Next::KeepAlive)
        }
        Behaviour::Cut { after, text } => {
            let body = render::body(received, &text, &[], crate::chat::Stop::End).concat();
            let kind = if received.is_streamed() { render::EVENT_STREAM } else { "application/json" };
            let whole = render::response(200, kind, &[], &body);
            let end = (whole.len() - body.len() + after).min(whole.len().saturating_sub(1));
            socket.write_all(whole.get(..end).unwrap_or_default()).await?;
            Ok(Next::Close)
        }
        Behaviour::Gated { open, text } => {
            while !open.load(Ordering::Acquire) {
                tokio::time::sleep(LOOK).await;
            }
            say(socket, received, render::body(received, &text, &[], crate::chat::Stop::End), Duration::ZERO).await
        }
        Behaviour::Stall { text } => {
            let is_text = |it: &String| it.contains("\"content\"") || it.contains("text_delta");
            let events = render::body(received, &text, &[], crate::chat::Stop::End);
            open_stream(socket).await?;
            for event in events.iter().filter(|it| is_text(it)) {
                chunk(socket, event).await?;
            }
            let _ = socket.read_u8().await;
            Ok(Next::Close)
        }
        Behaviour::Reset => {
            socket.set_zero_linger()?;
            Ok(Next::Close)
        }
        Behaviour::Hang => {
            // Ends when the client closes the connection.
            let _ = socket.read_u8().await;
            Ok(Next::Close)
        }
        Behaviour::Raw(bytes) => {
            socket.write_all(&bytes).await?;
            Ok(Next::Close)
        }
    }
}

/// Sends an answer, in one piece or event by event, with a pause before each piece.
async fn say(socket: &mut TcpStream, received: &Received, body: Vec<String>, pause: Duration) -> io::Result<Next> {
    if received.is_streamed() {
        stream(socket, body, pause).await?;
    } else {
        // An unstreamed answer takes as long as its pieces would.
        tokio::time::sleep(pause * PIECES).await;
        socket.write_all(&render::response(200, "application/json", &[], &body.concat())).await?;
    }
    Ok(Next::KeepAlive)
}

/// Sends each event as a chunk of its own.
async fn stream(socket: &mut TcpStream, events: Vec<String>, pause: Duration) -> io::Result<()> {
    open_stream(socket).await?;
    for event in events {
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        chunk(socket, &event).await?;
    }
    socket.write_all(b"0\r\n\r\n").await
}

async fn open_stream(socket: &mut TcpStream) -> io::Result<()> {
    let head =
        format!("HTTP/1.1 200 OK\r\ncontent-type: {}\r\ntransfer-encoding: chunked\r\n\r\n", render::EVENT_STREAM);
    socket.write_all(head.as_bytes()).await
}

async fn chunk(socket: &mut TcpStream, event: &str) -> io::Result<()> {
    socket.write_all(format!("{:x}\r\n{event}\r\n", event.len()).as_bytes()).await
}

/// The next request on the connection, or nothing at its end.
async fn receive(socket: &mut TcpStream, unread: &mut Vec<u8>, state: &State) -> io::Result<Option<Received>> {
    let head_end = loop {
        if let Some(place) = unread.windows(4).position(|window| window == b"\r\n\r\n") {
            break place + 4;
        }
        if socket.read_buf(unread).await? == 0 {
            return Ok(None);
        }
    };
    let head: Vec<u8> = unread.drain(..head_end).collect();
    let head = String::from_utf8_lossy(&head);
    let mut lines = head.lines();
    let mut words = lines.next().unwrap_or_default().split(' ').map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0);
    while unread.len() < length {
        if socket.read_buf(unread).await? == 0 {
            return Ok(None);
        }
    }
    let body = unread.drain(..length).collect::<Vec<u8>>().into();
    let index = state.count.fetch_add(1, Ordering::Relaxed);
    Ok(Some(Received { index, method, path, headers, body, length }))
}
