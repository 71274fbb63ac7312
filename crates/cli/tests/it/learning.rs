//! `outcome`, `postmortem`, `learn`, and what they do to later debates.
use crate::provider::Provider;
use crate::sandbox::{Ran, Sandbox, all_bytes, id_of};
use models::fake_provider::Behaviour;
use serde_json::Value;

/// Runs a rehearsal with these words besides, and returns its id.
fn rehearse(sandbox: &Sandbox, words: &[&str]) -> String {
    let usual = ["debate", "Should the zeppelin fly?", "--with", "sim", "--rounds", "2", "--jsonl"];
    id_of(sandbox.print(&[&usual, words].concat()).lines().next().unwrap())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// At another time.
fn at(sandbox: &Sandbox, when: &str, words: &[&str]) -> Ran {
    Ran::of(sandbox.command(words).env("ROUNDTABLE_NOW", when).output().unwrap())
}

/// L-02, L-03, L-04, L-06, L-07: outcomes are recorded, a post-mortem learns from them and reports, and the next debate in the domain says
/// what it draws on; an update is reverted.
#[test]
fn a_debate_is_closed_against_what_happened() {
    let sandbox = Sandbox::new();
    let id = rehearse(&sandbox, &["--domain", "Air Travel"]);
    let added = sandbox.run(&[
        "outcome",
        "add",
        &id,
        "--right",
        "yes",
        "--what",
        "It flew.",
        "--status",
        "completed",
        "--bears-out",
        "c1",
        "--surprise",
        "0.2",
        "--project",
        "Zeppelin",
    ]);
    assert_eq!((added.code, added.stdout.as_str()), (0, ""), "{added:?}");
    assert!(added.stderr.contains(&format!("roundtable postmortem {id}")), "{added:?}");
    let listed = sandbox.print(&["outcome", "list", &id]);
    assert!(listed.contains("#0: It flew; right: Yes; completed; surprise 0.20; bears out C1."), "{listed}");
    let words =
        ["--lesson", "Ask the crew.", "--question", "Who steers it?", "--skill", "meteorology", "--yes", "--rehearsal"];
    let report = sandbox.print(&[&["postmortem", &id], &words[..]].concat());
    for part in [
        "domain air-travel, project Zeppelin",
        "Proved right: Yes.",
        "Ask the crew.",
        "Who was right when",
        "question “Who steers it?”",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert_eq!(sandbox.print(&["postmortem", &id]), report, "asked again, it is printed again");
    let again = sandbox.run(&["postmortem", &id, "--lesson", "More."]);
    assert!(again.code == 1 && again.stderr.contains("--again"), "{again:?}");

    let known = json(&sandbox.print(&["learn", "show", "--domain", "air-travel", "--json"]));
    assert_eq!(known["domains"][0]["questions"][0]["text"], "Who steers it?");
    let models = known["domains"][0]["models"].as_array().unwrap().len();
    assert!(models > 0, "{known}");

    let plan = ["debate", "Should the kite fly?", "--with", "sim", "--plan"];
    let drawn = sandbox.print(&[&plan[..], &["--domain", "air-travel"]].concat());
    assert!(drawn.contains("questions put first in domain air-travel: Who steers it?"), "{drawn}");
    assert!(drawn.contains("meteorology") && drawn.contains("--no-learning"), "{drawn}");
    for words in [&["--domain", "air-travel", "--no-learning"][..], &["--domain", "sea-travel"], &[]] {
        let plain = sandbox.print(&[&plan[..], words].concat());
        assert!(!plain.contains("learned") && !plain.contains("Who steers"), "{words:?}: {plain}");
    }
    // A panel draws on questions and skills: it has no ballots and no kinds of evidence.
    let panel = ["panel", "Should the kite fly?", "--deck", "architects", "--with", "sim", "--aspects", "wind"];
    let with = [&panel[..], &["--domain", "air-travel"]].concat();
    let drawn = sandbox.print(&[&with[..], &["--plan"]].concat());
    assert!(drawn.contains("Who steers it?") && drawn.contains("meteorology"), "{drawn}");
    assert!(!drawn.contains("accuracy in domain"), "{drawn}");
    let quoted =
        ["panel", "Should the kite fly?", "--deck", "architects", "--quote", "--domain", "air-travel", "--plan"];
    let quoted = sandbox.print(&quoted);
    assert!(!quoted.contains("Who steers it?") && quoted.contains("meteorology"), "{quoted}");
    let none = sandbox.print(&[&with[..], &["--no-learning", "--plan"]].concat());
    assert!(!none.contains("learned"), "{none}");
    sandbox.print(&with);
    for form in [&["show", "latest", "--full"][..], &["export", "latest"], &["export", "latest", "--format", "html"]] {
        let shown = sandbox.print(form);
        assert!(shown.to_lowercase().contains("learned") && shown.contains("Who steers it?"), "{form:?}: {shown}");
    }
    let next = rehearse(&sandbox, &["--domain", "air-travel"]);
    let record = json(&sandbox.print(&["export", &next, "--format", "record"]));
    assert_eq!(
        (record["domain"].as_str(), record["rounds"][0]["participants"].as_array().map(Vec::len)),
        (Some("air-travel"), Some(3))
    );
    let verdict = json(&sandbox.print(&["show", &next, "--json"]));
    assert_eq!(verdict["learned"]["domain"], "air-travel");
    assert_eq!(verdict["learned"]["questions"][0], "Who steers it?");
    assert!(verdict["participants"][0]["accuracy"]["cases"].as_u64().unwrap() > 0, "{verdict}");
    let shown = sandbox.print(&["show", &next, "--full"]);
    assert!(shown.contains("Learned: ") && shown.contains("here (weight"), "{shown}");
    let page = sandbox.print(&["export", &next, "--format", "markdown"]);
    assert!(page.contains("air-travel") && page.contains("weight"), "{page}");

    let number = known["updates"][0]["number"].to_string();
    let reverted = sandbox.run(&["learn", "revert", &number]);
    assert_eq!((reverted.code, reverted.stderr), (0, format!("{number} no longer counts\n")));
    assert_eq!(sandbox.run(&["learn", "revert", &number]).code, 1);
    assert!(sandbox.print(&["learn", "show"]).contains("Reverted: reverted by hand."));
    assert_eq!(sandbox.run(&["replay", &next, "--quiet"]).code, 0, "later learning changes no replay");
}

/// L-05: a rehearsal teaches nothing unless its owner says so; an outcome after a post-mortem makes it stale; a time that can't be read is
/// refused.
#[test]
fn a_rehearsal_is_no_case() {
    let sandbox = Sandbox::new();
    let id = rehearse(&sandbox, &[]);
    sandbox.print(&["outcome", "add", &id, "--right", "A", "--bears-out", "C1"]);
    let report = sandbox.run(&["postmortem", &id, "--yes"]);
    assert!(
        report.stdout.contains("its participants were simulated") && report.stderr.contains("--rehearsal"),
        "{report:?}"
    );
    assert!(sandbox.print(&["learn", "show"]).contains("Nothing is known yet."));
    let added = sandbox.run(&["outcome", "add", &id, "--right", "B"]);
    assert!(added.stderr.contains(&format!("roundtable postmortem {id} --again")), "{added:?}");
    assert!(sandbox.print(&["postmortem", &id]).contains("Outcomes were added or removed after this post-mortem"));
    let wrong = at(&sandbox, "soon", &["learn", "show"]);
    assert!(wrong.code == 1 && wrong.stderr.contains("`ROUNDTABLE_NOW` is `soon`"), "{wrong:?}");
}

/// L-04: a new post-mortem replaces the updates of the first.
#[test]
fn a_new_post_mortem_replaces_the_first() {
    let sandbox = Sandbox::new();
    let id = rehearse(&sandbox, &[]);
    sandbox.print(&["outcome", "add", &id, "--right", "A"]);
    sandbox.print(&["postmortem", &id, "--yes", "--rehearsal", "--skill", "law"]);
    let before = json(&sandbox.print(&["learn", "show", "--json"]));
    sandbox.print(&["outcome", "add", &id, "--right", "B"]);
    let second = sandbox.print(&["postmortem", &id, "--yes", "--rehearsal", "--again", "--format", "json"]);
    let after = json(&sandbox.print(&["learn", "show", "--json"]));
    let cases = |it: &Value| it["domains"][0]["models"][0]["cases"].as_u64().unwrap();
    let right = |it: &Value| it["domains"][0]["models"][0]["right"].as_u64().unwrap();
    assert_eq!(cases(&before), cases(&after), "no ballot is counted twice");
    assert_ne!(right(&before), right(&after));
    assert!(after["domains"][0]["skills"].as_array().unwrap().is_empty(), "{after}");
    let second = json(&second);
    assert_eq!(second["record"]["domain"], "general");
    assert!(second["postmortem"]["participants"].as_array().unwrap().len() > 1);
}

/// L-02, L-05: what does not fit is refused with what there is, and nothing is recorded; without an outcome nothing is learned.
#[test]
fn what_does_not_fit_a_debate_is_refused() {
    let sandbox = Sandbox::new();
    let id = rehearse(&sandbox, &[]);
    for (words, says) in [
        (&[][..], "an outcome says something"),
        (&["--what", " "], "an outcome says something"),
        (&["--what", "x", "--when", "2999-01-01"], "this day has not come yet"),
        (&["--what", "x", "--when", "1999-01-01"], "before the debate began"),
        (
            &["--right", "Maybe"],
            "right is `Maybe`, which is no option of this debate; there are: A (Yes), B (No), none",
        ),
        (&["--value", "3"], "estimates nothing"),
        (&["--what", "x", "--bears-out", "C99"], "`C99` is no claim or source of this debate"),
        (&["--what", "x", "--bears-out", "C1", "--refutes", "c1"], "`C1` is both borne out and refuted"),
        (&["--what", "x", "--surprise", "2"], "surprise is 2; it must be 0 to 1"),
        (&["--what", "x", "--when", "May"], "`--when` is `May`"),
        (&["--what", "x", "--status", "fine"], "on_track"),
    ] {
        let refused = sandbox.run(&[&["outcome", "add", &id], words].concat());
        assert!(refused.code == 1 && refused.stderr.contains(says), "{words:?}: {refused:?}");
    }
    assert_eq!(sandbox.print(&["outcome", "list", &id]), "");
    let missing = sandbox.run(&["outcome", "remove", &id, "7"]);
    assert!(missing.code == 1 && missing.stderr.contains("no outcome 7"), "{missing:?}");
    let report = sandbox.run(&["postmortem", &id, "--yes", "--question", "Who?", "--accuracy", "0"]);
    assert!(report.code == 0 && report.stdout.contains("Nothing was learned"), "{report:?}");
    assert!(report.stderr.contains("no outcome is recorded"), "{report:?}");
    assert!(sandbox.print(&["learn", "show"]).contains("Nothing is known yet."));
    let bad = sandbox.run(&["debate", "Should it?", "--with", "sim", "--domain", "…"]);
    assert!(bad.code == 1 && bad.stderr.contains("as in `api-design`"), "{bad:?}");
}

/// L-02: a decision without a day of its own is due 90 days after its end; a panel, which decides nothing, never is.
#[test]
fn a_decision_is_due_after_a_quarter() {
    let sandbox = Sandbox::new();
    for name in ["split", "monolith-panel"] {
        let log = format!("{}/../../docs/examples/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        sandbox.print(&["import", &log]);
    }
    let listed = sandbox.print(&["list", "--json"]);
    let split: Value =
        listed.lines().map(json).find(|it| it["mode"] == "collaborative").unwrap_or_else(|| panic!("{listed}"));
    let id = split["debate"].as_str().unwrap();
    let panel = listed.lines().map(json).find(|it| it["mode"] == "panel").unwrap();
    sandbox.print(&["outcome", "revisit", panel["debate"].as_str().unwrap(), "--on", "2027-01-01"]);
    // It ended on 19 November 2026.
    assert_eq!(at(&sandbox, "2027-02-16", &["list", "--due"]).stdout, "");
    let due = at(&sandbox, "2027-02-19", &["list", "--due", "--json"]).stdout;
    assert_eq!(due.lines().count(), 1, "{due}");
    assert!(due.contains(id), "{due}");
}

/// L-02, I-14: a debate is due when its day has come, until something is recorded; `doctor` reminds.
#[test]
fn decisions_without_an_outcome_are_named() {
    let sandbox = Sandbox::new();
    let (id, other) = (rehearse(&sandbox, &["--revisit", "90d"]), rehearse(&sandbox, &[]));
    assert_eq!(sandbox.print(&["list", "--due"]), "");
    let due = at(&sandbox, "2099-01-01", &["list", "--due", "--json"]).stdout;
    assert!(due.contains(&id) && !due.contains(&other), "{due}");
    assert!(at(&sandbox, "2099-01-01", &["doctor"]).stdout.contains(&format!("roundtable outcome add {id}")));
    sandbox.print(&["outcome", "revisit", &other, "--on", "2098-05-01"]);
    assert!(at(&sandbox, "2099-01-01", &["doctor"]).stdout.contains("2 debates wait"));
    sandbox.print(&["outcome", "add", &id, "--what", "It flew."]);
    let due = at(&sandbox, "2099-01-01", &["list", "--due", "--json"]).stdout;
    assert!(!due.contains(&id) && due.contains(&other), "{due}");
    sandbox.print(&["outcome", "revisit", &other, "--on", "never"]);
    assert_eq!(at(&sandbox, "2099-01-01", &["list", "--due"]).stdout, "");
    let wrong = sandbox.run(&["outcome", "revisit", &other, "--on", "soon"]);
    assert!(wrong.code == 1 && wrong.stderr.contains("`soon` is no day"), "{wrong:?}");
    let wrong = sandbox.run(&["debate", "Should it?", "--with", "sim", "--revisit", "soon"]);
    assert!(wrong.code == 1 && wrong.stderr.contains("`soon` is no day"), "{wrong:?}");
}

/// L-08: counts go from one store to another without a word of a debate; the same counts are not added twice.
#[test]
fn counts_are_pooled() {
    let (ours, theirs) = (Sandbox::new(), Sandbox::new());
    let id = rehearse(&ours, &["--domain", "air"]);
    ours.print(&["outcome", "add", &id, "--right", "A", "--what", "The walrus sang.", "--bears-out", "C1"]);
    ours.print(&["postmortem", &id, "--yes", "--rehearsal", "--lesson", "A yak.", "--question", "Which viper?"]);
    let log = ours.print(&["export", &id, "--format", "log"]);
    let plain = ours.print(&["learn", "export"]);
    for word in ["zeppelin", "walrus", "yak", "viper", &id] {
        assert!(!plain.contains(word), "{word}: {plain}");
    }
    for line in log.lines().filter(|it| it.contains("turn_taken")) {
        let position = json(line)["turn"]["position"].as_str().unwrap_or_default().to_owned();
        assert!(position.is_empty() || !plain.contains(&position), "{position}");
    }
    let file = ours.path("work/counts.json").display().to_string();
    ours.print(&["learn", "export", "-o", &file, "--with-questions"]);
    let without = Sandbox::new();
    let imported = without.run(&["learn", "import", &file]);
    assert!(imported.code == 0 && imported.stderr.contains("these questions are not imported"), "{imported:?}");
    assert!(imported.stderr.contains("Which viper?") && !without.print(&["learn", "show"]).contains("viper"));
    let words = ["learn", "import", &file, "--from", "the other team", "--with-questions"];
    let imported = theirs.run(&words);
    assert!(imported.code == 0 && imported.stderr.contains("1 domain imported as 0"), "{imported:?}");
    let again = theirs.run(&words);
    assert!(again.code == 1 && again.stderr.contains("were imported before as 0"), "not twice: {again:?}");
    let own = ours.run(&words);
    assert!(own.code == 1 && own.stderr.contains("exported from this store"), "{own:?}");
    let passed_on = json(&theirs.print(&["learn", "export"]));
    assert_eq!(
        passed_on["domains"].as_array().map(Vec::len),
        Some(0),
        "counts of others are not passed on: {passed_on}"
    );
    let known = theirs.print(&["learn", "show"]);
    assert!(known.contains("Which viper?") && known.contains("from the other team"), "{known}");
    theirs.print(&["learn", "revert", "0"]);
    assert!(theirs.print(&["learn", "show", "--domain", "air"]).contains("Nothing is known of domain air"));
    for text in ["{}", "{\"version\":9,\"at\":0,\"domains\":[]}", "no"] {
        let wrong = theirs.run_with(&["learn", "import", "-"], text.as_bytes());
        assert!(wrong.code == 1 && wrong.stdout.is_empty(), "{text}: {wrong:?}");
    }
}

/// L-02, O-40: a deleted debate takes its outcomes and its post-mortem with it; what was learned stays as counts.
#[test]
fn a_deleted_debate_takes_its_outcomes_along() {
    let sandbox = Sandbox::new();
    let id = rehearse(&sandbox, &[]);
    sandbox.print(&["outcome", "add", &id, "--right", "A", "--what", "The walrus sang."]);
    sandbox.print(&["postmortem", &id, "--yes", "--rehearsal", "--lesson", "Mind the yak."]);
    sandbox.print(&["rm", &id, "--yes"]);
    let bytes = all_bytes(&sandbox.path("data/roundtable"));
    for word in ["walrus", "yak", "zeppelin"] {
        assert!(!bytes.windows(word.len()).any(|it| it == word.as_bytes()), "{word} is still there");
    }
    let known = json(&sandbox.print(&["learn", "show", "--json"]));
    assert!(known["domains"][0]["models"][0]["cases"].as_u64().unwrap() > 0);
}

/// L-05, L-07: a report as Markdown and as a page that needs no network; reliability curves as a drawing.
#[test]
fn reports_are_written_as_files() {
    let sandbox = Sandbox::new();
    let id = rehearse(&sandbox, &["--domain", "air"]);
    sandbox.print(&["outcome", "add", &id, "--right", "A", "--what", "<script>alert(1)</script> | *it*"]);
    // Where the report can't be written, nothing is learned.
    let nowhere = sandbox.run(&["postmortem", &id, "--yes", "--rehearsal", "-o", "no/such/folder.html"]);
    assert!(nowhere.code != 0 && nowhere.stderr.contains("there is no folder `no/such`"), "{nowhere:?}");
    assert!(sandbox.print(&["learn", "show"]).contains("Nothing is known yet."));
    sandbox.print(&["postmortem", &id, "--yes", "--rehearsal"]);
    let written = |name: &str| {
        let path = sandbox.path("work").join(name);
        sandbox.print(&["postmortem", &id, "-o", &path.display().to_string()]);
        std::fs::read_to_string(path).unwrap()
    };
    let (page, markdown) = (written("report.html"), written("report.md"));
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("<script") && !page.contains("http://"), "{page}");
    assert!(markdown.starts_with("# Post-mortem: ") && !markdown.replace("\\<", "").contains("<script"), "{markdown}");
    let drawing = sandbox.path("work/curve.svg").display().to_string();
    sandbox.print(&["learn", "show", "--domain", "air", "--svg", &drawing]);
    assert!(std::fs::read_to_string(&drawing).unwrap().starts_with("<svg "));
    assert!(sandbox.print(&["learn", "show", "--format", "html"]).contains("<svg "));
    let wrong = sandbox.run(&["postmortem", &id, "-o", "report.doc"]);
    assert!(wrong.code == 1 && wrong.stderr.contains("no report has the ending `.doc`"), "{wrong:?}");
}

/// L-03: a model drafts lessons, questions and skills from the record and the outcomes; its provider is named first, and the report says who
/// drafted. What is no draft is an error, and nothing is learned.
#[test]
fn a_model_drafts_lessons() {
    let provider = Provider::new(|call, received| {
        let user = received.body["messages"][1]["content"].as_str().unwrap_or_default().to_owned();
        (call == "postmortem").then(|| {
            assert!(user.contains("| Proved right: Yes.") || user.contains("| - Proved right: Yes."), "{user}");
            let text = match received.body["model"].as_str() {
                Some("good") => r#"{"lessons": ["Ask the crew."], "questions": ["Who steers it?"], "skills": []}"#,
                Some(_) | None => "I can't say.",
            };
            Behaviour::answer(text.to_owned())
        })
    });
    let settings = format!("[providers.fake]\ndialect = \"openai\"\nbase_url = \"{}\"\n", provider.base_url());
    let sandbox = Sandbox::new().with_settings(settings.as_bytes());
    let id = rehearse(&sandbox, &[]);
    sandbox.print(&["outcome", "add", &id, "--right", "A"]);
    let failed = sandbox.run(&["postmortem", &id, "--with", "fake/bad", "--yes", "--rehearsal"]);
    assert!(failed.code == 2 && failed.stderr.contains("no draft that can be read"), "{failed:?}");
    assert!(sandbox.print(&["learn", "show"]).contains("Nothing is known yet."));
    let report = sandbox.run(&["postmortem", &id, "--with", "fake/good", "--yes", "--rehearsal"]);
    assert_eq!(report.code, 0, "{report:?}");
    assert!(report.stderr.contains("sent to 127.0.0.1"), "{report:?}");
    for part in ["Ask the crew.", "question “Who steers it?”", "were drafted by fake/good"] {
        assert!(report.stdout.contains(part), "{part}: {report:?}");
    }
    assert_eq!(provider.asked(), ["postmortem", "postmortem"]);
}
