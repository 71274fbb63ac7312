//! Long work beside the threads that answer: parsing, folding and writing down logs that are long.
//!
//! To hand work over costs processor time, and a call of a debate has 300 µs in all (docs/performance.md). So what is small is done in
//! place, and only what would keep a thread from others is handed over (docs/decisions/0070).
use debate::Persona;
use debate::event::{Envelope, Event, PanelEvent};
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The most text, in bytes, that is worked on in place. Ours, by estimate: it takes a millisecond or two to parse or to fold, and a debate of three
/// participants and five rounds is shorter.
const SMALL: usize = 128 << 10;

/// The most events of a debate that weigh as much. Ours, by estimate: ten rounds of five.
const SHORT: usize = 64;

/// The most beliefs of personas, likewise: what matters is looked for among all of them.
const FEW: usize = 256;

/// What a log weighs, in bytes of text, before it is put into words.
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

/// What so many events weigh.
pub fn weight_of_events(count: usize) -> usize {
    count.saturating_mul(SMALL / SHORT)
}

/// What the beliefs of a persona weigh.
pub fn weight_of_persona(persona: &Persona) -> usize {
    (persona.beliefs.nodes.len() + persona.beliefs.edges.len()) * (SMALL / FEW)
}

/// From here on a piece of work is huge. Ours: the first step of a panel with 16,000 beliefs took more than half a minute when this was set, and must not keep all other long debates waiting.
const HUGE: usize = 4 << 20;

/// Room for what is long: a core is left to those who answer.
static ROOM: LazyLock<Semaphore> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    Semaphore::new(cores.saturating_sub(1).max(1))
});

/// Room for what is huge: one at a time, beside the others.
static HUGE_ROOM: Semaphore = Semaphore::const_new(1);

/// Does work on so much text: in place where that is little, else on a thread of its own, where it is finished even if nobody waits for
/// it any more.
pub async fn aside<T: Send + 'static>(bytes: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    if is_aside(bytes) { within(&ROOM, work).await } else { work() }
}

/// Whether work on so much text is done on a thread of its own.
pub fn is_aside(bytes: usize) -> bool {
    bytes > SMALL
}

/// The same for a step of a debate of that weight, which takes longer than to read as much: where it is huge, nothing else waits for it.
pub async fn step_aside<T: Send + 'static>(weight: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    if weight < HUGE { aside(weight, work).await } else { within(&HUGE_ROOM, work).await }
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
            // The runtime ends, and with it whoever waits.
            Err(_) => std::future::pending().await,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// What is long does not run on the thread that answers, and what is short is not handed over.
    #[tokio::test]
    async fn long_work_leaves_the_thread_that_answers() {
        let here = thread::current().id();
        let is_here = move || thread::current().id() == here;
        assert!(aside(SMALL, is_here).await);
        assert!(!aside(SMALL + 1, is_here).await);
    }

    /// What is long does not wait for what is huge.
    #[tokio::test]
    async fn long_work_does_not_wait_for_huge_work() {
        let (end, ends) = std::sync::mpsc::channel();
        let huge = tokio::spawn(step_aside(HUGE, move || ends.recv()));
        while HUGE_ROOM.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        step_aside(HUGE - 1, || ()).await;
        aside(usize::MAX, || ()).await;
        end.send(()).unwrap();
        huge.await.unwrap().unwrap();
    }
}
