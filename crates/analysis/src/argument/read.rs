//! Builds the argument graph of a debate from ids and fields.
//!
//! The top nodes are the options of the ballot (B-16); for an estimate, the pooled figure; at a panel, the closing positions. A claim
//! supports, in equal parts, the options that its holders held when they last stated or supported it, so that a claim of all sides favours
//! none. A participant with an assigned side speaks for that side. A claim supports the claim that names it, or that it is named in support
//! of. Contradicting claims attack each other. A denial attacks a claim with its counter-evidence, or as a bare denial if there is neither
//! counter-evidence nor a contradicting claim of that participant. A blocking participant's objection attacks the option. A position
//! without a claim is a bare word.
use super::graph::{Graph, Node, Tie, What};
use crate::argument::thresholds::{DIRECT, OPTION_BASE, PREMISE};
use crate::ballots::{self, Count};
use crate::evidence::backing::{self, Weights};
use crate::evidence::checks::{self, Check, CheckResult};
use crate::evidence::thresholds::UNOPENED_MOST;
use debate::ballot::{Ballot, OnOption};
use debate::event::RoundKind;
use debate::state::ResolvedBallot;
use debate::state::registry::{
    ClaimAction, ClaimEvent, ClaimRecord, ClaimStance, ClaimState, Countered, Registry, Status, id, ids, place,
};
use debate::{Act, Consent, Debate, Horizon, Kind, Letter, Name, Spoken, Stance};
use std::collections::BTreeMap;

impl Graph {
    /// The graph of the whole debate.
    pub fn of(debate: &Debate) -> Graph {
        Reader::new(debate, &checks::of(debate)).read(None).0
    }

    /// The same, with the index of the decided option or figure. `checks` are the results of checking its claims.
    pub fn deciding(debate: &Debate, option: Option<Letter>, checks: &[Check]) -> (Graph, Option<usize>) {
        Reader::new(debate, checks).read(option)
    }

    /// The index of the option that a participant holds or argues.
    pub fn option_of(&self, name: &Name) -> Option<usize> {
        self.options().find(|it| self.node(*it).is_some_and(|it| it.by.contains(name)))
    }
}

struct Reader<'a> {
    debate: &'a Debate,
    checks: &'a [Check],
    /// The weights of kinds of evidence in this debate (E-04).
    weights: Weights,
    spoken: Vec<&'a Spoken>,
    graph: Graph,
    /// The claims in the graph, with their state.
    claims: Vec<(usize, &'a ClaimRecord, ClaimState<'a>)>,
    /// The option that a participant spoke for in a round.
    spoke_for: BTreeMap<(&'a Name, u32), usize>,
}

impl<'a> Reader<'a> {
    fn new(debate: &'a Debate, checks: &'a [Check]) -> Reader<'a> {
        let spoken = ballots::FinalTurns::of(debate).map(|it| it.spoken).unwrap_or_default();
        let claims = debate.registry.claims.iter().enumerate();
        let claims = claims.filter_map(|(place, it)| Some((place, it, it.after(u32::MAX)?)));
        let is_in = |standing: &ClaimState<'_>| {
            let is_taken_up = |(_, it): &(&Name, ClaimStance)| *it != ClaimStance::Withdrew;
            standing.status != Status::Retracted && standing.stands.iter().any(is_taken_up)
        };
        let claims = claims.filter(|(_, _, it)| is_in(it)).collect();
        let (graph, spoke_for, weights) = (Graph::default(), BTreeMap::new(), Weights::of_debate(debate));
        Reader { debate, checks, weights, spoken, graph, claims, spoke_for }
    }

    /// The graph, and the index of the decision.
    fn read(mut self, decided: Option<Letter>) -> (Graph, Option<usize>) {
        let decided = self.options(decided);
        self.claims();
        self.denials();
        self.bare();
        (self.graph, decided)
    }

    fn registry(&self) -> &'a Registry {
        &self.debate.registry
    }

    fn confidence(&self, kinds: &[Kind]) -> f64 {
        backing::confidence(kinds, &self.weights)
    }

    /// Adds the options with their holders; returns the index of the decided one.
    fn options(&mut self, decided: Option<Letter>) -> Option<usize> {
        let options = match &self.debate.ballot {
            Some(Ballot::Estimate { unit }) => self.figure(unit).into_iter().collect(),
            Some(Ballot::YesNo | Ballot::Choice { .. } | Ballot::Open) => self.ballot(decided),
            None => self.closings(),
        };
        for (id, text, by) in options {
            self.graph.add(Node { by, ..Node::new(&id, What::Option, &text, OPTION_BASE) });
        }
        for round in &self.debate.rounds {
            for it in &round.spoken {
                // A take concerns one aspect; its claims support the speaker's overall position (P-10).
                let is_take = round.kind == RoundKind::Take || self.debate.ballot.is_none();
                let side = if is_take { self.graph.option_of(&it.by) } else { self.side(it) };
                self.spoke_for.extend(side.map(|option| ((&it.by, round.number), option)));
            }
        }
        let is_figure = matches!(self.debate.ballot, Some(Ballot::Estimate { .. }));
        decided
            .and_then(|it| self.graph.place(&it.to_string()))
            .or_else(|| self.graph.options().next().filter(|_| is_figure))
    }

    /// The held or argued options, and the decided one.
    fn ballot(&self, decided: Option<Letter>) -> Vec<(String, String, Vec<Name>)> {
        let live = self.debate.options_at(Horizon::Now).into_iter().filter(|(_, it)| it.merged.is_none());
        let options = live.map(|(letter, it)| {
            let stands = |it: &&&Spoken| {
                self.debate.held(it).and_then(ResolvedBallot::option).or_else(|| self.argued(it)) == Some(letter)
            };
            let by: Vec<Name> = self.spoken.iter().filter(stands).map(|it| it.by.clone()).collect();
            (letter, it.headline, by)
        });
        let is_in = |(letter, _, by): &(Letter, String, Vec<Name>)| !by.is_empty() || Some(*letter) == decided;
        options.filter(is_in).map(|(letter, text, by)| (letter.to_string(), text, by)).collect()
    }

    /// The assigned side that a turn argues: an option of a yes/no ballot.
    fn argued(&self, spoken: &Spoken) -> Option<Letter> {
        match (&self.debate.ballot, spoken.turn.stance) {
            (Some(Ballot::YesNo), Some(Stance::Yes)) => Some(Letter::at(0)),
            (Some(Ballot::YesNo), Some(Stance::No)) => Some(Letter::at(1)),
            (_, _) => None,
        }
    }

    /// The pooled figure of estimates.
    fn figure(&self, unit: &str) -> Option<(String, String, Vec<Name>)> {
        let standing = ballots::FinalTurns::of(self.debate)?;
        let pooled = Count::of_final(self.debate, &standing).pooled_estimate()?;
        let by = standing.spoken.iter().filter(|it| self.debate.held(it).is_some()).map(|it| it.by.clone()).collect();
        Some((Letter::at(0).to_string(), format!("about {} {unit}", crate::decision::verdict::figure(pooled.best)), by))
    }

    /// Closing positions of a panel; equal texts are one.
    fn closings(&self) -> Vec<(String, String, Vec<Name>)> {
        let mut options: Vec<(String, Vec<Name>)> = Vec::new();
        for (spoken, position) in self.spoken.iter().filter_map(|it| Some((it, it.turn.position.as_ref()?))) {
            match options.iter_mut().find(|(text, _)| text == position) {
                Some((_, by)) => by.push(spoken.by.clone()),
                None => options.push((position.clone(), vec![spoken.by.clone()])),
            }
        }
        let lettered = options.into_iter().enumerate();
        lettered.map(|(at, (text, by))| (Letter::at(at).to_string(), text, by)).collect()
    }

    /// The option that a turn holds or argues.
    fn side(&self, spoken: &Spoken) -> Option<usize> {
        match self.debate.held(spoken) {
            Some(ResolvedBallot::Estimate(_)) => self.graph.options().next(),
            Some(ResolvedBallot::Option(letter)) => self.graph.place(&letter.to_string()),
            None => self.graph.place(&self.argued(spoken)?.to_string()),
        }
    }

    fn claims(&mut self) {
        for (place, known, standing) in &self.claims {
            let check = self.checks.get(*place);
            let verdict = check.map_or(CheckResult::Unchecked, |it| it.verdict);
            let kinds = backing::left(self.registry(), known, verdict);
            let worth = backing::worth(self.registry(), known, check, &self.weights);
            let by: Vec<Name> = held(standing).cloned().collect();
            let node = Node::new(&id('C', *place), What::Claim, &known.text, worth);
            let at = self.graph.add(Node { kinds, by, ..node });
            let sides = held(standing).filter_map(|it| self.spoke_for.get(&(it, said(known, it)?)));
            let options: Vec<usize> = sides.copied().collect();
            options.into_iter().for_each(|it| self.graph.tie(at, it, Tie::Supports, DIRECT));
        }
        for (place, known, standing) in &self.claims {
            let Some(at) = self.graph.place(&id('C', *place)) else { continue };
            for premise in premises(self.registry(), known) {
                if let Some(from) =
                    self.graph.place(&id('C', premise)).filter(|_| !standing.opposing.contains(&premise))
                {
                    self.graph.tie(from, at, Tie::Supports, PREMISE);
                }
            }
            for other in &standing.opposing {
                if let Some(from) = self.graph.place(&id('C', *other)) {
                    self.graph.tie(from, at, Tie::Attacks, DIRECT);
                }
            }
        }
    }

    fn denials(&mut self) {
        for (place, known, standing) in &self.claims {
            let Some(at) = self.graph.place(&id('C', *place)) else { continue };
            for name in standing.denying() {
                let counter = denial(known, name).and_then(|it| it.critique.as_ref()?.counter.as_ref());
                let is_against = |other: &&usize| {
                    let at = self.claims.binary_search_by_key(*other, |(place, _, _)| *place);
                    let standing = at.ok().and_then(|it| self.claims.get(it)).map(|(_, _, it)| it);
                    standing.is_some_and(|it| held(it).any(|it| it == name))
                };
                if counter.is_none() && standing.opposing.iter().any(|it| is_against(&it)) {
                    continue;
                }
                let (what, text, kinds) = match counter {
                    Some(it) => (What::Counter, it.text.clone(), countered(self.registry(), it)),
                    None => (What::Denial, format!("{name} denies it"), vec![Kind::Speculative]),
                };
                let is_open = |it: &usize| self.registry().evidence.get(*it).is_some_and(|it| it.kind.is_open());
                let sources = counter.map(|it| it.sources.as_slice()).unwrap_or_default();
                let most = if sources.is_empty() || sources.iter().any(is_open) { 1.0 } else { UNOPENED_MOST };
                let worth = self.confidence(&kinds).min(most);
                let node = Node::new(&format!("{}/{name}", id('C', *place)), what, &text, worth);
                let from = self.graph.add(Node { kinds, by: vec![name.clone()], ..node });
                self.graph.tie(from, at, Tie::Attacks, DIRECT);
            }
        }
    }

    /// Adds nodes without evidence: positions without a claim, and objections to blocked options.
    fn bare(&mut self) {
        let debate = self.debate;
        for it in std::mem::take(&mut self.spoken) {
            let own = self.graph.option_of(&it.by);
            let gives_claims = self.claims.iter().any(|(_, _, standing)| held(standing).any(|name| *name == it.by));
            let said = it.turn.position.as_ref().or(it.turn.reasoning.as_ref());
            if let (Some(option), Some(said), false) = (own, said, gives_claims) {
                self.word(&format!("W{}", it.seat + 1), What::Word, said, it, (option, Tie::Supports));
            }
            let blocked = it.turn.others.iter().filter(|it| it.stand == Consent::Blocker);
            for (at, OnOption { option, why, .. }) in blocked.enumerate() {
                let place = self.graph.place(&debate.resolved(*option).to_string());
                let id = if at == 0 { format!("O{}", it.seat + 1) } else { format!("O{}.{}", it.seat + 1, at + 1) };
                if let Some((place, why)) = place.zip(why.as_ref()) {
                    self.word(&id, What::Objection, why, it, (place, Tie::Attacks));
                }
            }
        }
    }

    fn word(&mut self, id: &str, what: What, text: &str, by: &Spoken, (option, tie): (usize, Tie)) {
        let kinds = vec![Kind::Speculative];
        let node = Node::new(id, what, &debate::text::one_line(text), self.confidence(&kinds));
        let from = self.graph.add(Node { kinds, by: vec![by.by.clone()], ..node });
        self.graph.tie(from, option, tie, DIRECT);
    }
}

/// Participants who state or support a claim; conceding it does not count.
fn held<'a>(standing: &'a ClaimState<'a>) -> impl Iterator<Item = &'a Name> {
    standing.stands.iter().filter(|(_, it)| *it == ClaimStance::Holds).map(|(name, _)| *name)
}

/// The last round in which a participant stated or supported a claim.
fn said(known: &ClaimRecord, name: &Name) -> Option<u32> {
    let is_for = |it: &ClaimEvent| match it.action {
        ClaimAction::Stated(_) | ClaimAction::Moved(Act::Support | Act::Qualify) => true,
        ClaimAction::Moved(Act::Challenge | Act::Concede | Act::Retract) => false,
    };
    known.touches.iter().rev().find(|it| it.by == *name && is_for(it)).map(|it| it.round)
}

/// A participant's last denial of a claim.
fn denial<'a>(known: &'a ClaimRecord, name: &Name) -> Option<&'a ClaimEvent> {
    let mut touches = known.touches.iter().rev().filter(|it| it.by == *name);
    touches.find(|it| it.action == ClaimAction::Moved(Act::Challenge))
}

/// The kinds of counter-evidence, strongest first.
fn countered(registry: &Registry, counter: &Countered) -> Vec<Kind> {
    let cited = counter.sources.iter().filter_map(|it| registry.evidence.get(*it)?.rests);
    let mut kinds: Vec<Kind> = cited.collect();
    if !counter.kind.needs_source() && !kinds.contains(&counter.kind) {
        kinds.push(counter.kind);
    }
    if kinds.is_empty() {
        kinds.push(Kind::Speculative);
    }
    kinds.sort_unstable();
    kinds
}

/// Indices of the claims that a claim, or a support of it, names.
fn premises(registry: &Registry, known: &ClaimRecord) -> Vec<usize> {
    let supporting = known.touches.iter().filter(|it| it.action == ClaimAction::Moved(Act::Support));
    let grounds = supporting.filter_map(|it| it.why.as_ref()).flat_map(|it| named(registry, it));
    known.from.iter().copied().chain(grounds).collect()
}

/// Indices of the claims that a text names by id.
fn named(registry: &Registry, text: &str) -> Vec<usize> {
    let places = ids('C', text).filter_map(|it| place('C', it));
    places.filter(|it| *it < registry.claims.len()).collect()
}
