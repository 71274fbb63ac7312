//! `export`: writes a debate to a file or standard output (I-40).
use crate::args::Export;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use debate::Debate;
use files::replace;
use std::fs;
use std::io;
use std::path::Path;

pub(crate) async fn run(args: &Export, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = crate::context::find(&store, &args.id).await?;
    let events = store.log(&id).await?;
    let debate = Debate::replay(&events).map_err(engine::Error::from)?;
    let text = exports::write(args.format, &debate, &events).map_err(Exit::failure)?;
    match &args.output {
        None => print::raw(text.as_bytes()),
        Some(path) => keep(path, text.as_bytes())
            .map_err(|error| Exit::failure(format!("can't write `{}`: {error}", path.display()))),
    }
}

/// Replaces a file atomically.
fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A special file, such as `/dev/stdout`, can't be replaced.
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes);
    }
    replace(path, bytes)
}
