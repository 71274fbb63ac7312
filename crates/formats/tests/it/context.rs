//! The context of a turn, part by part, in both layouts.
use crate::debates::{Table, on};
use debate::ballot::{Because, TermAct, TermMove};
use debate::event::RoundKind;
use debate::view::{PartKind, Reader};
use debate::{
    Act, Cast, Claim, ClaimMove, Consent, Event, Horizon, Label, Layout, Letter, Name, Parallel, Reference, Rules,
    Turn, View,
};
use formats::answer::{AnswerSchema, Fields};
use formats::{Prompt, Step};

const LAYOUTS: [Layout; 2] = [Layout::Rebuild, Layout::Append];
const SEATS: [&str; 8] = ["north", "east", "south", "west", "up", "down", "left", "right"];

fn count(text: &str) -> usize {
    tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
}

/// A turn that fills every field to its limit, moves claims and never repeats itself.
fn talkative(round: u32, seat: usize, known: usize) -> Turn {
    lengthy(round, seat, known, 30)
}

/// The same with fields of a sentence, and a realistic number of claims and moves.
fn moderate(round: u32, seat: usize, known: usize) -> Turn {
    let mut turn = lengthy(round, seat, known, 1);
    turn.claims.truncate(2);
    turn.references.truncate(2);
    turn.moves.truncate(2);
    turn
}

fn lengthy(round: u32, seat: usize, known: usize, sentences: usize) -> Turn {
    let long = |salt: &str| {
        let words = format!("{salt} in round {round} says seat {seat}, since costs rise by {round}.{seat}% a year. ");
        words.repeat(sentences)
    };
    let claim = |n: u32| Claim {
        label: [Label::Fact, Label::Infer, Label::Assume][(n % 3) as usize],
        text: format!(
            "Claim {n} of seat {seat} in round {round}: latency rises by {n} ms under load and cost falls by 3.{n}%"
        ),
        cites: vec![n],
        kind: None,
        assigned: false,
        standing: None,
    };
    let reference = |number: u32| Reference {
        number,
        title: format!("Report {number} of round {round} by seat {seat} on latency, load and what they cost"),
        url: Some(format!("https://example.org/reports/{round}/{seat}/{number}")),
        kind: None,
        assigned: false,
    };
    let moved = |n: usize| ClaimMove {
        claim: format!("C{}", 1 + known.saturating_sub(1 + 5 * n + seat)),
        act: Act::ALL[(n + seat) % 4],
        why: Some(long("grounds")),
        assessment: None,
        counter: None,
        synthesis: None,
    };
    let term = TermMove { term: "T1".to_owned(), act: TermAct::ALL[seat % 3], why: Some(long("since")) };
    Turn {
        position: Some(long("Yes")),
        reasoning: Some(long("reasoning")),
        confidence: Some(0.5 + f64::from(round % 5) / 10.0),
        ballot: Some(Cast::Option(Letter::at((seat + round as usize) % 2))),
        others: vec![on(["B", "A"][(seat + round as usize) % 2], Consent::ALL[seat % 3], &long("objection"))],
        terms: if round < 3 { vec![long("term").chars().take(120).collect()] } else { Vec::new() },
        on_terms: (round > 1).then(|| term.clone()).into_iter().collect(),
        because: vec![Because { id: None, why: Some(long("moved")) }],
        claims: (1..=6).map(claim).collect(),
        references: (1..=6).map(reference).collect(),
        key_points: vec![long("first"), long("second")],
        moves: (0..if known == 0 { 0 } else { 6 }).map(moved).collect(),
        ..Turn::default()
    }
}

fn reader(name: &Name, horizon: Horizon, room: usize) -> Reader<'_> {
    Reader { name, horizon, space: room }
}

fn laid_out(mode: &str, rules: Rules, layout: Layout, seats: usize) -> Table {
    let mut table = Table::seated(mode, rules, &SEATS[..seats]);
    table.debate.participants.iter_mut().for_each(|it| it.layout = layout);
    table
}

fn next_prompts(table: &Table) -> Vec<Prompt> {
    let format = formats::named(&table.debate.mode).unwrap();
    match format.next(&table.debate) {
        Step::Ask(asks) => format.prompts(&table.debate, &asks).unwrap(),
        other @ (Step::Record(_) | Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) | Step::Done) => {
            panic!("{other:?}")
        }
    }
}

/// The parts of a message by their headings.
fn parts(message: &str) -> Vec<(&str, usize)> {
    let mut parts = Vec::new();
    for part in message.split("\n\n# ") {
        parts.push((part.lines().next().unwrap_or_default(), count(part)));
    }
    parts
}

fn is_state(title: &str) -> bool {
    ["Claims after", "Sources", "In dispute", "Where each stands"].iter().any(|it| title.starts_with(it))
}

fn keeps_its_budget(prompt: &Prompt, place: &str) {
    let parts = parts(&prompt.user);
    let place = format!("{place}: {parts:?}");
    let sum = |wanted: &dyn Fn(&str) -> bool| {
        parts.iter().filter(|(title, _)| wanted(title)).map(|(_, tokens)| tokens).sum::<usize>()
    };
    assert!(sum(&is_state) <= 2_500, "{place}");
    assert!(sum(&|it| it == "Your turn" || it == "What this round wants") <= 200, "{place}");
    for (title, tokens) in &parts {
        let most = if title.ends_with("in brief") { 400 } else { 5_000 };
        assert!(!title.starts_with("Round") || *tokens <= most, "{place}");
    }
    let all = count(&prompt.system) + count(&prompt.user);
    assert!(all < 8_000, "{all}: {place}");
}

/// D-31: each part stays within its maximum by a real tokenizer: 50 rounds, 8 seats, long answers, in either layout.
#[test]
fn every_part_keeps_its_budget() {
    for (mode, layout) in ["collaborative", "adversarial"].into_iter().flat_map(|mode| LAYOUTS.map(|it| (mode, it))) {
        let mut table = laid_out(mode, Rules { rounds: 50, ..Rules::default() }, layout, 8);
        for round in 1..=50 {
            table.open(round);
            for (seat, name) in SEATS.into_iter().enumerate() {
                if [1, 2, 4, 13, 50].contains(&round) && (seat == 0 || (seat == 7 && mode == "adversarial")) {
                    let prompt = next_prompts(&table).remove(0);
                    let place = format!("{mode}, {layout:?}, round {round}, seat {seat}");
                    keeps_its_budget(&prompt, &place);
                    let is_shown = count(&prompt.user) >= 2_000;
                    assert!(round <= 3 || is_shown, "{place}: is anything shown? {:?}", parts(&prompt.user));
                }
                let known = table.debate.registry.claims.len();
                table.say(round, name, talkative(round, seat, known));
            }
        }
    }
}

/// D-31: the task stays under 200 tokens in every mode and role, in either layout, in the openings, later and in an objection round.
#[test]
fn what_is_asked_is_short() {
    let mut longest: Vec<(usize, String)> = Vec::new();
    for (mode, layout) in formats::modes::names().into_iter().flat_map(|mode| LAYOUTS.map(|it| (mode, it))) {
        for kind in [RoundKind::Usual, RoundKind::Objection] {
            let rules = Rules { parallel: Some(Parallel::Full), ..Rules::default() };
            let mut table = laid_out(mode, rules, layout, 4);
            for round in 1..=2 {
                table.tell(Event::RoundOpened { round, in_turn: false, kind, focus: None });
                for prompt in next_prompts(&table) {
                    let parts = parts(&prompt.user).into_iter();
                    let asked = parts.filter(|(title, _)| ["Your turn", "What this round wants"].contains(title));
                    longest
                        .push((asked.map(|(_, it)| it).sum(), format!("{mode}, {layout:?}, {kind:?}, round {round}")));
                }
                for (seat, name) in SEATS[..4].iter().enumerate() {
                    table.say(round, name, talkative(round, seat, 0));
                }
            }
        }
    }
    longest.sort();
    longest.reverse();
    assert!(longest[0].0 <= 200, "{longest:#?}");
}

/// D-30, D-60: with summaries switched off there are none, and the rest is unchanged.
#[test]
fn summaries_can_be_left_out() {
    for layout in LAYOUTS {
        let titles = |without_summaries| {
            let mut table = laid_out("collaborative", Rules { without_summaries, ..Rules::default() }, layout, 3);
            for round in 1..=9 {
                table.open(round);
                for (seat, name) in SEATS[..3].iter().enumerate() {
                    let known = table.debate.registry.claims.len();
                    table.say(round, name, moderate(round, seat, known));
                }
            }
            table.open(10);
            let prompt = next_prompts(&table).remove(0);
            parts(&prompt.user).into_iter().map(|(title, _)| title.to_owned()).collect::<Vec<_>>()
        };
        let (with, without) = (titles(false), titles(true));
        assert!(with.iter().any(|it| it.ends_with("in brief")), "{with:?}");
        assert!(!without.iter().any(|it| it.ends_with("in brief")), "{without:?}");
        assert!(without.iter().any(|it| it == "Round 9"), "{without:?}");
    }
}

/// D-34: every line of a summarized round names a participant of that round or an id used in it, and quotes only their words.
#[test]
fn nothing_in_a_summary_lacks_its_turn() {
    let mut table = laid_out("collaborative", Rules { rounds: 9, ..Rules::default() }, Layout::Rebuild, 3);
    for round in 1..=6 {
        table.open(round);
        for (seat, name) in SEATS[..3].iter().enumerate() {
            let known = table.debate.registry.claims.len();
            table.say(round, name, moderate(round, seat, known));
        }
    }
    table.open(7);
    let view = View::of(&table.debate, reader(&Name::from("north"), Horizon::BeforeRound, 6_000));
    let briefs: Vec<_> = view.parts.iter().filter(|it| it.kind == PartKind::Brief).collect();
    assert_eq!(briefs.iter().map(|it| it.round).collect::<Vec<_>>(), [3, 4], "those after are told in full");
    for brief in briefs {
        let round = &table.debate.rounds[brief.round as usize - 1];
        let touched: Vec<String> = (table.debate.registry.claims.iter().enumerate())
            .filter(|(_, it)| it.touches.iter().any(|it| it.round == brief.round))
            .map(|(place, _)| format!("C{}", place + 1))
            .collect();
        assert!(brief.text.contains("Contested C"), "{}", brief.text);
        assert!(brief.text.contains("challenges C"), "{}", brief.text);
        for line in brief.text.lines() {
            match line.strip_prefix("| ") {
                Some(_) => panic!("a summary quotes nobody: {line}"),
                None => {
                    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).collect();
                    let is_named = round.spoken.iter().any(|it| words.contains(&it.by.as_str()));
                    assert!(is_named || touched.iter().any(|it| words.contains(&it.as_str())), "{line}");
                }
            }
        }
    }
}

/// D-43: a person's remark is shown to everyone verbatim, in its place in time, in either layout, in all later rounds.
#[test]
fn a_person_is_heard() {
    for layout in LAYOUTS {
        let mut table = laid_out("collaborative", Rules { rounds: 9, ..Rules::default() }, layout, 3);
        table.play(1).play(2);
        let (rules, said) = (table.debate.rules.clone(), Some("Consider the regulator.\nIt decides.".to_owned()));
        table.tell(Event::DebateClosed { why: debate::event::Reason::RoundCap, figures: vec![], question: None });
        table.tell(Event::DebateContinued { rules, said, focus: None });
        for round in 3..=7 {
            table.tell(Event::RoundOpened { round, in_turn: false, kind: RoundKind::Usual, focus: None });
            let prompts = next_prompts(&table);
            assert_eq!(prompts.len(), 3);
            for prompt in prompts {
                let at = prompt
                    .user
                    .find("\n\n# The person who asked says, after round 2\nConsider the regulator.\nIt decides.\n\n");
                let at = at.unwrap_or_else(|| panic!("{layout:?}, round {round}: {}", prompt.user));
                let heading = |number: u32| prompt.user.find(&format!("\n# Round {number}"));
                assert!(heading(2).is_none_or(|it| it < at), "{layout:?}, round {round}");
                assert!(heading(3).is_none_or(|it| it > at), "{layout:?}, round {round}");
            }
            for name in ["north", "east", "south"] {
                table.say(round, name, crate::debates::turn(round, name));
            }
        }
    }
}

/// The fields that are asked for, without the ballot's.
fn without_paper(prompt: &Prompt) -> Fields {
    match &prompt.schema {
        // So are the sections, and who may be asked (D-10, D-20).
        AnswerSchema::Full(fields) => Fields { paper: None, sections: vec![], addressees: vec![], ..fields.clone() },
        other @ (AnswerSchema::Lean(_)
        | AnswerSchema::Review
        | AnswerSchema::Reviews { .. }
        | AnswerSchema::Closing(_)
        | AnswerSchema::Group { .. }
        | AnswerSchema::Compare { .. }
        | AnswerSchema::Panel(_)) => panic!("{other:?}"),
    }
}

/// D-35: with the appending layout, the system prompt is the same in all rounds, and each message begins with the settled parts of the one
/// before, byte for byte, except where it was compacted; that is rare.
#[test]
fn what_was_said_is_never_said_otherwise() {
    for mode in ["collaborative", "adversarial"] {
        let mut table = laid_out(mode, Rules { rounds: 24, ..Rules::default() }, Layout::Append, 3);
        let mut before: [Option<Prompt>; 3] = Default::default();
        let (mut grown, mut compacted) = (0, 0);
        for round in 1..=24 {
            table.open(round);
            for (seat, name) in SEATS[..3].iter().enumerate() {
                // In turn, each participant hears those before; all at once, all get the same prompt.
                let prompt = next_prompts(&table).remove(0);
                if let Some(before) = &before[seat] {
                    assert_eq!(prompt.system, before.system, "{mode}, round {round}");
                    // The ballot may change in every round (B-02).
                    assert_eq!(without_paper(&prompt), without_paper(before), "{mode}, round {round}");
                    let settled = before.stable.last().and_then(|it| before.user.get(..*it)).unwrap_or_default();
                    if prompt.user.starts_with(settled) {
                        assert!(prompt.stable.contains(before.stable.last().unwrap()), "{mode}, round {round}");
                        grown += 1;
                    } else {
                        assert!(prompt.user.contains("# Claims after round"), "{mode}, round {round}: {}", prompt.user);
                        compacted += 1;
                    }
                }
                before[seat] = Some(prompt);
                let known = table.debate.registry.claims.len();
                let turn = moderate(round, seat, known);
                table.say(round, name, turn);
            }
        }
        // A round in full is a quarter of the limit, so that every second or third prompt is compacted.
        assert!(compacted > 3 && 2 * grown >= compacted, "{mode}: {grown} grown, {compacted} compacted");
    }
}

/// D-35: a round is shown in the same words while it goes on and when it is over.
#[test]
fn a_round_that_goes_on_begins_as_it_ends() {
    let mut table = laid_out("adversarial", Rules { rounds: 9, ..Rules::default() }, Layout::Append, 3);
    table.play(1).open(2);
    let told = |table: &Table, kind: PartKind| {
        let view = View::of(&table.debate, reader(&Name::from("west"), Horizon::Now, 6_000));
        view.parts.into_iter().find(|it| it.kind == kind && it.round == 2).map(|it| it.text)
    };
    let mut so_far = Vec::new();
    for (seat, name) in SEATS[..3].iter().enumerate() {
        let known = table.debate.registry.claims.len();
        table.say(2, name, moderate(2, seat, known));
        so_far.extend(told(&table, PartKind::SoFar));
    }
    table.open(3);
    let whole = told(&table, PartKind::Whole).unwrap();
    assert_eq!(so_far.len(), 3);
    for part in so_far {
        assert!(part.contains("| C5 ") && whole.starts_with(&part), "{part}\n---\n{whole}");
    }
}

/// A whole prompt of the appending layout, for review.
#[test]
fn an_appended_prompt() {
    let mut table = laid_out("adversarial", Rules::default(), Layout::Append, 3);
    table.play(1).open(2);
    let moved = ClaimMove {
        claim: "C2".into(),
        act: Act::Challenge,
        why: Some("C1 says otherwise".into()),
        assessment: None,
        counter: None,
        synthesis: None,
    };
    let mut turn = crate::debates::turn(2, "north");
    turn.claims[0].text = "gRPC does not halve the payload of our calls".into();
    table.say(2, "north", turn);
    table.say(2, "east", Turn { moves: vec![moved], ..crate::debates::turn(2, "east") });
    table.say(2, "south", crate::debates::turn(2, "south")).open(3);
    table.say(3, "north", crate::debates::turn(3, "north"));
    insta::assert_snapshot!("appended", crate::prompts::shown(&next_prompts(&table)[0]));
}
