//! Debates and their parts as resources: listed newest first, read whole or page by page.
use super::page::slice;
use super::size_limit::{MOST, Rest, SizeLimit, fitted_value, written};
use super::tools::read::rests;
use super::uri::{Part, ROOT, ResourceUri, debate, export};
use crate::error::ApiError;
use crate::responses::words::{cut, folded};
use crate::responses::{Consensus, Cruxes, DebateStatus, Response, RoomDetails, RoundDetails, Traces};
use crate::service::{Caller, DebateService, Snapshot};
use analysis::argument::GraphView;
use exports::Format;
use rmcp::ErrorData;
use rmcp::model::{ListResourcesResult, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};

/// Debates per page. Our choice: well below the size of a response.
const PAGE: u32 = 25;

/// Maximum length of a topic in the list, in bytes.
const TITLE: usize = 120;

const JSON: &str = "application/json";

/// The resource templates.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template = |path: &str, name: &str, title: &str, description: &str, mime: Option<&str>| {
        let template = ResourceTemplate::new(format!("{ROOT}{{id}}{path}"), name);
        let template = template.with_title(title).with_description(description);
        mime.into_iter().fold(template, ResourceTemplate::with_mime_type)
    };
    let markdown = Some(Format::Markdown.media_type());
    vec![
        template("", "debate", "A debate", "The state of a debate; supports subscriptions.", Some(JSON)),
        template("/verdict{?max_bytes}", "verdict", "The result", "Four layers, shortest first.", Some(JSON)),
        template("/rounds/{round}{?max_bytes}", "round", "A round", "One round summed up.", Some(JSON)),
        template("/rounds/{round}/{participant}{?max_bytes}", "turn", "A turn", "One turn in full.", Some(JSON)),
        template(
            "/transcript{?offset,max_bytes,events}",
            "transcript",
            "The transcript",
            "All of it to read.",
            markdown,
        ),
        template("/graph{?max_bytes}", "graph", "The arguments", "Claims, options and their relations.", Some(JSON)),
        template(
            "/cruxes{?max_bytes}",
            "cruxes",
            "What a panel found",
            "Cards, answers by persona, shifts.",
            Some(JSON),
        ),
        template("/cruxes/{room}{?max_bytes}", "room", "A crux room", "One room in full.", Some(JSON)),
        template(
            "/log{?offset,max_bytes,events}",
            "log",
            "The event log",
            "One event a line.",
            Some(Format::Log.media_type()),
        ),
        template(
            "/export/{format}{?offset,max_bytes,events}",
            "export",
            "A file",
            "The debate in any export format.",
            None,
        ),
    ]
}

/// A page of debates, newest first, after the last one of the page before.
pub(super) async fn listed(
    service: &DebateService,
    caller: &Caller,
    cursor: Option<&str>,
) -> Result<ListResourcesResult, ErrorData> {
    let bad = |_| ErrorData::invalid_params("unknown cursor; begin again without one", None);
    let mut entries = service.list(caller, PAGE + 1, cursor).await.map_err(bad)?;
    let is_last = entries.len() <= PAGE as usize;
    entries.truncate(PAGE as usize);
    let next = entries.last().filter(|_| !is_last).map(|it| it.debate.to_string());
    let resource = |it: &store::Entry| {
        let state = service.listed(it.clone()).told();
        Resource::new(debate(it.debate.as_str()), it.debate.as_str())
            .with_title(cut(&folded(&it.topic), TITLE))
            .with_description(format!("A debate, {}, {state}, {} events.", it.mode, it.events))
            .with_mime_type(JSON)
    };
    let mut result = ListResourcesResult::with_all_items(entries.iter().map(resource).collect());
    result.next_cursor = next;
    Ok(result)
}

/// Reads the resource at a URI.
pub(super) async fn read(service: &DebateService, caller: &Caller, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let parsed = ResourceUri::parse(uri).ok_or_else(|| not_found(uri, "no such resource"))?;
    let limit = SizeLimit::of(parsed.max_bytes);
    if let Part::File(form) = parsed.part {
        let file = service.file_at(caller, &parsed.id, form, parsed.events).await;
        let (id, events, text) = file.map_err(|error| resource_error(uri, &error))?;
        let base = format!("{}?events={events}", export(id.as_str(), form));
        return Ok(piece(uri, &base, &text, &parsed, form.media_type(), limit));
    }
    let ResourceUri { id, part, .. } = parsed;
    let made = service.made(caller, &id, move |snapshot| value(snapshot, &part, limit)).await;
    let value = made.map_err(Fault::from).flatten().map_err(|fault| match fault {
        Fault::ApiError(error) => resource_error(uri, &error),
        Fault::Other(error) => error,
    })?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text(value.to_string(), uri).with_mime_type(JSON)]))
}

enum Fault {
    ApiError(ApiError),
    Other(ErrorData),
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Fault {
        Fault::ApiError(error)
    }
}

/// A part of a debate as JSON.
fn value(snapshot: &Snapshot, part: &Part, limit: SizeLimit) -> Result<Value, Fault> {
    let id = snapshot.debate.id.as_str();
    let all = |tool: &'static str, arguments: Value| [Rest::new("", tool, arguments)];
    let fit = match part {
        Part::Session => fitted_value(&DebateStatus::of(snapshot), limit, &all("get_status", json!({"id": id}))),
        Part::Verdict => fitted_value(&Consensus::of(snapshot)?, limit, &rests(id)),
        Part::Round(number) => {
            let whole = all("get_round_details", json!({"id": id, "round": number, "max_bytes": MOST}));
            fitted_value(&RoundDetails::of(snapshot, Some(*number))?, limit, &whole)
        }
        Part::Turn(number, who) => {
            let arguments = json!({"id": id, "round": number, "participant": who, "max_bytes": MOST});
            fitted_value(&Response::of(snapshot, who, Some(*number))?, limit, &all("get_response_detail", arguments))
        }
        Part::Graph => {
            let whole = all("export_session", json!({"id": id, "format": "argdown"}));
            fitted_value(&GraphView::of(&snapshot.debate), limit, &whole)
        }
        Part::Cruxes => {
            let whole = all("get_cruxes", json!({"id": id, "max_bytes": MOST}));
            fitted_value(&Cruxes::of(snapshot)?, limit, &whole)
        }
        Part::Room(which) => {
            let whole = all("get_cruxes", json!({"id": id, "room": which, "max_bytes": MOST}));
            fitted_value(&RoomDetails::of(snapshot, which, Traces::Hidden)?, limit, &whole)
        }
        Part::File(form) => return Err(ApiError::NoPart(format!("`{form}` is read as a file")).into()),
    };
    fit.map_err(Fault::Other)
}

/// A page of a file, with the URI of the next one.
fn piece(
    uri: &str,
    base: &str,
    text: &str,
    parsed: &ResourceUri,
    media_type: &str,
    limit: SizeLimit,
) -> ReadResourceResult {
    let mut most = limit.bytes();
    loop {
        let (part, start, end) = slice(text, parsed.offset, most);
        let mut contents = vec![ResourceContents::text(part, uri).with_mime_type(media_type)];
        if end < text.len() {
            let asked = parsed.max_bytes.map(|it| format!("&max_bytes={it}")).unwrap_or_default();
            let next = format!("{base}&offset={end}{asked}");
            let said = format!(
                "Cut to fit: bytes {start} to {end} of {}. Read on at {next}, or ask for up to {MOST} bytes with max_bytes.",
                text.len()
            );
            contents.push(ResourceContents::text(said, next).with_mime_type("text/plain"));
        }
        let result = ReadResourceResult::new(contents);
        if written(&result) <= limit.bytes() || most < 256 {
            return result;
        }
        most = most * 3 / 4;
    }
}

/// An error as the protocol codes it: not found, or invalid.
fn resource_error(uri: &str, error: &ApiError) -> ErrorData {
    match error {
        ApiError::Unknown { .. } | ApiError::NoPart(_) => not_found(uri, &error.to_string()),
        ApiError::Refused(why) | ApiError::Conflict(why) => {
            ErrorData::invalid_params(cut(why, TITLE * 8).into_owned(), None)
        }
        ApiError::Busy(why) | ApiError::Capped { why, .. } | ApiError::Failed(why) => {
            ErrorData::internal_error(cut(why, TITLE * 8).into_owned(), None)
        }
    }
}

/// The error for an unknown resource; its code depends on the revision.
pub(super) fn not_found(uri: &str, why: &str) -> ErrorData {
    ErrorData::resource_not_found(cut(why, TITLE * 8).into_owned(), Some(json!({"uri": cut(uri, TITLE * 4)})))
}
