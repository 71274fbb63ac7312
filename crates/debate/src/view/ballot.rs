//! The ballot and the terms in a prompt (B-02 … B-04). They are never cut, because they are decided on (D-31).
use super::Horizon;
use crate::ids::Name;
use crate::state::registry::Behind;
use crate::state::{Debate, ResolvedBallot};
use crate::text;
use std::borrow::Cow;

/// Options and terms as lines; each part may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BallotView {
    /// Every option with its letter and holders.
    pub options: String,
    /// Every term with its id and supporters.
    pub terms: String,
}

/// The ballot within `horizon`. Holders are omitted if answers are hidden.
pub fn ballot(debate: &Debate, horizon: Horizon) -> BallotView {
    let holders = debate.holders_at(horizon);
    let mut options = String::new();
    for (letter, option) in debate.options_at(horizon).into_iter().filter(|(_, it)| it.merged.is_none()) {
        let held = holders.iter().filter(|(_, it)| it.option() == Some(letter)).map(|(name, _)| name.as_str());
        let held: Vec<&str> = held.collect();
        let who = match held.as_slice() {
            // Before the first ballot, "no holders" carries no information.
            _ if debate.rules.hidden.answers || holders.is_empty() => String::new(),
            [] => ", held by nobody".to_owned(),
            names => format!(", held by {}", names.join(", ")),
        };
        options.push_str(&format!("| {letter}{who}: {}\n", text::one_line(&option.headline)));
    }
    for (name, held) in &holders {
        if let ResolvedBallot::Estimate(_) = held {
            options.push_str(&format!("| {name}: {}\n", super::standing::ballot(debate, *held)));
        }
    }
    BallotView { options, terms: terms(debate, horizon) }
}

/// `| T1 north+west-south: …` for each term.
fn terms(debate: &Debate, horizon: Horizon) -> String {
    let is_heard = horizon == Horizon::Now && debate.round().is_some_and(|it| it.in_turn);
    let registry = if is_heard { Cow::Owned(debate.entered().0) } else { Cow::Borrowed(&debate.registry) };
    let mut lines = String::new();
    for (place, term) in registry.terms.iter().enumerate() {
        let Behind { asked, opposed, withdrawn } = term.now();
        let mut who = asked.iter().map(Name::as_str).collect::<Vec<_>>().join("+");
        for (mark, names) in [('-', opposed), ('~', withdrawn)] {
            names.iter().for_each(|it| who.push_str(&format!("{mark}{it}")));
        }
        lines.push_str(&format!("| T{} {who}: {}\n", place + 1, text::one_line(&term.text)));
    }
    lines
}
