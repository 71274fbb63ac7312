//! Runs long work on blocking threads: parsing, folding and serializing long logs.
//!
//! Moving work to another thread costs processor time, and a call of a debate has 300 µs in all (docs/performance.md). So small work is
//! done in place, and only work that would block a worker thread is moved (docs/decisions/0070).
use debate::Persona;
use debate::event::{Envelope, Event, PanelEvent};
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The most bytes of text that are processed in place. Ours, by estimate: parsing or folding it takes a millisecond or two, and a debate of
/// three participants and five rounds is shorter.
const SMALL: usize = 128 << 10;

/// The number of events that weigh as much as [`SMALL`]. Ours, by estimate: ten rounds of five.
const SHORT: usize = 64;

/// The number of beliefs that weigh as much: a recall searches all of them.
const FEW: usize = 256;

/// The weight of a log, in bytes of text, estimated without serializing it.
pub fn weight(log: &[Envelope]) -> usize {
    let bulk = |it: &Envelope| {
        if let Event::SourcesAttached { sources } = &it.event {
            sources.iter().map(|it| it.text.len()).sum()
        } else if let Event::Panel { what: PanelEvent::PersonasSeated { personas } } = &it.event {
            personas.iter().map(weight_of_persona).sum()
        } else {
            0
        }
    };
    weight_of_events(log.len()) + log.iter().map(bulk).sum::<usize>()
}

/// The weight of `count` events, in bytes.
pub fn weight_of_events(count: usize) -> usize {
    count.saturating_mul(SMALL / SHORT)
}

/// The weight of the beliefs of a persona, in bytes.
pub fn weight_of_persona(persona: &Persona) -> usize {
    (persona.beliefs.nodes.len() + persona.beliefs.edges.len()) * (SMALL / FEW)
}

/// The weight from which work is huge. Ours: the first step of a panel with 16,000 beliefs took more than half a minute when this was set,
/// and must not keep all other long debates waiting.
const HUGE: usize = 4 << 20;

/// Limits long work: one core is left to the worker threads.
static LONG_PERMITS: LazyLock<Semaphore> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    Semaphore::new(cores.saturating_sub(1).max(1))
});

/// Limits huge work to one piece at a time, in addition to long work.
static HUGE_PERMITS: Semaphore = Semaphore::const_new(1);

/// Does work on `bytes` of text: in place if that is little, otherwise on a blocking thread, where it completes even if its caller goes
/// away.
pub async fn aside<T: Send + 'static>(bytes: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    if is_aside(bytes) { within(&LONG_PERMITS, work).await } else { work() }
}

/// Whether work on `bytes` of text is done on a blocking thread.
pub fn is_aside(bytes: usize) -> bool {
    bytes > SMALL
}

/// The same for a step of a debate of that weight, which takes longer than parsing as much text. Huge steps have a limit of their own, so
/// nothing else waits for them.
pub async fn step_aside<T: Send + 'static>(weight: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    if weight < HUGE { aside(weight, work).await } else { within(&HUGE_PERMITS, work).await }
}

async fn within<T: Send + 'static>(room: &'static Semaphore, work: impl FnOnce() -> T + Send + 'static) -> T {
    let place = room.acquire().await;
    let done = spawn_blocking(move || {
        let _place = place;
        work()
    });
    match done.await {
        Ok(done) => done,
        Err(broke_off) => match broke_off.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The runtime is shutting down, and the caller with it.
            Err(_) => std::future::pending().await,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// Long work does not run on a worker thread, and short work is not moved.
    #[tokio::test]
    async fn long_work_leaves_the_thread_that_answers() {
        let here = thread::current().id();
        let is_here = move || thread::current().id() == here;
        assert!(aside(SMALL, is_here).await);
        assert!(!aside(SMALL + 1, is_here).await);
    }

    /// Long work does not wait for huge work.
    #[tokio::test]
    async fn long_work_does_not_wait_for_huge_work() {
        let (end, ends) = std::sync::mpsc::channel();
        let huge = tokio::spawn(step_aside(HUGE, move || ends.recv()));
        while HUGE_PERMITS.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        step_aside(HUGE - 1, || ()).await;
        aside(usize::MAX, || ()).await;
        end.send(()).unwrap();
        huge.await.unwrap().unwrap();
    }
}
