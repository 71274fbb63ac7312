//! Corpora for tests: a few sentences with known beliefs, and random ones.
use debate::persona::Built;
use debate::{Chunk, ChunkId, Name, Persona};
use proptest::prelude::*;

/// Chunks `k1`, `k2`, … of these texts.
pub(crate) fn chunks(texts: &[&str]) -> Vec<Chunk> {
    let chunk = |(text, number): (&&str, usize)| Chunk {
        id: ChunkId::from(format!("k{number}")),
        source: format!("essay-{number}.md"),
        text: (*text).to_owned(),
    };
    texts.iter().zip(1..).map(chunk).collect()
}

/// A persona out of chunks.
pub(crate) fn persona(chunks: Vec<Chunk>) -> Persona {
    let (name, beliefs) = (Name::from("the minimalist"), personas::beliefs(&chunks));
    let contract = personas::contract(&name, &chunks, &beliefs);
    Persona { name, built: Built::Extractive, persuadability: Persona::PERSUADABILITY, contract, beliefs, chunks }
}

/// Random corpora with everything that is extracted, in any order, with all kinds of white space and punctuation.
pub(crate) fn corpora() -> impl Strategy<Value = Vec<Chunk>> {
    let words = prop::sample::select(vec![
        "faction",
        "factions",
        "Faction",
        "liberty",
        "the power of the state",
        "violent disorder",
        "causes",
        "is caused by",
        "leads to",
        "because",
        "because of",
        "therefore",
        "prevents",
        "does not lead to",
        "lack of trust",
        "must",
        "every",
        "ought to",
        "I",
        "you",
        "evidence",
        "experience teaches us",
        "posterity",
        "I would change my mind",
        "if",
        "may",
        "said",
        "\"quoted\"",
        "and",
        "or",
        ",",
        ";",
        ".",
        "?",
        "\n",
        "  ",
        "—",
        "Mr.",
        "3.5",
        "straße",
        "数据",
        "the",
        "a",
        "of",
        "which",
        "in the long run",
        "protests over",
    ]);
    let text = prop::collection::vec(words, 0..60).prop_map(|it| it.join(" "));
    prop::collection::vec(text, 0..12).prop_map(|texts| chunks(&texts.iter().map(String::as_str).collect::<Vec<_>>()))
}
