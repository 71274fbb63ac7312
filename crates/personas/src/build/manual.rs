//! A handwritten persona beside its texts: kept as it is, with its anchors resolved and everything checked.
//!
//! Its author cannot know the ids of chunks, so a chunk may be named by words in it: `@Small teams that split early`.
use super::{BuildError, Corpus, check};
use crate::deck::{Damage, PERSONA_FILE, read_most, validate};
use debate::belief::BeliefGraph;
use debate::persona::Built;
use debate::text::one_line;
use debate::{Chunk, ChunkId, Persona};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The prefix of words in place of a chunk's id.
const ANCHOR: char = '@';

/// The largest handwritten file, in bytes. Ours: a hundred times those that ship.
const HAND_MOST: u64 = 1 << 20;

/// The handwritten persona, if there is one.
pub(super) fn read(root: &Path) -> Result<Option<Persona>, BuildError> {
    let path = root.join(PERSONA_FILE);
    let failed = |why| BuildError::Hand { path: path.clone(), why };
    match std::fs::symlink_metadata(&path) {
        Ok(found) if found.is_file() => {
            let bytes = read_most(&path, HAND_MOST).map_err(failed)?;
            serde_json::from_slice(&bytes).map(Some).map_err(|error| failed(error.into()))
        }
        Ok(_) => Err(failed(Damage::NoFile)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(Damage::Unreadable(error))),
    }
}

fn path(corpus: &Corpus) -> PathBuf {
    corpus.root.join(PERSONA_FILE)
}

/// The persona with the chunks of its texts: all anchors resolved, all checks passed.
pub(super) fn grounded(mut persona: Persona, chunks: Vec<Chunk>, corpus: &Corpus) -> Result<Persona, BuildError> {
    let lines: Vec<(ChunkId, String)> = chunks.iter().map(|it| (it.id.clone(), one_line(&it.text))).collect();
    let find = |id: &mut ChunkId, within: &[&str]| -> Result<(), BuildError> {
        let Some(words) = id.as_str().strip_prefix(ANCHOR).map(one_line) else { return Ok(()) };
        let says = |(_, line): &&(ChunkId, String)| line.contains(&words);
        let all = |(_, line): &&(ChunkId, String)| {
            let line = line.to_lowercase();
            within.iter().all(|it| line.contains(&one_line(it).to_lowercase()))
        };
        // Several chunks may contain the words: the one that contains the belief is meant.
        let found = lines.iter().filter(says).find(all).or_else(|| lines.iter().find(says));
        *id = found.map(|(id, _)| id.clone()).ok_or_else(|| BuildError::Anchor { path: path(corpus), words })?;
        Ok(())
    };
    let concepts = concepts(&persona.beliefs);
    for node in &mut persona.beliefs.nodes {
        node.chunks.iter_mut().try_for_each(|it| find(it, &[&node.concept]))?;
        once(&mut node.chunks);
    }
    for edge in &mut persona.beliefs.edges {
        let ends: Vec<&str> =
            [&edge.cause, &edge.effect].into_iter().filter_map(|it| concepts.get(it)).map(String::as_str).collect();
        edge.chunks.iter_mut().try_for_each(|it| find(it, &ends))?;
        once(&mut edge.chunks);
    }
    for quote in persona.contract.anchors.iter_mut().chain(&mut persona.contract.voice.examples) {
        find(&mut quote.chunk, &[&quote.text])?;
    }
    // Whatever it was built by before, it is handwritten now.
    persona.built = Built::Hand;
    persona.chunks = chunks;
    validate(&persona).map_err(|why| BuildError::Hand { path: path(corpus), why })?;
    let faults = check(&persona);
    if faults.is_empty() { Ok(persona) } else { Err(BuildError::Faulty { path: path(corpus), faults }) }
}

/// Removes duplicates: several anchors may be in one chunk.
fn once(chunks: &mut Vec<ChunkId>) {
    let mut seen = BTreeSet::new();
    chunks.retain(|it| seen.insert(it.clone()));
}

fn concepts(beliefs: &BeliefGraph) -> BTreeMap<String, String> {
    beliefs.nodes.iter().map(|it| (it.id.clone(), it.concept.clone())).collect()
}
