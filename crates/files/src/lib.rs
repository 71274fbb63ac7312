//! Atomic replacement of files, and directory traversal in a fixed order.
//!
//! Not here: what is in a file.
mod replace;
mod walk;

pub use replace::{put, replace, replace_with_directories};
pub use walk::{DEEPEST, Entry, Found, walk};
