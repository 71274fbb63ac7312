//! The tools that a participant may call before it answers (O-10, D-61).
//!
//! A tool is a file here that implements [`Tool`]; a [`Toolbox`] holds those of a run. They run in this process, see only the topic and the
//! attachments, and return text that the participant gets as data. Not here: how many calls a turn may make (`formats`), and what is
//! recorded of them (`runner`).
mod calculate;
mod fact_check;
mod read_source;
pub(crate) mod runner;
mod search_sources;

pub use calculate::Calculate;
pub use fact_check::FactCheck;
pub use read_source::ReadSource;
pub use search_sources::SearchSources;

use analysis::safety;
use debate::tool::query;
use debate::{Attachment, CallId, Debate, Topic, text};
use futures_util::future::{BoxFuture, ready};
use serde_json::Value;
use std::sync::Arc;

/// The input that tools work on.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// The topic.
    pub topic: Topic,
    /// The attachments; the first is `S1`.
    pub attached: Vec<Arc<Attachment>>,
}

impl Material {
    /// The material of a debate.
    pub fn of(debate: &Debate) -> Material {
        Material { topic: debate.topic.clone(), attached: debate.attached.clone() }
    }
}

/// The result of a tool. It is bounded and quoted before a participant sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolOutput {
    /// The text, a line for each item found.
    pub text: String,
    /// The location it was found at: `S1` for an attachment, `S1#3` for its third passage.
    pub found_in: Vec<String>,
    /// The call failed; the text says why and what to do.
    pub failed: bool,
    /// The checked statement is wrong.
    pub refuted: bool,
    /// The text was shortened.
    pub cut: bool,
}

impl ToolOutput {
    /// A successful result.
    pub fn found(text: impl Into<String>, found_in: Vec<String>) -> ToolOutput {
        ToolOutput { text: text.into(), found_in, ..ToolOutput::default() }
    }

    /// A failed call.
    pub fn failed(why: impl Into<String>) -> ToolOutput {
        ToolOutput { text: why.into(), failed: true, ..ToolOutput::default() }
    }
}

/// One tool.
pub trait Tool: Send + Sync {
    /// Its name for models: letters, digits and `_`.
    fn name(&self) -> &'static str;
    /// Its description for models: what it does and when to use it.
    fn description(&self) -> &'static str;
    /// The JSON schema of its arguments: every object closed, every property required.
    fn schema(&self) -> Value;
    /// Whether the material has anything for it to work on.
    fn is_of_use(&self, material: &Material) -> bool;
    /// Runs it. Arguments are an object, otherwise unchecked.
    fn run<'a>(&'a self, material: &'a Material, arguments: &'a Value) -> BoxFuture<'a, ToolOutput>;
}

/// A tool call within an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    /// The question that was answered.
    pub asked: &'a CallId,
    /// Its index among the calls of that answer, from 0.
    pub index: usize,
    /// The name of the tool.
    pub tool: &'a str,
    /// The arguments: JSON, if the model made no mistake.
    pub arguments: &'a str,
}

/// Runs tools: a toolbox, or a recording.
pub trait Tools: Send + Sync {
    /// The tools that a participant is offered.
    fn offered(&self, material: &Material) -> Vec<Arc<dyn Tool>>;
    /// Runs a tool. A failure is an outcome too.
    fn run<'a>(&'a self, material: &'a Material, call: Call<'a>) -> BoxFuture<'a, ToolOutput>;
    /// Concurrent calls with equal keys are run once.
    fn key(&self, call: Call<'_>) -> String {
        query(call.tool, call.arguments)
    }
}

/// The tools of a run.
#[derive(Clone, Default)]
pub struct Toolbox {
    tools: Vec<Arc<dyn Tool>>,
}

impl Toolbox {
    /// A toolbox with these tools, offered in order.
    pub fn new(tools: Vec<Arc<dyn Tool>>) -> Toolbox {
        Toolbox { tools }
    }

    /// All built-in tools (O-10).
    pub fn usual() -> Toolbox {
        Toolbox::new(vec![Arc::new(SearchSources), Arc::new(ReadSource), Arc::new(FactCheck), Arc::new(Calculate)])
    }
}

impl Tools for Toolbox {
    fn offered(&self, material: &Material) -> Vec<Arc<dyn Tool>> {
        self.tools.iter().filter(|it| it.is_of_use(material)).cloned().collect()
    }

    fn run<'a>(&'a self, material: &'a Material, call: Call<'a>) -> BoxFuture<'a, ToolOutput> {
        let offered = || self.tools.iter().filter(|it| it.is_of_use(material));
        let Some(tool) = offered().find(|it| it.name() == call.tool) else {
            let names: Vec<&str> = offered().map(|it| it.name()).collect();
            let why = format!("there is no tool `{}`; there are: {}", call.tool, names.join(", "));
            return Box::pin(ready(ToolOutput::failed(why)));
        };
        match serde_json::from_str::<Value>(call.arguments) {
            Ok(arguments) if arguments.is_object() => {
                Box::pin(async move { screened(tool.run(material, &arguments).await) })
            }
            Ok(_) | Err(_) => {
                let wrong = if call.arguments.ends_with(runner::CUT) { "too long" } else { "no JSON object" };
                let why = format!("the arguments are {wrong}; `{}` takes {}", tool.name(), tool.schema());
                Box::pin(ready(ToolOutput::failed(why)))
            }
        }
    }
}

/// Withholds a result that tier 1 would stop in an answer (D-50).
fn screened(outcome: ToolOutput) -> ToolOutput {
    match safety::screen(&outcome.text) {
        Some(_) => ToolOutput::failed("withheld: what was found would help to do harm; answer without it"),
        None => outcome,
    }
}

/// A text argument of a call, or what is wrong with it.
fn text_of<'a>(arguments: &'a Value, name: &str) -> Result<&'a str, String> {
    match arguments.get(name).and_then(Value::as_str).map(str::trim) {
        Some("") => Err(format!("`{name}` is empty; say what you want")),
        Some(text) => Ok(text),
        None => Err(format!("`{name}` is missing, or no text")),
    }
}

/// A quoted text on one line, in at most `most` tokens.
fn quoted(words: &str, most: usize) -> String {
    text::clip(&text::one_line(words), most).into_owned()
}

#[cfg(test)]
mod tests;
