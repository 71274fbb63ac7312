//! Parses a settings file: every value into its row, every error as one line with its place (I-13, I-15).
use super::kinds::{NONE, Shape};
use super::rows::{CustomPrice, CustomProvider, PRICE_ROWS, PROVIDER_ROWS, ROWS, Row, Settings};
use super::{Origin, guess, no_setting};
use crate::providers::{CLIENT, EMBEDDED};
use engine::{quote_model, sim};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;
use toml_edit::{Document, Item, TableLike, TomlError};

/// The sections of a file.
pub(super) const SECTIONS: [&str; 2] = ["providers", "prices"];

/// The text of a file; none if there is no file.
pub(crate) fn read(path: &Path) -> Result<Option<String>, String> {
    let cant = |why: &dyn std::fmt::Display| format!("can't read `{}`: {why}", path.display());
    match std::fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes).map(Some).map_err(|_| cant(&"it is not UTF-8 text")),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(cant(&error)),
    }
}

/// Parses the text of a file over the settings so far.
pub(crate) fn apply(text: &str, path: &Path, origin: &Origin, settings: &mut Settings) -> Result<(), String> {
    let source = Source { text, path, origin };
    let document = Document::parse(text).map_err(|error| source.syntax(&error))?;
    for (name, item) in document.iter() {
        match name {
            "providers" => source.section(name, item, PROVIDER_ROWS, &mut settings.providers, check_provider_name)?,
            "prices" => source.section(name, item, PRICE_ROWS, &mut settings.prices, |_| Ok(()))?,
            _ => {
                let known = ROWS.iter().map(|row| row.name).chain(SECTIONS);
                source.leaf("", document.as_table(), name, item, ROWS, known, settings)?;
            }
        }
    }
    Ok(())
}

/// Reserved provider names: simulated participants, recordings, models of this process, quotations, the caller's own model, and a person's
/// seat (I-26). A provider of such a name would never be called.
const RESERVED: [&str; 6] = [sim::PROVIDER, "replay", EMBEDDED, quote_model::PROVIDER, CLIENT, "you"];

/// Refuses reserved provider names.
pub(super) fn check_provider_name(name: &str) -> Result<(), String> {
    match name {
        _ if RESERVED.contains(&name) => {
            Err(format!("`{name}` can't be the name of a provider: it is reserved; choose another"))
        }
        _ if name.is_empty() || name.contains(['/', ',', '=']) || name.contains(char::is_whitespace) => Err(format!(
            "`{}` can't be the name of a provider: leave out spaces and `/`, `,`, `=`",
            super::parse::one_line(name)
        )),
        _ => Ok(()),
    }
}

/// The error for a provider's key in a file (O-40).
pub(super) fn refuse_key(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let is_key = lower.ends_with("key") || matches!(lower.as_str(), "token" | "secret" | "password");
    is_key.then(|| {
        format!(
            "`{}` is not taken from a file: put the key into an environment variable and name that, as in \
             `key_env = \"MY_API_KEY\"`",
            super::parse::one_line(name)
        )
    })
}

/// The error for an unknown key.
pub(super) fn unknown<'a>(prefix: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    if prefix.is_empty() {
        return no_setting(name, known);
    }
    format!("there is no setting `{prefix}{}`{}", super::parse::one_line(name), guess(name, prefix, known))
}

/// A file being parsed.
struct Source<'a> {
    text: &'a str,
    path: &'a Path,
    origin: &'a Origin,
}

impl Source<'_> {
    fn section<T: Default>(
        &self,
        section: &str,
        item: &Item,
        rows: &[Row<T>],
        all: &mut BTreeMap<String, T>,
        check_name: fn(&str) -> Result<(), String>,
    ) -> Result<(), String> {
        let no_table =
            |name: &str, span| self.wrong(span, format!("`{name}` must be a table, as in `[{section}.NAME]`"));
        let table = item.as_table_like().ok_or_else(|| no_table(section, item.span()))?;
        for (name, item) in table.iter() {
            check_name(name).map_err(|why| self.wrong(key_span(table, name), why))?;
            let prefix = format!("{section}.{name}");
            let fields = item.as_table_like().ok_or_else(|| no_table(&prefix, item.span()))?;
            let own = all.entry(name.to_owned()).or_default();
            for (field, item) in fields.iter() {
                let known = rows.iter().map(|row| row.name);
                self.leaf(&format!("{prefix}."), fields, field, item, rows, known, own)?;
            }
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "one key with all that a complaint about it may need")]
    fn leaf<'k, S>(
        &self,
        prefix: &str,
        table: &dyn TableLike,
        name: &str,
        item: &Item,
        rows: &[Row<S>],
        known: impl Iterator<Item = &'k str>,
        all: &mut S,
    ) -> Result<(), String> {
        let Some(row) = rows.iter().find(|row| row.name == name) else {
            let why = refuse_key(name).unwrap_or_else(|| unknown(prefix, name, known));
            return Err(self.wrong(key_span(table, name), why));
        };
        let span = item.span().or_else(|| key_span(table, name));
        let written = span.clone().and_then(|span| self.text.get(span)).unwrap_or_default();
        let text = self.value(item, row.shape);
        let set = text.map_or_else(|| Err(row.refuse(written)), |text| row.set(all, &text, self.origin.clone()));
        set.map_err(|why| self.wrong(span, why.of(&format!("`{prefix}{name}`"))))
    }

    /// The value as text, if it is of the right type.
    fn value(&self, item: &Item, shape: Shape) -> Option<String> {
        let text = item.as_str();
        match shape {
            Shape::Text => text.map(str::to_owned),
            Shape::Path => text.map(|text| match self.path.parent() {
                Some(directory) if !text.is_empty() && !text.starts_with('~') => {
                    directory.join(text).display().to_string()
                }
                Some(_) | None => text.to_owned(),
            }),
            Shape::Number => item
                .as_integer()
                .map(|number| number.to_string())
                .or_else(|| item.as_float().map(|number| number.to_string()))
                .or_else(|| text.filter(|text| *text == NONE).map(str::to_owned)),
            Shape::Flag => item.as_bool().map(|flag| flag.to_string()),
            Shape::Choice => item
                .as_bool()
                .map(|flag| flag.to_string())
                .or_else(|| text.filter(|text| *text == NONE).map(str::to_owned)),
            Shape::List => {
                let words = item.as_array()?.iter().map(|word| word.as_str()).collect::<Option<Vec<_>>>()?;
                Some(words.join(","))
            }
        }
    }

    fn syntax(&self, error: &TomlError) -> String {
        let why = error.message().lines().map(str::trim).collect::<Vec<_>>().join("; ");
        self.wrong(error.span(), format!("invalid TOML: {why}"))
    }

    fn wrong(&self, span: Option<Range<usize>>, why: impl std::fmt::Display) -> String {
        let before = span.and_then(|span| self.text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("{}:{line}:{column}: {why}", self.path.display())
    }
}

fn key_span(table: &dyn TableLike, name: &str) -> Option<Range<usize>> {
    table.get_key_value(name).and_then(|(key, item)| key.span().or_else(|| item.span()))
}

/// The sections of a file, for validating a single value: `edit` checks it against an empty one.
pub(super) fn check_field(section: &str, field: &str, text: &str) -> Result<Shape, String> {
    let prefix = format!("{section}.NAME.");
    match section {
        "prices" => check(&prefix, field, text, PRICE_ROWS, &mut CustomPrice::default()),
        _ => check(&prefix, field, text, PROVIDER_ROWS, &mut CustomProvider::default()),
    }
}

/// Whether `text` is valid for a key, and its TOML shape.
pub(super) fn check<S>(prefix: &str, name: &str, text: &str, rows: &[Row<S>], blank: &mut S) -> Result<Shape, String> {
    let known = rows.iter().map(|row| row.name);
    let row = rows.iter().find(|row| row.name == name);
    let row = row.ok_or_else(|| refuse_key(name).unwrap_or_else(|| unknown(prefix, name, known)))?;
    row.set(blank, text, Origin::Flag).map_err(|why| why.of(&format!("`{prefix}{name}`")))?;
    Ok(row.shape)
}
