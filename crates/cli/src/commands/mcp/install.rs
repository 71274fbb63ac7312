//! `mcp install`: prints or writes the configuration with which a client starts this program.
//!
//! No key is written: the program reads keys from the environment that the client gives it. Not here: the files of each client
//! (`clients`), and inserting an entry into an existing file (`clients::merge`).
use crate::args::Install;
use crate::clients::merge::{self, Merged};
use crate::clients::{self, Start, spelled};
use crate::exit::Exit;
use crate::print;
use files::replace_with_directories;
use setup::settings::Env;
use std::fmt::Display;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &Install, store: Option<&Path>, env: Env<'_>, cwd: &Path) -> Result<(), Exit> {
    check_name(&args.name)?;
    let program =
        std::env::current_exe().map_err(|error| Exit::failure(format!("can't tell where this program is: {error}")))?;
    let start = start(&program, store, cwd)?;
    let file = clients::file(args.client, args.scope, env, cwd).map_err(Exit::request)?;
    let entry = clients::entry(args.client, &args.name, &start);
    if args.write {
        write(args, &file, &entry)?;
    } else {
        print::line(merge::alone(&entry).map_err(Exit::failure)?.trim_end())?;
        print::note(format_args!("put this into {}, or write it with `--write`", file.display()));
        if let Some(line) = clients::command_line(args.client, args.scope, &args.name, &start) {
            print::note(format_args!("or run: {line}"));
        }
    }
    hint(env);
    Ok(())
}

/// This program and its arguments, independent of the client's working directory.
fn start(program: &Path, store: Option<&Path>, cwd: &Path) -> Result<Start, Exit> {
    let text = |path: &Path| {
        let text = path.to_str().map(str::to_owned);
        text.ok_or_else(|| Exit::request(format!("`{}` is not UTF-8; save the file as UTF-8", path.display())))
    };
    let mut args = vec!["mcp".to_owned()];
    if let Some(store) = store {
        args.extend(["--store".to_owned(), text(&cwd.join(store))?]);
    }
    Ok(Start { command: text(program)?, args })
}

/// Checks the server name; clients build tool names from it.
fn check_name(name: &str) -> Result<(), Exit> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if !name.is_empty() && name.len() <= 32 && name.chars().all(is_plain) {
        return Ok(());
    }
    Err(Exit::request("`--name` must be 1 to 32 letters, digits, dashes and underscores"))
}

/// Writes the entry into the client's file, and backs up the previous content beside it.
fn write(args: &Install, file: &Path, entry: &clients::Entry) -> Result<(), Exit> {
    let (client, shown) = (spelled(args.client), file.display());
    let failed = |what: &str, error: &dyn Display| Exit::failure(format!("can't {what} `{shown}`: {error}"));
    let before = match std::fs::read_to_string(file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed("read", &error)),
    };
    let merged = merge::merged(before.as_deref().unwrap_or_default(), entry).map_err(|why| {
        let by_hand = format!("roundtable mcp install --client {client}");
        Exit::request(format!("`{shown}` is left as it is: {why}; add the output of `{by_hand}` by hand"))
    })?;
    match merged {
        Merged::Same => print::note(format_args!("{shown} has `{}` already; nothing is changed", args.name)),
        Merged::Changed(after) => {
            let kept =
                before.map(|text| keep(file, &text)).transpose().map_err(|error| failed("keep a copy of", &error))?;
            replace_with_directories(file, after.as_bytes()).map_err(|error| failed("write", &error))?;
            print::note(match kept {
                Some(copy) => {
                    format!("wrote `{}` into {shown}; what was there is kept in {}", args.name, copy.display())
                }
                None => format!("wrote {shown}"),
            });
        }
    }
    print::note(clients::afterwards(args.client));
    Ok(())
}

/// Copies a file's content to a backup beside it, under an unused name.
fn keep(file: &Path, text: &str) -> std::io::Result<PathBuf> {
    let named = |n: u32| {
        let mut path = file.as_os_str().to_owned();
        path.push(if n == 1 { ".bak".to_owned() } else { format!(".bak{n}") });
        PathBuf::from(path)
    };
    let free = (1..).map(named).find(|it| !it.exists()).unwrap_or_else(|| named(1));
    // With the file's own permissions: it may hold keys.
    std::fs::copy(file, &free)?;
    std::fs::write(&free, text)?;
    Ok(free)
}

/// Names of the keys that the program would find if it were started here (O-40).
fn hint(env: Env<'_>) {
    let variables = models::builtin().into_iter().filter_map(|it| it.key_env);
    let set: Vec<String> = variables.filter(|it| env(it).is_some_and(|key| !key.trim().is_empty())).collect();
    print::note(if set.is_empty() {
        "no key of a provider is set here; the program reads keys from the environment that the client starts it with"
            .to_owned()
    } else {
        format!("the client must start the program with {} in its environment; keys are not written", set.join(", "))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-13: a name that can't be part of a tool name is refused.
    #[test]
    fn names_are_plain() {
        for (name, expected) in [("roundtable", true), ("a-b_2", true), ("", false), ("a b", false), ("a.b", false)] {
            assert_eq!(check_name(name).is_ok(), expected, "{name}");
        }
    }
}
