//! A debate that might have been, on one page and with what it hangs on.
use super::style::Style;
use super::{markdown, verdict, why};
use analysis::Verdict;
use analysis::argument::Why;
use analysis::thresholds::WHY_LOOKS;
use debate::rules::Decide;
use debate::{Debate, log};

/// Four on moving a service: two for it, two against it, one of whom was for it.
fn debate() -> Debate {
    let events = log::read_lines(include_str!("../../tests/logs/order-service.jsonl")).unwrap();
    Debate::replay(&events).unwrap()
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

/// I-04, Q-21: the verdict as text says in a few lines what would change it; `--why` says on what it hangs.
#[test]
fn what_it_hangs_on_is_said() {
    let debate = debate();
    let result = Verdict::of(&debate);
    let reasons = Why::of(&debate, result.decision.by.as_ref(), WHY_LOOKS);
    let style = Style::plain();
    let texts = [verdict::text(style, &result), why::text(style, &result, &reasons)];
    insta::assert_snapshot!("why", texts.join("\n----\n\n"));
}

/// it is said plainly where the arguments favour another option than the vote, and where there was nothing to weigh.
#[test]
fn a_difference_is_said() {
    let debate = debate();
    let mut result = Verdict::of(&debate);
    let reasons = Why::of(&debate, Some(&"south".into()), WHY_LOOKS);
    let text = why::text(Style::plain(), &result, &reasons);
    assert!(text.contains("The vote and the arguments differ: the arguments favour option A, by 0."), "{text}");
    result.changes.favoured = reasons.favoured;
    let text = verdict::text(Style::plain(), &result);
    assert!(text.contains("  ! the arguments favour another option than the vote\n"), "{text}");
    let mut empty = debate;
    empty.rounds.clear();
    let text = why::text(Style::plain(), &result, &Why::of(&empty, None, WHY_LOOKS));
    assert!(text.contains("No position was held at the end"), "{text}");
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

/// I-03: whether the debate came to the plain vote's answer is said of what they came to, though something else was decided.
#[test]
fn the_plain_vote_is_held_against_what_was_debated() {
    let mut result = Verdict::of(&debate());
    result.plain_vote.same_as_decision = Some(true);
    result.plain_vote.same_as_debated = Some(false);
    let text = verdict::text(Style::plain(), &result);
    assert!(text.contains("(the debate came to the opposite answer)"), "{text}");
}
