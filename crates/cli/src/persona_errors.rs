//! Errors about personas and decks, with the flags and commands that mend them. Not here: those about settings and requests (`field_names`).
use crate::exit::Exit;
use personas::build::BuildError;
use personas::deck::{DamagedPersona, DeckError, PERSONA_FILE};
use personas::readers::{Kind, Problem};
use setup::settings;

/// A problem of a file of somebody's texts.
pub(crate) fn problem(problem: &Problem) -> String {
    match problem.kind {
        Kind::NoColumn { .. } | Kind::NoField { .. } => format!("{problem} with `--column`"),
        Kind::Unreadable(_)
        | Kind::TooLarge
        | Kind::Empty
        | Kind::NotUtf8(_)
        | Kind::Utf16
        | Kind::Binary(_)
        | Kind::NoReader
        | Kind::Hidden
        | Kind::Telling
        | Kind::NoFiles
        | Kind::Link
        | Kind::Deep(_)
        | Kind::LongLine(_)
        | Kind::NoProse(_)
        | Kind::BadJson(_)
        | Kind::ShortRow { .. }
        | Kind::BadCsv(_)
        | Kind::Protected
        | Kind::BadPdf(_)
        | Kind::BrokenPdf
        | Kind::BadPage { .. }
        | Kind::Pictures
        | Kind::Untold(_) => problem.to_string(),
    }
}

/// A persona that can't be loaded.
pub(crate) fn damaged(persona: &DamagedPersona) -> String {
    let flag = if persona.needs_force { " with `--force`" } else { "" };
    format!("{persona}{flag}")
}

impl From<DeckError> for Exit {
    fn from(error: DeckError) -> Exit {
        match error {
            DeckError::Unknown { ref name, ref there } => {
                let near = settings::nearest(name, there.iter().map(String::as_str));
                let near = near.map(|it| format!("; did you mean `{it}`?")).unwrap_or_default();
                Exit::request(format!("{error}; build one with `roundtable persona build DIR --deck {name}`{near}"))
            }
            DeckError::Name(_) => Exit::request(error),
            DeckError::Damaged { ref path, .. } if path.ends_with(PERSONA_FILE) => {
                Exit::failure(format!("{error} with `--force`"))
            }
            DeckError::Damaged { .. } | DeckError::Io { .. } | DeckError::Shipped { .. } => Exit::failure(error),
        }
    }
}

impl From<BuildError> for Exit {
    fn from(error: BuildError) -> Exit {
        match error {
            BuildError::Stray { .. } => Exit::request(format!("{error} with `--name NAME`")),
            BuildError::Handwritten { .. } => Exit::request(format!("{error} with `--force`")),
            BuildError::NoDirectory { .. }
            | BuildError::Nothing { .. }
            | BuildError::NoWords { .. }
            | BuildError::SameName { .. }
            | BuildError::Links { .. }
            | BuildError::TooMuch { .. }
            | BuildError::Hand { .. }
            | BuildError::Anchor { .. }
            | BuildError::Faulty { .. } => Exit::request(error),
            BuildError::Busy { .. } | BuildError::Chunk { .. } | BuildError::Contract(_) => Exit::failure(error),
            BuildError::Deck(error) => Exit::from(error),
        }
    }
}
