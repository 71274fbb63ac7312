//! Debates by rounds. A mode is a value of [`Rounds`]; this module implements what follows from its fields, once for all modes.
use crate::ask::{self, AnswerKind, Ask, Attempt, Scope};
use crate::compare;
use crate::order::Order;
use crate::prompt::{PromptComposer, TemplateError};
use crate::seating::{Anonymity, Seating, SeatingSeed};
use crate::step::{Format, Prompter, Step};
use crate::{evidence, group, questions, safety_review, tools};
use analysis::ballots::thresholds::FEWEST_LIVE;
use analysis::decision::exit::{self, AfterRound};
use analysis::measure::groupthink;
use debate::ballot::Paper;
use debate::event::{Failure, Figure, Reason, RoundKind};
use debate::reply::{self, Grade};
use debate::state::Exchange;
use debate::{
    Analyst, CallId, Cast, ClosingBallot, Debate, Event, Flaw, Horizon, Name, Parallel, Participant, Role, Round, Turn,
    Usage,
};
use std::borrow::Cow;

/// A mode, as data.
#[derive(Debug)]
pub struct Rounds {
    /// Its name as users type it.
    pub name: &'static str,
    /// Its use, in one line.
    pub summary: &'static str,
    /// The speaking order, unless a rule says otherwise.
    pub order: Order,
    /// The level of parallel speaking where it is requested without one (D-60).
    pub parallel: Parallel,
    /// How seats differ.
    pub seating: Seating,
    /// Whether participants know who is who.
    pub anonymity: Anonymity,
    /// Whether participants are told how the group voted.
    pub group: GroupFigures,
    /// Whether its prompt has the safety block.
    pub safety: SafetyLevel,
    /// Its prompt files.
    pub words: Words,
}

/// Whether a mode's prompt has the safety block (D-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SafetyLevel {
    /// No: the checks are enough.
    Usual,
    /// Yes: the mode is about attack, so the prompt states the bounds.
    Bounded,
}

/// Whether participants are told how the group voted, in figures and without names (D-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupFigures {
    /// No: they infer it from the turns.
    Hidden,
    /// Yes: they are told the figures of the round before.
    Shown,
}

/// The prompt files of a mode.
#[derive(Debug)]
pub enum Words {
    /// The same for everyone.
    Same(Profiles),
    /// One set for each role; there is a row for every role that the seating assigns.
    ByRole(&'static [(Role, Profiles)]),
}

impl Words {
    /// The prompt files for a role.
    pub(crate) fn of(&self, role: Option<Role>) -> Result<&Profiles, TemplateError> {
        match self {
            Words::Same(words) => Ok(words),
            Words::ByRole(rows) => {
                let row = rows.iter().find(|(it, _)| Some(*it) == role);
                row.map(|(_, words)| words).ok_or_else(|| TemplateError::Missing("the words of a role".to_owned()))
            }
        }
    }
}

/// The prompt files for each profile (D-18).
#[derive(Debug)]
pub struct Profiles {
    /// In full.
    pub full: Layers,
    /// For small models, as short as possible.
    pub lean: Layers,
}

/// The five prompt files of a mode (D-10).
#[derive(Debug)]
pub struct Layers {
    /// The participant's role.
    pub role: &'static str,
    /// Its duties and prohibitions.
    pub contract: &'static str,
    /// The sections of an answer in the first round.
    pub structure_first: &'static str,
    /// The sections of an answer in later rounds.
    pub structure_later: &'static str,
    /// The mode's two checks.
    pub checks: &'static str,
}

/// The five prompt files in the folder of that name, and the five in its `lean` folder.
macro_rules! words {
    ($folder:literal) => {
        $crate::rounds::Profiles {
            full: $crate::rounds::layers!($folder),
            lean: $crate::rounds::layers!(concat!($folder, "/lean")),
        }
    };
}
pub(crate) use words;

/// The five prompt files in a folder.
macro_rules! layers {
    ($folder:expr) => {
        $crate::rounds::Layers {
            role: include_str!(concat!("../../prompts/", $folder, "/1-role.md")),
            contract: include_str!(concat!("../../prompts/", $folder, "/2-contract.md")),
            structure_first: include_str!(concat!("../../prompts/", $folder, "/3-structure-first.md")),
            structure_later: include_str!(concat!("../../prompts/", $folder, "/3-structure-later.md")),
            checks: include_str!(concat!("../../prompts/", $folder, "/4-checks.md")),
        }
    };
}
pub(crate) use layers;

impl Format for Rounds {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn parallel(&self) -> Parallel {
        self.parallel
    }

    fn seat(&self, participants: &mut [Participant], seed: &SeatingSeed) {
        self.seating.assign(participants, seed);
        self.anonymity.assign(participants, seed);
    }

    fn next(&self, debate: &Debate) -> Step {
        if debate.closed.is_some() {
            return Step::Done;
        }
        if let Some(event) = safety_review::begin(self, debate) {
            return Step::Record(event);
        }
        let Some(round) = debate.round() else { return self.open(debate, 1, RoundKind::Usual) };
        let was_cut = round.failed.iter().any(|it| it.why == Failure::Deadline);
        let is_empty = debate.participants.len().saturating_sub(round.failed.len()) < FEWEST_LIVE;
        let owing = debate.owing();
        let is_over = was_cut || is_empty || owing.is_empty();
        // Answers that were paid for are reviewed before anything ends or goes on.
        if !round.held.is_empty() && is_over {
            return reviews(round);
        }
        // The rest of an interrupted batch.
        let late = safety_review::late(debate);
        if !late.is_empty() && is_over {
            return Step::Ask(late);
        }
        if let Some(continued) = debate.just_continued()
            && is_over
        {
            let is_doubted = debate.groupthink.iter().any(|it| it.round == round.number && it.what.is_grave());
            let is_owed = is_doubted && round.kind == RoundKind::Usual && continued.said.is_none();
            return self.next_round(debate, round, if is_owed { RoundKind::Objection } else { RoundKind::Usual });
        }
        if was_cut {
            return close(debate, Reason::Deadline, None);
        }
        if is_empty {
            return close(debate, Reason::Insufficient, None);
        }
        if owing.is_empty() {
            return self.after(debate, round);
        }
        self.continue_round(debate, round, owing)
    }

    fn prompter<'a>(&'a self, debate: &'a Debate) -> Prompter<'a> {
        let mut composer = PromptComposer::of(self, debate);
        Box::new(move |ask| composer.prompt(ask))
    }

    fn check(&self, debate: &Debate, ask: &ask::Turn, turn: &mut Turn, flaws: &mut Vec<Flaw>) -> Grade {
        // Where participants speak in turn, claims of this round have ids too.
        let is_heard = debate.round().is_some_and(|it| it.in_turn) && !turn.moves.is_empty();
        let paper = Paper::of(debate, &ask.who, ask.horizon);
        let known = if is_heard { Cow::Owned(debate.entered().0) } else { Cow::Borrowed(&debate.registry) };
        let unknown = turn.moves.iter().filter(|it| !known.has_id(&it.claim));
        flaws.extend(unknown.map(|it| Flaw::UnknownClaim { id: it.claim.clone() }));
        match debate.rules.evidence {
            Some(_) => evidence::assign(debate, &known, turn, |it| tools::is_found(debate, &ask.who, it), flaws),
            None => reply::without_types(turn, flaws),
        }
        if !debate.rules.context {
            reply::without_needs(turn, flaws);
        }
        questions::address(debate, ask, turn, flaws);
        drop_confidence_change(debate, ask, turn, flaws);
        let role = debate.participant(&ask.who).and_then(|it| it.role);
        let is_closing = ask.wanted == AnswerKind::ClosingBallot;
        let backed = if is_closing { Grade::Whole } else { tools::check(debate, ask, turn, flaws) };
        let grade = reply::grade(turn, paper.as_ref(), flaws).min(backed);
        let Some(assigned) = role.and_then(Role::stance).filter(|_| !is_closing) else {
            // Without assigned sides, nobody may excuse a position as assigned.
            turn.stance = None;
            return grade;
        };
        let found = turn.stance;
        match ask.attempt {
            _ if found == Some(assigned) => grade,
            Attempt::Second => {
                turn.stance = Some(assigned);
                flaws.push(Flaw::CorrectedStance { found, assigned });
                grade
            }
            Attempt::First => {
                flaws.push(Flaw::WrongStance { found, assigned });
                grade.min(Grade::Partial)
            }
        }
    }
}

impl Rounds {
    /// The order of the current round: closing ballots are secret.
    fn order_now(&self, debate: &Debate) -> Order {
        let is_closing = debate.is_closing();
        if is_closing { Order::Together } else { self.order(debate) }
    }

    /// The order of this debate's rounds other than closing ballots.
    pub(crate) fn order(&self, debate: &Debate) -> Order {
        match self.order {
            Order::Independent => Order::Independent,
            order @ (Order::Together | Order::InTurn | Order::LastHears) => {
                debate.rules.parallel.map_or(order, Order::from)
            }
        }
    }

    /// The rest of a round that is under way. An answer that waits for review is reviewed before anybody who would see it is asked.
    fn continue_round(&self, debate: &Debate, round: &Round, owing: Vec<&Participant>) -> Step {
        let is_again = |it: &Participant| round.unusable.contains_key(&it.name);
        let mut batch = self.order_now(debate).batch(owing, debate.participants.last(), is_again);
        if !round.held.is_empty() && batch.horizon == Horizon::Now {
            return reviews(round);
        }
        // Late reviews go with the first batch of the next round: a resumed debate asks for the rest of that batch before anything else.
        let late = safety_review::late(debate);
        let has_first = batch.who.first().map(|it| &it.name) == debate.participants.first().map(|it| &it.name);
        let is_opening =
            !batch.who.iter().any(|it| is_again(it)) && (batch.horizon == Horizon::BeforeRound || has_first);
        if !late.is_empty() && round.has_begun() && !is_opening {
            return Step::Ask(late);
        }
        // A batch whose participants are asked together is completed even where its turns can't matter: a resumed debate must not end differently.
        // Where closing ballots follow, they decide and not this round.
        let may_be_spared = batch.horizon == Horizon::Now && !is_closing_due(debate);
        if let Some(reason) = exit::within_round(debate).filter(|_| may_be_spared) {
            return close(debate, reason, None);
        }
        // The budget check for an interrupted batch was made when it began: a resumed debate must not end differently.
        let is_together = batch.horizon == Horizon::BeforeRound || (is_opening && debate.is_read_beside());
        let is_under_way = if batch.who.iter().all(|it| is_again(it)) {
            let has_begun = round.used.values().flatten().any(|it| it.is_again);
            has_begun || round.unusable.keys().any(|it| round.is_settled(it))
        } else {
            round.has_begun()
        };
        let is_rest = is_together && is_under_way;
        // A participant that has used tools and cannot afford the follow-up call is not asked again (O-04).
        let is_stopped = |it: &Exchange| tools::is_stopped(debate, batch.horizon, it);
        batch.who.retain(|it| !round.used_by(&it.name).last().is_some_and(is_stopped));
        if batch.who.is_empty() {
            return if round.held.is_empty() { close(debate, Reason::Budget, None) } else { reviews(round) };
        }
        let ask = |it: &Participant| {
            let attempt = if is_again(it) { Attempt::Second } else { Attempt::First };
            Ask::Turn(ask::Turn::of(debate, &it.name, batch.horizon, attempt))
        };
        match capped(
            debate,
            if is_rest { 0 } else { calls_with_review(debate, batch.who.len()) + debate.unread().len() },
        ) {
            Some(_) if !round.held.is_empty() => reviews(round),
            Some(close) => close,
            None => Step::Ask(batch.who.iter().map(|it| ask(it)).chain(late).collect()),
        }
    }

    /// The step after a finished round.
    fn after(&self, debate: &Debate, round: &Round) -> Step {
        // Wording is compared for display, and only where that is free.
        if let Some(step) = pending_comparison(debate, round).filter(|_| debate.rules.analyst == Analyst::Local) {
            return step;
        }
        match group::due(debate, round) {
            Some(group::Due::Ask(asked)) if over(debate, group::calls(debate)).is_none() => return Step::Group(asked),
            Some(group::Due::Ask(_)) => {
                if let Some(event) = group::at_the_end(debate) {
                    return Step::Record(event);
                }
            }
            Some(group::Due::Record(event)) => return Step::Record(event),
            None => {}
        }
        if let Some(reason) = exit::after_closing(debate) {
            return close(debate, reason, None);
        }
        if let Some(event) = safety_review::end(debate) {
            return Step::Record(event);
        }
        if let Some(event) = groupthink::after_round(debate) {
            return Step::Record(event);
        }
        match exit::after_round(debate) {
            AfterRound::Close(reason) => self.finish(debate, reason),
            AfterRound::Escalate(question) => close(debate, Reason::Escalated, Some(question)),
            AfterRound::GoOn | AfterRound::Object if round.number >= debate.rules.rounds => {
                self.finish(debate, Reason::RoundCap)
            }
            AfterRound::GoOn => self.wait_or_next_round(debate, round, RoundKind::Usual),
            AfterRound::Object => self.wait_or_next_round(debate, round, RoundKind::Objection),
        }
    }

    /// The step that ends the debate, or asks for closing ballots first (B-05).
    pub(crate) fn finish(&self, debate: &Debate, reason: Reason) -> Step {
        let calls = calls_with_review(debate, debate.participants.len()) + debate.unread().len();
        match over(debate, calls) {
            _ if !is_closing_due(debate) => close(debate, reason, None),
            Some(lacking) => close(debate, lacking, None),
            None => {
                let round = debate.round().map_or(0, |it| it.number) + 1;
                Step::Record(Event::RoundOpened { round, in_turn: false, kind: RoundKind::Ballot, focus: None })
            }
        }
    }

    /// Pauses for missing context (I-25), or opens the next round. An exit, budget and time come first: context is not requested where no round is
    /// left to use it. An objection round that is due follows on resumption.
    fn wait_or_next_round(&self, debate: &Debate, round: &Round, kind: RoundKind) -> Step {
        match (self.next_round(debate, round, kind), exit::missing(debate)) {
            (Step::Record(Event::RoundOpened { .. }), Some(question)) => {
                close(debate, Reason::NeedsContext, Some(question))
            }
            (step, _) => step,
        }
    }

    /// The next round, if budget and time allow it.
    fn next_round(&self, debate: &Debate, round: &Round, kind: RoundKind) -> Step {
        let answers = self.order(debate).first_batch(debate.participants.len());
        let calls = calls_with_review(debate, answers) + debate.unread().len();
        capped(debate, calls).unwrap_or_else(|| self.open(debate, round.number + 1, kind))
    }

    fn open(&self, debate: &Debate, round: u32, kind: RoundKind) -> Step {
        if let Some(event) = group::at_the_end(debate) {
            return Step::Record(event);
        }
        let focus = debate.just_continued().and_then(|it| it.focus.clone());
        Step::Record(Event::RoundOpened { round, in_turn: self.order(debate).is_heard(), kind, focus })
    }
}

/// Whether everybody casts a closing ballot before the debate ends (B-05).
fn is_closing_due(debate: &Debate) -> bool {
    debate.ballot.is_some()
        && match debate.rules.closing_ballot {
            ClosingBallot::Assigned => debate.has_sides(),
            ClosingBallot::Always => true,
            ClosingBallot::Never => false,
        }
}

/// Removes a change of confidence that goes with a changed ballot: confidences in different options are not comparable (D-20).
fn drop_confidence_change(debate: &Debate, ask: &ask::Turn, turn: &mut Turn, flaws: &mut Vec<Flaw>) {
    let holders = debate.holders_at(Horizon::BeforeRound);
    let was = holders.iter().find(|(name, _)| **name == ask.who).and_then(|(_, held)| held.option());
    let is = match &turn.ballot {
        Some(Cast::Option(letter)) => Some(debate.resolved(*letter)),
        Some(Cast::Headline(_) | Cast::Estimate(_)) | None => None,
    };
    let is_moved = was.is_some() && turn.ballot.is_some() && was != is;
    if is_moved && turn.confidence_change.take().is_some() {
        flaws.push(Flaw::ChangedBallot);
    }
}

/// The evaluator's questions about all answers that wait for review.
fn reviews(round: &Round) -> Step {
    let review = |who: &Name| {
        let call = CallId::review(round.number, who);
        Ask::Review(ask::Review { call, round: round.number, who: who.clone(), scope: Scope::Answer })
    };
    Step::Ask(round.held.iter().map(|it| review(&it.by)).collect())
}

/// The comparisons that are still to be asked before conclusions are drawn from the round. Where budget or time does not suffice, words are
/// compared instead; comparisons that were begun are finished.
pub(crate) fn pending_comparison(debate: &Debate, round: &Round) -> Option<Step> {
    let asked = compare::next(debate, round)?;
    let is_begun = !round.compared.is_empty();
    let lacking = over(debate, compare::calls(&debate.rules.analyst, &asked)).filter(|_| !is_begun);
    Some(match lacking {
        Some(reason) => compare::nobody(debate, round, &format!("nobody was asked: {reason}")),
        None => Step::Compare(asked),
    })
}

/// The assumed cost of a call before there was any, in tokens: an opening's prompt and a short answer.
pub const FIRST_CALL: u64 = 1_800;

/// The step that ends a debate whose budget or time does not suffice for `calls` more calls like the dearest so far (O-04).
fn capped(debate: &Debate, calls: usize) -> Option<Step> {
    over(debate, calls).map(|reason| close(debate, reason, None))
}

/// The cap that `calls` more calls would exceed, if any.
pub(crate) fn over(debate: &Debate, calls: usize) -> Option<Reason> {
    let is_late = debate.rules.deadline_ms.is_some_and(|it| debate.elapsed >= it);
    if is_late {
        Some(Reason::Deadline)
    } else if is_over_budget(debate, &debate.spent, &debate.dearest, calls) {
        Some(Reason::Budget)
    } else {
        None
    }
}

/// The number of calls for a number of answers: a reviewed answer costs a second call, the evaluator's. A call that reviews a whole round is as long
/// as its answers, and counts as one for each.
pub(crate) fn calls_with_review(debate: &Debate, answers: usize) -> usize {
    if debate.evaluator().is_some() { 2 * answers } else { answers }
}

/// Whether the cost so far and `calls` more calls like the dearest exceed the budget (O-04).
pub(crate) fn is_over_budget(debate: &Debate, spent: &Usage, dearest: &Usage, calls: usize) -> bool {
    let next = calls as u64;
    let call = if debate.calls == 0 { dearest.tokens().max(FIRST_CALL) } else { dearest.tokens() };
    let is_over = |budget: u64| next > 0 && spent.tokens() + next * call > budget;
    let cost = spent.cost.unwrap_or_default() + next as f64 * dearest.cost.unwrap_or_default();
    debate.rules.budget_tokens.is_some_and(is_over) || debate.rules.budget_usd.is_some_and(|it| next > 0 && cost > it)
}

/// The step that ends a debate and records the metrics. Before it, ungrouped headlines are grouped by their words, and late reviews are asked
/// for.
pub(crate) fn close(debate: &Debate, why: Reason, question: Option<String>) -> Step {
    if let Some(event) = group::at_the_end(debate) {
        return Step::Record(event);
    }
    let unread = safety_review::unread(debate);
    if !unread.is_empty() {
        return Step::Ask(unread);
    }
    let figures = exit::figures(debate).into_iter().chain(caps(debate)).collect();
    Step::Record(Event::DebateClosed { why, figures, question })
}

/// How much of each cap a debate has used.
pub(crate) fn caps(debate: &Debate) -> impl Iterator<Item = Figure> {
    let rules = &debate.rules;
    let caps = [
        ("rounds", f64::from(debate.argued()), Some(f64::from(rules.rounds))),
        ("tokens", debate.spent.tokens() as f64, rules.budget_tokens.map(|it| it as f64)),
        ("US dollars", debate.spent.cost.unwrap_or_default(), rules.budget_usd),
        ("milliseconds", debate.elapsed as f64, rules.deadline_ms.map(|it| it as f64)),
    ];
    caps.into_iter().filter_map(|(name, value, cap)| Some(Figure::of(name, Some(value), cap?)))
}
