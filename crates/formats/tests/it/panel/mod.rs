//! Panels in which a rule answers every question, to test the course and the prompts.
mod again;
mod budgets;
mod held;
mod phases;
mod prompts;
mod real;
mod resume;
mod rooms;

use debate::belief::{Edge, Node, NodeKind};
use debate::event::{Answer, Failure, LOG_VERSION, PanelEvent, RoomEvent, Stage};
use debate::persona::{Built, Quote, Voice};
use debate::relation::Pair;
use debate::reply::{self, Grade};
use debate::rules::PanelRules;
use debate::{
    Analyst, BeliefGraph, CallId, Chunk, Contract, Debate, Envelope, Event, Name, Participant, Persona, Perspective,
    Polarity, Relation, RoomCall, Rules, Topic, Usage,
};
use formats::ask::{self, Attempt};
use formats::{Ask, Compare, Format, LocalTask, Part, Prompt, Step, panel};

pub(super) const TOPIC: &str = "Should a team of five split its monolith?";

/// Two pairs conflict on the first aspect, nobody on the second.
pub(super) const ASPECTS: [&str; 2] = ["Cost of operation", "Speed of change"];

/// The behaviour of the participants.
#[derive(Clone)]
pub(super) struct World {
    /// Who conflicts on which aspect.
    pub(super) opposed: Vec<(&'static str, &'static str, &'static str)>,
    /// Who only seems to conflict.
    pub(super) astray: Vec<(&'static str, &'static str, &'static str)>,
    /// The answer to a question.
    pub(super) answer: fn(&Ask) -> Result<String, Failure>,
    /// The tokens that a call costs.
    pub(super) tokens: fn(&Ask) -> u64,
}

impl Default for World {
    fn default() -> World {
        let opposed = vec![(ASPECTS[0], "minimalist", "builder"), (ASPECTS[0], "minimalist", "operator")];
        World { opposed, astray: Vec::new(), answer: usual, tokens: |_| 10 }
    }
}

/// The subjects of statements: none repeats another.
const WORDS: [&str; 9] =
    ["Nothing", "Deploys", "Rollbacks", "Pagers", "Budgets", "Latency", "Hiring", "Audits", "Caches"];

/// An answer that differs from call to call and has every field.
pub(super) fn usual(ask: &Ask) -> Result<String, Failure> {
    let (call, who) = (ask.call(), ask.who());
    let number = match call.of_room() {
        Some(RoomCall::Turn { number, .. } | RoomCall::Cores { time: number }) => *number,
        Some(RoomCall::Judge { vote }) => *vote as usize,
        Some(RoomCall::Card) | None => 0,
    };
    Ok(match ask.part() {
        None if *call == CallId::Aspects => {
            format!(r#"{{"aspects": ["{}", "{}", "A third", "A fourth"]}}"#, ASPECTS[0], ASPECTS[1])
        }
        None if matches!(call, CallId::Cruxes { .. }) => answered(9),
        None => format!(
            r#"{{"position": "No, says {who} in {call}.", "reasoning": "Deploys cost {who} more.", "confidence": 0.7,
                "claims": [{{"label": "FACT", "text": "Deploys of {call} are dear"}}]}}"#
        ),
        Some(part) => match part {
            Part::Say(Stage::Convergence) => format!(
                r#"{{"trace": [{{"step": "belief", "text": "secret of {who}"}}], "core": "Whether {call} is dear.",
                    "kind": "empirical", "falsifier": "A cheap year.", "answer": "yes"}}"#
            ),
            Part::Say(Stage::Clash | Stage::Position | Stage::Exchange) => {
                let answer = if who.as_str() == "minimalist" { "no" } else { "yes" };
                let saying = WORDS[number % WORDS.len()];
                format!(
                    r#"{{"trace": [{{"step": "belief", "text": "secret of {who}"}}], "say": "{saying} of {call} decide it.",
                        "answer": "{answer}", "conceded": null}}"#
                )
            }
            Part::Judge { .. } => r#"{"opposed": true, "engaged": true, "same_claim": true, "relevant": true,
                "question": "Is it dear to run several services?"}"#
                .to_owned(),
            Part::Cores => r#"{"same": true}"#.to_owned(),
            Part::Card => {
                let room = call.room().unwrap();
                let other = if room.as_str() == "room-1" { "builder" } else { "operator" };
                let side = |by: &str, number: usize| {
                    let words = format!("{} of {room}/position/{number}/{by} decide it.", WORDS[number]);
                    format!(r#"{{"by": "{by}", "answer": "yes", "words": "{words}", "turn": null, "falsifier": null}}"#)
                };
                let sides = format!("[{}, {}]", side("minimalist", 1), side(other, 2));
                format!(
                    r#"{{"sides": {sides}, "crux": "Whether it is dear.", "kind": "empirical", "finer": null,
                    "settling": null, "conceded": []}}"#
                )
            }
        },
    })
}

/// Answers to so many crux questions: a plain no to each.
pub(super) fn answered(questions: usize) -> String {
    let one = |it: usize| format!(r#"{{"crux": {it}, "answer": "no", "why": "It never was so, {it} times."}}"#);
    format!(r#"{{"answers": [{}]}}"#, (1..=questions).map(one).collect::<Vec<_>>().join(", "))
}

/// The rules of a panel with a clerk, and aspects chosen by a person.
pub(super) fn rules() -> Rules {
    Rules { panel: Some(clerked()), analyst: Analyst::Local, ..Rules::default() }
}

pub(super) fn clerked() -> PanelRules {
    PanelRules {
        aspects: ASPECTS.map(str::to_owned).to_vec(),
        clerk: Some("sim/clerk".to_owned()),
        clash: 2,
        exchange: 2,
        ..PanelRules::default()
    }
}

/// A persona with three beliefs and a passage.
pub(super) fn persona(name: &str) -> Persona {
    let chunk = Chunk {
        id: format!("{name}-c1").as_str().into(),
        source: "essay.md".to_owned(),
        text: format!("{name} wrote that one deploy is cheaper than nine. It was so in every team."),
    };
    let quote = |text: &str| Quote { text: text.to_owned(), chunk: chunk.id.clone() };
    let node = |id: &str, concept: &str, kind| Node {
        id: id.to_owned(),
        concept: concept.to_owned(),
        kind,
        held: 0.8,
        chunks: vec![chunk.id.clone()],
    };
    let texts = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    let nodes = vec![
        node("b1", &format!("what {name} can hold in one head"), NodeKind::CoreValue),
        node("b2", "more services", NodeKind::FactualClaim),
        node("b3", "dear operation", NodeKind::Inference),
    ];
    let (cause, effect, chunks) = ("b2".to_owned(), "b3".to_owned(), vec![chunk.id.clone()]);
    let edge = Edge {
        id: "e1".to_owned(),
        cause,
        effect,
        polarity: Polarity::Furthers,
        confidence: 0.9,
        clause: None,
        chunks,
    };
    Persona {
        name: name.into(),
        built: Built::Hand,
        persuadability: Persona::PERSUADABILITY,
        contract: Contract {
            identity: format!("{name} has run systems for small teams. They distrust what they can't draw."),
            bias: texts(&["fewer moving parts"]),
            stakes: texts(&["being called at night"]),
            epistemology: texts(&["by running it"]),
            evidence: texts(&["incident reports"]),
            horizon: texts(&["two years"]),
            mind_changers: texts(&["a team of five that did it and slept well"]),
            voice: Voice {
                patterns: texts(&["short sentences"]),
                vocabulary: texts(&["pager", "blast radius"]),
                forbidden: texts(&["best practice"]),
                examples: vec![quote("One deploy is cheaper than nine.")],
            },
            anchors: vec![quote("It was so in every team.")],
        },
        beliefs: BeliefGraph { nodes, edges: vec![edge] },
        chunks: vec![chunk],
    }
}

/// A panel in progress.
pub(super) struct Play {
    pub(super) debate: Debate,
    pub(super) log: Vec<Envelope>,
    /// The steps so far.
    pub(super) course: Vec<String>,
    /// Every question with its prompt.
    pub(super) asked: Vec<(Ask, Prompt)>,
    pub(super) world: World,
}

pub(super) const NAMES: [&str; 4] = ["minimalist", "builder", "operator", "economist"];

impl Play {
    pub(super) fn new(rules: Rules, world: World) -> Play {
        Play::seated(rules, world, NAMES.map(persona).to_vec())
    }

    pub(super) fn seated(rules: Rules, world: World, personas: Vec<Persona>) -> Play {
        let seat = |(at, it): (usize, &Persona)| {
            Participant::new(it.name.clone(), format!("sim/{}", it.name), "sim".into(), Perspective::of_seat(at))
        };
        let participants = personas.iter().enumerate().map(seat).collect();
        let opened = Event::DebateOpened {
            version: LOG_VERSION,
            debate: "test".into(),
            topic: Topic::new(TOPIC).unwrap(),
            ballot: None,
            mode: panel::NAME.into(),
            participants,
            rules,
            rehearsal: false,
            fork: None,
        };
        let opened = Envelope { seq: 0, at: 0, elapsed: 0, event: opened };
        let debate = Debate::open(&opened).unwrap();
        let mut play = Play { debate, log: vec![opened], course: Vec::new(), asked: Vec::new(), world };
        play.tell(Event::Panel { what: PanelEvent::PersonasSeated { personas } });
        play
    }

    /// The same panel after the first `upto` events of its log.
    pub(super) fn cut(&self, upto: usize) -> Play {
        let log = self.log[..upto].to_vec();
        let debate = Debate::replay(&log).unwrap();
        Play { debate, log, course: Vec::new(), asked: Vec::new(), world: self.world.clone() }
    }

    pub(super) fn tell(&mut self, event: Event) {
        let seq = self.debate.next_seq;
        let envelope = Envelope { seq, at: seq, elapsed: seq, event };
        self.debate.apply(&envelope).unwrap();
        self.log.push(envelope);
    }

    pub(super) fn next(&self) -> Step {
        panel::Panel.next(&self.debate)
    }

    /// Plays to the end.
    pub(super) fn play(&mut self) -> &mut Play {
        while self.step() {}
        self
    }

    /// Does the next step; false if there was none.
    pub(super) fn step(&mut self) -> bool {
        let step = self.next();
        self.course.push(told(&step));
        assert!(self.course.len() < 2_000, "it does not end: {:#?}", &self.course[1_900..]);
        match step {
            Step::Done => return false,
            Step::Record(event) => self.tell(event),
            Step::LocalTasks(local_tasks) => local_tasks.iter().for_each(|it| self.run(it)),
            Step::Compare(compares) => compares.iter().for_each(|it| self.compare(it)),
            Step::Group(asked) => panic!("nobody votes, and this is grouped: {asked:?}"),
            Step::Ask(asks) => {
                let prompts = panel::Panel.prompts(&self.debate, &asks).unwrap();
                assert_eq!(asks.len(), prompts.len());
                self.asked.extend(asks.iter().cloned().zip(prompts));
                asks.iter().for_each(|it| self.hear(it));
            }
        }
        true
    }

    fn run(&mut self, task: &LocalTask) {
        let event = match task {
            LocalTask::Recall(it) => {
                let persona = &self.debate.panel.personas[&it.by];
                let beliefs = ["b1", "e1"].into_iter().filter(|id| persona.beliefs.words(id).is_some());
                let beliefs = beliefs.map(str::to_owned).collect();
                let shown: Vec<&Chunk> = persona.chunks.iter().take(2).collect();
                let chunks = shown.iter().map(|it| it.id.clone()).collect();
                let last = |it: &Chunk| it.text.rsplit(". ").next().unwrap_or_default().to_owned();
                let quotes = shown.iter().map(|it| Quote { text: last(it), chunk: it.id.clone() }).collect();
                let (call, by, how) = (it.call.clone(), it.by.clone(), "words".to_owned());
                Event::Panel {
                    what: PanelEvent::BeliefsRecalled {
                        call,
                        by,
                        beliefs,
                        chunks,
                        quotes,
                        scores: Vec::new(),
                        how,
                        took: 0,
                    },
                }
            }
            LocalTask::Judge(it) => {
                let made = it.pairs.iter().map(|_| relation(true, true)).collect();
                panel::judged_locally(&self.debate, it, "local", Ok(made), 1).unwrap()
            }
        };
        self.tell(event);
    }

    fn compare(&mut self, compare: &Compare) {
        let focus = self.debate.round().unwrap().focus.clone().unwrap_or_default();
        let is = |list: &[(&str, &str, &str)], a: &Name, b: &Name| {
            list.iter().any(|(aspect, one, other)| {
                *aspect == focus && [(*one, *other), (*other, *one)].contains(&(a.as_str(), b.as_str()))
            })
        };
        let pairs = compare.pairs.iter().map(|(a, b)| {
            let (opposed, astray) = (is(&self.world.opposed, &a.by, &b.by), is(&self.world.astray, &a.by, &b.by));
            let relation = if astray { relation(false, false) } else { relation(opposed, true) };
            Pair { a: a.clone(), b: b.clone(), relation }
        });
        let (round, call, analyst) = (compare.round, compare.call.clone(), "local".to_owned());
        let event = Event::PositionsCompared {
            round,
            call,
            analyst,
            failed: None,
            pairs: pairs.collect(),
            answer: None,
            took: 0,
        };
        self.tell(event);
    }

    /// Answers a question.
    pub(super) fn hear(&mut self, ask: &Ask) {
        let usage = Usage { input: (self.world.tokens)(ask), ..Usage::default() };
        let outcome = (self.world.answer)(ask)
            .map(|text| Answer { text, usage, ..Answer::default() })
            .map_err(|why| (why, String::new()));
        self.tell(recorded(&self.debate, ask, outcome));
    }

    pub(super) fn said(&self) -> String {
        self.course.join("\n")
    }
}

/// The event that records an answer.
fn recorded(debate: &Debate, ask: &Ask, outcome: Result<Answer, (Failure, String)>) -> Event {
    match ask {
        Ask::Turn(turn) => taken(debate, turn, outcome),
        Ask::Panel(ask) => panel::recorded(debate, ask, outcome, 1).unwrap(),
        Ask::Review(review) => panic!("a panel has no evaluator: {review:?}"),
    }
}

fn taken(debate: &Debate, ask: &ask::Turn, outcome: Result<Answer, (Failure, String)>) -> Event {
    let (round, call, by) = (ask.round, ask.call.clone(), ask.who.clone());
    let answer = match outcome {
        Ok(answer) => answer,
        Err((why, detail)) => return Event::TurnFailed { round, call, by, why, detail, answer: None, took: 0 },
    };
    let (mut turn, mut flaws) = reply::read(&answer.text);
    match (panel::Panel.check(debate, ask, &mut turn, &mut flaws), ask.attempt) {
        (Grade::Whole, _) | (Grade::Partial, Attempt::Second) => {
            Event::TurnTaken { round, call, by, turn, flaws, answer }
        }
        (_, Attempt::First) => Event::AnswerUnusable { round, call, by, flaws, answer },
        (_, Attempt::Second) => {
            let (why, detail) = (Failure::Unusable, String::new());
            Event::TurnFailed { round, call, by, why, detail, answer: Some(answer), took: 0 }
        }
    }
}

fn relation(opposed: bool, on_topic: bool) -> Relation {
    let opposition = if opposed || !on_topic { 0.95 } else { 0.1 };
    Relation { similarity: 0.3, opposition, opposed, same_point: false, on_topic }
}

/// A step on one line.
pub(super) fn told(step: &Step) -> String {
    let calls = |it: Vec<&CallId>| it.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match step {
        Step::Done => "done".to_owned(),
        Step::Record(Event::Panel { what: PanelEvent::AspectsSet { aspects, by, failed, .. } }) => {
            format!(
                "aspects by {by}: {}{}",
                aspects.join("; "),
                failed.iter().map(|it| format!(" ({it})")).collect::<String>()
            )
        }
        Step::Record(Event::Panel { what: PanelEvent::DisputesFound { disputes, ignored, by, .. } }) => {
            let found = disputes.iter().map(|it| format!("{} {}/{}", it.room, it.a, it.b));
            let ignored = ignored.iter().map(|it| format!("not {}/{}: {}", it.a, it.b, it.why));
            format!("disputes by {by}: {}", found.chain(ignored).collect::<Vec<_>>().join("; "))
        }
        Step::Record(Event::Room { room, what, .. }) => {
            let what = match what {
                RoomEvent::Opened { question } => format!("opened: {question}"),
                RoomEvent::Settled { why } => format!("settled: {why}"),
                RoomEvent::Left { why, .. } => format!("left: {why}"),
                RoomEvent::CardDrawn { failed, .. } => {
                    format!("no card: {}", failed.clone().unwrap_or_default())
                }
                other @ (RoomEvent::Said { .. }
                | RoomEvent::AnswerUnusable { .. }
                | RoomEvent::TurnFailed { .. }
                | RoomEvent::ClashJudged { .. }
                | RoomEvent::CoresCompared { .. }) => format!("{other:?}"),
            };
            format!("{room} {what}")
        }
        Step::Record(Event::RoundOpened { round, kind, focus, .. }) => {
            format!("round {round} {kind:?}{}", focus.iter().map(|it| format!(": {it}")).collect::<String>())
        }
        Step::Record(Event::DebateClosed { why, .. }) => format!("closed: {why}"),
        Step::Record(event) => event.kind().to_owned(),
        Step::Ask(asks) => format!("ask {}", calls(asks.iter().map(Ask::call).collect())),
        Step::Group(it) => format!("group {}", it.call),
        Step::Compare(it) => format!("compare {}", calls(it.iter().map(|it| &it.call).collect())),
        Step::LocalTasks(local_tasks) => {
            let told = local_tasks.iter().map(|it| match it {
                LocalTask::Recall(it) => format!("recall {}", it.call),
                LocalTask::Judge(it) => format!("weigh {}", it.call),
            });
            told.collect::<Vec<_>>().join(", ")
        }
    }
}
