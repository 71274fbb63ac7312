//! A scenario: topics, participants, and the two settings to compare (D-70).
//!
//! It is a TOML file. The two sides use the names of settings, and `profile`, which is not a setting because it belongs to a model. Some
//! scenarios are built in. Not here: which settings there are ([`Known`]), and running a scenario.
use crate::Error;
use debate::{Profile, Rules, Topic};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;
use toml_edit::{Document, Item, TableLike};

/// The built-in scenarios: name and file.
pub const BUILT_IN: [(&str, &str); 4] = [
    ("parallel-last-only", include_str!("../../scenarios/parallel-last-only.toml")),
    ("parallel-full", include_str!("../../scenarios/parallel-full.toml")),
    ("economy", include_str!("../../scenarios/economy.toml")),
    ("lean-prompts", include_str!("../../scenarios/lean-prompts.toml")),
];

/// A scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Its name, or its file.
    pub name: String,
    /// What it compares, in one line.
    pub about: String,
    /// The topics.
    pub topics: Vec<Topic>,
    /// The modes.
    pub modes: Vec<String>,
    /// The participants, in the syntax of `--with`.
    pub with: Vec<String>,
    /// The most rounds of a debate.
    pub rounds: u32,
    /// How often each debate is held.
    pub repeat: u32,
    /// The random seed; each repetition adds 1.
    pub seed: u64,
    /// How long a simulated participant takes to answer; no delay if absent.
    pub answer: Option<Duration>,
    /// The current settings.
    pub baseline: SideSettings,
    /// The settings under test.
    pub variant: SideSettings,
}

/// The settings of one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideSettings {
    /// Settings, by name, as text.
    pub settings: Vec<(String, String)>,
    /// The prompt profile of all participants; `None` uses that of each model.
    pub profile: Option<Profile>,
}

/// Knowledge about settings, which belong to the command line.
#[derive(Clone, Debug)]
pub struct Known {
    /// The names of all settings.
    pub names: Vec<&'static str>,
    /// Checks the value of a setting, given its name, the value as text, and its name in error messages.
    pub check: fn(&str, &str, &str) -> Result<(), String>,
    /// A suggestion for an unknown word, given the known ones, to be appended to an error message.
    pub guess: fn(&str, &[&str]) -> String,
}

/// The most repetitions. Ours: more is a typing error.
const MOST_REPEATS: u32 = 1_000;
/// The longest delay of a simulated answer, in milliseconds. Ours, as above.
const LONGEST_ANSWER: u64 = 60_000;
/// The keys of a scenario.
const KEYS: [&str; 10] =
    ["about", "topics", "modes", "with", "rounds", "repeat", "seed", "answer_ms", "baseline", "variant"];
/// The key of a side that is not a setting.
const PROFILE: &str = "profile";

impl Scenario {
    /// The scenario with this name, or in this file.
    pub fn find(word: &str, known: &Known) -> Result<Scenario, Error> {
        if let Some((name, text)) = BUILT_IN.iter().find(|(name, _)| *name == word) {
            return Scenario::read(name, text, known);
        }
        let path = Path::new(word);
        let text = std::fs::read_to_string(path).map_err(|error| {
            let names = BUILT_IN.map(|(name, _)| name);
            let hint = if path.exists() { format!(": {error}") } else { (known.guess)(word, &names) };
            Error::NoScenario { word: word.to_owned(), hint }
        })?;
        Scenario::read(word, &text, known)
    }

    /// What a built-in scenario compares.
    pub fn about(text: &str) -> String {
        let document = Document::parse(text).ok();
        let about = document.as_ref().and_then(|it| it.get("about")).and_then(Item::as_str);
        about.unwrap_or_default().to_owned()
    }

    /// Parses a file.
    pub fn read(name: &str, text: &str, known: &Known) -> Result<Scenario, Error> {
        let source = Source { name, text, known };
        let document = Document::parse(text).map_err(|error| {
            let why = error.message().lines().map(str::trim).collect::<Vec<_>>().join("; ");
            source.wrong(error.span(), format!("invalid TOML: {why}"))
        })?;
        let table = document.as_table();
        if let Some((key, item)) = table.iter().find(|(key, _)| !KEYS.contains(key)) {
            let why = format!("there is no `{key}` in a scenario{}", (known.guess)(key, &KEYS));
            return Err(source.wrong(span(table, key).or_else(|| item.span()), why));
        }
        let topics = source
            .texts(table, "topics")?
            .into_iter()
            .map(|(at, topic)| Topic::new(&topic).map_err(|error| source.wrong(Some(at), error)));
        let modes = source.texts(table, "modes")?.into_iter().map(|(at, mode)| {
            formats::named(&mode).map(|it| it.name().to_owned()).map_err(|error| source.wrong(Some(at), error))
        });
        let most_rounds = u64::from(Rules::MOST_ROUNDS);
        Ok(Scenario {
            name: name.to_owned(),
            about: table.get("about").and_then(Item::as_str).unwrap_or_default().to_owned(),
            topics: topics.collect::<Result<_, _>>()?,
            modes: modes.collect::<Result<_, _>>()?,
            with: source.texts(table, "with")?.into_iter().map(|(_, model)| model).collect(),
            rounds: small(source.number(table, "rounds", 1..most_rounds + 1)?.unwrap_or(u64::from(Rules::ROUNDS))),
            repeat: small(source.number(table, "repeat", 1..u64::from(MOST_REPEATS) + 1)?.unwrap_or(1)),
            seed: source.number(table, "seed", 0..u64::MAX)?.unwrap_or_default(),
            answer: source.number(table, "answer_ms", 1..LONGEST_ANSWER + 1)?.map(Duration::from_millis),
            baseline: source.side(table, "baseline")?,
            variant: source.side(table, "variant")?,
        })
    }
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A scenario being parsed.
struct Source<'a> {
    name: &'a str,
    text: &'a str,
    known: &'a Known,
}

impl Source<'_> {
    /// A non-empty list of texts, each with its position.
    fn texts(&self, table: &dyn TableLike, key: &str) -> Result<Vec<(Range<usize>, String)>, Error> {
        let item = table.get(key);
        let wrong = || {
            let why = format!("`{key}` must be a list of texts, as in `{key} = [\"…\"]`");
            self.wrong(item.and_then(Item::span).or_else(|| span(table, key)), why)
        };
        let texts = item.and_then(Item::as_array).map(|it| {
            let text = |it: &toml_edit::Value| Some((it.span().unwrap_or_default(), it.as_str()?.to_owned()));
            it.iter().map(text).collect::<Option<Vec<_>>>()
        });
        texts.flatten().filter(|it| !it.is_empty()).ok_or_else(wrong)
    }

    fn number(&self, table: &dyn TableLike, key: &str, allowed: Range<u64>) -> Result<Option<u64>, Error> {
        let Some(item) = table.get(key) else { return Ok(None) };
        let number = item.as_integer().and_then(|it| u64::try_from(it).ok()).filter(|it| allowed.contains(it));
        let why = || format!("`{key}` must be a whole number from {} to {}", allowed.start, allowed.end - 1);
        number.map(Some).ok_or_else(|| self.wrong(item.span(), why()))
    }

    /// The settings of one side, each checked.
    fn side(&self, table: &dyn TableLike, key: &str) -> Result<SideSettings, Error> {
        let item = table.get(key);
        let no_table = || self.wrong(item.and_then(Item::span), format!("a scenario has settings under `[{key}]`"));
        let settings = item.and_then(Item::as_table_like).ok_or_else(no_table)?;
        let mut side = SideSettings::default();
        for (name, item) in settings.iter() {
            let at = item.span().or_else(|| span(settings, name));
            let text = text(item).ok_or_else(|| {
                self.wrong(
                    at.clone(),
                    format!("`{key}.{name}` must be a text, a number, a list of texts, true or false"),
                )
            })?;
            if name == PROFILE {
                let profile = match text.as_str() {
                    "full" => Profile::Full,
                    "lean" => Profile::Lean,
                    _ => return Err(self.wrong(at, format!("`{key}.profile` is `{text}`; it must be full or lean"))),
                };
                side.profile = Some(profile);
                continue;
            }
            if !self.known.names.contains(&name) {
                let names: Vec<&str> = self.known.names.iter().copied().chain([PROFILE]).collect();
                let why = format!("there is no setting `{name}`{}", (self.known.guess)(name, &names));
                return Err(self.wrong(span(settings, name), why));
            }
            let checked = (self.known.check)(name, &text, &format!("`{key}.{name}`"));
            checked.map_err(|why| self.wrong(at, why))?;
            side.settings.push((name.to_owned(), text));
        }
        Ok(side)
    }

    fn wrong(&self, span: Option<Range<usize>>, why: impl std::fmt::Display) -> Error {
        let before = span.and_then(|span| self.text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Error::Scenario { name: self.name.to_owned(), line, column, why: why.to_string() }
    }
}

/// A value in the syntax of the command line.
fn text(item: &Item) -> Option<String> {
    let number = item.as_integer().map(|it| it.to_string()).or_else(|| item.as_float().map(|it| it.to_string()));
    let flag = || item.as_bool().map(|it| it.to_string());
    let list = || {
        let words = item.as_array()?.iter().map(|word| word.as_str()).collect::<Option<Vec<_>>>()?;
        Some(words.join(","))
    };
    item.as_str().map(str::to_owned).or(number).or_else(flag).or_else(list)
}

fn span(table: &dyn TableLike, name: &str) -> Option<Range<usize>> {
    table.get_key_value(name).and_then(|(key, item)| key.span().or_else(|| item.span()))
}
