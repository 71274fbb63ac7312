//! Word lists by grammatical function. Not here: how such a file is parsed (`prose::lists`).
use prose::lists::Lists;
use std::sync::LazyLock;

/// The lists of `data/words.txt`.
pub(crate) static WORDS: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../../data/words.txt")));
