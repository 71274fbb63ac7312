//! A violation: where, what, and how to fix it.

use std::fmt;

/// A violation, printed as `path:line: what, and how to fix it` so that editors can jump to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl Finding {
    pub(crate) fn new(path: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.into(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.path, self.line, self.message)
    }
}

/// Prints all findings in the order of paths, and fails if there is one.
pub(crate) fn report(mut findings: Vec<Finding>) -> anyhow::Result<()> {
    findings.sort();
    findings.dedup();
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => Ok(()),
        1 => anyhow::bail!("1 violation"),
        count => anyhow::bail!("{count} violations"),
    }
}

/// The findings as text, one a line, for the tests of the checks.
#[cfg(test)]
pub(crate) fn lines(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{Finding, report};

    #[test]
    fn a_finding_fails_the_report_and_none_does_not() {
        assert!(report(vec![]).is_ok());
        let twice = vec![Finding::new("a.rs", 3, "bad"), Finding::new("a.rs", 3, "bad")];
        assert_eq!(report(twice).unwrap_err().to_string(), "1 violation");
        assert_eq!(Finding::new("a.rs", 3, "bad").to_string(), "a.rs:3: bad");
    }
}
