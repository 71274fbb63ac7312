//! The sentences of a persona's corpus, and how near each is to a query: by words, and by meaning where it was measured (P-04).
//!
//! Words that the corpus lacks count for nothing, except that by meaning they stand for words of the corpus. A sentence is near where it shares
//! enough of the query that the corpus knows, helped by its neighbours and its heading, or where its meaning is near. Not here: beliefs (`recall`),
//! what is measured (`measure`), and how sentences are cut into quotations (`passages`).
use super::Similar;
use super::heading::heading;
use super::measure::content;
use super::passages::leans;
use crate::beliefs::lists::ORDINARY;
use crate::beliefs::{is_title, tokens};
use analysis::evidence::bm25::Bm25;
use debate::{Chunk, Persona};
use prose::lexical::{stems, subject};
use prose::words::stem;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The weight of a word that only a neighbour of a sentence has. Ours: measured on `tests/gold/retrieval`; 0.3 to 0.6 rank alike.
const BESIDE: f64 = 0.4;
/// The weight of a word that only the heading above a sentence has. Ours: as measured there and on three longer corpora; 0.2 to 0.8 rank alike.
const ABOVE: f64 = 0.4;
/// The weight of a sentence behind its heading beside the sentence alone, by meaning. Ours: of 1 to 3, 2 and 3 found most on both sets.
const HEADED: f64 = 2.0;
/// The share of its score that a sentence keeps that begins with what stands elsewhere. Ours: one more of 45 answers was among the first five.
const LEANING: f64 = 0.95;
/// The share of a query that a sentence must cover, weighted by rarity, among the words that the corpus has. Ours: measured on
/// `tests/gold/retrieval`.
const FLOOR: f64 = 0.25;
/// The most rare words of a query that count for that share: in a room a query contains a whole statement.
const MOST_RARE: f64 = 3.0;
/// How many words of a query must be shared, or one where the corpus has enough of its words; to be quoted for, one where it is all that is asked.
/// Ours: one word of several is chance.
const SHARED: usize = 2;
/// The fewest words of a sentence that is searched.
const LEAST_WORDS: usize = 3;
/// The fewest letters of a word that another may stand for.
const WORD: usize = 3;
/// The mean similarity of its nearest three sentences from which a corpus speaks of a query whatever its words: what is on a subject has several
/// near sentences, what is not has one by chance. Ours: measured on `tests/gold/retrieval`: for questions on other subjects the mean reached 0.179.
const NEAR: f64 = 0.18;
/// See [`NEAR`].
const NEAREST: usize = 3;
/// The similarity of its nearest sentence from which a corpus that has a word of the query speaks of it. Ours: as measured there.
const FAINT: f64 = 0.15;
/// How much both grow with the logarithm of the number of sentences beyond these, and up to how many times as many: of more sentences some are
/// nearer by chance. Ours: in the longer corpora, of some ninety sentences, 90 questions on other subjects reached up to 0.37, and 13 of them more
/// than this; the 90 that are answered there did all.
const FEW: f64 = 20.0;
/// See [`FEW`].
const NEARER: f64 = 0.05;
/// See [`FEW`].
const SURER: f64 = 0.075;
/// See [`FEW`].
const GROWS: f64 = 10.0;
/// Of how many asked words the corpus must have one, for a passage with a single shared word to be shown: it claims nothing. Ours: as measured there.
const OF_ASKED: usize = 5;
/// The weight of similarity beside words, each relative to the best. Ours: of 0 to 1 in steps of 0.1, 0.3 to 1 find alike on
/// `tests/gold/retrieval`.
const MEANING: f64 = 0.7;
/// The most sentences whose similarity is measured for one query. Ours: some five seconds of two cores, once for each sentence of a process.
pub const MOST_MEASURED: usize = 600;

/// The sentences of a corpus.
#[derive(Debug)]
pub struct Corpus<'a> {
    pub(super) sentences: Vec<Sentence<'a>>,
    words: Bm25,
    beside: Bm25,
    above: Bm25,
    /// In how many sentences each word occurs.
    spread: BTreeMap<String, usize>,
}

/// A sentence of a corpus.
#[derive(Clone, Debug)]
pub(super) struct Sentence<'a> {
    pub(super) chunk: &'a Chunk,
    pub(super) text: &'a str,
    pub(super) heading: &'a str,
    stems: BTreeSet<String>,
}

/// How near a sentence is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearness {
    /// The index of the sentence.
    pub(super) at: usize,
    /// 0…1 relative to the nearest one: what sentences are ranked by.
    pub score: f64,
    /// By words: BM25.
    pub words: f64,
    /// By meaning, where it was measured: the cosine, of the sentence and of it behind its heading.
    pub meaning: Option<f64>,
}

impl<'a> Corpus<'a> {
    /// Indexes the sentences of a persona's chunks; titles and fragments are left out.
    pub fn of(persona: &'a Persona) -> Corpus<'a> {
        let mut sentences = Vec::new();
        for chunk in &persona.chunks {
            let heading = heading(&chunk.source);
            let lines = chunk.text.lines().filter(|it| !is_title(it));
            for text in lines.flat_map(tokens::sentences).filter(|it| tokens::words(it).len() >= LEAST_WORDS) {
                sentences.push(Sentence { chunk, text, heading, stems: stems(text).into_iter().collect() });
            }
        }
        let mut spread: BTreeMap<String, usize> = BTreeMap::new();
        sentences.iter().flat_map(|it| &it.stems).for_each(|it| *spread.entry(it.clone()).or_default() += 1);
        let words = Bm25::of(sentences.iter().map(|it| it.text));
        let around: Vec<String> = (0..sentences.len()).map(|at| neighbours(&sentences, at)).collect();
        let beside = Bm25::of(around.iter().map(String::as_str));
        let above = Bm25::of(sentences.iter().map(|it| it.heading));
        Corpus { sentences, words, beside, above, spread }
    }

    /// The sentences whose similarity to a query is worth measuring, by index: all of them in a small corpus, else those that share its words
    /// first.
    pub fn measured(&self, query: &str) -> Vec<usize> {
        let all = self.sentences.len();
        if all <= MOST_MEASURED {
            return (0..all).collect();
        }
        let by_words = self.by_words(&self.asked(query).stems());
        let mut ranked: Vec<(usize, f64)> = by_words.into_iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut taken: BTreeSet<usize> = ranked.into_iter().map(|it| it.0).take(MOST_MEASURED).collect();
        for at in (0..all).step_by(all.div_ceil(MOST_MEASURED)) {
            if taken.len() < MOST_MEASURED {
                taken.insert(at);
            }
        }
        taken.into_iter().collect()
    }

    /// The text of a sentence.
    pub fn text(&self, at: usize) -> &'a str {
        self.sentences.get(at).map(|it| it.text).unwrap_or_default()
    }

    /// A sentence behind its heading, if it has one.
    pub(super) fn headed(&self, at: usize) -> Option<String> {
        let sentence = self.sentences.get(at).filter(|it| !it.heading.is_empty())?;
        Some(format!("{}. {}", sentence.heading.trim_end_matches(['.', '?', '!']), sentence.text))
    }

    /// The near sentences, nearest first; empty where the corpus has nothing near.
    pub fn nearest(&self, query: &str, similar: &Similar) -> Vec<Nearness> {
        let asked = self.asked(query);
        // What a word of the query stands for counts as far as both mean the same.
        let mut stems = similar.words.clone();
        let is_measured = !similar.sentences.is_empty();
        if is_measured {
            let known = content(query).into_iter().map(|it| stem(&it)).filter(|it| self.spread.contains_key(it));
            stems.extend(known.map(|it| (it, 1.0)));
        } else {
            stems.extend(asked.stems());
        }
        let by_words = self.by_words(&stems);
        let by_meaning: BTreeMap<usize, f64> =
            similar.sentences.iter().map(|(at, it)| (*at, headed(*it, similar.headed.get(at).copied()))).collect();
        let most = by_words.values().copied().fold(f64::MIN_POSITIVE, f64::max);
        let most_similar = by_meaning.values().copied().fold(f64::MIN_POSITIVE, f64::max);
        let nearest = similar.sentences.values().copied().fold(f64::MIN_POSITIVE, f64::max);
        let grown = (similar.sentences.len() as f64 / FEW).clamp(1.0, GROWS).ln();
        let is_on_it = mean_of_nearest(&similar.sentences) >= NEAR + NEARER * grown
            || (nearest >= FAINT + SURER * grown && !asked.known.is_empty());
        let near = |at: &usize| {
            let (words, meaning) = (by_words.get(at).copied().unwrap_or_default(), by_meaning.get(at).copied());
            // What is measured is ranked; whether the corpus speaks of it at all was decided above.
            let is_near = if is_measured { is_on_it } else { self.is_near(*at, &asked) };
            let score = if is_measured {
                (1.0 - MEANING) * words / most + MEANING * meaning.unwrap_or_default().max(0.0) / most_similar
            } else {
                words / most
            };
            let share = if leans(self.text(*at)) { LEANING } else { 1.0 };
            (is_near && score > 0.0).then_some(Nearness { at: *at, score: share * score, words, meaning })
        };
        let all: BTreeSet<usize> = by_words.keys().chain(by_meaning.keys()).copied().collect();
        let mut found: Vec<Nearness> = all.iter().filter_map(near).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found
    }

    /// The subject of a query: its words that the corpus has, without ordinary ones.
    fn asked(&self, query: &str) -> Asked {
        Asked::of(query, |it| self.spread.contains_key(it))
    }

    fn by_words(&self, asked: &BTreeMap<String, f64>) -> BTreeMap<usize, f64> {
        let mut scores: BTreeMap<usize, f64> = self.words.weighted(asked).into_iter().collect();
        for (index, weight) in [(&self.beside, BESIDE), (&self.above, ABOVE)] {
            for (at, score) in index.weighted(asked) {
                *scores.entry(at).or_default() += weight * score;
            }
        }
        scores
    }

    /// The content words of the corpus, the most frequent first, each by its stem and in one of its forms.
    pub(super) fn vocabulary(&self, most: usize) -> Vec<(String, String)> {
        let mut forms: BTreeMap<String, String> = BTreeMap::new();
        let texts = self.sentences.iter().flat_map(|it| [it.text, it.heading]);
        for word in texts.flat_map(subject).filter(|it| it.len() >= WORD) {
            forms.entry(stem(&word)).or_insert(word);
        }
        let mut all: Vec<(String, String)> = forms.into_iter().collect();
        all.sort_by_key(|it| Reverse(self.spread.get(&it.0).copied().unwrap_or_default()));
        all.truncate(most);
        all
    }

    /// Whether a sentence covers enough of the query, some of it without its neighbours.
    fn is_near(&self, at: usize, asked: &Asked) -> bool {
        let Some(sentence) = self.sentences.get(at) else { return false };
        let around: BTreeSet<&String> =
            beside(&self.sentences, at).flat_map(|it| &it.stems).filter(|it| !sentence.stems.contains(*it)).collect();
        let above: BTreeSet<String> = stems(sentence.heading).into_iter().collect();
        let own: Vec<&String> = asked.known.intersection(&sentence.stems).collect();
        let is_also = |it: &&&String| !sentence.stems.contains(**it) && (around.contains(*it) || above.contains(**it));
        let also: Vec<&String> = asked.known.iter().filter(|it| is_also(&it)).collect();
        let weight = |stem: &str| self.rarity(stem);
        let covered: f64 =
            own.iter().map(|it| weight(it)).sum::<f64>() + BESIDE * also.iter().map(|it| weight(it)).sum::<f64>();
        let all: f64 = asked.known.iter().map(|it| weight(it)).sum();
        let most = MOST_RARE * (2.0 + self.sentences.len() as f64).ln();
        !own.is_empty() && asked.is_met_by(own.len() + also.len()) && covered >= FLOOR * all.min(most)
    }

    /// How rare a word is in the corpus.
    fn rarity(&self, stem: &str) -> f64 {
        let having = self.spread.get(stem).copied().unwrap_or_default() as f64;
        ((2.0 + self.sentences.len() as f64) / (1.0 + having)).ln()
    }
}

/// The similarity of a sentence to a query: of it alone, and of it behind its heading where it has one.
fn headed(alone: f64, headed: Option<f64>) -> f64 {
    headed.map_or(alone, |it| (alone + HEADED * it) / (1.0 + HEADED))
}

/// The mean similarity of the nearest sentences; of fewer, where the corpus has fewer.
fn mean_of_nearest(similar: &BTreeMap<usize, f64>) -> f64 {
    let mut all: Vec<f64> = similar.values().copied().collect();
    all.sort_by(|a, b| b.total_cmp(a));
    all.truncate(NEAREST);
    all.iter().sum::<f64>() / all.len().max(1) as f64
}

/// Whether everybody uses a word, in any of its forms.
fn is_ordinary(word: &str) -> bool {
    // `Allowed`, but not `rights`: a plural may be another thing.
    let is_form = word.ends_with("ed") || word.ends_with("ing");
    ORDINARY.contains(word) || (is_form && ORDINARY_STEMS.contains(&stem(word)))
}

static ORDINARY_STEMS: LazyLock<BTreeSet<String>> = LazyLock::new(|| ORDINARY.iter().map(|it| stem(it)).collect());

/// The subject of a query, as far as a corpus can answer it.
#[derive(Debug)]
pub(super) struct Asked {
    /// The stems that the corpus has.
    pub(super) known: BTreeSet<String>,
    /// Their words.
    pub(super) words: String,
    /// How many content words the corpus lacks: they count for nothing, except that one known word beside them is chance.
    unknown: usize,
}

impl Asked {
    /// Reads a query; `knows` tells whether the corpus has a stem. Ordinary words ask about nothing.
    pub(super) fn of(query: &str, knows: impl Fn(&str) -> bool) -> Asked {
        let (mut known, mut unknown, mut words) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for word in subject(query).into_iter().filter(|it| !is_ordinary(it)) {
            let stem = stem(&word);
            if knows(&stem) {
                known.insert(stem);
                words.push(word);
            } else {
                unknown.insert(stem);
            }
        }
        Asked { known, words: words.join(" "), unknown: unknown.len() }
    }

    /// The stems, each counted in full.
    fn stems(&self) -> BTreeMap<String, f64> {
        self.known.iter().map(|it| (it.clone(), 1.0)).collect()
    }

    /// Whether this number of shared words is more than chance.
    pub(super) fn is_met_by(&self, shared: usize) -> bool {
        shared >= SHARED || (shared == 1 && OF_ASKED * self.known.len() >= self.known.len() + self.unknown)
    }

    /// Whether this number of shared words is enough for a quotation: a sentence that shares one of several asked words is about something else.
    pub(super) fn is_quotable_with(&self, shared: usize) -> bool {
        shared >= SHARED || (shared == 1 && self.known.len() + self.unknown == 1)
    }
}

/// The sentences before and after one, in the same chunk.
pub(super) fn beside<'a, 'b>(
    all: &'b [Sentence<'a>],
    at: usize,
) -> impl Iterator<Item = &'b Sentence<'a>> + use<'a, 'b> {
    let chunk = all.get(at).map(|it| &it.chunk.id);
    let sides = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
    sides.filter_map(|it| all.get(it)).filter(move |it| Some(&it.chunk.id) == chunk)
}

fn neighbours(all: &[Sentence<'_>], at: usize) -> String {
    beside(all, at).map(|it| it.text).collect::<Vec<_>>().join(" ")
}

impl Nearness {
    /// The index of the sentence in its [`Corpus`].
    pub fn at(&self) -> usize {
        self.at
    }
}
