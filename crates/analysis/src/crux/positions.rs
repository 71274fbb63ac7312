//! How two texts of a panel stand to each other, where nobody votes (P-10). Debates with a ballot are not read by this.
use crate::measure::pairs;
use debate::{Debate, Spoken};
use prose::lexical;
use prose::opposition::contested;
use prose::relation::may_be_same;

/// How two positions stand to each other, as far as anybody can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The same position.
    Same,
    /// They contradict each other.
    Opposed,
    /// Nothing tells.
    Unclear,
}

/// Compares two positions: as whoever compared them has it, else by their words. What words set against each other is never the same (E-11).
pub fn relation(debate: &Debate, a: &str, b: &str) -> Relation {
    if lexical::is_verbatim(a, b) {
        return Relation::Same;
    }
    let topic = debate.topic.as_str();
    let by_words = || contested(Some(topic), a, b).is_some();
    let (is_opposed, is_same) = match debate.compared.of(a, b) {
        Some(it) => (it.opposed, it.same_point && !by_words()),
        None => (by_words(), lexical::same(a, b) && may_be_same(topic, a, b)),
    };
    match (is_opposed, is_same) {
        (true, _) => Relation::Opposed,
        (false, true) => Relation::Same,
        (false, false) => Relation::Unclear,
    }
}

/// How many of these turns hold the position that most of them do: those that say the same as one of them, and nothing against another.
pub(crate) fn most(debate: &Debate, turns: &[&Spoken]) -> usize {
    let positions: Vec<&str> = turns.iter().filter_map(|it| it.turn.position.as_deref()).collect();
    let same = |one: &&str| {
        let relations = positions.iter().map(|it| relation(debate, one, it));
        relations.filter(|it| *it == Relation::Same).count()
    };
    positions.iter().map(same).max().unwrap_or_default()
}

/// Whether any two of these turns hold positions that contradict each other.
pub(crate) fn any_opposed(debate: &Debate, turns: &[&Spoken]) -> bool {
    let positions: Vec<&str> = turns.iter().filter_map(|it| it.turn.position.as_deref()).collect();
    pairs(&positions).any(|(a, b)| relation(debate, a, b) == Relation::Opposed)
}
