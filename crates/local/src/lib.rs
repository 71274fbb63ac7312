//! Models in this process: the embedded language model, embeddings, and the download of their weights.
//!
//! Not here: what a debate is, settings, printing. Callers pass in settings and observe progress through traits.
mod backend;
mod embedded;
pub mod embeddings;
mod file;
mod generation;
mod grammar;
mod kernel;
#[cfg(feature = "llama-cpp")]
mod llama;
mod net;
#[cfg(feature = "llama-cpp")]
pub mod parity;
mod sample;
mod scheduler;
mod sentence;
mod template;
mod tools;
mod vocabulary;
pub mod weights;

pub use backend::BackendKind;
pub use embedded::{Embedded, Options, default_threads};
pub use file::LoadError;
