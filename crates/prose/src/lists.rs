//! Word lists in data files: a line is `name = word, two words`, a list may span several lines, `#` starts a comment.
//!
//! Not here: the meaning of a list.
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Phrases that indicate the kind of evidence of a claim.
pub(crate) static CUES: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../data/cues.txt")));

/// The lists of a file by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lists {
    lists: BTreeMap<&'static str, List>,
}

/// Phrases by their first word, each with the words after it.
type List = BTreeMap<&'static str, Vec<Vec<&'static str>>>;

impl Lists {
    /// Parses a file.
    pub fn read(file: &'static str) -> Lists {
        let mut lists = Lists::default();
        for (name, phrases) in file.lines().filter(|it| !it.starts_with('#')).filter_map(|it| it.split_once(" = ")) {
            let list = lists.lists.entry(name).or_default();
            for phrase in phrases.split(", ") {
                let mut words = phrase.split(' ');
                let first = words.next().unwrap_or_default();
                list.entry(first).or_default().push(words.collect());
            }
        }
        lists
    }

    /// Whether a single word is in a list; false for an unknown list.
    pub fn has(&self, name: &str, word: &str) -> bool {
        self.lists.get(name).and_then(|it| it.get(word)).is_some_and(|it| it.iter().any(Vec::is_empty))
    }

    /// The length in words of the longest phrase of a list at the start of these words; none without a match.
    pub fn begins<T: AsRef<str>>(&self, name: &str, words: &[T]) -> Option<usize> {
        let (first, rest) = words.split_first()?;
        let phrases = self.lists.get(name).and_then(|it| it.get(first.as_ref()))?;
        let follows = |it: &&Vec<&str>| rest.len() >= it.len() && rest.iter().zip(*it).all(|(a, b)| a.as_ref() == *b);
        phrases.iter().filter(follows).map(|it| it.len() + 1).max()
    }

    /// The number of positions at which a phrase of a list occurs.
    pub fn count<T: AsRef<str>>(&self, name: &str, words: &[T]) -> usize {
        (0..words.len()).filter(|at| words.get(*at..).is_some_and(|rest| self.begins(name, rest).is_some())).count()
    }

    /// Whether a phrase of a list occurs.
    pub fn any<T: AsRef<str>>(&self, name: &str, words: &[T]) -> bool {
        self.count(name, words) > 0
    }

    /// The single words of a list.
    pub fn words(&self, name: &str) -> impl Iterator<Item = &'static str> {
        let phrases = self.lists.get(name).into_iter().flatten();
        phrases.filter(|(_, rests)| rests.iter().any(Vec::is_empty)).map(|(word, _)| *word)
    }

    /// The phrases of a list, as words.
    pub fn phrases(&self, name: &str) -> impl Iterator<Item = Vec<&'static str>> {
        let phrases = self.lists.get(name).into_iter().flatten();
        phrases.flat_map(|(first, rests)| rests.iter().map(|rest| [&[*first], rest.as_slice()].concat()))
    }

    #[cfg(test)]
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.lists.keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E-01.
    #[test]
    fn phrases_are_found_word_by_word() {
        let lists = Lists::read("# a note\nguess = maybe, i guess\nguess = one day\n");
        for (text, expected) in
            [("maybe i guess", 2), ("i did guess", 0), ("one day", 1), ("one", 0), ("", 0), ("maybe maybe", 2)]
        {
            let tokens: Vec<String> = text.split(' ').map(str::to_owned).collect();
            assert_eq!(lists.count("guess", &tokens), expected, "{text}");
            assert_eq!(lists.count("other", &tokens), 0);
        }
        assert_eq!(lists.words("guess").collect::<Vec<_>>(), ["maybe"]);
        assert!(lists.has("guess", "maybe") && !lists.has("guess", "i"));
        assert_eq!(lists.begins("guess", &["i", "guess", "so"]), Some(2));
    }
}
