//! The access log: a line for each request, to whoever keeps it.
//!
//! Who asked for what, what came of it and how long it took. Never what stands behind the `?`, nor a header: neither a token nor a word of a debate is
//! in a log that others may read.
use super::App;
use crate::desk::Caller;
use axum::http::{Method, StatusCode};
use engine::{Clock, Live};
use exports::times;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// Who is given the lines.
pub type Keep = Arc<dyn Fn(&Line) + Send + Sync>;

/// A request that was answered. A stream is written down when it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When it came, in milliseconds since 1970.
    pub at: u64,
    /// Whose it was: a tenant, `owner`, or `-` for one that was nobody's.
    pub tenant: String,
    /// What it asked for.
    pub method: String,
    /// Where, without what stands behind the `?`.
    pub path: String,
    /// What came of it.
    pub status: u16,
    /// How long the answer took to begin.
    pub took: Duration,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { at, tenant, method, path, status, took } = self;
        let ms = took.as_secs_f64() * 1_000.0;
        write!(f, "{} tenant={tenant} method={method} path={path} status={status} ms={ms:.1}", times::written(*at))
    }
}

/// A request under way that will be written down.
pub(super) struct Entry {
    keep: Keep,
    at: u64,
    since: Instant,
    method: Method,
    path: String,
}

impl Entry {
    /// Notes that a request has come, if anybody wants to know.
    pub(super) fn begin(app: &App, method: &Method, path: &str) -> Option<Entry> {
        let keep = app.journal.clone()?;
        let at = Live::after(0).stamp(0).at;
        Some(Entry { keep, at, since: Instant::now(), method: method.clone(), path: path.to_owned() })
    }

    /// Writes down what came of it.
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
        (self.keep)(&line);
    }
}
