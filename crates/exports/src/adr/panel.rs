//! A panel in the shape of a decision record: nobody votes there, so it records what is known before anybody decides (P-18).
use crate::markdown::list;
use crate::markup::{code, folded, words};
use crate::times::day;
use crate::wording::panel::{NOTHING_SHARED, no_crux, place_of, resolution, shared, undisputed_question};
use analysis::Findings;
use debate::Debate;
use debate::crux::CruxState;
use debate::event::Reason;
use std::fmt::{Result, Write};

/// The whole record.
pub(super) fn document(debate: &Debate) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = sections(&mut out, debate, &Findings::of(debate));
    folded(&out)
}

fn sections(out: &mut String, debate: &Debate, findings: &Findings) -> Result {
    writeln!(out, "# {}\n\nDate: {}\n", words(debate.topic.as_str()), day(debate.opened_at))?;
    let word = match (findings.is_rehearsal, findings.record.exit) {
        (true, _) => "**Rehearsal**: the participants are simulated; nothing they say is about the topic.",
        (false, None) => "**Draft**: the panel is not over, and what follows may change.",
        (false, Some(Reason::Stopped)) => {
            "**Undecided**: nobody votes at a panel, and a person stopped it before its end."
        }
        (false, Some(_)) if !findings.is_held() => "**Insufficient**: fewer than two could speak.",
        (false, Some(_)) => "**Undecided**: nobody votes at a panel; it shows what a decision turns on.",
    };
    writeln!(out, "## Status\n\n{word}\n\n## Context\n")?;
    let (seats, rounds) = (findings.participants.len(), findings.record.rounds);
    let (id, topic) = (code(debate.id.as_str()), words(debate.topic.as_str()));
    writeln!(out, "Talked about by {seats} participants in {rounds} rounds (panel {id}). They were asked: {topic}\n")?;
    for it in &findings.participants {
        writeln!(out, "- {}, {}", words(it.name.as_str()), words(&it.model))?;
    }
    for said in debate.continued.iter().filter_map(|it| it.said.as_ref()) {
        writeln!(out, "- A person said: {}", words(said))?;
    }
    findings.evidence.warnings.iter().try_for_each(|it| writeln!(out, "- Warning: {}", words(it)))?;
    writeln!(out, "\n## Decision\n\nNone was made.\n\n## What all hold\n")?;
    if findings.all_hold.is_empty() {
        writeln!(out, "{NOTHING_SHARED}")?;
    }
    findings.all_hold.iter().try_for_each(|it| writeln!(out, "- {}", words(&shared(debate, it))))?;
    writeln!(out, "\n## What it turns on\n")?;
    if findings.cruxes.is_empty() {
        writeln!(out, "{}\n", no_crux(findings))?;
    }
    for it in &findings.cruxes {
        let card = debate.panel.room(&it.room).and_then(|it| it.card()).map(resolution).unwrap_or_default();
        writeln!(out, "- Crux {}, {}: {}", it.number, words(&card), words(&it.question))?;
        for cell in &it.answers {
            let said = cell.words.as_ref().map(|it| format!(": {}", words(it))).unwrap_or_default();
            writeln!(out, "  - {}, {}{said}", words(cell.by.as_str()), cell.told().unwrap_or("not asked"))?;
        }
        if let Some(settling) = &it.would_settle {
            writeln!(out, "  - Would settle it: {}", words(settling))?;
        }
        for said in it.falsifiers.iter().filter(|_| it.state == CruxState::Open) {
            writeln!(out, "  - Would change the mind of {}: {}", words(said.by.as_str()), words(&said.words))?;
        }
    }
    for it in &findings.without_card {
        let (place, [a, b]) = (place_of(&debate.panel, &it.room), it.between.each_ref().map(|it| words(it.as_str())));
        writeln!(out, "- No card, {place}, {a} and {b}, {}: {}", it.outcome, words(&it.why))?;
    }
    writeln!(out, "\n## Who moved\n")?;
    for it in &findings.moved {
        writeln!(out, "- {}: {} → {}", words(it.by.as_str()), words(&it.from), words(&it.to))?;
        for on in &it.on {
            writeln!(out, "  - conceded {}: {}", place_of(&debate.panel, &on.room), words(&on.words.words))?;
        }
    }
    writeln!(out, "- Held: {}", list(&findings.held))?;
    writeln!(out, "\n## What to find out next\n")?;
    if findings.find_out.is_empty() {
        writeln!(out, "No crux is open.")?;
    }
    findings.find_out.iter().try_for_each(|it| {
        let alike = Some(undisputed_question(it)).filter(|it| !it.is_empty()).map(|it| format!(", {it}"));
        writeln!(out, "- Crux {}{}: {}", it.number, alike.unwrap_or_default(), words(&it.question))
    })
}
