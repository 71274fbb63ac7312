//! Resolves references to attached texts (O-10).
//!
//! An id with a passage (`S1#3`) counts anywhere in a title. An id alone, a name, a first line or a noun (`the plan`) counts only if the
//! title contains nothing else but a location: `S3` is also a product. Not here: whether the text supports the claim.
use super::{attached, words};

/// The names of an attached text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Called {
    pub(super) title: String,
    /// Its first line.
    pub(super) heading: String,
}

impl Called {
    pub(super) fn of(title: &str, heading: &str) -> Called {
        Called { title: title.to_owned(), heading: heading.trim_start_matches(['#', ' ']).trim().to_owned() }
    }

    /// The names of a text: its title, its file name with and without extension, and its first line.
    fn names(&self) -> [String; 4] {
        let file = self.title.rsplit('/').next().unwrap_or(&self.title);
        [words(&self.title), words(file), self.stem(), words(&self.heading)]
    }

    /// The file name without extension.
    fn stem(&self) -> String {
        let file = self.title.rsplit('/').next().unwrap_or(&self.title);
        words(file.rsplit_once('.').map_or(file, |(stem, _)| stem))
    }

    /// Its noun: `plan` of `docs/rollout-plan.md`.
    fn noun(&self) -> Option<String> {
        self.stem().split(' ').next_back().filter(|it| it.chars().all(char::is_alphabetic)).map(str::to_owned)
    }

    /// The file name, if it has an extension and is therefore unambiguous.
    fn file(&self) -> Option<String> {
        let file = self.title.rsplit('/').next().unwrap_or(&self.title);
        file.contains('.').then(|| words(file))
    }

    /// Whether all of these words belong to its names and include its noun.
    fn is_called(&self, said: &[&str]) -> bool {
        let (stem, heading) = (self.stem(), words(&self.heading));
        let has = |word: &&str| stem.split(' ').chain(heading.split(' ')).any(|it| it == *word);
        self.noun().is_some_and(|it| said.contains(&it.as_str())) && said.iter().all(has)
    }
}

/// Words that only say that it is a text and is attached.
const SILENT: &str = "the a an this that our your its own attached attachment provided given shared text file document doc draft and of in s";
/// Words for a location in a text, which a number or a letter may follow.
const PLACES: &str =
    "section sections sec chapter part parts page pages p pp line lines paragraph para table row step appendix item";

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|it| it == word)
}

/// The words of a title that identify a text: without filler words and the location.
fn telling(title: &str) -> Vec<&str> {
    let mut telling = Vec::new();
    let mut is_place = false;
    for word in title.split(' ').filter(|it| !it.is_empty()) {
        let is_number = word.chars().all(|it| it.is_ascii_digit()) || (word.len() == 1 && is_place);
        if is_in(PLACES, word) {
            is_place = true;
        } else if !(is_in(SILENT, word) || is_place && is_number) {
            is_place = false;
            telling.push(word);
        }
    }
    telling
}

/// The index of the text that a reference title without an address refers to.
pub(super) fn meant(title: &str, texts: &[Called]) -> Option<usize> {
    let mut rest = Vec::new();
    let mut named = None;
    for word in split(title) {
        match id(word).filter(|(place, _)| *place < texts.len()) {
            Some((place, Some(_))) => return Some(place),
            Some((place, None)) if named.is_none() => named = Some(place),
            Some(_) | None => rest.push(word),
        }
    }
    let rest = words(&rest.join(" ").replace('§', " section "));
    match named {
        Some(place) => {
            let is_it = |it: &Called| it.names().contains(&rest) || it.is_called(&telling(&rest));
            let is_only = telling(&rest).is_empty() || texts.get(place).is_some_and(is_it);
            is_only.then_some(place)
        }
        None => {
            let whole = texts.iter().position(|it| words(&it.title) == rest);
            let by_name = || only(texts, |it| it.names().contains(&rest));
            let by_file = || only(texts, |it| it.file().is_some_and(|it| holds(&rest, &it)));
            let telling = telling(&rest);
            let by_words = || only(texts, |it| it.is_called(&telling));
            // `the attached document`, if there is only one.
            let is_attached = rest.split(' ').any(|it| is_in("attached attachment provided", it)) && telling.is_empty();
            let alone = || (is_attached && texts.len() == 1).then_some(0);
            whole.or_else(by_name).or_else(by_file).or_else(by_words).or_else(alone).filter(|_| !rest.is_empty())
        }
    }
}

/// The index of the text that a statement mentions by file name, or as `the plan` if only one text is a plan; and the words that name it.
pub(super) fn mentioned(statement: &str, texts: &[Called]) -> Option<(usize, String)> {
    let said = words(statement);
    if let Some(place) = only(texts, |it| it.file().is_some_and(|it| holds(&said, &it))) {
        return Some((place, texts.get(place)?.file()?));
    }
    let named = |it: &Called| {
        let noun = it.noun()?;
        let stem = it.stem();
        let mut spoken =
            [stem, noun].into_iter().flat_map(|it| ["the", "this", "attached"].map(|the| format!("{the} {it}")));
        spoken.find(|it| holds(&said, it))
    };
    let place = only(texts, |it| named(it).is_some())?;
    Some((place, texts.get(place).and_then(named)?))
}

/// Whether words occur consecutively in others.
fn holds(all: &str, words: &str) -> bool {
    format!(" {all} ").contains(&format!(" {words} "))
}

/// Whether a title names a passage of an attached text by id.
pub(super) fn names_part(title: &str) -> bool {
    split(title).any(|it| matches!(id(it), Some((_, Some(_)))))
}

/// The words of a title that may be ids.
fn split(title: &str) -> impl Iterator<Item = &str> {
    title.split(|c: char| c.is_whitespace() || ",;:()[]`\"'“”".contains(c))
}

/// The only text that satisfies a predicate, if there is exactly one.
fn only(texts: &[Called], is_it: impl Fn(&Called) -> bool) -> Option<usize> {
    let mut found = texts.iter().enumerate().filter(|(_, it)| is_it(it));
    found.next().map(|(place, _)| place).filter(|_| found.next().is_none())
}

/// The index of a text named by id, and the number of a passage.
fn id(word: &str) -> Option<(usize, Option<usize>)> {
    let (number, part) = attached(word)?;
    Some((number.checked_sub(1)?, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-10: an attached text is meant by its id or its name, however it is spelt, and by nothing else.
    #[test]
    fn a_reference_means_an_attached_text_whatever_its_spelling() {
        let heading = |it: &str| if it == "notes.txt" { "" } else { "# Load test of the new store" };
        let texts = ["docs/load-test.md", "notes.txt", "old/notes.txt"].map(|it| Called::of(it, heading(it)));
        for (title, expected) in [
            ("S1", Some(0)),
            ("s1#3", Some(0)),
            ("S1#3 docs/load-test.md", Some(0)),
            ("Load test report (S1#12)", Some(0)),
            ("docs/load-test.md", Some(0)),
            ("load-test.md", Some(0)),
            ("Load test", Some(0)),
            ("S1: load-test.md", Some(0)),
            ("[S2]", Some(1)),
            ("notes.txt", Some(1)),
            ("old/notes.txt", Some(2)),
            ("S3 pricing page", None),
            ("S4#1", None),
            ("S0", None),
            ("notes", None),
            ("Load test of 2019", None),
            ("The S1 class", None),
            ("", None),
            ("load-test.md, section 3", Some(0)),
            ("Load test §4.2", Some(0)),
            ("The load test, p. 3", Some(0)),
            ("the test", Some(0)),
            ("Load test of the new store", Some(0)),
            ("S1 load test, section 2", Some(0)),
            ("the attached document", None),
            ("A test", Some(0)),
            ("Turing test", None),
            ("Load", None),
            ("Section 3", None),
        ] {
            assert_eq!(meant(title, &texts), expected, "{title}");
        }
    }

    /// O-11: a statement mentions an attached text by its file, or by its noun if that is unique.
    #[test]
    fn a_statement_names_a_text() {
        let texts = ["docs/rollout-plan.md", "notes.txt", "old/notes.txt"].map(|it| Called::of(it, ""));
        for (said, expected) in [
            ("The plan says that it is safe", Some((0, "the plan"))),
            ("Per rollout-plan.md it is safe", Some((0, "rollout plan md"))),
            ("By the rollout plan's own figures", Some((0, "the rollout plan"))),
            ("We need a plan", None),
            ("The planning is poor", None),
            ("The notes say so", None),
        ] {
            let expected = expected.map(|(place, words): (usize, &str)| (place, words.to_owned()));
            assert_eq!(mentioned(said, &texts), expected, "{said}");
        }
        let one = [Called::of("a.pdf", "")];
        assert_eq!((meant("the attached document", &one), meant("the document", &one)), (Some(0), None));
    }
}
