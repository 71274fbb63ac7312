//! `export`: writes a debate to a file or standard output (I-40).
use crate::args::Export;
use crate::context::Context;
use crate::exit::Exit;
use crate::print;
use debate::Debate;
use exports::Format;
use files::replace;
use setup::settings;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

pub(crate) async fn run(args: &Export, context: &Context) -> Result<(), Exit> {
    let format = format_of(args)?;
    let store = context.store_with(&args.id).await?;
    let id = crate::context::find(&store, &args.id).await?;
    let events = store.log(&id).await?;
    let debate = Debate::replay(&events).map_err(engine::Error::from)?;
    let text = exports::write(format, &debate, &events).map_err(Exit::failure)?;
    let Some(path) = &args.output else { return print::raw(text.as_bytes()) };
    keep_or_fail(path, text.as_bytes())?;
    print::note(format_args!("wrote `{}` ({})", path.display(), format.as_str()));
    if args.open { open(path) } else { Ok(()) }
}

/// The format that is asked for, or that the name of the output file tells.
fn format_of(args: &Export) -> Result<Format, Exit> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(extension) = args.output.as_deref().and_then(Path::extension) else { return Ok(Format::Markdown) };
    let extension = extension.to_string_lossy().to_lowercase();
    let known = match extension.as_str() {
        "htm" => Some(Format::Html),
        "markdown" => Some(Format::Markdown),
        other => Format::ALL.into_iter().find(|it| it.extension() == other),
    };
    known.ok_or_else(|| {
        let mut known: Vec<String> = Format::ALL.iter().map(|it| format!(".{}", it.extension())).collect();
        known.sort();
        known.dedup();
        let near = settings::nearest(&extension, known.iter().map(|it| it.trim_start_matches('.')));
        let near = near.map(|it| format!("; did you mean `.{it}`?")).unwrap_or_default();
        Exit::request(format!(
            "no export format has the extension `.{}`{near} (known: {}); name the format with `--format`",
            exports::wording::one_line(&extension, 20),
            known.join(", ")
        ))
    })
}

/// Says so if a file's folder does not exist.
pub(super) fn has_place(path: &Path) -> Result<(), Exit> {
    match path.parent().filter(|it| !it.as_os_str().is_empty()) {
        Some(folder) if !folder.is_dir() => {
            Err(Exit::failure(format!("can't write `{}`: there is no folder `{}`", path.display(), folder.display())))
        }
        Some(_) | None => Ok(()),
    }
}

/// Writes a file whole, or says why not.
pub(super) fn keep_or_fail(path: &Path, bytes: &[u8]) -> Result<(), Exit> {
    keep(path, bytes).map_err(|error| Exit::failure(format!("can't write `{}`: {error}", path.display())))
}

/// Replaces a file atomically.
fn keep(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A special file, such as `/dev/stdout`, can't be replaced.
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes);
    }
    replace(path, bytes)
}

/// Opens the file with the system's program for such files.
pub(super) fn open(path: &Path) -> Result<(), Exit> {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let done =
        Command::new(opener).arg(&whole).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let advice = format!("the file is written; open `{}` yourself", path.display());
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Exit::failure(format!("`{opener}` failed ({status}); {advice}"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(Exit::failure(format!("this machine has no `{opener}`; {advice}")))
        }
        Err(error) => Err(Exit::failure(format!("can't run `{opener}`: {error}; {advice}"))),
    }
}
