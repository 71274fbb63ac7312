//! Extracts a contract from chunks without a model (P-01): what a corpus does not say is absent.
//!
//! Every sentence in it is the author's own view (`beliefs::own`) and occurs in a chunk; only identity and voice are computed. The result fits its token limits in a
//! prompt (P-03). Not here: the prompt (`formats`), and contracts by a model (`model`).
mod sentence;
mod voice;

use crate::beliefs::lists::WORDS;
use crate::beliefs::{self, Statement, tokens};
use debate::belief::{Node, NodeKind};
use debate::persona::Quote;
use debate::{BeliefGraph, Chunk, ChunkId, Contract, Name, text};
use prose::lexical::stems;
use sentence::Sentence;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
pub use voice::voice;

/// The most anchors, and the most sentences of each other list. Ours: within the limits of P-03 with sentences of forty words.
pub const MOST_ANCHORS: usize = 8;
const MOST_SENTENCES: usize = 3;
/// The longest sentence of a contract, in tokens. Ours: three of them, and the words around them, fit their part.
const SENTENCE: usize = 60;
/// The fewest words of a sentence. Ours: shorter ones depend on their neighbours.
const LEAST_WORDS: usize = 6;
/// How many subjects describe an author's writing.
const SUBJECTS: usize = 8;

/// A part of a persona's prompt with its own token limit (P-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Who they are, what they favour and what they could lose.
    Identity,
    /// How they come to know things, what counts as evidence, their time horizon.
    Thinking,
    /// What changes their mind.
    MindChangers,
    /// How they speak.
    Voice,
    /// Quotations that represent them.
    Grounding,
}

impl Part {
    /// All of them, in the order of the prompt.
    pub const ALL: [Part; 5] = [Part::Identity, Part::Thinking, Part::MindChangers, Part::Voice, Part::Grounding];

    /// Its most tokens (P-03).
    pub fn room(self) -> usize {
        match self {
            Part::Identity => 800,
            Part::Thinking | Part::Voice => 500,
            Part::MindChangers | Part::Grounding => 200,
        }
    }

    /// The tokens that are left to the contract beside the prompt's own words.
    pub fn words_room(self) -> usize {
        self.room() - FRAME
    }

    /// The tokens that a contract uses in this part, words alone.
    pub fn tokens(self, contract: &Contract) -> usize {
        let all = |lists: &[&Vec<String>]| {
            lists.iter().flat_map(|it| it.iter()).map(|it| text::tokens(it) + LINE).sum::<usize>()
        };
        let quoted = |quotes: &[Quote]| quotes.iter().map(|it| text::tokens(&it.text) + LINE).sum::<usize>();
        match self {
            Part::Identity => text::tokens(&contract.identity) + all(&[&contract.bias, &contract.stakes]),
            Part::Thinking => all(&[&contract.epistemology, &contract.evidence, &contract.horizon]),
            Part::MindChangers => all(&[&contract.mind_changers]),
            Part::Voice => {
                let voice = &contract.voice;
                all(&[&voice.patterns, &voice.vocabulary, &voice.forbidden]) + quoted(&voice.examples)
            }
            Part::Grounding => quoted(&contract.anchors),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Part::Identity => "identity",
            Part::Thinking => "thinking",
            Part::MindChangers => "mind-changers",
            Part::Voice => "voice",
            Part::Grounding => "grounding",
        })
    }
}

/// The tokens around a sentence in a list: a bullet, a line end.
const LINE: usize = 3;
/// The tokens of a part that the prompt's own words need: headings and instructions.
const FRAME: usize = 40;

/// Whether every part of a contract leaves enough tokens for the prompt's own words (P-03).
pub fn fits(contract: &Contract) -> bool {
    Part::ALL.into_iter().all(|it| it.tokens(contract) <= it.words_room())
}

/// Shortens each list of a contract until its part fits; the first entries are kept.
pub fn fitted(mut contract: Contract) -> Contract {
    let room = Part::Identity.room() / 2;
    if text::tokens(&contract.identity) > room {
        contract.identity = text::clip(&contract.identity, room - 1).into_owned();
    }
    while let Some(part) = Part::ALL.into_iter().find(|it| it.tokens(&contract) > it.words_room()) {
        if !shorten(&mut contract, part) {
            break;
        }
    }
    contract
}

/// Removes the last entry of a part's longest list; false if there is none.
fn shorten(contract: &mut Contract, part: Part) -> bool {
    let voice = &mut contract.voice;
    let lists: Vec<&mut Vec<String>> = match part {
        Part::Identity => vec![&mut contract.bias, &mut contract.stakes],
        Part::Thinking => vec![&mut contract.epistemology, &mut contract.evidence, &mut contract.horizon],
        Part::MindChangers => vec![&mut contract.mind_changers],
        Part::Voice if voice.examples.len() > MOST_SENTENCES - 1 => return voice.examples.pop().is_some(),
        Part::Voice => vec![&mut voice.vocabulary, &mut voice.patterns, &mut voice.forbidden],
        Part::Grounding => return contract.anchors.pop().is_some(),
    };
    let longest = lists.into_iter().max_by_key(|it| it.iter().map(|entry| text::tokens(entry)).sum::<usize>());
    longest.is_some_and(|it| it.pop().is_some()) || (part == Part::Voice && contract.voice.examples.pop().is_some())
}

/// An author's contract. No sentence occurs in it twice.
pub fn contract(name: &Name, chunks: &[Chunk], beliefs: &BeliefGraph) -> Contract {
    let spoken = sentence::of(chunks);
    let ranked = ranked(chunks, &spoken);
    let mut anchors = Vec::new();
    anchor(&mut anchors, MOST_ANCHORS, ranked.iter().filter(|it| it.score >= THESIS), &[]);
    let mut used: Vec<String> = anchors.iter().map(|it| it.text.clone()).collect();
    let mut told = |list: &str| {
        let found = sentences(&spoken, list, &used);
        used.extend(found.iter().cloned());
        found
    };
    let (mind_changers, stakes, bias) = (told(sentence::CHANGERS), told("stakes"), told("bias"));
    let (horizon, epistemology, evidence) = (told("horizon"), told("epistemology"), told("evidence"));
    // An author with few theses gets plain sentences that are not used elsewhere as anchors.
    let theses = anchors.len();
    anchor(&mut anchors, FEWEST_ANCHORS, ranked.iter(), &used);
    used.extend(anchors.iter().skip(theses).map(|it| it.text.clone()));
    let voice = voice::described(chunks, &spoken, &used);
    let identity = identity(name, chunks, beliefs, &used);
    fitted(Contract { identity, bias, stakes, epistemology, evidence, horizon, mind_changers, voice, anchors })
}

/// Whether a sentence neither is contained in a used one nor contains one.
fn is_new(sentence: &str, used: &[String]) -> bool {
    !used.iter().any(|it| beliefs::stands_in(sentence, it) || beliefs::stands_in(it, sentence))
}

/// The identity: name, amount of text, and subjects.
fn identity(name: &Name, chunks: &[Chunk], beliefs: &BeliefGraph, used: &[String]) -> String {
    let sources: BTreeSet<&str> = chunks.iter().map(|it| it.source.as_str()).collect();
    let (texts, passages) = (counted(sources.len(), "text"), counted(chunks.len(), "passage"));
    let mut identity = format!("You are {name}, as you show yourself in {texts} of your own ({passages}).");
    let subjects = voice::subjects(chunks, SUBJECTS);
    if !subjects.is_empty() {
        identity.push_str(&format!(" You write about {}.", listed(&subjects)));
    }
    let values: Vec<String> = values(beliefs).into_iter().filter(|it| is_new(it, used)).take(MOST_SENTENCES).collect();
    if !values.is_empty() {
        identity.push_str(&format!(" What matters to you, in your words: {}.", values.join("; ")));
    }
    identity
}

/// Values held for their own sake, those with most sources first; short ones, since they are listed.
fn values(beliefs: &BeliefGraph) -> Vec<String> {
    let is_short = |it: &&Node| it.kind == NodeKind::CoreValue && text::tokens(&it.concept) <= SENTENCE / 2;
    let mut nodes: Vec<&Node> = beliefs.nodes.iter().filter(is_short).collect();
    nodes.sort_by(|a, b| b.chunks.len().cmp(&a.chunks.len()).then(b.held.total_cmp(&a.held)));
    nodes.into_iter().map(|it| it.concept.clone()).collect()
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("one {what}") } else { format!("{count} {what}s") }
}

fn listed(words: &[String]) -> String {
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Sentences of the author that contain phrases of a list, word for word: those with most phrases, and in the first person, first.
fn sentences(spoken: &[Sentence<'_>], list: &str, used: &[String]) -> Vec<String> {
    let mut found: Vec<(usize, &Sentence<'_>)> = Vec::new();
    for it in spoken.iter().filter(|it| it.length >= LEAST_WORDS && it.serves(list)) {
        found.push((it.cues(list) + usize::from(it.is_own), it));
    }
    found.sort_by_key(|it| std::cmp::Reverse(it.0));
    let mut kept: Vec<String> = Vec::new();
    for (_, it) in found {
        let sentence = text::one_line(it.text);
        let most = if list == sentence::CHANGERS { CHANGER } else { SENTENCE };
        let is_short = text::tokens(&sentence) <= most;
        if kept.len() < MOST_SENTENCES && is_short && is_new(&sentence, used) && is_new(&sentence, &kept) {
            kept.push(sentence);
        }
    }
    kept
}

/// The longest sentence about what would change a mind, in tokens. Ours: it has a condition and what follows; two of them fit their part.
const CHANGER: usize = 75;

/// A candidate for an anchor.
struct Candidate<'a> {
    score: f64,
    words: Cow<'a, str>,
    chunk: &'a ChunkId,
}

/// Candidates for anchors, word for word: theses by strength and by how central their subject is to the corpus, then plain sentences.
fn ranked<'a>(chunks: &'a [Chunk], spoken: &[Sentence<'a>]) -> Vec<Candidate<'a>> {
    let mut spread: BTreeMap<String, usize> = BTreeMap::new();
    for chunk in chunks {
        let words: BTreeSet<String> = stems(&chunk.text).into_iter().collect();
        words.into_iter().for_each(|it| *spread.entry(it).or_default() += 1);
    }
    // How central words are: the mean share of chunks that mention them. None where the words depend on context.
    let central = |told: &str| {
        let (all, subject): (Vec<_>, BTreeSet<String>) = (tokens::words(told), stems(told).into_iter().collect());
        let leans = |list: &&str| all.first().is_none_or(|it| WORDS.has(list, &it.low));
        let stands = subject.len() >= LEAST_SUBJECT
            && text::tokens(told) <= ANCHOR
            && told.starts_with(char::is_uppercase)
            && !["leaning", "hanging", "acting"].iter().any(leans)
            && WORDS.count("pointing", &all) == 0;
        let spoken: usize = subject.iter().filter_map(|it| spread.get(it)).sum();
        stands.then(|| CENTRAL * spoken as f64 / (subject.len().max(1) * chunks.len().max(1)) as f64)
    };
    let mut found: Vec<Candidate<'a>> = Vec::new();
    for chunk in chunks {
        for said in beliefs::of_chunk(chunk).into_iter().map(|it| it.said) {
            let Statement::Claim { what, strength } = said else { continue };
            // Theses rank before plain sentences.
            if let Some(it) = central(&what.words) {
                let score = THESIS + strength * what.held + it;
                found.push(Candidate { score, words: Cow::Owned(what.words), chunk: &chunk.id });
            }
        }
    }
    for it in spoken.iter().filter(|it| it.is_anchor()) {
        let central = central(&text::one_line(it.text));
        found.extend(central.map(|score| Candidate { score, words: Cow::Borrowed(it.text), chunk: &it.chunk.id }));
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found
}

/// Adds quotes, best first, up to `most` anchors; none that overlaps with another, or with used sentences.
fn anchor<'a>(anchors: &mut Vec<Quote>, most: usize, ranked: impl Iterator<Item = &'a Candidate<'a>>, used: &[String]) {
    for it in ranked {
        if anchors.len() >= most {
            break;
        }
        let quote = Quote { text: text::one_line(&it.words), chunk: it.chunk.clone() };
        let is_known =
            |it: &Quote| beliefs::stands_in(&quote.text, &it.text) || beliefs::stands_in(&it.text, &quote.text);
        if is_new(&quote.text, used) && !anchors.iter().any(is_known) {
            anchors.push(quote);
        }
    }
}

/// The number of anchors that plain sentences fill up to where there are fewer theses. Ours: five fit their limit.
const FEWEST_ANCHORS: usize = 5;
/// The bonus that ranks a thesis before plain sentences: more than any centrality.
const THESIS: f64 = 10.0;

/// The fewest content words of an anchor. Ours: fewer say nothing without context.
const LEAST_SUBJECT: usize = 5;
/// The longest anchor, in tokens. Ours: five of them fit their part.
const ANCHOR: usize = 28;
/// The weight of centrality against strength. Ours: at its highest it equals a demand and a value.
const CENTRAL: f64 = 3.0;
