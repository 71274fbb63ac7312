//! Chat templates of model families. A participant's text can't inject special tokens: it is always encoded as text.
use crate::vocabulary::Vocabulary;
use crate::weights::Template;

/// A part of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'a> {
    /// A special token.
    SpecialToken(&'static str),
    /// Text.
    Text(&'a str),
}

/// The tokens of a conversation, up to where the answer begins. Turns alternate between user and model; the first and the last are
/// the user's.
pub(crate) fn prompt(
    template: Template,
    vocabulary: &Vocabulary,
    system: &str,
    turns: &[&str],
) -> Result<Vec<u32>, String> {
    let mut tokens = Vec::new();
    for part in parts(template, system, turns) {
        match part {
            Part::SpecialToken(name) => {
                tokens.push(
                    vocabulary
                        .special_token(name)
                        .ok_or_else(|| format!("the vocabulary lacks the special token `{name}`"))?,
                );
            }
            Part::Text(text) => tokens.extend(vocabulary.encode(text)?),
        }
    }
    Ok(tokens)
}

fn parts<'a>(template: Template, system: &'a str, turns: &[&'a str]) -> Vec<Part<'a>> {
    use Part::{SpecialToken, Text};
    let is_user = |index: usize| index.is_multiple_of(2);
    let turns = turns.iter().copied().enumerate();
    let mut parts = Vec::new();
    match template {
        Template::ChatMl => {
            let mut push_turn = |role, text| {
                parts.extend([
                    SpecialToken("<|im_start|>"),
                    Text(role),
                    Text(text),
                    SpecialToken("<|im_end|>"),
                    Text("\n"),
                ]);
            };
            push_turn("system\n", system);
            turns.for_each(|(index, text)| push_turn(if is_user(index) { "user\n" } else { "assistant\n" }, text));
            parts.extend([SpecialToken("<|im_start|>"), Text("assistant\n")]);
        }
        Template::Llama3 => {
            let head = |role| {
                [SpecialToken("<|start_header_id|>"), Text(role), SpecialToken("<|end_header_id|>"), Text("\n\n")]
            };
            let mut push_turn = |role, text| {
                parts.extend(head(role));
                parts.extend([Text(text), SpecialToken("<|eot_id|>")]);
            };
            push_turn("system", system);
            turns.for_each(|(index, text)| push_turn(if is_user(index) { "user" } else { "assistant" }, text));
            parts.extend(head("assistant"));
            parts.insert(0, SpecialToken("<|begin_of_text|>"));
        }
        Template::Gemma => {
            parts.push(SpecialToken("<bos>"));
            for (index, text) in turns {
                parts
                    .extend([SpecialToken("<start_of_turn>"), Text(if is_user(index) { "user\n" } else { "model\n" })]);
                parts.extend((index == 0).then_some([Text(system), Text("\n\n")]).into_iter().flatten());
                parts.extend([Text(text), SpecialToken("<end_of_turn>"), Text("\n")]);
            }
            parts.extend([SpecialToken("<start_of_turn>"), Text("model\n")]);
        }
        Template::Mistral => {
            parts.push(SpecialToken("<s>"));
            for (index, text) in turns {
                if is_user(index) {
                    parts.extend([SpecialToken("[INST]"), Text(" ")]);
                    parts.extend((index == 0).then_some([Text(system), Text("\n\n")]).into_iter().flatten());
                    parts.extend([Text(text), SpecialToken("[/INST]")]);
                } else {
                    parts.extend([Text(text), SpecialToken("</s>")]);
                }
            }
        }
    }
    parts
}

/// Fails if the vocabulary lacks a special token of the template: spelled out as text, anybody could forge it.
pub(crate) fn check(template: Template, vocabulary: &Vocabulary) -> Result<(), String> {
    let missing = parts(template, "", &["", "", ""]).into_iter().find_map(|it| match it {
        Part::SpecialToken(name) if vocabulary.special_token(name).is_none() => Some(name),
        Part::SpecialToken(_) | Part::Text(_) => None,
    });
    match missing {
        Some(name) => Err(format!("it is addressed in a way that is not known here: it has no sign `{name}`")),
        None => Ok(()),
    }
}

/// The template that a file's Jinja description corresponds to; ChatML if none is recognised.
pub(crate) fn recognise(described: &str) -> Template {
    let markers = [
        ("<|start_header_id|>", Template::Llama3),
        ("<start_of_turn>", Template::Gemma),
        ("[INST]", Template::Mistral),
    ];
    markers.iter().find(|(marker, _)| described.contains(marker)).map_or(Template::ChatMl, |(_, template)| *template)
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
                Part::SpecialToken(text) | Part::Text(text) => text.to_owned(),
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
        let vocabulary = Vocabulary::of_bytes();
        assert_eq!(check(Template::ChatMl, &vocabulary), Ok(()));
        assert!(check(Template::Llama3, &vocabulary).unwrap_err().contains("no sign `<|begin_of_text|>`"));
    }

    #[test]
    fn a_template_is_known_by_its_signs() {
        assert_eq!(recognise("{{ '<|start_header_id|>' + role }}"), Template::Llama3);
        assert_eq!(recognise("{{ '<|im_start|>' + role }}"), Template::ChatMl);
        assert_eq!(recognise(""), Template::ChatMl);
    }
}
