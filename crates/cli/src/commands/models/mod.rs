//! `models`: lists available models, their providers and prices (I-10, O-01).
pub(super) mod weights;

use crate::args::Models;
use crate::context;
use crate::exit::Exit;
use crate::print;
use models::Provider;
use setup::providers::listing::{Row, all};
use setup::providers::{Answer, ModelRegistry};
use setup::settings::{Env, Settings};

/// Prints a row for each model; providers that did not answer are reported on standard error.
pub(crate) async fn run(args: &Models, settings: &Settings, env: Env<'_>) -> Result<(), Exit> {
    let registry = ModelRegistry::new(settings, env)?;
    let answers = registry.ask_all().await;
    let rows = all(&registry, &answers);
    let width = Some(context::style(true).screen()).filter(|it| *it > 0).unwrap_or(usize::MAX);
    let lines = if args.json { json(&rows)? } else { text(&rows, width) };
    lines.iter().try_for_each(print::line)?;
    unasked(&answers).iter().for_each(print::note);
    Ok(())
}

fn json(rows: &[Row]) -> Result<Vec<String>, Exit> {
    rows.iter().map(|row| serde_json::to_string(row).map_err(Exit::failure)).collect()
}

/// The table: on a narrow terminal without families, then without prices.
fn text(rows: &[Row], screen: usize) -> Vec<String> {
    let head = ["MODEL", "WHERE", "FAMILY", "USD/M IN", "USD/M OUT"].map(str::to_owned);
    let body = rows.iter().map(|row| {
        let name = format!("{}/{}", row.provider, row.model);
        [name, row.place.clone(), row.family.clone(), usd(row.input), usd(row.output)]
    });
    let cells: Vec<[String; 5]> = std::iter::once(head).chain(body).collect();
    let width =
        |column: fn(&[String; 5]) -> &String| cells.iter().map(|row| column(row).chars().count()).max().unwrap_or(0);
    let (one, two, three) = (width(|[it, ..]| it), width(|[_, it, ..]| it), width(|[_, _, it, ..]| it));
    let (with_prices, whole) = (one + two + 23, one + two + three + 25);
    let line = |[name, place, family, input, output]: &[String; 5]| match screen {
        screen if screen >= whole => format!("{name:one$}  {place:two$}  {family:three$}  {input:>8}  {output:>9}"),
        screen if screen >= with_prices => format!("{name:one$}  {place:two$}  {input:>8}  {output:>9}"),
        screen if screen >= one + two + 2 => format!("{name:one$}  {place}").trim_end().to_owned(),
        // Below the name, so that the variable to set is whole.
        screen => [name.clone(), format!("    {place}")]
            .map(|it| console::truncate_str(&it, screen, "…").into_owned())
            .join("\n"),
    };
    cells.iter().map(line).collect()
}

/// A price to a tenth of a cent; a dash if it is unknown.
fn usd(price: Option<f64>) -> String {
    match price {
        Some(price) => {
            let exact = format!("{price:.3}");
            exact.strip_suffix('0').map_or(exact.clone(), str::to_owned)
        }
        None => "-".to_owned(),
    }
}

/// Providers that should have answered and did not. Local servers that are not running share a line.
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

    fn registry() -> ModelRegistry {
        let env =
            |name: &str| matches!(name, "ANTHROPIC_API_KEY" | "MISTRAL_API_KEY").then(|| "sk-secret-123".to_owned());
        ModelRegistry::new(&Settings::default(), &env).unwrap()
    }

    /// I-10, O-40
    #[test]
    fn a_model_has_a_place_and_a_price_and_no_key_is_shown() {
        let registry = registry();
        let find = |name: &str| registry.gateway().catalog().find(name).unwrap();
        let listed = Ok(vec!["qwen3:8b".to_owned(), "nomic-embed-text".to_owned()]);
        let answers = [
            (find("anthropic"), Some(late())),
            (find("openai"), None),
            (find("ollama"), Some(listed)),
            (find("vllm"), Some(late())),
            (find("lmstudio"), Some(late())),
        ];
        let rows = all(&registry, &answers);
        let shown =
            [text(&rows, usize::MAX), unasked(&answers), json(&rows[rows.len() - 2..]).unwrap()].concat().join("\n");
        assert!(!shown.contains("sk-secret"));
        // Public prices change with the catalogue.
        let shown: Vec<&str> = shown
            .lines()
            .map(|line| {
                line.split_once("  gpt").or(line.split_once("  claude")).map_or(line, |(start, _)| start.trim_end())
            })
            .collect();
        insta::assert_snapshot!(shown.join("\n"), @r#"
        MODEL                       WHERE                FAMILY  USD/M IN  USD/M OUT
        anthropic/claude-sonnet-5   key set
        anthropic/claude-haiku-4-5  key set
        openai/gpt-5.4              set OPENAI_API_KEY
        openai/gpt-5.4-mini         set OPENAI_API_KEY
        ollama/qwen3:8b             local                qwen        0.00       0.00
        local/qwen2.5-coder-1.5b    to download, 1.1 GB  qwen        0.00       0.00
        local/smollm2-135m          to download, 98 MB   smollm      0.00       0.00
        sim/1                       rehearsal            sim         0.00       0.00
        could not ask `anthropic`: no answer within 5 s
        no answer from local servers: vllm, lmstudio
        {"provider":"local","model":"smollm2-135m","where":"to download, 98 MB","available":true,"family":"smollm","input":0.0,"output":0.0}
        {"provider":"sim","model":"1","where":"rehearsal","available":true,"family":"sim","input":0.0,"output":0.0}
        "#);
    }

    /// I-12: on a terminal no line is wider than that.
    #[test]
    fn a_table_of_models_fits() {
        let rows = all(&registry(), &[]);
        let whole = console::measure_text_width(&text(&rows, usize::MAX)[0]);
        for (width, has_prices, has_families) in [(whole, true, true), (whole - 1, true, false), (40, false, false)] {
            let lines = text(&rows, width);
            assert!(
                lines.iter().flat_map(|it| it.lines()).all(|it| console::measure_text_width(it) <= width),
                "{width}: {lines:#?}"
            );
            assert_eq!((lines[0].contains("USD"), lines[0].contains("FAMILY")), (has_prices, has_families), "{width}");
        }
    }

    #[test]
    fn prices_are_short() {
        for (price, expected) in [(Some(3.0), "3.00"), (Some(0.075), "0.075"), (Some(0.25), "0.25"), (None, "-")] {
            assert_eq!(usd(price), expected);
        }
    }
}
