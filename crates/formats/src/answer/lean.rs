//! The lean schema: the few fields that decide a round, with the beginning of each sentence given (D-18).
//!
//! A model that is constrained by the schema continues the given beginning, and cannot hold one position and cast another: the schema lists
//! the combinations that are allowed. Measured in `docs/lean-prompts.md`. Not here: which beginnings a question gets (`prompt::lean_schema`).
use super::ballot::ballot;
use debate::ballot::{Paper, PaperKind};
use debate::{Consent, Letter, Stance};
use serde_json::{Value, json};

/// What a lean answer may say. Each sentence is a regular expression over the whole field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lean {
    /// The pattern of a reason.
    pub reasoning: String,
    /// The combinations of position and ballot that are allowed.
    pub shapes: Vec<Shape>,
    /// The assigned stance, if there is one (D-17).
    pub stance: Option<Stance>,
    /// The ballot paper: what may be cast (B-02).
    pub paper: Option<Paper>,
    /// Whether the participant has heard nobody yet.
    pub is_opening: bool,
}

/// A position with the ballot that fits it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The pattern of the position; a closing ballot has none.
    pub position: Option<String>,
    /// The word that is cast; absent for estimates and for a participant who argues an assigned side.
    pub word: Option<String>,
    /// The option that the word casts; absent for a new option.
    pub option: Option<Letter>,
}

/// The most tokens of a lean answer without its remarks on other options. Ours: its texts at their longest are some 220, its keys 60.
const MOST_TOKENS: u32 = 320;

/// The most tokens of a remark on one option. Ours: a clause at its longest is some 25, its keys 15.
const OTHER_TOKENS: u32 = 40;

impl Lean {
    /// The most tokens of an answer.
    pub(super) fn max_tokens(&self) -> u32 {
        let others = self.paper.as_ref().map_or(0, |it| it.held.len());
        MOST_TOKENS.saturating_add(OTHER_TOKENS.saturating_mul(u32::try_from(others).unwrap_or(u32::MAX)))
    }

    /// The schema: one alternative for each shape.
    pub(super) fn schema(&self) -> Value {
        json!({"anyOf": self.shapes.iter().map(|it| self.shape(it)).collect::<Vec<_>>()})
    }

    /// The fields in the order in which small models do best. In an opening the position comes before its reason; later it follows from the
    /// reply to somebody else. An assigned stance comes first.
    fn shape(&self, shape: &Shape) -> Value {
        let reasoning = ("reasoning", text(&self.reasoning));
        let mut fields: Vec<_> = self.stance.iter().map(|it| ("stance", super::one_word(&[it.as_str()]))).collect();
        let position = shape.position.iter().map(|it| ("position", text(it)));
        if self.is_opening {
            fields.extend(position.chain([reasoning]));
        } else {
            fields.extend([reasoning].into_iter().chain(position));
        }
        if let Some(paper) = self.paper.as_ref().filter(|it| it.is_asked()) {
            fields.extend(cast(paper, shape));
        }
        super::closed(fields)
    }
}

/// The ballot of a shape, and its votes on the options that others hold.
fn cast(paper: &Paper, shape: &Shape) -> Vec<(&'static str, Value)> {
    let short = || text(&clause(8, 90));
    let ballot = match (&paper.kind, &shape.word) {
        (PaperKind::Options { .. }, Some(word)) => {
            let headline = if shape.option.is_none() { short() } else { json!({"type": "null"}) };
            super::closed(vec![("choice", super::one_word(&[word])), ("headline", headline)])
        }
        (PaperKind::Options { .. } | PaperKind::Estimate { .. } | PaperKind::Argued, _) => ballot(paper),
    };
    let mut fields = vec![("ballot", ballot)];
    let others: Vec<String> =
        paper.held.iter().filter(|it| Some(**it) != shape.option).map(ToString::to_string).collect();
    if !others.is_empty() {
        let stand = super::one_word(&Consent::ALL.map(Consent::as_str));
        let other = super::closed(vec![("option", super::one_word(&others)), ("stand", stand), ("why", short())]);
        let count = others.len();
        fields.push(("others", json!({"type": "array", "items": other, "minItems": count, "maxItems": count})));
    }
    fields.push(("terms", json!({"type": "array", "items": short(), "maxItems": 1})));
    if paper.has_confidence() {
        fields.push(("confidence", json!({"type": "number", "minimum": 0.5, "maximum": 1, "multipleOf": 0.05})));
    }
    if paper.is_closing {
        fields.push(("would_change", short()));
    }
    fields
}

fn text(sentence: &str) -> Value {
    json!({"type": "string", "pattern": format!("^{sentence}$")})
}

/// Full stops that end no sentence: inside a number, or in a name such as `Node.js`. Allowing any letter after a full stop would let a small
/// model run on into another sentence ("beneficial.why is …").
const WITHIN: &str = "[0-9][.][0-9]|[a-zA-Z][.](js|ts|py|rs|net|io|com|org)";

/// The rest of a sentence, `least` to `most` characters long. Sentence-ending punctuation occurs only at its end, apart from [`WITHIN`], so
/// that a constrained model stops there. The characters that mark quoted lines do not occur.
pub(crate) fn rest(least: u32, most: u32) -> String {
    format!("([^.!?:|…。！？\\n]|{WITHIN}){{{least},{most}}}[.。]")
}

/// A part of a sentence, up to a comma.
pub(crate) fn clause(least: u32, most: u32) -> String {
    format!("([^,.!?:|…。！？\\n]|{WITHIN}){{{least},{most}}}")
}

/// One of these words, literally.
pub(crate) fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let plain = |word: &str| {
        let signs = word.chars().flat_map(|it| ".+*?()|[]{}^$\\".contains(it).then_some('\\').into_iter().chain([it]));
        signs.collect::<String>()
    };
    format!("({})", words.into_iter().map(plain).collect::<Vec<_>>().join("|"))
}
