//! What a panel found, in place of a verdict (P-18): what all hold, the cruxes, who moved and on what, and what to find out next.
//!
//! Nobody votes at a panel, so nothing is counted here but turns and money.
use super::both;
use super::take::is_ungrounded;
use crate::render::first::unless_over;
use crate::render::style::Style;
use crate::render::turns;
use crate::suggest;
use analysis::Findings;
use analysis::crux::findings::{CruxLine, PanelMove};
use analysis::crux::{self, Ended, Moved};
use analysis::decision::verdict::LearnedUse;
use debate::crux::CruxState;
use debate::{CallId, Debate};
use engine::Status;
use exports::wording::panel::{no_crux, place_of, shared, silence, undisputed_question};
use exports::wording::{duration, forked, money, name, one_line, tokens};

/// Texts are one line each, and uncut: this is all of it.
const WHOLE: usize = usize::MAX;

/// The findings, short first, with the record below.
pub(crate) fn text(style: Style, debate: &Debate, status: &Status) -> String {
    let findings = Findings::of(debate);
    let over = unless_over(status);
    let mut out = format!("{}\n", style.bold(format!("What the panel found{over}")));
    out.push_str(&style.wrap("  ", "Nobody votes at a panel: it shows what a decision turns on."));
    if findings.is_rehearsal {
        out.push_str(&turns::rehearsal_note(style, "  "));
    }
    let shared: Vec<String> = findings.all_hold.iter().map(|it| shared(debate, it)).collect();
    let nothing = ["nothing that was asked of all is held by all".to_owned()];
    out.push_str(&part(style, "What all hold", if shared.is_empty() { &nothing } else { &shared }));
    out.push_str(&part(style, "No disagreement was found on", &findings.undisputed));
    out.push_str(&part(style, "Fewer than two had anything to say on", &findings.unheard));
    for (state, title) in
        [(CruxState::Open, "Open cruxes"), (CruxState::Agreed, "Agreed cruxes"), (CruxState::Settled, "Settled cruxes")]
    {
        let lines: Vec<&CruxLine> = findings.in_state(state).collect();
        if !lines.is_empty() {
            out.push_str(&format!("{}\n", style.bold(title)));
            lines.into_iter().for_each(|it| out.push_str(&crux_line(style, it)));
        }
    }
    out.push_str(&without(style, debate));
    out.push_str(&format!("{}\n", style.bold("Who moved")));
    findings.moved.iter().for_each(|it| out.push_str(&moved(style, debate, it)));
    let held: Vec<String> = findings.held.iter().map(name).collect();
    if !held.is_empty() {
        out.push_str(&style.wrap("  held: ", &held.join(", ")));
    }
    if findings.moved.is_empty() && held.is_empty() {
        out.push_str("  not known: nobody has both an opening and a closing\n");
    }
    let line = |it: &analysis::crux::findings::FindOut| {
        let alike = Some(undisputed_question(it)).filter(|it| !it.is_empty()).map(|it| format!(" ({it})"));
        format!("crux {}: {}{}", it.number, one_line(&it.question, WHOLE), alike.unwrap_or_default())
    };
    let next: Vec<String> = findings.find_out.iter().map(line).collect();
    let none = [if findings.cruxes.is_empty() { no_crux(&findings) } else { "no crux is open".to_owned() }];
    out.push_str(&part(style, "What to find out next", if next.is_empty() { &none } else { &next }));
    let silent: Vec<String> = findings.silent.iter().map(silence).collect();
    out.push_str(&part(style, "Had nothing to say", &silent));
    out.push('\n');
    out.push_str(&in_the_end(style, &findings));
    out.push_str(&claims(style, &findings));
    out.push_str(&record(style, debate, &findings));
    out
}

/// A title with its lines; nothing where there are none.
fn part(style: Style, title: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let lines: String = lines.iter().map(|it| style.wrap("  · ", it)).collect();
    format!("{}\n{lines}", style.bold(title))
}

fn crux_line(style: Style, it: &CruxLine) -> String {
    let mut text = style.wrap(&format!("  {}. ", it.number), &one_line(&it.question, WHOLE));
    let cells: Vec<String> =
        it.answers.iter().filter_map(|it| Some(format!("{} {}", name(&it.by), it.told()?))).collect();
    text.push_str(&style.wrap("     ", &cells.join(", ")));
    for on in &it.agreed_on {
        text.push_str(&style.wrap(&format!("     agreed, in the words of {}: ", name(&on.by)), &on.words));
    }
    if let Some(how) = &it.settled_by {
        text.push_str(&style.wrap("     settled: ", how));
    }
    if it.state == CruxState::Open {
        text.push_str(&style.wrap("     turns on: ", &one_line(&it.crux, WHOLE)));
    }
    if let Some(answer) = it.both_answer {
        let line = format!("both answer {answer}, and not both say that nothing is left between them");
        text.push_str(&style.wrap("     ", &line));
    }
    match &it.would_settle {
        Some(settling) => text.push_str(&style.wrap("     would settle it: ", settling)),
        None if it.state == CruxState::Open => it.falsifiers.iter().for_each(|said| {
            text.push_str(&style.wrap(&format!("     would change the mind of {}: ", name(&said.by)), &said.words));
        }),
        None => {}
    }
    text
}

/// Disagreements without a card.
fn without(style: Style, debate: &Debate) -> String {
    let made = crux::synthesis(debate);
    let line = |it: &Ended| {
        let pair = debate.panel.room(&it.room).map(|it| both(&it.a, &it.b)).unwrap_or_default();
        format!("{} ({}: {pair})", one_line(&it.why, WHOLE), one_line(it.room.as_str(), 16))
    };
    [
        ("No dispute left after the clash", &made.compatible),
        ("Not discussed further after the clash", &made.left),
        ("Rooms without a card", &made.failed),
        ("Unfinished rooms", &made.unfinished),
    ]
    .into_iter()
    .map(|(title, ended)| part(style, title, &ended.iter().map(line).collect::<Vec<_>>()))
    .collect()
}

fn moved(style: Style, debate: &Debate, it: &PanelMove) -> String {
    let word = match it.moved {
        Moved::Reversed => style.bad("reversed"),
        Moved::Refined | Moved::Held | Moved::Unknown => style.warn("refined"),
    };
    let mut text = format!("  {} {word}\n", style.bold(name(&it.by)));
    text.push_str(&style.wrap("    from: ", &one_line(&it.from, WHOLE)));
    text.push_str(&style.wrap("    to: ", &one_line(&it.to, WHOLE)));
    for on in &it.on {
        let head = format!("    conceded {}: ", place_of(&debate.panel, &on.room));
        text.push_str(&style.wrap(&head, &on.words.words));
    }
    text
}

fn in_the_end(style: Style, findings: &Findings) -> String {
    let mut out = format!("{}\n", style.bold("Participants"));
    for it in &findings.participants {
        let sure = it.confidence.map(|it| format!(" {it:.2}")).unwrap_or_default();
        out.push_str(&format!("  {}{sure}\n", style.bold(name(&it.name))));
        out.push_str(&style.wrap("      ", &one_line(it.position.as_deref().unwrap_or("has not spoken"), WHOLE)));
    }
    format!("{out}\n")
}

fn claims(style: Style, findings: &Findings) -> String {
    let evidence = &findings.evidence;
    let mut out = format!("{}\n", style.bold("Claims"));
    for it in &evidence.claims {
        out.push_str(&style.wrap(&format!("  {:4} ", it.id), &format!("{} {}", it.label, it.text)));
    }
    for warning in &evidence.warnings {
        out.push_str(&format!("{}\n", style.warn(style.wrap("  ! ", warning).trim_end())));
    }
    format!("{out}\n")
}

fn record(style: Style, debate: &Debate, findings: &Findings) -> String {
    let record = &findings.record;
    let exit = record.exit.map_or_else(|| "goes on".to_owned(), |it| format!("ended: {it},"));
    let (spent, cost) = (tokens(record.usage.tokens()), money(record.usage.cost));
    let took = duration(record.elapsed_ms);
    let exit = if findings.is_final && !findings.is_held() {
        "fewer than two could speak, so this is no panel;".to_owned()
    } else {
        exit
    };
    let line = format!("{exit} after {} rounds; {} calls, {spent} tokens, {cost}, {took}", record.rounds, record.calls);
    let mut out = format!("{}\n{}", style.bold("Record"), style.wrap("  ", &line));
    let (asked, answered, lost) = (record.asked, record.answered, record.lost.len());
    let line = format!("{asked} turns asked, {answered} answered, {lost} lost; {} flaws in the answers", record.flaws);
    out.push_str(&style.wrap("  ", &line));
    for lost in &record.lost {
        let (who, why) = (name(&lost.name), one_line(&lost.detail, 160));
        out.push_str(&style.wrap("  ", &format!("lost in round {}: {who}, {} ({why})", lost.round, lost.why)));
    }
    let learned = record.learned.iter().flat_map(LearnedUse::says);
    learned.for_each(|it| out.push_str(&style.wrap("  ", &format!("learned: {it}"))));
    if let Some(fork) = &debate.fork {
        out.push_str(&style.wrap("  ", &forked(fork)));
    }
    let (ungrounded, all) = grounds(debate);
    if ungrounded > 0 {
        let line = format!("ungrounded: {ungrounded} of {all} turns rest on nothing that was written");
        out.push_str(&style.wrap("  ", &line));
    }
    let id = one_line(findings.debate.as_str(), 64);
    let more = suggest::complete(&format!("more: `roundtable show {id} --cruxes`, `--matrix`, `--turns`"));
    out.push_str(&format!("{}\n", style.dim(style.wrap("  ", &more).trim_end())));
    out
}

/// The number of ungrounded turns, and of all turns (P-04).
fn grounds(debate: &Debate) -> (usize, usize) {
    let rounds =
        debate.rounds.iter().flat_map(|round| round.spoken.iter().map(|it| CallId::turn(round.number, &it.by)));
    let rooms = debate.panel.rooms.iter().flat_map(|it| &it.said).map(|it| it.call.clone());
    let calls: Vec<CallId> = rounds.chain(rooms).collect();
    (calls.iter().filter(|it| is_ungrounded(debate, it)).count(), calls.len())
}

/// How a crux stands, coloured.
pub(super) fn state(style: Style, state: CruxState) -> String {
    match state {
        CruxState::Open => style.warn("Open"),
        CruxState::Agreed => style.good("Agreed"),
        CruxState::Settled => style.good("Settled"),
    }
}
