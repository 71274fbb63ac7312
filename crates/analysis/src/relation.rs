//! How two texts stand to each other by all that can be measured without asking anybody: likeness of meaning, and signs of opposition.
//!
//! Likeness alone says nothing: sentences that contradict each other are as alike as any. Not here: where the similarity comes from.
use crate::opposition::{self, Sign};
use crate::thresholds::SAME_MEANING;

/// What is known of two texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// Cosine of their embeddings; absent where nobody made any.
    pub similarity: Option<f32>,
    /// Why they are opposed, if they are.
    pub opposed: Option<Sign>,
}

impl Relation {
    /// Compares two texts whose similarity is known, or not.
    pub fn of(a: &str, b: &str, similarity: Option<f32>) -> Relation {
        Relation { similarity, opposed: opposition::opposed(a, b) }
    }

    /// Whether they say the same: alike enough, and nothing seen that opposes them.
    pub fn is_same(&self) -> bool {
        self.opposed.is_none() && self.similarity.is_some_and(|it| it >= SAME_MEANING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-07, E-11: likeness never decides alone.
    #[test]
    fn alike_is_not_the_same() {
        for (a, b, similarity, expected) in [
            ("Raise the fee to 5%", "The fee goes up to 5%", Some(0.91), true),
            ("Raise the fee to 5%", "Lower the fee to 5%", Some(0.99), false),
            ("Raise the fee to 5%", "The fee goes up to 5%", Some(0.79), false),
            ("Raise the fee to 5%", "The fee goes up to 5%", Some(f32::NAN), false),
            ("Raise the fee to 5%", "Raise the fee to 5%", None, false),
        ] {
            assert_eq!(Relation::of(a, b, similarity).is_same(), expected, "{a} / {b} {similarity:?}");
        }
    }
}
