//! Claims and evidence of a debate, each once, with an id that stays (D-12, D-30, D-33).
//!
//! The same claim is the same words, case and punctuation aside; the same source is the same address or title. Anything
//! cleverer would merge what differs by one "not". Not here: whether a claim is true.
use crate::ids::Name;
use crate::state::Round;
use crate::text;
use crate::turn::{Claim, Label, Reference};
use std::collections::BTreeMap;

/// All claims and all evidence so far, in the order in which they came up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Registry {
    /// Claim `n` has the id `C{n+1}`.
    pub claims: Vec<Known>,
    /// Source `n` has the id `E{n+1}`.
    pub evidence: Vec<Source>,
    claim_by_words: BTreeMap<String, usize>,
    source_by_key: BTreeMap<String, usize>,
}

/// A claim somebody made.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// What it says, on one line.
    pub text: String,
    /// What kind of knowledge it was said to be first.
    pub label: Label,
    /// Who has said it, by seat within a round.
    pub by: Vec<Name>,
    /// The round it came up in.
    pub introduced: u32,
    /// The last round it was said in.
    pub touched: u32,
    /// Places of its sources.
    pub evidence: Vec<usize>,
}

/// A source somebody cited.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// What it is.
    pub title: String,
    /// Where it is.
    pub url: Option<String>,
    /// Who has cited it.
    pub by: Vec<Name>,
    /// The round it came up in.
    pub introduced: u32,
}

impl Registry {
    /// Enters what a finished round brought, by seat, and leaves with each turn where its claims stand.
    pub fn absorb(&mut self, round: &mut Round) {
        for spoken in &mut round.spoken {
            spoken.claims = spoken
                .turn
                .claims
                .iter()
                .map(|claim| self.enter(claim, &spoken.turn.references, &spoken.by, round.number))
                .collect();
        }
    }

    /// Whether this claim has been made in an earlier round.
    pub fn knows(&self, claim: &Claim) -> bool {
        self.claim_by_words.contains_key(&words(&claim.text))
    }

    fn enter(&mut self, claim: &Claim, references: &[Reference], by: &Name, round: u32) -> usize {
        let cited = claim.cites.iter().filter_map(|number| references.iter().find(|it| it.number == *number));
        let sources: Vec<usize> = cited.map(|reference| self.source(reference, by, round)).collect();
        let next = self.claims.len();
        let place = *self.claim_by_words.entry(words(&claim.text)).or_insert(next);
        if place == next {
            self.claims.push(Known {
                text: text::one_line(&claim.text),
                label: claim.label,
                by: Vec::new(),
                introduced: round,
                touched: round,
                evidence: Vec::new(),
            });
        }
        if let Some(known) = self.claims.get_mut(place) {
            known.touched = round;
            add(&mut known.by, by.clone());
            sources.into_iter().for_each(|it| add(&mut known.evidence, it));
        }
        place
    }

    fn source(&mut self, reference: &Reference, by: &Name, round: u32) -> usize {
        let next = self.evidence.len();
        let place = *self.source_by_key.entry(source_key(reference)).or_insert(next);
        if place == next {
            self.evidence.push(Source {
                title: text::one_line(&reference.title),
                url: reference.url.clone(),
                by: Vec::new(),
                introduced: round,
            });
        }
        if let Some(source) = self.evidence.get_mut(place) {
            add(&mut source.by, by.clone());
        }
        place
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// The words of a text, lower case, one space between.
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

/// What makes two references the same source: the address without its trimmings, else the words of the title.
fn source_key(reference: &Reference) -> String {
    let Some(url) = &reference.url else { return words(&reference.title) };
    let address = url.split('#').next().unwrap_or_default();
    let address = address.split_once("://").map_or(address, |(_, rest)| rest);
    let address = address.strip_prefix("www.").unwrap_or(address);
    address.trim_end_matches('/').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Spoken;
    use crate::turn::Turn;

    fn spoken(by: &str, seat: usize, claims: &[(&str, &[u32])], references: &[(u32, &str, Option<&str>)]) -> Spoken {
        let claims = claims
            .iter()
            .map(|(text, cites)| Claim { label: Label::Fact, text: (*text).into(), cites: cites.to_vec() })
            .collect();
        let references = references
            .iter()
            .map(|(number, title, url)| Reference {
                number: *number,
                title: (*title).into(),
                url: url.map(str::to_owned),
            })
            .collect();
        let turn = Turn { claims, references, ..Turn::default() };
        Spoken { seat, by: by.into(), turn, flaws: vec![], usage: Default::default(), took: 0, claims: vec![] }
    }

    /// D-12, D-33: one claim, one id; one source, one id, whoever brings it and however it is spelled.
    #[test]
    fn the_same_claim_and_the_same_source_keep_their_place() {
        let mut registry = Registry::default();
        let mut first = Round {
            number: 1,
            spoken: vec![
                spoken(
                    "hamilton",
                    0,
                    &[("Latency is 3 ms.", &[1]), ("It is safe", &[])],
                    &[(1, "Bench", Some("https://www.x.org/b/"))],
                ),
                spoken("madison", 1, &[("latency is 3 ms", &[7])], &[(7, "Other title", Some("http://x.org/b#top"))]),
            ],
            ..Round::default()
        };
        registry.absorb(&mut first);
        let mut second = Round {
            number: 2,
            spoken: vec![spoken("madison", 1, &[("It is not safe", &[])], &[])],
            ..Round::default()
        };
        registry.absorb(&mut second);

        assert_eq!(first.spoken[0].claims, [0, 1]);
        assert_eq!(first.spoken[1].claims, [0]);
        assert_eq!(second.spoken[0].claims, [2], "a negated claim is another claim");
        assert_eq!(registry.claims[0].by, ["hamilton".into(), "madison".into()]);
        assert_eq!(registry.claims[0].evidence, [0]);
        assert_eq!(registry.evidence.len(), 1);
    }
}
