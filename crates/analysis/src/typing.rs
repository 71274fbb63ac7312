//! What kind of evidence a text is, by the words it uses (E-01). Not here: what a kind is worth (`backing`).
use debate::Kind;

/// Words that tell a kind, strongest first.
const CUES: [(Kind, &[&str]); 5] = [
    (Kind::Documented, &["rfc", "iso", "standard", "specification", "spec", "documentation", "manual", "guide"]),
    (Kind::Empirical, &["benchmark", "measured", "survey", "test", "data", "ms", "percent", "%", "study"]),
    (Kind::Precedent, &["case", "migrated", "adopted", "example", "practice", "pattern"]),
    (Kind::Logical, &["because", "therefore", "since", "hence", "follows", "implies", "thus"]),
    (Kind::Preferential, &["prefer", "likes", "taste", "opinion", "want"]),
];

/// The kind of evidence that a text is, as far as its words tell; SPECULATIVE where they tell nothing.
pub fn kind(text: &str) -> Kind {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '%')).collect();
    let tells = |(_, cues): &&(Kind, &[&str])| cues.iter().any(|it| words.contains(it));
    CUES.iter().find(tells).map_or(Kind::Speculative, |(kind, _)| *kind)
}

/// Whether a text, found at an address if it has one, can be evidence of a kind.
pub fn is_plausible(kind: Kind, text: &str, url: Option<&str>) -> bool {
    match kind {
        Kind::Documented | Kind::Empirical | Kind::Precedent => {
            url.is_some() || text.split_whitespace().nth(1).is_some()
        }
        Kind::Logical => text.split_whitespace().nth(3).is_some(),
        Kind::Preferential | Kind::Speculative => true,
    }
}
