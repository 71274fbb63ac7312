//! The lean form: the few fields that decide a round, with the beginning of each sentence given (D-18).
//!
//! A model that is held to the form writes on where the beginning ends, and can't hold one thing and vote for another: what may go
//! together is spelt out. Measured in `docs/lean-prompts.md`. Not here: which beginnings a question gets (`prompt::form`).
use debate::{Name, Stance, Vote};
use serde_json::{Value, json};

/// What an answer may say. Its sentences are regular expressions over the whole of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lean {
    /// How a reason runs.
    pub reasoning: String,
    /// How an objection runs.
    pub objection: String,
    /// What may be held, signed and voted together.
    pub stands: Vec<Stand>,
    /// The stance that was assigned, where one was (D-17).
    pub stance: Option<Stance>,
}

/// A position with the votes that fit it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// How the position runs.
    pub position: String,
    /// Whose positions may be voted on so: nobody's in an opening, where nobody was heard.
    pub signs: Vec<Name>,
    /// The vote.
    pub vote: Vote,
}

impl Lean {
    /// The schema: one shape for each stand.
    pub(super) fn schema(&self) -> Value {
        json!({"anyOf": self.stands.iter().map(|it| self.shape(it)).collect::<Vec<_>>()})
    }

    /// The fields in the order in which a small model does best: an opening is held and then grounded, a later position follows from
    /// what is said to somebody else; an assigned stance comes before either. An answer that would not simply sign says what stands in
    /// the way; one that would has no such field.
    fn shape(&self, stand: &Stand) -> Value {
        let (position, reasoning) = (("position", text(&stand.position)), ("reasoning", text(&self.reasoning)));
        let mut fields: Vec<_> = self.stance.iter().map(|it| ("stance", super::one_word(&[it.as_str()]))).collect();
        if stand.signs.is_empty() {
            fields.extend([position, reasoning]);
        } else {
            fields.extend([reasoning, position, ("signs", json!({"enum": stand.signs}))]);
        }
        fields.push(("vote", json!({"type": "string", "enum": [stand.vote.as_str()]})));
        match stand.vote {
            Vote::Accept => {}
            Vote::Minor | Vote::Blocker => fields.push(("objection", text(&self.objection))),
        }
        // Who gives a position less than the chance of a coin holds another one, unless it was told what to hold.
        let least = match self.stance {
            Some(Stance::Yes | Stance::No) => 0.0,
            Some(Stance::Neutral) | None => 0.5,
        };
        fields.push(("confidence", json!({"type": "number", "minimum": least, "maximum": 1, "multipleOf": 0.05})));
        super::closed(fields)
    }
}

fn text(sentence: &str) -> Value {
    json!({"type": "string", "pattern": format!("^{sentence}$")})
}

/// Points that end no sentence: inside a number, or a name such as `Node.js`. Any letter behind a point would let a small model that has
/// come to its end go on in another sentence ("beneficial.why is …").
const WITHIN: &str = "[0-9][.][0-9]|[a-zA-Z][.](js|ts|py|rs|net|io|com|org)";

/// The rest of a sentence of some length: what ends one stands at its end and nowhere else, but for a point inside a number or a
/// name, so that a model that is held to it ends where a sentence does. Neither do the signs occur by which others are quoted.
pub(crate) fn rest(least: u32, most: u32) -> String {
    format!("([^.!?:|…。！？\\n]|{WITHIN}){{{least},{most}}}[.。]")
}

/// A part of a sentence, up to a comma.
pub(crate) fn clause(least: u32, most: u32) -> String {
    format!("([^,.!?:|…。！？\\n]|{WITHIN}){{{least},{most}}}")
}

/// One of these words, as they are.
pub(crate) fn one_of<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let plain = |word: &str| {
        let signs = word.chars().flat_map(|it| ".+*?()|[]{}^$\\".contains(it).then_some('\\').into_iter().chain([it]));
        signs.collect::<String>()
    };
    format!("({})", words.into_iter().map(plain).collect::<Vec<_>>().join("|"))
}
