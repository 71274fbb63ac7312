//! Tools that begin debates or let them go on.
use super::server::{Roundtable, troubled};
use crate::ask::Start;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use serde_json::json;

#[tool_router(router = starting, vis = "pub(super)")]
impl Roundtable {
    /// Starts a debate and returns its id at once; `wait` tells how it goes.
    #[tool(name = "start_roundtable", annotations(read_only_hint = false, open_world_hint = true))]
    async fn start_roundtable(
        &self,
        Parameters(start): Parameters<Start>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let caller = self.caller(&context);
        Ok(match self.desk.start(&caller, &start, None).await {
            Ok(begun) => CallToolResult::structured(json!({"id": begun.id, "notes": begun.notes})),
            Err(trouble) => troubled(&trouble),
        })
    }
}
