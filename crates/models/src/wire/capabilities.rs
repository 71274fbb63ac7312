//! Which request options a model at a provider accepts, as learned from its errors.
//!
//! Every OpenAI-compatible server supports a different subset. Instead of a table, which would soon be outdated, an error about an
//! option drops the option and the call is retried. The error's code and parameter identify the option; its message is used only if
//! it has neither.
//! Not here: how long that is remembered ([`RefusedOptions`](super::RefusedOptions)).
use super::Dialect;
use crate::chat::Request;
use crate::error::Complaint;
use std::fmt;

/// How strictly the answer's format is constrained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Not constrained: only the prompt describes it.
    Free,
    /// Any JSON object.
    Object,
    /// The request's schema.
    Schema,
}

/// The name of the field for the answer's token limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenField {
    /// For OpenAI's newer models; includes reasoning.
    MaxCompletionTokens,
    /// For all others.
    MaxTokens,
}

/// The options a model accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// The strictest format it supports.
    pub shape: Shape,
    /// The name of its field for the token limit.
    pub token_field: TokenField,
    /// Whether it accepts a temperature.
    pub temperature: bool,
    /// Whether it accepts a seed.
    pub seed: bool,
    /// Whether it can report token counts of a streamed answer.
    pub stream_usage: bool,
    /// Whether it accepts tools, and whether together with a schema.
    pub tools: ToolForm,
    /// Whether it delivers an unstreamed answer within the time limit.
    pub whole: bool,
}

/// How tools are sent to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolForm {
    /// Not at all: earlier calls and their results are sent as text.
    AsText,
    /// As tools, but without a schema for the answer while they may be called.
    WithoutSchema,
    /// As tools, together with the answer's schema.
    WithSchema,
}

/// An option that is dropped or weakened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Downgrade {
    /// Use `max_completion_tokens` as the token limit.
    TokenField,
    /// Do not request token counts of a streamed answer.
    StreamUsage,
    /// Send no temperature.
    Temperature,
    /// Send no seed.
    Seed,
    /// Send tools in this form.
    Tools(ToolForm),
    /// Constrain the answer only this strictly.
    Shape(Shape),
    /// Stream the answer, which distinguishes a slow provider from a silent one.
    Whole,
}

impl Downgrade {
    /// Whether both concern the same option.
    pub(crate) fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

impl fmt::Display for Downgrade {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::TokenField => "max_tokens",
            Self::StreamUsage => "stream_options",
            Self::Temperature => "temperature",
            Self::Seed => "seed",
            Self::Tools(ToolForm::AsText) => "tools",
            Self::Tools(ToolForm::WithoutSchema | ToolForm::WithSchema) => "response_format beside tools",
            Self::Shape(Shape::Object) => "json_schema",
            Self::Shape(Shape::Free | Shape::Schema) => "response_format",
            Self::Whole => "an answer in one piece",
        })
    }
}

/// An option of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Limit,
    StreamUsage,
    Temperature,
    Seed,
    Tools,
    Shape,
}

/// The options, by request field and by words in error messages. The first match decides.
const SUBJECTS: [(Subject, &[&str], &[&str]); 6] = [
    (Subject::Limit, &["max_tokens"], &["max_completion_tokens"]),
    (Subject::StreamUsage, &["stream_options"], &["stream_options"]),
    (Subject::Temperature, &["temperature"], &["temperature"]),
    (Subject::Seed, &["seed"], &["seed"]),
    (Subject::Tools, &["tools", "tool_choice", "functions", "function_call"], &["tool", "function"]),
    (
        Subject::Shape,
        &["response_format", "output_config", "output_format"],
        &[
            "response_format",
            "json_schema",
            "json_object",
            "output_config",
            "output_format",
            "structured output",
            "schema",
            "grammar",
        ],
    ),
];

/// Words that show that an error about tools is about the schema beside them.
const MIXED_WORDS: [&str; 4] = ["response_format", "json", "structured output", "mime type"];

/// Error codes that say that an option is unknown or unsupported. Numeric codes and the error type do not say.
const REFUSING_CODES: [&str; 9] = [
    "unsupported_parameter",
    "unsupported_value",
    "unknown_parameter",
    "invalid_value",
    "invalid_type",
    "invalid_json_schema",
    "invalid_function_parameters",
    "extra_forbidden",
    "invalid_request_error",
];

/// Words that say that an option is unsupported, for errors without a code.
const REFUSALS: [&str; 16] = [
    "not support",
    "n't support",
    "unsupported",
    "unknown",
    "unrecognized",
    "unrecognised",
    "unexpected",
    "not allowed",
    "not permitted",
    "unavailable",
    "not available",
    "incompatible",
    "cannot be",
    "can't be",
    "must be",
    "missing a thought_signature",
];

/// Words that say that a request is too long: then no option is at fault, even if one is named.
const LENGTHS: [&str; 6] =
    ["reduce the length", "context length", "context window", "maximum context", "too long", "too many tokens"];

/// The option that an error refuses, if it refuses one.
fn subject(complaint: &Complaint, message: &str) -> Option<Subject> {
    if let Some(param) = &complaint.param {
        let root = param.split(['.', '[']).next().unwrap_or_default();
        return SUBJECTS.into_iter().find(|(_, fields, _)| fields.contains(&root)).map(|(it, _, _)| it);
    }
    let is_refusing = |code: &str| REFUSING_CODES.contains(&code) || code.bytes().all(|it| it.is_ascii_digit());
    let names = |words: &[&str], text: &str| words.iter().any(|it| text.contains(it));
    if complaint.code.as_deref().is_some_and(|it| !is_refusing(it)) || names(&LENGTHS, message) {
        return None;
    }
    // The option and its refusal must be in one sentence.
    let refused = |words: &[&str]| message.split(". ").any(|it| names(&REFUSALS, it) && names(words, it));
    SUBJECTS.into_iter().find(|(_, _, words)| refused(words)).map(|(it, _, _)| it)
}

impl Capabilities {
    /// All options.
    pub const fn all(token_field: TokenField) -> Self {
        Self {
            shape: Shape::Schema,
            token_field,
            temperature: true,
            seed: true,
            stream_usage: true,
            tools: ToolForm::WithSchema,
            whole: true,
        }
    }

    /// The option to drop after an error; `None` if the error is not about an option that was sent.
    pub fn downgrade_for(
        self,
        complaint: &Complaint,
        message: &str,
        request: &Request,
        dialect: Dialect,
    ) -> Option<Downgrade> {
        let message = message.to_lowercase();
        let subject = subject(complaint, &message)?;
        let names = |words: &[&str]| words.iter().any(|it| message.contains(it));
        let has_tools = self.tools != ToolForm::AsText && request.tools.is_any();
        let is_mixed = request.tools.is_open() && request.schema.is_some() && self.shape != Shape::Free;
        let is_about_both = is_mixed && names(&["tool", "function"]) && names(&MIXED_WORDS);
        match subject {
            Subject::Limit => (self.token_field == TokenField::MaxTokens).then_some(Downgrade::TokenField),
            Subject::StreamUsage => self.stream_usage.then_some(Downgrade::StreamUsage),
            Subject::Temperature => {
                (self.temperature && request.temperature.is_some()).then_some(Downgrade::Temperature)
            }
            Subject::Seed => (self.seed && request.seed.is_some()).then_some(Downgrade::Seed),
            Subject::Tools | Subject::Shape if has_tools && is_about_both && self.tools == ToolForm::WithSchema => {
                Some(Downgrade::Tools(ToolForm::WithoutSchema))
            }
            Subject::Tools => has_tools.then_some(Downgrade::Tools(ToolForm::AsText)),
            Subject::Shape => match (self.shape, dialect) {
                _ if request.schema.is_none() => None,
                (Shape::Schema, Dialect::OpenaiChat) => Some(Downgrade::Shape(Shape::Object)),
                (Shape::Schema, Dialect::Anthropic) | (Shape::Object, _) => Some(Downgrade::Shape(Shape::Free)),
                (Shape::Free, _) => None,
            },
        }
    }

    /// The remaining options.
    pub fn without(self, downgrade: Downgrade) -> Self {
        match downgrade {
            Downgrade::TokenField => Self { token_field: TokenField::MaxCompletionTokens, ..self },
            Downgrade::StreamUsage => Self { stream_usage: false, ..self },
            Downgrade::Temperature => Self { temperature: false, ..self },
            Downgrade::Seed => Self { seed: false, ..self },
            Downgrade::Tools(tools) => Self { tools: self.tools.min(tools), ..self },
            Downgrade::Shape(shape) => Self { shape: self.shape.min(shape), ..self },
            Downgrade::Whole => Self { whole: false, ..self },
        }
    }

    /// The format to request: none while tools may be called, if the provider refuses both together.
    pub(super) fn shape(self, request: &Request) -> Shape {
        let is_bare = self.tools == ToolForm::WithoutSchema && request.tools.is_open();
        if is_bare { Shape::Free } else { self.shape }
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

    /// The remaining options after an error that has only a message.
    fn after_prose(before: Capabilities, message: &str, request: &Request, dialect: Dialect) -> Option<Capabilities> {
        before.downgrade_for(&Complaint::default(), message, request, dialect).map(|it| before.without(it))
    }

    /// O-02: an error is identified by its code and parameter; an error about something else that mentions tools drops nothing.
    #[test]
    fn a_complaint_is_known_by_its_code_and_parameter() {
        let all = Capabilities::all(TokenField::MaxTokens);
        let length = "This model's maximum context length is 8192 tokens, however you requested 9000 (8000 in the messages, 1000 in \
                      the functions). Please reduce the length of the messages or functions.";
        let (tools, shape) = (Downgrade::Tools(ToolForm::AsText), Downgrade::Shape(Shape::Object));
        type Row<'a> = (Option<&'a str>, Option<&'a str>, &'a str, Option<Downgrade>);
        let rows: [Row<'_>; 13] = [
            (Some("context_length_exceeded"), Some("messages"), length, None),
            (Some("context_length_exceeded"), None, length, None),
            (None, None, length, None),
            (None, None, "the tools are unsupported at this length: the prompt is too long", None),
            (Some("unsupported_parameter"), Some("tools"), "Unsupported parameter", Some(tools)),
            (Some("unknown_parameter"), Some("tools[0].function.strict"), "Unknown parameter", Some(tools)),
            (Some("unsupported_value"), Some("temperature"), "with tools: unsupported", Some(Downgrade::Temperature)),
            (Some("invalid_value"), Some("messages[3].content"), "invalid: a function must be named", None),
            (Some("unsupported_parameter"), None, "`seed` is unknown here", Some(Downgrade::Seed)),
            (Some("content_policy_violation"), None, "the tools are not allowed for this", None),
            (Some("400"), None, "response_format is not supported", Some(shape)),
            (None, Some("response_format.json_schema"), "no", Some(shape)),
            (None, None, "The function was asked for. The prompt must be shorter", None),
        ];
        for (code, param, message, expected) in rows {
            let complaint = Complaint { code: code.map(str::to_owned), param: param.map(str::to_owned) };
            let downgrade = all.downgrade_for(&complaint, message, &with_tools(), Dialect::OpenaiChat);
            assert_eq!(downgrade, expected, "{code:?} {param:?} {message}");
        }
    }

    /// O-10, O-02: a provider that refuses tools is called without them; one that refuses tools with a schema loses the schema only
    /// while tools may be called.
    #[test]
    fn a_complaint_about_tools_drops_no_more_than_it_names() {
        let all = Capabilities::all(TokenField::MaxTokens);
        let (without_schema, as_text) =
            (Capabilities { tools: ToolForm::WithoutSchema, ..all }, Capabilities { tools: ToolForm::AsText, ..all });
        let openai = Dialect::OpenaiChat;
        for (before, complaint, after) in [
            (all, "this model does not support tools", Some(as_text)),
            (all, "json mode cannot be combined with tool calling", Some(without_schema)),
            (without_schema, "json mode cannot be combined with tool calling", Some(as_text)),
            (all, "Function call is missing a thought_signature", Some(as_text)),
            (as_text, "tools are not supported", None),
            (all, "response_format is not supported", Some(Capabilities { shape: Shape::Object, ..all })),
        ] {
            assert_eq!(after_prose(before, complaint, &with_tools(), openai), after, "{complaint}");
        }
        assert_eq!(after_prose(all, "tools are not supported", &request(), openai), None, "none were sent");
        assert_eq!(without_schema.shape(&with_tools()), Shape::Free);
        assert_eq!(without_schema.shape(&request()), Shape::Schema);
    }

    #[test]
    fn a_complaint_drops_what_it_names() {
        let all = Capabilities::all(TokenField::MaxTokens);
        let object = Capabilities { shape: Shape::Object, ..all };
        let free = Capabilities { shape: Shape::Free, ..all };
        let openai = Dialect::OpenaiChat;
        let rows = [
            (all, openai, "Unsupported parameter: 'response_format'", Some(object)),
            (object, openai, "response_format.type must be text", Some(free)),
            (free, openai, "response_format is not supported", None),
            (all, Dialect::Anthropic, "output_config.format: not supported by this model", Some(free)),
            (all, openai, "'temperature' does not support 0.5", Some(Capabilities { temperature: false, ..all })),
            (Capabilities { temperature: false, ..all }, openai, "temperature is unsupported", None),
            (all, openai, "unknown field `seed`", Some(Capabilities { seed: false, ..all })),
            (all, openai, "unknown field `stream_options`", Some(Capabilities { stream_usage: false, ..all })),
            (
                all,
                openai,
                "'max_tokens' is not supported: use 'max_completion_tokens'",
                Some(Capabilities { token_field: TokenField::MaxCompletionTokens, ..all }),
            ),
            (all, openai, "the prompt is too long", None),
        ];
        for (before, dialect, complaint, after) in rows {
            assert_eq!(after_prose(before, complaint, &request(), dialect), after, "{complaint}");
        }
    }

    #[test]
    fn nothing_is_conceded_that_was_not_asked() {
        let plain = Request { schema: None, temperature: None, seed: None, ..request() };
        let all = Capabilities::all(TokenField::MaxCompletionTokens);
        for option in ["response_format", "temperature", "seed"] {
            let complaint = format!("{option} is not supported");
            assert_eq!(after_prose(all, &complaint, &plain, Dialect::OpenaiChat), None, "{complaint}");
            let named = Complaint { param: Some(option.to_owned()), ..Complaint::default() };
            assert_eq!(all.downgrade_for(&named, &complaint, &plain, Dialect::OpenaiChat), None, "{complaint}");
        }
    }
}
