//! Messages over a pipe, one per line. Unlike the SDK's transport, it replies to unreadable ones.
use super::message;
use rmcp::model::ServerJsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::{ErrorData, RoleServer};
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;

/// Maximum length of a line, in bytes. Our choice: twice the limit of HTTP.
const LONGEST: usize = 16 << 20;

/// A bidirectional pipe.
pub(super) struct Lines<R, W> {
    read: BufReader<R>,
    /// The part of the current line that was read; it survives cancellation.
    line: Vec<u8>,
    /// Whether the rest of an oversized line is being skipped.
    is_skipped: bool,
    write: Arc<Mutex<Option<W>>>,
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Lines<R, W> {
    pub(super) fn new(read: R, write: W) -> Lines<R, W> {
        let (read, write) = (BufReader::new(read), Arc::new(Mutex::new(Some(write))));
        Lines { read, line: Vec::new(), is_skipped: false, write }
    }

    /// The next non-empty line, or an error if it is too long; none at the end.
    async fn next(&mut self) -> Option<Result<Vec<u8>, TooLong>> {
        loop {
            let came = self.read.fill_buf().await.ok().filter(|it| !it.is_empty())?;
            let end = came.iter().position(|it| *it == b'\n');
            let taken = end.map_or(came.len(), |at| at + 1);
            let is_long = !self.is_skipped && self.line.len() + taken > LONGEST;
            if !self.is_skipped && !is_long {
                self.line.extend_from_slice(came.get(..taken).unwrap_or_default());
            }
            self.read.consume(taken);
            if is_long {
                self.line.clear();
                self.is_skipped = end.is_none();
                return Some(Err(TooLong));
            }
            if end.is_none() {
                continue;
            }
            self.is_skipped = false;
            let line = std::mem::take(&mut self.line);
            if !line.trim_ascii().is_empty() {
                return Some(Ok(line));
            }
        }
    }
}

/// A line over the limit.
struct TooLong;

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for Lines<R, W> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let write = self.write.clone();
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            let mut write = write.lock().await;
            let write = write.as_mut().ok_or_else(|| io::Error::from(io::ErrorKind::NotConnected))?;
            write.write_all(&line).await?;
            write.flush().await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let read = match self.next().await? {
                Ok(line) => message::read(&line).map_err(|it| *it),
                Err(TooLong) => {
                    let said = format!("the message has more than {LONGEST} bytes, which is the most");
                    Err(rmcp::model::JsonRpcError::new(None, ErrorData::invalid_request(said, None)))
                }
            };
            match read {
                Ok(Some(message)) => return Some(message),
                Ok(None) => {}
                // This future may be cancelled, and half a line must not be written, so a task sends it.
                Err(error) => drop(tokio::spawn(self.send(ServerJsonRpcMessage::Error(error)))),
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        match self.write.lock().await.take() {
            Some(mut write) => write.shutdown().await,
            None => Ok(()),
        }
    }
}
