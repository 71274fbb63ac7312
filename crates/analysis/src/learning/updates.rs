//! What a post-mortem teaches: updates with their reasons, each with the value before and after (L-04).
use super::calibration;
use super::draft::{Input, draft};
use super::evidence;
use super::fold::{Applied, Learned, Recorded};
use super::thresholds::{MOST_LEAN_QUESTIONS, MOST_QUESTIONS, NEUTRAL, WENT_WELL};
use debate::learning::{Change, Envelope, Event, Forecast, KindCases, Postmortem, Update};
use debate::{Debate, Profile};

/// A project as a number that says nothing of its name: FNV-1a of the name as it is compared.
pub fn project_key(name: &str) -> u64 {
    debate::text::folded(name)
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The updates of a post-mortem, in the order in which they are applied at time `at`, to what is known so far. A debate without outcomes has
/// none; kinds of evidence need judged claims or sources, models need a known truth.
pub fn of(learned: &Learned, debate: &Debate, outcomes: &[Recorded], postmortem: &Postmortem, at: u64) -> Vec<Update> {
    if outcomes.is_empty() {
        return Vec::new();
    }
    let mut known = learned.clone();
    let mut updates = Vec::new();
    for (reason, change) in changes(debate, postmortem) {
        let before = value(&known, &postmortem.domain, &change, at).map(|it| it.0);
        let update = Update {
            domain: postmortem.domain.clone(),
            reason,
            project: postmortem.project.as_deref().map(project_key),
            projects: 0,
            before,
            after: None,
            change,
        };
        // Numbers above all others: only their order matters here.
        let number = known.updates.last().map_or(0, |it| it.number).max(known.version) + 1;
        known.updates.push(Applied { number, at, update: update.clone(), reverted: None });
        let (after, projects) = value(&known, &postmortem.domain, &update.change, at).unzip();
        updates.push(Update { after, projects: projects.unwrap_or_default(), ..update });
    }
    updates
}

fn changes(debate: &Debate, postmortem: &Postmortem) -> Vec<(String, Change)> {
    let mut changes = Vec::new();
    for KindCases { kind, cases, held } in postmortem.kinds.iter().copied() {
        let what = if cases == 1 { "judged claim or source" } else { "judged claims and sources" };
        let reason = format!("{held} of {cases} {what} that rest on {kind} held");
        changes.push((reason, Change::Evidence { kind, cases, held }));
    }
    let mut models: Vec<(&str, &str, Vec<Forecast>)> = Vec::new();
    for it in &postmortem.participants {
        let Some((confidence, is_right)) = it.confidence.zip(it.last_right) else { continue };
        let forecast = Forecast { confidence: confidence.clamp(0.0, 1.0), is_right };
        match models.iter_mut().find(|(model, _, _)| *model == it.model) {
            Some((_, _, forecasts)) => forecasts.push(forecast),
            None => models.push((&it.model, &it.family, vec![forecast])),
        }
    }
    for (model, family, forecasts) in models {
        let right = forecasts.iter().filter(|it| it.is_right).count();
        let (model, family) = (model.to_owned(), family.to_owned());
        let ballots = if forecasts.len() == 1 { "ballot" } else { "ballots" };
        let reason = format!("{right} of {} {ballots} of this model proved right", forecasts.len());
        changes.push((reason, Change::Calibration { model, family, forecasts }));
    }
    let shown = shown(debate);
    let asked = debate.rules.learning.iter().flat_map(|it| &it.questions).take(shown);
    for (text, accuracy) in asked.filter_map(|it| Some((it, postmortem.accuracy?))) {
        let went_well = accuracy >= WENT_WELL;
        let how = if went_well { "well" } else { "badly" };
        let reason = format!("it was asked first, and the debate decided {how}");
        changes.push((reason, Change::Asked { text: text.clone(), went_well }));
    }
    for text in &postmortem.questions {
        let reason = "the post-mortem found that it should have been asked first".to_owned();
        changes.push((reason, Change::Question { text: text.clone() }));
    }
    for name in &postmortem.skills {
        let reason = "the post-mortem found that no participant had it".to_owned();
        changes.push((reason, Change::Skill { name: name.clone() }));
    }
    if let Some(effect) = postmortem.rounds {
        let reason = format!(
            "the rounds after the first {}",
            match effect {
                debate::learning::RoundsEffect::Helped => "moved the decision towards what proved right",
                debate::learning::RoundsEffect::Hurt => "moved the decision away from what proved right",
                debate::learning::RoundsEffect::Unchanged => "did not change the accuracy of the decision",
            }
        );
        changes.push((reason, Change::Rounds { effect }));
    }
    changes
}

/// How many of the required questions all participants saw: prompts for small models have fewer.
fn shown(debate: &Debate) -> usize {
    match debate.participants.iter().any(|it| it.profile == Profile::Lean) {
        true => MOST_LEAN_QUESTIONS,
        false => MOST_QUESTIONS,
    }
}

/// The value that a change is about, and the number of projects behind it; none where nothing is known yet.
fn value(known: &Learned, domain: &str, change: &Change, at: u64) -> Option<(f64, u32)> {
    match change {
        Change::Evidence { kind, .. } => {
            let weight = evidence::weight(known, domain, *kind, at);
            Some((weight.mean, weight.projects))
        }
        Change::Calibration { model, family, .. } => {
            let own = calibration::of_domain(known, domain, at).into_iter().find(|it| it.model == *model);
            let of_family = || calibration::families(known, domain, at).into_iter().find(|it| it.family == *family);
            Some(match own {
                Some(it) => (it.mean, it.projects),
                None => (of_family().map_or(NEUTRAL, |it| it.mean), 0),
            })
        }
        Change::Question { text } | Change::Asked { text, .. } => {
            let folded = debate::text::folded(text);
            let questions = known.domain(domain, at).questions;
            let it = questions.into_iter().find(|it| debate::text::folded(&it.text) == folded)?;
            let is_of = |it: &Change| match it {
                Change::Question { text } | Change::Asked { text, .. } => debate::text::folded(text) == folded,
                Change::Evidence { .. } | Change::Calibration { .. } | Change::Skill { .. } | Change::Rounds { .. } => {
                    false
                }
            };
            Some((it.effectiveness, evidence::projects(known, domain, is_of)))
        }
        Change::Skill { name } => {
            let folded = debate::text::folded(name);
            let skills = known.domain(domain, at).skills;
            let it = skills.into_iter().find(|it| debate::text::folded(&it.name) == folded)?;
            let is_of = |it: &Change| matches!(it, Change::Skill { name } if debate::text::folded(name) == folded);
            Some((f64::from(it.missed), evidence::projects(known, domain, is_of)))
        }
        Change::Rounds { .. } => {
            let it = known.domain(domain, at).rounds?;
            let count = evidence::projects(known, domain, |it| matches!(it, Change::Rounds { .. }));
            Some((it.helped_share, count))
        }
    }
}

/// The events of a new post-mortem, and the post-mortem: the updates of an earlier one of the same debate are reverted, then its own
/// follow, and it names them. The first event gets the number `next`. A rehearsal causes no updates unless the input says so.
pub fn closing(known: &Learned, next: u64, now: u64, debate: &Debate, input: &Input) -> (Vec<Event>, Postmortem) {
    let of_debate = known.debates.get(&debate.id);
    // A new post-mortem stays in the domain of the one that it replaces.
    let replaced = of_debate.and_then(|it| it.postmortem.as_ref()).map(|(_, it)| it.domain.clone());
    let input = &Input { domain: input.domain.clone().or(replaced), ..input.clone() };
    let (mut before, mut events) = (known.clone(), Vec::new());
    for update in of_debate.iter().filter_map(|it| it.postmortem.as_ref()).flat_map(|(_, it)| &it.updates) {
        if before.counting().any(|it| it.number == *update) {
            let reason = "a new post-mortem of the same debate replaces it".to_owned();
            let (seq, event) = (next + events.len() as u64, Event::UpdateReverted { update: *update, reason });
            before.apply(&Envelope { seq, at: now, event: event.clone() });
            events.push(event);
        }
    }
    let outcomes = of_debate.map(|it| it.outcomes.as_slice()).unwrap_or_default();
    let mut postmortem = draft(debate, outcomes, input);
    let is_rehearsed = debate.rehearsal && !input.with_rehearsal;
    let own = if is_rehearsed { Vec::new() } else { of(&before, debate, outcomes, &postmortem, now) };
    postmortem.updates = (next + events.len() as u64..).take(own.len()).collect();
    events.extend(own.into_iter().map(|update| Event::UpdateApplied { update }));
    events.push(Event::PostmortemClosed { debate: debate.id.clone(), postmortem: Box::new(postmortem.clone()) });
    (events, postmortem)
}
