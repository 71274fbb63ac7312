//! Opposite demands and verdicts on one subject: "should be closed to cars" and "cars must be allowed", "should be dear" and "ought to stay cheap"
//! (P-30).
//!
//! A statement is for its subject or against it, by a verb of permitting or forbidding in a demand, or by a plain verdict. Two such statements
//! are opposed where they share most of the rest of their words. Not here: demands in other words, which only a model reads.
use super::parsed_text::{Negation, ParsedText, Passage, Token};
use crate::words::stem;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words of a demand or a permission. `Cannot` and `may not` come as negations.
const DEMANDS: &[&str] =
    &["should", "must", "ought", "shall", "may", "shouldnt", "mustnt", "cannot", "let", "needs", "need"];

/// Verbs that forbid or take away.
const FORBIDDING: &[&str] = &[
    "close",
    "ban",
    "abolish",
    "forbid",
    "prohibit",
    "remove",
    "scrap",
    "outlaw",
    "exclude",
    "expel",
    "banish",
    "withdraw",
    "repeal",
    "dismantle",
    "stop",
];

/// Verbs that permit or keep.
const PERMITTING: &[&str] =
    &["allow", "keep", "stay", "welcome", "admit", "retain", "remain", "introduce", "legalise", "legalize", "tolerate"];

/// Verbs that forbid with this word behind them: "taken out", "kept out", "got rid of".
const WITH_OUT: &[&str] = &["take", "keep", "get", "throw", "drive", "shut", "leave", "do", "stay"];
/// See [`WITH_OUT`].
const OUT: &[&str] = &["out", "away", "rid", "off"];

/// Verdicts for and against something.
const GOOD: &[&str] = &["work", "enough", "fair", "save", "succeed", "worthwhile"];
/// See [`GOOD`].
const BAD: &[&str] =
    &["worse", "worst", "useless", "betray", "unfair", "fail", "waste", "harm", "hurt", "kill", "destroy", "ruin"];

/// Opposite quantities and directions, beside the antonyms of the tables.
const QUANTITIES: &[(&str, &str)] = &[
    ("dear", "cheap"),
    ("expensive", "cheap"),
    ("more", "fewer"),
    ("more", "less"),
    ("raise", "lower"),
    ("raise", "reduce"),
    ("high", "low"),
    ("worsen", "improve"),
    ("safe", "dangerous"),
    ("safer", "dangerous"),
    ("widen", "narrow"),
    ("widen", "close"),
    ("longer", "shorter"),
];

/// How many words the shorter of two statements must have beside its stance; the longer has them all. Ours, on statements of authors who disagree
/// and of authors who agree: "buses must be allowed into the old town" is of another thing than "the old town should be closed to cars".
const SHARED: usize = 2;
/// The same where both make a demand: what should be done is said of few things.
const DEMANDED: usize = 1;

/// Whether a statement is for its subject or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    For,
    Against,
}

impl Side {
    fn turned(self, is_turned: bool) -> Side {
        match (self, is_turned) {
            (side, false) => side,
            (Side::For, true) => Side::Against,
            (Side::Against, true) => Side::For,
        }
    }
}

static TABLES: LazyLock<[BTreeSet<String>; 5]> =
    LazyLock::new(|| [FORBIDDING, PERMITTING, WITH_OUT, GOOD, BAD].map(|it| it.iter().map(|it| stem(it)).collect()));

/// A statement that takes a side.
struct Stance<'a> {
    side: Side,
    word: &'a str,
    is_demand: bool,
    /// The stems of its other content words.
    rest: BTreeSet<&'a str>,
}

/// The words by which two texts make opposite demands, or give opposite verdicts, on one subject.
pub(super) fn opposed(a: &ParsedText, b: &ParsedText) -> Option<(String, String)> {
    let pairs = || a.sentences.iter().flat_map(|one| b.sentences.iter().map(move |other| (one, other)));
    pairs().find_map(|(one, other)| by_sides(one, other).or_else(|| by_quantity(one, other)))
}

/// Whether two texts make demands or give verdicts on the same side of one subject, and none on opposite sides: then a negation in one alone does
/// not oppose them ("should be kept off", "have no business there").
pub(super) fn agree(a: &ParsedText, b: &ParsedText) -> bool {
    let ours: Vec<Stance<'_>> = a.sentences.iter().flat_map(stances).collect();
    let theirs: Vec<Stance<'_>> = b.sentences.iter().flat_map(stances).collect();
    let pairs = ours.iter().flat_map(|one| theirs.iter().map(move |other| (one, other)));
    let sides: Vec<bool> = pairs
        .filter(|(one, other)| is_one_subject(&one.rest, &other.rest, SHARED))
        .map(|(one, other)| one.side == other.side && (one.is_demand || other.is_demand))
        .collect();
    !sides.is_empty() && sides.into_iter().all(|it| it)
}

fn by_sides(one: &Passage, other: &Passage) -> Option<(String, String)> {
    let (ours, theirs) = (stances(one), stances(other));
    let pairs = ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b)));
    let found = pairs.into_iter().find(|(a, b)| {
        // Two verdicts may be on different sides of a thing; a demand says what is to be done with it.
        let least = if a.is_demand && b.is_demand { DEMANDED } else { SHARED };
        a.side != b.side && (a.is_demand || b.is_demand) && is_one_subject(&a.rest, &b.rest, least)
    });
    found.map(|(a, b)| (a.word.to_owned(), b.word.to_owned()))
}

/// Opposite quantities in demands on one subject, or in statements that share nearly everything else.
fn by_quantity(one: &Passage, other: &Passage) -> Option<(String, String)> {
    let [_, permitting, ..] = &*TABLES;
    let least = if is_demand(one) && is_demand(other) { DEMANDED } else { SHARED };
    let find = |of: &Passage, stem: &str| of.tokens().find(|it| it.stem == stem).cloned();
    let of_pair = |(low, high): (&str, &str)| {
        let (low, high) = (stem(low), stem(high));
        let (ours, theirs) = (find(one, &low)?, find(other, &high)?);
        let is_turned = (ours.negation == Negation::Here) != (theirs.negation == Negation::Here);
        let without = |it: &Passage| -> BTreeSet<String> {
            {
                let is_rest = |it: &&String| {
                    **it != low && **it != high && !permitting.contains(*it) && !DEMANDS.contains(&it.as_str())
                };
                it.subject.iter().filter(is_rest).cloned().collect()
            }
        };
        let (rest, others) = (without(one), without(other));
        let (rest, others) = (rest.iter().map(String::as_str).collect(), others.iter().map(String::as_str).collect());
        (!is_turned && is_one_subject(&rest, &others, least)).then_some((ours.word, theirs.word))
    };
    QUANTITIES.iter().find_map(|(low, high)| of_pair((low, high)).or_else(|| of_pair((high, low))))
}

fn is_one_subject(a: &BTreeSet<&str>, b: &BTreeSet<&str>, least: usize) -> bool {
    a.len().min(b.len()) >= least && (a.is_subset(b) || b.is_subset(a))
}

fn is_demand(passage: &Passage) -> bool {
    passage.tokens().any(|it| DEMANDS.contains(&it.word.as_str()))
}

/// The sides that the clauses of a sentence take.
fn stances(passage: &Passage) -> Vec<Stance<'_>> {
    passage.clauses.iter().flat_map(|it| of_clause(it)).collect()
}

fn of_clause(clause: &[Token]) -> Vec<Stance<'_>> {
    let [forbidding, permitting, with_out, good, bad] = &*TABLES;
    let demanded = clause.iter().position(|it| DEMANDS.contains(&it.word.as_str()));
    // "May not" and "must not" negate what follows, however far it is.
    let is_denied = |at: usize| {
        let from = demanded.unwrap_or(at).min(at);
        clause.get(from..=at).unwrap_or_default().iter().any(|it| it.negation == Negation::Here)
    };
    let mut found = Vec::new();
    let rest = |but: Option<&str>| -> BTreeSet<&str> {
        let is_rest = |it: &&Token| {
            let is_of_demand = DEMANDS.contains(&it.word.as_str()) || OUT.contains(&it.word.as_str());
            it.is_content && !is_of_demand && Some(it.stem.as_str()) != but
        };
        clause.iter().filter(is_rest).map(|it| it.stem.as_str()).collect()
    };
    for (at, token) in clause.iter().enumerate() {
        let behind = clause.iter().skip(at + 1).take(3);
        let is_out = || behind.clone().any(|it| OUT.contains(&it.word.as_str()));
        let is_demanded = demanded.is_some_and(|it| it < at);
        let forbids = || forbidding.contains(&token.stem) || with_out.contains(&token.stem) && is_out();
        let side = if is_demanded && forbids() {
            Some((Side::Against, true))
        } else if is_demanded && (permitting.contains(&token.stem) || token.word == "permitted") {
            Some((Side::For, true))
        } else if good.contains(&token.stem) && token.is_content {
            Some((Side::For, false))
        } else if bad.contains(&token.stem) && token.is_content {
            Some((Side::Against, false))
        } else {
            None
        };
        let Some((side, is_demand)) = side else { continue };
        let rest = rest(Some(&token.stem));
        found.push(Stance { side: side.turned(is_denied(at)), word: &token.word, is_demand, rest });
    }
    // "Should not be dredged", "have no business there": against it, whatever it is.
    if let Some(at) = demanded.filter(|at| found.is_empty() && is_forbidden(clause, *at)) {
        let word = clause.get(at).map_or("", |it| it.word.as_str());
        found.push(Stance { side: Side::Against, word, is_demand: true, rest: rest(None) });
    } else if let Some(it) = clause.iter().find(|it| it.word == "business" && it.negation == Negation::Here) {
        found.push(Stance { side: Side::Against, word: &it.word, is_demand: true, rest: rest(Some(&it.stem)) });
    }
    found
}

/// Whether a demand is negated: the first content word behind it is.
fn is_forbidden(clause: &[Token], demanded: usize) -> bool {
    let behind = clause.iter().skip(demanded + 1).find(|it| it.is_content);
    behind.is_some_and(|it| it.negation == Negation::Here)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opposed(a: &str, b: &str) -> bool {
        let (a, b) = (ParsedText::of(a), ParsedText::of(b));
        let (there, back) = (super::opposed(&a, &b).is_some(), super::opposed(&b, &a).is_some());
        assert_eq!(there, back);
        there
    }

    /// P-30: demands that exclude each other are opposed, whatever verbs they are made with.
    #[test]
    fn opposite_demands_are_opposed() {
        for (a, b) in [
            ("The old town should be closed to private cars.", "Private cars must be allowed into the old town."),
            ("Speed humps work.", "Speed humps should be taken out."),
            ("Parking permits should be dear.", "The permit ought to stay cheap."),
            ("Street parties should be banned.", "Street parties must not be banned."),
            ("The library should be kept open on Sundays.", "The library should be closed on Sundays."),
            ("We should raise the fee for parking.", "The fee for parking should be lower."),
        ] {
            assert!(opposed(a, b), "{a} / {b}");
        }
    }

    /// P-30: demands that agree, and demands on different things, are not.
    #[test]
    fn demands_that_agree_are_not_opposed() {
        let agree = |a, b| super::agree(&ParsedText::of(a), &ParsedText::of(b));
        for (a, b) in [
            ("The old town should be closed to private cars.", "Private cars have no business in the old town."),
            ("Lorries have no business on the ring road.", "Lorries should be kept off the ring road."),
            ("The harbour should not be dredged again.", "Dredging the harbour should be stopped."),
        ] {
            assert!(!opposed(a, b) && agree(a, b), "{a} / {b}");
        }
        assert!(!agree("Speed humps work.", "Speed humps should be taken out."));
        for (a, b) in [
            ("The old town should be closed to private cars.", "Private cars should be banned from the old town."),
            ("The old town should be closed to private cars.", "Private cars must not be allowed into the old town."),
            ("The old town should be closed to private cars.", "Buses must be allowed into the old town."),
            ("Speed humps should be taken out.", "Speed humps should be removed."),
            ("Parking permits should be dear.", "Parking permits should not be cheap."),
            ("Lorries should be kept out of the square.", "Lorries must not be allowed into the square."),
            ("Parking permits should be dear.", "The bus ought to stay cheap."),
            ("The library should be kept open.", "The library should not be closed."),
        ] {
            assert!(!opposed(a, b), "{a} / {b}");
        }
    }
}
