//! Extractors for handlers; invalid input becomes a problem response.
use super::problem::{Kind, Problem};
use crate::error::ApiError;
use crate::requests::check::{Described, check, typed};
use crate::requests::{asked, check_key};
use axum::body::Bytes;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use store::KeyedRequest;

/// A JSON body that matches its schema. Its size was checked before.
pub(super) struct Body<T>(pub(super) T);

impl<T: Described, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        check_media_type(request.headers(), is_json, "application/json")?;
        let bytes = bytes(request, state).await?;
        // Serde would accept an array as the fields in order.
        if !bytes.trim_ascii_start().starts_with(b"{") {
            return Err(Problem::new(
                Kind::Malformed,
                "the body is not a JSON object; send `{…}` with the fields by name",
            ));
        }
        let told = |error: serde_json::Error| {
            let kind = if error.is_data() { Kind::Refused } else { Kind::Malformed };
            Problem::new(kind, format!("the body: {error}"))
        };
        let value = serde_json::from_slice(&bytes).map_err(told)?;
        check(T::schema(), &value).map_err(|wrong| Problem::new(Kind::Refused, wrong))?;
        // Parses the bytes again: the `Value` no longer shows duplicate fields.
        serde_json::from_slice(&bytes).map(Body).map_err(told)
    }
}

/// The whole body.
pub(super) async fn bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    Bytes::from_request(request, state)
        .await
        .map_err(|error| Problem::new(Kind::Malformed, format!("the body can't be read: {error}")))
}

/// Rejects other media types; `wanted` says what to send.
pub(super) fn check_media_type(
    headers: &HeaderMap,
    is_fine: impl Fn(&str) -> bool,
    wanted: &'static str,
) -> Result<(), Problem> {
    let said = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()).unwrap_or_default();
    let essence = said.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if is_fine(&essence) {
        return Ok(());
    }
    let found = if said.is_empty() { "nothing".to_owned() } else { format!("`{essence}`") };
    Err(Problem::new(Kind::MediaType, format!("`Content-Type` says {found}; send `{wanted}`")))
}

fn is_json(media_type: &str) -> bool {
    media_type == "application/json" || (media_type.starts_with("application/") && media_type.ends_with("+json"))
}

/// The query string, validated against its schema.
pub(super) struct QueryParams<T>(pub(super) T);

impl<T: Described, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<QueryParams<T>, Problem> {
        let malformed = |wrong: String| Problem::new(Kind::Malformed, wrong);
        let query = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let Query(words) = query.map_err(|error| malformed(error.body_text()))?;
        let value = typed(T::schema(), words).map_err(malformed)?;
        check(T::schema(), &value).map_err(malformed)?;
        serde_json::from_value(value).map(QueryParams).map_err(|error| malformed(error.to_string()))
    }
}

/// The path parameters.
pub(super) struct PathParams<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParams<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathParams<T>, Problem> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|it| PathParams(it.0)).map_err(|error| Problem::new(Kind::NotFound, misplaced(&error)))
    }
}

/// The error for a path parameter, without names of Rust types.
fn misplaced(error: &PathRejection) -> String {
    let PathRejection::FailedToDeserializePathParams(failed) = error else { return error.body_text() };
    let kind = failed.kind();
    if let ErrorKind::ParseErrorAtKey { key, value, .. } = kind {
        return format!("`{key}` is {value:?}; it must be an integer of at least 0");
    }
    if let ErrorKind::ParseErrorAtIndex { value, .. } | ErrorKind::ParseError { value, .. } = kind {
        return format!("{value:?} in the path must be an integer of at least 0");
    }
    error.body_text()
}

/// The `Idempotency-Key` header: a repeated request is carried out once.
pub(super) struct IdempotencyKey(Option<String>);

impl IdempotencyKey {
    /// The key with a digest of the request; `what` separates kinds of requests.
    pub(super) fn of(self, what: &str, request: &impl serde::Serialize) -> Result<Option<KeyedRequest>, Problem> {
        Ok(asked(self.0, what, request)?)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<IdempotencyKey, Problem> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(IdempotencyKey(None)) };
        let key = value.to_str().unwrap_or_default();
        let wrong = |error: ApiError| Problem::new(Kind::Malformed, format!("`Idempotency-Key`: {error}"));
        check_key(key).map_err(wrong)?;
        Ok(IdempotencyKey(Some(key.to_owned())))
    }
}
