//! Wording that the terminal and all exports share.
//!
//! It contains no markup or colour: each surface escapes text in its own way. Not here: prompts.
pub mod ballot;
pub mod panel;
pub mod ruling;
pub mod verdict;
pub mod why;

use debate::event::{Fork, RoundKind};
use debate::{Discipline, Name, Question, Role, Vulnerability, text};

/// Words on one line, without terminal controls, cut to `most` characters: between words where that keeps more than half.
pub fn one_line(words: &str, most: usize) -> String {
    let line = text::one_line(&text::clean(words).text);
    if line.chars().count() <= most {
        return line;
    }
    let kept: String = line.chars().take(most.saturating_sub(1)).collect();
    let is_between_words = line.get(kept.len()..).is_some_and(|it| it.starts_with(' '));
    let words_end = kept.rfind(' ').filter(|it| !is_between_words && it * 2 > kept.len());
    format!("{}…", kept.get(..words_end.unwrap_or(kept.len())).unwrap_or(&kept).trim_end())
}

/// A participant's name: one line and short, whoever wrote the log.
pub fn name(name: &Name) -> String {
    one_line(name.as_str(), 64)
}

/// A seat's role, discipline or alias, if it has one.
pub fn manner(role: Option<Role>, discipline: Option<Discipline>, alias: Option<&Name>) -> Option<String> {
    let role = role.map(|it| it.to_string());
    let discipline = discipline.map(|it| it.to_string());
    let alias = alias.map(|it| format!("known as {}", name(it)));
    let parts: Vec<String> = [role, discipline, alias].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Words with a capital at the beginning.
pub fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", chars.as_str())
}

/// The name of a metric for people; its key in JSON stays (E-22).
pub fn metric(key: &'static str) -> &'static str {
    match key {
        "stability" => "kept ballots",
        "text similarity" => "alike wording",
        "text shift" => "position change",
        "evidence" => "shared sources",
        key => key,
    }
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

/// A vulnerability, with its mitigation.
pub fn vulnerability(Vulnerability { vulnerability, mitigation }: &Vulnerability) -> String {
    match mitigation {
        Some(mitigation) => format!("{vulnerability} Met by: {mitigation}"),
        None => format!("{vulnerability} (no mitigation)"),
    }
}

/// A question, with its addressee.
pub fn question(Question { to, text }: &Question) -> String {
    format!("{}: {text}", to.as_ref().map_or("all", Name::as_str))
}

/// The origin of a fork.
pub fn forked(fork: &Fork) -> String {
    format!("forked from {} after its event {}", one_line(fork.debate.as_str(), 64), fork.upto)
}

/// Milliseconds in readable form.
pub fn duration(ms: u64) -> String {
    match ms {
        0..1_000 => format!("{ms} ms"),
        1_000..60_000 => format!("{:.1} s", ms as f64 / 1_000.0),
        _ => format!("{} min {} s", ms / 60_000, ms % 60_000 / 1_000),
    }
}

/// US dollars in readable form.
pub fn money(usd: Option<f64>) -> String {
    match usd {
        None => "cost unknown".to_owned(),
        Some(0.0) => "no cost".to_owned(),
        Some(usd) if usd < 0.01 => format!("${usd:.4}"),
        Some(usd) => format!("${usd:.2}"),
    }
}

/// Tokens in readable form.
pub fn tokens(count: u64) -> String {
    if count < 10_000 { count.to_string() } else { format!("{:.1}k", count as f64 / 1_000.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-12: a line contains no terminal controls.
    #[test]
    fn a_line_is_a_line() {
        assert_eq!(one_line("one \u{1b}[2J\u{1b}]0;title\u{7}\n two\u{202e}", 80), "one [2J]0;title two");
        assert_eq!(one_line("one two three", 8), "one two…");
        assert_eq!(one_line("one two three", 11), "one two…", "no word is cut");
        assert_eq!(one_line("onetwothree four", 8), "onetwot…", "but one that is longer than half of the line");
    }
}
