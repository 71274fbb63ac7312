//! What is wrong with a persona, each fault by itself.
use crate::decks::persona;
use debate::belief::Edge;
use debate::persona::Quote;
use debate::{Persona, Polarity};
use personas::check;

fn whole() -> Persona {
    let mut persona = persona("Jay", "A firm Union  leads\nto peace.");
    let mut peace = persona.beliefs.nodes[0].clone();
    (peace.id, peace.concept) = ("b2".to_owned(), "peace".to_owned());
    persona.beliefs.nodes.push(peace);
    persona.beliefs.edges.push(edge("e1"));
    persona.contract.anchors.push(Quote { text: "Union leads to".to_owned(), chunk: "k1".into() });
    persona
}

fn edge(id: &str) -> Edge {
    let (cause, effect) = ("b1".to_owned(), "b2".to_owned());
    Edge { id: id.to_owned(), cause, effect, polarity: Polarity::Furthers, confidence: 0.6, chunks: vec!["k1".into()] }
}

fn faults(change: impl FnOnce(&mut Persona)) -> String {
    let mut persona = whole();
    change(&mut persona);
    check(&persona).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// P-01, P-02, P-03: every node and edge opens onto a chunk that has its words, every quotation is word for word, a contract fits,
/// and ids are ids.
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
        (|it| it.beliefs.edges[0].effect = "b9".to_owned(), "`e1` has the end `b9`, which is no node"),
        (|it| it.beliefs.edges[0].id = "b1".to_owned(), "the id `b1` is given twice"),
        (|it| it.chunks.push(it.chunks[0].clone()), "the id `k1` is given twice"),
        (
            |it| it.contract.anchors[0].text = "union leads to".to_owned(),
            "a quotation is not word for word in chunk `k1`: \"union leads to\"",
        ),
        (|it| it.contract.anchors[0].chunk = "k7".into(), "`Union leads to` names chunk `k7`, which is not there"),
        (|it| it.persuadability = 1.5, "the persuadability is 1.5, and must be from 0 to 1"),
        (
            |it| it.contract.bias = vec!["word ".repeat(800)],
            "the identity of the contract has 805 tokens, and there is room for 760",
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
            let mut second = persona.chunks[0].clone();
            second.id = "k2".into();
            persona.chunks.push(second);
            persona.beliefs.edges = (0..count).map(|it| edge(&format!("e{it}"))).collect();
            let chunks: Vec<_> = sources.iter().map(|it| (*it).into()).collect();
            persona.beliefs.edges.iter_mut().for_each(|it| it.chunks.clone_from(&chunks));
        })
    };
    assert_eq!(many(100, &["k1"]), "");
    assert_eq!(many(101, &["k1", "k2"]), "");
    let expected = "there are 101 edges, and 101 of them have one source: beyond 100, all need several";
    assert_eq!(many(101, &["k1"]), expected);
    assert_eq!(many(101, &["k1", "k1"]), expected, "one source twice is one");
}
