//! Files put in their place whole, and directories gone through in order.
//!
//! Two things that are easily done almost right, so that they are done once. Not here: what is in a file.
mod replace;
mod walk;

pub use replace::{put, replace, replace_with_directories};
pub use walk::{DEEPEST, Entry, Found, walk};
