//! P-01, P-03: contracts from a corpus, and their token limits.
use crate::corpora::{chunks, corpora, persona};
use debate::{Contract, Name};
use personas::beliefs::is_verbatim;
use personas::contract::{Part, fits, fitted};
use proptest::prelude::*;

const ESSAY: &str = "Every dependency is a debt that somebody must pay later. I have learned that small programs outlive large ones. \
    Experience teaches us to distrust clever abstractions. In the long run only boring code survives. \
    I would change my mind if a large team kept a simple design for ten years. The evidence of two rewrites is enough for me. \
    I prefer deleting code to writing it. What does a framework buy us? It buys speed today; it costs freedom tomorrow. \
    A team must own every line that it runs. Simplicity matters more than features to everyone who is called at night.";

/// P-01: the subjects of an author are nouns.
#[test]
fn subjects_are_nouns() {
    let text = "The closed lanes are empty. Nobody asks for the closed lanes. Whoever asks for lanes wants a street with lanes.";
    let identity = persona(chunks(&[text])).contract.identity;
    assert!(identity.contains("You write about") && identity.contains("lanes"), "{identity}");
    assert!(!identity.contains("asks") && !identity.contains("closed"), "{identity}");
}

/// P-01: each part has the sentences that belong there, word for word.
#[test]
fn a_contract_quotes_its_author() {
    let contract = persona(chunks(&[ESSAY])).contract;
    assert_eq!(contract.mind_changers, ["I would change my mind if a large team kept a simple design for ten years."]);
    assert_eq!(contract.bias, ["I prefer deleting code to writing it."]);
    assert_eq!(contract.horizon, ["In the long run only boring code survives."]);
    assert!(contract.epistemology.contains(&"Experience teaches us to distrust clever abstractions.".to_owned()));
    assert_eq!(contract.evidence, ["The evidence of two rewrites is enough for me."]);
    assert!(contract.identity.starts_with("You are the minimalist"));
    let anchors: Vec<&str> = contract.anchors.iter().map(|it| it.text.as_str()).collect();
    assert!(anchors.contains(&"Every dependency is a debt that somebody must pay later"), "{anchors:?}");
    assert_eq!(contract.voice.examples.len(), 1);
    assert_eq!(contract.voice.forbidden, Vec::<String>::new());
}

/// P-01: what would change a mind stands below a heading about it, or answers that question; what was changed long ago does not.
#[test]
fn what_would_change_a_mind_is_found_below_its_heading() {
    let mut chunks = chunks(&[
        "I was wrong, and it cost us nine million pounds. If it were up to me, nobody would pay for a bus.",
        "If the takings of the shops fell for two years running, I would open the lanes again. I don't expect it.",
        "What would make me give up the ban? A count, done properly, that shows more people hurt outside than are spared within.",
    ]);
    chunks[1].source = "a.md › What would change my mind".to_owned();
    let contract = persona(chunks).contract;
    let mut found = contract.mind_changers;
    found.sort();
    assert_eq!(
        found,
        [
            "A count, done properly, that shows more people hurt outside than are spared within.",
            "If the takings of the shops fell for two years running, I would open the lanes again.",
        ]
    );
}

/// P-01: examples are of today, and subjects are nouns.
#[test]
fn a_voice_is_of_today() {
    let text = "I voted for the second lane on the ring road of the town. The lane asks for more than a road gives. \
        The lane that nobody asks about fills with cars. Who asks for a lane gets a lane.";
    let contract = persona(chunks(&[text])).contract;
    let all = contract.anchors.iter().chain(&contract.voice.examples);
    assert!(all.clone().all(|it| !it.text.contains("voted")), "{contract:?}");
    assert!(contract.identity.contains("about lane") && !contract.identity.contains("asks"), "{}", contract.identity);
}

/// P-01: an author with few theses is anchored by complete sentences, none of which is used elsewhere or depends on another.
#[test]
fn plain_sentences_anchor_who_writes_few_theses() {
    let essay = "Harbours, rivers and mountains join these states into one country. This is so. The fisheries of the coast feed \
        merchants in every town of it. And the western settlers send timber down the rivers. Merchants of the coast carry timber \
        to distant countries. What do the fisheries feed?";
    let anchors = persona(chunks(&[essay])).contract.anchors;
    let anchors: Vec<&str> = anchors.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(
        anchors,
        [
            "The fisheries of the coast feed merchants in every town of it.",
            "Merchants of the coast carry timber to distant countries.",
        ]
    );
}

/// P-01: measures that count English words are left out for other languages; the others are not.
#[test]
fn another_language_is_not_measured_by_english_words() {
    let german = "Faulheit und Feigheit sind die Ursachen, warum ein so großer Teil der Menschen gerne zeitlebens unmündig bleibt; ich \
        glaube es wohl. Habe Mut, dich deines eigenen Verstandes zu bedienen! Vielleicht ist die Aufklärung der Menschen ein langer Weg; \
        die Menschen gehen ihn in kleinen Schritten.";
    let voice = persona(chunks(&[german])).contract.voice;
    assert_eq!(voice.patterns, ["Sentences of middle length, about 15 words", "joins clauses with semicolons"]);
    assert_eq!(voice.vocabulary, Vec::<String>::new());
    let voice = persona(chunks(&[ESSAY])).contract.voice;
    assert!(voice.patterns.iter().any(|it| it == "speaks in the first person"), "{:?}", voice.patterns);
}

/// P-01: what a corpus does not say is absent.
#[test]
fn nothing_is_made_up() {
    let contract = persona(chunks(&["The bus was late. It rained all day long in the town."])).contract;
    let lists = [
        &contract.bias,
        &contract.stakes,
        &contract.epistemology,
        &contract.evidence,
        &contract.horizon,
        &contract.mind_changers,
    ];
    assert!(lists.iter().all(|it| it.is_empty()), "{contract:?}");
    assert!(contract.anchors.is_empty());
    let nobody = persona(Vec::new()).contract;
    assert_eq!(nobody.identity, "You are the minimalist, as you show yourself in 0 texts of your own (0 passages).");
}

/// P-03: a contract that is too long is shortened, the first entries kept.
#[test]
fn a_contract_is_cut_to_its_room() {
    let many: Vec<String> =
        (0..80).map(|at| format!("Sentence number {at} says what was said before in other words.")).collect();
    let long = Contract {
        identity: "word ".repeat(2_000),
        bias: many.clone(),
        horizon: many.clone(),
        mind_changers: many,
        ..Contract::default()
    };
    assert!(!fits(&long));
    let short = fitted(long);
    assert!(fits(&short));
    assert!(short.mind_changers[0].contains("number 0 ") && short.mind_changers.len() > 3);
    assert_eq!(Part::ALL.map(Part::room).iter().sum::<usize>(), 2_200);
}

proptest! {
    /// P-03: every contract fits; P-01: its quotes are verbatim, and no sentence occurs in it twice.
    #[test]
    fn every_contract_fits_and_quotes(chunks in corpora()) {
        let beliefs = personas::beliefs(&chunks);
        let contract = personas::contract(&Name::from("x"), &chunks, &beliefs);
        prop_assert!(fits(&contract), "{contract:?}");
        for quote in contract.anchors.iter().chain(&contract.voice.examples) {
            let chunk = chunks.iter().find(|it| it.id == quote.chunk).unwrap();
            prop_assert!(is_verbatim(&quote.text, &chunk.text), "{quote:?}");
        }
        let lists = [&contract.bias, &contract.stakes, &contract.epistemology, &contract.evidence, &contract.horizon, &contract.mind_changers];
        let quoted = contract.anchors.iter().chain(&contract.voice.examples).map(|it| &it.text);
        let mut all: Vec<&String> = lists.into_iter().flatten().chain(quoted).collect();
        let told = all.len();
        all.sort();
        all.dedup();
        prop_assert_eq!(all.len(), told);
    }
}
