//! Inserts an entry into a configuration file; every other byte of the file stays as it is.
//!
//! A file that is not plain JSON, such as one with comments, is refused.
use super::{Entry, FileFormat};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::Range;
use toml_edit::{Array, DocumentMut, Item, Table};

/// The change that a file needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Merged {
    /// None: the file has the entry already.
    Same,
    /// Replace the content with this text.
    Changed(String),
}

/// A file that holds only the entry.
pub(crate) fn alone(entry: &Entry) -> Result<String, String> {
    match merged("", entry)? {
        Merged::Changed(text) => Ok(text),
        Merged::Same => Ok(String::new()),
    }
}

/// A file with the entry added, or in place of one with the same name.
pub(crate) fn merged(before: &str, entry: &Entry) -> Result<Merged, String> {
    let after = match entry.format {
        FileFormat::Json => json(before, entry)?,
        FileFormat::Toml => toml(before, entry)?,
    };
    Ok(after.map_or(Merged::Same, Merged::Changed))
}

/// The members of an object, each as its source text.
type Members<'a> = BTreeMap<String, &'a RawValue>;

/// The new content of the file; none if nothing changes.
fn json(before: &str, entry: &Entry) -> Result<Option<String>, String> {
    // Some editors write a byte order mark, which JSON parsers reject.
    let before = before.trim_start_matches('\u{feff}');
    if before.trim().is_empty() {
        let servers = Map::from_iter([(entry.name.clone(), entry.value.clone())]);
        return written(&Value::from(Map::from_iter([(entry.section.to_owned(), servers.into())])), "")
            .map(|it| Some(it + "\n"));
    }
    let root: Members<'_> = serde_json::from_str(before).map_err(|error| not_plain(&error))?;
    let Some(section) = root.get(entry.section) else {
        let servers = Value::from(Map::from_iter([(entry.name.clone(), entry.value.clone())]));
        return added(before, 0..before.len(), entry.section, &servers).map(Some);
    };
    let no_object = |_| format!("its `{}` is not an object", entry.section);
    let servers: Members<'_> = serde_json::from_str(section.get()).map_err(no_object)?;
    match servers.get(&entry.name) {
        None => added(before, place(before, section.get()), &entry.name, &entry.value).map(Some),
        Some(old) => {
            let had: Value = serde_json::from_str(old.get()).map_err(|error| not_plain(&error))?;
            let wanted = kept(&had, &entry.value);
            if wanted == had {
                return Ok(None);
            }
            let at = place(before, old.get());
            let indent = indent_of(before, at.start);
            spliced(before, at, &written(&wanted, indent)?).map(Some)
        }
    }
}

/// Keys of entries that connect by URL. Beside a `command` they would be ambiguous.
const ELSEWHERE: [&str; 8] =
    ["url", "serverUrl", "httpUrl", "headers", "type", "bearer_token_env_var", "http_headers", "env_http_headers"];

/// The new entry with the keys that the user added to the old one, such as variables; keys of another transport are dropped.
fn kept(had: &Value, wanted: &Value) -> Value {
    match (had, wanted) {
        (Value::Object(had), Value::Object(wanted)) => {
            let mut both = had.clone();
            both.retain(|key, _| wanted.contains_key(key) || !ELSEWHERE.contains(&key.as_str()));
            both.extend(wanted.clone());
            Value::Object(both)
        }
        _ => wanted.clone(),
    }
}

fn not_plain(error: &serde_json::Error) -> String {
    format!("it is not plain JSON without comments (line {}, column {})", error.line(), error.column())
}

/// The byte range of a part of a text.
fn place(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    start..start + part.len()
}

/// The text with another member at the end of the object at `object`.
fn added(text: &str, object: Range<usize>, key: &str, value: &Value) -> Result<String, String> {
    let whole = text.get(object.clone()).unwrap_or_default();
    let inside = whole.trim_end().strip_suffix('}').unwrap_or_default().trim_end();
    let outer = indent_of(text, object.start + whole.len() - whole.trim_start().len());
    let key = serde_json::to_string(key).map_err(|error| error.to_string())?;
    let member = |indent: &str| Ok::<_, String>(format!("{key}: {}", written(value, indent)?));
    let at = object.start + inside.len();
    let end = object.start + whole.trim_end().len();
    // On a line of its own or on the same line, as the other members are.
    let is_empty = inside.trim_start() == "{";
    let first = inside.trim_start().strip_prefix('{').unwrap_or_default();
    let is_on_lines = is_empty || first.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
    let inner = if is_empty { format!("{outer}{STEP}") } else { indent_of_first(first, outer) };
    let comma = if is_empty { "" } else { "," };
    let new = if is_on_lines {
        format!("{comma}\n{inner}{}\n{outer}}}", member(&inner)?)
    } else {
        format!("{comma} {}}}", member(outer)?)
    };
    spliced(text, at..end, &new)
}

/// The indentation of nested members, relative to their parent.
const STEP: &str = "  ";

/// The white space before the first member of an object.
fn indent_of_first(first: &str, outer: &str) -> String {
    let line = first.split_once('\n').map(|(_, line)| line);
    let indent = line.map(|it| it.chars().take_while(|c| matches!(c, ' ' | '\t')).collect());
    indent.unwrap_or_else(|| format!("{outer}{STEP}"))
}

/// The indentation of the line that holds this position.
fn indent_of(text: &str, at: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let line = text.get(before.rfind('\n').map_or(0, |it| it + 1)..).unwrap_or_default();
    let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..blanks).unwrap_or_default()
}

/// A value over several lines, all but the first indented by `indent`.
fn written(value: &Value, indent: &str) -> Result<String, String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    Ok(text.replace('\n', &format!("\n{indent}")))
}

/// The text with a range replaced; the result must parse to the same data except for that range.
fn spliced(text: &str, at: Range<usize>, new: &str) -> Result<String, String> {
    let (start, end) = (text.get(..at.start).unwrap_or_default(), text.get(at.end..).unwrap_or_default());
    let after = format!("{start}{new}{end}");
    serde_json::from_str::<Value>(&after).map_err(|error| not_plain(&error))?;
    Ok(after)
}

/// The same for TOML.
fn toml(before: &str, entry: &Entry) -> Result<Option<String>, String> {
    let mut document: DocumentMut = before.parse().map_err(|error: toml_edit::TomlError| {
        let start = error.span().and_then(|span| before.get(..span.start)).unwrap_or_default();
        format!("line {}: invalid TOML", start.matches('\n').count() + 1)
    })?;
    let sections = document.as_table_mut().entry(entry.section).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    let sections = sections.as_table_like_mut().ok_or_else(|| format!("its `{}` is not a table", entry.section))?;
    let server = sections.entry(&entry.name).or_insert_with(|| Item::Table(Table::new()));
    let server = server.as_table_like_mut().ok_or_else(|| format!("its `{}` is not a table", entry.name))?;
    // Keep other keys of the entry, such as timeouts.
    for key in ELSEWHERE {
        server.remove(key);
    }
    for (key, value) in entry.value.as_object().into_iter().flatten() {
        let value: toml_edit::Value = match value {
            Value::Array(words) => words.iter().filter_map(Value::as_str).collect::<Array>().into(),
            Value::String(word) => word.as_str().into(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => continue,
        };
        let is_same = server.get(key).and_then(Item::as_value).is_some_and(|it| plain(it) == plain(&value));
        if !is_same {
            server.insert(key, Item::Value(value));
        }
    }
    let after = document.to_string();
    Ok((after != before).then_some(after))
}

/// A value without the white space and comments around it.
fn plain(value: &toml_edit::Value) -> String {
    match (value.as_array(), value.as_str()) {
        (Some(words), _) => words.iter().map(|it| it.as_str().unwrap_or_default().to_owned() + "\n").collect(),
        (None, Some(word)) => word.to_owned(),
        (None, None) => value.to_string(),
    }
}
