//! The store from outside: what it keeps, refuses and finds.
#![expect(clippy::unwrap_used, clippy::string_slice, reason = "a test that can't go on fails")]
mod deleted;
mod durability;
mod group;
mod held;
mod learned;
mod open;
mod read;
mod search;

use debate::event::{Answer, Envelope, Event, Reason};
use debate::ids::{CallId, DebateId, Name};
use debate::participant::{Participant, Perspective};
use debate::rules::Rules;
use debate::topic::Topic;
use debate::turn::{Claim, Label, Turn};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use std::path::{Path, PathBuf};
use store::Store;
use tempfile::TempDir;

/// A new database, and its temporary directory.
async fn fresh() -> (TempDir, PathBuf, Store) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("data/roundtable.db");
    let store = Store::open(&path).await.unwrap();
    (directory, path, store)
}

/// A connection that bypasses the store.
async fn raw(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).create_if_missing(true).connect().await.unwrap()
}

async fn execute(path: &Path, sql: &'static str) {
    let mut connection = raw(path).await;
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    // Only a closed connection is sure to have left the file alone.
    connection.close().await.unwrap();
}

fn id(text: &str) -> DebateId {
    DebateId::from(text)
}

fn envelope(seq: u64, event: Event) -> Envelope {
    Envelope { seq, at: 1_790_000_000_000 + seq, elapsed: seq, event }
}

fn opened(debate: &DebateId, topic: &str) -> Event {
    let seat = |name: &str, index| {
        let perspective = Perspective::of_seat(index);
        Participant::new(Name::from(name), "double/echo".to_owned(), "double".to_owned(), perspective)
    };
    Event::DebateOpened {
        version: debate::event::LOG_VERSION,
        debate: debate.clone(),
        topic: Topic::new(topic).unwrap(),
        ballot: None,
        mode: "oxford".to_owned(),
        participants: vec![seat("hamilton", 0), seat("brook", 1)],
        rules: Rules::default(),
        rehearsal: false,
        fork: None,
    }
}

fn round(number: u32) -> Event {
    Event::RoundOpened { round: number, in_turn: false, kind: Default::default(), focus: None }
}

fn turn(by: &str, position: &str, claims: &[&str]) -> Event {
    let claims = claims.iter().map(|text| Claim {
        label: Label::Infer,
        text: (*text).to_owned(),
        cites: Vec::new(),
        kind: None,
        assigned: false,
        standing: None,
    });
    Event::TurnTaken {
        round: 1,
        call: CallId::turn(1, &Name::from(by)),
        by: Name::from(by),
        turn: Turn { position: Some(position.to_owned()), claims: claims.collect(), ..Turn::default() },
        flaws: Vec::new(),
        answer: Answer { text: position.to_owned(), ..Answer::default() },
    }
}

fn closed() -> Event {
    Event::DebateClosed { why: Reason::RoundCap, figures: Vec::new(), question: None }
}

/// A whole debate of five events.
fn debate(debate: &DebateId, topic: &str) -> Vec<Envelope> {
    let events = [
        opened(debate, topic),
        round(1),
        turn("hamilton", "We should adopt it in the spring.", &["Naïve retries double the load."]),
        turn("brook", "Not before the audit is done.", &["The audit ends in May.", "Zürich has two reviewers."]),
        closed(),
    ];
    (0..).zip(events).map(|(seq, event)| envelope(seq, event)).collect()
}
