//! Why a debate was decided as it was: the reasons that the decision depends on, and what would change it.
//!
//! The ballots decide; the graph is additional and may favour another option, which is reported. Not here: making the decision.
use super::flip::{Search, flips};
use super::graph::{Graph, Node, Tie, What, against};
use super::strength::Scales;
use super::wording;
use crate::argument::thresholds::{LEAST_EFFECT, LEAST_LEAD};
use crate::evidence::checks::Check;
use debate::{Debate, Kind, Letter, Name};
use serde::Serialize;

/// The explanation of a decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Why {
    /// The options, strongest first.
    pub options: Vec<OptionLine>,
    /// The id of the decided option; absent without a decision.
    pub decided: Option<String>,
    /// The option that the arguments favour.
    pub favoured: Favoured,
    /// The margin of the decided option, or of the favoured one without a decision, over the strongest other; negative if it is weaker.
    pub margin: f64,
    /// The reasons that affect it, smallest remaining margin first.
    pub cruxes: Vec<Crux>,
    /// The smallest sets of reasons whose removal changes the favoured option.
    pub flips: Vec<Vec<String>>,
    /// How the search for them ended.
    pub search: Search,
    /// Whether there are claims; otherwise only positions and objections count.
    pub has_claims: bool,
    /// Whether all strengths converged.
    pub is_settled: bool,
}

/// An option with its strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OptionLine {
    /// Its id, a letter.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Participants who hold or argue it.
    pub by: Vec<Name>,
    /// Its strength, 0…1.
    pub strength: f64,
}

/// The favoured option relative to the decided one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Favoured {
    /// The decided option.
    Same,
    /// Another option, or one without a decision: its id.
    Other(String),
    /// None: the strongest are level.
    Level,
    /// None: there are no arguments.
    Nothing,
}

/// A reason that a decision depends on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crux {
    /// Its id: that of a claim, `W1` or `O1` for the position or the objection of the first seat, or `C3/NAME` for counter-evidence to a
    /// claim.
    pub id: String,
    /// Its kind.
    pub what: What,
    /// Its text.
    pub text: String,
    /// Its base score, from its evidence alone.
    pub base: f64,
    /// The kinds of its evidence, strongest first.
    pub kinds: Vec<Kind>,
    /// Its strength within the graph.
    pub strength: f64,
    /// Participants who state or hold it.
    pub by: Vec<Name>,
    /// Participants against it.
    pub against: Vec<Name>,
    /// The margin without it.
    pub margin_without: f64,
    /// The decrease of the margin without it; negative for an increase.
    pub effect: f64,
    /// Whether the option would lose its lead without it.
    pub flips: bool,
    /// A question that would settle it.
    pub question: String,
    /// Findings that would falsify it.
    pub falsifier: String,
}

impl Crux {
    /// Its display name: a claim by id, otherwise by author: `north's position`, `south's objection`.
    pub fn called(&self) -> String {
        let by = self.by.first().map_or("somebody", Name::as_str);
        let claim = || against(&self.id).unwrap_or(&self.id);
        match self.what {
            What::Claim | What::Option => self.id.clone(),
            What::Word => format!("{by}'s position"),
            What::Objection => format!("{by}'s objection"),
            What::Counter => format!("what {by} brings against {}", claim()),
            What::Denial => format!("{by}'s denial of {}", claim()),
        }
    }
}

impl Crux {
    /// What would settle it, in a few words that do not repeat it.
    pub fn settled_by(&self) -> String {
        wording::settled_by(self)
    }
}

impl Why {
    /// The display name of the reason with this id.
    pub fn called(&self, id: &str) -> String {
        self.cruxes.iter().find(|it| it.id == id).map_or_else(|| id.to_owned(), Crux::called)
    }

    /// Explains the decision for the option of `decided`; evaluates at most `looks` reasons and as many sets.
    pub fn of(debate: &Debate, decided: Option<&Name>, looks: usize) -> Why {
        let graph = Graph::of(debate);
        let decided = decided.and_then(|it| graph.option_of(it));
        Why::of_graph(&graph, decided, looks)
    }

    /// The same for an option of the ballot, or the figure of an estimate.
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
                // A set may contain reasons that were not evaluated.
                Some(it) if it.search == Search::Complete && weighed.len() < graph.reasons().count() => Search::Budget,
                Some(it) => it.search,
                None => Search::Complete,
            },
            has_claims: graph.nodes().iter().any(|it| it.what == What::Claim),
            is_settled: whole.is_settled,
        }
    }

    /// The reasons whose removal would increase the margin, largest effect first, at most so many.
    pub fn obstacles(&self, most: usize) -> impl Iterator<Item = &Crux> {
        self.cruxes.iter().rev().filter(|it| it.effect < -LEAST_EFFECT).take(most)
    }

    /// Whether a claim states its kind of evidence.
    pub fn is_typed(&self) -> bool {
        self.cruxes.iter().any(|it| it.kinds.iter().any(|it| *it != Kind::Speculative))
    }

    /// The reasons that support the decision, at most so many.
    pub fn pillars(&self, most: usize) -> impl Iterator<Item = &Crux> {
        self.cruxes.iter().filter(|it| it.effect > LEAST_EFFECT).take(most)
    }
}

/// The reasons that affect an option's margin, with the margin without each: smallest first, then by id. Of more than `most`, those with
/// the largest estimated effect.
fn ranked(scales: &Scales<'_>, option: usize, most: usize) -> Vec<(usize, f64)> {
    // Sorts `C2` before `C10`.
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
