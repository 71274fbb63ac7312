//! Attention over cached keys and values in 32-bit floats, one query at a time.
#![expect(
    clippy::indexing_slicing,
    reason = "offsets are multiples of the head's width; the caller's buffers have all heads"
)]
use super::SimdLevel;

/// How heads share a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heads {
    /// Number of query heads.
    pub(crate) queries: usize,
    /// Number of key and value heads; each serves the same number of query heads.
    pub(crate) keys: usize,
    /// Dimensions of a head.
    pub(crate) width: usize,
}

/// Attention of one query, all its heads, over the first `seen` keys. Rows of keys and values are contiguous.
pub(crate) fn attend(heads: Heads, query: &[f32], keys: &[f32], values: &[f32], seen: usize, out: &mut [f32]) {
    match SimdLevel::current() {
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Avx512 | SimdLevel::Avx2 => super::x86::attend(heads, query, keys, values, seen, out),
        _ => plain::<false>(heads, query, keys, values, seen, out, dot),
    }
}

const LANES: usize = 16;

#[inline(always)]
fn fused<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// The computation, generic over the instruction set of the caller.
#[inline(always)]
pub(super) fn plain<const FMA: bool>(
    heads: Heads,
    query: &[f32],
    keys: &[f32],
    values: &[f32],
    seen: usize,
    out: &mut [f32],
    dot: impl Fn(&[f32], &[f32]) -> f32 + Copy,
) {
    let Heads { queries, keys: shared, width } = heads;
    let mut scores = vec![0.0_f32; seen];
    for head in 0..queries {
        let cache = HeadCache { keys, values, row: shared * width, at: head * shared / queries * width };
        let query = &query[head * width..][..width];
        let out = &mut out[head * width..][..width];
        match width {
            64 => attend_head::<FMA, 4>(&cache, query, &mut scores, out, dot),
            128 => attend_head::<FMA, 8>(&cache, query, &mut scores, out, dot),
            _ => attend_head_of_any_width(&cache, query, &mut scores, out),
        }
    }
}

/// The keys and values of one head: `at` is its offset within each row.
struct HeadCache<'a> {
    keys: &'a [f32],
    values: &'a [f32],
    row: usize,
    at: usize,
}

/// One head whose width is a compile-time constant, so that the sums stay in registers.
#[inline(always)]
fn attend_head<const FMA: bool, const BLOCKS: usize>(
    cache: &HeadCache<'_>,
    query: &[f32],
    scores: &mut [f32],
    out: &mut [f32],
    dot: impl Fn(&[f32], &[f32]) -> f32,
) {
    let HeadCache { keys, values, row, at } = *cache;
    let scale = 1.0 / ((BLOCKS * LANES) as f32).sqrt();
    for (score, key) in scores.iter_mut().zip(keys.chunks_exact(row)) {
        *score = dot(query, &key[at..][..BLOCKS * LANES]) * scale;
    }
    let total = softmax(scores);
    let mut sums = [[0.0_f32; LANES]; BLOCKS];
    for (score, value) in scores.iter().zip(values.chunks_exact(row)) {
        let value = &value[at..][..BLOCKS * LANES];
        for (sums, value) in sums.iter_mut().zip(value.as_chunks::<LANES>().0) {
            for lane in 0..LANES {
                sums[lane] = fused::<FMA>(*score, value[lane], sums[lane]);
            }
        }
    }
    out.iter_mut().zip(sums.as_flattened()).for_each(|(out, sum)| *out = sum / total);
}

/// Dot product.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// One head of any width.
fn attend_head_of_any_width(cache: &HeadCache<'_>, query: &[f32], scores: &mut [f32], out: &mut [f32]) {
    let HeadCache { keys, values, row, at } = *cache;
    let scale = 1.0 / (query.len() as f32).sqrt();
    for (score, key) in scores.iter_mut().zip(keys.chunks_exact(row)) {
        *score = dot(query, &key[at..]) * scale;
    }
    let total = softmax(scores);
    out.fill(0.0);
    for (score, value) in scores.iter().zip(values.chunks_exact(row)) {
        out.iter_mut().zip(&value[at..]).for_each(|(out, value)| *out += score / total * value);
    }
}

/// Replaces scores by their exponentials, shifted by the maximum, and returns the sum; the caller divides by it.
#[inline(always)]
fn softmax(scores: &mut [f32]) -> f32 {
    let most = scores.iter().fold(f32::NEG_INFINITY, |most, it| most.max(*it));
    let mut total = 0.0;
    for score in scores {
        *score = (*score - most).exp();
        total += *score;
    }
    total
}
