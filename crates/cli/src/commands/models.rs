//! `models`: who can be seated, where they are and what they cost (I-10, O-01).
use crate::args::Models;
use crate::exit::Exit;
use crate::print;
use crate::settings::{Env, Settings};
use crate::table::{Answer, EMBEDDED, Table, can_speak, chats};
use local::weights::{Weight, size};
use models::Provider;
use serde::Serialize;

/// Prints a row for each model; who could not be asked is said on standard error.
pub(crate) async fn run(args: &Models, settings: &Settings, env: Env<'_>) -> Result<(), Exit> {
    let table = Table::new(settings, env)?;
    let answers = table.ask_all().await;
    let rows = all(&table, &answers);
    let lines = if args.json { json(&rows)? } else { text(&rows) };
    lines.iter().try_for_each(print::line)?;
    unasked(&answers).iter().for_each(print::note);
    Ok(())
}

/// Everybody who can be seated, or could be: those of providers, those in this process, and who rehearses.
pub(crate) fn all(table: &Table, answers: &[(&Provider, Option<Answer>)]) -> Vec<Row> {
    let elsewhere = answers.iter().flat_map(|(provider, answer)| rows(table, provider, answer.as_ref()));
    elsewhere.chain(chats().map(|it| embedded(table, it))).chain([rehearsal()]).collect()
}

/// A model that can be seated, or could be.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) provider: String,
    pub(crate) model: String,
    /// Why it can be used, or what is missing.
    #[serde(rename = "where")]
    pub(crate) place: String,
    pub(crate) available: bool,
    family: String,
    /// US dollars per million tokens of prompt and of answer.
    pub(crate) input: Option<f64>,
    pub(crate) output: Option<f64>,
}

/// The models of a provider: those it lists, or those suggested if it can't be asked but may be used.
fn rows(table: &Table, provider: &Provider, answer: Option<&Answer>) -> Vec<Row> {
    let has_key = table.has_key(provider);
    let (models, available) = match answer {
        Some(Ok(listed)) => (listed.as_slice(), true),
        Some(Err(_)) if has_key => (provider.suggested.as_slice(), true),
        Some(Err(_)) => return Vec::new(),
        None => (provider.suggested.as_slice(), false),
    };
    let place = match (available, &provider.key_env) {
        (false, Some(variable)) => format!("set {variable}"),
        (true, Some(_)) if has_key => "key set".to_owned(),
        (true | false, _) if provider.is_local() => "local".to_owned(),
        (true | false, Some(_) | None) => "no key needed".to_owned(),
    };
    let row = |model: &String| {
        let price = table.price(&format!("{}/{model}", provider.name));
        Row {
            provider: provider.name.clone(),
            model: model.clone(),
            place: place.clone(),
            available,
            family: models::family(model),
            input: price.map(|(input, _)| input),
            output: price.map(|(_, output)| output),
        }
    };
    models.iter().filter(|model| can_speak(model)).map(row).collect()
}

/// A model that runs in this process; its weights are fetched when it is first seated.
fn embedded(table: &Table, weight: &Weight) -> Row {
    let is_held = table.weights().find(weight).is_some();
    let place = if is_held { "in this process".to_owned() } else { format!("fetched first, {}", size(weight.bytes())) };
    Row {
        provider: EMBEDDED.to_owned(),
        model: weight.name.to_owned(),
        place,
        available: true,
        family: models::family(weight.name),
        input: Some(0.0),
        output: Some(0.0),
    }
}

fn rehearsal() -> Row {
    Row {
        provider: engine::sim::PROVIDER.to_owned(),
        model: "1".to_owned(),
        place: "rehearsal".to_owned(),
        available: true,
        family: engine::sim::PROVIDER.to_owned(),
        input: Some(0.0),
        output: Some(0.0),
    }
}

fn json(rows: &[Row]) -> Result<Vec<String>, Exit> {
    rows.iter().map(|row| serde_json::to_string(row).map_err(Exit::failure)).collect()
}

fn text(rows: &[Row]) -> Vec<String> {
    let head = ["MODEL", "WHERE", "FAMILY", "USD/M IN", "USD/M OUT"].map(str::to_owned);
    let body = rows.iter().map(|row| {
        let name = format!("{}/{}", row.provider, row.model);
        [name, row.place.clone(), row.family.clone(), usd(row.input), usd(row.output)]
    });
    let cells: Vec<[String; 5]> = std::iter::once(head).chain(body).collect();
    let width =
        |column: fn(&[String; 5]) -> &String| cells.iter().map(|row| column(row).chars().count()).max().unwrap_or(0);
    let (one, two, three) = (width(|[it, ..]| it), width(|[_, it, ..]| it), width(|[_, _, it, ..]| it));
    let line = |[name, place, family, input, output]: &[String; 5]| {
        format!("{name:one$}  {place:two$}  {family:three$}  {input:>8}  {output:>9}")
    };
    cells.iter().map(line).collect()
}

/// A price to a tenth of a cent; a dash if nobody knows it.
fn usd(price: Option<f64>) -> String {
    match price {
        Some(price) => {
            let exact = format!("{price:.3}");
            exact.strip_suffix('0').map_or(exact.clone(), str::to_owned)
        }
        None => "-".to_owned(),
    }
}

/// Who should have answered and did not. Local servers that merely don't run share a line.
fn unasked(answers: &[(&Provider, Option<Answer>)]) -> Vec<String> {
    let (mut silent, mut notes) = (Vec::new(), Vec::new());
    for (provider, answer) in answers {
        match answer {
            Some(Err(_)) if provider.is_local() => silent.push(provider.name.as_str()),
            Some(Err(error)) => notes.push(format!("could not ask `{}`: {error}", provider.name)),
            Some(Ok(_)) | None => {}
        }
    }
    if !silent.is_empty() {
        notes.push(format!("no answer from local servers: {}", silent.join(", ")));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use models::Error;
    use std::time::Duration;

    fn late() -> Answer {
        Err(Error::TimedOut { after: Duration::from_secs(5) })
    }

    fn table() -> Table {
        let env =
            |name: &str| matches!(name, "ANTHROPIC_API_KEY" | "MISTRAL_API_KEY").then(|| "sk-secret-123".to_owned());
        Table::new(&Settings::default(), &env).unwrap()
    }

    /// I-10, O-40
    #[test]
    fn a_model_has_a_place_and_a_price_and_no_key_is_shown() {
        let table = table();
        let find = |name: &str| table.gateway().catalog().find(name).unwrap();
        let listed = Ok(vec!["qwen3:8b".to_owned(), "nomic-embed-text".to_owned()]);
        let answers = [
            (find("anthropic"), Some(late())),
            (find("openai"), None),
            (find("ollama"), Some(listed)),
            (find("vllm"), Some(late())),
            (find("lmstudio"), Some(late())),
        ];
        let rows = all(&table, &answers);
        let shown = [text(&rows), unasked(&answers), json(&rows[rows.len() - 2..]).unwrap()].concat().join("\n");
        assert!(!shown.contains("sk-secret"));
        // The public prices change with the list.
        let shown: Vec<&str> = shown
            .lines()
            .map(|line| {
                line.split_once("  gpt").or(line.split_once("  claude")).map_or(line, |(start, _)| start.trim_end())
            })
            .collect();
        insta::assert_snapshot!(shown.join("\n"), @r#"
        MODEL                       WHERE                  FAMILY  USD/M IN  USD/M OUT
        anthropic/claude-sonnet-5   key set
        anthropic/claude-haiku-4-5  key set
        openai/gpt-5.4              set OPENAI_API_KEY
        openai/gpt-5.4-mini         set OPENAI_API_KEY
        ollama/qwen3:8b             local                  qwen        0.00       0.00
        local/qwen2.5-coder-1.5b    fetched first, 1.1 GB  qwen        0.00       0.00
        local/smollm2-135m          fetched first, 98 MB   smollm      0.00       0.00
        sim/1                       rehearsal              sim         0.00       0.00
        could not ask `anthropic`: no answer within 5 s
        no answer from local servers: vllm, lmstudio
        {"provider":"local","model":"smollm2-135m","where":"fetched first, 98 MB","available":true,"family":"smollm","input":0.0,"output":0.0}
        {"provider":"sim","model":"1","where":"rehearsal","available":true,"family":"sim","input":0.0,"output":0.0}
        "#);
    }

    #[test]
    fn prices_are_short() {
        for (price, expected) in [(Some(3.0), "3.00"), (Some(0.075), "0.075"), (Some(0.25), "0.25"), (None, "-")] {
            assert_eq!(usd(price), expected);
        }
    }
}
