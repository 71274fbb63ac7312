//! Rows of a public data set: one JSON object a line.
use serde_json::Value;
use std::error::Error;
use std::path::Path;

/// The rows of a file; none where it does not exist.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<Value>>, Box<dyn Error>> {
    if !path.is_file() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(path).map_err(|error| format!("can't read `{}`: {error}", path.display()))?;
    let row = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| format!("`{}`, line {}: {error}", path.display(), number + 1).into())
    };
    text.lines().enumerate().map(row).collect::<Result<_, Box<dyn Error>>>().map(Some)
}

/// A field that is text.
pub(crate) fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Whether a field is 1.
pub(crate) fn is_set(row: &Value, name: &str) -> bool {
    row.get(name).and_then(Value::as_u64) == Some(1)
}
