//! Handlers that list debates, newest first, and search their text. Both filter by state, date and mode.
use super::App;
use super::extract::QueryParams;
use super::problem::{Kind, Problem};
use crate::error::ApiError;
use crate::filter::{Filter, FilterQuery};
use crate::requests::check::{CURSOR, described};
use crate::responses::{Hits, Page};
use crate::service::{Caller, Chosen};
use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::LINK;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use utoipa::IntoParams;

/// Default page size.
const USUAL_PAGE: u32 = 20;
/// Maximum page size.
const LARGEST_PAGE: u32 = 100;

/// A filter of debates.
#[derive(Deserialize, IntoParams, JsonSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// Maximum number, 1 to 100; 20 if absent.
    #[param(minimum = 1, maximum = 100)]
    #[schemars(range(min = 1, max = LARGEST_PAGE))]
    limit: Option<u32>,
    /// The `next` of the previous page.
    #[param(pattern = "^([0-9a-f]{2})+$")]
    #[schemars(regex(pattern = CURSOR))]
    cursor: Option<String>,
    #[param(ignore)]
    #[serde(flatten)]
    wanted: FilterQuery,
}

/// The caller's debates, newest first. With a filter on `state`, `from`, `to` or `mode`, a page may have fewer than `limit` debates, or
/// none, and still a `next`.
#[utoipa::path(
    get, path = "/debates", tag = "debates", params(Which, FilterQuery),
    responses((status = 200, description = "a page of debates", body = Page, headers(("Link" = String, description = "the next page, as `rel=next`; absent at the end")))),
)]
pub(super) async fn list(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    QueryParams(which): QueryParams<Which>,
) -> Result<Response, Problem> {
    let limit = which.limit.unwrap_or(USUAL_PAGE);
    let after = which.cursor.as_deref().map(opened).transpose()?;
    let words = &which.wanted;
    let wanted = wanted(words)?;
    let chosen = app.service.list_by(&who, &wanted, limit, after.as_deref()).await;
    let Chosen { entries, next } = chosen.map_err(|error| match error {
        ApiError::Unknown { .. } => Problem::new(Kind::NotFound, BAD_CURSOR),
        other @ (ApiError::NoPart(_)
        | ApiError::Refused(_)
        | ApiError::Conflict(_)
        | ApiError::Busy(_)
        | ApiError::Capped { .. }
        | ApiError::Failed(_)) => Problem::from(other),
    })?;
    let next = next.map(|it| sealed(it.as_str()));
    let link = next.as_ref().and_then(|next| {
        let chosen: String = words.fields().map(|(name, word)| format!("&{name}={}", encoded(word))).collect();
        HeaderValue::from_str(&format!("</api/v1/debates?limit={limit}{chosen}&cursor={next}>; rel=\"next\"")).ok()
    });
    let mut response =
        Json(Page { debates: entries.into_iter().map(|it| app.service.listed(it)).collect(), next }).into_response();
    response.headers_mut().extend(link.map(|it| (LINK, it)));
    Ok(response)
}

/// The filter of a request; errors are those of a query parameter.
fn wanted(words: &FilterQuery) -> Result<Filter, Problem> {
    Filter::read(words).map_err(|error| Problem::new(Kind::Refused, error.told(str::to_owned)))
}

/// Percent-encodes a query value.
fn encoded(word: &str) -> String {
    let byte = |it: u8| match it {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(it).to_string(),
        _ => format!("%{it:02X}"),
    };
    word.bytes().map(byte).collect()
}

const BAD_CURSOR: &str = "`cursor` is none that was sent before; begin without one";

/// An opaque cursor for a position in the list.
fn sealed(id: &str) -> String {
    id.bytes().map(|it| format!("{it:02x}")).collect()
}

fn opened(cursor: &str) -> Result<String, Problem> {
    let digit = |it: char| it.to_digit(16).and_then(|it| u8::try_from(it).ok());
    let digits: Option<Vec<u8>> = cursor.chars().map(digit).collect();
    let digits = digits.filter(|it| !it.is_empty() && it.len().is_multiple_of(2));
    let digits = digits.ok_or_else(|| Problem::new(Kind::Malformed, BAD_CURSOR))?;
    let bytes: Vec<u8> = digits.chunks(2).map(|it| it.iter().fold(0, |byte, digit| byte << 4 | digit)).collect();
    // Text that is no id matches no debate.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A search.
#[derive(Deserialize, IntoParams, JsonSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Sought {
    /// Words that must all occur; the last may be a prefix.
    q: String,
    /// Maximum number, 1 to 100; 20 if absent.
    #[param(minimum = 1, maximum = 100)]
    #[schemars(range(min = 1, max = LARGEST_PAGE))]
    limit: Option<u32>,
    #[param(ignore)]
    #[serde(flatten)]
    wanted: FilterQuery,
}

described!(Which, Sought);

/// Full-text search over topics, positions and claims of the caller's debates. With a filter on `state`, `from`, `to` or `mode`, only the
/// best two thousand hits are inspected.
#[utoipa::path(get, path = "/search", tag = "debates", params(Sought, FilterQuery), responses((status = 200, description = "hits, best first", body = Hits)))]
pub(super) async fn search(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    QueryParams(sought): QueryParams<Sought>,
) -> Result<Json<Hits>, Problem> {
    let limit = sought.limit.unwrap_or(USUAL_PAGE);
    let found = app.service.search_by(&who, &sought.q, &wanted(&sought.wanted)?, limit).await?;
    Ok(Json(Hits::of(found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_comes_back_as_it_was_and_nothing_else_is_one() {
        for id in ["a", "d19a2", "猫"] {
            assert_eq!(opened(&sealed(id)).unwrap(), id);
        }
        for wrong in ["", "6", "zz", "6é", "-1"] {
            assert!(opened(wrong).is_err(), "{wrong}");
        }
    }
}
