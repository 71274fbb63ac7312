//! Allocation of llama.cpp's key-value cache: sequence ids, and cells for tokens.
//!
//! The cache has a fixed size. A sequence is admitted only if its maximum length fits, so that no running request finds the cache
//! full. Tokens that two sequences share count for both. Not here: the cache itself.
use std::sync::mpsc::{Receiver, Sender, channel};

/// Free ids and cells.
pub(super) struct Room {
    ids: Vec<i32>,
    cells: usize,
    most: usize,
    left: Receiver<Place>,
    door: Sender<Place>,
}

/// A sequence id and cells that were given back.
struct Place {
    /// Absent if the sequence stays and only gives back cells.
    id: Option<i32>,
    cells: usize,
}

/// A sequence in llama.cpp's cache. Its id and cells are given back on drop.
pub(crate) struct Memory {
    pub(super) tokens: Vec<u32>,
    id: i32,
    cells: usize,
    door: Sender<Place>,
}

impl Room {
    pub(super) fn new(runs: i32, cells: usize) -> Room {
        let (door, left) = channel();
        Room { ids: (0..runs).rev().collect(), cells, most: cells, left, door }
    }

    /// Takes back what was released, and passes each released id to `clear`: its tokens are still in the cache.
    pub(super) fn take_back(&mut self, mut clear: impl FnMut(i32)) {
        for place in self.left.try_iter() {
            self.cells += place.cells;
            place.id.into_iter().for_each(&mut clear);
            self.ids.extend(place.id);
        }
    }

    /// Allocates up to `most` tokens. Requests beyond the cache's size are reduced to it, so that none waits forever.
    pub(super) fn take(&mut self, most: usize) -> Option<Memory> {
        let cells = most.min(self.most);
        if cells > self.cells {
            return None;
        }
        let id = self.ids.pop()?;
        self.cells -= cells;
        Some(Memory { tokens: Vec::new(), id, cells, door: self.door.clone() })
    }
}

impl Memory {
    /// llama.cpp's id of the sequence.
    pub(super) fn id(&self) -> i32 {
        self.id
    }

    /// Whether `more` tokens fit into the allocation.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.tokens.len() + more <= self.cells
    }

    /// Truncates to the first `length` tokens and gives back the other cells.
    pub(super) fn shrink(&mut self, length: usize) {
        self.tokens.truncate(length);
        self.give_up(None, self.cells.saturating_sub(self.tokens.len()));
        self.cells = self.cells.min(self.tokens.len());
    }

    fn give_up(&self, id: Option<i32>, cells: usize) {
        // Fails only if the backend is gone already.
        let _ = self.door.send(Place { id, cells });
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.give_up(Some(self.id), self.cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-01: an admitted sequence never finds the cache full, and released cells are used again.
    #[test]
    fn a_run_is_let_in_if_all_it_may_need_fits() {
        let mut room = Room::new(3, 100);
        let first = room.take(60).unwrap();
        assert!(first.has_room(60) && !first.has_room(61));
        assert!(room.take(41).is_none(), "more than is left");
        let second = room.take(40).unwrap();
        assert_ne!(first.id(), second.id());
        let id = first.id();
        drop(first);
        assert!(room.take(60).is_none(), "nobody has cleared it yet");
        let mut cleared = Vec::new();
        room.take_back(|it| cleared.push(it));
        assert_eq!(cleared, [id]);
        assert!(room.take(60).is_some());
    }

    /// O-01: a cached prompt takes the cells of its own tokens only.
    #[test]
    fn a_shrunk_run_leaves_the_rest_to_others() {
        let mut room = Room::new(3, 100);
        let mut kept = room.take(100).unwrap();
        kept.tokens = (0..30).collect();
        kept.shrink(20);
        assert_eq!(kept.tokens.len(), 20);
        room.take_back(|_| panic!("it keeps its number"));
        assert!(room.take(81).is_none());
        let other = room.take(80).unwrap();
        drop((kept, other));
        room.take_back(|_| ());
        let all = room.take(100).unwrap();
        assert!(room.take(1).is_none(), "all of it came back, once");
        drop(all);
    }

    #[test]
    fn there_are_only_so_many_numbers_and_the_first_always_gets_one() {
        let mut room = Room::new(2, 100);
        let all = room.take(1_000).unwrap();
        assert!(all.has_room(100) && !all.has_room(101));
        drop(all);
        room.take_back(|_| ());
        let held = [room.take(1).unwrap(), room.take(1).unwrap()];
        assert!(room.take(1).is_none());
        drop(held);
        room.take_back(|_| ());
        assert!(room.take(1).is_some());
    }
}
