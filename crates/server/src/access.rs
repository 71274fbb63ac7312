//! Who may ask, and whose debates they see (O-42).
use crate::desk::Caller;

/// The tokens that are taken; everybody is the owner where there are none.
#[derive(Clone, Default)]
pub struct Access {
    tokens: Vec<(Caller, String)>,
}

impl Access {
    /// Nobody needs a token: for a loopback address alone.
    pub fn open() -> Access {
        Access::default()
    }

    /// Whether a token is asked for.
    pub fn is_open(&self) -> bool {
        self.tokens.is_empty()
    }
}
