//! Kinds of values: how each is parsed, printed, and described in errors.
#[cfg(test)]
mod tests;

use super::Comparer;
use super::parse::{DURATION, SHARE, level, or_none, parse_duration, share, show_duration, shown, words};
use debate::rules::{Algorithm, Channels, Decide, Enforcement};
use debate::{ClosingBallot, Discipline, Parallel, Rules};
use formats::Assignment;
use local::BackendKind;
use models::Dialect;
use std::path::PathBuf;
use std::time::Duration;

/// A kind of value.
pub(super) struct Kind<T> {
    pub(super) shape: Shape,
    pub(super) allowed: fn() -> Allowed,
    pub(super) parse: fn(&str) -> Option<T>,
    pub(super) show: fn(&T) -> String,
    /// Whether `none` lifts the value of a weaker source.
    pub(super) or_none: bool,
    /// Whether an invalid value may contain a key and must not be repeated.
    pub(super) secret: bool,
}

/// The values that a kind allows.
pub(super) struct Allowed {
    /// To follow "it must be".
    pub(super) text: String,
    /// The words, if it is a closed list; an error suggests the nearest.
    pub(super) words: Vec<&'static str>,
}

impl Allowed {
    /// Any value that the text describes.
    pub(super) fn text(text: &str) -> Allowed {
        Allowed { text: text.to_owned(), words: Vec::new() }
    }

    /// One of these words.
    fn one_of(words: &[&'static str]) -> Allowed {
        Allowed { text: format!("one of {}", words.join(", ")), words: words.to_vec() }
    }

    /// Any of these words.
    fn list_of(words: &[&'static str]) -> Allowed {
        Allowed { text: format!("a list of {}", words.join(", ")), words: words.to_vec() }
    }
}

/// How TOML represents a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Text.
    Text,
    /// A number, whole or not.
    Number,
    /// `true` or `false`.
    Flag,
    /// `true`, `false`, or a text.
    Choice,
    /// An array of texts.
    List,
    /// Text; a relative path is resolved from the file's directory.
    Path,
}

/// The word that lifts a limit of a weaker source.
pub(super) const NONE: &str = "none";

pub(super) const MODE: Kind<String> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::one_of(&formats::modes::names()),
    parse: |text| formats::modes::names().contains(&text).then(|| text.to_owned()),
    show: String::clone,
    or_none: false,
    secret: false,
};

pub(super) const ROUNDS: Kind<u32> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text(&format!("a whole number from 1 to {}", Rules::MOST_ROUNDS)),
    parse: |text| text.parse().ok().filter(|rounds| (1..=Rules::MOST_ROUNDS).contains(rounds)),
    show: u32::to_string,
    or_none: false,
    secret: false,
};

pub(super) const ALGORITHM: Kind<Algorithm> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::one_of(&Algorithm::ALL.map(Algorithm::as_str)),
    parse: |text| text.parse().ok(),
    show: Algorithm::to_string,
    or_none: false,
    secret: false,
};

pub(super) const DECIDE: Kind<Decide> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::one_of(&Decide::ALL.map(Decide::as_str)),
    parse: |text| Decide::ALL.into_iter().find(|it| it.as_str() == text),
    show: Decide::to_string,
    or_none: false,
    secret: false,
};

pub(super) const CLOSING_BALLOT: Kind<ClosingBallot> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::one_of(&ClosingBallot::ALL.map(ClosingBallot::as_str)),
    parse: |text| ClosingBallot::ALL.into_iter().find(|it| it.as_str() == text),
    show: ClosingBallot::to_string,
    or_none: false,
    secret: false,
};

pub(super) const CHANNELS: Kind<Channels> = Kind {
    shape: Shape::List,
    allowed: || Allowed::list_of(&Channels::ALL),
    parse: |text| {
        let is_nothing = !text.trim().is_empty() && words(text).next().is_none();
        words(text).try_fold(Channels::default(), Channels::closing).filter(|_| !is_nothing)
    },
    show: |value| value.closed().collect::<Vec<_>>().join(","),
    or_none: false,
    secret: false,
};

pub(super) const BUDGET: Kind<Option<f64>> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text("an amount of US dollars above 0"),
    parse: |text| or_none(text, |text| text.parse().ok().filter(|usd: &f64| usd.is_finite() && *usd > 0.0)),
    show: |value| shown(value.as_ref()),
    or_none: true,
    secret: false,
};

pub(super) const BUDGET_TOKENS: Kind<Option<u64>> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text("a whole number of tokens above 0"),
    parse: |text| or_none(text, |text| text.parse().ok().filter(|tokens| *tokens > 0)),
    show: |value| shown(value.as_ref()),
    or_none: true,
    secret: false,
};

pub(super) const DEADLINE: Kind<Option<Duration>> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::text(DURATION),
    parse: |text| or_none(text, parse_duration),
    show: |value| value.map_or_else(|| NONE.to_owned(), show_duration),
    or_none: true,
    secret: false,
};

/// `engine::Spec` refuses values outside.
pub(super) const MAX_TOKENS: Kind<u32> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text("a whole number from 64 to 65536"),
    parse: |text| text.parse().ok().filter(|tokens| (64..=65_536).contains(tokens)),
    show: u32::to_string,
    or_none: false,
    secret: false,
};

pub(super) const FLAG: Kind<bool> = Kind {
    shape: Shape::Flag,
    allowed: || Allowed::text("`true` or `false`"),
    parse: |text| text.parse().ok(),
    show: bool::to_string,
    or_none: false,
    secret: false,
};

/// The mode decides by default.
pub(super) const MAYBE: Kind<Option<bool>> = Kind {
    shape: Shape::Choice,
    allowed: || Allowed::text("`true`, `false` or `none`"),
    parse: |text| or_none(text, |text| text.parse().ok()),
    show: |value| shown(value.as_ref()),
    or_none: false,
    secret: false,
};

pub(super) const LEVEL: Kind<Option<Parallel>> = Kind {
    shape: Shape::Text,
    allowed: || {
        let levels = Parallel::ALL.map(Parallel::as_str);
        let text = format!("one of {}, or `{BY_MODE}`", levels.join(", "));
        Allowed { text, words: levels.into_iter().chain([BY_MODE]).collect() }
    },
    parse: |text| if text == BY_MODE { Some(None) } else { level(text).map(Some) },
    show: |value| value.map_or_else(|| BY_MODE.to_owned(), |level| level.to_string()),
    or_none: false,
    secret: false,
};

/// `none` is a level here, so this word lifts one.
pub const BY_MODE: &str = "mode";

pub(super) const MODE_LEVELS: Kind<Vec<(String, Parallel)>> = Kind {
    shape: Shape::List,
    allowed: || {
        let (modes, levels) = (formats::modes::names().join(", "), Parallel::ALL.map(Parallel::as_str).join(", "));
        Allowed::text(&format!("a list of `MODE=LEVEL`, with a mode of {modes} and a level of {levels}"))
    },
    parse: |text| {
        let read = |word: &str| {
            let (mode, named) = word.split_once('=')?;
            Some((formats::named(mode.trim()).ok()?.name().to_owned(), level(named.trim())?))
        };
        words(text).map(read).collect()
    },
    show: |rows| rows.iter().map(|(mode, level)| format!("{mode}={level}")).collect::<Vec<_>>().join(","),
    or_none: false,
    secret: false,
};

pub(super) const ENFORCEMENT: Kind<Enforcement> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::one_of(&Enforcement::ALL.map(Enforcement::as_str)),
    parse: |text| Enforcement::ALL.into_iter().find(|it| it.as_str() == text),
    show: Enforcement::to_string,
    or_none: false,
    secret: false,
};

/// Ours: a turn with more tool calls is no longer useful.
const MOST_CALLS: u32 = 20;

pub(super) const TOOL_CALLS: Kind<Option<u32>> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text(&format!("a whole number from 0 to {MOST_CALLS}")),
    parse: |text| or_none(text, |text| text.parse().ok().filter(|calls| *calls <= MOST_CALLS)),
    show: |value| shown(value.as_ref()),
    or_none: true,
    secret: false,
};

pub(super) const THRESHOLD: Kind<f64> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text(SHARE),
    parse: share,
    show: f64::to_string,
    or_none: false,
    secret: false,
};

pub(super) const CONSENSUS: Kind<Option<f64>> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text(SHARE),
    parse: |text| or_none(text, share),
    show: |value| shown(value.as_ref()),
    or_none: true,
    secret: false,
};

pub(super) const QUIET_ROUNDS: Kind<Option<u32>> = Kind {
    shape: Shape::Number,
    allowed: ROUNDS.allowed,
    parse: |text| or_none(text, ROUNDS.parse),
    show: |value| shown(value.as_ref()),
    or_none: true,
    secret: false,
};

pub(super) const COMPARER: Kind<Comparer> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::one_of(&Comparer::ALL.map(Comparer::as_str)),
    parse: |text| Comparer::ALL.into_iter().find(|it| it.as_str() == text),
    show: |it| it.as_str().to_owned(),
    or_none: false,
    secret: false,
};

/// `providers` checks that the model exists.
pub(super) const MODEL: Kind<Option<String>> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::text("`provider/model`"),
    parse: |text| {
        or_none(text, |text| {
            let (provider, model) = text.split_once('/')?;
            (!provider.is_empty() && !model.is_empty() && !text.contains([',', '='])).then(|| text.to_owned())
        })
    },
    show: |value| shown(value.as_ref()),
    or_none: true,
    secret: false,
};

pub(super) const DOMAIN: Kind<Option<String>> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::text("a name of at most 60 letters, digits and hyphens, as in `api-design`"),
    parse: |text| or_none(text, |text| debate::learning::domain(text).ok()),
    show: |value| shown(value.as_ref()),
    or_none: true,
    secret: false,
};

pub(super) const DISCIPLINES: Kind<Assignment> = Kind {
    shape: Shape::List,
    allowed: || {
        let all = Discipline::ALL.map(Discipline::as_str);
        let text = format!("`{ROUND_ROBIN}`, `{RANDOM}`, or a list of {}", all.join(", "));
        Allowed { text, words: [ROUND_ROBIN, RANDOM].into_iter().chain(all).collect() }
    },
    parse: |text| match text {
        ROUND_ROBIN => Some(Assignment::RoundRobin),
        RANDOM => Some(Assignment::Random),
        _ => {
            let named = |word: &str| Discipline::ALL.into_iter().find(|it| it.as_str() == word);
            let listed: Vec<Discipline> = words(text).map(named).collect::<Option<_>>()?;
            (!listed.is_empty()).then_some(Assignment::Explicit(listed))
        }
    },
    show: |value| match value {
        Assignment::RoundRobin => ROUND_ROBIN.to_owned(),
        Assignment::Random => RANDOM.to_owned(),
        Assignment::Explicit(listed) => listed.iter().map(|it| it.as_str()).collect::<Vec<_>>().join(","),
    },
    or_none: false,
    secret: false,
};

const ROUND_ROBIN: &str = "round-robin";
const RANDOM: &str = "random";

/// `providers` parses the items.
pub(super) const TABLE: Kind<Vec<String>> = Kind {
    shape: Shape::List,
    allowed: || Allowed::text("a list of `provider/model`"),
    parse: |text| Some(words(text).map(str::to_owned).collect()),
    show: |words| words.join(","),
    or_none: false,
    secret: false,
};

pub(super) const MODELS: Kind<Vec<String>> = Kind {
    shape: Shape::List,
    allowed: || Allowed::text("a list of `provider/model` or `provider/*`"),
    parse: |text| {
        let is_named = |word: &str| {
            word.split_once('/').is_some_and(|(provider, model)| !provider.is_empty() && !model.is_empty())
        };
        words(text).all(is_named).then(|| words(text).map(str::to_owned).collect())
    },
    show: |words| words.join(","),
    or_none: false,
    secret: false,
};

pub(super) const TIMEOUT: Kind<Duration> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::text(DURATION),
    parse: parse_duration,
    show: |value| show_duration(*value),
    or_none: false,
    secret: false,
};

/// Twenty attempts with the longest waits between them take over five minutes: enough for any outage worth waiting for.
pub(super) const ATTEMPTS: Kind<u32> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text("a whole number from 1 to 20"),
    parse: |text| text.parse().ok().filter(|attempts| (1..=20).contains(attempts)),
    show: u32::to_string,
    or_none: false,
    secret: false,
};

pub(super) const ENGINE: Kind<BackendKind> = Kind {
    shape: Shape::Text,
    allowed: || {
        let built: Vec<String> = BackendKind::ALL.iter().map(|it| format!("`{}`", it.as_str())).collect();
        Allowed::text(&format!("{}; others are features of the build", built.join(" or ")))
    },
    parse: |text| BackendKind::ALL.iter().copied().find(|it| it.as_str() == text),
    show: |value| value.as_str().to_owned(),
    or_none: false,
    secret: false,
};

pub(super) const THREADS: Kind<Option<usize>> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text("a whole number from 1 to 256"),
    parse: |text| text.parse().ok().filter(|threads| (1..=256).contains(threads)).map(Some),
    show: |value| value.map_or_else(|| NONE.to_owned(), |threads| threads.to_string()),
    or_none: false,
    secret: false,
};

pub(super) const STORE: Kind<Option<PathBuf>> = Kind {
    shape: Shape::Path,
    allowed: || Allowed::text("the path of a file, written out (`~` is not expanded)"),
    parse: |text| (!text.is_empty() && !text.starts_with('~')).then(|| Some(PathBuf::from(text))),
    show: |value| value.as_ref().map_or_else(|| NONE.to_owned(), |path| path.display().to_string()),
    or_none: false,
    secret: false,
};

pub(super) const WEIGHTS: Kind<Option<PathBuf>> =
    Kind { allowed: || Allowed::text("the path of a directory, written out (`~` is not expanded)"), ..STORE };

pub(super) const DIALECT: Kind<Option<Dialect>> = Kind {
    shape: Shape::Text,
    allowed: || Allowed { text: "`openai` or `anthropic`".to_owned(), words: vec!["openai", "anthropic"] },
    parse: |text| match text {
        "openai" => Some(Some(Dialect::OpenaiChat)),
        "anthropic" => Some(Some(Dialect::Anthropic)),
        _ => None,
    },
    show: |value| match value {
        Some(Dialect::OpenaiChat) => "openai".to_owned(),
        Some(Dialect::Anthropic) => "anthropic".to_owned(),
        None => NONE.to_owned(),
    },
    or_none: false,
    secret: false,
};

/// An address with a user, password or query is likely to hold a secret.
pub(super) const BASE_URL: Kind<Option<String>> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::text("an address such as `http://127.0.0.1:8000/v1`, without any key in it"),
    parse: |text| {
        let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?;
        let is_plain = !rest.is_empty() && !rest.contains(['@', '?', '#']) && !rest.contains(char::is_whitespace);
        (is_plain && !rest.starts_with(['/', ':'])).then(|| Some(text.to_owned()))
    },
    show: |value| shown(value.as_ref()),
    or_none: false,
    secret: true,
};

pub(super) const KEY_ENV: Kind<Option<String>> = Kind {
    shape: Shape::Text,
    allowed: || Allowed::text("the name of an environment variable, such as `MY_API_KEY`, not the key itself"),
    parse: |text| {
        let is_name = text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        (is_name && text.starts_with(|c: char| !c.is_ascii_digit())).then(|| Some(text.to_owned()))
    },
    show: |value| shown(value.as_ref()),
    or_none: false,
    secret: true,
};

pub(super) const COUNT: Kind<Option<u32>> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text("a whole number above 0"),
    parse: |text| or_none(text, |text| text.parse().ok().filter(|count| *count > 0)),
    show: |value| shown(value.as_ref()),
    or_none: true,
    secret: false,
};

pub(super) const CACHING: Kind<Option<bool>> = Kind {
    shape: Shape::Flag,
    allowed: FLAG.allowed,
    parse: |text| text.parse().ok().map(Some),
    show: |value| shown(value.as_ref()),
    or_none: false,
    secret: false,
};

pub(super) const PRICE: Kind<Option<f64>> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text("US dollars per million tokens, 0 or more"),
    parse: |text| text.parse().ok().filter(|usd: &f64| usd.is_finite() && *usd >= 0.0).map(Some),
    show: |value| shown(value.as_ref()),
    or_none: false,
    secret: false,
};
