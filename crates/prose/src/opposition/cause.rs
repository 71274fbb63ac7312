//! Causal statements: "a rewrite leads to a team that understands" against "a rewrite works against a team that understands".
//!
//! A link is a cause, a verb of furthering or hindering, and an effect, within a clause. Two links are contrary if cause and effect are the
//! same and the verbs opposite. Not here: extracting beliefs (`personas`), which needs more than a pair of verbs.
use super::parsed_text::{CLAUSES, NEGATIONS};
use crate::thresholds::{LINK_SAME, MOST_LINKS};
use crate::words::{self, Clause, stem};
use debate::Polarity;
use std::collections::BTreeSet;

/// Stems of verbs of furthering.
const FURTHERS: &[&str] = &[
    "further",
    "protect",
    "produc",
    "caus",
    "creat",
    "rais",
    "increas",
    "improv",
    "enabl",
    "ensur",
    "secur",
    "support",
    "strengthen",
    "promot",
    "foster",
    "encourag",
    "bring",
    "pay",
];

/// Stems of verbs of hindering.
const HINDERS: &[&str] = &[
    "prevent",
    "reduc",
    "undermin",
    "avoid",
    "hinder",
    "weaken",
    "lower",
    "decreas",
    "block",
    "stop",
    "harm",
    "hurt",
    "damag",
    "erod",
    "discourag",
    "limit",
];

/// Stems of verbs whose direction depends on the next word.
const WITH: &[(&str, &str, Polarity)] = &[
    ("lead", "to", Polarity::Furthers),
    ("result", "in", Polarity::Furthers),
    ("contribut", "to", Polarity::Furthers),
    ("work", "against", Polarity::Hinders),
    ("protect", "from", Polarity::Hinders),
    ("protect", "against", Polarity::Hinders),
];

/// Words that end an effect, besides those that end a clause.
const ENDS: &[&str] = &["before", "after", "when", "if", "while", "until", "and", "or", "so"];

/// A causal link.
#[derive(Debug, PartialEq)]
struct Link {
    cause: BTreeSet<String>,
    way: Polarity,
    effect: BTreeSet<String>,
}

/// Whether one text says that something furthers an effect and the other that it hinders it. A text that says both takes no side.
pub(super) fn are_contrary(a: &str, b: &str) -> bool {
    let (ours, theirs) = (links(a), links(b));
    let holds = |links: &[Link], it: &Link, way: Polarity| links.iter().any(|one| one.way == way && one.is_of(it));
    let is_denied = |it: &&Link| holds(&theirs, it, it.way.reversed()) && !holds(&theirs, it, it.way);
    ours.iter().filter(is_denied).any(|it| !holds(&ours, it, it.way.reversed()))
}

/// Whether both texts have a link with the same cause and effect, in any direction.
pub fn are_of_one(a: &str, b: &str) -> bool {
    let theirs = links(b);
    links(a).iter().any(|it| theirs.iter().any(|other| it.is_of(other)))
}

/// Whether a text contains a causal link.
pub fn is_said(text: &str) -> bool {
    !links(text).is_empty()
}

/// The direction of the link between a cause and an effect in a text; none if absent or contradictory.
pub fn between(text: &str, cause: &str, effect: &str) -> Option<Polarity> {
    let (cause, effect) = (words::of(cause), words::of(effect));
    let (cause, effect) = (content(cause.iter()), content(effect.iter().take_while(|it| !is_end(it))));
    let links = links(text);
    let mut ways =
        links.iter().filter(|it| is_same(&it.cause, &cause) && is_same(&it.effect, &effect)).map(|it| it.way);
    let first = ways.next()?;
    ways.all(|it| it == first).then_some(first)
}

impl Link {
    /// Whether another link has the same cause and effect, in any direction.
    fn is_of(&self, other: &Link) -> bool {
        is_same(&self.cause, &other.cause) && is_same(&self.effect, &other.effect)
    }

    /// The link formed by the verb at an index, if both sides have content.
    fn at(clause: &[String], at: usize) -> Option<Link> {
        let (way, behind) = way(clause.get(at)?, clause.get(at + 1).map(String::as_str))?;
        let (before, after) = (clause.get(..at)?, clause.get(at + behind..).unwrap_or_default());
        // "Outages are prevented by tests": the cause follows.
        let is_passive = after.first().is_some_and(|it| it == "by");
        let (before, after) = (content(before.iter()), content(after.iter().take_while(|it| !is_end(it))));
        let (cause, effect) = if is_passive { (after, before) } else { (before, after) };
        let is_denied = clause.iter().take(at).filter(|it| NEGATIONS.contains(&it.as_str())).count() % 2 == 1;
        let way = if is_denied { way.reversed() } else { way };
        (!cause.is_empty() && !effect.is_empty()).then_some(Link { cause, way, effect })
    }
}

/// The first few links of a text.
fn links(text: &str) -> Vec<Link> {
    let clauses: Vec<Clause> = words::sentences(text).into_iter().flatten().collect();
    let all = clauses.iter().flat_map(|it| (1..it.len()).filter_map(|at| Link::at(it, at)));
    all.take(MOST_LINKS).collect()
}

/// The direction of a verb, and the number of words it takes.
fn way(verb: &str, next: Option<&str>) -> Option<(Polarity, usize)> {
    // Participles do not count as verbs: "the supporting teams".
    if verb.ends_with("ing") && stem(verb) != "bring" {
        return None;
    }
    let stem = stem(verb);
    let with = WITH.iter().find(|(it, behind, _)| *it == stem && next == Some(*behind));
    let alone = |list: &[&str], way: Polarity| list.contains(&stem.as_str()).then_some((way, 1));
    with.map(|(_, _, way)| (*way, 2))
        .or_else(|| alone(FURTHERS, Polarity::Furthers))
        .or_else(|| alone(HINDERS, Polarity::Hinders))
}

/// Whether a word ends an effect.
fn is_end(word: &str) -> bool {
    CLAUSES.contains(&word) || ENDS.contains(&word)
}

fn content<'a>(words: impl Iterator<Item = &'a String>) -> BTreeSet<String> {
    words.filter(|it| !words::is_empty(it) && !NEGATIONS.contains(&it.as_str())).map(|it| stem(it)).collect()
}

/// Whether two sides share most of their stems.
fn is_same(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    !a.is_empty() && a.intersection(b).count() as f64 >= LINK_SAME * a.union(b).count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E-11, P-30: the same cause and effect with contrary verbs are opposed, whatever reasons are given; all else is not.
    #[test]
    fn the_same_effect_is_furthered_or_hindered() {
        for (a, b, expected) in [
            (
                "Splitting the monolith leads to a wide blast radius, because a mistake that used to stop at the compiler now travels.",
                "Splitting the monolith prevents a wide blast radius, because a process that dies alone leaves its neighbours answering.",
                true,
            ),
            (
                "A small team that splits early pays coordination cost before it gains independence, because the five must now agree.",
                "A small team that splits early avoids coordination cost later, because the seams are cut while all are in the room.",
                true,
            ),
            (
                "A rewrite works against a team that understands its system.",
                "A rewrite leads to a team that understands its system because nobody can write again what they have not understood.",
                true,
            ),
            ("Tests prevent outages.", "Outages are caused by tests.", true),
            ("Tests prevent outages.", "Outages are prevented by tests.", false),
            ("Encryption protects the users.", "Encryption undermines the users.", true),
            ("Encryption protects from theft.", "Encryption prevents theft.", false),
            ("Rules do not lead to trust.", "Rules undermine trust.", false),
            ("Rules do not lead to trust.", "Rules lead to trust.", true),
            ("Splitting the monolith leads to costly change.", "A shared library prevents costly change.", false),
            ("A rewrite leads to long outages.", "A rewrite prevents boredom.", false),
            ("Splitting leads to cost.", "Splitting leads to cost, though in time splitting prevents cost.", false),
            ("Increased cost leads to morale.", "", false),
            ("prevents", "leads to", false),
        ] {
            assert_eq!(are_contrary(a, b), expected, "{a} / {b}");
            assert_eq!(are_contrary(b, a), expected, "{b} / {a}");
        }
    }

    /// P-06: a question says which way one thing works on another, whatever its verb, or nothing of the two.
    #[test]
    fn a_text_says_which_way_something_works() {
        for (text, expected) in [
            ("Is it so that tests lead to calm nights?", Some(Polarity::Furthers)),
            ("Is it so that tests do not lead to calm nights?", Some(Polarity::Hinders)),
            ("Do tests prevent calm nights?", Some(Polarity::Hinders)),
            ("Are calm nights caused by tests?", Some(Polarity::Furthers)),
            ("Do calm nights lead to tests?", None),
            ("Do tests lead to costs?", None),
            ("Tests lead to calm nights, and tests prevent calm nights.", None),
            ("", None),
        ] {
            assert_eq!(between(text, "tests", "calm nights"), expected, "{text}");
        }
        assert_eq!(between("Rules lead to trust.", "rules", ""), None);
    }
}
