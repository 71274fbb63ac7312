//! The first screen of a verdict, with the same wording in every output (I-01).
//!
//! An outsider can read it in twenty seconds. Not here: layout (terminal, Markdown, HTML).
use super::{BasisLine, Label, Verdict, wording};
use crate::measure::convergence::shared_words;
use debate::{Name, Standing, Vote, text};
use serde::Serialize;

/// A verdict as data, on every surface: the first screen, then the rest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document<'a> {
    /// The first screen.
    pub screen: Screen,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: &'a Verdict,
}

/// The first screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Screen {
    /// The decision with the number of holders, or a note that there is none.
    pub headline: String,
    /// The label, and whether it was tested.
    pub label: String,
    /// The position of the most confident holder, verbatim.
    pub position: Option<String>,
    /// That holder and its confidence: `north, 0.95`.
    pub by: Option<String>,
    /// The rows below.
    pub rows: Vec<Row>,
}

/// A row of the first screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its title.
    pub title: &'static str,
    /// Its text.
    pub text: String,
}

/// Titles of rows.
const LOST: &str = "Lost";
const ALONE: &str = "Alone they would have said";
const QUESTION: &str = "Question";
const NEXT: &str = "Next step";
const OTHER_RULES: &str = "Another rule";
/// Assumptions without any one of which the arguments would still favour the decision.
const WEAKEST: &str = "Weakest assumptions (none turns it alone)";
/// The result of a rule that can't decide.
const TIE: &str = "a tie";
/// The label of a debate that is not over.
const OPEN: &str = "not over";
/// Terms and claims that share more words than this fraction are not listed together. Ours.
const NEAR: f64 = 0.45;

/// How much of each row is said.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Maximum columns of the position, and of the next step.
    position: usize,
    /// Maximum columns of a claim, a source or a term in a row.
    item: usize,
    /// Maximum listed terms; terms of one participant only if there are no others.
    terms: usize,
    lone_terms: usize,
    /// Maximum claims and sources of the basis, and lines on changes.
    claims: usize,
    sources: usize,
    turns: usize,
    /// Maximum columns of one of these lines.
    turn: usize,
    /// Maximum columns of the reason why a seat was lost.
    reason: usize,
    /// Whether terms that say nearly the same, and those of one participant, are listed beside others.
    all_terms: bool,
}

/// Ours: three lines on a terminal for the position, a line and a half for an item, a claim of forty words with its id.
const BRIEF: Limits = Limits {
    position: 290,
    item: 160,
    terms: 4,
    lone_terms: 2,
    claims: 2,
    sources: 1,
    turns: 2,
    turn: 280,
    reason: 100,
    all_terms: false,
};

/// Everything.
const FULL: Limits = Limits {
    position: usize::MAX,
    item: usize::MAX,
    terms: usize::MAX,
    lone_terms: usize::MAX,
    claims: usize::MAX,
    sources: usize::MAX,
    turns: usize::MAX,
    turn: usize::MAX,
    reason: usize::MAX,
    all_terms: true,
};

impl Verdict {
    /// It with its first screen, as data.
    pub fn document(&self) -> Document<'_> {
        Document { screen: self.screen(), verdict: self }
    }

    /// It with another next step: a surface adds its own command, or knows more of the debate's state.
    pub fn with_next_step(&self, next_step: String) -> Verdict {
        let mut verdict = self.clone();
        verdict.decision.next_step = next_step;
        verdict
    }

    /// Builds the first screen.
    pub fn screen(&self) -> Screen {
        self.screen_of(&BRIEF)
    }

    /// The same with every word and every line.
    pub fn whole_screen(&self) -> Screen {
        self.screen_of(&FULL)
    }

    fn screen_of(&self, most: &Limits) -> Screen {
        let decision = &self.decision;
        let tested = if decision.is_tested { ", tested by an objection round" } else { "" };
        let answered = if decision.lost.is_empty() { "" } else { " of those who answered" };
        let by = decision.by.as_ref().map(|by| match decision.by_confidence {
            Some(confidence) => format!("{by}, {confidence:.2}"),
            None => by.to_string(),
        });
        let rows = [
            (LOST, self.lost(most)),
            ("Terms", self.terms(most)),
            ("Rests on", self.rests_on(most)),
            ("Would turn it", joined(decision.would_turn.iter().take(most.turns).map(|it| cut(it, most.turn)))),
            (WEAKEST, joined(decision.assumptions.iter().take(most.turns).map(|it| cut(it, most.turn)))),
            ("Does not hold it", self.others(most)),
            (ALONE, self.alone()),
            (OTHER_RULES, self.other_rules(most)),
            ("Confidence", decision.confidence.map(|it| format!("{it:.2}, pooled"))),
            (
                "Learned",
                self.learned.as_ref().and_then(|it| {
                    joined(std::iter::once(it.brief()).chain(it.says().iter().map(|it| cut(it, most.turn))))
                }),
            ),
            (QUESTION, self.question.clone()),
            (NEXT, Some(cut(&decision.next_step, most.position))),
        ];
        // Before its end, nothing is said that the next answer may undo; without a leading option, nothing on what it rests on.
        let is_tied = decision.is_tied;
        let is_told = |title: &str| match (&self.progress, &decision.headline) {
            // On a tie nothing is said to lead (B-06), so there is nothing that rests on anything.
            (_, Some(_)) if is_tied => matches!(title, LOST | ALONE | OTHER_RULES | QUESTION | NEXT),
            (None, _) => true,
            (Some(_), Some(_)) => title != OTHER_RULES,
            (Some(_), None) => matches!(title, LOST | QUESTION | NEXT),
        };
        let row =
            |(title, text): (&'static str, Option<String>)| Some(Row { title, text: text.filter(|_| is_told(title))? });
        let headline = decision.headline.clone().unwrap_or_else(|| self.undecided());
        let (headline, label) = match (&self.progress, &decision.headline) {
            (None, _) => (headline, format!("{}{answered}{tested}", decision.label)),
            (Some(progress), None) => (progress.clone(), OPEN.to_owned()),
            (Some(progress), Some(so_far)) => {
                let so_far = so_far.strip_prefix(wording::NO_DECISION).unwrap_or(so_far);
                (format!("{progress}; so far {so_far}"), OPEN.to_owned())
            }
        };
        Screen {
            headline,
            label,
            position: decision
                .position
                .as_deref()
                .filter(|_| !is_tied)
                .map(|it| cut(&text::one_line(it), most.position)),
            by: by.filter(|_| !is_tied),
            rows: rows.into_iter().filter_map(row).collect(),
        }
    }

    /// The text shown without a decision.
    fn undecided(&self) -> String {
        let held = self.options.iter().filter(|it| !it.held_by.is_empty());
        let held: Vec<String> = held.map(|it| format!("{} ({})", it.headline, it.held_by.len())).collect();
        match (self.decision.label, held.as_slice()) {
            (Label::Insufficient, _) => "No decision: fewer than two ballots".to_owned(),
            (_, []) => "No option leads".to_owned(),
            (_, held) => format!("No option leads: {}, of {}", held.join(" · "), self.decision.of),
        }
    }

    /// `Cyn in rounds 1 and 2: unavailable (…)`: who was lost, when and why (I-03). Those who were lost alike share a line.
    fn lost(&self, most: &Limits) -> Option<String> {
        let mut alike: Vec<(Vec<&Name>, Vec<u32>, String)> = Vec::new();
        for participant in &self.participants {
            let lost: Vec<&super::Lost> = self.metadata.lost.iter().filter(|it| it.name == participant.name).collect();
            let Some(last) = lost.last() else { continue };
            let mut rounds: Vec<u32> = lost.iter().map(|it| it.round).collect();
            rounds.dedup();
            let why = format!("{} ({})", last.why, cut(&text::one_line(&last.detail), most.reason));
            match alike.iter_mut().find(|it| it.1 == rounds && it.2 == why) {
                Some((names, _, _)) => names.push(&participant.name),
                None => alike.push((vec![&participant.name], rounds, why)),
            }
        }
        let line = |(by, rounds, why): &(Vec<&Name>, Vec<u32>, String)| {
            let by: Vec<&str> = by.iter().map(|it| it.as_str()).collect();
            format!("{} in {}: {why}", by.join(", "), in_rounds(rounds))
        };
        joined(alike.iter().map(line))
    }

    /// `all: one day's review first · north, west: only if it shows coupling`: shared terms, then opposed ones, then those of several
    /// participants.
    fn terms(&self, limits: &Limits) -> Option<String> {
        let line = |it: &super::TermLine| {
            let who = if it.is_shared { "all".to_owned() } else { names(&it.asked_by) };
            let against = if it.opposed_by.is_empty() {
                String::new()
            } else {
                format!(" (opposed by {})", names(&it.opposed_by))
            };
            format!("{who}: {}{against}", clipped(&it.text, limits.item))
        };
        let mut terms: Vec<&super::TermLine> = self.decision.terms.iter().collect();
        terms.sort_by_key(|it| (!it.is_shared, it.opposed_by.is_empty(), std::cmp::Reverse(it.asked_by.len())));
        let is_lone = |it: &super::TermLine| !it.is_shared && it.opposed_by.is_empty() && it.asked_by.len() < 2;
        let most = if terms.first().is_some_and(|it| is_lone(it)) { limits.lone_terms } else { limits.terms };
        let mut shown: Vec<&super::TermLine> = Vec::new();
        for term in &terms {
            let is_near = shown.iter().any(|it| shared_words(&it.text, &term.text) > NEAR);
            let is_said = most == limits.lone_terms || !is_lone(term);
            if limits.all_terms || (shown.len() < most && !is_near && is_said) {
                shown.push(term);
            }
        }
        let more = terms.len() - shown.len();
        let more = (more > 0).then(|| format!("{more} more"));
        joined(shown.into_iter().map(line).chain(more))
    }

    /// The strongest claims, the source that most holders cite, and how much was opened (E-05).
    fn rests_on(&self, limits: &Limits) -> Option<String> {
        let of = |kind: char, most: usize| {
            self.decision.rests_on.iter().filter(move |it| it.id.starts_with(kind)).take(most)
        };
        let opened = self.decision.opened.and_then(|it| it.says());
        let rests = of('C', limits.claims).chain(of('E', limits.sources)).map(|it| resting(it, limits.item));
        joined(rests.chain(opened)).filter(|_| !self.decision.rests_on.is_empty())
    }

    /// Participants who do not hold the decision, and their votes on it.
    fn others(&self, most: &Limits) -> Option<String> {
        joined(self.dissent.iter().map(|it| {
            let holds = it.holds.as_deref().map_or("no ballot".to_owned(), |it| clipped(it, most.item));
            let stand = match it.vote {
                Some(Vote::Accept) => ", calls it the same",
                Some(Vote::Minor) => ", would sign it",
                Some(Vote::Blocker) => ", would not sign it",
                None => "",
            };
            let why = it.objection.as_deref().map(|it| format!(": {}", clipped(it, most.item))).unwrap_or_default();
            format!("{} ({holds}{stand}){why}", it.by)
        }))
    }

    /// The plain vote, for comparison (I-03, B-12).
    fn alone(&self) -> Option<String> {
        let said = self.plain_vote.says().filter(|_| self.ballot.is_some())?;
        let lost = self.metadata.lost.iter().filter(|it| it.round == 1).count();
        let lost = if lost == 0 { String::new() } else { format!("; {lost} lost") };
        // Whether it was said alone comes first: it is what must not be cut.
        let heard = self.plain_vote.heard().map(|it| format!("{it}: ")).unwrap_or_default();
        Some(format!("{heard}{said}{lost}"))
    }

    /// Rules with a different result (B-15).
    fn other_rules(&self, most: &Limits) -> Option<String> {
        let mut said: Vec<(&str, Vec<String>)> = Vec::new();
        for line in self.decision.ruling.iter().flat_map(|it| &it.by_rule) {
            let option = line.option.as_deref().unwrap_or(TIE);
            match said.iter_mut().find(|(it, _)| *it == option) {
                Some((_, rules)) => rules.push(line.rule.to_string()),
                None => said.push((option, vec![line.rule.to_string()])),
            }
        }
        let line = |(option, rules): &(&str, Vec<String>)| match *option {
            TIE => format!("a tie by {}", rules.join(", ")),
            option => format!("“{}” by {}", clipped(option, most.item), rules.join(", ")),
        };
        joined(said.iter().map(line))
    }
}

/// `round 1`, `rounds 1 and 2`, `rounds 1, 2 and 5`.
fn in_rounds(rounds: &[u32]) -> String {
    let words: Vec<String> = rounds.iter().map(u32::to_string).collect();
    match words.split_last() {
        Some((last, [])) => format!("round {last}"),
        Some((last, before)) => format!("rounds {} and {last}", before.join(", ")),
        None => "no round".to_owned(),
    }
}

fn resting(it: &BasisLine, most: usize) -> String {
    let standing = match it.standing {
        Some(Standing::Opened) => " (opened)",
        Some(Standing::Recalled) if it.id.starts_with('E') => " (recalled, not opened)",
        Some(Standing::Reported) => " (reported first-hand)",
        Some(Standing::Recalled | Standing::Reasoned) | None => "",
    };
    format!("{} {}{standing}", it.id, clipped(&it.title, most))
}

fn clipped(words: &str, most: usize) -> String {
    cut(text::one_line(words).trim_end_matches(['.', '。']), most)
}

/// The text, or its beginning with an ellipsis in so many columns, cut between words if there are any. An ideograph is two columns wide.
fn cut(words: &str, columns: usize) -> String {
    let (mut used, mut fits, mut word_ends) = (0, 0, 0);
    for (at, c) in words.char_indices() {
        // One column is reserved for the ellipsis.
        if used < columns {
            fits = at;
            if c.is_whitespace() {
                word_ends = at;
            }
        }
        used += if is_wide(c) { 2 } else { 1 };
        if used > columns {
            let end = if word_ends > fits / 2 { word_ends } else { fits };
            return format!("{}…", words.get(..end).unwrap_or_default().trim_end());
        }
    }
    words.to_owned()
}

/// Hangul, kana, ideographs and their marks, and emoji.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}' | '\u{FF00}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}' | '\u{1F300}'..='\u{1FAFF}'
        | '\u{20000}'..='\u{3FFFD}')
}

fn names(names: &[Name]) -> String {
    names.iter().map(Name::as_str).collect::<Vec<_>>().join(", ")
}

fn joined(items: impl Iterator<Item = String>) -> Option<String> {
    let items: Vec<String> = items.collect();
    (!items.is_empty()).then(|| items.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-01, B-21: a text that is cut has as many columns in every script, and is cut between words where there are any.
    #[test]
    fn a_text_is_cut_by_its_columns() {
        for (words, columns, expected) in [
            ("one two three", 13, "one two three"),
            ("one two three", 12, "one two…"),
            ("onetwothreefour", 8, "onetwot…"),
            ("まず二週間で棚卸しする", 22, "まず二週間で棚卸しする"),
            ("まず二週間で棚卸しする", 11, "まず二週間…"),
            ("", 3, ""),
        ] {
            assert_eq!(cut(words, columns), expected);
        }
    }
}
