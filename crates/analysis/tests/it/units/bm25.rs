//! Ranks by words (O-07).
use analysis::evidence::bm25::*;

fn rank(texts: &[&str], query: &str) -> Vec<(usize, String)> {
    let rounded = |(at, score): (usize, f64)| (at, format!("{score:.4}"));
    Bm25::of(texts.iter().copied()).rank(query).into_iter().map(rounded).collect()
}

/// O-07: figures by hand. Of three texts (2, 4 and 3 words, mean 3) one has `cache` once: rarity ln(1 + 2.5/1.5) = 0.9808, damping
/// 1.2·(0.25 + 0.75·2/3) = 0.9, so 0.9808·2.2/1.9 = 1.1357. `queue` is in two: ln(1 + 1.5/2.5) = 0.4700; twice in four words
/// 0.47·4.4/3.5 = 0.5909, once in three 0.47·2.2/2.2 = 0.4700.
#[test]
fn ranks_are_as_computed_by_hand() {
    let texts = ["Cached reads", "queue the queues now", "one queue only"];
    assert_eq!(rank(&texts, "caches"), [(0, "1.1357".to_owned())]);
    assert_eq!(rank(&texts, "Queues, queues!"), [(1, "0.5909".to_owned()), (2, "0.4700".to_owned())]);
    assert_eq!(rank(&texts, "elephants"), []);
    assert_eq!(rank(&[], "queue"), []);
    assert_eq!(rank(&["", "."], "queue"), []);
}

/// O-07: among equals the earlier one, in any script.
#[test]
fn ties_keep_their_order() {
    let texts = ["база данных", "an index", "база данных"];
    let ranked: Vec<usize> = Bm25::of(texts).rank("БАЗА").into_iter().map(|(at, _)| at).collect();
    assert_eq!(ranked, [0, 2]);
}
