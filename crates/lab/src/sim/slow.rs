//! Simulated participants that take their time: with a delay, because a comparison of latencies would otherwise measure only this machine's own
//! work; or streamed piece by piece, as a person watches a rehearsal.
use engine::sim::is_simulated;
use futures_util::future::BoxFuture;
use models::{Deltas, Error, Model, Reply, Request};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

struct Slow {
    inner: Arc<dyn Model>,
    answer: Duration,
}

/// Delays the answers of simulated models; others are left alone.
pub fn slow_down(models: &mut BTreeMap<String, Arc<dyn Model>>, answer: Duration) {
    for (_, model) in models.iter_mut().filter(|(name, _)| is_simulated(name)) {
        *model = Arc::new(Slow { inner: model.clone(), answer });
    }
}

impl Model for Slow {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            tokio::time::sleep(self.answer).await;
            self.inner.ask(request, watcher).await
        })
    }

    fn reads_data(&self) -> bool {
        self.inner.reads_data()
    }

    fn may_think(&self) -> bool {
        self.inner.may_think()
    }
}

/// Pieces of a streamed answer. Ours: words appear in groups of two or three.
const PIECES: usize = 40;

/// The shortest milliseconds between two pieces, and how much longer they may be. Ours: an answer takes about as long as a reader needs for its
/// first line, and a slow speaker twice as long as a quick one.
const PAUSE: u64 = 25;
const SLOWER: u64 = 35;

/// The shortest milliseconds before the first piece, and how much longer they may be.
const THINKING: u64 = 200;
const LONGER: u64 = 1_400;

/// How long a call thinks, and how long it pauses between two pieces: another time for each call, and the same one each time.
fn pace(call: &str) -> (Duration, Duration) {
    let sum =
        call.bytes().fold(0xCBF2_9CE4_8422_2325, |sum: u64, it| (sum ^ u64::from(it)).wrapping_mul(0x0100_0000_01B3));
    // Mixed, so that calls that differ in their last letter alone are far apart.
    let spread = debate::chance::mix(sum);
    let thinking = THINKING + spread % LONGER;
    let pause = PAUSE + (spread >> 32) % SLOWER;
    (Duration::from_millis(thinking), Duration::from_millis(pause))
}

struct Streamed {
    inner: Arc<dyn Model>,
}

/// Lets simulated models stream their answers at a pace that can be watched; others are left alone. What they answer is the same.
pub fn stream(models: &mut BTreeMap<String, Arc<dyn Model>>) {
    for (_, model) in models.iter_mut().filter(|(name, _)| is_simulated(name)) {
        *model = Arc::new(Streamed { inner: model.clone() });
    }
}

impl Model for Streamed {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            let reply = self.inner.ask(request, None).await?;
            let (thinking, pause) = pace(&request.call);
            tokio::time::sleep(thinking).await;
            let letters: Vec<char> = reply.text.chars().collect();
            for piece in letters.chunks(letters.len().div_ceil(PIECES).max(1)) {
                if let Some(watcher) = watcher {
                    watcher.delta(&piece.iter().collect::<String>());
                }
                tokio::time::sleep(pause).await;
            }
            Ok(reply)
        })
    }

    fn reads_data(&self) -> bool {
        self.inner.reads_data()
    }

    fn may_think(&self) -> bool {
        self.inner.may_think()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sim;
    use std::sync::Mutex;

    #[derive(Default)]
    struct Heard(Mutex<Vec<String>>);

    impl Deltas for Heard {
        fn delta(&self, text: &str) {
            self.0.lock().unwrap().push(text.to_owned());
        }

        fn restart(&self) {}
    }

    /// O-06: in a parallel round, simulated participants finish at different times.
    #[test]
    fn calls_differ_in_their_pace() {
        for round in 1..4 {
            let pieces = u32::try_from(PIECES).unwrap();
            let whole = |seat: u32| {
                let (thinking, pause) = pace(&format!("r{round}/turn/sim-{seat}"));
                thinking + pause * pieces
            };
            let mut times: Vec<Duration> = (1..=3).map(whole).collect();
            times.sort();
            assert!(times.windows(2).all(|it| it[1] - it[0] > Duration::from_millis(60)), "{round}: {times:?}");
        }
        assert_eq!(pace("r1/turn/sim-1"), pace("r1/turn/sim-1"));
    }

    /// O-06: streamed or not, a simulated participant answers the same, and all of it is streamed.
    #[tokio::test(start_paused = true)]
    async fn a_streamed_answer_is_the_same() {
        let request = Request {
            call: "r1/turn/sim-1".to_owned(),
            system: "".into(),
            user: "Should we adopt gRPC?".to_owned(),
            stable: Vec::new(),
            schema: None,
            max_tokens: 1_000,
            temperature: None,
            seed: None,
            tools: Default::default(),
            data: None,
        };
        let mut models: BTreeMap<String, Arc<dyn Model>> =
            [("sim/1".to_owned(), Arc::new(Sim::new(1)) as Arc<dyn Model>)].into();
        let plain = models["sim/1"].ask(&request, None).await.unwrap();
        stream(&mut models);
        let heard = Heard::default();
        let begun = tokio::time::Instant::now();
        let streamed = models["sim/1"].ask(&request, Some(&heard)).await.unwrap();
        assert_eq!(streamed, plain);
        let pieces = heard.0.lock().unwrap();
        assert!(pieces.len() > 20 && begun.elapsed() > Duration::from_secs(1), "{}", pieces.len());
        assert_eq!(pieces.concat(), plain.text);
    }
}
