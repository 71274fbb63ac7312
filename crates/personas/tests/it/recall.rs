//! P-04: the beliefs of a persona that are relevant to a query.
use crate::corpora::{chunks, corpora, persona};
use debate::crux::Answered;
use debate::persona::Quote;
use debate::text::tokens;
use personas::beliefs::is_verbatim;
use personas::recall::{
    Corpus, FEWEST, MOST, Measure, Query, Similar, answered, candidates, changer, kept, quotes, recall,
};
use proptest::prelude::*;

const TEXTS: [&str; 6] = [
    "Shared databases cause outages. Outages destroy trust.",
    "Every team must own its deployment pipeline and its pager.",
    "Microservices lead to distributed failures. A monolith prevents duplication of work.",
    "Splitting a monolith early leads to wrong boundaries. Wrong boundaries cause endless coordination.",
    "Taxation must never fall on bread, and every citizen ought to have liberty.",
    "Standing armies are a danger to liberty in every free republic.",
];

fn about<'a>(texts: &[&'a str]) -> Query<'a> {
    Query { about: texts.to_vec(), ..Query::default() }
}

fn words(persona: &debate::Persona, ids: &[String]) -> Vec<String> {
    ids.iter().filter_map(|it| persona.beliefs.words(it)).collect()
}

/// P-04: three to five beliefs, most relevant first, with their sentences.
#[test]
fn what_is_discussed_finds_its_beliefs() {
    let persona = persona(chunks(&TEXTS));
    let found = recall(&persona, "Should a team of five split its monolith?", &Similar::default(), 500);
    let told = words(&persona, &found.beliefs);
    assert!((FEWEST..=MOST).contains(&told.len()), "{told:?}");
    assert_eq!(told[0], "Splitting a monolith early leads to wrong boundaries");
    assert_eq!(
        found.passages[0].quote.text,
        "Splitting a monolith early leads to wrong boundaries. Wrong boundaries cause endless coordination."
    );
    assert_eq!(found.chunks[0], found.passages[0].quote.chunk);
    assert!(told.iter().all(|it| !it.contains("liberty")), "{told:?}");
}

/// P-04: where nothing is relevant the result is empty, and the turn is ungrounded.
#[test]
fn what_nobody_wrote_about_finds_nothing() {
    let persona = persona(chunks(&TEXTS));
    for query in [
        "Which violin concerto is hardest to play?",
        "Which recipe goes with old cheese and butter?",
        "",
        "the of and",
        "🙂",
    ] {
        assert_eq!(recall(&persona, query, &Similar::default(), 500), Default::default(), "{query}");
        assert!(quotes(&persona, &about(&[query]), &[], 500).is_empty(), "{query}");
    }
}

/// P-04: two common words do not make a sentence near; the first subject counts most, earlier statements are not quoted again, and `besides`
/// makes nothing near.
#[test]
fn quotations_are_near_to_what_is_asked() {
    let texts = [
        "A rewrite teaches the team what its system does. Every system works until somebody asks it to.",
        "The system works at night, and the team sleeps. Our team works with a system of small steps.",
        "A pager teaches the team more than a rewrite does. The team drinks coffee from a system of cups.",
    ];
    let persona = persona(chunks(&texts));
    let told = |asked: &Query<'_>| quotes(&persona, asked, &[], 500).into_iter().map(|it| it.text).collect::<Vec<_>>();
    let (teaches, pager) =
        ("A rewrite teaches the team what its system does.", "A pager teaches the team more than a rewrite does.");
    assert_eq!(told(&about(&["Does a rewrite teach the team?"])), [teaches, pager]);
    assert_eq!(told(&about(&["Does a rewrite teach the team?", "Is a pager more than a rewrite?"])), [pager, teaches]);
    assert_eq!(told(&about(&["Is a pager more than a rewrite?", "What does its system teach the team?"]))[0], pager);
    assert_eq!(told(&about(&["Do mergers pay for banks without a budget?"])), Vec::<String>::new());
    let asked = Query {
        said: vec!["As I said: A rewrite teaches the team what its system does. [k1]"],
        ..about(&["Does a rewrite teach the team?"])
    };
    assert_eq!(told(&asked), [pager]);
    assert_eq!(
        told(&Query { besides: "Does a rewrite teach the team?", ..about(&["oysters and lemon"]) }),
        Vec::<String>::new()
    );
}

/// P-04: an author's questions and reports of others are not quoted; the reply is, even if it does not name the subject.
#[test]
fn what_is_told_of_others_is_answered() {
    let texts = [
        "A team of five asks whether to split its monolith, and is told that it is too small. I think the advice looks at the wrong date. \
         Early seams prevent late quarrels, because all who know them are in the room. Nobody sells a hammer on a Sunday in the village.",
        "Should a team split its monolith? The cost of it decides, and the cost has many parents.",
    ];
    let persona = persona(chunks(&texts));
    let told = quotes(&persona, &about(&["Should a team of five split its monolith?"]), &[], 500);
    let told: Vec<&str> = told.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(
        told,
        [
            "Early seams prevent late quarrels, because all who know them are in the room.",
            "The cost of it decides, and the cost has many parents.",
            "I think the advice looks at the wrong date.",
        ]
    );
}

/// P-24: what would change a mind is a sentence that says so about that subject, and is no position.
#[test]
fn what_would_change_a_mind_is_read() {
    let texts = [
        "I would change my mind about a rewrite if the old code could be read by anybody. A rewrite loses what the old code knew.",
        "Prove me wrong about bread and butter.",
    ];
    let persona = persona(chunks(&texts));
    let found = changer(&persona, "Does a rewrite lose the old code?", 100).unwrap();
    assert!(found.text.starts_with("I would change my mind about a rewrite") && found.chunk.as_str() == "k1");
    assert_eq!(changer(&persona, "Does a rewrite lose the old code?", 5), None, "it does not fit");
    assert_eq!(changer(&persona, "Should taxes fall on tea and salt?", 100), None);
    let held = quotes(&persona, &about(&["Does a rewrite lose the old code?"]), &[], 100);
    assert_eq!(held.iter().map(|it| it.text.as_str()).collect::<Vec<_>>(), ["A rewrite loses what the old code knew."]);
}

/// P-24: a quotation answers a question by its beliefs: the same relation is yes, the opposite no, both nuanced.
#[test]
fn beliefs_answer_questions() {
    let persona = persona(chunks(&["Shared databases cause outages. Small releases prevent outages."]));
    let first = "Shared databases cause outages.";
    for (question, text, expected) in [
        ("Is it so that shared databases cause outages?", first, Some(Answered::Yes)),
        ("Is it so that shared databases work against outages, because they are small?", first, Some(Answered::No)),
        ("Is it so that shared databases cause outages?", "Small releases prevent outages.", None),
        ("Is it so that outages cause shared databases?", first, None),
        ("Is it so that shared databases lead to delay?", first, None),
        ("Should we split?", first, None),
    ] {
        let quote = Quote { text: text.to_owned(), chunk: "k1".into() };
        assert_eq!(answered(&persona, question, &quote), expected, "{question} {text}");
    }
    let mut torn = persona.clone();
    let mut edge = torn.beliefs.edges[0].clone();
    edge.polarity = edge.polarity.reversed();
    torn.beliefs.edges.push(edge);
    let quote = Quote { text: first.to_owned(), chunk: "k1".into() };
    assert_eq!(answered(&torn, "Is it so that shared databases cause outages?", &quote), Some(Answered::Nuanced));
}

/// P-04: similarity finds what words do not, and decides between equals.
#[test]
fn likeness_is_heard() {
    let persona = persona(chunks(&TEXTS));
    let candidates = candidates(&persona);
    let wanted = candidates.iter().position(|it| it.1.starts_with("Standing armies")).unwrap();
    let similar = |beliefs: Vec<f64>| Similar { beliefs, ..Similar::default() };
    let near: Vec<f64> = (0..candidates.len()).map(|at| if at == wanted { 0.8 } else { 0.1 }).collect();
    let found = recall(&persona, "soldiers in peacetime", &similar(near), 500);
    assert_eq!(found.beliefs.first(), Some(&candidates[wanted].0));
    let far = vec![0.1; candidates.len()];
    assert_eq!(recall(&persona, "soldiers in peacetime", &similar(far), 500), Default::default());
}

/// P-02, P-04: neighbours of a relevant belief are included, and a cycle ends.
#[test]
fn neighbours_come_along() {
    let persona = persona(chunks(&[
        "Fear causes silence. Silence causes distrust. Distrust causes fear.",
        "Haste causes waste.",
    ]));
    let found = recall(&persona, "silence", &Similar::default(), 500);
    let told = words(&persona, &found.beliefs);
    assert!(told.len() >= FEWEST && told.iter().all(|it| !it.contains("aste")), "{told:?}");
}

/// P-04: a log stores the chunks that beliefs and contract name, and those nearest to the topic.
#[test]
fn a_log_keeps_what_is_needed() {
    let mut all = TEXTS.to_vec();
    all.extend(["The bus was late and nobody noticed the monolith.", "It rained on the monolith.", "The cat slept."]);
    let persona = persona(chunks(&all));
    let small = kept(&persona, "Should we split the monolith?", 8);
    let ids: Vec<&str> = small.chunks.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8"]);
    assert!(small.beliefs.nodes.iter().all(|it| it.chunks.iter().all(|id| small.chunk(id).is_some())));
    assert_eq!(kept(&persona, "Should we split the monolith?", 0).chunks.len(), 6);
}

proptest! {
    /// P-04: limits on beliefs and tokens hold, and every quote is verbatim, whatever the corpus.
    #[test]
    fn recall_keeps_to_its_room(chunks in corpora(), query in "(faction|liberty|disorder|trust|power|evidence| ){0,12}", room in 0_usize..400) {
        let persona = persona(chunks);
        let found = recall(&persona, &query, &Similar::default(), room);
        prop_assert!(found.beliefs.len() <= MOST);
        let quoted = quotes(&persona, &about(&[&query]), &[], room);
        let passages: Vec<Quote> = found.passages.into_iter().map(|it| it.quote).collect();
        for quotes in [&passages, &quoted] {
            prop_assert!(quotes.iter().map(|it| tokens(&it.text)).sum::<usize>() <= room);
            prop_assert!(quotes.iter().all(|it| is_verbatim(&it.text, &persona.chunk(&it.chunk).unwrap().text)));
        }
    }
}

/// P-04: words of the topic that the corpus lacks count for nothing, and a persona without any belief has its sentences found.
#[test]
fn the_obvious_question_finds_what_was_written() {
    let mut persona = persona(chunks(&[
        "Cars fill the old town from seven in the morning. Whoever lives there hears them.",
        "The library opens at ten. Nobody minds.",
    ]));
    persona.beliefs = Default::default();
    let query = "Should the municipal authority prohibit private automobiles and cars throughout the medieval quarter and town?";
    let found = recall(&persona, query, &Similar::default(), 400);
    let told: Vec<&str> = found.passages.iter().map(|it| it.quote.text.as_str()).collect();
    assert_eq!(told[0], "Cars fill the old town from seven in the morning. Whoever lives there hears them.");
    assert!(found.beliefs.is_empty() && found.chunks == ["k1".into()] && told.len() == 1, "{told:?}");
    assert_eq!(quotes(&persona, &about(&[query]), &[], 400).len(), 1);
    // By meaning alone, where no word is shared.
    let similar = Similar { sentences: [(0, 0.5), (1, 0.1), (2, 0.0)].into(), ..Similar::default() };
    let found = recall(&persona, "Should vehicles be kept out of the centre?", &similar, 400);
    assert!(found.passages[0].quote.text.starts_with("Cars fill the old town"));
    let far = Similar { sentences: [(0, 0.2), (1, 0.1), (2, 0.0)].into(), ..Similar::default() };
    assert_eq!(recall(&persona, "Should vehicles be kept out of the centre?", &far, 400), Default::default());
}

/// P-04: a sentence that leans on the one before it comes with it, as far as both fit.
#[test]
fn a_passage_brings_what_it_leans_on() {
    let persona = persona(chunks(&["The bakery burnt down in March. It was insured against lightning alone."]));
    let told = |room: usize| {
        let found = recall(&persona, "Was it insured against lightning?", &Similar::default(), room);
        found.passages.into_iter().map(|it| it.quote.text).collect::<Vec<_>>()
    };
    assert_eq!(told(400), ["The bakery burnt down in March. It was insured against lightning alone."]);
    assert_eq!(told(12), ["It was insured against lightning alone."]);
}

/// A question of `tests/gold/retrieval/questions.jsonl`.
#[derive(serde::Deserialize)]
struct Question {
    corpus: String,
    author: String,
    question: String,
    answers: Vec<String>,
}

/// P-04: a gate over questions in other words than their answers': by words alone little is found, and what nobody wrote about is not found. What is
/// found by meaning is measured with `cargo run --release -p engine --example retrieval`.
#[test]
fn words_alone_find_what_they_can_and_nothing_else() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gold/retrieval");
    let (mut found, mut all, mut silent, mut unanswered, mut obvious) = (0, 0, 0, 0, 0);
    for line in std::fs::read_to_string(folder.join("questions.jsonl")).unwrap().lines() {
        let asked: Question = serde_json::from_str(line).unwrap();
        let read = personas::readers::read_file(&folder.join(&asked.corpus), &format!("{}.md", asked.author), None);
        let mut taken = personas::chunks::UsedIds::default();
        let chunks = read.passages.iter().flat_map(|it| personas::chunks::cut(it, &mut taken)).collect();
        let persona = persona(chunks);
        let corpus = Corpus::of(&persona);
        let near = corpus.nearest(&asked.question, &Default::default());
        if asked.answers.is_empty() {
            unanswered += 1;
            silent += usize::from(near.is_empty());
        } else if asked.answers == ["*"] {
            obvious += usize::from(!near.is_empty());
        } else {
            all += 1;
            let five: Vec<String> =
                near.iter().take(5).map(|it| debate::text::one_line(corpus.text(it.at()))).collect();
            found += usize::from(five.iter().any(|it| asked.answers.iter().any(|answer| it.contains(answer))));
        }
    }
    assert_eq!((all, unanswered), (41, 14));
    assert_eq!(silent, unanswered, "of those that nobody answered");
    assert!(obvious >= OBVIOUS, "{obvious} authors have something on what they wrote about");
    assert!(found >= FOUND_BY_WORDS, "{found} of {all} among the first five");
}

/// P-04: words that the heading of a passage has count for its sentences, less than their own.
#[test]
fn headings_are_searched_too() {
    let mut persona = persona(chunks(&[
        "The council lost the count. Nobody was asked again.",
        "Whoever leaves one at the kerb all day should pay for the room it takes. It is dear room.",
    ]));
    let query = "Are parking permits too cheap?";
    assert_eq!(recall(&persona, query, &Similar::default(), 400).passages, []);
    persona.chunks[1].source = "notes.md › Notes › Parking permits".to_owned();
    let found = recall(&persona, query, &Similar::default(), 400);
    assert_eq!(found.passages, [], "a heading alone makes no sentence near");
    let query = "Should parking permits make whoever leaves a car at the kerb pay?";
    let found = recall(&persona, query, &Similar::default(), 400);
    assert!(found.passages[0].quote.text.starts_with("Whoever leaves one at the kerb"));
}

/// P-04: a word of the corpus stands for one of the question that means nearly the same; the heading behind which a sentence was measured counts.
#[test]
fn words_stand_for_words_that_mean_the_same() {
    let mut persona =
        persona(chunks(&["Shops lose trade in a closed lane. Trams cost a fortune. Trees shade the square."]));
    persona.chunks[0].source = "notes.md › Lanes".to_owned();
    let query = "Do retailers go bankrupt?";
    let measure = Measure::of(&persona, query);
    assert_eq!(measure.asked, ["retailers", "go", "bankrupt"]);
    assert!(measure.texts.contains(&"Lanes. Trees shade the square.".to_owned()), "{:?}", measure.texts);
    // All sentences are equally near; of the words only `shops` is near to `retailers`.
    let near = |word: &String, to: &str| if word == to { 0.6 } else { 0.1 };
    let words: Vec<Vec<f64>> = measure
        .asked
        .iter()
        .map(|asked| {
            measure.words.iter().map(|it| if asked == "retailers" { near(it, "shops") } else { 0.1 }).collect()
        })
        .collect();
    let similar = measure.similar(vec![0.4; measure.texts.len()], &words);
    assert_eq!(similar.words.values().copied().collect::<Vec<_>>(), [0.6]);
    let found = recall(&persona, query, &similar, 12);
    assert_eq!(found.passages[0].quote.text, "Shops lose trade in a closed lane.");
}

/// P-04: what a search found by meaning is quoted though no word is shared; a story, a condition and a former view are not, and a question that its author
/// answers with yes or no is quoted with the answer.
#[test]
fn what_a_search_found_is_quoted() {
    let persona = persona(chunks(&[
        "I have been the head of a school for fourteen years. Homework widens the gap between the rich and the poor.",
        "If somebody showed me a school that does without, I would think again. Practice alone makes mathematics stick.",
        "Would I ban it? Yes, provided that somebody counts for a year.",
    ]));
    let told = |passages: &[&str]| {
        let found = quotes(&persona, &about(&["Is equality endangered?"]), passages, 500);
        found.into_iter().map(|it| it.text).collect::<Vec<_>>()
    };
    assert_eq!(told(&[]), Vec::<String>::new());
    assert_eq!(
        told(&[
            "I have been the head of a school for fourteen years. Homework widens the gap between the rich and the poor.",
            "If somebody showed me a school that does without, I would think again.",
            "Homework widens the gap between the rich and the poor.",
            "Would I ban it? Yes, provided that somebody counts for a year.",
        ]),
        [
            "Homework widens the gap between the rich and the poor.",
            "Would I ban it? Yes, provided that somebody counts for a year."
        ]
    );
}

/// What words alone reached when the questions were written.
const FOUND_BY_WORDS: usize = 2;
/// For how many of the nine authors words alone find something on the subject that they wrote about.
const OBVIOUS: usize = 7;
