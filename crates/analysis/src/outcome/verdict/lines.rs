//! The third layer: claims and sources as the verdict lists them. Not here: how they are put together (`claims`).
use crate::evidence::checks::Check;
use debate::{Act, Kind, Name, Standing};
use serde::Serialize;

/// The third layer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Evidence {
    /// The claims made, with their ids.
    pub claims: Vec<ClaimLine>,
    /// The sources cited, with their ids.
    pub sources: Vec<SourceLine>,
    /// How much of it was opened (E-05).
    pub opened: Opened,
    /// What a reader should know before relying on it.
    pub warnings: Vec<String>,
}

/// A claim as the verdict lists it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimLine {
    /// Its id, `C1`.
    pub id: String,
    /// FACT, INFER or ASSUME.
    pub label: debate::Label,
    /// What became of it: open, accepted, contested or retracted (D-30).
    pub status: &'static str,
    /// What it says.
    pub text: String,
    /// Who says it.
    pub by: Vec<Name>,
    /// Ids of its sources.
    pub evidence: Vec<String>,
    /// What it rests on, strongest first; absent where evidence was not typed (E-01).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Kind>,
    /// Some of these kinds were assigned: the participant gave none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_assigned: bool,
    /// How it is known: opened, reported, recalled or reasoned (E-05).
    pub standing: Standing,
    /// What may be doubted of what it was said to rest on (E-05).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// How sure its evidence allows one to be (E-02).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// How sure those are who hold it: the mean of their latest own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<f64>,
    /// Ids of the claims that it names as what it follows from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// How it was criticised (E-03).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub critiques: Vec<CritiqueLine>,
    /// What checking it came to; absent where nothing could be checked (O-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

/// A critique as the verdict lists it (E-03).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CritiqueLine {
    /// In which round.
    pub round: u32,
    /// Whose.
    pub by: Name,
    /// What it came to: challenged, conceded, or else.
    pub act: Act,
    /// What the claim's evidence is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assessment: Option<String>,
    /// What speaks against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<CounterLine>,
    /// What could be held in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synthesis: Option<String>,
}

/// Evidence against a claim as the verdict lists it (E-03).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CounterLine {
    /// What it says.
    pub text: String,
    /// The strongest kind of it.
    pub kind: Kind,
    /// Ids of its sources.
    pub evidence: Vec<String>,
    /// Whether it is weaker than what the claim rested on then.
    pub is_weaker: bool,
}

/// A source as the verdict lists it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceLine {
    /// Its id, `E1`.
    pub id: String,
    /// What it is.
    pub title: String,
    /// Where it is.
    pub url: Option<String>,
    /// Who cited it.
    pub cited_by: Vec<Name>,
    /// What kind of evidence it is; absent where evidence was not typed (E-01).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// That kind was assigned: the participant gave none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_assigned: bool,
    /// What its title reads as, where that is not the kind that was given (E-05).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads_as: Option<Kind>,
    /// Where it comes from: citation, attached, tool output or calculation (D-30).
    pub from: &'static str,
    /// How it is known: opened, reported or recalled (E-05).
    pub standing: Standing,
}

/// How much of what something rests on was opened (E-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Opened {
    /// Claims whose passage was found, or given by a tool.
    pub claims: usize,
    /// Of how many that rest on a source.
    pub of_claims: usize,
    /// Sources that are attached, or that a tool gave.
    pub sources: usize,
    /// Of how many.
    pub of_sources: usize,
}

impl Opened {
    /// How much was opened, in words; nothing where nothing rests on a source.
    pub fn says(self) -> Option<String> {
        let Opened { claims, of_claims, sources, of_sources } = self;
        let of = |count: usize, all: usize, what: &str| {
            let s = if all == 1 { "" } else { "s" };
            (all > 0).then(|| format!("{count} of {all} {what}{s}"))
        };
        let parts: Vec<String> =
            of(claims, of_claims, "sourced claim").into_iter().chain(of(sources, of_sources, "source")).collect();
        (!parts.is_empty()).then(|| format!("opened: {}", parts.join(", ")))
    }
}
