//! `analyze`: JSON Lines in, JSON Lines out.
use crate::sandbox::Sandbox;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// I-16: each analyser answers line by line, in order; an invalid line is answered with its error, and other fields are copied.
#[test]
fn readers_answer_line_by_line() {
    let sandbox = Sandbox::new();
    let mut shown = String::new();
    for (what, input) in [
        (
            "relation",
            r#"{"id":"r1","a":"Adopt gRPC for the orders","b":"Do not adopt gRPC for the orders","topic":"gRPC"}
{"a":"Ship it on Monday","b":"Ship it on Monday","topic":null}

{"id":"r3","a":"Ship it"}
{"a":"Ship it","b":"Ship it","topic":7}
not json
{"id":6,"a":"The cat sleeps","b":"Taxes rise"}"#,
        ),
        (
            "evidence",
            r#"{"id":1,"text":"A survey of 1,200 developers found that 62% agreed"}
{"id":2,"text":"I prefer the shorter syntax"}
[]"#,
        ),
    ] {
        let ran = sandbox.run_with(&["analyze", what, "--analyst", "lexical"], input.as_bytes());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{what}: {ran:?}");
        shown += &format!("{what}\n{}", ran.stdout);
    }
    insta::assert_snapshot!("analyze", shown);
}

/// I-16: empty input gives empty output; a line that is too long is answered, and so is the next one; a thousand keep their order.
#[test]
fn any_length_of_input_is_answered() {
    let sandbox = Sandbox::new();
    let ran = |input: &str| sandbox.run_with(&["analyze", "evidence"], input.as_bytes());
    for input in ["", "\n\n"] {
        let ran = ran(input);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
    }
    let huge = format!("{{\"text\":\"{}\"}}\n{{\"id\":2,\"text\":\"x\"}}", "x".repeat(3 << 20));
    let answers = lines(&ran(&huge).stdout);
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], serde_json::json!({"error": "the line is longer than 1048576 bytes", "line": 1}));
    assert_eq!(answers[1]["id"], 2);
    let many: String = (0..1000).map(|id| format!("{{\"id\":{id},\"text\":\"a survey of {id}\"}}\n")).collect();
    let ids: Vec<u64> = lines(&ran(&many).stdout).iter().filter_map(|it| it["id"].as_u64()).collect();
    assert_eq!(ids, (0..1000).collect::<Vec<u64>>());
}

/// I-16: a caller that waits after a line gets the answer before it sends the next; a closed output ends the program silently.
#[test]
fn a_line_is_answered_before_the_next() {
    let sandbox = Sandbox::new();
    let mut child = sandbox.command(&["analyze", "evidence"]).stdin(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for id in 0..3 {
        writeln!(input, "{{\"id\":{id},\"text\":\"It should be fair\"}}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(lines(&line)[0]["id"], id);
    }
    drop(output);
    // The program exits at its next write, so this write may fail.
    let _ = writeln!(input, "{{\"text\":\"It should be fair\"}}");
    drop(input);
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), String::from_utf8(ended.stderr).unwrap().as_str()), (Some(0), ""));
}

/// I-16, I-12: an analyst that is not available is reported in one line.
#[test]
fn an_analyst_that_cannot_tell_is_refused() {
    let sandbox = Sandbox::new();
    for (words, expected) in [
        (
            &["relation", "--analyst", "model"][..],
            "error: `--analyst model` needs a model: name it with `--model provider/model`\n",
        ),
        (&["relation", "--model", "x/y"], "error: `--model` is the model of `--analyst model`: give both or neither\n"),
        (
            &["relation", "--analyst", "local"],
            "error: no weights `minilm-l6-v2` here: type `roundtable models pull minilm-l6-v2`\n",
        ),
        (
            &["evidence", "--analyst", "model"],
            "error: a kind of evidence is classified by words alone: leave `--analyst` out, or use `--analyst lexical`\n",
        ),
    ] {
        let words: Vec<&str> = ["analyze"].iter().chain(words).copied().collect();
        let ran = sandbox.run_with(&words, b"{}");
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (1, "", expected), "{words:?}");
    }
    let ran = sandbox.run_with(&["analyze", "relation"], b"{\"a\":\"x\",\"b\":\"x\"}");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(lines(&ran.stdout)[0]["analyst"], "lexical");
    assert_eq!(
        ran.stderr,
        "no weights `minilm-l6-v2` here, so words alone are compared: `roundtable models pull minilm-l6-v2`\n"
    );
}
