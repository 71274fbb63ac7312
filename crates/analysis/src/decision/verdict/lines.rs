//! The third layer of a verdict: claims and sources. Not here: building it (`claims`).
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
    /// Warnings for the reader.
    pub warnings: Vec<String>,
}

/// A claim as the verdict lists it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClaimLine {
    /// Its id, `C1`.
    pub id: String,
    /// FACT, INFER or ASSUME.
    pub label: debate::Label,
    /// Its status: open, accepted, contested or retracted (D-30). Absent at a panel, whose claim graph has what turns did to it: it is derived
    /// from words there, and nothing may be (P-40).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    /// Its text.
    pub text: String,
    /// Its authors.
    pub by: Vec<Name>,
    /// Ids of its sources.
    pub evidence: Vec<String>,
    /// Its kinds of evidence, strongest first; absent if evidence is not typed (E-01).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Kind>,
    /// Some kinds were assigned because the participant gave none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_assigned: bool,
    /// How it is known: opened, reported, recalled or reasoned (E-05).
    pub standing: Standing,
    /// Doubts about its stated evidence (E-05).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// The confidence that its evidence allows (E-02).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The mean confidence of its holders, by their latest statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<f64>,
    /// Ids of the claims it follows from, as stated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// Its critiques (E-03).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub critiques: Vec<CritiqueLine>,
    /// The result of its check; absent if nothing could be checked (O-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
}

/// A critique as the verdict lists it (E-03).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CritiqueLine {
    /// In which round.
    pub round: u32,
    /// The author.
    pub by: Name,
    /// The action: challenged, conceded, or other.
    pub act: Act,
    /// Assessment of the claim's evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assessment: Option<String>,
    /// Evidence against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter: Option<CounterLine>,
    /// A synthesis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synthesis: Option<String>,
}

/// Evidence against a claim as the verdict lists it (E-03).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CounterLine {
    /// Its text.
    pub text: String,
    /// Its strongest kind.
    pub kind: Kind,
    /// Ids of its sources.
    pub evidence: Vec<String>,
    /// Whether it is weaker than the claim's evidence at that time.
    pub is_weaker: bool,
}

/// A source as the verdict lists it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceLine {
    /// Its id, `E1`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: Option<String>,
    /// Participants who cited it.
    pub cited_by: Vec<Name>,
    /// Its kind of evidence; absent if evidence is not typed (E-01).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The kind was assigned because the participant gave none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_assigned: bool,
    /// The kind that its title suggests, if it differs from the given one (E-05).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads_as: Option<Kind>,
    /// Its origin: citation, attached, tool output or calculation (D-30).
    pub from: &'static str,
    /// How it is known: opened, reported or recalled (E-05).
    pub standing: Standing,
}

/// How many claims and sources were opened (E-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Opened {
    /// Claims whose passage was found, or returned by a tool.
    pub claims: usize,
    /// All claims with a source.
    pub of_claims: usize,
    /// Sources that are attached, or returned by a tool.
    pub sources: usize,
    /// All sources.
    pub of_sources: usize,
}

impl Opened {
    /// A description; none if no claim has a source.
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
