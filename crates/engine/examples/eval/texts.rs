//! Evaluates the analysis of single texts on public sets: the kind of evidence.
//!
//! The product's tables were fitted on `dev.jsonl` of these sets, so the figures on those rows are optimistic; for unseen rows see the
//! held-out groups of `crates/analysis/examples/fit.rs`. Not here: pairs of texts (`measure`).
use crate::options::Options;
use debate::Kind;
use prose::evidence_kind;
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

/// A set: its rows, the human label of a row, the product's label, and the trivial baseline.
struct Set {
    name: &'static str,
    floor: f64,
    people: fn(&Value) -> Option<&'static str>,
    product: fn(&Value) -> &'static str,
}

const SETS: [Set; 1] = [Set {
    name: "ibm_evidence_types",
    floor: 0.797,
    people: |row| match text(row, "primary") {
        "EXPERT" => Some("documented"),
        "STUDY" => Some("empirical"),
        "ANECDOTAL" => Some("precedent"),
        _ => None,
    },
    product: |row| match evidence_kind::kind(text(row, "evidence")) {
        Kind::Documented => "documented",
        Kind::Empirical => "empirical",
        Kind::Precedent => "precedent",
        Kind::Logical | Kind::Preferential | Kind::Speculative => "none of them",
    },
}];

/// Measures and prints the available sets.
pub(crate) fn measure(options: &Options) -> Result<(), Box<dyn Error>> {
    println!(
        "\n{:<64}{:>8}{:>8}{:>8}",
        "single texts, macro-F1 (rows of the fit: it flatters)", "rows", "floor", "here"
    );
    for set in &SETS {
        let path = options.data.join(set.name).join("dev.jsonl");
        if !path.exists() {
            println!("  {:<62}{:>8}", set.name, "absent");
            continue;
        }
        let rows = read(&path)?;
        let asked: Vec<(&Value, &str)> = rows.iter().filter_map(|row| Some((row, (set.people)(row)?))).collect();
        let start = Instant::now();
        let said: Vec<(&str, &str)> = asked.iter().map(|(row, people)| (*people, (set.product)(row))).collect();
        let pace = said.len() as f64 / start.elapsed().as_secs_f64();
        let name = format!("{}, {pace:.0} texts a second", set.name);
        println!("  {name:<62}{:>8}{:>8.3}{:>8.3}", said.len(), set.floor, macro_f1(&said));
    }
    Ok(())
}

/// The mean F1 over the classes that the human labels use.
fn macro_f1(said: &[(&str, &str)]) -> f64 {
    let classes: BTreeSet<&str> = said.iter().map(|(people, _)| *people).collect();
    let of = |class: &&str| {
        let both = said.iter().filter(|(people, product)| people == class && product == class).count() as f64;
        let any = said.iter().flat_map(|(people, product)| [people, product]).filter(|it| *it == class).count() as f64;
        2.0 * both / any
    };
    classes.iter().map(of).sum::<f64>() / classes.len() as f64
}

fn text<'a>(row: &'a Value, name: &str) -> &'a str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn read(path: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("can't read `{}`: {error}", path.display()))?;
    let row = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| format!("`{}`, line {}: {error}", path.display(), number + 1).into())
    };
    text.lines().enumerate().map(row).collect()
}
