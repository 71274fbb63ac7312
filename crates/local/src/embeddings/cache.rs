//! A bounded cache of network outputs, by the hash of their input.
//!
//! Two generations approximate least-recently-used: a hit moves into the young generation; when that is full, the old one is
//! dropped. So at most `capacity` outputs are held, and always those of the last `capacity / 2` inputs.
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// The hash of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key([u8; 32]);

impl Key {
    pub(super) fn of_text(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }

    /// Two texts in this order. The first one's length keeps `ab, c` and `a, bc` apart.
    pub(super) fn of_pair(one: &str, other: &str) -> Self {
        let hash = Sha256::new().chain_update(one.len().to_le_bytes()).chain_update(one).chain_update(other);
        Self(hash.finalize().into())
    }
}

pub(super) struct Cache<V> {
    half: usize,
    young: HashMap<Key, V>,
    old: HashMap<Key, V>,
}

impl<V: Clone> Cache<V> {
    pub(super) fn new(capacity: usize) -> Self {
        Self { half: (capacity / 2).max(1), young: HashMap::new(), old: HashMap::new() }
    }

    pub(super) fn get(&mut self, key: &Key) -> Option<V> {
        if let Some(value) = self.young.get(key) {
            return Some(value.clone());
        }
        let value = self.old.remove(key)?;
        self.put(*key, value.clone());
        Some(value)
    }

    pub(super) fn put(&mut self, key: Key, value: V) {
        if self.young.len() >= self.half && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: usize) -> Key {
        Key::of_text(&number.to_string())
    }

    #[test]
    fn the_bound_holds_and_what_is_used_stays() {
        let mut cache = Cache::new(10);
        cache.put(key(0), 0);
        for number in 1..1_000 {
            cache.put(key(number), number);
            assert_eq!(cache.get(&key(0)), Some(0), "asked for all the time, at {number}");
            assert!(cache.young.len() + cache.old.len() <= 10);
        }
        assert_eq!(cache.get(&key(998)), Some(998));
        assert_eq!(cache.get(&key(1)), None);
    }

    #[test]
    fn a_pair_has_an_order_and_a_border() {
        assert_ne!(Key::of_pair("a", "b"), Key::of_pair("b", "a"));
        assert_ne!(Key::of_pair("ab", "c"), Key::of_pair("a", "bc"));
        assert_eq!(Key::of_pair("a", "b"), Key::of_pair("a", "b"));
    }
}
