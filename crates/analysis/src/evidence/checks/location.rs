//! A location in an attached text: passage, heading and line (O-11).
use crate::evidence::passages::{PassageId, Passages};
use std::fmt;

/// A location in a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Location {
    /// The passage.
    pub(super) place: PassageId,
    /// The heading above it; empty if there is none.
    section: String,
    /// The line of the text, from 1.
    line: usize,
}

impl Location {
    /// The location at a line of a passage, from 0, under its last heading, otherwise that of the passage.
    pub(super) fn of(passages: &Passages, place: PassageId, section: Option<&str>, line: usize) -> Location {
        let passage = passages.at(place);
        let text = passages.sources().get(place.source).map(|it| it.text.as_str()).unwrap_or_default();
        let before = passage.and_then(|it| text.get(..it.range.start)).unwrap_or_default();
        let heading = section.or_else(|| passage.map(|it| it.heading.as_str())).unwrap_or_default().to_owned();
        Location { place, section: heading, line: before.matches('\n').count() + line + 1 }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}", self.place, self.line)?;
        if self.section.is_empty() { Ok(()) } else { write!(f, ", “{}”", self.section) }
    }
}
