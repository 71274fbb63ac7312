//! Parsing of JSON-RPC messages, with the error codes of JSON-RPC.
//!
//! It serves pipes and HTTP. The SDK drops invalid JSON, and reports invalid parameters as an unknown method. Not here: the content of
//! requests.
use crate::responses::words::{cut, name};
use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequestParams, CancelTaskParams, ClientJsonRpcMessage, ClientRequest, CompleteRequestParams,
    GetPromptRequestParams, GetTaskParams, InitializeRequestParams, JsonRpcError, PaginatedRequestParams,
    ReadResourceRequestParams, RequestId, SubscribeRequestParams, UnsubscribeRequestParams, UpdateTaskParams,
};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Maximum length of an error, in bytes. Our choice: long input is not echoed in full.
const SAID: usize = 400;

/// The field in which a request of 2026-07-28 names its revision.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Parses a message; none for an unreadable notification, which gets no reply.
pub(crate) fn read(bytes: &[u8]) -> Result<Option<ClientJsonRpcMessage>, Box<JsonRpcError>> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| wrong(None, ErrorData::parse_error(format!("the message is not JSON: {error}"), None)))?;
    let id = value.get("id").and_then(|it| serde_json::from_value::<RequestId>(it.clone()).ok());
    let is_notification = value.get("method").is_some() && value.get("id").is_none();
    let shape = shape(&value);
    let method = value.get("method").and_then(Value::as_str).map(str::to_owned);
    let params = value.get("params").cloned().unwrap_or_default();
    let message = match (serde_json::from_value(value), shape) {
        (Ok(message), None) => message,
        (_, _) if is_notification => return Ok(None),
        (Ok(_) | Err(_), Some(said)) => return Err(wrong(id, ErrorData::invalid_request(said, None))),
        (Err(error), None) => {
            if let Some(said) = method.and_then(|it| misread(&it, params)) {
                return Err(wrong(id, ErrorData::invalid_params(said, None)));
            }
            let said = format!("the message is not a JSON-RPC 2.0 message: {error}");
            return Err(wrong(id, ErrorData::invalid_request(said, None)));
        }
    };
    if let ClientJsonRpcMessage::Request(request) = &message
        && let ClientRequest::CustomRequest(custom) = &request.request
        && let Some(said) = misread(&custom.method, params)
    {
        return Err(wrong(id, ErrorData::invalid_params(said, None)));
    }
    Ok(Some(message))
}

fn wrong(id: Option<RequestId>, mut error: ErrorData) -> Box<JsonRpcError> {
    error.message = cut(&error.message, SAID).into_owned().into();
    Box::new(JsonRpcError::new(id, error))
}

/// Checks the shape of a message.
fn shape(value: &Value) -> Option<String> {
    let Value::Object(fields) = value else {
        let batch = if value.is_array() { "; send the messages of a batch one by one" } else { "" };
        return Some(format!("a message is one JSON object{batch}"));
    };
    let is_answer = fields.contains_key("result") || fields.contains_key("error");
    match (fields.get("jsonrpc"), fields.get("method"), fields.get("id")) {
        (Some(Value::String(version)), ..) if version != "2.0" => {
            Some(format!("`jsonrpc` is {}; it must be \"2.0\"", name(version)))
        }
        (Some(Value::String(_)), Some(Value::String(_)), None) => None,
        (Some(Value::String(_)), method, Some(id)) if is_answer || method.is_some_and(Value::is_string) => {
            let is_fine = id.is_string() || id.is_i64() || id.is_u64() || (is_answer && id.is_null());
            (!is_fine).then(|| "`id` must be a string or an integer".to_owned())
        }
        (Some(Value::String(_)), None, None) if is_answer => None,
        (Some(Value::String(_)), ..) => Some("`method` must be a string".to_owned()),
        (None | Some(_), ..) => Some("`jsonrpc` must be \"2.0\"".to_owned()),
    }
}

/// Checks the parameters of a known method.
fn misread(method: &str, params: Value) -> Option<String> {
    fn error<T: DeserializeOwned>(params: Value) -> Option<String> {
        serde_json::from_value::<T>(params).err().map(|it| it.to_string())
    }
    // A request of 2026-07-28 names its revision, which has no such methods; the SDK reports that.
    let is_newer = params.get("_meta").is_some_and(|it| it.get(VERSION).is_some());
    if is_newer && matches!(method, "initialize" | "resources/subscribe" | "resources/unsubscribe") {
        return None;
    }
    let error = match method {
        "initialize" => error::<InitializeRequestParams>(params),
        "tools/call" => error::<CallToolRequestParams>(params),
        "prompts/get" => error::<GetPromptRequestParams>(params),
        "completion/complete" => error::<CompleteRequestParams>(params),
        "resources/read" => error::<ReadResourceRequestParams>(params),
        "resources/subscribe" => error::<SubscribeRequestParams>(params),
        "resources/unsubscribe" => error::<UnsubscribeRequestParams>(params),
        "tasks/get" => error::<GetTaskParams>(params),
        "tasks/update" => error::<UpdateTaskParams>(params),
        "tasks/cancel" => error::<CancelTaskParams>(params),
        "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list" => {
            error::<PaginatedRequestParams>(params)
        }
        "ping" | "server/discover" | "subscriptions/listen" => None,
        _ => return None,
    };
    let why = error.map(|it| format!(": {it}")).unwrap_or_default();
    Some(format!("the `params` of `{method}` can't be read{why}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rmcp::model::ErrorCode;

    /// The reply to a message: code, id and text.
    fn answered(text: &str) -> Option<(i32, Option<Value>, String)> {
        let error = read(text.as_bytes()).err()?;
        let id = error.id.map(|it| serde_json::to_value(it).unwrap());
        Some((error.error.code.0, id, error.error.message.into_owned()))
    }

    /// I-20: each invalid message gets the code of JSON-RPC, its id if readable, and a text with the reason.
    #[test]
    fn faults_of_messages_have_their_codes() {
        let parse = ErrorCode::PARSE_ERROR.0;
        let (request, params) = (ErrorCode::INVALID_REQUEST.0, ErrorCode::INVALID_PARAMS.0);
        let one = || Some(Value::from(1));
        for (text, code, id, words) in [
            ("{", parse, None, "EOF"),
            ("hello", parse, None, "not JSON"),
            ("\u{feff}{", parse, None, "EOF"),
            ("[]", request, None, "one by one"),
            ("7", request, None, "one JSON object"),
            ("{}", request, None, "`jsonrpc`"),
            (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, request, one(), "`jsonrpc` is `1.0`"),
            (r#"{"jsonrpc":"2.0","id":1}"#, request, one(), "`method` must be"),
            (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, request, one(), "`method` must be"),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, request, None, "`id` must be"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, params, one(), "`tools/call`"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, params, one(), "missing field `name`"),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}"#,
                params,
                one(),
                "expected a string",
            ),
            (r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, params, one(), "`initialize`"),
            (r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":[]}"#, params, one(), "`resources/read`"),
        ] {
            let (found, told, said) = answered(text).unwrap_or_else(|| panic!("{text} was read"));
            assert_eq!((found, told), (code, id), "{text}: {said}");
            assert!(said.contains(words) && said.len() <= SAID, "{text}: {said}");
        }
        for fine in [
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"no/such/method"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}"#,
        ] {
            assert!(read(fine.as_bytes()).is_ok_and(|it| it.is_some()), "{fine}: {:?}", answered(fine));
        }
        assert!(read(br#"{"jsonrpc":"1.0","method":"notifications/x"}"#).is_ok_and(|it| it.is_none()));
    }
}
