//! What happened after debates, and what was learned (L-02 … L-07).
use super::value;
use crate::service::Aftermath;
use analysis::decision::verdict::LearnedUse;
use analysis::learning::{Applied, Calibration, DomainKnown, KindWeight, Learned as Known, Recorded};
use exports::report::{Surface, postmortem};
use exports::times;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A recorded outcome.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct OutcomeView {
    /// Its number.
    pub number: u64,
    /// When it was recorded, as RFC 3339.
    pub recorded: String,
    /// Everything in a line.
    pub says: String,
    /// Its fields, as they were given.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    #[schema(value_type = Object)]
    pub outcome: Value,
}

/// The outcomes of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct Outcomes {
    /// The debate's id.
    pub id: String,
    /// The outcomes, oldest first.
    pub outcomes: Vec<OutcomeView>,
    /// The day on which its decision is to be revisited, as RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revisit_on: Option<String>,
    /// Whether a post-mortem has learned from them.
    pub has_postmortem: bool,
}

impl Outcomes {
    /// The outcomes of a debate.
    pub fn of(after: &Aftermath) -> Outcomes {
        let view = |it: &Recorded| OutcomeView {
            number: it.number,
            recorded: times::written(it.at),
            says: postmortem::outcome(&after.debate, it),
            outcome: value(&it.outcome),
        };
        Outcomes {
            id: after.debate.id.to_string(),
            outcomes: after.known.outcomes.iter().map(view).collect(),
            revisit_on: after.known.revisit_on.map(times::written),
            has_postmortem: after.known.postmortem.is_some(),
        }
    }
}

/// An update of what is known.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct UpdateView {
    /// Its number.
    pub number: u64,
    /// What changed, from what to what, and why, in a line.
    pub says: String,
    /// Its fields.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    #[schema(value_type = Object)]
    pub update: Value,
    /// Whether it no longer counts.
    pub is_reverted: bool,
}

impl UpdateView {
    fn of(it: &Applied) -> UpdateView {
        let (number, is_reverted) = (it.number, it.reverted.is_some());
        UpdateView { number, says: postmortem::update(it), update: value(&it.update), is_reverted }
    }
}

/// The post-mortem of a debate.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct PostmortemView {
    /// The debate's id.
    pub id: String,
    /// When it was closed, as RFC 3339.
    pub closed: String,
    /// Its fields: what was decided, what proved right, what held, who was right when, lessons.
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    #[schema(value_type = Object)]
    pub postmortem: Value,
    /// Its updates, in their order.
    pub updates: Vec<UpdateView>,
    /// Whether outcomes were added or removed after it; a post-mortem with `again` replaces it.
    pub is_stale: bool,
    /// The report, in Markdown.
    pub report: String,
}

impl PostmortemView {
    /// The post-mortem of a debate; none before it is closed.
    pub fn of(after: &Aftermath) -> Option<PostmortemView> {
        let Aftermath { debate, known, learned, now } = after;
        let (at, closed) = known.postmortem.as_ref()?;
        let updates: Vec<&Applied> = learned.updates.iter().filter(|it| closed.updates.contains(&it.number)).collect();
        let models = debate.participants.iter().map(|it| (it.model.as_str(), it.family.as_str()));
        let next = learned.rules(&closed.domain, models, *now);
        let next = next.map(|it| LearnedUse::in_domain(closed.domain.clone(), it));
        let domain = learned.domain(&closed.domain, *now);
        let report = postmortem::report(&postmortem::Input {
            debate,
            outcomes: &known.outcomes,
            postmortem: closed,
            updates: &updates,
            domain: &domain,
            next: next.as_ref(),
            is_stale: known.is_stale,
            surface: Surface::Service,
        });
        Some(PostmortemView {
            id: debate.id.to_string(),
            closed: times::written(*at),
            postmortem: value(closed),
            updates: updates.into_iter().map(UpdateView::of).collect(),
            is_stale: known.is_stale,
            report: report.markdown(),
        })
    }
}

/// What outcomes taught.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct Learning {
    /// Its version: it grows with each update.
    pub version: u64,
    /// The domains.
    pub domains: Vec<DomainView>,
}

/// What is known of a domain.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, ToSchema)]
pub struct DomainView {
    /// Its name.
    pub name: String,
    /// Weights of kinds of evidence with a case: `kind`, `mean`, the 90% interval from `low` to `high` given the `prior`, `projects`, and the
    /// share of the cases `alone`.
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    #[schema(value_type = Vec<Object>)]
    pub evidence: Vec<Value>,
    /// Models with a judged ballot: how many were `right` of `cases`, `mean` accuracy with its interval, `brier` and `log_score`.
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    #[schema(value_type = Vec<Object>)]
    pub models: Vec<Value>,
    /// Questions to answer first: `text`, `priority`, how many post-mortems `missed` it, `effectiveness` with its interval.
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    #[schema(value_type = Vec<Object>)]
    pub questions: Vec<Value>,
    /// Skills that no participant had, most missed first.
    pub skills: Vec<String>,
    /// How many debates further rounds `helped`, `hurt` and left `unchanged`; absent without a case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    #[schema(value_type = Object, nullable = false)]
    pub rounds: Option<Value>,
    /// Imported accuracy by `family` of models.
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    #[schema(value_type = Vec<Object>)]
    pub families: Vec<Value>,
}

impl Learning {
    /// What is known at this time of all domains, or of one.
    pub fn of(known: &Known, domain: Option<&str>, now: u64) -> Learning {
        let names = known.domains().into_iter().filter(|it| domain.is_none_or(|only| only == *it));
        Learning { version: known.version, domains: names.map(|it| DomainView::of(&known.domain(it, now))).collect() }
    }
}

impl DomainView {
    fn of(known: &DomainKnown) -> DomainView {
        let evidence = known.evidence.iter().filter(|it: &&KindWeight| it.projects > 0);
        DomainView {
            name: known.name.clone(),
            evidence: evidence.map(value).collect(),
            models: known.models.iter().map(|it: &Calibration| value(it)).collect(),
            questions: known.questions.iter().map(value).collect(),
            skills: known.skills.iter().map(|it| it.name.clone()).collect(),
            rounds: known.rounds.as_ref().map(value),
            families: known.families.iter().map(value).collect(),
        }
    }
}
