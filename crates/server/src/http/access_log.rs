//! The access log: one line per request, passed to a callback.
//!
//! A line has the tenant, method, path, status and duration. It never has the query string or a header, so the log contains neither tokens
//! nor text of debates.
use super::App;
use crate::service::Caller;
use axum::http::{Method, StatusCode};
use engine::{Clock, Live};
use exports::times;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The callback for lines.
pub type LogSink = Arc<dyn Fn(&Line) + Send + Sync>;

/// A request and its response. Streams are logged when they begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Time of arrival, in milliseconds since 1970.
    pub at: u64,
    /// A tenant, `owner`, or `-` for an unauthenticated request.
    pub tenant: String,
    /// The method.
    pub method: String,
    /// The path, without the query string.
    pub path: String,
    /// The status.
    pub status: u16,
    /// Time until the response began.
    pub took: Duration,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { at, tenant, method, path, status, took } = self;
        let ms = took.as_secs_f64() * 1_000.0;
        write!(f, "{} tenant={tenant} method={method} path={path} status={status} ms={ms:.1}", times::written(*at))
    }
}

/// A request in progress that will be logged.
pub(super) struct Entry {
    sink: LogSink,
    at: u64,
    since: Instant,
    method: Method,
    path: String,
}

impl Entry {
    /// Begins an entry, if there is an access log.
    pub(super) fn begin(app: &App, method: &Method, path: &str) -> Option<Entry> {
        let sink = app.access_log.clone()?;
        let at = Live::after(0).stamp(0).at;
        Some(Entry { sink, at, since: Instant::now(), method: method.clone(), path: path.to_owned() })
    }

    /// Writes the entry.
    pub(super) fn end(self, who: Option<&Caller>, status: StatusCode) {
        let tenant = match who.map(|it| it.tenant.as_str()) {
            None => "-",
            Some("") => crate::access::OWNER,
            Some(tenant) => tenant,
        };
        let line = Line {
            at: self.at,
            tenant: tenant.to_owned(),
            method: self.method.to_string(),
            path: self.path,
            status: status.as_u16(),
            took: self.since.elapsed(),
        };
        (self.sink)(&line);
    }
}
