//! Chat templates of model families. A participant's text can't inject special tokens: it is always encoded as text.
use crate::vocabulary::Vocabulary;
use crate::weights::Template;

/// A part of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'a> {
    /// A special token.
    Sign(&'static str),
    /// Text.
    Text(&'a str),
}

/// The tokens of a conversation, up to where the answer begins. Turns alternate between user and model; the first and the last are
/// the user's.
pub(crate) fn prompt(template: Template, words: &Vocabulary, system: &str, turns: &[&str]) -> Result<Vec<u32>, String> {
    let mut tokens = Vec::new();
    for part in parts(template, system, turns) {
        match part {
            Part::Sign(sign) => tokens.push(words.sign(sign).ok_or_else(|| format!("there is no sign `{sign}`"))?),
            Part::Text(text) => tokens.extend(words.encode(text)?),
        }
    }
    Ok(tokens)
}

fn parts<'a>(template: Template, system: &'a str, turns: &[&'a str]) -> Vec<Part<'a>> {
    use Part::{Sign, Text};
    let is_asker = |place: usize| place.is_multiple_of(2);
    let turns = turns.iter().copied().enumerate();
    let mut parts = Vec::new();
    match template {
        Template::ChatMl => {
            let mut say = |who, text| {
                parts.extend([Sign("<|im_start|>"), Text(who), Text(text), Sign("<|im_end|>"), Text("\n")]);
            };
            say("system\n", system);
            turns.for_each(|(place, text)| say(if is_asker(place) { "user\n" } else { "assistant\n" }, text));
            parts.extend([Sign("<|im_start|>"), Text("assistant\n")]);
        }
        Template::Llama3 => {
            let head = |who| [Sign("<|start_header_id|>"), Text(who), Sign("<|end_header_id|>"), Text("\n\n")];
            let mut say = |who, text| {
                parts.extend(head(who));
                parts.extend([Text(text), Sign("<|eot_id|>")]);
            };
            say("system", system);
            turns.for_each(|(place, text)| say(if is_asker(place) { "user" } else { "assistant" }, text));
            parts.extend(head("assistant"));
            parts.insert(0, Sign("<|begin_of_text|>"));
        }
        Template::Gemma => {
            parts.push(Sign("<bos>"));
            for (place, text) in turns {
                parts.extend([Sign("<start_of_turn>"), Text(if is_asker(place) { "user\n" } else { "model\n" })]);
                parts.extend((place == 0).then_some([Text(system), Text("\n\n")]).into_iter().flatten());
                parts.extend([Text(text), Sign("<end_of_turn>"), Text("\n")]);
            }
            parts.extend([Sign("<start_of_turn>"), Text("model\n")]);
        }
        Template::Mistral => {
            parts.push(Sign("<s>"));
            for (place, text) in turns {
                if is_asker(place) {
                    parts.extend([Sign("[INST]"), Text(" ")]);
                    parts.extend((place == 0).then_some([Text(system), Text("\n\n")]).into_iter().flatten());
                    parts.extend([Text(text), Sign("[/INST]")]);
                } else {
                    parts.extend([Text(text), Sign("</s>")]);
                }
            }
        }
    }
    parts
}

/// Fails if the vocabulary lacks a special token of the template: spelled out as text, anybody could forge it.
pub(crate) fn check(template: Template, words: &Vocabulary) -> Result<(), String> {
    let missing = parts(template, "", &["", "", ""]).into_iter().find_map(|it| match it {
        Part::Sign(sign) if words.sign(sign).is_none() => Some(sign),
        Part::Sign(_) | Part::Text(_) => None,
    });
    match missing {
        Some(sign) => Err(format!("it is addressed in a way that is not known here: it has no sign `{sign}`")),
        None => Ok(()),
    }
}

/// The template that a file's Jinja description corresponds to; ChatML if none is recognised.
pub(crate) fn recognise(described: &str) -> Template {
    let marks = [
        ("<|start_header_id|>", Template::Llama3),
        ("<start_of_turn>", Template::Gemma),
        ("[INST]", Template::Mistral),
    ];
    marks.iter().find(|(mark, _)| described.contains(mark)).map_or(Template::ChatMl, |(_, template)| *template)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_template_has_both_texts_once_and_in_order() {
        for template in [Template::ChatMl, Template::Llama3, Template::Gemma, Template::Mistral] {
            let texts: Vec<Part<'_>> = parts(template, "rules", &["question"])
                .into_iter()
                .filter(|it| [Part::Text("rules"), Part::Text("question")].contains(it))
                .collect();
            assert_eq!(texts, [Part::Text("rules"), Part::Text("question")], "{template:?}");
        }
    }

    /// O-10: a conversation with a tool continues as each family's template has it, and its beginning stays the same.
    #[test]
    fn each_template_carries_a_conversation_on() {
        let written = |template, turns: &[&str]| -> String {
            let word = |it: Part<'_>| match it {
                Part::Sign(text) | Part::Text(text) => text.to_owned(),
            };
            parts(template, "rules", turns).into_iter().map(word).collect()
        };
        for (template, rest) in [
            (Template::ChatMl, "call<|im_end|>\n<|im_start|>user\nfound<|im_end|>\n<|im_start|>assistant\n"),
            (
                Template::Llama3,
                "call<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nfound<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
            ),
            (Template::Gemma, "call<end_of_turn>\n<start_of_turn>user\nfound<end_of_turn>\n<start_of_turn>model\n"),
            (Template::Mistral, "call</s>[INST] found[/INST]"),
        ] {
            let first = written(template, &["question"]);
            assert_eq!(written(template, &["question", "call", "found"]), first + rest, "{template:?}");
        }
    }

    /// O-40: a special token that is spelled out as text could be forged.
    #[test]
    fn a_template_whose_signs_are_missing_is_refused() {
        let words = Vocabulary::of_bytes();
        assert_eq!(check(Template::ChatMl, &words), Ok(()));
        assert!(check(Template::Llama3, &words).unwrap_err().contains("no sign `<|begin_of_text|>`"));
    }

    #[test]
    fn a_template_is_known_by_its_signs() {
        assert_eq!(recognise("{{ '<|start_header_id|>' + role }}"), Template::Llama3);
        assert_eq!(recognise("{{ '<|im_start|>' + role }}"), Template::ChatMl);
        assert_eq!(recognise(""), Template::ChatMl);
    }
}
