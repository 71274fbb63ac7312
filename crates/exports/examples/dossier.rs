//! Prints the dossier of a log: `cargo run -p exports --example dossier -- LOG.jsonl > page.html`.
#![expect(clippy::disallowed_methods, reason = "an example reads what it is given")]
use std::error::Error;
use std::io::Write;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("which log? `dossier LOG.jsonl`")?;
    let log = debate::log::read_lines(&std::fs::read_to_string(path)?)?;
    let page = exports::html::document(&debate::Debate::replay(&log)?);
    std::io::stdout().write_all(page.as_bytes())?;
    Ok(())
}
