//! A scenario: what is debated by whom, and the two ways of doing it that are compared (D-70).
//!
//! A file in TOML. The two ways are settings by the names they have everywhere, read by the same rows, and `profile`, which is no
//! setting because it belongs to a model. Some scenarios are part of the program. Not here: running them.
use crate::exit::Exit;
use debate::{Profile, Rules, Topic};
use setup::settings::{Origin, ROWS, Settings, guess};
use std::ops::Range;
use std::path::Path;
use std::time::Duration;
use toml_edit::{Document, Item, TableLike};

/// The scenarios of the house: a name and its file.
pub(super) const HOUSE: [(&str, &str); 4] = [
    ("parallel-last-only", include_str!("../../../scenarios/parallel-last-only.toml")),
    ("parallel-full", include_str!("../../../scenarios/parallel-full.toml")),
    ("economy", include_str!("../../../scenarios/economy.toml")),
    ("lean-prompts", include_str!("../../../scenarios/lean-prompts.toml")),
];

/// What is compared, and on what.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scenario {
    /// Its name, or its file.
    pub(super) name: String,
    /// What it compares, in a line.
    pub(super) about: String,
    /// What is debated.
    pub(super) topics: Vec<Topic>,
    /// In which modes.
    pub(super) modes: Vec<String>,
    /// By whom, as `--with` has it.
    pub(super) with: Vec<String>,
    /// The most rounds of a debate.
    pub(super) rounds: u32,
    /// How often each debate is held.
    pub(super) repeat: u32,
    /// Where chance begins; each repetition begins one further.
    pub(super) seed: u64,
    /// How long a simulated participant takes to answer; it answers at once if absent.
    pub(super) answer: Option<Duration>,
    /// How it is done now.
    pub(super) baseline: Way,
    /// How it might be done.
    pub(super) variant: Way,
}

/// One way of doing it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Way {
    /// Settings, by name, as text.
    pub(super) settings: Vec<(&'static str, String)>,
    /// In how many words participants are asked, where not as their model has it.
    pub(super) profile: Option<Profile>,
}

impl Way {
    /// These settings over others.
    pub(super) fn over(&self, settings: &Settings) -> Result<Settings, Exit> {
        let mut settings = settings.clone();
        for (name, text) in &self.settings {
            if let Some(row) = ROWS.iter().find(|row| row.name == *name) {
                row.set(&mut settings, text, Origin::Flag)
                    .map_err(|why| Exit::request(why.of(&format!("`{name}`"))))?;
            }
        }
        Ok(settings)
    }
}

/// The most repetitions. Ours: more is a mistake of typing.
const MOST_REPEATS: u32 = 1_000;
/// The longest that a simulated answer may take, in milliseconds. Ours, as above.
const LONGEST_ANSWER: u64 = 60_000;
/// The keys of a scenario.
const KEYS: [&str; 10] =
    ["about", "topics", "modes", "with", "rounds", "repeat", "seed", "answer_ms", "baseline", "variant"];
/// The key of a way that is no setting.
const PROFILE: &str = "profile";

impl Scenario {
    /// The scenario of that name, or in that file.
    pub(super) fn find(word: &str) -> Result<Scenario, Exit> {
        if let Some((name, text)) = HOUSE.iter().find(|(name, _)| *name == word) {
            return Scenario::read(name, text).map_err(Exit::request);
        }
        let path = Path::new(word);
        let text = std::fs::read_to_string(path).map_err(|error| {
            let names = guess(word, "", HOUSE.iter().map(|(name, _)| *name));
            let why = if path.exists() { format!(": {error}") } else { names };
            Exit::request(format!("`{word}` is no scenario of the house and no file that can be read{why}"))
        })?;
        Scenario::read(word, &text).map_err(Exit::request)
    }

    /// What a scenario of the house compares.
    pub(super) fn about(text: &str) -> String {
        let document = Document::parse(text).ok();
        let about = document.as_ref().and_then(|it| it.get("about")).and_then(Item::as_str);
        about.unwrap_or_default().to_owned()
    }

    /// Reads a file.
    pub(super) fn read(name: &str, text: &str) -> Result<Scenario, String> {
        let source = Source { name, text };
        let document = Document::parse(text).map_err(|error| {
            let why = error.message().lines().map(str::trim).collect::<Vec<_>>().join("; ");
            source.wrong(error.span(), format!("this is no TOML: {why}"))
        })?;
        let table = document.as_table();
        if let Some((key, item)) = table.iter().find(|(key, _)| !KEYS.contains(key)) {
            let why = format!("there is no `{key}` in a scenario{}", guess(key, "", KEYS));
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
            baseline: source.way(table, "baseline")?,
            variant: source.way(table, "variant")?,
        })
    }
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A scenario being read.
struct Source<'a> {
    name: &'a str,
    text: &'a str,
}

impl Source<'_> {
    /// A list of texts that must not be empty, each with its place.
    fn texts(&self, table: &dyn TableLike, key: &str) -> Result<Vec<(Range<usize>, String)>, String> {
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

    fn number(&self, table: &dyn TableLike, key: &str, allowed: Range<u64>) -> Result<Option<u64>, String> {
        let Some(item) = table.get(key) else { return Ok(None) };
        let number = item.as_integer().and_then(|it| u64::try_from(it).ok()).filter(|it| allowed.contains(it));
        let why = || format!("`{key}` must be a whole number from {} to {}", allowed.start, allowed.end - 1);
        number.map(Some).ok_or_else(|| self.wrong(item.span(), why()))
    }

    /// The settings of one way, each checked by its row.
    fn way(&self, table: &dyn TableLike, key: &str) -> Result<Way, String> {
        let item = table.get(key);
        let no_table = || self.wrong(item.and_then(Item::span), format!("a scenario has settings under `[{key}]`"));
        let settings = item.and_then(Item::as_table_like).ok_or_else(no_table)?;
        let mut way = Way::default();
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
                way.profile = Some(profile);
                continue;
            }
            let Some(row) = ROWS.iter().find(|row| row.name == name) else {
                let known = ROWS.iter().map(|row| row.name).chain([PROFILE]);
                let why = format!("there is no setting `{name}`{}", guess(name, "", known));
                return Err(self.wrong(span(settings, name), why));
            };
            let set = row.set(&mut Settings::default(), &text, Origin::Flag);
            set.map_err(|why| self.wrong(at, why.of(&format!("`{key}.{name}`"))))?;
            way.settings.push((row.name, text));
        }
        Ok(way)
    }

    fn wrong(&self, span: Option<Range<usize>>, why: impl std::fmt::Display) -> String {
        let before = span.and_then(|span| self.text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("{}:{line}:{column}: {why}", self.name)
    }
}

/// A value as the command line would write it.
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

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"
topics = ["Tabs or spaces?"]
modes = ["adversarial"]
with = ["sim"]
[baseline]
max_tokens = 4096
[variant]
max_tokens = 512
profile = "lean"
"#;

    /// D-70: settings of a way go through the rows of all settings.
    #[test]
    fn a_way_is_settings() {
        let scenario = Scenario::read("x", WHOLE).unwrap();
        let settings = scenario.variant.over(&Settings::default()).unwrap();
        assert_eq!((settings.max_tokens.value, scenario.variant.profile), (512, Some(Profile::Lean)));
        assert_eq!((scenario.rounds, scenario.repeat, scenario.answer), (5, 1, None));
    }

    /// D-70, I-13: what is wrong with a scenario is told with its place and what would do.
    #[test]
    fn a_wrong_scenario_is_refused() {
        for (from, to, expected) in [
            ("topics", "topic", "x:2:1: there is no `topic` in a scenario; did you mean `topics`?"),
            ("[\"Tabs or spaces?\"]", "[]", "x:2:10: `topics` must be a list of texts, as in `topics = [\"…\"]`"),
            ("with = [\"sim\"]\n", "", "x:1:1: `with` must be a list of texts, as in `with = [\"…\"]`"),
            (
                "[variant]",
                "[variant]\nmax_token = 3",
                "x:8:1: there is no setting `max_token`; did you mean `max_tokens`?",
            ),
            ("= 512", "= 5", "x:8:14: `variant.max_tokens` is `5`; it must be a whole number from 64 to 65536"),
            ("\"lean\"", "\"lea\"", "x:9:11: `variant.profile` is `lea`; it must be full or lean"),
            ("with =", "repeat = 0\nwith =", "x:4:10: `repeat` must be a whole number from 1 to 1000"),
            ("[baseline]", "[baseline", "x:5:10: this is no TOML: unclosed table, expected `]`"),
        ] {
            let text = WHOLE.replacen(from, to, 1);
            assert_eq!(Scenario::read("x", &text).unwrap_err(), expected);
        }
        let unknown = Scenario::read("x", &WHOLE.replacen("adversarial", "adversaria", 1)).unwrap_err();
        assert!(unknown.starts_with("x:3:10: unknown mode `adversaria`; choose one of "), "{unknown}");
    }

    /// D-70: the scenarios that ship can be played: their modes and settings are there.
    #[test]
    fn scenarios_of_the_house_are_whole() {
        for (name, text) in HOUSE {
            Scenario::read(name, text).unwrap();
        }
    }
}
