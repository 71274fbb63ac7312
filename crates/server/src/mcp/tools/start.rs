//! The tool that starts debates. Its description of the modes is generated from their list.
use crate::error::ApiError;
use crate::mcp::client_capabilities::ClientCapabilities;
use crate::mcp::schema::{input, output};
use crate::mcp::server::{Roundtable, tool_error};
use crate::mcp::size_limit::{MOST, Rest, SizeLimit, fitted};
use crate::requests::check::KEY;
use crate::requests::{BallotFrom, START, Start, asked};
use crate::responses::words::BoundedText;
use crate::responses::{Announced, Ballot, Consensus, Cruxes, DebateStatus, Next};
use crate::service::{Begun, Caller, Snapshot};
use debate::DebateId;
use engine::Owner;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResponse, CallToolResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt::Write;
use store::KeyedRequest;

/// A debate to start, and the request's key.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Starting {
    #[serde(flatten)]
    start: Start,
    /// Idempotency key. The same request with the same key returns the same debate; nothing is started or paid twice. Use one whenever you
    /// may have to retry.
    #[schemars(regex(pattern = KEY))]
    #[serde(default)]
    request_key: Option<String>,
}

/// A debate that was started, now or before.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(in crate::mcp) struct Started {
    /// Its id: what every other tool takes.
    pub(in crate::mcp) id: String,
    /// The debate's ballot; absent for panels and forks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::mcp) ballot: Option<Ballot>,
    /// Its cost, recipients and settings.
    #[serde(flatten)]
    pub(in crate::mcp) announced: Announced,
    /// The next call.
    pub(in crate::mcp) next: Next,
    /// The result, as `get_consensus` returns it; present when a task has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub(in crate::mcp) consensus: Option<Consensus>,
    /// The findings of a panel, as `get_cruxes` returns them; present when a task has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub(in crate::mcp) findings: Option<Cruxes>,
}

impl Started {
    /// A debate that has just started.
    pub(in crate::mcp) fn of(begun: Begun) -> Started {
        let (id, ballot, announced) = Announced::of(begun);
        let next = Next::new(
            "wait",
            json!({"id": id}),
            "waits at most 25 s and reports progress; call it again until it is over",
        );
        Started { id, ballot, announced, next, consensus: None, findings: None }
    }

    /// The result of a task whose debate has ended.
    pub(in crate::mcp) fn ended(snapshot: &Snapshot) -> Result<CallToolResult, ErrorData> {
        let session = DebateStatus::of(snapshot);
        let next = Next::after(&session);
        let id = session.id;
        let (told, consensus, findings, rest) = match (Consensus::of(snapshot), Cruxes::of(snapshot)) {
            (Ok(it), _) => (it.told(), Some(it), None, ("consensus", "get_consensus")),
            (Err(_), Ok(it)) => (it.told(), None, Some(it), ("findings", "get_cruxes")),
            (Err(error), Err(_)) => return Ok(tool_error(&error)),
        };
        let rests = [Rest::new(rest.0, rest.1, json!({"id": id, "max_bytes": MOST}))];
        let ended = Started { id, ballot: None, announced: Announced::default(), next, consensus, findings };
        fitted(&told, &ended, SizeLimit::of(None), &rests)
    }

    /// As a tool result whose text begins with `word`.
    pub(in crate::mcp) fn answer(&self, word: &str) -> Result<CallToolResult, ErrorData> {
        let cost = self.announced.estimate_usd.map(|it| format!(" It {}.", cost(it))).unwrap_or_default();
        let ballot = self.ballot.as_ref().zip(self.announced.ballot_from).map(|(ballot, from)| {
            let from =
                if from == BallotFrom::Topic.as_str() { "ballot, read from the topic" } else { "ballot, as given" };
            (from, ballot.told())
        });
        let told = BoundedText::of(format!("Debate {} {word}.{cost}", self.id))
            .each(&ballot, |told, (from, ballot)| told.row(from, ballot))
            .each(&self.announced.sends_to, |told, it| told.line(format!("Sent to {it}")))
            .each(&self.announced.notes, |told, it| told.line(format!("Note: {it}")))
            .line(format!("Next: {}", self.next.told()));
        let rests = [Rest::new("ballot", "get_status", json!({"id": self.id}))];
        fitted(&told.text(), self, SizeLimit::of(None), &rests)
    }
}

/// The estimated cost, as text.
pub(in crate::mcp) fn cost(usd: f64) -> String {
    match usd {
        0.0 => "costs nothing".to_owned(),
        usd => format!("may cost up to ${usd:.4}"),
    }
}

/// The description by which a model chooses: purpose, modes, cost, next call.
fn description() -> String {
    let mut text = String::from(
        "Starts a debate of several language models about a question and returns its id immediately. Use it where a wrong answer is costly: a \
         decision, a review, a plan to test. Not for questions that one answer settles. It takes half a minute to several minutes, and costs \
         about participants × rounds calls of their models: the response has an estimate; `budget_usd` caps the cost; `sim` participants cost \
         nothing and only rehearse. Every debate has a ballot, and participants vote on it: `ballot` is `yes_no`, `choice` (give the names \
         in `options`), `estimate` (give the `unit`) or `open` (they propose the options). Give it whenever you know what to decide; \
         without it the ballot is read from the topic, and the response says which one. Next call `wait` until it is over, then `get_consensus`. Modes:",
    );
    for mode in formats::modes::ALL {
        let is_default = mode.name() == formats::modes::DEFAULT.name();
        let default = if is_default { " (the default)" } else { "" };
        let _ = write!(text, "\n- {}{default}: {}", mode.name(), mode.summary());
    }
    text
}

impl Roundtable {
    /// Starts a debate, unless the same request did before.
    pub(in crate::mcp) async fn begin(
        &self,
        context: &RequestContext<RoleServer>,
        key: Result<Option<KeyedRequest>, ApiError>,
        start: impl AsyncFnOnce(&Caller, Option<KeyedRequest>) -> Result<Begun, ApiError>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (caller, capabilities) = (self.caller(context)?, ClientCapabilities::of(context));
        let begun = async {
            let key = key?;
            let before = self.begun_before(&caller, key.as_ref()).await?;
            Ok::<_, ApiError>((start(&caller, key).await?, before))
        };
        match begun.await {
            Ok((begun, before)) => self.followed_or_started(&caller, begun, before.as_ref(), capabilities).await,
            Err(error) => Ok(tool_error(&error).into()),
        }
    }

    /// The debate that the same request started before.
    pub(in crate::mcp) async fn begun_before(
        &self,
        caller: &Caller,
        key: Option<&KeyedRequest>,
    ) -> Result<Option<DebateId>, ApiError> {
        let owner = Owner { tenant: caller.tenant.clone(), request: key.cloned() };
        Ok(self.service.supervisor().known(&owner).await?)
    }

    /// The started debate as a task if the client follows tasks, otherwise as text.
    pub(in crate::mcp) async fn followed_or_started(
        &self,
        caller: &Caller,
        begun: Begun,
        before: Option<&DebateId>,
        capabilities: ClientCapabilities,
    ) -> Result<CallToolResponse, ErrorData> {
        if !capabilities.follows_tasks {
            return self.started(caller, begun, before).await.map(Into::into);
        }
        Ok(match self.begun_task(caller, &begun).await {
            Ok(task) => task.into(),
            Err(error) => tool_error(&error).into(),
        })
    }

    /// The result for a debate that was started now, or `before`; an earlier one may be over.
    pub(in crate::mcp) async fn started(
        &self,
        caller: &Caller,
        begun: Begun,
        before: Option<&DebateId>,
    ) -> Result<CallToolResult, ErrorData> {
        if before != Some(&begun.id) {
            return Started::of(begun).answer("runs");
        }
        let session = match self.service.read(caller, begun.id.as_str()).await {
            Ok(snapshot) => DebateStatus::of(&snapshot),
            Err(error) => return Ok(tool_error(&error)),
        };
        let word = format!("had been begun and is {}", session.state.0.told());
        Started { next: Next::after(&session), ..Started::of(begun) }.answer(&word)
    }
}

#[tool_router(router = start_tools, vis = "pub(in crate::mcp)")]
impl Roundtable {
    #[tool(
        name = "start_roundtable",
        title = "Start a debate",
        description = description(),
        input_schema = input::<Starting>(),
        output_schema = output::<Started>(),
        annotations(read_only_hint = false, destructive_hint = false, idempotent_hint = false, open_world_hint = true)
    )]
    async fn start_roundtable(
        &self,
        Parameters(request): Parameters<Starting>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Starting { start, request_key } = request;
        let key = asked(request_key, START, &start);
        self.begin(&context, key, async |caller, key| self.service.start(caller, &start, key).await).await
    }
}
