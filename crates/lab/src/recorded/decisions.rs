//! Applies decision rules to recordings, and counts how often a label is correct (Q-01, I-02).
//!
//! Recordings cite no sources, so no move is carried: `guarded` undoes every one. Decision rules are applied to whole recordings; labels to
//! the point where our own debate would have ended.
use super::stepped::{Recording, Suspicion, Truth};
use super::tally::{Share, share};
use analysis::Verdict;
use analysis::ballots::rules::{Decided, decide};
use analysis::ballots::{FinalTurns, history, moves};
use analysis::measure::mean;
use debate::rules::Decide;
use debate::state::FoldError;
use debate::{Algorithm, Debate};
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of a rule on a set.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Ruled {
    rule: &'static str,
    /// The share of debates that it decides correctly; no decision counts as wrong.
    right: Option<f64>,
    /// Debates without a decision.
    tied: usize,
}

/// How often a label is correct.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Labelled {
    label: &'static str,
    debates: usize,
    wrong: Share,
}

/// The answer of each rule to a debate; `None` on a tie, and where the rule needs rankings.
pub fn answers(debate: &Debate) -> Vec<(Decide, Option<String>, Option<Decided>)> {
    let registry = debate.entered().0;
    let moves = moves::moves(debate, &registry, &[]);
    let history = FinalTurns::of(debate).map(|it| history::history(debate, &it, &moves)).unwrap_or_default();
    let given = history::given(debate);
    let answer = |rule: Decide| {
        let decided = decide(rule, &history, &given);
        let option = decided.as_ref().and_then(|it| it.option).map(|it| debate.letter(it));
        (rule, option.and_then(|it| debate.headline(it)).map(str::to_owned), decided)
    };
    Decide::ALL.into_iter().map(answer).collect()
}

/// The results of each rule on recordings whose correct answer is known; empty if there are none.
pub(super) fn ruled(all: &[Recording], confidence: f64) -> Result<Vec<Ruled>, FoldError> {
    let mut found: Vec<Vec<(bool, bool)>> = Vec::new();
    for recording in known(all) {
        let debate = recording.step(Algorithm::FixedRounds, Suspicion::Ignored, confidence)?.debate;
        let answer = |(_, answer, _): (Decide, Option<String>, Option<Decided>)| {
            (recording.is_right(answer.as_deref()) == Some(true), answer.is_none())
        };
        found.push(answers(&debate).into_iter().map(answer).collect());
    }
    let of_rule = |(at, rule): (usize, Decide)| {
        let mine = || found.iter().filter_map(move |it| it.get(at));
        Ruled {
            rule: rule.as_str(),
            right: mean(mine().map(|(is_right, _)| f64::from(u8::from(*is_right)))),
            tied: mine().filter(|(_, is_tied)| *is_tied).count(),
        }
    };
    Ok(if found.is_empty() { Vec::new() } else { Decide::ALL.into_iter().enumerate().map(of_rule).collect() })
}

/// The labels of recordings whose correct answer is known, each with how often the decision is wrong.
pub(super) fn labelled(all: &[Recording], confidence: f64) -> Result<Vec<Labelled>, FoldError> {
    let mut labels: BTreeMap<analysis::Label, Vec<bool>> = BTreeMap::new();
    for recording in known(all) {
        let debate = recording.step(Algorithm::default(), Suspicion::Watched, confidence)?.debate;
        let decision = Verdict::of(&debate).decision;
        let is_right = recording.is_right(decision.option.as_ref().map(|it| it.headline.as_str())) == Some(true);
        labels.entry(decision.label).or_default().push(is_right);
    }
    let line = |(label, rights): (analysis::Label, Vec<bool>)| Labelled {
        label: label.as_str(),
        debates: rights.len(),
        wrong: Share::of(rights, |it| !it),
    };
    Ok(labels.into_iter().map(line).collect())
}

fn known(all: &[Recording]) -> impl Iterator<Item = &Recording> {
    all.iter().filter(|it| matches!(it.truth, Truth::Answer(_)))
}

/// Both tables as lines.
pub(super) fn lines(ruled: &[Ruled], labelled: &[Labelled]) -> Vec<String> {
    let mut lines = Vec::new();
    if !ruled.is_empty() {
        lines.push("  decided by".to_owned());
    }
    for Ruled { rule, right, tied } in ruled {
        lines.push(format!("    {rule:22} right {}, no answer {tied}", share(*right)));
    }
    if !labelled.is_empty() {
        lines.push(format!("  labelled, by {} and {}", Algorithm::default(), Decide::default()));
    }
    for Labelled { label, debates, wrong } in labelled {
        lines.push(format!("    {label:22} {debates}, wrong {}", wrong.text()));
    }
    lines
}
