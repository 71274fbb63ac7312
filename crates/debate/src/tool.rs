//! Tool uses of a participant before its answer (O-10, D-61).
use crate::text;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One use of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// The provider's id of this use; the result must repeat it.
    pub id: String,
    /// Name of the tool.
    pub tool: String,
    /// Arguments, as JSON.
    pub arguments: String,
    /// The result as given to the participant.
    pub result: String,
    /// The location it was found at: `S1` for an attachment, `S1#3` for its third passage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found_in: Vec<String>,
    /// The use failed; the result says why.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
    /// The result is a copy of an earlier identical use.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
    /// The result was truncated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// The result contradicts the checked statement, so it backs nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refuted: bool,
}

impl Use {
    /// Its normalised query.
    pub fn query(&self) -> String {
        query(&self.tool, &self.arguments)
    }

    /// Whether it can be reused for an identical query: it succeeded and is complete.
    pub fn is_whole(&self) -> bool {
        !(self.failed || self.cut || self.result.is_empty())
    }
}

/// A tool query, normalised for case, white space and key order. Equal queries ask the same (D-61).
pub fn query(tool: &str, arguments: &str) -> String {
    let arguments = match serde_json::from_str::<Value>(arguments) {
        Ok(value) => spelled(&value),
        Err(_) => folded(arguments),
    };
    format!("{tool} {arguments}")
}

fn folded(words: &str) -> String {
    text::one_line(words).to_lowercase()
}

fn spelled(value: &Value) -> String {
    match value {
        Value::String(words) => format!("{:?}", folded(words)),
        Value::Array(items) => format!("[{}]", items.iter().map(spelled).collect::<Vec<_>>().join(",")),
        Value::Object(fields) => {
            let fields: BTreeMap<String, String> = fields.iter().map(|(key, it)| (folded(key), spelled(it))).collect();
            format!("{fields:?}")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-61: a query is the same whatever its case, white space or order of keys; another one is not.
    #[test]
    fn a_query_is_known_however_it_is_spelled() {
        let used = Use {
            id: "a".to_owned(),
            tool: "search_sources".to_owned(),
            arguments: r#"{"query": "Yield  of\nrye", "most": 3}"#.to_owned(),
            result: "3 t/ha".to_owned(),
            ..Use::default()
        };
        for (tool, arguments, is_same) in [
            ("search_sources", r#"{"most":3,"query":" yield of RYE "}"#, true),
            ("search_sources", r#"{"most":4,"query":"yield of rye"}"#, false),
            ("search_sources", r#"{"most":3,"query":"yield of oats"}"#, false),
            ("read_source", r#"{"most":3,"query":"yield of rye"}"#, false),
            ("search_sources", "yield of rye", false),
        ] {
            assert_eq!(used.query() == query(tool, arguments), is_same, "{tool} {arguments}");
        }
        assert!(used.is_whole());
        assert!(!Use { failed: true, ..used.clone() }.is_whole());
        assert!(!Use { cut: true, ..used.clone() }.is_whole());
        assert!(Use { result: "3 t…".to_owned(), ..used }.is_whole(), "a tool may shorten what it quotes");
    }
}
