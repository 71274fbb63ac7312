//! The dependencies of a crate, parsed from `cargo tree`.
//!
//! `cargo metadata` would need one call for all crates, but it unifies their features: a pure crate would be blamed for features that another
//! crate enables. `cargo tree` resolves each crate separately.

use std::path::Path;

use anyhow::Result;

use crate::process;

/// A dependency, and the path to it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// From the direct dependency down to the crate itself.
    pub(crate) way: Vec<String>,
    /// Whether it is a crate of this workspace.
    pub(crate) ours: bool,
}

impl Seen {
    pub(crate) fn name(&self) -> &str {
        self.way.last().map_or("", String::as_str)
    }
}

/// All normal dependencies of the crate in `folder`, on any platform, with all its features.
pub(crate) fn of(folder: &str) -> Result<Vec<Seen>> {
    let manifest = format!("{folder}/Cargo.toml");
    let shape = ["--edges", "normal", "--all-features", "--target", "all", "--prefix", "depth", "--format", "{p}"];
    let printed = process::read(process::cargo(&[&["tree", "--manifest-path", &manifest], &shape[..]].concat()))?;
    Ok(parse(&printed, &process::root()))
}

fn parse(printed: &str, root: &Path) -> Vec<Seen> {
    let ours_mark = format!("({}/", root.display());
    let mut way: Vec<String> = Vec::new();
    let mut seen = Vec::new();
    for line in printed.lines() {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let (depth, package) = line.split_at(digits);
        let (Ok(depth), Some(name)) = (depth.parse::<usize>(), package.split(' ').next()) else { continue };
        // Depth 0 is the crate itself, which is not part of the path.
        let Some(above) = depth.checked_sub(1) else { continue };
        way.truncate(above);
        way.push(name.to_owned());
        seen.push(Seen { way: way.clone(), ours: package.contains(&ours_mark) });
    }
    seen
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::parse;

    #[test]
    fn the_way_to_each_crate_is_kept() {
        let printed = "\
0store v0.1.0 (/house/crates/store)
1debate v0.1.0 (/house/crates/debate)
2serde v1.0.1
3serde_derive v1.0.1 (proc-macro)
1sqlx v0.9.0
2serde v1.0.1 (*)
1debate v7.0.0 (/elsewhere/debate)
";
        let seen = parse(printed, Path::new("/house"));
        let ways: Vec<_> = seen.iter().map(|seen| (seen.way.join(">"), seen.ours)).collect();
        let expected = [
            ("debate", true),
            ("debate>serde", false),
            ("debate>serde>serde_derive", false),
            ("sqlx", false),
            ("sqlx>serde", false),
            ("debate", false),
        ];
        assert_eq!(ways, expected.map(|(way, ours)| (way.to_owned(), ours)));
    }
}
