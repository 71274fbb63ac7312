//! Networks of this process that read what positions mean: where they are, and how they are opened (O-07, E-11).
//!
//! Not here: whether a debate wants them (`plan::analyst`).
use super::Table;
use crate::error::{Error, Field, PlanError};
use engine::Analyst;
use engine::analyst::Local;
use local::embeddings::{ContradictionModel, LocalSemantics, SentenceEncoder};
use local::weights::{Weight, catalog};
use std::sync::Arc;

/// The weights that are read with.
pub const READER: &str = "minilm-l6-v2";

/// The weights that tell whether one text contradicts another, for those who fetch them.
const ENTAILMENT: &str = "policy-nli-xsmall";

/// How many threads read when nobody says otherwise. Ours: a table's positions take one of them some hundredths of a second.
const THREADS: usize = 1;

impl Table {
    /// The weights that read meaning, where they are not here.
    pub fn missing_reader(&self) -> Option<&'static Weight> {
        catalog::named(READER).filter(|it| self.weights.find(it).is_none())
    }

    /// Opens them, once.
    pub async fn reader(&self) -> Result<Arc<dyn Analyst>, Error> {
        self.shared.reader(|| self.open_reader()).await
    }

    /// How they are opened.
    fn open_reader(&self) -> Result<impl FnOnce() -> Result<Arc<dyn Analyst>, Error> + Send + use<>, Error> {
        let absent = || PlanError::unusable(Field::Models, format_args!("the weights `{READER}` are not here"));
        let held = catalog::named(READER).and_then(|it| self.weights.find(it)).ok_or_else(absent)?;
        let threads = self.threads.unwrap_or(THREADS);
        let (model, tokenizer) = (held.model(), held.path("tokenizer.json"));
        // Whoever has fetched the entailment network wants it: nothing else brings it here.
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
