//! The graph of a debate: who holds, grounds, denies and objects to what, as far as ids and fields tell.
//!
//! A claim supports the options of those who hold it, each as much: what all sides hold speaks for none of them. Whoever has changed sides since
//! saying it has said it for the side left: has gone over to what contradicts it, or joined others who hold something else. Who holds alone
//! what can't be told to be another thing has put it otherwise. A claim that another one names, or that is
//! named when another is supported, supports that one. Claims that stand against each other attack each other. Whoever denies a claim attacks it with the
//! counter-evidence brought, and with a denial that rests on nothing where there is none and no claim of theirs stands against it. An objection is
//! to what is on the table: the option that most hold, where one is. Whoever gives no claim for a position gives a word that rests on nothing.
//!
//! What nobody holds any more is not in it, unless it was decided on. Who argues a side that was assigned counts as an argument, not as a head: its claims support the option that
//! says the same, or one of their own that nobody holds.
use super::graph::{Graph, Node, Tie, What};
use crate::backing::{self, Weights};
use crate::checks::{self, Check, Outcome};
use crate::exit;
use crate::lexical;
use crate::positions::{self, Reading, Relation};
use crate::thresholds::{DIRECT, OPTION_BASE, PREMISE};
use debate::event::RoundKind;
use debate::state::registry::{Countered, Deed, Known, Registry, Stand, Standing, Status, Touch};
use debate::{Act, Debate, Kind, Name, Spoken};
use std::collections::BTreeMap;

impl Graph {
    /// The graph of all that was said.
    pub fn of(debate: &Debate) -> Graph {
        Reader::new(debate, Whose::All, &checks::of(debate)).read(None).0
    }

    /// The same, and the place of the option that was decided on, which somebody put in these words at some time; `checks`
    /// is what checking its claims came to.
    pub fn deciding(debate: &Debate, position: Option<&str>, checks: &[Check]) -> (Graph, Option<usize>) {
        Reader::new(debate, Whose::All, checks).read(position)
    }

    /// The graph of what one participant holds and denies, and how it bears on its own option.
    pub fn of_participant(debate: &Debate, name: &Name) -> Graph {
        Reader::new(debate, Whose::One(name), &checks::of(debate)).read(None).0
    }

    /// The place of the option that a participant holds, or argues.
    pub fn option_of(&self, name: &Name) -> Option<usize> {
        self.options().find(|it| self.node(*it).is_some_and(|it| it.by.contains(name)))
    }
}

/// Whose graph it is.
#[derive(Clone, Copy)]
enum Whose<'a> {
    All,
    One(&'a Name),
}

impl Whose<'_> {
    fn includes(self, name: &Name) -> bool {
        match self {
            Whose::All => true,
            Whose::One(one) => one == name,
        }
    }
}

struct Reader<'a> {
    debate: &'a Debate,
    whose: Whose<'a>,
    weights: &'static Weights,
    checks: &'a [Check],
    spoken: Vec<Spoken>,
    graph: Graph,
    /// The claims that are in the graph, with how they stand.
    claims: Vec<(usize, &'a Known, Standing<'a>)>,
    /// The option that somebody spoke for in a round.
    spoke_for: BTreeMap<(&'a Name, u32), usize>,
}

impl<'a> Reader<'a> {
    fn new(debate: &'a Debate, whose: Whose<'a>, checks: &'a [Check]) -> Reader<'a> {
        let spoken = exit::standing(debate).map(|it| it.spoken).unwrap_or_default();
        let claims = debate.registry.claims.iter().enumerate();
        let claims = claims.filter_map(|(place, it)| Some((place, it, it.after(u32::MAX)?)));
        let is_in = |standing: &Standing<'_>| {
            let is_taken_up = |(name, it): &(&Name, Stand)| *it != Stand::Withdrew && whose.includes(name);
            standing.status != Status::Retracted && standing.stands.iter().any(is_taken_up)
        };
        let claims = claims.filter(|(_, _, it)| is_in(it)).collect();
        let weights = debate.rules.evidence.as_ref().map_or(&backing::USUAL, Weights::agreed);
        let (graph, spoke_for) = (Graph::default(), BTreeMap::new());
        Reader { debate, whose, weights, checks, spoken, graph, claims, spoke_for }
    }

    /// The graph, and the place of what was decided on.
    fn read(mut self, decided: Option<&str>) -> (Graph, Option<usize>) {
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
        backing::confidence(kinds, self.weights)
    }

    /// The options: what is held, then what is only argued, then what was decided on where nobody holds it any more. Gives the place of that.
    fn options(&mut self, decided: Option<&str>) -> Option<usize> {
        let reading = Reading::of(self.debate);
        let held = positions::groups(reading, &self.spoken);
        let held = held.iter().filter_map(|group| {
            let text = group.voice()?.turn.position.clone()?;
            Some((text, group.members.iter().map(|it| it.by.clone()).collect()))
        });
        let mut options: Vec<(String, Vec<Name>)> = held.collect();
        for (spoken, position) in self.spoken.iter().filter_map(|it| Some((it, it.turn.position.as_ref()?))) {
            if spoken.is_own() {
                continue;
            }
            let is_same =
                |it: &&mut (String, Vec<Name>)| positions::relation(reading, &it.0, position) == Relation::Same;
            match options.iter_mut().find(is_same) {
                Some((_, by)) => by.push(spoken.by.clone()),
                None => options.push((position.clone(), vec![spoken.by.clone()])),
            }
        }
        let decided = decided.map(|text| {
            let holder = self.spoken.iter().find(|it| it.turn.position.as_deref() == Some(text));
            let is_held = |it: &(String, Vec<Name>)| holder.is_some_and(|holder| it.1.contains(&holder.by));
            let is_same = |it: &(String, Vec<Name>)| positions::relation(reading, &it.0, text) == Relation::Same;
            let place = options.iter().position(is_held).or_else(|| options.iter().position(is_same));
            place.unwrap_or_else(|| {
                options.push((text.to_owned(), Vec::new()));
                options.len() - 1
            })
        });
        for (at, (text, by)) in options.into_iter().enumerate() {
            let node = Node::new(&letter(at), What::Option, &text, OPTION_BASE);
            self.graph.add(Node { by, ..node });
        }
        for round in &self.debate.rounds {
            for it in &round.spoken {
                // A take is on one aspect: its claims are for what its speaker holds on the whole (P-10).
                let is_take = round.kind == RoundKind::Take;
                let side = if is_take { self.graph.option_of(&it.by) } else { self.side(it) };
                self.spoke_for.extend(side.map(|option| ((&it.by, round.number), option)));
            }
        }
        decided
    }

    /// The option that a turn speaks for: the speaker's own, unless it spoke for another then.
    fn side(&self, then: &Spoken) -> Option<usize> {
        let own = self.graph.option_of(&then.by)?;
        let now = self.spoken.iter().find(|it| it.by == then.by)?;
        let (Some(then), Some(now)) = (&then.turn.position, &now.turn.position) else { return Some(own) };
        let relation = |other: &str| positions::relation(Reading::of(self.debate), other, then);
        let is_alone = || self.graph.node(own).is_none_or(|it| it.by.len() < 2);
        let says_it = |it: &usize| self.graph.node(*it).is_some_and(|it| relation(&it.text) == Relation::Same);
        match relation(now) {
            Relation::Same => Some(own),
            Relation::Unclear if lexical::continues(then, now) => Some(own),
            Relation::Unclear if is_alone() => self.graph.options().find(says_it).or(Some(own)),
            Relation::Opposed | Relation::Unclear => self.graph.options().find(says_it),
        }
    }

    fn claims(&mut self) {
        for (place, known, standing) in &self.claims {
            let check = self.checks.get(*place).map_or(Outcome::Unchecked, |it| it.verdict);
            let kinds = backing::left(self.registry(), known, check);
            let by: Vec<Name> = held(standing).filter(|it| self.whose.includes(it)).cloned().collect();
            let node = Node::new(&id(*place), What::Claim, &known.text, self.confidence(&kinds));
            let at = self.graph.add(Node { kinds, by, ..node });
            let holders = held(standing).filter(|it| self.whose.includes(it));
            let sides = holders.filter_map(|it| self.spoke_for.get(&(it, said(known, it)?)));
            let options: Vec<usize> = sides.copied().collect();
            options.into_iter().for_each(|it| self.graph.tie(at, it, Tie::Supports, DIRECT));
        }
        for (place, known, standing) in &self.claims {
            let Some(at) = self.graph.place(&id(*place)) else { continue };
            for premise in premises(self.registry(), known, self.whose) {
                if let Some(from) = self.graph.place(&id(premise)).filter(|_| !standing.opposing.contains(&premise)) {
                    self.graph.tie(from, at, Tie::Supports, PREMISE);
                }
            }
            for other in &standing.opposing {
                if let Some(from) = self.graph.place(&id(*other)) {
                    self.graph.tie(from, at, Tie::Attacks, DIRECT);
                }
            }
        }
    }

    fn denials(&mut self) {
        for (place, known, standing) in &self.claims {
            let Some(at) = self.graph.place(&id(*place)) else { continue };
            for name in standing.denying().filter(|it| self.whose.includes(it)) {
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
                let node = Node::new(&format!("{}/{name}", id(*place)), what, &text, self.confidence(&kinds));
                let from = self.graph.add(Node { kinds, by: vec![name.clone()], ..node });
                self.graph.tie(from, at, Tie::Attacks, DIRECT);
            }
        }
    }

    /// Words that rest on nothing: positions without a claim, and objections.
    fn bare(&mut self) {
        let spoken = std::mem::take(&mut self.spoken);
        let table = self.on_the_table(&spoken);
        let whose = self.whose;
        for it in spoken.iter().filter(|it| whose.includes(&it.by)) {
            let own = self.graph.option_of(&it.by);
            let gives_claims = self.claims.iter().any(|(_, _, standing)| held(standing).any(|name| *name == it.by));
            if let (Some(option), Some(position), false) = (own, &it.turn.position, gives_claims) {
                self.word(&format!("W{}", it.seat + 1), What::Word, position, it, (option, Tie::Supports));
            }
            let would_sign = it.turn.vote == Some(debate::Vote::Accept);
            if let (Some(objection), Some(option), false) = (&it.turn.objection, table, would_sign) {
                self.word(&format!("O{}", it.seat + 1), What::Objection, objection, it, (option, Tie::Attacks));
            }
        }
    }

    fn word(&mut self, id: &str, what: What, text: &str, by: &Spoken, (option, tie): (usize, Tie)) {
        let kinds = vec![Kind::Speculative];
        let node = Node::new(id, what, &debate::text::one_line(text), self.confidence(&kinds));
        let from = self.graph.add(Node { kinds, by: vec![by.by.clone()], ..node });
        self.graph.tie(from, option, tie, DIRECT);
    }

    /// The option that more hold than any other.
    fn on_the_table(&self, spoken: &[Spoken]) -> Option<usize> {
        let is_own = |name: &&Name| spoken.iter().any(|it| it.by == **name && it.is_own());
        let heads = |place: usize| self.graph.node(place).map_or(0, |it| it.by.iter().filter(is_own).count());
        let most = self.graph.options().map(heads).max().filter(|it| *it > 0)?;
        let mut first = self.graph.options().filter(|it| heads(*it) == most);
        first.next().filter(|_| first.next().is_none())
    }
}

/// Who says or supports a claim; to grant it is not to argue with it.
fn held<'a>(standing: &'a Standing<'a>) -> impl Iterator<Item = &'a Name> {
    standing.stands.iter().filter(|(_, it)| *it == Stand::Holds).map(|(name, _)| *name)
}

/// The last round in which somebody said or supported a claim.
fn said(known: &Known, name: &Name) -> Option<u32> {
    let is_for = |it: &Touch| match it.deed {
        Deed::Said(_) | Deed::Moved(Act::Support) => true,
        Deed::Moved(Act::Challenge | Act::Concede | Act::Retract) => false,
    };
    known.touches.iter().rev().find(|it| it.by == *name && is_for(it)).map(|it| it.round)
}

/// The last thing with which somebody denied a claim.
fn denial<'a>(known: &'a Known, name: &Name) -> Option<&'a Touch> {
    let mut touches = known.touches.iter().rev().filter(|it| it.by == *name);
    touches.find(|it| it.deed == Deed::Moved(Act::Challenge))
}

/// The kinds that counter-evidence rests on, strongest first.
fn countered(registry: &Registry, counter: &Countered) -> Vec<Kind> {
    let cited = counter.sources.iter().filter_map(|it| registry.evidence.get(*it)?.rests);
    let mut kinds: Vec<Kind> = cited.filter(|it| *it != counter.kind).chain([counter.kind]).collect();
    kinds.sort_unstable();
    kinds
}

/// Places of the claims that a claim names, or that are named by those who support it.
fn premises(registry: &Registry, known: &Known, whose: Whose<'_>) -> Vec<usize> {
    let supporting = known.touches.iter().filter(|it| it.deed == Deed::Moved(Act::Support) && whose.includes(&it.by));
    let grounds = supporting.filter_map(|it| it.why.as_ref()).flat_map(|it| named(registry, it));
    known.from.iter().copied().chain(grounds).collect()
}

/// Places of the claims that a text names by their ids.
fn named(registry: &Registry, text: &str) -> Vec<usize> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let numbers = words.filter_map(|it| it.strip_prefix('C')?.parse::<usize>().ok()?.checked_sub(1));
    numbers.filter(|it| *it < registry.claims.len()).collect()
}

fn id(place: usize) -> String {
    format!("C{}", place + 1)
}

/// `A`, `B` … `Z`, then `A2`.
fn letter(at: usize) -> String {
    let letter = char::from(b'A' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26 + 1) }
}
