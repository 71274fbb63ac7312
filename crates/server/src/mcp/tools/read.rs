//! Tools that return the state of a debate, its outcome, and the available models.
use crate::error::ApiError;
use crate::mcp::schema::{input, output};
use crate::mcp::server::{Roundtable, tool_error};
use crate::mcp::size_limit::{LEAST, MOST, Rest, SizeLimit, fitted};
use crate::planner::Agent;
use crate::responses::words::{BoundedText, folded};
use crate::responses::{Consensus, Seat, Seats};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The debate, and the size of a part.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Whole {
    /// The debate's id, a prefix of one, or `latest`.
    pub(in crate::mcp) id: String,
    /// Maximum size of the response in bytes; 20000 if absent. Ask for more only if something you need was cut.
    #[schemars(range(min = LEAST, max = MOST))]
    #[serde(default)]
    pub(in crate::mcp) max_bytes: Option<u32>,
}

/// The models or participants.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Whose {
    /// A debate's id, a prefix of one, or `latest`, for its participants. Without it, the available models.
    #[serde(default)]
    id: Option<String>,
    /// Maximum size of the response in bytes; 20000 if absent.
    #[schemars(range(min = LEAST, max = MOST))]
    #[serde(default)]
    max_bytes: Option<u32>,
}

/// Available models, or the participants of a debate.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(in crate::mcp) struct Agents {
    /// The available models; absent if a debate was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    agents: Option<Vec<Agent>>,
    /// The participants of the named debate.
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<Vec<Seat>>,
    /// The debate that was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
}

#[tool_router(router = read_tools, vis = "pub(in crate::mcp)")]
impl Roundtable {
    #[tool(
        name = "get_status",
        title = "Get the state of a debate",
        description = "The current state of a debate: its round, its cost so far, and what it waits for. Free and immediate. Use \
                       `wait` instead of calling this repeatedly; use get_consensus for the result.",
        input_schema = input::<Whole>(),
        output_schema = output::<super::control::Stands>(),
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    async fn get_status(
        &self,
        Parameters(Whole { id, max_bytes }): Parameters<Whole>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        self.stands(&self.caller(&context)?, &id, max_bytes).await
    }

    #[tool(
        name = "get_consensus",
        title = "Get the result of a debate",
        description = "The result of a debate in four layers, shortest first: decision, participants and options, evidence, metadata. \
                       Show `decision.screen` to a person first: the decision with the number of its holders, the label, and rows with \
                       terms, what it rests on, what would change it, and who holds another option. Preliminary while the debate runs. \
                       Free and immediate. Read `decision.caution` before you act. Not for a panel, where nobody votes: use \
                       get_cruxes. Next: synthesize_debate for reasons, get_citations for sources, get_response_detail for a turn in \
                       full.",
        input_schema = input::<Whole>(),
        output_schema = output::<Consensus>(),
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    async fn get_consensus(
        &self,
        Parameters(Whole { id, max_bytes }): Parameters<Whole>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let snapshot = match self.service.judged(&self.caller(&context)?, &id).await {
            Ok(snapshot) => snapshot,
            Err(error) => return Ok(tool_error(&error)),
        };
        let consensus = match Consensus::of(&snapshot) {
            Ok(consensus) => consensus,
            Err(error) => return Ok(tool_error(&error)),
        };
        fitted(&consensus.told(), &consensus, SizeLimit::of(max_bytes), &rests(&consensus.id))
    }

    #[tool(
        name = "get_agents",
        title = "List models or participants",
        description = "Without `id`: the models that can be seated now, what is missing for the others, and prices. With `id`: the \
                       participants of that debate, their roles, and who failed. Free; without `id` it may look for local models, \
                       which takes a second. Call it before start_roundtable if you want to choose the participants.",
        input_schema = input::<Whose>(),
        output_schema = output::<Agents>(),
        annotations(read_only_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    async fn get_agents(
        &self,
        Parameters(Whose { id, max_bytes }): Parameters<Whose>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let limit = SizeLimit::of(max_bytes);
        let Some(id) = id else {
            let agents = match self.service.planner().agents().await {
                Ok(agents) => agents,
                Err(invalid) => return Ok(tool_error(&ApiError::from(invalid))),
            };
            let can = agents.iter().filter(|it| it.available).count();
            let told = BoundedText::of(format!("{can} of {} can speak now.", agents.len()))
                .each(&agents, |told, it| told.quote(&folded(&it.model), &it.note));
            let rests = [Rest::wider("get_agents", json!({}))];
            return fitted(&told.text(), &Agents { agents: Some(agents), ..Agents::default() }, limit, &rests);
        };
        let snapshot = match self.service.read(&self.caller(&context)?, &id).await {
            Ok(snapshot) => snapshot,
            Err(error) => return Ok(tool_error(&error)),
        };
        let seats = Seats::of(&snapshot);
        let told = seats.told();
        let Seats { id, seats } = seats;
        let rests = [Rest::wider("get_agents", json!({"id": id}))];
        fitted(&told, &Agents { agents: None, seats: Some(seats), id: Some(id) }, limit, &rests)
    }
}

/// The call for the rest of an outcome.
pub(in crate::mcp) fn rests(id: &str) -> [Rest; 1] {
    [Rest::wider("get_consensus", json!({"id": id}))]
}
