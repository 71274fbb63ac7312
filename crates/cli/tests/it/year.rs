//! A worked year: decisions with outcomes through the real command line, with simulated participants.
//!
//! What happens is drawn by chance from known truths: how often each seat's model is right, and how often claims of each kind hold. The test
//! plays a few decisions; `cargo xtask year` plays forty and writes the reports into `docs/examples/year`.
use crate::sandbox::{Ran, Sandbox};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The variable by which the test plays a whole year and writes its reports.
const WRITE: &str = "ROUNDTABLE_YEAR";

const DOMAIN: &str = "platform";

/// How often the model of each seat is right.
const ACCURACY: [f64; 3] = [0.85, 0.65, 0.5];

/// How often claims of a kind hold.
const HOLD: [(&str, f64); 6] = [
    ("DOCUMENTED", 0.85),
    ("EMPIRICAL", 0.8),
    ("PRECEDENT", 0.6),
    ("LOGICAL", 0.5),
    ("PREFERENTIAL", 0.35),
    ("SPECULATIVE", 0.2),
];

const DECISIONS: [&str; 8] = [
    "Should we move the ledger to event sourcing?",
    "Should we adopt gRPC between our services?",
    "Should we split the monolith this year?",
    "Should we run our own message broker?",
    "Should we move the search index into the database?",
    "Should we replace the build system?",
    "Should we give every team its own cluster?",
    "Should we drop the mobile web client?",
];

/// What post-mortems of wrong decisions name.
const MISSED: [(&str, &str); 3] = [
    ("Who runs it at night?", "operations"),
    ("What does it cost to go back?", "operations"),
    ("Which customer asked for it?", "product research"),
];

/// A generator of chance: SplitMix64, seeded.
struct Chance(u64);

impl Chance {
    fn hits(&mut self, probability: f64) -> bool {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bits = mixed ^ (mixed >> 31);
        ((bits >> 11) as f64 / (1_u64 << 53) as f64) < probability
    }
}

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

/// Which option proves right: drawn so that each seat is right as often as its model is.
fn truth(verdict: &Value, chance: &mut Chance) -> &'static str {
    let (mut yes, mut no) = (1.0, 1.0);
    for (seat, accuracy) in verdict["participants"].as_array().unwrap().iter().zip(ACCURACY) {
        match seat["option"].as_str() {
            Some("A") => (yes, no) = (yes * accuracy, no * (1.0 - accuracy)),
            Some("B") => (yes, no) = (yes * (1.0 - accuracy), no * accuracy),
            Some(_) | None => {}
        }
    }
    if chance.hits(yes / (yes + no)) { "A" } else { "B" }
}

/// Claims that held, and claims that did not.
fn judged(verdict: &Value, chance: &mut Chance) -> [Vec<String>; 2] {
    let mut judged = [Vec::new(), Vec::new()];
    for claim in verdict["evidence"]["claims"].as_array().unwrap().iter().take(3) {
        let kind = claim["kinds"][0].as_str().unwrap_or("SPECULATIVE");
        let hold = HOLD.iter().find(|it| it.0 == kind).unwrap().1;
        let [held, failed] = &mut judged;
        let list = if chance.hits(hold) { held } else { failed };
        list.push(claim["id"].as_str().unwrap().to_owned());
    }
    judged
}

/// Plays so many decisions; returns their ids.
fn play(sandbox: &Sandbox, decisions: u64) -> Vec<String> {
    let mut chance = Chance(42);
    let mut ids = Vec::new();
    for number in 0..decisions {
        let (seed, decided, reviewed) = (number.to_string(), day(number * 9), day(number * 9 + 30));
        let topic = DECISIONS[number as usize % DECISIONS.len()];
        let debate = ["debate", topic, "--with", "sim", "--domain", DOMAIN, "--seed", &seed, "--rounds", "3", "--json"];
        let verdict: Value = serde_json::from_str(&on(sandbox, &decided, &debate)).unwrap();
        let id = verdict["debate"].as_str().unwrap().to_owned();
        on(sandbox, &decided, &["outcome", "review", &id, "--on", "30d"]);
        assert!(on(sandbox, &reviewed, &["list", "--due", "--json"]).contains(&id));
        let right = truth(&verdict, &mut chance);
        let [held, failed] = judged(&verdict, &mut chance).map(|it| it.join(","));
        let project = format!("Project {}", number / 2 + 1);
        let mut words = vec!["outcome", "add", &id, "--right", right, "--project", &project];
        words.extend(["--what", "A month later it is clear.", "--status", "completed"]);
        for (flag, ids) in [("--bears-out", &held), ("--refutes", &failed)] {
            words.extend(Some([flag, ids.as_str()]).filter(|_| !ids.is_empty()).into_iter().flatten());
        }
        on(sandbox, &reviewed, &words);
        let mut words = vec!["postmortem", &id, "--yes"];
        let (question, skill) = MISSED[number as usize % MISSED.len()];
        if verdict["decision"]["option"]["letter"] != right {
            words.extend(["--lesson", "Nobody asked before it was decided.", "--question", question, "--skill", skill]);
        }
        on(sandbox, &reviewed, &words);
        ids.push(id);
    }
    ids
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/year")
}

/// L-01 … L-07: a year of decisions through the command line: each is due, gets its outcome and its post-mortem; what is learned is within
/// its intervals of the truths it was drawn from, and the later debates say what they draw on.
#[test]
fn a_year_of_decisions_is_learned_from() {
    let is_written = std::env::var_os(WRITE).is_some();
    let decisions = if is_written { 40 } else { 4 };
    let sandbox = Sandbox::new();
    let ids = play(&sandbox, decisions);
    let last = day(decisions * 9 + 30);
    let known: Value =
        serde_json::from_str(&on(&sandbox, &last, &["learn", "show", "--domain", DOMAIN, "--json"])).unwrap();
    let domain = &known["domains"][0];
    let models = domain["models"].as_array().unwrap();
    assert_eq!(models.len(), 3, "{domain}");
    for (model, accuracy) in models.iter().zip(ACCURACY) {
        assert_eq!(model["cases"], decisions, "{model}");
        let (low, high) = (model["low"].as_f64().unwrap(), model["high"].as_f64().unwrap());
        // The prior is neutral and as strong as 20 cases: with few the interval is about it.
        let near = if is_written { accuracy } else { 0.5 };
        assert!((low - 0.1..=high + 0.1).contains(&near), "{model}");
    }
    let judged = domain["evidence"].as_array().unwrap().iter().filter(|it| it["projects"].as_u64().unwrap() > 0);
    for it in judged {
        assert!(it["projects"].as_u64().unwrap() <= decisions.div_ceil(2), "two debates are one project: {it}");
        let (mean, prior) = (it["mean"].as_f64().unwrap(), it["prior"].as_f64().unwrap());
        assert!((mean - prior).abs() < 0.02 * decisions as f64, "{it}");
    }
    let later: Value = serde_json::from_str(&on(&sandbox, &last, &["show", ids.last().unwrap(), "--json"])).unwrap();
    assert_eq!(later["learned"]["domain"], DOMAIN);
    assert_eq!(later["participants"][0]["accuracy"]["cases"], decisions - 1);
    if !is_written {
        return;
    }
    std::fs::create_dir_all(folder()).unwrap();
    let path = |name: &str| folder().join(name).display().to_string();
    let curve = path("calibration.svg");
    let learned = on(&sandbox, &last, &["learn", "show", "--domain", DOMAIN, "--format", "markdown", "--svg", &curve]);
    std::fs::write(path("learned.md"), learned).unwrap();
    std::fs::write(
        path("learned.html"),
        on(&sandbox, &last, &["learn", "show", "--domain", DOMAIN, "--format", "html"]),
    )
    .unwrap();
    for (name, id) in [("first", ids.first().unwrap()), ("last", ids.last().unwrap())] {
        for form in ["md", "html"] {
            on(&sandbox, &last, &["postmortem", id, "-o", &path(&format!("postmortem-{name}.{form}"))]);
        }
    }
    on(&sandbox, &last, &["learn", "export", "-o", &path("counts.json")]);
}
