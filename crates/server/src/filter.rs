//! Filter for lists and searches: state, opening date and mode.
use crate::error::ApiError;
use crate::responses::State;
use debate::DebateId;
use engine::Status;
use exports::times;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use setup::settings::nearest;
use std::collections::BTreeMap;
use store::{Entry, Hit, Store};
use utoipa::IntoParams;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

/// The modes, panels included.
fn modes() -> Vec<&'static str> {
    formats::modes::names().into_iter().chain([formats::panel::NAME]).collect()
}

/// Schema of a debate's states.
fn states_schema(_: &mut SchemaGenerator) -> Schema {
    words(State::names().to_vec())
}

/// Schema of the modes.
fn modes_schema(_: &mut SchemaGenerator) -> Schema {
    words(modes())
}

/// A query parameter that is one of the states.
fn state_parameter() -> Object {
    one_of(&State::names())
}

/// A query parameter that is one of the modes.
fn mode_parameter() -> Object {
    one_of(&modes())
}

/// A query parameter that is one of these words.
fn one_of(words: &[&str]) -> Object {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({})$", words.join("|")))).build()
}

/// Schema of one of these strings, or null.
fn words(words: Vec<&str>) -> Schema {
    let words: Vec<Value> = words.into_iter().map(Value::from).chain([Value::Null]).collect();
    json_schema!({"type": ["string", "null"], "enum": words})
}

/// A filter; an empty one matches every debate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// State of the debate.
    pub state: Option<&'static str>,
    /// Earliest opening time, inclusive, in milliseconds since 1970.
    pub from: Option<u64>,
    /// Latest opening time, exclusive, in milliseconds since 1970.
    pub to: Option<u64>,
    /// Mode in which the debate was opened.
    pub mode: Option<String>,
}

/// A filter as the request writes it, the same for lists and searches of every surface.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FilterQuery {
    /// Only debates in this state.
    #[param(schema_with = state_parameter)]
    #[schemars(schema_with = "states_schema")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Only those opened at this moment or later: `2026-11-18` (from its beginning in UTC) or `2026-11-18T08:15:30Z`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Only those opened before this moment, written likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Only those opened in this mode.
    #[param(schema_with = mode_parameter)]
    #[schemars(schema_with = "modes_schema")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
}

impl FilterQuery {
    /// The given fields by their names.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [("state", &self.state), ("from", &self.from), ("to", &self.to), ("mode", &self.mode)];
        all.into_iter().filter_map(|(name, word)| Some((name, word.as_deref()?)))
    }
}

/// An invalid filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterError {
    /// A value that is not allowed.
    NotAllowed {
        /// The field.
        field: &'static str,
        /// Its value.
        found: String,
        /// The allowed values, to follow "it must be".
        allowed: String,
    },
    /// `to` is not after `from`.
    Reversed {
        /// Earliest date.
        from: String,
        /// Latest date.
        to: String,
    },
}

impl FilterError {
    /// The message; `name` maps a field to the surface's name for it.
    pub fn told(&self, name: impl Fn(&str) -> String) -> String {
        match self {
            FilterError::NotAllowed { field, found, allowed } => {
                format!("`{}` is `{found}`; it must be {allowed}", name(field))
            }
            FilterError::Reversed { from, to } => format!(
                "`{1}` is `{to}`, which is not after `{0}`, `{from}`; `{1}` is the first moment that is not wanted",
                name("from"),
                name("to")
            ),
        }
    }
}

impl From<FilterError> for ApiError {
    fn from(error: FilterError) -> ApiError {
        ApiError::Refused(error.told(str::to_owned))
    }
}

impl Filter {
    /// Parses a filter.
    pub fn read(words: &FilterQuery) -> Result<Filter, FilterError> {
        let FilterQuery { state, from, to, mode } = words;
        let state = state.as_deref().map(self::state).transpose()?;
        let moment = |field, word: &Option<String>| word.as_deref().map(|it| moment(field, it)).transpose();
        let (first, last) = (moment("from", from)?, moment("to", to)?);
        if let Some((from, to)) = from.as_ref().zip(to.as_ref()).filter(|_| first >= last) {
            return Err(FilterError::Reversed { from: from.clone(), to: to.clone() });
        }
        let (from, to) = (first, last);
        let mode = mode.as_ref().map(|word| match modes().contains(&word.as_str()) {
            true => Ok(word.clone()),
            false => Err(of_list("mode", word, &modes())),
        });
        Ok(Filter { state, from, to, mode: mode.transpose()? })
    }

    /// Whether the filter matches every debate.
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Whether a debate with this status matches.
    pub fn fits(&self, entry: &Entry, status: &Status) -> bool {
        self.fits_time(entry.opened_at)
            && self.mode.as_ref().is_none_or(|it| *it == entry.mode)
            && self.state.is_none_or(|it| it == status.as_str())
    }

    /// Whether the opening time matches.
    pub(crate) fn fits_time(&self, opened_at: u64) -> bool {
        self.from.is_none_or(|it| opened_at >= it) && self.to.is_none_or(|it| opened_at < it)
    }

    /// Whether this debate and all older ones are too old to match.
    pub(crate) fn is_past(&self, opened_at: u64) -> bool {
        self.from.is_some_and(|it| opened_at < it)
    }
}

/// Number of hits read at a time with a filter, and in total. Our choice: a fraction of a second.
const HITS: u32 = 100;
const MOST_HITS: u32 = 2_000;

/// Passages that contain all these words, in matching debates of one tenant or of all, best match first. With a filter, only the first two
/// thousand hits are inspected.
pub async fn search(
    store: &Store,
    tenant: Option<&str>,
    words: &str,
    filter: &Filter,
    limit: u32,
    status: impl Fn(&Entry) -> Status,
) -> Result<Vec<Hit>, store::Error> {
    if filter.is_empty() {
        return store.search_among(words, limit, 0, tenant).await;
    }
    let (mut wanted, mut known): (Vec<Hit>, BTreeMap<DebateId, bool>) = (Vec::new(), BTreeMap::new());
    for offset in (0..MOST_HITS).step_by(HITS as usize) {
        let hits = store.search_among(words, HITS, offset, tenant).await?;
        let is_last = hits.len() < HITS as usize;
        for hit in hits.into_iter().filter(|it| filter.fits_time(it.opened_at)) {
            let is_wanted = match known.get(&hit.debate) {
                Some(is_wanted) => *is_wanted,
                None => {
                    let entry = store.entry(&hit.debate).await?;
                    let is_wanted = entry.is_some_and(|it| filter.fits(&it, &status(&it)));
                    known.insert(hit.debate.clone(), is_wanted);
                    is_wanted
                }
            };
            wanted.extend(is_wanted.then_some(hit));
            if wanted.len() >= limit as usize {
                return Ok(wanted);
            }
        }
        if is_last {
            break;
        }
    }
    Ok(wanted)
}

fn state(word: &str) -> Result<&'static str, FilterError> {
    let known = State::names().into_iter().find(|it| *it == word);
    known.ok_or_else(|| of_list("state", word, &State::names()))
}

fn moment(field: &'static str, text: &str) -> Result<u64, FilterError> {
    let allowed = "a day such as `2026-11-18`, or a moment such as `2026-11-18T08:15:30Z`";
    times::read(text).ok_or_else(|| wrong(field, text, allowed))
}

/// A word that is not one of a list, with the nearest of it.
fn of_list(field: &'static str, word: &str, names: &[&str]) -> FilterError {
    let near = nearest(word, names.iter().copied()).map(|it| format!("; did you mean `{it}`?"));
    wrong(field, word, &format!("one of {}{}", names.join(", "), near.unwrap_or_default()))
}

fn wrong(field: &'static str, found: &str, allowed: &str) -> FilterError {
    let found: String = found.chars().filter(|it| !it.is_control()).take(64).collect();
    FilterError::NotAllowed { field, found, allowed: allowed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-30: an error on a filter names the field, its value and what is allowed.
    #[test]
    fn filters_are_read_or_refused() {
        let word = |it: &str| Some(it.to_owned());
        let words = FilterQuery {
            state: word("over"),
            from: word("1970-01-02"),
            to: word("1970-01-03"),
            mode: word("socratic"),
        };
        let filter = Filter::read(&words).unwrap();
        assert_eq!((filter.state, filter.from, filter.to), (Some("over"), Some(86_400_000), Some(172_800_000)));
        assert!(Filter::read(&FilterQuery::default()).unwrap().is_empty());
        for (words, named) in [
            (FilterQuery { state: word("done"), ..FilterQuery::default() }, ["`state`", "`done`", "needs_context"]),
            (FilterQuery { from: word("May"), ..FilterQuery::default() }, ["`from`", "`May`", "2026-11-18"]),
            (FilterQuery { to: word(""), ..FilterQuery::default() }, ["`to`", "``", "2026-11-18"]),
            (FilterQuery { mode: word("duel"), ..FilterQuery::default() }, ["`mode`", "`duel`", "socratic"]),
            (
                FilterQuery { from: word("1970-01-03"), to: word("1970-01-02"), ..FilterQuery::default() },
                ["`to`", "`from`", "not after"],
            ),
        ] {
            let said = ApiError::from(Filter::read(&words).unwrap_err()).to_string();
            assert!(named.iter().all(|it| said.contains(it)), "{said}");
        }
    }
}
