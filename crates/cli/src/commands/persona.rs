//! `persona`: people out of what they wrote (P-01), and a look at them.
//!
//! Not here: how they are built, kept and checked (`personas`), and what they say at a table (`panel`).
mod build;
mod progress;
mod show;

use super::Context;
use crate::args::{Persona, PersonaCheck, PersonaList, Where};
use crate::decks::places;
use crate::exit::Exit;
use crate::print;
use crate::settings::{Env, guess};
use exports::wording::one_line;
use personas::deck::{Decks, Listed, Place};
use serde_json::json;
use std::path::Path;

pub(super) fn run(
    action: &Persona,
    env: Env<'_>,
    cwd: &Path,
    context: impl FnOnce() -> Result<Context, Exit>,
) -> Result<(), Exit> {
    match action {
        Persona::Build(args) => super::wait(build::run(args, env, context)),
        Persona::List(args) => list(args, &decks(&args.place, env, cwd)),
        Persona::Show(args) => show::run(args, &decks(&args.place, env, cwd), context()?.style()),
        Persona::Check(args) => check(args, &decks(&args.place, env, cwd)),
    }
}

/// Where decks are looked for.
fn decks(place: &Where, env: Env<'_>, cwd: &Path) -> Decks {
    places(place.decks.as_deref(), env, cwd)
}

fn list(args: &PersonaList, decks: &Decks) -> Result<(), Exit> {
    let mut found = decks.list()?;
    if let Some(wanted) = &args.deck {
        // An unknown one is said as everywhere.
        decks.load(wanted)?;
        found.retain(|it| it.name == *wanted);
    }
    if found.is_empty() && !args.json {
        print::note("no decks yet; build one with `roundtable persona build DIR --deck NAME`");
    }
    for deck in &found {
        if !args.json {
            print::line(format_args!("{}  {}", deck.name, place(deck)))?;
        }
        for it in &deck.personas {
            if args.json {
                print::json(&json!({
                    "deck": deck.name, "name": it.name, "built": it.built, "nodes": it.nodes, "edges": it.edges,
                    "where": match &deck.place {
                        Place::Folder(folder) => Some(folder.display().to_string()),
                        Place::Program => None,
                    },
                }))?;
            } else {
                let (name, built) = (one_line(it.name.as_str(), 32), one_line(&it.built.to_string(), BUILT));
                print::line(format_args!("  {name:32}  {:>3} beliefs, {:>3} links  {built}", it.nodes, it.edges))?;
            }
        }
        for it in &deck.damaged {
            print::line(if args.json {
                json!({"deck": deck.name, "where": it.folder.display().to_string(), "damaged": it.why}).to_string()
            } else {
                one_line(&format!("  damaged: {}", it.why), FAULT)
            })?;
        }
    }
    Ok(())
}

fn place(deck: &Listed) -> String {
    match &deck.place {
        Place::Folder(folder) => folder.display().to_string(),
        Place::Program => "comes with the program".to_owned(),
    }
}

/// Says every fault in a line; exit code 1 if there is one.
fn check(args: &PersonaCheck, decks: &Decks) -> Result<(), Exit> {
    let names = match &args.deck {
        Some(deck) => vec![deck.clone()],
        None => decks.list()?.into_iter().map(|it| it.name).collect(),
    };
    let (mut checked, mut faults) = (0_usize, 0_usize);
    let (mut nodes, mut edges, mut chunks) = (0, 0, 0);
    let mut known = Vec::new();
    for name in names {
        let deck = decks.load(&name)?;
        known.extend(deck.personas.iter().map(|it| it.name.to_string()));
        let wanted = args.name.as_ref().map(|it| it.to_lowercase());
        let is_wanted = |name: &str| wanted.as_ref().is_none_or(|it| *it == name.to_lowercase());
        for persona in deck.personas.iter().filter(|it| is_wanted(it.name.as_str())) {
            let found = personas::check(persona);
            found.iter().try_for_each(|it| print::line(one_line(&format!("{name}/{}: {it}", persona.name), FAULT)))?;
            (checked, faults) = (checked + 1, faults + found.len());
            nodes += persona.beliefs.nodes.len();
            edges += persona.beliefs.edges.len();
            chunks += persona.chunks.len();
        }
    }
    if let (0, Some(name)) = (checked, &args.name) {
        return Err(nobody(name, known.iter().map(String::as_str)));
    }
    if faults > 0 {
        return Err(Exit::request(format!("{faults} {}; build again, or mend the files", plural(faults, "fault"))));
    }
    let (people, beliefs) = (plural(checked, "persona"), plural(nodes, "belief"));
    print::line(format_args!(
        "{checked} {people}: {nodes} {beliefs} and {edges} {} are borne out by {chunks} {}",
        plural(edges, "link"),
        plural(chunks, "chunk")
    ))
}

/// The longest line of a fault, in characters. Ours: the words that are missing are in it.
const FAULT: usize = 400;

/// The longest that is said of how somebody was built, in characters. Ours: longer than any model's name.
pub(super) const BUILT: usize = 120;

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

fn nobody<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Exit {
    Exit::request(format!("there is nobody called `{name}`{}", guess(name, "", known)))
}
