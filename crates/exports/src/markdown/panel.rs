//! A panel's parts: cruxes, answers, shifts, personas, and the transcripts of rooms (P-10 … P-24).
//!
//! Private traces (P-22) are only in the log.
use super::{list, titled};
use crate::markup::{code, strong, words};
use crate::wording::panel::{
    CAUTION, aspect, built, cited, cores, is_bare, judged, kind, moved, number, outcome, resolution, undisputed,
    why_no_card,
};
use crate::wording::sentence;
use analysis::{Verdict, crux};
use debate::state::{Room, RoomStatement};
use debate::{Card, Debate, Name, RoomId};
use std::fmt::{Result, Write};

/// The cruxes.
pub(crate) fn cruxes(out: &mut String, debate: &Debate) -> Result {
    let panel = &debate.panel;
    writeln!(out, "\n## Cruxes\n\n{CAUTION}\n")?;
    matrix(out, debate)?;
    for room in &panel.rooms {
        writeln!(out, "\n### Crux {}\n", number(panel, room))?;
        between(out, debate, room)?;
        match room.card() {
            Some(drawn) => card(out, room, drawn)?,
            None => writeln!(out, "- {}", words(&without(debate, room)))?,
        }
    }
    left(out, debate)?;
    shifts(out, debate)
}

/// Personas by cruxes (P-41).
fn matrix(out: &mut String, debate: &Debate) -> Result {
    let rows = crux::matrix(debate);
    let Some(first) = rows.first() else { return Ok(()) };
    let heads: String = first.cells.iter().map(|it| format!(" {} |", words(it.by.as_str()))).collect();
    writeln!(out, "| crux | question |{heads}\n|---|---|{}", "---|".repeat(first.cells.len()))?;
    for row in &rows {
        let cells: String = row.cells.iter().map(|it| format!(" {} |", it.told().unwrap_or_default())).collect();
        writeln!(out, "| {} | {} |{cells}", row.number, words(&row.question))?;
    }
    writeln!(out)
}

fn between(out: &mut String, debate: &Debate, room: &Room) -> Result {
    let about = aspect(debate, room).map(|it| format!(", on: {}", words(it))).unwrap_or_default();
    let both = list(&[room.a.clone(), room.b.clone()]);
    writeln!(out, "- Between {both} in round {}{about} ({}, {})", room.round, code(room.id.as_str()), outcome(room))
}

/// Why a room has no card.
fn without(debate: &Debate, room: &Room) -> String {
    let why = why_no_card(debate, room);
    match (&room.settled, &room.left, &room.card) {
        (Some(_), ..) => format!("The clash settled it: {why}"),
        (None, Some(_), _) => format!("It was left alone: {why}"),
        (None, None, Some(_)) => format!("No card could be drawn: {why}. What was said is in the transcript."),
        (None, None, None) => format!("The room is not over: {why}."),
    }
}

/// Open cruxes, where there is no vote; where no position leads and no crux is open, each participant's position.
pub(crate) fn open(out: &mut String, debate: &Debate, verdict: &Verdict) -> Result {
    let panel = &debate.panel;
    let open: Vec<(&Room, &Card)> = panel.cards().filter(|(_, card)| card.resolved.is_none()).collect();
    let leads = if verdict.decision.position.is_some() { "Nobody votes at a panel." } else { "No position leads." };
    writeln!(out, "{leads} {}\n", if open.is_empty() { "No crux is open." } else { "Open is:" })?;
    for (room, card) in &open {
        let sides: Vec<String> =
            card.positions.iter().map(|it| format!("{} {}", words(it.by.as_str()), it.told())).collect();
        writeln!(out, "- Crux {}: {} ({})", number(panel, room), words(&card.question), sides.join(", "))?;
    }
    if verdict.decision.position.is_none() && open.is_empty() {
        writeln!(out, "What each holds:\n")?;
        for it in &verdict.participants {
            let position = it.position.as_ref().map_or_else(|| "no turn".to_owned(), |it| words(it));
            writeln!(out, "- {}: {position}", strong(it.name.as_str()))?;
        }
    }
    Ok(())
}

/// The passages of personas that were cited, word for word, so that readers can look them up (P-04).
pub(crate) fn passages(out: &mut String, debate: &Debate) -> Result {
    let cited = cited(debate);
    titled(out, "Passages cited", cited.len())?;
    for (persona, chunk) in cited {
        let (by, id, source) = (strong(persona.name.as_str()), code(chunk.id.as_str()), words(&chunk.source));
        writeln!(out, "- {by}, {source} ({id}): {}", words(&chunk.text))?;
    }
    Ok(())
}

fn card(out: &mut String, room: &Room, card: &Card) -> Result {
    writeln!(out, "- Question: {}", strong(&card.question))?;
    writeln!(out, "- Crux: {} ({})", words(&card.crux), kind(card))?;
    for it in &card.positions {
        let (by, said, turn) = (strong(it.by.as_str()), words(&it.words), code(&it.turn.to_string()));
        writeln!(out, "- {by}, {}: {said} ({turn})", it.told())?;
    }
    for it in &card.falsifiers {
        let (by, said, turn) = (words(it.by.as_str()), words(&it.words), code(&it.turn.to_string()));
        writeln!(out, "- Would change the mind of {by}: {said} ({turn})")?;
    }
    if let Some(settling) = &card.settling {
        writeln!(out, "- Would settle it: {}", words(settling))?;
    }
    for it in &card.conceded {
        let (by, said, turn) = (words(it.by.as_str()), words(&it.words), code(&it.turn.to_string()));
        writeln!(out, "- Granted by {by}: {said} ({turn})")?;
    }
    writeln!(out, "- {}", words(&sentence(&resolution(card))))?;
    if !card.claims.is_empty() {
        writeln!(out, "- Claims: {}", words(&card.claims.join(", ")))?;
    }
    let judge = room.card.as_ref().map_or("words", |it| it.judge.as_str());
    writeln!(out, "- Drawn by: {}", words(judge))
}

/// Undisputed aspects, and disagreements that were skipped (P-12, P-30).
fn left(out: &mut String, debate: &Debate) -> Result {
    let aspects: Vec<&str> = undisputed(debate).filter_map(|it| it.focus.as_deref()).collect();
    let ignored: Vec<_> =
        debate.panel.searched.iter().flat_map(|(round, it)| it.ignored.iter().map(move |it| (round, it))).collect();
    if !aspects.is_empty() || !ignored.is_empty() {
        writeln!(out, "\n### Without a room\n")?;
    }
    for it in aspects {
        writeln!(out, "- Nobody disputes: {}", words(it))?;
    }
    for (round, it) in ignored {
        let both = list(&[it.a.clone(), it.b.clone()]);
        writeln!(out, "- Left alone in round {round}, {both}: {}", words(&it.why))?;
    }
    Ok(())
}

/// How each closing relates to its opening (P-10), and which beliefs changed (P-06).
fn shifts(out: &mut String, debate: &Debate) -> Result {
    let shifts = crux::shifts(debate);
    titled(out, "From opening to closing", shifts.len())?;
    for it in &shifts {
        let said = |it: &Option<String>| it.as_ref().map_or_else(|| "nothing".to_owned(), |it| words(it));
        let rooms: Vec<String> = it.rooms.iter().map(|it| code(it.as_str())).collect();
        let rooms =
            if rooms.is_empty() { String::new() } else { format!(" (granted something in {})", rooms.join(", ")) };
        writeln!(
            out,
            "- {}, {}: {} → {}{rooms}",
            strong(it.by.as_str()),
            moved(it.moved),
            said(&it.opening),
            said(&it.closing)
        )?;
        for change in crux::belief_updates(debate, &it.by).changes {
            let through = change.through.map(|it| format!(", through {}", words(&it))).unwrap_or_default();
            let (belief, room) = (words(&change.words), code(change.room.as_str()));
            writeln!(out, "  - {belief}: {:.2} → {:.2} ({room}{through})", change.from, change.to)?;
        }
    }
    Ok(())
}

/// Which participant spoke for which persona, and how the personas were built.
pub(crate) fn personas(out: &mut String, debate: &Debate) -> Result {
    titled(out, "Personas", debate.panel.personas.len())?;
    for persona in debate.panel.personas.values() {
        let by = strong(persona.name.as_str());
        writeln!(out, "- {by}: {}. {}", words(&built(persona)), words(&persona.contract.identity))?;
    }
    if let Some(aspects) = &debate.panel.aspects {
        let failed = aspects.failed.as_ref().map(|it| format!("; what a model said does not serve: {}", words(it)));
        writeln!(out, "\nAspects, chosen by {}{}:\n", words(&aspects.by), failed.unwrap_or_default())?;
        aspects.list.iter().try_for_each(|it| writeln!(out, "- {}", words(it)))?;
    }
    Ok(())
}

/// The statements in the rooms of a round.
pub(crate) fn rooms(out: &mut String, debate: &Debate, round: u32) -> Result {
    for room in debate.panel.rooms_of(round) {
        writeln!(out, "\n#### Crux {}: {}\n", number(&debate.panel, room), list(&[room.a.clone(), room.b.clone()]))?;
        room.said
            .iter()
            .filter(|it| it.stage == debate::event::Stage::Clash)
            .try_for_each(|it| said(out, debate, it))?;
        room.judged.iter().try_for_each(|it| {
            writeln!(out, "- The clash, looked at by {}", words(&judged(&it.judge, it.parts, it.failed.as_deref())))
        })?;
        if let Some(question) = &room.question {
            writeln!(out, "- They go into it: {}", strong(question))?;
        }
        room.said
            .iter()
            .filter(|it| it.stage != debate::event::Stage::Clash)
            .try_for_each(|it| said(out, debate, it))?;
        for it in &room.cores {
            let same = cores(it.same);
            writeln!(out, "- After {} turns, {}: {same}", it.after, words(&it.judge))?;
        }
        for lost in &room.lost {
            let (by, detail) = (words(lost.by.as_str()), words(&lost.detail));
            writeln!(out, "- {by} has no turn ({}): {} ({detail})", lost.stage, lost.why)?;
        }
        if room.card().is_none() {
            writeln!(out, "- {}", words(&without(debate, room)))?;
        }
    }
    Ok(())
}

fn said(out: &mut String, debate: &Debate, said: &RoomStatement) -> Result {
    let bare = if is_bare(&debate.panel, &said.call) { ", ungrounded" } else { "" };
    let answer = said.turn.answer.map(|it| format!(", {it}")).unwrap_or_default();
    writeln!(out, "- {} ({}{answer}{bare}): {}", strong(said.by.as_str()), said.stage, words(&said.turn.say))?;
    let named =
        [("grants", &said.turn.conceded), ("names", &said.turn.core), ("would be moved by", &said.turn.falsifier)];
    named
        .into_iter()
        .filter_map(|(what, it)| Some((what, it.as_ref()?)))
        .try_for_each(|(what, it)| writeln!(out, "  - {what}: {}", words(it)))
}

/// The name of a verdict's crux on the page, where it is a room's card.
pub(crate) fn called(debate: &Debate, id: &str) -> Option<String> {
    let room = debate.panel.room(&RoomId::from(id))?;
    Some(format!("crux {}", number(&debate.panel, room)))
}

/// A note after the name of a participant whose turn rests on no belief of its persona.
pub(crate) fn bare(debate: &Debate, round: u32, by: &Name) -> &'static str {
    if crate::wording::panel::is_ungrounded(&debate.panel, round, by) { ", ungrounded" } else { "" }
}
