//! Tests with made-up recordings in each form.
use super::*;
use debate::Algorithm;
use debate::event::Reason;
use serde_json::{Value, json};

fn debate(line: &Value) -> Recording {
    let rows: Vec<Row> = READERS.iter().filter_map(|read| read(&line.to_string())).collect();
    match <[Row; 1]>::try_from(rows) {
        Ok([Row::Debate(recording)]) => recording,
        other => panic!("one reader must take {line}: {other:?}"),
    }
}

/// The position of each seat in each round.
fn positions(recording: &Recording) -> Vec<Vec<String>> {
    let held = |it: &Option<stepped::RecordedAnswer>| it.clone().unwrap_or_default().position;
    recording.rounds.iter().map(|it| it.iter().map(held).collect()).collect()
}

/// A question with labels as answers.
fn question(gold: &str, rounds: &[&[Option<&str>]]) -> Value {
    let answer = |it: &Option<&str>| json!({"agent": 0, "text": "because", "answer": it});
    let rounds: Vec<Vec<Value>> = rounds.iter().map(|it| it.iter().map(answer).collect()).collect();
    json!({"question": "Which one? A) this, B) that", "gold": gold, "model": "gpt-x", "peers_seen": true, "rounds": rounds})
}

fn labels<const N: usize>(labels: [&str; N]) -> [Option<&str>; N] {
    labels.map(|it| (it != "-").then_some(it))
}

/// D-40: every form is read by its own reader and no other.
#[test]
fn each_form_has_its_reader() {
    let qa = debate(&question("A", &[&labels(["A", "B", "-"]), &labels(["A", "A", "A"])]));
    assert_eq!(positions(&qa), [["A", "B", ""], ["A", "A", "A"]]);
    assert_eq!((qa.seats[0].0.as_str(), qa.truth), ("agent-1", Truth::Answer("A".into())));

    let traces = debate(&json!({
        "metric": "sides", "sample": "s1", "correct_label": "me",
        "answers": {"llama1b": ["me", "my friend"], "qwen3b": [null, "me"]},
    }));
    assert_eq!(positions(&traces), [["me", ""], ["my friend", "me"]]);
    assert_eq!(traces.seats[1].0, "qwen3b");

    let round = |affirmative: &str, negative: &str, enough: &str| json!({"affirmative": affirmative, "negative": negative, "moderator_preference": enough});
    let translation = debate(&json!({"topic": "Translate it", "model": "m", "rounds": [
        round("It is \"He ran away.\"", "Not \"He ran away\": \"走\" makes it \"He has left the place.\"", "no"),
        round("\"He has left the place\" is fine, but \"He ran away\" is better", "The word \"left\" is better", "no"),
        round("I agree: \"He has left the place\"", "I said so", "yes"),
    ]}));
    let (ran, left) = ("He ran away", "He has left the place");
    assert_eq!(
        positions(&translation),
        [["He ran away.", "He has left the place."], [ran, "He has left the place."], [left, "He has left the place."]]
    );
    assert_eq!(translation.truth, Truth::Enough(Some(3)));

    let turn = |speaker: &str, text: &str| json!({"speaker": speaker, "text": text});
    let crisis = debate(&json!({"context": "The lights are out.", "turns": [
        turn("one", "**Policy Stance**\n\nKeep the lights of all hospitals on at any price."),
        turn("two", "Save what power is left for the pumps of the city first."),
        turn("one", "**Policy Stance:** The hospitals come before any other load, whatever it is."),
    ]}));
    assert_eq!(
        positions(&crisis),
        [[
            "Keep the lights of all hospitals on at any price.",
            "Save what power is left for the pumps of the city first."
        ]]
    );
    assert_eq!(crisis.truth, Truth::Never);

    assert_eq!(Recording::topic(&"é".repeat(9_000)).unwrap().as_str().len(), debate::Topic::MOST_BYTES);

    let mut unseen = question("A", &[&labels(["A", "B"])]);
    unseen["peers_seen"] = json!(false);
    assert!(matches!(qa::read(&unseen.to_string()), Some(Row::LeftOut)));
    assert!(READERS.iter().all(|read| read(r#"{"question": "Why?"}"#).is_none()));
}

/// D-40, Q-02: labels are answers, and the most frequent one wins the vote; a consensus is right or wrong by the truth.
#[test]
fn votes_are_read_off_answers() {
    for (gold, rounds, expected) in [
        ("A", vec![labels(["A", "B", "A"]), labels(["A", "A", "A"])], (Some((2, Reason::Consensus)), Some("A"))),
        ("42", vec![labels(["42", "7", "42"]), labels(["42", "42", "42"])], (Some((2, Reason::Consensus)), Some("42"))),
        ("A", vec![labels(["A", "B", "A"]), labels(["A", "B", "A"])], (None, Some("A"))),
        ("A", vec![labels(["A", "B", "C"]), labels(["A", "B", "C"])], (None, None)),
        // The first round ends nothing, and fewer than two participants are no debate.
        ("A", vec![labels(["A", "A", "A"])], (None, Some("A"))),
        ("A", vec![labels(["A", "A", "A"]), labels(["A", "-", "-"])], (Some((2, Reason::Insufficient)), Some("A"))),
    ] {
        let shown: Vec<&[Option<&str>]> = rounds.iter().map(|it| it.as_slice()).collect();
        let stepped = debate(&question(gold, &shown)).step(Algorithm::VoteRubric, Suspicion::Ignored, 0.85).unwrap();
        assert_eq!((stepped.stop, stepped.answer.as_deref()), expected, "{rounds:?}");
    }
}

/// D-40: a confidence below the rubric's is no consensus, whatever the answers.
#[test]
fn the_confidence_is_the_persons_to_give() {
    let recording = debate(&question("A", &[&labels(["A", "A"]), &labels(["A", "A"])]));
    assert!(recording.step(Algorithm::VoteRubric, Suspicion::Ignored, 0.70).unwrap().stop.is_some());
    assert_eq!(recording.step(Algorithm::VoteRubric, Suspicion::Ignored, 0.69).unwrap().stop, None);
}

/// D-40 … D-43: the statistics of a set.
#[test]
fn a_set_is_counted() {
    let same = |label: &'static str| debate(&question("A", &[&labels([label, label]), &labels([label, label])]));
    let split = debate(&question("A", &[&labels(["A", "B"]), &labels(["A", "B"])]));
    let all = [same("A"), same("A"), same("B"), split];
    let counted = serde_json::to_value(Tally::of("set", &all, 3, 0.85).unwrap()).unwrap();
    let share = |count: usize, of: usize| json!({"count": count, "of": of});
    for (place, expected) in [
        ("/debates", json!(4)),
        ("/left_out", json!(3)),
        ("/votes/openings_right", json!(0.5)),
        ("/votes/last_unanimous", share(3, 4)),
        ("/votes/last_unanimous_wrong", share(1, 3)),
        ("/algorithms/0/algorithm", json!("vote_rubric")),
        ("/algorithms/0/groupthink", json!("ignored")),
        ("/algorithms/1/groupthink", json!("watched")),
        ("/algorithms/0/consensus", share(3, 4)),
        ("/algorithms/0/consensus_wrong", share(1, 3)),
        ("/algorithms/0/early", share(0, 4)),
        ("/algorithms/0/saved", share(0, 8)),
        ("/algorithms/0/right", json!(0.5)),
        ("/groupthink/of_wrong/of", json!(1)),
        ("/groupthink/of_right/of", json!(2)),
    ] {
        assert_eq!(counted.pointer(place), Some(&expected), "{place}: {counted}");
    }
}

/// D-40: a consensus of sides that can't agree is false, and so is one before the moderator had heard enough.
#[test]
fn a_false_consensus() {
    let mut recording = debate(&question("A", &[&labels(["A", "A"])]));
    assert_eq!((recording.is_false(1, Some("A")), recording.is_false(1, Some("B"))), (false, true));
    recording.truth = Truth::Enough(Some(3));
    assert_eq!((recording.is_false(2, Some("A")), recording.is_false(3, Some("A"))), (true, false));
    recording.truth = Truth::Enough(None);
    assert!(recording.is_false(9, Some("A")));
    recording.truth = Truth::Never;
    assert!(recording.is_false(9, Some("A")));
}

/// Q-01, I-02: a row for each decision rule, and labels with how often each is wrong; unanimity by yielding is no consensus.
#[test]
fn rules_of_decision_are_held_against_the_truth() {
    let agreed = debate(&question("A", &[&labels(["A", "A", "A"]), &labels(["A", "A", "A"])]));
    let yielded = debate(&question("A", &[&labels(["A", "A", "B"]), &labels(["B", "B", "B"])]));
    let counted = serde_json::to_value(Tally::of("set", &[agreed, yielded], 0, 0.85).unwrap()).unwrap();
    let right = |rule: &str| {
        let rows = counted["decisions"].as_array().unwrap();
        rows.iter().find(|it| it["rule"] == rule).unwrap()["right"].clone()
    };
    assert_eq!(counted["decisions"].as_array().unwrap().len(), debate::rules::Decide::ALL.len());
    for (rule, expected) in [("openings", 1.0), ("majority", 0.5), ("guarded", 1.0), ("trajectory", 1.0)] {
        assert_eq!(right(rule), json!(expected), "{rule}: {counted:#}");
    }
    let label = |label: &str, wrong: usize| json!({"label": label, "debates": 1, "wrong": {"count": wrong, "of": 1}});
    // The yielded answer is reported, but as partial, and it is wrong.
    assert_eq!(counted["labels"], json!([label("consensus", 0), label("partial", 1)]));
    let never = Recording { truth: Truth::Never, ..debate(&question("A", &[&labels(["A", "A"])])) };
    let unknown = serde_json::to_value(Tally::of("set", &[never], 0, 0.85).unwrap()).unwrap();
    assert_eq!((&unknown["decisions"], &unknown["labels"]), (&json!([]), &json!([])));
}
