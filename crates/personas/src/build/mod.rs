//! Builds a persona (P-01): read, cut, find beliefs, write the contract, save.
//!
//! The findings of each chunk are stored beside the deck until the persona is saved, so that an interrupted build resumes, pays for no answer
//! twice, and gives the same bytes. One process at a time builds a persona. Not here: extraction itself ([`Maker`]), and printing (`cli`).
mod corpus;
mod extractive;
mod lock;
mod manual;
mod model;
mod work;

pub use corpus::{Corpora, Corpus, corpora};
pub use extractive::Extractive;
pub use model::{Questions, questions};

use crate::beliefs::cycles;
use crate::chunks::{self, UsedIds, hex};
use crate::deck::{self, Damage, DeckError};
use crate::model::Read;
use crate::readers::{self, Problem};
use crate::{Fault, check};
use debate::persona::Built;
use debate::text::tokens;
use debate::{BeliefGraph, Chunk, Contract, Name, Persona};
use futures_util::stream::{self, StreamExt};
use lock::BuildLock;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::error::Error;
use std::future::{Future, poll_fn};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use work::Work;

/// The most text of one persona, in bytes. Ours: the contract needs two copies in memory.
pub const CORPUS_MOST: usize = 256 << 20;

/// Makes beliefs and a contract from chunks.
pub trait Maker: Sync {
    /// The findings of a chunk.
    type Found: Serialize + DeserializeOwned + Send;
    /// The error.
    type Failed: Error + Send + Sync + 'static;

    /// How its personas were built, as recorded.
    fn built(&self) -> Built;

    /// The version of its findings: those of another edition are not reused.
    fn edition(&self) -> String;

    /// How many chunks it reads concurrently.
    fn at_once(&self) -> usize;

    /// The findings of a chunk.
    fn read(&self, chunk: &Chunk) -> impl Future<Output = Result<Self::Found, Self::Failed>> + Send;

    /// How many findings were dropped because the chunk does not contain them.
    fn dropped(&self, found: &Self::Found) -> usize;

    /// How many answers about the chunk could not be read.
    fn unread(&self, _: &Self::Found) -> usize {
        0
    }

    /// Merges the findings of all chunks, given in their order.
    fn merge(&self, found: Vec<Self::Found>) -> BeliefGraph;

    /// The contract of a persona.
    fn contract(
        &self,
        name: &Name,
        chunks: &[Chunk],
        beliefs: &BeliefGraph,
    ) -> impl Future<Output = Result<Read<Contract>, Self::Failed>> + Send;
}

/// Receives the progress of a build.
pub trait Progress: Sync {
    /// A persona is begun, with this many files.
    fn started(&self, persona: &Name, files: usize);
    /// Another file was read.
    fn file_read(&self, file: &str);
    /// A file or a line could not be read.
    fn problem(&self, problem: &Problem);
    /// There are `chunks` chunks, and an earlier build has stored the findings of `kept` of them.
    fn chunks_cut(&self, chunks: usize, kept: usize);
    /// Another chunk is done.
    fn chunk_done(&self);
    /// The contract is being written.
    fn contract_started(&self);
}

/// Ignores progress.
impl Progress for () {
    fn started(&self, _: &Name, _: usize) {}
    fn file_read(&self, _: &str) {}
    fn problem(&self, _: &Problem) {}
    fn chunks_cut(&self, _: usize, _: usize) {}
    fn chunk_done(&self) {}
    fn contract_started(&self) {}
}

/// The result of a build.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The persona's name.
    pub name: Name,
    /// How it was built.
    pub built: Built,
    /// How many files were read.
    pub files: usize,
    /// How many problems they had.
    pub problems: usize,
    /// How many chunks there are.
    pub chunks: usize,
    /// How many tokens they have together.
    pub tokens: usize,
    /// How many nodes, ends of edges among them.
    pub nodes: usize,
    /// How many of them are beliefs by themselves.
    pub theses: usize,
    /// How many edges.
    pub edges: usize,
    /// How many cycles of beliefs.
    pub cycles: usize,
    /// How many of a model's findings were dropped because the texts do not contain them.
    pub dropped: usize,
    /// How many of a model's answers could not be read.
    pub unread: usize,
    /// The persona's folder.
    pub folder: PathBuf,
}

/// Why a persona could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The directory does not exist.
    #[error("`{}` can't be read: {why}; give a directory with what somebody wrote", .path.display())]
    NoDirectory {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        why: std::io::Error,
    },
    /// The directory has no readable files.
    #[error(
        "there is nothing to read in `{}`: put txt, md, html, jsonl, csv, tsv or pdf files there, or one folder of them for each persona",
        .path.display()
    )]
    Nothing {
        /// Its path.
        path: PathBuf,
    },
    /// The files contain no words.
    #[error("no words could be read in `{}`: the lines above say why", .path.display())]
    NoWords {
        /// The directory.
        path: PathBuf,
    },
    /// Two folders have the same persona name.
    #[error(
        "the folders `{}` and `{}` of `{}` would both be the persona `{name}`; rename one",
        .folders[0], .folders[1], .path.display()
    )]
    SameName {
        /// The directory.
        path: PathBuf,
        /// The name.
        name: String,
        /// The folders.
        folders: [String; 2],
    },
    /// A file is beside the authors' folders.
    #[error(
        "`{file}` lies beside the folders of `{}`: move it into its author's folder, or read all of it as one person's",
        .path.display()
    )]
    Stray {
        /// The directory.
        path: PathBuf,
        /// The file.
        file: String,
    },
    /// The build would overwrite a handwritten persona.
    #[error(
        "`{}` was written or changed by hand; a build would overwrite it: build into another deck, put it beside the texts, where a build keeps it, \
         or overwrite it",
        .path.display()
    )]
    Handwritten {
        /// The file.
        path: PathBuf,
    },
    /// The directory contains only links that lead out of it.
    #[error("there is nothing to read in `{}` but links to other directories; put the files themselves there", .path.display())]
    Links {
        /// Its path.
        path: PathBuf,
    },
    /// The texts are too large.
    #[error("`{}` has more than {} MiB of text; remove the least important files", .path.display(), CORPUS_MOST >> 20)]
    TooMuch {
        /// The directory.
        path: PathBuf,
    },
    /// A handwritten persona can't be read.
    #[error("`{}` is no persona: {why}", .path.display())]
    Hand {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: Damage,
    },
    /// A handwritten persona names words that no chunk contains.
    #[error("`{}` quotes words that are in none of its texts: \"{words}\"", .path.display())]
    Anchor {
        /// The file.
        path: PathBuf,
        /// The words.
        words: String,
    },
    /// A handwritten persona fails its checks.
    #[error("`{}` is not supported by its texts:\n{}", .path.display(), lines(.faults))]
    Faulty {
        /// The file.
        path: PathBuf,
        /// The faults.
        faults: Vec<Fault>,
    },
    /// Another process builds the same persona.
    #[error("another build of `{name}` is under way{}; wait for it, or stop it", process(.by))]
    Busy {
        /// The persona.
        name: Name,
        /// The id of that process, where it is known.
        by: Option<u32>,
    },
    /// The findings of a chunk could not be made.
    #[error(
        "chunk {at} of {all} could not be read: {why}; the results so far are kept, and the same command continues from here"
    )]
    Chunk {
        /// The number of the chunk, from 1.
        at: usize,
        /// The number of chunks.
        all: usize,
        /// The error.
        why: Box<dyn Error + Send + Sync>,
    },
    /// The contract could not be made.
    #[error(
        "the contract could not be written: {0}; the results so far are kept, and the same command continues from here"
    )]
    Contract(Box<dyn Error + Send + Sync>),
    /// The persona could not be saved.
    #[error(transparent)]
    Deck(#[from] DeckError),
}

impl BuildError {
    /// Whether the error concerns one corpus alone: others can still be built.
    pub fn is_theirs(&self) -> bool {
        match self {
            BuildError::NoDirectory { .. }
            | BuildError::Nothing { .. }
            | BuildError::NoWords { .. }
            | BuildError::SameName { .. }
            | BuildError::Stray { .. }
            | BuildError::Handwritten { .. }
            | BuildError::Links { .. }
            | BuildError::TooMuch { .. }
            | BuildError::Hand { .. }
            | BuildError::Anchor { .. }
            | BuildError::Faulty { .. }
            | BuildError::Busy { .. }
            | BuildError::Deck(DeckError::Name(_) | DeckError::Damaged { .. }) => true,
            // An unreachable model or a full disk affects every build.
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

/// What a build does with a handwritten or hand-edited persona in the deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ManualEdits {
    /// Keeps it and fails.
    #[default]
    Keep,
    /// Overwrites it.
    Replace,
}

/// The options of a build.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions<'a> {
    /// The column of posts' text, if the user named one.
    pub column: Option<&'a str>,
    /// What to do with a handwritten persona in the deck.
    pub manual_edits: ManualEdits,
}

/// Builds a persona into a deck's folder.
pub async fn build<M: Maker>(
    corpus: &Corpus,
    deck: &Path,
    options: BuildOptions<'_>,
    maker: &M,
    progress: &dyn Progress,
) -> Result<Report, BuildError> {
    let draft = manual::read(&corpus.root)?;
    let name = draft.as_ref().map_or(&corpus.name, |it| &it.name);
    let _lock = BuildLock::take(deck, name)?;
    let built = draft.as_ref().map_or_else(|| maker.built(), |_| Built::Hand);
    match options.manual_edits {
        ManualEdits::Keep => {
            let lost = deck::handwritten(deck, name, &built)?;
            lost.map_or(Ok(()), |path| Err(BuildError::Handwritten { path }))?;
        }
        ManualEdits::Replace => {}
    }
    progress.started(&corpus.name, corpus.files.len());
    let (chunks, problems) = read(corpus, options.column, progress).await?;
    let (Read { found: persona, dropped, unread }, work) = match draft {
        Some(draft) => (Read { found: manual::grounded(draft, chunks, corpus)?, dropped: 0, unread: 0 }, None),
        None => {
            let (made, work) = made(corpus, deck, chunks, maker, progress).await?;
            (made, Some(work))
        }
    };
    // An interruption up to this point leaves nothing written.
    pause().await;
    let folder = deck::save(&persona, deck)?;
    if let Some(work) = work {
        match persona.built {
            // Cheap to compute again; a model's answers were paid for.
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
        theses: persona.beliefs.theses().count(),
        edges: persona.beliefs.edges.len(),
        cycles: cycles(&persona.beliefs).len(),
        name: persona.name,
        built: persona.built,
        dropped,
        unread,
        folder,
    })
}

/// Reads and cuts a corpus, file by file.
async fn read(
    corpus: &Corpus,
    column: Option<&str>,
    progress: &dyn Progress,
) -> Result<(Vec<Chunk>, usize), BuildError> {
    let (mut all, mut taken) = (Vec::new(), UsedIds::default());
    let (mut bytes, mut problems) = (0, corpus.problems.len());
    corpus.problems.iter().for_each(|it| progress.problem(it));
    for file in &corpus.files {
        let parsed = readers::read_file(&corpus.root, file, column);
        problems += parsed.problems.len();
        parsed.problems.iter().for_each(|it| progress.problem(it));
        for passage in &parsed.passages {
            bytes += passage.text.len();
            if bytes > CORPUS_MOST {
                return Err(BuildError::TooMuch { path: corpus.root.clone() });
            }
            all.extend(chunks::cut(passage, &mut taken));
        }
        progress.file_read(file);
        pause().await;
    }
    if all.is_empty() {
        return Err(BuildError::NoWords { path: corpus.root.clone() });
    }
    Ok((all, problems))
}

/// Makes a persona from chunks, reusing the stored findings.
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
    progress.chunks_cut(chunks.len(), chunks.len() - missing.len());
    let has_failed = AtomicBool::new(false);
    let ask = |at: usize| {
        // After a failure no further chunk is asked about; calls in flight are awaited, since they are paid for.
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
        // Read back even now: a resumed build must get the same value to the last digit.
        let kept = work.keep(chunk.id.as_str(), &answer)?;
        if let Some(place) = found.get_mut(at) {
            *place = kept;
        }
        progress.chunk_done();
    }
    drop(asked);
    failure.map_or(Ok(()), Err)?;
    progress.contract_started();
    let found: Vec<M::Found> = found.into_iter().flatten().collect();
    let dropped: usize = found.iter().map(|it| maker.dropped(it)).sum();
    let unread: usize = found.iter().map(|it| maker.unread(it)).sum();
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
    Ok((Read { found, dropped, unread }, work))
}

/// The key of a stored contract: it changes with the name and the texts.
fn contract_key(name: &Name, chunks: &[Chunk]) -> String {
    let mut digest = Sha256::new_with_prefix(name.as_str());
    chunks.iter().for_each(|it| digest.update([b"\n", it.id.as_str().as_bytes()].concat()));
    format!("contract {}", hex(&digest.finalize(), 8))
}

/// Yields, so that a build can be interrupted.
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
