//! What participants asked for and had not got (I-25).
//!
//! Asked in near-identical words it is one request, with an id that stays. A request is answered once the debate has waited for it and
//! goes on, with a text or without: nobody waits for the same twice. Not here: when a debate waits (`analysis::exit`).
use super::registry::same::{Likeness, Words};
use super::{Debate, Round};
use crate::event::Reason;
use crate::ids::Name;

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
    round: u32,
    words: Words,
}

impl Requests {
    /// Enters what a round asks for, in the order of its turns. What is entered already stays as it is.
    pub(super) fn enter(&mut self, round: &Round) {
        for (by, what) in round.spoken.iter().flat_map(|it| it.turn.needs.iter().map(|what| (&it.by, what))) {
            let words = Words::of(what);
            // Words alone may say nothing, in which case they are the same as no others: then the text itself is compared.
            let is_same = |it: &&mut Request| it.what == *what || it.words.likeness(&words) == Likeness::Same;
            match self.0.iter_mut().find(is_same) {
                Some(known) if known.by.contains(by) => {}
                Some(known) => known.by.push(by.clone()),
                None => {
                    self.0.push(Request { what: what.clone(), by: vec![by.clone()], round: round.number, words });
                }
            }
        }
    }

    /// The same requests in other words, by other names.
    pub(crate) fn told(&self, text: impl Fn(&str) -> String, name: impl Fn(&Name) -> Name) -> Requests {
        let told = |it: &Request| Request {
            what: text(&it.what),
            by: it.by.iter().map(&name).collect(),
            round: it.round,
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
            let sources = self.brought(&id);
            let is_waited_for = |round: u32| {
                self.continued.iter().any(|it| it.after == round && it.ended == Some(Reason::NeedsContext))
            };
            let answered = !sources.is_empty() || is_waited_for(it.round);
            Need { id, what: it.what, by: it.by, round: it.round, answered, sources }
        };
        requests.0.into_iter().enumerate().map(need).collect()
    }

    /// What it waits for, where it does: the requests that were new in its last round.
    pub fn awaited(&self) -> Vec<Need> {
        let is_waiting = self.closed.as_ref().is_some_and(|it| it.why == Reason::NeedsContext);
        let Some(round) = self.round().filter(|_| is_waiting) else { return Vec::new() };
        self.needs().into_iter().filter(|it| it.round == round.number && !it.answered).collect()
    }

    /// How often it has waited for what was asked for, and gone on.
    pub fn waits(&self) -> usize {
        self.continued.iter().filter(|it| it.ended == Some(Reason::NeedsContext)).count()
    }

    /// The places of the attached texts that are called by the id of a request.
    fn brought(&self, id: &str) -> Vec<usize> {
        let is_for_it = |title: &str| title.strip_prefix(id).is_some_and(|it| it.starts_with(':'));
        let texts = self.attached.iter().enumerate().filter(|(_, it)| is_for_it(&it.title));
        texts.map(|(place, _)| place).collect()
    }
}
