//! A made-up debate with a verdict and its reasons.
use super::style::Style;
use super::{verdict, why};
use analysis::Verdict;
use analysis::argument::thresholds::WHY_LOOKS;
use analysis::argument::{Favoured, Why};
use analysis::evidence::checks;
use debate::{Debate, log};

/// A choice between sites, with a merged option, terms, and both carried and yielded moves.
fn debate() -> Debate {
    let events = log::read_lines(include_str!("../../tests/logs/sites.jsonl")).unwrap();
    Debate::replay(&events).unwrap()
}

/// I-04, Q-21: the verdict as text says in a few lines what would change it; `--why` lists what it rests on.
#[test]
fn what_it_hangs_on_is_said() {
    let debate = debate();
    let result = Verdict::of(&debate);
    let option = result.decision.option.as_ref().map(|it| it.letter);
    let reasons = Why::of_option(&debate, option, &checks::of(&debate), WHY_LOOKS);
    let style = Style::plain();
    let texts = [verdict::text(style, &result), why::text(style, &result, &reasons)];
    insta::assert_snapshot!("why", texts.join("\n----\n\n"));
}

/// the text says where the arguments favour another option than the decision, and where there was nothing to weigh.
#[test]
fn a_difference_is_said() {
    let debate = debate();
    let mut result = Verdict::of(&debate);
    result.changes.favoured = Favoured::Other("B".to_owned());
    let text = verdict::text(Style::plain(), &result);
    assert!(text.contains("  ! the arguments favour another option"), "{text}");
    let mut empty = debate;
    empty.rounds.clear();
    let text = why::text(Style::plain(), &result, &Why::of(&empty, None, WHY_LOOKS));
    assert!(text.contains("No option was held at the end"), "{text}");
}

/// I-01, I-03, B-12: the first screen has the decision with its count, the label and the plain vote.
#[test]
fn the_first_screen_is_shown_first() {
    let result = Verdict::of(&debate());
    let text = verdict::text(Style::plain(), &result);
    let screen = result.screen();
    let first: Vec<&str> = text.lines().take(2).collect();
    assert_eq!(first, [format!("Verdict: {}", screen.headline), format!("  {}", screen.label)], "{text}");
    assert!(text.contains("Alone they would have said: "), "{text}");
}

/// I-01: a debate ends with the first screen alone, in about twenty lines; `show` has the rest.
#[test]
fn the_first_screen_is_short() {
    let result = Verdict::of(&debate());
    let text = verdict::first(Style::plain(), &result);
    assert!(text.lines().count() <= 22, "{text}");
    assert!(["Participants", "Evidence", "Metadata"].iter().all(|it| !text.contains(&format!("\n{it}\n"))), "{text}");
    assert!(text.contains("`roundtable show ") && text.contains("--why"), "{text}");
    let whole = verdict::text(Style::plain(), &result);
    assert!(["Participants", "Evidence", "Metadata"].iter().all(|it| whole.contains(&format!("\n{it}\n"))), "{whole}");
    let document = serde_json::to_value(verdict::Document::of(&result)).unwrap();
    assert_eq!(document["screen"], serde_json::to_value(result.screen()).unwrap());
    assert_eq!(document["decision"], serde_json::to_value(&result.decision).unwrap());
}
