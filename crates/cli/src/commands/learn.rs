//! `learn`: shows, pools and reverts what outcomes taught (L-04, L-08).
use super::postmortem::rendered;
use crate::args::{Learn, LearnExport, LearnImport, LearnRevert, LearnShow, ReportFormat};
use crate::commands::export;
use crate::context::Context;
use crate::exit::Exit;
use crate::outcomes;
use crate::print;
use crate::prompter::{EmptyLine, Prompter};
use crate::stdin_arg;
use analysis::learning::{Learned, WithQuestions, importing};
use debate::learning::{Event, PooledCounts};
use exports::report::{learned, svg};
use exports::wording::one_line;
use serde_json::json;
use std::io::Read;
use std::path::Path;

pub(crate) async fn run(what: &Learn, context: &Context) -> Result<(), Exit> {
    match what {
        Learn::Show(args) => show(args, context).await,
        Learn::Export(args) => export(args, context).await,
        Learn::Import(args) => import(args, context).await,
        Learn::Revert(args) => revert(args, context).await,
    }
}

/// What is known; nothing where there is no store.
async fn known(context: &Context) -> Result<Learned, Exit> {
    match context.store_to_read().await? {
        Some(store) => Ok(outcomes::learned(&store).await?.0),
        None => Ok(Learned::default()),
    }
}

fn domain(given: Option<&str>) -> Result<Option<String>, Exit> {
    given.map(debate::learning::domain).transpose().map_err(Exit::request)
}

async fn show(args: &LearnShow, context: &Context) -> Result<(), Exit> {
    let (known, domain, now) = (known(context).await?, domain(args.domain.as_deref())?, outcomes::now());
    if let (Some(path), Some(domain)) = (&args.svg, &domain) {
        export::keep_or_fail(path, svg(&known.domain(domain, now).models).as_str().as_bytes())?;
    }
    if !args.json && args.format != ReportFormat::Json {
        return print::raw(rendered(args.format, &learned::report(&known, domain.as_deref(), now)).as_bytes());
    }
    let is_of = |name: &str| domain.as_deref().is_none_or(|it| it == name);
    let domains: Vec<_> = known.domains().into_iter().filter(|it| is_of(it)).map(|it| known.domain(it, now)).collect();
    let updates: Vec<_> = known
        .updates
        .iter()
        .filter(|it| is_of(&it.update.domain))
        .map(|it| {
            let at = exports::times::written(it.at);
            json!({"number": it.number, "at": at, "update": it.update, "reverted": it.reverted})
        })
        .collect();
    let imports = known.imported.iter().filter(|it| it.counts.domains.iter().any(|it| is_of(&it.name)));
    let imports: Vec<_> = imports
        .map(|it| {
            let counted = exports::times::written(it.counts.at);
            json!({"number": it.number, "from": it.from, "counted": counted, "counts": it.counts, "reverted": it.reverted})
        })
        .collect();
    print::json(&json!({"version": known.version, "domains": domains, "updates": updates, "imports": imports}))
}

async fn export(args: &LearnExport, context: &Context) -> Result<(), Exit> {
    let questions = if args.with_questions { WithQuestions::Yes } else { WithQuestions::No };
    let domain = domain(args.domain.as_deref())?;
    let (known, source) = named(context).await?;
    let counts = known.pool(&source, domain.as_deref(), questions, outcomes::now());
    let text = exports::json::written(&counts).map_err(Exit::failure)? + "\n";
    match &args.output {
        None => print::raw(text.as_bytes()),
        Some(path) => {
            export::keep_or_fail(path, text.as_bytes())?;
            let kept = if args.with_questions { "counts and questions" } else { "counts" };
            print::note(format!("{}, {kept} alone: {}", domains(counts.domains.len()), path.display()));
            Ok(())
        }
    }
}

/// What is known, and the name of this store in its exports: at the first export it gets a random one.
async fn named(context: &Context) -> Result<(Learned, String), Exit> {
    let fresh = setup::plan::new_id().to_string();
    let Some(store) = context.store_to_read().await? else { return Ok((Learned::default(), fresh)) };
    let (known, _) = outcomes::learned(&store).await?;
    if let Some(source) = known.source.clone() {
        return Ok((known, source));
    }
    let store = context.store().await?;
    let source = outcomes::decide(&store, |known, _| {
        Ok(match known.source.clone() {
            Some(source) => (Vec::new(), source),
            None => (vec![Event::SourceNamed { source: fresh.clone() }], fresh.clone()),
        })
    })
    .await?;
    Ok((known, source))
}

fn domains(count: usize) -> String {
    if count == 1 { "1 domain".to_owned() } else { format!("{count} domains") }
}

/// The largest file of counts. Ours: ten thousand domains.
const MOST_BYTES: u64 = 16 << 20;

async fn import(args: &LearnImport, context: &Context) -> Result<(), Exit> {
    let text = read(&args.file)?;
    let mut counts: PooledCounts = serde_json::from_str(&text).map_err(|why| {
        Exit::request(format!("`{}` has no counts as `roundtable learn export` writes them: {why}", args.file))
    })?;
    for it in counts.domains.iter().flat_map(|it| &it.questions) {
        engine::check_words(&it.text).map_err(|why| Exit::request(why.to_string()))?;
    }
    let questions = agreed(args, &mut counts).await?;
    let name = Path::new(&args.file).file_name().map(|it| it.to_string_lossy().into_owned());
    let from = one_line(args.from.as_deref().unwrap_or(name.as_deref().unwrap_or("standard input")), 120);
    let store = context.store().await?;
    let count = counts.domains.len();
    let number = outcomes::decide(&store, |known, next| {
        importing(known, next, outcomes::now(), counts.clone(), questions, &from).map_err(Exit::request)
    })
    .await?;
    let count = domains(count);
    print::note(format!("{count} imported as {number}; `roundtable learn revert {number}` takes the import back"));
    Ok(())
}

/// Whether questions are imported: with the flag all of them, on a terminal those that the person agrees to. The others are removed from the
/// counts, and shown.
async fn agreed(args: &LearnImport, counts: &mut PooledCounts) -> Result<WithQuestions, Exit> {
    let interview = Prompter::on_terminal("nothing was imported").filter(|_| !args.with_questions && args.file != "-");
    let mut left_out = Vec::new();
    for domain in &mut counts.domains {
        let mut kept = Vec::new();
        for it in std::mem::take(&mut domain.questions) {
            let says = format!("question for every debate in domain {}: {}", domain.name, one_line(&it.text, 300));
            let is_kept = match interview {
                Some(person) => person.agrees(&format!("{says}\nKeep it?"), EmptyLine::No).await?.unwrap_or(false),
                None => args.with_questions,
            };
            match is_kept {
                true => kept.push(it),
                false => left_out.push(says),
            }
        }
        domain.questions = kept;
    }
    if !left_out.is_empty() && interview.is_none() {
        left_out.iter().for_each(print::note);
        print::note("these questions are not imported; `--with-questions` imports them");
    }
    Ok(WithQuestions::Yes)
}

fn read(file: &str) -> Result<String, Exit> {
    let unreadable = |why: std::io::Error| Exit::request(format!("can't read `{file}`: {why}"));
    let mut text = String::new();
    let limited = if file == "-" {
        stdin_arg::announce("the counts");
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_string(&mut text)
    } else {
        std::fs::File::open(file).map_err(unreadable)?.take(MOST_BYTES + 1).read_to_string(&mut text)
    };
    match limited.map_err(unreadable)? {
        bytes if bytes as u64 > MOST_BYTES => Err(Exit::request(format!("`{file}` is larger than 16 MB"))),
        _ => Ok(text),
    }
}

async fn revert(args: &LearnRevert, context: &Context) -> Result<(), Exit> {
    let (store, number) = (context.store().await?, args.number);
    let reason = args.reason.as_deref().map_or_else(|| "reverted by hand".to_owned(), |it| one_line(it, 200));
    outcomes::decide(&store, |known, _| {
        let updates = known.updates.iter().filter(|it| it.number == number).map(|it| it.reverted.is_some());
        let imports = known.imported.iter().filter(|it| it.number == number).map(|it| it.reverted.is_some());
        match updates.chain(imports).next() {
            None => Err(Exit::request(format!(
                "no update or import has the number {number}; `roundtable learn show` lists them"
            ))),
            Some(true) => Err(Exit::request(format!("{number} is reverted already"))),
            Some(false) => Ok((vec![Event::UpdateReverted { update: number, reason: reason.clone() }], ())),
        }
    })
    .await?;
    print::note(format!("{number} no longer counts"));
    Ok(())
}
