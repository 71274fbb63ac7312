//! A debate as server-sent events; an event's id is its position in the log (I-30).
//!
//! Every stream reads the log at its own pace; a debate never waits for a stream. If a connection's buffer is full and its client stops
//! reading, `write_timeout` closes it. The client reconnects with `Last-Event-ID` and misses nothing.
use super::App;
use super::extract::{PathParams, QueryParams};
use super::metrics::Metrics;
use super::problem::{Kind, Problem};
use super::streams::{Open, place};
use super::verdict_schema;
use crate::error::ApiError;
use crate::requests::check::described;
use crate::responses::{Traces, spoken};
use crate::service::Caller;
use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use engine::supervisor::ends;
use engine::supervisor::{LiveSignal, LoggedEvent};
use engine::{Signal, Watcher};
use futures_util::StreamExt;
use futures_util::stream::unfold;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio_util::sync::CancellationToken;
use utoipa::IntoParams;

/// Start and content of the stream.
#[derive(Deserialize, IntoParams, JsonSchema)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct From {
    /// Only events after this one; the same as `Last-Event-ID`.
    #[param(minimum = 0)]
    after: Option<u64>,
    /// Also stream answers in progress: `asked`, `said` and `restarted`, without an id and never repeated.
    #[serde(default)]
    live: bool,
    /// Also include the reasoning of participants in rooms, which the others did not see; false if absent.
    #[serde(default)]
    trace: bool,
}

described!(From);

/// Streams a debate to its end; 204 if nothing can follow, which stops an `EventSource`.
#[utoipa::path(
    get, path = "/debates/{id}/events", tag = "reading",
    params(("id" = String, Path, description = "the debate's id"), From, ("Last-Event-ID" = u64, Header, description = "the last event received; takes precedence over `after`")),
    responses(
        (status = 200, description = "each event of the log as `data`, without the reasoning in rooms unless `trace` requests it, its place as `id`, its type as `event`; `end` when the debate is over", body = verdict_schema::Happened, content_type = "text/event-stream"),
        (status = 204, description = "the debate is over and nothing follows"),
    ),
)]
pub(super) async fn follow(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    PathParams(id): PathParams<String>,
    QueryParams(from): QueryParams<From>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let after = last_event(&headers)?.or(from.after);
    let id = app.service.find(&who, &id).await?;
    let next = match after {
        None => 0,
        // One index lookup; folding the log at every reconnect would be expensive.
        Some(after) => match app.service.supervisor().store().last_line(&id).await.map_err(ApiError::from)? {
            Some((last, line)) if after >= last && ends(&line) => {
                return Ok(StatusCode::NO_CONTENT.into_response());
            }
            // A client that is ahead of the log, for example after a restore, gets only new events.
            Some((last, _)) => after.min(last).saturating_add(1),
            None => 0,
        },
    };
    let place = place(&app, &who)?;
    let following = Following {
        watcher: app.service.watch(&who, id.as_str(), next).await?.through_waits(),
        is_live: from.live,
        traces: Traces::from(from.trace),
        is_over: false,
        stop: app.stop.clone(),
        metrics: app.metrics.clone(),
        _place: place,
    };
    let stream = unfold(following, Following::next);
    let mut response = Sse::new(stream).keep_alive(KeepAlive::default()).into_response();
    // Proxies must not buffer the stream.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

fn last_event(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let Some(value) = headers.get("last-event-id") else { return Ok(None) };
    let number = value.to_str().ok().and_then(|it| it.trim().parse().ok());
    let wrong =
        || Problem::new(Kind::Malformed, "`Last-Event-ID` is no event; send the `id` of the last one that came");
    number.map(Some).ok_or_else(wrong)
}

/// A client that follows a debate.
struct Following {
    watcher: Watcher,
    is_live: bool,
    traces: Traces,
    is_over: bool,
    stop: CancellationToken,
    metrics: Arc<Metrics>,
    _place: Open,
}

impl Following {
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Following)> {
        if self.is_over {
            return None;
        }
        let heard = tokio::select! {
            biased;
            () = self.stop.cancelled() => Heard::Stopping,
            heard = hear(&mut self.watcher, self.is_live) => heard,
        };
        let event = match heard {
            Heard::Logged(told) => {
                self.metrics.told.fetch_add(1, Ordering::Relaxed);
                event(&told, self.traces)
            }
            Heard::Signal(signal) => passing(&signal),
            Heard::End => {
                self.is_over = true;
                Event::default().event("end").data("{}")
            }
            Heard::Stopping => {
                self.is_over = true;
                Event::default().comment("the server is stopping; come back with Last-Event-ID")
            }
            Heard::Lost => {
                self.is_over = true;
                Event::default().comment("the log can't be read; come back with Last-Event-ID")
            }
        };
        Some((Ok(event), self))
    }
}

/// The next item of a stream.
enum Heard {
    Logged(LoggedEvent),
    Signal(Signal),
    End,
    Stopping,
    Lost,
}

async fn hear(watcher: &mut Watcher, is_live: bool) -> Heard {
    if !is_live {
        return match watcher.next().await {
            Ok(Some(told)) => Heard::Logged(told),
            Ok(None) => Heard::End,
            Err(_) => Heard::Lost,
        };
    }
    match watcher.next_live().await {
        Ok(Some(LiveSignal::Logged(told))) => Heard::Logged(told),
        Ok(Some(LiveSignal::Signal(signal))) => Heard::Signal(signal),
        Ok(None) => Heard::End,
        Err(_) => Heard::Lost,
    }
}

fn event(told: &LoggedEvent, traces: Traces) -> Event {
    let line = spoken(&told.line, traces);
    Event::default().id(told.seq.to_string()).event(kind(&told.line)).data(line)
}

/// The type of an event, from its line. `debate::log` writes only numbers before it.
fn kind(line: &str) -> &str {
    let after = line.split_once("\"type\":\"").map_or("", |(_, rest)| rest);
    let word = after.split('"').next().unwrap_or_default();
    if word.bytes().all(|it| it.is_ascii_lowercase() || it == b'_') { word } else { "" }
}

/// A fragment of an answer in progress.
fn passing(signal: &Signal) -> Event {
    let (name, data) = match signal {
        Signal::Asked { call, by } => ("asked", json!({"call": call, "by": by})),
        Signal::Said { call, text } => ("said", json!({"call": call, "text": text})),
        Signal::Restarted { call } => ("restarted", json!({"call": call})),
    };
    Event::default().event(name).data(data.to_string())
}

/// Counts streaming responses of MCP against the limit of streams until they end. It takes the slot before it runs the call: a call that
/// ran and was then rejected would be repeated.
pub(super) async fn bounded(
    State(app): State<App>,
    Extension(who): Extension<Caller>,
    request: Request,
    next: Next,
) -> Response {
    let open = match place(&app, &who) {
        Ok(open) => open,
        Err(problem) => return problem.into_response(),
    };
    let response = next.run(request).await;
    let said = response.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
    if !said.is_some_and(|it| it.starts_with("text/event-stream")) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let held = body.into_data_stream().map(move |it| {
        let _ = &open;
        it
    });
    Response::from_parts(parts, Body::from_stream(held))
}

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn the_type_of_a_line_is_read_and_nothing_that_somebody_said() {
        let cases = [
            (r#"{"seq":0,"at":1,"elapsed":0,"type":"round_opened","round":1}"#, "round_opened"),
            (r#"{"seq":0,"type":"turn_taken","text":"\"type\":\"debate_closed\""}"#, "turn_taken"),
            (r#"{"seq":0}"#, ""),
            ("{\"type\":\"a\nid: 7\"}", ""),
        ];
        for (line, expected) in cases {
            assert_eq!(kind(line), expected, "{line}");
        }
    }
}
