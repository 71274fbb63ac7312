//! Loads the measured networks from the folder of weights.
use local::meaning::{Opposition, Sentences};
use std::error::Error;
use std::path::Path;

/// The network for sentence vectors.
pub(crate) fn sentences(weights: &Path) -> Result<Sentences, Box<dyn Error>> {
    let folder = weights.join("minilm-l6-v2");
    if !folder.is_dir() {
        return Err(format!("no `{}`: run `roundtable models pull minilm-l6-v2`", folder.display()).into());
    }
    Ok(Sentences::open(&folder.join("model.onnx"), &folder.join("tokenizer.json"), threads())?)
}

/// The entailment network, if its weights are there.
pub(crate) fn opposition(weights: &Path) -> Result<Option<Opposition>, Box<dyn Error>> {
    let folder = weights.join("policy-nli-xsmall");
    if !folder.is_dir() {
        return Ok(None);
    }
    let (model, tokenizer) = (folder.join("policy_nli_int8.onnx"), folder.join("tokenizer.json"));
    Ok(Some(Opposition::open(&model, &tokenizer, threads())?))
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |it| it.get().saturating_sub(1))
}
