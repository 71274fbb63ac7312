//! Commands that are printed for the user to type: with the store of this run, so that they work as they stand.
use std::fmt::Display;
use std::path::Path;
use std::sync::OnceLock;

/// The option that names the store of this run; unset where it is the usual one.
static STORE: OnceLock<String> = OnceLock::new();

/// Commands that use the store.
const OF_THE_STORE: [&str; 18] = [
    "continue",
    "cost",
    "debate",
    "export",
    "fork",
    "import",
    "learn",
    "list",
    "open",
    "outcome",
    "panel",
    "postmortem",
    "replay",
    "resume",
    "rm",
    "search",
    "show",
    "stop",
];

/// Remembers the store that was named on the command line.
pub(crate) fn remember(store: Option<&Path>) {
    if let Some(path) = store {
        // Set once, at the start.
        let _ = STORE.set(format!(" --store {}", quoted(&path.display().to_string())));
    }
}

/// A command: `roundtable show ID --store FILE`.
pub(crate) fn command(words: impl Display) -> String {
    format!("roundtable {words}{}", store())
}

/// A text whose commands in backticks name the store.
pub(crate) fn complete(text: &str) -> String {
    completed(text, store())
}

fn store() -> &'static str {
    STORE.get().map_or("", String::as_str)
}

fn completed(text: &str, store: &str) -> String {
    if store.is_empty() {
        return text.to_owned();
    }
    let span = |(at, span): (usize, &str)| {
        let verb = span.strip_prefix("roundtable ").and_then(|it| it.split(' ').next());
        let names_it = verb.is_some_and(|it| OF_THE_STORE.contains(&it)) && !span.contains(store);
        if at % 2 == 1 && names_it { format!("{span}{store}") } else { span.to_owned() }
    };
    text.split('`').enumerate().map(span).collect::<Vec<_>>().join("`")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-' | '~' | ':' | '=');
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-13: commands of the store name the store of this run, once; others stay as they are.
    #[test]
    fn commands_name_the_store() {
        let store = " --store 'my debates.db'";
        let text =
            "go on with `roundtable resume ab`; see `roundtable doctor`, `--full`, or `roundtable show ab --why`";
        assert_eq!(
            completed(text, store),
            "go on with `roundtable resume ab --store 'my debates.db'`; see `roundtable doctor`, `--full`, or \
             `roundtable show ab --why --store 'my debates.db'`"
        );
        assert_eq!(completed(&completed(text, store), store), completed(text, store));
        assert_eq!(completed(text, ""), text);
        for (word, expected) in [("a/b.db", "a/b.db"), ("it's", "'it'\\''s'"), ("", "''")] {
            assert_eq!(quoted(word), expected);
        }
    }
}
