//! A pure crate's `clippy.toml` bans what the crate rules can't see: the standard library's clock and unordered maps.

use crate::crate_rules::CRATE_RULES;
use crate::files::File;
use crate::finding::Finding;

const BANNED: &[&str] = &["std::collections::HashMap", "std::time::Instant", "std::time::SystemTime"];

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let pure = CRATE_RULES.iter().filter(|rule| rule.is_pure());
    let settings = pure.map(|rule| format!("{}/clippy.toml", rule.folder));
    settings
        .flat_map(|path| match files.iter().find(|file| file.path == path) {
            Some(file) => check_settings(&file.path, &file.text),
            None => vec![Finding::new(path, 1, "a pure crate without its own lints: copy another pure crate's file")],
        })
        .collect()
}

fn check_settings(path: &str, text: &str) -> Vec<Finding> {
    let list = text.lines().skip_while(|line| !line.starts_with("disallowed-types")).take_while(|line| *line != "]");
    let banned: Vec<&str> = list.filter(|line| !line.trim_start().starts_with('#')).filter_map(first_quoted).collect();
    let missing = BANNED.iter().filter(|name| !banned.contains(name));
    missing.map(|name| Finding::new(path, 1, format!("`{name}` is not banned: add it to `disallowed-types`"))).collect()
}

/// One ban a line, as in `{ path = "std::time::Instant", reason = "…" },`.
fn first_quoted(line: &str) -> Option<&str> {
    line.split('"').nth(1)
}

#[cfg(test)]
mod tests {
    use super::{check, check_settings};
    use crate::finding::lines;

    const GOOD: &str = r#"
disallowed-types = [
  { path = "std::collections::HashMap", reason = "its order could change a debate" },
  { path = "std::time::Instant", reason = "the time is an event" },
  { path = "std::time::SystemTime", reason = "the time is an event" },
]
"#;

    #[test]
    fn a_ban_that_is_missing_or_commented_out_is_found() {
        assert_eq!(lines(&check_settings("c", GOOD)), "");
        let bad = GOOD.replace("  { path = \"std::time::Instant\"", "  # { path = \"std::time::Instant\"");
        let expected = "c:1: `std::time::Instant` is not banned: add it to `disallowed-types`";
        assert_eq!(lines(&check_settings("c", &bad)), expected);
        assert_eq!(check_settings("c", &GOOD.replace("types", "methods")).len(), 3);
    }

    #[test]
    fn a_pure_crate_without_settings_is_found() {
        assert!(lines(&check(&[])).contains("crates/debate/clippy.toml:1: a pure crate without its own lints"));
    }
}
