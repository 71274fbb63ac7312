//! A debate that might have been, with what it hangs on.
use super::style::Style;
use super::{verdict, why};
use analysis::Verdict;
use analysis::argument::Why;
use analysis::thresholds::WHY_LOOKS;
use debate::{Debate, log};

/// Four on moving a service: two for it, two against it, one of whom was for it.
fn debate() -> Debate {
    let events = log::read_lines(include_str!("../../tests/logs/order-service.jsonl")).unwrap();
    Debate::replay(&events).unwrap()
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

/// I-03: whether the debate came to the plain vote's answer is said of what they came to, though something else was decided.
#[test]
fn the_plain_vote_is_held_against_what_was_debated() {
    let mut result = Verdict::of(&debate());
    result.plain_vote.same_as_decision = Some(true);
    result.plain_vote.same_as_debated = Some(false);
    let text = verdict::text(Style::plain(), &result);
    assert!(text.contains("(the debate came to the opposite answer)"), "{text}");
}
