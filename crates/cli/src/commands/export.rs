//! `export`: a debate written out (I-40).
use super::Context;
use crate::args::Export;
use crate::exit::Exit;
use crate::print;
use debate::Debate;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

pub(crate) async fn run(args: &Export, context: &Context) -> Result<(), Exit> {
    let store = context.store_with(&args.id).await?;
    let id = super::find(&store, &args.id).await?;
    let events = store.log(&id).await?;
    let debate = Debate::replay(&events).map_err(engine::Error::from)?;
    let text = exports::write(args.format, &debate, &events).map_err(Exit::failure)?;
    match &args.output {
        None => print::raw(text.as_bytes()),
        Some(path) => keep(path, text.as_bytes())
            .map_err(|error| Exit::failure(format!("can't write `{}`: {error}", path.display()))),
    }
}

/// Writes a file beside its place, and puts it there when it is whole: whatever goes wrong, what was there is there still.
fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What is no file, such as `/dev/stdout`, can't be replaced; what a link leads to is replaced there.
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes);
    }
    let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = place.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidFilename))?;
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{:016x}.part", fastrand::u64(..)));
    let part = place.with_file_name(beside);
    let written = written(&part, bytes, &place);
    if written.is_err() {
        // There is nothing of it to keep; why it failed is told.
        let _ = fs::remove_file(&part);
    }
    written
}

fn written(part: &Path, bytes: &[u8], place: &Path) -> io::Result<()> {
    let mut file = File::create_new(part)?;
    if let Ok(there) = fs::metadata(place) {
        file.set_permissions(there.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(part, place)
}
