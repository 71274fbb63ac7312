//! A debate as ballots: its options are clusters of positions, and a ballot is what a turn holds or signs.
//!
//! Positions that oppose each other are never in one cluster. A turn is for the position that it signs, if its own words do not oppose that
//! one, else for its own. It has moved where its own words have: who signs what it holds to be compatible has not changed its mind.
//!
//! What carries a move is *new* if the turn cites a source, or says, supports or concedes a FACT that cites one, which came up in the round before at
//! the earliest and which its speaker had not used before; it is *checked* if the claim was checked and holds, and nothing if it was found
//! wrong. Participants who are not asked for claims bring nothing that could be told to be evidence. Not here: what follows (the rules).
use super::{Ballot, Carried, Course, Gate, Given};
use crate::checks::Outcome;
use crate::convergence::alike;
use crate::exit::signed;
use crate::lexical;
use crate::news::News;
use crate::positions::{self, Group, Reading, Relation};
use crate::thresholds::MOST_POSITIONS;
use debate::state::registry::{Deed, Known, Touch};
use debate::turn::Act;
use debate::{Debate, Label, Round, Spoken};
use std::collections::{BTreeMap, BTreeSet};

/// The options of a debate, with who was for which.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// The options, by number.
    pub options: Vec<Choice<'a>>,
    /// The ballots, a voter being a seat.
    pub course: Course,
    /// What the rules of the debate give.
    pub given: Given,
}

/// An option of a debate.
#[derive(Clone, Debug, Default)]
pub struct Choice<'a> {
    /// Who is for it where everybody stands.
    pub held: Vec<&'a Spoken>,
    /// Who opened with it.
    pub opened: Vec<&'a Spoken>,
    /// Who put it in these words, at any time, in the order of rounds.
    said: Vec<&'a Spoken>,
}

impl<'a> Choice<'a> {
    /// The turn whose words stand for it: of those who are for it in their own words the most confident, else of those who opened with it,
    /// else the last that said it.
    pub fn voice(&self) -> Option<&'a Spoken> {
        let is_said = |it: &&Spoken| self.said.iter().any(|said| std::ptr::eq(*said, *it));
        let own = Group { members: self.held.iter().copied().filter(is_said).collect() };
        let opened = || Group { members: self.opened.clone() };
        own.voice().or_else(|| opened().voice()).or_else(|| self.said.last().copied())
    }
}

impl<'a> Table<'a> {
    /// Reads a debate, `standing` being where everybody stands at its end; `check` says what became of a claim, by its place.
    pub fn of(debate: &'a Debate, standing: &'a Round, check: impl Fn(usize) -> Outcome) -> Table<'a> {
        let rounds = rounds(debate, standing);
        let (numbers, texts) = clusters(debate, &rounds);
        let mut options: Vec<Choice<'a>> = vec![Choice::default(); texts.len()];
        let reader = Reader { debate, numbers: &numbers, news: News::of(debate), check };
        let mut before: BTreeMap<usize, Stand<'a>> = BTreeMap::new();
        let mut course = Course { options: texts.len(), rounds: Vec::new(), alike: likeness(debate, &texts) };
        for (at, round) in rounds.iter().enumerate() {
            let mut ballots = Vec::new();
            for spoken in &round.spoken {
                let stand = reader.stand(round, spoken, before.get(&spoken.seat));
                if let Some(option) = stand.own.and_then(|it| options.get_mut(it)) {
                    option.said.push(spoken);
                    option.opened.extend((at == 0).then_some(spoken));
                }
                if let Some(option) = stand.option.and_then(|it| options.get_mut(it)) {
                    option.held.extend((at + 1 == rounds.len()).then_some(spoken));
                }
                ballots.push(Ballot {
                    voter: spoken.seat,
                    option: stand.option,
                    confidence: spoken.turn.confidence,
                    ranking: stand.option.into_iter().chain(stand.own).collect(),
                    carried: stand.carried,
                });
                before.insert(spoken.seat, stand);
            }
            course.rounds.push(ballots);
        }
        let gate = debate.rules.evidence.as_ref().is_some_and(|it| it.gate);
        let gate = if gate { Gate::Checked } else { Gate::Open };
        Table { options, course, given: Given { gate, ..Given::default() } }
    }
}

/// The rounds that are read: all up to where everybody stands, or of a long debate the openings and the latest.
fn rounds<'a>(debate: &'a Debate, standing: &'a Round) -> Vec<&'a Round> {
    let all: Vec<&Round> = debate
        .rounds
        .iter()
        .filter(|it| it.number < standing.number && !it.spoken.is_empty())
        .chain([standing])
        .collect();
    let Some((openings, later)) = all.split_first() else { return Vec::new() };
    let mut left = MOST_POSITIONS.saturating_sub(openings.spoken.len());
    let mut read: Vec<&Round> = Vec::new();
    for round in later.iter().rev() {
        let fits = left.checked_sub(round.spoken.len());
        if fits.is_none() && !read.is_empty() {
            break;
        }
        left = fits.unwrap_or_default();
        read.push(round);
    }
    read.push(openings);
    read.reverse();
    read
}

/// The number of the cluster of each text, and one text of each cluster.
fn clusters<'a>(debate: &Debate, rounds: &[&'a Round]) -> (BTreeMap<&'a str, usize>, Vec<&'a str>) {
    let turns = rounds.iter().flat_map(|it| &it.spoken).filter(|it| it.is_own());
    let once: BTreeMap<&str, &Spoken> = turns.filter_map(|it| Some((it.turn.position.as_deref()?, it))).collect();
    let groups = positions::groups(Reading::of(debate), once.into_values());
    let text = |it: &&'a Spoken| it.turn.position.as_deref();
    let mut numbers = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        numbers.extend(group.members.iter().filter_map(|it| Some((text(it)?, number))));
    }
    (numbers, groups.iter().filter_map(|it| it.members.first().and_then(text)).collect())
}

/// How alike every two options are, by a text of each.
fn likeness(debate: &Debate, texts: &[&str]) -> Vec<Vec<f64>> {
    let row = |a: &&str| texts.iter().map(|b| alike(Reading::of(debate), a, b)).collect();
    texts.iter().map(row).collect()
}

/// Where somebody stood in a round.
struct Stand<'a> {
    /// By its own words.
    own: Option<usize>,
    words: Option<&'a str>,
    /// By what it signs, else by its own words.
    option: Option<usize>,
    /// What carried it here, where it has moved.
    carried: Option<Carried>,
}

struct Reader<'a, 'b, F> {
    debate: &'a Debate,
    numbers: &'b BTreeMap<&'a str, usize>,
    news: News,
    check: F,
}

impl<'a, F: Fn(usize) -> Outcome> Reader<'a, '_, F> {
    fn stand(&self, round: &Round, spoken: &'a Spoken, before: Option<&Stand<'a>>) -> Stand<'a> {
        let words = spoken.turn.position.as_deref().filter(|_| spoken.is_own());
        let own = words.and_then(|it| self.numbers.get(it)).copied();
        let option = self.signed(round, spoken, words).or(own);
        let has_moved = before.is_some_and(|before| {
            let is_kept = before.words.zip(words).is_some_and(|(then, now)| lexical::continues(then, now));
            before.option != option && before.own != own && !is_kept
        });
        let was_bare = before.and_then(|it| it.carried).is_some_and(|it| it < Carried::Checked);
        let carried = (has_moved || was_bare).then(|| self.carried(round, spoken));
        Stand { own, words, option, carried }
    }

    /// The option of the position that a turn signs, where its own words do not oppose that one.
    fn signed(&self, round: &Round, spoken: &Spoken, words: Option<&str>) -> Option<usize> {
        let holder = round.said_by(signed(self.debate, round, spoken)?).filter(|it| it.is_own())?;
        let held = holder.turn.position.as_deref()?;
        let is_opposed =
            words.is_some_and(|it| positions::relation(Reading::of(self.debate), it, held) == Relation::Opposed);
        self.numbers.get(held).copied().filter(|_| !is_opposed)
    }

    /// What somebody brought in a round that it had not used before.
    fn carried(&self, round: &Round, spoken: &Spoken) -> Carried {
        let registry = self.news.registry();
        let is_own = |it: &&Touch| it.by == spoken.by;
        let touches = || registry.claims.iter().flat_map(|it| &it.touches).filter(is_own);
        let used: BTreeSet<usize> =
            touches().filter(|it| it.round < round.number).flat_map(|it| it.sources.iter().copied()).collect();
        let is_fresh = |introduced: u32| introduced + 1 >= round.number;
        let is_new_source = |place: &usize| {
            !used.contains(place) && registry.evidence.get(*place).is_some_and(|it| is_fresh(it.introduced))
        };
        let mut carried = Carried::Nothing;
        for (place, known) in registry.claims.iter().enumerate() {
            let own = || known.touches.iter().filter(is_own).filter(|it| speaks_for(it));
            let was_used = own().any(|it| it.round < round.number);
            let mut now = own().filter(|it| it.round == round.number).peekable();
            if now.peek().is_none() {
                continue;
            }
            let is_new_fact = !was_used && is_fact(known) && is_fresh(known.introduced);
            carried = carried.max(match (self.check)(place) {
                Outcome::Contradicted => Carried::Nothing,
                Outcome::Verified if !was_used => Carried::Checked,
                Outcome::Verified | Outcome::Unchecked if is_new_fact => Carried::New,
                Outcome::Verified | Outcome::Unchecked if now.any(|it| it.sources.iter().any(is_new_source)) => {
                    Carried::New
                }
                Outcome::Verified | Outcome::Unchecked => Carried::Nothing,
            });
        }
        carried
    }
}

/// Whether a claim is a FACT that cites something.
fn is_fact(known: &Known) -> bool {
    known.label == Label::Fact && !known.evidence.is_empty()
}

/// Whether somebody said a claim, or took a stand for it.
fn speaks_for(touch: &Touch) -> bool {
    match touch.deed {
        Deed::Said(_) | Deed::Moved(Act::Support | Act::Concede) => true,
        Deed::Moved(Act::Challenge | Act::Retract) => false,
    }
}
