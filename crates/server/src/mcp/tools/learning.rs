//! Tools for what happened after debates, and what was learned (L-02 … L-06).
use crate::error::ApiError;
use crate::mcp::schema::{input, output};
use crate::mcp::server::{Roundtable, tool_error};
use crate::mcp::size_limit::{LEAST, MOST, SizeLimit, fitted};
use crate::requests::{ClosePostmortem, RecordOutcome};
use crate::responses::words::BoundedText;
use crate::responses::{Learning, Next, Outcomes, PostmortemView};
use engine::{Clock, Live};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// What happened after which debate.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Recording {
    /// The debate's id, a prefix of one, or `latest`.
    id: String,
    #[serde(flatten)]
    outcome: RecordOutcome,
    /// Also compares the decision with its outcomes: learns from them, and returns the report. Later debates in the domain then draw on it.
    #[serde(default)]
    #[schemars(with = "ClosePostmortem")]
    postmortem: Option<ClosePostmortem>,
    /// Number of an outcome that was recorded by mistake; it is removed first. Then no other field is needed.
    #[serde(default)]
    #[schemars(with = "u64")]
    remove: Option<u64>,
}

/// What is recorded of a debate.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Recorded {
    #[serde(flatten)]
    outcomes: Outcomes,
    /// The post-mortem with its report, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    postmortem: Option<PostmortemView>,
    /// What to call next.
    next: Next,
}

/// Which domain.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct OfLearning {
    /// Only this domain, such as `api-design`; all if absent.
    #[serde(default)]
    domain: Option<String>,
    /// Maximum size of the response in bytes; 20000 if absent.
    #[schemars(range(min = LEAST, max = MOST))]
    #[serde(default)]
    max_bytes: Option<u32>,
}

#[tool_router(router = learning_tools, vis = "pub(in crate::mcp)")]
impl Roundtable {
    #[tool(
        name = "record_outcome",
        title = "Record what happened after a decision",
        description = "Records what happened after a debate's decision: which option proved right or the true value of an estimate, what \
                       happened, and which claims and sources (by id) it bears out or refutes. With `postmortem` it also learns from that: later \
                       debates with the same `domain` weigh evidence and models by it. Record only what the person knows to have happened. \
                       Free and at once.",
        input_schema = input::<Recording>(),
        output_schema = output::<Recorded>(),
        annotations(read_only_hint = false, destructive_hint = false, idempotent_hint = false, open_world_hint = false)
    )]
    async fn record_outcome(
        &self,
        Parameters(Recording { id, outcome, postmortem, remove }): Parameters<Recording>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let who = self.caller(&context)?;
        let recorded = async {
            if let Some(number) = remove {
                self.service.remove_outcome(&who, &id, number).await?;
            }
            let is_given = outcome != RecordOutcome::default();
            match &postmortem {
                Some(close) if is_given => self.service.record_and_close(&who, &id, &outcome, close).await,
                Some(close) => self.service.close_postmortem(&who, &id, close).await,
                None if is_given || remove.is_none() => {
                    self.service.record_outcome(&who, &id, &outcome).await?;
                    self.service.aftermath(&who, &id).await
                }
                None => self.service.aftermath(&who, &id).await,
            }
        };
        let after = match recorded.await {
            Ok(after) => after,
            Err(error) => return Ok(tool_error(&error)),
        };
        let outcomes = Outcomes::of(&after);
        let view = PostmortemView::of(&after).filter(|_| postmortem.is_some());
        let next = match &view {
            Some(_) => Next::new("get_learning", json!({}), "says what is known by now"),
            None => Next::new("get_consensus", json!({"id": outcomes.id}), "has the claims that an outcome can name"),
        };
        let count = outcomes.outcomes.len();
        let noun = if count == 1 { "outcome" } else { "outcomes" };
        let told = BoundedText::of(format!("Debate {} has {count} {noun} on record.", outcomes.id));
        let told = told.each(&view, |told, it| told.quote("report", &it.report)).line(format!("Next: {}", next.told()));
        fitted(&told.text(), &Recorded { outcomes, postmortem: view, next }, SizeLimit::of(None), &[])
    }

    #[tool(
        name = "get_learning",
        title = "What outcomes taught",
        description = "What recorded outcomes taught, by domain: weights of kinds of evidence and the accuracy of models with 90% intervals, \
                       questions to answer first, skills that no participant had, and whether further rounds helped. Start a debate with \
                       `flags: {\"domain\": NAME}` to draw on it. Free and at once.",
        input_schema = input::<OfLearning>(),
        output_schema = output::<Learning>(),
        annotations(read_only_hint = true, destructive_hint = false, idempotent_hint = true, open_world_hint = false)
    )]
    async fn get_learning(
        &self,
        Parameters(OfLearning { domain, max_bytes }): Parameters<OfLearning>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let domain = match domain.as_deref().map(debate::learning::domain).transpose() {
            Ok(domain) => domain,
            Err(why) => return Ok(tool_error(&ApiError::Refused(why.to_string()))),
        };
        let known = match self.service.learned(&self.caller(&context)?).await {
            Ok(known) => known,
            Err(error) => return Ok(tool_error(&error)),
        };
        let learning = Learning::of(&known, domain.as_deref(), Live::after(0).stamp(0).at);
        let names: Vec<&str> = learning.domains.iter().map(|it| it.name.as_str()).collect();
        let told = match names.is_empty() {
            true => BoundedText::of("Nothing is known yet: `record_outcome` records what happened after a debate."),
            false => BoundedText::of(format!("Something is known of {}.", names.join(", "))),
        };
        fitted(&told.text(), &learning, SizeLimit::of(max_bytes), &[])
    }
}
