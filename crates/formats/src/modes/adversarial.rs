//! adversarial: participants look for what breaks. Its words are in `prompts/adversarial/`.
use crate::order::Order;
use crate::rounds::{Caution, Rounds, layers};

pub(super) const MODE: Rounds = Rounds {
    name: "adversarial",
    summary: "find the flaws before reality does; each answers those before it",
    order: Order::InTurn,
    caution: Caution::Bounded,
    layers: layers!("adversarial"),
    lean: layers!("adversarial/lean"),
};
