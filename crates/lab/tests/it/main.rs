//! Benchmarks over simulated participants, without the command line. No test checks times.
mod paths;

use debate::{Algorithm, DebateId, Layout, Profile, Rules};
use engine::Seat;
use lab::Sim;
use lab::bench::{Load, Path, Seats, TABLE_SIZES, Watchers};
use models::Model;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use store::Store;

/// Simulated participants that play two rounds.
fn seats(count: u64) -> Seats {
    let model = |seed: u64| format!("sim/{seed}");
    let (profile, layout) = (Profile::Full, Layout::default());
    let seat = |seed| Seat { model: model(seed), family: "sim".into(), name: None, profile, layout };
    let models: BTreeMap<String, Arc<dyn Model>> =
        (1..=count).map(|seed| (model(seed), Arc::new(Sim::new(seed)) as Arc<dyn Model>)).collect();
    let rules = Rules { rounds: 2, algorithm: Algorithm::FixedRounds, ..Rules::default() };
    Seats { participants: engine::seat((1..=count).map(seat)), models, rules }
}

fn fields(found: &Value, names: &[&str]) -> Vec<Value> {
    names.iter().map(|it| found[*it].clone()).collect()
}

/// O-30: all debates of a load are run and counted; one without its model fails, and the first reason is kept.
#[tokio::test]
async fn a_load_is_held_and_counted() {
    let seats = seats(3);
    let mut specs: Vec<_> =
        ["one", "two", "three"].map(|it| seats.spec(DebateId::from(it), "collaborative").unwrap()).into();
    specs[2].participants[0].model = "sim/9".to_owned();
    let found = Load { seats, specs, concurrency: 2, store: Store::memory().await.unwrap() }.run().await;
    assert!(found.first_error.as_ref().is_some_and(|it| it.contains("sim/9")), "{found:?}");
    let found = json!(found);
    let counted = fields(&found, &["debates", "completed", "failed", "calls"]);
    assert_eq!(counted, [json!(3), json!(2), json!(1), json!(12)], "{found}");
    assert!(found.get("first_error").is_none(), "the line of figures has no words: {found}");
}

/// D-02, D-60: every level of a mode is timed, and an interrupted measurement keeps its results.
#[tokio::test]
async fn levels_are_timed() {
    let [size, _] = TABLE_SIZES;
    let mut path = Path::new(Duration::from_millis(1), true);
    path.time(&seats(size as u64), &["adversarial"]).await.unwrap();
    let found = path.json(false);
    assert_eq!(fields(&found, &["simulated", "complete"]), [json!(true), json!(false)]);
    let debates: Vec<Value> = found["debates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| json!([it["level"], it["calls"], it["least_s"]]))
        .collect();
    let expected = [json!(["none", 6, 0.006]), json!(["last-only", 6, 0.004]), json!(["full", 6, 0.002])];
    assert_eq!(debates, expected, "{found}");
}

/// I-30: every watcher receives every event, and the debate is the same with and without watchers.
#[tokio::test]
async fn watchers_hear_everything() {
    let found = Watchers { seats: seats(2), watchers: 3, repeat: 1 }.run().await.unwrap();
    assert!(found.text().starts_with("4 calls, "), "{}", found.text());
    let found = found.json();
    assert_eq!(fields(&found, &["watchers", "repeat", "calls"]), [json!(3), json!(1), json!(4)]);
    assert!(found["events"].as_u64().unwrap() > 4 && found["kept_bytes"].as_u64().unwrap() > 0, "{found}");
}
