//! This crate's tokenisation and logits beside llama.cpp's, for `cargo xtask parity MODEL.gguf`.
//!
//! Not here: what is compared, and how much they may differ.
use crate::backend::{Backend, BackendKind, Feed};
use crate::file::{LoadError, ModelFile};
use crate::template;
use std::path::Path;

/// System prompt and user message.
pub type Question<'a> = (&'a str, &'a str);

/// A greedy choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The most probable token.
    pub token: u32,
    /// The second most probable token.
    pub second: u32,
    /// Difference of their logits: the logarithm of the ratio of their probabilities.
    pub margin: f32,
}

/// The tokens of texts by this crate's tokenizer.
pub fn tokens_ours(path: &Path, texts: &[&str]) -> Result<Vec<Vec<u32>>, LoadError> {
    let vocabulary = ModelFile::open(path)?.vocabulary;
    texts.iter().map(|it| vocabulary.encode(it)).collect::<Result<_, _>>().map_err(unusable(path))
}

/// The tokens of texts by llama.cpp's tokenizer. The texts are normalised first, as the model's family requires: llama.cpp leaves
/// that step out.
pub fn tokens_llama(path: &Path, texts: &[&str]) -> Result<Vec<Vec<u32>>, LoadError> {
    let vocabulary = ModelFile::open(path)?.vocabulary;
    let texts =
        texts.iter().map(|it| vocabulary.normalized(it)).collect::<Result<Vec<_>, _>>().map_err(unusable(path))?;
    crate::llama::tokens(path, &texts).map_err(unusable(path))
}

/// The text of tokens.
pub fn text(path: &Path, tokens: &[u32]) -> Result<String, LoadError> {
    let vocabulary = ModelFile::open(path)?.vocabulary;
    let bytes: Vec<u8> = tokens.iter().flat_map(|it| vocabulary.piece(*it)).copied().collect();
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// For each question the first tokens of the answer, chosen greedily.
pub fn greedy(
    path: &Path,
    backend: BackendKind,
    threads: usize,
    questions: &[Question<'_>],
    count: usize,
) -> Result<Vec<Vec<Choice>>, LoadError> {
    let file = ModelFile::open(path)?;
    let prompt = |(system, user): &Question<'_>| template::prompt(file.template, &file.vocabulary, system, &[*user]);
    let prompts = questions.iter().map(prompt).collect::<Result<Vec<_>, _>>().map_err(unusable(path))?;
    let answers = match backend {
        BackendKind::Candle => continue_all(&mut file.candle(threads)?, &prompts, count),
        BackendKind::LlamaCpp => {
            let weights = file.llama(threads)?;
            weights.backend().and_then(|mut backend| continue_all(&mut backend, &prompts, count))
        }
    };
    answers.map_err(unusable(path))
}

fn unusable(path: &Path) -> impl Fn(String) -> LoadError {
    |reason| LoadError::File { path: path.to_owned(), reason }
}

fn continue_all(backend: &mut impl Backend, prompts: &[Vec<u32>], count: usize) -> Result<Vec<Vec<Choice>>, String> {
    prompts.iter().map(|it| greedy_tokens(backend, it, count)).collect()
}

fn greedy_tokens<B: Backend>(backend: &mut B, prompt: &[u32], count: usize) -> Result<Vec<Choice>, String> {
    let mut cache = backend.empty(prompt.len() + count).ok_or("a prompt does not fit into the key-value cache")?;
    let mut choices = Vec::new();
    let mut pending = prompt.to_vec();
    while choices.len() < count {
        let mut feeds = [Feed { cache: &mut cache, tokens: &pending, wants: true }];
        let logits = backend.step(&mut feeds, &|| false).map_err(|error| error.to_string())?.pop().unwrap_or_default();
        let choice = choose(&logits).ok_or("the model returned no logits")?;
        choices.push(choice);
        if backend.vocabulary().is_end(choice.token) {
            break;
        }
        pending = vec![choice.token];
    }
    Ok(choices)
}

fn choose(logits: &[f32]) -> Option<Choice> {
    let by_logit = |a: &(u32, &f32), b: &(u32, &f32)| a.1.total_cmp(b.1);
    let (token, best) = (0..).zip(logits).max_by(by_logit)?;
    let (second, next) = (0..).zip(logits).filter(|(other, _)| *other != token).max_by(by_logit)?;
    Some(Choice { token, second, margin: best - next })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_is_chosen_and_the_next_is_known() {
        assert_eq!(choose(&[1.0, 4.0, -2.0, 3.5]), Some(Choice { token: 1, second: 3, margin: 0.5 }));
        assert_eq!(choose(&[1.0]), None);
    }
}
