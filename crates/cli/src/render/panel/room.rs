//! A clash and the crux room that may follow it, verbatim, as one block (P-17, P-20, P-21).
use super::card::{self, Detail};
use super::take::{dimmed, is_ungrounded};
use super::{MOST, aspect, both};
use crate::render::style::Style;
use debate::event::{Failure, Parts, RoomEvent, Stage};
use debate::state::{Cores, Judged, Room, RoomStatement};
use debate::{CallId, Debate, Name};
use exports::wording::panel::no_turn;
use exports::wording::{name, one_line};

/// The level of detail of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// What both participants saw.
    Visible,
    /// Also the hidden reasoning steps (P-22).
    Traced,
}

/// The indentation of a room.
const INDENT: usize = 2;

/// The block of a room, open or closed.
pub(crate) fn text(style: Style, debate: &Debate, room: &Room, shown: Shown) -> String {
    let id = one_line(room.id.as_str(), 16);
    let about = aspect(debate, room.round).map(|it| format!(", on “{it}”")).unwrap_or_default();
    let state = if room.is_over() { "" } else { " (not over)" };
    let mut text = style.wrap("", &format!("{id}: {}{about}{state}", both(&room.a, &room.b)));
    text = text.lines().map(|it| format!("{}\n", style.bold(it))).collect();
    let inner = style.within(style.width().saturating_sub(INDENT));
    text.push_str(&style.inset(&said(inner, debate, room, shown), INDENT));
    text.push_str(&style.inset(&card::text(inner, room, Detail::Words), INDENT));
    text
}

/// The blocks of rooms that are open.
pub(crate) fn unfinished(style: Style, debate: &Debate) -> String {
    let begun = debate.panel.rooms.iter().filter(|it| !it.is_over() && !it.said.is_empty());
    begun.map(|it| text(style, debate, it, Shown::Visible)).collect()
}

fn said(style: Style, debate: &Debate, room: &Room, shown: Shown) -> String {
    let (mut text, mut stage) = (String::new(), None);
    let mut cores = room.cores.iter().peekable();
    for (index, it) in room.said.iter().enumerate() {
        if stage == Some(Stage::Clash) && it.stage != Stage::Clash {
            text.push_str(&clashed(style, room));
        }
        while let Some(made) = cores.next_if(|it| it.after <= index) {
            text.push_str(&compared(style, made));
        }
        if stage != Some(it.stage) {
            text.push_str(&format!("{}\n", style.dim(it.stage)));
            stage = Some(it.stage);
        }
        text.push_str(&turn(style, debate, (&debate.panel.statement_id(room, index), it), (shown, "  ")));
    }
    for lost in &room.lost {
        let line = no_statement(debate, &lost.by, lost.stage, (lost.why, &lost.detail));
        text.push_str(&style.wrap("  ", &line).lines().map(|it| format!("{}\n", style.bad(it))).collect::<String>());
    }
    if matches!(stage, None | Some(Stage::Clash)) {
        text.push_str(&clashed(style, room));
    }
    cores.for_each(|it| text.push_str(&compared(style, it)));
    text
}

/// What an event adds to a room while it runs: each statement as soon as it is finished, and the card at the end. Several rooms run at the
/// same time, so each line begins with its room.
pub(crate) fn event(style: Style, debate: &Debate, room: &Room, event: &RoomEvent) -> String {
    let id = one_line(room.id.as_str(), 16);
    match event {
        RoomEvent::Said { call, .. } => statement(style, debate, room, call).unwrap_or_default(),
        RoomEvent::TurnFailed { by, stage, why, detail, .. } => {
            bad(style, &format!("{id}, {}", no_statement(debate, by, *stage, (*why, detail))))
        }
        RoomEvent::AnswerUnusable { by: Some(by), why, .. } => {
            let line =
                format!("{id}, {}: the answer breaks the form ({}); asked once more", name(by), one_line(why, MOST));
            style.wrap("", &line).lines().map(|it| format!("{}\n", style.warn(it))).collect()
        }
        _ if room.is_over() => {
            let question = room.question.iter().map(|it| style.wrap(&format!("{id}, the question: "), it));
            let judged: String =
                room.judged.iter().map(|it| dimmed(style, "", &format!("{id}, {}", it_says(it)))).collect();
            format!("{judged}{}{}", question.collect::<String>(), card::text(style, room, Detail::Words))
        }
        RoomEvent::AnswerUnusable { .. }
        | RoomEvent::ClashJudged { .. }
        | RoomEvent::Opened { .. }
        | RoomEvent::Settled { .. }
        | RoomEvent::Left { .. }
        | RoomEvent::CoresCompared { .. }
        | RoomEvent::CardDrawn { .. } => String::new(),
    }
}

/// A finished statement, with the room and the stage in front. It need not be the last: parallel ones are ordered by seat.
fn statement(style: Style, debate: &Debate, room: &Room, call: &CallId) -> Option<String> {
    let (at, said) = room.said.iter().enumerate().find(|(_, it)| it.call == *call)?;
    let before = at.checked_sub(1).and_then(|it| room.said.get(it));
    let is_parallel = matches!(said.stage, Stage::Position | Stage::Convergence);
    let is_there = before.is_some_and(|it| it.stage == said.stage && it.by == room.a);
    let is_lost = room.lost.iter().any(|it| it.stage == said.stage && it.by == room.a);
    // The statement of the first seat will come before it.
    let is_early = is_parallel && said.by == room.b && !is_there && !is_lost;
    let id = debate.panel.statement_id(room, at + usize::from(is_early));
    let lead = style.dim(format!("{} ({}) ", one_line(room.id.as_str(), 16), said.stage));
    Some(turn(style, debate, (&id, said), (Shown::Visible, &lead)))
}

fn no_statement(debate: &Debate, by: &Name, stage: Stage, (why, detail): (Failure, &str)) -> String {
    format!("{} has no turn in the {stage}: {} ({})", name(by), no_turn(debate, why), one_line(detail, MOST))
}

fn bad(style: Style, line: &str) -> String {
    style.wrap("", line).lines().map(|it| format!("{}\n", style.bad(it))).collect()
}

/// A statement, with the id by which others name it (P-40).
fn turn(style: Style, debate: &Debate, (id, said): (&str, &RoomStatement), (shown, lead): (Shown, &str)) -> String {
    let turn = &said.turn;
    let answer = turn.answer.map(|it| format!(", {}", card::answered(style, it))).unwrap_or_default();
    let head = format!("{lead}{} {}{answer}: ", style.dim(id), style.bold(name(&said.by)));
    let mut text = String::new();
    if shown == Shown::Traced {
        for it in &turn.trace {
            text.push_str(&dimmed(
                style,
                &format!("    {} thinks, {}: ", name(&said.by), one_line(&it.step, 24)),
                &it.text,
            ));
        }
    }
    // A turn without `say` is shown by its core statement, once.
    let core = turn.core.as_deref().unwrap_or("nothing");
    let say = if turn.say.trim().is_empty() { core } else { &turn.say };
    text.push_str(&style.wrap(&head, say));
    if let Some(core) = turn.core.as_ref().filter(|it| *it != say) {
        let kind = turn.kind.map(|it| format!(" ({it})")).unwrap_or_default();
        text.push_str(&style.wrap("    the core thing: ", &format!("{core}{kind}")));
    }
    if let Some(conceded) = &turn.conceded {
        text.push_str(&style.wrap("    concedes: ", conceded));
    }
    if turn.nothing_left == Some(true) {
        let both = turn.both_hold.as_deref().unwrap_or_default();
        text.push_str(&style.wrap("    says that nothing is left between them: ", both));
    }
    if !turn.rests_on.is_empty() {
        text.push_str(&style.wrap("    rests on: ", &one_line(&turn.rests_on.join(", "), MOST)));
    }
    for it in &turn.links {
        text.push_str(&style.wrap("    ", &format!("{} {}", it.relation, one_line(&it.claim, 16))));
    }
    if let Some(falsifier) = &turn.falsifier {
        text.push_str(&style.wrap("    would change its mind: ", falsifier));
    }
    if is_ungrounded(debate, &said.call) {
        text.push_str(&super::take::ungrounded(style));
    }
    if !said.flaws.is_empty() {
        let flaws = said.flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        text.push_str(&dimmed(style, "    ", &flaws));
    }
    text
}

/// The judgement of the clash, and its open question (P-30).
fn clashed(style: Style, room: &Room) -> String {
    let mut text: String = room.judged.iter().map(|it| judged(style, it)).collect();
    if let Some(question) = &room.question {
        text.push_str(&style.wrap("The question: ", question));
    }
    text
}

fn judged(style: Style, judged: &Judged) -> String {
    dimmed(style, "", &it_says(judged))
}

/// What a judge says of a clash.
fn it_says(judged: &Judged) -> String {
    let judge = one_line(&judged.judge, 64);
    match (judged.parts, &judged.failed) {
        (Some(parts), _) => format!("the clash, judged by {judge}: {}", listed(parts)),
        (None, Some(why)) => format!("the clash could not be judged by {judge}: {}", one_line(why, MOST)),
        (None, None) => format!("the clash could not be judged by {judge}"),
    }
}

/// The components of the judgement, each with its result (P-30).
fn listed(parts: Parts) -> String {
    let Parts { opposed, engaged, same_claim, relevant } = parts;
    let part =
        |(holds, what): (Option<bool>, &str)| holds.map(|it| if it { what.to_owned() } else { format!("not {what}") });
    let parts = [
        (Some(opposed), "opposed"),
        (engaged, "engaged"),
        (same_claim, "about the same claim"),
        (Some(relevant), "relevant"),
    ];
    parts.into_iter().filter_map(part).collect::<Vec<_>>().join(", ")
}

fn compared(style: Style, cores: &Cores) -> String {
    let judge = one_line(&cores.judge, 64);
    let line = match (cores.same, &cores.failed) {
        (Some(true), _) => format!("both gave the same reason for their disagreement (told by {judge})"),
        (Some(false), _) => format!("they gave different reasons for their disagreement (told by {judge})"),
        (None, Some(why)) => {
            format!("whether they gave the same reason could not be told by {judge}: {}", one_line(why, MOST))
        }
        (None, None) => format!("whether they gave the same reason could not be told by {judge}"),
    };
    dimmed(style, "", &line)
}
