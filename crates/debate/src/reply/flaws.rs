//! The flaws found while an answer is parsed: each once, in a fixed order.
use crate::text;
use crate::turn::Flaw;
use std::collections::BTreeSet;

/// The flaws so far.
#[derive(Debug, Default)]
pub(super) struct Flaws(BTreeSet<Flaw>);

impl Flaws {
    pub(super) fn add(&mut self, flaw: Flaw) {
        self.0.insert(flaw);
    }

    pub(super) fn missing(&mut self, field: &str) {
        self.add(Flaw::Missing { field: field.to_owned() });
    }

    pub(super) fn wrong_type(&mut self, field: &str) {
        self.add(Flaw::WrongType { field: field.to_owned() });
    }

    pub(super) fn coerced(&mut self, field: &str) {
        self.add(Flaw::Coerced { field: field.to_owned() });
    }

    pub(super) fn out_of_range(&mut self, field: &str) {
        self.add(Flaw::OutOfRange { field: field.to_owned() });
    }

    pub(super) fn too_long(&mut self, field: &str) {
        self.add(Flaw::TooLong { field: field.to_owned() });
    }

    /// Whether an earlier flaw already explains why a field is absent.
    pub(super) fn explain(&self, field: &str) -> bool {
        let is_ballot = |it: &Flaw| matches!(it, Flaw::UnknownOption { .. } | Flaw::Headline { .. } | Flaw::Unordered);
        if field == "ballot" && self.0.iter().any(is_ballot) {
            return true;
        }
        let field = field.to_owned();
        self.0.contains(&Flaw::WrongType { field: field.clone() }) || self.0.contains(&Flaw::OutOfRange { field })
    }

    /// A text without invisible characters and surrounding white space; none if empty.
    pub(super) fn clean(&mut self, text: &str) -> Option<String> {
        let cleaned = text::clean(text);
        if cleaned.was_dirty {
            self.add(Flaw::Unprintable);
        }
        let text = cleaned.text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// A text truncated to so many characters.
    pub(super) fn cut(&mut self, mut text: String, field: &str, most: usize) -> String {
        if let Some((end, _)) = text.char_indices().nth(most) {
            self.too_long(field);
            text.truncate(end);
            text.truncate(text.trim_end().len());
        }
        text
    }

    pub(super) fn into_vec(self) -> Vec<Flaw> {
        self.0.into_iter().collect()
    }
}
