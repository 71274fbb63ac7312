//! Which takes of a round part (P-30, P-31), by how they were found to stand to each other.
//!
//! Takes are made without hearing each other, so this only asks whether a clash is worth while: what comes of it is judged afterwards
//! (`clash`). Where words and networks read the takes, most opposition shows in no word of them: takes on one thing that do not make the same
//! point are let clash. Words and networks take whatever is opposed for what is debated; so what of it names nothing of that is left alone
//! here, and told. Not here: how texts are compared (`relation`, or a model).
use super::phrase;
use super::subject::subject;
use crate::crux::thresholds::{DISPUTED_FROM, FAR_APART};
use crate::measure::pairs;
use debate::event::Ignored;
use debate::rules::Analyst;
use debate::text::uncited;
use debate::{Debate, Name, Relation, Spoken};
use prose::opposition::{Sign, contested};
use prose::relation;
use std::collections::BTreeSet;

/// What two takes are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// They disagree about what is debated.
    Disputed,
    /// They disagree, and not about what is debated.
    Irrelevant,
    /// They make the same point, or speak of different things.
    Undisputed,
}

/// Whether two takes disagree, by how they stand to each other.
pub fn is_dispute(relation: &Relation) -> Takes {
    let parts = relation.opposed || relation.opposition >= DISPUTED_FROM;
    match (parts && !relation.same_point, relation.on_topic) {
        (true, true) => Takes::Disputed,
        (true, false) => Takes::Irrelevant,
        (false, _) => Takes::Undisputed,
    }
}

/// The same of two texts that no model has read, on a topic and an aspect of it. Where neither names anything of that and nothing opposes
/// them, it takes some likeness to be about one thing.
pub fn takes(topic: &str, aspect: Option<&str>, (a, b): (&str, &str), relation: &Relation) -> Takes {
    let debated: BTreeSet<String> = [Some(topic), aspect].into_iter().flatten().flat_map(subject).collect();
    let is_named = |it: &str| debated.is_empty() || !subject(&uncited(it)).is_disjoint(&debated);
    let is_far = || !relation.opposed && relation.similarity < FAR_APART;
    match is_dispute(relation) {
        Takes::Disputed if !is_named(a) && !is_named(b) && is_far() => Takes::Irrelevant,
        found @ (Takes::Disputed | Takes::Irrelevant | Takes::Undisputed) => found,
    }
}

/// Who disagrees in a round, exact opposites first, then the surest; and whose disagreement is left alone.
pub fn disputes(debate: &Debate, round: u32) -> (Vec<(Name, Name)>, Vec<Ignored>) {
    let Some(round) = debate.rounds.iter().find(|it| it.number == round) else { return (Vec::new(), Vec::new()) };
    let topic = debate.topic.to_string();
    let held: Vec<(&Spoken, &str)> =
        round.spoken.iter().filter_map(|it| Some((it, it.turn.position.as_deref()?))).collect();
    let mut found: Vec<(Opposites, f64, (Name, Name))> = Vec::new();
    let mut ignored = Vec::new();
    for ((a, one), (b, other)) in pairs(&held) {
        let relation = debate.compared.of(one, other).unwrap_or_else(|| relation::lexical(Some(&topic), one, other));
        let names = (a.by.clone(), b.by.clone());
        let found_to_be = match debate.rules.analyst {
            Analyst::Lexical | Analyst::Local => takes(&topic, round.focus.as_deref(), (one, other), &relation),
            Analyst::Model(_) => is_dispute(&relation),
        };
        match found_to_be {
            Takes::Disputed => {
                let exact = opposites(round.focus.as_deref().unwrap_or(&topic), one, other);
                found.push((exact, relation.opposition, names));
            }
            Takes::Irrelevant => {
                let why = format!("they disagree, and not about what is debated: {}", phrase::bare(one));
                ignored.push(Ignored { a: names.0, b: names.1, why });
            }
            Takes::Undisputed => {}
        }
    }
    // Among equals by seat.
    found.sort_by(|one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
    (found.into_iter().map(|(_, _, names)| names).collect(), ignored)
}

/// Whether two takes say the contrary of what is asked: who does comes first where there are fewer rooms than disagreements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Opposites {
    Exact,
    Other,
}

fn opposites(asked: &str, a: &str, b: &str) -> Opposites {
    match contested(Some(asked), &uncited(a), &uncited(b)) {
        Some(Sign::Answers | Sign::Sides | Sign::Causes) => Opposites::Exact,
        Some(
            Sign::Decision(..)
            | Sign::Antonyms(..)
            | Sign::Figures
            | Sign::Negation
            | Sign::Order
            | Sign::Rivals
            | Sign::Dissent,
        )
        | None => Opposites::Other,
    }
}
