//! Why a call failed, in kinds that a caller can record and act on.
//!
//! A provider's message is only ever held as an [`Excerpt`], which redacts the key (O-40).
//! Not here: what to do about a failure. [`Policy`](crate::Policy) decides that.
use crate::key::Key;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

/// A failed call.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// The provider requires a key and there is no usable one.
    #[error("{}", no_key(provider, env, *is_set))]
    MissingKey {
        /// The provider's name.
        provider: String,
        /// The environment variable that would hold the key.
        env: String,
        /// Whether it is set, but to a value that can't be sent in a header.
        is_set: bool,
    },
    /// The key is invalid, or lacks permission.
    #[error("`{provider}` refuses the key ({status}): set `{env}` to a valid one; it says: {message}")]
    Unauthorized {
        /// The provider's name.
        provider: String,
        /// The environment variable that holds the key.
        env: String,
        /// The HTTP status.
        status: u16,
        /// The provider's message.
        message: Excerpt,
    },
    /// The account has no credit left.
    #[error(
        "the account at `{provider}` has no credit left ({status}): top it up or use another model; it says: {message}"
    )]
    OutOfCredit {
        /// The provider's name.
        provider: String,
        /// The HTTP status.
        status: u16,
        /// The provider's message.
        message: Excerpt,
    },
    /// No such model, or no such endpoint.
    #[error("`{provider}` has no `{model}` (404): see `roundtable models`; it says: {message}")]
    NotFound {
        /// The provider's name.
        provider: String,
        /// The model's name in the request.
        model: String,
        /// The provider's message.
        message: Excerpt,
    },
    /// The request is invalid for this provider; a retry would not help.
    #[error("the provider rejects the request ({status}): {message}")]
    Rejected {
        /// The HTTP status.
        status: u16,
        /// The error's code and parameter, if the provider gives them in separate fields.
        complaint: Complaint,
        /// The provider's message.
        message: Excerpt,
    },
    /// Too many requests.
    #[error("the provider limits the rate (429){}: {message}", RetryAfter(*wait))]
    RateLimited {
        /// The provider's retry delay.
        wait: Option<Duration>,
        /// The provider's message.
        message: Excerpt,
    },
    /// The provider is overloaded or broken.
    #[error("the provider failed ({status}){}: {message}", RetryAfter(*wait))]
    Server {
        /// The HTTP status.
        status: u16,
        /// The provider's retry delay.
        wait: Option<Duration>,
        /// The provider's message.
        message: Excerpt,
    },
    /// No connection could be made.
    #[error("can't reach `{address}`: {reason}; {}", advice(address))]
    Unreachable {
        /// Scheme, host and port.
        address: String,
        /// The error of the operating system or of TLS.
        reason: String,
    },
    /// The connection broke, or the answer ended early.
    #[error("the connection broke before the answer was complete: {reason}")]
    Cut {
        /// The transport's error.
        reason: String,
    },
    /// The status was a success, but the body is not an answer.
    #[error("the answer is not in the provider's format: {message}")]
    UnusableBody {
        /// The beginning of the body.
        message: Excerpt,
    },
    /// The attempt exceeded its total time.
    #[error("no answer within {} s", after.as_secs_f64())]
    TimedOut {
        /// The time limit.
        after: Duration,
    },
    /// A streamed answer stopped arriving.
    #[error("the answer began, but nothing more came for {} s", after.as_secs_f64())]
    Stalled {
        /// The time limit between two pieces.
        after: Duration,
    },
    /// A model in this process failed.
    #[error("the embedded model failed: {reason}")]
    Local {
        /// The backend's error.
        reason: String,
    },
    /// The caller's own model (MCP sampling) did not answer.
    #[error("the caller's own model did not answer: {reason}")]
    Declined {
        /// The caller's reason.
        reason: String,
    },
    /// The replayed recording does not have this call.
    #[error("`{call}` is not in the recording: a replay asks no live model")]
    NotRecorded {
        /// The call's id.
        call: String,
    },
    /// A recorded failure, in a replay.
    #[error("{}", .0.message)]
    Recorded(Failure),
    /// The last of several attempts failed too.
    #[error("{last} (gave up after {attempts} attempts)")]
    GaveUp {
        /// How many attempts were made.
        attempts: u32,
        /// How the last one failed.
        last: Box<Error>,
    },
}

fn no_key(provider: &str, env: &str, is_set: bool) -> String {
    match is_set {
        true => format!(
            "the key of `{provider}` can't be sent: `{env}` has a character in it that no key has, such as a line's end; set it again"
        ),
        false => format!("`{provider}` needs a key: set `{env}`"),
    }
}

/// The cause of a rejected request, from fields and not from prose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Complaint {
    /// The provider's error code, such as `unsupported_parameter`.
    pub code: Option<String>,
    /// The request field that it names, such as `tools[0].function`.
    pub param: Option<String>,
}

/// A failure in the form that a log stores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The stable name of its kind.
    pub kind: String,
    /// The whole message.
    pub message: String,
    /// How many attempts were made.
    pub attempts: u32,
}

impl Error {
    /// Whether the same request may succeed later.
    pub fn is_worth_retrying(&self) -> bool {
        match self {
            Self::RateLimited { .. }
            | Self::Server { .. }
            | Self::Unreachable { .. }
            | Self::Cut { .. }
            | Self::UnusableBody { .. }
            | Self::TimedOut { .. }
            | Self::Stalled { .. } => true,
            Self::MissingKey { .. }
            | Self::Unauthorized { .. }
            | Self::OutOfCredit { .. }
            | Self::NotFound { .. }
            | Self::Rejected { .. }
            | Self::Local { .. }
            | Self::Declined { .. }
            | Self::NotRecorded { .. }
            | Self::Recorded(_)
            | Self::GaveUp { .. } => false,
        }
    }

    /// The provider's retry delay.
    pub fn wait(&self) -> Option<Duration> {
        if let Self::RateLimited { wait, .. } | Self::Server { wait, .. } = self { *wait } else { None }
    }

    /// The error of a call after `attempts`: unchanged after the first.
    pub(crate) fn after(self, attempts: u32) -> Self {
        if attempts > 1 { Self::GaveUp { attempts, last: Box::new(self) } } else { self }
    }
}

/// The retry delay as part of a message.
struct RetryAfter(Option<Duration>);

impl fmt::Display for RetryAfter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(wait) => write!(formatter, " and asks to wait {} s", wait.as_secs_f64()),
            None => Ok(()),
        }
    }
}

/// A provider's message, safe to show: no key, no control characters, limited length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt(String);

impl Excerpt {
    /// The longest excerpt, in characters.
    const LONGEST: usize = 300;

    /// Cleans `text`. The key is redacted before truncation, which could leave half of it.
    pub fn new(text: &str, key: &Key) -> Self {
        let text = key.redact(text.trim());
        let mut clean: String =
            text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(Self::LONGEST).collect();
        if text.chars().nth(Self::LONGEST).is_some() {
            clean.push('…');
        }
        if clean.is_empty() {
            clean.push_str("nothing");
        }
        Self(clean)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What to look at where an address can't be reached: a server of one's own may not run, a hosted one needs the network.
fn advice(address: &str) -> &'static str {
    let url = reqwest::Url::parse(address).ok();
    let host = url.as_ref().and_then(reqwest::Url::host_str).unwrap_or(address);
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_own = match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(it)) => it.is_loopback() || it.is_private() || it.is_link_local(),
        Ok(IpAddr::V6(it)) => it.is_loopback() || it.is_unique_local() || it.is_unicast_link_local(),
        // A name without a dot is one of the local network.
        Err(_) => !host.contains('.') || host.ends_with(".local") || host.ends_with(".lan"),
    };
    if is_own {
        "is it running, and is the address right?"
    } else {
        "is this machine online, and is the address right?"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-40
    #[test]
    fn an_excerpt_holds_no_key_even_where_it_would_be_clipped() {
        let key = Key::new("sk-1234567890");
        let text = format!("{}sk-1234567890 and so on", "x".repeat(Excerpt::LONGEST - 4));
        let excerpt = Excerpt::new(&text, &key);
        assert!(!excerpt.as_str().contains("sk-"), "{excerpt}");
        assert_eq!(excerpt.as_str().chars().count(), Excerpt::LONGEST + 1);
    }

    #[test]
    fn an_excerpt_is_one_clean_line() {
        assert_eq!(Excerpt::new("a\r\nb\u{1b}[31m\n", &Key::none()).as_str(), "a  b [31m");
        assert_eq!(Excerpt::new(" \n", &Key::none()).as_str(), "nothing");
    }

    #[test]
    fn giving_up_says_how_often() {
        let error = Error::Cut { reason: "reset".to_owned() };
        assert_eq!(error.clone().after(1), error);
        let error = error.after(5);
        assert!(!error.is_worth_retrying());
        assert_eq!(
            error.to_string(),
            "the connection broke before the answer was complete: reset (gave up after 5 attempts)"
        );
    }
}
