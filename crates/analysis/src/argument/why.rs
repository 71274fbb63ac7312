//! Why a debate was decided as it was, as far as its arguments tell: what the decision hangs on, and what would turn it.
//!
//! The decision is the debate's own; the graph stands beside it and may favour another option, which is said. Not here: how the decision was made.
use super::flip::{Search, flips};
use super::graph::{Graph, Node, Tie, What};
use super::strength::Scales;
use super::wording;
use crate::argument::thresholds::{LEAST_EFFECT, LEAST_LEAD};
use crate::evidence::checks::Check;
use debate::{Debate, Kind, Letter, Name};
use serde::Serialize;

/// What a decision hangs on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Why {
    /// The options, strongest first.
    pub options: Vec<OptionLine>,
    /// The id of the option that was decided for; absent where none was.
    pub decided: Option<String>,
    /// Which option the arguments favour.
    pub favoured: Favoured,
    /// By how much the option decided for, or where none was the one favoured, is stronger than the strongest other; below 0 where it is weaker.
    pub margin: f64,
    /// The reasons that bear on it, those first without which it would have least left.
    pub cruxes: Vec<Crux>,
    /// The smallest sets of reasons without which the arguments would no longer favour the option that they do.
    pub flips: Vec<Vec<String>>,
    /// How the search for them ended.
    pub search: Search,
    /// Whether anybody made a claim; else it is from positions and objections alone.
    pub has_claims: bool,
    /// Whether all strengths came to rest.
    pub is_settled: bool,
}

/// An option as it comes out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionLine {
    /// Its id, a letter.
    pub id: String,
    /// In whose words it stands.
    pub text: String,
    /// Who holds it, or argues it.
    pub by: Vec<Name>,
    /// How strong its reasons make it, 0…1.
    pub strength: f64,
}

/// Which option the arguments favour, beside the one that was decided for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Favoured {
    /// The same.
    Same,
    /// Another, or one where none was decided for: its id.
    Other(String),
    /// None: the strongest are level.
    Level,
    /// None: nothing was said for any.
    Nothing,
}

/// A reason that a decision hangs on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crux {
    /// Its id: a claim's, or `W1`, `O1` for the bare word or the objection of the first seat, or `C3/NAME` for what was brought against a claim.
    pub id: String,
    /// What it is.
    pub what: What,
    /// What it says.
    pub text: String,
    /// How strong it is by its evidence alone.
    pub base: f64,
    /// The kinds of its evidence, strongest first.
    pub kinds: Vec<Kind>,
    /// How strong it is with all that bears on it.
    pub strength: f64,
    /// Who says or holds it.
    pub by: Vec<Name>,
    /// Who stands against it.
    pub against: Vec<Name>,
    /// What would be left of the margin without it.
    pub margin_without: f64,
    /// By how much the margin would shrink; below 0 where it would grow.
    pub effect: f64,
    /// Whether without it the option would no longer be ahead.
    pub flips: bool,
    /// The question that would settle it.
    pub question: String,
    /// What would falsify it.
    pub falsifier: String,
}

impl Crux {
    /// What people know it by: a claim by its id, what has none by who says it: `north's position`, `south's objection`.
    pub fn called(&self) -> String {
        let by = self.by.first().map_or("somebody", Name::as_str);
        let claim = || self.id.split('/').next().unwrap_or_default();
        match self.what {
            What::Claim | What::Option => self.id.clone(),
            What::Word => format!("{by}'s position"),
            What::Objection => format!("{by}'s objection"),
            What::Counter => format!("what {by} brings against {}", claim()),
            What::Denial => format!("{by}'s denial of {}", claim()),
        }
    }
}

impl Why {
    /// What people know the reason of an id by.
    pub fn called(&self, id: &str) -> String {
        self.cruxes.iter().find(|it| it.id == id).map_or_else(|| id.to_owned(), Crux::called)
    }

    /// Why a debate was decided for the option of `decided`, weighing no more than `looks` reasons and looking at no more than so many sets
    /// of them.
    pub fn of(debate: &Debate, decided: Option<&Name>, looks: usize) -> Why {
        let graph = Graph::of(debate);
        let decided = decided.and_then(|it| graph.option_of(it));
        Why::of_graph(&graph, decided, looks)
    }

    /// The same for a decision on an option of the ballot; of an estimate, on the figure.
    pub fn of_option(debate: &Debate, decided: Option<Letter>, checks: &[Check], looks: usize) -> Why {
        let (graph, place) = Graph::deciding(debate, decided, checks);
        Why::of_graph(&graph, place, looks)
    }

    /// The same for any graph.
    pub fn of_graph(graph: &Graph, decided: Option<usize>, looks: usize) -> Why {
        let scales = Scales::new(graph);
        let whole = scales.whole();
        let leader = scales.leader(whole);
        let id = |place: usize| graph.node(place).map(|it| it.id.clone()).unwrap_or_default();
        let subject = decided.or(leader);
        let weighed = subject.map(|it| ranked(&scales, it, looks)).unwrap_or_default();
        let cruxes = subject.map(|it| cruxes(&scales, it, &weighed)).unwrap_or_default();
        let weighed = match leader {
            Some(it) if leader != subject => ranked(&scales, it, looks),
            Some(_) | None => weighed,
        };
        let weighed: Vec<usize> = weighed.into_iter().map(|(place, _)| place).collect();
        let found = leader.map(|it| flips(&scales, it, &weighed, looks));
        let mut options: Vec<usize> = graph.options().collect();
        options.sort_by(|a, b| whole.of(*b).total_cmp(&whole.of(*a)));
        let line = |(place, it): (usize, &Node)| OptionLine {
            id: it.id.clone(),
            text: it.text.clone(),
            by: it.by.clone(),
            strength: whole.of(place),
        };
        Why {
            options: options.iter().filter_map(|it| Some(line((*it, graph.node(*it)?)))).collect(),
            decided: decided.map(id),
            favoured: match leader {
                Some(it) if Some(it) == decided => Favoured::Same,
                Some(it) => Favoured::Other(id(it)),
                None if options.iter().all(|it| whole.of(*it) <= LEAST_LEAD) => Favoured::Nothing,
                None => Favoured::Level,
            },
            margin: subject.map_or(0.0, |it| scales.margin(whole, it)),
            cruxes,
            flips: found.iter().flat_map(|it| &it.sets).map(|it| it.iter().map(|it| id(*it)).collect()).collect(),
            search: match found {
                // A set may hold what was not weighed.
                Some(it) if it.search == Search::Complete && weighed.len() < graph.reasons().count() => Search::Budget,
                Some(it) => it.search,
                None => Search::Complete,
            },
            has_claims: graph.nodes().iter().any(|it| it.what == What::Claim),
            is_settled: whole.is_settled,
        }
    }

    /// The reasons without which the decision would be farther ahead, that first which costs it most, at most so many.
    pub fn obstacles(&self, most: usize) -> impl Iterator<Item = &Crux> {
        self.cruxes.iter().rev().filter(|it| it.effect < -LEAST_EFFECT).take(most)
    }

    /// Whether a claim says what kind of evidence it rests on.
    pub fn is_typed(&self) -> bool {
        self.cruxes.iter().any(|it| it.kinds.iter().any(|it| *it != Kind::Speculative))
    }

    /// The reasons that hold the decision up, at most so many.
    pub fn pillars(&self, most: usize) -> impl Iterator<Item = &Crux> {
        self.cruxes.iter().filter(|it| it.effect > LEAST_EFFECT).take(most)
    }
}

/// The reasons that bear on an option's margin, with what would be left of it without each: least first, then by id. Of more than `most` those are weighed
/// that are estimated to matter most.
fn ranked(scales: &Scales<'_>, option: usize, most: usize) -> Vec<(usize, f64)> {
    // `C2` comes before `C10`.
    let id = |place: usize| scales.graph.node(place).map(|it| (it.id.len(), &it.id));
    let mut reasons: Vec<usize> = scales.graph.reasons().collect();
    if reasons.len() > most {
        let estimates = scales.estimates(option);
        let matters = |place: usize| estimates.get(place).map_or(0.0, |it| it.abs());
        reasons.sort_by(|a, b| matters(*b).total_cmp(&matters(*a)).then_with(|| id(*a).cmp(&id(*b))));
        reasons.truncate(most);
    }
    let without = |place: usize| (place, scales.margin(&scales.without(&[place]), option));
    let mut ranked: Vec<(usize, f64)> = reasons.into_iter().map(without).collect();
    ranked.sort_by(|(a, left), (b, right)| left.total_cmp(right).then_with(|| id(*a).cmp(&id(*b))));
    ranked
}

fn cruxes(scales: &Scales<'_>, option: usize, ranked: &[(usize, f64)]) -> Vec<Crux> {
    let (graph, whole) = (scales.graph, scales.whole());
    let margin = scales.margin(whole, option);
    let has_rival = graph.options().count() > 1;
    let bearing = ranked.iter().copied().filter(|(_, left)| (margin - left).abs() > LEAST_EFFECT);
    let crux = |(place, left): (usize, f64)| {
        let node = graph.node(place)?;
        let attackers = graph.edges().iter().filter(|it| it.to == place && it.tie == Tie::Attacks);
        let mut against: Vec<Name> =
            attackers.filter_map(|it| graph.node(it.from)).flat_map(|it| it.by.clone()).collect();
        against.sort_unstable();
        against.dedup();
        Some(Crux {
            id: node.id.clone(),
            what: node.what,
            text: node.text.clone(),
            base: node.base,
            kinds: node.kinds.clone(),
            strength: whole.of(place),
            by: node.by.clone(),
            against,
            margin_without: left,
            effect: margin - left,
            flips: has_rival && margin > LEAST_LEAD && left <= LEAST_LEAD,
            question: wording::settling(node),
            falsifier: wording::falsifier(node),
        })
    };
    bearing.filter_map(crux).collect()
}
