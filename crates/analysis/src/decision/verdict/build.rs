//! Builds the verdict of a debate.
use super::decided::Decided;
use super::{
    Change, Decision, Evidence, Label, LearnedUse, Lost, Metadata, PlainVote, RubricLine, Seat, Verdict, WeightsLine,
    changes, claims, learned, needs, step, warnings, wording,
};
use crate::argument::Why;
use crate::argument::thresholds::VERDICT_LOOKS;
use crate::ballots::rules::Carried;
use crate::ballots::{Count, FinalTurns, on_the_whole};
use crate::decision::exit::{self, Rubric, Then};
use crate::evidence::backing::USUAL;
use crate::evidence::checks::{self, Check};
use crate::measure::accounting::Accounting;
use crate::measure::diversity::Diversity;
use crate::measure::voices;
use crate::measure::{mean, rounded};
use debate::event::Reason;
use debate::state::ResolvedBallot;
use debate::{Debate, Name};

impl Verdict {
    /// The verdict of a debate; preliminary if it is not over.
    pub fn of(debate: &Debate) -> Verdict {
        let registry = debate.entered().0;
        let checks = checks::of_registry(debate, &registry);
        let standing = FinalTurns::of(debate);
        let voices = voices(debate, standing.as_ref());
        let decided = Decided::of(debate, &registry, &checks);
        let label = decided.as_ref().map_or_else(|| unvoted(debate, standing.as_ref()), |it| it.label);
        let option = decided.as_ref().and_then(|it| it.option);
        let why = (label != Label::Insufficient).then(|| Why::of_option(debate, option, &checks, VERDICT_LOOKS));
        let decision = decision(debate, label, decided.as_ref(), why.as_ref(), &checks);
        Verdict {
            debate: debate.id.clone(),
            topic: debate.topic.clone(),
            ballot: debate.ballot.clone(),
            plain_vote: decided.as_ref().map_or_else(|| unopened(debate), Decided::plain_vote),
            participants: debate.participants.iter().map(|it| seat(debate, it, decided.as_ref())).collect(),
            evidence: evidence(debate, voices, &checks, decided.as_ref()),
            metadata: metadata(debate, decided.as_ref(), voices),
            changes: changes::of(debate, decided.as_ref(), why.as_ref()),
            question: debate.closed.as_ref().and_then(|it| it.question.clone()),
            options: decided.as_ref().map(Decided::options).unwrap_or_default(),
            dissent: decided.as_ref().map(Decided::dissent).unwrap_or_default(),
            needs: needs::lines(debate),
            progress: wording::progress(debate),
            learned: LearnedUse::of(debate),
            decision,
        }
    }
}

/// The label without a vote, or without speakers.
fn unvoted(debate: &Debate, standing: Option<&FinalTurns<'_>>) -> Label {
    let why = debate.closed.as_ref().map(|it| it.why);
    match standing {
        None => Label::Insufficient,
        Some(_) if why == Some(Reason::Insufficient) => Label::Insufficient,
        Some(_) if matches!(why, Some(Reason::Escalated | Reason::NeedsContext)) => Label::Escalated,
        // Nobody votes at a panel, so nothing measures how far they agree (P-18).
        Some(_) => Label::Insufficient,
    }
}

/// The plain vote if no ballot was cast in the openings.
fn unopened(debate: &Debate) -> PlainVote {
    let openings = debate.rounds.first();
    PlainVote {
        option: None,
        headline: None,
        held_by: Vec::new(),
        openings: openings.map_or(0, |it| it.spoken.len()),
        without_ballot: 0,
        argued: 0,
        judge: None,
        is_independent: openings.is_none_or(|it| !it.in_turn),
        options: 0,
        estimate: None,
        same_as_decision: None,
    }
}

/// The number of independent voices in the deciding round.
fn voices(debate: &Debate, standing: Option<&FinalTurns<'_>>) -> f64 {
    let spoken = standing.map(|it| it.spoken.as_slice()).unwrap_or_default();
    if debate.rules.panel.as_ref().is_some_and(|it| it.quote) {
        // No model speaks, so every author counts.
        return spoken.len() as f64;
    }
    voices::effective(spoken.iter().filter_map(|it| debate.participant(&it.by)).map(|it| it.family.as_str()))
}

fn decision(
    debate: &Debate,
    label: Label,
    decided: Option<&Decided<'_>>,
    why: Option<&Why>,
    checks: &[Check],
) -> Decision {
    let is_told = label != Label::Insufficient;
    let told = decided.filter(|_| is_told);
    let voice = told.and_then(Decided::voice);
    let terms = told.map(|it| it.count.terms(&debate.entered().0, it.option)).unwrap_or_default();
    let turning = told.zip(why).map(|(it, why)| changes::turning(debate, it, why)).unwrap_or_default();
    let waits = debate.closed.as_ref().is_some_and(|it| it.why == Reason::NeedsContext);
    Decision {
        label,
        is_unanimous: told.is_some_and(|it| it.count.is_unanimous(it.option)),
        is_tied: told.is_some_and(Decided::is_tied),
        is_tested: told.is_some_and(Decided::is_tested),
        headline: told.and_then(wording::headline),
        option: told.and_then(Decided::chosen),
        estimate: told.and_then(|it| it.count.pooled_estimate()),
        of: decided.map_or(0, |it| it.count.of_all()),
        without_ballot: decided.map_or(0, |it| it.count.without()),
        lost: decided.map(Decided::lost).unwrap_or_default(),
        position: voice.and_then(|it| it.turn.position.clone().or_else(|| last_position(debate, &it.by))),
        by: voice.map(|it| it.by.clone()),
        by_confidence: voice.and_then(|it| it.turn.confidence),
        confidence: told.and_then(|it| match it.option {
            Some(option) => it.count.pooled(option),
            None => {
                let given = mean(it.count.voters.iter().filter_map(|it| it.confidence()));
                it.count.pooled_estimate().and(given.map(rounded))
            }
        }),
        rests_on: told.zip(why).map(|(it, why)| changes::rests_on(debate, it, why, checks)).unwrap_or_default(),
        opened: told.map(|it| changes::opened(debate, it, checks)),
        would_turn: turning.turns,
        assumptions: turning.assumed,
        next_step: step::next(debate, label, decided, &terms),
        goes_on: step::goes_on(debate, label),
        terms,
        is_final: debate.closed.is_some() && !waits,
        is_rehearsal: debate.rehearsal,
        ruling: told.and_then(Decided::ruling),
    }
}

/// A participant's last position; closing ballots have none.
fn last_position(debate: &Debate, name: &Name) -> Option<String> {
    let mut turns = on_the_whole(debate).rev().filter_map(|it| it.said_by(name));
    turns.find(|it| it.turn.position.is_some()).filter(|it| !it.is_argued).and_then(|it| it.turn.position.clone())
}

fn seat(debate: &Debate, participant: &debate::Participant, decided: Option<&Decided<'_>>) -> Seat {
    let name = &participant.name;
    let spoken = on_the_whole(debate).rev().find_map(|it| it.said_by(name));
    let turn = spoken.map(|it| &it.turn);
    let held = spoken.and_then(|it| debate.held(it));
    let (vote, objection) = decided.map(|it| it.on_decision(name)).unwrap_or_default();
    let is_counted =
        decided.is_some_and(|it| it.option.is_some() && it.count.voters.iter().any(|it| it.name() == name));
    Seat {
        name: name.clone(),
        alias: participant.alias.clone(),
        model: participant.model.clone(),
        perspective: Some(participant.perspective).filter(|_| debate.rules.panel.is_none()),
        role: participant.role,
        discipline: participant.discipline,
        holds: held.map(|it| wording::held(debate, it)),
        option: held.and_then(ResolvedBallot::option),
        estimate: held.and_then(ResolvedBallot::estimate).cloned(),
        vote,
        confidence: turn.and_then(|it| it.confidence),
        accuracy: learned::accuracy(debate, &participant.model),
        // A participant with an assigned side is represented by the reason of its closing ballot.
        position: turn
            .and_then(|it| it.position.clone())
            .or_else(|| last_position(debate, name))
            .or_else(|| turn.and_then(|it| it.reasoning.clone())),
        objection,
        would_change: turn.and_then(|it| it.would_change.clone()),
        dissents: is_counted && !vote.is_some_and(debate::Vote::is_for),
        change: decided.and_then(|it| change(debate, it, name)),
        rounds: debate.rounds.iter().filter(|it| it.said_by(name).is_some()).map(|it| it.number).collect(),
    }
}

/// A participant's last move.
fn change(debate: &Debate, decided: &Decided<'_>, name: &Name) -> Option<Change> {
    let last = decided.moves.iter().rev().find(|it| it.by == name)?;
    Some(Change {
        round: last.round,
        from: wording::held(debate, last.from),
        to: wording::held(debate, last.to),
        because: last.because.to_vec(),
        is_carried: last.carried > Carried::Nothing,
        carried_by: last.ids.clone(),
    })
}

fn evidence(debate: &Debate, voices: f64, checks: &[Check], decided: Option<&Decided<'_>>) -> Evidence {
    let claims = claims::lines(debate, checks);
    let warnings = warnings::of(debate, voices, checks, decided).into_iter().chain(claims::wide(&claims)).collect();
    let sources = claims::sources(debate);
    let cited = sources.iter().filter(|it| !it.cited_by.is_empty()).map(|it| it.standing);
    let opened = claims::opened(claims.iter().map(|it| it.standing), cited);
    Evidence { sources, claims, opened, warnings }
}

/// The exit rule that ended a debate, in words.
fn rule(debate: &Debate, why: Reason) -> Option<&'static str> {
    let row = exit::ruling(debate)?;
    let is_of_it = match row.then {
        Then::Close(reason) => reason == why,
        Then::Escalate => why == Reason::Escalated,
        Then::Object | Then::GoOn => false,
    };
    is_of_it.then_some(row.says)
}

fn metadata(debate: &Debate, decided: Option<&Decided<'_>>, voices: f64) -> Metadata {
    let lost = debate.rounds.iter().flat_map(|round| {
        let lost = move |it: &debate::state::Failed| Lost {
            round: round.number,
            name: it.by.clone(),
            why: it.why,
            detail: it.detail.clone(),
        };
        round.failed.iter().filter(|it| !debate.is_silence(it.why)).map(lost)
    });
    let silent: usize =
        debate.rounds.iter().map(|it| it.failed.iter().filter(|it| debate.is_silence(it.why)).count()).sum();
    let lost: Vec<Lost> = lost.collect();
    let answered: usize = debate.rounds.iter().map(|it| it.spoken.len()).sum();
    let rubric = |count: &Count<'_>| {
        let rubric = Rubric::of(count, debate.participants.len());
        let option = rubric.option.and_then(|it| debate.headline(it)).map(str::to_owned);
        let is_met = rubric.is_met(&debate.rules);
        RubricLine { option, votes: rubric.votes, seats: debate.participants.len(), is_met }
    };
    Metadata {
        mode: debate.mode.clone(),
        chosen: debate.chosen.as_ref().map(|it| format!("{}: {}", it.mode, it.why)),
        exit: debate.closed.as_ref().map(|it| it.why),
        rule: debate.closed.as_ref().and_then(|it| rule(debate, it.why)),
        figures: debate.closed.as_ref().map(|it| it.figures.clone()).unwrap_or_default(),
        rubric: decided.map(|it| rubric(&it.count)),
        rounds: debate.argued(),
        round_cap: debate.rules.rounds,
        closing_ballots: debate.is_closing(),
        calls: debate.calls,
        usage: debate.spent,
        fork: debate.fork.clone(),
        copied: debate.fork.as_ref().map(|_| debate.copied),
        elapsed_ms: debate.elapsed,
        asked: answered + lost.len() + silent,
        answered,
        lost,
        flaws: debate.rounds.iter().flat_map(|it| &it.spoken).map(|it| it.flaws.len()).sum(),
        voices,
        diversity: Diversity::of(debate),
        weights: debate.rules.evidence.as_ref().map(|_| WeightsLine { version: USUAL.version }),
        accounting: Accounting::of(debate),
    }
}
