//! Debates made in code, and ones with any text in every field.
use debate::ballot::OnOption;
use debate::crux::{Agreement, Answered, ClaimLink, ClaimRelation, CruxAnswer, Words};
use debate::event::{Answer, Event, Failure, LOG_VERSION, Reason, RoundKind};
use debate::state::panel::AnsweredCruxes;
use debate::{
    Act, Ballot, CallId, Cast, Claim, ClaimMove, Consent, Debate, Envelope, Kind, Label, Letter, Name, Participant,
    Perspective, Reference, Rules, Topic, Turn, log,
};
use std::collections::BTreeMap;

/// A log in which every text tries to inject markup.
pub(crate) const HOSTILE: &str = include_str!("../logs/hostile.jsonl");
/// A readable panel: a crux, a failed room, a clash that settled a disagreement, an undisputed aspect.
pub(crate) const PANEL: &str = include_str!("../logs/panel.jsonl");
/// The same panel with injection attempts in every text, those of personas included.
pub(crate) const HOSTILE_PANEL: &str = include_str!("../logs/hostile-panel.jsonl");

/// The debate of a log.
pub(crate) fn debate(log: &str) -> Debate {
    Debate::replay(&log::read_lines(log).unwrap()).unwrap()
}

/// The panel with all that its log lacks: links in a room and in the closing, each relation once; an aspect to which all say the same; answers
/// of the one who was not in the room, and a crux on which both agree.
pub(crate) fn eventful(mut debate: Debate) -> Debate {
    let link = |claim: &str, relation| ClaimLink { claim: claim.to_owned(), relation };
    let room = &mut debate.panel.rooms[0];
    room.said[0].turn.links = vec![link("C2", ClaimRelation::Attacks)];
    room.said[1].turn.links = vec![link("R1.1", ClaimRelation::Concedes), link("C1", ClaimRelation::Supports)];
    let card = room.card.as_mut().and_then(|it| it.card.as_mut().ok()).unwrap();
    let on =
        card.positions.iter().map(|it| Words { by: it.by.clone(), words: it.words.clone(), turn: it.turn.clone() });
    card.agreed = Some(Agreement { on: on.collect(), answer: Some(Answered::Nuanced) });
    let (said, name) = (card.crux.clone(), debate.participants[2].name.clone());
    let answer = CruxAnswer { room: room.id.clone(), answer: Some(Answered::Nuanced), words: Some(said) };
    let answered = AnsweredCruxes { by: name.clone(), answers: Ok(vec![answer]), is_unreadable: false };
    debate.panel.answered.insert(CallId::turn(6, &name), answered);
    let undisputed = debate.rounds.iter_mut().find(|it| it.number == 4).unwrap();
    let same = undisputed.spoken[0].turn.position.clone();
    undisputed.spoken.iter_mut().for_each(|it| it.turn.position = same.clone());
    let closing = debate.rounds.last_mut().unwrap();
    for (spoken, (act, claim)) in
        closing.spoken.iter_mut().zip([(Act::Support, "C1"), (Act::Challenge, "C2"), (Act::Concede, "C1")])
    {
        let why = spoken.turn.position.clone();
        let claim = claim.to_owned();
        spoken.turn.moves = vec![ClaimMove { claim, act, why, assessment: None, counter: None, synthesis: None }];
    }
    debate
}

/// The hostile log with other texts; equal texts, such as names, get the same replacement.
pub(crate) fn saying(text: impl Fn(usize) -> String) -> Debate {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut lines = Vec::new();
    for line in HOSTILE.lines() {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        replace(&mut value, &mut |old| {
            let at = seen.len();
            seen.entry(old.to_owned()).or_insert_with(|| format!("{}{at}", text(at))).clone()
        });
        lines.push(value.to_string());
    }
    assert!(seen.len() > 150, "{}", seen.len());
    debate(&lines.join("\n"))
}

fn replace(value: &mut serde_json::Value, with: &mut impl FnMut(&str) -> String) {
    match value {
        serde_json::Value::String(text) if text.contains("hostile") => *text = with(text),
        serde_json::Value::Array(list) => list.iter_mut().for_each(|it| replace(it, with)),
        serde_json::Value::Object(fields) => fields.values_mut().for_each(|it| replace(it, with)),
        serde_json::Value::Null
        | serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_) => {}
    }
}

/// A debate made event by event.
pub(crate) struct Made {
    log: Vec<Envelope>,
}

impl Made {
    /// So many participants, none of them simulated.
    pub(crate) fn of(seats: usize) -> Made {
        let participants = (0..seats).map(|seat| {
            Participant::new(
                name(seat),
                format!("example/{seat}"),
                format!("family-{seat}"),
                Perspective::of_seat(seat),
            )
        });
        let mut made = Made { log: Vec::new() };
        made.add(Event::DebateOpened {
            version: LOG_VERSION,
            debate: "made".into(),
            topic: Topic::new("Should we adopt it?").unwrap(),
            ballot: Some(Ballot::YesNo),
            mode: "collaborative".into(),
            participants: participants.collect(),
            rules: Rules { rounds: 50, ..Rules::default() },
            rehearsal: false,
            fork: None,
        });
        made
    }

    /// The same, as a rehearsal.
    pub(crate) fn rehearsed(mut self) -> Made {
        if let Some(Event::DebateOpened { rehearsal, .. }) = self.log.first_mut().map(|it| &mut it.event) {
            *rehearsal = true;
        }
        self
    }

    pub(crate) fn round(mut self, number: u32) -> Made {
        self.add(Event::RoundOpened { round: number, in_turn: false, kind: RoundKind::Usual, focus: None });
        self
    }

    pub(crate) fn says(mut self, round: u32, seat: usize, turn: Turn) -> Made {
        let (call, by) = (CallId::turn(round, &name(seat)), name(seat));
        self.add(Event::TurnTaken { round, call, by, turn, flaws: Vec::new(), answer: Answer::default() });
        self
    }

    pub(crate) fn loses(mut self, round: u32, seat: usize) -> Made {
        let (call, by) = (CallId::turn(round, &name(seat)), name(seat));
        let (why, detail) = (Failure::TimedOut, "no answer in 60 s".to_owned());
        self.add(Event::TurnFailed { round, call, by, why, detail, answer: None, took: 60_000 });
        self
    }

    pub(crate) fn closes(mut self, why: Reason, question: Option<&str>) -> Made {
        self.add(Event::DebateClosed { why, figures: Vec::new(), question: question.map(str::to_owned) });
        self
    }

    pub(crate) fn debate(&self) -> Debate {
        Debate::replay(&self.log).unwrap()
    }

    fn add(&mut self, event: Event) {
        let seq = self.log.len() as u64;
        self.log.push(Envelope { seq, at: 1_763_200_000_000 + seq, elapsed: seq, event });
    }
}

fn name(seat: usize) -> Name {
    format!("seat-{seat}").into()
}

/// A turn that casts the option of this letter, and votes on the other one.
pub(crate) fn holding(letter: &str, position: &str, confidence: f64, other: Option<Consent>) -> Turn {
    let letter: Letter = letter.parse().unwrap();
    let against =
        |stand| OnOption { option: Letter::at(1 - letter.place()), stand, why: Some("It can wait.".to_owned()) };
    Turn {
        position: Some(position.to_owned()),
        confidence: Some(confidence),
        ballot: Some(Cast::Option(letter)),
        others: other.into_iter().map(against).collect(),
        ..Turn::default()
    }
}

/// Fifty rounds of eight seats with long answers.
pub(crate) fn long() -> Debate {
    let mut made = Made::of(8);
    for round in 1..=50_u32 {
        made = made.round(round);
        for seat in 0..8 {
            let (side, letter, other) = if seat % 2 == 0 { ("Yes", "A", "slow") } else { ("No", "B", "costly") };
            let claim = |which: usize| Claim {
                label: if which == 0 { Label::Fact } else { Label::Infer },
                text: format!(
                    "In case {round}/{seat}/{which} it was {other}, which {} of {} found out late.",
                    seat + 3,
                    round + 40
                ),
                cites: vec![1],
                kind: Some(Kind::Empirical),
                assigned: false,
                standing: None,
            };
            let act = |it: usize| ClaimMove {
                claim: format!("C{}", it + 1),
                act: Act::ALL[(it + seat) % 4],
                why: Some("The figures of the case say so, and they were counted twice.".to_owned()),
                assessment: None,
                counter: None,
                synthesis: None,
            };
            let reference = Reference {
                number: 1,
                title: format!("Report {round} of seat {seat}"),
                url: Some(format!("https://example.org/{round}/{seat}")),
                kind: Some(Kind::Empirical),
                assigned: false,
            };
            let turn = Turn {
                reasoning: Some("A reason that takes up some room, as reasons do, and is not cut short. ".repeat(14)),
                terms: vec![format!("Case {round}/{seat} is looked at again.")],
                claims: vec![claim(0), claim(1)],
                references: vec![reference],
                key_points: vec!["It was tried.".to_owned(), "It was counted.".to_owned()],
                moves: if round == 1 { Vec::new() } else { (0..3).map(|it| act(it * 5 + seat)).collect() },
                ..holding(letter, &format!("{side}: adopt it as seat {seat} would."), 0.7, Some(Consent::Minor))
            };
            made = made.says(round, seat, turn);
        }
    }
    made.closes(Reason::RoundCap, None).debate()
}
