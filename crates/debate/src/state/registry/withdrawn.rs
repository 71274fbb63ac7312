//! Removes a withheld answer from the registry (D-50). Ids stay valid, because others may have used them.
//!
//! The answer's actions on claims and terms are removed. Items that only it stated lose their text, are shown only if others took a stance
//! on them, and match no later statement. Not here: when an answer is withdrawn (`state::watch`).
use super::claim::{ClaimAction, ClaimEvent, ClaimRecord};
use super::source::source_keys;
use super::term::TermTouch;
use super::{GIST, Registry, SourceKind, add};
use crate::relation::TurnRef;
use crate::state::{Round, Spoken};
use crate::text;
use crate::turn::{Act, Claim, REDACTED, Reference, WITHHELD};
use std::collections::BTreeSet;

impl Registry {
    /// Withdraws an answer; `rounds` no longer contain it.
    pub(in crate::state) fn withdraw(&mut self, rounds: &[Round], said: &TurnRef) {
        let mut cited: BTreeSet<usize> = BTreeSet::new();
        let mut withheld: BTreeSet<usize> = BTreeSet::new();
        for (place, known) in self.claims.iter_mut().enumerate() {
            let was_first = known.touches.first().is_some_and(|it| is_of(it, said));
            let (gone, left): (Vec<ClaimEvent>, Vec<ClaimEvent>) =
                known.touches.drain(..).partition(|it| is_of(it, said));
            known.touches = left;
            if gone.is_empty() {
                continue;
            }
            cited.extend(gone.iter().flat_map(ClaimEvent::cited));
            known.recount();
            match was_first.then(|| restated(rounds, place)) {
                None => {}
                Some(Some((claim, round))) => {
                    (known.text, known.label, known.introduced) = (text::one_line(&claim.text), claim.label, round);
                }
                Some(None) => {
                    WITHHELD.clone_into(&mut known.text);
                    known.from.clear();
                    withheld.insert(place);
                }
            }
        }
        for place in &withheld {
            let key = self.words.get_mut(*place).map(std::mem::take).unwrap_or_default().key();
            self.claims_by_key.get_mut(&key).into_iter().for_each(|it| it.retain(|it| it != place));
            self.claims_by_key.retain(|_, it| !it.is_empty());
        }
        self.part(said.round, &withheld);
        cited.extend(self.found(said));
        cited.into_iter().for_each(|it| self.uncite(rounds, it));
        for (place, term) in self.terms.iter_mut().enumerate() {
            let was_first = term.touches.first().is_some_and(|it| it.round == said.round && it.by == said.by);
            term.touches.retain(|it| it.round != said.round || it.by != said.by);
            if was_first {
                let put = |it: &Spoken| -> Option<String> {
                    let at = it.terms.iter().position(|it| *it == place)?;
                    it.turn.terms.get(at).map(|it| text::one_line(it))
                };
                let other = rounds.iter().flat_map(|it| &it.spoken).find_map(put);
                term.text = other.unwrap_or_else(|| WITHHELD.to_owned());
            }
        }
    }

    /// Removes contradictions between claims that no remaining statement supports.
    fn part(&mut self, round: u32, withheld: &BTreeSet<usize>) {
        let sets = |it: &ClaimEvent| match it.action {
            ClaimAction::Stated(_) | ClaimAction::Moved(Act::Challenge) => it.round == round,
            ClaimAction::Moved(Act::Support | Act::Qualify | Act::Concede | Act::Retract) => false,
        };
        let setting: Vec<bool> = self.claims.iter().map(|it| it.touches.iter().any(sets)).collect();
        let is_set = |place: usize| setting.get(place).copied().unwrap_or_default();
        for (place, known) in self.claims.iter_mut().enumerate() {
            known.opposing.retain(|it| {
                let is_gone = withheld.contains(&place) || withheld.contains(&it.claim);
                !is_gone && (it.since != round || is_set(place) || is_set(it.claim))
            });
        }
    }

    /// Recomputes a source from its remaining citations. Without any, it loses its text, unless that came from the user.
    fn uncite(&mut self, rounds: &[Round], place: usize) {
        let keys: Vec<String> =
            self.source_by_key.iter().filter(|(_, it)| **it == place).map(|(key, _)| key.clone()).collect();
        let citing = self.claims.iter().flat_map(|claim| claim.touches.iter().map(move |it| (claim, it)));
        let citing: Vec<(&ClaimRecord, &ClaimEvent)> =
            citing.filter(|(_, it)| it.cited().any(|it| it == place)).collect();
        let by = citing.iter().fold(Vec::new(), |mut by, (_, it)| {
            add(&mut by, it.by.clone());
            by
        });
        let gist = citing.first().map(|(claim, _)| text::clip(&claim.text, GIST).into_owned()).unwrap_or_default();
        let is_it = |it: &&Reference| source_keys(it).iter().any(|it| keys.contains(it));
        let references = || rounds.iter().flat_map(|it| &it.spoken).flat_map(|it| &it.turn.references).filter(is_it);
        let other = references().next();
        let Some(source) = self.evidence.get_mut(place) else { return };
        let is_own = source.by.first() != by.first();
        source.by = by;
        if (is_own && !source.kind.is_of_tool()) || source.by.is_empty() {
            source.gist = gist;
        }
        match (source.kind, other) {
            (SourceKind::Attached(_), _) => {}
            (SourceKind::Citation, Some(it)) => {
                let url = references().find_map(|it| it.url.clone());
                (source.title, source.url) = (text::one_line(&it.title), url);
                // Keys that only the withdrawn answer used no longer match.
                self.source_by_key.retain(|_, it| *it != place);
                let left = references().flat_map(source_keys).filter(|it| keys.contains(it));
                left.for_each(|it| {
                    self.source_by_key.entry(it).or_insert(place);
                });
            }
            (SourceKind::Tool | SourceKind::Calculation, _) if !source.by.is_empty() => {}
            (SourceKind::Citation | SourceKind::Tool | SourceKind::Calculation, _) => {
                WITHHELD.clone_into(&mut source.title);
                source.url = None;
                source.rests = None;
                self.source_by_key.retain(|_, it| *it != place);
            }
        }
    }

    /// The indices of the sources that an answer cited or its tools returned.
    fn found(&self, said: &TurnRef) -> Vec<usize> {
        // Reasoning cites sources too, and leaves no claim event.
        let is_own = |it: &super::Source| it.found_by.as_ref() == Some(&said.by) || it.by.first() == Some(&said.by);
        let is_found = |it: &super::Source| it.introduced == said.round && is_own(it);
        self.evidence.iter().enumerate().filter(|(_, it)| is_found(it)).map(|(place, _)| place).collect()
    }

    /// Redacts words in everything that an answer entered.
    pub(in crate::state) fn redact(&mut self, said: &TurnRef, words: &[String]) {
        let blot = |text: &mut String| *text = text::blotted(text, words, REDACTED);
        let mut cited: BTreeSet<usize> = self.found(said).into_iter().collect();
        for known in &mut self.claims {
            let is_said = |it: &ClaimEvent| is_of(it, said) && matches!(it.action, ClaimAction::Stated(_));
            if known.touches.iter().any(is_said) {
                blot(&mut known.text);
            }
            for touch in known.touches.iter_mut().filter(|it| is_of(it, said)) {
                cited.extend(touch.cited());
                touch.why.iter_mut().for_each(blot);
                if let Some(it) = &mut touch.critique {
                    [&mut it.assessment, &mut it.synthesis].into_iter().flatten().for_each(blot);
                    it.counter.iter_mut().for_each(|it| blot(&mut it.text));
                }
            }
        }
        for place in cited {
            if let Some(source) = self.evidence.get_mut(place) {
                blot(&mut source.gist);
                // Titles of attached texts come from the user.
                if !matches!(source.kind, SourceKind::Attached(_)) {
                    blot(&mut source.title);
                    source.url.iter_mut().for_each(blot);
                }
            }
        }
        for term in &mut self.terms {
            let is_own = |it: &TermTouch| it.round == said.round && it.by == said.by;
            if term.touches.iter().any(is_own) {
                blot(&mut term.text);
            }
            term.touches.iter_mut().filter(|it| is_own(it)).filter_map(|it| it.why.as_mut()).for_each(blot);
        }
    }
}

impl ClaimRecord {
    /// Recomputes derived fields from the remaining events.
    fn recount(&mut self) {
        (self.by, self.evidence) = (Vec::new(), Vec::new());
        self.touched = self.touches.last().map_or(self.introduced, |it| it.round);
        for touch in &self.touches {
            if let ClaimAction::Stated(_) = touch.action {
                add(&mut self.by, touch.by.clone());
            }
            touch.sources.iter().for_each(|it| add(&mut self.evidence, *it));
        }
    }
}

fn is_of(touch: &ClaimEvent, said: &TurnRef) -> bool {
    touch.round == said.round && touch.by == said.by
}

/// The first remaining statement of a claim, and its round.
fn restated(rounds: &[Round], place: usize) -> Option<(&Claim, u32)> {
    let spoken = rounds.iter().flat_map(|round| round.spoken.iter().map(move |it| (it, round.number)));
    let mut claims = spoken.filter_map(|(it, round)| {
        let at = it.claims.iter().position(|it| *it == place)?;
        Some((it.turn.claims.get(at)?, round))
    });
    claims.next()
}
