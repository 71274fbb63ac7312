//! `learn`: shows, pools and reverts what outcomes taught (L-04, L-08).
use super::postmortem::rendered;
use crate::args::{Learn, LearnExport, LearnImport, LearnRevert, LearnShow, ReportFormat};
use crate::commands::export;
use crate::context::Context;
use crate::exit::Exit;
use crate::outcomes;
use crate::print;
use analysis::learning::{Learned, WithQuestions, check};
use debate::learning::{Event, PooledCounts};
use exports::report::{learned, svg};
use exports::wording::one_line;
use serde_json::json;
use std::io::Read;

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
    print::json(&json!({"version": known.version, "domains": domains, "updates": updates}))
}

async fn export(args: &LearnExport, context: &Context) -> Result<(), Exit> {
    let questions = if args.with_questions { WithQuestions::Yes } else { WithQuestions::No };
    let domain = domain(args.domain.as_deref())?;
    let counts = known(context).await?.pool(domain.as_deref(), questions, outcomes::now());
    let text = exports::json::written(&counts).map_err(Exit::failure)? + "\n";
    match &args.output {
        None => print::raw(text.as_bytes()),
        Some(path) => {
            export::keep_or_fail(path, text.as_bytes())?;
            let kept = if args.with_questions { "counts and questions" } else { "counts" };
            print::note(format!("{} domains, {kept} alone: {}", counts.domains.len(), path.display()));
            Ok(())
        }
    }
}

/// The largest file of counts. Ours: ten thousand domains.
const MOST_BYTES: u64 = 16 << 20;

async fn import(args: &LearnImport, context: &Context) -> Result<(), Exit> {
    let text = read(&args.file)?;
    let counts: PooledCounts = serde_json::from_str(&text).map_err(|why| {
        Exit::request(format!("`{}` has no counts as `roundtable learn export` writes them: {why}", args.file))
    })?;
    check(&counts).map_err(Exit::request)?;
    for it in counts.domains.iter().flat_map(|it| &it.questions) {
        engine::check_words(&it.text).map_err(|why| Exit::request(why.to_string()))?;
    }
    let from = one_line(args.from.as_deref().unwrap_or(&args.file), 120);
    let store = context.store().await?;
    let domains = counts.domains.len();
    let number = outcomes::decide(&store, |known, next| {
        if known.imported.iter().any(|it| it.counts == counts && it.reverted.is_none()) {
            return Err(Exit::request("the same counts were imported before; nothing was changed"));
        }
        Ok((vec![Event::CountsImported { counts: counts.clone(), from: from.clone() }], next))
    })
    .await?;
    print::note(format!("{domains} domains imported as {number}; `roundtable learn revert {number}` takes them back"));
    Ok(())
}

fn read(file: &str) -> Result<String, Exit> {
    let unreadable = |why: std::io::Error| Exit::request(format!("can't read `{file}`: {why}"));
    let mut text = String::new();
    let limited = if file == "-" {
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
