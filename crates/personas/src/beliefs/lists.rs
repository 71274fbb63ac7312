//! Word lists by grammatical function. Not here: how such a file is parsed (`prose::lists`).
use prose::lists::Lists;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The lists of `data/words.txt`.
pub(crate) static WORDS: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../../data/words.txt")));

/// Words that everybody uses, most of them function words.
pub(crate) static ORDINARY: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    include_str!("../../data/ordinary.txt")
        .lines()
        .filter(|it| !it.starts_with('#'))
        .flat_map(str::split_whitespace)
        .collect()
});
