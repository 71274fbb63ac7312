//! Writes one value into a settings file and leaves everything else as it is (I-15).
use super::file::{SECTIONS, check, check_field, check_provider_name, read, unknown};
use super::kinds::Shape;
use super::rows::{ROWS, Settings};
use crate::error::Error;
use files::replace_with_directories;
use std::path::Path;
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

/// Validates `text` like any other source, and writes it under `key` into the file at `path`.
pub fn write(path: &Path, key: &str, text: &str, cwd: &Path) -> Result<(), Error> {
    let after = plan(path, key, text.trim(), cwd).map_err(Error::Settings)?;
    replace_with_directories(path, after.as_bytes())
        .map_err(|error| Error::Failed(format!("can't write `{}`: {error}", path.display())))
}

/// Whether a key was in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removed {
    /// It was, and is no more.
    Yes,
    /// It was not; the file is as it was.
    WasAbsent,
}

/// Removes `key` from the file at `path`, whatever its value is.
pub fn remove(path: &Path, key: &str) -> Result<Removed, Error> {
    let Some(after) = without(path, key).map_err(Error::Settings)? else { return Ok(Removed::WasAbsent) };
    replace_with_directories(path, after.as_bytes())
        .map_err(|error| Error::Failed(format!("can't write `{}`: {error}", path.display())))?;
    Ok(Removed::Yes)
}

/// The content of the file without the key; none if it is not there.
fn without(path: &Path, key: &str) -> Result<Option<String>, String> {
    let place = KeyPath::of(key)?;
    match &place {
        KeyPath::Plain(name) if ROWS.iter().all(|row| row.name != name) => {
            return Err(unknown("", name, ROWS.iter().map(|row| row.name)));
        }
        KeyPath::Plain(_) | KeyPath::Field { .. } => {}
    }
    let before = read(path)?.unwrap_or_default();
    let mut document = parsed(&before).map_err(|why| format!("{}: {why}", path.display()))?;
    let removed = match &place {
        KeyPath::Plain(name) => document.as_table_mut().remove(name),
        KeyPath::Field { section, name, field } => {
            let sections = document.as_table_mut().get_mut(section).and_then(Item::as_table_like_mut);
            sections.and_then(|it| {
                let fields = it.get_mut(name)?.as_table_like_mut()?;
                let removed = fields.remove(field);
                if fields.is_empty() {
                    it.remove(name);
                }
                removed
            })
        }
    };
    Ok(removed.map(|_| document.to_string()))
}

/// The file as a document that keeps its form.
fn parsed(before: &str) -> Result<DocumentMut, String> {
    before.parse().map_err(|error: toml_edit::TomlError| {
        let why = error.message().lines().map(str::trim).collect::<Vec<_>>().join("; ");
        let start = error.span().and_then(|span| before.get(..span.start)).unwrap_or_default();
        format!("line {}: invalid TOML: {why}", start.matches('\n').count() + 1)
    })
}

/// The new content of the file.
fn plan(path: &Path, key: &str, text: &str, cwd: &Path) -> Result<String, String> {
    let place = KeyPath::of(key)?;
    let shape = match &place {
        KeyPath::Plain(name) => check("", name, text, ROWS, &mut Settings::default())?,
        KeyPath::Field { section, field, .. } => check_field(section, field, text)?,
    };
    let before = read(path)?.unwrap_or_default();
    edited(&before, &place, value(shape, text, cwd)).map_err(|why| format!("{}: {why}", path.display()))
}

/// A key's path in a file.
#[derive(Debug, PartialEq, Eq)]
enum KeyPath {
    Plain(String),
    Field { section: &'static str, name: String, field: String },
}

impl KeyPath {
    /// Parses `rounds`, `providers.my.base_url` or `prices."openai/gpt-5.4".input`; the quotes are optional.
    fn of(key: &str) -> Result<KeyPath, String> {
        let section = SECTIONS.into_iter().find(|section| key.split('.').next() == Some(section));
        let Some(section) = section else {
            return match key.split_once('.') {
                Some((word, _)) => Err(unknown("", word, SECTIONS.into_iter())),
                None => Ok(KeyPath::Plain(key.to_owned())),
            };
        };
        let parts = key.split_once('.').and_then(|(_, rest)| rest.rsplit_once('.'));
        let Some((name, field)) = parts else { return Err(format!("write `{section}.NAME.FIELD`, not `{key}`")) };
        let name = name.trim_matches(['"', '\'']).to_owned();
        if section == "providers" {
            check_provider_name(&name)?;
        }
        Ok(KeyPath::Field { section, name, field: field.to_owned() })
    }
}

/// The value in TOML. `text` is already validated.
fn value(shape: Shape, text: &str, cwd: &Path) -> Value {
    match shape {
        Shape::Text => text.into(),
        Shape::Path => cwd.join(text).display().to_string().into(),
        Shape::Number => {
            let whole = text.parse::<i64>().map(Value::from);
            whole.or_else(|_| text.parse::<f64>().map(Value::from)).unwrap_or_else(|_| text.into())
        }
        Shape::Flag => (text == "true").into(),
        Shape::Choice => text.parse::<bool>().map_or_else(|_| text.into(), Value::from),
        Shape::List => text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect::<Array>().into(),
    }
}

fn edited(before: &str, place: &KeyPath, value: Value) -> Result<String, String> {
    let mut document = parsed(before)?;
    match place {
        KeyPath::Plain(name) => put(document.as_table_mut(), name, value),
        KeyPath::Field { section, name, field } => {
            let sections = document.as_table_mut().entry(section).or_insert_with(|| Item::Table(implicit()));
            let sections = sections.as_table_like_mut().ok_or_else(|| format!("`{section}` is not a table"))?;
            let fields = sections.entry(name).or_insert_with(|| Item::Table(Table::new()));
            let fields = fields.as_table_like_mut().ok_or_else(|| format!("`{section}.{name}` is not a table"))?;
            put(fields, field, value);
        }
    }
    Ok(document.to_string())
}

/// A table without a header of its own.
fn implicit() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

/// Sets a key; the comment after an old value stays.
fn put(table: &mut dyn TableLike, key: &str, mut value: Value) {
    if let Some(old) = table.get(key).and_then(Item::as_value) {
        *value.decor_mut() = old.decor().clone();
    }
    match table.get_mut(key) {
        Some(item) => *item = Item::Value(value),
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn set(before: &str, key: &str, text: &str) -> Result<String, String> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("deep/roundtable.toml");
        fs::create_dir_all(directory.path().join("deep")).unwrap();
        fs::write(&path, before).unwrap();
        let outcome = plan(&path, key, text, Path::new("/cwd"));
        let is_written = write(&path, key, text, Path::new("/cwd")).is_ok();
        assert_eq!(is_written, outcome.is_ok());
        let names: Vec<_> =
            fs::read_dir(directory.path().join("deep")).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, ["roundtable.toml"], "nothing else is left behind");
        let after = fs::read_to_string(&path).unwrap();
        match outcome {
            Ok(planned) => {
                assert_eq!(after, planned);
                Ok(after)
            }
            Err(why) => {
                assert_eq!(after, before, "a refused value changes nothing");
                Err(why.replace(&directory.path().display().to_string(), ""))
            }
        }
    }

    /// I-15
    #[test]
    fn the_rest_of_a_file_stays_as_it_is() {
        let before = "# mine\nrounds = 3  # enough\n\n# local\n[providers.my] # gpu\nbase_url = 'http://gpu/v1'\n";
        let rows = [
            ("rounds", "7", before.replace('3', "7")),
            ("high_stakes", "true", before.replace("enough\n", "enough\nhigh_stakes = true\n")),
            ("providers.my.base_url", "https://x/v1", before.replace("'http://gpu/v1'", "\"https://x/v1\"")),
            ("providers.my.concurrency", "4", format!("{before}concurrency = 4\n")),
            ("providers.two.dialect", "anthropic", format!("{before}\n[providers.two]\ndialect = \"anthropic\"\n")),
            ("prices.openai/gpt-5.4.input", "1.25", format!("{before}\n[prices.\"openai/gpt-5.4\"]\ninput = 1.25\n")),
        ];
        for (key, text, expected) in rows {
            assert_eq!(set(before, key, text).unwrap(), expected, "{key}");
        }
    }

    #[test]
    fn every_shape_is_written_as_itself() {
        let rows = [
            ("mode", "adversarial", "mode = \"adversarial\"\n"),
            ("budget", "0.5", "budget = 0.5\n"),
            ("budget", "2", "budget = 2\n"),
            ("budget", "none", "budget = \"none\"\n"),
            ("table", "a/b, C=sim ,", "table = [\"a/b\", \"C=sim\"]\n"),
            ("deadline", "10m", "deadline = \"10m\"\n"),
            ("store", "my.db", "store = \"/cwd/my.db\"\n"),
            ("prices.'x/y'.output", "3", "[prices.\"x/y\"]\noutput = 3\n"),
        ];
        for (key, text, expected) in rows {
            assert_eq!(set("", key, text).unwrap(), expected, "{key}");
        }
        let dotted = "providers.my.base_url = 'http://gpu/v1'\n";
        let expected = format!("{dotted}providers.my.concurrency = 4\n");
        assert_eq!(set(dotted, "providers.my.concurrency", "4").unwrap(), expected);
        assert_eq!(
            set("providers = { my = {} }\n", "providers.my.key_env", "K").unwrap(),
            "providers = { my = { key_env = \"K\" } }\n"
        );
    }

    /// I-13, O-40
    #[test]
    fn what_is_wrong_is_refused_before_anything_is_written() {
        let rows = [
            ("", "ronds", "3", "there is no setting `ronds`; did you mean `rounds`?"),
            ("", "provider.x.base_url", "3", "there is no setting `provider`; did you mean `providers`?"),
            ("", "rounds", "many", "`rounds` is `many`; it must be a whole number from 1 to 100"),
            ("", "providers.my", "3", "write `providers.NAME.FIELD`, not `providers.my`"),
            (
                "",
                "providers.sim.base_url",
                "3",
                "`sim` can't be the name of a provider: it is reserved; choose another",
            ),
            (
                "",
                "providers.my.url",
                "3",
                "there is no setting `providers.NAME.url`; did you mean `providers.NAME.base_url`?",
            ),
            ("rounds = \n", "mode", "adversarial", "/deep/roundtable.toml: line 1: invalid TOML: "),
            ("prices = 3\n", "prices.x/y.input", "1", "/deep/roundtable.toml: `prices` is not a table"),
        ];
        for (before, key, text, expected) in rows {
            let message = set(before, key, text).unwrap_err();
            assert!(message.starts_with(expected), "{key}: {message}");
        }
        for key in ["api_key", "providers.my.key", "providers.my.key_env", "providers.my.base_url"] {
            let message = set("", key, "sk-secret-123").unwrap_err();
            assert!(message.contains("key") && !message.contains("sk-secret"), "{message}");
        }
    }
}
