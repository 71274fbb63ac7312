//! A worked year: decisions with outcomes through the real command line, with participants whose answers are drawn from known rates.
//!
//! The truth of each decision is drawn first; participants then hit or miss it as often as their rate says, and claims hold as often as those
//! of their kind. The test plays eight decisions; `cargo xtask year` plays forty and writes the reports into `docs/examples/year`.
mod script;

use crate::provider::Provider;
use crate::sandbox::{Ran, Sandbox};
use models::fake_provider::Behaviour;
use script::{DECISIONS, Decision, KINDS, MISSED, MODELS, PROJECTS, draw};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The variable by which the test plays a whole year and writes its reports.
const WRITE: &str = "ROUNDTABLE_YEAR";

/// Days between two decisions, and from a decision to its outcome.
const BETWEEN: u64 = 9;
const UNTIL_KNOWN: u64 = 30;

/// The day of the year, as a date.
fn day(number: u64) -> String {
    exports::times::day(1_798_761_600_000 + number * 86_400_000)
}

/// Runs a command on this day.
fn on(sandbox: &Sandbox, date: &str, words: &[&str]) -> String {
    let ran = Ran::of(sandbox.command(words).env("ROUNDTABLE_NOW", date).output().unwrap());
    assert_eq!(ran.code, 0, "{words:?}: {ran:?}");
    ran.stdout
}

/// A provider that answers by the script.
fn provider() -> Provider {
    Provider::new(|call, received| {
        let text = received.body["messages"].to_string();
        let decision = DECISIONS.iter().find(|it| text.contains(it.topic))?;
        let seat = MODELS.iter().position(|it| received.body["model"] == it.0)?;
        let round = call.strip_prefix('r')?.split('/').next()?.parse().ok()?;
        Some(Behaviour::answer(decision.answer(seat, round).to_string()))
    })
}

/// What the script knows of a decision that was played.
struct Played {
    decision: &'static Decision,
    id: String,
    project: &'static str,
    /// The day of its post-mortem.
    known_on: u64,
    was_right: bool,
    /// Judged claims by kind: how many, and how many of them held.
    judged: BTreeMap<String, (u32, u32)>,
}

/// Plays so many decisions in the order of their days.
fn play(sandbox: &Sandbox, decisions: usize) -> Vec<Played> {
    let mut steps: Vec<(u64, usize, bool)> = (0..decisions)
        .flat_map(|it| {
            let decided = it as u64 * BETWEEN;
            [(decided, it, true), (decided + UNTIL_KNOWN, it, false)]
        })
        .collect();
    steps.sort_by_key(|(day, it, is_decided)| (*day, *is_decided, *it));
    let mut verdicts: BTreeMap<usize, Value> = BTreeMap::new();
    let mut played = Vec::new();
    for (number, it, is_decided) in steps {
        let (date, decision) = (day(number), &DECISIONS[it]);
        if is_decided {
            verdicts.insert(it, decide(sandbox, &date, decision));
        } else {
            played.push(look_back(sandbox, number, it, &verdicts[&it]));
        }
    }
    played
}

/// Holds the debate.
fn decide(sandbox: &Sandbox, date: &str, decision: &Decision) -> Value {
    let seats: Vec<String> = MODELS.iter().map(|it| format!("example/{}", it.0)).collect();
    let words = ["debate", decision.topic, "--with", &seats.join(","), "--domain", decision.domain, "--rounds", "2"];
    let rest = ["--algorithm", "fixed_rounds", "--set", "safety=false", "--revisit", "30d", "--json"];
    serde_json::from_str(&on(sandbox, date, &[&words[..], &rest].concat())).unwrap()
}

/// Records what happened, and writes the post-mortem.
fn look_back(sandbox: &Sandbox, number: u64, it: usize, verdict: &Value) -> Played {
    let (date, decision) = (day(number), &DECISIONS[it]);
    let id = verdict["debate"].as_str().unwrap().to_owned();
    assert!(on(sandbox, &date, &["list", "--due", "--json"]).contains(&id), "it is due by now");
    let right = if decision.is_yes_right() { "Yes" } else { "No" };
    let mut judged: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    let (mut held, mut failed) = (Vec::new(), Vec::new());
    for claim in verdict["evidence"]["claims"].as_array().unwrap() {
        let (name, text) = (claim["id"].as_str().unwrap(), claim["text"].as_str().unwrap());
        let kind = claim["kinds"][0].as_str().unwrap();
        // Nobody learns of every claim whether it held.
        if draw(&format!("judged {text}")) < 0.6 {
            let rate = KINDS.iter().find(|it| it.0 == kind).unwrap().1;
            let is_held = draw(&format!("held {text}")) < rate;
            if is_held {
                held.push(name)
            } else {
                failed.push(name)
            }
            let (cases, held) = judged.entry(kind.to_owned()).or_default();
            (*cases, *held) = (*cases + 1, *held + u32::from(is_held));
        }
    }
    let project = PROJECTS[it / 2];
    let (held, failed) = (held.join(","), failed.join(","));
    let mut words = vec!["outcome", "add", &id, "--right", right, "--project", project, "--what", decision.outcome()];
    words.extend(["--status", if decision.is_yes_right() { "completed" } else { "blocked" }]);
    for (flag, ids) in [("--bears-out", &held), ("--refutes", &failed)] {
        words.extend(Some([flag, ids.as_str()]).filter(|_| !ids.is_empty()).into_iter().flatten());
    }
    on(sandbox, &date, &words);
    let was_right = verdict["decision"]["headline"].as_str().is_some_and(|it| it.starts_with(right));
    let (lesson, question, skill) = MISSED[it % MISSED.len()];
    let mut words = vec!["postmortem", &id, "--yes"];
    if !was_right {
        words.extend(["--lesson", lesson, "--question", question, "--skill", skill]);
    }
    let report = on(sandbox, &date, &words);
    let opened = day(number - UNTIL_KNOWN);
    assert!(report.contains(&format!("of {opened}, domain {}, project {project}", decision.domain)), "{report}");
    Played { decision, id, project, known_on: number, was_right, judged }
}

/// The weight that a case of a day has by now.
fn faded(known_on: u64, now: u64) -> f64 {
    0.5_f64.powf((now - known_on) as f64 / 365.25)
}

/// The mean of a posterior by its definition, from what the script drew: prior strength 20, a project counts as 0.45 cases of a kind.
fn expected(played: &[&Played], kind: &str, prior: f64, now: u64) -> (f64, usize) {
    let mut projects: BTreeMap<&str, (u32, u32, u64)> = BTreeMap::new();
    for it in played {
        if let Some((cases, held)) = it.judged.get(kind) {
            let project = projects.entry(it.project).or_default();
            *project = (project.0 + cases, project.1 + held, project.2.max(it.known_on));
        }
    }
    let (mut all, mut sum) = (20.0, 20.0 * prior);
    for (cases, held, known_on) in projects.values() {
        let weight = 0.45 * faded(*known_on, now);
        all += weight;
        sum += weight * f64::from(*held) / f64::from(*cases);
    }
    (sum / all, projects.len())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/year")
}

/// L-01 … L-07: a year of decisions through the command line: each is due, gets its outcome and its post-mortem; what is learned of models and
/// of evidence is what the script drew, by the definition of the posteriors; later debates say what they draw on.
#[test]
fn a_year_of_decisions_is_learned_from() {
    let is_written = std::env::var_os(WRITE).is_some();
    let decisions = if is_written { DECISIONS.len() } else { 8 };
    let provider = provider();
    let settings = format!("[providers.example]\ndialect = \"openai\"\nbase_url = \"{}\"\n", provider.base_url());
    let sandbox = Sandbox::new().with_settings(settings.as_bytes());
    let played = play(&sandbox, decisions);
    let last = (decisions as u64 - 1) * BETWEEN + UNTIL_KNOWN;
    let today = day(last);
    let known: Value = serde_json::from_str(&on(&sandbox, &today, &["learn", "show", "--json"])).unwrap();
    let (mut pairs, mut covered) = (0, 0);
    for domain in known["domains"].as_array().unwrap() {
        let own: Vec<&Played> = played.iter().filter(|it| domain["name"] == it.decision.domain).collect();
        for (seat, (model, accuracy, _)) in MODELS.iter().enumerate() {
            let name = format!("example/{model}");
            let it = domain["models"].as_array().unwrap().iter().find(|it| it["model"] == *name).unwrap();
            let right = own.iter().filter(|it| it.decision.is_right(seat, 2));
            assert_eq!((&it["cases"], &it["right"]), (&own.len().into(), &right.clone().count().into()), "{it}");
            let (mut all, mut sum) = (20.0, 10.0);
            own.iter().for_each(|it| all += faded(it.known_on, last));
            right.for_each(|it| sum += faded(it.known_on, last));
            assert!((it["mean"].as_f64().unwrap() - sum / all).abs() < 1e-6, "{it}: {}", sum / all);
            let (low, high) = (it["alone"]["low"].as_f64().unwrap(), it["alone"]["high"].as_f64().unwrap());
            (pairs, covered) = (pairs + 1, covered + u32::from(low <= *accuracy && *accuracy <= high));
        }
        for it in domain["evidence"].as_array().unwrap() {
            let (prior, kind) = (it["prior"].as_f64().unwrap(), it["kind"].as_str().unwrap());
            let (mean, projects) = expected(&own, kind, prior, last);
            assert_eq!(it["projects"], projects, "{it}");
            assert!((it["mean"].as_f64().unwrap() - mean).abs() < 1e-6, "{it}: {mean}");
        }
    }
    assert_eq!(pairs, 9);
    assert!(covered >= 7, "of nine 90% intervals of the cases alone {covered} cover the rates that were drawn from");
    // The sixth decision on is taken after the first one's outcome.
    let sixth: Value = serde_json::from_str(&on(&sandbox, &today, &["show", &played[5].id, "--json"])).unwrap();
    assert_eq!(sixth["learned"]["domain"], played[5].decision.domain);
    assert!(sixth["participants"][0]["accuracy"]["cases"].as_u64().unwrap() > 0, "{sixth}");
    if is_written {
        write(&sandbox, &today, &played);
    }
}

/// Writes the reports of the year.
fn write(sandbox: &Sandbox, today: &str, played: &[Played]) {
    std::fs::create_dir_all(folder()).unwrap();
    let path = |name: &str| folder().join(name).display().to_string();
    for (name, format) in [("learned.txt", "text"), ("learned.md", "markdown"), ("learned.html", "html")] {
        std::fs::write(path(name), on(sandbox, today, &["learn", "show", "--format", format])).unwrap();
    }
    let curve = path("calibration.svg");
    on(sandbox, today, &["learn", "show", "--domain", "platform", "--svg", &curve]);
    let wrong = played.iter().find(|it| !it.was_right).unwrap();
    let last = played.iter().rev().find(|it| it.was_right && it.decision.domain == "platform").unwrap();
    for (name, id) in [("first", &played[0].id), ("wrong", &wrong.id), ("last", &last.id)] {
        for form in ["md", "html"] {
            on(sandbox, today, &["postmortem", id, "-o", &path(&format!("postmortem-{name}.{form}"))]);
        }
    }
    std::fs::write(path("verdict-last.txt"), on(sandbox, today, &["show", &last.id])).unwrap();
    on(sandbox, today, &["learn", "export", "-o", &path("counts.json")]);
    let right = played.iter().filter(|it| it.was_right).count();
    std::fs::write(path("decisions.txt"), format!("{right} of {} decisions proved right.\n", played.len())).unwrap();
}
