//! A persona that a person wrote, beside its texts: kept as it is, its anchors found and everything in it checked.
//!
//! Nobody knows the ids of chunks while writing. So a chunk may be named by words in it: `@Small teams that split early`.
use super::{BuildError, Corpus, check};
use crate::deck::{Damage, PERSONA_FILE, read_most, sound};
use debate::belief::BeliefGraph;
use debate::persona::Built;
use debate::text::one_line;
use debate::{Chunk, ChunkId, Persona};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What words of a chunk in place of its id begin with.
const ANCHOR: char = '@';

/// The largest file that a person wrote, in bytes. Ours: a hundred times those that ship.
const HAND_MOST: u64 = 1 << 20;

/// The persona that a person wrote, if there is one.
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

/// The same with the chunks of its texts: every anchor found, and nothing wrong with it.
pub(super) fn grounded(mut persona: Persona, chunks: Vec<Chunk>, corpus: &Corpus) -> Result<Persona, BuildError> {
    let lines: Vec<(ChunkId, String)> = chunks.iter().map(|it| (it.id.clone(), one_line(&it.text))).collect();
    let find = |id: &mut ChunkId, within: &[&str]| -> Result<(), BuildError> {
        let Some(words) = id.as_str().strip_prefix(ANCHOR).map(one_line) else { return Ok(()) };
        let says = |(_, line): &&(ChunkId, String)| line.contains(&words);
        let all = |(_, line): &&(ChunkId, String)| {
            let line = line.to_lowercase();
            within.iter().all(|it| line.contains(&one_line(it).to_lowercase()))
        };
        // Words may stand in several chunks: the one that bears it out is meant.
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
    // Whatever it was before, it says what a person made of it.
    persona.built = Built::Hand;
    persona.chunks = chunks;
    sound(&persona).map_err(|why| BuildError::Hand { path: path(corpus), why })?;
    let faults = check(&persona);
    if faults.is_empty() { Ok(persona) } else { Err(BuildError::Faulty { path: path(corpus), faults }) }
}

/// Several words may stand in one chunk: it is named once.
fn once(chunks: &mut Vec<ChunkId>) {
    let mut seen = BTreeSet::new();
    chunks.retain(|it| seen.insert(it.clone()));
}

fn concepts(beliefs: &BeliefGraph) -> BTreeMap<String, String> {
    beliefs.nodes.iter().map(|it| (it.id.clone(), it.concept.clone())).collect()
}
