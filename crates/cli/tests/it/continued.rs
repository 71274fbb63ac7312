//! Continued debates and forks.
use crate::provider::Provider;
use crate::sandbox::{Ran, Sandbox, id_of};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn kinds(log: &str) -> Vec<String> {
    log.lines().map(|it| json(it)["type"].as_str().unwrap().to_owned()).collect()
}

/// D-43, I-10, I-12, O-05: a closed debate continues with input of the user; every output shows that, and the log replays.
#[test]
fn a_debate_is_continued() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    let before = sandbox.print(&["export", &id, "--format", "log"]);
    let words = ["--say", "The rack is rented until June.", "--focus", "Can it wait?", "--rounds", "1"];
    let ran = sandbox.run(&[&["continue", &id][..], &words].concat());
    let shown = ran.shown(&sandbox);
    let upto = shown.find("\nVerdict: ").unwrap();
    insta::assert_snapshot!("continue", &shown[..upto]);
    let log = sandbox.print(&["export", &id, "--format", "log"]);
    assert!(log.starts_with(&before), "what was written stays");
    let added: Vec<String> = kinds(&log).split_off(before.lines().count());
    let turns = ["turn_taken", "turn_taken", "turn_taken"];
    assert_eq!(
        added,
        [&["debate_continued", "round_opened"][..], &turns, &["ballots_grouped", "groupthink_seen", "debate_closed"]]
            .concat()
    );
    let replayed = sandbox.run(&["replay", &id, "--jsonl"]);
    assert_eq!((replayed.code, &replayed.stdout), (0, &log));

    assert!(sandbox.print(&["show", &id, "--turns"]).contains("You said: The rack is rented until June."));
    let markdown = sandbox.print(&["export", &id]);
    for line in ["> **Continued.** A person said: The rack is rented until June.", "Must answer: Can it wait?"] {
        assert!(markdown.lines().any(|it| it == line), "{line}: {markdown}");
    }
    let document = json(&sandbox.print(&["export", &id, "--format", "json"]));
    assert_eq!(document["continued"][0]["after"], 2);
    assert_eq!((&document["rounds"][2]["focus"], &document["rules"]["rounds"]), (&"Can it wait?".into(), &3.into()));

    let again = sandbox.run_with(&["continue", &id, "--say", "-", "--jsonl"], b"It is June now.\n");
    assert_eq!(again.code, 0, "{again:?}");
    assert_eq!(json(again.stdout.lines().next().unwrap())["rules"]["rounds"], 5, "two rounds by default");
    assert_eq!(json(again.stdout.lines().next().unwrap())["said"], "It is June now.");
}

/// O-23, I-10: a fork keeps the turns up to its cut, repeats no call, continues with the changes, and names its origin.
#[test]
fn a_debate_is_forked() {
    let provider = Provider::new(|_, _| None);
    let sandbox = Sandbox::new();
    let run = |words: &[&str]| {
        let mut command = sandbox.command(words);
        command.env("OPENAI_BASE_URL", provider.base_url()).env("OPENAI_API_KEY", "sk-any-0123456789");
        Ran::of(command.output().unwrap())
    };
    let fixed = ["--algorithm", "fixed_rounds", "--jsonl"];
    let with = ["debate", "Should we adopt gRPC?", "--with", "openai/a,openai/b", "--rounds", "3"];
    let first = run(&[&with[..], &fixed].concat());
    let id = id_of(first.stdout.lines().next().unwrap());
    let paid = provider.asked().len();
    let change = ["--seat", "b=openai/z", "--after-round", "1", "--rounds", "2", "--say", "There is no rack."];
    let forked = run(&[&["fork", &id][..], &change, &["--jsonl"]].concat());
    assert_eq!(forked.code, 0, "{forked:?}");
    assert_eq!(provider.asked()[paid..].len(), 2, "nothing of the first round is asked again");
    assert!(provider.asked()[paid..].iter().all(|it| it.starts_with("r2/")), "{:?}", provider.asked());

    let log = sandbox.print(&["export", "latest", "--format", "log"]);
    let lines: Vec<&str> = log.lines().collect();
    let opened = json(lines[0]);
    assert_eq!(opened["fork"], serde_json::json!({"debate": id, "upto": 4}));
    assert_eq!(
        (&opened["participants"][1]["name"], &opened["participants"][1]["model"]),
        (&"b".into(), &"openai/z".into())
    );
    let copied: Vec<&str> = first.stdout.lines().skip(1).take(4).collect();
    assert_eq!(lines[1..5], copied[..], "to the byte");
    assert_eq!(json(lines[5])["type"], "debate_continued");
    let replayed = sandbox.run(&["replay", "latest", "--jsonl"]);
    assert_eq!((replayed.code, replayed.stdout), (0, log));

    let shown = sandbox.print(&["show", "latest", "--full"]);
    assert!(shown.contains(&format!("forked from {id} after its event 4")), "{shown}");
    let listed = sandbox.print(&["list"]);
    assert!(listed.lines().nth(1).unwrap().ends_with(&format!("(forked from {id})")), "{listed}");
    let verdict = json(&sandbox.print(&["show", "latest", "--json"]));
    assert_eq!((&verdict["metadata"]["calls"], &verdict["metadata"]["fork"]["upto"]), (&3.into(), &4.into()));
    assert!(verdict["metadata"]["copied"]["output"].as_u64().unwrap() > 0, "{verdict}");
    assert!(sandbox.print(&["export", "latest"]).contains("copied from there and not counted here"));
}

/// D-43, I-12: without a terminal, a debate that ended with a question says so in the verdict, in JSON, and by exit code 3 with
/// `--require-consensus`; an answer continues it.
#[test]
fn a_question_waits_for_its_answer() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    escalate(&sandbox.store(), &id, "How long is the rack rented?");
    let shown = sandbox.print(&["show", &id]);
    assert!(shown.contains("  Question: How long is the rack rented?\n"), "{shown}");
    assert_eq!(json(&sandbox.print(&["show", &id, "--json"]))["question"], "How long is the rack rented?");
    let resumed = sandbox.run(&["resume", &id, "--quiet", "--require-consensus"]);
    assert_eq!(resumed.code, 3, "{resumed:?}");
    let answer = format!("answer it with `roundtable continue {id} --say \"…\"`");
    assert!(resumed.stderr.starts_with(&format!("{id} waits for an answer: {answer}; ")), "{resumed:?}");
    let refused = sandbox.run(&["continue", &id]);
    let expected = format!("error: debate `{id}` waits for an answer to its question; {answer}\n");
    assert_eq!((refused.code, refused.stderr), (1, expected));
    let answered = sandbox.run(&["continue", &id, "--say", "Until June.", "--json"]);
    assert_eq!((answered.code, json(&answered.stdout).get("question")), (0, None), "{answered:?}");
    let left = std::fs::read_dir(sandbox.path("data/roundtable")).unwrap().map(|it| it.unwrap().file_name());
    assert!(!left.into_iter().any(|it| it.to_string_lossy().ends_with(".running")));
}

/// I-13, O-23, D-43: an invalid continuation or fork is refused in a line that names the alternatives.
#[test]
fn what_can_not_go_on_is_named() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    let long = "x".repeat(4_001);
    let rows: [&[&str]; 17] = [
        &["continue", &id, "--say", ""],
        &["continue", &id, "--say", &long],
        &["continue", &id, "--focus", " "],
        &["continue", &id, "--rounds", "0"],
        &["continue", &id, "--rounds", "99"],
        &["continue", &id, "--budget-tokens", "1"],
        &["continue", &id, "--deadline", "soon"],
        &["fork", &id],
        &["fork", &id, "--after-round", "7"],
        &["fork", &id, "--at", "700"],
        &["fork", &id, "--at", "2", "--after-round", "1"],
        &["fork", &id, "--after-round", "1", "--seat", "sim/4"],
        &["fork", &id, "--after-round", "1", "--seat", "hamilton=sim/4"],
        &["fork", &id, "--after-round", "1", "--mode", "freestyle"],
        &["fork", &id, "--after-round", "1", "--set", "exit_consensus=2"],
        &["fork", &id, "--at", "2", "--mode", "adversarial"],
        &["fork", &id, "--after-round", "1", "--set", "table=sim"],
    ];
    let mut seen = String::new();
    for words in rows {
        let ran = sandbox.run(words);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.lines().count()), (1, "", 1), "{words:?}: {ran:?}");
        let typed = words.iter().map(|it| if it.len() > 80 { "[long]" } else { it }).collect::<Vec<_>>().join(" ");
        writeln!(seen, "$ roundtable {typed}\n{}", ran.stderr).unwrap();
    }
    insta::assert_snapshot!("not to go on", sandbox.redact(&seen));
    assert_eq!(sandbox.print(&["list", "--json"]).lines().count(), 1, "nothing was begun");
}

/// D-60: flags override the environment, that the project, that the user, that the default, field by field; the result enters the log.
#[test]
fn flags_reach_the_log_from_everywhere() {
    let sandbox = Sandbox::new()
        .with_settings(b"exit_consensus = 0.7\ngroupthink_threshold = 0.7\nlabels = false\neconomy = true\n")
        .with("ROUNDTABLE_EXIT_CONSENSUS", "0.9")
        .with("ROUNDTABLE_PARALLEL_ENABLED", "false")
        .with("ROUNDTABLE_TOOL_ENFORCEMENT", "strict");
    std::fs::write(sandbox.path("work/roundtable.toml"), "exit_consensus = 0.8\ngroupthink_threshold = 0.8\n").unwrap();
    let words =
        ["debate", "Should we?", "--with", "sim", "--rounds", "1", "--set", "groupthink_threshold=0.95", "--jsonl"];
    let log = sandbox.print(&words);
    let rules = json(log.lines().next().unwrap())["rules"].clone();
    insta::assert_snapshot!(
        rules,
        @r#"{"rounds":1,"algorithm":"evidence_based_debate","high_stakes":false,"max_tokens":4096,"seed":0,"parallel":"none","groupthink":0.95,"leaving":{"consensus":0.9},"watch":{"on":true,"evaluator":"sim/1","second":"sim/2"},"without_labels":true,"economy":2048,"tools":{"enforcement":"strict"},"groups":{"model":"sim/1"},"evidence":{"version":1},"decide":"guarded","structure":true}"#
    );
    assert_eq!(json(log.lines().nth(1).unwrap())["in_turn"], true, "one after the other");
}

/// Appends a question to a log, as a debate that escalates does.
pub(crate) fn escalate(store: &Path, id: &str, question: &str) {
    use sqlx::ConnectOptions;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut connection = sqlx::sqlite::SqliteConnectOptions::new().filename(store).connect().await.unwrap();
        let last = "WHERE n = (SELECT max(n) FROM events WHERE debate = ?2)";
        let sql = format!("UPDATE events SET body = json_set(body, '$.why', 'escalated', '$.question', ?1) {last}");
        let done =
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(question).bind(id).execute(&mut connection).await.unwrap();
        assert_eq!(done.rows_affected(), 1);
        sqlx::Connection::close(connection).await.unwrap();
    });
}

/// Q-01, O-23: a fork applies another decision rule to a finished debate without a call; a fork without changes is still refused.
#[test]
fn a_finished_debate_is_decided_by_another_rule() {
    let provider = Provider::new(|_, _| None);
    let sandbox = Sandbox::new();
    let run = |words: &[&str]| {
        let mut command = sandbox.command(words);
        command.env("OPENAI_BASE_URL", provider.base_url()).env("OPENAI_API_KEY", "sk-any-0123456789");
        Ran::of(command.output().unwrap())
    };
    let with = ["debate", "Should we adopt gRPC?", "--with", "openai/a,openai/b", "--rounds", "2"];
    let first = run(&[&with[..], &["--algorithm", "fixed_rounds", "--jsonl"]].concat());
    let id = id_of(first.stdout.lines().next().unwrap());
    let paid = provider.asked().len();
    for (change, decide) in
        [(&["--decide", "openings"][..], "openings"), (&["--gate", "--analyst", "lexical"], "guarded")]
    {
        let forked = run(&[&["fork", &id][..], change, &["--jsonl"]].concat());
        assert_eq!((forked.code, provider.asked().len()), (0, paid), "{forked:?}");
        let log = sandbox.print(&["export", "latest", "--format", "log"]);
        assert_eq!(json(log.lines().next().unwrap())["rules"]["decide"], decide);
    }
    assert_ne!(run(&["fork", &id]).code, 0);
}
