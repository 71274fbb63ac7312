//! Tools that request input from the client or report progress, in both generations of the protocol.
#![expect(deprecated, reason = "the suite asks for sampling, roots and logging")]
use crate::fixture::read;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, InputRequests,
    InputRequiredResult, InputResponses, LoggingLevel, LoggingMessageNotificationParam, ProgressNotificationParam,
    RequestStateCodec,
};
use rmcp::service::{RequestContext, ServiceError};
use rmcp::{ErrorData, RoleServer};
use serde_json::{Value, json};
use std::time::Duration;

/// The pause between notifications that the suite expects.
const PAUSE: Duration = Duration::from_millis(50);

/// A form with one field.
pub(crate) fn form(message: &str, field: &str, kind: &str) -> Value {
    let schema = json!({"type": "object", "properties": {field: {"type": kind}}, "required": [field]});
    json!({"method": "elicitation/create", "params": {"message": message, "requestedSchema": schema}})
}

fn sample(words: &str, most: u32) -> Value {
    let messages = json!([{"role": "user", "content": {"type": "text", "text": words}}]);
    json!({"method": "sampling/createMessage", "params": {"messages": messages, "maxTokens": most}})
}

fn roots() -> Value {
    json!({"method": "roots/list", "params": {}})
}

/// A result that requires input.
pub(crate) fn needs<const N: usize>(
    requests: [(&str, Value); N],
    state: Option<String>,
) -> Result<InputRequiredResult, ErrorData> {
    let requests = requests.into_iter().map(|(key, request)| Ok((key.to_owned(), read(request)?)));
    Ok(InputRequiredResult::new(Some(requests.collect::<Result<InputRequests, ErrorData>>()?), state))
}

/// Logging had a request of its own up to 2025-11-25.
pub(crate) fn check_legacy(context: &RequestContext<RoleServer>) -> Result<(), ErrorData> {
    match context.protocol_version().is_some_and(|it| it.has_initialize()) {
        true => Ok(()),
        false => Err(ErrorData::method_not_found::<rmcp::model::SetLevelRequestMethod>()),
    }
}

/// One call.
pub(crate) struct Asked<'a> {
    context: &'a RequestContext<RoleServer>,
    codec: &'a RequestStateCodec,
    arguments: Value,
    brought: InputResponses,
    state: Option<&'a str>,
}

fn text(words: impl Into<String>) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(words)]).into()
}

fn failed(error: &ServiceError) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

impl<'a> Asked<'a> {
    pub(crate) fn of(
        request: &'a CallToolRequestParams,
        context: &'a RequestContext<RoleServer>,
        codec: &'a RequestStateCodec,
    ) -> Asked<'a> {
        let arguments = Value::Object(request.arguments.clone().unwrap_or_default());
        let brought = request.input_responses.clone().unwrap_or_default();
        Asked { context, codec, arguments, brought, state: request.request_state.as_deref() }
    }

    pub(crate) async fn answered(self, name: &str) -> Result<CallToolResponse, ErrorData> {
        match name {
            "test_error_handling" => {
                let words = "This tool intentionally returns an error for testing";
                Ok(CallToolResult::error(vec![ContentBlock::text(words)]).into())
            }
            "test_tool_with_logging" => self.logging().await,
            "test_tool_with_progress" => self.progressing().await,
            "test_sampling" => self.sampling().await,
            "test_elicitation" => {
                let message = self.arguments.get("message").and_then(Value::as_str).unwrap_or_default();
                let field = |what: &str| json!({"type": "string", "description": what});
                let schema = json!({
                    "type": "object",
                    "properties": {"username": field("User's response"), "email": field("User's email address")},
                    "required": ["username", "email"]
                });
                self.eliciting(message, schema, "User response: ").await
            }
            "test_elicitation_sep1034_defaults" => {
                self.eliciting("Please review", defaults(), "Elicitation completed: ").await
            }
            "test_elicitation_sep1330_enums" => {
                self.eliciting("Please choose", enums(), "Elicitation completed: ").await
            }
            "test_missing_capability" => {
                let offered = self.context.client_capabilities().and_then(|it| it.sampling);
                let required = ClientCapabilities::builder().enable_sampling().build();
                match offered {
                    Some(_) => Ok(text("sampling is offered")),
                    None => Err(ErrorData::missing_required_client_capability(required)),
                }
            }
            _ => self.returning(name),
        }
    }

    async fn logging(&self) -> Result<CallToolResponse, ErrorData> {
        for words in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
            let said = LoggingMessageNotificationParam::new(LoggingLevel::Info, json!(words));
            self.context.peer.notify_logging_message(said).await.map_err(|it| failed(&it))?;
            tokio::time::sleep(PAUSE).await;
        }
        Ok(text("logged"))
    }

    async fn progressing(&self) -> Result<CallToolResponse, ErrorData> {
        for far in [0.0, 50.0, 100.0] {
            if let Some(token) = self.context.meta.get_progress_token() {
                let progress = ProgressNotificationParam::new(token, far).with_total(100.0);
                self.context.peer.notify_progress(progress).await.map_err(|it| failed(&it))?;
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(text("progressed"))
    }

    async fn sampling(&self) -> Result<CallToolResponse, ErrorData> {
        let prompt = self.arguments.get("prompt").and_then(Value::as_str).unwrap_or_default();
        let params = sample(prompt, 100).get("params").cloned().unwrap_or_default();
        let said = self.context.peer.create_message(read(params)?).await.map_err(|it| failed(&it))?;
        let said = serde_json::to_value(said.message.content).unwrap_or_default();
        Ok(text(format!("LLM response: {}", said.get("text").and_then(Value::as_str).unwrap_or_default())))
    }

    async fn eliciting(&self, message: &str, schema: Value, before: &str) -> Result<CallToolResponse, ErrorData> {
        let params = read(json!({"mode": "form", "message": message, "requestedSchema": schema}))?;
        let said = self.context.peer.create_elicitation(params).await.map_err(|it| failed(&it))?;
        let action = serde_json::to_value(&said.action).unwrap_or_default();
        let action = action.as_str().unwrap_or_default();
        Ok(text(format!("{before}action={action}, content={}", said.content.unwrap_or_default())))
    }

    /// The tools that send a client of 2026-07-28 back for input.
    fn returning(&self, name: &str) -> Result<CallToolResponse, ErrorData> {
        let named = form("What is your name?", "name", "string");
        let confirm = form("Please confirm", "ok", "boolean");
        Ok(match name {
            "test_input_required_result_elicitation" | "test_streaming_elicitation" => {
                match self.field("user_name", "/content/name") {
                    Some(it) => text(format!("Hello, {it}!")),
                    None => needs([("user_name", named)], None)?.into(),
                }
            }
            "test_input_required_result_sampling" => match self.field("capital_question", "/content/text") {
                Some(it) => text(it),
                None => needs([("capital_question", sample("What is the capital of France?", 100))], None)?.into(),
            },
            "test_input_required_result_list_roots" => match self.brought.get("client_roots") {
                Some(it) => text(it.to_string()),
                None => needs([("client_roots", roots())], None)?.into(),
            },
            "test_input_required_result_request_state" | "test_input_required_result_tampered_state" => {
                match self.opened()?.is_some() && self.brought.contains_key("confirm") {
                    true => text("state-ok"),
                    false => needs([("confirm", confirm)], Some(self.codec.seal(b"confirm")))?.into(),
                }
            }
            "test_input_required_result_multiple_inputs" => {
                let keys = ["user_name", "greeting", "client_roots"];
                match self.opened()?.is_some() && keys.iter().all(|it| self.brought.contains_key(*it)) {
                    true => text("all there"),
                    false => {
                        let all = [
                            ("user_name", named),
                            ("greeting", sample("Generate a greeting", 50)),
                            ("client_roots", roots()),
                        ];
                        needs(all, Some(self.codec.seal(b"all")))?.into()
                    }
                }
            }
            "test_input_required_result_multi_round" => match self.opened()?.as_deref() {
                Some(b"two") if self.brought.contains_key("step2") => text("both steps are done"),
                Some(b"one" | b"two") => {
                    let color = form("Step 2: What is your favorite color?", "color", "string");
                    needs([("step2", color)], Some(self.codec.seal(b"two")))?.into()
                }
                Some(_) | None => {
                    let step = form("Step 1: What is your name?", "name", "string");
                    needs([("step1", step)], Some(self.codec.seal(b"one")))?.into()
                }
            },
            "test_input_required_result_capabilities" => {
                let offered = self.context.client_capabilities().unwrap_or_default();
                match (offered.sampling, offered.elicitation) {
                    (Some(_), _) => needs([("greeting", sample("Generate a greeting", 50))], None)?.into(),
                    (None, Some(_)) => needs([("user_name", named)], None)?.into(),
                    (None, None) => text("nothing can be asked"),
                }
            }
            "test_mrtr_echo_state" | "test_mrtr_no_state" | "test_mrtr_unrelated" => text("done"),
            _ => return Err(ErrorData::invalid_params(format!("no tool `{name}`"), None)),
        })
    }

    /// The content of the returned request state; a forged one is rejected.
    fn opened(&self) -> Result<Option<Vec<u8>>, ErrorData> {
        let opened = self.state.map(|it| self.codec.open(it)).transpose();
        opened.map_err(|_| ErrorData::invalid_params("`requestState` is not one of this server's", None))
    }

    fn field(&self, key: &str, at: &str) -> Option<String> {
        self.brought.get(key)?.pointer(at)?.as_str().map(str::to_owned)
    }
}

fn defaults() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "Name", "default": "John Doe"},
            "age": {"type": "integer", "description": "Age", "default": 30},
            "score": {"type": "number", "description": "Score", "default": 95.5},
            "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
            "verified": {"type": "boolean", "description": "Verified", "default": true}
        },
        "required": []
    })
}

fn enums() -> Value {
    let titled = |of: &str| {
        json!([
            {"const": "value1", "title": format!("First {of}")},
            {"const": "value2", "title": format!("Second {of}")},
            {"const": "value3", "title": format!("Third {of}")}
        ])
    };
    let plain = json!(["option1", "option2", "option3"]);
    json!({
        "type": "object",
        "properties": {
            "untitledSingle": {"type": "string", "enum": plain},
            "titledSingle": {"type": "string", "oneOf": titled("Option")},
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"]
            },
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
            "titledMulti": {"type": "array", "items": {"anyOf": titled("Choice")}}
        },
        "required": []
    })
}
