//! Inferring ballots from topics, over `tests/topics.txt`.
use debate::ballot::{Ballot, read};

/// A topic with its correct ballot.
struct Labelled {
    kind: &'static str,
    /// The options joined by `; `, the unit, or `-`.
    detail: &'static str,
    topic: String,
}

fn corpus() -> Vec<Labelled> {
    let lines = include_str!("../topics.txt").lines().filter(|it| !it.is_empty() && !it.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.splitn(3, '\t');
            let mut field = || fields.next().unwrap_or_default();
            Labelled { kind: field(), detail: field(), topic: field().replace("\\n", "\n") }
        })
        .collect()
}

/// The details of a ballot, in the form of [`Labelled::detail`].
fn detail(ballot: &Ballot) -> String {
    match ballot {
        Ballot::Choice { options } => options.join("; "),
        Ballot::Estimate { unit } => unit.clone(),
        Ballot::YesNo | Ballot::Open => "-".to_owned(),
    }
}

/// B-01: at least 97% of the inferred kinds other than open are right, and at least 85% of such kinds are found.
#[test]
fn what_is_claimed_of_a_topic_is_right() {
    let (mut claimed, mut right, mut closed) = (0, 0, 0);
    let topics = corpus();
    assert!(topics.len() >= 200, "{} topics", topics.len());
    for it in topics {
        assert!(!it.topic.is_empty(), "a line without three fields: {} {}", it.kind, it.detail);
        let ballot = read(&it.topic);
        let found = detail(&ballot);
        let is_right = ballot.kind() == it.kind && found.to_lowercase() == it.detail.to_lowercase();
        let is_locked = ballot != Ballot::Open;
        closed += u32::from(it.kind != "open");
        claimed += u32::from(is_locked);
        right += u32::from(is_locked && is_right);
        if !is_right {
            println!("{}: {} [{found}], not {} [{}]", it.topic, ballot.kind(), it.kind, it.detail);
        }
    }
    assert!(f64::from(right) >= 0.97 * f64::from(claimed), "precision: {right} of {claimed} claimed");
    assert!(f64::from(right) >= 0.85 * f64::from(closed), "recall: {right} of {closed}");
}

/// B-01: every topic can be parsed, wherever it is cut off.
#[test]
fn a_topic_that_is_cut_off_is_read() {
    for it in corpus() {
        for (end, _) in it.topic.char_indices() {
            let (start, rest) = it.topic.split_at(end);
            read(start);
            read(rest);
        }
    }
}
