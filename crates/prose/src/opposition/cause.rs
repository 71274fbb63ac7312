//! What brings about what, by words: "a rewrite leads to a team that understands" against "a rewrite works against a team that understands".
//!
//! A link is a cause, a verb that is known to further or to hinder, and an effect, in one clause. Two are contrary where cause and effect
//! are the same and the verbs are not. Not here: links that are read to be believed (`personas`); those need more than a pair of verbs.
use super::reading::{CLAUSES, NEGATIONS};
use crate::thresholds::{LINK_SAME, MOST_LINKS};
use crate::words::{self, Clause, stem};
use debate::Polarity;
use std::collections::BTreeSet;

/// Stems of verbs that bring something about.
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

/// Stems of verbs that keep something from coming about.
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

/// Stems of verbs that say which only with the word behind them.
const WITH: &[(&str, &str, Polarity)] = &[
    ("lead", "to", Polarity::Furthers),
    ("result", "in", Polarity::Furthers),
    ("contribut", "to", Polarity::Furthers),
    ("work", "against", Polarity::Hinders),
    ("protect", "from", Polarity::Hinders),
    ("protect", "against", Polarity::Hinders),
];

/// Words at which an effect ends, besides those at which a clause does.
const ENDS: &[&str] = &["before", "after", "when", "if", "while", "until", "and", "or", "so"];

/// What is said to bring about what, or to keep it from coming about.
#[derive(Debug, PartialEq)]
struct Link {
    cause: BTreeSet<String>,
    way: Polarity,
    effect: BTreeSet<String>,
}

/// Whether one text says that something furthers what by the other it hinders. Who says both takes no side.
pub(super) fn are_contrary(a: &str, b: &str) -> bool {
    let (ours, theirs) = (links(a), links(b));
    let holds = |links: &[Link], it: &Link, way: Polarity| links.iter().any(|one| one.way == way && one.is_of(it));
    let is_denied = |it: &&Link| holds(&theirs, it, it.way.reversed()) && !holds(&theirs, it, it.way);
    ours.iter().filter(is_denied).any(|it| !holds(&ours, it, it.way.reversed()))
}

/// Whether both texts speak of one cause and one effect, whichever way it works by each.
pub fn are_of_one(a: &str, b: &str) -> bool {
    let theirs = links(b);
    links(a).iter().any(|it| theirs.iter().any(|other| it.is_of(other)))
}

/// Whether a text says that something brings about something, or prevents it.
pub fn is_said(text: &str) -> bool {
    !links(text).is_empty()
}

/// Which way a text has one thing work on another; none where it does not say, or says both.
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
    /// Whether another is of the same cause and the same effect, whichever way.
    fn is_of(&self, other: &Link) -> bool {
        is_same(&self.cause, &other.cause) && is_same(&self.effect, &other.effect)
    }

    /// The link that a verb at a place makes of its clause, where something stands on both sides.
    fn at(clause: &[String], at: usize) -> Option<Link> {
        let (way, behind) = way(clause.get(at)?, clause.get(at + 1).map(String::as_str))?;
        let (before, after) = (clause.get(..at)?, clause.get(at + behind..).unwrap_or_default());
        // "Outages are prevented by tests": the cause stands behind it.
        let is_passive = after.first().is_some_and(|it| it == "by");
        let (before, after) = (content(before.iter()), content(after.iter().take_while(|it| !is_end(it))));
        let (cause, effect) = if is_passive { (after, before) } else { (before, after) };
        let is_denied = clause.iter().take(at).filter(|it| NEGATIONS.contains(&it.as_str())).count() % 2 == 1;
        let way = if is_denied { way.reversed() } else { way };
        (!cause.is_empty() && !effect.is_empty()).then_some(Link { cause, way, effect })
    }
}

/// The links of a text, the first few.
fn links(text: &str) -> Vec<Link> {
    let clauses: Vec<Clause> = words::sentences(text).into_iter().flatten().collect();
    let all = clauses.iter().flat_map(|it| (1..it.len()).filter_map(|at| Link::at(it, at)));
    all.take(MOST_LINKS).collect()
}

/// Which way a verb works, and how many words it takes.
fn way(verb: &str, next: Option<&str>) -> Option<(Polarity, usize)> {
    // Of what brings something about one says that it does: "the supporting teams" do nothing.
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

/// Whether an effect ends at a word.
fn is_end(word: &str) -> bool {
    CLAUSES.contains(&word) || ENDS.contains(&word)
}

fn content<'a>(words: impl Iterator<Item = &'a String>) -> BTreeSet<String> {
    words.filter(|it| !words::is_empty(it) && !NEGATIONS.contains(&it.as_str())).map(|it| stem(it)).collect()
}

/// Whether two are the same by most of what either names.
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
