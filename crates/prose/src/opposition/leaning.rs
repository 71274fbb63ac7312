//! Sentiment of a text by a word table (E-11): the weakest sign of opposition.
//!
//! Two takes on one topic with opposite sentiment are opposed in two of three cases, and some with equal sentiment are too. So it counts
//! only within one topic, and only if nothing indicates the same point. Not here: the object of the sentiment.
use super::parsed_text::{Negation, Passage, Token};
use crate::words::{pairs, stem};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The effect of a word on sentiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WordEffect {
    Well,
    Ill,
    /// Inverts the following words: "reduce harm".
    Turning,
}

static TABLE: LazyLock<BTreeMap<String, WordEffect>> = LazyLock::new(|| {
    let mark = |it: &str| match it {
        "+" => Some(WordEffect::Well),
        "-" => Some(WordEffect::Ill),
        "~" => Some(WordEffect::Turning),
        _ => None,
    };
    pairs(include_str!("../../data/leanings.txt")).filter_map(|(word, it)| Some((stem(word), mark(it)?))).collect()
});

/// How many words an inverting word affects. Ours: "prevent the spread of disease" is three after it.
const TURNING: usize = 3;

/// How many words a sentiment word dominates. Ours: in "violates the basic human rights" the violation counts.
const RULING: usize = 4;

/// Positive minus negative words, minus one if anything is negated, because negations are more frequent in opposing texts.
pub(crate) fn of(passage: &Passage) -> i32 {
    let is_denying = passage.tokens().any(|it| it.negation <= Negation::InStatement);
    passage.clauses.iter().map(|it| of_clause(it)).sum::<i32>() - i32::from(is_denying)
}

fn of_clause(clause: &[Token]) -> i32 {
    let mut sum = 0;
    let (mut turned, mut ruled, mut ruling) = (0_usize, 0_usize, WordEffect::Turning);
    for token in clause {
        let turns = i32::from(token.negation == Negation::Here) + i32::from(turned > 0);
        let is_ruled = ruled > 0;
        (turned, ruled) = (turned.saturating_sub(1), ruled.saturating_sub(1));
        let Some(&mark) = TABLE.get(&token.stem) else { continue };
        let side = match mark {
            WordEffect::Well => 1,
            WordEffect::Ill => -1,
            WordEffect::Turning => {
                turned = TURNING;
                continue;
            }
        };
        // Of two conflicting words, the second is the object of the first.
        if is_ruled && ruling != mark {
            continue;
        }
        (ruled, ruling) = (RULING, mark);
        sum += if turns == 1 { -side } else { side };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::parsed_text::ParsedText;
    use super::*;

    /// E-11: a leaning is of what is said, not of the words alone.
    #[test]
    fn texts_lean() {
        for (text, expected) in [
            ("It protects children and improves health", 3),
            ("It harms children", -1),
            ("It does not harm children", 0),
            ("It reduces harm", 1),
            ("It violates basic human rights", -1),
            ("It protects them from violence", 1),
            ("It does not protect anybody", -2),
            ("The queue has three consumers", 0),
            ("", 0),
        ] {
            assert_eq!(of(&ParsedText::of(text).whole), expected, "{text}");
        }
    }

    /// E-11: every line of the table is a word and its mark, and no two words of one stem have different marks.
    #[test]
    fn the_table_of_leanings_is_sound() {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for (word, mark) in pairs(include_str!("../../data/leanings.txt")) {
            assert!(matches!(mark, "+" | "-" | "~"), "{word} {mark}");
            let before = seen.insert(stem(word), mark);
            assert!(before.is_none_or(|it| it == mark), "{word}");
        }
        assert!(seen.len() > 300);
    }
}
