//! Attention over kept keys and values: plain numbers, a vector at a time.
#![expect(
    clippy::indexing_slicing,
    reason = "offsets are multiples of the head's width; the caller's buffers have all heads"
)]
use super::Level;

/// How heads share a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heads {
    /// Heads of a query.
    pub(crate) queries: usize,
    /// Heads of keys and of values; each serves the same number of queries.
    pub(crate) keys: usize,
    /// Numbers of a head.
    pub(crate) width: usize,
}

/// What one query, all its heads, finds in the first `seen` keys: rows of keys and values lie one behind the other.
pub(crate) fn attend(heads: Heads, query: &[f32], keys: &[f32], values: &[f32], seen: usize, out: &mut [f32]) {
    match Level::here() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 | Level::Avx2 => super::x86::attend(heads, query, keys, values, seen, out),
        _ => plain::<false>(heads, query, keys, values, seen, out),
    }
}

const LANES: usize = 16;

#[inline(always)]
fn fused<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

#[inline(always)]
fn dot<const FMA: bool>(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (a, rest_a) = a.as_chunks::<LANES>();
    let (b, rest_b) = b.as_chunks::<LANES>();
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            lanes[lane] = fused::<FMA>(a[lane], b[lane], lanes[lane]);
        }
    }
    let rest: f32 = rest_a.iter().zip(rest_b).map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f32>() + rest
}

/// The arithmetic, for whatever instructions the caller was compiled with.
#[inline(always)]
pub(super) fn plain<const FMA: bool>(
    heads: Heads,
    query: &[f32],
    keys: &[f32],
    values: &[f32],
    seen: usize,
    out: &mut [f32],
) {
    let Heads { queries, keys: shared, width } = heads;
    let row = shared * width;
    let scale = 1.0 / (width as f32).sqrt();
    let mut scores = vec![0.0_f32; seen];
    for head in 0..queries {
        let at = head * shared / queries * width;
        let query = &query[head * width..][..width];
        let mut most = f32::NEG_INFINITY;
        for (score, key) in scores.iter_mut().zip(keys.chunks_exact(row)) {
            *score = dot::<FMA>(query, &key[at..][..width]) * scale;
            most = most.max(*score);
        }
        let mut total = 0.0;
        for score in &mut scores {
            *score = (*score - most).exp();
            total += *score;
        }
        let out = &mut out[head * width..][..width];
        out.fill(0.0);
        for (score, value) in scores.iter().zip(values.chunks_exact(row)) {
            let share = *score / total;
            for (out, value) in out.iter_mut().zip(&value[at..][..width]) {
                *out = fused::<FMA>(share, *value, *out);
            }
        }
    }
}
