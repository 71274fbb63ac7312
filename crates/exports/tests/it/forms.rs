//! Each format of one debate, whole.
use crate::logs::{EFFORT, LEDGER, LOGS, SIDES, SITES, folded};
use crate::made::{Made, holding};
use debate::event::Reason;
use debate::{Consent, Debate, log};
use exports::{Format, adr, argdown, csv};

/// I-40, L-01: a debate with options, terms, moves and typed evidence in every textual format.
#[test]
fn a_debate_in_every_form() {
    let events = log::read_lines(SITES).unwrap();
    let debate = Debate::replay(&events).unwrap();
    for format in [Format::Markdown, Format::Json, Format::Argdown, Format::Csv, Format::Adr, Format::Record] {
        insta::assert_snapshot!(format.as_str(), exports::write(format, &debate, &events).unwrap());
    }
    assert_eq!(exports::write(Format::Log, &debate, &events).unwrap(), SITES);
}

/// I-40: every format can be had of every debate, and ends with its last line.
#[test]
fn every_debate_has_every_form() {
    for (name, text) in LOGS {
        let events = log::read_lines(text).unwrap();
        // Also for a debate that was cut at any event.
        for upto in (1..=events.len()).rev().step_by(4) {
            let debate = Debate::replay(&events[..upto]).unwrap();
            for format in Format::ALL {
                let text = exports::write(format, &debate, &events[..upto]).unwrap();
                assert!(!text.trim().is_empty(), "{name} as {format}");
                assert!(text.ends_with('\n') || format == Format::Html, "{name} as {format}");
            }
        }
    }
}

/// I-02, I-40: a decision record never says that a decision was accepted, and says plainly where it is unreliable.
#[test]
fn a_record_says_how_far_it_may_be_relied_on() {
    let status = |debate: &Debate| {
        let record = adr::document(debate).replace('\n', " ");
        assert!(!record.contains("Accepted"), "{record}");
        record.split("## Status  ").nth(1).unwrap().split("  ## ").next().unwrap().to_owned()
    };
    let mut debate = folded(LEDGER);
    assert!(
        status(&debate).starts_with(
            "**Proposed** (label: partial): most who debated it hold it, and somebody would not sign it or has not said"
        ),
        "{}",
        status(&debate)
    );
    let closed = debate.closed.as_mut().unwrap();
    closed.why = Reason::Escalated;
    closed.question = Some("How long is the rack rented?".to_owned());
    assert!(
        status(&debate).starts_with(
            "**Escalated** (label: escalated): a person must answer first, and it is nothing to rely on before"
        ),
        "{}",
        status(&debate)
    );
    assert!(adr::document(&debate).contains("- Question: How long is the rack rented?"));
    debate.closed = None;
    assert!(status(&debate).contains("**Draft** (label: partial)"), "{}", status(&debate));
    debate.rounds.clear();
    assert!(
        status(&debate).starts_with("**Draft** (label: insufficient): fewer than two could speak"),
        "{}",
        status(&debate)
    );
    let agreed = folded(SITES);
    let says =
        "**Proposed** (label: consensus): all who debated it hold it; nobody outside the debate has accepted it yet.";
    assert_eq!(status(&agreed), says);
    let rehearsed = Debate { rehearsal: true, ..agreed };
    assert!(status(&rehearsed).contains("**Rehearsal** (label: "), "{}", status(&rehearsed));
}

/// I-01, I-25, I-40: no format misstates how a debate ended: one that waits for context has neither agreed nor withstood objections, and one
/// that a person stopped has no result.
#[test]
fn every_form_says_how_it_ended() {
    const READ: [Format; 5] = [Format::Markdown, Format::Adr, Format::Html, Format::Csv, Format::Argdown];
    let waiting = [
        "waits for what was asked for",
        "they were not given",
        "They wait for what they asked for",
        ",not over,",
        "and not over",
    ];
    let stopped = [
        "Ended by: stopped",
        "A person stopped it before its end",
        "Stopped.",
        ",stopped,",
        "and was stopped before its end",
    ];
    for why in [
        Reason::Consensus,
        Reason::Plateau,
        Reason::RoundCap,
        Reason::Budget,
        Reason::Deadline,
        Reason::Insufficient,
        Reason::Stable,
        Reason::Unassailable,
        Reason::DiminishingReturns,
        Reason::Escalated,
        Reason::NeedsContext,
        Reason::Stopped,
    ] {
        let question = [Reason::Escalated, Reason::NeedsContext].contains(&why).then_some("Is there a lease?");
        let made = Made::of(2).round(1).says(1, 0, holding("A", "Adopt it at once.", 0.9, None));
        let no = holding("B", "Do not adopt it at all.", 0.9, Some(Consent::Blocker));
        let made = made.says(1, 1, no).closes(why, question);
        for (at, format) in READ.into_iter().enumerate() {
            // Some formats wrap lines.
            let text = exports::write(format, &made.debate(), &[]).unwrap().replace('\n', " ");
            for (words, is_so) in [
                (" person must answer ", why == Reason::Escalated && [Format::Adr, Format::Html].contains(&format)),
                (waiting[at], why == Reason::NeedsContext),
                (stopped[at], why == Reason::Stopped),
                ("nded by: needs context", false),
            ] {
                assert_eq!(text.contains(words), is_so, "{why}, {format}: {words}\n{text}");
            }
        }
    }
    // A debate that was stopped early does not say that too few could speak.
    let cut = Made::of(2).round(1).says(1, 0, holding("A", "Yes.", 0.9, None)).closes(Reason::Stopped, None).debate();
    for format in READ {
        assert!(!exports::write(format, &cut, &[]).unwrap().replace('\n', " ").contains("could speak"), "{format}");
    }
}

/// I-40: the table is read by its columns: all rows have the same number of cells, and every claim and every vote occurs once.
#[test]
fn a_table_of_claims_and_votes() {
    let debate = folded(LEDGER);
    let rows = rows(&csv::document(&debate));
    assert_eq!(rows[0], csv::COLUMNS);
    assert!(rows.iter().all(|it| it.len() == csv::COLUMNS.len()), "{rows:?}");
    let of = |record: &str| rows.iter().filter(|it| it[0] == record).count();
    assert_eq!(of("claim"), debate.registry.claims.len());
    assert_eq!(of("vote"), debate.rounds.iter().map(|it| it.spoken.len()).sum::<usize>());
    assert_eq!(of("source"), debate.registry.evidence.len());
    assert_eq!((of("decision"), of("option"), of("term"), of("move")), (1, 3, 3, 2));
}

/// I-40, B-02, B-06, B-18: a vote's row has its round, participant, option or estimate, confidence, and its vote on the option that led; a
/// closing ballot is marked.
#[test]
fn a_vote_is_told_by_its_columns() {
    let column = |name: &str| csv::COLUMNS.iter().position(|it| *it == name).unwrap();
    let votes = |log: &str, columns: &[&str]| -> Vec<String> {
        let rows = rows(&csv::document(&folded(log))).into_iter().filter(|it| it[0] == "vote");
        rows.map(|row| columns.iter().map(|it| row[column(it)].as_str()).collect::<Vec<_>>().join(" | ")).collect()
    };
    let columns = ["round", "by", "option", "ballot", "confidence", "leading", "vote", "more"];
    let cast = votes(LEDGER, &columns);
    assert_eq!(cast[2], "1 | noether | C | Add the audit table now, decide on the ledger next year | 0.66 | A |  | ");
    assert_eq!(
        cast[8],
        "3 | hamilton | A | Yes | 0.61 | B | BLOCKER | Reversals come from three systems, and a key that only one of them writes pairs nothing."
    );
    assert_eq!(cast[9], "3 | lovelace | B | No | 0.84 | B | ACCEPT | ");
    // A headline that was merged later is shown as it was cast, in its own words.
    assert_eq!(votes(SITES, &["round", "option", "ballot"])[2], "1 | D | Take the old dairy in Cedar Street");
    let figures = ["round", "by", "ballot", "low", "best", "high", "confidence"];
    assert_eq!(votes(EFFORT, &figures)[2], "1 | south | 360 person-days | 260 | 360.5 | 480 | 0.70");
    assert_eq!(votes(SIDES, &["round", "by", "option", "status"])[..2], ["1 | north |  | ", "1 | east |  | "]);
    assert_eq!(votes(SIDES, &["round", "by", "option", "status"])[3], "2 | north | A | closing");
}

/// I-16, B-03, B-04, B-13: the JSON has the first screen, the terms, the moves, and the option that each turn holds.
#[test]
fn json_has_what_is_declared() {
    let value = |log: &str| -> serde_json::Value {
        serde_json::from_str(&exports::json::document(&folded(log)).unwrap()).unwrap()
    };
    let ledger = value(LEDGER);
    assert_eq!(ledger["screen"]["headline"], "No, 3 of 4 (noether and hopper came to it, 1 without new evidence)");
    assert_eq!(ledger["verdict"]["ballot"]["kind"], "yes_no");
    assert_eq!(ledger["terms"][1]["opposed_by"], serde_json::json!(["hamilton"]));
    assert_eq!(ledger["terms"][1]["history"].as_array().unwrap().len(), 4);
    let moved: Vec<bool> =
        ledger["moves"].as_array().unwrap().iter().map(|it| it["move"]["is_carried"].as_bool().unwrap()).collect();
    assert_eq!(moved, [true, false]);
    let held = &ledger["rounds"][0]["turns"][2];
    assert_eq!((&held["holds"]["option"], &ledger["rounds"][0]["grouped_by"]), (&"C".into(), &"example/willow".into()));
    assert_eq!(held["turn"]["ballot"]["headline"], held["holds"]["headline"]);
    assert_eq!(value(EFFORT)["rounds"][1]["turns"][1]["turn"]["ballot"]["estimate"]["best"], 390.0);
    assert_eq!(value(SIDES)["rounds"][1]["kind"], "ballot");
    let panel = value(crate::made::PANEL);
    assert!(panel.get("terms").is_none() && panel.get("moves").is_none() && panel.get("verdict").is_none());
}

/// I-40, Q-20, B-16: the map is the argument graph: the ballot's options at the top, every claim, and its supports and attacks.
#[test]
fn a_map_has_the_graph() {
    let debate = folded(LEDGER);
    let map = argdown::document(&debate);
    let graph = analysis::argument::Graph::of(&debate);
    for option in
        ["\n[Option A]: Yes #option {by: [\"hamilton\"]", "\n[Option B]: No #option #decided {by: [\"lovelace\", "]
    {
        assert!(map.contains(option), "{option}: {map}");
    }
    let ties = map.lines().filter(|it| it.starts_with("  + [") || it.starts_with("  - [")).count();
    assert_eq!(ties, graph.edges().len(), "{map}");
    for place in 1..=debate.registry.claims.len() {
        assert_eq!(map.matches(&format!("\n[C{place}]: ")).count(), 1, "{map}");
    }
}

/// Cells by rows, parsed as RFC 4180.
pub(crate) fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => assert_eq!(chars.peek(), Some(&'\n')),
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    assert!(row.is_empty() && cell.is_empty() && !is_quoted, "the last row ends");
    rows
}
