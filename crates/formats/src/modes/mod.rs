//! The built-in modes: one file each, and this list.
mod adversarial;
mod auto;
mod collaborative;
mod delphi;
mod devils_advocate;
mod expert_panel;
mod red_team_blue_team;
mod socratic;

use crate::step::Format;

/// Every mode, in the order in which they are shown.
pub const ALL: &[&dyn Format] = &[
    &collaborative::MODE,
    &adversarial::MODE,
    &socratic::MODE,
    &expert_panel::MODE,
    &devils_advocate::MODE,
    &delphi::MODE,
    &red_team_blue_team::MODE,
    &auto::Auto,
];

/// The mode where a request names none.
pub const DEFAULT: &dyn Format = &collaborative::MODE;

/// A word that names no mode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown mode `{word}`; choose one of {}", names().join(", "))]
pub struct UnknownMode {
    /// The word.
    pub word: String,
}

/// The mode with that name.
pub fn named(word: &str) -> Result<&'static dyn Format, UnknownMode> {
    // A panel is not a mode: it has a command of its own.
    if word == crate::panel::NAME {
        return Ok(&crate::panel::Panel);
    }
    ALL.iter().copied().find(|it| it.name() == word).ok_or_else(|| UnknownMode { word: word.to_owned() })
}

/// The names of all modes.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|it| it.name()).collect()
}
