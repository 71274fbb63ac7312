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

/// Whether all turns hold the same position: every two of them, for what is the same as a third may still be opposed.
pub(crate) fn are_all_same(debate: &Debate, turns: &[&Spoken]) -> bool {
    let positions: Vec<&str> = turns.iter().filter_map(|it| it.turn.position.as_deref()).collect();
    let is_same = |at: usize, one: &str| {
        positions.iter().skip(at + 1).all(|other| relation(debate, one, other) == PairStance::Same)
    };
    positions.len() == turns.len() && positions.iter().enumerate().all(|(at, one)| is_same(at, one))
}
