//! Decisions read no prose (B-10, B-20): modules that count, exit and conclude do not use the crate `prose`.

use crate::files::File;
use crate::finding::Finding;

/// The modules that count, exit and conclude, under `crates/analysis/src/`.
const DECIDING: &[&str] = &["ballots/", "decision/", "measure/groupthink.rs", "measure/statistics.rs"];

pub(super) fn check(file: &File) -> Vec<Finding> {
    let place = file.path.strip_prefix("crates/analysis/src/").unwrap_or_default();
    if !DECIDING.iter().any(|it| place.starts_with(it)) {
        return vec![];
    }
    let lines = (1..).zip(file.text.lines()).filter(|(_, line)| line.contains("prose::"));
    let says = "what decides a debate is counted from ballots: read texts elsewhere, or have participants declare it";
    lines.map(|(number, _)| Finding::new(&file.path, number, says)).collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::files::sample;
    use crate::finding::lines;

    #[test]
    fn prose_is_kept_out_of_what_decides() {
        let found = |path: &str| {
            let files = sample(&[(path, "//! Counts.\nuse prose::lexical;\n")]);
            files.iter().map(|it| lines(&check(it))).collect::<String>()
        };
        for path in ["crates/analysis/src/decision/label.rs", "crates/analysis/src/measure/groupthink.rs"] {
            assert!(found(path).starts_with(&format!("{path}:2: what decides")), "{path}");
        }
        for path in ["crates/analysis/src/crux/card.rs", "crates/personas/src/ballots/a.rs"] {
            assert_eq!(found(path), "", "{path}");
        }
    }
}
