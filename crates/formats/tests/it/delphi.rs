//! Whether a participant of a delphi can identify others from all its prompts.
use crate::debates::{claim, letter, on};
use debate::ballot::{Because, TermAct, TermMove};
use debate::event::{Answer, Failure, LOG_VERSION, RoundKind};
use debate::{
    Ballot, CallId, Cast, Claim, ConfidenceChange, Consent, Debate, Envelope, Event, Flaw, Label, Name, Participant,
    Perspective, Profile, Question, Reference, Rules, Topic, Turn, Vulnerability,
};
use formats::{Prompt, SeatingSeed, Step};
use std::collections::BTreeMap;

/// Name, model, family.
const SEATS: [(&str, &str, &str); 5] = [
    ("claude-sonnet-4-5", "anthropic/claude-sonnet-4-5", "claude"),
    ("Hamilton", "openai/gpt-5.4-mini", "gpt"),
    ("gemini-2.5-pro", "google/gemini-2.5-pro", "gemini"),
    ("qwen3-8b", "ollama/qwen3:8b", "qwen"),
    ("qwen3-8b-2", "ollama/qwen3:8b", "qwen"),
];

/// Words that would identify somebody, compared without case, spaces and punctuation.
const TELLS: &[&str] = &[
    "claude",
    "sonnet",
    "anthropic",
    "hamilton",
    "openai",
    "gpt",
    "54mini",
    "gemini",
    "google",
    "deepmind",
    "25pro",
    "qwen",
    "38b",
    "ollama",
    "alibaba",
    "riskattentive",
    "implementationfocused",
    "evidencecalibrated",
    "systemsaware",
    "riskvoice",
];

/// The beginnings of sentences that only one perspective is asked for.
const BEGINNINGS: &[&str] = &[
    "The danger is",
    "What is known",
    "In practice one must",
    "This would also change",
    "it is not proven",
    "the hardest step",
    "the first to suffer",
    "whoever depends on it",
];

/// How participants speak of themselves and of each other.
const SAID: [&[&str]; 5] = [
    &[
        "As Claude, I …",
        "C-L-A-U-D-E says",
        "ｃｌａｕｄｅ",
        "Cl4ude",
        "an AI made by Anthropic",
        "Claude Sonnet 4.5's view",
        "ClaudeSonnet",
    ],
    &[
        "HAMILTON's",
        "as an AI trained by OpenAI",
        "GPT-5.4-mini",
        "ChatGPT",
        "as the risk-attentive voice",
        "hamilton-2",
    ],
    &[
        "Gemini 2.5 Pro",
        "I am a model built by Google",
        "gemini_2.5_pro",
        "DeepMind's",
        "G\u{435}mini",
        "systems-aware as I am",
    ],
    &["qwen3:8b", "Qwen3-8B", "Q.W.E.N", "as the risk voice", "my model is from Alibaba", "qwen 3", "**Qwen**"],
    &[
        "qwen3-8b-2 and Qwen3_8B_2",
        "@claude-sonnet-4-5",
        "(Hamilton)",
        "ollama/qwen3:8b",
        "evidence-calibrated",
        "Qwеn",
    ],
];

struct Delphi {
    log: Vec<Envelope>,
    debate: Debate,
}

impl Delphi {
    fn new(id: &str, topic: &str, profile: Profile) -> Delphi {
        let seat = |(seat, (name, model, family)): (usize, (&str, &str, &str))| {
            let perspective = Perspective::of_seat(seat);
            Participant { profile, ..Participant::new(name.into(), model.into(), family.into(), perspective) }
        };
        let mut participants: Vec<Participant> = SEATS.into_iter().enumerate().map(seat).collect();
        let chance = SeatingSeed { debate: id.into(), seed: 7, disciplines: Default::default() };
        formats::named("delphi").unwrap().seat(&mut participants, &chance);
        let event = Event::DebateOpened {
            version: LOG_VERSION,
            debate: id.into(),
            topic: Topic::new(topic).unwrap(),
            ballot: Some(Ballot::YesNo),
            mode: "delphi".into(),
            participants,
            rules: Rules::default(),
            rehearsal: false,
            fork: None,
        };
        let opened = Envelope { seq: 0, at: 0, elapsed: 0, event };
        Delphi { debate: Debate::open(&opened).unwrap(), log: vec![opened] }
    }

    fn tell(&mut self, event: Event) {
        let seq = self.debate.next_seq;
        let envelope = Envelope { seq, at: seq, elapsed: seq, event };
        self.debate.apply(&envelope).unwrap();
        self.log.push(envelope);
    }

    fn open(&mut self, round: u32) {
        self.tell(Event::RoundOpened { round, in_turn: false, kind: RoundKind::Usual, focus: None });
    }

    fn say(&mut self, round: u32, name: &Name, turn: Turn) {
        let (call, by, answer) = (CallId::turn(round, name), name.clone(), Answer::default());
        self.tell(Event::TurnTaken { round, call, by, turn, flaws: vec![], answer });
    }

    /// A round in which all speak but `lost`.
    fn play(&mut self, round: u32, lost: Option<usize>) {
        self.open(round);
        for (seat, (name, _, _)) in SEATS.into_iter().enumerate() {
            let name = Name::from(name);
            if lost == Some(seat) {
                let (call, by, why) = (CallId::turn(round, &name), name, Failure::TimedOut);
                let detail = "anthropic is overloaded".to_owned();
                self.tell(Event::TurnFailed { round, call, by, why, detail, answer: None, took: 9 });
            } else {
                self.say(round, &name, turn(round, seat));
            }
        }
    }

    /// The prompt that the participant in `seat` gets now.
    fn prompt(&self, seat: usize) -> Option<Prompt> {
        let format = formats::named("delphi").unwrap();
        let Step::Ask(asks) = format.next(&self.debate) else { panic!("nobody is asked") };
        let ask = asks.into_iter().find(|it| it.who().as_str() == SEATS[seat].0)?;
        Some(format.prompts(&self.debate, &[ask]).unwrap().remove(0))
    }

    fn alias(&self, seat: usize) -> String {
        self.debate.participants[seat].alias.as_ref().unwrap().to_string()
    }
}

/// A turn that reveals its author in every field.
fn turn(round: u32, seat: usize) -> Turn {
    let said = |at: usize| SAID[seat][(at + round as usize) % SAID[seat].len()];
    let note = |at: usize| format!("point {at} of round {round}: {}", said(at));
    Turn {
        position: Some(format!("Yes, {}.", note(0))),
        reasoning: Some(SAID[seat].join("; ")),
        confidence: Some(0.5 + 0.1 * seat as f64),
        ballot: Some(Cast::Option(letter(if seat == 1 { "B" } else { "A" }))),
        others: vec![on(if seat == 1 { "A" } else { "B" }, Consent::Minor, &note(1))],
        terms: if round == 1 { vec![note(7)] } else { Vec::new() },
        on_terms: vec![TermMove { term: "T1".to_owned(), act: TermAct::Oppose, why: Some(note(8)) }],
        because: vec![Because { id: Some("C1".to_owned()), why: Some(note(9)) }],
        claims: vec![Claim { cites: vec![1], ..claim(Label::Fact, &note(2)) }, claim(Label::Assume, &note(3))],
        references: vec![Reference {
            number: 1,
            title: note(4),
            url: Some(format!("https://{}.com/report", SEATS[seat].2)),
            kind: None,
            assigned: false,
        }],
        key_points: vec![note(5)],
        questions: vec![Question { to: Some(SEATS[(seat + 1) % SEATS.len()].0.into()), text: note(3) }],
        vulnerabilities: vec![Vulnerability { vulnerability: note(4), mitigation: Some(note(2)) }],
        confidence_change: Some(ConfidenceChange { delta: 0.1, since: None, reason: Some(note(6)) }),
        ..Turn::default()
    }
}

/// All of a prompt.
fn whole(prompt: &Prompt) -> String {
    format!("{}\n{}\n{}", prompt.system, prompt.user, prompt.schema.to_json())
}

/// Letters and digits alone, in lower case.
fn squeezed(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// D-04: all prompts of one reader in a whole debate, full and lean, with a lost turn and a second try, identify nobody: no name, model,
/// family, maker or perspective, in any spelling.
#[test]
fn nobody_can_be_told() {
    for profile in [Profile::Full, Profile::Lean] {
        for (reader, (me, _, _)) in SEATS.into_iter().enumerate() {
            let mut delphi = Delphi::new("one", "Should the payments team adopt gRPC?", profile);
            let mut told = Vec::new();
            for round in 1..=5 {
                delphi.open(round);
                told.push(delphi.prompt(reader).unwrap());
                let flaws = vec![Flaw::Missing { field: "ballot".into() }];
                let (name, answer) = (Name::from(me), Answer::default());
                let call = CallId::turn(round, &name);
                delphi.tell(Event::AnswerUnusable { round, call, by: name.clone(), flaws, answer });
                let others: Vec<usize> = (0..SEATS.len()).filter(|it| *it != reader).collect();
                for seat in others {
                    delphi.say(round, &SEATS[seat].0.into(), turn(round, seat));
                }
                told.push(delphi.prompt(reader).unwrap());
                let again = &told[told.len() - 1].user;
                assert!(again.contains("`ballot` is missing"), "{again}");
                delphi.say(round, &name, turn(round, reader));
            }
            for prompt in &told {
                let (all, words) = (whole(prompt), squeezed(&whole(prompt)));
                for tell in TELLS {
                    assert!(!words.contains(tell), "{profile:?}, {reader} is told `{tell}`:\n{all}");
                }
                for beginning in BEGINNINGS {
                    assert!(!all.contains(beginning), "{profile:?}, {reader} must begin with `{beginning}`:\n{all}");
                }
                assert!(prompt.user.contains(&format!("You are {}. ", delphi.alias(reader))));
                // The lean profile's perspective is in the reader's own task, and nowhere else.
                let seen = prompt.user.split("# Your turn").next().unwrap();
                for part in ["doubter", "witness", "builder", "neighbour"] {
                    assert!(!seen.contains(part), "{seen}");
                }
            }
            let last = &told[told.len() - 1].user;
            for seat in 0..SEATS.len() {
                assert!(last.contains(&delphi.alias(seat)), "everyone is heard of: {last}");
            }
        }
    }
}

/// The aliases at the beginning of the lines of a block, in their order.
fn order(prompt: &Prompt, heading: &str) -> Vec<String> {
    let block = prompt.user.split(heading).nth(1).unwrap_or_default().split("\n\n").next().unwrap_or_default();
    let alias = |line: &str| {
        let words: Vec<&str> = line.trim_start_matches("| ").split([' ', ':', ',']).take(2).collect();
        (words[0] == "Participant").then(|| words.join(" "))
    };
    block.lines().filter(|it| !it.starts_with("| Position")).filter_map(alias).collect()
}

/// D-04: over many debates, each seat has each number, each place in a round and each place of claims about equally often; and one round's
/// order says nothing about the next one's.
#[test]
fn no_place_tells_a_seat() {
    const DEBATES: usize = 500;
    let seats = SEATS.len();
    let even = DEBATES / seats;
    let mut counts: BTreeMap<(&str, usize, usize), usize> = BTreeMap::new();
    let mut same_order = 0;
    for id in 0..DEBATES {
        let mut delphi = Delphi::new(&format!("debate {id}"), "Should we adopt gRPC?", Profile::Full);
        delphi.play(1, None);
        delphi.open(2);
        let shown = order(&delphi.prompt(0).unwrap(), "# Round 1\n");
        let place = |list: &[String], seat: usize| list.iter().position(|it| *it == delphi.alias(seat)).unwrap();
        for (seat, (name, _, _)) in SEATS.into_iter().enumerate() {
            let number: usize = delphi.alias(seat).trim_start_matches("Participant ").parse().unwrap();
            let owner = |it: &debate::state::registry::ClaimRecord| it.by[0].as_str() == name;
            let first_claim = delphi.debate.registry.claims.iter().position(owner).unwrap();
            *counts.entry(("number", seat, number - 1)).or_default() += 1;
            *counts.entry(("place", seat, place(&shown, seat))).or_default() += 1;
            *counts.entry(("claims", seat, first_claim / 2)).or_default() += 1;
        }
        for name in SEATS.map(|it| Name::from(it.0)) {
            delphi.say(2, &name, turn(2, 0));
        }
        delphi.open(3);
        same_order += usize::from(order(&delphi.prompt(0).unwrap(), "# Round 2\n") == shown);
    }
    assert_eq!(counts.len(), 3 * seats * seats, "every seat is seen everywhere: {counts:?}");
    for (what, count) in &counts {
        // Four standard deviations of a fair draw: √(500·⅕·⅘) is 9.
        assert!(count.abs_diff(even) < 36, "{what:?}: {count} of {even}");
    }
    assert!(same_order < 20, "{same_order} of {DEBATES}: one in 120 by chance");
}

/// D-35: a reader is shown a round in the same order in every later prompt, and two readers have different orders.
#[test]
fn an_order_stays_for_its_reader() {
    let mut delphi = Delphi::new("two", "Should we adopt gRPC?", Profile::Lean);
    let mut last: Vec<String> = vec![String::new(); SEATS.len()];
    for round in 1..=3 {
        delphi.open(round);
        let prompts: Vec<Prompt> = (0..SEATS.len()).map(|it| delphi.prompt(it).unwrap()).collect();
        assert!(prompts.iter().all(|it| it.system == prompts[0].system), "the rules are everyone's");
        for (seat, prompt) in prompts.iter().enumerate() {
            let said = prompt
                .user
                .split("\n\n# The ballot")
                .next()
                .unwrap()
                .split("\n\n# The group")
                .next()
                .unwrap()
                .split("\n\n# Your turn")
                .next()
                .unwrap();
            assert!(said.starts_with(&last[seat]), "round {round}, seat {seat}:\n{}\n---\n{said}", last[seat]);
            last[seat] = said.to_owned();
        }
        for (seat, (name, _, _)) in SEATS.into_iter().enumerate() {
            let short = Turn { reasoning: Some("It is fast.".into()), ..turn(round, seat) };
            delphi.say(round, &name.into(), short);
        }
    }
    assert!((1..SEATS.len()).any(|it| last[it] != last[0]), "each reads an order of its own");

    let mut delphi = Delphi::new("three", "Should we adopt gRPC?", Profile::Full);
    delphi.play(1, Some(2));
    delphi.open(2);
    let then = order(&delphi.prompt(1).unwrap(), "# Round 1\n");
    assert_eq!(then.len(), SEATS.len(), "who was lost is shown among the others");
    delphi.log.truncate(delphi.log.len() - 1);
    delphi.debate = Debate::replay(&delphi.log).unwrap();
    for round in 2..=3 {
        delphi.play(round, None);
    }
    delphi.open(4);
    let mut now = order(&delphi.prompt(1).unwrap(), "# Round 1\n");
    now.dedup();
    assert_eq!(now, then, "as it was, after a cut too");
}

/// D-04: the figures are those of the round before, and have no names.
#[test]
fn the_group_is_told_in_figures() {
    for profile in [Profile::Full, Profile::Lean] {
        let mut delphi = Delphi::new("four", "Should we adopt gRPC?", profile);
        delphi.open(1);
        assert!(!delphi.prompt(0).unwrap().user.contains("# The group"), "there is none yet");
        let mut delphi = Delphi::new("four", "Should we adopt gRPC?", profile);
        delphi.play(1, None);
        delphi.play(2, Some(4));
        delphi.open(3);
        let user = delphi.prompt(0).unwrap().user;
        let group = user.split("# The group").nth(1).unwrap().split("\n\n").next().unwrap();
        assert_eq!(
            group,
            " in round 2\nBallots: A 3, B 1.\n\
             Confidence: mean 0.65, median 0.65, standard deviation 0.11, from 0.50 to 0.80."
        );
        assert_eq!(user.matches("# The group").count(), 1);
    }
}

/// D-04: a word of the topic is not masked, unless it is a participant's whole name.
#[test]
fn a_word_of_the_topic_stays() {
    let mut delphi = Delphi::new("five", "Should we buy Gemini or GPT for Hamilton county?", Profile::Full);
    delphi.open(1);
    for name in SEATS.map(|it| Name::from(it.0)) {
        let position = Some("Gemini, for GPT is dear, and Hamilton is small.".to_owned());
        delphi.say(1, &name, Turn { position, ..Turn::default() });
    }
    delphi.open(2);
    let user = delphi.prompt(0).unwrap().user;
    let hidden = delphi.alias(1);
    assert!(user.contains(&format!("Gemini, for GPT is dear, and {hidden} is small.")), "{user}");
    assert!(user.contains("# Topic\nShould we buy Gemini or GPT for Hamilton county?"), "{user}");
}
