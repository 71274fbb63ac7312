//! Claims and sources that are named somewhere in a view and listed nowhere: an id that is shown has its entry (D-31).
use super::View;
use super::state::{cite, claim_line};
use crate::state::Debate;
use crate::state::registry;
use crate::text;
use std::collections::BTreeSet;

/// The entries that are missing, claims first, in at most `room` tokens; those that do not fit are counted.
pub(super) fn lines(debate: &Debate, view: &View, round: u32, room: usize) -> String {
    let state = &view.state;
    let texts: Vec<&str> = [&state.claims, &state.evidence, &state.standing, &state.disputes, &view.to_you]
        .into_iter()
        .chain(view.parts.iter().map(|it| &it.text))
        .map(String::as_str)
        .collect();
    let mut out = String::new();
    // A claim that is added names sources and other claims: these have their entries too.
    for _ in 0..2 {
        let shown = || texts.iter().copied().chain([out.as_str()]);
        let (claims, sources) = (missing('C', shown), missing('E', shown));
        if claims.is_empty() && sources.is_empty() {
            break;
        }
        let claims = claims.into_iter().filter_map(|it| claim_line(debate, round.max(1), it));
        let lines: Vec<String> = claims.chain(sources.into_iter().map(|it| cite(debate, round, it))).collect();
        out.extend(lines);
    }
    within(out, room)
}

/// As many of these lines as fit, and how many do not.
fn within(lines: String, mut room: usize) -> String {
    // What the line on those left out may take.
    const NOTE: usize = 16;
    if text::tokens(&lines) <= room {
        return lines;
    }
    room = room.saturating_sub(NOTE);
    let mut out = String::new();
    for line in lines.lines() {
        let Some(rest) = room.checked_sub(text::tokens(line) + 1) else { break };
        room = rest;
        out.push_str(line);
        out.push('\n');
    }
    let left_out = lines.lines().count() - out.lines().count();
    format!("{out}(left out for want of room: {left_out} of those that are named)\n")
}

/// The places of ids with this letter that are named and begin no line.
fn missing<'a, I: Iterator<Item = &'a str>>(letter: char, texts: impl Fn() -> I) -> BTreeSet<usize> {
    let place = |id: &str| id.get(1..).and_then(|it| it.parse::<usize>().ok()).and_then(|it| it.checked_sub(1));
    let lines = || texts().flat_map(str::lines).filter(|it| !it.starts_with("(left out"));
    let listed: BTreeSet<usize> = lines()
        .filter_map(|it| it.strip_prefix("| ")?.split([' ', ':']).next())
        .filter(|it| it.starts_with(letter))
        .filter_map(place)
        .collect();
    let named: BTreeSet<usize> = lines().flat_map(|it| registry::ids(letter, it)).filter_map(place).collect();
    named.difference(&listed).copied().collect()
}
