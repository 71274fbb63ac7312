//! What was learned before a debate, in its rules (L-06).
use debate::rules::{LearnedAccuracy, LearnedRules};
use debate::{Layout, Profile, Rules, Topic};
use engine::{Seat, Spec};

fn spec(rules: Rules) -> Spec {
    let seats = (1..=2).map(|n| Seat {
        model: format!("sim/{n}"),
        family: "sim".to_owned(),
        name: None,
        profile: Profile::Full,
        layout: Layout::Rebuild,
    });
    Spec {
        id: "abcd2345".into(),
        topic: Topic::new("Should we?").unwrap(),
        ballot: None,
        mode: "collaborative".to_owned(),
        participants: engine::seat(seats),
        rules,
        disciplines: Default::default(),
        attached: Vec::new(),
        personas: Vec::new(),
    }
}

fn learned(mean: f64, questions: usize, length: usize) -> Rules {
    let accuracy = LearnedAccuracy { model: "sim/1".into(), mean, low: 0.0, high: 1.0, right: 1, cases: 1 };
    let questions = vec!["x".repeat(length); questions];
    let learning = LearnedRules {
        version: 1,
        weights: vec![],
        accuracy: vec![accuracy],
        questions,
        skills: vec![],
        imported: vec![],
    };
    Rules { domain: Some("api-design".into()), learning: Some(Box::new(learning)), ..Rules::default() }
}

/// L-06: what was learned is within bounds, whoever wrote the log: weights of 0 to 1, at most five questions of 300 characters, and a domain
/// in its one spelling.
#[test]
fn what_was_learned_is_bounded() {
    assert!(engine::opening(&engine::Live::after(0), &spec(learned(0.5, 5, 300))).is_ok());
    for (rules, says) in [
        (learned(1.5, 0, 0), "`learning` is 1.5"),
        (learned(f64::NAN, 0, 0), "`learning` is NaN"),
        (learned(0.5, 6, 3), "6 questions"),
        (learned(0.5, 1, 301), "at most 300 characters"),
        (Rules { domain: Some("API Design".into()), ..Rules::default() }, "`domain` is API Design"),
    ] {
        let why = spec(rules).check().unwrap_err().to_string();
        assert!(why.contains(says), "{why}");
    }
}
