//! The Markdown page, for a reader who was not there.
use crate::logs::{EFFORT, LEDGER, LOGS, OPEN, SIDES, SITES, VOTED, folded, unfolded};
use crate::made::{self, PANEL};
use analysis::{Findings, Verdict};
use debate::Debate;
use debate::rules::Decide;
use exports::{adr, markdown};

/// I-01, I-04, I-40, E-21: the page first says what was decided, why, who does not hold it, the plain vote, what would change it and who moved.
#[test]
fn a_page_for_somebody_who_was_not_there() {
    for (name, log) in LOGS.iter().filter(|it| !["panel", "sites"].contains(&it.0)) {
        let page = markdown::document(&folded(log));
        insta::assert_snapshot!(format!("page-{name}"), page);
        assert!(page.lines().filter(|it| !it.starts_with(['|', '#'])).all(|it| it.chars().count() <= 100));
        assert!(!page.contains("<b>"), "what is said is no markup");
    }
}

/// I-01: pages and records begin with the first screen, in the same words as every surface: headline, label, position with its author, rows.
#[test]
fn a_page_begins_with_the_first_screen() {
    for (name, log) in VOTED {
        let debate = folded(log);
        let screen = Verdict::of(&debate).screen();
        for page in [markdown::document(&debate), adr::document(&debate)] {
            let page = unfolded(&page).replace('\\', "").replace(" > ", " ");
            let (_, first) = page.split_once("## Decision ").unwrap();
            let mut expected = vec![format!("**{}**", screen.headline), format!("Label: {}", screen.label)];
            expected.extend(screen.position.clone());
            expected.extend(screen.by.clone());
            expected.extend(screen.rows.iter().map(|it| format!("- {}: {}", it.title, it.text)));
            let mut rest = first;
            for it in expected {
                let it = unfolded(&it);
                let at = rest.find(&it).unwrap_or_else(|| panic!("{name}: {it} is not next in {rest}"));
                rest = &rest[at + it.len()..];
            }
            assert!(!first[..first.len() - rest.len()].contains("## "), "{name}: all of it before any other part");
        }
    }
}

/// P-18: pages and records of panels begin with what was found, in the same words and the same order, and have no decision.
#[test]
fn a_page_of_a_panel_begins_with_what_was_found() {
    for debate in [made::debate(PANEL), made::eventful(made::debate(PANEL))] {
        let findings = Findings::of(&debate);
        let (page, record) = (markdown::document(&debate), adr::document(&debate));
        let parts = [
            (&page, "Nobody votes at a panel.", "## Cruxes", "## Warnings"),
            (&record, "## Decision None was made.", "## What it turns on", ""),
        ];
        for (text, head, cruxes, after) in parts {
            let text = unfolded(text).replace('\\', "");
            let (_, mut rest) = text.split_once(head).unwrap_or_else(|| panic!("{head}: {text}"));
            let mut expected = vec!["## What all hold".to_owned()];
            let shared = |it: &analysis::crux::findings::Shared| {
                let says = it.answer.map_or_else(|| "all hold the same".to_owned(), |it| format!("all answer {it}"));
                format!("- {} ({says}, ", it.text)
            };
            expected.extend(findings.all_hold.iter().map(shared));
            expected.push(cruxes.to_owned());
            expected.extend(findings.cruxes.iter().map(|it| it.question.clone()));
            expected.push("## Who moved".to_owned());
            expected.extend(findings.moved.iter().map(|it| format!("{} → {}", it.from, it.to)));
            expected.push("## What to find out next".to_owned());
            expected.extend(findings.find_out.iter().map(|it| it.question.clone()));
            expected.extend(Some(after.to_owned()).filter(|it| !it.is_empty()));
            let mut titles = Vec::new();
            for it in expected.iter().map(|it| unfolded(it)) {
                let at = rest.find(&it).unwrap_or_else(|| panic!("{it} is not next in {rest}"));
                titles.extend(rest[..at].match_indices(" ## ").map(|it| it.0));
                rest = &rest[at + it.len()..];
            }
            assert_eq!(titles, [0; 0], "no other part is before or between them: {text}");
            assert!(!text.contains("Label: ") && !text.contains("(label: "), "{text}");
        }
        assert!(!page.contains("## Decision"), "{page}");
    }
}

/// Checks that a page contains all of these, however its lines are wrapped.
fn says(page: &str, expected: &[&str]) {
    let page = unfolded(page);
    expected.iter().for_each(|it| assert!(page.contains(it), "`{it}` is not in {page}"));
}

/// B-15: the page names the decision rule, the options with holders, openers and remarks, and only those rules that have another
/// result.
#[test]
fn a_page_says_how_it_was_decided() {
    let mut debate = folded(LEDGER);
    says(
        &markdown::document(&debate),
        &[
            "- Put to the vote: yes or no",
            "- Decided by: majority: 3 of 4 ballots of the last round",
            "| B (decided) | No | lovelace, noether, hopper | lovelace | hamilton: blocker (Reversals come from three systems, and a key that only one of them writes pairs nothing.) |",
            "| C | Add the audit table now, decide on the ledger next year | nobody | noether | hamilton: minor (It costs a year, but it closes nothing off.); lovelace: minor",
            "## Rules that say something else - openings: Yes (2 of 4 ballots of the openings)",
            "- guarded: Yes (",
            "- Option B, decided: No (strength 0.83; held by lovelace, noether, hopper)",
        ],
    );
    debate.rules.decide = Decide::Guarded;
    let page = unfolded(&markdown::document(&debate));
    let others = page.split("## Rules that say something else").nth(1).unwrap().split(" ## ").next().unwrap();
    assert!(others.contains("- majority: No") && !others.contains(": Yes"), "{others}");
    // Where all rules agree the part is absent.
    assert!(!markdown::document(&folded(OPEN)).contains("## Rules that say something else"));
}

/// B-03, B-06: grouped headlines are shown in the words that were cast, and a merged option is shown as merged.
#[test]
fn options_are_told_as_they_were_cast() {
    says(
        &markdown::document(&folded(OPEN)),
        &[
            "- Ballot: A One week each, in turn, paid per week (in its own words: Everybody takes the pager for a week in turn)",
            "Headlines grouped into options by example/willow",
            "- On B Switch the pager off at night: blocker (Three a year are three too many.)",
        ],
    );
    says(
        &markdown::document(&folded(SITES)),
        &[
            "- D Take the old dairy in Cedar Street is one with C since round 2",
            "- Ballot: D Take the old dairy in Cedar Street, later one with C",
            "- Ranking: C Cedar · A Alder · B Birch",
        ],
    );
}

/// B-04: every term is shown with who asks for it, opposes it or has withdrawn it, on what grounds, and whether all share it.
#[test]
fn terms_are_told_with_who_stands_behind_them() {
    says(
        &markdown::document(&folded(LEDGER)),
        &[
            "- **T1** A shadow copy runs for a quarter before anybody relies on it. (withdrawn by hamilton)",
            "- **T2** Reversed entries get a pairing key. (asked for by lovelace, noether, hopper; opposed by hamilton)",
            "- hopper asks for it in round 2: It costs one column.",
            "- noether opposes it in round 3: A quarter is too short to measure anything.",
            "- On terms: withdraw T1 (Nobody is free to run two ledgers.)",
        ],
    );
    let shared =
        "- **T2** The lease runs for ten years. (shared by all who hold the decision; asked for by east, south, north)";
    says(&markdown::document(&folded(SITES)), &[shared]);
}

/// B-13: every move is shown with both ballots, its stated cause, and whether that carries it.
#[test]
fn moves_are_told_with_what_carried_them() {
    for page in [markdown::document(&folded(LEDGER)), adr::document(&folded(LEDGER))] {
        says(
            &page,
            &[
                "- **noether** in round 2: Add the audit table now, decide on the ledger next year → No - Because: C4 (The pilot was measured, and it closed 12 of 14 findings.) - Carried by C4",
                "- **hopper** in round 2: Yes → No - Because: Most of the others see it that way. - Yielded: it names nothing new that rests on more than assertion",
            ],
        );
    }
    // Regrouping is not a move.
    let page = unfolded(&markdown::document(&folded(SITES)));
    assert!(page.contains("**north** in round 2: Alder → Cedar") && !page.contains("**south** in round"), "{page}");
}

/// B-02, B-18: each estimate is shown with its interval and unit, beside the pooled one and the median, and the pooled one of each round.
#[test]
fn estimates_are_told_and_pooled() {
    let page = markdown::document(&folded(EFFORT));
    says(
        &page,
        &[
            "| participant | lowest | best guess | highest | sure | counted in |",
            "| east | 300 | 390 person-days | 560 | 0.60 | development and tests, no training |",
            "- Pooled: about 370 person-days (80%: 262 to 531), median 360, best guesses from 360 to 390",
            "- Round 1: about 537 person-days (80%: 252 to 952), median 360, best guesses from 350 to 900; agreement 0.00",
            "- Ballot: 900 person-days (500 to 1500, 0.50 sure) - Counted in: everything up to the last trained clerk",
            "## Plain vote of the openings 360 person-days, the median of 3 best guesses; pooled about 537 (80%: 252 to 952), before anyone had heard another",
        ],
    );
    for gone in ["Who does not hold it", "## Options", "ACCEPT"] {
        assert!(!page.contains(gone), "{gone}: {page}");
    }
    says(&adr::document(&folded(EFFORT)), &["| east | 300 | 390 person-days | 560 | 0.60 |"]);
}

/// B-05: a participant that argues an assigned side has no ballot meanwhile; the closing ballots have a titled round, with what would change each.
#[test]
fn closing_ballots_are_told_apart() {
    says(
        &markdown::document(&folded(SIDES)),
        &[
            "#### north (no confidence) **Yes: output held in every trial.** - Ballot: no ballot: it argues a side that it was given",
            "### Round 2: closing ballots, cast in secret",
            "- Would change it: A Friday with more than ten open tickets",
            "- Would change its ballot: Nobody volunteers for the Friday shift",
            "2 argued a side that they were given and are not counted",
        ],
    );
}

/// B-23: a participant without a ballot is counted as such.
#[test]
fn who_has_no_ballot_is_named() {
    says(
        &markdown::document(&folded(OPEN)),
        &[
            "- Of 4, 1 without a ballot",
            "- **west** has no ballot, has not said whether it would sign",
            "**Something else must be found.** - Ballot: no ballot",
            "| west | example/meridian | systems-aware | no ballot |",
        ],
    );
}

/// I-40: no heading is above an empty part.
#[test]
fn no_heading_is_empty() {
    let bare = Debate { registry: Default::default(), ..folded(LEDGER) };
    for debate in LOGS.iter().map(|it| folded(it.1)).chain([bare.clone()]) {
        for page in [markdown::document(&debate), adr::document(&debate)] {
            let lines: Vec<&str> = page.lines().filter(|it| !it.is_empty()).collect();
            let level = |it: &str| it.chars().take_while(|it| *it == '#').count();
            for pair in lines.windows(2) {
                assert!(level(pair[0]) == 0 || level(pair[1]) == 0 || level(pair[1]) > level(pair[0]), "{pair:?}");
            }
        }
    }
    assert!(!markdown::document(&bare).contains("## Claims"));
}

/// I-40: claims cite references by number, and each number is that of the right source.
#[test]
fn references_are_numbered() {
    for log in [LEDGER, SITES] {
        let debate = folded(log);
        let evidence = Verdict::of(&debate).evidence;
        let page = markdown::document(&debate).replace("\n  ", " ");
        for (number, source) in (1..).zip(&evidence.sources) {
            let url = source.url.as_ref().map(|it| format!(", `{it}`")).unwrap_or_default();
            assert!(page.contains(&format!("\n- [{number}] {}{url} ({}, ", source.title, source.id)), "{page}");
        }
        for claim in &evidence.claims {
            let line =
                page.lines().find(|it| it.starts_with(&format!("- **{}** {}, ", claim.id, claim.label))).unwrap();
            let numbers = claim.evidence.iter().map(|it| format!(" [{}]", it.trim_start_matches('E')));
            assert!(line.contains(&format!("{}{} (", claim.text, numbers.collect::<String>())), "{line}");
        }
        assert!(evidence.claims.iter().any(|it| !it.evidence.is_empty()));
    }
}
