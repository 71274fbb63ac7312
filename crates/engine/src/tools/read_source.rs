//! Reads a passage of an attachment, with its neighbours.
use super::{Material, Tool, ToolOutput, quoted, text_of};
use analysis::evidence::passages::{PassageId, Passages};
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};

/// The most tokens of the passage itself: all of it, given how passages are cut.
const PASSAGE: usize = 300;

/// The most tokens of a neighbour. Ours: a sentence or two of context.
const NEIGHBOUR: usize = 100;

/// Reads a part of a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadSource;

impl Tool for ReadSource {
    fn name(&self) -> &'static str {
        "read_source"
    }

    fn description(&self) -> &'static str {
        "Reads one part of an attached text in full, with some of the part before and the part behind it."
    }

    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "source": { "type": "string", "description": "the id of the text, such as S1, or of a part of it, such as S1#3" },
                "part": { "type": ["integer", "null"], "description": "which part, from 1; null if the id says it, or for the first" },
            },
            "required": ["source", "part"],
            "additionalProperties": false,
        })
    }

    fn is_of_use(&self, material: &Material) -> bool {
        !material.attached.is_empty()
    }

    fn run<'a>(&'a self, material: &'a Material, arguments: &'a Value) -> BoxFuture<'a, ToolOutput> {
        Box::pin(ready(read(material, arguments).unwrap_or_else(ToolOutput::failed)))
    }
}

fn read(material: &Material, arguments: &Value) -> Result<ToolOutput, String> {
    let name = text_of(arguments, "source")?;
    let passages = Passages::of(&material.attached);
    let count = passages.sources().len();
    let Some((source, named)) = passages.named(name) else {
        return Err(format!("`{}` is no attached text; there are S1 to S{count}", quoted(name, 20)));
    };
    let number = match arguments.get("part") {
        None | Some(Value::Null) => None,
        Some(part) => {
            let number = part.as_u64().or_else(|| part.as_str()?.trim().trim_start_matches('#').parse().ok());
            let number = number.and_then(|it| usize::try_from(it).ok()).and_then(|it| it.checked_sub(1));
            Some(number.ok_or("`part` must be a whole number from 1, or null")?)
        }
    };
    let (parts, part) = (passages.parts(source), number.or(named).unwrap_or_default());
    let Some(passage) = parts.get(part) else {
        return Err(match parts.len() {
            0 => format!("S{} is empty", source + 1),
            last => format!("S{} has no part {}; it has 1 to {last}", source + 1, part.saturating_add(1)),
        });
    };
    let title = passages.sources().get(source).map(|it| it.title.as_str()).unwrap_or_default();
    let mut lines = vec![format!("{}, part {} of {}", quoted(title, 20), part + 1, parts.len())];
    let line = |it: &analysis::evidence::passages::Passage, most| {
        format!("{}: {}", it.place, quoted(passages.shown(it), most))
    };
    let at = |part: usize| passages.at(PassageId { source, part });
    lines.extend(part.checked_sub(1).and_then(at).map(|it| {
        let text = passages.shown(it);
        // The context before a passage is the end of the previous one.
        let from = text.ceil_char_boundary(text.len().saturating_sub(NEIGHBOUR * 3));
        format!("{}: …{}", it.place, quoted(text.get(from..).unwrap_or_default(), NEIGHBOUR))
    }));
    lines.push(line(passage, PASSAGE));
    lines.extend(at(part + 1).map(|it| line(it, NEIGHBOUR)));
    Ok(ToolOutput::found(lines.join("\n"), vec![passage.place.to_string()]))
}
