//! Measures the input tokens of a debate for each prompt layout and for the whole history, and how much of them providers with a prompt
//! cache need not read again (D-31, D-35).
//!
//! `cargo run --release -p engine --example context`, or with the numbers of rounds: `… --example context -- 12`; `… -- lengths` measures
//! the prefix shared with a participant's own earlier call, by the length of answers.
#![expect(clippy::print_stdout, reason = "an example that reports")]
use debate::ballot::{Ballot, Consent, Paper};
use debate::reply;
use debate::{Act, CallId, Debate, Envelope, Event, Layout, Name, Participant, Perspective, Rules, Topic};
use formats::{Prompt, Step};
use serde_json::{Value, json};
use std::error::Error;
use tiktoken_rs::CoreBPE;

/// Rounds of the measured debates.
const ROUNDS: [u32; 4] = [3, 6, 12, 50];
const NAMES: [&str; 3] = ["hamilton", "madison", "jay"];
const MODES: [&str; 2] = ["collaborative", "adversarial"];

/// Sentence parts, combined differently each time.
const WHO: [&str; 8] = [
    "the payments team",
    "the platform group",
    "an on-call engineer",
    "the audit office",
    "the largest customer",
    "a new hire",
    "the vendor",
    "the database owner",
];
const DOES: [&str; 8] = [
    "replays the ledger from its first event",
    "waits for a schema migration to finish",
    "rebuilds a projection after every incident",
    "reads yesterday's balances from a snapshot",
    "compares two histories by hand",
    "pages somebody when a queue grows",
    "keeps a second copy for the regulator",
    "rolls a release back within the hour",
];
const BECAUSE: [&str; 8] = [
    "because nobody can say which write came first",
    "because storage is cheaper than an outage",
    "because the retention rule asks for seven years",
    "because the team has never run a log at this size",
    "because reads outnumber writes by far",
    "because a correction must leave a trace",
    "because the old reports still need their joins",
    "because consumers fall behind during a deploy",
];

fn main() -> Result<(), Box<dyn Error>> {
    let tokens = tiktoken_rs::o200k_base()?;
    if std::env::args().nth(1).as_deref() == Some("lengths") {
        return lengths(&tokens);
    }
    let asked = std::env::args().skip(1).map(|it| it.parse()).collect::<Result<Vec<u32>, _>>()?;
    let asked = if asked.is_empty() { ROUNDS.to_vec() } else { asked };
    println!("input tokens by the o200k tokenizer; {} participants; answers of about 800 tokens\n", NAMES.len());
    println!(
        "| mode | rounds | prompts | most in a call | in the debate | of full history | begins as any before | begins as its own before |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for mode in MODES {
        for rounds in asked.iter().copied() {
            let measured = |kind: Kind| measured(mode, rounds, kind, LONG, &tokens);
            let full = measured(Kind::History)?;
            let whole = full.total;
            for (name, figures) in [
                ("full history", full),
                ("rebuild", measured(Kind::Laid(Layout::Rebuild))?),
                ("append", measured(Kind::Laid(Layout::Append))?),
            ] {
                let share = |part: usize, of: usize| format!("{:.0}%", 100.0 * part as f64 / of.max(1) as f64);
                println!(
                    "| {mode} | {rounds} | {name} | {} | {} | {} | {} | {} |",
                    figures.most,
                    figures.total,
                    share(figures.total, whole),
                    share(figures.shared, figures.total),
                    share(figures.own, figures.total),
                );
            }
        }
    }
    Ok(())
}

/// The size of an answer.
#[derive(Clone, Copy)]
struct Size {
    /// Sentences in each of three sections.
    prose: usize,
    claims: usize,
    moves: usize,
}

/// Answers of about 800 tokens.
const LONG: Size = Size { prose: 6, claims: 4, moves: 3 };

/// The share of a participant's input that begins like one of its own earlier calls, by the length of answers.
fn lengths(tokens: &CoreBPE) -> Result<(), Box<dyn Error>> {
    println!("| mode | rounds | an answer | most in a call | begins as its own before |\n|---|---|---|---|---|");
    let sizes = [
        Size { prose: 0, claims: 1, moves: 0 },
        Size { prose: 1, claims: 1, moves: 1 },
        Size { prose: 2, claims: 2, moves: 1 },
        Size { prose: 4, claims: 3, moves: 2 },
        LONG,
    ];
    for (mode, size) in MODES.into_iter().flat_map(|mode| sizes.map(|it| (mode, it))) {
        for rounds in [6, 12] {
            let it = measured(mode, rounds, Kind::Laid(Layout::Append), size, tokens)?;
            let (answer, share) = (it.said / it.answers.max(1), 100.0 * it.own as f64 / it.total.max(1) as f64);
            println!("| {mode} | {rounds} | {answer} | {} | {share:.0}% |", it.most);
        }
    }
    Ok(())
}

/// Which prompts are measured.
#[derive(Clone, Copy)]
enum Kind {
    /// The prompts of a layout.
    Laid(Layout),
    /// The same rules, and every answer so far in full.
    History,
}

#[derive(Default)]
struct Figures {
    most: usize,
    total: usize,
    /// Tokens of the longest common prefix with any earlier call.
    shared: usize,
    /// Tokens of the longest common prefix with an earlier call of the same participant.
    own: usize,
    /// The number of answers, and their tokens.
    answers: usize,
    said: usize,
}

/// A prompt as a provider reads it, and its participant.
struct Sent {
    to: Name,
    text: String,
}

fn measured(mode: &str, rounds: u32, kind: Kind, size: Size, tokens: &CoreBPE) -> Result<Figures, Box<dyn Error>> {
    let format = formats::named(mode)?;
    let layout = match kind {
        Kind::Laid(layout) => layout,
        Kind::History => Layout::Rebuild,
    };
    let mut debate = opened(mode, rounds, layout)?;
    let (mut sent, mut answers): (Vec<Sent>, Vec<String>) = (Vec::new(), Vec::new());
    let mut figures = Figures::default();
    loop {
        let asks = match format.next(&debate) {
            Step::Record(event @ Event::DebateClosed { .. }) => {
                tell(&mut debate, event)?;
                return Ok(figures);
            }
            // The debate is played to its last round whatever is said.
            Step::Record(Event::GroupthinkSeen { .. }) | Step::Done => return Err("it ended early".into()),
            Step::Record(event) => {
                tell(&mut debate, event)?;
                continue;
            }
            Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) => return Err("nobody compares here".into()),
            Step::Ask(asks) => asks,
        };
        let prompts = format.prompts(&debate, &asks)?;
        let mut taken = Vec::new();
        for (ask, prompt) in asks.iter().zip(prompts) {
            let ask = ask.turn().ok_or("nobody is watched here")?;
            let text = match kind {
                Kind::Laid(_) => format!("{}\n\n{}", prompt.system, prompt.user),
                Kind::History => history(&debate, &prompt, &answers, ask.horizon == debate::Horizon::Now),
            };
            let count = tokens.encode_ordinary(&text).len();
            figures.most = figures.most.max(count);
            figures.total += count;
            let shared = |it: &Sent| prefix(&it.text, &text);
            let count_of = |bytes: Option<usize>| {
                tokens.encode_ordinary(text.get(..bytes.unwrap_or_default()).unwrap_or_default()).len()
            };
            figures.shared += count_of(sent.iter().map(shared).max());
            figures.own += count_of(sent.iter().filter(|it| it.to == ask.who).map(shared).max());
            sent.push(Sent { to: ask.who.clone(), text });
            let seat = debate.participants.iter().position(|it| it.name == ask.who).unwrap_or_default();
            let answer = answer(ask.round, seat, debate.registry.claims.len(), size).to_string();
            figures.answers += 1;
            figures.said += tokens.encode_ordinary(&answer).len();
            let paper = Paper::of(&debate, &ask.who, ask.horizon);
            let (mut turn, mut flaws) = reply::read_on(&answer, paper.as_ref());
            format.check(&debate, ask, &mut turn, &mut flaws);
            let (round, call, by) = (ask.round, CallId::turn(ask.round, &ask.who), ask.who.clone());
            taken.push(Event::TurnTaken { round, call, by, turn, flaws, answer: Default::default() });
            answers.push(format!("Round {}, {}:\n{answer}", ask.round, ask.who));
        }
        for event in taken {
            tell(&mut debate, event)?;
        }
    }
}

/// The prompt of a program that sends everything: the rules, the topic, every visible answer, the task.
fn history(debate: &Debate, prompt: &Prompt, answers: &[String], sees_this_round: bool) -> String {
    let current = format!("Round {}, ", debate.round().map_or(0, |it| it.number));
    let visible = answers.iter().filter(|it| sees_this_round || !it.starts_with(&current));
    let said: Vec<&str> = visible.map(String::as_str).collect();
    let task = prompt.user.rsplit_once("# Your turn").map(|(_, task)| task).unwrap_or_default();
    format!("{}\n\n# Topic\n{}\n\n{}\n\n# Your turn{task}", prompt.system, debate.topic.as_str(), said.join("\n\n"))
}

/// The length of the common prefix, in bytes.
fn prefix(a: &str, b: &str) -> usize {
    let bytes = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    b.floor_char_boundary(bytes)
}

fn opened(mode: &str, rounds: u32, layout: Layout) -> Result<Debate, Box<dyn Error>> {
    let seat = |(at, name): (usize, &&str)| Participant {
        layout,
        ..Participant::new((*name).into(), "test/model".into(), "test".into(), Perspective::of_seat(at))
    };
    let rules = Rules { rounds, algorithm: debate::Algorithm::FixedRounds, groupthink: None, ..Rules::default() };
    let event = Event::DebateOpened {
        version: debate::event::LOG_VERSION,
        debate: "context".into(),
        topic: Topic::new("Should the payments ledger move to event sourcing this year?")?,
        ballot: Some(Ballot::YesNo),
        mode: mode.to_owned(),
        participants: NAMES.iter().enumerate().map(seat).collect(),
        rules,
        rehearsal: true,
        fork: None,
    };
    Ok(Debate::open(&Envelope { seq: 0, at: 0, elapsed: 0, event })?)
}

fn tell(debate: &mut Debate, event: Event) -> Result<(), debate::state::FoldError> {
    debate.apply(&Envelope { seq: debate.next_seq, at: 0, elapsed: 0, event })
}

/// An answer like a model's: every field filled, some claims new, some repeated, some acted on.
fn answer(round: u32, seat: usize, known: usize, size: Size) -> Value {
    let mut dice = Dice(u64::from(round) * 31 + seat as u64 * 7 + 1);
    let sentence = |dice: &mut Dice| format!("{} {} {}", dice.pick(&WHO), dice.pick(&DOES), dice.pick(&BECAUSE));
    let prose = |dice: &mut Dice, sentences: usize| {
        (0..sentences).map(|_| format!("{}.", sentence(dice))).collect::<Vec<_>>().join(" ")
    };
    let claims: Vec<Value> = [
        ("FACT", " [1]", None),
        ("INFER", " [2]", Some("LOGICAL")),
        ("ASSUME", "", Some("PREFERENTIAL")),
        ("INFER", "", Some("LOGICAL")),
    ]
    .into_iter()
    .take(size.claims)
    .map(|(label, cites, kind)| json!({"label": label, "text": format!("{}{cites}.", sentence(&mut dice)), "type": kind}))
    .collect();
    let references: Vec<Value> = (1..=2)
        .map(|number| {
            let page = dice.roll(40);
            json!({"number": number, "title": format!("Notes on how {}, part {page}", dice.pick(&DOES)),
                   "url": format!("https://example.org/notes/{page}"), "type": "DOCUMENTED"})
        })
        .collect();
    let moves: Vec<Value> = (0..if known == 0 { 0 } else { size.moves })
        .map(|_| {
            let act = dice.pick(&Act::ALL.map(Act::as_str));
            let claim = format!("C{}", 1 + known.saturating_sub(1 + dice.roll(12) as usize));
            let mut part = || (act == Act::Challenge.as_str()).then(|| sentence(&mut dice));
            let (assessment, against, synthesis) = (part(), part(), part());
            let counter = against.map(|it| json!({"text": format!("{it} [1]"), "type": "DOCUMENTED"}));
            let why = sentence(&mut dice);
            json!({"claim": claim, "act": act, "why": why,
                   "assessment": assessment, "counter": counter, "synthesis": synthesis})
        })
        .collect();
    let choice = dice.pick(&["yes", "no"]);
    let other = if choice == "yes" { "B" } else { "A" };
    let stand = dice.pick(&Consent::ALL.map(Consent::as_str));
    json!({
        "position": format!("Yes, in stages, since {}; and {}.", sentence(&mut dice), sentence(&mut dice)),
        "reasoning": format!(
            "Common ground: {} Contribution: {} Synthesis: {}",
            prose(&mut dice, size.prose), prose(&mut dice, size.prose), prose(&mut dice, size.prose)
        ),
        "confidence": 0.5 + dice.roll(45) as f64 / 100.0,
        "ballot": {"choice": choice, "headline": null},
        "others": if round > 1 { vec![json!({"option": other, "stand": stand, "why": prose(&mut dice, 1)})] } else { vec![] },
        "terms": if round < 3 { vec![sentence(&mut dice)] } else { vec![] },
        "because": if round > 1 { vec![json!({"id": "C1", "why": sentence(&mut dice)})] } else { vec![] },
        "claims": claims,
        "references": references,
        "key_points": [sentence(&mut dice), sentence(&mut dice)],
        "confidence_change": (round > 1).then(|| json!({"delta": 0.05, "since": round - 1, "reason": sentence(&mut dice)})),
        "moves": moves,
    })
}

/// A deterministic random generator: splitmix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let state = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (state ^ (state >> 31)) % sides
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words.get(self.roll(words.len() as u64) as usize).copied().unwrap_or_default()
    }
}
