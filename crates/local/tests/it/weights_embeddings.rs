//! The real sentence network: which sentences are similar, and that a vector does not depend on the batch.
use local::embeddings::{LocalSemantics, SentenceEncoder};
use models::{SemanticModel, Vector};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    let beside_the_build = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/weights");
    std::env::var_os("ROUNDTABLE_TEST_WEIGHTS").map_or_else(beside_the_build, PathBuf::from).join("minilm-l6-v2")
}

fn sentences() -> SentenceEncoder {
    let folder = folder();
    SentenceEncoder::open(&folder.join("model.onnx"), &folder.join("tokenizer.json"), 1).unwrap()
}

fn cosine(one: &Vector, other: &Vector) -> f32 {
    one.iter().zip(other.iter()).map(|(a, b)| a * b).sum()
}

const TEXTS: [&str; 10] = [
    "We should move the billing service to PostgreSQL this quarter.",
    "This quarter, billing ought to be migrated to Postgres.",
    "Remote work makes new colleagues lonely.",
    "People who have just joined feel isolated when everybody works from home.",
    "A tax on sugar lowers the number of people with diabetes.",
    "Fewer people become diabetic where sugar is taxed.",
    "The bridge must be closed for repairs in winter.",
    "Repairs mean that the bridge has to be shut during the winter months.",
    "yes",
    "In the end a committee that has heard all sides, weighed the figures of the last three years and asked the people concerned, \
     and that has to answer for it, will decide better than one person who knows everything at once.",
];

/// E-10: the nearest neighbour of a sentence is its paraphrase.
#[test]
fn weights_the_nearest_says_the_same() {
    let vectors = sentences().read(&TEXTS).unwrap();
    for (place, vector) in vectors.iter().enumerate().take(8) {
        assert_eq!(vector.len(), 384);
        assert!((cosine(vector, vector) - 1.0).abs() < 1e-5, "of length one");
        let others = (0..TEXTS.len()).filter(|it| *it != place);
        let nearest = others.max_by(|a, b| cosine(vector, &vectors[*a]).total_cmp(&cosine(vector, &vectors[*b])));
        assert_eq!(nearest, Some(place ^ 1), "{}", TEXTS[place]);
        assert!(cosine(vector, &vectors[place ^ 1]) > 0.4, "{}", TEXTS[place]);
    }
}

/// E-10: a text's vector is the same alone, in any order, and in any batch.
#[test]
fn weights_a_vector_does_not_depend_on_its_neighbours() {
    let sentences = sentences();
    let together = sentences.read(&TEXTS).unwrap();
    let mut backwards = sentences.read(&TEXTS.iter().rev().collect::<Vec<_>>()).unwrap();
    backwards.reverse();
    // More than fit in one batch, most of them longer.
    let mut crowd = vec![TEXTS[9]; 30];
    crowd.extend(TEXTS);
    let crowded = sentences.read(&crowd).unwrap().split_off(30);
    for (place, text) in TEXTS.iter().enumerate() {
        let alone = &sentences.read(&[text]).unwrap()[0];
        for (way, other) in [("together", &together), ("backwards", &backwards), ("in a crowd", &crowded)] {
            let off = alone.iter().zip(other[place].iter()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 1e-3, "{text}, {way}: {off}");
        }
    }
}

/// E-10: any text has a vector; a text without known words is similar to nothing.
#[test]
fn weights_any_text_is_read() {
    let sentences = sentences();
    let book = "The queue drains before the second writer sees it. ".repeat(40_000);
    let texts =
        ["", " \n", "\u{200b}\u{0}", "🦀🦀", "我们应该采用它", "Ship it 🚀", &book, "x".repeat(100_000).as_str()]
            .map(str::to_owned);
    let vectors = sentences.read(&texts).unwrap();
    let lengths: Vec<f32> = vectors.iter().map(|it| cosine(it, it).sqrt().round()).collect();
    assert_eq!(lengths, [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0]);
    assert!(vectors.iter().all(|it| it.len() == 384 && it.iter().all(|number| number.is_finite())));
    let begun = sentences.read(&[book.split_at(5_000).0]).unwrap();
    assert!(cosine(&begun[0], &vectors[6]) > 0.999, "a book is what its first pages are");
}

/// O-30: concurrent debates all get their answers, and a text that all of them use is encoded once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn weights_many_callers_at_once() {
    let semantics = Arc::new(LocalSemantics::new(sentences(), None));
    let expected = sentences().read(&TEXTS).unwrap();
    let mut callers = tokio::task::JoinSet::new();
    for caller in 0..40 {
        let semantics = semantics.clone();
        callers.spawn(async move {
            let own = format!("Caller {caller} wants to be heard.");
            let texts: Vec<&str> = TEXTS.into_iter().chain([own.as_str()]).collect();
            semantics.embed(&texts).await.unwrap()
        });
    }
    while let Some(vectors) = callers.join_next().await {
        let vectors = vectors.unwrap();
        assert!(vectors.iter().zip(&expected).all(|(got, expected)| cosine(got, expected) > 0.9999));
    }
    assert_eq!(semantics.texts().misses, 10 + 40);
    assert_eq!(semantics.texts().hits, 40 * 11 - 50);
}
