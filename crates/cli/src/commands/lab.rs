//! `lab`: runs experiments with simulated debates against a known truth.
//!
//! Not here: the experiments, which are in the crate of that name.
use crate::args::{Lab, LabList, LabRun};
use crate::exit::Exit;
use crate::print;
use crate::running::Interruptions;
use lab::experiments::{self, ALL, Custom, Page, Run};
use serde_json::json;
use setup::settings::guess;
use std::path::Path;
use std::sync::Arc;

/// The seed where nothing else is said.
const SEED: u64 = 1;
/// Debates of a file that says nothing else.
const DEBATES: u64 = 20_000;
/// Columns of a page where the terminal does not tell.
const WIDTH: usize = 100;

pub(crate) async fn run(what: &Lab) -> Result<(), Exit> {
    match what {
        Lab::List(args) => list(args),
        Lab::Run(args) => play(args).await,
    }
}

fn list(args: &LabList) -> Result<(), Exit> {
    let style = crate::context::style(true);
    for it in &ALL {
        if args.json {
            print::line(json!({"name": it.name, "question": it.question, "debates": it.debates}))?;
        } else {
            let head = format!("{:16} ", it.name);
            // In a pipe each is one line.
            let text = if style.screen() == 0 { head + it.question } else { style.wrap(&head, it.question) };
            print::line(text.trim_end())?;
        }
    }
    Ok(())
}

/// What is run: one of ours, or one of the user's.
enum Wanted {
    Ours(&'static experiments::Experiment),
    Custom(Box<Custom>),
}

fn wanted(word: &str) -> Result<Wanted, Exit> {
    if let Some(it) = experiments::named(word) {
        return Ok(Wanted::Ours(it));
    }
    let text = std::fs::read_to_string(Path::new(word)).map_err(|error| {
        let hint =
            if Path::new(word).exists() { format!(": {error}") } else { guess(word, "", ALL.iter().map(|it| it.name)) };
        let see = if hint.ends_with('?') { " See" } else { "; see" };
        Exit::request(format!(
            "`{word}` is neither an experiment nor a file that can be read{hint}{see} `roundtable lab list`"
        ))
    })?;
    Ok(Wanted::Custom(Box::new(Custom::read(word, &text)?)))
}

async fn play(args: &LabRun) -> Result<(), Exit> {
    let wanted = wanted(&args.experiment)?;
    let (seed, debates) = match &wanted {
        Wanted::Ours(it) => (None, it.debates),
        Wanted::Custom(it) => (it.seed, it.debates.unwrap_or(DEBATES)),
    };
    let seed = args.seed.or(seed).unwrap_or(SEED);
    let run = Arc::new(Run::new(seed, args.debates.unwrap_or(debates)));
    let mut interruptions = Interruptions::listen();
    print::note(format_args!("{}: Ctrl-C ends it and prints what was measured until then", args.experiment));
    let working = run.clone();
    let mut work = tokio::task::spawn_blocking(move || match wanted {
        Wanted::Ours(it) => it.page(&working),
        Wanted::Custom(it) => it.page(&working),
    });
    let page = tokio::select! {
        biased;
        () = interruptions.next() => {
            run.interrupt();
            work.await
        }
        page = &mut work => page,
    };
    let page: Page = page.map_err(lab::Error::from)?;
    if args.json {
        print::json(&page)?;
    } else {
        let columns = console::Term::stdout().size_checked().map_or(WIDTH, |(_, columns)| columns.into());
        print::line(page.text(columns).trim_end())?;
    }
    if let Some(path) = &args.svg {
        let picture = experiments::svg(&page.plot).unwrap_or_default();
        std::fs::write(path, picture).map_err(|why| lab::Error::Unwritable { path: path.clone(), why })?;
    }
    if page.complete { Ok(()) } else { Err(Exit::interrupted("this is what was measured until then")) }
}
