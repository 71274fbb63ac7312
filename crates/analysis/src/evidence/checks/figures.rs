//! Compares a claim's figures with those of a text (O-11).
//!
//! A figure is found if a statement has the same value and unit and the same subject. It is contradicted only if a statement has the same
//! subject and no other, exactly one figure of that unit, and a different value. In doubt the claim stays unchecked. Not here: choosing the
//! text (`mod`), and unit conversion.
use super::location::Location;
use super::scan::{Bound, Figure, Unit};
use super::statement::{Statement, Term};
use crate::evidence::passages::{Passage, PassageId, Passages};
use crate::evidence::thresholds::{CONTRARY_SHARED, CONTRARY_SUBJECT, FOUND_SUBJECT};
use prose::opposition::opposed;
use prose::words::{self, stem};
use std::collections::BTreeSet;

/// The result of comparing a claim's figures with a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FigureMatch {
    /// All were found; the location of the last, and its text.
    Found(Location, String),
    /// One differs; its location, and its text.
    Contrary(Location, String),
}

/// Maximum passages searched per claim. Ours: those with its rare words rank first.
const LOOKED: usize = 8;

/// Compares a claim with the texts selected by `is_in`.
pub(super) fn against(claim: &Statement, passages: &Passages, is_in: impl Fn(usize) -> bool) -> Option<FigureMatch> {
    if claim.figures.is_empty() {
        return None;
    }
    let candidates = passages.search_in(&claim.text, LOOKED, is_in);
    let statements: Vec<PassageStatement> = candidates.into_iter().flat_map(|it| said(passages, it)).collect();
    let found: Vec<Option<&PassageStatement>> =
        (claim.figures.iter()).map(|(at, figure)| statements.iter().find(|it| it.finds(claim, *at, figure))).collect();
    if let Some(last) = found.iter().copied().collect::<Option<Vec<_>>>().and_then(|it| it.last().copied()) {
        return Some(FigureMatch::Found(last.location(passages), last.statement.text.trim().to_owned()));
    }
    let open = claim.figures.iter().zip(&found).filter(|(_, found)| found.is_none()).map(|(figure, _)| figure);
    let mut contrary = open.flat_map(|(at, figure)| statements.iter().filter(|it| it.denies(claim, *at, figure)));
    let first = contrary.next()?;
    // A text with several different values contradicts nothing.
    let is_alone = contrary.all(|it| it.statement.figures == first.statement.figures);
    is_alone.then(|| FigureMatch::Contrary(first.location(passages), first.statement.text.trim().to_owned()))
}

/// A statement of a passage, with the words of its heading.
struct PassageStatement {
    place: PassageId,
    statement: Statement,
    heading: BTreeSet<String>,
    years: BTreeSet<u32>,
}

fn said(passages: &Passages, passage: &Passage) -> Vec<PassageStatement> {
    let heading = words::of(&passage.heading).iter().map(|it| stem(it)).collect::<BTreeSet<String>>();
    let years = Statement::of(&passage.heading).years;
    let statements = super::statement::statements(passages.text(passage)).into_iter();
    let said = |statement| PassageStatement {
        place: passage.place,
        statement,
        heading: heading.clone(),
        years: years.clone(),
    };
    statements.map(said).collect()
}

impl PassageStatement {
    fn location(&self, passages: &Passages) -> Location {
        Location::of(passages, self.place, self.statement.section.as_deref(), self.statement.line)
    }

    /// Whether it has this figure of the claim with the same subject.
    fn finds(&self, claim: &Statement, at: usize, figure: &Figure) -> bool {
        let mut figures = self.statement.figures.iter().filter(|(_, it)| is_same(figure, it));
        figures.any(|(there, _)| {
            self.is_of_the_same(claim, at, *there)
                && self.share(claim) >= FOUND_SUBJECT
                && !self.is_elsewhere(claim, at, *there)
        })
    }

    /// Whether it has a different figure with exactly the same subject, as a whole or in a clause that covers the claim's subject.
    fn denies(&self, claim: &Statement, at: usize, figure: &Figure) -> bool {
        let clauses = || {
            let figures = self.statement.figures.iter().filter(|(_, it)| it.unit == figure.unit);
            figures.filter_map(|(there, _)| self.statement.alone(*there))
        };
        let is_all = |it: &PassageStatement| {
            claim.subject.iter().all(|term| it.statement.has(&term.stem))
                && it.statement.subject.iter().all(|term| claim.has(&term.stem))
        };
        self.is_other(claim, at, figure)
            || (self.statement.figures.len() > 1 && claim.figures.len() == 1)
                && clauses().map(|it| self.with(it)).any(|it| is_all(&it) && it.is_other(claim, at, figure))
    }

    fn with(&self, statement: Statement) -> PassageStatement {
        PassageStatement { place: self.place, statement, heading: self.heading.clone(), years: self.years.clone() }
    }

    fn is_other(&self, claim: &Statement, at: usize, figure: &Figure) -> bool {
        let is_plain = |it: &Figure| it.bound == Bound::Exactly && !it.is_loose && !it.is_ambiguous;
        let alike = |it: &Statement| it.figures.iter().filter(|(_, it)| it.unit == figure.unit).count();
        let Some((there, other)) = self.statement.figures.iter().find(|(_, it)| it.unit == figure.unit) else {
            return false;
        };
        let shared = claim.subject.iter().filter(|it| self.statement.has(&it.stem)).count();
        let adds = self.statement.subject.iter().filter(|it| !claim.has(&it.stem)).count();
        let (all, least) = (self.statement.subject.len() as f64, CONTRARY_SHARED);
        let off = (figure.value.value() - other.value.value()).abs();
        is_plain(figure)
            && is_plain(other)
            && alike(claim) == 1
            && alike(&self.statement) == 1
            && off > figure.half.max(other.half) * (1.0 + 1e-9)
            && claim.years == self.statement.years
            && shared >= least
            && self.share(claim) >= CONTRARY_SUBJECT
            && adds as f64 <= all * (1.0 - CONTRARY_SUBJECT)
            && claim.figures.len() == self.statement.figures.len()
            && self.is_of_the_same(claim, at, *there)
    }

    /// The fraction of the claim's subject that it covers.
    fn share(&self, claim: &Statement) -> f64 {
        let own = claim.subject.iter().filter(|it| self.statement.has(&it.stem)).count();
        let all = claim.subject.iter().filter(|it| self.speaks_of(&it.stem)).count();
        if own == 0 || all < 2 { 0.0 } else { all as f64 / claim.subject.len() as f64 }
    }

    fn speaks_of(&self, stem: &str) -> bool {
        self.statement.has(stem) || self.heading.contains(stem)
    }

    /// Whether the figure at `there` has the same subject as the claim's figure at `at`.
    fn is_of_the_same(&self, claim: &Statement, at: usize, there: usize) -> bool {
        let other = &self.statement;
        let names = claim.subject.iter().filter(|it| it.is_name);
        let first = claim.subject.first();
        let moves_otherwise = matches!((claim.direction, other.direction), (Some(a), Some(b)) if a != b);
        let years = || other.years.union(&self.years);
        let is_of_its_time = claim.years.iter().all(|it| years().any(|year| year == it));
        claim.denies_at(at) == other.denies_at(there)
            && claim.supposes_at(at) == other.supposes_at(there)
            && !moves_otherwise
            && is_of_its_time
            && self.is_when(claim, at, there)
            && names.into_iter().chain(first).all(|it| self.speaks_of(&it.stem))
            && (!(claim.compares || other.compares) || self.is_in_order(claim))
            && !self.is_replaced(claim, at, there)
            && opposed(&claim.words, &other.words).is_none()
    }

    /// Whether both figures are on the same side of an event: if the text distinguishes before and after, the claim must match.
    fn is_when(&self, claim: &Statement, at: usize, there: usize) -> bool {
        let other = &self.statement;
        let (asked, told) = (claim.sides(claim.clause(at)), other.sides(other.clause(there)));
        asked.is_empty() || told.is_empty() || told == asked
    }

    /// Whether the shared subject words have the same order.
    fn is_in_order(&self, claim: &Statement) -> bool {
        let shared = |one: &Statement, other: &Statement| -> Vec<String> {
            one.subject.iter().filter(|it| other.has(&it.stem)).map(|it| it.stem.clone()).collect()
        };
        shared(claim, &self.statement) == shared(&self.statement, claim)
    }

    /// Whether, on one side of the figure, each has a subject word that the other lacks, so that one may replace the other. The verb
    /// directly before the figure may differ.
    fn is_replaced(&self, claim: &Statement, at: usize, there: usize) -> bool {
        let other = &self.statement;
        let clause = other.clause(there);
        let alone = |it: &&Term| !self.speaks_of(&it.stem);
        let added = |it: &&Term| !claim.has(&it.stem) && other.clause(it.at) == clause;
        let verb = |it: &Statement, at: usize| it.subject.iter().rev().find(|term| term.at < at).map(|term| term.at);
        let (verb_here, verb_there) = (verb(claim, at), verb(other, there));
        let before = |it: &&Term| it.at < at && Some(it.at) != verb_here;
        let before_there = |it: &&Term| it.at < there && Some(it.at) != verb_there;
        let is_before = claim.subject.iter().filter(alone).any(|it| before(&it))
            && other.subject.iter().filter(added).any(|it| before_there(&it));
        let is_behind = claim.subject.iter().filter(alone).any(|it| it.at > at)
            && other.subject.iter().filter(added).any(|it| it.at > there);
        is_before || is_behind
    }

    /// Whether a subject word of the claim belongs to another figure of the statement, and not to the one at `there`.
    fn is_elsewhere(&self, claim: &Statement, at: usize, there: usize) -> bool {
        let other = &self.statement;
        let clause = other.clause(there);
        let verb = claim.subject.iter().rev().find(|it| it.at < at);
        let first = other.figures.first().map_or(0, |(at, _)| *at);
        // The subject at the start of a sentence also applies to its last verb.
        let is_shared = verb.is_some_and(|it| other.is_predicate(there, &it.stem));
        let leads = |stem: &str| is_shared && other.subject.iter().any(|it| it.stem == stem && it.at < first);
        let taken: BTreeSet<usize> =
            other.figures.iter().map(|(at, _)| other.clause(*at)).filter(|it| *it != clause).collect();
        let stands = |stem: &str, is_in: &dyn Fn(usize) -> bool| {
            other.subject.iter().any(|it| it.stem == stem && is_in(other.clause(it.at)))
        };
        claim
            .subject
            .iter()
            .filter(|it| !leads(&it.stem))
            .any(|it| stands(&it.stem, &|clause| taken.contains(&clause)) && !stands(&it.stem, &|it| it == clause))
    }
}

/// Whether two figures are equal within the written precision.
fn is_same(claim: &Figure, other: &Figure) -> bool {
    if claim.unit != other.unit && !is_bare(&claim.unit, &other.unit) {
        return false;
    }
    let (here, there) = (claim.value.value(), other.value.value());
    let off = (here - there).abs();
    match (claim.bound, other.bound) {
        (Bound::Exactly, Bound::Exactly) if claim.is_loose => off <= claim.half.max(LOOSE * there.abs()),
        // An approximate figure in the text can't support an exact one.
        (Bound::Exactly, Bound::Exactly) if other.is_loose => false,
        (Bound::Exactly, Bound::Exactly) => {
            off <= claim.half.min(ROUNDED * there.abs())
                && claim.half >= other.half * (1.0 - 1e-9)
                && !claim.rounds_to_all(there)
        }
        (Bound::Over, Bound::Exactly) => there > here && !other.is_loose,
        (Bound::AtLeast, Bound::Exactly) => there >= here && !other.is_loose,
        (Bound::Under, Bound::Exactly) => there < here && !other.is_loose,
        (Bound::AtMost, Bound::Exactly) => there <= here && !other.is_loose,
        (a, b) => a == b && off <= claim.half,
    }
}

/// Tolerance of approximate figures. Ours: a twentieth.
const LOOSE: f64 = 0.05;

/// Tolerance of rounding: `40%` is 39.6%, `2 hours` is not 1.5. Ours: a twentieth.
const ROUNDED: f64 = 0.05;

/// Whether one of two units is only omitted: `a limit of 40` and `40 requests`. Not for percentages, points and money.
fn is_bare(a: &Unit, b: &Unit) -> bool {
    matches!((a, b), (Unit::None, Unit::Of(_)) | (Unit::Of(_), Unit::None))
}
