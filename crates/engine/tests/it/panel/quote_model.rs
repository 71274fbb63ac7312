//! A panel of quoting models.
use super::{panel, persona};
use crate::support::{self, Cast, MemoryJournal};
use debate::crux::Answered;
use debate::event::{Failure, Reason, RoomEvent, Stage, Stop};
use debate::rules::PanelRules;
use debate::state::Room;
use debate::{Debate, Envelope, Event, Flaw, Persona, Polarity, Relation, text};
use engine::{Bus, Spec, Texts, World};
use futures_util::future::{BoxFuture, ready};
use models::Error;
use personas::recall::{self, Query};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The texts in an answer that must be the speaker's own.
fn texts(answer: &Value, into: &mut Vec<String>) {
    match answer {
        Value::String(text) => into.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|it| texts(it, into)),
        // Enumerated values are not the speaker's text.
        Value::Object(fields) => {
            let own = fields.iter().filter(|(name, _)| !["answer", "kind", "label", "step"].contains(&name.as_str()));
            own.for_each(|(_, it)| texts(it, into));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether a text consists of sentences of chunks, each followed by its chunk's id.
fn is_quoted(persona: &Persona, words: &str) -> bool {
    let mut rest = words.trim();
    while !rest.is_empty() {
        let Some((quote, after)) = rest.split_once(" [") else { return false };
        let Some((id, after)) = after.split_once(']') else { return false };
        let is_there = persona.chunk(&id.into()).is_some_and(|it| text::one_line(&it.text).contains(quote.trim()));
        if !is_there {
            return false;
        }
        rest = after.trim();
    }
    true
}

/// The four personas of the shipped deck on two contested subjects and one that none of them has written about.
fn architects() -> Spec {
    let deck = personas::shipped::named("architects").unwrap().unwrap();
    let aspects = [
        "Is it so that an interface drawn early works against speed for every team that comes after?",
        "Is it so that a rewrite works against a team that understands its system?",
        "Which wine goes with oysters and lemon?",
    ];
    let aspects = aspects.map(str::to_owned).to_vec();
    let rules = PanelRules { quote: true, aspects, ..PanelRules::default() };
    panel("Should a team of five split its monolith?", deck.personas, rules)
}

async fn held(spec: &Spec) -> (Debate, Vec<Envelope>) {
    let journal = Arc::new(MemoryJournal::default());
    let world = support::world(spec, &Arc::new(Cast::default()), &journal);
    assert!(world.models.is_empty());
    (engine::start(&world, spec, &Bus::silent()).await.unwrap(), journal.read())
}

/// P-01, P-31: a whole panel runs without models or networks, including rooms; every word of every answer is in the speaker's own corpus
/// and cited, and nobody gives a confidence. It replays.
#[tokio::test]
async fn whoever_quotes_says_nothing_else() {
    let (debate, log) = held(&architects()).await;
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Discussed);
    assert!(!debate.rehearsal);
    let (mut turns, mut rooms) = (0, BTreeSet::new());
    for envelope in &log {
        assert!(!matches!(envelope.event, Event::AnswerUnusable { .. }), "{envelope:?}");
        if let Event::TurnTaken { turn, flaws, .. } = &envelope.event {
            assert_eq!((turn.confidence, flaws.len()), (None, 0), "{envelope:?}");
            turns += 1;
        }
        if let Event::Room { what: RoomEvent::Said { stage, turn, .. }, .. } = &envelope.event {
            assert_eq!(turn.kind, None);
            rooms.insert(*stage);
        }
        let (Event::TurnTaken { by, answer, .. } | Event::Room { what: RoomEvent::Said { by, answer, .. }, .. }) =
            &envelope.event
        else {
            continue;
        };
        assert_eq!((answer.stop, answer.usage.input, answer.usage.cost), (Stop::End, 0, Some(0.0)));
        let mut words = Vec::new();
        texts(&serde_json::from_str(&answer.text).unwrap(), &mut words);
        assert!(words.iter().any(|it| !it.is_empty()));
        for words in words {
            assert!(is_quoted(&debate.panel.personas[by], &words), "{by}: {words}");
        }
    }
    assert!(turns >= 8, "{turns}");
    assert_eq!(
        rooms,
        BTreeSet::from([Stage::Clash, Stage::Position, Stage::Convergence]),
        "there is nothing left to exchange"
    );
    engine::replay(log, &Bus::silent()).await.unwrap();
}

/// P-04, P-12, D-21: a persona without a text near the question declines, which is recorded; a subject without texts is not disputed, and
/// the panel goes on.
#[tokio::test]
async fn whoever_has_written_nothing_near_declines() {
    let (debate, log) = held(&architects()).await;
    let lost = |round: u32| {
        let of_round = log.iter().filter_map(move |it| {
            let Event::TurnFailed { round: at, why, detail, .. } = &it.event else { return None };
            (*at == round).then_some((*why, detail.as_str()))
        });
        of_round.collect::<Vec<_>>()
    };
    let silent = (Failure::Refused, "has written nothing near this");
    assert_eq!((lost(1), lost(4), lost(5)), (vec![], vec![silent; 4], vec![]));
    let some = lost(2).into_iter().chain(lost(3)).collect::<Vec<_>>();
    assert!(!some.is_empty() && some.iter().all(|it| *it == silent), "{some:?}");
    assert_eq!((debate.panel.searched[&4].found, debate.panel.searched[&4].by.as_str()), (0, "nobody"));
    assert!(debate.rounds[3].spoken.is_empty() && debate.rounds[4].spoken.len() == 4);
}

/// Whether two only clashed, because what they quote is not about the same (P-30): takes are opposed by beliefs too, and a clash shows whether
/// they speak of the same claim. No question is opened then, which is recorded with its reason, and nothing is said after the clash.
fn ends_with_its_clash(room: &Room) -> bool {
    let is_left = room.question.is_none();
    if is_left {
        assert!(room.left.as_ref().is_some_and(|it| it.contains("different claims")), "{}: {:?}", room.id, room.left);
        assert!(room.said.iter().all(|it| it.stage == Stage::Clash) && room.said.len() == 2, "{:#?}", room.said);
        assert!(room.lost.is_empty() && room.card.is_none() && room.is_over(), "{}", room.id);
    }
    is_left
}

/// P-20, P-21, P-24: a position is a sentence near to the question, said before or not, the question cites nothing, and a persona that said one
/// of its alternatives, or has a belief on it, answers by that.
#[tokio::test]
async fn rooms_of_quotations() {
    let (debate, _) = held(&architects()).await;
    let mut answers = BTreeSet::new();
    for room in &debate.panel.rooms {
        assert!(room.question.as_ref().is_none_or(|it| !it.contains("[k")), "{:?}", room.question);
        if ends_with_its_clash(room) {
            continue;
        }
        for it in room.at(Stage::Position) {
            let asked = Query { about: room.question.iter().map(String::as_str).collect(), ..Query::default() };
            let near = recall::quotes(&debate.panel.personas[&it.by], &asked, &[], 300);
            let is_near = near.iter().any(|quote| it.turn.say.starts_with(&quote.text));
            assert!(near.is_empty() || is_near, "{}: {}", it.by, it.turn.say);
        }
        assert!(room.cores.len() <= 1, "who only quotes would name the same again");
        let card = room.card.as_ref().unwrap().card.as_ref().unwrap();
        answers.extend(card.positions.iter().map(|it| (room.id.as_str(), it.by.as_str(), it.answer)));
    }
    let expected = [
        ("room-1", "minimalist", Some(Answered::Yes)),
        ("room-1", "platform-builder", Some(Answered::No)),
        ("room-2", "economist", Some(Answered::Yes)),
        ("room-2", "minimalist", Some(Answered::No)),
    ];
    assert_eq!(answers, BTreeSet::from(expected));
}

/// Two who disagree on one subject, and have written of it this often.
fn wordy(times: usize) -> Spec {
    let of = |name: &str, polarity: Polarity| {
        let mut it = persona(name, &[("the cache", polarity, "fast reads")]);
        let places = [
            "the north depot",
            "a busy harbour",
            "our own office",
            "the old mill",
            "every winter sale",
            "the night desk",
        ];
        let sentence = |place: &&str| format!("The cache {} fast reads at {place}.", polarity.verb("the cache"));
        it.chunks[0].text = places.iter().take(times).map(sentence).collect::<Vec<_>>().join(" ");
        it
    };
    let aspects = vec!["Is it so that the cache leads to fast reads?".to_owned()];
    let rules = PanelRules { quote: true, aspects, ..PanelRules::default() };
    let personas = vec![of("north", Polarity::Furthers), of("east", Polarity::Hinders)];
    panel("The cache and fast reads", personas, rules)
}

/// P-21: a quoting persona exchanges new quotations as long as there is one near, and repeats nothing; one without any says so, which ends
/// the exchange but not the room.
#[tokio::test]
async fn quotations_are_exchanged() {
    for (what, spec, turns) in
        [("the shipped deck", architects(), 0), ("little", wordy(2), 0), ("some", wordy(4), 2), ("much", wordy(6), 4)]
    {
        let (debate, log) = held(&spec).await;
        let opened: Vec<&Room> = debate.panel.rooms.iter().filter(|it| !ends_with_its_clash(it)).collect();
        assert!(!opened.is_empty(), "{what}: {:#?}", debate.rounds[1].spoken);
        for room in opened {
            let exchanged: Vec<_> = room.at(Stage::Exchange).collect();
            assert_eq!(exchanged.len(), turns, "{what}, {}: {:#?}", room.id, room.said);
            for it in exchanged {
                let (quote, _) = it.turn.say.split_once(" [").unwrap();
                let before = room.said.iter().take_while(|said| said.call != it.call);
                let mut own = before.filter(|said| said.by == it.by);
                assert!(own.all(|said| !said.turn.say.contains(quote)), "{what}, {}: {quote}", it.call);
            }
            let spent: Vec<_> = room.lost.iter().map(|it| (it.stage, it.why)).collect();
            let expected = if turns == 4 { vec![] } else { vec![(Stage::Exchange, Failure::Refused)] };
            assert_eq!(spent, expected, "{what}, {}", room.id);
            assert!(room.card().is_some(), "{what}, {}: the room goes on to its card", room.id);
        }
        engine::replay(log, &Bus::silent()).await.unwrap();
    }
}

/// An analyst that compares words, and finds these words near to whatever is asked; it measures nothing where there are none.
struct Likening(Option<[(&'static str, f64); 2]>);

impl engine::Analyst for Likening {
    fn name(&self) -> &str {
        "local"
    }

    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, Error>> {
        engine::Lexical.relate(pairs)
    }

    fn near<'a>(&'a self, query: &'a str, texts: &'a [&'a str]) -> BoxFuture<'a, Result<Option<Vec<f64>>, Error>> {
        let near = |text: &&str, to: &[(&str, f64)]| {
            // The topic is near to everything: an aspect must not be answered by what is near to the topic.
            let is_topic = query.contains("fast reads");
            let liked = to.iter().find(|it| text.contains(it.0)).map_or(0.0, |it| it.1);
            if is_topic { 0.9 } else { liked }
        };
        Box::pin(ready(Ok(self.0.map(|to| texts.iter().map(|it| near(it, &to)).collect()))))
    }
}

/// P-01, P-04: where nothing is near by its words, the passage nearest by its meaning is quoted, and only if it is near and its author's own
/// view; without a measure, or with nothing near by it, nobody quotes anything. The rooms end, and all of it replays.
#[tokio::test]
async fn what_is_near_by_meaning_is_quoted() {
    let east = "Some say the store saves time at noon.";
    let cases = [
        ("near", Some([("north depot", 0.6), ("old mill", 0.5)]), 2),
        ("a view of others", Some([("saves time", 0.6), ("nothing", 0.0)]), 0),
        ("faint", Some([("north depot", 0.1), ("old mill", 0.1)]), 0),
        ("not measured", None, 0),
    ];
    for (what, near, spoken) in cases {
        let mut spec = wordy(4);
        spec.rules.analyst = debate::Analyst::Local;
        spec.rules.panel.as_mut().unwrap().aspects.push("Is haste worth its price?".to_owned());
        spec.personas.iter_mut().for_each(|it| it.chunks[0].text = format!("{east} {}", it.chunks[0].text));
        let journal = Arc::new(MemoryJournal::default());
        let analyst: Arc<dyn engine::Analyst> = Arc::new(Likening(near));
        let world = World { analyst: Some(analyst), ..support::world(&spec, &Arc::new(Cast::default()), &journal) };
        let debate = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
        assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Discussed, "{what}");
        assert!(debate.panel.rooms.iter().all(|it| it.is_over()), "{what}");
        assert_eq!((debate.rounds[1].spoken.len(), debate.rounds[2].spoken.len()), (2, spoken), "{what}");
        for it in &debate.rounds[2].spoken {
            let position = it.turn.position.as_deref().unwrap();
            assert!(position.contains("the north depot") && !position.contains(east), "{what}: {position}");
            assert!(is_quoted(&debate.panel.personas[&it.by], position), "{what}: {position}");
            assert!(!it.flaws.contains(&Flaw::Ungrounded), "{what}: it rests on what it quotes");
        }
        engine::replay(journal.read(), &Bus::silent()).await.unwrap();
    }
}

/// P-02, P-04, P-18: on the shipped deck nobody is given what he reports of others, a footnote, a heading or half a thought; whoever has a
/// checked belief on a question is quoted with it.
#[test]
fn nobody_is_given_the_words_of_others() {
    let deck = personas::shipped::named("federalist").unwrap().unwrap();
    let quoted = |question: &str| {
        let asked = Query { about: vec![question], ..Query::default() };
        let of = |it: &Persona| recall::quotes(it, &asked, &[], 300).into_iter().map(|it| it.text).collect::<Vec<_>>();
        deck.personas.iter().flat_map(of).collect::<Vec<_>>().join("\n")
    };
    for (question, barred) in [
        ("Should there be standing armies in time of peace?", "THEY OUGHT NOT to be kept up"),
        ("Should there be standing armies in time of peace?", "It will present liberty"),
        ("Should a constitution have a bill of rights?", "is of opinion that a bill of rights"),
        ("Is a bill of rights necessary?", "of the remaining objections"),
        ("Should judges serve for life?", "The mode of appointing the judges."),
        ("Is one executive better than several?", "The Real Character of the Executive."),
        ("What should be done about climate change?", "climate"),
    ] {
        assert!(!quoted(question).contains(barred), "{question}: {}", quoted(question));
    }
    assert_eq!(quoted("Should slavery be allowed?"), "");
    assert!(!quoted("Should a constitution have a bill of rights?").contains("species of population"));
    assert!(quoted("Are bills of rights dangerous?").contains("but would even be dangerous"));
    assert!(quoted("Can a large republic be free?").contains("A republic may be extended over a large region."));
    assert!(quoted("Should judges serve for life?").contains("NEXT to permanency in office"));
}
