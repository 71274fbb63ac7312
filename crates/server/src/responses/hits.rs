//! The hits of a search in a caller's debates.
use exports::times;
use schemars::JsonSchema;
use serde::Serialize;
use utoipa::ToSchema;

/// Something said that matches.
#[derive(Clone, Debug, Serialize, JsonSchema, ToSchema)]
pub struct Hit {
    /// In which debate.
    pub debate: String,
    /// By which event of it.
    pub event: u64,
    /// The kind of text: `topic`, `position`, `claim`, `room` or `crux`.
    pub what: &'static str,
    /// Its author; absent for a topic.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub by: Option<String>,
    /// In which round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub round: Option<u32>,
    /// The words around the match.
    pub text: String,
    /// The match in `text`: byte offsets from and to.
    #[schema(value_type = Vec<Vec<u64>>)]
    pub marks: Vec<[usize; 2]>,
    /// The time the debate was opened, in milliseconds since 1970.
    pub opened_at: u64,
    /// The same in RFC 3339 format.
    #[schema(format = DateTime)]
    pub opened: String,
}

/// Hits, best first.
#[derive(Debug, Serialize, JsonSchema, ToSchema)]
pub struct Hits {
    /// Best first.
    pub hits: Vec<Hit>,
}

impl Hits {
    /// The hits of the store.
    pub fn of(found: Vec<store::Hit>) -> Hits {
        let hit = |it: store::Hit| Hit {
            debate: it.debate.to_string(),
            event: it.seq,
            what: it.what.as_str(),
            by: it.by,
            round: it.round,
            text: it.text,
            marks: it.marks.iter().map(|mark| [mark.start, mark.end]).collect(),
            opened_at: it.opened_at,
            opened: times::written(it.opened_at),
        };
        Hits { hits: found.into_iter().map(hit).collect() }
    }
}
