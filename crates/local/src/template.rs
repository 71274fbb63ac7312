//! How a family of models wants to be addressed. A participant's words can't be taken for the template's own signs: they are
//! only ever turned into text.
use crate::vocabulary::Vocabulary;
use crate::weights::Template;

/// A part of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'a> {
    /// A sign to the model.
    Sign(&'static str),
    /// Text.
    Text(&'a str),
}

/// The tokens of a question, up to where the answer begins.
pub(crate) fn prompt(template: Template, words: &Vocabulary, system: &str, user: &str) -> Result<Vec<u32>, String> {
    let mut tokens = Vec::new();
    for part in parts(template, system, user) {
        match part {
            Part::Sign(sign) => tokens.push(words.sign(sign).ok_or_else(|| format!("there is no sign `{sign}`"))?),
            Part::Text(text) => tokens.extend(words.encode(text)?),
        }
    }
    Ok(tokens)
}

fn parts<'a>(template: Template, system: &'a str, user: &'a str) -> Vec<Part<'a>> {
    use Part::{Sign, Text};
    match template {
        Template::ChatMl => vec![
            Sign("<|im_start|>"),
            Text("system\n"),
            Text(system),
            Sign("<|im_end|>"),
            Text("\n"),
            Sign("<|im_start|>"),
            Text("user\n"),
            Text(user),
            Sign("<|im_end|>"),
            Text("\n"),
            Sign("<|im_start|>"),
            Text("assistant\n"),
        ],
        Template::Llama3 => vec![
            Sign("<|begin_of_text|>"),
            Sign("<|start_header_id|>"),
            Text("system"),
            Sign("<|end_header_id|>"),
            Text("\n\n"),
            Text(system),
            Sign("<|eot_id|>"),
            Sign("<|start_header_id|>"),
            Text("user"),
            Sign("<|end_header_id|>"),
            Text("\n\n"),
            Text(user),
            Sign("<|eot_id|>"),
            Sign("<|start_header_id|>"),
            Text("assistant"),
            Sign("<|end_header_id|>"),
            Text("\n\n"),
        ],
        Template::Gemma => vec![
            Sign("<bos>"),
            Sign("<start_of_turn>"),
            Text("user\n"),
            Text(system),
            Text("\n\n"),
            Text(user),
            Sign("<end_of_turn>"),
            Text("\n"),
            Sign("<start_of_turn>"),
            Text("model\n"),
        ],
        Template::Mistral => {
            vec![Sign("<s>"), Sign("[INST]"), Text(" "), Text(system), Text("\n\n"), Text(user), Sign("[/INST]")]
        }
    }
}

/// Whether the model knows every sign of its template: spelled out, they would be words that anybody can say.
pub(crate) fn check(template: Template, words: &Vocabulary) -> Result<(), String> {
    let missing = parts(template, "", "").into_iter().find_map(|it| match it {
        Part::Sign(sign) if words.sign(sign).is_none() => Some(sign),
        Part::Sign(_) | Part::Text(_) => None,
    });
    match missing {
        Some(sign) => Err(format!("it is addressed in a way that is not known here: it has no sign `{sign}`")),
        None => Ok(()),
    }
}

/// The template that a file's own description of it amounts to; the most common one if it is none of those known.
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
            let texts: Vec<Part<'_>> = parts(template, "rules", "question")
                .into_iter()
                .filter(|it| [Part::Text("rules"), Part::Text("question")].contains(it))
                .collect();
            assert_eq!(texts, [Part::Text("rules"), Part::Text("question")], "{template:?}");
        }
    }

    /// O-40: a sign that would have to be spelled could be forged.
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
