//! A belief as simulated participants state and parse it: one thing leads to another, or does not.
//!
//! It has few fixed sentence forms, so that a comparison of words can tell what was said. Not here: who says what.
use debate::Polarity;
use std::collections::BTreeSet;

/// A parsed statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statement<'a> {
    /// A cause and its effect, or the lack of one.
    Link { cause: &'a str, effect: &'a str, polarity: Polarity },
    /// Any other statement.
    Plain(&'a str),
}

/// The sentence forms of a link, as shown in prompts and as stated.
const FORMS: [(&str, Polarity); 6] = [
    (" does not lead to ", Polarity::Hinders),
    (" do not lead to ", Polarity::Hinders),
    (" leads to ", Polarity::Furthers),
    (" lead to ", Polarity::Furthers),
    (" works against ", Polarity::Hinders),
    (" work against ", Polarity::Hinders),
];

impl<'a> Statement<'a> {
    /// Parses a belief or a sentence.
    pub(super) fn of(words: &'a str) -> Statement<'a> {
        let words = words.trim().trim_end_matches(['.', '!', '?']);
        let link = |(form, polarity): &(&str, Polarity)| {
            let (cause, effect) = words.split_once(form)?;
            Some(Statement::Link { cause, effect, polarity: *polarity })
        };
        FORMS.iter().find_map(link).unwrap_or(Statement::Plain(words))
    }

    /// All statements of a text.
    pub(super) fn all(text: &'a str) -> Vec<Statement<'a>> {
        text.split_inclusive(". ").map(Statement::of).collect()
    }

    /// The statement as a sentence.
    pub(super) fn said(&self) -> String {
        let words = match self {
            Statement::Link { cause, effect, polarity: Polarity::Furthers } => {
                format!("{cause} {} {effect}", Polarity::Furthers.verb(cause))
            }
            Statement::Link { cause, effect, polarity: Polarity::Hinders } => {
                let not = if Polarity::Furthers.verb(cause) == "lead to" { "do not" } else { "does not" };
                format!("{cause} {not} lead to {effect}")
            }
            Statement::Plain(words) => (*words).to_owned(),
        };
        format!("{}.", capital(&words))
    }

    /// What would falsify it.
    pub(super) fn falsifier(&self) -> String {
        let contrary = match self {
            Statement::Link { cause, effect, polarity: Polarity::Furthers } => {
                format!("{cause} without {effect} after it")
            }
            Statement::Link { cause, effect, polarity: Polarity::Hinders } => format!("{cause} with {effect} after it"),
            Statement::Plain(words) => format!("a case in which it is not so that {words}"),
        };
        format!("I would think again if somebody showed me {contrary}.")
    }

    /// Whether both are about the same two things.
    pub(super) fn is_about_the_same(&self, other: &Statement<'_>) -> bool {
        match (self, other) {
            (
                Statement::Link { cause, effect, .. },
                Statement::Link { cause: other_cause, effect: other_effect, .. },
            ) => {
                ends(other_cause, cause) && begins(other_effect, effect)
                    || ends(cause, other_cause) && begins(effect, other_effect)
            }
            (Statement::Plain(one), Statement::Plain(other)) => one.eq_ignore_ascii_case(other),
            (Statement::Link { .. }, Statement::Plain(_)) | (Statement::Plain(_), Statement::Link { .. }) => false,
        }
    }

    /// Whether both can't be true.
    pub(super) fn contradicts(&self, other: &Statement<'_>) -> bool {
        match (self, other) {
            (Statement::Link { polarity, .. }, Statement::Link { polarity: others, .. }) => {
                polarity != others && self.is_about_the_same(other)
            }
            (Statement::Plain(one), Statement::Plain(other)) => prose::opposition::opposed(one, other).is_some(),
            (Statement::Link { .. }, Statement::Plain(_)) | (Statement::Plain(_), Statement::Link { .. }) => false,
        }
    }
}

fn ends(text: &str, with: &str) -> bool {
    text.to_lowercase().ends_with(&with.to_lowercase())
}

fn begins(text: &str, with: &str) -> bool {
    text.to_lowercase().starts_with(&with.to_lowercase())
}

/// A text with a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}

/// The content words of a text.
pub(super) fn content(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|it| it.chars().count() > 3 && it != "lead" && it != "leads").collect()
}

/// How close a text is to a subject: how many words they share, and the share of these in the text.
pub(super) fn closeness(text: &str, subject: &BTreeSet<String>) -> (usize, usize) {
    let own = content(text);
    let shared = own.intersection(subject).count();
    (shared, shared * 1_000 / own.len().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-31: a statement is parsed as the belief it expresses, and only the opposite contradicts it.
    #[test]
    fn a_belief_survives_being_said() {
        let held = Statement::of("rent works against thrift");
        let said = held.said();
        assert_eq!(said, "Rent does not lead to thrift.");
        let heard = Statement::all(&said);
        assert!(heard[0].is_about_the_same(&held) && !heard[0].contradicts(&held));
        assert!(Statement::of("rent leads to thrift").contradicts(&heard[0]));
        assert!(!Statement::of("thrift leads to rent").contradicts(&heard[0]));
        assert!(!Statement::of("rent leads to debt").contradicts(&heard[0]));
    }
}
