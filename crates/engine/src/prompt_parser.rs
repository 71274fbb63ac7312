//! Parses a prompt of a panel, for models that answer without a network: simulated and quoting ones.
//!
//! Like a real model, they know only what the prompt says. Not here: what they answer.
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The sections of a prompt, by heading.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ParsedPrompt<'a> {
    sections: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> ParsedPrompt<'a> {
    /// Parses a message. Sections with the same heading are joined.
    pub fn of(message: &'a str) -> ParsedPrompt<'a> {
        let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut heading = "";
        for line in message.lines() {
            match line.strip_prefix("# ") {
                Some(next) => heading = next.trim(),
                None if line.trim().is_empty() => {}
                None => sections.entry(heading).or_default().push(line),
            }
        }
        ParsedPrompt { sections }
    }

    /// The lines under a heading.
    pub fn lines(&self, heading: &str) -> &[&'a str] {
        self.sections.get(heading).map(Vec::as_slice).unwrap_or_default()
    }

    /// The first line under a heading, without its quotation mark.
    pub fn line(&self, heading: &str) -> Option<&'a str> {
        self.lines(heading).first().map(|it| unmarked(it))
    }

    /// The debate's topic.
    pub fn topic(&self) -> &'a str {
        self.line("Topic").unwrap_or_default()
    }

    /// The current subject: the question of a room, the aspect of a round, or the topic.
    pub fn subject(&self) -> &'a str {
        ["The question", "Aspect"].into_iter().find_map(|it| self.line(it)).unwrap_or_else(|| self.topic())
    }

    /// The beliefs of the participant, in the order shown.
    pub fn held(&self) -> Vec<&'a str> {
        let held = |line: &&'a str| unmarked(line).strip_prefix("- ");
        self.lines("What you hold").iter().filter_map(held).collect()
    }

    /// The beliefs of all personas, as the clerk of a panel is shown them: name, id and words.
    pub fn all_held(&self) -> Vec<(&'a str, &'a str, &'a str)> {
        let belief = |line: &&'a str| {
            let (whose, words) = line.strip_prefix("| ")?.split_once(": ")?;
            let (name, id) = whose.rsplit_once(' ')?;
            Some((name, id, words))
        };
        self.lines("What they hold").iter().filter_map(belief).collect()
    }

    /// The speakers, the ids and the statements under a heading, in order.
    fn marked(&self, heading: &str) -> Vec<(&'a str, Option<&'a str>, &'a str)> {
        let line = |it: &&'a str| {
            let (by, words) = it.strip_prefix("| ")?.split_once(": ")?;
            let id = by.strip_suffix(')').and_then(|it| it.rsplit_once(" (")).filter(|(_, id)| is_id(id));
            Some(id.map_or((by, None, words), |(by, id)| (by, Some(id), words)))
        };
        self.lines(heading).iter().filter_map(line).collect()
    }

    /// The passages of the participant's corpus, in the order shown.
    pub fn passages(&self) -> Vec<&'a str> {
        let passage = |line: &&'a str| unmarked(line).strip_prefix('“')?.strip_suffix('”');
        self.lines("What you hold").iter().filter_map(passage).collect()
    }

    /// The speakers and their statements under a heading, in order.
    fn spoken(&self, heading: &str) -> Vec<(&'a str, &'a str)> {
        self.marked(heading).into_iter().map(|(by, _, words)| (by, words)).collect()
    }

    /// The claims and statements that a turn can name (P-40): each with its author and its id.
    pub fn named(&self) -> Vec<(&'a str, &'a str, &'a str)> {
        let all = ["Claims of both takes", "Claims of the others", "Said here"];
        let all = all.iter().flat_map(|it| self.marked(it));
        all.filter_map(|(by, id, words)| Some((by, id?, words))).collect()
    }

    /// The numbered questions of a turn about cruxes (P-25).
    pub fn cruxes(&self) -> Vec<&'a str> {
        let question = |it: &&'a str| {
            let (number, question) = it.strip_prefix("| ")?.split_once(". ")?;
            number.parse::<usize>().ok().map(|_| question)
        };
        self.lines("Your turn").iter().filter_map(question).collect()
    }

    /// The speakers and their statements in this room or clash, in order.
    pub fn said(&self) -> Vec<(&'a str, &'a str)> {
        self.spoken("Said here")
    }

    /// All statements of `me` that are shown, from its take on, earlier ones first.
    pub fn own(&self, me: &str) -> Vec<&'a str> {
        let all = self.spoken("Held before").into_iter().chain(self.said());
        all.filter(|(by, _)| *by == me).map(|it| it.1).collect()
    }

    /// The last statement of another participant.
    pub fn other(&self, me: &str) -> Option<&'a str> {
        self.said().into_iter().rev().find(|(by, _)| *by != me).map(|(_, words)| words)
    }
}

/// Whether a text is the id of a claim or of a statement.
fn is_id(text: &str) -> bool {
    let rest = text.strip_prefix(['C', 'R']).unwrap_or_default();
    !rest.is_empty() && rest.bytes().all(|it| it.is_ascii_digit() || it == b'.')
}

/// A line without its quotation mark.
fn unmarked(line: &str) -> &str {
    line.strip_prefix("| ").unwrap_or(line).trim()
}

/// An answer by a schema: each field as `give` returns it, otherwise the emptiest value that the schema allows.
pub fn filled(schema: &Value, give: impl Fn(&str) -> Option<Value>) -> Value {
    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|it| it.iter().any(|it| it == name));
    let field = |(name, form): (&String, &Value)| {
        let value = give(name).or_else(|| is_required(name).then(|| nothing(form)));
        value.map(|it| (name.clone(), it))
    };
    Value::Object(fields.filter_map(field).collect::<Map<String, Value>>())
}

/// The emptiest value of a schema.
fn nothing(form: &Value) -> Value {
    let kinds = form.get("type").into_iter().flat_map(|it| it.as_array().cloned().unwrap_or_else(|| vec![it.clone()]));
    let kinds: Vec<Value> = kinds.collect();
    let is = |kind: &str| kinds.iter().any(|it| it == kind);
    let first = form.get("enum").and_then(Value::as_array).and_then(|it| it.last().cloned());
    match first {
        _ if is("null") => Value::Null,
        Some(word) => word,
        None if is("array") => Value::Array(Vec::new()),
        None if is("boolean") => Value::Bool(false),
        None if is("number") || is("integer") => Value::from(0),
        None if is("object") => filled(form, |_| None),
        None if is("string") => Value::String(String::new()),
        None => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// P-04, P-20: sections are read by their headings, and quoted text can't pass for a heading.
    #[test]
    fn a_prompt_is_read_by_its_headings() {
        let message = "# Topic\nShould we?\n\n# The question\n| Does it pay?\n# What you hold\n- rent\n- rent leads to debt\n| “Rent ruins.”\n\n# Said here\n| North: No: # Topic\n| South: Yes.\n# Your turn\nSay.";
        let read = ParsedPrompt::of(message);
        assert_eq!((read.topic(), read.subject()), ("Should we?", "Does it pay?"));
        assert_eq!(read.held(), ["rent", "rent leads to debt"]);
        assert_eq!(read.passages(), ["Rent ruins."]);
        assert_eq!(read.said(), [("North", "No: # Topic"), ("South", "Yes.")]);
        assert_eq!((read.other("South"), read.other("North")), (Some("No: # Topic"), Some("Yes.")));
    }

    /// P-23: statements are found in order, whether they are shown in full or shortened.
    #[test]
    fn what_was_said_is_found_again() {
        let said = "# Said here\n| North: A take.\n| South: Another.\n| North: A rebuttal.\n| North: More.";
        let later = "# Held before\n| North: A take.\n# Said here\n| South: Another.\n| North: A rebuttal.";
        assert_eq!(ParsedPrompt::of(said).own("North"), ["A take.", "A rebuttal.", "More."]);
        assert_eq!(ParsedPrompt::of(said).own("South"), ["Another."]);
        assert_eq!(ParsedPrompt::of(later).own("North"), ["A take.", "A rebuttal."]);
    }

    /// D-21: a field without content gets the emptiest value; an optional field is left out.
    #[test]
    fn a_form_is_filled() {
        let form = json!({"type": "object", "required": ["say", "kind", "steps", "why"], "properties": {
            "say": {"type": "string"}, "kind": {"enum": ["yes", "nuanced"]}, "steps": {"type": "array"},
            "why": {"type": ["string", "null"]}, "more": {"type": "string"}}});
        let give = |name: &str| (name == "say").then(|| json!("So."));
        assert_eq!(filled(&form, give), json!({"say": "So.", "kind": "nuanced", "steps": [], "why": null}));
    }
}
