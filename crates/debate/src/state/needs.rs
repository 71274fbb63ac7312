//! What participants asked for and had not got (I-25).
//!
//! Asked in near-identical words it is one request, with an id that stays. A request is answered once the debate has waited for it and
//! goes on, with a text or without: nobody waits for the same twice. Not here: when a debate waits (`analysis::outcome::exit`).
use super::registry::add;
use super::registry::same::{Likeness, Words};
use super::{Debate, Round};
use crate::event::Reason;
use crate::ids::Name;
use crate::relation::Said;
use crate::text;
use crate::turn::{REDACTED, WITHHELD};

/// Something that participants asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// Its id, `N1`.
    pub id: String,
    /// What it is, in the words of who asked first.
    pub what: String,
    /// Who asked for it.
    pub by: Vec<Name>,
    /// In which round first.
    pub round: u32,
    /// In which round last.
    pub last: u32,
    /// Whether the debate waited for it and went on.
    pub answered: bool,
    /// The places of the attached texts that were brought for it. None of an answered one: it could not be had.
    pub sources: Vec<usize>,
}

impl Need {
    /// What a text is called that is brought for it: by its id it is known again.
    pub fn title(&self) -> String {
        format!("{}: {}", self.id, self.what)
    }
}

/// The requests of the rounds that are over, in the order in which they came up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requests(Vec<Request>);

#[derive(Clone, Debug, PartialEq)]
struct Request {
    what: String,
    by: Vec<Name>,
    /// The rounds in which it was asked for.
    rounds: Vec<u32>,
    words: Words,
}

impl Request {
    /// Whether an answer asks for it, among others.
    fn is_by(&self, Said { round, by }: &Said) -> bool {
        self.by.contains(by) && self.rounds.contains(round)
    }

    /// Whether it was asked for in a round that was over when this text was attached: one that was there before answers nothing.
    fn is_asked_by(&self, after: u32) -> bool {
        self.rounds.first().is_some_and(|it| *it <= after)
    }
}

impl Requests {
    /// Enters what a round asks for, in the order of its turns. What is entered already stays as it is.
    pub(super) fn enter(&mut self, round: &Round) {
        for (by, what) in round.spoken.iter().flat_map(|it| it.turn.needs.iter().map(|what| (&it.by, what))) {
            let words = Words::of(what);
            // Words alone may say nothing, in which case they are the same as no others: then the text itself is compared.
            let is_same = |it: &&mut Request| it.what == *what || it.words.likeness(&words) == Likeness::Same;
            match self.0.iter_mut().find(is_same) {
                Some(known) => {
                    add(&mut known.by, by.clone());
                    add(&mut known.rounds, round.number);
                }
                None => {
                    let (by, rounds) = (vec![by.clone()], vec![round.number]);
                    self.0.push(Request { what: what.clone(), by, rounds, words });
                }
            }
        }
    }

    /// Takes back what an answer asks for; `rounds` are without it. What nobody else asks for has no words any more, and keeps its id.
    pub(super) fn withdraw(&mut self, rounds: &[Round], said: &Said) {
        for request in self.0.iter_mut().filter(|it| it.is_by(said)) {
            let asked = rounds.iter().flat_map(|round| round.spoken.iter().map(move |it| (round.number, it)));
            let asked = asked.flat_map(|(round, it)| it.turn.needs.iter().map(move |what| (round, &it.by, what)));
            let is_same =
                |what: &str| request.what == *what || request.words.likeness(&Words::of(what)) == Likeness::Same;
            let left: Vec<(u32, &Name, &String)> = asked.filter(|(_, _, what)| is_same(what)).collect();
            let (what, words) = match left.first() {
                Some((_, _, what)) => ((*what).clone(), Words::of(what)),
                None => (WITHHELD.to_owned(), Words::default()),
            };
            let mut now = Request { what, by: Vec::new(), rounds: Vec::new(), words };
            for (round, by, _) in left {
                add(&mut now.by, by.clone());
                add(&mut now.rounds, round);
            }
            *request = now;
        }
    }

    /// Blots words of an answer out of what it asks for.
    pub(super) fn redact(&mut self, said: &Said, words: &[String]) {
        for request in self.0.iter_mut().filter(|it| it.is_by(said)) {
            request.what = text::blotted(&request.what, words, REDACTED);
        }
    }

    /// The same requests in other words, by other names.
    pub(crate) fn told(&self, text: impl Fn(&str) -> String, name: impl Fn(&Name) -> Name) -> Requests {
        let told = |it: &Request| Request {
            what: text(&it.what),
            by: it.by.iter().map(&name).collect(),
            rounds: it.rounds.clone(),
            words: it.words.clone(),
        };
        Requests(self.0.iter().map(told).collect())
    }
}

impl Debate {
    /// All that was asked for so far, the current round included.
    pub fn needs(&self) -> Vec<Need> {
        let requests = self.entered_requests();
        let need = |(place, it): (usize, Request)| {
            let id = format!("N{}", place + 1);
            let sources = self.brought(&id, &it);
            let is_waited_for = |round: &u32| {
                self.continued.iter().any(|it| it.after == *round && it.ended == Some(Reason::NeedsContext))
            };
            let answered = !sources.is_empty() || it.rounds.iter().any(is_waited_for);
            let (round, last) = (it.rounds.first().copied(), it.rounds.last().copied());
            let (round, last) = (round.unwrap_or_default(), last.unwrap_or_default());
            Need { id, what: it.what, by: it.by, round, last, answered, sources }
        };
        requests.0.into_iter().enumerate().map(need).collect()
    }

    /// What it waits for, where it does: the requests of its last round that are not answered, whenever they first came up.
    pub fn awaited(&self) -> Vec<Need> {
        let is_waiting = self.closed.as_ref().is_some_and(|it| it.why == Reason::NeedsContext);
        let Some(round) = self.round().filter(|_| is_waiting) else { return Vec::new() };
        self.needs().into_iter().filter(|it| it.last == round.number && !it.answered).collect()
    }

    /// How often it has waited for what was asked for, and gone on.
    pub fn waits(&self) -> usize {
        self.continued.iter().filter(|it| it.ended == Some(Reason::NeedsContext)).count()
    }

    /// The places of the texts that are called by the id of a request and were attached since it was asked for.
    fn brought(&self, id: &str, request: &Request) -> Vec<usize> {
        let is_for_it = |title: &str| title.strip_prefix(id).is_some_and(|it| it.starts_with(':'));
        let texts = self.attached.iter().zip(&self.attached_after).enumerate();
        let texts = texts.filter(|(_, (it, after))| is_for_it(&it.title) && request.is_asked_by(**after));
        texts.map(|(place, _)| place).collect()
    }
}
