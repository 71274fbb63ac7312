//! Size limits: 500 lines of Rust, 60 of `main.rs`, 249 of ARCHITECTURE.md; 900 words of README.md. Tests may be longer.

use crate::files::File;
use crate::finding::Finding;

/// The most words of README.md, as `wc -w` counts them: a newcomer reads it in a few minutes.
const README_WORDS: usize = 900;

pub(super) fn check(file: &File) -> Vec<Finding> {
    if file.path == "README.md" {
        return readme(file);
    }
    let Some((most, mend)) = limit(file) else { return vec![] };
    let lines = file.text.lines().count();
    if lines <= most {
        return vec![];
    }
    vec![Finding::new(&file.path, most + 1, format!("{lines} lines where {most} are the most: {mend}"))]
}

fn readme(file: &File) -> Vec<Finding> {
    let words = file.text.split_whitespace().count();
    if words <= README_WORDS {
        return vec![];
    }
    let message = format!("{words} words where {README_WORDS} are the most: move details to `docs/`");
    vec![Finding::new(&file.path, 1, message)]
}

fn limit(file: &File) -> Option<(usize, &'static str)> {
    let is_test = file.folders().any(|folder| folder == "tests")
        || file.name() == "tests.rs"
        || file.name().ends_with("_tests.rs");
    match file.name() {
        "main.rs" if !is_test => Some((60, "move what it does into modules")),
        _ if file.is_rust() && !is_test => Some((500, "split it by what its parts are about")),
        _ if file.path == "ARCHITECTURE.md" => Some((249, "say less, or move it next to the code")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::files::sample;
    use crate::finding::lines;

    fn check_lines(path: &str, count: usize) -> String {
        sample(&[(path, &"x\n".repeat(count))]).iter().map(|file| lines(&check(file))).collect()
    }

    #[test]
    fn a_file_over_its_limit_is_found() {
        let expected =
            "crates/debate/src/a.rs:501: 501 lines where 500 are the most: split it by what its parts are about";
        assert_eq!(check_lines("crates/debate/src/a.rs", 501), expected);
        assert!(check_lines("crates/cli/src/main.rs", 61).contains("61 lines where 60"));
        assert!(check_lines("ARCHITECTURE.md", 250).contains("250 lines where 249"));
    }

    /// README.md is limited in words, however they are broken into lines; a README elsewhere is not.
    #[test]
    fn a_readme_with_too_many_words_is_found() {
        let check_words = |path: &str, count: usize| {
            let text = "word word\n".repeat(count / 2) + if count % 2 == 1 { "word\n" } else { "" };
            sample(&[(path, &text)]).iter().map(|file| lines(&check(file))).collect::<String>()
        };
        let expected = "README.md:1: 901 words where 900 are the most: move details to `docs/`";
        assert_eq!(check_words("README.md", 901), expected);
        assert_eq!(check_words("README.md", 900), "");
        assert_eq!(check_words("docs/examples/README.md", 2_000), "");
    }

    #[test]
    fn a_file_at_its_limit_and_tests_of_any_length_pass() {
        assert_eq!(check_lines("crates/debate/src/a.rs", 500), "");
        assert_eq!(check_lines("crates/cli/src/main.rs", 60), "");
        assert_eq!(check_lines("ARCHITECTURE.md", 249), "");
        for path in ["crates/a/tests/it/main.rs", "crates/a/src/tests.rs", "crates/a/src/fold_tests.rs", "docs/long.md"]
        {
            assert_eq!(check_lines(path, 900), "", "{path}");
        }
    }
}
