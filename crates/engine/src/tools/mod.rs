//! What a participant may look up or work out before it answers (O-10, D-61).
//!
//! A tool is a file here that implements [`Tool`]; a [`Toolbox`] holds those of a world. They run in this process, see what is attached
//! to the debate and nothing else of it, and their results are text that a participant is given as data. Not here: how many calls
//! a turn may make (`formats`), and what is recorded of them (`using`).
mod calculate;
mod fact_check;
mod read_source;
mod search_sources;
pub(crate) mod using;

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

/// What tools have to work on.
#[derive(Clone, Debug, PartialEq)]
pub struct Material {
    /// What is debated.
    pub topic: Topic,
    /// The texts that are attached; the first is `S1`.
    pub attached: Vec<Arc<Attachment>>,
}

impl Material {
    /// What a debate gives its tools.
    pub fn of(debate: &Debate) -> Material {
        Material { topic: debate.topic.clone(), attached: debate.attached.clone() }
    }
}

/// What a tool says. It is bounded and quoted before a participant sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The words, a line for each thing found.
    pub text: String,
    /// What it was found in: `S1` for an attachment, `S1#3` for its third passage.
    pub found_in: Vec<String>,
    /// It could not be done, and the words say why and what to do.
    pub failed: bool,
    /// What was held against the facts turned out to be wrong.
    pub refuted: bool,
    /// There was more, and it was left out for want of room.
    pub cut: bool,
}

impl Outcome {
    /// Something was found or worked out.
    pub fn found(text: impl Into<String>, found_in: Vec<String>) -> Outcome {
        Outcome { text: text.into(), found_in, ..Outcome::default() }
    }

    /// It could not be done.
    pub fn failed(why: impl Into<String>) -> Outcome {
        Outcome { text: why.into(), failed: true, ..Outcome::default() }
    }
}

/// One tool.
pub trait Tool: Send + Sync {
    /// Its name as models call it: letters, digits and `_`.
    fn name(&self) -> &'static str;
    /// What it does and when to use it, as models read it.
    fn description(&self) -> &'static str;
    /// The JSON schema of its arguments: every object closed, every property required.
    fn schema(&self) -> Value;
    /// Whether it has anything to work on.
    fn is_of_use(&self, material: &Material) -> bool;
    /// Does it. Arguments are an object, and otherwise as the model gave them.
    fn run<'a>(&'a self, material: &'a Material, arguments: &'a Value) -> BoxFuture<'a, Outcome>;
}

/// A call of a tool, in somebody's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    /// The question it was the answer to.
    pub asked: &'a CallId,
    /// Its place among the calls of that answer, from 0.
    pub place: usize,
    /// Which tool.
    pub tool: &'a str,
    /// With what: JSON if all is well.
    pub arguments: &'a str,
}

/// Whoever runs tools: a box of them, or a recording.
pub trait Tools: Send + Sync {
    /// What a participant is offered.
    fn offered(&self, material: &Material) -> Vec<Arc<dyn Tool>>;
    /// Runs one. What can't be done is an outcome too.
    fn run<'a>(&'a self, material: &'a Material, call: Call<'a>) -> BoxFuture<'a, Outcome>;
    /// What makes a call the same as another that is made at the same time: only one of them is run, for both.
    fn key(&self, call: Call<'_>) -> String {
        query(call.tool, call.arguments)
    }
}

/// The tools of a world.
#[derive(Clone, Default)]
pub struct Toolbox {
    tools: Vec<Arc<dyn Tool>>,
}

impl Toolbox {
    /// A box with these tools, offered in their order.
    pub fn new(tools: Vec<Arc<dyn Tool>>) -> Toolbox {
        Toolbox { tools }
    }

    /// The tools there are (O-10).
    pub fn usual() -> Toolbox {
        Toolbox::new(vec![Arc::new(SearchSources), Arc::new(ReadSource), Arc::new(FactCheck), Arc::new(Calculate)])
    }
}

impl Tools for Toolbox {
    fn offered(&self, material: &Material) -> Vec<Arc<dyn Tool>> {
        self.tools.iter().filter(|it| it.is_of_use(material)).cloned().collect()
    }

    fn run<'a>(&'a self, material: &'a Material, call: Call<'a>) -> BoxFuture<'a, Outcome> {
        let offered = || self.tools.iter().filter(|it| it.is_of_use(material));
        let Some(tool) = offered().find(|it| it.name() == call.tool) else {
            let names: Vec<&str> = offered().map(|it| it.name()).collect();
            let why = format!("there is no tool `{}`; there are: {}", call.tool, names.join(", "));
            return Box::pin(ready(Outcome::failed(why)));
        };
        match serde_json::from_str::<Value>(call.arguments) {
            Ok(arguments) if arguments.is_object() => {
                Box::pin(async move { screened(tool.run(material, &arguments).await) })
            }
            Ok(_) | Err(_) => {
                let wrong = if call.arguments.ends_with(using::CUT) { "too long" } else { "no JSON object" };
                let why = format!("the arguments are {wrong}; `{}` takes {}", tool.name(), tool.schema());
                Box::pin(ready(Outcome::failed(why)))
            }
        }
    }
}

/// What a tool said, unless tier 1 would stop it in an answer (D-50).
fn screened(outcome: Outcome) -> Outcome {
    match safety::screen(&outcome.text) {
        Some(_) => Outcome::failed("withheld: what was found would help to do harm; answer without it"),
        None => outcome,
    }
}

/// A text among the arguments of a call, or what is wrong with it.
fn text_of<'a>(arguments: &'a Value, name: &str) -> Result<&'a str, String> {
    match arguments.get(name).and_then(Value::as_str).map(str::trim) {
        Some("") => Err(format!("`{name}` is empty; say what you want")),
        Some(text) => Ok(text),
        None => Err(format!("`{name}` is missing, or no text")),
    }
}

/// Somebody else's words on one line, in at most so many tokens.
fn quoted(words: &str, most: usize) -> String {
    text::clip(&text::one_line(words), most).into_owned()
}

#[cfg(test)]
mod tests;
