//! Embedding, caching and failing, on tiny networks whose outputs can be computed by hand.
use crate::tiny::Files;
use local::embeddings::{ContradictionModel, Counts, Error, LocalSemantics, SentenceEncoder};
use models::SemanticModel;
use std::sync::Arc;

fn sentences() -> SentenceEncoder {
    let files = Files::of_sentences();
    SentenceEncoder::open(&files.model, &files.tokenizer, 1).unwrap()
}

fn contradiction() -> ContradictionModel {
    let files = Files::of_contradiction();
    ContradictionModel::open(&files.model, &files.tokenizer, 1).unwrap()
}

/// O-07: a vector is the normalised mean over the tokens of the text, without padding.
#[test]
fn a_vector_is_the_mean_of_the_tokens() {
    let root = 0.5_f32.sqrt();
    let cases = [
        ("keep", [1.0, 0.0]),
        ("Keep it drop", [root, root]),
        ("keep keep keep drop drop drop drop", [0.6, 0.8]),
        ("drop never never never never", [-0.970_142_5, 0.242_535_63]),
        // Vectors that cancel out, empty texts and unknown words give zero.
        ("keep never", [0.0, 0.0]),
        ("", [0.0, 0.0]),
        (" \n\t", [0.0, 0.0]),
        ("👍", [0.0, 0.0]),
    ];
    let texts: Vec<&str> = cases.iter().map(|(text, _)| *text).collect();
    let sentences = sentences();
    assert_eq!(sentences.dimensions(), 2);
    let vectors = sentences.read(&texts).unwrap();
    for ((text, expected), vector) in cases.iter().zip(&vectors) {
        let near = vector.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-6);
        assert!(near && vector.len() == 2, "{text:?}: {vector:?}");
        assert_eq!(&sentences.read(&[text]).unwrap()[0], vector, "{text:?} alone");
    }
}

/// O-07: long texts are truncated.
#[test]
fn a_long_text_is_cut() {
    let sentences = sentences();
    let long = format!("{}{}", "keep ".repeat(254), "drop ".repeat(100_000));
    assert_eq!(sentences.read(&[long]).unwrap()[0].as_ref(), [1.0, 0.0]);
    let shorter = format!("{}drop", "keep ".repeat(253));
    assert!(sentences.read(&[shorter]).unwrap()[0][1] > 0.0, "the last token that fits counts");
}

/// E-11: contradiction scores from a network with rows of a fixed length; without known words the score is 0.
#[test]
fn a_score_is_of_the_pair() {
    let contradiction = contradiction();
    let sure = 1.0 / (1.0 + (-1.0_f32).exp());
    let neither = 0.5;
    let cases = [
        (("keep it", "drop it"), sure),
        (("it", "it"), neither),
        (("it it it it it it it it", "drop"), 1.0 / (1.0 + (-11.0_f32).exp())),
        (("", "drop it"), 0.0),
        (("drop it", "👎"), 0.0),
    ];
    let pairs: Vec<(&str, &str)> = cases.iter().map(|(pair, _)| *pair).collect();
    let scores = contradiction.read(&pairs).unwrap();
    assert_eq!(scores.len(), cases.len());
    for ((pair, expected), score) in cases.iter().zip(scores) {
        assert!((score - expected).abs() < 1e-6, "{pair:?}: {score}");
    }
}

/// O-07: no text is encoded twice, be it in two calls or twice in one.
#[tokio::test]
async fn what_was_read_is_remembered() {
    let semantics = LocalSemantics::new(sentences(), Some(contradiction()));
    let first = semantics.embed(&["keep it", "drop it", "keep it"]).await.unwrap();
    assert_eq!(semantics.texts(), Counts { hits: 1, misses: 2 });
    assert_eq!(first[0], first[2]);
    let second = semantics.embed(&["drop it", "it", "keep it"]).await.unwrap();
    assert_eq!(semantics.texts(), Counts { hits: 3, misses: 3 });
    assert_eq!((&second[0], &second[2]), (&first[1], &first[0]), "answers are in the order of the questions");
    assert!(semantics.embed(&[]).await.unwrap().is_empty());

    let scores = semantics.contradict(&[("keep", "it"), ("it", "drop"), ("keep", "it")]).await.unwrap().unwrap();
    assert!(scores[1] > 0.9 && scores[0] < 0.1 && scores[0] == scores[2], "{scores:?}");
    assert_eq!(semantics.pairs(), Counts { hits: 1, misses: 2 });
    semantics.contradict(&[("it", "keep")]).await.unwrap();
    assert_eq!(semantics.pairs(), Counts { hits: 1, misses: 3 }, "the other direction is another question");
}

/// O-07: the contradiction network is optional.
#[tokio::test]
async fn without_the_second_network_there_are_no_scores() {
    let semantics = LocalSemantics::new(sentences(), None);
    assert_eq!(semantics.contradict(&[("keep it", "drop it")]).await, Ok(None));
}

/// O-30: many callers at once, with common texts and texts of their own: each text is encoded once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_callers_share_what_is_read() {
    let semantics = Arc::new(LocalSemantics::new(sentences(), None));
    let own = |caller: usize| format!("drop {}", "keep ".repeat(caller));
    let mut callers = tokio::task::JoinSet::new();
    for caller in 0..100 {
        let semantics = semantics.clone();
        callers.spawn(async move {
            let shared: Vec<String> = (0..150).map(|it| format!("keep {}", "it ".repeat(it))).collect();
            let own = own(caller);
            let mut texts: Vec<&str> = shared.iter().map(String::as_str).collect();
            texts.push(&own);
            (caller, semantics.embed(&texts).await.unwrap().pop().unwrap())
        });
    }
    let plain = sentences();
    while let Some(caller) = callers.join_next().await {
        let (caller, vector) = caller.unwrap();
        assert_eq!(plain.read(&[own(caller)]).unwrap()[0], vector, "{caller}");
    }
    assert_eq!(semantics.texts(), Counts { hits: 100 * 151 - 250, misses: 250 });
}

/// O-30: dropping a call at any point leaves the queue and the cache working.
#[tokio::test]
async fn a_dropped_call_does_no_harm() {
    let semantics = LocalSemantics::new(sentences(), None);
    let texts: Vec<String> = (0..200).map(|it| format!("drop {}", "it ".repeat(it))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for polls in 0..6 {
        let mut call = semantics.embed(&texts);
        for _ in 0..polls {
            // Polled once, then again after the runtime has run other tasks.
            let poll = std::future::poll_fn(|context| std::task::Poll::Ready(call.as_mut().poll(context))).await;
            if poll.is_ready() {
                break;
            }
            tokio::task::yield_now().await;
        }
    }
    assert_eq!(semantics.embed(&texts).await.unwrap(), sentences().read(&texts).unwrap());
    assert_eq!(semantics.texts().misses, 200, "no text was read twice");
}

/// O-07: unusable files are reported when they are opened, with what to do.
#[test]
fn what_can_not_be_opened_is_named() {
    let whole = std::fs::read(&Files::of_sentences().model).unwrap();
    let model: fn(&Files) -> &std::path::Path = |it| &it.model;
    let cases = [
        ("no model", Files::of_sentences().spoil(model, b"not a network"), "can't load the model"),
        ("empty model", Files::of_sentences().spoil(model, b""), "the network has no `input_ids`"),
        ("half a model", Files::of_sentences().spoil(model, &whole[..whole.len() / 2]), "can't load the model"),
        ("no tokenizer", Files::of_sentences().spoil(|it| &it.tokenizer, b"{}"), "can't load the tokenizer"),
        ("the other network", Files::of_contradiction(), "has the shape [1, 2] where"),
    ];
    for (name, files, expected) in cases {
        let Err(error) = SentenceEncoder::open(&files.model, &files.tokenizer, 1) else { unreachable!("{name}") };
        let message = error.to_string();
        assert!(message.contains(expected), "{name}: {message}");
        assert!(message.contains(&files.folder.path().display().to_string()), "{name}: {message}");
        assert!(message.ends_with("; run `roundtable models verify minilm-l6-v2`"), "{name}: {message}");
    }
    let files = Files::of_sentences();
    let missing = files.folder.path().join("missing.onnx");
    let error = SentenceEncoder::open(&missing, &files.tokenizer, 1).err();
    assert!(matches!(&error, Some(Error::Model { path, .. }) if *path == missing), "{error:?}");
    let error = ContradictionModel::open(&files.model, &files.tokenizer, 1).err().unwrap().to_string();
    assert!(error.ends_with("run `roundtable models verify policy-nli-xsmall`"), "{error}");
}
