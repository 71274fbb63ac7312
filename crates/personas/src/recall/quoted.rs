//! The sentences of a corpus that are nearest to a query, word for word; none where none is near.
//!
//! A near sentence covers enough of the query, weighted by rarity: two common words are not enough; or a search found it by its meaning. Only what is its author's own view is quoted
//! (`beliefs::own`), the sentences that carry the persona's beliefs first; a reply to a question or a report is about the same as it. Not here: how
//! quotes are used (`engine::quote_model`).
use super::answered::VERBS;
use super::corpus::Asked;
use crate::beliefs::lists::WORDS;
use crate::beliefs::own::{Spoken, Voice, spoken};
use crate::beliefs::{is_verbatim, of_sentence, stands_in, tokens};
use analysis::evidence::bm25::Bm25;
use debate::belief::Node;
use debate::persona::{Built, Quote};
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
/// The share that the question or report before it must cover where a sentence names nothing of the query itself.
const REPLIED: f64 = 0.75;
/// The most rare words of a query that count for that share. Ours: a query may include another's statement, which is longer than a question.
const MOST_RARE: f64 = 6.0;
/// The weight of each text of the query relative to the one before it. Ours: all that follow together count less than it.
const LESS: f64 = 0.4;
/// How many sentences count as the reply to a report before them, if the first turns against it; to a question one does. Ours: one to turn to it, one to
/// say it.
const ANSWERS: usize = 2;
/// The weight of a sentence that states its author's view. Ours: it decides between sentences that are about as near.
const HOLDS: f64 = 1.3;
/// The weight of a sentence that carries a belief of the persona: what was checked comes before what words suggest. Ours: among near sentences it
/// mostly comes first.
const BEARS: f64 = 2.5;
/// The constant by which ranks are joined. Ours: the first of either is worth about two thirds of the second's.
const RANK: f64 = 2.0;
/// The weight of the ranking by words beside that of the passages. Ours: it decides which of several near passages comes first.
const WORDS_SHARE: f64 = 0.7;
/// How much of what a sentence weighs for what it says counts in a passage. Ours: a near sentence that carries a belief comes before the one that is
/// next nearer.
const STATES: f64 = 0.2;
/// How many content words may lie between two asked words. Ours: in the long sentences of the shipped decks, words that are farther apart belong
/// to different thoughts.
const CLOSE: usize = 5;
/// The fewest words of a belief that a sentence carries by containing them. Ours: fewer are a subject.
const BELIEF: usize = 5;

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

/// The sentences nearest to a query, nearest first, at most `room` tokens in all; empty where none is near. By words; and by meaning too where a
/// search found `passages`, nearest first. Stories, and sentences about what would change the author's mind, are left out.
pub fn quotes(persona: &Persona, asked: &Query<'_>, passages: &[&str], room: usize) -> Vec<Quote> {
    let sentences = Sentences::of(persona, is_position, true);
    let (mut taken, mut left) = (Vec::<Quote>::new(), room);
    let found = in_passages(&sentences, persona, passages);
    for quote in joined(sentences.nearest(asked), found) {
        let tokens = text::tokens(&quote.text);
        let is_said = asked.said.iter().any(|it| is_verbatim(&quote.text, it));
        let is_same = |it: &Quote| is_verbatim(&it.text, &quote.text) || is_verbatim(&quote.text, &it.text);
        let is_new = !is_said && !taken.iter().any(is_same);
        if taken.len() < MOST_QUOTES && is_new && tokens <= left {
            left -= tokens;
            taken.push(quote);
        }
    }
    taken
}

/// Quotations by words and from passages in one order. Both are already ranked by measures without a common scale: only ranks count, and what
/// both have comes first.
fn joined(by_words: Vec<Quote>, found: Vec<(Quote, f64)>) -> Vec<Quote> {
    if found.is_empty() {
        return by_words;
    }
    let mut all: Vec<(Quote, f64)> = Vec::new();
    let shares = |weight: f64, rank: usize| weight / (RANK + rank as f64);
    let found = found.into_iter().enumerate();
    let found = found.map(|(rank, (it, weight))| (it, shares(1.0 + STATES * (weight - 1.0), rank)));
    let by_words = by_words.into_iter().enumerate().map(|(rank, it)| (it, shares(WORDS_SHARE, rank)));
    for (quote, share) in found.chain(by_words) {
        match all.iter_mut().find(|it| it.0.chunk == quote.chunk && it.0.text == quote.text) {
            Some((_, sum)) => *sum += share,
            None => all.push((quote, share)),
        }
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.into_iter().map(|it| it.0).collect()
}

/// The sentence, of at most `room` tokens, that says what would change its author's mind about something; none where there is none.
pub fn changer(persona: &Persona, about: &str, room: usize) -> Option<Quote> {
    let is_changer = |it: &Spoken<'_>| {
        matches!(it.voice, Voice::Own | Voice::Unsure) && it.is_whole() && WORDS.count("changers", &it.words) > 0
    };
    let sentences = Sentences::of(persona, is_changer, false);
    let asked = Query { about: vec![about], ..Query::default() };
    sentences.nearest(&asked).into_iter().find(|it| text::tokens(&it.text) <= room)
}

/// Whether a sentence is a position of its author: no story, and nothing that is only supposed.
fn is_position(it: &Spoken<'_>) -> bool {
    let serves = |words: &[tokens::Word<'_>]| {
        let is_changer = WORDS.any("changers", words) || WORDS.any("would_change", words) || supposes(words);
        let is_doubt = words.windows(2).any(|it| matches!(it, [be, wrong] if be.low == "be" && wrong.low == "wrong"));
        !is_anecdote(words) && !is_changer && !is_doubt
    };
    let is_plain = || serves(&it.words) && it.before.is_none_or(|it| serves(&tokens::words(it)));
    it.voice == Voice::Own && it.is_whole() && is_plain()
}

/// Whether a sentence is about what its author would do, or be shown, in some case: `If somebody showed me a school that does without`.
fn supposes(words: &[tokens::Word<'_>]) -> bool {
    let begins = words.first().is_some_and(|it| matches!(it.low.as_str(), "if" | "once" | "until" | "were" | "should"));
    begins && words.iter().any(|it| matches!(it.bare(), "i" | "me"))
}

/// The positions in passages that a search found, in the order of the passages: of each the sentence that it was found for, with the question before it
/// that it answers. A sentence that leans on the one before it has that one with it, or is left out.
fn in_passages(sentences: &Sentences<'_>, persona: &Persona, passages: &[&str]) -> Vec<(Quote, f64)> {
    let found = |passage: &&str| {
        let chunk = persona.chunks.iter().find(|it| is_verbatim(passage, &it.text))?;
        let told = tokens::sentences(passage);
        let first = text::one_line(told.first()?);
        let is_first = |it: &str| text::one_line(it) == first;
        let of_it = || sentences.all.iter().filter(|it| *it.chunk == chunk.id);
        let own = of_it().find(|it| is_first(it.text) && it.before.is_none());
        // The sentence before it that it leans on, or the question that it answers, comes first in its passage.
        let own = own.or_else(|| of_it().find(|it| it.before.is_some_and(is_first)))?;
        Some((own.quote(), own.weight))
    };
    passages.iter().filter_map(found).collect()
}

/// A sentence that can be quoted.
struct Own<'a> {
    chunk: &'a ChunkId,
    text: &'a str,
    /// The sentence that it leans on.
    before: Option<&'a str>,
    weight: f64,
}

impl Own<'_> {
    fn quote(&self) -> Quote {
        let whole = self.before.into_iter().chain([self.text]).map(text::one_line);
        Quote { text: whole.collect::<Vec<_>>().join(" "), chunk: self.chunk.clone() }
    }
}

/// The sentences of a corpus that can be quoted.
struct Sentences<'a> {
    all: Vec<Own<'a>>,
    /// The words of each, after those that it replies to.
    about: Vec<String>,
    /// The stems of those, in order.
    stems: Vec<Vec<String>>,
    /// In how many sentences each word occurs, and how many sentences there are.
    spread: BTreeMap<String, usize>,
    count: usize,
}

impl<'a> Sentences<'a> {
    /// The sentences that `serves` accepts, and those with checked beliefs, if these serve.
    fn of(persona: &'a Persona, serves: impl Fn(&Spoken<'_>) -> bool, serves_checked: bool) -> Sentences<'a> {
        let (mut all, mut about, mut own) = (Vec::new(), Vec::new(), Vec::new());
        let (mut spread, mut count) = (BTreeMap::<String, usize>::new(), 0);
        let beliefs = Borne::of(persona);
        let mut answered: Option<(&str, usize, &ChunkId, bool)> = None;
        // What its author has just asked.
        let mut question: Option<(&str, &ChunkId)> = None;
        for it in spoken(&persona.chunks) {
            let of_it: BTreeSet<String> = stems(it.text).into_iter().collect();
            of_it.iter().for_each(|it| *spread.entry(it.clone()).or_default() += 1);
            count += 1;
            let weight = beliefs.weight(&it);
            // A belief that was checked is its author's, whatever the words around it suggest.
            let is_checked = weight >= BEARS
                && persona.built != Built::Extractive
                && it.is_whole()
                && matches!(it.voice, Voice::Own | Voice::Unsure | Voice::Others);
            if !is_checked && matches!(it.voice, Voice::Asked | Voice::Others | Voice::Quoted) {
                let left = if it.voice == Voice::Asked { 1 } else { ANSWERS };
                answered = Some((it.text, left, &it.chunk.id, it.voice == Voice::Asked));
                question = (it.voice == Voice::Asked && asks_oneself(&it.words)).then_some((it.text, &it.chunk.id));
                continue;
            }
            // The reply to a report turns against it.
            let turns = it.words.iter().take(2).any(|it| WORDS.has("turning", &it.low));
            answered = answered.filter(|to| *to.2 == it.chunk.id && (to.3 || turns || to.1 < ANSWERS));
            let to = answered.map(|it| it.0).unwrap_or_default();
            answered =
                answered.filter(|it| it.1 > 1).map(|(to, left, chunk, is_asked)| (to, left - 1, chunk, is_asked));
            let asks =
                question.take().filter(|asked| *asked.1 == it.chunk.id && serves_checked && is_plain_answer(&it));
            let asks = asks.map(|asked| asked.0);
            if asks.is_some() || (it.words.len() >= LEAST_WORDS && (serves(&it) || (is_checked && serves_checked))) {
                let before = asks.or(it.before);
                let words = format!("{to} {} {}", before.unwrap_or_default(), it.text);
                all.push(Own { chunk: &it.chunk.id, text: it.text, before, weight });
                own.push(stems(&words));
                about.push(words);
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
        let weighed = |(at, score): (usize, f64)| (at, score * self.all.get(at).map_or(1.0, |it| it.weight));
        let mut ranked: Vec<(usize, f64)> = scores.into_iter().map(weighed).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| tie(b.0).total_cmp(&tie(a.0))));
        ranked.into_iter().filter_map(|(at, _)| Some(self.all.get(at)?.quote())).collect()
    }

    /// Whether a sentence covers enough of the query, with its words close together; of one asked word only what states a view. Words that the
    /// corpus lacks count for nothing.
    fn is_near(&self, at: usize, asked: &Asked) -> bool {
        let (Some(own), Some(sentence)) = (self.stems.get(at), self.all.get(at)) else { return false };
        let places: Vec<(usize, &String)> = own.iter().enumerate().filter(|it| asked.known.contains(it.1)).collect();
        let shared: BTreeSet<&String> = places.iter().map(|it| it.1).collect();
        let spoken: f64 = shared.iter().map(|it| self.rarity(it)).sum();
        let all: f64 = asked.known.iter().map(|it| self.rarity(it)).sum();
        let most = MOST_RARE * (self.count as f64).ln_1p();
        let is_close = match shared.len() {
            0 | 1 => sentence.weight > 1.0,
            _ => places.windows(2).any(|pair| matches!(pair, [(one, a), (other, b)] if a != b && other - one <= CLOSE)),
        };
        // A reply that names nothing of what is asked is about it only if it replies to nearly the same question.
        let names = || stems(sentence.text).iter().any(|it| asked.known.contains(it));
        let floor = if names() { FLOOR } else { REPLIED };
        asked.is_quotable_with(shared.len()) && is_close && spoken >= floor * all.min(most)
    }

    /// How rare a word is in the corpus: above 0 for one that occurs everywhere.
    fn rarity(&self, stem: &str) -> f64 {
        let having = self.spread.get(stem).copied().unwrap_or_default() as f64;
        ((2.0 + self.count as f64) / (1.0 + having)).ln()
    }
}

/// The words of a persona's beliefs, by the chunks where they stand: of a thesis all of them, of an edge both ends.
struct Borne<'a>(BTreeMap<&'a ChunkId, Vec<Vec<&'a str>>>);

impl<'a> Borne<'a> {
    fn of(persona: &'a Persona) -> Borne<'a> {
        let graph = persona.beliefs.indexed();
        let mut borne: BTreeMap<&ChunkId, Vec<Vec<&str>>> = BTreeMap::new();
        let concept = |id: &str| graph.node(id).map(|it| it.concept.as_str());
        // A belief may be of several sentences, each of which carries it.
        let each = |it: &'a Node| tokens::sentences(&it.concept).into_iter().map(|words| (vec![words], &it.chunks));
        let theses = persona.beliefs.nodes.iter().flat_map(each);
        let theses = theses.filter(|it| it.0.iter().all(|it| it.split_whitespace().count() >= BELIEF));
        let edges = persona.beliefs.edges.iter();
        let edges = edges.filter_map(|it| Some((vec![concept(&it.cause)?, concept(&it.effect)?], &it.chunks)));
        for (words, chunks) in theses.chain(edges) {
            chunks.iter().for_each(|it| borne.entry(it).or_default().push(words.clone()));
        }
        Borne(borne)
    }

    /// How much a sentence counts for what it says.
    fn weight(&self, it: &Spoken<'_>) -> f64 {
        let mut beliefs = self.0.get(&it.chunk.id).into_iter().flatten();
        if beliefs.any(|words| words.iter().all(|words| stands_in(words, it.text))) {
            BEARS
        } else if of_sentence(it.text).is_empty() {
            1.0
        } else {
            HOLDS
        }
    }
}

/// Whether a sentence begins with what its author did or has done: `I walked through the old town`, `I have been the head of a school`.
fn is_anecdote(words: &[tokens::Word<'_>]) -> bool {
    let mut begins = words.iter().skip_while(|it| WORDS.has("connecting", &it.low));
    let Some(author) = begins.next().filter(|it| matches!(it.bare(), "i" | "we")) else { return false };
    let mut verbs = begins.filter(|it| !WORDS.has("adverbs", &it.low));
    let is_past = |it: &tokens::Word<'_>| WORDS.has("told", &it.low) || it.low.ends_with("ed");
    let is_done = |it: &tokens::Word<'_>| {
        is_past(it)
            || WORDS.has("participles", &it.low)
            || matches!(it.low.as_str(), "been" | "seen" | "taken" | "done" | "had")
    };
    let verb = verbs.next();
    let done = if author.low.ends_with("'ve") {
        verb
    } else {
        verbs.next().filter(|_| verb.is_some_and(|it| it.low == "have"))
    };
    // `I would ban it` is no story.
    let is_modal = verb.is_some_and(|it| WORDS.has("modals", &it.low));
    !is_modal && (verb.is_some_and(is_past) || done.is_some_and(is_done))
}

/// Whether a question is put to its author: `Would I ban cars from inside the walls?`
fn asks_oneself(words: &[tokens::Word<'_>]) -> bool {
    words.iter().take(3).any(|it| matches!(it.bare(), "i" | "we"))
}

/// Whether a sentence answers with yes or no: `Yes, provided that somebody counts beforehand.`
fn is_plain_answer(it: &Spoken<'_>) -> bool {
    let first = it.words.first().is_some_and(|it| matches!(it.low.as_str(), "yes" | "no"));
    first && !matches!(it.voice, Voice::Asked | Voice::Others | Voice::Quoted)
}
