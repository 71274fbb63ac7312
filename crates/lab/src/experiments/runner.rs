//! Plays many simulated debates on all cores and keeps sums alone: memory does not grow with their number, and the result does not depend on the
//! number of threads.
use super::estimate::Moments;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// Debates of a piece of work, and pieces between two looks at the interruption. The sums of a piece are added in order, because sums of
/// floats depend on it.
const PIECE: u64 = 512;
const WAVE: u64 = 32;

/// A run of an experiment: its seed, its size, and whether it was interrupted.
#[derive(Debug)]
pub struct Run {
    /// The random seed.
    pub seed: u64,
    /// Debates for each setting.
    pub debates: u64,
    threads: u64,
    interrupted: AtomicBool,
    played: AtomicU64,
}

impl Run {
    /// A run on all cores.
    pub fn new(seed: u64, debates: u64) -> Run {
        let threads = thread::available_parallelism().map_or(1, |it| it.get() as u64);
        Run { seed, debates, threads, interrupted: AtomicBool::new(false), played: AtomicU64::new(0) }
    }

    /// The same on so many threads.
    pub fn on(mut self, threads: u64) -> Run {
        self.threads = threads.max(1);
        self
    }

    /// Ends the run: what was measured until then is reported.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Whether it was ended.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Debates that were measured so far, over all settings.
    pub fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }

    /// Measures every debate, by its number, in `K` ways; a figure that a debate does not have is left out.
    pub fn measure<const K: usize>(&self, of: impl Fn(u64) -> [Option<f64>; K] + Sync) -> [Moments; K] {
        self.measure_some(self.debates, of)
    }

    /// The same for so many debates.
    pub fn measure_some<const K: usize>(
        &self,
        debates: u64,
        of: impl Fn(u64) -> [Option<f64>; K] + Sync,
    ) -> [Moments; K] {
        let mut all = [Moments::default(); K];
        let pieces = debates.div_ceil(PIECE);
        let mut begun = 0;
        while begun < pieces && !self.is_interrupted() {
            let wave = begun..pieces.min(begun + WAVE);
            let work = |first: u64| -> Vec<(u64, [Moments; K])> {
                let own = wave.clone().skip(first as usize).step_by(self.threads as usize);
                own.map(|piece| (piece, sums(piece * PIECE..debates.min((piece + 1) * PIECE), &of))).collect()
            };
            let mut done: Vec<(u64, [Moments; K])> = thread::scope(|scope| {
                let work = &work;
                let others: Vec<_> = (1..self.threads).map(|first| scope.spawn(move || work(first))).collect();
                let own = work(0);
                own.into_iter().chain(others.into_iter().flat_map(|it| it.join().unwrap_or_default())).collect()
            });
            done.sort_by_key(|(piece, _)| *piece);
            for (_, sums) in done {
                all.iter_mut().zip(sums).for_each(|(all, it)| all.add(&it));
            }
            self.played.fetch_add((wave.end * PIECE).min(debates) - wave.start * PIECE, Ordering::Relaxed);
            begun = wave.end;
        }
        all
    }
}

fn sums<const K: usize>(numbers: std::ops::Range<u64>, of: &impl Fn(u64) -> [Option<f64>; K]) -> [Moments; K] {
    let mut sums = [Moments::default(); K];
    for number in numbers {
        for (sum, value) in sums.iter_mut().zip(of(number)) {
            if let Some(value) = value {
                sum.take(value);
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(run: &Run) -> [Moments; 2] {
        run.measure(|it| [Some((it as f64).sqrt()), (it % 3 == 0).then_some(1.0)])
    }

    /// the sums are the same on any number of threads, to the last bit, and every debate is counted once.
    #[test]
    fn threads_change_nothing() {
        let one = found(&Run::new(1, 40_001).on(1));
        assert_eq!(one, found(&Run::new(1, 40_001).on(3)));
        assert_eq!((one[0].count, one[1].count), (40_001, 13_334));
    }

    /// Q-10, I-13: an interrupted run keeps what it has.
    #[test]
    fn an_interrupted_run_keeps_what_it_has() {
        let run = Run::new(1, 100_000).on(2);
        let kept = run.measure(|it| {
            if it == 700 {
                run.interrupt();
            }
            [Some(1.0)]
        });
        assert!(run.is_interrupted());
        assert_eq!((kept[0].count, run.played()), (PIECE * WAVE, PIECE * WAVE));
    }
}
