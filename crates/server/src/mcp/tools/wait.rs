//! The tool `wait`, in short calls: clients time out after 30 s to 60 s (I-21).
use crate::mcp::awaited::Awaited;
use crate::mcp::schema::{input, output};
use crate::mcp::server::{Roundtable, tool_error};
use crate::mcp::size_limit::{MOST as MOST_BYTES, Rest, SizeLimit, fitted};
use crate::mcp::wait_call::{Ended, Halt, Waiting};
use crate::responses::words::BoundedText;
use crate::responses::{DebateStatus, Next};
use rmcp::handler::server::tool::{InputResponses, RequestState};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResponse, CallToolResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::time::Duration;

/// Maximum duration of a call (I-21).
const MOST: Duration = Duration::from_secs(25);

/// The debate to wait for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Wait {
    /// The debate's id.
    pub(in crate::mcp) id: String,
    /// Maximum time to wait, in seconds; 25 if absent, and never more.
    #[serde(default)]
    pub(in crate::mcp) seconds: Option<u64>,
    /// `events` of the previous result, to get what happened since. If absent, only new events.
    #[serde(default)]
    pub(in crate::mcp) after: Option<u64>,
    /// Whether to ask the client's user when the debate needs a decision or context; true if absent.
    #[serde(default)]
    pub(in crate::mcp) ask_person: Option<bool>,
}

impl Wait {
    /// Duration of the call.
    pub(in crate::mcp) fn patience(&self) -> Duration {
        self.seconds.map_or(MOST, |it| Duration::from_secs(it).min(MOST))
    }
}

/// The progress of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(in crate::mcp) struct Waited {
    /// Its state.
    #[serde(flatten)]
    pub(in crate::mcp) session: DebateStatus,
    /// The first event that `happened` covers.
    pub(in crate::mcp) since: u64,
    /// Events since then, one line each, latest last.
    pub(in crate::mcp) happened: Vec<String>,
    /// Number of earlier lines that were left out; `get_round_details` has their content.
    pub(in crate::mcp) left_out: usize,
    /// The turns it waits for, with call and deadline; none if it is not running.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::mcp) awaits: Vec<Awaited>,
    /// Further notes for the caller.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::mcp) notes: Vec<String>,
    /// The call to make now.
    pub(in crate::mcp) next: Next,
}

impl Waited {
    /// As a tool result.
    fn answer(&self) -> Result<CallToolResult, ErrorData> {
        let id = &self.session.id;
        let rests = [
            Rest::new("happened", "export_session", json!({"id": id, "format": "log"})),
            Rest::new("", "get_status", json!({"id": id, "max_bytes": MOST_BYTES})),
        ];
        fitted(&self.words(), self, SizeLimit::of(None), &rests)
    }

    /// As text, for clients without structured content.
    fn words(&self) -> String {
        let DebateStatus { id, spoken, participants, why, question, needs, .. } = &self.session;
        let (state, seats) = (self.session.state.0.told(), participants.len());
        let progress = self.session.progress();
        BoundedText::of(format!("Debate {id} is {state}: {progress}, {spoken} of {seats} spoke."))
            .each(&self.session.panel, |told, it| told.line(it.told()))
            .quote_if("why", why.as_deref())
            .quote_if("question", question.as_deref())
            .each(needs, |told, it| told.quote(&format!("needed, {}", it.id), &it.what))
            .each(&self.awaits, |told, it| told.line(it.told()))
            .each(&self.notes, |told, it| told.line(format!("Note: {it}")))
            .line(format!("Next: {}", self.next.told()))
            .text()
    }
}

#[tool_router(router = wait_tools, vis = "pub(in crate::mcp)")]
impl Roundtable {
    /// Waits for a debate, at most 25 s, and says how far it got: call it again until `state` is no longer running. The debate goes on
    /// whether or not anybody waits, and giving up loses nothing. Costs nothing itself. While it waits, the client's own model is asked for
    /// the turns of a participant `client` (by sampling, deprecated in MCP), and the person before the client for a decision that the
    /// debate needs (by elicitation); where the client offers neither, the answer says what to do instead.
    #[tool(
        name = "wait",
        title = "Wait for a debate",
        annotations(read_only_hint = false, destructive_hint = false, idempotent_hint = true, open_world_hint = true),
        input_schema = input::<Wait>(),
        output_schema = output::<Waited>()
    )]
    async fn wait(
        &self,
        Parameters(wait): Parameters<Wait>,
        RequestState(state): RequestState,
        InputResponses(brought): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let who = self.caller(&context)?;
        let client = self.client(&who, &context);
        let waited = async {
            let mut waiting = Waiting::begin(&self.service, &who, client, &context, &wait, state.as_deref()).await?;
            waiting.bring(brought).await;
            waiting.run().await
        };
        match waited.await {
            Ok(Ended::Completed(waited)) => waited.answer().map(Into::into),
            Ok(Ended::Needs(needs)) => Ok(needs.into()),
            Ok(Ended::Cancelled) => Err(ErrorData::internal_error("the call was cancelled; the debate goes on", None)),
            Err(Halt::ApiError(error)) => Ok(tool_error(&error).into()),
            Err(Halt::Protocol(error)) => Err(error),
        }
    }
}
