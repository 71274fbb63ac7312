//! Which attached text a reference means (O-10).
//!
//! By its id with a part (`S1#3`) wherever it stands in the title; by its id alone, or its name, where the title says nothing else: `S3` is
//! also a product. Not here: whether the text says what it is cited for.
use super::words;
use crate::turn::Reference;

/// The place among `titles` of the text that a reference means.
pub(super) fn meant(reference: &Reference, titles: &[String]) -> Option<usize> {
    if reference.url.is_some() || titles.is_empty() {
        return None;
    }
    let mut rest = Vec::new();
    let mut named = None;
    for word in reference.title.split(|c: char| c.is_whitespace() || ",;:()[]`\"'“”".contains(c)) {
        match id(word).filter(|(place, _)| *place < titles.len()) {
            Some((place, Part::Named)) => return Some(place),
            Some((place, Part::Unnamed)) if named.is_none() => named = Some(place),
            Some(_) | None => rest.push(word),
        }
    }
    let rest = words(&rest.join(" "));
    match named {
        Some(place) => {
            let is_only = rest.is_empty() || titles.get(place).is_some_and(|it| names(it).contains(&rest));
            is_only.then_some(place)
        }
        None => {
            let whole = titles.iter().position(|it| words(it) == rest);
            whole.or_else(|| only(titles, &rest)).filter(|_| !rest.is_empty())
        }
    }
}

/// The one text whose file has this name, if there is only one.
fn only(titles: &[String], name: &str) -> Option<usize> {
    let mut found = titles.iter().enumerate().filter(|(_, it)| names(it).iter().any(|it| it == name));
    found.next().map(|(place, _)| place).filter(|_| found.next().is_none())
}

/// The words a text may be called by: its title, the name of its file, and that name without its ending.
fn names(title: &str) -> [String; 3] {
    let file = title.rsplit('/').next().unwrap_or(title);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    [words(title), words(file), words(stem)]
}

#[derive(Clone, Copy)]
enum Part {
    Named,
    Unnamed,
}

/// `S3` or `S3#4`.
fn id(word: &str) -> Option<(usize, Part)> {
    let (source, part) = word.split_once('#').map_or((word, None), |(source, part)| (source, Some(part)));
    let number: usize = source.strip_prefix(['S', 's'])?.parse().ok()?;
    let place = number.checked_sub(1)?;
    match part {
        None => Some((place, Part::Unnamed)),
        Some(part) => part.trim_end_matches('.').parse::<usize>().is_ok().then_some((place, Part::Named)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-10: an attached text is meant by its id or its name, however it is spelt, and by nothing else.
    #[test]
    fn a_reference_means_an_attached_text_whatever_its_spelling() {
        let titles = ["docs/load-test.md", "notes.txt", "old/notes.txt"].map(str::to_owned);
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
        ] {
            let reference = Reference { number: 1, title: title.to_owned(), url: None, kind: None, assigned: false };
            assert_eq!(meant(&reference, &titles), expected, "{title}");
            let elsewhere = Reference { url: Some("https://example.org".to_owned()), ..reference };
            assert_eq!(meant(&elsewhere, &titles), None, "{title}");
        }
    }
}
