//! The tool that deletes a debate.
use crate::mcp::schema::{input, output};
use crate::mcp::server::{Roundtable, tool_error};
use crate::mcp::size_limit::{SizeLimit, fitted};
use crate::responses::Next;
use crate::responses::words::BoundedText;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The debate to delete.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Deleting {
    /// The debate's whole id, as `list_sessions` has it.
    id: String,
}

/// A deleted debate.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::mcp) struct Deleted {
    /// Its id.
    id: String,
    /// The next call.
    next: Next,
}

#[tool_router(router = delete_tools, vis = "pub(in crate::mcp)")]
impl Roundtable {
    #[tool(
        name = "delete_session",
        title = "Delete a debate",
        description = "Deletes a debate with everything stored for it: its log, its attachments and its entries in the search index. \
                       This can't be undone: ask the person first, and export what should be kept. A running debate is refused: stop \
                       it first with control_session. Its forks stay. Free and immediate.",
        input_schema = input::<Deleting>(),
        output_schema = output::<Deleted>(),
        annotations(read_only_hint = false, destructive_hint = true, idempotent_hint = true, open_world_hint = false)
    )]
    async fn delete_session(
        &self,
        Parameters(Deleting { id }): Parameters<Deleting>,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        match self.service.delete(&self.caller(&context)?, &id).await {
            Ok(id) => {
                let next = Next::new("list_sessions", json!({}), "lists the debates that are left");
                let told = BoundedText::of(format!("Debate {id} is deleted.")).line(format!("Next: {}", next.told()));
                fitted(&told.text(), &Deleted { id: id.to_string(), next }, SizeLimit::of(None), &[])
            }
            Err(error) => Ok(tool_error(&error)),
        }
    }
}
