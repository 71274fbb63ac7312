//! Search: matches, misses, and queries that are meant to confuse.
use super::*;
use debate::event::{Event, RoomEvent, RoomTurn, Stage, Thought};
use debate::{CallId, Card, RoomId};
use proptest::prelude::*;
use store::{Hit, What};

async fn texts(store: &Store, words: &str) -> Vec<String> {
    store.search(words, 20).await.unwrap().iter().map(|hit| hit.marked("«", "»")).collect()
}

/// O-21: topics, positions and claims are found, with speaker, time and position.
#[tokio::test]
async fn topics_positions_and_claims_are_found() {
    let (_directory, _path, store) = fresh().await;
    store.import(&id("a"), &debate(&id("a"), "Should the audit come first?")).await.unwrap();
    let mut hits = store.search("audit", 10).await.unwrap();
    hits.sort_by_key(|hit| hit.what);
    let [topic, position, claim] = hits.as_slice() else { panic!("{hits:?}") };
    assert_eq!((topic.what, topic.seq, topic.by.as_deref(), topic.round), (What::Topic, 0, None, None));
    assert_eq!((position.what, position.seq, position.round), (What::Position, 3, Some(1)));
    assert_eq!((claim.what, claim.by.as_deref()), (What::Claim, Some("brook")));
    assert_eq!((&claim.debate, claim.opened_at), (&id("a"), 1_790_000_000_000));
    let Hit { text, marks, .. } = claim;
    assert_eq!(text, "The audit ends in May.");
    assert_eq!(marks.iter().map(|mark| &text[mark.clone()]).collect::<Vec<_>>(), ["audit"]);
}

/// O-21, P-17: statements in a room are found with their speaker, and so are cruxes; a private trace is not.
#[tokio::test]
async fn rooms_and_cruxes_are_found() {
    let (_directory, _path, store) = fresh().await;
    let room = |what: RoomEvent| Event::Room { round: 2, room: RoomId::number(1), what };
    let trace = vec![Thought { step: "belief".to_owned(), text: "I doubt the ledger".to_owned() }];
    let turn = RoomTurn { say: "The ledger must be split".to_owned(), trace, ..RoomTurn::default() };
    let (call, by, stage) = ("room-1/position/1/brook".into(), "brook".into(), Stage::Position);
    let said = RoomEvent::Said { call, by, stage, turn, flaws: vec![], answer: Default::default() };
    let card = Card {
        question: "Does a split ledger cost more?".to_owned(),
        positions: vec![],
        crux: "what a reconciliation costs".to_owned(),
        kind: None,
        finer: None,
        falsifiers: vec![],
        settling: None,
        conceded: vec![],
        agreed: None,
        resolved: None,
        claims: vec![],
    };
    let (call, judge) = (CallId::card(&RoomId::number(1)), "words".to_owned());
    let drawn = RoomEvent::CardDrawn { call, judge, card: Some(card), failed: None, answer: None, took: 0 };
    let events = [envelope(0, opened(&id("a"), "A topic")), envelope(1, room(said)), envelope(2, room(drawn))];
    store.import(&id("a"), &events).await.unwrap();
    let mut hits = store.search("ledger", 10).await.unwrap();
    hits.sort_by_key(|hit| hit.what);
    let [said, crux] = hits.as_slice() else { panic!("{hits:?}") };
    assert_eq!((said.what, said.seq, said.by.as_deref(), said.round), (What::Room, 1, Some("brook"), Some(2)));
    assert_eq!((crux.what, crux.seq, crux.by.as_deref(), crux.round), (What::Crux, 2, None, Some(2)));
    assert_eq!(texts(&store, "doubt").await, [""; 0], "a trace is private");
}

/// O-21: all words must match, the last may be a prefix, and accents and case don't matter.
#[tokio::test]
async fn words_match_as_people_expect() {
    let (_directory, _path, store) = fresh().await;
    store.import(&id("a"), &debate(&id("a"), "gRPC-web, or plain old REST?")).await.unwrap();
    assert_eq!(texts(&store, "audit may").await, ["The «audit» ends in «May»."]);
    assert_eq!(texts(&store, "audit june").await, [""; 0]);
    assert_eq!(texts(&store, "zurich revi").await, ["«Zürich» has two «reviewers»."]);
    assert_eq!(texts(&store, "revi zurich").await, [""; 0], "only the last word may be a beginning");
    assert_eq!(texts(&store, "NAÏVE RETR").await, ["«Naïve» «retries» double the load."]);
    assert_eq!(texts(&store, "grpc-w").await, ["«gRPC-web», or plain old REST?"]);
    assert_eq!(texts(&store, "rest? plain").await, ["gRPC-web, or «plain» old «REST»?"]);
}

/// O-21: in scripts without spaces any part of a text is found, one character included; words of other scripts beside them are found too.
#[tokio::test]
async fn any_script_is_searched() {
    let (_directory, _path, store) = fresh().await;
    let topics = [
        "我们应该把系统拆分成微服务吗？",
        "マイクロサービスに分割すべきか",
        "마이크로서비스로 나눠야 할까요?",
        "เราควรแยกระบบเป็นไมโครเซอร์วิสหรือไม่",
        "क्या हमें हिन्दी में लिखना चाहिए?",
        "gRPC拆解 or REST?",
        "Cafe\u{301} or the\u{301}? Go, C, AI",
    ];
    for (n, topic) in topics.iter().enumerate() {
        store.append(&id(&format!("s{n}")), &envelope(0, opened(&id(&format!("s{n}")), topic))).await.unwrap();
    }
    for (words, expected) in [
        ("拆分", &["我们应该把系统«拆分»成微服务吗？"][..]),
        ("拆", &["gRPC«拆»解 or REST?", "我们应该把系统«拆»分成微服务吗？"]),
        ("分拆", &[]),
        ("系统 微服务", &["我们应该把«系统»拆分成«微服务»吗？"]),
        ("サービス", &["マイクロ«サービス»に分割すべきか"]),
        ("分", &["マイクロサービスに«分»割すべきか", "我们应该把系统拆«分»成微服务吗？"]),
        ("서비스", &["마이크로«서비스»로 나눠야 할까요?"]),
        ("ไมโคร", &["เราควรแยกระบบเป็น«ไมโคร»เซอร์วิสหรือไม่"]),
        ("ไมไคร", &[]),
        ("हिन्दी", &["क्या हमें «हिन्दी» में लिखना चाहिए?"]),
        ("हि", &["क्या हमें «हिन्दी» में लिखना चाहिए?"]),
        ("हीन्दी", &[]),
        ("grpc拆", &["«gRPC拆»解 or REST?"]),
        ("café", &["«Cafe\u{301}» or the\u{301}? Go, C, AI"]),
        ("cafe", &["«Cafe\u{301}» or the\u{301}? Go, C, AI"]),
        ("go", &["Cafe\u{301} or the\u{301}? «Go», C, AI"]),
        ("\"拆分\" OR", &[]),
        ("\"拆分\"", &["我们应该把系统«拆分»成微服务吗？"]),
        ("NEAR(拆分)", &[]),
        ("-拆分*", &["我们应该把系统«拆分»成微服务吗？"]),
    ] {
        let mut found = texts(&store, words).await;
        found.sort();
        assert_eq!(found, expected, "{words}");
    }
}

/// O-21: the index follows the log: an event appended after a search is found by the next.
#[tokio::test]
async fn the_index_follows_the_log() {
    let (_directory, _path, store) = fresh().await;
    assert_eq!(store.search("first", 5).await.unwrap(), []);
    store.append(&id("a"), &envelope(0, opened(&id("a"), "The first thing"))).await.unwrap();
    assert_eq!(store.search("first", 5).await.unwrap().len(), 1);
    assert_eq!(store.search("first", 5).await.unwrap().len(), 1, "nothing is indexed twice");
    store.append(&id("a"), &envelope(1, turn("hamilton", "first of all, wait", &[]))).await.unwrap();
    assert_eq!(store.search("first", 5).await.unwrap().len(), 2);
    assert_eq!(store.search("first", 1).await.unwrap().len(), 1);
}

/// O-21: processes that index at the same time, while others write, index everything once.
#[tokio::test(flavor = "multi_thread")]
async fn many_may_index_at_once() {
    let (_directory, path, store) = fresh().await;
    let events: Vec<Envelope> = (0..1_500).map(|seq| envelope(seq, turn("hamilton", "needle", &[]))).collect();
    store.import(&id("a"), &events).await.unwrap();
    let mut searching = tokio::task::JoinSet::new();
    for number in 0..6 {
        let other = Store::open(&path).await.unwrap();
        searching.spawn(async move {
            other.append(&DebateId::from(format!("w{number}")), &envelope(0, round(1))).await.unwrap();
            other.search("needle", 5_000).await.unwrap().len()
        });
    }
    assert_eq!(searching.join_all().await, [1_500; 6]);
    assert_eq!(store.search("needle", 5_000).await.unwrap().len(), 1_500);
}

/// O-21: operators of the database are ordinary words.
#[tokio::test]
async fn operators_are_words() {
    let (_directory, _path, store) = fresh().await;
    store.import(&id("a"), &debate(&id("a"), "Rock AND roll, \"NEAR\" jazz")).await.unwrap();
    for nothing in ["", " ", "\"", "*", "\0", "()", "- + : ^", "…", "«»"] {
        assert_eq!(texts(&store, nothing).await, [""; 0], "{nothing:?}");
    }
    for something in ["AND", "NEAR(", "\"near\"", "roll*", "rock AND roll", "^rock", "{rock}", "near\0jazz"] {
        assert_eq!(texts(&store, something).await.len(), 1, "{something:?}");
    }
    for absent in ["OR", "text:rock", "rock OR absent", "rock NOT absent", "n : 1"] {
        assert_eq!(texts(&store, absent).await, [""; 0], "{absent:?}");
    }
    assert_eq!(texts(&store, &"rock ".repeat(10_000)).await.len(), 1);
    assert_eq!(texts(&store, &"x".repeat(1_000_000)).await, [""; 0]);
}

/// O-21: control characters in a text can't forge a match delimiter.
#[tokio::test]
async fn marks_cannot_be_forged() {
    let store = Store::memory().await.unwrap();
    let said = turn("hamilton", "a \u{2}forged\u{3} «mark» and a true one", &[]);
    store.append(&id("a"), &envelope(0, said)).await.unwrap();
    assert_eq!(texts(&store, "true").await, ["a  forged  «mark» and a «true» one"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// O-21: no query is an error, and all match ranges are within the text.
    #[test]
    fn no_words_are_an_error(lists in prop::collection::vec("\\PC*|[\"*(){}:^+\\-a-z\\x00-\\x20]{0,12}|(AND|OR|NOT|NEAR)[(\" ]?", 1..6), said in any::<String>()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let store = Store::memory().await.unwrap();
            store.append(&id("a"), &envelope(0, turn("hamilton", &said, &[&said]))).await.unwrap();
            for words in lists.iter().chain([&lists.join(" "), &said]) {
                for hit in store.search(words, 10).await.unwrap() {
                    prop_assert!(hit.marks.iter().all(|mark| hit.text.get(mark.clone()).is_some()));
                }
            }
            Ok(())
        })?;
    }
}
