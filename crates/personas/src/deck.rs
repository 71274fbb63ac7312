//! A folder of personas on one subject (P-01).
use debate::Persona;

/// Personas that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Deck {
    /// What it is called.
    pub name: String,
    /// Who is in it, by name.
    pub personas: Vec<Persona>,
}
