//! Lists of words and phrases in data files: a line is `name = word, two words`, a list may go over several lines, notes begin with `#`.
//!
//! Not here: what a list means.
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The phrases by which evidence and claims show what they rest on.
pub(crate) static CUES: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../data/cues.txt")));

/// The lists of a file by their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Lists {
    lists: BTreeMap<&'static str, List>,
}

/// Phrases by their first word, each with what follows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct List {
    phrases: BTreeMap<&'static str, Vec<Vec<&'static str>>>,
}

impl Lists {
    /// Reads a file.
    pub(crate) fn read(file: &'static str) -> Lists {
        let mut lists = Lists::default();
        for (name, phrases) in file.lines().filter(|it| !it.starts_with('#')).filter_map(|it| it.split_once(" = ")) {
            let list = lists.lists.entry(name).or_default();
            for phrase in phrases.split(", ") {
                let mut words = phrase.split(' ');
                let first = words.next().unwrap_or_default();
                list.phrases.entry(first).or_default().push(words.collect());
            }
        }
        lists
    }

    /// How many places of a text say something of a list; 0 for a list that is not there.
    pub(crate) fn count(&self, name: &str, tokens: &[String]) -> usize {
        self.lists.get(name).map_or(0, |it| it.count(tokens))
    }

    /// Whether any does.
    pub(crate) fn has(&self, name: &str, tokens: &[String]) -> bool {
        self.count(name, tokens) > 0
    }

    /// The single words of a list.
    pub(crate) fn words(&self, name: &str) -> impl Iterator<Item = &'static str> {
        let phrases = self.lists.get(name).into_iter().flat_map(|it| &it.phrases);
        phrases.filter(|(_, rests)| rests.iter().any(Vec::is_empty)).map(|(word, _)| *word)
    }

    /// The phrases of a list, each by its words.
    pub(crate) fn phrases(&self, name: &str) -> impl Iterator<Item = Vec<&'static str>> {
        let phrases = self.lists.get(name).into_iter().flat_map(|it| &it.phrases);
        phrases.flat_map(|(first, rests)| rests.iter().map(|rest| [&[*first], rest.as_slice()].concat()))
    }

    #[cfg(test)]
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.lists.keys().copied().collect()
    }
}

impl List {
    fn count(&self, tokens: &[String]) -> usize {
        let begins = |at: usize, token: &String| {
            let follows = |rest: &Vec<&str>| {
                rest.iter().enumerate().all(|(by, it)| tokens.get(at + 1 + by).is_some_and(|t| t == it))
            };
            self.phrases.get(token.as_str()).is_some_and(|rests| rests.iter().any(follows))
        };
        tokens.iter().enumerate().filter(|(at, token)| begins(*at, token)).count()
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
    }
}
