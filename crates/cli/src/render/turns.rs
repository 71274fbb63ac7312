//! Events as blocks of text: the opening, each turn, each loss, the end.
use super::style::{Style, duration, money, name, one_line};
use debate::event::Answer;
use debate::{Envelope, Event, Flaw, Name, Turn, Vote};

/// One event as text; empty where there is nothing to say.
pub(crate) fn event(style: Style, envelope: &Envelope) -> String {
    match &envelope.event {
        Event::DebateOpened { debate, topic, mode, participants, rehearsal, .. } => {
            let mut text = style.wrap("", &topic.to_string());
            text.push_str(&style.dim(format!(
                "{}, {} participants, id {}\n",
                one_line(mode, 64),
                participants.len(),
                one_line(debate.as_str(), 64)
            )));
            if *rehearsal {
                text.push_str(&format!("{}\n", rehearsal_note(style)));
            }
            text
        }
        Event::RoundOpened { round, .. } => format!("\n{}\n", style.bold(format!("Round {round}"))),
        Event::TurnTaken { by, turn, flaws, answer, .. } => taken(style, by, turn, flaws, Some(answer)),
        Event::AnswerUnusable { by, flaws, .. } => {
            let flaws = list(flaws);
            format!(
                "{} {}\n",
                style.bold(name(by)),
                style.warn(format!("could not be read ({flaws}); asked once more"))
            )
        }
        Event::TurnFailed { by, why, detail, .. } => {
            format!(
                "{} {}\n",
                style.bold(name(by)),
                style.bad(format!("has no turn: {why} ({})", one_line(detail, 160)))
            )
        }
        Event::DebateClosed { why, .. } => format!("\n{}\n", style.dim(format!("Ended: {why}"))),
    }
}

/// What a rehearsal is, wherever one is shown.
pub(crate) fn rehearsal_note(style: Style) -> String {
    style.warn("REHEARSAL: the participants are simulated; nothing they say is about the topic")
}

/// One turn.
pub(crate) fn taken(style: Style, by: &Name, turn: &Turn, flaws: &[Flaw], answer: Option<&Answer>) -> String {
    let mut text = format!("{} {}", style.bold(name(by)), stand(style, turn));
    if let Some(answer) = answer {
        let cost =
            answer.usage.cost.filter(|it| *it > 0.0).map(|it| format!(", {}", money(Some(it)))).unwrap_or_default();
        text.push_str(&style.dim(format!("  {}{cost}", duration(answer.took))));
    }
    text.push('\n');
    if let Some(position) = &turn.position {
        text.push_str(&style.wrap("  ", position));
    }
    for point in &turn.key_points {
        text.push_str(&style.wrap("    · ", &one_line(point, 400)));
    }
    if let Some(objection) = &turn.objection {
        text.push_str(&style.wrap("    ! ", objection));
    }
    if !flaws.is_empty() {
        text.push_str(&format!("    {}\n", style.dim(list(flaws))));
    }
    text
}

/// Vote and confidence on one line.
pub(crate) fn stand(style: Style, turn: &Turn) -> String {
    let confidence = turn.confidence.map_or_else(|| "no confidence given".to_owned(), |it| format!("{it:.2}"));
    format!("{} {confidence}", vote(style, turn.vote))
}

/// A vote in its colour.
pub(crate) fn vote(style: Style, vote: Option<Vote>) -> String {
    match vote {
        Some(Vote::Accept) => style.good(Vote::Accept),
        Some(Vote::Minor) => style.warn(Vote::Minor),
        Some(Vote::Blocker) => style.bad(Vote::Blocker),
        None => style.dim("no vote"),
    }
}

fn list(flaws: &[Flaw]) -> String {
    flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
