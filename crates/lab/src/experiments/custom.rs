//! An experiment of a user, from a TOML file: participants, question, rules, and one dial to vary.
use super::page::{Cell, Line, Page, Plot, Table};
use super::{Run, played};
use crate::direct::gate;
use crate::sim::agent::{DialError, Dials, MOST_OPTIONS, MOST_ROUNDS, MOST_SEATS, Question};
use crate::{Error, SimulationConfig};
use debate::{Algorithm, Channels, ClosingBallot, Decide, Letter, Parallel};
use std::ops::Range;
use toml_edit::{Document, Item, TableLike};

/// An experiment of a user.
#[derive(Clone, Debug, PartialEq)]
pub struct Custom {
    /// Its file.
    pub name: String,
    /// What it asks.
    pub question: String,
    /// Debates for each setting, if it says so.
    pub debates: Option<u64>,
    /// The random seed, if it says so.
    pub seed: Option<u64>,
    setting: SimulationConfig,
    /// How many participants, from the first, have dials of their own.
    odd: usize,
    decide: Vec<Decide>,
    /// What varies, and its values; nothing if empty.
    vary: (String, Vec<f64>),
}

const KEYS: [&str; 10] =
    ["question", "seats", "options", "debates", "seed", "decide", "dials", "odd", "problem", "debate"];
const RULES: [&str; 7] = ["rounds", "algorithm", "parallel", "closing_ballot", "gate", "hide", "groupthink"];
/// The most debates for each setting. Ours: more is a typing error.
const MOST_DEBATES: u64 = 100_000_000;

impl Custom {
    /// Parses a file. An error names its line and what is allowed.
    pub fn read(name: &str, text: &str) -> Result<Custom, Error> {
        let source = Source { name, text };
        let document = Document::parse(text).map_err(|error| {
            let why = error.message().lines().map(str::trim).collect::<Vec<_>>().join("; ");
            source.wrong(error.span(), format!("invalid TOML: {why}"))
        })?;
        let table = document.as_table();
        source.only(table, &[&KEYS[..], &["vary"]].concat(), "an experiment")?;
        let seats = source.whole(table, "seats", 2, MOST_SEATS as u64)?.unwrap_or(super::regimes::SEATS as u64);
        let mut setting = SimulationConfig::of(Dials::default(), seats as usize);
        setting = setting.with_options(source.whole(table, "options", 2, MOST_OPTIONS as u64)?.unwrap_or(4) as usize);
        let mut question = Question::default();
        for (name, item) in source.table(table, "problem")? {
            let set = question.set(&name, &source.text_of(&item, &name)?);
            set.map_err(|error| source.dial(&item, error, &Question::NAMES))?;
            if question.right.is_some_and(|it| it.place() >= setting.options) {
                let last = Letter::at(setting.options - 1);
                return Err(source.wrong(item.span(), format!("`right` must be a letter from A to {last}")));
            }
        }
        setting.right = question.right;
        (setting.claims, setting.facts) = (question.claims, question.facts);
        for (name, item) in source.table(table, "dials")? {
            let text = source.text_of(&item, &name)?;
            for dials in &mut setting.seats {
                dials.set(&name, &text).map_err(|error| source.dial(&item, error, &Dials::NAMES))?;
            }
        }
        let odd = source.odd(table, &mut setting)?;
        source.rules(table, &mut setting)?;
        let decide = match table.get("decide") {
            Some(item) => source.decide(item)?,
            None => vec![Decide::Openings, Decide::Majority, Decide::Guarded],
        };
        let about = table.get("question").and_then(Item::as_str).unwrap_or("how do these rules do in this setting?");
        Ok(Custom {
            name: name.to_owned(),
            question: about.to_owned(),
            debates: source.whole(table, "debates", 1, MOST_DEBATES)?,
            seed: source.whole(table, "seed", 0, i64::MAX as u64)?,
            vary: source.vary(table)?,
            setting,
            odd,
            decide,
        })
    }

    /// The settings to run, each with the value that varies.
    fn settings(&self) -> Vec<(f64, String, SimulationConfig)> {
        let (dial, values) = &self.vary;
        if values.is_empty() {
            return vec![(0.0, "as given".to_owned(), self.setting.clone())];
        }
        let at = |value: &f64| {
            let mut setting = self.setting.clone();
            let text = value.to_string();
            let mut question = Question { claims: setting.claims, facts: setting.facts, right: None };
            // Both were checked when the file was read.
            if question.set(dial, &text).is_ok() {
                (setting.claims, setting.facts) = (question.claims, question.facts);
            }
            for dials in setting.seats.iter_mut().skip(self.odd) {
                let _ = dials.set(dial, &text);
            }
            (*value, format!("{dial} {text}"), setting)
        };
        values.iter().map(at).collect()
    }

    /// Runs it and makes its page.
    pub fn page(&self, run: &Run) -> Page {
        let across = if self.vary.1.is_empty() { "setting" } else { self.vary.0.as_str() };
        let mut table = Table::new("Accuracy by decision rule", &[across]);
        table.columns.extend(self.decide.iter().map(|it| it.as_str().to_owned()));
        table.columns.push("rounds".to_owned());
        let mut lines: Vec<Line> =
            self.decide.iter().map(|it| Line { name: it.as_str().to_owned(), points: Vec::new() }).collect();
        let mut settings = Vec::new();
        for (at, name, setting) in self.settings() {
            let sums = run.measure(|number| {
                let played = played(run, &setting, number);
                let mut figures = [None; Decide::ALL.len() + 1];
                for (place, rule) in figures.iter_mut().zip(&self.decide) {
                    *place = played.credit(*rule, gate(&setting.rules));
                }
                if let Some(last) = figures.last_mut() {
                    *last = Some(f64::from(played.argued));
                }
                figures
            });
            let figures = sums.map(|it| it.estimate());
            lines.iter_mut().zip(figures).for_each(|(line, it)| line.points.push((at, it)));
            let cells = figures.iter().take(self.decide.len()).chain(figures.last()).map(|it| Cell::from(*it));
            table.row(name.clone(), cells.collect());
            settings.push((name, setting.told()));
        }
        let mut plot = Plot {
            title: table.title.clone(),
            across: across.to_owned(),
            up: "accuracy".to_owned(),
            lines,
            ..Plot::default()
        };
        plot.drop_unmeasured();
        Page {
            name: self.name.clone(),
            question: self.question.clone(),
            seed: run.seed,
            debates: run.debates,
            complete: !run.is_interrupted(),
            settings,
            tables: vec![table],
            plot,
            notes: Vec::new(),
        }
        .or_partial()
    }
}

/// A file being parsed.
struct Source<'a> {
    name: &'a str,
    text: &'a str,
}

impl Source<'_> {
    fn wrong(&self, span: Option<Range<usize>>, why: impl std::fmt::Display) -> Error {
        let before = span.and_then(|span| self.text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Error::Scenario { name: self.name.to_owned(), line, column, why: why.to_string() }
    }

    /// Refuses other keys than these.
    fn only(&self, table: &dyn TableLike, keys: &[&str], what: &str) -> Result<(), Error> {
        match table.iter().find(|(key, _)| !keys.contains(key)) {
            Some((key, item)) => {
                let span = table.get_key_value(key).and_then(|(key, _)| key.span()).or_else(|| item.span());
                Err(self.wrong(span, format!("there is no `{key}` in {what}; choose one of {}", keys.join(", "))))
            }
            None => Ok(()),
        }
    }

    /// The entries of a table; none if it is absent.
    fn table(&self, table: &dyn TableLike, key: &str) -> Result<Vec<(String, Item)>, Error> {
        let Some(item) = table.get(key) else { return Ok(Vec::new()) };
        let entries = item
            .as_table_like()
            .ok_or_else(|| self.wrong(item.span(), format!("`{key}` must be a table: `[{key}]`")))?;
        Ok(entries.iter().map(|(name, item)| (name.to_owned(), item.clone())).collect())
    }

    fn whole(&self, table: &dyn TableLike, key: &str, least: u64, most: u64) -> Result<Option<u64>, Error> {
        let Some(item) = table.get(key) else { return Ok(None) };
        let number = item.as_integer().and_then(|it| u64::try_from(it).ok()).filter(|it| (least..=most).contains(it));
        let why = || format!("`{key}` must be a whole number from {least} to {most}");
        number.map(Some).ok_or_else(|| self.wrong(item.span(), why()))
    }

    /// A value in the syntax of dials.
    fn text_of(&self, item: &Item, key: &str) -> Result<String, Error> {
        let number = item.as_integer().map(|it| it.to_string()).or_else(|| item.as_float().map(|it| it.to_string()));
        let text =
            number.or_else(|| item.as_bool().map(|it| it.to_string())).or_else(|| item.as_str().map(str::to_owned));
        text.ok_or_else(|| self.wrong(item.span(), format!("`{key}` must be a number, a text, true or false")))
    }

    fn dial(&self, item: &Item, error: DialError, names: &[&str]) -> Error {
        match error {
            DialError::Unknown { name } => {
                self.wrong(item.span(), format!("there is no `{name}` here; choose one of {}", names.join(", ")))
            }
            DialError::NoValue { .. } | DialError::Value { .. } => self.wrong(item.span(), error),
        }
    }

    /// The participants who differ: how many, and their dials.
    fn odd(&self, table: &dyn TableLike, setting: &mut SimulationConfig) -> Result<usize, Error> {
        let Some(item) = table.get("odd") else { return Ok(0) };
        let odd = item.as_table_like().ok_or_else(|| self.wrong(item.span(), "`odd` must be a table: `[odd]`"))?;
        let count = self.whole(odd, "count", 1, setting.seats.len() as u64)?.unwrap_or(1) as usize;
        for (name, item) in odd.iter().filter(|(name, _)| *name != "count") {
            let text = self.text_of(item, name)?;
            for dials in setting.seats.iter_mut().take(count) {
                dials.set(name, &text).map_err(|error| self.dial(item, error, &Dials::NAMES))?;
            }
        }
        Ok(count)
    }

    fn rules(&self, table: &dyn TableLike, setting: &mut SimulationConfig) -> Result<(), Error> {
        let Some(item) = table.get("debate") else { return Ok(()) };
        let given =
            item.as_table_like().ok_or_else(|| self.wrong(item.span(), "`debate` must be a table: `[debate]`"))?;
        self.only(given, &RULES, "`[debate]`")?;
        let rules = &mut setting.rules;
        if let Some(rounds) = self.whole(given, "rounds", 1, u64::from(MOST_ROUNDS))? {
            rules.rounds = rounds as u32;
        }
        if let Some(it) = self.one_of(given, "algorithm", &Algorithm::ALL, Algorithm::as_str)? {
            rules.algorithm = it;
        }
        if let Some(it) = self.one_of(given, "parallel", &Parallel::ALL, Parallel::as_str)? {
            rules.parallel = Some(it);
        }
        if let Some(it) = self.one_of(given, "closing_ballot", &ClosingBallot::ALL, ClosingBallot::as_str)? {
            rules.closing_ballot = it;
        }
        if let Some(item) = given.get("gate") {
            let flag = item.as_bool().ok_or_else(|| self.wrong(item.span(), "`gate` must be true or false"))?;
            rules.evidence.iter_mut().for_each(|it| it.gate = flag);
        }
        if let Some(item) = given.get("groupthink") {
            let number = item.as_float().or_else(|| item.as_integer().map(|it| it as f64));
            let share = number.filter(|it| (0.0..=1.0).contains(it));
            rules.groupthink = match item.as_bool() {
                Some(false) => None,
                Some(true) | None => Some(share.ok_or_else(|| {
                    self.wrong(item.span(), "`groupthink` must be false or a number from 0.0 to 1.0")
                })?),
            };
        }
        if let Some(item) = given.get("hide") {
            let known = [Channels::ALL[0], Channels::ALL[3]];
            let wrong = || self.wrong(item.span(), format!("`hide` must be a list of {}", known.join(" and ")));
            for word in item.as_array().ok_or_else(wrong)? {
                let word = word.as_str().filter(|it| known.contains(it)).ok_or_else(wrong)?;
                rules.hidden = rules.hidden.closing(word).ok_or_else(wrong)?;
            }
        }
        Ok(())
    }

    fn one_of<T: Copy>(
        &self,
        table: &dyn TableLike,
        key: &str,
        all: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<Option<T>, Error> {
        let Some(item) = table.get(key) else { return Ok(None) };
        let found = item.as_str().and_then(|word| all.iter().copied().find(|it| name(*it) == word));
        let names: Vec<&str> = all.iter().map(|it| name(*it)).collect();
        found.map(Some).ok_or_else(|| self.wrong(item.span(), format!("`{key}` must be one of {}", names.join(", "))))
    }

    fn decide(&self, item: &Item) -> Result<Vec<Decide>, Error> {
        let names = Decide::ALL.map(Decide::as_str).join(", ");
        let wrong = || self.wrong(item.span(), format!("`decide` must be a list of {names}"));
        let words = item.as_array().filter(|it| !it.is_empty()).ok_or_else(wrong)?;
        let rule = |word: &toml_edit::Value| {
            word.as_str().and_then(|word| Decide::ALL.into_iter().find(|it| it.as_str() == word)).ok_or_else(wrong)
        };
        let rules: Vec<Decide> = words.iter().map(rule).collect::<Result<_, _>>()?;
        match rules.iter().enumerate().find(|(at, it)| rules.iter().take(*at).any(|before| before == *it)) {
            Some((_, twice)) => {
                Err(self.wrong(item.span(), format!("`decide` names `{twice}` twice; name each rule once")))
            }
            None => Ok(rules),
        }
    }

    /// The dial that varies, with its values.
    fn vary(&self, table: &dyn TableLike) -> Result<(String, Vec<f64>), Error> {
        let Some(item) = table.get("vary") else { return Ok(Default::default()) };
        let given = item.as_table_like().ok_or_else(|| self.wrong(item.span(), "`vary` must be a table: `[vary]`"))?;
        self.only(given, &["dial", "values"], "`[vary]`")?;
        let numeric = |it: &&str| Dials::default().set(it, "0.5").is_ok() || Question::default().set(it, "0.5").is_ok();
        let names: Vec<&str> = Dials::NAMES.iter().chain(&Question::NAMES).copied().filter(numeric).collect();
        let dial = given.get("dial");
        let span = dial.and_then(Item::span).or_else(|| item.span());
        let name = dial.and_then(Item::as_str).filter(|it| names.contains(it));
        let name = name.ok_or_else(|| self.wrong(span, format!("`dial` must be one of {}", names.join(", "))))?;
        let values = given.get("values");
        let span = values.and_then(Item::span).or_else(|| item.span());
        let wrong = |span: Option<Range<usize>>| self.wrong(span, "`values` must be a list of numbers");
        let list = values.and_then(Item::as_array).filter(|it| !it.is_empty()).ok_or_else(|| wrong(span))?;
        let number = |it: &toml_edit::Value| {
            let number =
                it.as_float().or_else(|| it.as_integer().map(|it| it as f64)).ok_or_else(|| wrong(it.span()))?;
            let text = number.to_string();
            let set = Dials::default().set(name, &text);
            let set = if Dials::NAMES.contains(&name) { set } else { Question::default().set(name, &text) };
            set.map(|()| number).map_err(|error| self.wrong(it.span(), error))
        };
        Ok((name.to_owned(), list.iter().map(number).collect::<Result<_, _>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"question = "does conformity hurt?"
seats = 3
debates = 200
decide = ["openings", "guarded"]
[dials]
accuracy = 0.6
[odd]
count = 1
hostile = true
[problem]
checkable = 0.4
[debate]
rounds = 3
gate = true
[vary]
dial = "conformity"
values = [0, 1.5]
"#;

    /// Q-10: an experiment of a user is run as it says: its dials, the participants who differ, its rules, and the dial that varies.
    #[test]
    fn an_own_experiment_is_run() {
        let own = Custom::read("mine.toml", WHOLE).unwrap();
        let page = own.page(&Run::new(4, 200));
        let [(first, one), (second, other)] = page.settings.as_slice() else { panic!("{:?}", page.settings) };
        assert_eq!((first.as_str(), second.as_str()), ("conformity 0", "conformity 1.5"));
        assert!(one.contains("1 × (accuracy 0.6") && one.contains("hostile true") && one.contains("at most 3 rounds"));
        assert!(other.contains("2 × (accuracy 0.6") && other.contains("conformity 1.5") && other.contains(", gate"));
        assert_eq!(page.tables[0].columns, ["conformity", "openings", "guarded", "rounds"]);
        assert_eq!(page.plot.lines[1].points.len(), 2);
    }

    /// Q-10: the right option of a file is the right option of every problem, and a whole number is a number.
    #[test]
    fn the_right_option_is_as_given() {
        let given =
            WHOLE.replace("checkable = 0.4", "checkable = 0.4\nright = \"C\"").replace("gate = true", "groupthink = 1");
        let custom = Custom::read("mine.toml", &given).unwrap();
        for (_, _, setting) in custom.settings() {
            assert!((0..50).all(|number| setting.problem(4, number).right == 2));
            assert!(
                setting.told().contains("right C") && setting.told().contains("groupthink 1"),
                "{}",
                setting.told()
            );
        }
    }

    /// I-13, Q-10: what is wrong in a file is told with its line and what is allowed.
    #[test]
    fn a_wrong_experiment_is_refused() {
        for (from, to, expected) in [
            ("seats = 3", "seats = 30", "x:2:9: `seats` must be a whole number from 2 to 8"),
            ("seats", "sets", "x:2:1: there is no `sets` in an experiment; choose one of question, seats"),
            ("accuracy = 0.6", "accuracy = 6", "x:6:12: `accuracy` is `6`; it must be a number from 0 to 1"),
            ("accuracy = 0.6", "wisdom = 6", "x:6:10: there is no `wisdom` here; choose one of accuracy, spread"),
            ("rounds = 3", "rounds = 0", "x:13:10: `rounds` must be a whole number from 1 to 60"),
            ("[\"openings\", ", "[\"opening\", ", "x:4:10: `decide` must be a list of openings, majority"),
            ("\"conformity\"", "\"hostile\"", "x:16:8: `dial` must be one of accuracy, spread"),
            ("[0, 1.5]", "[0, 99]", "x:17:14: `conformity` is `99`; it must be a number from 0 to 10"),
            ("checkable = 0.4", "right = \"Z\"", "x:11:9: `right` must be a letter from A to D"),
            ("[\"openings\", \"guarded\"]", "[\"guarded\", \"guarded\"]", "x:4:10: `decide` names `guarded` twice"),
            ("gate = true", "groupthink = 2", "x:14:14: `groupthink` must be false or a number from 0.0 to 1.0"),
            ("[vary]", "[vary", "x:15:6: invalid TOML: unclosed table, expected `]`"),
        ] {
            let error = Custom::read("x", &WHOLE.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}\nnot {expected}");
        }
    }
}
