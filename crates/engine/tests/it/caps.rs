//! The first cap reached ends a debate cleanly.
use crate::support::{self, Cast, Instead};
use analysis::{Label, Verdict};
use debate::event::{Failure, Reason};
use debate::{Algorithm, Rules};
use futures_util::future::BoxFuture;
use models::{Deltas, Model, Reply, Request};
use std::sync::Arc;

fn fixed(rounds: u32) -> Rules {
    Rules { rounds, algorithm: Algorithm::FixedRounds, ..Rules::default() }
}

/// O-04, D-40: caps on rounds, tokens and time each end it; answers are kept, and the reason and figures are in the record.
#[tokio::test]
async fn each_cap_ends_a_debate_with_what_it_has() {
    let unbounded = support::run(&support::spec("adversarial", 3, fixed(6)), &Arc::default()).await.0;
    let half = unbounded.spent.tokens() / 2;
    for (rules, why) in [
        (fixed(2), Reason::RoundCap),
        (Rules { budget_tokens: Some(half), ..fixed(6) }, Reason::Budget),
        (Rules { deadline_ms: Some(9_000), ..fixed(6) }, Reason::Deadline),
    ] {
        let (debate, _) = support::run(&support::spec("adversarial", 3, rules), &Arc::default()).await;
        let closed = debate.closed.as_ref().unwrap();
        assert_eq!(closed.why, why);
        assert!(!closed.figures.is_empty());
        assert!(debate.spent.tokens() <= half || why != Reason::Budget, "the cap is kept, not passed");
        assert_ne!(Verdict::of(&debate).decision.label, Label::Insufficient, "{why}");
    }
}

/// A participant whose every answer costs five cents.
struct Dear(lab::Sim);

impl Model for Dear {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        Box::pin(async move {
            let mut reply = self.0.ask(request, watcher).await?;
            reply.usage.cost = Some(0.05);
            Ok(reply)
        })
    }

    fn reads_data(&self) -> bool {
        self.0.reads_data()
    }
}

/// O-04: money is capped before it is spent.
#[tokio::test]
async fn a_budget_in_dollars_is_kept() {
    let spec = support::spec("collaborative", 3, Rules { budget_usd: Some(0.5), ..fixed(9) });
    let mut world = support::world(&spec, &Arc::default(), &Arc::default());
    world.models.values_mut().for_each(|it| *it = Arc::new(Dear(lab::Sim::new(1))));
    let debate = engine::start(&world, &spec, &engine::Bus::silent()).await.unwrap();
    assert_eq!(debate.closed.unwrap().why, Reason::Budget);
    assert_eq!(debate.rounds.len(), 3, "three rounds cost 0.45, a fourth would make it 0.60");
}

/// O-04: a budget that does not cover the openings spends nothing.
#[tokio::test]
async fn a_budget_too_small_for_the_openings_spends_nothing() {
    let spec = support::spec("collaborative", 3, Rules { budget_tokens: Some(3_000), ..fixed(3) });
    let cast = Arc::default();
    let (debate, _) = support::run(&spec, &cast).await;
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Budget);
    assert_eq!((cast.order().len(), debate.spent.tokens()), (0, 0));
    assert!(Verdict::of(&debate).decision.next_step.starts_with("the budget or the time ran out"));
}

/// A model that never answers.
struct Silent;

impl Model for Silent {
    fn ask<'a>(&'a self, _: &'a Request, _: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, models::Error>> {
        Box::pin(std::future::pending())
    }
}

/// O-03, O-04: the deadline passes within a batch: missing answers are lost, and the debate ends for that reason.
#[tokio::test(start_paused = true)]
async fn a_deadline_ends_a_batch() {
    let spec = support::spec("collaborative", 3, Rules { deadline_ms: Some(5_000), ..fixed(3) });
    let mut world = support::world(&spec, &Arc::default(), &Arc::default());
    world.clock = Arc::new(engine::Live::after(0));
    world.models.values_mut().take(2).for_each(|it| *it = Arc::new(Silent));
    let debate = engine::start(&world, &spec, &engine::Bus::silent()).await.unwrap();
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Deadline);
    assert_eq!(debate.rounds[0].spoken.len(), 1);
    assert!(debate.rounds[0].failed.iter().all(|it| it.why == Failure::Deadline));
    assert!((5_000..6_000).contains(&debate.elapsed), "{}", debate.elapsed);
}

/// D-21, I-02: the failure of a participant is an event; fewer than two live participants end the debate as insufficient, whatever the
/// remaining one says, and no further question is asked.
#[tokio::test]
async fn fewer_than_two_is_insufficient() {
    let fail = || Instead::Fail(models::Error::Cut { reason: "reset".into() });
    for mode in formats::modes::names() {
        let instead = [("r1/turn/sim-1", fail()), ("r1/turn/sim-2", fail())];
        let cast = Cast::stumbling(instead);
        let (debate, _) = support::run(&support::spec(mode, 3, fixed(3)), &cast).await;
        assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Insufficient, "{mode}");
        let verdict = Verdict::of(&debate);
        assert_eq!(verdict.decision.label, Label::Insufficient);
        assert_eq!(verdict.decision.position, None, "one voice is no decision");
        assert_eq!(verdict.metadata.lost.len(), 2);
        assert!(verdict.metadata.lost.iter().all(|it| it.why == Failure::Unavailable));
    }
    let instead = [("r1/turn/sim-1", fail()), ("r1/turn/sim-2", fail())];
    let cast = Cast::stumbling(instead);
    support::run(&support::spec("adversarial", 3, fixed(3)), &cast).await;
    assert_eq!(cast.order(), ["r1/turn/sim-1", "r1/turn/sim-2"], "the third is not asked: it could change nothing");
}

/// D-21: a debate goes on without a failed participant as long as two remain, and asks it again in the next round.
#[tokio::test]
async fn two_of_three_go_on() {
    let instead = [("r1/turn/sim-2", Instead::Fail(models::Error::Cut { reason: "reset".into() }))];
    let cast = Cast::stumbling(instead);
    let (debate, _) = support::run(&support::spec("collaborative", 3, fixed(2)), &cast).await;
    assert_eq!(debate.rounds[0].spoken.len(), 2);
    assert_eq!(debate.rounds[1].spoken.len(), 3);
    assert_eq!(debate.closed.unwrap().why, Reason::RoundCap);
}

/// D-21: an unusable answer is asked for again with its flaws; then it is a failed turn with its raw text kept.
#[tokio::test]
async fn an_unusable_answer_is_asked_for_once_more() {
    let instead = [("r1/turn/sim-2", Instead::Text("<html>")), ("r1/again/sim-2", Instead::Text("still no"))];
    let cast = Cast::stumbling(instead);
    let (debate, log) = support::run(&support::spec("collaborative", 3, fixed(1)), &cast).await;
    let again = &cast.asked()["r1/again/sim-2"].user;
    assert!(again.contains("could not be used: no JSON object in the answer"), "{again}");
    assert_eq!(debate.rounds[0].failed[0].why, Failure::Unusable);
    let kept = log.iter().any(
        |it| matches!(&it.event, debate::Event::TurnFailed { answer: Some(answer), .. } if answer.text == "still no"),
    );
    assert!(kept, "the raw text is in the record");
}

/// O-04, O-22: the rest of an interrupted batch is asked, even if one of its answers was expensive: resuming comes to the same end.
#[tokio::test]
async fn a_batch_that_was_let_through_is_finished() {
    let mut spec = support::spec("collaborative", 3, Rules { budget_tokens: Some(5_500), ..fixed(2) });
    // A long topic makes an opening more expensive than estimated.
    spec.topic = debate::Topic::new(&"Should we move the ledger to event sourcing? ".repeat(80)).unwrap();
    let (debate, whole) = support::run(&spec, &Arc::default()).await;
    assert!(debate.dearest.tokens() * 3 > 5_500, "{}", debate.dearest.tokens());
    for cut in 1..whole.len() {
        let journal = Arc::default();
        let world = support::world(&spec, &Arc::default(), &journal);
        engine::resume(&world, &whole[..cut], &engine::Bus::silent()).await.unwrap();
        assert_eq!([&whole[..cut], &journal.read()].concat(), whole, "cut at {cut}");
    }
}
