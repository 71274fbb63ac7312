//! Allocation of llama.cpp's key-value cache: sequence ids, and cells for tokens.
//!
//! The cache has a fixed size. A sequence is admitted only if its maximum length fits, so that no running request finds the cache
//! full. Tokens that two sequences share count for both. Not here: the cache itself.
use std::sync::mpsc::{Receiver, Sender, channel};

/// Free ids and cells.
pub(super) struct CellAllocator {
    ids: Vec<i32>,
    cells: usize,
    most: usize,
    receiver: Receiver<Released>,
    sender: Sender<Released>,
}

/// A sequence id and cells that were given back.
struct Released {
    /// Absent if the sequence stays and only gives back cells.
    id: Option<i32>,
    cells: usize,
}

/// A sequence in llama.cpp's cache. Its id and cells are given back on drop.
pub(crate) struct KvCache {
    pub(super) tokens: Vec<u32>,
    id: i32,
    cells: usize,
    sender: Sender<Released>,
}

impl CellAllocator {
    pub(super) fn new(sequences: i32, cells: usize) -> CellAllocator {
        let (sender, receiver) = channel();
        CellAllocator { ids: (0..sequences).rev().collect(), cells, most: cells, receiver, sender }
    }

    /// Reclaims released sequences, and passes each released id to `clear`: its tokens are still in the cache.
    pub(super) fn reclaim(&mut self, mut clear: impl FnMut(i32)) {
        for released in self.receiver.try_iter() {
            self.cells += released.cells;
            released.id.into_iter().for_each(&mut clear);
            self.ids.extend(released.id);
        }
    }

    /// Allocates up to `most` tokens. Requests beyond the cache's size are reduced to it, so that none waits forever.
    pub(super) fn allocate(&mut self, most: usize) -> Option<KvCache> {
        let cells = most.min(self.most);
        if cells > self.cells {
            return None;
        }
        let id = self.ids.pop()?;
        self.cells -= cells;
        Some(KvCache { tokens: Vec::new(), id, cells, sender: self.sender.clone() })
    }
}

impl KvCache {
    /// llama.cpp's id of the sequence.
    pub(super) fn id(&self) -> i32 {
        self.id
    }

    /// Whether `more` tokens fit into the allocation.
    pub(super) fn fits(&self, more: usize) -> bool {
        self.tokens.len() + more <= self.cells
    }

    /// Truncates to the first `length` tokens and gives back the other cells.
    pub(super) fn shrink(&mut self, length: usize) {
        self.tokens.truncate(length);
        self.release(None, self.cells.saturating_sub(self.tokens.len()));
        self.cells = self.cells.min(self.tokens.len());
    }

    fn release(&self, id: Option<i32>, cells: usize) {
        // Fails only if the backend is gone already.
        let _ = self.sender.send(Released { id, cells });
    }
}

impl Drop for KvCache {
    fn drop(&mut self) {
        self.release(Some(self.id), self.cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-01: an admitted sequence never finds the cache full, and released cells are used again.
    #[test]
    fn a_run_is_let_in_if_all_it_may_need_fits() {
        let mut allocator = CellAllocator::new(3, 100);
        let first = allocator.allocate(60).unwrap();
        assert!(first.fits(60) && !first.fits(61));
        assert!(allocator.allocate(41).is_none(), "more than is left");
        let second = allocator.allocate(40).unwrap();
        assert_ne!(first.id(), second.id());
        let id = first.id();
        drop(first);
        assert!(allocator.allocate(60).is_none(), "nobody has cleared it yet");
        let mut cleared = Vec::new();
        allocator.reclaim(|it| cleared.push(it));
        assert_eq!(cleared, [id]);
        assert!(allocator.allocate(60).is_some());
    }

    /// O-01: a cached prompt takes the cells of its own tokens only.
    #[test]
    fn a_shrunk_run_leaves_the_rest_to_others() {
        let mut allocator = CellAllocator::new(3, 100);
        let mut kept = allocator.allocate(100).unwrap();
        kept.tokens = (0..30).collect();
        kept.shrink(20);
        assert_eq!(kept.tokens.len(), 20);
        allocator.reclaim(|_| panic!("it keeps its number"));
        assert!(allocator.allocate(81).is_none());
        let other = allocator.allocate(80).unwrap();
        drop((kept, other));
        allocator.reclaim(|_| ());
        let all = allocator.allocate(100).unwrap();
        assert!(allocator.allocate(1).is_none(), "all of it came back, once");
        drop(all);
    }

    #[test]
    fn there_are_only_so_many_numbers_and_the_first_always_gets_one() {
        let mut allocator = CellAllocator::new(2, 100);
        let all = allocator.allocate(1_000).unwrap();
        assert!(all.fits(100) && !all.fits(101));
        drop(all);
        allocator.reclaim(|_| ());
        let held = [allocator.allocate(1).unwrap(), allocator.allocate(1).unwrap()];
        assert!(allocator.allocate(1).is_none());
        drop(held);
        allocator.reclaim(|_| ());
        assert!(allocator.allocate(1).is_some());
    }
}
