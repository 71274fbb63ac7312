//! Grouping a round's headlines into options, and equal claims and terms into one (B-03, B-17): what is due when, the prompt, and what an
//! answer means.
//!
//! A model is asked once about all of them, without names. Without a model, networks in this process compare them; without networks only
//! literally equal texts are grouped. Not here: the calls (`engine`), and what follows from a grouping (`debate::state`).
mod read;
mod verbatim;

use crate::answer::AnswerSchema;
use crate::prompt::{Prompt, TemplateError, fill};
use debate::event::{Answer, Grouped, Grouper, Merged, Repeated};
use debate::state::ResolvedBallot;
use debate::state::registry::Term;
use debate::{CallId, Consent, Debate, Event, Groups, Horizon, Letter, Name, Round, Spoken, text};
use prose::lexical::is_verbatim;

const ROLE: &str = include_str!("../prompts/group/role.md");
const TASK: &str = include_str!("../prompts/group/task.md");

/// The sampling temperature: the lowest.
pub const TEMPERATURE: f32 = 0.0;

/// The most claims, and the most terms, of one question. Ours: eight participants with six claims each.
const MOST: usize = 48;

/// A question to the grouper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The id of the call.
    pub call: CallId,
    /// The round, from 1.
    pub round: u32,
}

/// The grouping that is due after a round.
#[expect(clippy::large_enum_variant, reason = "it lives until the step is made, and there is one at a time")]
pub(crate) enum Due {
    /// The grouper is asked.
    Ask(Group),
    /// The grouping follows without asking.
    Record(Event),
}

/// The headlines, claims and terms of a round that may mean the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Material<'a> {
    /// Options that participants proposed earlier, with their letters.
    pub options: Vec<(Letter, String)>,
    /// Every headline that was grouped earlier, with the option that it belongs to now.
    known: Vec<(Letter, &'a str)>,
    /// New headlines by seat, each with its provisional letter and its author's position.
    pub headlines: Vec<Headline<'a>>,
    /// New claims, by author and index in the answer.
    pub claims: Vec<((Name, u32), &'a str)>,
    /// New terms, likewise.
    pub terms: Vec<((Name, u32), &'a str)>,
    /// Earlier terms that somebody still asks for, with their ids; empty where there are no new terms.
    pub known_terms: Vec<(String, &'a str)>,
}

/// A headline that somebody cast.
#[derive(Clone, Debug, PartialEq)]
pub struct Headline<'a> {
    /// Its letter until it is grouped.
    pub letter: Letter,
    /// Its author.
    pub by: &'a Name,
    /// Its words.
    pub text: &'a str,
    /// Its author's position.
    pub position: Option<&'a str>,
    /// The option that its author held before and left by casting this headline.
    pub left: Option<Letter>,
}

impl<'a> Material<'a> {
    /// The material of the current round.
    pub fn of(debate: &'a Debate) -> Material<'a> {
        let number = debate.round().map_or(0, |it| it.number);
        let made = debate.options.iter().enumerate().filter(|(_, it)| !it.is_given() && it.merged.is_none());
        let headline = |(letter, spoken, text): (Letter, &'a Spoken, &'a str)| Headline {
            letter,
            by: &spoken.by,
            text,
            position: spoken.turn.position.as_deref(),
            left: debate.held_by(&spoken.by, number.saturating_sub(1)).and_then(ResolvedBallot::option),
        };
        // Participants who speak in turn have heard the earlier claims and refer to them by id.
        let spoken = debate.round().filter(|it| !it.in_turn).map(|it| it.spoken.as_slice()).unwrap_or_default();
        let numbered = |texts: Vec<(&'a Spoken, usize, &'a str)>| {
            let place = |(it, at, text): (&'a Spoken, usize, &'a str)| {
                ((it.by.clone(), u32::try_from(at).unwrap_or(u32::MAX)), text)
            };
            texts.into_iter().map(place).take(MOST).collect::<Vec<_>>()
        };
        let claims = spoken
            .iter()
            .flat_map(|it| it.turn.claims.iter().enumerate().map(move |(at, c)| (it, at, c.text.as_str())));
        let terms =
            spoken.iter().flat_map(|it| it.turn.terms.iter().enumerate().map(move |(at, t)| (it, at, t.as_str())));
        let terms = numbered(terms.collect());
        let asked = |(at, it): (usize, &'a Term)| {
            (!it.now().asked.is_empty()).then(|| (debate::state::registry::id('T', at), it.text.as_str()))
        };
        let known_terms = match terms.is_empty() {
            true => Vec::new(),
            false => debate.registry.terms.iter().enumerate().filter_map(asked).collect(),
        };
        Material {
            options: made.map(|(at, it)| (debate.letter(at), it.headline.clone())).collect(),
            known: verbatim::known(debate),
            headlines: debate.headlines(number).into_iter().map(headline).collect(),
            claims: numbered(claims.collect()),
            terms,
            known_terms,
        }
    }

    /// Whether there are headlines that may belong together or to an existing option. A single headline needs no question, nor do headlines that
    /// repeat an earlier one.
    fn is_open(&self) -> bool {
        let is_new = (0..self.headlines.len()).any(|it| self.repeats(it).is_none());
        is_new && (self.headlines.len() > 1 || !self.options.is_empty())
    }

    /// Whether at least two authors made claims or set terms.
    fn is_shared(items: &[((Name, u32), &str)]) -> bool {
        items.iter().any(|((name, _), _)| items.first().is_some_and(|((first, _), _)| first != name))
    }

    /// The prompt: every text on a quoted line of its own (O-41).
    pub fn prompt(&self, debate: &Debate) -> Result<Prompt, TemplateError> {
        let mut answers: Vec<String> = self
            .options
            .iter()
            .map(|(letter, it)| format!("| {letter} (an option already): {}", text::one_line(it)))
            .collect();
        for (at, it) in self.headlines.iter().enumerate() {
            let position = it.position.map(|it| format!(" ({})", text::one_line(it))).unwrap_or_default();
            answers.push(format!("| {}: {}{position}", at + 1, text::one_line(it.text)));
        }
        let answers = answers.join("\n");
        let listed = |mark: &str, items: &[((Name, u32), &str)]| -> String {
            let line =
                |(at, (_, it)): (usize, &((Name, u32), &str))| format!("| {mark}{}: {}", at + 1, text::one_line(it));
            let lines: Vec<String> = items.iter().enumerate().map(line).collect();
            if lines.is_empty() { "None.".to_owned() } else { lines.join("\n") }
        };
        let known = |(id, it): &(String, &str)| format!("| {id} (put before): {}", text::one_line(it));
        let terms: Vec<String> = self.known_terms.iter().map(known).chain([listed("new", &self.terms)]).collect();
        let user = fill(
            TASK,
            &[
                ("topic", &text::one_line(debate.topic.as_str())),
                ("answers", if answers.is_empty() { "None." } else { &answers }),
                ("claims", &listed("c", &self.claims)),
                ("terms", &terms.join("\n")),
            ],
        )?;
        let items = self.headlines.len() + self.claims.len() + self.terms.len();
        let schema = AnswerSchema::Group { items };
        Ok(Prompt {
            system: ROLE.trim_end().into(),
            user,
            stable: Vec::new(),
            schema,
            tools: None,
            temperature: None,
            panel: None,
        })
    }

    /// The pairs that networks compare: headlines, then claims, then terms; never two of one author.
    pub fn pairs(&self) -> Vec<(Item, Item)> {
        let count = (self.headlines.len(), self.claims.len(), self.terms.len());
        let options =
            (0..self.options.len()).flat_map(|a| (0..count.0).map(move |b| (Item::Option(a), Item::Headline(b))));
        let among = |make: fn(usize) -> Item, count: usize| {
            (0..count).flat_map(move |b| (0..b).map(move |a| (make(a), make(b)))).collect::<Vec<_>>()
        };
        let all = options
            .chain(among(Item::Headline, count.0))
            .chain(among(Item::Claim, count.1))
            .chain(among(Item::Term, count.2))
            .chain(
                (0..self.known_terms.len())
                    .flat_map(|a| (0..count.2).map(move |b| (Item::KnownTerm(a), Item::Term(b)))),
            );
        all.filter(|(a, b)| self.owner(*a) != self.owner(*b) || self.owner(*a).is_none()).collect()
    }

    fn owner(&self, item: Item) -> Option<&Name> {
        match item {
            Item::Option(_) | Item::KnownTerm(_) => None,
            Item::Headline(at) => self.headlines.get(at).map(|it| it.by),
            Item::Claim(at) => self.claims.get(at).map(|((name, _), _)| name),
            Item::Term(at) => self.terms.get(at).map(|((name, _), _)| name),
        }
    }

    /// The words of an item.
    pub fn text(&self, item: Item) -> &str {
        match item {
            Item::Option(at) => self.options.get(at).map_or("", |(_, it)| it),
            Item::Headline(at) => self.headlines.get(at).map_or("", |it| it.text),
            Item::Claim(at) => self.claims.get(at).map_or("", |(_, it)| it),
            Item::Term(at) => self.terms.get(at).map_or("", |(_, it)| it),
            Item::KnownTerm(at) => self.known_terms.get(at).map_or("", |(_, it)| it),
        }
    }

    /// Whether a target is the option that the headline's author has just left: a grouping that a participant corrects is not made again
    /// (B-03). An author who repeats the earlier headline has not left its option.
    fn is_left(&self, at: usize, target: Target) -> bool {
        let Target::Option(letter) = target else { return false };
        self.headlines.get(at).is_some_and(|it| it.left == Some(letter)) && self.repeats(at) != Some(letter)
    }

    /// The groups that result where these pairs mean the same: each item joins the first that it equals.
    pub fn joined(&self, same: impl Fn(Item, Item) -> bool) -> Groupings {
        let mut headlines: Vec<Target> = Vec::new();
        for at in 0..self.headlines.len() {
            let item = Item::Headline(at);
            let may_join = |letter: Letter| !self.is_left(at, Target::Option(letter));
            let mut options = self.options.iter().enumerate();
            let option = options.find(|(it, (letter, _))| may_join(*letter) && same(Item::Option(*it), item));
            let target = option.map(|(_, (letter, _))| Target::Option(*letter)).or_else(|| {
                let earlier = (0..at).find(|it| same(Item::Headline(*it), item))?;
                headlines.get(earlier).copied()
            });
            let target = target.filter(|it| !self.is_left(at, *it));
            headlines.push(target.unwrap_or(Target::Headline(at)));
        }
        let headlines = self.settled(&headlines);
        let grouped = |make: fn(usize) -> Item, items: &[((Name, u32), &str)]| -> Vec<Vec<(Name, u32)>> {
            let mut groups: Vec<Vec<usize>> = Vec::new();
            for at in 0..items.len() {
                match groups.iter_mut().find(|it| it.first().is_some_and(|first| same(make(*first), make(at)))) {
                    Some(group) => group.push(at),
                    None => groups.push(vec![at]),
                }
            }
            let ids =
                |it: Vec<usize>| it.into_iter().filter_map(|it| items.get(it).map(|(id, _)| id.clone())).collect();
            groups.into_iter().filter(|it| it.len() > 1).map(ids).collect()
        };
        let repeats = |(at, (id, _)): (usize, &((Name, u32), &str))| {
            let mut known = self.known_terms.iter().enumerate();
            let (_, (term, _)) = known.find(|(it, _)| same(Item::KnownTerm(*it), Item::Term(at)))?;
            Some(Repeated { term: term.clone(), by: id.0.clone(), place: id.1 })
        };
        Groupings {
            headlines,
            claims: grouped(Item::Claim, &self.claims),
            terms: grouped(Item::Term, &self.terms),
            repeated: self.terms.iter().enumerate().filter_map(repeats).collect(),
        }
    }

    /// The groups of literally equal texts, ignoring case and white space.
    pub fn literal(&self) -> Groupings {
        self.joined(|a, b| is_verbatim(self.text(a), self.text(b)))
    }
}

/// A text that may be grouped with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// An option that participants proposed earlier.
    Option(usize),
    /// A new headline.
    Headline(usize),
    /// A new claim.
    Claim(usize),
    /// A new term.
    Term(usize),
    /// An earlier term.
    KnownTerm(usize),
}

/// Texts that mean the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groupings {
    /// For each new headline, its target.
    pub headlines: Vec<Target>,
    /// Claims that say the same.
    pub claims: Vec<Vec<(Name, u32)>>,
    /// Terms that say the same.
    pub terms: Vec<Vec<(Name, u32)>>,
    /// New terms that repeat an earlier term.
    pub repeated: Vec<Repeated>,
}

/// The match of a headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// An existing option.
    Option(Letter),
    /// The first headline of its group, by seat.
    Headline(usize),
}

/// What is due once the current round is over, before its ballots are counted.
pub(crate) fn due(debate: &Debate, round: &Round) -> Option<Due> {
    debate.ballot.as_ref().filter(|_| round.grouping.by.is_none())?;
    let material = Material::of(debate);
    let is_shared = Material::is_shared(&material.claims)
        || Material::is_shared(&material.terms)
        || !material.known_terms.is_empty();
    let is_asked = match &debate.rules.groups {
        Groups::Literal => false,
        Groups::Model(_) | Groups::Local => material.is_open() || is_shared,
    };
    if is_asked {
        return Some(Due::Ask(Group { call: CallId::group(round.number), round: round.number }));
    }
    let groupings = material.literal();
    let merged = same(debate);
    // Literally equal claims and terms are merged without it.
    let is_any = !material.headlines.is_empty() || !merged.is_empty();
    is_any.then(|| {
        let by =
            if material.headlines.is_empty() && !merged.is_empty() { Grouper::Participants } else { Grouper::Literal };
        Due::Record(event(debate, round.number, GroupingResult { groupings, by, failed: None, answer: None, took: 0 }))
    })
}

/// How many paid calls the grouping of a round takes.
pub(crate) fn calls(debate: &Debate) -> usize {
    match debate.rules.groups {
        Groups::Literal | Groups::Local => 0,
        Groups::Model(_) => 1,
    }
}

/// The event that groups literally equal texts where a debate ends before the grouper could be asked; none where nothing is left to group.
pub(crate) fn at_the_end(debate: &Debate) -> Option<Event> {
    let round = debate.round().filter(|it| it.grouping.by.is_none())?;
    let material = Material::of(debate);
    let made =
        GroupingResult { groupings: material.literal(), by: Grouper::Literal, failed: None, answer: None, took: 0 };
    (debate.ballot.is_some() && !material.headlines.is_empty()).then(|| event(debate, round.number, made))
}

/// The result of a grouping.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupingResult {
    /// The groups.
    pub groupings: Groupings,
    /// The means of grouping.
    pub by: Grouper,
    /// Why another grouper than the rules name was used.
    pub failed: Option<String>,
    /// A model's answer.
    pub answer: Option<Answer>,
    /// The duration in milliseconds.
    pub took: u64,
}

/// The event that records a grouping of the current round. Where participants saw each other's letters, every headline keeps the letter that
/// others saw and is merged.
pub fn event(
    debate: &Debate,
    round: u32,
    GroupingResult { groupings, by, failed, answer, took }: GroupingResult,
) -> Event {
    let material = Material::of(debate);
    let is_heard = debate.round().is_some_and(|it| it.in_turn);
    let mut next = debate.options.len();
    let mut letters: Vec<Letter> = Vec::new();
    let mut merged: Vec<Merged> = Vec::new();
    let mut new: Vec<(Letter, String)> = Vec::new();
    for (at, headline) in material.headlines.iter().enumerate() {
        let target = groupings.headlines.get(at).copied().unwrap_or(Target::Headline(at));
        let known = match target {
            Target::Option(letter) => Some(letter),
            Target::Headline(first) if first < at => letters.get(first).copied(),
            Target::Headline(_) => None,
        };
        let letter = match known {
            Some(letter) if !is_heard => letter,
            Some(_) | None => {
                let letter = debate.letter(next);
                next += 1;
                new.push((letter, text::one_line(headline.text)));
                merged.extend(known.map(|into| Merged { option: letter, into }));
                letter
            }
        };
        letters.push(letter);
    }
    merged.extend(
        same(debate).into_iter().filter(|it| merged.iter().all(|other| other.option != it.option)).collect::<Vec<_>>(),
    );
    let headline =
        |name: &Name| material.headlines.iter().position(|it| it.by == name).and_then(|it| letters.get(it).copied());
    let holders = debate.holders_at(Horizon::Now);
    let held = |letter: Letter| -> Vec<Name> {
        let holds = |(name, held): &&(&Name, debate::state::ResolvedBallot<'_>)| {
            headline(name).or(held.option()) == Some(letter)
        };
        holders.iter().filter(holds).map(|(name, _)| (*name).clone()).collect()
    };
    let before = debate.options.iter().enumerate().filter(|(_, it)| it.merged.is_none());
    let before = before.map(|(at, it)| (debate.letter(at), it.headline.clone()));
    let options =
        before.chain(new).map(|(letter, headline)| Grouped { letter, headline, held_by: held(letter) }).collect();
    let Groupings { claims, terms, repeated, .. } = groupings;
    Event::BallotsGrouped {
        round,
        call: CallId::group(round),
        by,
        failed,
        options,
        merged,
        claims,
        terms,
        repeated,
        answer,
        took,
    }
}

/// Options that all holders of both say are the same (B-03): the one with fewer holders, or else the later one, is merged into the other.
fn same(debate: &Debate) -> Vec<Merged> {
    let holders: Vec<(&Name, Letter)> =
        debate.holders_at(Horizon::Now).into_iter().filter_map(|(name, it)| Some((name, it.option()?))).collect();
    let listed = |letter: Letter| debate.option(letter).is_some();
    let mut held: Vec<Letter> = holders.iter().map(|(_, it)| *it).filter(|it| listed(*it)).collect();
    held.sort_unstable();
    held.dedup();
    let calls_same = |name: &Name, other: Letter| {
        let said = debate.rounds.iter().rev().filter_map(|it| it.said_by(name)).flat_map(|it| &it.turn.others);
        let mut about = said.filter(|it| debate.resolved(it.option) == other);
        about.next().is_some_and(|it| it.stand == Consent::Same)
    };
    let of = |letter: Letter| holders.iter().filter(move |(_, it)| *it == letter).map(|(name, _)| *name);
    let mut merged: Vec<Merged> = Vec::new();
    for (at, one) in held.iter().enumerate() {
        for other in held.iter().skip(at + 1) {
            let is_gone = |letter: &Letter| merged.iter().any(|it| it.option == *letter);
            let is_same = of(*one).all(|it| calls_same(it, *other)) && of(*other).all(|it| calls_same(it, *one));
            if is_same && !is_gone(one) && !is_gone(other) {
                let (option, into) =
                    if of(*other).count() > of(*one).count() { (*one, *other) } else { (*other, *one) };
                merged.push(Merged { option, into });
            }
        }
    }
    merged
}
