//! Tools that begin debates or let them go on.
use super::client;
use super::means::Means;
use super::server::{Roundtable, troubled};
use crate::ask::Start;
use crate::trouble::Trouble;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolResponse, CallToolResult};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use serde_json::json;

#[tool_router(router = starting, vis = "pub(super)")]
impl Roundtable {
    /// Starts a debate and returns its id at once; `wait` tells how it goes.
    #[tool(name = "start_roundtable", annotations(read_only_hint = false, open_world_hint = true))]
    async fn start_roundtable(
        &self,
        Parameters(mut start): Parameters<Start>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (caller, means) = (self.caller(&context), Means::of(&context));
        let begun = async {
            let said = client::check(&mut start, means.sampling())?;
            let mut begun = self.desk.start(&caller, &start, None).await?;
            begun.notes.splice(0..0, said);
            if means.follows_tasks {
                return Ok(self.begun_task(&caller, &begun).await?.into());
            }
            Ok(CallToolResult::structured(json!({"id": begun.id, "notes": begun.notes})).into())
        };
        Ok(begun.await.unwrap_or_else(|trouble: Trouble| troubled(&trouble).into()))
    }
}
