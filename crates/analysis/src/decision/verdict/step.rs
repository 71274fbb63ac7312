//! The next step after a debate.
use super::decided::Decided;
use super::{Label, TermLine, needs, warnings};
use crate::ballots::rules::Basis;
use debate::event::Reason;
use debate::{Debate, Vote};

/// How a debate goes on that waits for somebody. Each surface names its own command, tool or address for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextAction {
    /// It is not over: it can be resumed.
    Resumed,
    /// It was stopped: it can be continued.
    Continued,
    /// It waits for an answer to its question.
    Answered,
    /// It waits for what participants asked for: the ids of their requests.
    Brought(Vec<String>),
}

/// How a debate goes on; none where it has come to its end.
pub(super) fn goes_on(debate: &Debate, label: Label) -> Option<NextAction> {
    match (debate.closed.as_ref().map(|it| it.why), label) {
        (None, _) => Some(NextAction::Resumed),
        (Some(Reason::Stopped), _) => Some(NextAction::Continued),
        (Some(Reason::NeedsContext), _) => Some(NextAction::Brought(needs::awaited(debate))),
        (Some(_), Label::Escalated) => Some(NextAction::Answered),
        (Some(_), Label::Consensus | Label::Partial | Label::Dissensus | Label::Insufficient) => None,
    }
}

/// The next step for the user, in words that fit every surface.
pub(super) fn next(debate: &Debate, label: Label, decided: Option<&Decided<'_>>, terms: &[TermLine]) -> String {
    let Some(why) = debate.closed.as_ref().map(|it| it.why) else {
        return "the debate is not over; resume it".to_owned();
    };
    let rehearsed = if debate.rehearsal { "nothing to act on, for this is a rehearsal; " } else { "" };
    match (why, label) {
        (Reason::Stopped, _) => {
            return format!("{rehearsed}it was stopped before its end; continue it, or take what it has");
        }
        (Reason::NeedsContext, _) => return needs::step(debate),
        (_, Label::Escalated) => {
            return "answer the question, and they go on".to_owned();
        }
        (Reason::Budget | Reason::Deadline, Label::Insufficient) => {
            return "the budget or the time ran out before two had cast a ballot: allow more, and ask again".to_owned();
        }
        (_, Label::Insufficient) => {
            return "fewer than two ballots were cast: see what was lost, repair it, and ask again".to_owned();
        }
        (_, Label::Consensus | Label::Partial | Label::Dissensus) if debate.rehearsal => {
            return "nothing to act on, for this was a rehearsal: seat real models".to_owned();
        }
        (_, Label::Consensus | Label::Partial | Label::Dissensus) => {}
    }
    let Some(decided) = decided else { return "read the positions side by side and decide yourself".to_owned() };
    by_ballots(debate, label, decided, terms)
}

fn by_ballots(debate: &Debate, label: Label, decided: &Decided<'_>, terms: &[TermLine]) -> String {
    let against = decided.dissent().into_iter().filter_map(|it| Some((it.by, it.vote, it.objection?)));
    let mut against: Vec<_> = against.filter(|(_, vote, _)| *vote != Some(Vote::Accept)).collect();
    against.sort_by_key(|(_, vote, _)| std::cmp::Reverse(*vote));
    let objection = against.into_iter().next();
    let ended = decided.count.leader().and_then(|it| debate.headline(it)).unwrap_or_default();
    match (label, decided.basis()) {
        (_, Some((Basis::Openings, _))) if decided.option.is_none() => format!(
            "nothing is decided: most ended on “{ended}”, but too few of those who moved there named anything new, and the openings were tied; ask what convinced them"
        ),
        (_, Some((Basis::Openings, _))) if !decided.follows_the_debate() && decided.count.leader().is_some() => format!(
            "read both before you act: most ended on “{ended}”, but too few of those who moved there named anything new, so the vote of the openings stands"
        ),
        (_, Some((Basis::Yielded, _))) => format!(
            "ask what convinced them before you act: nobody holds “{}” any more, which the openings voted for, and too few of those who left it named anything new",
            decided.forsaken().unwrap_or_default()
        ),
        (_, Some((Basis::Uncarried, _))) => format!(
            "ask what convinced those who moved to “{ended}” before you act: too few named anything new, and the openings were split"
        ),
        (Label::Consensus, _) if warnings::is_unanswered(debate) => {
            "hold another round before you act on it: there was one, in which nobody could answer anybody".to_owned()
        }
        (Label::Consensus, _) if warnings::is_doubt_open(debate) => {
            "look for what speaks against it before you act: they agreed on little evidence, and no round was left to object"
                .to_owned()
        }
        (Label::Consensus, Some((_, bare))) if bare > 0 => {
            format!("act on it, but ask what convinced the {bare} who came to it without naming anything new")
        }
        (Label::Consensus, _) => match objection {
            Some((by, _, why)) => format!("act on it, and mind {by}'s reservation: {why}"),
            None => {
                let disputed = terms.iter().filter(|it| !it.opposed_by.is_empty());
                let ids: Vec<&str> = disputed.map(|it| it.id.as_str()).collect();
                if ids.is_empty() {
                    "act on it; no objection is open".to_owned()
                } else {
                    format!("act on it, and settle which terms hold: some ask for and some oppose {}", ids.join(", "))
                }
            }
        },
        (_, _) => match objection {
            Some((by, _, why)) => format!("settle {by}'s objection before acting: {why}"),
            None if decided.count.without() > 0 => {
                format!("{} of {} cast no ballot: ask again, or decide yourself", decided.count.without(), decided.count.of_all())
            }
            None => "read the options side by side and decide yourself".to_owned(),
        },
    }
}
