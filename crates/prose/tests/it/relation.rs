//! Relations of texts from words and invented signals: opposition overrules any network.
use proptest::prelude::*;
use prose::opposition::contested;
use prose::relation::*;
use prose::thresholds::{OPPOSED_FROM, OPPOSED_MOST, READ_WORDS, SIMILAR};

/// Signals of two texts with this similarity to each other and to the topic.
fn alike(cosine: f64) -> Signals {
    Signals { cosine, topic_a: Some(cosine), topic_b: Some(cosine), contradiction: None }
}

/// O-07, E-11: contradicting positions have a similarity of at most 0.40, whatever a network says.
#[test]
fn alike_is_not_the_same() {
    for (a, b) in [
        ("Adopt gRPC for internal services", "Do not adopt gRPC for internal services"),
        ("Caching raises the hit rate", "Caching reduces the hit rate"),
        ("Code review should be optional for hotfixes", "Code review should be mandatory for hotfixes"),
        ("Rust is better than Go for the parser", "Go is better than Rust for the parser"),
        (
            "The best name is \"the slow lane\", since it is short",
            "The best name is \"the fast lane\", since it is short",
        ),
        ("Ship the ledger in March, as agreed", "I disagree with you: the ledger, in March, as agreed, is a plan"),
    ] {
        for topic in [None, Some("What should we do?")] {
            for relation in [relate(topic, a, b, &alike(0.99)), relate(topic, b, a, &alike(0.99)), lexical(topic, a, b)]
            {
                assert!(relation.opposed && !relation.same_point && relation.on_topic, "{a} / {b}: {relation:?}");
                assert!(relation.similarity <= OPPOSED_MOST && relation.opposition >= OPPOSED_FROM, "{relation:?}");
            }
        }
    }
}

/// E-10: pairs fall into the bands where people would put them.
#[test]
fn a_cosine_is_calibrated() {
    let (a, b) = ("Adopt feature flags for every release", "Turn changes on by switches, in all that we ship");
    for (cosine, similarity, same) in [
        (-0.3, 0.0, false),
        (0.0, 0.0, false),
        (0.30, 0.20, false),
        (0.60, 0.40, false),
        (0.66, 0.60, false),
        (0.72, 0.80, true),
        (1.0, 1.0, true),
        (f64::NAN, 0.0, false),
        (f64::INFINITY, 0.0, false),
    ] {
        let relation = relate(None, a, b, &alike(cosine));
        assert!((relation.similarity - similarity).abs() < 1e-9, "{cosine}: {relation:?}");
        assert_eq!((relation.same_point, relation.opposed), (same, false), "{cosine}");
    }
}

/// E-11: different words in one frame must be near-synonyms for the texts to be the same.
#[test]
fn another_word_in_the_same_frame_is_another_answer() {
    let (a, b) = ("Use Kafka for the orders", "Use NATS for the orders");
    for (cosine, same) in [(0.80, false), (0.87, false), (0.89, true)] {
        let relation = relate(None, a, b, &alike(cosine));
        assert_eq!((relation.same_point, relation.similarity >= SIMILAR), (same, same), "{cosine}: {relation:?}");
    }
}

/// E-11: takes on one topic with opposite sentiment are opposed, whatever a network says; without a topic or off it they are not.
#[test]
fn leaning_counts_on_a_topic() {
    let (a, b) = ("School uniforms protect small pupils", "Dress codes harm the freedom of expression");
    let topic = Some("Pupils should wear uniforms");
    for (topic, cosine, expected) in [(topic, 0.5, true), (None, 0.5, false), (topic, 0.1, false), (topic, 0.8, true)] {
        let relation = relate(topic, a, b, &alike(cosine));
        assert_eq!(relation.opposed, expected, "{topic:?} {cosine}: {relation:?}");
    }
    let c = "Dress codes spare parents a choice every morning";
    assert!(!relate(topic, a, c, &alike(0.5)).opposed, "what leans nowhere opposes nobody");
}

/// E-11: an entailment network counts if it is confident and the texts have the same subject.
#[test]
fn entailment_adds_what_words_do_not_show() {
    let (a, b) = ("The man is fasting", "A man has his lunch");
    for (cosine, contradiction, expected) in
        [(0.5, Some(0.96), true), (0.5, Some(0.94), false), (0.5, None, false), (0.1, Some(0.96), false)]
    {
        let signals = Signals { contradiction, ..alike(cosine) };
        assert_eq!(relate(None, a, b, &signals).opposed, expected, "{signals:?}");
    }
}

/// E-10: a text beyond the network's input limit can't be the same as another.
#[test]
fn a_text_that_is_not_read_whole_is_no_consensus() {
    let long =
        |end: &str| format!("{} {end}", "The plan holds for the queue and the cache alike.".repeat(READ_WORDS / 8));
    let relation = relate(None, &long("Ship it."), &long("We ship."), &alike(0.99));
    assert!(!relation.same_point && relation.similarity < SIMILAR, "{relation:?}");
    let relation = relate(None, &long("Ship it."), &long("Ship it."), &alike(0.0));
    assert!(relation.same_point, "the very same text is");
}

/// E-10: words alone show a consensus only if they are the same, and whether texts are off topic.
#[test]
fn words_alone() {
    let topic = Some("Which queue should carry the orders?");
    for (a, b, same, on_topic) in [
        ("Use Kafka for the orders", "We should choose Kafka for orders", true, true),
        ("Use Kafka for the orders", "Use NATS for the orders", false, true),
        ("Use Kafka for the orders", "NATS would carry orders just as well", false, true),
        ("Use Kafka for the orders", "Cats sleep all day", false, false),
        ("Use C++ for it", "Use C# for it", false, true),
        ("", "", false, false),
    ] {
        let relation = lexical(topic, a, b);
        assert_eq!((relation.same_point, relation.on_topic), (same, on_topic), "{a} / {b}: {relation:?}");
        assert_eq!(relation.similarity >= SIMILAR, same, "{a} / {b}: {relation:?}");
    }
}

/// Texts of words that the detector knows.
fn texts() -> impl Strategy<Value = String> {
    let words = "keep replace the queue cache not never without is by than and but raised lower safe unsafe harm protect 5 500 yes no \
        I disagree agree with you your best answer \"one two three\" \"two three four\" , . ;";
    let words: Vec<&str> = words.split_whitespace().collect();
    prop::collection::vec(prop::sample::select(words), 1..20).prop_map(|it| it.join(" "))
}

fn signals() -> impl Strategy<Value = Signals> {
    let cosine = || prop_oneof![8 => -1.0..=1.0_f64, 1 => any::<f64>()];
    let of_topic = prop::option::of((cosine(), cosine()));
    (cosine(), of_topic, prop::option::of(0.0..=1.0_f64)).prop_map(|(cosine, of_topic, contradiction)| Signals {
        cosine,
        topic_a: of_topic.map(|it| it.0),
        topic_b: of_topic.map(|it| it.1),
        contradiction,
    })
}

proptest! {
    /// E-11: whatever the signals, an opposed pair stays below 0.41 and makes no common point, and contradicting words are opposed.
    #[test]
    fn an_opposed_pair_is_never_similar(a in texts(), b in texts(), signals in signals(), topic in prop::option::of(texts())) {
        for it in [relate(topic.as_deref(), &a, &b, &signals), lexical(topic.as_deref(), &a, &b)] {
            prop_assert!((0.0..=1.0).contains(&it.similarity) && (0.0..=1.0).contains(&it.opposition), "{:?}", it);
            prop_assert!(!it.opposed || (it.similarity <= OPPOSED_MOST && !it.same_point), "{:?}", it);
            prop_assert_eq!(it.opposed, it.opposition >= OPPOSED_FROM);
            prop_assert_eq!(it.same_point, it.similarity >= SIMILAR);
            let is_verbatim = a.to_lowercase() == b.to_lowercase();
            prop_assert!(it.opposed || is_verbatim || contested(topic.as_deref(), &a, &b).is_none());
        }
    }

    /// E-10: the relation is symmetric.
    #[test]
    fn a_relation_is_mutual(a in texts(), b in texts(), signals in signals(), topic in prop::option::of(texts())) {
        let turned = Signals { topic_a: signals.topic_b, topic_b: signals.topic_a, ..signals };
        let topic = topic.as_deref();
        prop_assert_eq!(relate(topic, &a, &b, &signals), relate(topic, &b, &a, &turned));
        prop_assert_eq!(lexical(topic, &a, &b), lexical(topic, &b, &a));
    }

    /// E-10: for texts that are not opposed, similarity increases with the cosine.
    #[test]
    fn similarity_follows_the_cosine(a in texts(), b in texts(), one in -1.0..=1.0_f64, other in -1.0..=1.0_f64) {
        let (low, high) = if one <= other { (one, other) } else { (other, one) };
        let (low, high) = (relate(None, &a, &b, &alike(low)), relate(None, &a, &b, &alike(high)));
        prop_assert!(low.opposed || high.opposed || low.similarity <= high.similarity, "{:?} {:?}", low, high);
    }

    /// E-10, E-11: a text makes the same point as itself and never opposes itself, whatever a network says.
    #[test]
    fn a_text_is_the_same_as_itself(a in texts(), signals in signals(), other in "\\PC{0,60}\\w") {
        for text in [&a, &other] {
            for it in [relate(Some("topic"), text, text, &signals), lexical(None, text, text)] {
                prop_assert!(it.same_point && it.on_topic && !it.opposed && it.similarity >= SIMILAR, "{:?}", it);
            }
        }
    }

    /// E-11: any characters are accepted.
    #[test]
    fn any_texts_are_related(a in "\\PC{0,200}", b in ".{0,200}", signals in signals()) {
        let turned = Signals { topic_a: signals.topic_b, topic_b: signals.topic_a, ..signals };
        prop_assert_eq!(relate(None, &a, &b, &signals), relate(None, &b, &a, &turned));
    }
}
