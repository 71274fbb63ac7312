//! Compares findings with the labels of `gold.jsonl`: the rule of matching is in `README.md` beside it.
use debate::{Chunk, ChunkId};
use personas::beliefs::{Finding, Statement, stands_in};
use prose::lexical::stems;
use serde::Deserialize;
use std::collections::BTreeSet;

/// A labelled passage.
#[derive(Debug, Deserialize)]
pub(crate) struct Passage {
    pub(crate) id: String,
    pub(crate) split: String,
    pub(crate) sentences: Vec<Sentence>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) relations: Vec<Relation>,
    #[serde(default)]
    pub(crate) thesis: bool,
    #[serde(default)]
    pub(crate) doubt: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Relation {
    pub(crate) cause: String,
    pub(crate) effect: String,
    pub(crate) sign: i8,
    #[serde(default)]
    pub(crate) condition: Option<String>,
}

/// Counts of what was found, and of what is labelled.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) found: usize,
    pub(crate) right: usize,
    pub(crate) labelled: usize,
    /// Labelled ones that something found matches.
    pub(crate) reached: usize,
    /// Found in sentences that the annotator was in doubt of: neither right nor wrong.
    pub(crate) doubtful: usize,
}

impl Counts {
    pub(crate) fn precision(&self) -> f64 {
        self.right as f64 / self.found.max(1) as f64
    }

    pub(crate) fn recall(&self) -> f64 {
        self.reached as f64 / self.labelled.max(1) as f64
    }
}

/// What was found in all passages of a split.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) edges: Counts,
    pub(crate) theses: Counts,
    /// Wrong ones, and labelled ones that were missed, for reading; only to be looked at for passages to tune on.
    pub(crate) wrong: Vec<String>,
    pub(crate) missed: Vec<String>,
}

pub(crate) fn passages(text: &str) -> Result<Vec<Passage>, serde_json::Error> {
    text.lines().map(serde_json::from_str).collect()
}

impl Passage {
    /// The passage as one chunk.
    pub(crate) fn chunk(&self) -> Chunk {
        let text = self.sentences.iter().map(|it| it.text.trim()).collect::<Vec<_>>().join(" ");
        Chunk { id: ChunkId::from(self.id.as_str()), source: self.id.clone(), text }
    }
}

impl Figures {
    /// Adds what was found in a passage.
    pub(crate) fn add(&mut self, passage: &Passage, found: &[Finding]) {
        let mut reached: BTreeSet<(usize, usize)> = BTreeSet::new();
        for it in found {
            match &it.said {
                Statement::Relation { cause, effect, polarity, .. } => {
                    let ends = [cause.words.as_str(), effect.words.as_str()];
                    self.edge(passage, ends, i8::from(*polarity), &mut reached);
                }
                Statement::Claim { what, .. } => self.thesis(passage, &what.words),
            }
        }
        for (at, sentence) in passage.sentences.iter().enumerate() {
            self.theses.labelled += usize::from(sentence.thesis);
            for (number, it) in sentence.relations.iter().enumerate() {
                self.edges.labelled += 1;
                if reached.contains(&(at, number)) {
                    self.edges.reached += 1;
                } else {
                    self.missed.push(format!("{}: {} | {} | {}", passage.id, it.cause, it.sign, it.effect));
                }
            }
        }
    }

    fn edge(
        &mut self,
        passage: &Passage,
        [cause, effect]: [&str; 2],
        sign: i8,
        reached: &mut BTreeSet<(usize, usize)>,
    ) {
        let place = |it: &&(usize, &Sentence)| stands_in(cause, &it.1.text) && stands_in(effect, &it.1.text);
        let all: Vec<(usize, &Sentence)> = passage.sentences.iter().enumerate().collect();
        let places: Vec<&(usize, &Sentence)> = all.iter().filter(place).collect();
        let mut is_right = false;
        for (at, sentence) in &places {
            for (number, it) in sentence.relations.iter().enumerate() {
                let is_same = it.sign == sign && is_same(cause, &it.cause) && is_same(effect, &it.effect);
                if is_same {
                    is_right = true;
                    reached.insert((*at, number));
                }
            }
        }
        if !is_right && places.iter().any(|it| it.1.doubt) {
            self.edges.doubtful += 1;
            return;
        }
        self.edges.found += 1;
        self.edges.right += usize::from(is_right);
        if !is_right {
            let text = places.first().map(|it| it.1.text.as_str()).unwrap_or_default();
            self.wrong.push(format!("{}: {cause} | {sign} | {effect}\n      {text}", passage.id));
        }
    }

    fn thesis(&mut self, passage: &Passage, words: &str) {
        let place = passage.sentences.iter().find(|it| stands_in(words, &it.text));
        if place.is_some_and(|it| it.doubt && !it.thesis) {
            self.theses.doubtful += 1;
            return;
        }
        let is_right = place.is_some_and(|it| it.thesis);
        self.theses.found += 1;
        self.theses.right += usize::from(is_right);
        self.theses.reached += usize::from(is_right);
        if !is_right {
            self.wrong.push(format!("{}: THESIS {words}", passage.id));
        }
    }
}

/// The share of content words that two ends must have in common, of the shorter one's.
const SHARED: f64 = 0.5;
const NEGATIONS: [&str; 12] =
    ["no", "not", "never", "nothing", "nobody", "none", "without", "neither", "nor", "cannot", "lack", "absence"];

/// Whether two ends are the same thing: they share at least half of the shorter one's content words, and the same negations.
fn is_same(found: &str, labelled: &str) -> bool {
    let content = |it: &str| stems(it).into_iter().collect::<BTreeSet<String>>();
    let negations = |it: &str| {
        let words = prose::words::of(it);
        NEGATIONS.iter().filter(|negation| words.iter().any(|it| it == *negation)).count()
    };
    let (one, other) = (content(found), content(labelled));
    let shared = one.intersection(&other).count() as f64;
    let shorter = one.len().min(other.len()).max(1) as f64;
    shared > 0.0 && shared >= SHARED * shorter && negations(found) % 2 == negations(labelled) % 2
}
