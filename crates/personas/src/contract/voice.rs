//! Measures a voice: sentence length, questions, the first person, punctuation, hedges, and distinctive words.
//!
//! Each is described in words, and only where it is unusual or everybody has it. Not here: beliefs (`beliefs`).
use super::is_new;
use super::sentence::{self, Sentence};
use crate::beliefs::lists::{ORDINARY, WORDS};
use crate::beliefs::own;
use crate::beliefs::{stands_in, tokens};
use debate::persona::{Quote, Voice};
use debate::{Chunk, ChunkId, text};
use std::collections::{BTreeMap, BTreeSet};

/// How many distinctive words are listed.
const VOCABULARY: usize = 12;
/// The fewest uses of a distinctive word. Ours: once is chance.
const USED: usize = 2;
/// How many sentences are quoted as examples (P-01: 2–3).
const EXAMPLES: usize = 3;
/// The longest example in tokens, and the shortest in words. Ours: three of the longest fit beside the rest of the voice.
const EXAMPLE: usize = 80;
const SHORT: usize = 8;
/// The range of ordinary sentence lengths, in words. Ours: journalism has about 20.
const LENGTHS: (f64, f64) = (15.0, 26.0);
/// The share of sentences from which something is a habit. Ours: one in twelve is noticed; half as many questions, which stand out.
const HABIT: f64 = 0.08;
const ASKS: f64 = 0.04;
/// The share of function words from which a text is English. Ours: English prose has a fifth and more, related languages a fiftieth.
const ENGLISH: f64 = 0.05;

/// An author's voice; sentences in `used` are not given as examples.
pub fn voice(chunks: &[Chunk], used: &[String]) -> Voice {
    described(chunks, &sentence::of(chunks), used)
}

pub(super) fn described(chunks: &[Chunk], spoken: &[Sentence<'_>], used: &[String]) -> Voice {
    let counts = Counts::of(chunks);
    Voice {
        patterns: counts.patterns(),
        vocabulary: distinctive(chunks, VOCABULARY),
        forbidden: Vec::new(),
        examples: examples(chunks, spoken, &counts, used),
    }
}

#[derive(Debug, Default)]
struct Counts {
    sentences: f64,
    words: f64,
    english: f64,
    questions: f64,
    own: f64,
    semicolons: f64,
    hedged: f64,
    addressed: f64,
    short: f64,
}

impl Counts {
    fn of(chunks: &[Chunk]) -> Counts {
        let mut counts = Counts::default();
        for sentence in chunks.iter().flat_map(|it| tokens::sentences(&it.text)) {
            let words = tokens::words(sentence);
            let one_if = |holds: bool| if holds { 1.0 } else { 0.0 };
            let says = |list: &[&str]| one_if(words.iter().any(|it| list.contains(&it.low.as_str())));
            counts.sentences += 1.0;
            counts.words += words.len() as f64;
            counts.english += words.iter().filter(|it| WORDS.has("english", &it.low)).count() as f64;
            counts.questions += one_if(sentence.contains('?'));
            counts.own += says(&["i", "my", "me"]);
            counts.addressed += says(&["you", "your"]);
            counts.semicolons += one_if(sentence.contains(';'));
            counts.hedged += one_if(WORDS.count("hedges", &words) > 0);
            counts.short += one_if(words.len() < SHORT);
        }
        counts
    }

    fn mean(&self) -> f64 {
        self.words / self.sentences.max(1.0)
    }

    fn patterns(&self) -> Vec<String> {
        if self.sentences == 0.0 {
            return Vec::new();
        }
        let share = |it: f64| it / self.sentences;
        let mean = self.mean().round();
        let length = if self.mean() < LENGTHS.0 {
            "Short sentences"
        } else if self.mean() > LENGTHS.1 {
            "Long sentences"
        } else {
            "Sentences of middle length"
        };
        let mut patterns = vec![format!("{length}, about {mean} words")];
        let mut habit = |holds: bool, words: &str| patterns.extend(holds.then(|| words.to_owned()));
        habit(share(self.short) > 2.0 * HABIT && mean >= SHORT as f64, "now and then a very short one");
        habit(share(self.questions) > ASKS, "puts questions and answers them");
        // Counts of English words say nothing about other languages.
        let is_english = is_english(self.english, self.words);
        habit(is_english && share(self.own) > 2.0 * HABIT, "speaks in the first person");
        habit(is_english && share(self.own) < HABIT / 2.0, "hardly ever says I");
        habit(is_english && share(self.addressed) > HABIT, "speaks to the reader");
        habit(share(self.semicolons) > HABIT, "joins clauses with semicolons");
        habit(is_english && share(self.hedged) > 0.5, "weighs words: may, might, would");
        habit(is_english && share(self.hedged) < 0.2, "states things flatly, without hedges");
        patterns
    }
}

/// Whether a text is English, by its share of English function words.
fn is_english(small: f64, all: f64) -> bool {
    small >= ENGLISH * all
}

/// Distinctive words: used in several places and not ordinary, most used first. None for texts in other languages than English, whose ordinary
/// words are unknown.
fn distinctive(chunks: &[Chunk], most: usize) -> Vec<String> {
    uncommon(chunks, most, |_, _| true)
}

/// Subjects of an author: those of the distinctive words that stand where nouns do.
pub(super) fn subjects(chunks: &[Chunk], most: usize) -> Vec<String> {
    // `The lane`, `of noise`; not `asks`, nor `to ask`.
    let is_noun = |before: &str, word: &str| {
        let is_verb = ["verbs", "acting", "told", "present", "helpers"].iter().any(|it| WORDS.has(it, word));
        // `The closed lanes`.
        let is_participle = word.ends_with("ed") || WORDS.has("made_so", word);
        !is_verb && !is_participle && (WORDS.has("determiners", before) || WORDS.has("breaks", before))
    };
    uncommon(chunks, most, is_noun)
}

/// Distinctive words, of which at least a part of the uses stands so behind the word before it.
fn uncommon(chunks: &[Chunk], most: usize, is_so: impl Fn(&str, &str) -> bool) -> Vec<String> {
    // By singular form: the count, how many of them stand so, and the form used most.
    let mut counts: BTreeMap<String, (usize, usize, BTreeMap<String, usize>)> = BTreeMap::new();
    let (mut english, mut all) = (0.0, 0.0);
    for chunk in chunks {
        let mut before = String::new();
        for word in tokens::words(&chunk.text) {
            all += 1.0;
            english += if WORDS.has("english", &word.low) { 1.0 } else { 0.0 };
            let is_name = word.raw.starts_with(char::is_uppercase);
            let is_word = word.low.chars().count() > 3 && word.low.chars().all(|it| it.is_alphabetic() || it == '-');
            if is_word && !is_name && !ORDINARY.contains(word.low.as_str()) && !WORDS.has("edges", &word.low) {
                let entry = counts.entry(prose::lexical::stems(&word.low).concat()).or_default();
                entry.0 += 1;
                entry.1 += usize::from(is_so(&before, &word.low));
                *entry.2.entry(word.low.clone()).or_default() += 1;
            }
            before = word.low;
        }
    }
    if !is_english(english, all) {
        return Vec::new();
    }
    let mut ranked: Vec<(usize, String)> = counts
        .into_iter()
        .filter(|(stem, (count, so, _))| !stem.is_empty() && *count >= USED && SO_OFTEN * so >= *count)
        .filter_map(|(_, (count, _, forms))| Some((count, forms.into_iter().max_by_key(|it| it.1)?.0)))
        .collect();
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.into_iter().take(most).map(|it| it.1).collect()
}

/// One of this many uses shows a noun. Ours: adjectives stand before the others.
const SO_OFTEN: usize = 3;

/// Sentences of typical length that tell the author's own view of today, each from another part of the corpus.
fn examples(chunks: &[Chunk], spoken: &[Sentence<'_>], counts: &Counts, used: &[String]) -> Vec<Quote> {
    let fits = |it: &&Sentence<'_>| {
        let is_whole = it.text.ends_with('.') && it.text.starts_with(char::is_uppercase);
        let is_held = it.voice == own::Voice::Own && !it.leans && it.is_plain && !it.is_past;
        it.length >= SHORT && is_whole && is_held && text::tokens(it.text) <= EXAMPLE
    };
    let distance = |it: &Sentence<'_>| (it.length as f64 - counts.mean()).abs();
    let part = chunks.len().div_ceil(EXAMPLES).max(1);
    let best = |part: &[Chunk]| {
        let ids: BTreeSet<&ChunkId> = part.iter().map(|it| &it.id).collect();
        let is_of_part = |it: &&Sentence<'_>| ids.contains(&it.chunk.id);
        let mut fitting: Vec<&Sentence<'_>> = spoken.iter().filter(is_of_part).filter(fits).collect();
        fitting.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let nearest = fitting.into_iter().find(|it| is_new(it.text, used));
        nearest.map(|it| Quote { text: text::one_line(it.text), chunk: it.chunk.id.clone() })
    };
    let mut kept: Vec<Quote> = Vec::new();
    for quote in chunks.chunks(part).filter_map(best) {
        if !kept.iter().any(|it| stands_in(&quote.text, &it.text)) {
            kept.push(quote);
        }
    }
    kept
}
