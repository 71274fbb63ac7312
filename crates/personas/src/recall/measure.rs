//! What is compared by meaning before a search, and what follows from the similarities (P-04).
//!
//! Compared with the query are the sentences of the corpus, alone and behind their headings, and the beliefs; and each word of the query with the
//! words of the corpus: what it means most nearly stands for it in the search by words. Not here: the network, and the ranking (`corpus`).
use super::candidates;
use super::corpus::Corpus;
use debate::Persona;
use prose::lexical::subject;
use prose::words::stem;
use std::collections::BTreeMap;

/// The most words of a query that are compared. Ours: a question has fewer; in a room it holds a whole statement.
const MOST_ASKED: usize = 12;
/// The most words of a corpus that they are compared with. Ours: an author of 2,000 words uses some 500; a second of two cores, once.
const MOST_WORDS: usize = 1_000;
/// The similarity from which a word stands for another, and for how many. Ours: of 0.35 to 0.6 and 2 to 8, this found most on `tests/gold/retrieval`
/// and on three longer corpora.
const STANDS: f64 = 0.4;
/// See [`STANDS`].
const MOST_STANDING: usize = 5;

/// Words of questions that ask about nothing, beside the stop words.
const LITTLE: [&str; 16] = [
    "how", "why", "whom", "whose", "any", "not", "no", "they", "ought", "much", "many", "more", "make", "makes",
    "made", "get",
];

/// Similarities to a query, where they were measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Similar {
    /// Of sentences, by their index in [`Corpus`].
    pub sentences: BTreeMap<usize, f64>,
    /// Of the same behind their headings, where they have one.
    pub headed: BTreeMap<usize, f64>,
    /// Of stems of the corpus to a word of the query: those that stand for it.
    pub words: BTreeMap<String, f64>,
    /// Of beliefs, in the order of [`candidates`].
    pub beliefs: Vec<f64>,
}

/// What is to be compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measure {
    /// Each compared with the query.
    pub texts: Vec<String>,
    /// Words of the query, each compared with all `words`.
    pub asked: Vec<String>,
    /// Words of the corpus.
    pub words: Vec<String>,
    /// The stems of `words`.
    stems: Vec<String>,
    /// The sentences that `texts` begins with, by index, and those among them that follow once more behind their headings.
    places: Vec<usize>,
    headed: Vec<usize>,
}

/// The words of a query that may mean something, each once: beside meaning, those count too that everybody uses.
pub(super) fn content(query: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in subject(query) {
        if !LITTLE.contains(&word.as_str()) && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

impl Measure {
    /// What is worth comparing with a query for a persona.
    pub fn of(persona: &Persona, query: &str) -> Measure {
        Measure::within(&Corpus::of(persona), candidates(persona).into_iter().map(|it| it.1), query)
    }

    /// The same for a corpus, and these beliefs.
    pub fn within(corpus: &Corpus<'_>, beliefs: impl Iterator<Item = String>, query: &str) -> Measure {
        let places = corpus.measured(query);
        let (headed, behind): (Vec<usize>, Vec<String>) =
            places.iter().filter_map(|it| Some((*it, corpus.headed(*it)?))).unzip();
        let sentences = places.iter().map(|it| corpus.text(*it).to_owned());
        let texts = sentences.chain(behind).chain(beliefs).collect();
        let (stems, words) = corpus.vocabulary(MOST_WORDS).into_iter().unzip();
        let mut asked = content(query);
        asked.truncate(MOST_ASKED);
        Measure { texts, asked, words, stems, places, headed }
    }

    /// From the similarities of `texts`, and for each of `asked` those of `words`.
    pub fn similar(&self, mut near: Vec<f64>, words: &[Vec<f64>]) -> Similar {
        let mut headed = near.split_off(self.places.len().min(near.len()));
        let beliefs = headed.split_off(self.headed.len().min(headed.len()));
        let mut standing: BTreeMap<String, f64> = BTreeMap::new();
        for (word, near) in self.asked.iter().zip(words) {
            let word = stem(word);
            let others = self.stems.iter().zip(near.iter().copied()).filter(|it| *it.0 != word);
            let mut ranked: Vec<(&String, f64)> = others.collect();
            ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
            for (stem, near) in ranked.into_iter().take(MOST_STANDING).filter(|it| it.1 >= STANDS) {
                let most = standing.entry(stem.clone()).or_default();
                *most = most.max(near);
            }
        }
        Similar {
            sentences: self.places.iter().copied().zip(near).collect(),
            headed: self.headed.iter().copied().zip(headed).collect(),
            words: standing,
            beliefs,
        }
    }
}
