//! Which takes of a round part (P-30, P-31), by how they were found to stand to each other.
//!
//! Takes are made without hearing each other, so this only asks whether a clash is worth while: what comes of it is judged afterwards
//! (`clash`). Where words and networks read the takes, most opposition shows in no word of them: takes on one thing that do not make the same
//! point are let clash. Not here: how texts are compared (`relation`, or a model).
use super::phrase;
use crate::convergence::pairs;
use crate::relation;
use crate::thresholds::DISPUTED_FROM;
use debate::event::Ignored;
use debate::{Debate, Name, Relation, Spoken};

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

/// Who disagrees in a round, the surest first, and whose disagreement is left alone.
pub fn disputes(debate: &Debate, round: u32) -> (Vec<(Name, Name)>, Vec<Ignored>) {
    let Some(round) = debate.rounds.iter().find(|it| it.number == round) else { return (Vec::new(), Vec::new()) };
    let topic = debate.topic.to_string();
    let takes: Vec<(&Spoken, &str)> =
        round.spoken.iter().filter_map(|it| Some((it, it.turn.position.as_deref()?))).collect();
    let mut found: Vec<(f64, (Name, Name))> = Vec::new();
    let mut ignored = Vec::new();
    for ((a, one), (b, other)) in pairs(&takes) {
        let relation = debate.compared.of(one, other).unwrap_or_else(|| relation::lexical(Some(&topic), one, other));
        let names = (a.by.clone(), b.by.clone());
        match is_dispute(&relation) {
            Takes::Disputed => found.push((relation.opposition, names)),
            Takes::Irrelevant => {
                let why = format!("they disagree, and not about what is debated: {}", phrase::bare(one));
                ignored.push(Ignored { a: names.0, b: names.1, why });
            }
            Takes::Undisputed => {}
        }
    }
    // Among equals by seat.
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    (found.into_iter().map(|(_, names)| names).collect(), ignored)
}
