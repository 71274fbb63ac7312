//! A made-up debate with a verdict and its reasons.
use super::style::Style;
use super::{first, verdict, why};
use analysis::Verdict;
use analysis::argument::thresholds::WHY_LOOKS;
use analysis::argument::{Favoured, Why};
use analysis::evidence::checks;
use debate::{Debate, Kind, log};
use engine::Status;

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
    let texts = [verdict::text(style, &result, &Status::Over), why::text(style, &result, &reasons)];
    insta::assert_snapshot!("why", texts.join("\n----\n\n"));
}

/// the text says where the arguments favour another option than the decision, and where there was nothing to weigh.
#[test]
fn a_difference_is_said() {
    let debate = debate();
    let mut result = Verdict::of(&debate);
    result.changes.favoured = Favoured::Other("B".to_owned());
    let text = verdict::text(Style::plain(), &result, &Status::Over);
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
    let text = verdict::text(Style::plain(), &result, &Status::Over);
    let screen = result.screen();
    let first: Vec<&str> = text.lines().take(2).collect();
    assert_eq!(first, [format!("Verdict: {}", screen.headline), format!("  {}", screen.label)], "{text}");
    assert!(text.contains("Alone they would have said: "), "{text}");
}

/// I-01: a debate ends with the first screen alone, in at most fifteen lines at any usual width, its id and the next commands included.
#[test]
fn the_first_screen_is_short() {
    let (debate, result) = (debate(), Verdict::of(&debate()));
    for width in [60, 80, 100, 160] {
        let text = first::text(Style::terminal(width, false), &debate, &Status::Over, Some("Where should we build?"));
        assert!(text.lines().count() <= 15, "{width}: {text}");
        assert!(text.lines().all(|it| console::measure_text_width(it) <= width), "{width}: {text}");
        // On a narrow screen what it rests on gives way to the next step.
        let needed: &[&str] = if width < 80 {
            &["Verdict: ", "Alone ", "Next step: ", "id "]
        } else {
            &["Verdict: ", "Alone ", "Rests on: ", "Next step: ", "id "]
        };
        for part in needed {
            assert!(text.contains(part), "{width}, {part}: {text}");
        }
        insta::assert_snapshot!(format!("first screen, {width}"), text);
    }
    let whole = verdict::text(Style::plain(), &result, &Status::Over);
    assert!(["Participants", "Evidence", "Metadata"].iter().all(|it| whole.contains(&format!("\n{it}\n"))), "{whole}");
    let document = serde_json::to_value(result.document()).unwrap();
    assert_eq!(document["screen"], serde_json::to_value(result.screen()).unwrap());
    assert_eq!(document["decision"], serde_json::to_value(&result.decision).unwrap());
}

/// Q-21, E-02: what `--why` says of the evidence agrees with the kinds that the whole verdict lists, whether none counts, none is named or no claim
/// bears on the decision.
#[test]
fn no_sentence_contradicts_the_evidence() {
    let (debate, mut result) = (debate(), Verdict::of(&debate()));
    let option = result.decision.option.as_ref().map(|it| it.letter);
    let mut reasons = Why::of_option(&debate, option, &checks::of(&debate), WHY_LOOKS);
    let said = |result: &Verdict, reasons: &Why| why::text(Style::plain(), result, reasons).replace('\n', " ");
    assert!(!said(&result, &reasons).contains("No claim"), "some evidence counts");
    reasons.cruxes.iter_mut().for_each(|it| it.kinds = vec![Kind::Speculative]);
    let listed = verdict::text(Style::plain(), &result, &Status::Over);
    assert!(listed.contains("DOCUMENTED"), "{listed}");
    assert!(said(&result, &reasons).contains("rests on evidence that counts, whatever kind it names"));
    result.evidence.claims.iter_mut().for_each(|it| it.kinds = vec![Kind::Speculative]);
    assert!(said(&result, &reasons).contains("No claim says what kind of evidence it rests on"));
    let mut result = Verdict::of(&debate);
    result.evidence.claims.truncate(3);
    reasons.cruxes.clear();
    assert!(said(&result, &reasons).contains("No claim bears on one option more than on another"));
}

/// D-40, B-11: the votes are said not to be enough for an early end, not to be no consensus; what they mean is explained once.
#[test]
fn a_consensus_is_not_denied_by_its_votes() {
    let mut result = Verdict::of(&debate());
    let rubric = result.metadata.rubric.as_mut().unwrap();
    rubric.is_met = false;
    let text = verdict::text(Style::plain().within(1_000), &result, &Status::Over);
    assert!(
        text.contains("\n  consensus") && text.contains("not enough for `vote_rubric` to end a debate early"),
        "{text}"
    );
    assert!(!text.contains("the rubric is"), "{text}");
    assert_eq!(text.matches("ACCEPT: holds it; MINOR: would sign it; BLOCKER: would not sign it").count(), 1, "{text}");
    assert!(text.contains("evidence 0.69 · claimed 0.90"), "{text}");
}
