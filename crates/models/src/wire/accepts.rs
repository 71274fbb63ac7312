//! What one model at one provider takes of the request's options, as far as it has told us.
//!
//! Everything that imitates the OpenAI dialect imitates a different part of it. Rather than a table of who knows what, which
//! would be wrong next month, a complaint about an option drops the option and the call goes on.
//! Not here: the remembering. [`HttpModel`](crate::HttpModel) keeps the newest value.
use super::Dialect;
use crate::chat::Request;

/// How strictly the answer's shape is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Not at all: the prompt alone says it.
    Free,
    /// Some JSON object.
    Object,
    /// The request's schema.
    Schema,
}

/// The name of the field that limits the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenField {
    /// What OpenAI's newer models want, reasoning included.
    MaxCompletionTokens,
    /// What everybody else understands.
    MaxTokens,
}

/// The options a model accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepts {
    /// The strictest shape it can be held to.
    pub shape: Shape,
    /// What it calls the limit of the answer.
    pub token_field: TokenField,
    /// Whether it takes a temperature.
    pub temperature: bool,
    /// Whether it takes a seed.
    pub seed: bool,
    /// Whether it can count tokens of a streamed answer.
    pub stream_usage: bool,
    /// Whether it takes tools, and how they go with a shape.
    pub tools: ToolForm,
}

/// How tools are put to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolForm {
    /// Not at all: what was called before is told in words.
    Told,
    /// As tools, but without a shape for the answer while they may be called.
    Shapeless,
    /// As tools, together with the answer's shape.
    Shaped,
}

/// Words by which complaints about tools are known.
const TOOL_WORDS: [&str; 2] = ["tool", "function"];

/// Words by which complaints about the wanted shape are known.
const SHAPE_WORDS: [&str; 8] = [
    "response_format",
    "json_schema",
    "json_object",
    "output_config",
    "output_format",
    "structured output",
    "schema",
    "grammar",
];

/// Words by which a complaint about tools is known to be about the wanted shape beside them.
const MIXED_WORDS: [&str; 4] = ["response_format", "json", "structured output", "mime type"];

impl Accepts {
    /// All options, until somebody complains.
    pub const fn all(token_field: TokenField) -> Self {
        Self {
            shape: Shape::Schema,
            token_field,
            temperature: true,
            seed: true,
            stream_usage: true,
            tools: ToolForm::Shaped,
        }
    }

    /// What to try after `complaint`, or nothing if it is not about an option that was sent.
    pub fn conceding(self, complaint: &str, request: &Request, dialect: Dialect) -> Option<Self> {
        let complaint = complaint.to_lowercase();
        let names = |word: &str| complaint.contains(word);
        if self.token_field == TokenField::MaxTokens && names("max_completion_tokens") {
            Some(Self { token_field: TokenField::MaxCompletionTokens, ..self })
        } else if self.stream_usage && names("stream_options") {
            Some(Self { stream_usage: false, ..self })
        } else if self.temperature && request.temperature.is_some() && names("temperature") {
            Some(Self { temperature: false, ..self })
        } else if self.seed && request.seed.is_some() && names("seed") {
            Some(Self { seed: false, ..self })
        } else if self.tools != ToolForm::Told && request.tools.is_any() && TOOL_WORDS.into_iter().any(names) {
            let is_mixed = request.tools.is_open() && request.schema.is_some() && self.shape != Shape::Free;
            let is_about_both = is_mixed && MIXED_WORDS.into_iter().any(names);
            let tools = match self.tools {
                ToolForm::Shaped if is_about_both => ToolForm::Shapeless,
                ToolForm::Shaped | ToolForm::Shapeless | ToolForm::Told => ToolForm::Told,
            };
            Some(Self { tools, ..self })
        } else if request.schema.is_some() && SHAPE_WORDS.into_iter().any(names) {
            let shape = match (self.shape, dialect) {
                (Shape::Schema, Dialect::OpenaiChat) => Shape::Object,
                (Shape::Schema, Dialect::Anthropic) | (Shape::Object, _) => Shape::Free,
                (Shape::Free, _) => return None,
            };
            Some(Self { shape, ..self })
        } else {
            None
        }
    }

    /// The shape to ask for: none beside tools that may be called, where both together are refused.
    pub(super) fn shape(self, request: &Request) -> Shape {
        let is_bare = self.tools == ToolForm::Shapeless && request.tools.is_open();
        if is_bare { Shape::Free } else { self.shape }
    }

    /// What both accept: several calls may have learned different things at once.
    pub fn and(self, other: Self) -> Self {
        Self {
            shape: self.shape.min(other.shape),
            token_field: self.token_field.min(other.token_field),
            temperature: self.temperature && other.temperature,
            seed: self.seed && other.seed,
            stream_usage: self.stream_usage && other.stream_usage,
            tools: self.tools.min(other.tools),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::{Schema, Tool, ToolUse};
    use std::sync::Arc;

    fn request() -> Request {
        Request {
            call: "c".to_owned(),
            system: "".into(),
            user: "u".to_owned(),
            stable: Vec::new(),
            schema: Some(Arc::new(Schema::new("turn", serde_json::json!({"type": "object"})))),
            max_tokens: 10,
            temperature: Some(0.5),
            seed: Some(1),
            tools: ToolUse::default(),
            data: None,
        }
    }

    fn with_tools() -> Request {
        let tool = Tool { name: "look".to_owned(), description: "Looks.".to_owned(), schema: serde_json::json!({}) };
        Request { tools: ToolUse { offered: [tool].into(), ..ToolUse::default() }, ..request() }
    }

    /// O-10, O-02: a provider that will not have tools is asked without them; one that will not have them beside a shape loses the shape
    /// while tools may be called, and only then.
    #[test]
    fn a_complaint_about_tools_drops_no_more_than_it_names() {
        let all = Accepts::all(TokenField::MaxTokens);
        let (shapeless, told) =
            (Accepts { tools: ToolForm::Shapeless, ..all }, Accepts { tools: ToolForm::Told, ..all });
        let openai = Dialect::OpenaiChat;
        for (before, complaint, after) in [
            (all, "this model does not support tools", Some(told)),
            (all, "json mode cannot be combined with tool calling", Some(shapeless)),
            (shapeless, "json mode cannot be combined with tool calling", Some(told)),
            (all, "Function call is missing a thought_signature", Some(told)),
            (told, "tools", None),
            (all, "response_format is not supported", Some(Accepts { shape: Shape::Object, ..all })),
        ] {
            assert_eq!(before.conceding(complaint, &with_tools(), openai), after, "{complaint}");
        }
        assert_eq!(all.conceding("tools", &request(), openai), None, "none were sent");
        assert_eq!(shapeless.shape(&with_tools()), Shape::Free);
        assert_eq!(shapeless.shape(&request()), Shape::Schema);
    }

    #[test]
    fn a_complaint_drops_what_it_names() {
        let all = Accepts::all(TokenField::MaxTokens);
        let object = Accepts { shape: Shape::Object, ..all };
        let free = Accepts { shape: Shape::Free, ..all };
        let openai = Dialect::OpenaiChat;
        let rows = [
            (all, openai, "Unsupported parameter: 'response_format'", Some(object)),
            (object, openai, "response_format.type must be text", Some(free)),
            (free, openai, "response_format", None),
            (all, Dialect::Anthropic, "output_config.format: not supported by this model", Some(free)),
            (all, openai, "'temperature' does not support 0.5", Some(Accepts { temperature: false, ..all })),
            (Accepts { temperature: false, ..all }, openai, "temperature", None),
            (all, openai, "unknown field `seed`", Some(Accepts { seed: false, ..all })),
            (all, openai, "unknown field `stream_options`", Some(Accepts { stream_usage: false, ..all })),
            (
                all,
                openai,
                "'max_tokens' is not supported: use 'max_completion_tokens'",
                Some(Accepts { token_field: TokenField::MaxCompletionTokens, ..all }),
            ),
            (all, openai, "the prompt is too long", None),
        ];
        for (before, dialect, complaint, after) in rows {
            assert_eq!(before.conceding(complaint, &request(), dialect), after, "{complaint}");
        }
    }

    #[test]
    fn nothing_is_conceded_that_was_not_asked() {
        let plain = Request { schema: None, temperature: None, seed: None, ..request() };
        let all = Accepts::all(TokenField::MaxCompletionTokens);
        for complaint in ["response_format", "temperature", "seed"] {
            assert_eq!(all.conceding(complaint, &plain, Dialect::OpenaiChat), None, "{complaint}");
        }
    }
}
