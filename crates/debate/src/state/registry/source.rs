//! One source: its kind, who cites it, and how it is known (D-30, E-01, E-05).
//!
//! References with the same address or title are one source; so are all names of an attached text, and repeated tool results. Not here:
//! whether a source supports a claim (`analysis::evidence::checks`).
use super::claim::ClaimEvent;
use super::{Entry, GIST, Registry, add, attached, words};
use crate::evidence::{Kind, Standing};
use crate::ids::Name;
use crate::state::Exchange;
use crate::text;
use crate::tool::Use;
use crate::turn::{Claim, Reference};

/// A cited source, or a tool result.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Its origin.
    pub kind: SourceKind,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: Option<String>,
    /// The first statement that cites it, or the tool's result, in at most 25 tokens.
    pub gist: String,
    /// Its kind of evidence, as first cited with one (E-01).
    pub rests: Option<Kind>,
    /// That kind was assigned, not given.
    pub is_assigned: bool,
    /// The round in which it was first cited with that kind.
    pub typed: u32,
    /// Participants who cited it.
    pub by: Vec<Name>,
    /// The participant whose tool call returned it.
    pub found_by: Option<Name>,
    /// The round it came up in.
    pub introduced: u32,
}

impl Source {
    /// Its kind of evidence as known after a round.
    pub fn rests_by(&self, round: u32) -> Option<Kind> {
        self.rests.filter(|_| self.typed <= round)
    }
}

/// The origin of a source (D-30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SourceKind {
    /// A reference in an answer.
    #[default]
    Citation,
    /// An attached text, by index: `S1` is 0 (O-10).
    Attached(usize),
    /// A tool's result from outside the debate.
    Tool,
    /// A tool's computation.
    Calculation,
}

impl SourceKind {
    /// Its display name.
    pub fn as_str(self) -> &'static str {
        match self {
            SourceKind::Citation => "citation",
            SourceKind::Attached(_) => "attached",
            SourceKind::Tool => "tool output",
            SourceKind::Calculation => "calculation",
        }
    }

    /// Whether participants can open it: it is attached, or a tool returned it (E-05).
    pub fn is_open(self) -> bool {
        match self {
            SourceKind::Attached(_) | SourceKind::Tool | SourceKind::Calculation => true,
            SourceKind::Citation => false,
        }
    }

    /// Whether it exists only as a tool's result.
    pub fn is_of_tool(self) -> bool {
        match self {
            SourceKind::Tool | SourceKind::Calculation => true,
            SourceKind::Citation | SourceKind::Attached(_) => false,
        }
    }
}

/// The name of the arithmetic tool.
const CALCULATE: &str = "calculate";

/// The sources of a claim, and how its author knows them.
pub(super) struct Cited {
    /// Indices of the sources.
    pub(super) sources: Vec<usize>,
    /// Whether a passage of one of them was opened: named by id, or returned by a tool (E-05).
    pub(super) is_opened: bool,
}

impl Registry {
    /// How a source was known after a round (E-05): opened if it is open to everyone, reported if a claim that cites it says so, otherwise
    /// recalled.
    pub fn standing_of(&self, place: usize, round: u32) -> Standing {
        if self.evidence.get(place).is_some_and(|it| it.kind.is_open()) {
            return Standing::Opened;
        }
        let reports = |it: &&ClaimEvent| it.standing == Some(Standing::Reported) && it.sources.contains(&place);
        let touches = self.claims.iter().flat_map(|it| &it.touches).filter(|it| it.round <= round);
        if touches.into_iter().any(|it| reports(&it)) { Standing::Reported } else { Standing::Recalled }
    }

    /// Whether a title without an address names an attached text.
    pub fn is_attached(&self, title: &str) -> bool {
        attached::meant(title, &self.attached).is_some()
    }

    /// The index of the attached text that a statement mentions by name, and the words that name it (O-11).
    pub fn mentioned(&self, statement: &str) -> Option<(usize, String)> {
        attached::mentioned(statement, &self.attached)
    }

    /// The indices of the sources that a participant cited in rounds selected by `is_in`, for and against claims (E-13).
    pub fn cited_by<'a>(
        &'a self,
        name: &'a Name,
        is_in: impl Fn(u32) -> bool + 'a,
    ) -> impl Iterator<Item = usize> + 'a {
        let touches = self.claims.iter().flat_map(|it| &it.touches);
        touches.filter(move |it| it.by == *name && is_in(it.round)).flat_map(ClaimEvent::cited)
    }

    /// The sources that a claim cites, by number and by id. An ASSUME has none, whatever it names.
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

    /// Whether the author had seen a passage of a source.
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

    /// Enters tool results: a result from an attached text is that text, others are sources of their own (O-10). Failed and refuted results
    /// are dropped.
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

    /// The index of the source that a tool use returned, if it is a source of its own.
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
            // A source first cited by title gets its address.
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

    /// Adds a new source.
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

    /// Resolves a reference: a listed source by id, a tool result of the same turn, an attached text, or another source.
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

    /// The source whose id is the title of a reference, alone or with words of that source: `E3` may have other meanings.
    fn by_id(&self, reference: &Reference, shown: usize) -> Option<usize> {
        let title = reference.title.trim_start_matches(['[', '(', ' ']);
        let (id, rest) = title.split_once(|c: char| !c.is_ascii_alphanumeric()).unwrap_or((title, ""));
        let place = super::named('E', [id], shown).next().filter(|_| reference.url.is_none())?;
        let source = self.evidence.get(place)?;
        let own = words(&format!("{} {} {}", source.title, source.kind.as_str(), source.gist));
        let is_own = words(rest).split(' ').filter(|it| !it.is_empty()).all(|it| own.split(' ').any(|own| own == it));
        is_own.then_some(place)
    }

    /// A tool result of the same turn, which has no id yet: the reference quotes it, or names the tool if that was called once.
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
    /// A listed source.
    ClaimRecord(usize),
    /// An attached text, with its title.
    Attached(usize, String),
    /// Any other source.
    Other,
}

/// Maximum tokens of the title of a tool result. Ours: a sum, or a question.
const TITLE: usize = 40;

/// Whether a tool result is a source of its own: not from an attached text, not failed and not refuted.
fn is_evidence(it: &Use) -> bool {
    !(it.failed || it.refuted || it.result.is_empty()) && it.found_in.is_empty() && it.tool != "fact_check"
}

fn tool_key(it: &Use) -> String {
    format!("tool {}", it.query())
}

fn attached_key(place: usize) -> String {
    format!("attached {place}")
}

/// Keys by which references are the same source: the normalised address, or the words of the title.
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
    /// The indices of the sources cited with this event, for or against the claim.
    pub fn cited(&self) -> impl Iterator<Item = usize> {
        let against = self.critique.iter().filter_map(|it| it.counter.as_ref()).flat_map(|it| &it.sources);
        self.sources.iter().chain(against).copied()
    }

    /// The stated kind of evidence, if it counts: a kind that needs a source needs one of these, or a first-hand report (E-01, E-05).
    pub fn counted(&self, sources: &[Kind]) -> Option<Kind> {
        let is_reported = self.standing == Some(Standing::Reported);
        self.rests.filter(|it| !it.needs_source() || is_reported || sources.contains(it))
    }
}

impl<'a> Entry<'a> {
    /// Tool results of the speaker in this turn.
    fn uses(self) -> impl Iterator<Item = &'a Use> {
        self.exchanges.iter().flat_map(|it: &Exchange| &it.uses)
    }
}
