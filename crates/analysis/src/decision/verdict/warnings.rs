//! Warnings for the reader of a verdict.
use super::decided::Decided;
use super::needs;
use crate::ballots::rules::Carried;
use crate::decision::exit::{self, Then};
use crate::evidence::checks::{Check, CheckResult};
use crate::measure::convergence::{self, Flag};
use crate::measure::groupthink::{change_of_belief, is_unshaken};
use crate::measure::novelty::NovelClaims;
use debate::event::{Failure, Reason, RoundKind, Ruling};
use debate::state::Review;
use debate::{Debate, Round, text};

/// Whether the debate has only openings.
pub(super) fn is_unanswered(debate: &Debate) -> bool {
    let mut rounds = debate.rounds.iter().map(|it| !it.spoken.is_empty());
    rounds.next().unwrap_or_default() && !rounds.any(|has_turns| has_turns)
}

/// Whether signs of groupthink after the last round were not followed by an objection round (D-43).
pub(super) fn is_doubt_open(debate: &Debate) -> bool {
    let seats = debate.participants.len();
    let objected = |after: u32| {
        let mut later = debate.rounds.iter().filter(|it| it.number > after && it.is_finished(seats));
        later.any(|it| it.kind == RoundKind::Objection)
    };
    debate.groupthink.iter().any(|it| it.what.is_grave() && !objected(it.round))
}

/// Whether the question to a person after the deciding round is still open: continuing without a new round answers nothing.
pub(super) fn is_question_open(debate: &Debate, standing: u32) -> bool {
    let round = debate.rounds.iter().find(|it| it.number == standing && it.kind == RoundKind::Objection);
    round.and_then(|it| exit::ruling_of(debate, it)).is_some_and(|it| it.then == Then::Escalate)
}

/// The warnings of a debate.
pub(super) fn of(debate: &Debate, voices: f64, checks: &[Check], decided: Option<&Decided<'_>>) -> Vec<String> {
    let mut warnings = Vec::new();
    if debate.rehearsal {
        warnings.push("a rehearsal: the participants are simulated and hold no opinion".to_owned());
    }
    if debate.has_sides() {
        warnings.push(
            "sides were assigned: a position may be argued without being held; the decision is made of the closing ballots"
                .to_owned(),
        );
    }
    let is_lost = |it: &&debate::state::Failed| !debate.is_silence(it.why);
    let lost: usize = debate.rounds.iter().map(|it| it.failed.iter().filter(is_lost).count()).sum();
    if lost > 0 {
        warnings.push(if lost == 1 { "a turn was lost".to_owned() } else { format!("{lost} turns were lost") });
    }
    warnings.extend(watched(debate));
    warnings.extend(stopped(debate));
    warnings.extend(needs::warning(debate));
    if is_unanswered(debate) {
        warnings.push("only the openings were heard: nobody has answered anybody".to_owned());
    }
    // Two participants of different families are two voices.
    if voices > 0.0 && voices < 2.0 && !is_quoted(debate) {
        warnings.push("all who spoke are of one model family: their errors are correlated".to_owned());
    }
    warnings.push(sourced(debate, checks));
    warnings.extend(decided.and_then(yielded));
    warnings.extend(unheard(debate));
    warnings.extend(groupthink(debate));
    warnings.extend(course(debate));
    warnings
}

/// Whether all participants only quote (P-03), so that no model can err.
fn is_quoted(debate: &Debate) -> bool {
    debate.rules.panel.as_ref().is_some_and(|it| it.quote)
}

/// A warning that a person stopped it (I-20).
fn stopped(debate: &Debate) -> Option<String> {
    let closed = debate.closed.as_ref().filter(|it| it.why == Reason::Stopped)?;
    let round = debate.round().map_or(0, |it| it.number);
    Some(format!("{} in round {round}, before its end: what they would have come to is not known", closed.why))
}

/// Notable changes of agreement, by round (E-20).
fn course(debate: &Debate) -> Vec<String> {
    if debate.ballot.is_none() {
        return Vec::new();
    }
    let novel = NovelClaims::of(debate);
    let words = |round: &Round| -> Vec<String> {
        let said = |it: Flag| format!("in round {}, {}", round.number, text::clip(&it.to_string(), COURSE));
        convergence::flags(debate, &novel, round).into_iter().map(said).collect()
    };
    debate.rounds.iter().flat_map(words).collect()
}

/// Maximum tokens for new claims in a warning. Ours: two or three claims.
const COURSE: usize = 60;

/// How many claims were checked, and with which results (O-11).
fn sourced(debate: &Debate, checks: &[Check]) -> String {
    let registry = &debate.registry;
    let count = |verdict: CheckResult| checks.iter().filter(|it| it.verdict == verdict).count();
    let (verified, contradicted) = (count(CheckResult::Verified), count(CheckResult::Contradicted));
    let cited = || registry.evidence.iter().filter(|it| !it.by.is_empty());
    let cites_others = cited().any(|it| !it.kind.is_open());
    let mut words = if is_quoted(debate) {
        "all that is said is quoted from what somebody wrote: whether it is so was not checked".to_owned()
    } else if registry.claims.iter().all(|it| it.evidence.is_empty()) {
        "no claim cites a source".to_owned()
    } else if cites_others && cited().any(|it| it.kind.is_open()) {
        "sources that are neither attached nor given by a tool are as the participants gave them: none of them was opened or checked".to_owned()
    } else if cites_others {
        "sources are as the participants gave them: none was opened or checked".to_owned()
    } else {
        "every source is one that was attached, or that a tool gave".to_owned()
    };
    // Without attached texts and checks the wording is unchanged.
    if !debate.attached.is_empty() || verified + contradicted > 0 {
        let claims = if checks.len() == 1 { "1 claim".to_owned() } else { format!("{} claims", checks.len()) };
        words.push_str(&format!(
            "; of {claims}, {verified} verified, {contradicted} contradicted, {} unchecked",
            count(CheckResult::Unchecked)
        ));
    }
    words
}

/// Participants who changed their ballot without new evidence (B-13). In recorded debates such unanimity was wrong far more often than that
/// of independent openings (docs/performance.md).
fn yielded(decided: &Decided<'_>) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    for it in decided.moves.iter().filter(|it| it.carried == Carried::Nothing && it.to.option().is_some()) {
        if !names.contains(&it.by.as_str()) {
            names.push(it.by.as_str());
        }
    }
    (!names.is_empty()).then(|| format!("changed their ballot and named nothing new for it: {}", names.join(", ")))
}

/// Participants who were not asked in the last round, because they could not change the leading option.
fn unheard(debate: &Debate) -> Option<String> {
    let is_cut = debate.closed.as_ref().is_some_and(|it| it.why == Reason::Unassailable);
    let names: Vec<&str> = debate.owing().iter().map(|it| it.name.as_str()).collect();
    let round = debate.round().filter(|_| is_cut && !names.is_empty())?;
    let (names, number) = (names.join(", "), round.number);
    Some(format!(
        "not asked in round {number}: {names}; nothing they could say would have changed who leads, and they are counted as they stood before"
    ))
}

/// Signs of groupthink, and the effect of objection rounds (D-41 … D-43).
fn groupthink(debate: &Debate) -> Vec<String> {
    let seen = debate.groupthink.iter().map(|seen| {
        let mut words = format!("after round {}, {}: {}", seen.round, seen.what, seen.what.signs(&seen.signs));
        if seen.what.is_grave() {
            let objection = debate.rounds.iter().find(|it| it.number == seen.round + 1);
            let objection = objection.filter(|it| it.kind == RoundKind::Objection && !it.spoken.is_empty());
            words.push_str(&objection.map_or("; no objection round followed".to_owned(), |it| brought(debate, it)));
        }
        words
    });
    seen.collect()
}

/// The effect of an objection round.
fn brought(debate: &Debate, objection: &Round) -> String {
    if is_unshaken(debate, objection.number) {
        return "; the objection round that followed brought nothing new and moved nobody".to_owned();
    }
    let before = debate.rounds.iter().find(|it| it.number + 1 == objection.number);
    let change = before.and_then(|it| change_of_belief(debate, it, objection));
    let change =
        change.map_or("it can't be told how far belief changed".to_owned(), |it| format!("belief changed by {it:.2}"));
    let novel = NovelClaims::of(debate).brought(debate, objection).map_or("unknown".to_owned(), |it| it.to_string());
    format!("; in the objection round that followed, {change}, new FACTs: {novel}")
}

/// Answers withheld as harmful, and missing reviews (D-50).
fn watched(debate: &Debate) -> Vec<String> {
    let withheld = debate.rounds.iter().flat_map(|it| &it.failed).filter(|it| it.why == Failure::Withheld).count();
    let is_held = |it: &&Review| it.is_unread && it.ruling == Ruling::Reject;
    let reviews = || debate.rounds.iter().flat_map(|it| &it.reviews);
    let redacted = reviews().filter(|it| matches!(it.ruling, Ruling::Redact(_))).count();
    let unread = reviews().filter(|it| it.is_unread && it.ruling == Ruling::Pass).count();
    let unread_held = reviews().filter(is_held).count();
    let answers = |count: usize| if count == 1 { "1 answer".to_owned() } else { format!("{count} answers") };
    let mut lines = Vec::new();
    for (count, what) in [
        (withheld.saturating_sub(unread_held), "held back as harmful"),
        (unread_held, "held back unread, for the evaluator failed and the stakes are high"),
        (redacted, "shown without passages that were harmful"),
        (unread, "shown without review, because the evaluator failed"),
    ] {
        if count > 0 {
            lines.push(format!("{}: {what}", answers(count)));
        }
    }
    if let Some(watching) = debate.watching.as_ref().filter(|it| it.evaluator.is_none()) {
        lines.push(format!(
            "answers should have been read for harm ({}), and nobody could: set `safety_model`",
            watching.triggers.join(", ")
        ));
    }
    lines
}
