//! Searches the attachments for passages.
use super::{Material, Tool, ToolOutput, quoted, text_of};
use analysis::evidence::passages::Passages;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};

/// The most passages of a result. Ours: five, of which a participant reads the first and cites one or two.
const MOST: usize = 5;

/// The most tokens of one passage. Ours: five of them fit a result; the rest is for `read_source`.
const EACH: usize = 100;

/// Finds passages by their words.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchSources;

impl Tool for SearchSources {
    fn name(&self) -> &'static str {
        "search_sources"
    }

    fn description(&self) -> &'static str {
        "Finds the passages of the attached texts that speak of your query, best first, each with its id such as S1#3. It goes by words: use those that the text would use."
    }

    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": { "query": { "type": "string", "description": "what to look for, in a few words" } },
            "required": ["query"],
            "additionalProperties": false,
        })
    }

    fn is_of_use(&self, material: &Material) -> bool {
        !material.attached.is_empty()
    }

    fn run<'a>(&'a self, material: &'a Material, arguments: &'a Value) -> BoxFuture<'a, ToolOutput> {
        Box::pin(ready(search(material, arguments)))
    }
}

fn search(material: &Material, arguments: &Value) -> ToolOutput {
    let query = match text_of(arguments, "query") {
        Ok(query) => query,
        Err(why) => return ToolOutput::failed(why),
    };
    let passages = Passages::of(&material.attached);
    let found = passages.search(query, MOST);
    if found.is_empty() {
        let why = "no attached text has any of these words; try others, or say that it is not there";
        return ToolOutput::found(why, Vec::new());
    }
    let lines = found.iter().map(|it| {
        let title = passages.sources().get(it.place.source).map(|it| it.title.as_str()).unwrap_or_default();
        format!("{} ({}): {}", it.place, quoted(title, 20), quoted(passages.shown(it), EACH))
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    ToolOutput::found(text, found.iter().map(|it| it.place.to_string()).collect())
}
