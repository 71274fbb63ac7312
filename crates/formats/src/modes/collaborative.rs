//! collaborative: participants look for what they can all sign. Its words are in `prompts/collaborative/`.
use crate::order::Order;
use crate::rounds::{Caution, Rounds, layers};

pub(super) const MODE: Rounds = Rounds {
    name: "collaborative",
    summary: "build the answer everyone can sign; all speak at once",
    order: Order::Together,
    caution: Caution::Usual,
    layers: layers!("collaborative"),
    lean: layers!("collaborative/lean"),
};
