//! The sentences of a corpus that are nearest to what is asked, word for word; none where none is near.
//!
//! To be near is to speak of enough of it, rare words counting more: two common words that happen to stand in a sentence make no answer. What
//! an author asks, or tells of others, is not what it holds; what it says to that stands behind it, and speaks of the same. Not here: what is
//! made of them (`engine::quoting`).
use super::answered::VERBS;
use crate::beliefs::causal::{is_question, tells};
use crate::beliefs::lists::WORDS;
use crate::beliefs::{is_title, is_verbatim, of_sentence, tokens};
use analysis::evidence::bm25::Bm25;
use debate::persona::Quote;
use debate::{ChunkId, Persona, text};
use prose::lexical::{stems, subject};
use std::collections::{BTreeMap, BTreeSet};

/// The most quotes of an answer that only quotes. Ours: three sentences are a take (P-10).
const MOST_QUOTES: usize = 3;
/// The least words of a sentence that can stand by itself.
const LEAST_WORDS: usize = 4;
/// How many words of what is asked a sentence must speak of; one where no more are asked. Ours: one word is chance.
const SHARED: usize = 2;
/// Which share of what is asked a sentence must speak of, rare words counting more. Ours: with less than half of it a sentence of the shipped
/// decks spoke of something else.
const FLOOR: f64 = 0.5;
/// How many rare words are asked at most, where that share is taken. Ours: what another said is asked about too, and is longer than a question.
const MOST_RARE: f64 = 6.0;
/// What each text that is asked about counts beside the one before it. Ours: all that follow together count less than it.
const LESS: f64 = 0.4;
/// How many sentences answer what was asked or told before them. Ours: one to turn to it, one to say it.
const ANSWERS: usize = 2;
/// What a sentence by which its author holds something counts beside others. Ours: it decides between those that are about as near.
const HOLDS: f64 = 1.3;

/// What is asked of a corpus.
#[derive(Clone, Debug, Default)]
pub struct Asked<'a> {
    /// What it is about, what counts most first. A sentence must be near to one of them.
    pub about: Vec<&'a str>,
    /// What decides between equals, and makes nothing near.
    pub besides: &'a str,
    /// What was said: no sentence is given that stands in it.
    pub said: Vec<&'a str>,
}

/// The sentences of the corpus that are nearest to what is asked, the nearest first and at most `room` tokens of them; none where none speaks
/// of it. What would change its author's mind is not what it holds, and is none of them.
pub fn quotes(persona: &Persona, asked: &Asked<'_>, room: usize) -> Vec<Quote> {
    let sentences = Sentences::of(persona, |words| WORDS.count("changers", words) == 0);
    let (mut taken, mut left) = (Vec::<Quote>::new(), room);
    for quote in sentences.nearest(asked) {
        let tokens = text::tokens(&quote.text);
        let is_said = asked.said.iter().any(|it| is_verbatim(&quote.text, it));
        let is_new = !is_said && taken.iter().all(|it| it.text != quote.text);
        if taken.len() < MOST_QUOTES && is_new && tokens <= left {
            left -= tokens;
            taken.push(quote);
        }
    }
    taken
}

/// The sentence of the corpus, of at most `room` tokens, that says what would change its author's mind about something; none where none
/// says it of that.
pub fn changer(persona: &Persona, about: &str, room: usize) -> Option<Quote> {
    let sentences = Sentences::of(persona, |words| WORDS.count("changers", words) > 0);
    let asked = Asked { about: vec![about], ..Asked::default() };
    sentences.nearest(&asked).into_iter().find(|it| text::tokens(&it.text) <= room)
}

/// The sentences of a corpus that can stand by themselves.
struct Sentences<'a> {
    all: Vec<(&'a ChunkId, &'a str)>,
    /// What each speaks of: its words behind those that it answers.
    about: Vec<String>,
    stems: Vec<BTreeSet<String>>,
    /// In how many sentences of the corpus each word stands, and how many there are.
    spread: BTreeMap<String, usize>,
    count: usize,
}

impl<'a> Sentences<'a> {
    /// Those that `serves` lets pass.
    fn of(persona: &'a Persona, serves: impl Fn(&[tokens::Word<'_>]) -> bool) -> Sentences<'a> {
        let (mut all, mut about, mut own) = (Vec::new(), Vec::new(), Vec::new());
        let (mut spread, mut count) = (BTreeMap::<String, usize>::new(), 0);
        for chunk in &persona.chunks {
            let mut answered: Option<(&str, usize)> = None;
            for sentence in tokens::sentences(&chunk.text) {
                let of_it: BTreeSet<String> = stems(sentence).into_iter().collect();
                of_it.iter().for_each(|it| *spread.entry(it.clone()).or_default() += 1);
                count += 1;
                let words = tokens::words(sentence);
                if is_question(sentence) || tells(&words) {
                    answered = Some((sentence, ANSWERS));
                    continue;
                }
                let to = answered.map(|it| it.0).unwrap_or_default();
                answered = answered.filter(|it| it.1 > 1).map(|(to, left)| (to, left - 1));
                let is_own = !is_title(sentence) && !words.iter().all(|it| it.is_quoted);
                if words.len() >= LEAST_WORDS && is_own && serves(&words) {
                    all.push((&chunk.id, sentence));
                    about.push(format!("{to} {sentence}"));
                    own.push(of_it.into_iter().chain(stems(to)).collect());
                }
            }
        }
        Sentences { all, about, stems: own, spread, count }
    }

    /// Those that are near to what is asked, the nearest first.
    fn nearest(&self, asked: &Asked<'_>) -> Vec<Quote> {
        let index = Bm25::of(self.about.iter().map(String::as_str));
        let fits = |text: &str| index.rank(&subject(text).join(" "));
        // Where a belief is asked about, its ends are: every other sentence has its verb, whatever it speaks of.
        let ends = |text: &str| VERBS.iter().fold(text.to_owned(), |it, (verb, _)| it.replace(verb, " "));
        let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
        let mut weight = 1.0;
        for text in &asked.about {
            let text = ends(text);
            let stems: BTreeSet<String> = stems(&text).into_iter().collect();
            let ranked: Vec<(usize, f64)> = fits(&text).into_iter().filter(|it| self.is_near(it.0, &stems)).collect();
            // Texts of different lengths share no scale: what counts is how far behind the best.
            let best = ranked.first().map_or(1.0, |it| it.1);
            ranked.iter().for_each(|(at, score)| *scores.entry(*at).or_default() += weight * score / best);
            weight *= LESS;
        }
        let besides: BTreeMap<usize, f64> = fits(asked.besides).into_iter().collect();
        let tie = |at: usize| besides.get(&at).copied().unwrap_or_default();
        let holds = |at: usize| self.all.get(at).is_some_and(|it| !of_sentence(it.1).is_empty());
        let weighed = |(at, score): (usize, f64)| (at, if holds(at) { HOLDS * score } else { score });
        let mut ranked: Vec<(usize, f64)> = scores.into_iter().map(weighed).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| tie(b.0).total_cmp(&tie(a.0))));
        let quote = |at: usize| {
            let (chunk, sentence) = self.all.get(at)?;
            Some(Quote { text: text::one_line(sentence), chunk: (*chunk).clone() })
        };
        ranked.into_iter().filter_map(|(at, _)| quote(at)).collect()
    }

    /// Whether a sentence speaks of enough of what is asked.
    fn is_near(&self, at: usize, asked: &BTreeSet<String>) -> bool {
        let Some(own) = self.stems.get(at) else { return false };
        let shared: Vec<&String> = asked.intersection(own).collect();
        let spoken: f64 = shared.iter().map(|it| self.rarity(it)).sum();
        let all: f64 = asked.iter().map(|it| self.rarity(it)).sum();
        let most = MOST_RARE * (self.count as f64).ln_1p();
        !shared.is_empty() && shared.len() >= SHARED.min(asked.len()) && spoken >= FLOOR * all.min(most)
    }

    /// How rare a word is in the corpus: most for one that does not stand in it, and something for one that stands everywhere.
    fn rarity(&self, stem: &str) -> f64 {
        let having = self.spread.get(stem).copied().unwrap_or_default() as f64;
        ((2.0 + self.count as f64) / (1.0 + having)).ln()
    }
}
