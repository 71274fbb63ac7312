//! What the debate's rule of decision makes of it, its options, and what goes with a result (E-21).
//!
//! Debates older than such rules have none of this: they are decided as they were. Not here: the rules themselves (`decide`).
use super::{Dissent, Label, OptionLine, Resting, RuleLine, Ruling};
use crate::checks::Check;
use crate::decide::label::label;
use crate::decide::table::{Choice, Moved, Table};
use crate::decide::{Basis, Decided, Gate, decide};
use crate::exit::Agreement;
use debate::rules::Decide;
use debate::{Debate, Name, Round, Spoken};
use std::cmp::Reverse;

/// A debate under its rule of decision.
pub(super) struct Ruled<'a> {
    table: Table<'a>,
    rule: Decide,
    decided: Decided,
    /// The option that most are for in the end.
    debated: Option<usize>,
}

impl<'a> Ruled<'a> {
    /// Decides a debate that has a rule for it, where everybody stands as in `standing`.
    pub(super) fn of(debate: &'a Debate, standing: &'a Round, checks: &[Check]) -> Option<Ruled<'a>> {
        let rule = debate.rules.decide?;
        let table = Table::of(debate, standing, checks);
        let decided = decide(rule, &table.course, &table.given);
        let debated = decide(Decide::Majority, &table.course, &table.given).option;
        Some(Ruled { table, rule, decided, debated })
    }

    /// The option that was decided on.
    pub(super) fn chosen(&self) -> Option<&Choice<'a>> {
        self.table.options.get(self.decided.option?)
    }

    /// The option that most are for in the end.
    pub(super) fn debated(&self) -> Option<&Choice<'a>> {
        self.table.options.get(self.debated?)
    }

    /// The options that somebody opened with.
    pub(super) fn opened(&self) -> impl Iterator<Item = &Choice<'a>> {
        self.table.options.iter().filter(|it| !it.opened.is_empty())
    }

    /// How somebody came to what it is for in the end, where it opened with something else.
    pub(super) fn moved(&self, seat: usize) -> Option<Moved> {
        self.table.moved(seat)
    }

    /// Whether the decision is what most are for in the end.
    pub(super) fn follows_the_debate(&self) -> bool {
        self.decided.option.is_some() && self.decided.option == self.debated
    }

    /// Whether the decision is where the debate led, and nobody came to it without anything new.
    fn is_carried(&self) -> bool {
        self.follows_the_debate() && self.decided.basis != Basis::Uncarried && self.decided.bare == 0
    }

    /// The label, given what it would be by agreement alone, and how many of all `seats` hold the decision or would sign it: fewer than half
    /// agree on nothing. No agreement is a consensus on another decision. Nor is one that somebody only yielded to, where the rule looks at
    /// that: in recorded debates such unanimity was wrong more than twice as often as that of openings (docs/performance.md).
    pub(super) fn label(&self, by_agreement: Label, backing: usize, seats: usize) -> Label {
        let is_lonely = self.decided.option.is_some() && backing * 2 < seats;
        match by_agreement {
            Label::Consensus | Label::Partial if is_lonely => Label::Dissensus,
            Label::Consensus if !self.is_carried() => Label::Partial,
            Label::Consensus | Label::Partial | Label::Dissensus | Label::Insufficient | Label::Escalated => {
                by_agreement
            }
        }
    }

    /// The turn whose words stand for the decision.
    pub(super) fn voice(&self, standing: &'a Round, agreement: Option<&Agreement>) -> Option<&'a Spoken> {
        match agreement {
            Some(Agreement::Signed(name)) if self.follows_the_debate() => standing.said_by(name),
            Some(Agreement::Signed(_) | Agreement::Alike) | None => self.chosen()?.voice(),
        }
    }

    /// Who holds what was decided: those who are for it in the end, else those who opened with it.
    pub(super) fn holders(&self) -> Vec<&'a Spoken> {
        let Some(chosen) = self.chosen() else { return Vec::new() };
        if chosen.held.is_empty() { chosen.opened.clone() } else { chosen.held.clone() }
    }

    /// Whether this participant is for what was decided, where everybody stands.
    pub(super) fn is_held_by(&self, name: &Name) -> bool {
        self.chosen().is_some_and(|it| it.held.iter().any(|it| it.by == *name))
    }

    /// Whether nobody is for it any more.
    pub(super) fn is_left(&self) -> bool {
        self.chosen().is_some_and(|it| it.held.is_empty())
    }

    /// What to do where the decision is not what they came to, or nothing carried some of them there.
    pub(super) fn next_step(&self, agreement: Option<&Agreement>) -> Option<String> {
        let debated = self.debated()?;
        let (bare, held) = (self.decided.bare, debated.held.len());
        let words = named(debated)?;
        let (anything, nothing) = match self.table.given.gate {
            Gate::Open => ("anything new", "nothing new"),
            Gate::Checked => ("a fact that was checked", "no fact that was checked"),
        };
        let all = self.table.course.rounds.last().map_or(0, Vec::len);
        let who = if debated.held.len() == all { "all of them" } else { "most of them" };
        match (self.rule, self.decided.basis) {
            (Decide::Guarded, Basis::Openings) if !self.follows_the_debate() => Some(format!(
                "read both before you act: {who} ended on “{words}”, but too few of those who moved there brought {anything}, so the vote of the openings stands"
            )),
            (Decide::Guarded, Basis::Uncarried) => Some(format!(
                "look for what speaks for it before you act: {who} came to “{words}”, but too few of those who moved there brought {anything}, and the openings were split"
            )),
            (Decide::Guarded, Basis::Debate) if agreement.is_some() && bare > 0 => Some(format!(
                "ask who came over what convinced them before you act: {bare} of the {held} who agree moved there and brought {nothing}"
            )),
            (rule, _) if !self.follows_the_debate() => self.chosen().and_then(named).map(|decided| {
                format!(
                    "read both before you act: {who} ended on “{words}”, and by the rule `{rule}` it is “{decided}”"
                )
            }),
            (_, Basis::Openings | Basis::Uncarried | Basis::Debate | Basis::Count) => None,
        }
    }

    /// How it was decided, and how by the other rules.
    pub(super) fn ruling(&self) -> Ruling {
        let line = |rule: Decide| {
            let decided = decide(rule, &self.table.course, &self.table.given);
            let option = decided.option.and_then(|it| self.table.options.get(it));
            RuleLine {
                rule,
                option: option.and_then(named),
                agrees: decided.option == self.decided.option,
                why: decided.why,
            }
        };
        let others = Decide::ALL.into_iter().filter(|it| *it != self.rule);
        Ruling {
            rule: self.rule,
            basis: self.decided.basis,
            why: self.decided.why.clone(),
            by_rule: others.map(line).collect(),
        }
    }

    /// The options that somebody opened with or ended on, those with most for them first.
    pub(super) fn options(&self) -> Vec<OptionLine> {
        let names = |turns: &[&Spoken]| turns.iter().map(|it| it.by.clone()).collect::<Vec<Name>>();
        let mut options: Vec<OptionLine> = Vec::new();
        for (number, option) in self.table.options.iter().enumerate() {
            let Some(position) = option.voice().and_then(|it| it.turn.position.clone()) else { continue };
            let (held_by, opened_by) = (names(&option.held), names(&option.opened));
            let is_decided = self.decided.option == Some(number);
            if is_decided || !(held_by.is_empty() && opened_by.is_empty()) {
                options.push(OptionLine { label: label(&position), position, held_by, opened_by, is_decided });
            }
        }
        options.sort_by(|a, b| {
            let weight = |it: &OptionLine| (Reverse(it.held_by.len()), Reverse(it.opened_by.len()));
            weight(a).cmp(&weight(b)).then_with(|| a.position.cmp(&b.position))
        });
        options
    }

    /// What the decision rests on, and how many cite each: the sources of those who are for it (E-21).
    pub(super) fn rests_on(&self, debate: &Debate) -> Vec<Resting> {
        let holders = self.holders();
        let sources = debate.registry.evidence.iter().enumerate();
        let cited = sources.filter(|(_, it)| holders.iter().any(|holder| it.by.contains(&holder.by)));
        let mut resting: Vec<Resting> = cited
            .map(|(place, it)| Resting {
                id: format!("E{}", place + 1),
                title: it.title.clone(),
                cited_by: it.by.len(),
                of: debate.participants.len(),
            })
            .collect();
        resting.sort_by_key(|it| Reverse(it.cited_by));
        resting
    }
}

/// What an option is called.
fn named(option: &Choice<'_>) -> Option<String> {
    option.voice().and_then(|it| it.turn.position.as_deref()).map(label)
}

/// Those who are not for it, in their own words (E-21).
pub(super) fn dissent<'a>(dissenters: impl Iterator<Item = &'a Spoken>) -> Vec<Dissent> {
    let line = |it: &Spoken| {
        let (position, objection) = (it.turn.position.clone(), it.turn.objection.clone());
        Dissent { by: it.by.clone(), position, objection }
    };
    dissenters.map(line).collect()
}
