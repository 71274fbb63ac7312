//! Strict, logic-free substitution: `{{name}}` and nothing else.
//!
//! Inserted text is not scanned again, so that a participant's words cannot name a variable.

/// A mismatch between a prompt file and its variables.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// The file asks for a variable that is not given.
    #[error("the prompt asks for `{0}`, which is not given")]
    Missing(String),
    /// A variable is given that the file does not ask for.
    #[error("`{0}` is given, which the prompt does not ask for")]
    Extra(String),
    /// A variable's name is not closed.
    #[error("the prompt has a `{{{{` without its `}}}}`")]
    Unclosed,
}

/// Fills a template. Every variable that it names must be given, and no other. Drops the file's last line end.
pub fn fill(template: &str, variables: &[(&str, &str)]) -> Result<String, TemplateError> {
    let mut rest = template.trim_end();
    let mut filled = String::with_capacity(rest.len() + variables.iter().map(|(_, value)| value.len()).sum::<usize>());
    let mut used = Vec::with_capacity(variables.len());
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").ok_or(TemplateError::Unclosed)?;
        let (_, value) = variables
            .iter()
            .find(|(known, _)| *known == name)
            .ok_or_else(|| TemplateError::Missing(name.to_owned()))?;
        filled.push_str(before);
        filled.push_str(value.trim_end());
        used.push(name);
        rest = after;
    }
    match variables.iter().find(|(name, _)| !used.contains(name)) {
        Some((name, _)) => Err(TemplateError::Extra((*name).to_owned())),
        None => {
            filled.push_str(rest);
            Ok(filled)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_takes_exactly_its_variables() {
        assert_eq!(fill("a {{x}} b\n", &[("x", "1\n")]), Ok("a 1 b".into()));
        assert_eq!(fill("{{x}}", &[("x", "{{y}}")]), Ok("{{y}}".into()), "a value is not a template");
        assert_eq!(fill("{{x}}", &[]), Err(TemplateError::Missing("x".into())));
        assert_eq!(fill("a", &[("x", "1")]), Err(TemplateError::Extra("x".into())));
        assert_eq!(fill("{{x", &[("x", "1")]), Err(TemplateError::Unclosed));
    }
}
