//! Well-transmitted answers with bad content.
use super::{Asked, DIALECTS, hold, hurried, spec};
use analysis::Verdict;
use debate::ballot::Cast;
use debate::event::{Answer, Reason};
use debate::{Envelope, Event, Letter, Turn};
use models::fake_provider::Behaviour;
use models::{Dialect, Stop};
use serde_json::json;
use std::fmt::Write;
use std::time::Duration;

const TOPIC: &str = "Should we move the ledger to event sourcing?";
const WHOLE: &str = r#"{"position":"Yes, move it.","reasoning":"It is time.","confidence":0.8,"ballot":{"choice":"Yes","headline":null},"claims":[{"label":"ASSUME","text":"The team agrees."}],"references":[],"key_points":["time"],"confidence_change":null}"#;

/// The answer of the second participant.
#[derive(Clone)]
enum Said {
    Text(String),
    Refused(&'static str),
    /// `"content": null`, or no blocks at all.
    Null,
}

fn cases() -> Vec<(&'static str, Said)> {
    let text = |text: &str| Said::Text(text.to_owned());
    let long = "0123456789abcdef".repeat(4 << 16);
    vec![
        ("fence", Said::Text(format!("```json\n{WHOLE}\n```"))),
        ("prose around", Said::Text(format!("Certainly! Here is my answer:\n\n{WHOLE}\n\nLet me know."))),
        (
            "think block",
            Said::Text(format!("<think>{{\"position\":\"No.\",\"ballot\":{{\"choice\":\"No\"}}}}</think>\n{WHOLE}")),
        ),
        ("think block and nothing else", text("<think>I should answer, but")),
        ("missing fields", text(r#"{"position":"Yes, move it.","reasoning":"It is time."}"#)),
        ("no position", text(r#"{"reasoning":"It is time.","confidence":0.8,"ballot":{"choice":"Yes"}}"#)),
        (
            "wrong types",
            text(
                r#"{"position":"Yes, move it.","reasoning":7,"confidence":"quite","ballot":["Yes"],"claims":"none","key_points":3}"#,
            ),
        ),
        ("wrong type of the position", text(r#"{"position":{"yes":true},"confidence":0.8,"ballot":{"choice":"Yes"}}"#)),
        (
            "out of range",
            text(
                r#"{"position":"Yes, move it.","reasoning":"It is time.","confidence":140,"ballot":{"choice":"Maybe","headline":null}}"#,
            ),
        ),
        (
            "blocker without a reason",
            text(
                r#"{"position":"No, leave it.","reasoning":"r","confidence":0.9,"ballot":{"choice":"No"},"others":[{"option":"A","stand":"blocker"}]}"#,
            ),
        ),
        (
            "depends without a headline",
            text(r#"{"position":"It depends.","reasoning":"r","confidence":0.9,"ballot":{"choice":"depends"}}"#),
        ),
        (
            "a ballot for an option that is not there",
            text(r#"{"position":"Q.","reasoning":"r","confidence":0.9,"ballot":{"choice":"Q","headline":null}}"#),
        ),
        (
            "a headline of fourteen words",
            text(
                r#"{"position":"Later.","reasoning":"r","confidence":0.9,"ballot":{"choice":"depends","headline":"Only after one two three four five six seven eight nine ten eleven twelve"}}"#,
            ),
        ),
        ("empty", text("")),
        ("white space", text(" \n\t\r\n ")),
        ("null content", Said::Null),
        ("refusal of the provider", Said::Refused("I can't help with that.")),
        ("refusal in prose", text("I'm sorry, but I can't take part in this debate.")),
        (
            "4 MB in a field",
            Said::Text(format!(
                r#"{{"position":"Yes, move it.","confidence":0.8,"ballot":{{"choice":"Yes"}},"reasoning":"{long}"}}"#
            )),
        ),
        ("4 MB around", Said::Text(format!("{WHOLE}{}", " ".repeat(4 << 20)))),
        ("4 MB of nothing", Said::Text(long)),
        ("4 MB of brackets", Said::Text("[{".repeat(2 << 20))),
        (
            "control and direction characters",
            Said::Text(WHOLE.replace("Yes, move it.", "Yes,\u{202e} move\u{7}\u{1b}[31m it.\u{200b}")),
        ),
        ("truncated in the position", text(r#"{"position":"Yes, mo"#)),
        (
            "truncated after the position",
            text(r#"{"position":"Yes, move it.","confidence":0.8,"ballot":{"choice":"Ye"#),
        ),
        (
            "truncated after the ballot",
            text(r#"{"position":"Yes, move it.","confidence":0.8,"ballot":{"choice":"Yes"},"reasoning":"It is"#),
        ),
        ("HTML", text("<!doctype html><style>p {position: absolute}</style><p>Sign in.")),
        ("another object", text(r#"{"error":{"message":"overloaded"}}"#)),
    ]
}

impl Said {
    fn behaviour(&self, dialect: Dialect) -> Behaviour {
        match (self, dialect) {
            (Said::Text(text), _) => Behaviour::answer(text.clone()),
            (Said::Refused(text), _) => {
                Behaviour::Answer { text: (*text).to_owned(), stop: Stop::Refused, latency: Duration::ZERO }
            }
            (Said::Null, Dialect::OpenaiChat) => whole(json!({
                "choices": [{"index": 0, "message": {"role": "assistant", "content": null}, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 10, "completion_tokens": 1},
            })),
            (Said::Null, Dialect::Anthropic) => whole(json!({
                "content": [], "stop_reason": "end_turn", "usage": {"input_tokens": 10, "output_tokens": 1},
            })),
        }
    }

    fn text(&self) -> &str {
        match self {
            Said::Text(text) => text,
            Said::Refused(text) => text,
            Said::Null => "",
        }
    }
}

fn whole(body: serde_json::Value) -> Behaviour {
    Behaviour::Status { code: 200, headers: Vec::new(), body: body.to_string() }
}

/// D-21, I-13: each bad answer, in one participant's first turn, once (the second answer is good) and twice. Usable parts are read, each
/// flaw and each loss is in the record with the raw text, nothing is made up, and the others go on.
#[tokio::test]
async fn a_bad_answer_is_read_as_far_as_it_honestly_can_be() {
    let mut seen = String::new();
    for (name, said) in cases() {
        writeln!(seen, "## {name}").unwrap();
        for (times, bad_calls) in [("once", &["r1/turn/fake-2"][..]), ("twice", &["r1/turn/fake-2", "r1/again/fake-2"])]
        {
            let mut told: Vec<String> = Vec::new();
            for (dialect, mode) in DIALECTS.into_iter().zip(["collaborative", "delphi"]) {
                let bad = said.behaviour(dialect);
                let instead = move |asked: &Asked, _| bad_calls.contains(&asked.call.as_str()).then(|| bad.clone());
                let (debate, log, _) = hold(&spec(mode, TOPIC, 2), dialect, hurried(), instead).await;
                let place = format!("{name}, {times}, {dialect:?}, {mode}");
                told.push(check(&place, &debate, &log, said.text(), bad_calls));
            }
            assert!(told.iter().all(|it| *it == told[0]), "{name}: neither dialect nor mode matters: {told:#?}");
            writeln!(seen, "{times}\n{}", told[0]).unwrap();
        }
    }
    insta::assert_snapshot!("bad answers", seen);
}

/// Checks one debate against the promises, and returns what became of the bad answer.
fn check(place: &str, debate: &debate::Debate, log: &[Envelope], raw: &str, bad_calls: &[&str]) -> String {
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::RoundCap, "{place}");
    assert_eq!(debate.rounds[1].spoken.len(), 3, "{place}: everybody speaks in the next round");
    let (taken, lost) = (debate.rounds[0].spoken.len(), debate.rounds[0].failed.len());
    assert_eq!(taken + lost, 3, "{place}: every turn is taken or lost");
    assert_eq!(Verdict::of(debate).metadata.lost.len(), lost, "{place}: the verdict names the loss");
    let mut told = String::new();
    for envelope in log {
        let (call, what, answer, turn) = match &envelope.event {
            Event::TurnTaken { call, turn, flaws, answer, .. } => {
                (call, format!("taken, flaws: {}", list(flaws)), answer, Some(turn))
            }
            Event::AnswerUnusable { call, flaws, answer, .. } => {
                (call, format!("unusable: {}", list(flaws)), answer, None)
            }
            Event::TurnFailed { call, why, detail, answer, .. } => {
                (call, format!("lost: {why} ({detail})"), answer.as_ref().unwrap(), None)
            }
            Event::DebateOpened { .. }
            | Event::ModeChosen { .. }
            | Event::RoundOpened { .. }
            | Event::GroupthinkSeen { .. }
            | Event::WatchBegun { .. }
            | Event::WatchEnded { .. }
            | Event::AnswerReviewed { .. }
            | Event::RoundReviewed { .. }
            | Event::SourcesAttached { .. }
            | Event::ToolsUsed { .. }
            | Event::PositionsCompared { .. }
            | Event::BallotsGrouped { .. }
            | Event::Panel { .. }
            | Event::Room { .. }
            | Event::CallNoted { .. }
            | Event::DebateContinued { .. }
            | Event::DebateClosed { .. } => continue,
        };
        if !bad_calls.contains(&call.to_string().as_str()) {
            continue;
        }
        keeps(place, answer, raw);
        writeln!(told, "  {call}: {what}").unwrap();
        if let Some(turn) = turn {
            invents_nothing(place, turn, raw);
            writeln!(told, "    {}", shortened(turn)).unwrap();
        }
    }
    told
}

fn list(flaws: &[debate::Flaw]) -> String {
    flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The raw text is in the record: all of it, or enough that the missing part is reported as a flaw.
fn keeps(place: &str, answer: &Answer, raw: &str) {
    assert!(raw.starts_with(&answer.text), "{place}");
    assert!(answer.text == raw || answer.text.len() > 500_000, "{place}: {} bytes kept", answer.text.len());
    assert!(answer.usage.output > 0, "{place}: a bad answer is paid for, too");
}

/// Every word of a turn is in the answer it was read from.
fn invents_nothing(place: &str, turn: &Turn, raw: &str) {
    let raw = &debate::text::clean(raw).text;
    let Turn {
        position,
        reasoning,
        confidence,
        ballot,
        ranking,
        others,
        terms,
        on_terms,
        because,
        would_change,
        claims,
        references,
        key_points,
        confidence_change,
        stance,
        moves,
        vulnerabilities,
        questions,
        needs,
    } = turn;
    let headline = match ballot {
        Some(Cast::Headline(headline)) => Some(headline),
        Some(Cast::Option(_) | Cast::Estimate(_)) | None => None,
    };
    let texts = [position.as_ref(), reasoning.as_ref(), headline]
        .into_iter()
        .flatten()
        .chain(key_points)
        .chain(claims.iter().map(|it| &it.text));
    for word in texts.flat_map(|it| it.split_whitespace()) {
        assert!(raw.contains(word), "{place}: `{word}` was not said");
    }
    if let Some(confidence) = confidence {
        assert!(raw.contains(&confidence.to_string()), "{place}: {confidence}");
    }
    if let Some(Cast::Option(letter)) = ballot {
        let word = if *letter == Letter::at(0) { "Yes" } else { "No" };
        assert!(raw.contains(&format!("\"{word}\"")), "{place}: {word}");
    }
    assert!(ranking.is_empty() && terms.is_empty() && on_terms.is_empty() && because.is_empty(), "{place}");
    assert!(would_change.is_none() && others.iter().all(|it| raw.contains(it.stand.as_str())), "{place}");
    assert!(references.is_empty() && confidence_change.is_none(), "{place}");
    assert!(stance.is_none() && moves.is_empty() && needs.is_empty(), "{place}");
    assert!(vulnerabilities.is_empty() && questions.is_empty(), "{place}");
}

fn shortened(turn: &Turn) -> String {
    let text = serde_json::to_string(turn).unwrap();
    if text.len() < 400 { text } else { format!("{}… ({} bytes)", &text[..100], text.len()) }
}
