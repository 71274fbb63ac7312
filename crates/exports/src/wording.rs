//! Words for what a debate is made of, the same on a terminal and in every file that is handed over.
//!
//! Nothing here is markup or colour: whoever shows a text escapes it in their own way. Not here: what is said to models.
pub mod ballot;
pub mod panel;
pub mod ruling;
pub mod verdict;
pub mod why;

use debate::event::{Fork, RoundKind};
use debate::{Discipline, Name, Question, Role, Vulnerability, text};

/// Somebody's words on one line, without what a terminal would obey, cut to `most` characters.
pub fn one_line(words: &str, most: usize) -> String {
    let line = text::one_line(&text::clean(words).text);
    if line.chars().count() <= most {
        return line;
    }
    let kept: String = line.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A participant's name: one line, and not a long one, whoever wrote the log.
pub fn name(name: &Name) -> String {
    one_line(name.as_str(), 64)
}

/// What the mode makes of a seat, if anything.
pub fn manner(role: Option<Role>, discipline: Option<Discipline>, alias: Option<&Name>) -> Option<String> {
    let role = role.map(|it| it.to_string());
    let discipline = discipline.map(|it| it.to_string());
    let alias = alias.map(|it| format!("known as {}", name(it)));
    let parts: Vec<String> = [role, discipline, alias].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Words as a sentence begins: with a capital.
pub fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", chars.as_str())
}

/// The heading of a round.
pub fn heading(round: u32, kind: RoundKind) -> String {
    match kind {
        RoundKind::Usual => format!("Round {round}"),
        RoundKind::Objection => format!("Round {round}: objections and alternatives only"),
        RoundKind::Opening => format!("Round {round}: openings"),
        RoundKind::Take => format!("Round {round}: takes on an aspect"),
        RoundKind::Ballot => format!("Round {round}: closing ballots, cast in secret"),
        RoundKind::Closing => format!("Round {round}: closings"),
    }
}

/// What can go wrong, with what meets it.
pub fn vulnerability(Vulnerability { vulnerability, mitigation }: &Vulnerability) -> String {
    match mitigation {
        Some(mitigation) => format!("{vulnerability} Met by: {mitigation}"),
        None => format!("{vulnerability} (no mitigation)"),
    }
}

/// A question with whom it goes to.
pub fn question(Question { to, text }: &Question) -> String {
    format!("{}: {text}", to.as_ref().map_or("all", Name::as_str))
}

/// Where a fork comes from.
pub fn forked(fork: &Fork) -> String {
    format!("forked from {} after its event {}", one_line(fork.debate.as_str(), 64), fork.upto)
}

/// Milliseconds as people say them.
pub fn duration(ms: u64) -> String {
    match ms {
        0..1_000 => format!("{ms} ms"),
        1_000..60_000 => format!("{:.1} s", ms as f64 / 1_000.0),
        _ => format!("{} min {} s", ms / 60_000, ms % 60_000 / 1_000),
    }
}

/// US dollars as people say them.
pub fn money(usd: Option<f64>) -> String {
    match usd {
        None => "cost unknown".to_owned(),
        Some(0.0) => "no cost".to_owned(),
        Some(usd) if usd < 0.01 => format!("${usd:.4}"),
        Some(usd) => format!("${usd:.2}"),
    }
}

/// Tokens as people say them.
pub fn tokens(count: u64) -> String {
    if count < 10_000 { count.to_string() } else { format!("{:.1}k", count as f64 / 1_000.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-12: what a terminal would obey is no part of a line.
    #[test]
    fn a_line_is_a_line() {
        assert_eq!(one_line("one \u{1b}[2J\u{1b}]0;title\u{7}\n two\u{202e}", 80), "one [2J]0;title two");
        assert_eq!(one_line("one two three", 8), "one two…");
    }
}
