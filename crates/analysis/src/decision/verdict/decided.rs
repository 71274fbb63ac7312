//! The decision of a debate's ballots: count, moves, rule, label.
use super::{Chosen, Dissent, Label, OptionConsent, OptionLine, PlainVote, RuleLine, Ruling, warnings, wording};
use crate::ballots::moves::{self, Move};
use crate::ballots::rules::{self, BallotHistory, Basis, Carried, Given, decide, settle};
use crate::ballots::{Count, FinalTurns, Voter, history};
use crate::evidence::checks::Check;
use debate::event::{Reason, RoundKind};
use debate::rules::Decide;
use debate::state::registry::Registry;
use debate::{Debate, Horizon, Letter, Name, Round, Spoken, Vote};
use std::cmp::Reverse;

/// A debate with counted ballots.
pub(super) struct Decided<'a> {
    pub(super) debate: &'a Debate,
    pub(super) count: Count<'a>,
    pub(super) moves: Vec<Move<'a>>,
    pub(super) label: Label,
    /// The decided option; none on a tie and for estimates. It is the rule's result unless nobody holds that any more.
    pub(super) option: Option<Letter>,
    /// The rule's result if nobody holds it any more, so that it is not the decision.
    forsaken: Option<Letter>,
    standing: FinalTurns<'a>,
    history: BallotHistory,
    given: Given,
    /// The rule's result as a decision; none for estimates.
    ruled: Option<rules::Decided>,
}

impl<'a> Decided<'a> {
    /// Counts a debate; none without a vote or speakers.
    pub(super) fn of(debate: &'a Debate, registry: &Registry, checks: &[Check]) -> Option<Decided<'a>> {
        debate.ballot.as_ref()?;
        let standing = FinalTurns::of(debate)?;
        let count = Count::of_final(debate, &standing);
        let moves = moves::moves(debate, registry, checks);
        let (history, given) = (history::history(debate, &standing, &moves), history::given(debate));
        let is_estimate = count.estimates().is_some();
        // A rule that needs rankings falls back to the majority if there are none (B-15).
        let ruled =
            || decide(debate.rules.decide, &history, &given).or_else(|| decide(Decide::Majority, &history, &given));
        let ruled = if is_estimate { None } else { ruled() };
        let option = ruled.as_ref().and_then(|it| it.option).map(|it| debate.letter(it));
        // An option that nobody holds can't be the decision, even if those who left it named no new evidence.
        let settled = ruled.as_ref().and_then(|_| settle(debate.rules.decide, &history, &given));
        let forsaken = option.filter(|_| settled.as_ref().is_some_and(|it| it.basis == Basis::Yielded));
        let ruled = settled.or(ruled);
        let option = ruled.as_ref().and_then(|it| it.option).map(|it| debate.letter(it));
        let label = Label::Dissensus;
        let mut decided = Decided { debate, count, moves, label, option, forsaken, standing, history, given, ruled };
        decided.label = decided.label();
        Some(decided)
    }

    fn label(&self) -> Label {
        let why = self.debate.closed.as_ref().map(|it| it.why);
        let leader = self.count.leader();
        match (why, self.count.label(self.option)) {
            (Some(Reason::Insufficient), _) | (_, Label::Insufficient) => Label::Insufficient,
            (Some(Reason::Escalated | Reason::NeedsContext), _) => Label::Escalated,
            _ if warnings::is_question_open(self.debate, self.standing.round) => Label::Escalated,
            // The rule decided on an option with fewer holders than another: agreement on the other does not count.
            (_, Label::Dissensus) if leader != self.option && self.count.label(leader) != Label::Dissensus => {
                Label::Partial
            }
            // The agreement came by yielding.
            (_, Label::Consensus) if self.forsaken.is_some() => Label::Partial,
            (_, label) => label,
        }
    }

    /// Whether only the vote of the openings decides between options with as many holders (B-06).
    pub(super) fn is_tied(&self) -> bool {
        self.debate.rules.decide == Decide::Guarded && self.option.is_some() && self.count.leader().is_none()
    }

    /// Whether the decision is the leading option.
    pub(super) fn follows_the_debate(&self) -> bool {
        self.option.is_some() && self.option == self.count.leader()
    }

    /// The holders of the decision, by seat; for estimates, all who cast one.
    pub(super) fn holders(&self) -> Vec<&Voter<'a>> {
        let holds = |it: &&Voter<'a>| match self.option {
            Some(option) => it.option() == Some(option),
            None => it.held.and_then(|it| it.estimate()).is_some(),
        };
        self.count.voters.iter().filter(holds).collect()
    }

    /// The most confident holder, the first by seat among equals; it speaks for the decision.
    pub(super) fn voice(&self) -> Option<&'a Spoken> {
        let sure = |it: &Spoken| it.turn.confidence.unwrap_or_default();
        let turns = self.holders().into_iter().map(|it| it.spoken);
        turns.reduce(|best, it| if sure(it) > sure(best) { it } else { best })
    }

    /// The first round with ballots.
    fn openings(&self) -> Option<&'a Round> {
        self.debate.rounds.first().filter(|it| it.kind != RoundKind::Ballot)
    }

    /// Participants who opened with an option, or with one merged into it since.
    fn openers(&self, option: Letter) -> impl Iterator<Item = Voter<'a>> {
        let voters = self.openings().map(|it| Count::of_round(self.debate, it).voters).unwrap_or_default();
        voters.into_iter().filter(move |it| it.option().map(|it| self.debate.resolved(it)) == Some(option))
    }

    pub(super) fn chosen(&self) -> Option<Chosen> {
        let letter = self.option?;
        let held_by = self.count.holders(letter).map(|it| it.name().clone()).collect();
        Some(Chosen { letter, headline: self.debate.headline(letter)?.to_owned(), held_by })
    }

    /// Whether an objection round left the decision, or the agreement of estimates, unchanged (B-14).
    pub(super) fn is_tested(&self) -> bool {
        let objected = self.debate.rounds.iter().rfind(|it| it.kind == RoundKind::Objection && !it.spoken.is_empty());
        let stood = |then: Count<'_>| match self.option {
            Some(option) => then.leader() == Some(option),
            None => then.is_unanimous(None) && self.count.is_unanimous(None),
        };
        objected.is_some_and(|it| stood(Count::of_round(self.debate, it)))
    }

    /// The deciding rule, and rules with a different result (B-15).
    pub(super) fn ruling(&self) -> Option<Ruling> {
        let ruled = self.ruled.as_ref()?;
        let line = |rule: Decide| {
            let other = decide(rule, &self.history, &self.given)?;
            let option = other.option.map(|it| self.debate.letter(it));
            let words = option.and_then(|it| self.debate.headline(it)).map(str::to_owned);
            (option != self.option).then_some(RuleLine { rule, option: words, why: other.why })
        };
        let rule = self.debate.rules.decide;
        let is_other = |it: &Decide| *it != rule || self.forsaken.is_some();
        let by_rule = Decide::ALL.into_iter().filter(is_other).filter_map(line).collect();
        let why = match self.forsaken.and_then(|it| self.debate.headline(it)) {
            Some(left) => format!(
                "most hold it, and came to it by yielding: what they named for it is not enough; but nobody holds “{left}” any more, which the openings voted for"
            ),
            None => ruled.why.clone(),
        };
        Some(Ruling { rule, basis: self.basis()?.0, why, by_rule })
    }

    /// The basis of the decision, and the number of holders with an uncarried move.
    pub(super) fn basis(&self) -> Option<(Basis, usize)> {
        let ruled = self.ruled.as_ref()?;
        Some(match self.forsaken {
            Some(_) => (Basis::Yielded, self.arrivals().1),
            None => (ruled.basis, ruled.bare),
        })
    }

    /// Participants who were asked in the deciding round, failed, and are not counted. Whoever argues a side has no ballot to lose.
    pub(super) fn lost(&self) -> Vec<Name> {
        let rounds = self.debate.rounds.iter().filter(|it| it.number >= self.standing.round);
        let failed: Vec<&Name> = rounds
            .flat_map(|it| &it.failed)
            .filter(|it| !self.debate.is_silence(it.why))
            .map(|it| &it.by)
            .filter(|name| self.standing.spoken.iter().all(|it| it.by != **name))
            .filter(|name| self.standing.kind == RoundKind::Ballot || !self.debate.is_arguing(name))
            .collect();
        let is_lost = |name: &Name| failed.contains(&name);
        self.debate.participants.iter().map(|it| &it.name).filter(|it| is_lost(it)).cloned().collect()
    }

    /// The plain vote of the openings, if the rule keeps it and nobody holds it any more.
    pub(super) fn forsaken(&self) -> Option<&'a str> {
        self.forsaken.and_then(|it| self.debate.headline(it))
    }

    /// The options, most holders first.
    pub(super) fn options(&self) -> Vec<OptionLine> {
        let live = self.debate.options_at(Horizon::Now).into_iter().filter(|(_, it)| it.merged.is_none());
        let line = |(letter, it): (Letter, debate::ballot::Choice)| OptionLine {
            letter,
            is_given: it.is_given(),
            headline: it.headline,
            held_by: self.count.holders(letter).map(|it| it.name().clone()).collect(),
            opened_by: self.openers(letter).map(|it| it.name().clone()).collect(),
            is_decided: self.option == Some(letter),
            said: self.said(letter),
            pooled: self.count.pooled(letter),
        };
        let mut lines: Vec<OptionLine> = live.map(line).collect();
        lines.sort_by_key(|it| (Reverse(it.held_by.len()), Reverse(it.opened_by.len()), it.letter));
        lines
    }

    /// Statements on an option by participants who do not hold it.
    fn said(&self, option: Letter) -> Vec<OptionConsent> {
        let others = self.count.voters.iter().filter(|it| it.option() != Some(option));
        let stand = |it: &Voter<'_>| {
            let said = self.count.said_of(it.name(), option)?;
            Some(OptionConsent { by: it.name().clone(), stand: said.stand, why: said.why.clone() })
        };
        others.filter_map(stand).collect()
    }

    /// A participant's vote on the decision, and its objection.
    pub(super) fn on_decision(&self, name: &Name) -> (Option<Vote>, Option<String>) {
        let voter = self.count.voters.iter().find(|it| it.name() == name);
        let (Some(option), Some(voter)) = (self.option, voter) else { return (None, None) };
        let vote = self.count.vote(voter, option);
        let said = self.count.said_of(name, option).filter(|_| vote != Some(Vote::Accept));
        (vote, said.and_then(|it| it.why.clone()))
    }

    /// Participants who do not hold the decision (B-11).
    pub(super) fn dissent(&self) -> Vec<Dissent> {
        let Some(option) = self.option else { return Vec::new() };
        let others = self.count.voters.iter().filter(|it| it.option() != Some(option));
        let line = |it: &Voter<'_>| {
            let (vote, objection) = self.on_decision(it.name());
            Dissent {
                by: it.name().clone(),
                holds: it.held.map(|it| wording::held(self.debate, it)),
                vote,
                position: it.spoken.turn.position.clone(),
                objection,
            }
        };
        others.map(line).collect()
    }

    /// The plain vote of the openings (B-12).
    pub(super) fn plain_vote(&self) -> PlainVote {
        let openings = self.openings();
        let count = openings.map(|it| Count::of_round(self.debate, it));
        let (tally, option) = count.as_ref().map(|it| (it.tally(), it.leader())).unwrap_or_default();
        let estimate = count.as_ref().and_then(Count::pooled_estimate);
        let argued = openings.map_or(0, |it| it.spoken.len()) - count.as_ref().map_or(0, Count::of_all);
        let holds =
            |it: &Voter<'_>| it.held.is_some() && (estimate.is_some() || (option.is_some() && it.option() == option));
        let voters = || count.iter().flat_map(|it| &it.voters);
        let unit = self.debate.ballot.as_ref().and_then(|it| it.unit()).unwrap_or_default();
        let role = |it: &Voter<'_>| self.debate.participant(it.name()).and_then(|it| it.role);
        let same = |(opened, decided): (Letter, Letter)| self.debate.resolved(opened) == decided;
        PlainVote {
            option,
            headline: estimate
                .as_ref()
                .map(|it| format!("{} {unit}", wording::figure(it.median)))
                .or_else(|| self.debate.headline(option?).map(str::to_owned)),
            held_by: voters().filter(|it| holds(it)).map(|it| it.name().clone()).collect(),
            openings: voters().count(),
            without_ballot: voters().filter(|it| it.held.is_none()).count(),
            argued,
            judge: voters().next().filter(|_| argued > 0 && voters().count() == 1).and_then(role),
            is_independent: openings.is_none_or(|it| !it.in_turn),
            options: tally.len(),
            estimate,
            same_as_decision: option.zip(self.option).map(same),
        }
    }

    /// The last moves of those who moved to the decision, by seat.
    pub(super) fn arrived(&self) -> Vec<&Move<'a>> {
        let last = |name: &Name| self.moves.iter().rev().find(|it| it.by == name);
        self.holders().iter().filter_map(|it| last(it.name())).collect()
    }

    /// How many holders of the decision moved to it, and how many of these yielded.
    pub(super) fn arrivals(&self) -> (usize, usize) {
        let arrived = self.arrived();
        let yielded = arrived.iter().filter(|it| it.carried == Carried::Nothing).count();
        (arrived.len(), yielded)
    }
}
