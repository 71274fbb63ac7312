//! The options by their letters on the ballot (B-01, B-03), and what each turn cast.
//!
//! A panel has no vote, and so none of these. Not here: who holds what
//! (`debate::state`), and how that is counted (`analysis::ballots`).
use super::figures::clipped;
use super::markup::Anchor;
use analysis::Verdict;
use analysis::argument::Graph;
use analysis::decision::verdict::OptionLine;
use debate::state::ResolvedBallot;
use debate::{Debate, Name, Round, Spoken};

/// An option of the page.
pub(super) struct Named {
    /// Its letter.
    pub(super) letter: String,
    /// Its words.
    pub(super) text: String,
    /// Its final holders.
    pub(super) held_by: Vec<Name>,
    /// Its index in the argument graph, which gives its strength; absent where nobody holds it any more.
    pub(super) place: Option<usize>,
    /// The verdict's line about it; absent for estimates.
    pub(super) line: Option<OptionLine>,
}

/// The options of the page.
pub(super) struct Options<'a> {
    /// All options, those with most holders first.
    pub(super) all: Vec<Named>,
    debate: &'a Debate,
}

/// The longest text of an option, in characters. Ours: three lines.
const LONGEST: usize = 320;

impl<'a> Options<'a> {
    /// The options of a debate.
    pub(super) fn of(debate: &'a Debate, verdict: &Verdict, graph: &Graph) -> Options<'a> {
        let listed = verdict.options.iter().map(|it| Named {
            letter: it.letter.to_string(),
            text: clipped(&it.headline, LONGEST),
            held_by: it.held_by.clone(),
            place: graph.place(&it.letter.to_string()),
            line: Some(it.clone()),
        });
        let mut all: Vec<Named> = listed.collect();
        if all.is_empty() {
            let drawn = graph.options().filter_map(|place| Some((place, graph.node(place)?)));
            all.extend(drawn.map(|(place, it)| Named {
                letter: it.id.clone(),
                text: clipped(&it.text, LONGEST),
                held_by: it.by.clone(),
                place: Some(place),
                line: None,
            }));
        }
        Options { all, debate }
    }

    /// The letter of the option that a turn held after its round, and its anchor; none where it held none.
    pub(super) fn held(&self, round: &Round, spoken: &Spoken) -> Option<(String, Option<Anchor>)> {
        let letter = match self.debate.held_after(spoken, round.number) {
            Some(held) => held.option().map(|it| it.to_string()),
            None => None,
        }?;
        let at = self.anchor(&letter);
        Some((letter, at))
    }

    /// The anchor of the option with that letter.
    pub(super) fn anchor(&self, letter: &str) -> Option<Anchor> {
        self.all.iter().position(|it| it.letter == letter).map(Anchor::option)
    }
}

/// The best guess of a turn that casts an estimate.
pub(super) fn guess(debate: &Debate, spoken: &Spoken) -> Option<String> {
    let held = debate.held(spoken)?;
    matches!(held, ResolvedBallot::Estimate(_)).then(|| analysis::decision::verdict::held(debate, held))
}
