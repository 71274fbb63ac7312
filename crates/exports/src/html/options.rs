//! What there was to choose from, by letters that are the same all over the page.
//!
//! What is held in the end has the letter that the argument graph gives it; what nobody holds any more follows. Not here: which positions
//! are one (`analysis::positions`).
use super::figures::clipped;
use super::markup::Anchor;
use analysis::argument::Graph;
use analysis::checks::Check;
use analysis::decide::table::{Choice, Table};
use analysis::exit;
use debate::{Debate, Name};
use std::collections::{BTreeMap, BTreeSet};

/// An option of the page.
pub(super) struct Named {
    /// Its letter.
    pub(super) letter: String,
    /// What it says, in the words of somebody.
    pub(super) text: String,
    /// Who is for it in the end.
    pub(super) held_by: Vec<Name>,
    /// How strong its reasons make it is asked of the graph at this place; absent where nobody holds it any more.
    pub(super) place: Option<usize>,
}

/// The options of the page, and who was for which in each round.
pub(super) struct Options<'a> {
    /// By letter.
    pub(super) all: Vec<Named>,
    held: BTreeMap<(u32, usize), usize>,
    debate: &'a Debate,
}

/// The longest text of an option, in characters. Ours: three lines.
const LONGEST: usize = 320;

impl<'a> Options<'a> {
    /// The options of a debate.
    pub(super) fn of(debate: &'a Debate, graph: &Graph, checks: &[Check]) -> Options<'a> {
        let drawn = graph.options().filter_map(|place| Some((place, graph.node(place)?)));
        let mut all: Vec<Named> = drawn
            .map(|(place, it)| Named {
                letter: it.id.clone(),
                text: clipped(&it.text, LONGEST),
                held_by: it.by.clone(),
                place: Some(place),
            })
            .collect();
        let mut held = BTreeMap::new();
        if let Some(standing) = exit::standing(debate) {
            let table = Table::of(debate, &standing, checks);
            let mut taken = BTreeSet::new();
            let mut named = Vec::new();
            for choice in &table.options {
                let at = matching(&all, choice, &taken).unwrap_or_else(|| {
                    let text = choice.voice().and_then(|it| it.turn.position.as_deref()).unwrap_or_default();
                    let (letter, text) = (letter(all.len()), clipped(text, LONGEST));
                    all.push(Named { letter, text, held_by: names(choice), place: None });
                    all.len() - 1
                });
                taken.insert(at);
                named.push(at);
            }
            for (round, ballots) in table.ballots() {
                let told = ballots.iter().filter_map(|it| Some((it.voter, *named.get(it.option?)?)));
                held.extend(told.map(|(seat, option)| ((round, seat), option)));
            }
        }
        Options { all, held, debate }
    }

    /// What a seat was for in a round, as far as it can be told.
    pub(super) fn held(&self, round: u32, seat: usize) -> Option<(&Named, Anchor)> {
        let at = *self.held.get(&(round, seat))?;
        Some((self.all.get(at)?, Anchor::option(at)))
    }

    /// Where the option with that letter is told.
    pub(super) fn anchor(&self, letter: &str) -> Option<Anchor> {
        self.all.iter().position(|it| it.letter == letter).map(Anchor::option)
    }

    /// Whether there are rounds of which nobody read who was for what: long debates are read at both ends.
    pub(super) fn is_partly_read(&self) -> bool {
        let mut spoken = self.debate.rounds.iter().filter(|it| !it.spoken.is_empty());
        spoken.any(|round| !round.spoken.iter().any(|it| self.held.contains_key(&(round.number, it.seat))))
    }
}

fn names(choice: &Choice<'_>) -> Vec<Name> {
    choice.held.iter().map(|it| it.by.clone()).collect()
}

/// The option that more of those who hold a choice hold than any other that has no choice yet.
fn matching(all: &[Named], choice: &Choice<'_>, taken: &BTreeSet<usize>) -> Option<usize> {
    let shared = |it: &Named| choice.held.iter().filter(|held| it.held_by.contains(&held.by)).count();
    let free = all.iter().enumerate().filter(|(at, it)| !taken.contains(at) && it.place.is_some());
    let (best, count) = free.map(|(at, it)| (at, shared(it))).rev().max_by_key(|(_, count)| *count)?;
    (count > 0).then_some(best)
}

/// `A`, `B` … `Z`, then `A2`, as the graph has it.
fn letter(at: usize) -> String {
    let letter = char::from(b'A' + (at % 26) as u8);
    if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26 + 1) }
}
