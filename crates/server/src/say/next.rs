//! What to call next, with which arguments: an answer never leaves a caller guessing.
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// A tool to call next.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Next {
    /// Its name.
    pub tool: &'static str,
    /// What to call it with.
    pub arguments: Map<String, Value>,
    /// What that brings.
    pub why: String,
}

impl Next {
    /// A tool with what to call it with; arguments that are no object are none.
    pub fn new(tool: &'static str, arguments: Value, why: impl Into<String>) -> Next {
        let arguments = match arguments {
            Value::Object(arguments) => arguments,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => Map::new(),
        };
        Next { tool, arguments, why: why.into() }
    }

    /// It in words.
    pub fn told(&self) -> String {
        format!("{} {} ({})", self.tool, Value::Object(self.arguments.clone()), self.why)
    }
}
