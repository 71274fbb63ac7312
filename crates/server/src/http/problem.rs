//! Error responses as `application/problem+json` (RFC 9457).
use crate::error::ApiError;
use axum::Json;
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// The kinds of problems. Each has a name for programs, listed in `docs/http.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The request can't be parsed.
    Malformed,
    /// The token is missing or wrong; the response doesn't say which.
    Unauthenticated,
    /// The request comes from a page of another site.
    ForeignOrigin,
    /// The debate does not exist, or belongs to another tenant.
    UnknownDebate,
    /// The path or the part of a debate does not exist.
    NotFound,
    /// The method is not supported.
    Method,
    /// The request did not arrive in time.
    TooSlow,
    /// The request conflicts with the debate's state.
    Conflict,
    /// The body is too large.
    TooLarge,
    /// The media type is not supported.
    MediaType,
    /// The request names another host.
    ForeignHost,
    /// The request is valid and can't be granted.
    Refused,
    /// The rate limit is exceeded.
    TooMany,
    /// The request would exceed the daily cap.
    SpendingCap,
    /// An internal failure.
    Failed,
    /// The server is at capacity or stopping.
    Busy,
}

impl Kind {
    /// Name, title and status.
    const fn row(self) -> (&'static str, &'static str, StatusCode) {
        match self {
            Kind::Malformed => ("malformed", "The request can't be read", StatusCode::BAD_REQUEST),
            Kind::Unauthenticated => ("unauthenticated", "A token is needed", StatusCode::UNAUTHORIZED),
            Kind::ForeignOrigin => {
                ("foreign-origin", "Requests from other sites are not allowed", StatusCode::FORBIDDEN)
            }
            Kind::UnknownDebate => ("unknown-debate", "No such debate", StatusCode::NOT_FOUND),
            Kind::NotFound => ("not-found", "Not found", StatusCode::NOT_FOUND),
            Kind::Method => ("method-not-allowed", "This method is not allowed here", StatusCode::METHOD_NOT_ALLOWED),
            Kind::TooSlow => ("too-slow", "The request timed out", StatusCode::REQUEST_TIMEOUT),
            Kind::Conflict => ("conflict", "The request conflicts with the state of the debate", StatusCode::CONFLICT),
            Kind::TooLarge => ("too-large", "The request is too large", StatusCode::PAYLOAD_TOO_LARGE),
            Kind::MediaType => ("media-type", "Unsupported media type", StatusCode::UNSUPPORTED_MEDIA_TYPE),
            Kind::ForeignHost => {
                ("foreign-host", "The host name is not this server's", StatusCode::MISDIRECTED_REQUEST)
            }
            Kind::Refused => ("refused", "The request can't be granted", StatusCode::UNPROCESSABLE_ENTITY),
            Kind::TooMany => ("too-many-requests", "Too many requests", StatusCode::TOO_MANY_REQUESTS),
            Kind::SpendingCap => {
                ("spending-cap", "The daily spending cap would be exceeded", StatusCode::TOO_MANY_REQUESTS)
            }
            Kind::Failed => ("failed", "The request failed", StatusCode::INTERNAL_SERVER_ERROR),
            Kind::Busy => ("busy", "The server is busy", StatusCode::SERVICE_UNAVAILABLE),
        }
    }
}

/// A problem, as it is sent (RFC 9457).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Problem {
    /// The kind of problem: `urn:roundtable:problem:` and a name.
    #[schema(pattern = "^urn:roundtable:problem:[a-z-]+$")]
    r#type: String,
    /// The kind as text.
    title: &'static str,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// The fault, its place, and the remedy.
    detail: String,
    /// The path of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    instance: Option<String>,
    /// Seconds to wait before a retry.
    #[serde(skip)]
    wait: Option<u64>,
}

/// Media type of problems.
pub(super) const MEDIA_TYPE: &str = "application/problem+json";

impl Problem {
    pub(super) fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        let (name, title, status) = kind.row();
        let wait = (kind == Kind::Busy).then_some(AFTER_BUSY);
        let r#type = format!("urn:roundtable:problem:{name}");
        Problem { r#type, title, status: status.as_u16(), detail: detail.into(), instance: None, wait }
    }

    /// Adds the seconds to wait before a retry.
    pub(super) fn after(self, seconds: u64) -> Problem {
        Problem { wait: Some(seconds), ..self }
    }

    /// Adds the path of the request.
    pub(super) fn at(self, path: &str) -> Problem {
        Problem { instance: Some(path.to_owned()), ..self }
    }
}

/// Seconds to wait when the server is at capacity. Our choice: a debate ends in minutes, a request in seconds.
const AFTER_BUSY: u64 = 5;

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(&self)).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        headers.extend(self.wait.map(|it| (RETRY_AFTER, HeaderValue::from(it))));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"roundtable\""));
        }
        response.extensions_mut().insert(self);
        response
    }
}

impl From<ApiError> for Problem {
    fn from(error: ApiError) -> Problem {
        let kind = match &error {
            ApiError::Unknown { .. } => Kind::UnknownDebate,
            ApiError::NoPart(_) => Kind::NotFound,
            ApiError::Refused(_) => Kind::Refused,
            ApiError::Conflict(_) => Kind::Conflict,
            ApiError::Busy(_) => Kind::Busy,
            ApiError::Capped { wait, .. } => {
                return Problem::new(Kind::SpendingCap, error.to_string()).after(*wait);
            }
            ApiError::Failed(_) => Kind::Failed,
        };
        Problem::new(kind, error.to_string())
    }
}

impl From<engine::Error> for Problem {
    fn from(error: engine::Error) -> Problem {
        Problem::from(ApiError::from(error))
    }
}

/// Adds the path to a problem, and turns the router's empty error responses into problems.
pub(super) fn told(mut response: Response, path: &str) -> Response {
    let Some(problem) = response.extensions_mut().remove::<Problem>() else { return response };
    let mut told = problem.at(path).into_response();
    // The router has added the allowed methods.
    told.headers_mut().extend(response.headers_mut().remove(ALLOW).map(|it| (ALLOW, it)));
    told
}
