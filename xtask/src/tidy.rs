//! Rules for the tree that no compiler checks. One file for each check, and the list of them.
//!
//! Each check reads text and reports what is wrong and how to fix it. None changes a file.

mod conformance;
mod deciding;
mod dependencies;
mod headers;
mod leftovers;
mod links;
mod names;
mod paths;
mod prompts;
mod purity;
mod requirements;
mod sizes;
mod surfaces;

use anyhow::Result;

use crate::crate_rules;
use crate::files::{self, File};
use crate::finding::{self, Finding};

type OfAFile = fn(&File) -> Vec<Finding>;
type OfTheTree = fn(&[File]) -> Vec<Finding>;

const OF_A_FILE: &[OfAFile] =
    &[sizes::check, headers::check, names::check, leftovers::check, deciding::check, surfaces::check];
const OF_THE_TREE: &[OfTheTree] =
    &[prompts::check, purity::check, conformance::check, dependencies::check, links::check, paths::check];

/// Prints every violation; fails if there is one.
pub(crate) fn run() -> Result<()> {
    let files = files::read_all()?;
    let mut findings = crate_rules::check(&files)?;
    findings.extend(OF_A_FILE.iter().flat_map(|check| files.iter().flat_map(check)));
    findings.extend(OF_THE_TREE.iter().flat_map(|check| check(&files)));
    println!("    {} files looked at", files.len());
    finding::report(findings)
}
