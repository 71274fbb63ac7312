//! Measures each analyst on each set of pairs, beside trivial baselines and our targets.
use crate::figures::{above, average_precision, best_macro_f1, cpu_s, macro_f1, share, spearman};
use crate::sets::{self, Item};
use debate::Relation;
use engine::{Analyst, Lexical, Local, Texts};
use local::embeddings::LocalSemantics;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

/// How many pairs of a set the entailment network gets: it takes a sixth of a second for each.
const SAMPLE: usize = 200;

/// A figure of an analyst on a set.
struct Figure {
    set: &'static str,
    name: &'static str,
    /// The trivial baseline, from the sets' own notes.
    floor: &'static str,
    /// Our target.
    target: &'static str,
    of: fn(&[(&Item, Relation)]) -> f64,
}

const FIGURES: &[Figure] = &[
    Figure { set: "sts_semeval", name: "Spearman", floor: "0.79", target: "≥ 0.78", of: follows },
    Figure {
        set: "sts_semeval",
        name: "alike (≥ 4), called opposed",
        floor: "",
        target: "< 0.03",
        of: |it| called(it, |item| item.alike >= 4.0, |relation| relation.opposed),
    },
    Figure { set: "sick", name: "Spearman", floor: "0.77", target: "≥ 0.75", of: follows },
    Figure {
        set: "sick",
        name: "contradictions called similar",
        floor: "0.46",
        target: "< 0.03",
        of: |it| called(it, |item| item.class == "CONTRADICTION", is_consensus),
    },
    Figure {
        set: "sick",
        name: "entailments called similar",
        floor: "",
        target: "",
        of: |it| called(it, |item| item.class == "ENTAILMENT", is_consensus),
    },
    Figure {
        set: "sick",
        name: "entailments called opposed",
        floor: "",
        target: "< 0.02",
        of: |it| called(it, |item| item.class == "ENTAILMENT", |relation| relation.opposed),
    },
    Figure {
        set: "perspectrum_take_pairs",
        name: "macro-F1 of 4",
        floor: "0.50",
        target: "≥ 0.53",
        of: |it| macro_f1(it.iter().map(|(item, relation)| (item.class.as_str(), take(relation)))),
    },
    Figure {
        set: "nixon_kennedy",
        name: "macro-F1 of 3",
        floor: "0.34",
        target: "≥ 0.36",
        of: |it| macro_f1(it.iter().map(|(item, relation)| (item.class.as_str(), argument(relation)))),
    },
    Figure {
        set: "mad_translation_debates",
        name: "sides called similar",
        floor: "0.95",
        target: "< 0.05",
        of: |it| called(it, |_| true, is_consensus),
    },
    Figure {
        set: "truthfulqa",
        name: "false answers called similar",
        floor: "0.39",
        target: "",
        of: |it| called(it, |item| item.class == "false", is_consensus),
    },
    Figure {
        set: "truthfulqa",
        name: "true answers called similar",
        floor: "",
        target: "",
        of: |it| called(it, |item| item.class == "true", is_consensus),
    },
    Figure {
        set: "argkp2021",
        name: "average precision",
        floor: "0.35",
        target: "",
        of: |it| {
            average_precision(&it.iter().map(|(item, said)| (said.similarity, item.alike > 0.0)).collect::<Vec<_>>())
        },
    },
    Figure {
        set: "argkp2021",
        name: "one side, called opposed",
        floor: "",
        target: "",
        of: |it| called(it, |_| true, |relation| relation.opposed),
    },
    Figure {
        set: "ukp_aspect",
        name: "macro-F1, best threshold",
        floor: "0.71",
        target: "",
        of: |it| best_macro_f1(&it.iter().map(|(item, said)| (said.similarity, item.alike > 0.0)).collect::<Vec<_>>()),
    },
];

/// An analyst, and how many pairs of a set it gets.
struct Column {
    name: &'static str,
    analyst: Box<dyn Analyst>,
    most: usize,
    /// Pairs compared in a CPU second, of the last set.
    speed: f64,
}

impl Column {
    fn new(name: &'static str, analyst: impl Analyst + 'static, most: usize) -> Self {
        Self { name, analyst: Box::new(analyst), most, speed: 0.0 }
    }

    /// The analyst's relations for a set, or for an even sample of it.
    async fn relate<'a>(&mut self, items: &'a [Item]) -> Result<Vec<(&'a Item, Relation)>, models::Error> {
        let items: Vec<&Item> = items.iter().step_by(items.len().div_ceil(self.most).max(1)).collect();
        let texts = items.iter().map(|it| Texts { topic: it.topic.as_deref(), a: &it.a, b: &it.b });
        let texts: Vec<Texts<'_>> = texts.collect();
        let before = cpu_s();
        let relations = self.analyst.relate(&texts).await?;
        self.speed = texts.len() as f64 / (cpu_s() - before);
        Ok(items.into_iter().zip(relations).collect())
    }
}

/// Measures every available analyst on every available set, and prints the table.
pub(crate) async fn measure(
    data: &Path,
    plain: Arc<LocalSemantics>,
    entailing: Option<Arc<LocalSemantics>>,
) -> Result<(), Box<dyn Error>> {
    let mut columns =
        vec![Column::new("lexical", Lexical, usize::MAX), Column::new("local", Local::new(plain), usize::MAX)];
    columns.extend(entailing.map(|it| Column::new("+ entailment", Local::new(it), SAMPLE)));
    print!("{:<26}{:<32}{:>7}{:>9}", "how two texts stand to each other", "", "floor", "target");
    columns.iter().for_each(|it| print!("{:>13}", it.name));
    println!();
    for figures in FIGURES.chunk_by(|one, other| one.set == other.set) {
        let Some(set) = figures.first().map(|it| it.set) else { continue };
        let Some(items) = sets::read(data, set)? else {
            println!("{set:<26}not in `{}`", data.display());
            continue;
        };
        let mut said = Vec::new();
        for column in &mut columns {
            said.push(column.relate(&items).await?);
        }
        for figure in figures {
            print!("{:<26}{:<32}{:>7}{:>9}", figure.set, figure.name, figure.floor, figure.target);
            said.iter().for_each(|it| print!("{:>13.3}", (figure.of)(it)));
            println!();
        }
        print!("{set:<26}{:<32}{:>7}{:>9}", "pairs in a CPU second", "", "");
        columns.iter().for_each(|it| print!("{:>13.0}", it.speed));
        println!();
    }
    println!("entailment: on up to {SAMPLE} pairs of a set, where its weights are here\n");
    Ok(())
}

fn is_consensus(relation: &Relation) -> bool {
    relation.similarity >= prose::thresholds::SIMILAR && !relation.opposed
}

/// The rank correlation of similarity with the human rating.
fn follows(said: &[(&Item, Relation)]) -> f64 {
    let (ours, theirs): (Vec<f64>, Vec<f64>) = said.iter().map(|(item, it)| (it.similarity, item.alike)).unzip();
    spearman(&ours, &theirs)
}

/// The share of some items for which an analyst's relation satisfies `is`.
fn called(said: &[(&Item, Relation)], which: fn(&Item) -> bool, is: fn(&Relation) -> bool) -> f64 {
    let of_them = said.iter().filter(|(item, _)| which(item));
    let flags: Vec<f64> = of_them.map(|(_, relation)| f64::from(u8::from(is(relation)))).collect();
    share(&flags, above(1.0))
}

/// The class of two takes on a claim.
fn take(relation: &Relation) -> &'static str {
    match relation {
        Relation { opposed: true, .. } => "opposed",
        Relation { on_topic: false, .. } => "off_topic",
        Relation { same_point: true, .. } => "same_point",
        Relation { .. } => "same_side_different_point",
    }
}

/// The class of two arguments of speakers.
fn argument(relation: &Relation) -> &'static str {
    match relation {
        Relation { opposed: true, .. } => "attack",
        Relation { on_topic: true, .. } => "support",
        Relation { .. } => "no_relation",
    }
}
