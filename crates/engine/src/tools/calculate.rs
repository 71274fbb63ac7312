//! Evaluates an arithmetic expression.
use super::{Material, Tool, ToolOutput, text_of};
use futures_util::future::{BoxFuture, ready};
use prose::arithmetic;
use serde_json::{Value, json};

/// Evaluates arithmetic.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calculate;

impl Tool for Calculate {
    fn name(&self) -> &'static str {
        "calculate"
    }

    fn description(&self) -> &'static str {
        "Works out arithmetic exactly: + - * / ^, parentheses, 15% of 240, and abs, exp, ln, log10, max, min, pow, round and sqrt. No units and no letters."
    }

    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": { "expression": { "type": "string", "description": "such as (1,200 + 300) * 12" } },
            "required": ["expression"],
            "additionalProperties": false,
        })
    }

    fn is_of_use(&self, _material: &Material) -> bool {
        true
    }

    fn run<'a>(&'a self, _material: &'a Material, arguments: &'a Value) -> BoxFuture<'a, ToolOutput> {
        Box::pin(ready(calculate(arguments).unwrap_or_else(ToolOutput::failed)))
    }
}

fn calculate(arguments: &Value) -> Result<ToolOutput, String> {
    let expression = text_of(arguments, "expression")?;
    let value = arithmetic::evaluate(expression).map_err(|it| it.to_string())?;
    let sign = if value.is_exact() { "=" } else { "≈" };
    let expression = debate::text::one_line(expression);
    Ok(ToolOutput::found(format!("{expression} {sign} {value}"), Vec::new()))
}
