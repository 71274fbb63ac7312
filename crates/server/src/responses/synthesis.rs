//! Agreement, disagreement, and what would settle it: extracted from the debate by rules, in the participants' own words.
//!
//! No model is involved, so it is free and deterministic. Not here: a judgement of arguments.
use super::consensus::{Unsettled, strings};
use super::cruxes::check_vote;
use super::decision::Decision;
use super::round::{Apart, Shared};
use super::words::names;
use crate::error::ApiError;
use crate::service::Snapshot;
use analysis::argument::{Edge, Graph, Scales, Tie};
use analysis::measure::summary::RoundSummary;
use debate::Debate;
use schemars::JsonSchema;
use serde::Serialize;

/// The synthesis of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Synthesis {
    /// The debate's id.
    pub id: String,
    /// The topic.
    pub topic: String,
    /// The result, as `get_consensus` returns it.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub decision: Decision,
    /// Positions of at least two participants in the last round with a turn.
    pub agreed: Vec<Shared>,
    /// Disagreements in that round.
    pub apart: Vec<Apart>,
    /// Open issues that affect the decision, each with the question that would settle it.
    pub unresolved: Vec<Unsettled>,
    /// The options, strongest first.
    pub options: Vec<Choice>,
    /// Falsifiers of the decision's reasons, and when to revisit it.
    pub would_change: Vec<String>,
}

/// An option with the strongest reasons for and against it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Choice {
    /// Its id, a letter.
    pub id: String,
    /// Its text; for an estimate, the pooled figure.
    pub headline: String,
    /// Its holders, and those who argue it.
    pub held_by: Vec<String>,
    /// Its strength by its reasons, 0 to 1.
    pub strength: f64,
    /// The strongest reason for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strongest_for: Option<Reason>,
    /// The strongest reason against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strongest_against: Option<Reason>,
}

/// A reason for or against an option.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Reason {
    /// Its id, `C1`.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Its authors or holders.
    pub by: Vec<String>,
    /// Its strength with all support and attack, 0 to 1.
    pub strength: f64,
}

impl Synthesis {
    /// The synthesis of a debate in its current state. A panel has none: nobody votes there (P-18).
    pub fn of(snapshot: &Snapshot) -> Result<Synthesis, ApiError> {
        let debate = &snapshot.debate;
        check_vote(debate)?;
        let verdict = snapshot.verdict();
        let last = debate.rounds.iter().rev().find(|it| !it.spoken.is_empty());
        let summary = last.and_then(|it| RoundSummary::of(debate, it.number));
        let (agreed, apart) = summary.map(|it| (it.agreements, it.disagreements)).unwrap_or_default();
        let unresolved = verdict.changes.cruxes.iter().map(|it| Unsettled {
            text: it.text.clone(),
            by: strings(&it.by),
            against: strings(&it.against),
            question: it.question.clone(),
        });
        let falsifiers = verdict.changes.falsifiers.iter().map(|it| {
            let flips = if it.flips { " (the arguments would then favour another option)" } else { "" };
            format!("{}: {}{flips}", it.called, it.falsifier)
        });
        Ok(Synthesis {
            id: debate.id.to_string(),
            topic: debate.topic.to_string(),
            decision: Decision::of(snapshot, verdict),
            agreed: agreed.iter().map(Shared::of).collect(),
            apart: apart.iter().map(Apart::of).collect(),
            unresolved: unresolved.collect(),
            options: choices(debate),
            would_change: falsifiers.chain(verdict.changes.revisit.iter().cloned()).collect(),
        })
    }

    /// As text.
    pub fn told(&self) -> String {
        let by = |all: &[String]| match all {
            [] => "nobody".to_owned(),
            all => names(all.iter().map(String::as_str)),
        };
        let told = self
            .decision
            .told(&self.id, None)
            .line("Extracted from the record by rules; no model was asked.")
            .each(&self.agreed, |told, it| told.quote(&format!("agreed by {}", by(&it.by)), &it.text));
        let told = told.each(&self.options, |told, it| {
            let reason = it.strongest_for.as_ref().map(|it| it.text.as_str());
            told.quote(&format!("option {}, held by {}", it.id, by(&it.held_by)), &it.headline)
                .quote_if(&format!("strongest reason for {}", it.id), reason)
        });
        told.each(&self.unresolved, |told, it| {
            told.quote("unresolved", &it.text).quote("would settle it", &it.question)
        })
        .each(&self.would_change, |told, it| told.quote("would change it", it))
        .text()
    }
}

/// The options of a debate, each with its strongest reasons for and against.
fn choices(debate: &Debate) -> Vec<Choice> {
    let graph = Graph::of(debate);
    let scales = Scales::new(&graph);
    let whole = scales.whole();
    let strongest = |option: usize, tie: Tie| {
        let weight = |it: &&Edge| whole.of(it.from) * it.weight;
        let edges = graph.edges().iter().filter(|it| it.to == option && it.tie == tie);
        let edge = edges.max_by(|a, b| weight(a).total_cmp(&weight(b)))?;
        let node = graph.node(edge.from)?;
        let (id, text) = (node.id.clone(), node.text.clone());
        Some(Reason { id, text, by: strings(&node.by), strength: whole.of(edge.from) })
    };
    let choice = |place: usize| {
        let node = graph.node(place)?;
        Some(Choice {
            id: node.id.clone(),
            headline: node.text.clone(),
            held_by: strings(&node.by),
            strength: whole.of(place),
            strongest_for: strongest(place, Tie::Supports),
            strongest_against: strongest(place, Tie::Attacks),
        })
    };
    let mut choices: Vec<Choice> = graph.options().filter_map(choice).collect();
    choices.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    choices
}
