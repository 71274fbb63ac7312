//! The search index: derived from the log, and brought up to date when somebody searches.
//!
//! Appends don't touch it. Events are read and taken apart here, on the searcher's task; the writer only moves the mark
//! and adds the rows, in one transaction, and only if the mark still stands where it stood: of two processes that index
//! at the same time, one wins and the other looks again.
use crate::Store;
use crate::error::Error;
use crate::log::whole;
use crate::search::What;
use crate::writer::Job;
use debate::event::{Envelope, Event, RoomEvent};
use debate::turn::Turn;
use serde_json::{Value, json};
use sqlx::Row;

/// Events indexed in one transaction: small, since appends wait for it.
const STRIDE: i64 = 256;

impl Store {
    /// Indexes what had been appended when it was called.
    pub(crate) async fn catch_up(&self) -> Result<(), Error> {
        let newest: i64 = sqlx::query_scalar("SELECT coalesce(max(n), 0) FROM events")
            .fetch_one(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        loop {
            let from: i64 = sqlx::query_scalar("SELECT upto FROM indexed")
                .fetch_one(&self.inner.readers)
                .await
                .map_err(|why| self.fault(why))?;
            let Some((upto, rows)) = self.unindexed(from, newest).await? else { return Ok(()) };
            let rows = Value::Array(rows).to_string();
            self.ask(|done| Job::Index { from, upto, rows, done }).await?;
        }
    }

    /// The next few events as rows for the index, and the last of them.
    pub(crate) async fn unindexed(&self, from: i64, newest: i64) -> Result<Option<(i64, Vec<Value>)>, Error> {
        let events = sqlx::query("SELECT n, body FROM events WHERE n > ?1 AND n <= ?2 ORDER BY n LIMIT ?3")
            .bind(from)
            .bind(newest)
            .bind(STRIDE)
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        let mut upto = None;
        let mut rows = Vec::new();
        for event in &events {
            let n: i64 = event.try_get(0).map_err(|why| self.fault(why))?;
            let body: &[u8] = event.try_get(1).map_err(|why| self.fault(why))?;
            upto = Some(n);
            // A record that can't be read has nothing to be found; the log says so when it is read.
            if let Ok(envelope) = serde_json::from_str::<Envelope>(whole(body)) {
                add(&mut rows, n, &envelope.event);
            }
        }
        Ok(upto.map(|upto| (upto, rows)))
    }
}

fn add(rows: &mut Vec<Value>, n: i64, event: &Event) {
    let mut row = |what: What, text: &str, by: Option<&str>, round: Option<u32>| {
        // Controls go: two of them mark what matched in a snippet.
        let text: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
        rows.push(json!([text, n, what.as_str(), by, round]));
    };
    match event {
        Event::DebateOpened { topic, .. } => row(What::Topic, topic.as_str(), None, None),
        Event::TurnTaken { round, by, turn: Turn { position, claims, .. }, .. } => {
            let by = Some(by.as_str());
            if let Some(position) = position {
                row(What::Position, position, by, Some(*round));
            }
            for claim in claims {
                row(What::Claim, &claim.text, by, Some(*round));
            }
        }
        Event::Room { round, what: RoomEvent::Said { by, turn, .. }, .. } => {
            row(What::Room, &turn.say, Some(by.as_str()), Some(*round));
        }
        Event::Room { round, what: RoomEvent::CardDrawn { card: Some(card), .. }, .. } => {
            row(What::Crux, &format!("{} {}", card.question, card.crux), None, Some(*round));
        }
        Event::RoundOpened { .. }
        | Event::AnswerUnusable { .. }
        | Event::TurnFailed { .. }
        | Event::ModeChosen { .. }
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
        | Event::DebateClosed { .. } => {}
    }
}
