//! The networks that are measured, from the folder of weights.
use local::embeddings::{ContradictionModel, SentenceEncoder};
use std::error::Error;
use std::path::Path;

/// The network that makes vectors of sentences.
pub(crate) fn sentences(weights: &Path) -> Result<SentenceEncoder, Box<dyn Error>> {
    let folder = weights.join("minilm-l6-v2");
    if !folder.is_dir() {
        return Err(format!("no `{}`: run `roundtable models pull minilm-l6-v2`", folder.display()).into());
    }
    Ok(SentenceEncoder::open(&folder.join("model.onnx"), &folder.join("tokenizer.json"), threads())?)
}

/// The entailment network, where its weights are here.
pub(crate) fn opposition(weights: &Path) -> Result<Option<ContradictionModel>, Box<dyn Error>> {
    let folder = weights.join("policy-nli-xsmall");
    if !folder.is_dir() {
        return Ok(None);
    }
    let (model, tokenizer) = (folder.join("policy_nli_int8.onnx"), folder.join("tokenizer.json"));
    Ok(Some(ContradictionModel::open(&model, &tokenizer, threads())?))
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |it| it.get().saturating_sub(1))
}
