//! Parts of a debate as they are sent: pages, rounds, turns, the graph.
use crate::say::{Listed, Session};
use crate::setup::{ChosenSetting, Recipient};
use analysis::argument::{Graph, Scales, Tie};
use analysis::measure::summary::RoundSummary;
use debate::{Debate, Round, Spoken};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A debate that was begun.
#[derive(Serialize, ToSchema)]
pub(super) struct Begun {
    /// How it stands.
    #[serde(flatten)]
    pub(super) session: Session,
    /// Who chose the ballot: `request` where the request gives it, `topic` where it was read from the topic; absent of a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) ballot_from: Option<&'static str>,
    /// What it may cost in US dollars if every round is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) estimate_usd: Option<f64>,
    /// How many calls it takes as a rule, of a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) calls_usual: Option<u64>,
    /// How many calls it takes if every pair goes into a room, of a panel.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) calls_most: Option<u64>,
    /// Every host that is sent anything of it; none where every participant is of the server itself, and where it was asked for before.
    pub(super) sends_to: Vec<Recipient>,
    /// Settings that somebody has chosen, and who: the `request`, or the `server`; none of a panel, and where it was asked for before.
    pub(super) settings: Vec<ChosenSetting>,
    /// What the caller should know.
    pub(super) notes: Vec<String>,
}

/// Some debates.
#[derive(Serialize, ToSchema)]
pub(super) struct Page {
    /// Newest first.
    pub(super) debates: Vec<Listed>,
    /// The `cursor` of those that follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) next: Option<String>,
}

/// Something said that matches.
#[derive(Serialize, ToSchema)]
pub(super) struct Hit {
    /// In which debate.
    pub(super) debate: String,
    /// By which event of it.
    pub(super) event: u64,
    /// What it is: `topic`, `position` or `claim`.
    pub(super) what: &'static str,
    /// Who said it; nobody said a topic.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) by: Option<String>,
    /// In which round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) round: Option<u32>,
    /// The words around the match.
    pub(super) text: String,
    /// Where in `text` it matches: byte offsets from and to.
    #[schema(value_type = Vec<Vec<u64>>)]
    pub(super) marks: Vec<[usize; 2]>,
    /// When the debate was opened, in milliseconds since 1970.
    pub(super) opened_at: u64,
    /// The same as RFC 3339 has it.
    #[schema(format = DateTime)]
    pub(super) opened: String,
}

/// What was found, best first.
#[derive(Serialize, ToSchema)]
pub(super) struct Hits {
    /// Best first.
    pub(super) hits: Vec<Hit>,
}

/// A round in a list.
#[derive(Serialize, ToSchema)]
pub(super) struct RoundLine {
    /// Its number, from 1.
    round: u32,
    /// What kind of round.
    #[schema(value_type = String)]
    kind: Value,
    /// Who spoke, by seat.
    spoken: Vec<String>,
    /// Who has no turn, by seat.
    lost: Vec<String>,
    /// The question that every answer of it must answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    focus: Option<String>,
}

impl RoundLine {
    pub(super) fn of(round: &Round) -> RoundLine {
        RoundLine {
            round: round.number,
            kind: value(&round.kind),
            spoken: round.spoken.iter().map(|it| it.by.to_string()).collect(),
            lost: round.failed.iter().map(|it| it.by.to_string()).collect(),
            focus: round.focus.clone(),
        }
    }
}

/// The rounds of a debate.
#[derive(Serialize, ToSchema)]
pub(super) struct Rounds {
    /// In order.
    pub(super) rounds: Vec<RoundLine>,
}

/// A round with all that was said in it.
#[derive(Serialize, ToSchema)]
pub(super) struct RoundView {
    #[serde(flatten)]
    line: RoundLine,
    /// Every turn, by seat.
    turns: Vec<TurnView>,
    /// Why turns were lost.
    losses: Vec<Loss>,
    /// The round summed up: agreements, disagreements, what was measured (E-20, E-22).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, nullable = false)]
    summary: Option<Value>,
}

impl RoundView {
    pub(super) fn of(debate: &Debate, round: &Round) -> RoundView {
        let loss =
            |it: &debate::state::Failed| Loss { by: it.by.to_string(), why: value(&it.why), detail: it.detail.clone() };
        RoundView {
            line: RoundLine::of(round),
            turns: round.spoken.iter().map(TurnView::of).collect(),
            losses: round.failed.iter().map(loss).collect(),
            summary: RoundSummary::of(debate, round.number).map(|it| value(&it)),
        }
    }
}

/// A turn that was lost.
#[derive(Serialize, ToSchema)]
pub(super) struct Loss {
    /// Whose.
    by: String,
    /// Why.
    #[schema(value_type = String)]
    why: Value,
    /// In whose words.
    detail: String,
}

/// A turn.
#[derive(Serialize, ToSchema)]
pub(super) struct TurnView {
    /// Who spoke.
    by: String,
    /// What was said, as far as it could be read: ballot, others, terms, on_terms, because, position, claims and so on.
    #[schema(value_type = Object)]
    turn: Value,
    /// What was wrong with it.
    #[schema(value_type = Vec<Object>)]
    flaws: Value,
    /// What it consumed.
    #[schema(value_type = Object)]
    usage: Value,
    /// How long it took, in milliseconds.
    took_ms: u64,
}

impl TurnView {
    pub(super) fn of(spoken: &Spoken) -> TurnView {
        TurnView {
            by: spoken.by.to_string(),
            turn: value(&spoken.turn),
            flaws: value(&spoken.flaws),
            usage: value(&spoken.usage),
            took_ms: spoken.took,
        }
    }
}

/// The arguments of a debate as a graph.
#[derive(Serialize, ToSchema)]
pub(super) struct GraphView {
    /// Options of the ballot, claims, objections, counters.
    nodes: Vec<NodeView>,
    /// What bears on what.
    edges: Vec<EdgeView>,
}

/// Something that is argued for, with, or against.
#[derive(Serialize, ToSchema)]
pub(super) struct NodeView {
    /// Its id: `C3`, for an option a letter.
    id: String,
    /// What it is.
    #[schema(value_type = String)]
    what: Value,
    /// What it says.
    text: String,
    /// How strong it is by itself, 0 to 1.
    base: f64,
    /// How strong it is with all that bears on it, 0 to 1.
    strength: f64,
    /// The kinds of evidence it rests on, strongest first.
    #[schema(value_type = Vec<String>)]
    kinds: Value,
    /// Who says or holds it.
    by: Vec<String>,
}

/// How one node bears on another.
#[derive(Serialize, ToSchema)]
pub(super) struct EdgeView {
    /// What bears, by id.
    from: String,
    /// On what, by id.
    to: String,
    /// How: `supports` or `attacks`.
    tie: &'static str,
    /// How much, 0 to 1.
    weight: f64,
}

impl GraphView {
    pub(super) fn of(debate: &Debate) -> GraphView {
        let graph = Graph::of(debate);
        let scales = Scales::new(&graph);
        let nodes = graph.nodes().iter().enumerate().map(|(place, it)| NodeView {
            id: it.id.clone(),
            what: value(&it.what),
            text: it.text.clone(),
            base: it.base,
            strength: scales.whole().of(place),
            kinds: value(&it.kinds),
            by: it.by.iter().map(ToString::to_string).collect(),
        });
        let id = |place: usize| graph.node(place).map(|it| it.id.clone()).unwrap_or_default();
        let edges = graph.edges().iter().map(|it| EdgeView {
            from: id(it.from),
            to: id(it.to),
            tie: match it.tie {
                Tie::Supports => "supports",
                Tie::Attacks => "attacks",
            },
            weight: it.weight,
        });
        GraphView { nodes: nodes.collect(), edges: edges.collect() }
    }
}

/// A mode.
#[derive(Serialize, ToSchema)]
pub(super) struct Mode {
    /// How it is named in `mode`.
    name: &'static str,
    /// What it does.
    summary: &'static str,
    /// Whether it is played when nobody says which.
    is_default: bool,
}

/// The modes there are.
#[derive(Serialize, ToSchema)]
pub(super) struct Modes {
    modes: Vec<Mode>,
}

impl Modes {
    pub(super) fn all() -> Modes {
        let usual = formats::modes::DEFAULT.name();
        let mode = |name, summary| Mode { name, summary, is_default: name == usual };
        Modes { modes: formats::modes::ALL.iter().map(|it| mode(it.name(), it.summary())).collect() }
    }
}

/// Those who could sit at a table.
#[derive(Serialize, ToSchema)]
pub(super) struct Agents {
    /// In the order in which they are seated.
    pub(super) agents: Vec<crate::Agent>,
}

/// As JSON. What is written here has no keys but strings, so that can't fail.
pub(super) fn value(it: &impl Serialize) -> Value {
    serde_json::to_value(it).unwrap_or_default()
}
