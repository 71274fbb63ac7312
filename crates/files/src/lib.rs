//! Atomic replacement of files, and directory traversal in a fixed order.
//!
//! Not here: what is in a file.
mod replace;
mod walk;

pub use replace::{persist, replace, replace_with_directories};
pub use walk::{Entry, EntryKind, MAX_DEPTH, walk};
