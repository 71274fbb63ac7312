//! A debate that might have been, on one page and with what it hangs on.
use super::style::Style;
use super::{markdown, verdict, why};
use analysis::Verdict;
use analysis::argument::Why;
use analysis::thresholds::WHY_LOOKS;
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
    assert!(text.contains("The vote and the arguments differ: the arguments favour A, by 0."), "{text}");
    result.changes.favoured = reasons.favoured;
    let text = verdict::text(Style::plain(), &result);
    assert!(text.contains("  ! the arguments favour another option than the vote\n"), "{text}");
    let mut empty = debate;
    empty.rounds.clear();
    let text = why::text(Style::plain(), &result, &Why::of(&empty, None, WHY_LOOKS));
    assert!(text.contains("No position was held at the end"), "{text}");
}
