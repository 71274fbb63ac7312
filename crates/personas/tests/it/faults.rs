//! Faults of a persona, one by one.
use crate::decks::persona;
use debate::belief::Edge;
use debate::persona::Quote;
use debate::{Chunk, Persona, Polarity};
use personas::check;
use personas::chunks::{UsedIds, cut};
use personas::readers::Passage;

/// A chunk that says where the peace comes from.
fn chunk(source: &str) -> Chunk {
    cut(&Passage::new(source, "A firm Union  leads\nto peace."), &mut UsedIds::default()).remove(0)
}

fn whole() -> Persona {
    let mut persona = persona("Jay", "");
    persona.beliefs.nodes[0].chunks = vec![chunk("a.txt").id];
    persona.chunks = vec![chunk("a.txt")];
    let mut peace = persona.beliefs.nodes[0].clone();
    (peace.id, peace.concept) = ("b2".to_owned(), "peace".to_owned());
    persona.beliefs.nodes.push(peace);
    persona.beliefs.edges.push(edge("e1"));
    persona.contract.anchors.push(Quote { text: "Union leads to".to_owned(), chunk: chunk("a.txt").id });
    persona
}

fn edge(id: &str) -> Edge {
    let (cause, effect) = ("b1".to_owned(), "b2".to_owned());
    Edge {
        id: id.to_owned(),
        cause,
        effect,
        polarity: Polarity::Furthers,
        confidence: 0.6,
        clause: None,
        chunks: vec![chunk("a.txt").id],
    }
}

fn faults(change: impl FnOnce(&mut Persona)) -> String {
    let mut persona = whole();
    change(&mut persona);
    let told = check(&persona).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    told.replace(chunk("a.txt").id.as_str(), "k1")
}

/// P-01, P-02, P-03: every node and edge names a chunk with its words, every quotation is verbatim, a contract fits, and ids are valid.
#[test]
fn every_fault_is_found_and_named() {
    type Change = fn(&mut Persona);
    let rows: &[(Change, &str)] = &[
        (|_| {}, ""),
        (
            |it| it.beliefs.nodes[0].concept = "monarchy".to_owned(),
            "`b1` is not in chunk `k1`: \"monarchy\"\n`e1` is not in chunk `k1`: \"monarchy\"",
        ),
        (|it| it.beliefs.nodes[1].chunks.clear(), "`b2` names no chunk"),
        (|it| it.beliefs.edges[0].chunks = vec!["k9".into()], "`e1` names chunk `k9`, which is not there"),
        (|it| it.beliefs.edges[0].effect = "b9".to_owned(), "`e1` has the end `b9`, which is not a node"),
        (
            |it| it.beliefs.edges[0].clause = Some("union ends peace".to_owned()),
            "`e1` is not in chunk `k1`: \"union ends peace\"",
        ),
        (|it| it.beliefs.edges[0].id = "b1".to_owned(), "the id `b1` is given twice"),
        (|it| it.chunks.push(it.chunks[0].clone()), "the id `k1` is given twice"),
        (|it| it.beliefs.nodes[0].concept = " ".to_owned(), "`b1` says nothing"),
        (|it| it.contract.anchors[0].text = String::new(), "`a quotation of chunk k1` says nothing"),
        // Changing both a text and its quotation is detected by the chunk's id.
        (
            |it| {
                it.chunks[0].text.push_str(" And war.");
                it.contract.anchors[0].text = "And war.".to_owned();
            },
            "chunk `k1` was changed: its id is not that of its source and its words; build again",
        ),
        (
            |it| it.chunks[0].source = "b.txt".to_owned(),
            "chunk `k1` was changed: its id is not that of its source and its words; build again",
        ),
        (
            |it| it.contract.anchors[0].text = "union leads to".to_owned(),
            "a quotation is not word for word in chunk `k1`: \"union leads to\"",
        ),
        (|it| it.contract.anchors[0].chunk = "k7".into(), "`Union leads to` names chunk `k7`, which is not there"),
        (|it| it.persuadability = 1.5, "the persuadability is 1.5, and must be from 0 to 1"),
        (
            |it| it.contract.bias = vec!["word ".repeat(800)],
            "the identity of the contract has 805 tokens; at most 760 are allowed",
        ),
        (|it| it.beliefs.edges[0].confidence = f64::NAN, "the confidence of `e1` is NaN, and must be from 0 to 1"),
    ];
    for (change, expected) in rows {
        assert_eq!(faults(change), *expected);
    }
}

/// P-02: beyond a hundred edges all must have several sources.
#[test]
fn beyond_a_hundred_edges_all_have_several_sources() {
    let many = |count: usize, sources: &[&str]| {
        faults(|persona| {
            persona.chunks.push(chunk("b.txt"));
            persona.beliefs.edges = (0..count).map(|it| edge(&format!("e{it}"))).collect();
            let chunks: Vec<_> = sources.iter().map(|it| chunk(it).id).collect();
            persona.beliefs.edges.iter_mut().for_each(|it| it.chunks.clone_from(&chunks));
        })
    };
    assert_eq!(many(100, &["a.txt"]), "");
    assert_eq!(many(101, &["a.txt", "b.txt"]), "");
    let expected = "there are 101 edges, and 101 of them have one source: with more than 100 edges, each needs several";
    assert_eq!(many(101, &["a.txt"]), expected);
    assert_eq!(many(101, &["a.txt", "a.txt"]), expected, "one source twice is one");
}
