//! The tools of panels: start one, list decks, read its results.
use super::start::Started;
use crate::error::ApiError;
use crate::mcp::schema::{input, output, output_as};
use crate::mcp::server::{Roundtable, tool_error};
use crate::mcp::size_limit::{LEAST, MOST, Rest, SizeLimit, fitted};
use crate::requests::check::KEY;
use crate::requests::{PANEL, Panel, asked};
use crate::responses::{Cruxes, Decks, Next, RoomDetails, Traces};
use crate::service::Snapshot;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResponse, CallToolResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A panel to start, and the request's key.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Starting {
    #[serde(flatten)]
    panel: Panel,
    /// Idempotency key: the same request with the same key returns the same panel.
    #[schemars(regex(pattern = KEY))]
    #[serde(default)]
    request_key: Option<String>,
}

/// The panel, and the room.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct OfCruxes {
    /// The panel's id, a prefix of one, or `latest`.
    id: String,
    /// One room in full (`room-1`), with its turns; a summary of the panel if absent.
    #[serde(default)]
    room: Option<String>,
    /// With `room` only: whether to include the reasoning of each participant before it spoke, which the others did not see.
    #[serde(default)]
    trace: bool,
    /// Maximum size of the response in bytes; 20000 if absent.
    #[schemars(range(min = LEAST, max = MOST))]
    #[serde(default)]
    max_bytes: Option<u32>,
}

/// The size of the list of decks.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct OfDecks {
    /// Maximum size of the response in bytes; 20000 if absent.
    #[schemars(range(min = LEAST, max = MOST))]
    #[serde(default)]
    max_bytes: Option<u32>,
}

/// The findings of a panel, or one room of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Found {
    /// The panel in short: `all_hold`, `cards`, `matrix`, `shifts`, `find_out`, `rooms` without a card, `aspects`, `left_alone`; absent where a
    /// room was requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    panel: Option<Cruxes>,
    /// The requested room: its `card`, or `why` there is none; its turns in `said`; and the clerk's findings in `looked`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    room: Option<RoomDetails>,
    /// The next call.
    next: Next,
}

/// The results of a panel, or one room of it, with their text.
fn found(snapshot: &Snapshot, room: Option<&str>, traces: Traces) -> Result<(Found, String), ApiError> {
    Ok(match room {
        Some(room) => {
            let room = RoomDetails::of(snapshot, room, traces)?;
            let told = room.told();
            (Found { next: room.next(), room: Some(room), panel: None }, told)
        }
        None if traces == Traces::Shown => {
            return Err(ApiError::Refused(
                "thoughts are told of one room at a time; name it in `room`, or leave `trace` out".to_owned(),
            ));
        }
        None => {
            let panel = Cruxes::of(snapshot)?;
            let told = panel.told();
            (Found { next: panel.next(), panel: Some(panel), room: None }, told)
        }
    })
}

#[tool_router(router = panel_tools, vis = "pub(in crate::mcp)")]
impl Roundtable {
    #[tool(
        name = "start_panel",
        title = "Start a panel",
        description = "Starts a panel and returns its id immediately: personas built from what people wrote (a deck, see list_decks) \
                       discuss a topic, and where two disagree they enter a crux room until both name the point that the disagreement \
                       depends on. Use it to find out what a disagreement is about and what would settle it; use start_roundtable for \
                       a decision. Costs about personas × (aspects + 3) calls and up to 29 more for each room (31 with `vote`), twice \
                       that if every question must be asked again: with 4 personas and 3 aspects 20 calls without disagreement, about \
                       300 with nine rooms, some minutes. The response gives the usual and the highest number of calls (`calls_usual`, \
                       `calls_most`); `budget_usd` caps the cost; `quote` needs no model and costs nothing. A persona is not the \
                       person. Next: `wait` until it is over, then `get_cruxes`.",
        input_schema = input::<Starting>(),
        output_schema = output_as::<Started>("start_roundtable", &["id", "notes", "next"]),
        annotations(read_only_hint = false, destructive_hint = false, idempotent_hint = false, open_world_hint = true)
    )]
    async fn start_panel(
        &self,
        Parameters(Starting { panel, request_key }): Parameters<Starting>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let key = asked(request_key, PANEL, &panel);
        self.begin(&context, key, async |caller, key| self.service.start_panel(caller, &panel, key).await).await
    }

    #[tool(
        name = "list_decks",
        title = "List decks",
        description = "Lists the decks available for panels and the personas in each: the values that start_panel takes as `deck` and \
                       `personas`. Free and immediate. Call it before start_panel unless you know the deck.",
        input_schema = input::<OfDecks>(),
        output_schema = output::<Decks>(),
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    async fn list_decks(
        &self,
        Parameters(OfDecks { max_bytes }): Parameters<OfDecks>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        match self.service.decks(&self.caller(&context)?).await {
            Ok(decks) => {
                let decks = Decks { decks };
                let whole = Rest::wider("list_decks", json!({}));
                fitted(&decks.told(), &decks, SizeLimit::of(max_bytes), &[whole])
            }
            Err(error) => Ok(tool_error(&error)),
        }
    }

    #[tool(
        name = "get_cruxes",
        title = "Get the cruxes of a panel",
        description = "The findings of a panel, preliminary while it runs; nobody votes there: what all hold, a card for each \
                       disagreement (open, agreed or settled; the question, both positions in their own words, the crux, what would \
                       settle it), each persona's answers, who moved and why, what to find out next. With `room` one room in full, \
                       with all its turns. Free and immediate. A card is evidence that a disagreement exists, not of who is right. Not \
                       for a roundtable: use get_consensus there.",
        input_schema = input::<OfCruxes>(),
        output_schema = output::<Found>(),
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    async fn get_cruxes(
        &self,
        Parameters(OfCruxes { id, room, trace, max_bytes }): Parameters<OfCruxes>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let caller = self.caller(&context)?;
        let asked = room.clone();
        let make = move |snapshot: &Snapshot| {
            found(snapshot, asked.as_deref(), Traces::from(trace)).map(|it| (snapshot.debate.id.clone(), it))
        };
        match self.service.made(&caller, &id, make).await.flatten() {
            Ok((id, (found, told))) => {
                let whole = Rest::wider("get_cruxes", json!({"id": id, "room": room, "trace": trace}));
                fitted(&told, &found, SizeLimit::of(max_bytes), &[whole])
            }
            Err(error) => Ok(tool_error(&error)),
        }
    }
}
