//! Everyone's words reach the others in full (D-30, D-31): prompts of every mode, with answers of real debates as material.
use crate::debates::Table;
use debate::state::registry::ids;
use debate::{Cast, Layout, Letter, Name, Rules, Turn, reply, text};
use formats::{Prompt, Step};
use std::collections::BTreeSet;

const SEATS: [&str; 8] = ["north", "east", "south", "west", "up", "down", "left", "right"];
const DEBATES: [&str; 5] = [
    include_str!("../../../engine/tests/debates/en/collab.json"),
    include_str!("../../../engine/tests/debates/en/heron.json"),
    include_str!("../../../engine/tests/debates/en/ibis.json"),
    include_str!("../../../engine/tests/debates/en/on-call.json"),
    include_str!("../../../engine/tests/debates/en/four-day.json"),
];

/// Answers of real debates: those of first rounds, and later ones.
struct Material {
    first: Vec<Turn>,
    later: Vec<Turn>,
}

impl Material {
    fn read() -> Material {
        let (mut first, mut later) = (Vec::new(), Vec::new());
        for text in DEBATES {
            let debate: serde_json::Value = serde_json::from_str(text).unwrap();
            for (call, answer) in debate["answers"].as_object().unwrap() {
                let (turn, _) = reply::read(&answer.to_string());
                if turn.position.is_some() && !turn.claims.is_empty() {
                    (if call.starts_with("r1/") { &mut first } else { &mut later }).push(turn);
                }
            }
        }
        assert!(first.len() >= 10 && later.len() >= 10, "{} and {}", first.len(), later.len());
        Material { first, later }
    }

    /// A participant's turn of a round, with actions on existing claims.
    fn turn(&self, table: &Table, round: u32, seat: usize) -> Turn {
        let from = if round == 1 { &self.first } else { &self.later };
        let mut turn = from[(round as usize * 5 + seat) % from.len()].clone();
        let known = table.debate.registry.claims.len();
        for (at, it) in turn.moves.iter_mut().enumerate() {
            it.claim = format!("C{}", known.saturating_sub(at * 3 + seat).max(1));
        }
        // Marked by round and seat, so that no text repeats an earlier one.
        let marked = |text: &str| format!("{} ({}{round})", text.trim_end_matches('.'), SEATS[seat]);
        turn.claims.iter_mut().for_each(|it| it.text = marked(&it.text));
        turn.terms.iter_mut().for_each(|it| *it = marked(it));
        turn.terms.truncate(usize::from(round == 1));
        turn.others.clear();
        turn.on_terms.clear();
        turn.because.clear();
        let arguing = table.debate.is_arguing(&SEATS[seat].into());
        turn.ballot = (!arguing).then(|| Cast::Option(Letter::at((seat + round as usize) % 2)));
        turn
    }
}

fn laid_out(mode: &str, layout: Layout, seats: usize) -> Table {
    let mut table = Table::seated(mode, Rules { rounds: 12, ..Rules::default() }, &SEATS[..seats]);
    table.debate.participants.iter_mut().for_each(|it| it.layout = layout);
    table
}

/// The prompts of those who are asked next, by name.
fn prompts(table: &Table) -> Vec<(Name, Prompt)> {
    let format = formats::named(&table.debate.mode).unwrap();
    let Step::Ask(asks) = format.next(&table.debate) else { return Vec::new() };
    let names = asks.iter().map(|it| it.who().clone());
    names.zip(format.prompts(&table.debate, &asks).unwrap()).collect()
}

fn count(prompt: &Prompt) -> usize {
    let encoder = tiktoken_rs::o200k_base_singleton();
    encoder.encode_ordinary(&prompt.system).len() + encoder.encode_ordinary(&prompt.user).len()
}

/// The fields of a turn that are never cut.
fn decides(turn: &Turn) -> Vec<&String> {
    let claims = turn.claims.iter().map(|it| &it.text);
    let moves = turn.moves.iter().flat_map(debate::turn::ClaimMove::texts);
    claims.chain(&turn.terms).chain(moves).collect()
}

/// D-31: no sentence is cut, every id has its entry, and no prompt exceeds 8,000 tokens.
fn is_sound(table: &Table, prompt: &Prompt, place: &str) {
    assert!(count(prompt) <= 8_000, "{place}: {} tokens", count(prompt));
    for line in prompt.user.lines() {
        assert!(!line.trim_end().ends_with('…'), "{place}: {line}");
    }
    // A participant that does not hear this round is shown nothing of it.
    let is_heard = table.debate.round().is_some_and(|it| it.in_turn);
    let registry = if is_heard { table.debate.entered().0 } else { table.debate.registry.clone() };
    for (letter, known) in [('C', registry.claims.len()), ('E', registry.evidence.len()), ('T', registry.terms.len())] {
        let number = |id: &str| id.get(1..).and_then(|it| it.parse::<usize>().ok()).unwrap_or_default();
        let lines = || prompt.user.lines().filter(|it| !it.starts_with("(left out"));
        let quoted = lines().filter_map(|it| it.strip_prefix("| "));
        let listed: BTreeSet<usize> = quoted
            .filter_map(|it| it.split([' ', ':', ',']).next())
            .filter(|it| it.starts_with(letter) && it.len() > 1)
            .map(number)
            .collect();
        let named: BTreeSet<usize> =
            lines().flat_map(|it| ids(letter, it)).map(number).filter(|it| *it <= known).collect();
        let missing: Vec<&usize> = named.difference(&listed).filter(|it| **it > 0).collect();
        assert!(missing.is_empty(), "{place}: {letter}{missing:?} in\n{}", prompt.user);
    }
}

/// D-30, D-31: in any mode, number of seats and round, the deciding fields of the round before are shown word for word.
#[test]
fn what_decides_is_never_cut() {
    let material = Material::read();
    for (mode, layout) in
        formats::modes::names().into_iter().flat_map(|mode| [Layout::Rebuild, Layout::Append].map(|it| (mode, it)))
    {
        for seats in [2, 3, 5, 8] {
            // Fourteen answers, those of the round before and those of this one, do not fit into 8,000 tokens: lines are left out, and counted.
            let is_in_turn = ["adversarial", "socratic", "devils-advocate"].contains(&mode);
            if is_in_turn && seats > 5 {
                continue;
            }
            let mut table = laid_out(mode, layout, seats);
            // After twelve rounds of five an answer may name more old claims than fit: they are counted.
            let rounds = if seats < 5 { 12 } else { 7 };
            for round in 1..=rounds {
                if is_in_turn {
                    table.open_in_turn(round)
                } else {
                    table.open(round)
                };
                let is_looked_at = [1, 2, 3, 7, 12].contains(&round);
                for (seat, name) in SEATS.into_iter().enumerate().take(seats) {
                    let place = format!("{mode}, {layout:?}, {seats} seats, round {round}, seat {seat}");
                    for (who, prompt) in prompts(&table).into_iter().take(1).filter(|_| is_looked_at) {
                        is_sound(&table, &prompt, &place);
                        let is_masked = table.debate.participants.iter().any(|it| it.alias.is_some());
                        let before = table.debate.rounds.iter().rev().nth(1);
                        let others = before.iter().flat_map(|it| &it.spoken).filter(|it| it.by != who);
                        for text in others.flat_map(|it| decides(&it.turn)).filter(|_| !is_masked) {
                            assert!(
                                prompt.user.contains(&text::one_line(text)),
                                "{place}: {text}\nis not in\n{}",
                                prompt.user
                            );
                        }
                    }
                    let turn = material.turn(&table, round, seat);
                    table.say(round, name, turn);
                }
            }
        }
    }
}

/// D-31: in the second round of three participants, everything that the others said is shown.
#[test]
fn nearly_everything_is_there_in_round_two() {
    let material = Material::read();
    for mode in formats::modes::names() {
        let mut table = laid_out(mode, Layout::Append, 3);
        table.open(1);
        for (seat, name) in SEATS.into_iter().enumerate().take(3) {
            let turn = material.turn(&table, 1, seat);
            table.say(1, name, turn);
        }
        table.open(2);
        for (who, prompt) in prompts(&table) {
            if table.debate.participants.iter().any(|it| it.alias.is_some()) {
                continue;
            }
            let others = table.debate.rounds[0].spoken.iter().filter(|it| it.by != who);
            let said = others.flat_map(|it| {
                decides(&it.turn)
                    .into_iter()
                    .chain(&it.turn.position)
                    .chain(&it.turn.reasoning)
                    .chain(&it.turn.key_points)
            });
            let lines: Vec<String> = said.map(|it| text::one_line(it)).collect();
            let sentences: Vec<&str> = lines.iter().flat_map(|it| text::sentences(it)).collect();
            let there = sentences.iter().filter(|it| prompt.user.contains(**it)).count();
            assert!(there * 100 >= sentences.len() * 95, "{mode}, {who}: {there} of {}", sentences.len());
        }
    }
}
