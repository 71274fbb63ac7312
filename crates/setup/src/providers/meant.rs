//! The model that a word may mean, if it names none: a short name, or `provider/model` of a known model.
use super::{aliases, embedded};
use crate::settings::nearest;
use models::{Catalog, family};

/// What is wrong with a model's name, with the names that may have been meant.
pub(super) fn with_meant(catalog: &Catalog, model: &str, why: String) -> String {
    if model.contains('/') || why.contains("did you mean") {
        return why;
    }
    match meant(catalog, model) {
        Some(near) => format!("`{model}` is no model; did you mean {near}?"),
        None => why,
    }
}

/// The likeliest first: a model without its provider, a misspelt name, the short name of a family, another model of it.
fn meant(catalog: &Catalog, word: &str) -> Option<String> {
    let word = word.trim().to_lowercase();
    let known: Vec<(String, String)> = models(catalog);
    let of = |name: &str| known.iter().find(|(model, _)| model == name).map(|(_, whole)| format!("`{whole}`"));
    let aliases = aliases();
    let short = aliases.iter().map(|(short, _)| short.as_str());
    // The longest: `openai` and not `ai`.
    let within = short.clone().filter(|it| word.contains(it)).max_by_key(|it| it.len());
    let alias = |short: &str| {
        let (_, model) = aliases.iter().find(|(it, _)| it == short)?;
        let provider = model.split('/').next().unwrap_or_default();
        Some(format!("`{short}`, which is {model} (another of its models is `{provider}/NAME`)"))
    };
    of(&word)
        .or_else(|| nearest(&word, short).map(|it| format!("`{it}`")))
        .or_else(|| of(nearest(&word, known.iter().map(|(model, _)| model.as_str()))?))
        .or_else(|| alias(within?))
        .or_else(|| {
            known.iter().find(|(model, _)| family(model) == family(&word)).map(|(_, whole)| format!("`{whole}`"))
        })
}

/// The known models, each without and with its provider.
fn models(catalog: &Catalog) -> Vec<(String, String)> {
    let suggested = catalog.providers().iter().flat_map(|it| {
        it.suggested.iter().map(|model| {
            let name = model.rsplit('/').next().unwrap_or(model);
            (name.to_lowercase(), format!("{}/{model}", it.name))
        })
    });
    let embedded = embedded::chats().map(|it| (it.name.to_owned(), format!("{}/{}", embedded::PROVIDER, it.name)));
    suggested.chain(embedded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-13: a word that names no model is answered by the short name or the full name that it may stand for.
    #[test]
    fn a_word_that_is_no_model_is_met_with_one() {
        let catalog = Catalog::new(Vec::new(), &|_| None);
        for (word, expected) in [
            ("gpt-5.4", "`openai/gpt-5.4`"),
            ("GPT-5.4-mini", "`openai/gpt-5.4-mini`"),
            ("gpt-5.5", "`openai/gpt-5.4`"),
            ("claude-opus", "`claude`, which is anthropic/claude-sonnet-5 (another of its models is `anthropic/NAME`)"),
            ("chatgpt", "`gpt`, which is openai/gpt-5.4 (another of its models is `openai/NAME`)"),
            ("cluade", "`claude`"),
            ("sonnet", "`anthropic/claude-sonnet-5`"),
            ("smollm2", "`local/smollm2-135m`"),
            ("llama3.1", "`ollama/llama3.2`"),
        ] {
            assert_eq!(meant(&catalog, word).as_deref(), Some(expected), "{word}");
        }
        for word in ["", "xyzzy", "best"] {
            assert_eq!(meant(&catalog, word), None, "{word}");
        }
    }
}
