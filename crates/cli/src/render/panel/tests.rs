//! A whole hand-written panel: two rooms at once, one of which is cut off, and an undisputed aspect.
use super::card::{self, Detail};
use super::columns::Gathered;
use super::room::{self, Shown};
use super::{findings, graph, matrix, take};
use crate::render::style::Style;
use crate::render::turns::Transcript;
use analysis::crux::{Cell, ClaimEdge, ClaimGraph, ClaimNode, Row};
use debate::crux::{Answered, CardPosition, ClaimRelation, CruxKind, Finer, Resolution, Words};
use debate::event::Reason;
use debate::event::{
    Answer, Dispute, Failure, Ignored, PanelEvent, Parts, RoomEvent, RoomTurn, RoundKind, Stage, Thought,
};
use debate::persona::{Built, Quote};
use debate::rules::PanelRules;
use debate::{
    CallId, Card, Debate, Envelope, Event, Name, Participant, Persona, Perspective, RoomId, Rules, Topic, Turn,
};
use engine::Status;

const NAMES: [&str; 3] = ["hamilton", "jay", "madison"];

fn seat(name: &str) -> Participant {
    Participant::new(name.into(), "sim/1".to_owned(), "sim".to_owned(), Perspective::RiskAttentive)
}

fn persona(name: &&str) -> Persona {
    Persona {
        name: (*name).into(),
        built: Built::Extractive,
        persuadability: Persona::PERSUADABILITY,
        contract: Default::default(),
        beliefs: Default::default(),
        chunks: Vec::new(),
    }
}

fn panel(what: PanelEvent) -> Event {
    Event::Panel { what }
}

fn round(round: u32, kind: RoundKind, focus: Option<&str>) -> Event {
    Event::RoundOpened { round, in_turn: false, kind, focus: focus.map(str::to_owned) }
}

fn recalled(call: &CallId, by: &str, beliefs: &[&str]) -> Event {
    panel(PanelEvent::BeliefsRecalled {
        call: call.clone(),
        by: by.into(),
        beliefs: beliefs.iter().map(|it| (*it).to_owned()).collect(),
        chunks: Vec::new(),
        quotes: Vec::new(),
        scores: Vec::new(),
        how: "words".to_owned(),
        took: 1,
    })
}

fn taken(round: u32, by: &str, position: &str) -> Event {
    let turn = Turn {
        position: Some(position.to_owned()),
        reasoning: Some("Experience is the oracle of truth.".to_owned()),
        confidence: (round == 1).then_some(0.8),
        ..Turn::default()
    };
    let answer = Answer { took: 1_200, ..Answer::default() };
    Event::TurnTaken { round, call: CallId::turn(round, &by.into()), by: by.into(), turn, flaws: Vec::new(), answer }
}

fn in_room(room: usize, what: RoomEvent) -> Event {
    Event::Room { round: 2, room: RoomId::number(room), what }
}

fn said(room: usize, stage: Stage, number: usize, by: &str, turn: RoomTurn) -> Event {
    let call = CallId::said(&RoomId::number(room), stage, number, &by.into());
    in_room(room, RoomEvent::Said { call, by: by.into(), stage, turn, flaws: Vec::new(), answer: Answer::default() })
}

fn say(words: &str) -> RoomTurn {
    RoomTurn { say: words.to_owned(), ..RoomTurn::default() }
}

fn cores(room: usize, time: usize, same: bool) -> Event {
    let call = CallId::cores(&RoomId::number(room), time);
    let (judge, same) = ("lexical".to_owned(), Some(same));
    in_room(room, RoomEvent::CoresCompared { call, judge, same, failed: None, answer: None, took: 1 })
}

fn words(by: &str, words: &str, turn: &str) -> Words {
    Words { by: by.into(), words: words.to_owned(), turn: turn.into() }
}

fn card() -> Card {
    let stand = |by: &str, answer, words: &str| CardPosition {
        by: by.into(),
        answer: Some(answer),
        words: words.to_owned(),
        turn: CallId::said(&RoomId::number(1), Stage::Position, 1, &by.into()),
    };
    Card {
        question: "Is a standing army compatible with liberty?".to_owned(),
        positions: vec![
            stand("hamilton", Answered::Yes, "An army the legislature votes every two years threatens nobody."),
            stand("jay", Answered::Nuanced, "Only so long as the danger is from abroad."),
        ],
        crux: "Whether a legislature withholds money from an army it fears".to_owned(),
        kind: Some(CruxKind::Empirical),
        finer: Some(Finer::Horizon),
        falsifiers: vec![words(
            "hamilton",
            "a legislature that was dissolved by its army",
            "room-1/convergence/1/hamilton",
        )],
        settling: Some("How often did one refuse supply?".to_owned()),
        conceded: vec![words("jay", "a militia alone loses wars", "room-1/exchange/2/jay")],
        agreed: None,
        resolved: None,
        claims: vec!["C1".to_owned(), "C2".to_owned()],
    }
}

fn events() -> Vec<Event> {
    let rules = Rules { panel: Some(PanelRules::default()), ..Rules::default() };
    let opened = Event::DebateOpened {
        version: debate::event::LOG_VERSION,
        debate: "abcd2345".into(),
        topic: Topic::new("Should the union keep a standing army?").unwrap(),
        ballot: None,
        mode: "panel".to_owned(),
        participants: NAMES.map(seat).to_vec(),
        rules,
        rehearsal: false,
        fork: None,
    };
    let mut all = vec![
        opened,
        panel(PanelEvent::PersonasSeated { personas: NAMES.iter().map(persona).collect() }),
        panel(PanelEvent::AspectsSet {
            aspects: vec!["Safety from abroad".to_owned(), "Cost".to_owned()],
            by: "graphs".to_owned(),
            contradictions: Vec::new(),
            call: None,
            failed: None,
            answer: None,
            took: 0,
        }),
        round(1, RoundKind::Opening, None),
        recalled(&CallId::turn(1, &"jay".into()), "jay", &[]),
        recalled(&CallId::turn(1, &"hamilton".into()), "hamilton", &["b1"]),
    ];
    all.extend(NAMES.map(|it| taken(1, it, &format!("{it} opens \u{1b}[31mwith this."))));
    all.push(round(2, RoundKind::Take, Some("Safety from abroad")));
    all.extend(NAMES.map(|it| taken(2, it, "It keeps the peace.")));
    let dispute = |room, a: &str, b: &str| Dispute { room: RoomId::number(room), a: a.into(), b: b.into() };
    all.push(panel(PanelEvent::DisputesFound {
        round: 2,
        by: "local".to_owned(),
        disputes: vec![dispute(1, "hamilton", "jay"), dispute(2, "jay", "madison")],
        ignored: vec![Ignored {
            a: "hamilton".into(),
            b: "madison".into(),
            why: "it is not about the topic".to_owned(),
        }],
    }));
    let trace = vec![Thought { step: "threat".to_owned(), text: "my fear of faction is at stake".to_owned() }];
    let holds = |answer| RoomTurn { answer: Some(answer), trace: trace.clone(), ..say("This is what I hold.") };
    let core =
        |words: &str| RoomTurn { core: Some(words.to_owned()), kind: Some(CruxKind::Empirical), ..RoomTurn::default() };
    let lost = RoomEvent::TurnFailed {
        call: CallId::said(&RoomId::number(2), Stage::Clash, 2, &"madison".into()),
        by: "madison".into(),
        stage: Stage::Clash,
        why: Failure::Withheld,
        detail: "a dose is named".to_owned(),
        answer: None,
        took: 3,
    };
    let drawn = |room, card: Option<Card>, failed: Option<&str>| {
        let (call, judge) = (CallId::card(&RoomId::number(room)), "words".to_owned());
        in_room(
            room,
            RoomEvent::CardDrawn { call, judge, card, failed: failed.map(str::to_owned), answer: None, took: 1 },
        )
    };
    let parts = Parts { opposed: true, engaged: Some(true), same_claim: Some(true), relevant: true };
    all.extend([
        said(1, Stage::Clash, 1, "hamilton", say("You would meet an invasion with a resolution.")),
        said(2, Stage::Clash, 1, "jay", say("Faction is the lesser evil.")),
        said(1, Stage::Clash, 2, "jay", say("You would meet a dissenter with a regiment.")),
        in_room(2, lost),
        in_room(
            1,
            RoomEvent::ClashJudged {
                call: CallId::judge(&RoomId::number(1), 1),
                judge: "lexical".to_owned(),
                parts: Some(parts),
                question: Some(card().question),
                failed: None,
                answer: None,
                took: 1,
            },
        ),
        drawn(2, None, Some("madison had nothing to say in the clash")),
        in_room(1, RoomEvent::Opened { question: card().question }),
        said(1, Stage::Position, 1, "hamilton", holds(Answered::Yes)),
        said(1, Stage::Position, 1, "jay", holds(Answered::Nuanced)),
        said(1, Stage::Exchange, 1, "hamilton", say("You reject the record of two-year votes.")),
        said(
            1,
            Stage::Exchange,
            2,
            "jay",
            RoomTurn { conceded: Some("a militia alone loses wars".to_owned()), ..say("I grant that.") },
        ),
        said(1, Stage::Convergence, 1, "hamilton", core("who holds the purse")),
        said(1, Stage::Convergence, 1, "jay", core("how far abroad the danger is")),
        cores(1, 1, false),
        said(1, Stage::Exchange, 3, "hamilton", say("Distance is no part of it.")),
        said(1, Stage::Convergence, 2, "hamilton", core("who holds the purse")),
        said(1, Stage::Convergence, 2, "jay", core("who holds the purse")),
        cores(1, 2, true),
        drawn(1, Some(card()), None),
        round(3, RoundKind::Take, Some("Cost")),
    ]);
    all.extend(NAMES.map(|it| taken(3, it, "It is cheap.")));
    all.push(panel(PanelEvent::DisputesFound {
        round: 3,
        by: "local".to_owned(),
        disputes: Vec::new(),
        ignored: Vec::new(),
    }));
    all.push(round(4, RoundKind::Closing, None));
    all.extend(NAMES.map(|it| taken(4, it, "This is where I end.")));
    all.push(Event::DebateClosed { why: Reason::Discussed, figures: Vec::new(), question: None });
    all
}

fn log() -> Vec<Envelope> {
    (0..).zip(events()).map(|(seq, event)| Envelope { seq, at: 0, elapsed: 0, event }).collect()
}

/// P-12, P-17, P-24, I-12: a whole panel in a pipe: simultaneous rooms are a block each, cards are boxes, failures and undisputed aspects
/// are shown, and no control characters are left.
#[test]
fn a_whole_panel_reads_well() {
    let mut transcript = Transcript::new(Style::plain(), &[]);
    let text: String = log().iter().map(|it| transcript.event(it)).collect();
    assert!(!text.contains('\u{1b}') && !text.contains("faction is at stake"), "{text}");
    insta::assert_snapshot!("a panel, plain", text);
}

/// P-04: a turn with passages, or with beliefs, is grounded; one with neither is not, in the terminal as everywhere.
#[test]
fn a_turn_is_grounded_by_passages_too() {
    let call = |by: &str| CallId::turn(1, &by.into());
    let mut all = events();
    all.truncate(4);
    for (by, beliefs, text) in
        [("hamilton", &["b1"][..], None), ("jay", &[][..], Some("Peace.")), ("madison", &[][..], None)]
    {
        let mut event = recalled(&call(by), by, beliefs);
        if let Event::Panel { what: PanelEvent::BeliefsRecalled { quotes, .. } } = &mut event {
            quotes.extend(text.map(|text| Quote { text: text.to_owned(), chunk: "k1".into() }));
        }
        all.push(event);
    }
    let log: Vec<Envelope> = (0..).zip(all).map(|(seq, event)| Envelope { seq, at: 0, elapsed: 0, event }).collect();
    let debate = Debate::replay(&log).unwrap();
    let ungrounded = NAMES.map(|it| take::is_ungrounded(&debate, &call(it)));
    assert_eq!(ungrounded, [false, false, true]);
}

/// P-42: takes of a round stand side by side on a wide terminal, in seating order, within its width.
#[test]
fn takes_stand_side_by_side() {
    let style = Style::terminal(130, false);
    let mut transcript = Transcript::new(style, &[]);
    let (mut round, mut shown) = (Gathered::default(), String::new());
    for envelope in log().iter().take(9) {
        let text = transcript.event(envelope);
        if let Event::TurnTaken { by, .. } = &envelope.event {
            round.push(transcript.seat(by), text);
        }
    }
    shown.push_str(&round.take(transcript.columns()));
    insta::assert_snapshot!("takes, side by side", shown);
}

/// P-22: hidden reasoning is shown on request only.
#[test]
fn traces_are_shown_on_request() {
    let debate = Debate::replay(&log()).unwrap();
    let room = &debate.panel.rooms[0];
    let [said, traced] = [Shown::Visible, Shown::Traced].map(|it| room::text(Style::plain(), &debate, room, it));
    let thought = "hamilton thinks, threat: my fear of faction is at stake";
    assert!(!said.contains("faction") && traced.contains(thought), "{traced}");
    let left: String = traced.lines().filter(|it| !it.contains(" thinks, ")).map(|it| format!("{it}\n")).collect();
    assert_eq!(left, said);
}

/// P-24: a resolved card says which way and by what; the turns it cites are quoted on request.
#[test]
fn a_card_says_all_it_has() {
    let mut debate = Debate::replay(&log()).unwrap();
    let resolved = Some(Resolution {
        answer: Answered::No,
        how: "both grant the record".to_owned(),
        opened: vec!["E1".to_owned()],
    });
    let drawn = debate.panel.rooms[0].card.as_mut().unwrap();
    drawn.card = Ok(Card { resolved, kind: None, finer: None, ..card() });
    let text = card::text(Style::terminal(72, false), &debate.panel.rooms[0], Detail::Turns);
    assert!(text.lines().all(|it| console::measure_text_width(it) <= 72), "{text}");
    insta::assert_snapshot!("a card", text);
    let came = findings::text(Style::plain(), &debate, &Status::Over);
    assert!(came.contains("Settled cruxes") && !came.contains("Open cruxes"), "{came}");
}

/// P-41: eight personas by twelve cruxes fit into 80 columns, with numbers for cruxes and a list of them below.
#[test]
fn a_matrix_fits_eighty_columns() {
    let seats: Vec<Participant> = (1..=8).map(|n| seat(&format!("a participant with number {n}"))).collect();
    let answers = [Some(Answered::Yes), Some(Answered::No), Some(Answered::Nuanced), None];
    let cell = |at: usize, it: &Participant| Cell {
        by: it.name.clone(),
        answer: answers[at % 4],
        no_view: at % 8 == 7,
        unsaid: at % 8 == 3,
        words: None,
    };
    let row = |n: usize| Row {
        room: RoomId::number(n + 1),
        number: n + 1,
        question: format!("Is it so, {n}?"),
        cells: seats.iter().enumerate().map(|(at, it)| cell(at + n, it)).collect(),
    };
    let rows: Vec<Row> = (1..=12).map(row).collect();
    let text = matrix::text(Style::terminal(80, false), &seats, &rows);
    assert!(text.lines().all(|it| console::measure_text_width(it) <= 80), "{text}");
    insta::assert_snapshot!("a matrix", text);
    for width in [20, 40] {
        let narrow = matrix::text(Style::terminal(width, true), &seats, &rows);
        assert!(narrow.lines().all(|it| console::measure_text_width(it) <= width), "{narrow}");
    }
}

/// A whole log as a terminal of that width shows it: a round becomes a block when it is over.
fn shown(width: usize, log: &[Envelope]) -> String {
    let mut transcript = Transcript::new(Style::terminal(width, true), &[]);
    let (mut round, mut shown) = (Gathered::default(), String::new());
    for envelope in log {
        let text = transcript.event(envelope);
        if let Event::TurnTaken { by, .. } = &envelope.event {
            round.push(transcript.seat(by), text);
        } else {
            shown.push_str(&round.take(transcript.columns()));
            shown.push_str(&text);
        }
    }
    format!("{shown}{}", transcript.unfinished())
}

/// I-12, P-42: at 20 and 40 columns takes stand one below the other, from 120 on side by side, and no line exceeds the terminal. This holds
/// for every prefix of the log.
#[test]
fn a_panel_fits_every_terminal() {
    let log = log();
    for (width, beside) in [(20, 1), (40, 1), (120, 3), (200, 3)] {
        for upto in (1..=log.len()).step_by(3).chain([log.len()]) {
            let text = shown(width, &log[..upto]);
            let wide = text.lines().find(|it| console::measure_text_width(it) > width);
            assert_eq!(wide, None, "{width} {upto}");
        }
        let text = shown(width, &log);
        let heads =
            |it: &str| NAMES.iter().filter(|name| it.contains(&format!("\u{1b}[1m{name}\u{1b}[0m 0.80"))).count();
        assert_eq!(text.lines().map(heads).max(), Some(beside), "{width}: {text}");
    }
    let narrow = console::strip_ansi_codes(&shown(20, &log)).into_owned();
    insta::assert_snapshot!("a panel, twenty columns", narrow);
}

/// P-18: in a terminal a panel says what all hold, the cruxes with what would settle them, who moved and what to find out; nothing of a vote.
#[test]
fn a_panel_says_what_it_found() {
    let text = findings::text(Style::plain(), &Debate::replay(&log()).unwrap(), &Status::Over);
    for part in [
        "Nobody votes",
        "What all hold",
        "Open cruxes",
        "would settle it: How often",
        "Who moved",
        "What to find out next",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for word in ["onsensus", "issensus", "erdict", "plain vote", "option A", "Label", "no ballot", "independent voices"]
    {
        assert!(!text.contains(word), "{word}: {text}");
    }
    insta::assert_snapshot!("what a panel found", text);
}

/// P-10: a room that the budget cut off is among the findings, with the reason.
#[test]
fn what_was_cut_is_told() {
    let log = log();
    let upto =
        log.iter().position(|it| matches!(it.event, Event::Room { what: RoomEvent::Opened { .. }, .. })).unwrap();
    let mut cut = log[..=upto].to_vec();
    let why = Event::DebateClosed { why: Reason::Budget, figures: Vec::new(), question: None };
    cut.push(Envelope { seq: cut.len() as u64, at: 0, elapsed: 0, event: why });
    let came = findings::text(Style::plain(), &Debate::replay(&cut).unwrap(), &Status::Over);
    assert!(
        came.contains("Unfinished rooms") && came.contains("the budget did not reach for more (room-1: "),
        "{came}"
    );
    assert!(!came.contains("Open cruxes"), "{came}");
}

/// P-40: the digraph is valid whatever a claim contains: no text ends a string.
#[test]
fn a_graph_is_escaped() {
    let node = |id: &str, by: &str, text: &str| ClaimNode {
        id: id.to_owned(),
        text: text.to_owned(),
        by: Name::from(by),
        call: CallId::turn(2, &by.into()),
    };
    let graph = ClaimGraph {
        nodes: vec![node("C1", "jay", "He said \"no\\\" ];\n} \u{1b}[2J"), node("C2", "hamilton", "Yes.")],
        edges: vec![ClaimEdge {
            from: "C2".to_owned(),
            to: "C1".to_owned(),
            relation: ClaimRelation::Attacks,
            by: "hamilton".into(),
            room: None,
            call: CallId::turn(2, &"jay".into()),
        }],
    };
    insta::assert_snapshot!(graph::dot(&graph), @r##"
    digraph claims {
      rankdir=BT;
      node [shape=box, style=rounded, fontname="sans-serif"];
      "C1" [label="C1 jay: He said \"no\\\" ]; } [2J", color="#0072b2", tooltip="r2/turn/jay"];
      "C2" [label="C2 hamilton: Yes.", color="#d55e00", tooltip="r2/turn/hamilton"];
      "C2" -> "C1" [color="#b00020", style=dashed, label="attacks", tooltip="r2/turn/jay"];
    }
    "##);
}
