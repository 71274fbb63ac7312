//! Logs of every release fold for ever (O-24), and what the loop writes today is what it wrote then.
use crate::desk::{self, Cast, Instead};
use analysis::Verdict;
use debate::{Algorithm, Debate, Rules};
use engine::Bus;
use std::collections::BTreeSet;
use std::path::Path;

/// O-24, O-21: the golden logs open, fold, give their verdict and replay.
#[tokio::test]
async fn golden_logs_fold_for_ever() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut logs: Vec<_> = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    logs.sort();
    logs.retain(|it| it.extension().is_some_and(|it| it == "jsonl"));
    assert!(logs.len() >= formats::modes::ALL.len());
    let mut kinds = BTreeSet::new();
    for path in logs {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let log = debate::log::read_lines(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let debate = Debate::replay(&log).unwrap();
        kinds.extend(log.iter().map(|it| it.event.kind()));
        insta::assert_json_snapshot!(format!("verdict of {name}"), Verdict::of(&debate));
        engine::replay(log, &Bus::silent()).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let all = ["answer_unusable", "debate_closed", "debate_opened", "round_opened", "turn_failed", "turn_taken"];
    assert!(kinds.into_iter().eq(all), "every event there is stands in a golden log");
}

/// Writes the golden log of this release for a mode that has none yet:
/// `ROUNDTABLE_GOLDEN=1 cargo nextest run every_mode_has_a_golden_log`, then `INSTA_UPDATE=unseen cargo nextest run golden`.
#[tokio::test]
async fn every_mode_has_a_golden_log() {
    for mode in formats::modes::names() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/v1-{mode}.jsonl"));
        if !path.exists() && std::env::var_os("ROUNDTABLE_GOLDEN").is_some() {
            let lost = models::Error::TimedOut { after: std::time::Duration::from_secs(120) };
            let cast = Cast::stumbling([
                ("r1/turn/sim-2", Instead::Text("Let me think about that.")),
                ("r2/turn/sim-1", Instead::Fail(lost)),
                (
                    "r3/turn/sim-3",
                    Instead::Text(
                        "{\"position\": \"Yes, with a pilot.\", \"confidence\": \"80%\", \"vote\": \"minor\",}",
                    ),
                ),
            ]);
            let rules = Rules { rounds: 3, algorithm: Algorithm::FixedRounds, ..Rules::default() };
            let (_, log) = desk::run(&desk::spec(mode, 3, rules), &cast).await;
            let lines: String = log.iter().map(|it| debate::log::write(it).unwrap() + "\n").collect();
            std::fs::write(&path, lines).unwrap();
        }
        assert!(
            path.exists(),
            "{mode} has no golden log; make one with `ROUNDTABLE_GOLDEN=1 cargo nextest run every_mode_has_a_golden_log`"
        );
    }
}
