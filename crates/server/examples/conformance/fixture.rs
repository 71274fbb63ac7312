//! The handler for the suite: static content is in `kept`, requests to the client in `asking`.
use super::asking::{self, Asked};
use super::kept;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CompletionInfo,
    GetPromptRequestParams, GetPromptResponse, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, RequestStateCodec,
    ServerCapabilities, ServerConfig, ServerNotification, SubscribeRequestParams, SubscriptionFilter, Tool,
    UnsubscribeRequestParams,
};
use rmcp::service::{RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::watch;

/// The handler. Clones share their state.
#[derive(Clone)]
pub(crate) struct Fixture {
    codec: RequestStateCodec,
    tools: watch::Sender<u64>,
    prompts: watch::Sender<u64>,
}

impl Fixture {
    pub(crate) fn new() -> Fixture {
        let codec = RequestStateCodec::new_unchecked(*b"a fixture keeps nothing secret..");
        Fixture { codec, tools: watch::Sender::new(0), prompts: watch::Sender::new(0) }
    }
}

/// Parses a result as the SDK's type. Since 2026-07-28 it must state whether it is complete.
fn result<T: DeserializeOwned>(mut value: Value) -> Result<T, ErrorData> {
    if let Some(fields) = value.as_object_mut() {
        fields.insert("resultType".to_owned(), json!("complete"));
    }
    read(value)
}

/// Parses JSON as the SDK's type.
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

impl ServerHandler for Fixture {
    fn get_info(&self) -> ServerConfig {
        #[expect(deprecated, reason = "the suite for 2025-11-25 asks for logging")]
        let offered = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_completions()
            .enable_logging()
            .build();
        ServerConfig::new(offered)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        result(json!({"tools": kept::tools()}))
    }

    /// The transport compares headers with arguments, so it must know the tool.
    fn get_tool(&self, name: &str) -> Option<Tool> {
        let tool = kept::tools().into_iter().find(|it| it.get("name").and_then(Value::as_str) == Some(name));
        tool.and_then(|it| read(it).ok())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.to_string();
        if let Some(content) = kept::content(&name) {
            return Ok(CallToolResponse::Complete(result(json!({"content": content}))?));
        }
        let asked = Asked::of(&request, &context, &self.codec);
        match name.as_str() {
            "test_trigger_tool_change" => self.tools.send_modify(|it| *it += 1),
            "test_trigger_prompt_change" => self.prompts.send_modify(|it| *it += 1),
            _ => return asked.answered(&name).await,
        }
        Ok(CallToolResponse::Complete(result(json!({"content": [{"type": "text", "text": "changed"}]}))?))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        result(json!({"prompts": kept::prompts()}))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let given = Value::Object(request.arguments.unwrap_or_default());
        if request.name == "test_input_required_result_prompt" {
            let brought = request.input_responses.and_then(|it| it.get("user_context").cloned());
            return match brought.as_ref().and_then(|it| it.pointer("/content/context")).and_then(Value::as_str) {
                Some(words) => Ok(GetPromptResponse::Complete(result(kept::said(words))?)),
                None => {
                    let form = asking::form("What context should the prompt use?", "context", "string");
                    Ok(asking::needs([("user_context", form)], None)?.into())
                }
            };
        }
        let messages = kept::messages(&request.name, &given);
        let messages = messages.ok_or_else(|| ErrorData::invalid_params("no such prompt", None))?;
        Ok(GetPromptResponse::Complete(result(json!({"messages": messages}))?))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        result(json!({"resources": kept::resources()}))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        result(json!({"resourceTemplates": kept::templates()}))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match kept::resource(&request.uri) {
            Some(contents) => Ok(ReadResourceResponse::Complete(result(json!({"contents": [contents]}))?)),
            None => Err(ErrorData::resource_not_found("no such resource", Some(json!({"uri": request.uri})))),
        }
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let known = ["paris", "park", "party"].into_iter().filter(|it| it.starts_with(&request.argument.value));
        let values = CompletionInfo::new(known.map(str::to_owned).collect());
        Ok(CompleteResult::new(values.map_err(|error| ErrorData::internal_error(error, None))?))
    }

    #[expect(deprecated, reason = "the suite for 2025-11-25 asks for logging")]
    async fn set_level(
        &self,
        _: rmcp::model::SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        asking::check_legacy(&context)
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: RequestContext<RoleServer>) -> Result<(), ErrorData> {
        Ok(())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let (mut tools, mut prompts) = (self.tools.subscribe(), self.prompts.subscribe());
        loop {
            // The sink drops notifications that the client did not request.
            let _ = tokio::select! {
                () = context.cancelled() => return Ok(()),
                _ = tools.changed() => context.sink().send(ServerNotification::ToolListChangedNotification(Default::default())).await,
                _ = prompts.changed() => {
                    context.sink().send(ServerNotification::PromptListChangedNotification(Default::default())).await
                }
            };
        }
    }
}
