//! `models pull`, `list`, `rm` and `verify`: the weights of models that run in this process (I-10, O-01).
use crate::args::{Pull, Weights};
use crate::exit::Exit;
use crate::fetch_models::fetch;
use crate::print;
use local::weights::{self, Cache, Checked, Role, State, Tools, Weight, catalog, size};
use serde_json::json;
use setup::settings::{Env, Settings, guess};

pub(crate) async fn run(action: &Weights, settings: &Settings, env: Env<'_>) -> Result<(), Exit> {
    let cache = Cache::at(settings.weights_path(env)?);
    match action {
        Weights::Pull(args) => pull(args, &cache, env).await,
        Weights::List { json } => list(&cache, *json),
        Weights::Rm { names } => remove(&cache, &named(names)?),
        Weights::Verify { names, json } => verify(&cache, &named(names)?, *json),
    }
}

/// The catalogue rows that the names select.
fn named(names: &[String]) -> Result<Vec<&'static Weight>, Exit> {
    let find = |name: &String| {
        let known = || guess(name, "", catalog::ALL.iter().map(|it| it.name));
        catalog::named(name).ok_or_else(|| Exit::request(format!("there are no weights `{name}`{}", known())))
    };
    names.iter().map(find).collect()
}

async fn pull(args: &Pull, cache: &Cache, env: Env<'_>) -> Result<(), Exit> {
    let mut wanted = named(&args.names)?;
    if args.all {
        wanted.extend(catalog::ALL.iter().filter(|it| it.licence.is_some()));
    } else if wanted.is_empty() {
        wanted.push(weights::choose(weights::memory(), weights::free(cache.directory())));
    }
    fetch(cache, &wanted, args.yes, Tools { given: args.from.clone(), ..Tools::of(env) }, env).await?;
    for weight in wanted {
        if let Some(held) = cache.find(weight) {
            print::line(format_args!("{}  {}", weight.name, held.directory().display()))?;
        }
    }
    Ok(())
}

fn list(cache: &Cache, is_json: bool) -> Result<(), Exit> {
    if is_json {
        return catalog::ALL.iter().try_for_each(|it| print::line(listed(cache, it)));
    }
    let rows: Vec<[String; 5]> = catalog::ALL.iter().map(|it| row(cache, it)).collect();
    let head = ["NAME", "SIZE", "LICENCE", "HELD", "WHAT"].map(str::to_owned);
    let cells: Vec<&[String; 5]> = std::iter::once(&head).chain(&rows).collect();
    let width =
        |column: fn(&[String; 5]) -> &String| cells.iter().map(|row| column(row).chars().count()).max().unwrap_or(0);
    let (one, two, three, four) =
        (width(|[it, ..]| it), width(|[_, it, ..]| it), width(|[_, _, it, ..]| it), width(|[_, _, _, it, _]| it));
    let style = crate::context::style(true);
    for [name, bytes, licence, held, what] in cells {
        let head = format!("{name:one$}  {bytes:>two$}  {licence:three$}  {held:four$}");
        let whole = console::measure_text_width(&head) + 2 + console::measure_text_width(what);
        match style.screen() {
            screen if screen == 0 || whole <= screen => print::line(format_args!("{head}  {what}"))?,
            screen => {
                let style = style.within(screen);
                let below = style.wrap("    ", what);
                print::line(format_args!("{}\n{}", style.fitted(head.trim_end(), screen), below.trim_end()))?;
            }
        }
    }
    print::note(format_args!("kept in {}", cache.directory().display()));
    Ok(())
}

fn row(cache: &Cache, weight: &Weight) -> [String; 5] {
    let held = match (cache.find(weight), cache.has_any(weight)) {
        (Some(_), _) => "yes",
        (None, true) => "not verified",
        (None, false) => "no",
    };
    let licence = weight.licence.unwrap_or("none declared");
    [weight.name, &size(weight.bytes()), licence, held, weight.what].map(str::to_owned)
}

fn listed(cache: &Cache, weight: &Weight) -> String {
    let role = match weight.role {
        Role::Chat(_) => "chat",
        Role::Embeddings => "embeddings",
        Role::Entailment => "entailment",
    };
    let held = cache.find(weight);
    json!({
        "name": weight.name, "what": weight.what, "role": role, "bytes": weight.bytes(), "licence": weight.licence,
        "held": held.is_some(), "where": held.map(|it| it.directory().display().to_string()),
    })
    .to_string()
}

fn remove(cache: &Cache, unwanted: &[&Weight]) -> Result<(), Exit> {
    for weight in unwanted {
        match cache.remove(weight)? {
            0 => print::note(format_args!("`{}` is not downloaded", weight.name)),
            bytes => print::note(format_args!("removed `{}`: {} freed", weight.name, size(bytes))),
        }
    }
    Ok(())
}

fn verify(cache: &Cache, asked: &[&'static Weight], is_json: bool) -> Result<(), Exit> {
    let there = || catalog::ALL.iter().filter(|it| cache.has_any(it)).collect();
    let weights: Vec<&Weight> = if asked.is_empty() { there() } else { asked.to_vec() };
    if weights.is_empty() {
        print::note(format_args!("no weights in {}", cache.directory().display()));
    }
    let (mut absent, mut wrong) = (Vec::new(), Vec::new());
    for weight in weights {
        let checked = cache.verify(weight)?;
        checked
            .iter()
            .try_for_each(|it| print::line(if is_json { as_json(weight, it) } else { as_text(weight, it) }))?;
        if checked.iter().any(|it| matches!(it.state, State::Wrong { .. })) {
            wrong.push(weight.name);
        } else if checked.iter().any(|it| it.state == State::Absent) {
            absent.push(weight.name);
        }
    }
    if !wrong.is_empty() {
        let names = wrong.join(" ");
        return Err(Exit::failure(format!(
            "not what they should be: {names}; remove them with `roundtable models rm {names}` and fetch them again with \
             `roundtable models pull {names}`"
        )));
    }
    if !absent.is_empty() {
        let names = absent.join(" ");
        return Err(Exit::failure(format!("incomplete: {names}; download with `roundtable models pull {names}`")));
    }
    Ok(())
}

fn as_text(weight: &Weight, checked: &Checked) -> String {
    let path = checked.path.display();
    let found = match &checked.state {
        State::Right => format!("ok  {path}"),
        State::Absent => format!("!!  {path} is absent"),
        State::Wrong { bytes, sha256 } => format!(
            "!!  {path} has {bytes} bytes with sha256 {sha256}, expected {} bytes with {}",
            checked.file.bytes, checked.file.sha256
        ),
    };
    format!("{}  {found}", weight.name)
}

fn as_json(weight: &Weight, checked: &Checked) -> String {
    let (state, bytes, sha256) = match &checked.state {
        State::Right => ("right", Some(checked.file.bytes), Some(checked.file.sha256)),
        State::Absent => ("absent", None, None),
        State::Wrong { bytes, sha256 } => ("wrong", Some(*bytes), Some(sha256.as_str())),
    };
    json!({
        "name": weight.name, "file": checked.file.name, "path": checked.path.display().to_string(), "state": state,
        "bytes": bytes, "sha256": sha256,
        "expected": { "bytes": checked.file.bytes, "sha256": checked.file.sha256 },
    })
    .to_string()
}
