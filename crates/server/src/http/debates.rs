//! Debates are begun, listed, found, and let go on, forked, paused and stopped.
use super::App;
use super::extract::{Body, Key, Place, Words};
use super::problem::{Kind, Problem};
use super::view::{Begun, Hit, Hits, Page};
use crate::ask::check::{CURSOR, described};
use crate::ask::{BallotFrom, Continue, Control, Fork, START, Start, continue_of, fork_of};
use crate::desk::{self, Caller};
use crate::say::Session;
use crate::trouble::Trouble;
use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::header::{LINK, LOCATION};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rmcp::schemars::JsonSchema;
use serde::Deserialize;
use utoipa::IntoParams;

/// Debates of a page when nobody says how many.
const USUAL_PAGE: u32 = 20;
/// The most of a page.
const LARGEST_PAGE: u32 = 100;

/// Opens a debate; it runs when this returns. The answer says what is put to the vote (`ballot`), whether the request gave that or the topic
/// was read (`ballot_from`), and what the debate may cost.
#[utoipa::path(
    post, path = "/debates", tag = "debates",
    params(("Idempotency-Key" = String, Header, description = "the caller's own name for the request: sent twice it is done once", pattern = "^[!-~]{1,255}$")),
    request_body = Start,
    responses(
        (status = 201, description = "it runs", body = Begun, headers(("Location" = String, description = "where it is"))),
        (status = 409, description = "the key was used for another request", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn start(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    key: Key,
    Body(wish): Body<Start>,
) -> Result<Response, Problem> {
    let key = key.of(START, &wish)?;
    let begun = app.desk.start(&who, &wish, key).await?;
    running(&app, &who, begun).await
}

/// A debate that was opened, whatever it is.
pub(super) async fn running(app: &App, who: &Caller, begun: desk::Begun) -> Result<Response, Problem> {
    let desk::Begun { id, ballot: _, ballot_from, estimate_usd, calls, sends_to, notes } = begun;
    let session = session(app, who, id.as_str()).await?;
    let (calls_usual, calls_most) = calls.map(|it| (it.usual, it.most)).unzip();
    let ballot_from = ballot_from.map(BallotFrom::as_str);
    Ok(created(id.as_str(), Begun { session, ballot_from, estimate_usd, calls_usual, calls_most, sends_to, notes }))
}

/// Something new, and where it is.
pub(super) fn created(id: &str, body: impl serde::Serialize) -> Response {
    let place = HeaderValue::from_str(&format!("/api/v1/debates/{id}"));
    let mut response = (StatusCode::CREATED, Json(body)).into_response();
    // An id that no header can hold has no place of its own.
    response.headers_mut().extend(place.map(|it| (LOCATION, it)));
    response
}

async fn session(app: &App, who: &Caller, id: &str) -> Result<Session, Problem> {
    Ok(Session::of(&app.desk.read(who, id).await?))
}

/// Which debates.
#[derive(Deserialize, IntoParams, JsonSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// So many at most, 1 to 100; 20 where absent.
    #[param(minimum = 1, maximum = 100)]
    #[schemars(range(min = 1, max = LARGEST_PAGE))]
    limit: Option<u32>,
    /// Those after a page that was sent before: its `next`.
    #[param(pattern = "^([0-9a-f]{2})+$")]
    #[schemars(regex(pattern = CURSOR))]
    cursor: Option<String>,
}

/// The debates of the caller, newest first.
#[utoipa::path(
    get, path = "/debates", tag = "debates", params(Which),
    responses((status = 200, description = "some of them", body = Page, headers(("Link" = String, description = "the next page, as `rel=next`; absent at the end")))),
)]
pub(super) async fn list(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Words(which): Words<Which>,
) -> Result<Response, Problem> {
    let limit = which.limit.unwrap_or(USUAL_PAGE);
    let after = which.cursor.as_deref().map(opened).transpose()?;
    let mut entries = app.desk.list(&who, limit + 1, after.as_deref()).await.map_err(|trouble| match trouble {
        Trouble::Unknown { .. } => Problem::new(Kind::NotFound, BAD_CURSOR),
        other @ (Trouble::NoPart(_)
        | Trouble::Refused(_)
        | Trouble::Conflict(_)
        | Trouble::Busy(_)
        | Trouble::Capped { .. }
        | Trouble::Failed(_)) => Problem::from(other),
    })?;
    let has_more = entries.len() > limit as usize;
    entries.truncate(limit as usize);
    let next = entries.last().filter(|_| has_more).map(|it| sealed(it.debate.as_str()));
    let link = next.as_ref().and_then(|next| {
        HeaderValue::from_str(&format!("</api/v1/debates?limit={limit}&cursor={next}>; rel=\"next\"")).ok()
    });
    let mut response =
        Json(Page { debates: entries.into_iter().map(|it| app.desk.listed(it)).collect(), next }).into_response();
    response.headers_mut().extend(link.map(|it| (LINK, it)));
    Ok(response)
}

const BAD_CURSOR: &str = "`cursor` is none that was sent before; begin without one";

/// A place in the list as callers pass it on: nothing to read, nothing to make up.
fn sealed(id: &str) -> String {
    id.bytes().map(|it| format!("{it:02x}")).collect()
}

fn opened(cursor: &str) -> Result<String, Problem> {
    let digit = |it: char| it.to_digit(16).and_then(|it| u8::try_from(it).ok());
    let digits: Option<Vec<u8>> = cursor.chars().map(digit).collect();
    let digits = digits.filter(|it| !it.is_empty() && it.len().is_multiple_of(2));
    let digits = digits.ok_or_else(|| Problem::new(Kind::Malformed, BAD_CURSOR))?;
    let bytes: Vec<u8> = digits.chunks(2).map(|it| it.iter().fold(0, |byte, digit| byte << 4 | digit)).collect();
    // What is no id is none that is known.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What to look for.
#[derive(Deserialize, IntoParams, JsonSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Sought {
    /// Words that must all be there; the last may be the beginning of one.
    q: String,
    /// So many at most, 1 to 100; 20 where absent.
    #[param(minimum = 1, maximum = 100)]
    #[schemars(range(min = 1, max = LARGEST_PAGE))]
    limit: Option<u32>,
}

described!(Which, Sought);

/// Full-text search over topics, positions and claims of the caller's debates.
#[utoipa::path(get, path = "/search", tag = "debates", params(Sought), responses((status = 200, description = "what was found, best first", body = Hits)))]
pub(super) async fn search(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Words(sought): Words<Sought>,
) -> Result<Json<Hits>, Problem> {
    let found = app.desk.search(&who, &sought.q, sought.limit.unwrap_or(USUAL_PAGE)).await?;
    let hit = |it: store::Hit| Hit {
        debate: it.debate.to_string(),
        event: it.seq,
        what: it.what.as_str(),
        by: it.by,
        round: it.round,
        text: it.text,
        marks: it.marks.iter().map(|mark| [mark.start, mark.end]).collect(),
    };
    Ok(Json(Hits { hits: found.into_iter().map(hit).collect() }))
}

/// How a debate stands.
#[utoipa::path(get, path = "/debates/{id}", tag = "debates", params(("id" = String, Path, description = "the debate's id, or the beginning of one")), responses((status = 200, description = "how it stands", body = Session)))]
pub(super) async fn read(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place(id): Place<String>,
) -> Result<Json<Session>, Problem> {
    session(&app, &who, &id).await.map(Json)
}

/// Lets a debate go on that is over or waits.
#[utoipa::path(
    post, path = "/debates/{id}/continue", tag = "debates",
    params(("id" = String, Path, description = "the debate's id"), ("Idempotency-Key" = String, Header, description = "the caller's own name for the request: sent twice it is done once", pattern = "^[!-~]{1,255}$")),
    request_body = Continue,
    responses((status = 202, description = "it runs, or has run since the same request", body = Session), (status = 409, description = "it is not over, or the key was used for another request", body = Problem, content_type = "application/problem+json")),
)]
pub(super) async fn go_on(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place(id): Place<String>,
    key: Key,
    Body(wish): Body<Continue>,
) -> Result<(StatusCode, Json<Session>), Problem> {
    let id = app.desk.find(&who, &id).await?;
    let key = key.of(&continue_of(&id), &wish)?;
    let id = app.desk.go_on_once(&who, id.as_str(), &wish, key).await?;
    Ok((StatusCode::ACCEPTED, Json(session(&app, &who, id.as_str()).await?)))
}

/// Begins another debate from a point of one.
#[utoipa::path(
    post, path = "/debates/{id}/fork", tag = "debates",
    params(("id" = String, Path, description = "the debate's id"), ("Idempotency-Key" = String, Header, description = "the caller's own name for the request: sent twice it is done once", pattern = "^[!-~]{1,255}$")),
    request_body = Fork,
    responses(
        (status = 201, description = "the new one runs", body = Session, headers(("Location" = String, description = "where it is"))),
        (status = 409, description = "the key was used for another request", body = Problem, content_type = "application/problem+json"),
    ),
)]
pub(super) async fn fork(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place(id): Place<String>,
    key: Key,
    Body(wish): Body<Fork>,
) -> Result<Response, Problem> {
    let from = app.desk.find(&who, &id).await?;
    let key = key.of(&fork_of(&from), &wish)?;
    let new = app.desk.fork(&who, from.as_str(), &wish, key).await?;
    let session = session(&app, &who, new.as_str()).await?;
    Ok(created(new.as_str(), session))
}

/// Lets a debate come to rest: whoever is speaking is heard, nobody else is asked.
#[utoipa::path(post, path = "/debates/{id}/pause", tag = "debates", params(("id" = String, Path, description = "the debate's id")), responses((status = 202, description = "it comes to rest", body = Session), (status = 409, description = "another process runs it", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn pause(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place(id): Place<String>,
) -> Result<(StatusCode, Json<Session>), Problem> {
    control(&app, &who, &id, Control::Pause).await
}

/// Lets a debate that rests go on where it was.
#[utoipa::path(post, path = "/debates/{id}/resume", tag = "debates", params(("id" = String, Path, description = "the debate's id")), responses((status = 202, description = "it runs", body = Session), (status = 409, description = "it runs already, or is over", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn resume(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place(id): Place<String>,
) -> Result<(StatusCode, Json<Session>), Problem> {
    control(&app, &who, &id, Control::Resume).await
}

/// Ends a debate with what it has, once whoever is speaking is heard.
#[utoipa::path(post, path = "/debates/{id}/stop", tag = "debates", params(("id" = String, Path, description = "the debate's id")), responses((status = 202, description = "it ends", body = Session), (status = 409, description = "another process runs it", body = Problem, content_type = "application/problem+json")))]
pub(super) async fn stop(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    Place(id): Place<String>,
) -> Result<(StatusCode, Json<Session>), Problem> {
    control(&app, &who, &id, Control::Stop).await
}

async fn control(app: &App, who: &Caller, id: &str, what: Control) -> Result<(StatusCode, Json<Session>), Problem> {
    let id = app.desk.control(who, id, what).await?;
    Ok((StatusCode::ACCEPTED, Json(session(app, who, id.as_str()).await?)))
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
