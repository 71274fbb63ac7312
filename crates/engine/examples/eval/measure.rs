//! Measures the components of the analysts: similarity and opposition, each alone.
use crate::figures::{above, auc, cpu_s, median, pearson, share, spearman};
use crate::options::Options;
use crate::pairs::{self, Judgement, Pair};
use local::embeddings::LocalSemantics;
use models::SemanticModel;
use std::error::Error;

/// How many pairs of each class the slow network gets.
const SAMPLE: usize = 200;

/// Runs and prints all measurements.
pub(crate) async fn measure(options: &Options, reader: &LocalSemantics) -> Result<(), Box<dyn Error>> {
    let sts = pairs::read(&options.data.join("sts_semeval/dev.jsonl"), "score")?;
    let sick = pairs::read(&options.data.join("sick/dev.jsonl"), "relatedness")?;

    println!("{:<64}{:>8}", "similarity follows meaning (E-10)", "");
    let (cpu, wall) = (cpu_s(), std::time::Instant::now());
    let sts_cosines = cosines(reader, &sts).await?;
    let sick_cosines = cosines(reader, &sick).await?;
    let (cpu, wall) = (cpu_s() - cpu, wall.elapsed().as_secs_f64());
    for (name, pairs, cosines) in [("sts_semeval", &sts, &sts_cosines), ("sick", &sick, &sick_cosines)] {
        let people: Vec<f64> = pairs.iter().map(|it| it.alike).collect();
        row(&format!("{name}, {} pairs: Spearman", pairs.len()), spearman(cosines, &people));
        row(&format!("{name}, {} pairs: Pearson", pairs.len()), pearson(cosines, &people));
    }
    let read = reader.texts().misses;
    println!("  {:<62}{:>8.0}", format!("{read} sentences: read in a CPU second"), read as f64 / cpu);
    println!("  {:<62}{:>8.0}", format!("{read} sentences: read in a second"), read as f64 / wall);

    let of = |class| by_class(&sick, &sick_cosines, class);
    println!("\na contradiction is not called similar (E-11), sick");
    row(
        "entailments over contradictions by cosine: AUC",
        auc(&of(Judgement::Entailment), &of(Judgement::Contradiction)),
    );
    row("contradictions with a cosine of 0.80 or more", share(&of(Judgement::Contradiction), above(0.80)));
    let flags: Vec<f64> = sick.iter().map(|it| f64::from(u8::from(is_opposed(&it.a, &it.b)))).collect();
    for class in Judgement::ALL {
        row(&format!("{class} that the words show to be opposed"), share(&by_class(&sick, &flags, class), above(1.0)));
    }
    for least in [0.60, 0.70, 0.80] {
        let same: Vec<f64> = sick_cosines
            .iter()
            .zip(&flags)
            .map(|(cosine, flag)| f64::from(u8::from(*cosine >= least && *flag < 1.0)))
            .collect();
        for class in Judgement::ALL {
            let name = format!("{class} called the same: cosine ≥ {least:.2}, not opposed");
            row(&name, share(&by_class(&sick, &same, class), above(1.0)));
        }
    }
    entailment(reader, &sick).await
}

/// The entailment network, if there is one.
async fn entailment(reader: &LocalSemantics, sick: &[Pair]) -> Result<(), Box<dyn Error>> {
    let mut scores: Vec<Vec<f64>> = Vec::new();
    let cpu = cpu_s();
    for class in Judgement::ALL {
        let sample = sick.iter().filter(|it| it.judgement == Some(class)).take(SAMPLE);
        let there: Vec<(&str, &str)> = sample.map(|it| (it.a.as_str(), it.b.as_str())).collect();
        let back: Vec<(&str, &str)> = there.iter().map(|(a, b)| (*b, *a)).collect();
        let (Some(there), Some(back)) = (reader.contradict(&there).await?, reader.contradict(&back).await?) else {
            println!("\nno entailment network: `roundtable models pull policy-nli-xsmall` to measure it");
            return Ok(());
        };
        scores.push(there.iter().zip(&back).map(|(one, other)| f64::from(one.max(*other))).collect());
    }
    let cpu = cpu_s() - cpu;
    println!("\nthe entailment network, sick, up to {SAMPLE} pairs of each class, the higher of both directions");
    for (class, scores) in Judgement::ALL.iter().zip(&scores) {
        row(&format!("{class}: median"), median(scores));
        row(&format!("{class}: 0.90 or more"), share(scores, above(0.90)));
    }
    if let [entailments, contradictions, neutrals] = scores.as_slice() {
        row("contradictions over entailments: AUC", auc(contradictions, entailments));
        row("contradictions over neutrals: AUC", auc(contradictions, neutrals));
    }
    println!("  {:<62}{:>8.0}", "CPU milliseconds for a direction", cpu * 1e3 / reader.pairs().misses.max(1) as f64);
    Ok(())
}

/// Whether words alone show opposition.
fn is_opposed(a: &str, b: &str) -> bool {
    prose::opposition::opposed(a, b).is_some()
}

async fn cosines(reader: &LocalSemantics, pairs: &[Pair]) -> Result<Vec<f64>, models::Error> {
    let texts: Vec<&str> = pairs.iter().flat_map(|it| [it.a.as_str(), it.b.as_str()]).collect();
    let vectors = reader.embed(&texts).await?;
    let cosine = |pair: &[models::Vector]| match pair {
        [a, b] => a.iter().zip(b.iter()).map(|(a, b)| f64::from(a * b)).sum(),
        _ => 0.0,
    };
    Ok(vectors.chunks(2).map(cosine).collect())
}

fn by_class(pairs: &[Pair], figures: &[f64], class: Judgement) -> Vec<f64> {
    pairs.iter().zip(figures).filter(|(pair, _)| pair.judgement == Some(class)).map(|(_, figure)| *figure).collect()
}

fn row(name: &str, figure: f64) {
    println!("  {name:<62}{figure:>8.3}");
}
