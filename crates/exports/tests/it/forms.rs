//! Each form of one debate, whole.
use crate::logs::{GOLDEN, ORDER_SERVICE, folded, golden};
use crate::made::{Made, holding};
use debate::event::Reason;
use debate::{Debate, Vote, log};
use exports::{Form, adr, argdown, csv};

/// I-40: a debate with typed evidence, options and compared positions in every textual form.
#[test]
fn a_debate_in_every_form() {
    let events = log::read_lines(golden("evidence")).unwrap();
    let debate = Debate::replay(&events).unwrap();
    for form in [Form::Markdown, Form::Json, Form::Argdown, Form::Csv, Form::Adr] {
        insta::assert_snapshot!(form.as_str(), exports::write(form, &debate, &events).unwrap());
    }
    assert_eq!(exports::write(Form::Log, &debate, &events).unwrap(), golden("evidence"));
}

/// I-40: every form can be had of every debate, and ends with its last line.
#[test]
fn every_debate_has_every_form() {
    for (name, text) in GOLDEN {
        let events = log::read_lines(text).unwrap();
        // Of a debate that was cut off at any place, too.
        for upto in [1, events.len() / 2, events.len()] {
            let debate = Debate::replay(&events[..upto]).unwrap();
            for form in Form::ALL {
                let text = exports::write(form, &debate, &events[..upto]).unwrap();
                assert!(!text.trim().is_empty(), "{name} as {form}");
                assert!(text.ends_with('\n') || form == Form::Html, "{name} as {form}");
            }
        }
    }
}

/// I-02, I-40: a decision record never says that something was accepted, and says plainly what nobody should rely on.
#[test]
fn a_record_says_how_far_it_may_be_relied_on() {
    let status = |debate: &Debate| {
        let record = adr::document(debate).replace('\n', " ");
        assert!(!record.contains("Accepted"), "{record}");
        record.split("## Status  ").nth(1).unwrap().split("  ## ").next().unwrap().to_owned()
    };
    let mut debate = folded(ORDER_SERVICE);
    assert!(status(&debate).starts_with("**Undecided** (label: dissensus)"), "{}", status(&debate));
    let closed = debate.closed.as_mut().unwrap();
    closed.why = Reason::Escalated;
    closed.question = Some("How long is the rack rented?".to_owned());
    assert!(
        status(&debate).starts_with(
            "**Escalated** (label: escalated): all agree, and even objecting brought nothing: it waits for a person"
        ),
        "{}",
        status(&debate)
    );
    assert!(adr::document(&debate).contains("To be answered by a person first: How long is the rack rented?"));
    debate.closed = None;
    assert!(status(&debate).contains("**Draft** (label: dissensus)"), "{}", status(&debate));
    debate.rounds.clear();
    assert!(
        status(&debate).starts_with("**Draft** (label: insufficient): fewer than two could speak"),
        "{}",
        status(&debate)
    );
    let agreed = folded(golden("eventful"));
    assert!(status(&agreed).contains("**Rehearsal** (label: "), "{}", status(&agreed));
}

/// I-01, I-25, I-40: no form says of an end what is not so: who waits for something has not agreed and has not been shaken in vain, and
/// whom a person stopped has not come to an end.
#[test]
fn every_form_says_how_it_ended() {
    const READ: [Form; 5] = [Form::Markdown, Form::Adr, Form::Html, Form::Csv, Form::Argdown];
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
        let made = Made::of(2).round(1).says(1, 0, holding("Yes: adopt it at once.", 0.9, Vote::Accept));
        let made = made.says(1, 1, holding("No: do not adopt it at all.", 0.9, Vote::Blocker)).closes(why, question);
        for (at, form) in READ.into_iter().enumerate() {
            // Some of them are folded to lines.
            let text = exports::write(form, &made.debate(), &[]).unwrap().replace('\n', " ");
            for (words, is_so) in [
                ("objecting brought nothing", why == Reason::Escalated && [Form::Adr, Form::Html].contains(&form)),
                (waiting[at], why == Reason::NeedsContext),
                (stopped[at], why == Reason::Stopped),
                ("nded by: needs context", false),
            ] {
                assert_eq!(text.contains(words), is_so, "{why}, {form}: {words}\n{text}");
            }
        }
    }
    // Nobody was kept from speaking who was stopped before.
    let cut =
        Made::of(2).round(1).says(1, 0, holding("Yes.", 0.9, Vote::Accept)).closes(Reason::Stopped, None).debate();
    for form in READ {
        assert!(!exports::write(form, &cut, &[]).unwrap().replace('\n', " ").contains("could speak"), "{form}");
    }
}

/// I-40: the table is read by its columns: as many cells in each row, every claim and every vote once.
#[test]
fn a_table_of_claims_and_votes() {
    let debate = folded(ORDER_SERVICE);
    let rows = rows(&csv::document(&debate));
    assert_eq!(rows[0], csv::COLUMNS);
    assert!(rows.iter().all(|it| it.len() == csv::COLUMNS.len()), "{rows:?}");
    let of = |record: &str| rows.iter().filter(|it| it[0] == record).count();
    assert_eq!(of("claim"), debate.registry.claims.len());
    assert_eq!(of("vote"), debate.rounds.iter().map(|it| it.spoken.len()).sum::<usize>());
    assert_eq!(of("source"), debate.registry.evidence.len());
    assert_eq!(of("decision"), 1);
}

/// I-40, Q-20: the map has the graph: every claim, and what supports and attacks it.
#[test]
fn a_map_has_the_graph() {
    let debate = folded(ORDER_SERVICE);
    let map = argdown::document(&debate);
    let graph = analysis::argument::Graph::of(&debate);
    let ties = map.lines().filter(|it| it.starts_with("  + [") || it.starts_with("  - [")).count();
    assert_eq!(ties, graph.edges().len(), "{map}");
    for place in 1..=debate.registry.claims.len() {
        assert_eq!(map.matches(&format!("\n[C{place}]: ")).count(), 1, "{map}");
    }
}

/// Cells by rows, as RFC 4180 has them.
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
