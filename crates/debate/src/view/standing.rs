//! Positions and stances, one line each, and id lists.
use crate::ballot::Estimate;
use crate::evidence::Kind;
use crate::ids::Name;
use crate::state::registry::{ClaimState, id};
use crate::state::{Debate, ResolvedBallot, Spoken};

/// A participant's position, in a line.
pub(super) fn line(debate: &Debate, round: u32, spoken: &Spoken) -> String {
    match stand(debate, round, spoken) {
        Some(words) => format!("{}: {words}", spoken.by),
        None => format!("{}:", spoken.by),
    }
}

/// Stance, ballot and confidence, with the change since the participant's previous turn; empty if all are hidden. A confidence in another
/// ballot does not count as a change (D-20).
pub(super) fn stand(debate: &Debate, round: u32, spoken: &Spoken) -> Option<String> {
    let before = before(debate, round, &spoken.by).map(|(_, it)| it);
    let mut words: Vec<String> = spoken.turn.stance.iter().map(ToString::to_string).collect();
    let told = |it| debate.cast_letter(it).map(ResolvedBallot::Option).or_else(|| debate.held(it));
    let (was, is) = (before.and_then(told), told(spoken));
    words.extend(match (was, is) {
        (Some(was), Some(is)) if was != is => Some(format!("{} (was {})", ballot(debate, is), ballot(debate, was))),
        (_, Some(is)) => Some(ballot(debate, is)),
        (_, None) => None,
    });
    // The text of an estimate includes the confidence.
    let is_option = is.is_none_or(|it| it.option().is_some());
    if let Some(confidence) = spoken.turn.confidence.filter(|_| is_option) {
        let was = before.and_then(|it| it.turn.confidence).filter(|_| was == is);
        let moved = was.map(|it| format!(" ({:+.2})", confidence - it)).unwrap_or_default();
        words.push(format!("confidence {confidence:.2}{moved}"));
    }
    (!words.is_empty()).then(|| words.join(", "))
}

/// Whether a turn is shown without its answer.
pub(super) fn is_without_answer(spoken: &Spoken) -> bool {
    spoken.turn.position.is_none() && spoken.turn.ballot.is_none()
}

/// A ballot in a few words: a letter, or figures.
pub(super) fn ballot(debate: &Debate, held: ResolvedBallot<'_>) -> String {
    match held {
        ResolvedBallot::Option(letter) => letter.to_string(),
        ResolvedBallot::Estimate(Estimate { lowest, highest, best, sure, .. }) => {
            let unit = debate.ballot.as_ref().and_then(|it| it.unit()).unwrap_or_default();
            format!("{best} {unit}, {lowest} to {highest} with {sure:.2}")
        }
    }
}

/// The participant's previous turn, and its round.
pub(super) fn before<'a>(debate: &'a Debate, round: u32, name: &Name) -> Option<(u32, &'a Spoken)> {
    debate.rounds.iter().rev().filter(|it| it.number < round).find_map(|it| Some((it.number, it.said_by(name)?)))
}

/// A kind of evidence with a leading space, if there is one: ` LOGICAL`.
pub(super) fn typed(kind: Option<Kind>) -> String {
    kind.map(|it| format!(" {it}")).unwrap_or_default()
}

/// Ids of indices, separated by spaces.
pub(super) fn ids(letter: char, places: impl IntoIterator<Item = usize>) -> String {
    places.into_iter().map(|it| id(letter, it)).collect::<Vec<_>>().join(" ")
}

/// Participants for a claim, for it with a limit, and against it, with their evidence: `north for it (E1), east within a limit; west
/// against it (C7)`.
pub(super) fn sides(standing: &ClaimState<'_>) -> String {
    let names = |names: Vec<&Name>| names.into_iter().map(Name::as_str).collect::<Vec<_>>().join(", ");
    let with = |ids: String| if ids.is_empty() { ids } else { format!(" ({ids})") };
    let (limiting, whole): (Vec<&Name>, Vec<&Name>) = standing.holding().partition(|it| standing.limits(it));
    let evidence = with(ids('E', standing.evidence.iter().copied()));
    let held = match (whole.is_empty(), limiting.is_empty()) {
        (false, false) => format!("{} for it{evidence}, {} within a limit", names(whole), names(limiting)),
        (true, false) => format!("{} for it within a limit{evidence}", names(limiting)),
        (_, true) => format!("{} for it{evidence}", names(whole)),
    };
    format!(
        "{held}; {} against it{}",
        names(standing.denying().collect()),
        with(ids('C', standing.opposing.iter().copied())),
    )
}
