//! Parses kinds of evidence (E-01). Not here: whether a kind is plausible (`prose::evidence_kind`).
use super::flaws::Flaws;
use super::value::{List, Value};
use crate::evidence::Kind;
use crate::turn::{Flaw, Turn};

/// Field names under which flaws of kinds and critiques are recorded.
pub(super) const OF_CLAIM: &str = "claims.type";
pub(super) const OF_REFERENCE: &str = "references.type";
pub(super) const OF_COUNTER: &str = "moves.counter";
pub(super) const OF_CRITIQUE: &str = "moves.critique";

/// Synonyms that models write for each kind.
const SYNONYMS: [(Kind, &[&str]); 6] = [
    (
        Kind::Documented,
        &["documentation", "documentary", "document", "doc", "docs", "spec", "specification", "standard", "official"],
    ),
    (
        Kind::Empirical,
        &[
            "data",
            "measurement",
            "measured",
            "benchmark",
            "experiment",
            "experimental",
            "statistical",
            "survey",
            "test",
        ],
    ),
    (Kind::Precedent, &["case", "casestudy", "example", "historical", "pattern", "practice"]),
    (Kind::Logical, &["logic", "reasoning", "deductive", "deduction", "inference", "inferred", "derived", "argument"]),
    (Kind::Preferential, &["preference", "team", "opinion", "taste", "subjective", "value"]),
    (Kind::Speculative, &["speculation", "hypothesis", "hypothetical", "assumption", "assumed", "guess", "conjecture"]),
];

/// Parses a kind; of several, the first.
pub(super) fn kind(value: &Value, field: &str, flaws: &mut Flaws) -> Option<Kind> {
    if value.is_absent() {
        return None;
    }
    if let Value::List(List { items, .. }) = value {
        let first = items.iter().find_map(|it| of_text(it.word()?));
        match first {
            Some(_) => flaws.coerced(field),
            None if items.is_empty() => {}
            None => flaws.wrong_type(field),
        }
        return first;
    }
    let text = value.word().unwrap_or_default().trim();
    if let Some(kind) = exact(text) {
        return Some(kind);
    }
    let is_none = ["none", "null", "n/a"].iter().any(|it| text.eq_ignore_ascii_case(it));
    let kind = of_text(text);
    match kind {
        Some(_) => flaws.coerced(field),
        None if is_none => flaws.coerced(field),
        None => flaws.wrong_type(field),
    }
    kind
}

/// The kind at the start of a text, by its name or a synonym.
fn of_text(text: &str) -> Option<Kind> {
    // `DOCUMENTED|EMPIRICAL|…` repeats the question.
    if text.contains('|') {
        return None;
    }
    let all = text.replace(['_', '-'], "");
    let mut words = all.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty());
    let first = words.next()?;
    exact(first).or_else(|| {
        let is_it = |(_, others): &&(Kind, &[&str])| others.iter().any(|it| first.eq_ignore_ascii_case(it));
        SYNONYMS.iter().find(is_it).map(|(kind, _)| *kind)
    })
}

fn exact(word: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|it| word.eq_ignore_ascii_case(it.as_str()))
}

/// Removes kinds of evidence and critiques from an answer if the rules do not ask for them, so that a debate keeps the rules it began with.
pub fn without_types(turn: &mut Turn, flaws: &mut Vec<Flaw>) {
    for claim in &mut turn.claims {
        (claim.kind, claim.assigned) = (None, false);
    }
    for reference in &mut turn.references {
        (reference.kind, reference.assigned) = (None, false);
    }
    for it in &mut turn.moves {
        (it.assessment, it.counter, it.synthesis) = (None, None, None);
    }
    flaws.retain(|it| match it {
        Flaw::WrongType { field } | Flaw::Coerced { field } | Flaw::TooLong { field } => {
            ![OF_CLAIM, OF_REFERENCE, OF_COUNTER, OF_CRITIQUE].contains(&field.as_str())
        }
        Flaw::NoObject
        | Flaw::Wrapped
        | Flaw::Malformed
        | Flaw::Truncated
        | Flaw::Unprintable
        | Flaw::Missing { .. }
        | Flaw::OutOfRange { .. }
        | Flaw::UnresolvedCitation { .. }
        | Flaw::UncitedFact { .. }
        | Flaw::CitedAssumption { .. }
        | Flaw::UnknownOption { .. }
        | Flaw::Headline { .. }
        | Flaw::Unordered
        | Flaw::MissingSection { .. }
        | Flaw::Unmitigated { .. }
        | Flaw::UnknownParticipant { .. }
        | Flaw::ChangedBallot
        | Flaw::UnknownTerm { .. }
        | Flaw::UnknownClaim { .. }
        | Flaw::UnknownSource { .. }
        | Flaw::WrongStance { .. }
        | Flaw::CorrectedStance { .. }
        | Flaw::AssignedKind { .. }
        | Flaw::DoubtedKind { .. }
        | Flaw::UnsourcedFact { .. }
        | Flaw::UnbackedFact { .. }
        | Flaw::Ungrounded => true,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E-01: a type in any case, by another word or with words behind it; a word that names none is none.
    #[test]
    fn types_are_read_however_they_are_written() {
        let coerced = || vec![Flaw::Coerced { field: OF_CLAIM.to_owned() }];
        let wrong = || vec![Flaw::WrongType { field: OF_CLAIM.to_owned() }];
        for (word, kind, flaws) in [
            ("DOCUMENTED", Some(Kind::Documented), vec![]),
            ("documented", Some(Kind::Documented), vec![]),
            (" Empirical ", Some(Kind::Empirical), vec![]),
            ("case study", Some(Kind::Precedent), coerced()),
            ("case_study", Some(Kind::Precedent), coerced()),
            ("LOGICAL (from C1)", Some(Kind::Logical), coerced()),
            ("Opinion", Some(Kind::Preferential), coerced()),
            ("[hypothesis]", Some(Kind::Speculative), coerced()),
            ("none", None, coerced()),
            ("", None, vec![]),
            ("DOCUMENTED|EMPIRICAL|PRECEDENT", None, wrong()),
            ("FACT", None, wrong()),
            ("not documented", None, wrong()),
        ] {
            let mut found = Flaws::default();
            assert_eq!(super::kind(&Value::Text(word.to_owned()), OF_CLAIM, &mut found), kind, "{word}");
            assert_eq!(found.into_vec(), flaws, "{word}");
        }
    }
}
