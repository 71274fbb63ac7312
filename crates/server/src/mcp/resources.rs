//! Debates and their parts as resources: listed newest first, read whole or a piece at a time.
use super::answer::{MOST, Rest, Room, fitted_value, written};
use super::page::slice;
use super::reading::rests;
use super::uri::{Part, Place, ROOT, debate, export};
use crate::desk::{Caller, Case, Desk};
use crate::say::words::{cut, folded};
use crate::say::{Consensus, Cruxes, GraphView, Response, RoomDetails, RoundDetails, Session, Traces};
use crate::trouble::Trouble;
use exports::Format;
use rmcp::ErrorData;
use rmcp::model::{ListResourcesResult, ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::{Value, json};

/// Debates in one page of the list. Ours: well below what an answer may have.
const PAGE: u32 = 25;

/// The bytes of a topic in a list.
const TITLE: usize = 120;

const JSON: &str = "application/json";

/// The kinds of resources there are.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template = |path: &str, name: &str, title: &str, description: &str, mime: Option<&str>| {
        let template = ResourceTemplate::new(format!("{ROOT}{{id}}{path}"), name);
        let template = template.with_title(title).with_description(description);
        mime.into_iter().fold(template, ResourceTemplate::with_mime_type)
    };
    let markdown = Some(Format::Markdown.media_type());
    vec![
        template("", "debate", "A debate", "How a debate stands. It can be subscribed to.", Some(JSON)),
        template("/verdict{?max_bytes}", "verdict", "What came out", "Four layers, short first.", Some(JSON)),
        template("/rounds/{round}{?max_bytes}", "round", "A round", "One round summed up.", Some(JSON)),
        template("/rounds/{round}/{participant}{?max_bytes}", "turn", "A turn", "One turn in full.", Some(JSON)),
        template(
            "/transcript{?offset,max_bytes,events}",
            "transcript",
            "The transcript",
            "All of it to read.",
            markdown,
        ),
        template("/graph{?max_bytes}", "graph", "The arguments", "Claims, options, what bears on what.", Some(JSON)),
        template("/cruxes{?max_bytes}", "cruxes", "What a panel found", "Cards, who answers what, shifts.", Some(JSON)),
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

/// A page of debates, newest first, after the one that the page before ended with.
pub(super) async fn listed(
    desk: &Desk,
    caller: &Caller,
    cursor: Option<&str>,
) -> Result<ListResourcesResult, ErrorData> {
    let bad = |_| ErrorData::invalid_params("unknown cursor; begin again without one", None);
    let mut entries = desk.list(caller, PAGE + 1, cursor).await.map_err(bad)?;
    let is_last = entries.len() <= PAGE as usize;
    entries.truncate(PAGE as usize);
    let next = entries.last().filter(|_| !is_last).map(|it| it.debate.to_string());
    let resource = |it: &store::Entry| {
        let ended = it.closed.map_or("not over".to_owned(), |it| format!("ended by {it}"));
        Resource::new(debate(it.debate.as_str()), it.debate.as_str())
            .with_title(cut(&folded(&it.topic), TITLE))
            .with_description(format!("A debate, {}, {ended}, {} events.", it.mode, it.events))
            .with_mime_type(JSON)
    };
    let mut result = ListResourcesResult::with_all_items(entries.iter().map(resource).collect());
    result.next_cursor = next;
    Ok(result)
}

/// What is at an address.
pub(super) async fn read(desk: &Desk, caller: &Caller, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let place = Place::parse(uri).ok_or_else(|| not_found(uri, "no such resource"))?;
    let room = Room::of(place.max_bytes);
    if let Part::File(form) = place.part {
        let file = desk.file_at(caller, &place.id, form, place.events).await;
        let (id, events, text) = file.map_err(|trouble| untroubled(uri, &trouble))?;
        let base = format!("{}?events={events}", export(id.as_str(), form));
        return Ok(piece(uri, &base, &text, &place, form.media_type(), room));
    }
    let Place { id, part, .. } = place;
    let made = desk.made(caller, &id, move |case| value(case, &part, room)).await;
    let value = made.map_err(Fault::from).flatten().map_err(|fault| match fault {
        Fault::Trouble(trouble) => untroubled(uri, &trouble),
        Fault::Other(error) => error,
    })?;
    Ok(ReadResourceResult::new(vec![ResourceContents::text(value.to_string(), uri).with_mime_type(JSON)]))
}

enum Fault {
    Trouble(Trouble),
    Other(ErrorData),
}

impl From<Trouble> for Fault {
    fn from(trouble: Trouble) -> Fault {
        Fault::Trouble(trouble)
    }
}

/// A part of a debate as a value.
fn value(case: &Case, part: &Part, room: Room) -> Result<Value, Fault> {
    let id = case.debate.id.as_str();
    let all = |tool: &'static str, arguments: Value| [Rest::new("", tool, arguments)];
    let fit = match part {
        Part::Session => fitted_value(&Session::of(case), room, &all("get_status", json!({"id": id}))),
        Part::Verdict => fitted_value(&Consensus::of(case), room, &rests(id)),
        Part::Round(number) => {
            let whole = all("get_round_details", json!({"id": id, "round": number, "max_bytes": MOST}));
            fitted_value(&RoundDetails::of(case, Some(*number))?, room, &whole)
        }
        Part::Turn(number, who) => {
            let arguments = json!({"id": id, "round": number, "participant": who, "max_bytes": MOST});
            fitted_value(&Response::of(case, who, Some(*number))?, room, &all("get_response_detail", arguments))
        }
        Part::Graph => {
            let whole = all("export_session", json!({"id": id, "format": "argdown"}));
            fitted_value(&GraphView::of(&case.debate), room, &whole)
        }
        Part::Cruxes => {
            let whole = all("get_cruxes", json!({"id": id, "max_bytes": MOST}));
            fitted_value(&Cruxes::of(case)?, room, &whole)
        }
        Part::Room(which) => {
            let whole = all("get_cruxes", json!({"id": id, "room": which, "max_bytes": MOST}));
            fitted_value(&RoomDetails::of(case, which, Traces::Hidden)?, room, &whole)
        }
        Part::File(form) => return Err(Trouble::NoPart(format!("`{form}` is read as a file")).into()),
    };
    fit.map_err(Fault::Other)
}

/// As much of a file as fits; what follows says where the rest is.
fn piece(uri: &str, base: &str, text: &str, place: &Place, media_type: &str, room: Room) -> ReadResourceResult {
    let mut most = room.bytes();
    loop {
        let (part, start, end) = slice(text, place.offset, most);
        let mut contents = vec![ResourceContents::text(part, uri).with_mime_type(media_type)];
        if end < text.len() {
            let asked = place.max_bytes.map(|it| format!("&max_bytes={it}")).unwrap_or_default();
            let next = format!("{base}&offset={end}{asked}");
            let said = format!(
                "Cut to fit: bytes {start} to {end} of {}. Read on at {next}, or ask for up to {MOST} bytes with max_bytes.",
                text.len()
            );
            contents.push(ResourceContents::text(said, next).with_mime_type("text/plain"));
        }
        let result = ReadResourceResult::new(contents);
        if written(&result) <= room.bytes() || most < 256 {
            return result;
        }
        most = most * 3 / 4;
    }
}

/// Trouble as the protocol has it: what is not there, or what is wrong.
fn untroubled(uri: &str, trouble: &Trouble) -> ErrorData {
    match trouble {
        Trouble::Unknown { .. } | Trouble::NoPart(_) => not_found(uri, &trouble.to_string()),
        Trouble::Refused(why) | Trouble::Conflict(why) => {
            ErrorData::invalid_params(cut(why, TITLE * 8).into_owned(), None)
        }
        Trouble::Busy(why) | Trouble::Capped { why, .. } | Trouble::Failed(why) => {
            ErrorData::internal_error(cut(why, TITLE * 8).into_owned(), None)
        }
    }
}

/// Nothing is there; which code says so is the revision's.
pub(super) fn not_found(uri: &str, why: &str) -> ErrorData {
    ErrorData::resource_not_found(cut(why, TITLE * 8).into_owned(), Some(json!({"uri": cut(uri, TITLE * 4)})))
}
