//! Waiting for a debate, a little at a time: clients give up after 30 s to 60 s (I-21).
use super::server::{Roundtable, troubled};
use crate::say::Session;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::schemars::JsonSchema;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use serde::Deserialize;
use std::time::Duration;

/// The longest a call is held (I-21).
const MOST: Duration = Duration::from_secs(25);

/// Which debate to wait for.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Wait {
    /// The debate's id.
    id: String,
    /// How long to wait at most, in seconds: 25 where absent, and never more.
    #[serde(default)]
    seconds: Option<u64>,
}

#[tool_router(router = waiting, vis = "pub(super)")]
impl Roundtable {
    /// Waits for a debate, at most 25 s, and says how far it got.
    #[tool(name = "wait", annotations(read_only_hint = true, idempotent_hint = true))]
    async fn wait(
        &self,
        Parameters(wait): Parameters<Wait>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let patience = wait.seconds.map_or(MOST, |it| Duration::from_secs(it).min(MOST));
        let caller = self.caller(&context);
        Ok(match self.desk.wait(&caller, &wait.id, patience).await {
            Ok(case) => CallToolResult::structured(serde_json::to_value(Session::of(&case)).unwrap_or_default()),
            Err(trouble) => troubled(&trouble),
        })
    }
}
