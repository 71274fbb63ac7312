//! The MCP handler: its tools, prompts and resources, and the caller of each request.
use super::client_capabilities::ClientCapabilities;
use super::size_limit::{failed, short};
use super::subscriptions::Subscriptions;
use super::{completion, prompts, resources};
use crate::error::ApiError;
use crate::requests::check::check;
use crate::responses::words::{name, names};
use crate::service::{Caller, DebateService};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams, CompleteRequestParams, CompleteResult,
    GetPromptRequestParams, GetPromptResponse, GetTaskParams, GetTaskResult, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, SubscribeRequestParams, SubscriptionFilter,
    UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler, tool_handler};
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

/// Instructions that a client gets when it connects.
const INSTRUCTIONS: &str = include_str!("../../prompts/instructions.md");

/// The error for an HTTP request without an authenticated caller.
const NOBODY: &str =
    "the request does not say who asks: send `Authorization: Bearer TOKEN` with a token of this server";

/// The tools with their schemas, built once for all clients.
static TOOLS: LazyLock<ToolRouter<Roundtable>> = LazyLock::new(|| {
    Roundtable::start_tools()
        + Roundtable::wait_tools()
        + Roundtable::control_tools()
        + Roundtable::delete_tools()
        + Roundtable::read_tools()
        + Roundtable::search_tools()
        + Roundtable::detail_tools()
        + Roundtable::export_tools()
        + Roundtable::panel_tools()
        + Roundtable::learning_tools()
});

/// The handler of one client.
#[derive(Clone)]
pub struct Roundtable {
    pub(super) service: DebateService,
    /// The caller; absent if each request has its own.
    caller: Option<Caller>,
    subscriptions: Subscriptions,
    /// Number of this handler in the process.
    number: u64,
}

/// Number of handlers so far.
static HANDLERS: AtomicU64 = AtomicU64::new(0);

impl Roundtable {
    /// A handler whose requests all come from one caller, such as the client of a pipe.
    pub fn new(service: DebateService, caller: Caller) -> Roundtable {
        Roundtable { service, caller: Some(caller), subscriptions: Subscriptions::default(), number: number() }
    }

    /// A handler for HTTP, where each request has its own caller. Requests without one are rejected.
    pub fn over_http(service: DebateService) -> Roundtable {
        Roundtable { service, caller: None, subscriptions: Subscriptions::default(), number: number() }
    }

    /// Identifies the client across calls: by its connection or session, or else by its tenant and name.
    pub(super) fn client(&self, who: &Caller, context: &RequestContext<RoleServer>) -> Arc<str> {
        let stands_alone = self.caller.is_none() && context.protocol_version().is_some_and(|it| !it.has_initialize());
        if !stands_alone {
            return format!("connection {}", self.number).into();
        }
        let (name, version) = context.client_info().map(|it| (it.name, it.version)).unwrap_or_default();
        format!("{} {} {name} {version}", who.tenant.len(), who.tenant).into()
    }

    /// The caller of a request: over HTTP the owner of the token; with whether its model can be sampled.
    pub(super) fn caller(&self, context: &RequestContext<RoleServer>) -> Result<Caller, ErrorData> {
        let parts = context.extensions.get::<axum::http::request::Parts>();
        let named = parts.and_then(|it| it.extensions.get::<Caller>());
        let caller = named.or(self.caller.as_ref()).cloned();
        let caller = caller.ok_or_else(|| ErrorData::invalid_request(NOBODY, None))?;
        Ok(Caller { sampling: ClientCapabilities::of(context).sampling(), ..caller })
    }
}

fn number() -> u64 {
    HANDLERS.fetch_add(1, Ordering::Relaxed)
}

/// The error for an unknown tool.
fn no_tool(called: &str) -> ErrorData {
    let tools = TOOLS.list_all();
    let all = names(tools.iter().map(|it| it.name.as_ref()));
    ErrorData::invalid_params(format!("no tool {}; there are {all}", name(called)), None)
}

/// An error as a tool result, which the model reads and can correct.
pub(super) fn tool_error(error: &ApiError) -> CallToolResult {
    failed(&error.to_string())
}

#[tool_handler(router = TOOLS)]
impl ServerHandler for Roundtable {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_completions()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_tasks()
            .build();
        let server = Implementation::new("roundtable", env!("CARGO_PKG_VERSION"))
            .with_title("Roundtable")
            .with_description("Several language models debate a question; a record of who held what, and why.");
        ServerConfig::new(capabilities).with_server_info(server).with_instructions(INSTRUCTIONS.trim_end())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = TOOLS.get(&request.name) else { return Err(no_tool(&request.name)) };
        let arguments = Value::Object(request.arguments.clone().unwrap_or_default());
        if let Err(wrong) = check(&tool.input_schema, &arguments) {
            return Ok(failed(&wrong).into());
        }
        TOOLS.call(ToolCallContext::new(self, request, context)).await.map(short)
    }

    async fn get_task(
        &self,
        task: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        let (who, capabilities) = (self.caller(&context)?, ClientCapabilities::of(&context));
        let client = self.client(&who, &context);
        Ok(GetTaskResult::new(self.task(&who, &client, &task.task_id, capabilities).await?))
    }

    async fn update_task(&self, task: UpdateTaskParams, context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        let who = self.caller(&context)?;
        let client = self.client(&who, &context);
        self.update(&who, &client, &task.task_id, task.input_responses).await
    }

    async fn cancel_task(&self, task: CancelTaskParams, context: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        self.cancel(&self.caller(&context)?, &task.task_id).await
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::all()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::filled(&request).map(Into::into)
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Ok(completion::completed(&self.service, &self.caller(&context)?, &request).await)
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = page.and_then(|it| it.cursor);
        resources::listed(&self.service, &self.caller(&context)?, cursor.as_deref()).await
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let read = resources::read(&self.service, &self.caller(&context)?, &request.uri).await?;
        Ok(read.into())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let caller = self.caller(&context)?;
        self.subscriptions.add(&self.service, &caller, request.uri, context.peer).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.subscriptions.remove(&request.uri);
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(super::subscriptions::accepted(requested))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let caller = self.caller(context.request_context())?;
        super::subscriptions::listen(&self.service, &caller, &context).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requests::check::unknown;

    /// I-20: validation supports every keyword and pattern in the tools' schemas.
    #[test]
    fn whatever_a_schema_says_is_checked() {
        for tool in TOOLS.list_all() {
            assert_eq!(unknown(&Value::Object(tool.input_schema.as_ref().clone())), None, "{}", tool.name);
        }
    }
}
