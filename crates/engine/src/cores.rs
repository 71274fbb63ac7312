//! Which debates compute, where many could: those first that could first.
//!
//! When a thousand debates get their answers at the same moment, a fair scheduler lets all of them finish last: every debate reads its answers before any
//! makes its next prompts, all prompts are sent together, and the cores have nothing to do until the answers to all of them come together again. So few
//! compute at the same time, and the others wait in line: their rounds then end one after the other, while models answer the first of them.
use crate::long;
use debate::Debate;
use std::sync::LazyLock;
use std::thread;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Debates for each core. Ours: a commit takes as long as a few of them compute, and must not leave a core idle.
const FOR_EACH_CORE: usize = 16;

static LINE: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(thread::available_parallelism().map_or(1, Into::into) * FOR_EACH_CORE));

/// The right to compute, until it is dropped.
pub(crate) struct Share(#[expect(dead_code, reason = "held, not used")] SemaphorePermit<'static>);

/// Waits in line for the right to compute. None for a long debate: its steps are taken beside the threads that answer, and wait for each other there.
pub(crate) async fn share(debate: &Debate) -> Option<Share> {
    if long::is_long(debate) {
        return None;
    }
    // Nobody closes it.
    LINE.acquire().await.ok().map(Share)
}
