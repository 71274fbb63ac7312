//! P-02: extraction of beliefs from sentences, and merging.
use crate::corpora::{chunks, corpora};
use debate::belief::{Edge, Node, NodeKind};
use debate::{BeliefGraph, ChunkId, Polarity};
use personas::beliefs::{Finding, MOST_EDGES, Statement, cycles, is_verbatim, merged, of_chunk, stands_in};
use proptest::prelude::*;

/// The edges of a text, as sentences.
fn read(text: &str) -> String {
    let mut graph = personas::beliefs(&chunks(&[text]));
    graph.edges.iter_mut().for_each(|it| it.clause = None);
    graph.edges.iter().filter_map(|it| graph.sentence(it)).collect::<Vec<_>>().join(" | ")
}

/// The beliefs of a text, in its words: edges, then theses.
fn told(text: &str) -> Vec<String> {
    let graph = personas::beliefs(&chunks(&[text]));
    let edges = graph.edges.iter().filter_map(|it| it.clause.clone());
    edges.chain(graph.theses().map(|it| it.concept.clone())).collect()
}

/// P-02: an edge is told in the words of its sentence, and where a rule would cut it or misread it there is none.
#[test]
fn an_edge_is_told_in_its_sentences_words() {
    for (text, expected) in [
        ("Copyleft keeps companies from using a library.", "Copyleft keeps companies from using a library"),
        ("The noise of lorries ruins sleep.", "The noise of lorries ruins sleep"),
        (
            "An ethical clause makes a program unusable for the honest and does nothing to the others.",
            "An ethical clause makes a program unusable for the honest",
        ),
        ("What ruins sleep is the noise of lorries.", "What ruins sleep is the noise of lorries"),
        ("What slows drivers is a narrow road.", ""),
        ("What ruins teachers is marking at night.", ""),
        ("Bans make people set it under another name.", ""),
        (
            "Free play teaches children to deal with one another, and there is no lesson that teaches it.",
            "Free play teaches children to deal with one another",
        ),
        // Who is served is told with the verb that serves.
        ("Vaccines protect future generations.", "Vaccines protect future generations"),
        ("Marriage strengthens families.", "Marriage strengthens families"),
        ("Fixed routes waste money where demand is thin.", "Fixed routes waste money where demand is thin"),
        ("Ramps give wheelchair users a way into the hall.", "Ramps give wheelchair users a way into the hall"),
        ("Long forms make it harder to get relief.", "Long forms make it harder to get relief"),
        ("Nets keep herons out of a pond.", "Nets keep herons out of a pond"),
        ("A score on the door turns the lesson into the score.", "A score on the door turns the lesson into the score"),
        ("Every rule we add doubles the forms.", "Every rule we add doubles the forms"),
        (
            "Without seed there is no harvest, and without a harvest there is no seed.",
            "Without seed there is no harvest|without a harvest there is no seed",
        ),
        ("Night vision goggles need batteries that fit.", "Night vision goggles need batteries that fit"),
        ("Children need sleep.", ""),
        ("The law requires a permit for every stall.", ""),
        ("Open doors let the heat of a house out, and there is no comfort in it.", ""),
        ("People tell me that cameras cause accidents.", ""),
        ("Neighbours assure me that trees ruin the drains of every old house in the street.", ""),
        ("It's widely held that tolls destroy the trade of small towns.", ""),
    ] {
        assert_eq!(told(text).join("|"), expected, "{text}");
    }
}

/// P-02: a thesis has its verb and its nouns: no half answer, and no pronoun that a contraction or a verb before it hides.
#[test]
fn a_thesis_has_its_verb_and_its_nouns() {
    for text in [
        "A self-storage box of the same size costs that in a week, and every household has one.",
        "The council ought to have taken that page down in the spring.",
        "It's learnt from things that are hard and that the child has chosen.",
        "They're learnt by heart in every good school of the country.",
        "A count, done properly, that shows more people hurt on the streets outside than are spared within.",
        "What would do? Figures of a whole town that show a fall over ten years are needed.",
        "A club on the square isn't the same, since nobody is there.",
        "A permit for residents costs thirty-one pounds in every street of ours.",
        "Opponents of closing the square always advance two old arguments.",
        "Allowing everybody who pays to park at the door of the hall.",
    ] {
        assert_eq!(told(text), Vec::<String>::new(), "{text}");
    }
    for text in [
        "Tolls should not be raised in the spring of an election year.",
        "Homework that nobody looks at is worse than none.",
        "Overdue charges raise less money than the county spends on letters.",
        "If a street has no trees, every summer is a trial for old people.",
        "A long menu keeps you from finding a dish that the kitchen does well.",
    ] {
        assert_eq!(told(text), [text.trim_end_matches('.')], "{text}");
    }
}

/// P-02: cause, effect and sign of a relation; ends are whole, with their negations and conditions.
#[test]
fn a_sentence_says_what_brings_about_what() {
    for (sentence, expected) in [
        ("Shared databases cause outages.", "Shared databases lead to outages"),
        ("Outages are caused by shared databases.", "shared databases lead to Outages"),
        ("Unclear ownership leads to slow decisions.", "Unclear ownership leads to slow decisions"),
        ("Slow decisions result from unclear ownership.", "unclear ownership leads to Slow decisions"),
        ("Good soil depends on patient worms.", "patient worms lead to Good soil"),
        ("Strong typing prevents whole classes of failure.", "Strong typing works against whole classes of failure"),
        ("A lack of trust causes endless meetings.", "lack of trust leads to endless meetings"),
        ("Fear is the main cause of silence.", "Fear leads to silence"),
        ("Standing armies are dangerous to liberty.", "Standing armies work against liberty"),
        ("Dust, noise and smoke cause fatigue.", ""),
        ("Noise from traffic prevents sleep.", "Noise from traffic works against sleep"),
        ("A toll that nobody pays causes trouble.", "toll that nobody pays leads to trouble"),
        ("Salt prevents rot.", "Salt works against rot"),
        ("Shade causes mould; drought weakens roots.", "Shade leads to mould | drought works against roots"),
        (
            "A shared library prevents costly change up to the third user.",
            "shared library works against costly change up to the third user",
        ),
        ("Cheap credit causes ruin, when rents rise.", "Cheap credit leads to ruin, when rents rise"),
        ("Parks without benches cause boredom.", "Parks without benches lead to boredom"),
        ("What ruins small shops is the ring road.", "ring road works against small shops"),
        (
            "Exempting children leaves cards blocked, so the family still stays away.",
            "Exempting children leaves cards blocked leads to family still stays away",
        ),
        ("Do the work twice, and you will find the fault.", "Do the work twice leads to you will find the fault"),
        ("Without lavatories there are no old people in town.", "lavatories lead to old people in town"),
        ("There is no trust without candour.", "candour leads to trust"),
        ("Long leases let a farmer plant trees.", "Long leases lead to farmer plant trees"),
        ("Small loans allow poor households to buy seed.", "Small loans lead to poor households to buy seed"),
        ("Late bells make children tired.", "Late bells lead to children tired"),
        ("Street lamps keep moths from mating.", "Street lamps work against moths from mating"),
        ("Noise from traffic keeps people awake.", "Noise from traffic leads to people awake"),
        ("The more options a tool has, the less trust it earns.", ""),
        (
            "The more options a tool has, the fewer users read the manual.",
            "options a tool has work against users read the manual",
        ),
        ("A steady wage is why good cooks stay.", "steady wage leads to good cooks stay"),
        ("Crime is the result of idle evenings.", "idle evenings lead to Crime"),
        ("Delay is due to crowding at the doors.", "crowding at the doors leads to Delay"),
        ("A toll reduces traffic and prevents delay.", "toll works against traffic | toll works against delay"),
        ("Fear thrives on silence.", "silence leads to Fear"),
        ("A single key leaves every room unsafe.", "single key leads to every room unsafe"),
        ("A wet spring means dear hay.", "wet spring leads to dear hay"),
        (
            "Measure less, and the numbers take care of themselves.",
            "Measure less leads to numbers take care of themselves",
        ),
        ("Charging for bags prevents litter by making people walk.", "Charging for bags works against litter"),
        (
            "Cheap wind saves coal, and storage reduces waste and therefore leads to savings.",
            "Cheap wind leads to coal | Cheap wind leads to savings | storage works against waste | storage leads to savings",
        ),
        ("Debt breeds silence and removes candour from a house.", "Debt leads to silence"),
    ] {
        assert_eq!(read(sentence), expected, "{sentence}");
    }
}

/// P-02: what rules misread is left out: half a subject, a quantifier for its subject, a reason for a cause, the past, another's view.
#[test]
fn what_rules_would_misread_is_left_out() {
    for text in [
        "No tax prevents growth, because nobody is forced to work.",
        "Few taxes prevent growth.",
        "No man is allowed to be a judge in his own cause.",
        "Opponents of mine write that parks cause crime.",
        "My opponents have a theory and say so. Parks cause crime. Benches cause idleness.",
        "Parks cause crime. That is a myth.",
        "I used to think that parks cause crime.",
        "The idea that parks cause crime is popular.",
        "Parks cause crime, as everybody knows!",
        "Parks would cause crime.",
        "The rain caused a flood.",
        "It causes crime.",
        "This habit causes crime.",
        "The mayor who hates parks, and benches, causes delay.",
        "The team left because the work had no meaning.",
        "If parks cause crime, the police should know.",
        "The power of determining causes between two states is great.",
        "The firm produces clocks.",
        // What somebody needs, who is served, what is made more of.
        "At noon a driver needs eleven minutes to find a free space.",
        "Children need a well rounded education.",
        "Electric cars require far less maintenance.",
        "Night buses save lives.",
        "Subsidies are necessary for so many facets of society.",
        "Wages are necessary to rectify the damage done by past injustices.",
        "Seeds are created by chemical companies.",
        // Half a subject or object.
        "Damming interrupts the flow of rivers and causes floods.",
        "Researchers also discovered that increasing doses causes pain.",
        "At noon a long queue causes delay.",
        "My eldest causes trouble.",
        "Conserving paper also helps preserve the peace.",
        "Using hydrogen instead of burning fossil fuels makes our air cleaner.",
        "Its propriety rests upon the evidence of a plain proposition.",
        "Street lighting prevents far more injuries per pound than any bus does.",
        "Stagnant water kills off fish and other wildlife.",
        "Apartment blocks have technical advantages in dense areas.",
        "Advertising reduces young people to consumers.",
        "Promotion of gambling leads to irresponsible, risky behaviour.",
        "Bullfighting is too dangerous to humans to justify it.",
        "Dust does not spread in the body, so therefore cannot cause a shock.",
        "Ask people for their names, and then make a list of them.",
        "Extra charges lead to large, heavy bags.",
        "Available research indicates that early starts cause accidents.",
        "Boyle and others (2002) state that early starts may result in harm.",
        "The data comes from the county's own statistics.",
        "Most find that meat is the source of protein.",
        "Wind lessens two things.",
        "Firms have record amounts of money, so complaints about high taxes are not valid.",
        "Pupils bring unhealthy food with them to school.",
        "War kills whereas talks save lives.",
        "Wins and losses matter, so does the instant replay.",
        "A narrow nozzle ensures true to drawing prints.",
        // One case, and what another sentence quotes.
        "Tell her to leave the car at the stadium, and she will go to the retail park.",
        "Without journalism people have no way of having their say.",
        "\"Rulers are few. Long terms cause abuse. The form of this society prevents all manner of inconveniences.\"",
        // A word's meaning, and what is made of nothing.
        "The word liberty means many things.",
        "Small tips make money.",
        "The baker lets the dough rise.",
    ] {
        assert_eq!(read(text), "", "{text}");
    }
    let graph = personas::beliefs(&chunks(&["I was wrong about that for longer than I like to say."]));
    assert_eq!(graph, BeliefGraph::default());
    let held = "My opponents say so. But parks calm a city and prevent crime.";
    assert!(personas::beliefs(&chunks(&[held])).edges.is_empty(), "two verbs in one clause");
    assert_eq!(read("My opponents say so. But parks prevent crime."), "parks work against crime");
    assert_eq!(read("Everybody gets a say. Haste causes waste."), "Haste leads to waste");
    assert_eq!(read("He says so. They agree. Parks cause crime. Haste causes waste."), "Haste leads to waste");
}

/// P-02: only relations that the author asserts.
#[test]
fn what_is_asked_supposed_quoted_or_told_is_not_held() {
    for sentence in [
        "Do shared databases cause outages?",
        "Shared databases do not cause outages.",
        "It is not true that shared databases cause outages.",
        "Nobody believes that shared databases cause outages.",
        "Shared databases hardly ever cause outages.",
        "If shared databases cause outages, we should see them.",
        "Critics say that shared databases cause outages.",
        "He wrote: \"Shared databases cause outages\" and left.",
        "A just cause of war is rare.",
        "The causes and the effects were listed.",
        "It causes them.",
        "The firm produced a clock.",
        "Some say that shared databases cause outages.",
        "It has been said that shared databases cause outages.",
        "The opponents contend that shared databases cause outages.",
        "It has been remarked that shared databases cause outages.",
        "Many believe that shared databases cause outages.",
        "Others, believing themselves wise, complain that shared databases cause outages.",
        "Some politicians have erroneously supposed that shared databases cause outages.",
        "Firms produce clocks.",
        // A title names a subject.
        "Why Shared Databases Always Cause Outages",
        "The Union as a Safeguard Against Faction. These Departments Should Never Have Power Over Each Other.",
        // Incomplete ends: a verb without its subject, or a cut behind a preposition.
        "The means which we employ toward them lead to success.",
        "Unity of plan was lost because they know that rulers change.",
        "",
    ] {
        assert_eq!(read(sentence), "", "{sentence}");
    }
    assert_eq!(
        read("On Shared Databases And Outages\nShared databases cause outages."),
        "Shared databases lead to outages"
    );
}

/// P-02: a hedge lowers the confidence of an edge and the firmness of its ends.
#[test]
fn hedges_lower_confidence() {
    let graph = |text: &str| personas::beliefs(&chunks(&[text]));
    let (plain, hedged) = (graph("Haste causes waste."), graph("Haste may cause waste."));
    assert!(hedged.edges[0].confidence < plain.edges[0].confidence);
    assert!(hedged.nodes[0].held < plain.nodes[0].held);
}

/// P-02: the four kinds; and a persona without causal sentences has beliefs too.
#[test]
fn theses_have_kinds() {
    for (sentence, kind) in [
        ("Every citizen ought to have the same liberty before the law.", NodeKind::CoreValue),
        ("Every program must fit in the memory of one reader.", NodeKind::FactualClaim),
        ("Every program must fit in the memory of one reader, as it follows from experience.", NodeKind::Inference),
        ("Every program, of course, must fit in the memory of one reader.", NodeKind::Assumption),
    ] {
        let graph = personas::beliefs(&chunks(&[sentence]));
        assert_eq!(graph.nodes.iter().map(|it| it.kind).collect::<Vec<_>>(), [kind], "{sentence}");
        assert!(graph.edges.is_empty());
    }
    for sentence in [
        "The bus was late. It rained.",
        // An opening, an anecdote, a pronoun without its noun, a demonstrative, somebody in particular, an announcement.
        "Secondly, every citizen ought to have the same liberty before the law.",
        "Every citizen was given the same liberty before the law by the council.",
        "But it must always be upon the side of liberty and before the law.",
        "Every citizen ought to have these liberties before the law and the courts.",
        "Every citizen of Geneva ought to have the same liberty before the law.",
        "I shall show that every citizen ought to have the same liberty before the law.",
        "It has been urged that every citizen ought to have the same liberty before the law.",
        "Every Citizen Ought to Have the Same Liberty Before the Law",
    ] {
        assert_eq!(personas::beliefs(&chunks(&[sentence])), BeliefGraph::default(), "{sentence}");
    }
}

/// P-02: duplicates merge, with the highest confidence and all sources.
#[test]
fn duplicates_merge() {
    let graph = personas::beliefs(&chunks(&[
        "Factions may cause disorder.",
        "The faction causes disorder.",
        "Disorder is caused by faction.",
    ]));
    let concepts: Vec<&str> = graph.nodes.iter().map(|it| it.concept.as_str()).collect();
    assert_eq!(concepts, ["faction", "disorder"]);
    let [edge] = graph.edges.as_slice() else { panic!("{:?}", graph.edges) };
    assert_eq!(edge.chunks, ["k1", "k2", "k3"].map(ChunkId::from));
    assert_eq!(edge.confidence, 0.9);
    // The opposite sign makes another edge.
    let graph = personas::beliefs(&chunks(&["Factions cause disorder.", "Factions prevent disorder."]));
    assert_eq!(graph.edges.iter().map(|it| it.polarity).collect::<Vec<_>>(), [Polarity::Furthers, Polarity::Hinders]);
}

/// P-02: two wordings of which neither contains the other are not merged, or a belief would name a chunk without its words.
#[test]
fn wordings_that_no_chunk_shares_stay_apart() {
    let graph = personas::beliefs(&chunks(&["Dividing power causes discord.", "Divided powers cause discord."]));
    let concepts: Vec<(&str, usize)> = graph.nodes.iter().map(|it| (it.concept.as_str(), it.chunks.len())).collect();
    assert_eq!(concepts, [("Dividing power", 1), ("discord", 2), ("Divided powers", 1)]);
}

/// P-02: beyond 100 edges only those with several sources are kept.
#[test]
fn beyond_a_hundred_edges_several_sources_count() {
    let word = |at: usize| -> String {
        format!("{at}").chars().map(|it| char::from(b'a' + it as u8 - b'0')).cycle().take(4).collect()
    };
    let single: Vec<String> = (100..230).map(|at| format!("Zu{} causes ma{}.", word(at), word(at + 200))).collect();
    let doubled: Vec<String> = (500..620).map(|at| format!("Zu{} causes ma{}.", word(at), word(at + 200))).collect();
    let graph = |single: &[String], doubled: &[String]| {
        let texts: Vec<&str> = single.iter().chain(doubled).chain(doubled).map(String::as_str).collect();
        personas::beliefs(&chunks(&texts))
    };
    let several = |graph: &BeliefGraph| graph.edges.iter().filter(|it| it.chunks.len() > 1).count();
    let at_limit = graph(&single[..MOST_EDGES], &[]);
    assert_eq!((at_limit.edges.len(), several(&at_limit)), (MOST_EDGES, 0));
    let mixed = graph(&single, &doubled[..30]);
    assert_eq!((mixed.edges.len(), several(&mixed)), (MOST_EDGES, 30));
    let many = graph(&single, &doubled);
    assert_eq!((many.edges.len(), several(&many)), (120, 120));
    assert!(many.nodes.iter().all(|it| many.edges.iter().any(|edge| edge.cause == it.id || edge.effect == it.id)));
}

/// P-02: cycles are kept, and each is reported once.
#[test]
fn cycles_are_kept_and_reported() {
    let graph = personas::beliefs(&chunks(&[
        "Fear causes silence. Silence causes distrust. Distrust causes fear. Silence causes errors.",
    ]));
    assert_eq!(graph.edges.len(), 4);
    assert_eq!(cycles(&graph), [["e1", "e2", "e3"]]);
    let node = |id: usize| Node {
        id: format!("b{id}"),
        concept: String::new(),
        kind: NodeKind::FactualClaim,
        held: 1.0,
        chunks: Vec::new(),
    };
    let edge = |cause: usize, effect: usize| Edge {
        id: format!("e{cause}-{effect}"),
        cause: format!("b{cause}"),
        effect: format!("b{effect}"),
        polarity: Polarity::Furthers,
        confidence: 1.0,
        clause: None,
        chunks: Vec::new(),
    };
    // A complete graph: more cycles than could be listed, reported quickly.
    let edges = (0..30).flat_map(|a| (0..30).filter(move |b| a != *b).map(move |b| edge(a, b))).collect();
    let whole = BeliefGraph { nodes: (0..30).map(node).collect(), edges };
    assert_eq!(cycles(&whole).len(), 30 * 29 / 2);
    let oneself = BeliefGraph { nodes: vec![node(1)], edges: vec![edge(1, 1)] };
    assert_eq!(cycles(&oneself), [["e1-1"]]);
}

/// P-01: findings can be stored between two runs of a build.
#[test]
fn findings_are_kept_as_json() {
    let chunk = &chunks(&["Every rule of the house must serve the liberty of all. Haste may cause waste."])[0];
    let found = of_chunk(chunk);
    assert_eq!(found.len(), 2);
    assert!(found.iter().any(|it| matches!(it.said, Statement::Claim { .. })));
    let kept: Vec<Finding> = serde_json::from_str(&serde_json::to_string(&found).unwrap()).unwrap();
    assert_eq!(kept, found);
    assert_eq!(merged([kept].into_iter()), personas::beliefs(std::slice::from_ref(chunk)));
}

proptest! {
    /// P-02: every node and edge names chunks that contain its words, whatever the corpus.
    #[test]
    fn every_belief_stands_in_its_chunks(chunks in corpora()) {
        let graph = personas::beliefs(&chunks);
        let text = |id: &ChunkId| chunks.iter().find(|it| it.id == *id).map(|it| it.text.as_str()).unwrap_or_default();
        for node in &graph.nodes {
            prop_assert!(!node.chunks.is_empty());
            prop_assert!(node.chunks.iter().all(|it| stands_in(&node.concept, text(it))), "{:?}", node);
            prop_assert!(node.chunks.iter().any(|it| is_verbatim(&node.concept, text(it))), "{:?}", node);
            prop_assert!((0.0..=1.0).contains(&node.held));
        }
        for edge in &graph.edges {
            prop_assert!(!edge.chunks.is_empty() && edge.cause != edge.effect);
            for end in [&edge.cause, &edge.effect] {
                let concept = &graph.node(end).unwrap().concept;
                prop_assert!(edge.chunks.iter().all(|it| stands_in(concept, text(it))), "{:?}", edge);
            }
        }
        prop_assert_eq!(graph, personas::beliefs(&chunks));
    }

    /// P-02: any text can be read.
    #[test]
    fn any_text_can_be_read(text in ".{0,300}") {
        of_chunk(&chunks(&[&text])[0]);
    }
}
