//! Requests of participants for missing information (I-25).
//!
//! Requests in near-identical words are one request, with a stable id. A request counts as answered once the debate has waited for it and
//! continued, with or without a text: a debate waits for each request once. Not here: when a debate waits (`analysis::decision::exit`).
use super::registry::add;
use super::registry::same::{Likeness, Words};
use super::{Debate, Round};
use crate::event::Reason;
use crate::ids::Name;
use crate::relation::TurnRef;
use crate::text;
use crate::turn::{REDACTED, WITHHELD};

/// A request of participants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// Its id, `N1`.
    pub id: String,
    /// Its text, in the words of the first author.
    pub what: String,
    /// Its authors.
    pub by: Vec<Name>,
    /// The first round.
    pub round: u32,
    /// The last round.
    pub last: u32,
    /// Whether the debate waited for it and continued.
    pub answered: bool,
    /// Indices of the texts attached in response. An answered request without texts could not be fulfilled.
    pub sources: Vec<usize>,
}

impl Need {
    /// The title of a text attached in response; the id in it links the two.
    pub fn title(&self) -> String {
        format!("{}: {}", self.id, self.what)
    }
}

/// Requests of completed rounds, in order of appearance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requests(Vec<Request>);

#[derive(Clone, Debug, PartialEq)]
struct Request {
    what: String,
    by: Vec<Name>,
    /// The rounds in which it was made.
    rounds: Vec<u32>,
    words: Words,
}

impl Request {
    /// Whether this turn is among its authors.
    fn is_by(&self, TurnRef { round, by }: &TurnRef) -> bool {
        self.by.contains(by) && self.rounds.contains(round)
    }

    /// Whether it was made before a text was attached; an earlier text answers nothing.
    fn is_asked_by(&self, after: u32) -> bool {
        self.rounds.first().is_some_and(|it| *it <= after)
    }
}

impl Requests {
    /// Adds the requests of a round, in the order of its turns. Existing entries stay.
    pub(super) fn enter(&mut self, round: &Round) {
        for (by, what) in round.spoken.iter().flat_map(|it| it.turn.needs.iter().map(|what| (&it.by, what))) {
            let words = Words::of(what);
            // Texts may have no significant words and then match nothing; compare them literally as well.
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

    /// Withdraws the requests of an answer; `rounds` no longer contain it. A request without other authors loses its text and keeps its id.
    pub(super) fn withdraw(&mut self, rounds: &[Round], said: &TurnRef) {
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

    /// Redacts words of an answer in its requests.
    pub(super) fn redact(&mut self, said: &TurnRef, words: &[String]) {
        for request in self.0.iter_mut().filter(|it| it.is_by(said)) {
            request.what = text::blotted(&request.what, words, REDACTED);
        }
    }

    /// The same requests with texts and names mapped.
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
    /// All requests so far, including the current round.
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

    /// The requests that the debate waits for: the unanswered ones of its last round, whenever first made.
    pub fn awaited(&self) -> Vec<Need> {
        let is_waiting = self.closed.as_ref().is_some_and(|it| it.why == Reason::NeedsContext);
        let Some(round) = self.round().filter(|_| is_waiting) else { return Vec::new() };
        self.needs().into_iter().filter(|it| it.last == round.number && !it.answered).collect()
    }

    /// How often it has waited for requests and continued.
    pub fn waits(&self) -> usize {
        self.continued.iter().filter(|it| it.ended == Some(Reason::NeedsContext)).count()
    }

    /// Indices of the texts titled with the id of a request and attached after it was made.
    fn brought(&self, id: &str, request: &Request) -> Vec<usize> {
        let is_for_it = |title: &str| title.strip_prefix(id).is_some_and(|it| it.starts_with(':'));
        let texts = self.attached.iter().zip(&self.attached_after).enumerate();
        let texts = texts.filter(|(_, (it, after))| is_for_it(&it.title) && request.is_asked_by(**after));
        texts.map(|(place, _)| place).collect()
    }
}
