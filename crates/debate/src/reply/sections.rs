//! The reasoning of an answer: its sections, or one text (D-10).
//!
//! Required sections are keys of an object, so that they are found whatever the language and spelling of headings. A text with headings is
//! accepted too. A section may be short; a missing one is a flaw. Not here: which sections a mode requires (`formats`).
use super::fields::{optional_text, text};
use super::flaws::Flaws;
use super::value::{List, Object, Value, is_same};
use crate::turn::{Flaw, Vulnerability};

/// Maximum characters of the reasoning.
const MOST: usize = 12_000;
/// Maximum vulnerabilities. Ours: the prompt asks for three or four.
const VULNERABILITIES_MOST: usize = 12;
const FIELD: &str = "reasoning";

/// The section that is a list of vulnerabilities with mitigations, not a text (D-14).
pub const VULNERABILITIES: &str = "vulnerabilities";

/// Parses reasoning and vulnerabilities of an answer with these required sections; with none, a plain text suffices.
pub(super) fn reasoning(
    answer: &Object,
    sections: &[String],
    flaws: &mut Flaws,
) -> (Option<String>, Vec<Vulnerability>) {
    let value = answer.get(FIELD);
    if sections.is_empty() {
        return (plain(value, flaws), Vec::new());
    }
    let within = value.object().filter(|it| it.is_whole);
    // A section beside `reasoning` instead of inside it is not missing.
    let section = |name: &str| within.map(|it| it.get(name)).filter(|it| !it.is_absent()).unwrap_or(answer.get(name));
    let (listed, written): (Vec<&String>, Vec<&String>) = sections.iter().partition(|it| *it == VULNERABILITIES);
    let mut lines = Vec::new();
    match within {
        Some(object) => {
            for name in &written {
                match body(section(name), flaws) {
                    Some(body) => lines.push(format!("{}: {body}", heading(name))),
                    None => flaws.add(Flaw::MissingSection { section: (*name).clone() }),
                }
            }
            let is_asked = |key: &str| sections.iter().any(|it| is_same(key, it));
            let others = Object {
                members: object.members.iter().filter(|(key, _)| !is_asked(key)).cloned().collect(),
                is_whole: true,
            };
            lines.extend(plain(&Value::Object(others), flaws));
        }
        None => {
            let whole = plain(value, flaws);
            for name in &written {
                match body(section(name), flaws) {
                    Some(body) => lines.push(format!("{}: {body}", heading(name))),
                    None if whole.as_deref().is_some_and(|it| has_heading(it, name)) => {}
                    None => flaws.add(Flaw::MissingSection { section: (*name).clone() }),
                }
            }
            if whole.is_some() {
                flaws.coerced(FIELD);
            }
            lines.splice(0..0, whole);
        }
    }
    let mut vulnerabilities = Vec::new();
    for name in listed {
        let value = section(name);
        if let Value::List(List { items, .. }) = value {
            vulnerabilities.extend(pairs(items, flaws));
        } else {
            if !value.is_absent() {
                flaws.wrong_type(VULNERABILITIES);
            }
            flaws.add(Flaw::MissingSection { section: name.clone() });
        }
    }
    let reasoning = (!lines.is_empty()).then(|| flaws.cut(lines.join("\n"), FIELD, MOST));
    (reasoning, vulnerabilities)
}

/// The display heading of a section: `building_on_others` is "Building on others".
fn heading(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|it| it.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Whether a text contains the heading of a section: at the start of a line, or followed by a colon.
fn has_heading(text: &str, name: &str) -> bool {
    let letters =
        |it: &str| -> String { it.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    let name = letters(name);
    let begins = |it: &str| letters(it).starts_with(&name);
    let ends = |it: &str| letters(it).ends_with(&name);
    let before_colons = text.split([':', '：']);
    let colons = text.matches([':', '：']).count();
    text.lines().any(begins) || before_colons.take(colons).any(ends)
}

/// The text of a section: a text, or a list of texts. "None" is kept as its text.
fn body(value: &Value, flaws: &mut Flaws) -> Option<String> {
    match value.list() {
        Some(items) => Some(lines(items, flaws).join("\n")).filter(|it| !it.is_empty()),
        None => text(value, FIELD, MOST, flaws),
    }
}

fn lines(items: &[Value], flaws: &mut Flaws) -> Vec<String> {
    items.iter().filter_map(|item| text(item, FIELD, MOST, flaws)).collect()
}

/// A text, or its parts as a list or an object.
fn plain(value: &Value, flaws: &mut Flaws) -> Option<String> {
    let lines = match value {
        Value::List(List { items, is_whole: true }) => lines(items, flaws),
        Value::List(List { is_whole: false, .. }) => return None,
        Value::Object(Object { members, is_whole: true }) => {
            let section = |(name, value): &(String, Value)| {
                let body = body(value, flaws)?;
                let name = flaws.clean(name)?;
                Some(format!("{name}: {body}"))
            };
            members.iter().filter_map(section).collect()
        }
        Value::Object(_)
        | Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::Bare(_)
        | Value::Unreadable
        | Value::Broken => return text(value, FIELD, MOST, flaws),
    };
    if lines.is_empty() {
        return None;
    }
    flaws.coerced(FIELD);
    Some(flaws.cut(lines.join("\n"), FIELD, MOST))
}

/// Vulnerabilities with their mitigations.
fn pairs(items: &[Value], flaws: &mut Flaws) -> Vec<Vulnerability> {
    let mut read: Vec<Vulnerability> = Vec::new();
    for item in items.iter().filter(|it| !it.is_absent()) {
        let (said, met) = match item.object() {
            Some(object) => {
                let said = object.get_any(&["vulnerability", "threat", "attack"]).1;
                (said, object.get_any(&["mitigation", "measure"]).1)
            }
            None => (item, &Value::Null),
        };
        let Some(vulnerability) = optional_text(said, VULNERABILITIES, flaws) else { continue };
        if read.len() == VULNERABILITIES_MOST {
            flaws.too_long(VULNERABILITIES);
            break;
        }
        let mitigation = optional_text(met, VULNERABILITIES, flaws);
        if mitigation.is_none() {
            let place = u32::try_from(read.len() + 1).unwrap_or(u32::MAX);
            flaws.add(Flaw::Unmitigated { vulnerability: place });
        }
        read.push(Vulnerability { vulnerability, mitigation });
    }
    read
}

#[cfg(test)]
mod tests {
    use crate::reply::{Grade, grade, read_in};
    use crate::turn::{Flaw, Vulnerability};

    fn asked() -> Vec<String> {
        ["steel_man", "weaknesses", "counter_arguments"].map(str::to_owned).to_vec()
    }

    fn missing(sections: &[&str]) -> Vec<Flaw> {
        sections.iter().map(|it| Flaw::MissingSection { section: (*it).to_owned() }).collect()
    }

    /// D-10: sections are keys of the reasoning, whatever the language of what they say and however short it is; a text with the headings is
    /// read too; what is not there is a flaw that makes the answer worth asking for once more.
    #[test]
    fn sections_are_read_and_missing_ones_told() {
        let coerced = || Flaw::Coerced { field: "reasoning".to_owned() };
        for (reasoning, expected, told) in [
            (
                r#"{"steel_man": "It is cheap.", "weaknesses": "None found.", "counter_arguments": "It lasts."}"#,
                "Steel man: It is cheap.\nWeaknesses: None found.\nCounter arguments: It lasts.",
                vec![],
            ),
            (
                r#"{"Steel-man": "安い。", "Weaknesses": "なし", "counterArguments": ["長持ちする。", "速い。"]}"#,
                "Steel man: 安い。\nWeaknesses: なし\nCounter arguments: 長持ちする。\n速い。",
                vec![],
            ),
            (
                r###""**Steel-man:** It is cheap.\n\n## Weaknesses\nNone. Counter-arguments: it lasts.""###,
                "**Steel-man:** It is cheap.\n\n## Weaknesses\nNone. Counter-arguments: it lasts.",
                vec![coerced()],
            ),
            (
                r#"{"steel_man": "It is cheap.", "weaknesses": "", "other": "And new."}"#,
                "Steel man: It is cheap.\nother: And new.",
                missing(&["counter_arguments", "weaknesses"]).into_iter().chain([coerced()]).collect(),
            ),
            (
                r#""It is cheap, and its weaknesses are few.""#,
                "It is cheap, and its weaknesses are few.",
                missing(&["counter_arguments", "steel_man", "weaknesses"]).into_iter().chain([coerced()]).collect(),
            ),
            ("null", "", missing(&["counter_arguments", "steel_man", "weaknesses"])),
        ] {
            let text = format!(r#"{{"position": "p", "reasoning": {reasoning}, "confidence": 0.5}}"#);
            let (turn, flaws) = read_in(&text, None, &asked());
            assert_eq!(turn.reasoning.as_deref().unwrap_or_default(), expected, "{reasoning}");
            let is_whole = !told.iter().any(|it| matches!(it, Flaw::MissingSection { .. }));
            assert_eq!(flaws, told, "{reasoning}");
            assert_eq!(grade(&turn, None, &flaws), if is_whole { Grade::Whole } else { Grade::Partial }, "{reasoning}");
        }
        let (_, flaws) = read_in(r#"{"position": "p", "reasoning": "r", "confidence": 0.5}"#, None, &[]);
        assert_eq!(flaws, [], "no sections, no flaw");
    }

    /// D-10, D-14: each vulnerability has a mitigation; an empty list says that there is none.
    #[test]
    fn a_vulnerability_needs_a_mitigation() {
        let asked = ["vulnerabilities", "weakest_point"].map(str::to_owned);
        let pair = |vulnerability: &str, mitigation: Option<&str>| Vulnerability {
            vulnerability: vulnerability.to_owned(),
            mitigation: mitigation.map(str::to_owned),
        };
        for (list, expected, told) in [
            (
                r#"[{"vulnerability": "The key leaks.", "mitigation": "Rotate it."}]"#,
                vec![pair("The key leaks.", Some("Rotate it."))],
                vec![],
            ),
            ("[]", vec![], vec![]),
            (
                r#"[{"vulnerability": "A.", "mitigation": "B."}, {"vulnerability": "The key leaks.", "mitigation": null}]"#,
                vec![pair("A.", Some("B.")), pair("The key leaks.", None)],
                vec![Flaw::Unmitigated { vulnerability: 2 }],
            ),
            ("null", vec![], missing(&["vulnerabilities"])),
        ] {
            let text = format!(
                r#"{{"position": "p", "confidence": 0.5, "reasoning": {{"vulnerabilities": {list}, "weakest_point": "One."}}}}"#
            );
            let (turn, flaws) = read_in(&text, None, &asked);
            assert_eq!(turn.vulnerabilities, expected, "{list}");
            assert_eq!(turn.reasoning.as_deref(), Some("Weakest point: One."), "{list}");
            assert_eq!(flaws, told, "{list}");
            let is_whole = told.is_empty();
            assert_eq!(grade(&turn, None, &flaws), if is_whole { Grade::Whole } else { Grade::Partial }, "{list}");
        }
    }
}
