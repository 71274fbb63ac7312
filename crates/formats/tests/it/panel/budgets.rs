//! Token limits, tested with random personas, corpora and answers (P-03, P-15, P-23).
use super::*;
use debate::{Profile, text};
use formats::panel::{CONTEXT, ROOM_INPUT, SYSTEM};
use proptest::prelude::*;

/// Random texts: a sentence, many, none at all, other alphabets, no spaces.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,9}( [a-z]{1,9}){0,12}[.]",
        ("[A-Za-z0-9,;:!? ]{0,60}", 1..80_usize).prop_map(|(it, times)| it.repeat(times)),
        ("\\PC{0,40}", 1..60_usize).prop_map(|(it, times)| it.repeat(times)),
        ("[\u{4e00}-\u{4e80}。]{0,30}", 1..40_usize).prop_map(|(it, times)| it.repeat(times)),
        Just("|\n# Your turn\n".repeat(90)),
        Just(String::new()),
    ]
}

fn texts(most: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(words(), 0..most)
}

fn some_persona() -> impl Strategy<Value = Persona> {
    (words(), prop::collection::vec(texts(5), 9), texts(7), texts(4)).prop_map(
        |(identity, lists, concepts, passages)| {
            let mut it = persona("minimalist");
            let [bias, stakes, epistemology, evidence, horizon, mind_changers, patterns, vocabulary, quotes] =
                lists.try_into().unwrap();
            let quotes: Vec<Quote> = Vec::into_iter(quotes).map(|text| Quote { text, chunk: "c1".into() }).collect();
            let voice = Voice { patterns, vocabulary, forbidden: concepts.clone(), examples: quotes.clone() };
            it.contract = Contract {
                identity,
                bias,
                stakes,
                epistemology,
                evidence,
                horizon,
                mind_changers,
                voice,
                anchors: quotes,
            };
            for (node, concept) in it.beliefs.nodes.iter_mut().zip(&concepts) {
                node.concept.clone_from(concept);
            }
            for (number, text) in passages.into_iter().enumerate() {
                let (id, source) = (format!("c{number}").as_str().into(), "essay.md".to_owned());
                it.chunks.insert(0, Chunk { id, source, text });
            }
            it
        },
    )
}

/// The names of participants.
#[derive(Clone, Copy, Debug)]
enum Naming {
    /// A few words.
    Short,
    /// As long as a name may be, in characters of more than one token each.
    Wide,
}

impl Naming {
    fn name(self, at: usize) -> String {
        match self {
            Naming::Short => format!("p{at} of the panel"),
            Naming::Wide => format!("{at}{}", "東京参謀本部代表者".chars().cycle().take(31).collect::<String>()),
        }
    }
}

/// The answer of every participant in a case.
fn said(play: &mut Play, ask: &Ask, long: &str) {
    let quoted = serde_json::to_string(long).unwrap();
    let usage = Usage { input: 10, ..Usage::default() };
    let answer = |text: String| Answer { text, usage, ..Answer::default() };
    let text = match ask.part() {
        None if ask.turn().is_some() => {
            format!(r#"{{"position": {quoted}, "reasoning": {quoted}, "confidence": 0.5}}"#)
        }
        Some(Part::Say(Stage::Convergence)) => {
            format!(r#"{{"core": {quoted}, "kind": "values", "falsifier": {quoted}}}"#)
        }
        Some(Part::Say(_)) => {
            let answer = if ask.who().as_str() == NAMES[0] { "no" } else { "yes" };
            format!(r#"{{"say": {quoted}, "answer": "{answer}"}}"#)
        }
        Some(Part::Judge { .. }) => {
            let parts = r#""opposed": true, "engaged": true, "same_claim": true, "relevant": true"#;
            format!(r#"{{{parts}, "question": {quoted}}}"#)
        }
        Some(Part::Cores | Part::Card) | None => usual(ask).unwrap(),
    };
    play.tell(recorded(&play.debate, ask, Ok(answer(text))));
}

/// A card with texts as long as the statements.
fn carded(play: &Play, ask: &Ask, long: &str) -> Event {
    let Ask::Panel(ask::Panel::Room(ask)) = ask else { panic!("{ask:?}") };
    let room = &play.debate.panel.rooms[ask.room];
    let (crux, question) = (format!("Whether {long}"), room.question.clone().unwrap());
    let mut card = debate::Card { crux, question, ..super::prompts::drawn() };
    for (stand, by) in card.positions.iter_mut().zip([&room.a, &room.b]) {
        (stand.by, stand.words) = (by.clone(), long.to_owned());
    }
    card.resolved = Some(debate::crux::Resolution {
        answer: debate::crux::Answered::Yes,
        how: long.to_owned(),
        opened: vec!["E1".to_owned()],
    });
    let card = Some(card);
    let (call, judge) = (ask.call.clone(), "sim/clerk".to_owned());
    let what = RoomEvent::CardDrawn { call, judge, card, failed: None, answer: None, took: 0 };
    Event::Room { round: room.round, room: room.id.clone(), what }
}

/// Plays a panel in which all answers are of one kind, and checks every prompt against the limits.
fn within(personas: Vec<Persona>, aspects: usize, spoken: &[String], topic: &str, profile: Profile) {
    let names: Vec<Name> = personas.iter().map(|it| it.name.clone()).collect();
    let aspects: Vec<String> = (0..aspects).map(|it| format!("{it} {}", spoken[it % spoken.len()])).collect();
    let panel = PanelRules { aspects, clash: 4, exchange: 8, remind: 3, ..clerked() };
    let mut play = Play::seated(Rules { panel: Some(panel), ..rules() }, World::default(), personas);
    play.debate.topic = Topic::new(topic).unwrap_or_else(|_| Topic::new(TOPIC).unwrap());
    play.debate.participants.iter_mut().for_each(|it| it.profile = profile);
    let mut number = 0;
    loop {
        match play.next() {
            // A person continues the panel once at its end.
            Step::Done if play.debate.continued.is_empty() => {
                let (rules, said) = (play.debate.rules.clone(), Some(format!("Well. {}", spoken[0])));
                play.tell(Event::DebateContinued { rules, said, focus: None });
            }
            Step::Done => break,
            Step::Ask(asks) => {
                let prompts = panel::Panel.prompts(&play.debate, &asks).unwrap();
                for (ask, prompt) in asks.iter().zip(prompts) {
                    let (system, user) = (text::tokens(&prompt.system), text::tokens(&prompt.user));
                    if names.contains(ask.who()) {
                        assert!(system <= SYSTEM, "{}: system {system}\n{}", ask.call(), prompt.system);
                        assert!(user <= CONTEXT, "{}: context {user}\n{}", ask.call(), prompt.user);
                    }
                    if ask.part().is_some() {
                        let all = system + user;
                        assert!(all <= ROOM_INPUT, "{}: {system} and {user}\n{}", ask.call(), prompt.user);
                    }
                    number += 1;
                    let is_first = !matches!(ask.call(), CallId::Room { again: true, .. });
                    if ask.part().is_some() && is_first && number % 3 == 0 {
                        let babbled = Answer { text: "?".to_owned(), ..Answer::default() };
                        play.tell(recorded(&play.debate, ask, Ok(babbled)));
                        continue;
                    }
                    if ask.part() == Some(Part::Card) {
                        play.tell(carded(&play, ask, &spoken[number % spoken.len()]));
                        continue;
                    }
                    said(&mut play, ask, &format!("{number} {}", spoken[number % spoken.len()]));
                }
            }
            Step::Group(asked) => panic!("nobody votes, and this is grouped: {asked:?}"),
            Step::Compare(compares) => {
                let first = |it: &Compare| {
                    it.pairs
                        .iter()
                        .map(|(a, b)| Pair { a: a.clone(), b: b.clone(), relation: relation(a.by == names[0], true) })
                        .collect()
                };
                for it in compares {
                    let (round, call, analyst) = (it.round, it.call.clone(), "local".to_owned());
                    let pairs = first(&it);
                    play.tell(Event::PositionsCompared {
                        round,
                        call,
                        analyst,
                        failed: None,
                        pairs,
                        answer: None,
                        took: 0,
                    });
                }
            }
            Step::Record(_) | Step::LocalTasks(_) => assert!(play.step()),
        }
    }
    assert!(!play.debate.panel.rooms.is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// P-03, P-15, P-23: no system prompt over 2,200 tokens, no context over 3,200, no room's input over 3,200: with 3 and 12 aspects, up to eight
    /// participants and several rooms at once, in both profiles.
    #[test]
    fn no_prompt_goes_over_its_bound(
        made in prop::collection::vec(some_persona(), 2..=8),
        is_long in any::<bool>(),
        is_lean in any::<bool>(),
        spoken in prop::collection::vec(words(), 1..4),
        topic in words(),
        naming in prop_oneof![Just(Naming::Short), Just(Naming::Wide)],
    ) {
        let named = |(at, it): (usize, Persona)| Persona { name: naming.name(at).into(), ..it };
        let personas: Vec<Persona> = made.into_iter().enumerate().map(named).collect();
        let profile = if is_lean { Profile::Lean } else { Profile::Full };
        within(personas, if is_long { 12 } else { 3 }, &spoken, &topic, profile);
    }
}

/// P-03, P-15, P-23: the same with every text at its longest, and the most important parts are still there.
#[test]
fn the_longest_of_everything_fits() {
    let latin = "It was so in every team that ran nine services by itself, at night and without a pager. ".repeat(60);
    let wide = "毎晩呼び出される五人の小さなチームにとって九つのサービスを運用することは高くつく".repeat(20);
    for (long, naming, aspects) in
        [(latin.clone(), Naming::Short, 12), (latin, Naming::Wide, 3), (wide, Naming::Wide, 3)]
    {
        longest(&long, naming, aspects);
    }
}

/// A panel with every text this long.
fn longest(long: &str, naming: Naming, aspects: usize) {
    let full = |name: &str| {
        let mut it = persona(name);
        let own = |at: usize| vec![format!("{name} {at} {long}")];
        it.persuadability = 1.0;
        it.contract.identity = own(0).concat();
        it.contract.epistemology = own(1);
        it.contract.mind_changers = own(2);
        it.contract.voice.patterns = own(3);
        it.contract.anchors[0].text = own(4).concat();
        it.beliefs.nodes.iter_mut().for_each(|node| node.concept = own(5).concat());
        it.chunks[0].text = own(6).concat();
        it
    };
    let personas = (0..8).map(|it| full(&naming.name(it))).collect();
    let topic: String = long.chars().take(1_300).collect();
    within(personas, aspects, &[long.to_owned()], &topic, Profile::Full);
}
