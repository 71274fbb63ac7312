//! The settling question and the falsifier of a reason, in the reason's own words.
//!
//! Built by rules without a model; nothing is added. Not here: which reasons matter (`why`).
use super::graph::{Node, What};
use super::why::Crux;
use debate::Kind;

/// Words that begin a sentence and are not names, so that they can be lower case inside one.
const LOWERED: &[&str] = &[
    "a", "all", "an", "any", "as", "at", "because", "both", "by", "each", "every", "few", "for", "given", "half", "he",
    "her", "his", "if", "in", "it", "its", "many", "more", "most", "my", "no", "none", "not", "nobody", "nothing",
    "of", "on", "one", "only", "our", "several", "she", "some", "that", "the", "their", "there", "these", "they",
    "this", "those", "to", "two", "three", "under", "we", "when", "where", "while", "with", "without", "you", "your",
];

/// A question that would settle it.
pub fn settling(node: &Node) -> String {
    let said = inside(&node.text);
    let by = names(node);
    match node.what {
        What::Claim | What::Counter => format!("Is it so that {said}?"),
        What::Objection => format!("Is {by} objection met: {said}?"),
        What::Word | What::Option => format!("What speaks for it beyond {by} word: {said}?"),
        What::Denial => format!("What speaks against it beyond {by} word?"),
    }
}

/// What would settle it, in a few words that do not repeat it: `LOGICAL or stronger evidence against it`.
pub(super) fn settled_by(crux: &Crux) -> String {
    let evidence = needed(&crux.kinds);
    match crux.what {
        What::Claim | What::Counter | What::Option => format!("{evidence} against it"),
        What::Word => "evidence for it: so far it is a position without a claim".to_owned(),
        What::Objection => format!("{evidence} that meets it"),
        What::Denial => format!("{evidence} for what is denied"),
    }
}

/// The evidence that outweighs evidence of these kinds.
fn needed(kinds: &[Kind]) -> String {
    match kinds.iter().min() {
        Some(Kind::Documented) => "DOCUMENTED evidence".to_owned(),
        Some(Kind::Speculative) | None => "evidence of any kind".to_owned(),
        Some(kind @ (Kind::Empirical | Kind::Precedent | Kind::Logical | Kind::Preferential)) => {
            format!("{kind} or stronger evidence")
        }
    }
}

/// What would falsify it: evidence at least as strong as its own (E-03).
pub fn falsifier(node: &Node) -> String {
    let said = inside(&node.text);
    let kind = needed(&node.kinds);
    match node.what {
        What::Claim | What::Counter | What::Word | What::Option => format!("{kind} against: {said}"),
        What::Objection => format!("{kind} that meets {} objection: {said}", names(node)),
        What::Denial => format!("{kind} for what is denied"),
    }
}

/// The holders, for display.
fn names(node: &Node) -> String {
    match node.by.as_slice() {
        [] => "the".to_owned(),
        names => format!("{}'s", names.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(", ")),
    }
}

/// Whether a word is one like `Postponing`, which is a name for nothing.
fn is_gerund(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ing")
}

/// A sentence as a clause: without its full stop, and without the capital of a sentence start.
fn inside(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', '!', '?', ';', ':', ',']).trim_end();
    let first = text.split(|c: char| !c.is_alphanumeric() && c != '\'').next().unwrap_or_default();
    let lower = first.to_lowercase();
    match text.strip_prefix(first) {
        Some(rest) if LOWERED.contains(&lower.as_str()) || is_gerund(first) => format!("{lower}{rest}"),
        Some(_) | None => text.to_owned(),
    }
}
