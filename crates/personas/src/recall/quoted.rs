//! The sentences of a corpus that are nearest to a query, word for word; none where none is near.
//!
//! A near sentence covers enough of the query, weighted by rarity: two common words are not enough. Questions and reports of others are not the
//! author's own view; the author's reply follows them and is about the same. Not here: how quotes are used (`engine::quote_model`).
use super::answered::VERBS;
use super::corpus::Asked;
use super::passages::leans;
use crate::beliefs::lists::WORDS;
use crate::beliefs::stance::{is_question, tells};
use crate::beliefs::{is_title, is_verbatim, of_sentence, tokens};
use analysis::evidence::bm25::Bm25;
use debate::persona::Quote;
use debate::{ChunkId, Persona, text};
use prose::lexical::{stems, subject};
use std::collections::{BTreeMap, BTreeSet};

/// The most quotes of an answer that only quotes. Ours: three sentences are a take (P-10).
const MOST_QUOTES: usize = 3;
/// The fewest words of a sentence that can stand alone.
const LEAST_WORDS: usize = 4;
/// The share of the query that a sentence must cover, weighted by rarity. Ours: below half of it, sentences of the shipped decks were about
/// something else.
const FLOOR: f64 = 0.5;
/// The most rare words of a query that count for that share. Ours: a query may include another's statement, which is longer than a question.
const MOST_RARE: f64 = 6.0;
/// The weight of each text of the query relative to the one before it. Ours: all that follow together count less than it.
const LESS: f64 = 0.4;
/// How many sentences count as the reply to a question or a report before them. Ours: one to turn to it, one to say it.
const ANSWERS: usize = 2;
/// The weight of a sentence that states its author's view. Ours: it decides between sentences that are about as near.
const HOLDS: f64 = 1.3;

/// A query to a corpus.
#[derive(Clone, Debug, Default)]
pub struct Query<'a> {
    /// Its subjects, most important first. A sentence must be near to one of them.
    pub about: Vec<&'a str>,
    /// Text that only decides between equals.
    pub besides: &'a str,
    /// Earlier statements: sentences that they contain are not quoted again.
    pub said: Vec<&'a str>,
}

/// The sentences nearest to a query, nearest first, at most `room` tokens in all; empty where none is near. Sentences about what would change
/// the author's mind are left out.
pub fn quotes(persona: &Persona, asked: &Query<'_>, room: usize) -> Vec<Quote> {
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

/// The sentence, of at most `room` tokens, that says what would change its author's mind about something; none where there is none.
pub fn changer(persona: &Persona, about: &str, room: usize) -> Option<Quote> {
    let sentences = Sentences::of(persona, |words| WORDS.count("changers", words) > 0);
    let asked = Query { about: vec![about], ..Query::default() };
    sentences.nearest(&asked).into_iter().find(|it| text::tokens(&it.text) <= room)
}

/// A passage of a corpus as a quotation, if every sentence of it is its author's own view; without its last one, which only follows, if that one
/// is not and does not lean on the rest.
pub fn own_view(persona: &Persona, passage: &str) -> Option<Quote> {
    let chunk = persona.chunks.iter().find(|it| is_verbatim(passage, &it.text))?;
    let sentences = Sentences::of(persona, |words| WORDS.count("changers", words) == 0);
    let own = sentences.all.iter().filter(|it| *it.0 == chunk.id).map(|it| text::one_line(it.1));
    let own: BTreeSet<String> = own.collect();
    let is_own = |it: &&str| own.contains(&text::one_line(it));
    let mut told = tokens::sentences(passage);
    if told.len() > 1 && told.last().is_some_and(|it| !is_own(it) && !leans(it)) {
        told.pop();
    }
    let is_whole = !told.is_empty() && told.iter().all(is_own);
    is_whole.then(|| Quote { text: told.join(" "), chunk: chunk.id.clone() })
}

/// The sentences of a corpus that can stand alone.
struct Sentences<'a> {
    all: Vec<(&'a ChunkId, &'a str)>,
    /// The words of each, after those that it replies to.
    about: Vec<String>,
    stems: Vec<BTreeSet<String>>,
    /// In how many sentences each word occurs, and how many sentences there are.
    spread: BTreeMap<String, usize>,
    count: usize,
}

impl<'a> Sentences<'a> {
    /// The sentences that `serves` accepts.
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

    /// The sentences near to a query, nearest first.
    fn nearest(&self, asked: &Query<'_>) -> Vec<Quote> {
        let index = Bm25::of(self.about.iter().map(String::as_str));
        let fits = |text: &str| index.rank(&subject(text).join(" "));
        // Where the query is a belief only its ends count: its verb is too common.
        let ends = |text: &str| VERBS.iter().fold(text.to_owned(), |it, (verb, _)| it.replace(verb, " "));
        let mut scores: BTreeMap<usize, f64> = BTreeMap::new();
        let mut weight = 1.0;
        for text in &asked.about {
            let text = ends(text);
            let asked = Asked::of(&text, |it| self.spread.contains_key(it));
            let near = index.rank(&asked.words).into_iter().filter(|it| self.is_near(it.0, &asked));
            let ranked: Vec<(usize, f64)> = near.collect();
            // Texts of different lengths have no common scale: scores are relative to the best.
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

    /// Whether a sentence covers enough of the query. Words that the corpus lacks count for nothing.
    fn is_near(&self, at: usize, asked: &Asked) -> bool {
        let Some(own) = self.stems.get(at) else { return false };
        let shared: Vec<&String> = asked.known.intersection(own).collect();
        let spoken: f64 = shared.iter().map(|it| self.rarity(it)).sum();
        let all: f64 = asked.known.iter().map(|it| self.rarity(it)).sum();
        let most = MOST_RARE * (self.count as f64).ln_1p();
        asked.is_quotable_with(shared.len()) && spoken >= FLOOR * all.min(most)
    }

    /// How rare a word is in the corpus: above 0 for one that occurs everywhere.
    fn rarity(&self, stem: &str) -> f64 {
        let having = self.spread.get(stem).copied().unwrap_or_default() as f64;
        ((2.0 + self.count as f64) / (1.0 + having)).ln()
    }
}
