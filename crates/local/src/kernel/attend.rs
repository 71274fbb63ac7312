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
    fold(lanes) + rest
}

/// The sum of all lanes, halves upon halves: one after the other they would have to wait for each other.
#[inline(always)]
fn fold(lanes: [f32; LANES]) -> f32 {
    let eight: [f32; 8] = std::array::from_fn(|it| lanes[it] + lanes[it + 8]);
    let four: [f32; 4] = std::array::from_fn(|it| eight[it] + eight[it + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
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
        let share = |score: &f32| *score / total;
        // Four at a time: what is added up is fetched and put back a quarter as often.
        let (fours, rest) = scores.as_chunks::<4>();
        for (four, values) in fours.iter().zip(values.chunks_exact(4 * row)) {
            let [a, b, c, d] = [0, 1, 2, 3].map(|it| &values[it * row + at..][..width]);
            let [p, q, r, s] = four.each_ref().map(share);
            for lane in 0..width {
                let half = fused::<FMA>(p, a[lane], fused::<FMA>(q, b[lane], out[lane]));
                out[lane] = fused::<FMA>(r, c[lane], fused::<FMA>(s, d[lane], half));
            }
        }
        for (score, value) in rest.iter().zip(values[fours.len() * 4 * row..].chunks_exact(row)) {
            for (out, value) in out.iter_mut().zip(&value[at..][..width]) {
                *out = fused::<FMA>(share(score), *value, *out);
            }
        }
    }
}
