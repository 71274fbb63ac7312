//! Simulated participants, as the engine knows them: by the name of their provider. A debate with one of them is a rehearsal, and its log
//! says so. Not here: what they answer (`lab`).

/// The provider's name: `sim/1`.
pub const PROVIDER: &str = "sim";

/// Whether a model, as `provider/model`, is simulated.
pub fn is_simulated(model: &str) -> bool {
    model.split('/').next() == Some(PROVIDER)
}
