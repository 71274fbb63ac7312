//! Deleting debates in a supervisor.
use super::*;
use engine::{At, Changes, Cut, SupervisorError};
use std::time::Duration;

/// Longer than anything here takes: a test that would hang fails.
const LONG: Duration = Duration::from_secs(60);

/// I-10: a running debate is not deleted, whichever process runs it; a closed or paused one is, with its lock file, and its watchers'
/// streams end. Its fork still exists, and runs.
#[tokio::test(flavor = "multi_thread")]
async fn only_what_nobody_runs_is_deleted() {
    let (_directory, path, store) = filed().await;
    let gated = GatedModels::letting(1);
    let supervisor = supervisor(&store, &gated, 1);
    let id = supervisor.open(&spec("d", 1), Owner::default()).await.unwrap();
    gated.asks(2).await;
    assert!(matches!(supervisor.delete(&id).await, Err(SupervisorError::Running(_))));
    let other = super::supervisor(&Store::open(&path).await.unwrap(), &gated, 1);
    assert!(matches!(other.delete(&id).await, Err(SupervisorError::Elsewhere(_))));
    assert!(!store.log(&id).await.unwrap().is_empty(), "a refusal changes nothing");

    gated.gate.add_permits(ALL);
    assert_eq!(rested(&supervisor, "d").await, Status::Over);
    let log = store.log(&id).await.unwrap();
    let cut = Cut::of(&log, At::LastRound).unwrap();
    let none = Changes::none(&cut, "fork".into(), 1);
    let changes = Changes { rules: Rules { rounds: 2, ..none.rules.clone() }, ..none };
    let fork = supervisor.adopt(&"fork".into(), engine::fork(&cut, changes).unwrap(), Owner::default()).await.unwrap();
    rested(&supervisor, "fork").await;
    let mut watcher = supervisor.watch(&id, log.len() as u64);
    supervisor.delete(&id).await.unwrap();
    assert_eq!(tokio::time::timeout(LONG, watcher.next()).await.unwrap().unwrap(), None);
    let unknown = supervisor.delete(&id).await.unwrap_err();
    assert!(
        matches!(unknown, SupervisorError::Debate(engine::Error::Store(store::Error::Unknown { .. }))),
        "{unknown}"
    );
    let marks = std::fs::read_dir(path.parent().unwrap()).unwrap().map(|it| it.unwrap().file_name());
    let marks: Vec<_> = marks.filter(|it| it.to_string_lossy().contains(".d.")).collect();
    assert!(marks.is_empty(), "{marks:?}");
    assert_eq!(supervisor.read(&fork).await.unwrap().1, Status::Over);
    assert_eq!(supervisor.open(&spec("d", 1), Owner::default()).await.unwrap(), id, "the id is free again");
}

/// I-10: a failed debate is deleted, and its failure is forgotten.
#[tokio::test]
async fn a_failed_debate_is_deleted() {
    let gated = GatedModels::open();
    gated.set(Bringing::Refused);
    let supervisor = fresh(&gated, 1).await;
    let id = supervisor.open(&spec("d", 1), Owner::default()).await.unwrap();
    assert!(matches!(rested(&supervisor, "d").await, Status::Failed(_)));
    supervisor.delete(&id).await.unwrap();
    assert!(matches!(supervisor.read(&id).await, Err(engine::Error::Store(store::Error::Unknown { .. }))));
    gated.set(Bringing::Works);
    supervisor.open(&spec("d", 1), Owner::default()).await.unwrap();
    assert_eq!(rested(&supervisor, "d").await, Status::Over);
}
