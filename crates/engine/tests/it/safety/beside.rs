//! An evaluator that reviews in parallel, because only the mode triggers it.
use super::{HARMFUL_ANSWER, HIDDEN, LEVELS, UNREADABLE, at, ended, lost, watched};
use crate::cut::goes_on;
use crate::support::{self, Cast, Instead};
use analysis::Verdict;
use debate::event::{Failure, Reason, Ruling};
use debate::{Debate, Envelope, Event, Parallel, Rules};
use engine::{Bus, Spec};
use std::sync::Arc;

const REJECT_FIRST: Instead =
    Instead::Text(r#"{"rulings": [{"answer": 1, "reason": "all of it goes", "ruling": "reject", "redact": []}]}"#);
const REJECT_SECOND: Instead =
    Instead::Text(r#"{"rulings": [{"answer": 2, "reason": "all of it goes", "ruling": "reject", "redact": []}]}"#);
const REDACT_FIRST: Instead = Instead::Text(
    r#"{"rulings": [{"answer": 1, "reason": "a passage goes", "ruling": "redact", "redact": ["quokka lemon"]}]}"#,
);

/// The modes that trigger an evaluator (D-50).
const MODES: [&str; 3] = ["adversarial", "red-team-blue-team", "devils-advocate"];

fn spec(mode: &str, level: Option<Parallel>, rounds: u32) -> Spec {
    support::spec(mode, 3, Rules { parallel: level, ..watched(rounds) })
}

/// Withdrawn words, an evaluator that fails and one that is unreadable, and a participant that tier 1 stops.
fn troubled() -> Arc<Cast> {
    Cast::stumbling([
        ("r1/turn/sim-1", Instead::Text(HIDDEN)),
        ("r1/reviews/sim-1", REDACT_FIRST),
        ("r1/turn/sim-2", Instead::Text("{\"position\": \"half")),
        ("r2/turn/sim-2", Instead::Text(HIDDEN)),
        ("r2/reviews/sim-1", REJECT_SECOND),
        ("r3/turn/sim-3", Instead::Text(HARMFUL_ANSWER)),
        ("r3/reviews/sim-1", lost()),
        ("r4/reviews/sim-1", UNREADABLE),
    ])
}

fn count(order: &[String], part: &str) -> usize {
    order.iter().filter(|it| it.contains(part)).count()
}

fn place(order: &[String], call: &str) -> usize {
    order.iter().position(|it| it == call).unwrap_or_else(|| panic!("{call} is not asked: {order:?}"))
}

/// D-50: where only the mode triggers an evaluator, three seats and three rounds take nine turns and at most one review a round, asked with
/// the first batch of the next round or at the end; a topic that triggers one still has each answer reviewed before anybody sees it.
#[tokio::test]
async fn the_mode_alone_costs_one_review_a_round() {
    for mode in MODES {
        let closing = if mode == "adversarial" { 0 } else { 3 };
        for (instead, read) in [(None, 2), (Some(UNREADABLE), if closing > 0 { 4 } else { 3 })] {
            let calls = ["r1/reviews/sim-1", "r2/reviews/sim-1", "r3/reviews/sim-1", "r4/reviews/sim-1"];
            let cast = Cast::stumbling(instead.into_iter().flat_map(|it| calls.map(|call| (call, it.clone()))));
            let (debate, _) = support::run(&spec(mode, None, 3), &cast).await;
            let order = cast.order();
            assert_eq!(count(&order, "/turn/"), 9 + closing, "{mode}: {order:?}");
            assert_eq!((count(&order, "/reviews/"), count(&order, "/review/")), (read, 0), "{mode}: {order:?}");
            assert_eq!(order.len(), 9 + closing + read, "{mode}: {order:?}");
            assert_eq!(debate.calls as usize, order.len(), "{mode}");
            for round in 1..=2 {
                let review = place(&order, &format!("r{round}/reviews/sim-1"));
                assert!(place(&order, &format!("r{}/turn/sim-1", round + 1)) < review, "{mode}: {order:?}");
            }
        }
        let topical = Spec { mode: mode.to_owned(), ..at(Parallel::Full, 2) };
        let cast = Arc::default();
        support::run(&topical, &cast).await;
        let order = cast.order();
        assert_eq!((count(&order, "/reviews/"), count(&order, "/review/")), (0, 6), "{mode}: {order:?}");
        assert!(place(&order, "r1/review/sim-3") < place(&order, "r2/turn/sim-1"), "{mode}: {order:?}");
    }
}

/// D-50: nobody waits for a review. Participants of the next round are asked with it, and see the answers it rules on; from the round after
/// that, prompts, the registry and the verdict are without what it withdraws.
#[tokio::test]
async fn what_is_rejected_is_withdrawn_from_later_views() {
    for level in LEVELS {
        let cast = Cast::stumbling([("r1/turn/sim-1", Instead::Text(HIDDEN)), ("r1/reviews/sim-1", REJECT_FIRST)]);
        let (debate, _) = support::run(&spec("adversarial", Some(level), 3), &cast).await;
        let sees = |call: &str| cast.asked()[call].user.to_lowercase().contains("quokka");
        assert!(sees("r1/reviews/sim-1") && sees("r2/turn/sim-2"), "{level}");
        for seat in 1..=3 {
            let call = format!("r3/turn/sim-{seat}");
            assert!(!sees(&call), "{level}: {}", cast.asked()[&call].user);
        }
        let lost = &debate.rounds[0].failed[0];
        assert_eq!((lost.by.as_str(), lost.why, lost.detail.as_str()), ("sim-1", Failure::Withheld, "all of it goes"));
        assert!(!format!("{debate:?}").to_lowercase().contains("quokka"), "{level}: {debate:#?}");
        let warnings = Verdict::of(&debate).evidence.warnings;
        assert!(warnings.contains(&"1 answer: held back as harmful".to_owned()), "{level}: {warnings:?}");
    }
}

/// D-50: redacted words are removed from everything that later prompts show of an answer.
#[tokio::test]
async fn what_is_redacted_is_blotted_out_of_later_views() {
    for level in LEVELS {
        let cast = Cast::stumbling([("r1/turn/sim-1", Instead::Text(HIDDEN)), ("r1/reviews/sim-1", REDACT_FIRST)]);
        let (debate, _) = support::run(&spec("adversarial", Some(level), 3), &cast).await;
        let user = |call: &str| cast.asked()[call].user.clone();
        assert!(user("r2/turn/sim-2").contains("quokka lemon"), "{level}");
        for seat in 1..=3 {
            let prompt = user(&format!("r3/turn/sim-{seat}"));
            assert!(!prompt.to_lowercase().contains("quokka"), "{level}: {prompt}");
        }
        assert_eq!(debate.rounds[0].spoken[0].turn.position.as_deref(), Some("Yes, the [redacted] way."), "{level}");
        let registry = &debate.registry;
        let registry = format!("{:?}{:?}{:?}{:?}", registry.claims, registry.evidence, registry.terms, debate.options);
        assert!(registry.contains("[redacted]") && !registry.to_lowercase().contains("quokka"), "{level}: {registry}");
    }
}

/// D-50: a ruling on the last round counts before the debate ends: ballots of a withdrawn answer do not count.
#[tokio::test]
async fn the_last_round_is_read_before_the_end() {
    for level in LEVELS {
        let cast = Cast::stumbling([("r2/turn/sim-1", Instead::Text(HIDDEN)), ("r2/reviews/sim-1", REJECT_FIRST)]);
        let (debate, log) = support::run(&spec("adversarial", Some(level), 2), &cast).await;
        assert_eq!(cast.order().last().map(String::as_str), Some("r2/reviews/sim-1"), "{level}");
        assert_eq!(debate.rounds[1].failed[0].why, Failure::Withheld, "{level}");
        assert!(matches!(log.last().unwrap().event, Event::DebateClosed { why: Reason::RoundCap, .. }), "{level}");
        assert!(!format!("{debate:?}").to_lowercase().contains("quokka"), "{level}");
        assert!(debate.unread().is_empty(), "{level}");
    }
}

/// D-50, O-22: a debate with parallel review that is cut anywhere goes on with the same prompts, and neither an answer nor a review is paid
/// for twice.
#[tokio::test]
async fn a_debate_read_beside_cut_anywhere_goes_on() {
    let levels = LEVELS.map(|it| ("adversarial", Some(it)));
    for (mode, level) in levels.into_iter().chain(MODES.map(|it| (it, None))) {
        let what = format!("{mode}, {level:?}");
        let log = goes_on(&spec(mode, level, 5), troubled, &what).await;
        let reviewed = |it: &Envelope| {
            let Event::RoundReviewed { round, rulings, failed, .. } = &it.event else { return None };
            let ruled = rulings.first().map(|it| match &it.ruling {
                Ruling::Pass => "passes",
                Ruling::Redact(_) => "redacted",
                Ruling::Reject => "rejected",
            });
            Some((*round, ruled.unwrap_or(if failed.is_some() { "unread" } else { "passed" })))
        };
        let reviews: Vec<(u32, &str)> = log.iter().filter_map(reviewed).collect();
        // With assigned sides, an answer without one is asked for again, and the words to redact are not there.
        let first = if mode == "devils-advocate" { "rejected" } else { "redacted" };
        let expected = [(1, first), (2, "rejected"), (3, "unread"), (4, "unread"), (5, "passed")];
        assert_eq!(reviews[..5], expected, "{what}");
    }
}

/// D-50, O-05: such a debate replays to the same bytes, whole and as far as it went.
#[tokio::test]
async fn a_debate_read_beside_replays_to_the_same_bytes() {
    for level in LEVELS {
        let (_, log) = support::run(&spec("adversarial", Some(level), 4), &troubled()).await;
        for cut in 1..=log.len() {
            let begun = engine::replay(log[..cut].to_vec(), &Bus::silent()).await;
            let begun = begun.unwrap_or_else(|error| panic!("{level}, {cut}: {error}"));
            assert_eq!(begun.next_seq as usize, cut, "{level}");
        }
    }
}

/// D-50: it leaves after two consecutive reviewed rounds without a finding. Later answers are not reviewed.
#[tokio::test]
async fn an_evaluator_beside_the_debate_leaves_after_two_quiet_rounds() {
    let harmful = || Instead::Text(HARMFUL_ANSWER);
    for (instead, left, last) in [
        (vec![], Some(3), 2),
        (vec![("r1/reviews/sim-1", REJECT_FIRST)], Some(4), 3),
        (vec![("r2/reviews/sim-1", lost())], Some(5), 4),
        (vec![("r2/turn/sim-3", harmful())], Some(5), 4),
        (vec![("r3/turn/sim-3", harmful())], Some(5), 5),
        (vec![("r2/reviews/sim-1", REJECT_FIRST), ("r4/reviews/sim-1", REJECT_FIRST)], None, 5),
    ] {
        let calls: Vec<&str> = instead.iter().map(|(call, _)| *call).collect();
        let (debate, log) = support::run(&spec("adversarial", None, 5), &Cast::stumbling(instead)).await;
        assert_eq!(ended(&debate), left, "{calls:?}");
        let read = log
            .iter()
            .filter_map(|it| if let Event::RoundReviewed { round, .. } = &it.event { Some(*round) } else { None });
        assert_eq!(read.max(), Some(last), "{calls:?}");
        assert!(debate.unread().is_empty(), "{calls:?}");
    }
}

/// D-50, O-04: reviews are paid for, and every answer is reviewed before a debate ends, whatever ends it, within the budget.
#[tokio::test]
async fn reviews_beside_the_debate_are_within_the_budget() {
    for level in LEVELS {
        let calls = ["r1/reviews/sim-1", "r2/reviews/sim-1", "r3/reviews/sim-1"];
        let cast = || Cast::stumbling(calls.map(|it| (it, UNREADABLE)));
        let whole = support::run(&spec("adversarial", Some(level), 3), &cast()).await.0.spent.tokens();
        for budget in (6_000..whole).step_by(1_500) {
            let mut spec = spec("adversarial", Some(level), 3);
            spec.rules.budget_tokens = Some(budget);
            let log = goes_on(&spec, cast, &format!("{level}, {budget}")).await;
            let debate = Debate::replay(&log).unwrap();
            assert!(debate.spent.tokens() <= budget, "{level}: {} of {budget}", debate.spent.tokens());
            assert!(debate.unread().is_empty(), "{level}, {budget}");
        }
    }
}

/// D-50: no model rules on its own answer where another can: answers of the evaluator's own model are reviewed by a second one.
#[tokio::test]
async fn nobody_rules_on_its_own_answer() {
    for (mut spec, part) in [(spec("adversarial", None, 2), "/reviews/"), (at(Parallel::Full, 2), "/review/")] {
        spec.rules.watch.evaluator = Some("sim/1".to_owned());
        spec.rules.watch.second = Some("sim/2".to_owned());
        let cast = Cast::stumbling([]);
        let (debate, log) = support::run(&spec, &cast).await;
        let begun = log.iter().find(|it| matches!(it.event, Event::WatchBegun { .. })).unwrap().seq as usize;
        let watched = Debate::replay(&log[..=begun]).unwrap();
        let readers = ["sim-1", "sim-2", "sim-3"].map(|it| watched.reviewer(&it.into()).unwrap());
        assert_eq!(readers, ["sim/2", "sim/1", "sim/1"]);
        let asked = cast.asked();
        let answers = |call: &str| asked[call].user.matches("\n| Position: ").count();
        if part == "/reviews/" {
            assert_eq!((answers("r1/reviews/sim-1"), answers("r1/reviews/sim-2")), (1, 2));
            assert_eq!(count(&cast.order(), part), 4, "two a round");
        } else {
            assert_eq!(answers("r1/review/sim-1"), 1);
        }
        assert!(debate.rounds.iter().all(|it| it.reviews.len() == 3));
    }
}
