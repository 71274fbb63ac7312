//! The cost of lost attempts and dropped options: in the record, in the budget, in a replay.
use crate::support::{self, Cast, Instead};
use debate::event::{Failure, Reason};
use debate::{Algorithm, Envelope, Event, Rules};
use engine::{Bus, Spec, World};
use futures_util::future::BoxFuture;
use lab::Sim;
use models::{Deltas, Dropped, Error, Model, Noted, Notes, Reply, Request, Stop, Usage};
use std::sync::Arc;

/// The cost of every lost attempt.
const LOST: Usage = Usage { input: 700, cached: 0, output: 300, cost: Some(0.04) };

/// A participant whose calls each lose an attempt that may have been billed, and run without a seed.
struct Flaky(Arc<dyn Model>);

impl Model for Flaky {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        self.0.ask(request, watcher)
    }

    fn ask_noting<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
        notes: &'a Notes,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        let dropped = vec![Dropped { option: "seed".to_owned(), why: "unknown field `seed`".to_owned() }];
        notes.restore(&Noted { usage: LOST, attempts: 1, estimated: true, dropped });
        self.ask(request, watcher)
    }

    fn reads_data(&self) -> bool {
        self.0.reads_data()
    }
}

fn fixed(rounds: u32) -> Rules {
    Rules { rounds, algorithm: Algorithm::FixedRounds, ..Rules::default() }
}

/// A debate in which every call loses an attempt.
pub(crate) async fn flaky(spec: &Spec, cast: &Arc<Cast>) -> (debate::Debate, Vec<Envelope>) {
    let journal = Arc::new(support::MemoryJournal::default());
    let world = support::world(spec, cast, &journal);
    let models = world.models.iter().map(|(name, it)| (name.clone(), Arc::new(Flaky(it.clone())) as Arc<dyn Model>));
    let world = World { models: models.collect(), ..world.clone() };
    let debate = engine::start(&world, spec, &Bus::silent()).await.unwrap();
    (debate, journal.read())
}

/// O-04: attempts that may have been billed are in the log right before the outcome of their call, count as spent, and replay to the same
/// bytes; also if the call failed.
#[tokio::test]
async fn lost_attempts_are_in_the_log_and_count_as_spent() {
    let fail = Instead::Fail(Error::Cut { reason: "reset".into() });
    let instead = [("r1/turn/sim-2", fail), ("r1/turn/sim-3", Instead::Calls(&[("look", r#"{"query":"it"}"#)]))];
    let spec = support::spec("collaborative", 3, fixed(2));
    let (debate, log) = flaky(&spec, &Cast::stumbling(instead)).await;
    let noted = log.iter().enumerate().filter_map(|(place, it)| {
        if let Event::CallNoted { call, noted } = &it.event { Some((place, call, noted)) } else { None }
    });
    let noted: Vec<_> = noted.collect();
    let answers = log.iter().filter(|it| it.event.call().is_some()).count();
    assert_eq!(noted.len(), answers, "each call was noted once");
    for (place, call, it) in &noted {
        assert_eq!(log[place + 1].event.call(), Some(*call), "what came of it comes next");
        assert_eq!((it.usage.tokens(), it.attempts, it.dropped[0].option.as_str()), (1_000, 1, "seed"));
    }
    let lost = |it: &Envelope| matches!(&it.event, Event::TurnFailed { why: Failure::Unavailable, answer: None, .. });
    assert_eq!(log.iter().filter(|it| lost(it)).count(), 1, "one has no answer, and is charged all the same");
    let (plain, _) = support::run(&spec, &Cast::stumbling([])).await;
    assert!(debate.spent.cost.unwrap() > 0.0399 * noted.len() as f64, "{:?}", debate.spent);
    assert!(debate.spent.tokens() > 1_000 * noted.len() as u64 && plain.spent.cost == Some(0.0));
    engine::replay(log.clone(), &Bus::silent()).await.unwrap();
    // Cut anywhere, it folds, and the notes of its calls count as spent.
    for upto in 1..log.len() {
        debate::Debate::replay(&log[..upto]).unwrap();
    }
}

/// O-04: a budget includes the possible cost of lost attempts, not only of answers.
#[tokio::test]
async fn a_budget_holds_lost_attempts() {
    let spec = support::spec("collaborative", 3, Rules { budget_usd: Some(0.25), ..fixed(9) });
    let (plain, _) = support::run(&spec, &Arc::default()).await;
    assert_eq!((plain.closed.unwrap().why, plain.rounds.len()), (Reason::RoundCap, 9), "its answers cost nothing");
    let (debate, _) = flaky(&spec, &Arc::default()).await;
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Budget);
    assert_eq!(debate.rounds.len(), 3, "after two rounds 0.24 are spent; the third passes the cap and is the last");
}

/// A model that reasons for this many tokens before it answers.
struct Thinker(Sim);

const THOUGHT: u32 = 1_500;

impl Model for Thinker {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            let reply = self.0.ask(request, watcher).await?;
            let is_starved = request.max_tokens < THOUGHT + 300;
            Ok(if is_starved { Reply { text: String::new(), stop: Stop::Length, ..reply } } else { reply })
        })
    }

    fn reads_data(&self) -> bool {
        self.0.reads_data()
    }
}

/// D-50: caps on short answers leave a model tokens for reasoning: reviews, closing ballots and lean answers arrive.
#[tokio::test]
async fn a_model_that_thinks_first_is_not_starved_by_a_short_cap() {
    use debate::rules::ReviewRules;
    use debate::{ClosingBallot, Profile};
    let watch = ReviewRules { on: true, evaluator: Some("sim/9".to_owned()), ..ReviewRules::default() };
    for profile in [Profile::Full, Profile::Lean] {
        let rules = Rules { watch: watch.clone(), closing_ballot: ClosingBallot::Always, ..fixed(2) };
        let topic = debate::Topic::new("Should pupils have phones?").unwrap();
        let spec = Spec { topic, ..support::asked_as(support::spec("collaborative", 3, rules), &[profile]) };
        let journal = Arc::new(support::MemoryJournal::default());
        let mut world = support::world(&spec, &Arc::default(), &journal);
        world.models.values_mut().for_each(|it| *it = Arc::new(Thinker(Sim::new(3))));
        let debate = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
        let reviews: Vec<_> = debate.rounds.iter().flat_map(|it| &it.reviews).collect();
        assert!(!reviews.is_empty() && reviews.iter().all(|it| !it.is_unread), "{profile:?}: a review went unread");
        assert!(debate.rounds.iter().all(|it| it.failed.is_empty()), "{profile:?}: an answer was lost");
    }
}
