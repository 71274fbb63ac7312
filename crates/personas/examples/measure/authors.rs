//! Measures whether personas differ in their beliefs (P-01, P-02): a classifier attributes unseen passages to authors by the beliefs that a
//! persona recalls, with and without their chunks. Baselines by style: the voice of the contract, and a profile of function words, which no
//! persona contains.
//!
//! Passages are paragraphs, held out one by one or with their whole paper; disputed papers are left out. All classifiers are balanced alike:
//! each author's offset, which compensates for the amount of text, is fitted on inner folds. Not here: who wrote a disputed paper.
use crate::rows::{is_set, read, text};
use analysis::evidence::bm25::Bm25;
use debate::persona::{Built, Voice};
use debate::{BeliefGraph, Chunk, ChunkId, Contract, Name, Persona};
use personas::beliefs::{beliefs, cycles, stands_in};
use personas::contract::voice;
use personas::recall::{Index, MOST};
use prose::lexical::stems;
use prose::words::of as words;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

const AUTHORS: [&str; 3] = ["Hamilton", "Madison", "Jay"];
const FOLDS: usize = 5;
/// The weight of all authors' common usage, in words.
const COMMON: f64 = 2_000.0;
/// The weight of the nearest chunks' fit against the likelihood of all words. Chosen on the same passages.
const FIT: f64 = 3.0;

/// Function words, by which the literature tells authors apart.
const STYLE: &str = "a about above according after again against all already also although always am among an and another any are as at be \
    because been before being below between both but by can cannot could did do does done down during each either enough even every few \
    for from had has have having he hence her him himself his however i if in into is it its itself least less many may me might more \
    most much must my neither never no nor not now of often on one only or other our over own perhaps quite rather same shall she should \
    since so some still such than that the their them themselves then there therefore these they this those though through thus to too \
    toward towards under until up upon us very was we were what when which while whilst who whom whose will with within without would \
    yet you your";

/// What is held out at once.
#[derive(Clone, Copy)]
enum Held {
    Passages,
    Papers,
}

struct Passage {
    author: usize,
    fold: usize,
    chunk: Chunk,
}

/// A score for each author.
type Scores = [f64; 3];
/// The true author, and the predicted one.
type Told = (usize, usize);

/// A classifier of passages, trained on others.
trait Reader: Sized {
    fn of(passages: &[&Passage]) -> Self;
    fn scores(&self, passage: &str) -> Scores;
}

pub(crate) fn measure(data: &Path) -> Result<(), Box<dyn Error>> {
    let mut rows: Vec<Value> = Vec::new();
    for file in ["federalist/dev.jsonl", "federalist/holdout.jsonl"] {
        rows.extend(read(&data.join(file))?.unwrap_or_default());
    }
    let all = passages(&rows, Held::Passages);
    if all.is_empty() {
        println!("\n  {:<56}{:>8}", "federalist", "absent");
        return Ok(());
    }
    grounding(&all);
    for (held, what) in [(Held::Passages, "passages held out"), (Held::Papers, "whole papers held out")] {
        let passages = passages(&rows, held);
        let head = format!("who wrote which of {} passages, federalist, {what}", passages.len());
        println!("\n{head:<58}{:>8}{:>8}{:>8}", "accuracy", "F1", "recall");
        show("by the chunks that its beliefs open onto", &told::<Opened>(&passages));
        show("by the words of the beliefs it recalls", &told::<Recalled>(&passages));
        show("by the voice of its contract alone", &told::<Spoken>(&passages));
        show("by all words without a subject; no persona has them", &told::<Profile>(&passages));
    }
    let most: Vec<Told> = all.iter().map(|it| (it.author, 0)).collect();
    show(&format!("always {}, who wrote most", AUTHORS[0]), &most);
    Ok(())
}

fn passages(rows: &[Value], held: Held) -> Vec<Passage> {
    let of =
        |row: &Value| Some((AUTHORS.iter().position(|it| *it == text(row, "author"))?, row.get("paper")?.as_u64()?));
    let own = rows.iter().filter(|it| !is_set(it, "historically_disputed"));
    let own: Vec<(&Value, (usize, u64))> = own.filter_map(|it| Some((it, of(it)?))).collect();
    let papers: BTreeSet<(usize, u64)> = own.iter().map(|it| it.1).collect();
    let passage = |(at, (row, paper)): (usize, &(&Value, (usize, u64)))| {
        let place = match held {
            Held::Passages => at,
            Held::Papers => papers.iter().filter(|it| it.0 == paper.0).position(|it| it == paper).unwrap_or_default(),
        };
        let (id, source) = (ChunkId::from(text(row, "id")), format!("No. {}", paper.1));
        Passage {
            author: paper.0,
            fold: place % FOLDS,
            chunk: Chunk { id, source, text: text(row, "text").to_owned() },
        }
    };
    own.iter().enumerate().map(passage).collect()
}

/// Whether every node and edge names chunks that contain its words.
fn grounding(passages: &[Passage]) {
    println!("\n{:<58}{:>8}{:>8}{:>8}", "belief graphs, federalist (P-02)", "nodes", "edges", "cycles");
    let (mut all, mut grounded) = (0, 0);
    for (author, name) in AUTHORS.iter().enumerate() {
        let chunks = chunks(passages.iter().filter(|it| it.author == author));
        let graph = beliefs(&chunks);
        let (some, of) = grounded_in(&graph, &chunks);
        (all, grounded) = (all + of, grounded + some);
        println!("  {name:<56}{:>8}{:>8}{:>8}", graph.nodes.len(), graph.edges.len(), cycles(&graph).len());
    }
    println!(
        "  {:<56}{:>8.3}",
        "nodes and edges whose every chunk has their words",
        f64::from(grounded) / f64::from(all)
    );
}

fn grounded_in(graph: &BeliefGraph, chunks: &[Chunk]) -> (u32, u32) {
    let has = |id: &ChunkId, words: &str| chunks.iter().any(|it| it.id == *id && stands_in(words, &it.text));
    let (mut some, mut all) = (0, 0);
    let mut count = |sources: &[ChunkId], words: &[&str]| {
        let stands = !sources.is_empty() && sources.iter().all(|id| words.iter().all(|it| has(id, it)));
        (some, all) = (some + u32::from(stands), all + 1);
    };
    graph.nodes.iter().for_each(|it| count(&it.chunks, &[&it.concept]));
    for edge in &graph.edges {
        let ends: Vec<&str> =
            [&edge.cause, &edge.effect].iter().filter_map(|it| graph.node(it)).map(|it| it.concept.as_str()).collect();
        count(&edge.chunks, &ends);
    }
    (some, all)
}

fn chunks<'a>(passages: impl Iterator<Item = &'a Passage>) -> Vec<Chunk> {
    passages.map(|it| it.chunk.clone()).collect()
}

/// The predicted author of each passage, by a classifier that was not trained on it.
fn told<R: Reader>(passages: &[Passage]) -> Vec<Told> {
    let held_out = |fold: usize| {
        let (out, rest): (Vec<&Passage>, Vec<&Passage>) = passages.iter().partition(|it| it.fold == fold);
        let given = balance(&scored::<R>(&rest));
        let reader = R::of(&rest);
        out.into_iter().map(move |it| (it.author, best(&reader.scores(&it.chunk.text), &given))).collect::<Vec<_>>()
    };
    (0..FOLDS).flat_map(held_out).collect()
}

/// The scores of passages, each with its fold held out.
fn scored<R: Reader>(passages: &[&Passage]) -> Vec<(usize, Scores)> {
    let folds: BTreeSet<usize> = passages.iter().map(|it| it.fold).collect();
    let of = |fold: usize| {
        let (out, rest): (Vec<&Passage>, Vec<&Passage>) = passages.iter().partition(|it| it.fold == fold);
        let reader = R::of(&rest);
        out.into_iter().map(move |it| (it.author, reader.scores(&it.chunk.text))).collect::<Vec<_>>()
    };
    folds.into_iter().flat_map(of).collect()
}

/// The offset for each author that maximizes the mean F1 over authors.
fn balance(scored: &[(usize, Scores)]) -> Scores {
    let steps = || (-15..=15).map(|it| f64::from(it) * 0.2);
    let given = steps().flat_map(|second| steps().map(move |third| [0.0, second, third]));
    let f1 =
        |given: &Scores| figures(&scored.iter().map(|(author, it)| (*author, best(it, given))).collect::<Vec<_>>())[1];
    given.map(|it| (f1(&it), it)).fold((0.0, [0.0; 3]), |best, it| if it.0 > best.0 { it } else { best }).1
}

fn best(scores: &Scores, given: &Scores) -> usize {
    let sums = scores.iter().zip(given).map(|(score, given)| score + given).enumerate();
    sums.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |it| it.0)
}

/// Accuracy, and the means over authors of F1 and recall.
fn figures(told: &[Told]) -> [f64; 3] {
    let count = |holds: &dyn Fn(&Told) -> bool| told.iter().filter(|it| holds(it)).count() as f64;
    let mut figures = [count(&|it| it.0 == it.1) / told.len() as f64, 0.0, 0.0];
    for author in 0..AUTHORS.len() {
        let (both, is, said) =
            (count(&|it| *it == (author, author)), count(&|it| it.0 == author), count(&|it| it.1 == author));
        figures[1] += 2.0 * both / (is + said) / AUTHORS.len() as f64;
        figures[2] += both / is / AUTHORS.len() as f64;
    }
    figures
}

fn show(name: &str, told: &[Told]) {
    let [accuracy, f1, recall] = figures(told);
    println!("  {name:<56}{accuracy:>8.3}{f1:>8.3}{recall:>8.3}");
}

/// The frequency of each word, by author and over all authors.
struct Usage {
    counts: Vec<BTreeMap<String, f64>>,
    common: BTreeMap<String, f64>,
}

impl Usage {
    fn of(texts: impl Fn(usize) -> Vec<Vec<String>>) -> Usage {
        let mut usage = Usage { counts: Vec::new(), common: BTreeMap::new() };
        for author in 0..AUTHORS.len() {
            let mut counts: BTreeMap<String, f64> = BTreeMap::new();
            texts(author).into_iter().flatten().for_each(|it| *counts.entry(it).or_default() += 1.0);
            let all: f64 = counts.values().sum();
            counts.iter().for_each(|(word, it)| {
                *usage.common.entry(word.clone()).or_default() += it / all / AUTHORS.len() as f64
            });
            usage.counts.push(counts);
        }
        usage
    }

    /// The log-likelihood of these words for each author, damped for long passages because words are not independent.
    fn scores(&self, words: &[String]) -> Scores {
        let known: Vec<(&String, f64)> = words.iter().filter_map(|it| Some((it, *self.common.get(it)?))).collect();
        [0, 1, 2].map(|author| {
            let counts = &self.counts[author];
            let all: f64 = counts.values().sum::<f64>() + COMMON;
            let likely = |(word, common): &(&String, f64)| {
                ((counts.get(*word).copied().unwrap_or_default() + COMMON * common) / all).ln()
            };
            known.iter().map(likely).sum::<f64>() / (known.len().max(1) as f64).sqrt()
        })
    }
}

/// Classifies by function words, over all that an author wrote.
struct Profile(Usage);

impl Reader for Profile {
    fn of(passages: &[&Passage]) -> Profile {
        let by =
            |author| passages.iter().filter(move |it| it.author == author).map(|it| style(&it.chunk.text)).collect();
        Profile(Usage::of(by))
    }

    fn scores(&self, passage: &str) -> Scores {
        self.0.scores(&style(passage))
    }
}

/// Classifies by the beliefs that a persona recalls: how well those of a turn fit the passage.
struct Recalled([Index; 3]);

impl Reader for Recalled {
    fn of(passages: &[&Passage]) -> Recalled {
        Recalled([0, 1, 2].map(|author| Index::of(&persona(passages, author))))
    }

    fn scores(&self, passage: &str) -> Scores {
        let fits = |index: &Index| index.rank(passage).iter().take(MOST).map(|it| it.1).sum::<f64>().ln_1p();
        [0, 1, 2].map(|author| fits(&self.0[author]))
    }
}

/// The persona built from an author's passages.
fn persona(passages: &[&Passage], author: usize) -> Persona {
    let chunks = chunks(passages.iter().filter(|it| it.author == author).copied());
    let (name, contract, beliefs) = (Name::from(AUTHORS[author]), Contract::default(), beliefs(&chunks));
    let (built, persuadability) = (Built::Extractive, Persona::PERSUADABILITY);
    Persona { name, built, persuadability, contract, beliefs, chunks }
}

/// Classifies by the chunks that beliefs name: how well the nearest, as many as a turn gets (P-04), fit the passage, and how likely all of
/// them are to speak of its subject. Function words are left out.
struct Opened {
    nearest: [Bm25; 3],
    spoken_of: Usage,
}

impl Reader for Opened {
    fn of(passages: &[&Passage]) -> Opened {
        let opened = [0, 1, 2].map(|author| {
            let Persona { beliefs, mut chunks, .. } = persona(passages, author);
            let held: BTreeSet<&ChunkId> = beliefs.nodes.iter().flat_map(|it| &it.chunks).collect();
            chunks.retain(|it| held.contains(&it.id));
            chunks
        });
        let nearest = [0, 1, 2].map(|author: usize| Bm25::of(opened[author].iter().map(|it| it.text.as_str())));
        let spoken_of = Usage::of(|author| opened[author].iter().map(|it| subject(&it.text)).collect());
        Opened { nearest, spoken_of }
    }

    fn scores(&self, passage: &str) -> Scores {
        let subject = subject(passage);
        let likely = self.spoken_of.scores(&subject);
        let asked = subject.join(" ");
        let fits = |index: &Bm25| index.rank(&asked).iter().take(MOST).map(|it| it.1).sum::<f64>().ln_1p();
        [0, 1, 2].map(|author| FIT * fits(&self.nearest[author]) + likely[author])
    }
}

/// Classifies by the voice of a persona's contract: its words, and the measured patterns.
struct Spoken([(BTreeSet<String>, BTreeSet<String>); 3]);

impl Reader for Spoken {
    fn of(passages: &[&Passage]) -> Spoken {
        Spoken([0, 1, 2].map(|author| {
            let voice = voice(&chunks(passages.iter().filter(|it| it.author == author).copied()), &[]);
            (voice.vocabulary.iter().flat_map(|it| stems(it)).collect(), patterns(&voice))
        }))
    }

    fn scores(&self, passage: &str) -> Scores {
        let chunk = Chunk { id: ChunkId::from("k"), source: String::new(), text: passage.to_owned() };
        let (said, heard) = (stems(passage), patterns(&voice(&[chunk], &[])));
        [0, 1, 2].map(|author| {
            let (vocabulary, patterns) = &self.0[author];
            let used = said.iter().filter(|it| vocabulary.contains(*it)).count() as f64;
            let alike = patterns.intersection(&heard).count() as f64 / patterns.union(&heard).count().max(1) as f64;
            used.ln_1p() + alike
        })
    }
}

/// Patterns without their figures.
fn patterns(voice: &Voice) -> BTreeSet<String> {
    voice.patterns.iter().filter_map(|it| it.split(',').next()).map(str::to_owned).collect()
}

fn is_style(word: &str) -> bool {
    STYLE.split_whitespace().any(|it| it == word)
}

/// The stems of content words.
fn subject(text: &str) -> Vec<String> {
    words(text).iter().filter(|it| !is_style(it)).flat_map(|it| stems(it)).collect()
}

fn style(text: &str) -> Vec<String> {
    words(text).into_iter().filter(|it| is_style(it)).collect()
}
