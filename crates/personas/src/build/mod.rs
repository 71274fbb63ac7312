//! Building a persona (P-01): read, cut, find beliefs, draw up the contract, write.
//!
//! What was found in a chunk is kept beside the deck until all is written, so that a build that is cut off goes on where it was, pays for
//! no answer twice, and gives the same bytes. One process at a time builds a persona. Not here: how beliefs and contracts are made ([`Maker`] does), and printing (`cli`).
mod claim;
mod corpus;
mod extractive;
mod hand;
mod model;
mod work;

pub use corpus::{Corpora, Corpus, corpora};
pub use extractive::Extractive;
pub use model::{Questions, questions};

use crate::beliefs::cycles;
use crate::chunks::{self, Taken, hex};
use crate::deck::{self, Damage, DeckError};
use crate::model::Read;
use crate::reading::{self, Problem};
use crate::{Fault, check};
use claim::BuildLock;
use debate::persona::Built;
use debate::text::tokens;
use debate::{BeliefGraph, Chunk, Contract, Name, Persona};
use futures_util::stream::{self, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::error::Error;
use std::future::{Future, poll_fn};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use work::Work;

/// The most text of one persona, in bytes. Ours: all of it is held while a contract is drawn up, twice.
pub const CORPUS_MOST: usize = 256 << 20;

/// What makes beliefs and a contract out of chunks.
pub trait Maker: Sync {
    /// What it finds in a chunk.
    type Found: Serialize + DeserializeOwned + Send;
    /// Why it could not.
    type Failed: Error + Send + Sync + 'static;

    /// How what it makes was built.
    fn built(&self) -> Built;

    /// What its findings depend on beside the chunk: what another edition found is not used.
    fn edition(&self) -> String;

    /// How many chunks it reads at once.
    fn at_once(&self) -> usize;

    /// What a chunk says.
    fn read(&self, chunk: &Chunk) -> impl Future<Output = Result<Self::Found, Self::Failed>> + Send;

    /// How much of what it found was dropped because it does not stand in the chunk.
    fn dropped(&self, found: &Self::Found) -> usize;

    /// All that chunks say, put together; in the order of the chunks.
    fn merge(&self, found: Vec<Self::Found>) -> BeliefGraph;

    /// Who somebody is.
    fn contract(
        &self,
        name: &Name,
        chunks: &[Chunk],
        beliefs: &BeliefGraph,
    ) -> impl Future<Output = Result<Read<Contract>, Self::Failed>> + Send;
}

/// Somebody who hears how far a build is.
pub trait Progress: Sync {
    /// So many files are read for a persona.
    fn begins(&self, persona: &Name, files: usize);
    /// Another file was read.
    fn has_read(&self, file: &str);
    /// Something could not be read.
    fn misses(&self, problem: &Problem);
    /// There are so many chunks, and an earlier build has found what so many of them say.
    fn finds(&self, chunks: usize, kept: usize);
    /// Another chunk is done.
    fn has_found(&self);
    /// The contract is being drawn up.
    fn draws_up(&self);
}

/// Nobody listens.
impl Progress for () {
    fn begins(&self, _: &Name, _: usize) {}
    fn has_read(&self, _: &str) {}
    fn misses(&self, _: &Problem) {}
    fn finds(&self, _: usize, _: usize) {}
    fn has_found(&self) {}
    fn draws_up(&self) {}
}

/// What was built.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Who.
    pub name: Name,
    /// How.
    pub built: Built,
    /// How many files were read.
    pub files: usize,
    /// How many problems they had.
    pub problems: usize,
    /// How many chunks there are.
    pub chunks: usize,
    /// How many tokens they have together.
    pub tokens: usize,
    /// What is held.
    pub nodes: usize,
    /// What is held to follow from what.
    pub edges: usize,
    /// How often what is held comes back to itself.
    pub cycles: usize,
    /// How much of what a model said was dropped because it does not stand in the texts.
    pub dropped: usize,
    /// Where it was written.
    pub folder: PathBuf,
}

/// Why a persona could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// There is no such directory.
    #[error("`{}` can't be read: {why}; give a directory with what somebody wrote", .path.display())]
    NoDirectory {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        why: std::io::Error,
    },
    /// There is nothing in it that can be read.
    #[error(
        "there is nothing to read in `{}`: put txt, md, html, jsonl, csv, tsv or pdf files there, or one folder of them for each persona",
        .path.display()
    )]
    Nothing {
        /// Which.
        path: PathBuf,
    },
    /// There are files and no words.
    #[error("no words could be read in `{}`: the lines above say why", .path.display())]
    NoWords {
        /// Which.
        path: PathBuf,
    },
    /// Two folders are one persona.
    #[error(
        "the folders `{}` and `{}` of `{}` would both be the persona `{name}`; rename one",
        .folders[0], .folders[1], .path.display()
    )]
    SameName {
        /// In which directory.
        path: PathBuf,
        /// What both would be.
        name: String,
        /// Which folders.
        folders: [String; 2],
    },
    /// A file beside folders of people.
    #[error(
        "`{file}` lies beside the folders of `{}`: put it into the folder of whoever wrote it, or read all of it as one person's with \
         `--name NAME`",
        .path.display()
    )]
    Stray {
        /// In which directory.
        path: PathBuf,
        /// Which file.
        file: String,
    },
    /// What a person wrote lies where it would be written.
    #[error(
        "`{}` was written or changed by hand; a build would write over it: build with `--force`, into another deck, or put it beside the texts, \
         where a build keeps it",
        .path.display()
    )]
    Handwork {
        /// Which file.
        path: PathBuf,
    },
    /// There is nothing in it but ways out of it.
    #[error("there is nothing to read in `{}` but links to other directories; put the files themselves there", .path.display())]
    Links {
        /// Which.
        path: PathBuf,
    },
    /// There is more text than can be held.
    #[error("`{}` has more than {} MiB of text; leave out what matters least", .path.display(), CORPUS_MOST >> 20)]
    TooMuch {
        /// Where.
        path: PathBuf,
    },
    /// What a person wrote is no persona.
    #[error("`{}` is no persona: {why}", .path.display())]
    Hand {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        why: Damage,
    },
    /// What a person wrote names words that are nowhere.
    #[error("`{}` names words that are in none of its texts: \"{words}\"", .path.display())]
    Anchor {
        /// Which file.
        path: PathBuf,
        /// The words.
        words: String,
    },
    /// What a person wrote does not stand up.
    #[error("`{}` is not borne out by its texts:\n{}", .path.display(), lines(.faults))]
    Faulty {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        faults: Vec<Fault>,
    },
    /// Somebody else builds the same.
    #[error("another build of `{name}` is under way{}; wait for it, or end it", process(.by))]
    Busy {
        /// Who is built.
        name: Name,
        /// The process that builds, where it said so.
        by: Option<u32>,
    },
    /// A chunk could not be read.
    #[error(
        "chunk {at} of {all} could not be read: {why}; what was found so far is kept: the same command goes on from here"
    )]
    Chunk {
        /// Which one, from 1.
        at: usize,
        /// Of how many.
        all: usize,
        /// What is wrong.
        why: Box<dyn Error + Send + Sync>,
    },
    /// The contract could not be drawn up.
    #[error("the contract could not be drawn up: {0}; what was found is kept: the same command goes on from here")]
    Contract(Box<dyn Error + Send + Sync>),
    /// It could not be kept.
    #[error(transparent)]
    Deck(#[from] DeckError),
}

impl BuildError {
    /// Whether it lies with one person's files: others can be built all the same.
    pub fn is_theirs(&self) -> bool {
        match self {
            BuildError::NoDirectory { .. }
            | BuildError::Nothing { .. }
            | BuildError::NoWords { .. }
            | BuildError::SameName { .. }
            | BuildError::Stray { .. }
            | BuildError::Handwork { .. }
            | BuildError::Links { .. }
            | BuildError::TooMuch { .. }
            | BuildError::Hand { .. }
            | BuildError::Anchor { .. }
            | BuildError::Faulty { .. }
            | BuildError::Busy { .. }
            | BuildError::Deck(DeckError::Name(_) | DeckError::Damaged { .. }) => true,
            // A model that can't be asked, or a disk that is full, is in everybody's way.
            BuildError::Chunk { .. }
            | BuildError::Contract(_)
            | BuildError::Deck(DeckError::Unknown { .. } | DeckError::Io { .. } | DeckError::Shipped { .. }) => false,
        }
    }
}

fn process(by: &Option<u32>) -> String {
    by.map(|it| format!(" in process {it}")).unwrap_or_default()
}

fn lines(faults: &[Fault]) -> String {
    faults.iter().map(|it| format!("  {it}")).collect::<Vec<_>>().join("\n")
}

/// What a build does with a persona in the deck that a person wrote, or changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handwork {
    /// Leaves it, and says so.
    #[default]
    Kept,
    /// Writes over it.
    Replaced,
}

/// How somebody wants a build.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish<'a> {
    /// Where posts have their words, if somebody said so.
    pub column: Option<&'a str>,
    /// What becomes of what a person wrote in the deck.
    pub handwork: Handwork,
}

/// Builds a persona into the folder of a deck.
pub async fn build<M: Maker>(
    corpus: &Corpus,
    deck: &Path,
    wish: Wish<'_>,
    maker: &M,
    progress: &dyn Progress,
) -> Result<Report, BuildError> {
    let draft = hand::read(&corpus.root)?;
    let name = draft.as_ref().map_or(&corpus.name, |it| &it.name);
    let _claim = BuildLock::take(deck, name)?;
    let built = draft.as_ref().map_or_else(|| maker.built(), |_| Built::Hand);
    match wish.handwork {
        Handwork::Kept => {
            let lost = deck::handwork(deck, name, &built)?;
            lost.map_or(Ok(()), |path| Err(BuildError::Handwork { path }))?;
        }
        Handwork::Replaced => {}
    }
    progress.begins(&corpus.name, corpus.files.len());
    let (chunks, problems) = read(corpus, wish.column, progress).await?;
    let (Read { found: persona, dropped }, work) = match draft {
        Some(draft) => (Read { found: hand::grounded(draft, chunks, corpus)?, dropped: 0 }, None),
        None => {
            let (made, work) = made(corpus, deck, chunks, maker, progress).await?;
            (made, Some(work))
        }
    };
    // Whoever wanted it to end by now does not find it written.
    pause().await;
    let folder = deck::save(&persona, deck)?;
    if let Some(work) = work {
        match persona.built {
            // Found again in seconds; what a model said was paid for.
            Built::Extractive | Built::Hand => work.remove(),
            Built::Model(_) => {}
        }
    }
    Ok(Report {
        files: corpus.files.len(),
        problems,
        chunks: persona.chunks.len(),
        tokens: persona.chunks.iter().map(|it| tokens(&it.text)).sum(),
        nodes: persona.beliefs.nodes.len(),
        edges: persona.beliefs.edges.len(),
        cycles: cycles(&persona.beliefs).len(),
        name: persona.name,
        built: persona.built,
        dropped,
        folder,
    })
}

/// Reads and cuts a corpus, file by file.
async fn read(
    corpus: &Corpus,
    column: Option<&str>,
    progress: &dyn Progress,
) -> Result<(Vec<Chunk>, usize), BuildError> {
    let (mut all, mut taken) = (Vec::new(), Taken::default());
    let (mut bytes, mut problems) = (0, corpus.problems.len());
    corpus.problems.iter().for_each(|it| progress.misses(it));
    for file in &corpus.files {
        let reading = reading::read_file(&corpus.root, file, column);
        problems += reading.problems.len();
        reading.problems.iter().for_each(|it| progress.misses(it));
        for passage in &reading.passages {
            bytes += passage.text.len();
            if bytes > CORPUS_MOST {
                return Err(BuildError::TooMuch { path: corpus.root.clone() });
            }
            all.extend(chunks::cut(passage, &mut taken));
        }
        progress.has_read(file);
        pause().await;
    }
    if all.is_empty() {
        return Err(BuildError::NoWords { path: corpus.root.clone() });
    }
    Ok((all, problems))
}

/// Makes a persona of chunks, taking from the work that is left what is there.
async fn made<M: Maker>(
    corpus: &Corpus,
    deck: &Path,
    chunks: Vec<Chunk>,
    maker: &M,
    progress: &dyn Progress,
) -> Result<(Read<Persona>, Work), BuildError> {
    let mut work = Work::open(deck, &corpus.name, &maker.edition())?;
    let mut found: Vec<Option<M::Found>> = chunks.iter().map(|it| work.found(it.id.as_str())).collect();
    let missing: Vec<usize> = found.iter().zip(0..).filter(|(it, _)| it.is_none()).map(|(_, at)| at).collect();
    progress.finds(chunks.len(), chunks.len() - missing.len());
    let has_failed = AtomicBool::new(false);
    let ask = |at: usize| {
        // Where one has failed, nobody is asked any more; those who are being asked are heard, since they are paid for.
        let (chunk, has_failed) = (chunks.get(at), &has_failed);
        async move {
            pause().await;
            match chunk.filter(|_| !has_failed.load(Ordering::Relaxed)) {
                Some(chunk) => (at, maker.read(chunk).await.map(Some)),
                None => (at, Ok(None)),
            }
        }
    };
    let mut failure = None;
    let mut asked = stream::iter(missing.into_iter().map(ask)).buffer_unordered(maker.at_once().max(1));
    while let Some((at, answer)) = asked.next().await {
        let (answer, chunk) = match (answer, chunks.get(at)) {
            (Ok(Some(answer)), Some(chunk)) => (answer, chunk),
            (Ok(_), _) => continue,
            (Err(why), _) => {
                has_failed.store(true, Ordering::Relaxed);
                let failed = || BuildError::Chunk { at: at + 1, all: chunks.len(), why: Box::new(why) };
                failure = failure.or_else(|| Some(failed()));
                continue;
            }
        };
        // Read back even now: a build that was cut off must find the same to the last digit.
        let kept = work.keep(chunk.id.as_str(), &answer)?;
        if let Some(place) = found.get_mut(at) {
            *place = kept;
        }
        progress.has_found();
    }
    drop(asked);
    failure.map_or(Ok(()), Err)?;
    progress.draws_up();
    let found: Vec<M::Found> = found.into_iter().flatten().collect();
    let dropped: usize = found.iter().map(|it| maker.dropped(it)).sum();
    let beliefs = maker.merge(found);
    pause().await;
    let key = contract_key(&corpus.name, &chunks);
    let drawn_up: Read<Contract> = match work.found(&key) {
        Some(kept) => kept,
        None => {
            let drawn_up = maker.contract(&corpus.name, &chunks, &beliefs).await;
            let drawn_up = drawn_up.map_err(|why| BuildError::Contract(Box::new(why)))?;
            work.keep(&key, &drawn_up)?.unwrap_or(drawn_up)
        }
    };
    let (contract, dropped) = (drawn_up.found, dropped + drawn_up.dropped);
    let (name, built, persuadability) = (corpus.name.clone(), maker.built(), Persona::PERSUADABILITY);
    let found = Persona { name, built, persuadability, contract, beliefs, chunks };
    Ok((Read { found, dropped }, work))
}

/// What a contract is kept under: another name or another text makes it another.
fn contract_key(name: &Name, chunks: &[Chunk]) -> String {
    let mut digest = Sha256::new_with_prefix(name.as_str());
    chunks.iter().for_each(|it| digest.update([b"\n", it.id.as_str().as_bytes()].concat()));
    format!("contract {}", hex(&digest.finalize(), 8))
}

/// Lets others go on, so that a build can be interrupted.
async fn pause() {
    let mut is_over = false;
    poll_fn(|context| {
        if is_over {
            return Poll::Ready(());
        }
        is_over = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
