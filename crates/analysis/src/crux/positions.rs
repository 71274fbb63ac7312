//! Compares positions of a panel, where nobody votes (P-10). Debates with a ballot do not use this.
use debate::{Debate, Spoken};
use prose::lexical;
use prose::opposition::contested;
use prose::relation::may_be_same;

/// The relation of two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairStance {
    /// The same position.
    Same,
    /// They contradict each other.
    Opposed,
    /// Unknown.
    Unclear,
}

/// Compares two positions: by the recorded comparison, otherwise by words. Positions opposed by words are never the same (E-11).
pub fn relation(debate: &Debate, a: &str, b: &str) -> PairStance {
    if lexical::is_verbatim(a, b) {
        return PairStance::Same;
    }
    let topic = debate.topic.as_str();
    let by_words = || contested(Some(topic), a, b).is_some();
    let (is_opposed, is_same) = match debate.compared.of(a, b) {
        Some(it) => (it.opposed, it.same_point && !by_words()),
        None => (by_words(), lexical::same(a, b) && may_be_same(topic, a, b)),
    };
    match (is_opposed, is_same) {
        (true, _) => PairStance::Opposed,
        (false, true) => PairStance::Same,
        (false, false) => PairStance::Unclear,
    }
}

/// The size of the largest group of turns with the same position and no contradiction.
pub(crate) fn most(debate: &Debate, turns: &[&Spoken]) -> usize {
    let positions: Vec<&str> = turns.iter().filter_map(|it| it.turn.position.as_deref()).collect();
    let same = |one: &&str| {
        let relations = positions.iter().map(|it| relation(debate, one, it));
        relations.filter(|it| *it == PairStance::Same).count()
    };
    positions.iter().map(same).max().unwrap_or_default()
}
