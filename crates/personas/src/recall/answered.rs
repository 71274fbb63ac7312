//! How a quotation answers a question, by the beliefs that it contains.
//!
//! A sentence that is one of two alternatives answers for it. Otherwise a question is read as a relation: that something causes or prevents something
//! else. Nothing is inferred along edges. Not here: what else is quoted (`quoted`).
use crate::beliefs::{Statement, of_sentence, stands_in};
use analysis::crux::thresholds::CONCEPT_SAME;
use analysis::crux::{affirmed, otherwise};
use debate::belief::Edge;
use debate::crux::Answered;
use debate::persona::Quote;
use debate::{Persona, Polarity, text};
use prose::lexical::stems;
use std::collections::BTreeSet;

/// The beginnings of questions made from somebody's words (`analysis::crux`).
const BEGINNINGS: [&str; 2] = ["Is it so that ", "Is this right: "];

/// The verbs of [`Polarity::verb`].
pub(super) const VERBS: [(&str, Polarity); 4] = [
    (" leads to ", Polarity::Furthers),
    (" lead to ", Polarity::Furthers),
    (" works against ", Polarity::Hinders),
    (" work against ", Polarity::Hinders),
];

/// Yes where the quotation is the first of two alternatives, or a belief in it states what the question asks; no where it is the second, or a belief
/// states the opposite; nuanced where both occur; none where neither does.
pub fn answered(persona: &Persona, question: &str, quote: &Quote) -> Option<Answered> {
    let asked = affirmed(question).trim().trim_end_matches(['?', '.']);
    let asked = BEGINNINGS.iter().find_map(|it| asked.strip_prefix(it)).unwrap_or(asked);
    let said = text::one_line(&quote.text).to_lowercase();
    let is_said = |side: &str| said.starts_with(&text::one_line(side).to_lowercase());
    if let Some(other) = otherwise(question) {
        match (is_said(asked), is_said(other)) {
            (true, false) => return Some(Answered::Yes),
            (false, true) => return Some(Answered::No),
            (true, true) | (false, false) => {}
        }
    }
    let graph = &persona.beliefs;
    let concept = |id: &str| graph.node(id).map(|it| it.concept.as_str()).unwrap_or_default();
    let is_quoted = |it: &&Edge| {
        let ends = [concept(&it.cause), concept(&it.effect)];
        it.chunks.contains(&quote.chunk) && ends.iter().all(|it| stands_in(it, &quote.text))
    };
    let mut held: BTreeSet<bool> = BTreeSet::new();
    for (cause, effect, polarity) in relations(asked) {
        let about = |from: &str, to: &str| is_same(from, &cause) && is_same(to, &effect);
        let edges = graph.edges.iter().filter(is_quoted).filter(|it| about(concept(&it.cause), concept(&it.effect)));
        held.extend(edges.map(|it| it.polarity == polarity));
    }
    match (held.contains(&true), held.contains(&false)) {
        (true, true) => Some(Answered::Nuanced),
        (true, false) => Some(Answered::Yes),
        (false, true) => Some(Answered::No),
        (false, false) => None,
    }
}

/// The relations in a statement. One made from a belief has a known verb; any other is parsed as a sentence.
fn relations(statement: &str) -> Vec<(String, String, Polarity)> {
    let claim = statement.split(", because ").next().unwrap_or(statement);
    let made = VERBS.iter().find_map(|(verb, polarity)| Some((claim.split_once(verb)?, *polarity)));
    match made {
        Some(((cause, effect), polarity)) => vec![(cause.to_owned(), effect.to_owned(), polarity)],
        None => of_sentence(statement).into_iter().filter_map(related).collect(),
    }
}

fn related(said: Statement) -> Option<(String, String, Polarity)> {
    match said {
        Statement::Relation { cause, effect, polarity, .. } => Some((cause.words, effect.words, polarity)),
        Statement::Claim { .. } => None,
    }
}

/// Whether words name a concept: most of their content words agree.
fn is_same(concept: &str, words: &str) -> bool {
    let (a, b): (BTreeSet<String>, BTreeSet<String>) =
        (stems(concept).into_iter().collect(), stems(words).into_iter().collect());
    let all = a.union(&b).count();
    all > 0 && a.intersection(&b).count() as f64 >= CONCEPT_SAME * all as f64
}
