//! The server's core does not depend on a surface: `http` and `mcp` use the core, never the other way round.

use crate::files::File;
use crate::finding::Finding;

const SERVER: &str = "crates/server/src/";
/// The surfaces, and the modules that combine them.
const SURFACES: &[&str] = &["http/", "mcp/", "lib.rs"];
/// Crates that only a surface may use. `schemars` and `utoipa`, which describe types for both, are not among them.
const OF_A_SURFACE: &[&str] =
    &["crate::http", "crate::mcp", "axum::", "hyper::", "hyper_util::", "rmcp::", "tower_http::"];

pub(super) fn check(file: &File) -> Vec<Finding> {
    let Some(place) = file.path.strip_prefix(SERVER) else { return vec![] };
    if SURFACES.iter().any(|it| place.starts_with(it)) {
        return vec![];
    }
    let code = (1..).zip(file.text.lines()).filter(|(_, line)| !line.trim_start().starts_with("//"));
    let lines = code.filter(|(_, line)| OF_A_SURFACE.iter().any(|it| line.contains(it)));
    let says = "the server's core uses a surface: move what both need out of `http` or `mcp`";
    lines.map(|(number, _)| Finding::new(&file.path, number, says)).collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::files::sample;
    use crate::finding::lines;

    #[test]
    fn surfaces_are_kept_out_of_the_core() {
        let found = |path: &str, text: &str| {
            let files = sample(&[(path, text)]);
            files.iter().map(|it| lines(&check(it))).collect::<String>()
        };
        for used in ["crate::mcp::client", "crate::http::view", "axum::Json", "rmcp::ErrorData"] {
            let text = format!("//! Core.\nuse {used};\n");
            let path = "crates/server/src/service.rs";
            assert!(found(path, &text).starts_with(&format!("{path}:2: the server's core")), "{used}");
            for path in
                ["crates/server/src/http/page.rs", "crates/server/src/mcp/tools/start.rs", "crates/local/src/desk.rs"]
            {
                assert_eq!(found(path, &text), "", "{path}");
            }
        }
        assert_eq!(
            found("crates/server/src/service.rs", "//! As `crate::mcp` has it.\nuse schemars::JsonSchema;\n"),
            ""
        );
    }
}
