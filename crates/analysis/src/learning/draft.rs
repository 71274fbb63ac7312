//! The draft of a post-mortem from the record and the outcomes (L-03).
use super::fold::Recorded;
use crate::ballots::{Count, FinalTurns};
use crate::decision::verdict::{self, Verdict};
use crate::evidence::backing;
use crate::measure::rounded;
use debate::event::RoundKind;
use debate::learning::{
    GENERAL, HeldInRound, JudgedItem, Judgement, KindCases, ParticipantResult, Postmortem, Right, RoundsEffect,
};
use debate::state::ResolvedBallot;
use debate::state::registry::{self, Registry};
use debate::{Debate, Kind, Letter, Participant};

/// What a person says for a post-mortem, beside the record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// The domain, if another than the debate's.
    pub domain: Option<String>,
    /// The project, if another than the outcomes name.
    pub project: Option<String>,
    /// The accuracy of the decision, 0…1, if it does not follow from what proved right.
    pub accuracy: Option<f64>,
    /// What went right, beside what follows from outcomes.
    pub went_right: Vec<String>,
    /// What went wrong, likewise.
    pub went_wrong: Vec<String>,
    /// Lessons.
    pub lessons: Vec<String>,
    /// Questions that should have been asked first.
    pub questions: Vec<String>,
    /// Skills that no participant had.
    pub skills: Vec<String>,
    /// The model that wrote some of these.
    pub drafted_by: Option<String>,
    /// Whether a rehearsal with simulated participants causes updates too.
    pub with_rehearsal: bool,
}

/// What proved right, by the latest outcome that says so.
pub fn truth(outcomes: &[Recorded]) -> Option<Right> {
    outcomes.iter().rev().find_map(|it| it.outcome.right.clone())
}

/// The post-mortem of a debate. Its updates are not applied yet.
pub fn draft(debate: &Debate, outcomes: &[Recorded], input: &Input) -> Postmortem {
    let verdict = Verdict::of(debate);
    let right = truth(outcomes);
    let registry = debate.entered().0;
    let judged = judged(&registry, outcomes);
    let participants = participants(debate, right.as_ref());
    let accuracy = input.accuracy.or_else(|| accuracy(debate, &verdict, right.as_ref()?));
    let project = outcomes.iter().rev().find_map(|it| it.outcome.project.clone());
    let rounds = right.as_ref().and_then(|it| rounds(debate, &verdict, it));
    let mut postmortem = Postmortem {
        domain: input.domain.clone().or_else(|| debate.rules.domain.clone()).unwrap_or_else(|| GENERAL.to_owned()),
        project: input.project.clone().or(project),
        decided: verdict.decision.headline.clone(),
        confidence: verdict.decision.confidence,
        accuracy,
        kinds: kinds(&judged),
        judged,
        participants,
        rounds,
        went_right: Vec::new(),
        went_wrong: Vec::new(),
        lessons: input.lessons.clone(),
        questions: input.questions.clone(),
        skills: input.skills.clone(),
        drafted_by: input.drafted_by.clone(),
        updates: Vec::new(),
        right,
    };
    (postmortem.went_right, postmortem.went_wrong) = went(&postmortem, outcomes);
    postmortem.went_right.extend(input.went_right.iter().cloned());
    postmortem.went_wrong.extend(input.went_wrong.iter().cloned());
    postmortem
}

/// Claims and sources that outcomes judge, in order of their ids; the latest judgement counts. Ids that don't exist are left out.
pub fn judged(registry: &Registry, outcomes: &[Recorded]) -> Vec<JudgedItem> {
    let mut judged: Vec<JudgedItem> = Vec::new();
    let said = outcomes.iter().flat_map(|it| {
        let out = it.outcome.bears_out.iter().map(|id| (id, Judgement::BorneOut));
        out.chain(it.outcome.refutes.iter().map(|id| (id, Judgement::Refuted)))
    });
    for (id, judgement) in said {
        let Some((text, kinds)) = item(registry, id) else { continue };
        judged.retain(|it| it.id != *id);
        judged.push(JudgedItem { id: id.clone(), text, kinds, judgement });
    }
    judged.sort_by_key(|it| (it.id.starts_with('E'), it.id.get(1..).and_then(|it| it.parse::<u64>().ok())));
    judged
}

/// The text of a claim or source, and the kinds of evidence that it rests on.
fn item(registry: &Registry, id: &str) -> Option<(String, Vec<Kind>)> {
    if let Some(claim) = registry::place('C', id).and_then(|it| registry.claims.get(it)) {
        let mut kinds = backing::counted(registry, claim);
        kinds.dedup();
        return Some((claim.text.clone(), kinds));
    }
    let source = registry::place('E', id).and_then(|it| registry.evidence.get(it))?;
    Some((source.title.clone(), source.rests.into_iter().collect()))
}

/// Cases by kind, strongest first. An item that rests on several kinds is a case of each.
fn kinds(judged: &[JudgedItem]) -> Vec<KindCases> {
    let cases = |kind: Kind| {
        let own: Vec<&JudgedItem> = judged.iter().filter(|it| it.kinds.contains(&kind)).collect();
        let held = own.iter().filter(|it| it.judgement == Judgement::BorneOut).count();
        let [cases, held] = [own.len(), held].map(|it| u32::try_from(it).unwrap_or(u32::MAX));
        (cases > 0).then_some(KindCases { kind, cases, held })
    };
    Kind::ALL.into_iter().filter_map(cases).collect()
}

/// Whether a ballot was right. An estimate was if the truth lies in its interval.
fn is_right(debate: &Debate, held: ResolvedBallot<'_>, right: &Right) -> Option<bool> {
    match (held, right) {
        (ResolvedBallot::Option(letter), Right::Option(it)) => Some(debate.resolved(letter) == debate.resolved(*it)),
        (ResolvedBallot::Option(_), Right::None) => Some(false),
        (ResolvedBallot::Estimate(it), Right::Value(value)) => Some(it.lowest <= *value && *value <= it.highest),
        (ResolvedBallot::Option(_) | ResolvedBallot::Estimate(_), _) => None,
    }
}

/// The accuracy of the decision: 1 or 0 for an option; for an estimate 1 less its relative error, at least 0.
fn accuracy(debate: &Debate, verdict: &Verdict, right: &Right) -> Option<f64> {
    let decision = &verdict.decision;
    match right {
        Right::Value(value) => {
            let best = decision.estimate?.best;
            Some(rounded((1.0 - error(best, *value)).max(0.0)))
        }
        Right::Option(_) | Right::None => {
            let letter = decision.option.as_ref().map(|it| it.letter)?;
            Some(if is_option(debate, Some(letter), right) { 1.0 } else { 0.0 })
        }
    }
}

fn is_option(debate: &Debate, letter: Option<Letter>, right: &Right) -> bool {
    match (letter, right) {
        (Some(letter), Right::Option(it)) => debate.resolved(letter) == debate.resolved(*it),
        (Some(_) | None, _) => false,
    }
}

/// The relative error of a figure.
fn error(best: f64, truth: f64) -> f64 {
    crate::ballots::relative(truth, best)
}

/// What the rounds after the first did to the decision; none with one round.
fn rounds(debate: &Debate, verdict: &Verdict, right: &Right) -> Option<RoundsEffect> {
    if debate.rounds.iter().filter(|it| it.kind != RoundKind::Ballot).count() < 2 {
        return None;
    }
    let moved = |before: f64, after: f64| match after.total_cmp(&before) {
        std::cmp::Ordering::Greater => RoundsEffect::Helped,
        std::cmp::Ordering::Less => RoundsEffect::Hurt,
        std::cmp::Ordering::Equal => RoundsEffect::Unchanged,
    };
    if let Right::Value(value) = right {
        let (before, after) = (verdict.plain_vote.estimate?.best, verdict.decision.estimate?.best);
        return Some(moved(-rounded(error(before, *value)), -rounded(error(after, *value))));
    }
    let is_asked = verdict.plain_vote.openings > verdict.plain_vote.without_ballot;
    let score = |letter: Option<Letter>| if is_option(debate, letter, right) { 1.0 } else { 0.0 };
    let after = verdict.decision.option.as_ref().map(|it| it.letter);
    is_asked.then(|| moved(score(verdict.plain_vote.option), score(after)))
}

/// Those who cast ballots, by seat.
fn participants(debate: &Debate, right: Option<&Right>) -> Vec<ParticipantResult> {
    let Some(last) = FinalTurns::of(debate) else { return Vec::new() };
    let last = Count::of_final(debate, &last);
    let results = debate.participants.iter().filter_map(|it| result(debate, it, &last, right));
    results.collect()
}

fn result(
    debate: &Debate,
    participant: &Participant,
    last: &Count<'_>,
    right: Option<&Right>,
) -> Option<ParticipantResult> {
    let name = &participant.name;
    let counted = last.voters.iter().find(|it| it.name() == name)?;
    let own = debate.rounds.iter().filter_map(|it| Some((it.number, it.said_by(name).filter(|it| !it.is_argued)?)));
    let spoken: Vec<(u32, ResolvedBallot<'_>)> =
        own.filter_map(|(round, it)| Some((round, debate.held(it)?))).collect();
    let first = spoken.first().map(|(_, it)| *it);
    if first.is_none() && counted.held.is_none() {
        return None;
    }
    let judge =
        |held: Option<ResolvedBallot<'_>>| held.zip(right).and_then(|(held, right)| is_right(debate, held, right));
    let words = |held: Option<ResolvedBallot<'_>>| held.map(|it| verdict::held(debate, it));
    let (first_right, last_right) = (judge(first), judge(counted.held));
    let rounds: Vec<HeldInRound> = spoken
        .iter()
        .map(|(round, it)| HeldInRound { round: *round, held: verdict::held(debate, *it), is_right: judge(Some(*it)) })
        .collect();
    let judged: Vec<bool> = rounds.iter().filter_map(|it| it.is_right).collect();
    let accuracy = crate::measure::mean(judged.iter().map(|it| if *it { 1.0 } else { 0.0 })).map(rounded);
    let confidence = match counted.held {
        Some(ResolvedBallot::Estimate(it)) => Some(it.sure),
        Some(ResolvedBallot::Option(_)) => counted.confidence(),
        None => None,
    };
    Some(ParticipantResult {
        name: name.clone(),
        model: participant.model.clone(),
        family: participant.family.clone(),
        first: words(first),
        first_right,
        last: words(counted.held),
        last_right,
        confidence,
        note: note(&judged, last_right),
        accuracy,
        rounds,
    })
}

/// What the judged ballots of a participant say of it, and its last ballot.
fn note(judged: &[bool], last: Option<bool>) -> String {
    let Some(last) = last else { return "not judged".to_owned() };
    let right = judged.iter().filter(|it| **it).count();
    let changes = judged.windows(2).filter(|it| matches!(it, [before, after] if before != after)).count();
    let note = match (changes, right == judged.len(), last) {
        (0, true, true) if !judged.is_empty() => "right from the beginning",
        (0, false, false) => "wrong to the end",
        (1, _, true) => "came to be right",
        (1, _, false) => "gave up what was right",
        (0, _, true) => "right at the end",
        (0, _, false) => "wrong at the end",
        (_, _, _) => {
            let end = if last { "right" } else { "wrong" };
            return format!("wavered: right in {right} of {} rounds, {end} at the end", judged.len());
        }
    };
    note.to_owned()
}

/// What went right and wrong, as far as outcomes say, tied to claims, sources and participants.
fn went(postmortem: &Postmortem, outcomes: &[Recorded]) -> (Vec<String>, Vec<String>) {
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    match postmortem.accuracy.filter(|_| !outcomes.is_empty()) {
        Some(it) if it >= 1.0 => right.push("The decision proved right.".to_owned()),
        Some(it) if it <= 0.0 => wrong.push("The decision proved wrong.".to_owned()),
        Some(_) | None => {}
    }
    for it in &postmortem.judged {
        let kinds: Vec<&str> = it.kinds.iter().map(|it| it.as_str()).collect();
        let kinds = if kinds.is_empty() { "no kind given".to_owned() } else { kinds.join(", ") };
        let text = it.text.trim_end_matches(['.', '!', '?']);
        match it.judgement {
            Judgement::BorneOut => right.push(format!("{} held ({kinds}): {text}.", it.id)),
            Judgement::Refuted => wrong.push(format!("{} did not hold ({kinds}): {text}.", it.id)),
        }
    }
    match postmortem.rounds {
        Some(RoundsEffect::Helped) => right.push("Debate moved the decision towards what proved right.".to_owned()),
        Some(RoundsEffect::Hurt) => wrong.push("Debate moved the decision away from what proved right.".to_owned()),
        Some(RoundsEffect::Unchanged) | None => {}
    }
    let gave_up = postmortem.participants.iter().filter(|it| it.first_right == Some(true));
    for it in gave_up.filter(|it| it.last_right == Some(false)) {
        let first = it.first.as_deref().unwrap_or_default();
        wrong.push(format!("{} gave up {first}, which proved right.", it.name));
    }
    (right, wrong)
}
