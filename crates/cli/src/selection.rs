//! A debate as lists show it: its state, and the label of its verdict. Filters of lists and searches.
use crate::args::{DebateFilter, Label};
use crate::exit::Exit;
use crate::render::panel::is_panel;
use analysis::Verdict;
use debate::Debate;
use engine::Status;
use server::filter::{Filter, FilterQuery};
use setup::settings::{Unit, nearest, span};
use std::time::{SystemTime, UNIX_EPOCH};
use store::{Entry, Store};

/// The words for the states of listed debates. A server also knows `pausing` and `failed`.
pub(crate) const STATES: [&str; 4] = ["running", "paused", "waiting", "closed"];

/// The states as JSON has them, where the words are other ones.
const IN_JSON: [&str; 3] = ["needs_context", "escalated", "over"];

/// Other words for them that people use.
const SYNONYMS: [(&str, &str); 2] = [("interrupted", "paused"), ("unfinished", "paused")];

/// The status of a listed debate; one that another process runs is running.
pub(crate) fn status(store: &Store, entry: &Entry) -> Status {
    here(Status::aside(entry, store.is_locked(&entry.debate)))
}

/// The status of a debate that was read from the store.
pub(crate) fn status_of(store: &Store, debate: &Debate) -> Status {
    here(Status::apart(debate, store.is_locked(&debate.id)))
}

/// Every process is another one here.
fn here(status: Status) -> Status {
    if status == Status::RunningElsewhere { Status::Running } else { status }
}

/// The label of a closed debate's verdict; none of another, of a panel, where nobody votes, and of a log that can't be read.
pub(crate) async fn label(store: &Store, entry: &Entry) -> Result<Option<analysis::Label>, Exit> {
    if entry.closed.is_none() || is_panel(&entry.mode) {
        return Ok(None);
    }
    let log = store.log(&entry.debate).await?;
    Ok(Debate::replay(&log).ok().map(|debate| Verdict::of(&debate).decision.label))
}

/// The times before now that `--since` takes, too.
const SINCE: &str = ", or a time before now, such as `12h`, `7d` or `2w`";

/// A filter of debates.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Selection {
    /// The filter by state, time and mode.
    pub(crate) filter: Filter,
    state: Option<&'static str>,
    label: Option<Label>,
}

impl Selection {
    /// Reads the filters of a command line.
    pub(crate) fn of(args: &DebateFilter) -> Result<Selection, Exit> {
        let word = if args.running { Some("running") } else { args.state.as_deref() };
        let word = word.map(|it| SYNONYMS.into_iter().find(|(other, _)| *other == it).map_or(it, |(_, state)| state));
        let state = word.and_then(|word| STATES.into_iter().find(|it| *it == word));
        let in_json = word.filter(|_| state.is_none());
        let known = || STATES.into_iter().chain(IN_JSON).chain(["interrupted"]);
        if let Some(word) = in_json.filter(|word| !known().any(|it| it == *word)) {
            let word: String = word.chars().filter(|it| !it.is_control()).take(64).collect();
            let near = nearest(&word, known()).map(|it| format!("; did you mean `{it}`?"));
            let there_are = || format!("; there are: {}", STATES.join(", "));
            return Err(Exit::request(format!("`--state` is `{word}`{}", near.unwrap_or_else(there_are))));
        }
        let since = args.since.as_deref().map(|it| before_now(it).unwrap_or_else(|| it.to_owned()));
        let query = FilterQuery {
            state: in_json.map(str::to_owned),
            from: since,
            to: args.to.clone(),
            mode: args.mode.clone(),
        };
        let named = |field: &str| if field == "from" { "--since".to_owned() } else { format!("--{field}") };
        let wrong_time = |why: &str| if why.starts_with("`--since`") { SINCE } else { "" };
        let told = |why: String| Exit::request(format!("{why}{}", wrong_time(&why)));
        let filter = Filter::read(&query).map_err(|wrong| told(wrong.told(named)))?;
        Ok(Selection { filter, state, label: args.label })
    }

    /// Whether every debate is wanted.
    pub(crate) fn is_empty(&self) -> bool {
        self.filter.is_empty() && !self.looks_closer()
    }

    /// Whether more than an entry and its status is needed.
    pub(crate) fn looks_closer(&self) -> bool {
        self.state.is_some() || self.label.is_some()
    }

    /// Whether a debate is wanted.
    pub(crate) async fn fits(&self, store: &Store, entry: &Entry) -> Result<bool, Exit> {
        let status = status(store, entry);
        if !self.filter.fits(entry, &status) || self.state.is_some_and(|it| it != status.word()) {
            return Ok(false);
        }
        match self.label {
            Some(wanted) => Ok(label(store, entry).await?.is_some_and(|it| it == wanted.into())),
            None => Ok(true),
        }
    }
}

impl From<Label> for analysis::Label {
    fn from(label: Label) -> analysis::Label {
        match label {
            Label::Consensus => analysis::Label::Consensus,
            Label::Partial => analysis::Label::Partial,
            Label::Dissensus => analysis::Label::Dissensus,
            Label::Insufficient => analysis::Label::Insufficient,
            Label::Escalated => analysis::Label::Escalated,
        }
    }
}

/// The moment `12h`, `7d` or `2w` before now; none if the text is not such a time.
fn before_now(text: &str) -> Option<String> {
    let span = span(text, &(Unit::Minute..=Unit::Week))?;
    let now = u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_millis()).ok()?;
    Some(exports::times::written(now.saturating_sub(span)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> DebateFilter {
        DebateFilter { state: None, running: false, label: None, since: None, to: None, mode: None }
    }

    /// I-10, I-13: a filter is read, or refused with the nearest word.
    #[test]
    fn filters_are_read_or_refused() {
        assert!(Selection::of(&wanted()).unwrap().is_empty());
        let running = Selection::of(&DebateFilter { running: true, ..wanted() }).unwrap();
        assert_eq!(running, Selection::of(&DebateFilter { state: Some("running".to_owned()), ..wanted() }).unwrap());
        for (state, expected) in [
            ("pausd", "`--state` is `pausd`; did you mean `paused`?"),
            ("done", "`--state` is `done`; there are: running, paused, waiting, closed"),
        ] {
            let refused = Selection::of(&DebateFilter { state: Some(state.to_owned()), ..wanted() }).unwrap_err();
            assert_eq!(refused.to_string(), expected);
        }
        let refused = Selection::of(&DebateFilter { since: Some("May".to_owned()), ..wanted() }).unwrap_err();
        assert!(
            refused.to_string().starts_with("`--since` is `May`") && refused.to_string().contains("`7d`"),
            "{refused}"
        );
        let of = |state: &str| Selection::of(&DebateFilter { state: Some(state.to_owned()), ..wanted() }).unwrap();
        assert_eq!(of("interrupted"), of("paused"));
    }

    /// I-10: a time before now is a moment.
    #[test]
    fn a_time_before_now_is_a_moment() {
        let at = |text: &str| before_now(text).and_then(|it| exports::times::read(&it));
        let (week, days) = (at("1w").unwrap(), at("7d").unwrap());
        assert!(days.abs_diff(week) < 10_000);
        assert!(at("2h").unwrap() > at("1d").unwrap());
        for other in ["", "d", "-1d", "7", "2026-11-18", "1.5h", "99999999999999999999w", "9999999999999999w"] {
            assert_eq!(at(other), None, "{other}");
        }
    }
}
