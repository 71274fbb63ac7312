//! What kind of evidence a text is (E-01), by its words: measured, documented, a case, or nothing but reasoning, taste or a guess.
//!
//! What was measured, said by somebody who knows, or happened once is told apart by a fitted table; the rest by phrases. English, and
//! weak: whoever gives a kind is believed unless it is not plausible. Not here: what a kind is worth (`analysis::evidence::backing`).
use crate::linear::Linear;
use crate::lists::CUES;
use crate::signs;
use crate::thresholds::{CUE, CUE_SOURCED, TITLE_SURE, TITLE_WORDS};
use debate::Kind;
use std::sync::LazyLock;

static TABLE: LazyLock<Linear<3>> =
    LazyLock::new(|| Linear::read(include_str!("../data/kinds.txt")).unwrap_or_default());

/// The kind of a text, with what speaks for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Typed {
    /// What speaks for each kind, in the order of [`Kind::ALL`]: shares of 1.
    pub scores: [f64; 6],
}

impl Typed {
    /// The kind for which most speaks; among equals the stronger.
    pub fn kind(&self) -> Kind {
        let best = Kind::ALL.into_iter().zip(self.scores).reduce(|a, b| if b.1 > a.1 { b } else { a });
        best.map_or(Kind::Speculative, |(kind, _)| kind)
    }

    /// What speaks for a kind.
    pub fn score(&self, kind: Kind) -> f64 {
        Kind::ALL.into_iter().zip(self.scores).find(|(it, _)| *it == kind).map_or(0.0, |(_, score)| score)
    }
}

/// The kind of evidence that a text is.
pub fn kind(text: &str) -> Kind {
    read(text).kind()
}

/// What speaks for each kind. A text that says nothing is SPECULATIVE.
pub fn read(text: &str) -> Typed {
    let tokens = signs::tokens(text);
    if tokens.is_empty() {
        return told(Kind::Speculative);
    }
    // Who quotes an opinion gives evidence, who has one gives none.
    let each = if is_sourced(&tokens) { CUE_SOURCED } else { CUE };
    let cue = |list: &str| 1.0 - (1.0 - each).powi(CUES.count(list, &tokens).try_into().unwrap_or(i32::MAX));
    let bare @ [reasons, opinion, guess] = [cue("reasons"), cue("opinion"), cue("guess")];
    let rest = bare.iter().fold(1.0, |rest, it| rest * (1.0 - it));
    let signs = signs::among(&tokens);
    let is_said = |it: &String| !it.starts_with('@') && TABLE.knows(it);
    // Words of which the table knows none show no more than a guess does.
    if rest == 1.0 && !signs.iter().any(is_said) {
        return told(if CUES.any("official", &tokens) { Kind::Documented } else { Kind::Speculative });
    }
    // A few words that name a document are its name.
    if rest == 1.0 && tokens.len() <= TITLE_WORDS && CUES.any("official", &tokens) && !CUES.any("measured", &tokens) {
        return told(Kind::Documented);
    }
    let [documented, empirical, precedent] = TABLE.shares(signs.iter().map(|it| (it.as_str(), 1.0)));
    let scores = [documented * rest, empirical * rest, precedent * rest, reasons, opinion, guess];
    let all: f64 = scores.iter().sum();
    Typed { scores: scores.map(|it| it / all) }
}

/// A kind that nothing else speaks against.
fn told(kind: Kind) -> Typed {
    Typed { scores: Kind::ALL.map(|it| if it == kind { 1.0 } else { 0.0 }) }
}

/// The kind of a source that is known by its title, and its address if there is one: too few words for the table, so that what it calls
/// itself comes first. A title that calls itself nothing is a guess, unless the table is sure of a measurement or a case.
pub fn source(title: &str, url: Option<&str>) -> Kind {
    let (tokens, place) = (signs::tokens(title), signs::tokens(url.unwrap_or_default()));
    let has = |list: &str| CUES.any(list, &tokens) || CUES.any(list, &place);
    if has("casual") {
        Kind::Precedent
    } else if has("official") {
        Kind::Documented
    } else if has("measured") || has("paper") {
        Kind::Empirical
    } else {
        let told = read(title);
        let kind = told.kind();
        match kind {
            Kind::Empirical | Kind::Precedent if told.score(kind) >= TITLE_SURE => kind,
            Kind::Documented | Kind::Empirical | Kind::Precedent => Kind::Speculative,
            Kind::Logical | Kind::Preferential | Kind::Speculative => kind,
        }
    }
}

/// Whether a text may be evidence of the kind that somebody gave for it; the source's title or words, and its address if there is one.
pub fn is_plausible(kind: Kind, text: &str, url: Option<&str>) -> bool {
    let tokens = signs::tokens(text);
    let place = signs::tokens(url.unwrap_or_default());
    let has = |list: &str| CUES.any(list, &tokens) || CUES.any(list, &place);
    let is_figure = |it: &String| it == "0" || it == "%" || it == "$";
    let is_bare = (has("opinion") || has("guess")) && !is_sourced(&tokens);
    match kind {
        Kind::Documented => has("official") || !(has("casual") || is_bare),
        Kind::Empirical => (has("measured") || has("paper") || tokens.iter().any(is_figure)) && !has("opinion"),
        Kind::Precedent => !is_bare,
        Kind::Logical => has("reasons") || !is_bare,
        Kind::Preferential | Kind::Speculative => true,
    }
}

/// Whether a text names or quotes somebody, or what was measured.
fn is_sourced(tokens: &[String]) -> bool {
    CUES.any("sourced", tokens) || CUES.any("measured", tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E-01: the table and the lists are read.
    #[test]
    fn the_data_is_read() {
        assert_ne!(*TABLE, Linear::default());
        let lists = "amounts casual derived guess happening measured official opinion paper premise reasons sourced \
            studying telling titles";
        assert_eq!(CUES.names().join(" "), lists);
    }
}
