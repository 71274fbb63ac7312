//! Checks a persona (P-01, P-02) for beliefs without sources, invented quotations, ambiguous ids, and contracts that are too long for a prompt
//! (P-03).
//!
//! Pure, and independent of how the persona was built. Not here: whether its beliefs are true.
use crate::chunks::UsedIds;
use crate::contract::Part;
use debate::belief::{Edge, Node};
use debate::persona::Quote;
use debate::text::one_line;
use debate::{Chunk, ChunkId, Persona};
use std::collections::{BTreeMap, BTreeSet};

/// The number of edges up to which single sources are allowed (P-02).
const EDGES: usize = 100;

/// A fault of a persona.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// Two chunks, nodes or edges have the same id.
    #[error("the id `{id}` is given twice")]
    Twice {
        /// The id.
        id: String,
    },
    /// A chunk's id does not fit its text.
    #[error("chunk `{chunk}` was changed: its id is not that of its source and its words; build again")]
    Changed {
        /// The chunk.
        chunk: ChunkId,
    },
    /// A belief or a quotation has no words.
    #[error("`{what}` says nothing")]
    Empty {
        /// The belief, or the origin of the quotation.
        what: String,
    },
    /// A belief names no chunk.
    #[error("`{what}` names no chunk")]
    Ungrounded {
        /// The belief.
        what: String,
    },
    /// A named chunk does not exist.
    #[error("`{what}` names chunk `{chunk}`, which is not there")]
    NoChunk {
        /// The belief or quotation that names it.
        what: String,
        /// The missing chunk.
        chunk: ChunkId,
    },
    /// A named chunk does not contain the words.
    #[error("`{what}` is not in chunk `{chunk}`: \"{words}\"")]
    NotSaid {
        /// The belief or quotation that names it.
        what: String,
        /// The chunk.
        chunk: ChunkId,
        /// The missing words.
        words: String,
    },
    /// An end of an edge is no node.
    #[error("`{edge}` has the end `{end}`, which is not a node")]
    NoEnd {
        /// The edge.
        edge: String,
        /// The end that it names.
        end: String,
    },
    /// A quotation is not word for word.
    #[error("a quotation is not word for word in chunk `{chunk}`: \"{words}\"")]
    NotVerbatim {
        /// The chunk.
        chunk: ChunkId,
        /// The words.
        words: String,
    },
    /// There are too many edges, and some have a single source.
    #[error(
        "there are {edges} edges, and {single} of them have one source: with more than {EDGES} edges, each needs several"
    )]
    TooMany {
        /// The number of edges.
        edges: usize,
        /// The number of those with one source.
        single: usize,
    },
    /// A part of the contract is longer than its token limit in a prompt.
    #[error("the {part} of the contract has {tokens} tokens; at most {room} are allowed")]
    TooLong {
        /// The part.
        part: Part,
        /// Its tokens.
        tokens: usize,
        /// Its limit.
        room: usize,
    },
    /// A value is not between 0 and 1.
    #[error("{what} is {value}, and must be from 0 to 1")]
    Range {
        /// The value's name.
        what: String,
        /// The value.
        value: f64,
    },
}

/// All faults of a persona; empty where there are none.
pub fn check(persona: &Persona) -> Vec<Fault> {
    let mut faults = Vec::new();
    let chunks = Chunks::of(&persona.chunks, &mut faults);
    let beliefs = &persona.beliefs;
    let mut ids = BTreeSet::new();
    let named = beliefs.nodes.iter().map(|it| &it.id).chain(beliefs.edges.iter().map(|it| &it.id));
    faults.extend(named.filter(|it| !ids.insert(*it)).map(|it| Fault::Twice { id: it.clone() }));
    share(&mut faults, "the persuadability", persona.persuadability);
    for node in &beliefs.nodes {
        share(&mut faults, &format!("how firmly `{}` is held", node.id), node.held);
        if node.concept.trim().is_empty() {
            faults.push(Fault::Empty { what: node.id.clone() });
        }
        chunks.check(&mut faults, &node.id, &node.chunks, &[&node.concept]);
    }
    let nodes: BTreeMap<&str, &Node> = beliefs.nodes.iter().map(|it| (it.id.as_str(), it)).collect();
    for edge in &beliefs.edges {
        share(&mut faults, &format!("the confidence of `{}`", edge.id), edge.confidence);
        let ends = ends(&mut faults, &nodes, edge);
        chunks.check(&mut faults, &edge.id, &edge.chunks, &ends);
        if let Some((clause, first)) = edge.clause.as_deref().zip(edge.chunks.get(..1)) {
            chunks.check(&mut faults, &edge.id, first, &[clause]);
        }
    }
    let single = beliefs.edges.iter().filter(|it| several(it) < 2).count();
    if beliefs.edges.len() > EDGES && single > 0 {
        faults.push(Fault::TooMany { edges: beliefs.edges.len(), single });
    }
    let contract = &persona.contract;
    contract.anchors.iter().chain(&contract.voice.examples).for_each(|it| chunks.quote(&mut faults, it));
    let over = Part::ALL.into_iter().filter(|it| it.tokens(contract) > it.words_room());
    faults.extend(over.map(|part| Fault::TooLong { part, tokens: part.tokens(contract), room: part.words_room() }));
    faults
}

/// The number of chunks that an edge names.
fn several(edge: &Edge) -> usize {
    edge.chunks.iter().collect::<BTreeSet<_>>().len()
}

fn share(faults: &mut Vec<Fault>, what: &str, value: f64) {
    if !(0.0..=1.0).contains(&value) {
        faults.push(Fault::Range { what: what.to_owned(), value });
    }
}

/// The words of both ends.
fn ends<'a>(faults: &mut Vec<Fault>, nodes: &BTreeMap<&str, &'a Node>, edge: &Edge) -> Vec<&'a str> {
    let mut words = Vec::new();
    for end in [&edge.cause, &edge.effect] {
        match nodes.get(end.as_str()) {
            Some(node) => words.push(node.concept.as_str()),
            None => faults.push(Fault::NoEnd { edge: edge.id.clone(), end: end.clone() }),
        }
    }
    words
}

/// Chunks by id, each on one line, as written and in lower case.
struct Chunks(BTreeMap<ChunkId, (String, String)>);

impl Chunks {
    fn of(chunks: &[Chunk], faults: &mut Vec<Fault>) -> Chunks {
        let (mut all, mut taken) = (BTreeMap::new(), UsedIds::default());
        for chunk in chunks {
            let line = one_line(&chunk.text);
            if all.insert(chunk.id.clone(), (line.to_lowercase(), line)).is_some() {
                faults.push(Fault::Twice { id: chunk.id.to_string() });
            } else if !taken.is_own(chunk) {
                faults.push(Fault::Changed { chunk: chunk.id.clone() });
            }
        }
        Chunks(all)
    }

    /// Checks that each named chunk exists and contains all the words.
    fn check(&self, faults: &mut Vec<Fault>, what: &str, named: &[ChunkId], words: &[&str]) {
        if named.is_empty() {
            faults.push(Fault::Ungrounded { what: what.to_owned() });
        }
        for id in named {
            let Some((small, _)) = self.0.get(id) else {
                faults.push(Fault::NoChunk { what: what.to_owned(), chunk: id.clone() });
                continue;
            };
            let is_missing = |words: &&&str| !small.contains(&one_line(words).to_lowercase());
            faults.extend(words.iter().filter(is_missing).map(|it| Fault::NotSaid {
                what: what.to_owned(),
                chunk: id.clone(),
                words: (*it).to_owned(),
            }));
        }
    }

    fn quote(&self, faults: &mut Vec<Fault>, quote: &Quote) {
        let (chunk, words) = (quote.chunk.clone(), one_line(&quote.text));
        match self.0.get(&chunk) {
            _ if words.is_empty() => faults.push(Fault::Empty { what: format!("a quotation of chunk {chunk}") }),
            None => faults.push(Fault::NoChunk { what: words, chunk }),
            Some((_, line)) if !line.contains(&words) => faults.push(Fault::NotVerbatim { chunk, words }),
            Some(_) => {}
        }
    }
}
