//! Who stands where, in a line each, and what stands behind an id.
use crate::evidence::Kind;
use crate::ids::Name;
use crate::state::registry::Standing;
use crate::state::{Debate, Spoken};

/// Who stands where, in a line.
pub(super) fn line(debate: &Debate, round: u32, spoken: &Spoken) -> String {
    match stand(debate, round, spoken) {
        Some(words) => format!("{}: {words}", spoken.by),
        None => format!("{}:", spoken.by),
    }
}

/// Stance, vote and confidence, and how they moved since the participant's turn before; nothing where none of it is shown.
pub(super) fn stand(debate: &Debate, round: u32, spoken: &Spoken) -> Option<String> {
    let before = before(debate, round, &spoken.by);
    let mut words: Vec<String> = spoken.turn.stance.iter().map(ToString::to_string).collect();
    words.extend(match (vote_before(debate, round, &spoken.by), spoken.turn.vote) {
        (Some(was), Some(is)) if was != is => Some(format!("{is} (was {was})")),
        (_, Some(is)) => Some(is.to_string()),
        (_, None) if is_without_answer(spoken) => None,
        (_, None) => Some("no vote".to_owned()),
    });
    if let Some(confidence) = spoken.turn.confidence {
        let was = before.and_then(|(_, it)| it.turn.confidence);
        let moved = was.map(|it| format!(" ({:+.2})", confidence - it)).unwrap_or_default();
        words.push(format!("confidence {confidence:.2}{moved}"));
    }
    (!words.is_empty()).then(|| words.join(", "))
}

/// Whether a turn is shown without what it answers: one that holds nothing is not taken.
pub(super) fn is_without_answer(spoken: &Spoken) -> bool {
    spoken.turn.position.is_none() && spoken.turn.vote.is_none()
}

/// The vote a participant changed from, if votes compare: an opening's is on the topic's proposal.
pub(super) fn vote_before(debate: &Debate, round: u32, name: &Name) -> Option<crate::turn::Vote> {
    before(debate, round, name).filter(|(number, _)| *number > 1).and_then(|(_, it)| it.turn.vote)
}

/// The participant's turn before this round, and its number.
pub(super) fn before<'a>(debate: &'a Debate, round: u32, name: &Name) -> Option<(u32, &'a Spoken)> {
    debate.rounds.iter().rev().filter(|it| it.number < round).find_map(|it| Some((it.number, it.said_by(name)?)))
}

/// A kind of evidence behind something else, where there is one: ` LOGICAL`.
pub(super) fn typed(kind: Option<Kind>) -> String {
    kind.map(|it| format!(" {it}")).unwrap_or_default()
}

/// Ids of places, separated by spaces.
pub(super) fn ids(letter: char, places: impl IntoIterator<Item = usize>) -> String {
    places.into_iter().map(|it| format!("{letter}{}", it + 1)).collect::<Vec<_>>().join(" ")
}

/// Who holds a claim and with what, who denies it and with what: `north, east for it (E1); west against it (C7)`.
pub(super) fn sides(standing: &Standing<'_>) -> String {
    let names = |names: Vec<&Name>| names.into_iter().map(Name::as_str).collect::<Vec<_>>().join(", ");
    let with = |ids: String| if ids.is_empty() { ids } else { format!(" ({ids})") };
    format!(
        "{} for it{}; {} against it{}",
        names(standing.holding().collect()),
        with(ids('E', standing.evidence.iter().copied())),
        names(standing.denying().collect()),
        with(ids('C', standing.opposing.iter().copied())),
    )
}
