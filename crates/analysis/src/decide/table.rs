//! A debate as ballots: its options are clusters of positions, and a ballot is what a turn holds or signs.
//!
//! Positions that oppose each other are never in one cluster. A turn is for the position that it signs, if its own words do not oppose that
//! one, else for its own. It has moved where its own words have; and where it signs another option than its own though somebody else opened with
//! what it opened with. Who opened alone and signs what it holds to be compatible has not changed its mind.
//!
//! What carries a move is *new* if the turn cites a source, or says, supports or concedes a FACT that cites one, which came up in the round before at
//! the earliest and which its speaker had not used before; it is *checked* if it is a FACT that holds: one that cites something and was found in a
//! text, or a sum in words that the question or the speaker's position has. It is nothing if it was found wrong. Participants who are not asked for claims bring nothing that could be told to be evidence. Not here: what follows (the rules).
use super::{Ballot, Carried, Course, Gate, Given};
use crate::checks::{Check, How, Outcome};
use crate::convergence::{alike, content};
use crate::exit::{on_the_whole, signed};
use crate::lexical;
use crate::news::News;
use crate::positions::{self, Group, Reading, Relation};
use crate::thresholds::MOST_POSITIONS;
use debate::state::registry::{Deed, Known, Registry, Touch};
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
    /// The numbers of the rounds of the course.
    rounds: Vec<u32>,
    /// What each voter brought in a round for a move of its own, by voter and round.
    brought: BTreeMap<(usize, u32), Vec<String>>,
}

/// How somebody came to another option than the one it opened with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Since which round it has been for it without a break.
    pub round: u32,
    /// What carried it: the titles of sources, and the ids of claims that cite none.
    pub evidence: Vec<String>,
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

    /// Whether this is how somebody opened with it.
    pub fn has_opened(&self, spoken: &Spoken) -> bool {
        self.opened.iter().any(|it| it.by == spoken.by)
    }
}

impl<'a> Table<'a> {
    /// Reads a debate, `standing` being where everybody stands at its end; `checks` says what became of each claim, by its place, where it
    /// was checked.
    pub fn of(debate: &'a Debate, standing: &'a Round, checks: &[Check]) -> Table<'a> {
        let rounds = rounds(debate, standing);
        let (numbers, texts) = clusters(debate, &rounds);
        let mut options: Vec<Choice<'a>> = vec![Choice::default(); texts.len()];
        let openers = openers(&rounds, &numbers);
        let reader = Reader { debate, numbers: &numbers, news: News::of(debate), checks, openers };
        let mut brought = BTreeMap::new();
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
                    carried: stand.brought.as_ref().map(|it| it.carried),
                });
                if let Some(it) = &stand.brought {
                    brought.insert((spoken.seat, round.number), it.evidence.clone());
                }
                before.insert(spoken.seat, stand);
            }
            course.rounds.push(ballots);
        }
        let gate = debate.rules.evidence.as_ref().is_some_and(|it| it.gate);
        let gate = if gate { Gate::Checked } else { Gate::Open };
        let rounds = rounds.iter().map(|it| it.number).collect();
        Table { options, course, given: Given { gate, ..Given::default() }, rounds, brought }
    }

    /// The ballots with the round of each: of a long debate the openings' and the latest.
    pub fn ballots(&self) -> impl Iterator<Item = (u32, &[Ballot])> {
        self.rounds.iter().copied().zip(self.course.rounds.iter().map(Vec::as_slice))
    }

    /// How a voter came to the option it is for in the end; nothing where it opened with it, or has not moved in its own eyes.
    pub fn moved(&self, voter: usize) -> Option<Moved> {
        let rounds = self.rounds.iter().zip(&self.course.rounds);
        let ballots = rounds.filter_map(|(round, it)| Some((*round, it.iter().find(|it| it.voter == voter)?)));
        let ballots: Vec<(u32, &Ballot)> = ballots.filter(|(_, it)| it.option.is_some()).collect();
        let last = ballots.last()?.1.option;
        let since = ballots.iter().rposition(|(_, it)| it.option != last)? + 1;
        let (round, _) = ballots.get(since)?;
        let here = || ballots.iter().skip(since);
        if ballots.first()?.1.option == last || here().all(|(_, it)| it.carried.is_none()) {
            return None;
        }
        let mut evidence: Vec<String> = Vec::new();
        for it in here().filter_map(|(round, _)| self.brought.get(&(voter, *round))).flatten() {
            if !evidence.contains(it) {
                evidence.push(it.clone());
            }
        }
        Some(Moved { round: *round, evidence })
    }
}

/// The rounds that are read: all up to where everybody stands, or of a long debate the openings and the latest.
fn rounds<'a>(debate: &'a Debate, standing: &'a Round) -> Vec<&'a Round> {
    let all: Vec<&Round> = on_the_whole(debate)
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

/// Who opened with which option, by seat.
fn openers(rounds: &[&Round], numbers: &BTreeMap<&str, usize>) -> BTreeSet<(usize, usize)> {
    let openings = rounds.first().into_iter().flat_map(|it| &it.spoken).filter(|it| it.is_own());
    openings.filter_map(|it| Some((*numbers.get(it.turn.position.as_deref()?)?, it.seat))).collect()
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
    /// By its own words in its first turn.
    first: Option<usize>,
    /// What carried it here, where it has moved.
    brought: Option<Brought>,
}

/// What somebody brought in a round.
struct Brought {
    carried: Carried,
    /// The titles of its sources, and the ids of claims that cite none.
    evidence: Vec<String>,
}

struct Reader<'a, 'b> {
    debate: &'a Debate,
    numbers: &'b BTreeMap<&'a str, usize>,
    news: News,
    checks: &'b [Check],
    /// Options with the seats that opened with them.
    openers: BTreeSet<(usize, usize)>,
}

impl<'a> Reader<'a, '_> {
    fn stand(&self, round: &Round, spoken: &'a Spoken, before: Option<&Stand<'a>>) -> Stand<'a> {
        let words = spoken.turn.position.as_deref().filter(|_| spoken.is_own());
        let own = words.and_then(|it| self.numbers.get(it)).copied();
        let option = self.signed(round, spoken, words).or(own);
        let first = before.map_or(own, |it| it.first);
        let has_moved = before.is_some_and(|before| {
            let is_kept = before.words.zip(words).is_some_and(|(then, now)| lexical::continues(then, now));
            let says_otherwise = before.own != own && !is_kept;
            let signs_another = option != own && first.is_some_and(|it| self.is_shared(it, spoken.seat));
            before.option != option && (says_otherwise || signs_another)
        });
        let was_bare = before.and_then(|it| it.brought.as_ref()).is_some_and(|it| it.carried < Carried::Checked);
        let brought = (has_moved || was_bare).then(|| self.brought(round, spoken));
        Stand { own, words, option, first, brought }
    }

    /// Whether anybody else opened with an option.
    fn is_shared(&self, option: usize, seat: usize) -> bool {
        self.openers.iter().any(|(it, opener)| *it == option && *opener != seat)
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
    fn brought(&self, round: &Round, spoken: &Spoken) -> Brought {
        let registry = self.news.registry();
        let is_own = |it: &&Touch| it.by == spoken.by;
        let touches = || registry.claims.iter().flat_map(|it| &it.touches).filter(is_own);
        let used: BTreeSet<usize> =
            touches().filter(|it| it.round < round.number).flat_map(|it| it.sources.iter().copied()).collect();
        let is_fresh = |introduced: u32| introduced + 1 >= round.number;
        let is_new_source = |place: &usize| {
            !used.contains(place) && registry.evidence.get(*place).is_some_and(|it| is_fresh(it.introduced))
        };
        let mut brought = Brought { carried: Carried::Nothing, evidence: Vec::new() };
        for (place, known) in registry.claims.iter().enumerate() {
            let own = || known.touches.iter().filter(is_own).filter(|it| speaks_for(it));
            let was_used = own().any(|it| it.round < round.number);
            let mut now = own().filter(|it| it.round == round.number).peekable();
            if now.peek().is_none() {
                continue;
            }
            let is_new_fact = !was_used && is_fact(known) && is_fresh(known.introduced);
            let check = self.checks.get(place);
            let carried = match check.map_or(Outcome::Unchecked, |it| it.verdict) {
                Outcome::Contradicted => Carried::Nothing,
                Outcome::Verified if !was_used && self.is_proof(known, check, spoken) => Carried::Checked,
                Outcome::Verified | Outcome::Unchecked if is_new_fact => Carried::New,
                Outcome::Verified | Outcome::Unchecked if now.any(|it| it.sources.iter().any(is_new_source)) => {
                    Carried::New
                }
                Outcome::Verified | Outcome::Unchecked => Carried::Nothing,
            };
            if carried > Carried::Nothing {
                brought.evidence.extend(cited(registry, place, known));
            }
            brought.carried = brought.carried.max(carried);
        }
        brought
    }

    /// Whether a claim that holds is a reason for a position: a FACT that cites something and was found in a text, or one that works something
    /// out in words of the question or the position. That 2 × 3 = 6 speaks for nothing.
    fn is_proof(&self, known: &Known, check: Option<&Check>, spoken: &Spoken) -> bool {
        let words = |text: &str| -> BTreeSet<String> {
            content(text).into_iter().filter(|it| it.chars().any(char::is_alphabetic)).collect()
        };
        let bears = || {
            let said = words(&known.text);
            let is_said = |text: &str| !words(text).is_disjoint(&said);
            is_said(self.debate.topic.as_str()) || spoken.turn.position.as_deref().is_some_and(is_said)
        };
        known.label == Label::Fact
            && match check.and_then(|it| it.how) {
                Some(How::Quotation | How::Number) => !known.evidence.is_empty(),
                Some(How::Arithmetic) => bears(),
                None => false,
            }
    }
}

/// What a claim cites, by title; the claim itself where it cites nothing.
fn cited(registry: &Registry, place: usize, known: &Known) -> Vec<String> {
    let titles: Vec<String> =
        known.evidence.iter().filter_map(|it| registry.evidence.get(*it)).map(|it| it.title.clone()).collect();
    if titles.is_empty() { vec![format!("C{}", place + 1)] } else { titles }
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
