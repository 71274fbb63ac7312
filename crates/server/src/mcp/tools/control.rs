//! Tools that control a debate: continue, fork, pause, resume, stop.
use super::start::Started;
use crate::error::ApiError;
use crate::mcp::schema::{input, output, output_as};
use crate::mcp::server::{Roundtable, tool_error};
use crate::mcp::size_limit::{Rest, SizeLimit, fitted};
use crate::requests::check::KEY;
use crate::requests::{Continue, Control, Fork, asked, continue_of, fork_of};
use crate::responses::words::BoundedText;
use crate::responses::{Ballot, DebateStatus, Next};
use crate::service::{Begun, Caller};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A debate to continue, and with what.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Continuing {
    /// The debate's id, a prefix of one, or `latest`.
    id: String,
    #[serde(flatten)]
    request: Continue,
    /// Idempotency key: the same request with the same key continues the debate only once.
    #[schemars(regex(pattern = KEY))]
    #[serde(default)]
    request_key: Option<String>,
}

/// A debate to fork, and how.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Forking {
    /// The debate's id, a prefix of one, or `latest`.
    id: String,
    #[serde(flatten)]
    request: Fork,
    /// Idempotency key: the same request with the same key returns the same fork.
    #[schemars(regex(pattern = KEY))]
    #[serde(default)]
    request_key: Option<String>,
}

/// An action, and the debate.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Controlling {
    /// The debate's id, a prefix of one, or `latest`.
    id: String,
    /// The action to take.
    action: Control,
}

/// The state of a debate, and the next call.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(in crate::mcp) struct Stands {
    #[serde(flatten)]
    session: DebateStatus,
    /// The next call.
    next: Next,
}

impl Roundtable {
    /// The state of a debate as a tool result.
    pub(in crate::mcp) async fn stands(
        &self,
        caller: &Caller,
        id: &str,
        max_bytes: Option<u32>,
    ) -> Result<CallToolResult, ErrorData> {
        let snapshot = match self.service.read(caller, id).await {
            Ok(snapshot) => snapshot,
            Err(error) => return Ok(tool_error(&error)),
        };
        let session = DebateStatus::of(&snapshot);
        let next = Next::after(&session);
        let DebateStatus { id, spoken, participants, .. } = &session;
        let state = snapshot.status.as_str().replace('_', " ");
        let told = BoundedText::of(format!(
            "Debate {id} is {state}: {}, {spoken} of {} spoke in it.",
            session.progress(),
            participants.len()
        ))
        .each(&session.panel, |told, it| told.line(it.told()))
        .quote("topic", &session.topic)
        .quote_if("ballot", session.ballot.as_ref().map(Ballot::told).as_deref())
        .quote_if("why", session.why.as_deref())
        .quote_if("question to a person", session.question.as_deref())
        .each(&session.needs, |told, it| told.quote(&format!("{} asked for", it.id), &it.what))
        .line(format!("Next: {}", next.told()));
        let rests = [Rest::wider("get_status", json!({"id": id}))];
        fitted(&told.text(), &Stands { next, session: session.clone() }, SizeLimit::of(max_bytes), &rests)
    }
}

#[tool_router(router = control_tools, vis = "pub(in crate::mcp)")]
impl Roundtable {
    #[tool(
        name = "continue_roundtable",
        title = "Continue a debate",
        description = "Continues a debate that is over or waits for input: with a person's answer to its question (`say`), what \
                       participants asked for (`context`, one entry for each request of `get_status`), a question for the next round \
                       (`focus`), or just more rounds (2 if absent). Costs as much per round as a new debate. For a paused debate use \
                       control_session. Next call `wait`.",
        input_schema = input::<Continuing>(),
        output_schema = output_as::<Stands>("get_status", &["id", "state", "next"]),
        annotations(read_only_hint = false, destructive_hint = false, idempotent_hint = false, open_world_hint = true)
    )]
    async fn continue_roundtable(
        &self,
        Parameters(Continuing { id, request, request_key }): Parameters<Continuing>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let caller = self.caller(&context)?;
        let continued = async {
            let id = self.service.find(&caller, &id).await?;
            let key = asked(request_key, &continue_of(&id), &request)?;
            self.service.go_on_once(&caller, id.as_str(), &request, key).await
        };
        match continued.await {
            Ok(id) => self.stands(&caller, id.as_str(), None).await,
            Err(error) => Ok(tool_error(&error)),
        }
    }

    #[tool(
        name = "fork_session",
        title = "Fork a debate",
        description = "Starts a new debate from any point of an existing one, with changes: another mode, other models in seats, a \
                       message to all participants. Turns up to that point are kept and not paid for again; the first debate stays as \
                       it is. Use it to find out how a change would have affected the result. Costs as much per further round as a new \
                       debate. Next call `wait` with the new id.",
        input_schema = input::<Forking>(),
        output_schema = output::<Started>(),
        annotations(read_only_hint = false, destructive_hint = false, idempotent_hint = false, open_world_hint = true)
    )]
    async fn fork_session(
        &self,
        Parameters(Forking { id, request, request_key }): Parameters<Forking>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let caller = self.caller(&context)?;
        let source = match self.service.find(&caller, &id).await {
            Ok(source) => source,
            Err(error) => return Ok(tool_error(&error)),
        };
        let forked = async {
            let key = asked(request_key, &fork_of(&source), &request)?;
            let before = self.begun_before(&caller, key.as_ref()).await?;
            Ok::<_, ApiError>((self.service.fork(&caller, source.as_str(), &request, key).await?, before))
        };
        match forked.await {
            Ok((id, before)) => {
                let notes = vec![format!("forked from {source}; what was said before is not asked again")];
                // A fork keeps the ballot of its debate.
                let (ballot, ballot_from) = (None, None);
                let begun = Begun {
                    id,
                    ballot,
                    ballot_from,
                    estimate_usd: None,
                    calls: None,
                    sends_to: Vec::new(),
                    settings: Vec::new(),
                    notes,
                };
                self.started(&caller, begun, before.as_ref()).await
            }
            Err(error) => {
                let error: ApiError = error;
                Ok(tool_error(&error))
            }
        }
    }

    #[tool(
        name = "control_session",
        title = "Pause, resume or stop a debate",
        description = "Pauses a debate (answers in progress are finished, no further question is asked), resumes a paused or failed \
                       one, or stops one, which closes it with its current results. None of these loses anything: a stopped debate can \
                       still be continued. Costs nothing itself; a resumed debate pays for its further calls. Next call `get_status` \
                       or `wait`.",
        input_schema = input::<Controlling>(),
        output_schema = output_as::<Stands>("get_status", &["id", "state", "next"]),
        annotations(read_only_hint = false, destructive_hint = false, idempotent_hint = true, open_world_hint = true)
    )]
    async fn control_session(
        &self,
        Parameters(Controlling { id, action }): Parameters<Controlling>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let caller = self.caller(&context)?;
        match self.service.control(&caller, &id, action).await {
            Ok(id) => self.stands(&caller, id.as_str(), None).await,
            Err(error) => Ok(tool_error(&error)),
        }
    }
}
