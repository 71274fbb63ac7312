//! What commands share: settings, store, and looking up a debate by id.
use crate::exit::Exit;
use crate::render::style::Style;
use debate::{Debate, DebateId};
use setup::settings::{self, Env, Settings};
use std::io::IsTerminal;
use store::Store;

/// The context of commands.
pub(crate) struct Context {
    pub(crate) settings: Settings,
    pub(crate) no_color: bool,
}

impl Context {
    /// Opens the store.
    pub(crate) async fn store(&self) -> Result<Store, Exit> {
        Ok(Store::open(&self.settings.store_path(&settings::process)?).await?)
    }

    /// Opens the store for a command that only reads; does not create one.
    pub(crate) async fn store_to_read(&self) -> Result<Option<Store>, Exit> {
        Ok(Store::open_to_read(&self.settings.store_path(&settings::process)?).await?)
    }

    /// The same, and finds the debate that `word` names.
    pub(crate) async fn store_with(&self, word: &str) -> Result<Store, Exit> {
        let none = || {
            if word == LATEST {
                Exit::request(NONE_YET)
            } else {
                unknown(word, store::Error::Unknown { id: word.to_owned() })
            }
        };
        self.store_to_read().await?.ok_or_else(none)
    }

    /// The style of standard output.
    pub(crate) fn style(&self) -> Style {
        style(self.no_color)
    }
}

/// The style of standard output, for commands that need no settings.
pub(crate) fn style(no_color: bool) -> Style {
    let stdout = std::io::stdout();
    if !stdout.is_terminal() {
        return Style::plain();
    }
    let has_color = !no_color && may_color(&settings::process);
    Style::terminal(console::Term::stdout().size().1.into(), has_color)
}

/// The id that stands for the newest debate.
const LATEST: &str = "latest";

const NONE_YET: &str = "there is no debate yet; start one with `roundtable debate \"TOPIC\"`";

/// Whether the environment allows colour (<https://no-color.org>).
fn may_color(env: Env<'_>) -> bool {
    env("NO_COLOR").is_none_or(|it| it.is_empty()) && !is_dumb(env)
}

/// Whether the terminal supports no control codes.
pub(crate) fn is_dumb(env: Env<'_>) -> bool {
    env("TERM").is_some_and(|it| it == "dumb")
}

/// Finds a debate by an id, the beginning of one, or `latest`.
pub(crate) async fn find(store: &Store, word: &str) -> Result<DebateId, Exit> {
    if word != LATEST {
        return store.find(word).await.map_err(|error| unknown(word, error));
    }
    let newest = store.list(1, 0).await?.into_iter().next();
    newest.map(|it| it.debate).ok_or_else(|| Exit::request(NONE_YET))
}

/// An id that no debate has may be a misspelt `latest`.
fn unknown(word: &str, error: store::Error) -> Exit {
    let is_unknown = matches!(error, store::Error::Unknown { .. });
    match settings::nearest(word, [LATEST]).filter(|_| is_unknown) {
        Some(near) => Exit::request(format!("{error}; did you mean `{near}`?")),
        None => error.into(),
    }
}

/// Loads and folds a stored debate.
pub(crate) async fn fold(store: &Store, word: &str) -> Result<Debate, Exit> {
    let id = find(store, word).await?;
    let log = store.log(&id).await?;
    Debate::replay(&log).map_err(|error| Exit::from(engine::Error::from(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-12: no colour where the terminal or the user disables it.
    #[test]
    fn colours_are_for_those_who_want_them() {
        let rows = [("TERM", "xterm", true), ("TERM", "dumb", false), ("NO_COLOR", "1", false), ("NO_COLOR", "", true)];
        for (variable, value, expected) in rows {
            let env = |name: &str| (name == variable).then(|| value.to_owned());
            assert_eq!(may_color(&env), expected, "{variable}={value}");
        }
    }
}
