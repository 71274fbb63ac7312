//! A panel's parts: cruxes, answers, shifts, personas, and the transcripts of rooms (P-10 … P-24).
//!
//! Private traces (P-22) are only in the log.
use super::{list, titled};
use crate::markup::{code, strong, words};
use crate::wording::panel::{
    CAUTION, NOTHING_SHARED, aspect, built, called, cited, cores, is_bare, judged, kind, moved, no_crux, no_turn,
    outcome, place_of, resolution, shared, silence, undisputed_question, why_no_card,
};
use crate::wording::sentence;
use analysis::{Findings, crux};
use debate::state::{Room, RoomStatement};
use debate::{Card, Debate, Name};
use std::fmt::{Result, Write};

/// The findings, in place of a decision (P-18).
pub(crate) fn findings(out: &mut String, debate: &Debate, findings: &Findings) -> Result {
    let state = match (findings.record.exit, findings.is_held()) {
        (None, _) => "The panel is not over.".to_owned(),
        (Some(exit), true) => format!("Ended by: {exit}."),
        (Some(exit), false) => format!("Ended by: {exit}. Fewer than two could speak, so there was no panel."),
    };
    writeln!(out, "Nobody votes at a panel. {state}\n\n## What all hold\n")?;
    if findings.all_hold.is_empty() {
        writeln!(out, "{NOTHING_SHARED}")?;
    }
    findings.all_hold.iter().try_for_each(|it| writeln!(out, "- {}", words(&shared(debate, it))))?;
    findings.undisputed.iter().try_for_each(|it| writeln!(out, "- No disagreement was found on: {}", words(it)))?;
    findings
        .unheard
        .iter()
        .try_for_each(|it| writeln!(out, "- Fewer than two had anything to say on: {}", words(it)))?;
    cruxes(out, debate, findings)?;
    moves(out, debate, findings)?;
    writeln!(out, "\n## What to find out next\n")?;
    if findings.find_out.is_empty() {
        writeln!(out, "No crux is open.")?;
    }
    for it in &findings.find_out {
        let alike = Some(undisputed_question(it)).filter(|it| !it.is_empty()).map(|it| format!("; {it}"));
        writeln!(out, "- Crux {}{}: {}", it.number, alike.unwrap_or_default(), words(&it.question))?;
    }
    titled(out, "Had nothing to say", findings.silent.len())?;
    findings.silent.iter().try_for_each(|it| writeln!(out, "- {}", words(&silence(it))))
}

/// The cruxes.
fn cruxes(out: &mut String, debate: &Debate, findings: &Findings) -> Result {
    let panel = &debate.panel;
    writeln!(out, "\n## Cruxes\n\n{CAUTION}\n")?;
    if findings.cruxes.is_empty() {
        writeln!(out, "{}\n", no_crux(findings))?;
    }
    matrix(out, debate)?;
    for room in &panel.rooms {
        writeln!(out, "\n### {}\n", sentence(&called(panel, room)))?;
        between(out, debate, room)?;
        match room.card() {
            Some(drawn) => card(out, room, drawn)?,
            None => writeln!(out, "- {}", words(&without(debate, room)))?,
        }
        others(out, debate, room)?;
    }
    ignored(out, debate)
}

/// Answers of participants who were not in the room (P-25).
fn others(out: &mut String, debate: &Debate, room: &Room) -> Result {
    for row in crux::matrix(debate).iter().filter(|it| it.room == room.id) {
        for it in row.cells.iter().filter(|it| !room.has(&it.by)) {
            let (by, told) = (strong(it.by.as_str()), it.told().unwrap_or("not asked"));
            let said = it.words.as_ref().map(|it| format!(": {}", words(it))).unwrap_or_default();
            writeln!(out, "- {by}, not in the room, {told}{said}")?;
        }
    }
    Ok(())
}

/// Personas by cruxes (P-41).
fn matrix(out: &mut String, debate: &Debate) -> Result {
    let rows = crux::matrix(debate);
    let Some(first) = rows.first() else { return Ok(()) };
    let heads: String = first.cells.iter().map(|it| format!(" {} |", words(it.by.as_str()))).collect();
    writeln!(out, "| crux | question |{heads}\n|---|---|{}", "---|".repeat(first.cells.len()))?;
    for row in &rows {
        let cells: String = row.cells.iter().map(|it| format!(" {} |", it.told().unwrap_or("not asked"))).collect();
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
        (Some(_), ..) => format!("After the clash no dispute was left: {why}"),
        (None, Some(_), _) => format!("It was left alone: {why}"),
        (None, None, Some(_)) => format!("No card could be drawn: {why}. What was said is in the transcript."),
        (None, None, None) => format!("The room is not over: {why}."),
    }
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
    if card.agreed.is_none() {
        writeln!(out, "- Crux: {} ({})", words(&card.crux), kind(card))?;
    }
    for it in card.agreed.iter().flat_map(|it| &it.on) {
        let (by, said, turn) = (words(it.by.as_str()), words(&it.words), code(&it.turn.to_string()));
        writeln!(out, "- Agreed, in the words of {by}: {said} ({turn})")?;
    }
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

/// Disagreements that got no room (P-30).
fn ignored(out: &mut String, debate: &Debate) -> Result {
    let ignored: Vec<_> =
        debate.panel.searched.iter().flat_map(|(round, it)| it.ignored.iter().map(move |it| (round, it))).collect();
    if !ignored.is_empty() {
        writeln!(out, "\n### Without a room\n")?;
    }
    for (round, it) in ignored {
        let both = list(&[it.a.clone(), it.b.clone()]);
        writeln!(out, "- Not discussed in round {round}, {both}: {}", words(&it.why))?;
    }
    Ok(())
}

/// Who moved, from what to what, and on what (P-10, P-18), and which beliefs changed (P-06).
fn moves(out: &mut String, debate: &Debate, findings: &Findings) -> Result {
    writeln!(out, "\n## Who moved\n")?;
    if findings.moved.is_empty() && findings.held.is_empty() {
        writeln!(out, "Nobody has both an opening and a closing.")?;
    }
    for it in &findings.moved {
        let by = strong(it.by.as_str());
        writeln!(out, "- {by}, {}: {} → {}", moved(it.moved), words(&it.from), words(&it.to))?;
        for on in &it.on {
            let (said, turn) = (words(&on.words.words), code(&on.words.turn.to_string()));
            writeln!(out, "  - conceded {}: {said} ({turn})", place_of(&debate.panel, &on.room))?;
        }
        for change in crux::belief_updates(debate, &it.by).changes {
            let through = change.through.map(|it| format!(", through {}", words(&it))).unwrap_or_default();
            let (belief, room) = (words(&change.words), code(change.room.as_str()));
            writeln!(out, "  - {belief}: {:.2} → {:.2} ({room}{through})", change.from, change.to)?;
        }
    }
    if findings.held.is_empty() { Ok(()) } else { writeln!(out, "- Held: {}", list(&findings.held)) }
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
    let contradictions = crux::contradictions(debate);
    if !contradictions.is_empty() {
        writeln!(out, "\nWhere what they wrote contradicts, read before anybody spoke:\n")?;
        for it in &contradictions {
            let (a, b) = (strong(it.a.0.as_str()), strong(it.b.0.as_str()));
            let other = it.b.1.as_deref().unwrap_or_default();
            writeln!(out, "- {} {a}: {}; {b}: {}", words(&it.question), words(&it.a.1), words(other))?;
        }
    }
    Ok(())
}

/// The statements in the rooms of a round.
pub(crate) fn rooms(out: &mut String, debate: &Debate, round: u32) -> Result {
    for room in debate.panel.rooms_of(round) {
        let head = sentence(&called(&debate.panel, room));
        writeln!(out, "\n#### {head}: {}\n", list(&[room.a.clone(), room.b.clone()]))?;
        let all = || room.said.iter().enumerate();
        let in_clash = |it: &RoomStatement| it.stage == debate::event::Stage::Clash;
        all().filter(|it| in_clash(it.1)).try_for_each(|(at, it)| said(out, debate, room, at, it))?;
        room.judged.iter().try_for_each(|it| {
            writeln!(out, "- The clash, looked at by {}", words(&judged(&it.judge, it.parts, it.failed.as_deref())))
        })?;
        if let Some(question) = &room.question {
            writeln!(out, "- They go into it: {}", strong(question))?;
        }
        all().filter(|it| !in_clash(it.1)).try_for_each(|(at, it)| said(out, debate, room, at, it))?;
        for it in &room.cores {
            let same = cores(it.same);
            writeln!(out, "- After {} turns, {}: {same}", it.after, words(&it.judge))?;
        }
        for lost in &room.lost {
            let (by, detail) = (words(lost.by.as_str()), words(&lost.detail));
            writeln!(out, "- {by} has no turn ({}): {} ({detail})", lost.stage, no_turn(debate, lost.why))?;
        }
        if room.card().is_none() {
            writeln!(out, "- {}", words(&without(debate, room)))?;
        }
    }
    Ok(())
}

/// A statement, with the id by which others name it (P-40).
fn said(out: &mut String, debate: &Debate, room: &Room, at: usize, said: &RoomStatement) -> Result {
    let id = debate.panel.statement_id(room, at);
    let bare = if is_bare(&debate.panel, &said.call) { ", ungrounded" } else { "" };
    let answer = said.turn.answer.map(|it| format!(", {it}")).unwrap_or_default();
    let by = strong(said.by.as_str());
    writeln!(out, "- {by} ({id}, {}{answer}{bare}): {}", said.stage, words(&said.turn.say))?;
    let named =
        [("grants", &said.turn.conceded), ("names", &said.turn.core), ("would be moved by", &said.turn.falsifier)];
    named
        .into_iter()
        .filter_map(|(what, it)| Some((what, it.as_ref()?)))
        .try_for_each(|(what, it)| writeln!(out, "  - {what}: {}", words(it)))?;
    if said.turn.nothing_left == Some(true) {
        let both = said.turn.both_hold.as_ref().map(|it| format!("; both hold: {}", words(it))).unwrap_or_default();
        writeln!(out, "  - says that nothing is left between them{both}")?;
    }
    if !said.turn.rests_on.is_empty() {
        writeln!(out, "  - rests on {}", words(&said.turn.rests_on.join(", ")))?;
    }
    said.turn.links.iter().try_for_each(|it| writeln!(out, "  - {} {}", it.relation, words(&it.claim)))
}

/// A note after the name of a participant whose turn rests on no belief of its persona.
pub(crate) fn bare(debate: &Debate, round: u32, by: &Name) -> &'static str {
    if crate::wording::panel::is_ungrounded(&debate.panel, round, by) { ", ungrounded" } else { "" }
}
