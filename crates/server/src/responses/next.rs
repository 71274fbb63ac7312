//! The recommended next call, with its arguments.
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// A tool to call next.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Next {
    /// Its name.
    pub tool: &'static str,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// The purpose of the call.
    pub why: String,
}

impl Next {
    /// A call with its reason; arguments that are not an object are dropped.
    pub fn new(tool: &'static str, arguments: Value, why: impl Into<String>) -> Next {
        let arguments = match arguments {
            Value::Object(arguments) => arguments,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
        };
        Next { tool, arguments, why: why.into() }
    }

    /// As text.
    pub fn told(&self) -> String {
        format!("{} {} ({})", self.tool, Value::Object(self.arguments.clone()), self.why)
    }
}
