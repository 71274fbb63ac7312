//! The handler: which tools, prompts and resources there are.
use super::means::Means;
use crate::desk::{Caller, Desk};
use crate::trouble::Trouble;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::model::{
    CallToolResult, CancelTaskParams, ContentBlock, GetTaskParams, GetTaskResult, ServerCapabilities, ServerConfig,
    UpdateTaskParams,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool_handler};

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
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_tasks().build())
    }

    async fn get_task(
        &self,
        task: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let (who, means) = (self.caller(&context), Means::of(&context));
        Ok(GetTaskResult::new(self.task(&who, &task.task_id, means).await?))
    }

    async fn update_task(&self, task: UpdateTaskParams, context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.update(&self.caller(&context), &task.task_id, task.input_responses).await
    }

    async fn cancel_task(&self, task: CancelTaskParams, context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.cancel(&self.caller(&context), &task.task_id).await
    }
}
