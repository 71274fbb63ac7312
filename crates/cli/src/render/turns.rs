//! Events as blocks of text: the opening, each turn, each loss, the end.
use super::style::{Style, duration, money, name, one_line};
use debate::event::{Answer, Ruling};
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
        Event::ModeChosen { mode, why, .. } => {
            format!(
                "\n{} {}\n",
                style.bold(format!("Goes on as {}", one_line(mode, 64))),
                style.dim(one_line(why, 400))
            )
        }
        Event::GroupthinkSeen { what, signs, .. } => {
            format!("{}\n", style.warn(format!("! {what}: {}", one_line(&signs.join("; "), 400))))
        }
        Event::WatchBegun { triggers, evaluator } => {
            let who = evaluator.as_ref().map_or_else(
                || "no model at hand can read answers for harm".to_owned(),
                |it| format!("{} reads every answer for harm before the others do", one_line(it, 64)),
            );
            format!("{}\n", style.dim(format!("Watched ({}): {who}", one_line(&triggers.join(", "), 160))))
        }
        Event::WatchEnded { .. } => format!("{}\n", style.dim("No longer watched: two rounds brought nothing")),
        Event::AnswerReviewed { by, ruling, reason, .. } => reviewed(style, by, ruling, reason),
        Event::DebateContinued { said, focus, .. } => {
            let mut text = format!("\n{}\n", style.bold("Continued"));
            for words in said.iter().chain(focus) {
                text.push_str(&style.wrap("  ", words));
            }
            text
        }
        Event::DebateClosed { why, question, .. } => {
            let mut text = format!("\n{}\n", style.dim(format!("Ended: {why}")));
            if let Some(question) = question {
                text.push_str(&style.wrap("  ", question));
            }
            text
        }
    }
}

/// What the evaluator held back; nothing of what it let pass.
fn reviewed(style: Style, by: &Name, ruling: &Ruling, reason: &str) -> String {
    let what = match ruling {
        Ruling::Pass => return String::new(),
        Ruling::Redact(_) => "is shown without some of its words",
        Ruling::Reject => "is not shown to the others",
    };
    format!("{} {}\n", style.bold(name(by)), style.warn(format!("{what} ({})", one_line(reason, 160))))
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
