//! The page in Markdown, for somebody who was not there.
use crate::logs::{ORDER_SERVICE, folded, golden};
use analysis::Verdict;
use debate::Debate;
use debate::rules::Decide;
use exports::markdown;

fn debate() -> Debate {
    folded(ORDER_SERVICE)
}

/// I-01, I-04, I-40, E-21: the page that is handed over says what was decided, why, who dissents, what the plain vote was, what would change
/// it and who moved, before anything else.
#[test]
fn a_page_for_somebody_who_was_not_there() {
    let page = markdown::document(&debate());
    insta::assert_snapshot!("dossier", page);
    assert!(page.lines().filter(|it| !it.starts_with(['|', '#'])).all(|it| it.chars().count() <= 100));
    assert!(!page.contains("<b>"), "what is said is no markup");
}

/// E-21, Q-21: the page says by which rule it was decided, what the others say, which options there were, what it rests on, and which
/// letter stands for which option.
#[test]
fn a_page_says_how_it_was_decided() {
    let mut debate = debate();
    debate.rules.decide = Some(Decide::Guarded);
    let page = markdown::document(&debate);
    let page: Vec<&str> = page.lines().collect();
    for expected in [
        "- Decided by: guarded: the last round is tied; so the vote of the openings stands",
        "- Options:",
        "  - “move it this quarter” (3 opened with it, 2 hold it)",
        "- Rests on:",
        "  - E1 Profile of the order service, peak week (cited by 1 of 4)",
        "- Option B: No, keep REST this quarter and measure first. (strength 0.20; held by south, west)",
    ] {
        assert!(page.contains(&expected), "{expected}: {page:#?}");
    }
    assert!(page.iter().any(|it| it.starts_with("- By other rules: ")), "{page:#?}");
}

/// I-40: no heading stands above nothing.
#[test]
fn no_heading_is_empty() {
    let mut debate = debate();
    debate.registry = Default::default();
    let page = markdown::document(&debate);
    let lines: Vec<&str> = page.lines().filter(|it| !it.is_empty()).collect();
    let level = |it: &str| it.chars().take_while(|it| *it == '#').count();
    for pair in lines.windows(2) {
        assert!(level(pair[0]) == 0 || level(pair[1]) == 0 || level(pair[1]) > level(pair[0]), "{pair:?}");
    }
    assert!(!page.contains("## Claims"), "{page}");
}

/// I-40: claims cite the references by their numbers, and each number stands for the source that was meant.
#[test]
fn references_are_numbered() {
    for log in [ORDER_SERVICE, golden("evidence")] {
        let debate = folded(log);
        let evidence = Verdict::of(&debate).evidence;
        let page = markdown::document(&debate).replace("\n  ", " ");
        for (number, source) in (1..).zip(&evidence.sources) {
            assert!(page.contains(&format!("\n- [{number}] {} ({}, ", source.title, source.id)), "{page}");
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
