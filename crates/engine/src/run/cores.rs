//! Limits how many debates compute at the same time, first come first served.
//!
//! When a thousand debates receive answers at the same moment, a fair scheduler finishes all of them late: every debate parses its answers
//! before any builds its next prompts, all prompts are sent together, and the cores idle until all answers arrive together again. With a
//! limit, rounds end one after the other, and models already answer the first debates while the rest compute.
use crate::run::long;
use debate::Debate;
use std::sync::LazyLock;
use std::thread;
use tokio::sync::{Semaphore, SemaphorePermit};

/// Debates for each core. Ours: a commit takes as long as a few of them compute, and must not leave a core idle.
const FOR_EACH_CORE: usize = 16;

static PERMITS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(thread::available_parallelism().map_or(1, Into::into) * FOR_EACH_CORE));

/// A permit to compute, held until it is dropped.
pub(crate) struct ComputePermit(#[expect(dead_code, reason = "held, not used")] SemaphorePermit<'static>);

/// Waits for a permit to compute. `None` for a long debate: its steps run on blocking threads, which have a limit of their own.
pub(crate) async fn acquire(debate: &Debate) -> Option<ComputePermit> {
    if long::is_long(debate) {
        return None;
    }
    // The semaphore is never closed.
    PERMITS.acquire().await.ok().map(ComputePermit)
}
