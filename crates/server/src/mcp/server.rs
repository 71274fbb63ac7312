//! The handler: which tools, prompts and resources there are.
use crate::desk::{Caller, Desk};
use crate::trouble::Trouble;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{CallToolResult, ContentBlock, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, tool_handler};

/// One client's view of the debates.
#[derive(Clone)]
pub struct Roundtable {
    pub(super) desk: Desk,
    caller: Caller,
    tools: ToolRouter<Roundtable>,
}

impl Roundtable {
    /// A handler for clients that are all the same caller; over HTTP each request says who asks.
    pub fn new(desk: Desk, caller: Caller) -> Roundtable {
        let tools = Roundtable::starting() + Roundtable::waiting();
        Roundtable { desk, caller, tools }
    }

    /// Who asks: over HTTP whoever the token belongs to.
    pub(super) fn caller(&self, context: &RequestContext<RoleServer>) -> Caller {
        let parts = context.extensions.get::<axum::http::request::Parts>();
        parts.and_then(|it| it.extensions.get::<Caller>()).unwrap_or(&self.caller).clone()
    }
}

/// Trouble as a tool's answer: the model reads it and can do better.
pub(super) fn troubled(trouble: &Trouble) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(trouble.to_string())])
}

#[tool_handler(router = self.tools)]
impl ServerHandler for Roundtable {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}
