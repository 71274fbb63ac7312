//! One source: what it is, who cites it, and how it is known (D-30, E-01, E-05).
//!
//! The same address or the same title is the same source, and so is an attached text however it is called, and what a tool gave however often
//! it was asked. Not here: whether a source says what it is cited for (`analysis::evidence::checks`).
use super::claim::ClaimEvent;
use super::{Entry, GIST, Registry, add, attached, words};
use crate::evidence::{Kind, Standing};
use crate::ids::Name;
use crate::state::Exchange;
use crate::text;
use crate::tool::Use;
use crate::turn::{Claim, Reference};

/// A source that somebody cited, or that a tool gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Where it comes from.
    pub kind: SourceKind,
    /// What it is.
    pub title: String,
    /// Where it is.
    pub url: Option<String>,
    /// What it was first cited for, or what a tool gave, in at most 25 tokens.
    pub gist: String,
    /// What kind of evidence it is, as it was first cited with one (E-01).
    pub rests: Option<Kind>,
    /// That kind was assigned, not given.
    pub is_assigned: bool,
    /// The round in which it was first cited with that kind: before it nobody knew.
    pub typed: u32,
    /// Who has cited it.
    pub by: Vec<Name>,
    /// Who asked a tool for it.
    pub found_by: Option<Name>,
    /// The round it came up in.
    pub introduced: u32,
}

impl Source {
    /// What kind of evidence it was known to be after a round.
    pub fn rests_by(&self, round: u32) -> Option<Kind> {
        self.rests.filter(|_| self.typed <= round)
    }
}

/// Where a source comes from (D-30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SourceKind {
    /// A reference in an answer.
    #[default]
    Citation,
    /// A text that is attached to the debate, by its place: `S1` is 0 (O-10).
    Attached(usize),
    /// What a tool brought from elsewhere.
    Tool,
    /// What a tool worked out.
    Calculation,
}

impl SourceKind {
    /// Its name as participants and people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            SourceKind::Citation => "citation",
            SourceKind::Attached(_) => "attached",
            SourceKind::Tool => "tool output",
            SourceKind::Calculation => "calculation",
        }
    }

    /// Whether anybody can open it here: it is attached, or a tool gave it (E-05).
    pub fn is_open(self) -> bool {
        match self {
            SourceKind::Attached(_) | SourceKind::Tool | SourceKind::Calculation => true,
            SourceKind::Citation => false,
        }
    }

    /// Whether a tool gave it, and nothing else has it.
    pub fn is_of_tool(self) -> bool {
        match self {
            SourceKind::Tool | SourceKind::Calculation => true,
            SourceKind::Citation | SourceKind::Attached(_) => false,
        }
    }
}

/// The tool that works out arithmetic.
const CALCULATE: &str = "calculate";

/// What of a claim's sources is known to its author from more than memory.
pub(super) struct Cited {
    /// Places of the sources.
    pub(super) sources: Vec<usize>,
    /// Whether a passage of one of them was opened: named by its id, found by a tool, or given by one (E-05).
    pub(super) is_opened: bool,
}

impl Registry {
    /// How a source was known after a round (E-05): open to everyone, else reported first-hand where a claim that rests on it says so, else from
    /// somebody's memory.
    pub fn standing_of(&self, place: usize, round: u32) -> Standing {
        if self.evidence.get(place).is_some_and(|it| it.kind.is_open()) {
            return Standing::Opened;
        }
        let reports = |it: &&ClaimEvent| it.standing == Some(Standing::Reported) && it.sources.contains(&place);
        let touches = self.claims.iter().flat_map(|it| &it.touches).filter(|it| it.round <= round);
        if touches.into_iter().any(|it| reports(&it)) { Standing::Reported } else { Standing::Recalled }
    }

    /// Whether a title, without an address, means an attached text.
    pub fn is_attached(&self, title: &str) -> bool {
        attached::meant(title, &self.attached).is_some()
    }

    /// The place of the attached text that a statement speaks of by its name, and the words that name it (O-11).
    pub fn mentioned(&self, statement: &str) -> Option<(usize, String)> {
        attached::mentioned(statement, &self.attached)
    }

    /// The places of the sources that somebody cited in rounds that `is_in` takes: for claims and against them (E-13).
    pub fn cited_by<'a>(
        &'a self,
        name: &'a Name,
        is_in: impl Fn(u32) -> bool + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        let touches = self.claims.iter().flat_map(|it| &it.touches);
        touches.filter(move |it| it.by == *name && is_in(it.round)).flat_map(ClaimEvent::cited)
    }

    /// The sources that a claim cites, by number and by id. An ASSUME names what it likes and rests on nothing of it.
    pub(super) fn cited(&mut self, claim: &Claim, entry: Entry<'_>) -> Cited {
        let mut cited = Cited { sources: Vec::new(), is_opened: false };
        for reference in entry.cited(&claim.cites) {
            let place = self.source(reference, &claim.text, entry);
            add(&mut cited.sources, place);
            cited.is_opened |= self.is_opened(place, Some(reference), entry);
        }
        for place in super::named('E', [claim.text.as_str()], entry.shown.sources) {
            self.cite(place, entry.by);
            add(&mut cited.sources, place);
            cited.is_opened |= self.is_opened(place, None, entry);
        }
        cited
    }

    /// Whether whoever cites a source had a passage of it before its eyes.
    fn is_opened(&self, place: usize, reference: Option<&Reference>, entry: Entry<'_>) -> bool {
        match self.evidence.get(place).map(|it| it.kind) {
            Some(SourceKind::Attached(text)) => {
                let id = format!("S{}", text + 1);
                let is_of = |found: &String| found.split('#').next() == Some(id.as_str());
                reference.is_some_and(|it| attached::names_part(&it.title))
                    || entry.uses().any(|it| it.found_in.iter().any(is_of))
            }
            Some(SourceKind::Tool | SourceKind::Calculation) => true,
            Some(SourceKind::Citation) | None => false,
        }
    }

    /// Enters what tools gave somebody: what stands in an attached text is that text, the rest are sources of their own (O-10). What failed or
    /// was refuted is none.
    pub(super) fn looked_up(&mut self, entry: Entry<'_>) {
        for it in entry.uses().filter(|it| is_evidence(it)) {
            let next = self.evidence.len();
            let place = *self.source_by_key.entry(tool_key(it)).or_insert(next);
            if place != next {
                continue;
            }
            let (kind, title) = match it.tool.as_str() {
                CALCULATE => (SourceKind::Calculation, text::one_line(&it.result)),
                tool => (SourceKind::Tool, format!("{tool} {}", text::one_line(&it.arguments))),
            };
            self.evidence.push(Source {
                kind,
                title: text::clip(&title, TITLE).into_owned(),
                url: None,
                gist: text::clip(&text::one_line(&it.result), GIST).into_owned(),
                rests: None,
                is_assigned: false,
                typed: entry.round,
                by: Vec::new(),
                found_by: Some(entry.by.clone()),
                introduced: entry.round,
            });
        }
    }

    /// The place of the source that a use of a tool gave, where it is one of its own.
    pub fn given_by(&self, it: &Use) -> Option<usize> {
        self.source_by_key.get(&tool_key(it)).copied().filter(|_| is_evidence(it))
    }

    pub(super) fn source(&mut self, reference: &Reference, cited_for: &str, entry: Entry<'_>) -> usize {
        let Entry { by, round, .. } = entry;
        let next = self.evidence.len();
        let place = match self.meant(reference, entry) {
            Meant::ClaimRecord(place) => place,
            Meant::Attached(text, title) => {
                let place = *self.source_by_key.entry(attached_key(text)).or_insert(next);
                self.enter_source(place, SourceKind::Attached(text), &title, reference, cited_for, round);
                place
            }
            Meant::Other => {
                let keys = source_keys(reference);
                let place = keys.iter().find_map(|it| self.source_by_key.get(it).copied()).unwrap_or(next);
                keys.into_iter().for_each(|it| {
                    self.source_by_key.entry(it).or_insert(place);
                });
                self.enter_source(place, SourceKind::Citation, &reference.title, reference, cited_for, round);
                place
            }
        };
        if let Some(source) = self.evidence.get_mut(place) {
            if source.rests.is_none() {
                (source.rests, source.is_assigned, source.typed) = (reference.kind, reference.assigned, round);
            }
            // A source that was first given by its title alone has an address from now on.
            if source.kind == SourceKind::Citation && source.url.is_none() {
                source.url = reference.url.clone();
            }
        }
        self.cite(place, by);
        place
    }

    pub(super) fn cite(&mut self, place: usize, by: &Name) {
        self.evidence.get_mut(place).into_iter().for_each(|it| add(&mut it.by, by.clone()));
    }

    /// Enters a source that is not known yet.
    fn enter_source(
        &mut self,
        place: usize,
        kind: SourceKind,
        title: &str,
        it: &Reference,
        cited_for: &str,
        round: u32,
    ) {
        if place < self.evidence.len() {
            return;
        }
        self.evidence.push(Source {
            kind,
            title: text::one_line(title),
            url: it.url.clone(),
            gist: text::clip(&text::one_line(cited_for), GIST).into_owned(),
            rests: it.kind,
            is_assigned: it.assigned,
            typed: round,
            by: Vec::new(),
            found_by: None,
            introduced: round,
        });
    }

    /// What a reference means: a listed source by its id, what a tool has just given, an attached text, or something else.
    fn meant(&self, reference: &Reference, entry: Entry<'_>) -> Meant {
        if let Some(place) = self.by_id(reference, entry.shown.sources).or_else(|| self.just_given(reference, entry)) {
            return Meant::ClaimRecord(place);
        }
        let attached = if reference.url.is_some() { None } else { attached::meant(&reference.title, &self.attached) };
        match attached.and_then(|it| Some((it, self.attached.get(it)?))) {
            Some((place, called)) => Meant::Attached(place, called.title.clone()),
            None => Meant::Other,
        }
    }

    /// The source whose id a reference gives as its title, alone or with words of that source's own: `E3` may be something else too.
    fn by_id(&self, reference: &Reference, shown: usize) -> Option<usize> {
        let title = reference.title.trim_start_matches(['[', '(', ' ']);
        let (id, rest) = title.split_once(|c: char| !c.is_ascii_alphanumeric()).unwrap_or((title, ""));
        let place = super::named('E', [id], shown).next().filter(|_| reference.url.is_none())?;
        let source = self.evidence.get(place)?;
        let own = words(&format!("{} {} {}", source.title, source.kind.as_str(), source.gist));
        let is_own = words(rest).split(' ').filter(|it| !it.is_empty()).all(|it| own.split(' ').any(|own| own == it));
        is_own.then_some(place)
    }

    /// What a tool gave the speaker in this very turn, which has no id yet that it could name: the reference gives its words, or the tool's name
    /// where that was asked once.
    fn just_given(&self, reference: &Reference, entry: Entry<'_>) -> Option<usize> {
        let given = || entry.uses().filter_map(|it| Some((it, self.given_by(it)?)));
        let title = words(&reference.title);
        if reference.url.is_some() || title.is_empty() {
            return None;
        }
        let says = |it: &Use| {
            let (expression, _) = it.result.split_once(['=', '≈']).unwrap_or((&it.result, ""));
            let said = words(expression);
            !said.is_empty() && format!(" {title} ").contains(&format!(" {said} "))
        };
        let by_words = given().find(|(it, _)| says(it)).map(|(_, place)| place);
        let mut named = given().filter(|(it, _)| title.starts_with(&words(&it.tool)));
        by_words.or_else(|| named.next().map(|(_, place)| place).filter(|_| named.next().is_none()))
    }
}

enum Meant {
    /// A source that is listed.
    ClaimRecord(usize),
    /// An attached text, with its title.
    Attached(usize, String),
    /// Whatever it says.
    Other,
}

/// The longest title of what a tool gave, in tokens. Ours: a sum, or a question.
const TITLE: usize = 40;

/// Whether what a tool gave is a source of its own: it was not found in what is attached, and nothing spoke against it.
fn is_evidence(it: &Use) -> bool {
    !(it.failed || it.refuted || it.result.is_empty()) && it.found_in.is_empty() && it.tool != "fact_check"
}

fn tool_key(it: &Use) -> String {
    format!("tool {}", it.query())
}

fn attached_key(place: usize) -> String {
    format!("attached {place}")
}

/// What makes two references the same source: the address without its trimmings, or the words of the title.
pub(super) fn source_keys(reference: &Reference) -> Vec<String> {
    let address = reference.url.as_deref().map(|url| {
        let address = url.split('#').next().unwrap_or_default();
        let address = address.split_once("://").map_or(address, |(_, rest)| rest);
        let address = address.strip_prefix("www.").unwrap_or(address);
        format!("url {}", address.trim_end_matches('/').to_lowercase())
    });
    let title = Some(words(&reference.title)).filter(|it| !it.is_empty()).map(|it| format!("title {it}"));
    address.into_iter().chain(title).collect()
}

impl ClaimEvent {
    /// The places of the sources that somebody cited for a claim, or against it.
    pub fn cited(&self) -> impl Iterator<Item = usize> {
        let against = self.critique.iter().filter_map(|it| it.counter.as_ref()).flat_map(|it| &it.sources);
        self.sources.iter().chain(against).copied()
    }

    /// What it says that the claim rests on besides its sources, if that counts: a kind that needs a source needs one of these, or whoever
    /// reports it first-hand (E-01, E-05).
    pub fn counted(&self, sources: &[Kind]) -> Option<Kind> {
        let is_reported = self.standing == Some(Standing::Reported);
        self.rests.filter(|it| !it.needs_source() || is_reported || sources.contains(it))
    }
}

impl<'a> Entry<'a> {
    /// What tools gave the speaker in this turn.
    fn uses(self) -> impl Iterator<Item = &'a Use> {
        self.exchanges.iter().flat_map(|it: &Exchange| &it.uses)
    }
}
