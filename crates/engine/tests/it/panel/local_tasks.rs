//! Local tasks run concurrently, and failures are recorded.
use super::caching;
use crate::support::{self, Cast, MemoryJournal};
use debate::event::PanelEvent;
use debate::rules::PanelRules;
use debate::{Analyst, Debate, Event, Relation};
use engine::{Bus, Texts, World};
use futures_util::future::BoxFuture;
use models::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The outcome of measuring similarity.
#[derive(Clone, Copy, PartialEq)]
enum Near {
    Measures,
    Fails,
    LeavesOut,
    Never,
    None,
}

/// An analyst that compares words, and measures similarity as it is told to.
struct Measuring {
    near: Near,
    now: AtomicUsize,
    most: AtomicUsize,
}

impl engine::Analyst for Measuring {
    fn name(&self) -> &str {
        "local"
    }

    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, Error>> {
        engine::Lexical.relate(pairs)
    }

    fn near<'a>(&'a self, _query: &'a str, texts: &'a [&'a str]) -> BoxFuture<'a, Result<Option<Vec<f64>>, Error>> {
        Box::pin(async move {
            let now = self.now.fetch_add(1, Ordering::AcqRel) + 1;
            self.most.fetch_max(now, Ordering::AcqRel);
            tokio::task::yield_now().await;
            self.now.fetch_sub(1, Ordering::AcqRel);
            match self.near {
                Near::Measures => Ok(Some(vec![0.9; texts.len()])),
                Near::LeavesOut => Ok(Some(vec![0.9; texts.len() - 1])),
                Near::Fails => Err(Error::Local { reason: "out of memory".to_owned() }),
                Near::Never => std::future::pending().await,
                Near::None => Ok(None),
            }
        })
    }
}

async fn held(near: Near) -> (Debate, Vec<String>, usize) {
    let mut spec = caching(PanelRules::default());
    spec.rules.analyst = Analyst::Local;
    let analyst = Arc::new(Measuring { near, now: AtomicUsize::new(0), most: AtomicUsize::new(0) });
    let (cast, journal) = (Arc::new(Cast::default()), Arc::new(MemoryJournal::default()));
    let world = World { analyst: Some(analyst.clone()), ..support::world(&spec, &cast, &journal) };
    let debate = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    let log = journal.read();
    let how = |it: &debate::Envelope| {
        let Event::Panel { what: PanelEvent::BeliefsRecalled { how, .. } } = &it.event else { return None };
        Some(how.clone())
    };
    let how = log.iter().filter_map(how).collect();
    engine::replay(log, &Bus::silent()).await.unwrap();
    (debate, how, analyst.most.load(Ordering::Acquire))
}

/// P-04, P-31, O-05: the recalls of a round run concurrently, by words and vectors where there is a measure; an analyst that fails, leaves
/// something out or hangs delays nobody, and the record says so. All of it replays without any network.
#[tokio::test(start_paused = true)]
async fn recalling_never_fails_a_panel() {
    let cases = [
        (Near::Measures, "words and meaning"),
        (Near::None, "words"),
        (Near::Fails, "words; "),
        (Near::LeavesOut, "words; the embedded model failed: not all sentences were measured"),
        (Near::Never, "words; measuring meaning took too long"),
    ];
    for (near, expected) in cases {
        let (debate, how, most) = held(near).await;
        assert!(debate.closed.is_some() && how.len() > 6);
        assert!(how.iter().all(|it| it.starts_with(expected)), "{how:?}");
        assert!(most >= 3, "all who are about to be asked, and {most} were");
    }
}
