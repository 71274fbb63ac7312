//! Which label a claim should carry, by its words (D-11): FACT for what can be verified, INFER for what is concluded, else ASSUME.
//!
//! What somebody has lived through can be verified and is a FACT, but by them alone: it is said so. Not here: which label a participant
//! gave, and what becomes of it.
use crate::linear::{Linear, Scale};
use crate::lists::CUES;
use crate::signs;
use crate::thresholds::CUE;
use debate::Label;
use std::sync::LazyLock;

static TABLE: LazyLock<Linear<3>> =
    LazyLock::new(|| Linear::read(include_str!("../data/labels.txt")).unwrap_or_default());

/// What the words of a claim say of it: shares of 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labelled {
    /// Anybody can verify it.
    pub public: f64,
    /// It can be verified, by who lived through it.
    pub lived: f64,
    /// It is concluded from something else.
    pub derived: f64,
    /// It is a premise, a value or a wish.
    pub assumed: f64,
}

impl Labelled {
    /// The label for which most speaks.
    pub fn label(&self) -> Label {
        let verifiable = self.public + self.lived;
        if self.derived > verifiable.max(self.assumed) {
            Label::Infer
        } else if verifiable >= self.assumed {
            Label::Fact
        } else {
            Label::Assume
        }
    }

    /// Whether it is a FACT that only who lived through it can verify.
    pub fn is_lived(&self) -> bool {
        self.label() == Label::Fact && self.lived > self.public
    }
}

/// The label that a claim should carry.
pub fn label(text: &str) -> Label {
    read(text).label()
}

/// What speaks for each. A text that says nothing is an ASSUME.
pub fn read(text: &str) -> Labelled {
    let tokens = signs::tokens(text);
    if tokens.is_empty() {
        return Labelled { public: 0.0, lived: 0.0, derived: 0.0, assumed: 1.0 };
    }
    let signs = signs::among(&tokens);
    let [public, lived, assumed] = TABLE.shares(signs.iter().map(|it| (it.as_str(), 1.0)), Scale::Even);
    if CUES.has("premise", &tokens) {
        return Labelled {
            public: public * (1.0 - CUE),
            lived: lived * (1.0 - CUE),
            derived: 0.0,
            assumed: CUE + assumed * (1.0 - CUE),
        };
    }
    let derived = if CUES.has("derived", &tokens) { CUE } else { 0.0 };
    let rest = 1.0 - derived;
    Labelled { public: public * rest, lived: lived * rest, derived, assumed: assumed * rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-11.
    #[test]
    fn a_claim_has_a_label() {
        for (text, expected, is_lived) in [
            ("The regulation took effect in 2010 and covers airlines with 30 seats or more", Label::Fact, false),
            ("There are 12 airports in the state", Label::Fact, false),
            ("RFC 9110 says GET is safe.", Label::Fact, false),
            ("Last year I waited three hours on the plane and my bags were lost", Label::Fact, true),
            ("I was charged twice when I flew to Boston", Label::Fact, true),
            ("Both readers lock the table, therefore they wait for each other", Label::Infer, false),
            ("This suggests that demand falls with the price", Label::Infer, false),
            ("Airlines should treat people with respect", Label::Assume, false),
            ("We assume that traffic doubles in a year", Label::Assume, false),
            ("I think this is unfair", Label::Assume, false),
            ("", Label::Assume, false),
        ] {
            let read = read(text);
            assert_eq!((read.label(), read.is_lived()), (expected, is_lived), "{text}: {read:?}");
        }
        assert_ne!(*TABLE, Linear::default());
    }

    /// D-11: what speaks for each is a share of 1.
    #[test]
    fn labels_share_what_there_is() {
        for text in ["", "x", "Therefore we assume 40%", "It follows", "停机", "RFC 9110 says GET is safe."] {
            let Labelled { public, lived, derived, assumed } = read(text);
            assert!((public + lived + derived + assumed - 1.0).abs() < 1e-9, "{text}");
            let best = (public + lived).max(derived).max(assumed);
            let score = match label(text) {
                Label::Fact => public + lived,
                Label::Infer => derived,
                Label::Assume => assumed,
            };
            assert_eq!(score, best, "{text}: the label is the one with the best score");
        }
    }
}
