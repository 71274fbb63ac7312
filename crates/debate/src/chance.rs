//! Deterministic pseudo-random numbers derived from strings.
//!
//! The same strings give the same number, so that a resumed or replayed debate draws as it did before. Not here: what the draws decide
//! (`formats::seating`, `view::mask`).

/// A number that depends only on these strings and their order; similar strings give unrelated numbers.
pub fn draw(words: &[&str]) -> u64 {
    let mut state = 0;
    for word in words {
        for byte in word.bytes() {
            state = mix(state ^ u64::from(byte));
        }
        // 0xFF occurs in no UTF-8 text: it separates `ab`, `c` from `a`, `bc`.
        state = mix(state ^ 0xFF);
    }
    state
}

/// A step of splitmix64.
pub fn mix(state: u64) -> u64 {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-05: the number depends on every string, and on nothing else.
    #[test]
    fn words_draw_numbers() {
        assert_eq!(draw(&["a", "bc"]), draw(&["a", "bc"]));
        for other in [&["ab", "c"][..], &["bc", "a"], &["a", "bd"], &["a", "bc", ""], &["abc"]] {
            assert_ne!(draw(&["a", "bc"]), draw(other), "{other:?}");
        }
        let ones: u32 = (0..1_000).map(|it: u32| draw(&["seat", &it.to_string()]).count_ones()).sum();
        assert!((31_500..32_500).contains(&ones), "half of all bits are set: {ones}");
    }
}
