//! `persona`: builds personas from texts (P-01), and inspects them.
//!
//! Not here: building, storing and checking (`personas`), and what personas say in a panel (`panel`).
mod ask;
mod build;
mod show;

use crate::args::{Persona, PersonaCheck, PersonaList, Where};
use crate::context::Context;
use crate::exit::Exit;
use crate::persona_errors;
use crate::print;
use exports::wording::one_line;
use personas::deck::{DeckLocation, DeckSummary, Decks};
use serde_json::json;
use setup::decks::places;
use setup::settings::{Env, guess};
use std::path::Path;

pub(super) fn run(
    action: &Persona,
    env: Env<'_>,
    cwd: &Path,
    context: impl FnOnce() -> Result<Context, Exit>,
) -> Result<(), Exit> {
    match action {
        // An interruption does not wait for computation in progress.
        Persona::Build(args) => super::wait_for_nobody(build::run(args, env, context)),
        Persona::List(args) => list(args, &decks(&args.place, env, cwd)?),
        Persona::Show(args) => show::run(args, &decks(&args.place, env, cwd)?, context()?.style()),
        Persona::Ask(args) => {
            let decks = decks(&args.place, env, cwd)?;
            super::wait_for_nobody(ask::run(args, &decks, context()?, env))
        }
        Persona::Check(args) => check(args, &decks(&args.place, env, cwd)?),
    }
}

/// The folders that are searched for decks.
fn decks(place: &Where, env: Env<'_>, cwd: &Path) -> Result<Decks, Exit> {
    Ok(places(place.decks.as_deref(), env, cwd)?)
}

fn list(args: &PersonaList, decks: &Decks) -> Result<(), Exit> {
    let mut found = decks.list()?;
    if let Some(wanted) = &args.deck {
        // An unknown deck gives the usual error.
        decks.each(wanted)?;
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
                    "deck": deck.name, "name": it.name, "built": it.built, "nodes": it.nodes, "theses": it.theses,
                    "edges": it.edges,
                    "where": match &deck.location {
                        DeckLocation::Folder(folder) => Some(folder.display().to_string()),
                        DeckLocation::Program => None,
                    },
                }))?;
            } else {
                let (name, built) = (one_line(it.name.as_str(), 32), one_line(&it.built.to_string(), BUILT));
                let (theses, links) = (plural(it.theses, "thesis"), plural(it.edges, "link"));
                let line = format!("  {name:32}  {:>3} {theses}, {:>3} {links}  {built}", it.theses, it.edges);
                let style = crate::context::style(true);
                print::line(style.fitted(&line, style.screen()))?;
            }
        }
        for it in &deck.damaged {
            print::line(if args.json {
                json!({"deck": deck.name, "where": it.folder.display().to_string(), "damaged": it.why}).to_string()
            } else {
                format!("  {}", one_line(&format!("damaged: {}", persona_errors::damaged(it)), FAULT))
            })?;
        }
    }
    Ok(())
}

fn place(deck: &DeckSummary) -> String {
    match &deck.location {
        DeckLocation::Folder(folder) => folder.display().to_string(),
        DeckLocation::Program => "comes with the program".to_owned(),
    }
}

/// Prints a line for each fault and each cycle; exit code 1 if there is a fault. A damaged persona does not stop the check of others.
fn check(args: &PersonaCheck, decks: &Decks) -> Result<(), Exit> {
    let names = match &args.deck {
        Some(deck) => vec![deck.clone()],
        None => decks.list()?.into_iter().map(|it| it.name).collect(),
    };
    let wanted = args.name.as_ref().map(|it| it.to_lowercase());
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|it| *it == name.to_lowercase());
    let (mut known, mut told) = (Vec::new(), Checked::default());
    for name in names {
        let people = match decks.each(&name) {
            Ok(people) => people,
            Err(error) if args.deck.is_some() => return Err(error.into()),
            Err(error) => {
                told.fault(&name, &error)?;
                continue;
            }
        };
        for persona in people {
            match persona {
                Ok(persona) if is_wanted(persona.name.as_str()) => told.persona(&name, &persona)?,
                Ok(persona) => known.push(persona.name.to_string()),
                Err(broken) if args.name.as_deref().is_none_or(|it| broken.is_of(it)) => {
                    told.fault(&name, persona_errors::damaged(&broken))?;
                }
                Err(_) => {}
            }
        }
    }
    if let (0, 0, Some(name)) = (told.checked, told.faults, &args.name) {
        return Err(nobody(name, known.iter().map(String::as_str)));
    }
    told.end()
}

/// What a check found.
#[derive(Default)]
struct Checked {
    checked: usize,
    faults: usize,
    theses: usize,
    edges: usize,
    chunks: usize,
}

impl Checked {
    fn fault(&mut self, of: &str, what: impl std::fmt::Display) -> Result<(), Exit> {
        self.faults += 1;
        print::line(one_line(&format!("{of}: {what}"), FAULT))
    }

    fn persona(&mut self, deck: &str, persona: &debate::Persona) -> Result<(), Exit> {
        let of = format!("{deck}/{}", persona.name);
        personas::check(persona).iter().try_for_each(|it| self.fault(&of, it))?;
        let beliefs = &persona.beliefs;
        let circles = personas::beliefs::cycles(beliefs);
        for circle in circles.iter().take(CIRCLES) {
            let links: Vec<String> = circle.iter().filter_map(|it| beliefs.words(it)).collect();
            print::line(one_line(&format!("{of}: a cycle, which is kept: {}", links.join("; ")), FAULT))?;
        }
        if circles.len() > CIRCLES {
            print::line(one_line(&format!("{of}: {} more cycles, kept too", circles.len() - CIRCLES), FAULT))?;
        }
        self.checked += 1;
        self.theses += beliefs.theses().count();
        self.edges += beliefs.edges.len();
        self.chunks += persona.chunks.len();
        Ok(())
    }

    fn end(self) -> Result<(), Exit> {
        let Checked { checked, faults, theses, edges, chunks } = self;
        if faults > 0 {
            return Err(Exit::request(format!(
                "{faults} {}; build them again, or correct the files",
                plural(faults, "fault")
            )));
        }
        let (people, of_theses) = (plural(checked, "persona"), plural(theses, "thesis"));
        print::line(format_args!(
            "{checked} {people}: {theses} {of_theses} and {edges} {} are supported by {chunks} {}",
            plural(edges, "link"),
            plural(chunks, "chunk")
        ))
    }
}

/// The most cycles of a persona that are printed one by one. Ours: a few show the pattern.
const CIRCLES: usize = 5;

/// The longest line of a fault, in characters. Ours: room for the words that are missing.
const FAULT: usize = 400;

/// The longest text about how a persona was built, in characters. Ours: longer than any model name.
pub(super) const BUILT: usize = 120;

fn plural(count: usize, word: &str) -> String {
    match (count, word) {
        (1, _) => word.to_owned(),
        (_, "thesis") => "theses".to_owned(),
        _ => format!("{word}s"),
    }
}

fn nobody<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Exit {
    Exit::request(format!("there is no persona `{name}`{}", guess(name, "", known)))
}
