//! P-04: what of a persona matters to a question, and what nothing matters to.
use crate::corpora::{chunks, corpora, persona};
use debate::text::tokens;
use personas::beliefs::is_verbatim;
use personas::recall::{FEWEST, MOST, candidates, kept, quotes, recall};
use proptest::prelude::*;

const TEXTS: [&str; 6] = [
    "Shared databases cause outages. Outages destroy trust.",
    "Every team must own its deployment pipeline and its pager.",
    "Microservices lead to distributed failures. A monolith prevents duplication of work.",
    "Splitting a monolith early leads to wrong boundaries. Wrong boundaries cause endless coordination.",
    "Taxation must never fall on bread, and every citizen ought to have liberty.",
    "Standing armies are a danger to liberty in every free republic.",
];

fn words(persona: &debate::Persona, ids: &[String]) -> Vec<String> {
    ids.iter().filter_map(|it| persona.beliefs.words(it)).collect()
}

/// P-04: three to five beliefs, the closest first, with the sentences they stand in.
#[test]
fn what_is_discussed_finds_its_beliefs() {
    let persona = persona(chunks(&TEXTS));
    let found = recall(&persona, "Should a team of five split its monolith?", None, 500);
    let told = words(&persona, &found.beliefs);
    assert!((FEWEST..=MOST).contains(&told.len()), "{told:?}");
    assert_eq!(told[0], "Splitting a monolith early leads to wrong boundaries");
    assert_eq!(found.quotes[0].text, "Splitting a monolith early leads to wrong boundaries.");
    assert!(found.chunks.contains(&found.quotes[0].chunk));
    assert!(told.iter().all(|it| !it.contains("liberty")), "{told:?}");
}

/// P-04: with nothing relevant there is nothing, and the turn is ungrounded.
#[test]
fn what_nobody_wrote_about_finds_nothing() {
    let persona = persona(chunks(&TEXTS));
    for query in [
        "Which violin concerto is hardest to play?",
        "What bread recipe goes with old cheese and butter?",
        "",
        "the of and",
        "🙂",
    ] {
        assert_eq!(recall(&persona, query, None, 500), Default::default(), "{query}");
        assert!(quotes(&persona, query, 500).is_empty(), "{query}");
    }
}

/// P-04: likeness finds what words do not, and decides between what words find.
#[test]
fn likeness_is_heard() {
    let persona = persona(chunks(&TEXTS));
    let candidates = candidates(&persona);
    let wanted = candidates.iter().position(|it| it.1.starts_with("Standing armies")).unwrap();
    let near: Vec<f64> = (0..candidates.len()).map(|at| if at == wanted { 0.8 } else { 0.1 }).collect();
    let found = recall(&persona, "soldiers in peacetime", Some(&near), 500);
    assert_eq!(found.beliefs.first(), Some(&candidates[wanted].0));
    let far = vec![0.1; candidates.len()];
    assert_eq!(recall(&persona, "soldiers in peacetime", Some(&far), 500), Default::default());
}

/// P-02, P-04: what is next to a found belief comes along, and a cycle ends.
#[test]
fn neighbours_come_along() {
    let persona = persona(chunks(&[
        "Fear causes silence. Silence causes distrust. Distrust causes fear.",
        "Haste causes waste.",
    ]));
    let found = recall(&persona, "silence", None, 500);
    let told = words(&persona, &found.beliefs);
    assert!(told.len() >= FEWEST && told.iter().all(|it| !it.contains("aste")), "{told:?}");
}

/// P-04: a log keeps what beliefs and contract rest on, and what is nearest to the topic.
#[test]
fn a_log_keeps_what_is_needed() {
    let mut all = TEXTS.to_vec();
    all.extend(["The bus was late and nobody noticed the monolith.", "It rained on the monolith.", "The cat slept."]);
    let persona = persona(chunks(&all));
    let small = kept(&persona, "Should we split the monolith?", 8);
    let ids: Vec<&str> = small.chunks.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8"]);
    assert!(small.beliefs.nodes.iter().all(|it| it.chunks.iter().all(|id| small.chunk(id).is_some())));
    assert_eq!(kept(&persona, "Should we split the monolith?", 0).chunks.len(), 7);
}

proptest! {
    /// P-04: no more beliefs and no more tokens than there is room for, every quote verbatim, whatever the corpus.
    #[test]
    fn recall_keeps_to_its_room(chunks in corpora(), query in "(faction|liberty|disorder|trust|power|evidence| ){0,12}", room in 0_usize..400) {
        let persona = persona(chunks);
        let found = recall(&persona, &query, None, room);
        prop_assert!(found.beliefs.len() <= MOST);
        let quoted = quotes(&persona, &query, room);
        for quotes in [&found.quotes, &quoted] {
            prop_assert!(quotes.iter().map(|it| tokens(&it.text)).sum::<usize>() <= room);
            prop_assert!(quotes.iter().all(|it| is_verbatim(&it.text, &persona.chunk(&it.chunk).unwrap().text)));
        }
    }
}
