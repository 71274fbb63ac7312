//! Classifies a text as a kind of evidence (E-01): documented, empirical, precedent, or only reasoning, preference or speculation.
//!
//! A linear classifier separates measurements, authorities and cases; phrases indicate the other kinds. English, and weak: a kind given by
//! the author stands unless it is implausible. Not here: the weight of a kind (`analysis::evidence::backing`).
use crate::features;
use crate::linear::Linear;
use crate::lists::CUES;
use crate::thresholds::{CUE, CUE_SOURCED, TITLE_SURE, TITLE_WORDS};
use debate::Kind;
use std::sync::LazyLock;

static TABLE: LazyLock<Linear<3>> =
    LazyLock::new(|| Linear::read(include_str!("../data/kinds.txt")).unwrap_or_default());

/// The scores of a text for each kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Typed {
    /// The scores in the order of [`Kind::ALL`]; they sum to 1.
    pub scores: [f64; 6],
}

impl Typed {
    /// The kind with the highest score; among equals the stronger.
    pub fn kind(&self) -> Kind {
        let best = Kind::ALL.into_iter().zip(self.scores).reduce(|a, b| if b.1 > a.1 { b } else { a });
        best.map_or(Kind::Speculative, |(kind, _)| kind)
    }

    /// The score of a kind.
    pub fn score(&self, kind: Kind) -> f64 {
        Kind::ALL.into_iter().zip(self.scores).find(|(it, _)| *it == kind).map_or(0.0, |(_, score)| score)
    }
}

/// The most likely kind of a text.
pub fn kind(text: &str) -> Kind {
    read(text).kind()
}

/// The scores of a text. An empty text is SPECULATIVE.
pub fn read(text: &str) -> Typed {
    let tokens = features::tokens(text);
    if tokens.is_empty() {
        return told(Kind::Speculative);
    }
    // A quoted opinion is evidence; the author's own is not.
    let each = if is_sourced(&tokens) { CUE_SOURCED } else { CUE };
    let cue = |list: &str| 1.0 - (1.0 - each).powi(CUES.count(list, &tokens).try_into().unwrap_or(i32::MAX));
    let bare @ [reasons, opinion, guess] = [cue("reasons"), cue("opinion"), cue("guess")];
    let rest = bare.iter().fold(1.0, |rest, it| rest * (1.0 - it));
    let features = features::among(&tokens);
    let is_said = |it: &String| !it.starts_with('@') && TABLE.knows(it);
    // A text without known features is SPECULATIVE.
    if rest == 1.0 && !features.iter().any(is_said) {
        return told(if CUES.any("official", &tokens) { Kind::Documented } else { Kind::Speculative });
    }
    // A few words that name a document are its title.
    if rest == 1.0 && tokens.len() <= TITLE_WORDS && CUES.any("official", &tokens) && !CUES.any("measured", &tokens) {
        return told(Kind::Documented);
    }
    let [documented, empirical, precedent] = TABLE.shares(features.iter().map(|it| (it.as_str(), 1.0)));
    let scores = [documented * rest, empirical * rest, precedent * rest, reasons, opinion, guess];
    let all: f64 = scores.iter().sum();
    Typed { scores: scores.map(|it| it / all) }
}

/// A kind with certainty.
fn told(kind: Kind) -> Typed {
    Typed { scores: Kind::ALL.map(|it| if it == kind { 1.0 } else { 0.0 }) }
}

/// The kind of a source by title and address. A title has too few words for the classifier, so its cues come first. A title without a cue
/// is SPECULATIVE, unless the classifier is certain of a measurement or a case.
pub fn source(title: &str, url: Option<&str>) -> Kind {
    let (tokens, place) = (features::tokens(title), features::tokens(url.unwrap_or_default()));
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

/// Whether a given kind is plausible for a text (the source's title or words) and its address, if there is one.
pub fn is_plausible(kind: Kind, text: &str, url: Option<&str>) -> bool {
    let tokens = features::tokens(text);
    let place = features::tokens(url.unwrap_or_default());
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

/// Whether a text names or quotes a person, or names a measurement.
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
