//! The dossier: well-formed, inert, honest and small.
use crate::logs::{EFFORT, LEDGER, LOGS, OPEN, SIDES, SITES, VOTED, folded, unfolded};
use crate::made::{self, Made, holding};
use crate::marks::Marks;
use analysis::{Findings, Verdict};
use debate::event::Reason;
use debate::{Consent, Debate};
use exports::html::document;
use proptest::prelude::*;

fn read(name: &str, debate: &Debate) -> Marks {
    Marks::of(&document(debate)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// The parts that every page has.
const PARTS: &[&str] = &["Claims and references", "Transcript", "Cost and record"];
/// The parts of a debate with ballots.
const DEBATE_PARTS: &[&str] = &[
    "What is unresolved",
    "Ballots",
    "Beside a plain vote",
    "Why",
    "The arguments",
    "How it converged",
    "Who held what, when",
    "Moves",
];
/// The parts of a panel, where nobody votes (P-18).
const PANEL_PARTS: &[&str] = &[
    "What they really disagree about",
    "Who moved",
    "Before you rely on it",
    "What each holds in the end",
    "The claims",
    "Personas",
];

/// I-40: the page of every kind of debate is well-formed: tags are closed, ids are unique, links have targets, headings are in order.
#[test]
fn every_page_is_whole() {
    for (name, log) in LOGS {
        let marks = read(name, &folded(log));
        let is_panel = folded(log).is_panel();
        let (own, others) = if is_panel { (PANEL_PARTS, DEBATE_PARTS) } else { (DEBATE_PARTS, PANEL_PARTS) };
        for part in own.iter().chain(PARTS) {
            assert!(marks.text.matches(part).count() >= 2, "{name}: {part} is in the contents and a heading");
        }
        // Of the other kind no part is there; one of its titles may stand once, as a subheading. Shorter titles are words of other texts.
        for part in others.iter().filter(|it| it.split(' ').count() > 2) {
            assert!(marks.text.matches(part).count() < 2, "{name}: {part}");
        }
    }
}

/// I-01: the page begins with the first screen, in the same words as every surface.
#[test]
fn a_page_begins_with_the_first_screen() {
    for (name, log) in VOTED {
        let debate = folded(log);
        let (first, screen) = (unfolded(&read(name, &debate).first), Verdict::of(&debate).screen());
        let mut expected = vec![screen.label, screen.headline];
        expected.extend(screen.position);
        expected.extend(screen.by);
        expected.extend(screen.rows.into_iter().map(|it| format!("{}{}", it.title, it.text)));
        let mut rest = first.as_str();
        for it in expected.iter().map(|it| unfolded(it)) {
            let at = rest.find(&it).unwrap_or_else(|| panic!("{name}: {it} is not next in {rest}"));
            rest = &rest[at + it.len()..];
        }
    }
}

/// P-18: the page of a panel begins with what all hold and what to find out next, in the same words as every surface; it has no label.
#[test]
fn a_page_of_a_panel_begins_with_what_was_found() {
    for debate in [made::debate(made::PANEL), made::eventful(made::debate(made::PANEL))] {
        let findings = Findings::of(&debate);
        let first = unfolded(&read("panel", &debate).first);
        let mut expected = vec!["panel".to_owned(), "Nobody votes at a panel".to_owned(), "What all hold".to_owned()];
        expected.extend(findings.all_hold.iter().map(|it| match it.answer {
            Some(answer) => format!("All answer {answer} to: {}", it.text),
            None => format!("All hold the same on: {}", it.text),
        }));
        expected.extend(findings.undisputed.iter().map(|it| format!("No disagreement was found on: {it}")));
        expected.push("What to find out next".to_owned());
        expected.extend(findings.find_out.iter().map(|it| format!("crux {} {}", it.number, it.question)));
        expected.push("Cruxes".to_owned());
        assert!(!findings.find_out.is_empty());
        let mut rest = first.as_str();
        for it in expected.iter().map(|it| unfolded(it)) {
            let at = rest.find(&it).unwrap_or_else(|| panic!("{it} is not next in {rest}"));
            rest = &rest[at + it.len()..];
        }
        let label = Verdict::of(&debate).screen().label;
        assert!(!first.contains(&label), "{label}: {first}");
    }
}

/// I-40: a debate that is cut at any event has a well-formed page.
#[test]
fn a_page_can_be_made_of_any_part_of_a_debate() {
    for log in LOGS.iter().map(|it| it.1).chain([made::HOSTILE]) {
        let lines: Vec<&str> = log.lines().collect();
        for upto in 1..=lines.len() {
            let debate = made::debate(&lines[..upto].join("\n"));
            let marks = read(&format!("{upto} events"), &debate);
            assert_eq!(marks.first.contains("Not over."), debate.closed.is_none(), "{upto}: {}", debate.id);
        }
    }
}

/// I-32: no words become markup, in any field; and all of them are readable.
#[test]
fn nothing_said_is_a_mark() {
    let marks = read("hostile", &made::debate(made::HOSTILE));
    assert!(marks.text.contains("<script>alert('hostile"), "what was said is shown as text");
    let page = document(&made::debate(made::HOSTILE));
    for mark in ["<script", "<img", "<iframe", "<form", "<base", "<math", "<input", " onerror=\"", "href=\"javascript"]
    {
        assert!(!page.contains(mark), "{mark}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// I-32: the page is well-formed with any characters in texts.
    #[test]
    fn any_text_is_text(texts in prop::collection::vec(prop_oneof![".{0,60}", "[<>&\"'/= a-z]{0,60}", "https?://[ -~]{0,40}"], 1..12)) {
        let debate = made::saying(|at| texts[at % texts.len()].clone());
        let page = document(&debate);
        prop_assert!(Marks::of(&page).is_ok(), "{:?}", Marks::of(&page).err());
    }
}

/// I-40: an id in somebody's words is a link only where that claim, source or term exists.
#[test]
fn an_id_that_nobody_has_leads_nowhere() {
    let marks = read(
        "ids",
        &made::saying(|at| format!("C{at}, E{at}, T{at}, C0, T0, T999, C999999, E99999999999999999999 and XC1 of ")),
    );
    assert!(marks.text.contains("C999999"));
}

/// I-01, I-02: the first screen alone says how the debate ended, and what is missing.
#[test]
fn the_first_screen_does_not_mislead() {
    let yes = || holding("A", "Adopt it at once.", 0.9, None);
    let no = || holding("B", "Do not adopt it at all.", 0.9, Some(Consent::Blocker));
    let two = || Made::of(2).round(1).says(1, 0, yes()).says(1, 1, yes());
    let cases: Vec<(&str, Made, &[&str])> = vec![
        ("rehearsal", two().closes(Reason::RoundCap, None).rehearsed(), &["Rehearsal.", "Rehearsed, not decided"]),
        ("unfinished", two(), &["Not over.", "Ahead so far", "the debate is not over; resume it"]),
        ("stopped", two().closes(Reason::Stopped, None), &["Stopped.", "A person stopped it", "Agreed so far"]),
        ("budget", two().closes(Reason::Budget, None), &["Cut short.", "budget", "Agreed so far"]),
        ("context", two().closes(Reason::NeedsContext, None), &["Waiting.", "asked for something"]),
        (
            "escalated",
            two().closes(Reason::Escalated, Some("Which risk do you bear?")),
            &[
                "escalated",
                "Waiting for a person",
                "A person is asked. Which risk do you bear?",
                "1 question to a person",
            ],
        ),
        (
            "insufficient",
            Made::of(2).round(1).says(1, 0, yes()).loses(1, 1).closes(Reason::Insufficient, None),
            &["insufficient", "No decision", "No debate.", "Degraded. 1 of 2 turns were lost: seat-1 (timed out)"],
        ),
        (
            "degraded",
            Made::of(3).round(1).says(1, 0, yes()).says(1, 1, yes()).loses(1, 2).closes(Reason::RoundCap, None),
            &["Degraded. 1 of 3 turns were lost: seat-2 (timed out)"],
        ),
        (
            "dissensus",
            Made::of(2).round(1).says(1, 0, no()).says(1, 1, yes()).closes(Reason::RoundCap, None),
            &["dissensus", "Nothing leads", "No option leads: Yes (1) · No (1), of 2"],
        ),
    ];
    for (name, made, expected) in cases {
        let first = read(name, &made.debate()).first;
        expected.iter().for_each(|it| assert!(first.contains(it), "{name}: `{it}` is not in {first}"));
        for (words, is_said) in [("Agreed\n", false), ("Degraded", ["insufficient", "degraded"].contains(&name))] {
            assert_eq!(first.contains(words), is_said, "{name}: {words} in {first}");
        }
    }
    let agreed = two().round(2).says(2, 0, yes()).says(2, 1, yes()).closes(Reason::Consensus, None);
    let first = read("consensus", &agreed.debate()).first;
    assert!(first.contains("consensus") && first.contains("Agreed"), "{first}");
    assert!(!["Degraded", "Not over", "Rehearsal", "Stopped"].iter().any(|it| first.contains(it)), "{first}");
}

fn says(log: &str, expected: &[&str]) {
    let text = unfolded(&read("log", &folded(log)).text);
    expected.iter().for_each(|it| assert!(text.contains(it), "`{it}` is not in {text}"));
}

/// I-03, I-04, B-06, B-12, B-13: the page shows what is open, who moved on what, and the plain vote.
#[test]
fn what_must_be_told_is_told() {
    says(
        LEDGER,
        &[
            "Holds. Yes Objection. Reversals come from three systems",
            "Would settle it. ",
            "Yes, 2 of 4, before anyone had heard another",
            "the plain vote is not what was decided",
            "Add the audit table now, decide on the ledger next year → No Because. C4 (The pilot was measured, and it closed 12 of 14 findings.) Carried by C4.",
            "Yes → No Because. Most of the others see it that way. Yielded: it names nothing new that rests on more than assertion.",
            "decided Held by lovelace, noether, hopper · opened by lovelace",
            "hamilton: minor. It costs a year, but it closes nothing off.",
            "T2Reversed entries get a pairing key. Asked for by lovelace, noether, hopper; opposed by hamilton.",
            "Decided by the rule “majority”. ",
            "openingsYes2 of 4 ballots of the openings.",
            "contested",
            "https://example.org/event-sourcing/migrations",
        ],
    );
}

/// B-02, B-03, B-05, B-18, B-23: the page shows estimates, merged options, closing ballots and missing ballots, each labelled.
#[test]
fn every_kind_of_ballot_is_told() {
    says(
        EFFORT,
        &[
            "Put to the vote: an estimate in person-days",
            "east300390 person-days5600.60development and tests, no training",
            "Pooled: about 370 person-days (80%: 262 to 531), median 360, best guesses from 360 to 390.",
            "Ballot. 900 person-days (500 to 1500, 0.50 sure)",
        ],
    );
    says(
        SITES,
        &[
            "D Take the old dairy in Cedar Street: one with C since round 2.",
            "Ballot. D Take the old dairy in Cedar Street, later one with C",
            "Ranking. C Cedar · A Alder · B Birch",
            "consensus, tested by an objection round",
            "All hold it.",
        ],
    );
    says(
        OPEN,
        &[
            "Of 4, 1 without a ballot.",
            "Ballot. A One week each, in turn, paid per week (in its own words: Everybody takes the pager for a week in turn)",
            "Holds. no ballot",
        ],
    );
    says(
        SIDES,
        &[
            "closing ballots, cast in secret, 3 turns",
            "Ballot. no ballot: it argues a side that it was given",
            "Would change it. A Friday with more than ten open tickets",
        ],
    );
}

/// I-40: the page of fifty rounds with eight seats is small enough to send.
#[test]
fn a_long_debate_stays_small() {
    let page = document(&made::long());
    assert!(page.len() < 4_000_000, "{}", page.len());
    let marks = Marks::of(&page).unwrap();
    assert!(marks.elements.get("details").is_some_and(|it| *it > 8 * 50), "every turn is there, folded");
}

/// I-40: the same debate gives the same page.
#[test]
fn a_page_is_the_same_every_time() {
    let debate = folded(LEDGER);
    assert_eq!(document(&debate), document(&debate));
}
