//! `open`: writes a debate as a page and opens it: `export -o FILE --open` with a file of its own.
use super::export;
use crate::args::Open;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use debate::{Debate, DebateId};
use exports::Format;
use files::replace;
use setup::settings;
use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

pub(crate) async fn run(args: &Open, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = crate::context::find(&store, &args.id).await?;
    let events = store.log(&id).await?;
    let debate = Debate::replay(&events).map_err(engine::Error::from)?;
    let text = exports::write(Format::Html, &debate, &events).map_err(Exit::failure)?;
    let none = || {
        Exit::request(format!(
            "there is no place for the page: neither `XDG_CACHE_HOME` nor `HOME` is set; choose one with \
             `roundtable export {id} -o FILE.html --open`"
        ))
    };
    let path = page(&id).ok_or_else(none)?;
    keep(&path, text.as_bytes())
        .map_err(|error| Exit::failure(format!("can't write `{}`: {error}", path.display())))?;
    print::note(format_args!("wrote `{}`", path.display()));
    export::open(&path)
}

/// Writes a page into a directory that nobody else can read: the store can't be read by others either.
fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(pages) = path.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(pages)?;
    }
    replace(path, bytes)
}

/// The file of a debate's page: in the user's cache, replaced each time, removed with the debate.
pub(super) fn page(id: &DebateId) -> Option<PathBuf> {
    let cache = settings::base(&settings::process, "XDG_CACHE_HOME", ".cache")?;
    Some(cache.join("roundtable/pages").join(format!("{id}.html")))
}
