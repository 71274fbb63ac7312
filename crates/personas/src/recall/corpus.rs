//! The sentences of a persona's corpus, and how near each is to a query: by words, and by meaning where it was measured (P-04).
//!
//! Words that the corpus lacks count for nothing. A sentence is near where it shares enough of the query that the corpus knows, helped by its
//! neighbours, or where its meaning is near. Not here: beliefs (`recall`), and how sentences are cut into quotations (`passages`).
use crate::beliefs::lists::ORDINARY;
use crate::beliefs::{is_title, tokens};
use analysis::evidence::bm25::Bm25;
use debate::{Chunk, Persona};
use prose::lexical::{stems, subject};
use prose::words::stem;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The weight of a word that only a neighbour of a sentence has. Ours: measured on `tests/gold/retrieval`; 0.3 to 0.6 rank alike.
const BESIDE: f64 = 0.4;
/// The share of a query that a sentence must cover, weighted by rarity, among the words that the corpus has. Ours: measured on
/// `tests/gold/retrieval`.
const FLOOR: f64 = 0.25;
/// The most rare words of a query that count for that share: in a room a query contains a whole statement.
const MOST_RARE: f64 = 3.0;
/// How many words of a query must be shared, or one where the corpus has enough of its words; to be quoted for, one where it is all that is asked.
/// Ours: one word of several is chance.
const SHARED: usize = 2;
/// The fewest words of a sentence that is searched.
const LEAST_WORDS: usize = 4;
/// The mean similarity of its nearest three sentences from which a corpus speaks of a query whatever its words: what is on a subject has several
/// near sentences, what is not has one by chance. Ours: measured on `tests/gold/retrieval`: for questions on other subjects the mean reached 0.179.
const NEAR: f64 = 0.18;
/// See [`NEAR`].
const NEAREST: usize = 3;
/// The similarity of its nearest sentence from which a corpus that has a word of the query speaks of it. Ours: as measured there.
const FAINT: f64 = 0.15;
/// Of how many asked words the corpus must have one, for a passage with a single shared word to be shown: it claims nothing. Ours: as measured there.
const OF_ASKED: usize = 5;
/// The weight of similarity beside words, each relative to the best. Ours: of 0 to 1 in steps of 0.1, 0.3 to 1 find alike on
/// `tests/gold/retrieval` (0.90 among the first five), and words alone 0.32.
const MEANING: f64 = 0.7;
/// The most sentences whose similarity is measured for one query. Ours: some five seconds of two cores, once for each sentence of a process.
pub const MOST_MEASURED: usize = 600;

/// The sentences of a corpus.
#[derive(Debug)]
pub struct Corpus<'a> {
    pub(super) sentences: Vec<Sentence<'a>>,
    words: Bm25,
    beside: Bm25,
    /// In how many sentences each word occurs.
    spread: BTreeMap<String, usize>,
}

/// A sentence of a corpus.
#[derive(Clone, Debug)]
pub(super) struct Sentence<'a> {
    pub(super) chunk: &'a Chunk,
    pub(super) text: &'a str,
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
    /// By meaning: the cosine, where it was measured.
    pub meaning: Option<f64>,
}

impl<'a> Corpus<'a> {
    /// Indexes the sentences of a persona's chunks; titles and fragments are left out.
    pub fn of(persona: &'a Persona) -> Corpus<'a> {
        let mut sentences = Vec::new();
        for chunk in &persona.chunks {
            let lines = chunk.text.lines().filter(|it| !is_title(it));
            for text in lines.flat_map(tokens::sentences).filter(|it| tokens::words(it).len() >= LEAST_WORDS) {
                sentences.push(Sentence { chunk, text, stems: stems(text).into_iter().collect() });
            }
        }
        let mut spread: BTreeMap<String, usize> = BTreeMap::new();
        sentences.iter().flat_map(|it| &it.stems).for_each(|it| *spread.entry(it.clone()).or_default() += 1);
        let words = Bm25::of(sentences.iter().map(|it| it.text));
        let around: Vec<String> = (0..sentences.len()).map(|at| neighbours(&sentences, at)).collect();
        let beside = Bm25::of(around.iter().map(String::as_str));
        Corpus { sentences, words, beside, spread }
    }

    /// The sentences whose similarity to a query is worth measuring, by index: all of them in a small corpus, else those that share its words
    /// first.
    pub fn measured(&self, query: &str) -> Vec<usize> {
        let all = self.sentences.len();
        if all <= MOST_MEASURED {
            return (0..all).collect();
        }
        let by_words = self.by_words(&self.asked(query));
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

    /// The near sentences, nearest first; empty where the corpus has nothing near. `similar` has the similarity of sentences to the query, by
    /// index, where it was measured.
    pub fn nearest(&self, query: &str, similar: &BTreeMap<usize, f64>) -> Vec<Nearness> {
        let asked = self.asked(query);
        let by_words = self.by_words(&asked);
        let most = by_words.values().copied().fold(f64::MIN_POSITIVE, f64::max);
        let most_similar = similar.values().copied().fold(f64::MIN_POSITIVE, f64::max);
        let is_measured = !similar.is_empty();
        let is_on_it = mean_of_nearest(similar) >= NEAR || (most_similar >= FAINT && !asked.known.is_empty());
        let near = |at: &usize| {
            let (words, meaning) = (by_words.get(at).copied().unwrap_or_default(), similar.get(at).copied());
            // What is measured is ranked; whether the corpus speaks of it at all was decided above.
            let is_near = if is_measured { is_on_it } else { self.is_near(*at, &asked) };
            let score = if is_measured {
                (1.0 - MEANING) * words / most + MEANING * meaning.unwrap_or_default().max(0.0) / most_similar
            } else {
                words / most
            };
            (is_near && score > 0.0).then_some(Nearness { at: *at, score, words, meaning })
        };
        let all: BTreeSet<usize> = by_words.keys().chain(similar.keys()).copied().collect();
        let mut found: Vec<Nearness> = all.iter().filter_map(near).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found
    }

    /// The subject of a query: its words that the corpus has, without ordinary ones.
    fn asked(&self, query: &str) -> Asked {
        Asked::of(query, |it| self.spread.contains_key(it))
    }

    fn by_words(&self, asked: &Asked) -> BTreeMap<usize, f64> {
        let mut scores: BTreeMap<usize, f64> = self.words.rank(&asked.words).into_iter().collect();
        for (at, score) in self.beside.rank(&asked.words) {
            *scores.entry(at).or_default() += BESIDE * score;
        }
        scores
    }

    /// Whether a sentence covers enough of the query, some of it without its neighbours.
    fn is_near(&self, at: usize, asked: &Asked) -> bool {
        let Some(sentence) = self.sentences.get(at) else { return false };
        let around: BTreeSet<&String> =
            beside(&self.sentences, at).flat_map(|it| &it.stems).filter(|it| !sentence.stems.contains(*it)).collect();
        let own: Vec<&String> = asked.known.intersection(&sentence.stems).collect();
        let also: Vec<&&String> = around.iter().filter(|it| asked.known.contains(**it)).collect();
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
