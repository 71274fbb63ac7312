//! Models in this process: the embedded language model, embeddings, and the download of their weights.
//!
//! Not here: what a debate is, settings, printing. Callers pass in settings and observe progress through traits.
mod desk;
mod embedded;
mod engine;
mod file;
mod guide;
mod kernel;
#[cfg(feature = "llama-cpp")]
mod llama;
pub mod meaning;
mod net;
#[cfg(feature = "llama-cpp")]
pub mod parity;
mod sample;
mod speaker;
mod template;
mod tools;
mod vocabulary;
pub mod weights;

pub use embedded::{Embedded, Options, default_threads};
pub use engine::EngineKind;
pub use file::LoadError;
