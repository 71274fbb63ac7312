//! Recognizes simulated participants by the name of their provider. A debate with one of them is a rehearsal, and its log says so. Not
//! here: what they answer (`lab`).

/// The provider's name: `sim/1`.
pub const PROVIDER: &str = "sim";

/// Whether a model, as `provider/model`, is simulated.
pub fn is_simulated(model: &str) -> bool {
    model.split('/').next() == Some(PROVIDER)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-01: the provider says who is simulated, and nothing else does.
    #[test]
    fn the_provider_says_who_is_simulated() {
        for (model, expected) in [("sim", true), ("sim/7", true), ("simple/1", false), ("openrouter/sim", false)] {
            assert_eq!(is_simulated(model), expected, "{model}");
        }
    }
}
