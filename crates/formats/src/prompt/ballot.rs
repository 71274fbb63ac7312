//! The prompt's parts about the ballot: how to cast it, what is on it, and how the group voted (B-02 … B-06, D-04).
use super::compose::Reader;
use super::{TemplateError, fill, library};
use analysis::decision::verdict::figures;
use analysis::measure::statistics::{self, Confidence};
use debate::ballot::{Paper, PaperKind};
use debate::view::{self, BallotView};
use debate::{Ballot, ClosingBallot, Debate, Profile};

/// The lines on the fields of a ballot, the same for a profile and a role; empty where there is no vote.
pub(super) fn instruction(debate: &Debate, reader: &Reader) -> Result<String, TemplateError> {
    let is_closing = debate.is_closing();
    let is_lean = reader.profile == Profile::Lean;
    let Some(ballot) = &debate.ballot else { return Ok(String::new()) };
    if reader.is_arguing && !is_closing {
        let file = match (debate.rules.closing_ballot, is_lean) {
            (ClosingBallot::Assigned | ClosingBallot::Always, false) => library::BALLOT_ARGUED,
            (ClosingBallot::Assigned | ClosingBallot::Always, true) => library::LEAN_BALLOT_ARGUED,
            (ClosingBallot::Never, false) => library::BALLOT_ARGUED_NEVER,
            (ClosingBallot::Never, true) => library::LEAN_BALLOT_ARGUED_NEVER,
        };
        return Ok(file.trim_end().to_owned());
    }
    let ballot = match (ballot, is_lean) {
        (Ballot::Estimate { unit }, false) => fill(library::BALLOT_ESTIMATE, &[("unit", unit)])?,
        (Ballot::Estimate { unit }, true) => fill(library::LEAN_BALLOT_ESTIMATE, &[("unit", unit)])?,
        (Ballot::YesNo | Ballot::Choice { .. } | Ballot::Open, true) => library::LEAN_BALLOT_OPTIONS.to_owned(),
        (Ballot::YesNo, false) => library::BALLOT_YES_NO.to_owned(),
        (Ballot::Choice { .. }, false) => library::BALLOT_CHOICE.to_owned(),
        (Ballot::Open, false) => library::BALLOT_OPEN.to_owned(),
    };
    let has_options = debate.ballot.as_ref().is_some_and(|it| it.unit().is_none());
    let lines = [
        (true, ballot.as_str()),
        (has_options && !is_lean, library::ANSWER_CONFIDENCE),
        (has_options && is_lean && !is_closing, library::LEAN_ANSWER_OTHERS),
        (is_lean, library::LEAN_ANSWER_TERMS),
    ];
    Ok(lines.iter().filter(|(is_asked, _)| *is_asked).map(|(_, it)| it.trim_end()).collect::<Vec<_>>().join("\n"))
}

/// How many options are on the ballot for a reader.
pub(super) fn options(debate: &Debate, reader: &Reader) -> usize {
    debate.options_at(reader.horizon).iter().filter(|(_, it)| it.merged.is_none()).count()
}

/// The current ballot, what this participant may cast, and the terms; empty where there is no vote. Estimates are listed only for readers who
/// do not see them beside each turn.
pub(super) fn seen(debate: &Debate, reader: &Reader, paper: Option<&Paper>) -> Result<Vec<String>, TemplateError> {
    let Some(paper) = paper else { return Ok(Vec::new()) };
    let BallotView { options, terms } = view::ballot(debate, reader.horizon);
    let is_told = reader.profile == Profile::Full && debate.ballot.as_ref().is_some_and(|it| it.unit().is_some());
    let mut parts = Vec::new();
    match (&paper.kind, options.trim_end()) {
        (PaperKind::Options { otherwise, .. }, options) => {
            let mut words: Vec<String> = paper.options.iter().map(|it| it.word.clone()).collect();
            words.push(fill(library::BALLOT_WORD, &[("word", otherwise)])?);
            let words = words.join(", ");
            parts.push(match options {
                "" => fill(library::SEEN_BALLOT_FIRST, &[("words", &words)])?,
                options => fill(library::SEEN_BALLOT, &[("options", options), ("words", &words)])?,
            });
        }
        (PaperKind::Argued | PaperKind::Estimate { .. }, _) if is_told => {}
        (PaperKind::Argued | PaperKind::Estimate { .. }, "") => {}
        (PaperKind::Argued | PaperKind::Estimate { .. }, options) => parts.push(format!("# The ballot\n{options}")),
    }
    if !terms.is_empty() {
        parts.push(fill(library::SEEN_TERMS, &[("terms", terms.trim_end())])?);
    }
    Ok(parts)
}

/// How the group voted in the round before, in the figures that are not hidden: ballots first, then confidence (D-04).
pub(super) fn group(debate: &Debate) -> Result<Option<String>, TemplateError> {
    let before = debate.rounds.split_last().and_then(|(_, before)| before.last());
    let Some((round, statistics)) = before.and_then(|it| Some((it.number, statistics::of(debate, it)?))) else {
        return Ok(None);
    };
    let mut lines = Vec::new();
    if let Some(it) = statistics.estimate.filter(|_| !debate.rules.hidden.answers) {
        let [least, most, median, low, high] = figures([it.least, it.most, it.median, it.low, it.high]);
        let values = [("least", least), ("most", most), ("median", median), ("low", low), ("high", high)];
        lines.push(filled(library::GROUP_ESTIMATE, &values)?);
    } else if !statistics.options.is_empty() && !debate.rules.hidden.answers {
        let counts: Vec<String> =
            statistics.options.iter().map(|(letter, count)| format!("{letter} {count}")).collect();
        lines.push(fill(library::GROUP_OPTIONS, &[("options", &counts.join(", "))])?);
    }
    if let Some(Confidence { mean, median, deviation, least, most }) =
        statistics.confidence.filter(|_| !debate.rules.hidden.confidence)
    {
        let values = [("mean", mean), ("median", median), ("deviation", deviation), ("least", least), ("most", most)];
        lines.push(filled(library::GROUP_CONFIDENCE, &values.map(|(name, it)| (name, format!("{it:.2}"))))?);
    }
    if lines.is_empty() {
        return Ok(None);
    }
    fill(library::SEEN_GROUP, &[("round", &round.to_string()), ("figures", &lines.join("\n"))]).map(Some)
}

fn filled(template: &str, values: &[(&str, String)]) -> Result<String, TemplateError> {
    let values: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
    fill(template, &values)
}
