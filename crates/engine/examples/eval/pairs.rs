//! Pairs of sentences with human labels, one JSON object in a line.
use std::error::Error;
use std::fmt;
use std::path::Path;

/// The human label of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Judgement {
    Entailment,
    Contradiction,
    Neutral,
}

impl Judgement {
    pub(crate) const ALL: [Self; 3] = [Self::Entailment, Self::Contradiction, Self::Neutral];
}

impl fmt::Display for Judgement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Entailment => "entailments",
            Self::Contradiction => "contradictions",
            Self::Neutral => "neutrals",
        })
    }
}

pub(crate) struct Pair {
    pub(crate) a: String,
    pub(crate) b: String,
    /// The human rating of similarity.
    pub(crate) alike: f64,
    pub(crate) judgement: Option<Judgement>,
}

/// Reads a file; `alike` is the field of the human rating.
pub(crate) fn read(path: &Path, alike: &str) -> Result<Vec<Pair>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("can't read `{}`: {error}", path.display()))?;
    let pair = |(number, line): (usize, &str)| {
        pair(line, alike).map_err(|error| format!("`{}`, line {}: {error}", path.display(), number + 1).into())
    };
    text.lines().enumerate().map(pair).collect()
}

fn pair(line: &str, alike: &str) -> Result<Pair, Box<dyn Error>> {
    let row: serde_json::Value = serde_json::from_str(line)?;
    let text = |name: &str| row.get(name).and_then(|it| it.as_str()).map(str::to_owned);
    let judgement = match text("entailment").as_deref() {
        Some("ENTAILMENT") => Some(Judgement::Entailment),
        Some("CONTRADICTION") => Some(Judgement::Contradiction),
        Some("NEUTRAL") => Some(Judgement::Neutral),
        Some(other) => return Err(format!("unknown judgement `{other}`").into()),
        None => None,
    };
    let field = |name: &str| text(name).ok_or_else(|| format!("no text `{name}`"));
    let alike = row.get(alike).and_then(|it| it.as_f64()).ok_or_else(|| format!("no number `{alike}`"))?;
    Ok(Pair { a: field("a")?, b: field("b")?, alike, judgement })
}
