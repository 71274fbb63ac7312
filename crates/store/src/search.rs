//! Full-text search over topics, positions and claims.
use crate::Store;
use crate::characters::{SEPARATOR, separated};
use crate::error::Error;
use debate::ids::DebateId;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use std::fmt;
use std::ops::Range;

/// A match.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The debate.
    pub debate: DebateId,
    /// The position of the event.
    pub seq: u64,
    /// The kind of text.
    pub what: What,
    /// The speaker; a topic has none.
    pub by: Option<String>,
    /// The round.
    pub round: Option<u32>,
    /// The text around the match; `…` marks omissions.
    pub text: String,
    /// The byte ranges of `text` that match.
    pub marks: Vec<Range<usize>>,
    /// The rank, smaller is better (BM25, as SQLite gives it).
    pub rank: f64,
    /// The time the debate was opened, in milliseconds since 1970.
    pub opened_at: u64,
}

impl Hit {
    /// The text with each match between `before` and `after`.
    pub fn marked(&self, before: &str, after: &str) -> String {
        let mut marked = String::new();
        let mut rest = 0;
        for mark in &self.marks {
            marked.push_str(self.text.get(rest..mark.start).unwrap_or_default());
            marked.push_str(before);
            marked.push_str(self.text.get(mark.clone()).unwrap_or_default());
            marked.push_str(after);
            rest = mark.end;
        }
        marked.push_str(self.text.get(rest..).unwrap_or_default());
        marked
    }
}

/// The kind of text that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// The topic of a debate.
    Topic,
    /// A participant's position.
    Position,
    /// A claim.
    Claim,
    /// A statement in a room.
    Room,
    /// A crux.
    Crux,
}

impl What {
    const ALL: [What; 5] = [What::Topic, What::Position, What::Claim, What::Room, What::Crux];

    /// Its name for people.
    pub fn as_str(self) -> &'static str {
        match self {
            What::Topic => "topic",
            What::Position => "position",
            What::Claim => "claim",
            What::Room => "room",
            What::Crux => "crux",
        }
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The most words of a query: SQLite limits its size.
const MOST_WORDS: usize = 64;

/// Tokens of a snippet, where they are words.
const TOKENS: i64 = 32;

/// The most tokens that SQLite allows, where they are characters.
const MOST_TOKENS: i64 = 64;

/// Delimit a match on its way out of the database. No indexed text has control characters.
const BEFORE: char = '\u{2}';
const AFTER: char = '\u{3}';

const SEARCH: &str = "SELECT events.debate, events.seq, hits.what, hits.speaker, hits.round, hits.snippet, hits.rank, \
        (SELECT at FROM events AS first WHERE first.debate = events.debate AND first.seq = 0) \
    FROM (SELECT rowid, n, what, speaker, round, rank, snippet(found, 0, char(2), char(3), '…', ?5) AS snippet \
          FROM found WHERE found MATCH ?1 \
            AND EXISTS (SELECT 1 FROM events AS said JOIN events AS first ON first.debate = said.debate AND first.seq = 0 \
                        WHERE said.n = found.n) \
            AND (?3 IS NULL OR ?3 = (SELECT coalesce(held.tenant, '') FROM events LEFT JOIN held USING (debate) \
                                     WHERE events.n = found.n)) \
          ORDER BY rank, rowid LIMIT ?2 OFFSET ?4) AS hits \
    JOIN events ON events.n = hits.n ORDER BY hits.rank, hits.rowid";

impl Store {
    /// Texts that contain all of these words, best first; the last word may be a prefix. In scripts without spaces a word is any part of the
    /// text.
    pub async fn search(&self, words: &str, limit: u32) -> Result<Vec<Hit>, Error> {
        self.search_among(words, limit, 0, None).await
    }

    /// The same in the debates of one tenant, or of all, without the first `offset` matches (O-42).
    pub async fn search_among(
        &self,
        words: &str,
        limit: u32,
        offset: u32,
        tenant: Option<&str>,
    ) -> Result<Vec<Hit>, Error> {
        let Some(question) = question(words) else { return Ok(Vec::new()) };
        let snippet = if question.contains(SEPARATOR) { MOST_TOKENS } else { TOKENS };
        let search = sqlx::query(SEARCH).bind(question).bind(i64::from(limit)).bind(tenant).bind(i64::from(offset));
        let search = search.bind(snippet);
        let rows = match self.catch_up().await {
            Ok(()) => search.fetch_all(&self.inner.readers).await,
            Err(Error::ReadOnly { .. }) => search.fetch_all(&mut *self.indexed_aside().await?).await,
            Err(why) => return Err(why),
        };
        let rows = rows.map_err(|why| self.fault(why))?;
        rows.iter().filter_map(|row| hit(row).transpose()).collect::<Result<_, _>>().map_err(|why| self.fault(why))
    }
}

/// The words as an FTS5 query: each in quotes, where nothing is an operator. `None` without words.
fn question(words: &str) -> Option<String> {
    let words: Vec<String> = words
        .split(|it: char| it.is_whitespace() || it.is_control())
        .filter(|word| word.contains(char::is_alphanumeric))
        .take(MOST_WORDS)
        .map(|word| format!("\"{}\"", separated(word).replace('"', "\"\"")))
        .collect();
    (!words.is_empty()).then(|| format!("{}*", words.join(" ")))
}

fn hit(row: &SqliteRow) -> Result<Option<Hit>, sqlx::Error> {
    let what: &str = row.try_get(2)?;
    // A newer release may index further kinds.
    let Some(what) = What::ALL.into_iter().find(|it| it.as_str() == what) else { return Ok(None) };
    let (text, marks) = unmark(row.try_get(5)?);
    Ok(Some(Hit {
        debate: DebateId::from(row.try_get::<String, _>(0)?),
        seq: row.try_get::<i64, _>(1)?.unsigned_abs(),
        what,
        by: row.try_get(3)?,
        round: row.try_get(4)?,
        text,
        marks,
        rank: row.try_get(6)?,
        opened_at: row.try_get::<Option<i64>, _>(7)?.unwrap_or_default().unsigned_abs(),
    }))
}

/// Removes the delimiters and the separators from a snippet.
fn unmark(snippet: &str) -> (String, Vec<Range<usize>>) {
    let mut text = String::with_capacity(snippet.len());
    let mut marks = Vec::new();
    let mut start = 0;
    for it in snippet.chars() {
        match it {
            BEFORE => start = text.len(),
            AFTER => marks.push(start..text.len()),
            SEPARATOR => {}
            it => text.push(it),
        }
    }
    (text, marks)
}
