//! Prompts for common uses (I-23). They tell the client's model how to use the tools. Their text is in `prompts/`.
use formats::prompt::fill;
use rmcp::ErrorData;
use rmcp::model::{GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

/// Maximum length of an argument, in bytes. Our choice: four times the limit of a topic.
const MOST: usize = 16_000;

/// A prompt.
struct Use {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// Name, description and default; an argument without a default is required.
    arguments: &'static [(&'static str, &'static str, Option<&'static str>)],
    text: &'static str,
}

const MODE: (&str, &str, Option<&str>) = ("mode", "The mode of the debate.", Some("collaborative"));

const USES: [Use; 6] = [
    Use {
        name: "decide",
        title: "Decide a question",
        description: "Have several models debate a question, and report the decision and the objections to it.",
        arguments: &[
            ("question", "The question to decide.", None),
            ("options", "The options, if they are known.", Some("none given: let the participants find them")),
            MODE,
        ],
        text: include_str!("../../prompts/decide.md"),
    },
    Use {
        name: "review",
        title: "Review something",
        description: "Have several models review a text, a design or a change, and report what must be fixed.",
        arguments: &[
            ("subject", "The subject of the review, and its purpose.", None),
            ("material", "The text, or where to find it.", Some("find it yourself, and attach it")),
        ],
        text: include_str!("../../prompts/review.md"),
    },
    Use {
        name: "premortem",
        title: "Premortem of a plan",
        description: "Assume that a plan has failed, and have several models say why; report what to watch and what to change.",
        arguments: &[
            ("plan", "The plan.", None),
            ("horizon", "The date by which the plan should have worked.", Some("a year from now")),
        ],
        text: include_str!("../../prompts/premortem.md"),
    },
    Use {
        name: "red_team",
        title: "Attack a proposal",
        description: "Have one team attack a proposal and another defend it; report which attacks succeed.",
        arguments: &[("proposal", "The proposal.", None)],
        text: include_str!("../../prompts/red_team.md"),
    },
    Use {
        name: "compare",
        title: "Compare two debates",
        description: "Report where two debates on one question have different results, and which claims explain the difference.",
        arguments: &[("id", "One debate.", None), ("other_id", "The other.", None)],
        text: include_str!("../../prompts/compare.md"),
    },
    Use {
        name: "find_cruxes",
        title: "Find out what a disagreement is about",
        description: "Have personas of a deck discuss a question, and report the cruxes of their disagreement and what would settle each.",
        arguments: &[
            ("question", "The question to discuss.", None),
            ("deck", "The deck with the personas.", None),
            ("personas", "The personas to seat.", Some("all of the deck")),
        ],
        text: include_str!("../../prompts/find_cruxes.md"),
    },
];

/// All prompts.
pub(super) fn all() -> Vec<Prompt> {
    USES.iter().map(Use::listed).collect()
}

/// A prompt with its arguments filled in.
pub(super) fn filled(request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let names = || USES.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
    let unknown = || ErrorData::invalid_params(format!("unknown prompt; there are {}", names()), None);
    let found = USES.iter().find(|it| it.name == request.name).ok_or_else(unknown)?;
    let given = request.arguments.clone().unwrap_or_default();
    if let Some(extra) = given.keys().find(|it| !found.arguments.iter().any(|(name, ..)| name == it)) {
        let extra = crate::responses::words::name(extra);
        return Err(ErrorData::invalid_params(format!("prompt `{}` takes no {extra}", found.name), None));
    }
    let mut values: Vec<(&str, &str)> = Vec::new();
    for (name, _, usual) in found.arguments {
        values.push((name, value(found.name, name, given.get(*name), *usual)?));
    }
    let text = fill(found.text, &values).map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(found.description))
}

/// The value of an argument, or its default.
fn value<'a>(prompt: &str, name: &str, given: Option<&'a Value>, usual: Option<&'a str>) -> Result<&'a str, ErrorData> {
    let wrong = |why: &str| ErrorData::invalid_params(format!("`{name}` of prompt `{prompt}` {why}"), None);
    match (given, usual) {
        (Some(Value::String(text)), _) if text.len() > MOST => Err(wrong(&format!("has more than {MOST} bytes"))),
        (Some(Value::String(text)), usual) => match (text.trim().is_empty(), usual) {
            (false, _) => Ok(text),
            (true, Some(usual)) => Ok(usual),
            (true, None) => Err(wrong("is empty")),
        },
        (Some(_), _) => Err(wrong("is not a text")),
        (None, Some(usual)) => Ok(usual),
        (None, None) => Err(wrong("is missing")),
    }
}

impl Use {
    fn listed(&self) -> Prompt {
        let argument = |(name, what, usual): &(&str, &str, Option<&str>)| {
            PromptArgument::new(*name).with_description(*what).with_required(usual.is_none())
        };
        let arguments = self.arguments.iter().map(argument).collect();
        Prompt::new(self.name, Some(self.description), Some(arguments)).with_title(self.title)
    }
}
