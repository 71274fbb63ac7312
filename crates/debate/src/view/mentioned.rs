//! Claims and sources that a view mentions without listing them: every id shown must have its entry (D-31).
use super::View;
use super::state::{cite, claim_line};
use crate::state::Debate;
use crate::state::registry;
use crate::text;
use std::collections::BTreeSet;

/// The missing entries, claims first.
pub(super) fn lines(debate: &Debate, view: &View, round: u32) -> String {
    let state = &view.state;
    let mut ids = Ids::default();
    let texts = [&state.claims, &state.evidence, &state.standing, &state.disputes, &view.to_you];
    texts.into_iter().chain(view.parts.iter().map(|it| &it.text)).for_each(|it| ids.read(it));
    let mut out = String::new();
    // An added claim mentions sources and other claims, which need entries too.
    for _ in 0..2 {
        let (claims, sources) = (ids.claims.missing(), ids.sources.missing());
        if claims.is_empty() && sources.is_empty() {
            break;
        }
        let claims = claims.into_iter().filter_map(|it| claim_line(debate, round.max(1), it));
        let lines: String = claims.chain(sources.into_iter().map(|it| cite(debate, round, it))).collect();
        ids.read(&lines);
        out.push_str(&lines);
    }
    out
}

/// As many of these lines as fit into `space` tokens, and a count of the rest.
pub(super) fn within(lines: String, mut space: usize) -> String {
    // Tokens reserved for that count.
    const NOTE: usize = 16;
    if text::tokens(&lines) <= space {
        return lines;
    }
    space = space.saturating_sub(NOTE);
    let mut out = String::new();
    for line in lines.lines() {
        let Some(rest) = space.checked_sub(text::tokens(line) + 1) else { break };
        space = rest;
        out.push_str(line);
        out.push('\n');
    }
    let left_out = lines.lines().count() - out.lines().count();
    format!("{out}(left out for want of room: {left_out} of those that are named)\n")
}

/// The ids in texts.
#[derive(Default)]
struct Ids {
    claims: Places,
    sources: Places,
}

/// The indices of ids with one letter.
#[derive(Default)]
struct Places {
    /// Those that begin a line.
    listed: BTreeSet<usize>,
    named: BTreeSet<usize>,
}

impl Ids {
    fn read(&mut self, text: &str) {
        for line in text.lines().filter(|it| !it.starts_with("(left out")) {
            self.claims.read('C', line);
            self.sources.read('E', line);
        }
    }
}

impl Places {
    fn read(&mut self, letter: char, line: &str) {
        let place = |id: &str| registry::place(letter, id);
        let first = line.strip_prefix("| ").and_then(|it| it.split([' ', ':']).next());
        self.listed.extend(first.and_then(place));
        self.named.extend(registry::ids(letter, line).filter_map(place));
    }

    fn missing(&self) -> BTreeSet<usize> {
        self.named.difference(&self.listed).copied().collect()
    }
}
