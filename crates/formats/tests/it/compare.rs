//! When positions are compared, in every mode, and the schema of a comparison.
use crate::debates::{NAMES, Table, turn};
use debate::relation::Pair;
use debate::{Analyst, Event, Relation, Rules, Turn};
use formats::answer::AnswerSchema;
use formats::{Compare, Step};
use serde_json::json;

fn rules(analyst: Analyst) -> Rules {
    Rules { analyst, groupthink: None, ..Rules::default() }
}

/// The comparisons that are asked for next; none where something else comes next.
fn asked(table: &Table) -> Vec<Compare> {
    match formats::named(&table.debate.mode).unwrap().next(&table.debate) {
        Step::Compare(asked) => asked,
        Step::Record(_) | Step::Ask(_) | Step::Group(_) | Step::LocalTasks(_) | Step::Done => Vec::new(),
    }
}

fn speak(table: &mut Table, round: u32, positions: [&str; 3]) {
    table.open(round);
    for (name, position) in NAMES.iter().zip(positions) {
        assert_eq!(asked(table), [], "not before all have spoken");
        let turn = Turn { position: Some(position.to_owned()), stance: None, ..turn(round, name) };
        table.say(round, name, turn);
    }
}

fn answer(table: &mut Table, Compare { call, round, pairs, .. }: &Compare) {
    let relation = Relation { similarity: 0.5, opposition: 0.0, opposed: false, same_point: false, on_topic: true };
    let pairs = pairs.iter().map(|(a, b)| Pair { a: a.clone(), b: b.clone(), relation }).collect();
    let (round, call, analyst) = (*round, call.clone(), "x".to_owned());
    table.tell(Event::PositionsCompared { round, call, analyst, failed: None, pairs, answer: None, took: 0 });
}

/// E-12, B-10: in every mode, networks are asked once how similar positions are worded, for display; words ask nobody, and a model is not
/// asked, because nothing depends on it. Identical and already compared positions are left out.
#[test]
fn a_finished_round_is_compared() {
    let (pilot, vendor, train) = ("A pilot first.", "Ask the vendor.", "Train people.");
    for mode in formats::modes::names() {
        for (analyst, votes) in
            [(Analyst::Lexical, 0), (Analyst::Local, 1), (Analyst::Model("a/b".to_owned()), 0_usize)]
        {
            let mut table = Table::new(mode, rules(analyst));
            speak(&mut table, 1, [pilot, vendor, pilot]);
            let first = asked(&table);
            assert_eq!(first.len(), votes, "{mode}");
            assert!(first.iter().all(|it| it.pairs.len() == 1), "{mode}: two hold the same");
            let calls: Vec<String> = first.iter().map(|it| it.call.to_string()).collect();
            assert_eq!(calls, ["r1/compare/1"][..votes], "{mode}");
            for compare in &first {
                answer(&mut table, compare);
                assert_eq!(asked(&table), [], "{mode}");
            }
            speak(&mut table, 2, [pilot, vendor, train]);
            let pairs = asked(&table).first().map(|it| it.pairs.clone()).unwrap_or_default();
            let named: Vec<String> =
                pairs.iter().map(|(a, b)| format!("{}{} {}{}", a.by, a.round, b.by, b.round)).collect();
            // The participant who held the pilot holds the training now, and those two are already compared.
            let expected = ["north2 south2", "east2 south2"];
            assert_eq!(named, expected[..if votes > 0 { 2 } else { 0 }], "{mode}");
        }
    }
}

/// P-30: the schema of a comparison is closed, every field required, and asks for no grade.
#[test]
fn the_form_of_a_comparison() {
    let schema = AnswerSchema::Compare { pairs: 3 }.to_json();
    assert_eq!((&schema["required"], &schema["additionalProperties"]), (&json!(["pairs"]), &json!(false)));
    let pair = &schema["properties"]["pairs"]["items"];
    assert_eq!(pair["required"], json!(["pair", "on_topic", "opposed", "same_point"]));
    assert_eq!(pair["additionalProperties"], json!(false));
    assert!(!schema.to_string().contains("number"));
    let most = |pairs| AnswerSchema::Compare { pairs }.max_tokens(64);
    assert!(most(100) - most(1) >= 99 * 30, "as long as its pairs, whatever a turn may have");
}
