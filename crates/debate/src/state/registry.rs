//! The registry of claims, sources and terms, each once, with a stable id (D-12, D-30, D-33).
//!
//! A round is entered when it is over, seat by seat, so that the order of arrival does not matter. Claim actions refer to claims of earlier
//! rounds, which were shown. References with the same address or title are the same source. Not here: whether a claim is true.
mod attached;
mod claim;
pub(super) mod same;
mod source;
mod term;
mod withdrawn;

pub use claim::{ClaimAction, ClaimEvent, ClaimRecord, ClaimStance, ClaimState, Countered, Critique, Opposing, Status};
pub use source::{Source, SourceKind};
pub use term::{Behind, Term, TermTouch};

use crate::ballot::TermAct;
use crate::evidence::Kind;
use crate::ids::Name;
use crate::reply::cite;
use crate::state::{Exchange, Round, Spoken};
use crate::text;
use crate::turn::{Act, Claim, ClaimMove, Counter, Reference};
use same::{Likeness, Words};
use source::Cited;
use std::collections::BTreeMap;

/// All claims, sources and terms so far, in order of appearance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Registry {
    /// Claim `n` has the id `C{n+1}`.
    pub claims: Vec<ClaimRecord>,
    /// Source `n` has the id `E{n+1}`.
    pub evidence: Vec<Source>,
    /// Term `n` has the id `T{n+1}` (B-04).
    pub terms: Vec<Term>,
    /// Normalised words of the claims, by index.
    words: Vec<Words>,
    claims_by_key: BTreeMap<String, Vec<usize>>,
    source_by_key: BTreeMap<String, usize>,
    entered: Entered,
    /// Names of the attached texts.
    attached: Vec<attached::Called>,
}

/// What has been entered of the last round; a debate closed within it can continue within it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Entered {
    round: u32,
    /// The number of claims before it, which were shown.
    shown: usize,
    /// The number of sources before it.
    sources: usize,
    /// The number of terms before it.
    terms: usize,
    /// The participants whose turns were entered.
    by: Vec<Name>,
}

/// The turn being entered.
#[derive(Clone, Copy)]
struct Entry<'a> {
    references: &'a [Reference],
    /// Tool results that the speaker received before it answered.
    exchanges: &'a [Exchange],
    by: &'a Name,
    round: u32,
    /// The last round that the speaker has seen.
    known: u32,
    /// How many claims and sources the speaker could name; larger ids are invalid.
    shown: Shown,
}

/// How many claims and sources a speaker has seen.
#[derive(Clone, Copy)]
struct Shown {
    claims: usize,
    sources: usize,
    terms: usize,
}

impl<'a> Entry<'a> {
    /// The references with these numbers.
    fn cited(self, numbers: &[u32]) -> impl Iterator<Item = &'a Reference> {
        numbers.iter().filter_map(move |number| self.references.iter().find(|it| it.number == *number))
    }
}

/// Maximum ids read from a text. Ours: a sentence that names more is a list, and each id adds a relation.
const MOST_NAMED: usize = 8;

/// Maximum tokens of a gist (D-30).
const GIST: usize = 25;

impl Registry {
    /// Enters a completed round, by seat, and stores in each turn the indices of its claims.
    pub(crate) fn absorb(&mut self, round: &mut Round) {
        let number = round.number;
        if self.entered.round != number {
            let Shown { claims, sources, terms } = self.shown();
            self.entered = Entered { round: number, shown: claims, sources, terms, by: Vec::new() };
        }
        let before_round =
            Shown { claims: self.entered.shown, sources: self.entered.sources, terms: self.entered.terms };
        // Index of the first entered member of each group of equal claims, or terms.
        let (mut same_claims, mut same_terms) = (BTreeMap::new(), BTreeMap::new());
        for Spoken { by, turn, claims, terms, .. } in &mut round.spoken {
            if self.entered.by.contains(by) {
                continue;
            }
            self.entered.by.push(by.clone());
            // In sequential rounds the earlier speakers' claims were shown.
            let shown = if round.in_turn { self.shown() } else { before_round };
            let known = if round.in_turn { number } else { number.saturating_sub(1) };
            let mut texts = Vec::new();
            if !turn.references.is_empty() {
                turn.each_text(|it| texts.extend(it.contains('[').then(|| it.clone())));
            }
            let exchanges = round.used.get(by).map(Vec::as_slice).unwrap_or_default();
            let entry = Entry { references: &turn.references, exchanges, by, round: number, known, shown };
            self.looked_up(entry);
            let mut places = Vec::with_capacity(turn.claims.len());
            for (at, it) in turn.claims.iter().enumerate() {
                let group = Round::group_of(&round.grouping.claims, by, at).map(|(group, _)| group);
                let known = group.and_then(|it| same_claims.get(&it).copied());
                let place = self.enter(it, known, entry);
                group.map(|it| same_claims.entry(it).or_insert(place));
                places.push(place);
            }
            *claims = places;
            let cited = self.cited_in(texts.iter().map(String::as_str), entry);
            for (at, it) in turn.terms.iter().enumerate() {
                let group = Round::group_of(&round.grouping.terms, by, at).map(|(group, _)| group);
                let repeats = || round.grouping.repeats(by, at, before_round.terms);
                let known = group.and_then(|it| same_terms.get(&it).copied()).or_else(repeats);
                let place = self.put_term(it, known, by, number);
                group.map(|it| same_terms.entry(it).or_insert(place));
                terms.push(place);
            }
            for it in &turn.on_terms {
                let known = known_place('T', &it.term, shown.terms).and_then(|it| self.terms.get_mut(it));
                known.into_iter().for_each(|term| term.touch(number, by, it.act, it.why.as_deref()));
            }
            let shown = if round.in_turn { self.shown() } else { before_round };
            let entry = Entry { shown, ..entry };
            let moves = turn.moves.iter().filter_map(|it| Some((known_place('C', &it.claim, shown.claims)?, it)));
            moves.for_each(|(place, it)| self.move_claim(place, it, entry));
            if !cited.is_empty() {
                // The text of a headline must stay as it was cast.
                let ballot = turn.ballot.take();
                turn.each_text(|it| *it = cite::with_ids(it, |number| cited.get(&number).copied()));
                turn.ballot = ballot;
            }
        }
    }

    /// Enters the sources that texts cite by number, each with the first sentence that cites it; returns their indices by number.
    fn cited_in<'a>(&mut self, texts: impl Iterator<Item = &'a str>, entry: Entry<'_>) -> BTreeMap<u32, usize> {
        let mut places = BTreeMap::new();
        for (said, numbers) in texts.flat_map(text::sentences).map(cite::take) {
            for number in numbers.into_iter().filter(|it| !places.contains_key(it)).collect::<Vec<_>>() {
                if let Some(reference) = entry.cited(&[number]).next() {
                    places.insert(number, self.source(reference, &said, entry));
                }
            }
        }
        places
    }

    /// Enters a term; one that repeats an earlier term, literally or by grouping, adopts that.
    fn put_term(&mut self, text: &str, known: Option<usize>, by: &Name, round: u32) -> usize {
        let known = known.or_else(|| self.terms.iter().position(|it| it.is_put_by(text)));
        let place = known.unwrap_or(self.terms.len());
        if place == self.terms.len() {
            self.terms.push(Term { text: text::one_line(text), introduced: round, touches: Vec::new() });
        }
        if let Some(term) = self.terms.get_mut(place) {
            term.touch(round, by, TermAct::Adopt, None);
        }
        place
    }

    /// What can be named now.
    fn shown(&self) -> Shown {
        Shown { claims: self.claims.len(), sources: self.evidence.len(), terms: self.terms.len() }
    }

    /// Renames the participants whose turns were entered.
    pub(crate) fn rename(&mut self, name: impl Fn(&Name) -> Name) {
        self.entered.by.iter_mut().for_each(|it| *it = name(it));
    }

    /// Registers attached texts: later references to them share one source.
    pub(crate) fn attach<'a>(&mut self, texts: impl IntoIterator<Item = (&'a str, &'a str)>) {
        let called =
            texts.into_iter().map(|(title, text)| attached::Called::of(title, text.lines().next().unwrap_or("")));
        self.attached.extend(called);
    }

    /// Whether a claim of an earlier round has this id.
    pub fn has_id(&self, id: &str) -> bool {
        known_place('C', id, self.claims.len()).is_some()
    }

    /// The oldest claim with this likeness to these words.
    fn find(&self, words: &Words, likeness: Likeness) -> Option<usize> {
        let mut places = self.claims_by_key.get(&words.key()).into_iter().flatten().copied();
        places.find(|it| self.words.get(*it).is_some_and(|it| it.likeness(words) == likeness))
    }

    /// The sources that a text names by id.
    pub fn named_in(&self, text: &str) -> impl Iterator<Item = &Source> {
        named('E', [text], self.evidence.len()).filter_map(|it| self.evidence.get(it))
    }

    /// The strongest stated or assigned kind of evidence of a claim by a round; none if there is none.
    pub fn given(&self, known: &ClaimRecord, round: u32) -> Option<Kind> {
        let touches = known.touches.iter().filter(|it| it.round <= round);
        touches.flat_map(|it| it.rests.into_iter().chain(self.kinds(&it.sources, round))).min()
    }

    /// The strongest effective kind of evidence of a claim after a round: a kind that needs a source counts only with one (E-05).
    pub fn strongest(&self, known: &ClaimRecord, round: u32) -> Option<Kind> {
        let touches = known.touches.iter().filter(|it| it.round <= round);
        let sources: Vec<Kind> = touches.clone().flat_map(|it| self.kinds(&it.sources, round)).collect();
        touches.filter_map(|it| it.counted(&sources)).chain(sources.iter().copied()).min()
    }

    /// The strongest kind of evidence given with a claim event, as known then.
    pub fn brought(&self, touch: &ClaimEvent) -> Option<Kind> {
        touch.rests.into_iter().chain(self.kinds(&touch.sources, touch.round)).min()
    }

    /// The kinds of the sources at these indices, as known after a round.
    fn kinds(&self, sources: &[usize], round: u32) -> impl Iterator<Item = Kind> {
        sources.iter().filter_map(move |it| self.evidence.get(*it)?.rests_by(round))
    }

    fn enter(&mut self, claim: &Claim, known: Option<usize>, entry: Entry<'_>) -> usize {
        let Entry { by, round, shown, .. } = entry;
        let Cited { sources, is_opened } = self.cited(claim, entry);
        let words = Words::of(&claim.text);
        let place = match known.or_else(|| self.find(&words, Likeness::Same)) {
            Some(place) => place,
            None => self.make(claim, words, by, round),
        };
        let (action, rests) = (ClaimAction::Stated(claim.label), claim.kind);
        let standing = claim.standing;
        let (by, why, critique) = (by.clone(), None, None);
        self.touch(place, ClaimEvent { round, by, action, why, sources, is_opened, rests, standing, critique });
        let by = entry.by;
        if let Some(known) = self.claims.get_mut(place) {
            add(&mut known.by, by.clone());
            named('C', [claim.text.as_str()], shown.claims)
                .filter(|it| *it != place)
                .for_each(|it| add(&mut known.from, it));
            known.is_assigned |= claim.assigned;
        }
        place
    }

    /// Adds a new claim. If it contradicts another claim, its author denies that one.
    fn make(&mut self, claim: &Claim, words: Words, by: &Name, round: u32) -> usize {
        let place = self.claims.len();
        let contrary = self.find(&words, Likeness::Contrary);
        self.claims_by_key.entry(words.key()).or_default().push(place);
        self.words.push(words);
        self.claims.push(ClaimRecord {
            text: text::one_line(&claim.text),
            label: claim.label,
            by: Vec::new(),
            introduced: round,
            touched: round,
            evidence: Vec::new(),
            touches: Vec::new(),
            opposing: Vec::new(),
            from: Vec::new(),
            is_assigned: false,
        });
        if let Some(other) = contrary {
            self.oppose(place, other, round);
            let (by, action) = (by.clone(), ClaimAction::Moved(Act::Challenge));
            self.touch(other, ClaimEvent::bare(round, by, action));
        }
        place
    }

    fn move_claim(&mut self, place: usize, it: &ClaimMove, entry: Entry<'_>) {
        let Entry { by, round, shown, .. } = entry;
        let why = it.why.as_deref().map(text::one_line).filter(|it| !it.is_empty());
        let grounds = || why.as_deref().into_iter().chain(it.counter.as_ref().map(|it| it.text.as_str()));
        let claims: Vec<usize> = named('C', grounds(), shown.claims).collect();
        let sources: Vec<usize> = named('E', why.as_deref(), shown.sources).collect();
        let critique = self.critique(place, it, entry);
        match it.act {
            Act::Challenge => claims.into_iter().filter(|it| *it != place).for_each(|it| self.oppose(place, it, round)),
            Act::Support | Act::Qualify | Act::Concede | Act::Retract => {}
        }
        // A source cited against a claim does not support it.
        let sources = match it.act {
            Act::Support | Act::Qualify => sources,
            Act::Challenge | Act::Concede | Act::Retract => Vec::new(),
        };
        let action = ClaimAction::Moved(it.act);
        sources.iter().for_each(|it| self.cite(*it, by));
        let is_opened = sources.iter().any(|it| self.evidence.get(*it).is_some_and(|it| it.kind.is_of_tool()));
        self.touch(
            place,
            ClaimEvent { why, sources, is_opened, critique, ..ClaimEvent::bare(round, by.clone(), action) },
        );
    }

    /// The critique in a claim action, if any (E-03).
    fn critique(&mut self, place: usize, it: &ClaimMove, entry: Entry<'_>) -> Option<Critique> {
        let line = |it: &String| text::one_line(it);
        let (assessment, synthesis) = (it.assessment.as_ref().map(line), it.synthesis.as_ref().map(line));
        let counter = it.counter.as_ref().map(|it| self.countered(place, it, entry));
        let is_one = assessment.is_some() || counter.is_some() || synthesis.is_some();
        is_one.then_some(Critique { assessment, counter, synthesis })
    }

    /// A counter with its evidence, compared with the evidence of the claim as its author knew it.
    fn countered(&mut self, place: usize, it: &Counter, entry: Entry<'_>) -> Countered {
        let Entry { round, known, shown, .. } = entry;
        let mut sources: Vec<usize> = named('E', [it.text.as_str()], shown.sources).collect();
        sources.iter().for_each(|it| self.cite(*it, entry.by));
        entry.cited(&it.cites).for_each(|cited| add(&mut sources, self.source(cited, &it.text, entry)));
        let kinds: Vec<Kind> = self.kinds(&sources, round).collect();
        let kind = it.kind.into_iter().chain(kinds.iter().copied()).min().unwrap_or(Kind::Speculative);
        let counted = it.kind.filter(|it| !it.needs_source() || kinds.contains(it));
        let counted = counted.into_iter().chain(kinds).min().unwrap_or(Kind::Speculative);
        let held = self.claims.get(place).and_then(|it| self.strongest(it, known)).unwrap_or(Kind::Speculative);
        Countered { text: text::one_line(&it.text), kind, sources, is_weaker: counted > held }
    }

    fn touch(&mut self, place: usize, touch: ClaimEvent) {
        let Some(known) = self.claims.get_mut(place) else { return };
        known.touched = touch.round;
        touch.sources.iter().for_each(|it| add(&mut known.evidence, *it));
        known.touches.push(touch);
    }

    fn oppose(&mut self, one: usize, other: usize, since: u32) {
        for (place, claim) in [(one, other), (other, one)] {
            if let Some(known) = self.claims.get_mut(place)
                && known.opposing.iter().all(|it| it.claim != claim)
            {
                known.opposing.push(Opposing { claim, since });
            }
        }
    }
}

/// The id of the item at an index: `C3` for the third claim, `E1` for the first source, `T2` for the second term.
pub fn id(letter: char, place: usize) -> String {
    format!("{letter}{}", place + 1)
}

/// The index of an id with this letter.
pub fn place(letter: char, id: &str) -> Option<usize> {
    id.strip_prefix(letter)?.parse::<usize>().ok()?.checked_sub(1)
}

/// The numbers of an attached text and, if given, of a passage: `S3`, `s3#4`.
pub fn attached(word: &str) -> Option<(usize, Option<usize>)> {
    let (source, part) = word.split_once('#').map_or((word, None), |(source, part)| (source, Some(part)));
    let part = part.map(|it| it.trim_end_matches('.').parse()).transpose().ok()?;
    let source = source.strip_prefix(['S', 's'])?.parse().ok()?;
    Some((source, part))
}

/// The index of an id, if it is below `known`.
pub(super) fn known_place(letter: char, id: &str, known: usize) -> Option<usize> {
    place(letter, id).filter(|it| *it < known)
}

/// The indices of the first [`MOST_NAMED`] ids with this letter in each of these texts, if known.
fn named<'a>(letter: char, texts: impl IntoIterator<Item = &'a str>, known: usize) -> impl Iterator<Item = usize> {
    texts
        .into_iter()
        .flat_map(move |it| ids(letter, it).filter_map(move |it| known_place(letter, it, known)).take(MOST_NAMED))
}

/// The ids with this letter in a text: the letter and a number, without an adjacent Latin letter or digit. Scripts without spaces may
/// follow directly.
pub fn ids(letter: char, text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let is_beside = |it: Option<&u8>| it.is_some_and(u8::is_ascii_alphanumeric);
    text.match_indices(letter).filter_map(move |(at, _)| {
        let digits = bytes.get(at + 1..)?.iter().take_while(|it| it.is_ascii_digit()).count();
        let end = at + 1 + digits;
        let is_alone = !is_beside(at.checked_sub(1).and_then(|it| bytes.get(it))) && !is_beside(bytes.get(end));
        text.get(at..end).filter(|_| digits > 0 && is_alone)
    })
}

pub(super) fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// The words of a text in lower case, separated by single spaces.
fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(word.chars().flat_map(char::to_lowercase));
    }
    out
}

#[cfg(test)]
mod tests;
