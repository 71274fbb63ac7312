//! A connection with a write timeout: it closes if the client stops reading.
//!
//! Unread data stays in the bounded buffers of the connection and the system; debates never wait for it. Not here: timeouts of requests.
use super::metrics::Metrics;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// A stream with a write timeout.
pub(super) struct WriteTimeout {
    stream: TcpStream,
    patience: Duration,
    /// The deadline, set while the client reads nothing.
    ends: Option<Pin<Box<Sleep>>>,
    metrics: Arc<Metrics>,
}

impl WriteTimeout {
    pub(super) fn new(stream: TcpStream, patience: Duration, metrics: Arc<Metrics>) -> WriteTimeout {
        WriteTimeout { stream, patience, ends: None, metrics }
    }

    /// The result of a write, or an error after the deadline.
    fn unless_over<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.ends = None;
            return written;
        }
        let patience = self.patience;
        let ends = self.ends.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + patience)));
        match ends.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => {
                self.metrics.unread.fetch_add(1, Ordering::Relaxed);
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the other side does not read")))
            }
        }
    }
}

impl AsyncRead for WriteTimeout {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for WriteTimeout {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.unless_over(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.unless_over(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
