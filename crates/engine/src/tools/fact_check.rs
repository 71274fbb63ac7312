//! Checks a statement against the attachments, and recomputes the sums in it.
use super::{Material, Tool, ToolOutput, quoted, text_of};
use analysis::evidence::checks;
use analysis::evidence::passages::Passages;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};

/// How many nearby passages are added for context. Ours: two, so that the result stays short.
const NEAR: usize = 2;

/// The most tokens of each.
const EACH: usize = 120;

/// Checks a statement.
#[derive(Clone, Copy, Debug, Default)]
pub struct FactCheck;

impl Tool for FactCheck {
    fn name(&self) -> &'static str {
        "fact_check"
    }

    fn description(&self) -> &'static str {
        "Says whether a statement is verified, contradicted or unchecked: its sums are worked out, its quotations and figures looked for in the attached texts. The passages nearest to it come along."
    }

    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": { "claim": { "type": "string", "description": "one statement, with its figures or its quotation" } },
            "required": ["claim"],
            "additionalProperties": false,
        })
    }

    fn is_of_use(&self, material: &Material) -> bool {
        !material.attached.is_empty()
    }

    fn run<'a>(&'a self, material: &'a Material, arguments: &'a Value) -> BoxFuture<'a, ToolOutput> {
        Box::pin(ready(check(material, arguments).unwrap_or_else(ToolOutput::failed)))
    }
}

fn check(material: &Material, arguments: &Value) -> Result<ToolOutput, String> {
    let claim = text_of(arguments, "claim")?;
    let found = checks::against(claim, &material.attached);
    let passages = Passages::of(&material.attached);
    let near = passages.search(claim, NEAR);
    let mut lines = vec![format!("{}: {}", found.verdict, found.why)];
    lines.extend(near.iter().map(|it| format!("{}: {}", it.place, quoted(passages.shown(it), EACH))));
    let mut places: Vec<String> = found.place.into_iter().collect();
    for place in near.iter().map(|it| it.place.to_string()) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let refuted = found.verdict == checks::CheckResult::Contradicted;
    Ok(ToolOutput { refuted, ..ToolOutput::found(lines.join("\n"), places) })
}
