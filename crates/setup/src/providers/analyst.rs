//! Networks that compare positions by meaning in this process: finding and opening them (O-07, E-11).
//!
//! Not here: whether a debate uses them (`plan::analyst`).
use super::ModelRegistry;
use crate::error::{Error, Field, PlanError};
use engine::Analyst;
use engine::analyst::Local;
use local::embeddings::{ContradictionModel, LocalSemantics, SentenceEncoder};
use local::weights::{Weight, catalog};
use std::sync::Arc;

/// The embedding weights.
pub const READER: &str = "minilm-l6-v2";

/// The weights of the entailment network, which detects contradictions; used if installed.
const ENTAILMENT: &str = "policy-nli-xsmall";

/// The default number of threads. Ours: one thread compares a usual debate's positions in some hundredths of a second.
const THREADS: usize = 1;

impl ModelRegistry {
    /// The embedding weights, if they are not installed.
    pub fn missing_reader(&self) -> Option<&'static Weight> {
        catalog::named(READER).filter(|it| self.weights.find(it).is_none())
    }

    /// Opens the networks, once.
    pub async fn reader(&self) -> Result<Arc<dyn Analyst>, Error> {
        self.shared.reader(|| self.open_reader()).await
    }

    /// How they are opened.
    fn open_reader(&self) -> Result<impl FnOnce() -> Result<Arc<dyn Analyst>, Error> + Send + use<>, Error> {
        let absent = || PlanError::unusable(Field::Models, format_args!("the weights `{READER}` are not here"));
        let held = catalog::named(READER).and_then(|it| self.weights.find(it)).ok_or_else(absent)?;
        let threads = self.threads.unwrap_or(THREADS);
        let (model, tokenizer) = (held.model(), held.path("tokenizer.json"));
        // The entailment network is only installed on request, so use it.
        let entailing = catalog::named(ENTAILMENT).and_then(|it| self.weights.find(it));
        let open = move || {
            let sentences = SentenceEncoder::open(&model, &tokenizer, threads)?;
            let opposition =
                entailing.map(|it| ContradictionModel::open(&it.model(), &it.path("tokenizer.json"), threads));
            Ok::<_, local::embeddings::Error>(LocalSemantics::new(sentences, opposition.transpose()?))
        };
        Ok(move || Ok(Arc::new(Local::new(Arc::new(open().map_err(Error::failed)?))) as Arc<dyn Analyst>))
    }
}
