//! What a participant looked up or worked out before it answered (O-10, D-61).
use crate::text;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One use of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// What the model's provider calls this use; a result must name it.
    pub id: String,
    /// Which tool.
    pub tool: String,
    /// With what, as JSON.
    pub arguments: String,
    /// What came back, as the participant was given it.
    pub result: String,
    /// What it was found in: `S1` for an attachment, `S1#3` for its third passage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found_in: Vec<String>,
    /// It could not be done, and the result says why.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
    /// Somebody had asked the same before: nothing was looked up again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cached: bool,
    /// There was more than the participant was given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// What was held against the facts turned out to be wrong: the result backs nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refuted: bool,
}

impl Use {
    /// What is asked of which tool.
    pub fn query(&self) -> String {
        query(&self.tool, &self.arguments)
    }

    /// Whether it can stand for another that asks the same: it came to something, and to all of it.
    pub fn is_whole(&self) -> bool {
        !(self.failed || self.cut || self.result.is_empty())
    }
}

/// What is asked of which tool, without what makes no difference: case, white space, the order of keys. Two that are equal ask the same
/// (D-61).
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
