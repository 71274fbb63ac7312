//! The products on x86-64: the only module of the project with `unsafe` code.
//!
//! Why it is sound: [`multiply`] checks every length before it calls a kernel, and calls only kernels whose instructions the
//! processor has. Kernels read `values`, `scales` and the activations at offsets below these lengths.
#![expect(unsafe_code, reason = "vector instructions take pointers, and run only where the processor has them")]
#![expect(clippy::indexing_slicing, reason = "lengths are checked once, in `multiply`")]
use super::attention::{Heads, plain};
use super::pack::{Depth, SCALES};
use super::{Activations, GROUP, Packed, SimdLevel, TILE};
use std::arch::x86_64::*;

/// The input of a kernel: one tile, and all rows of the activations.
struct Work<'a> {
    depth: Depth,
    groups: usize,
    /// `groups` times [`Depth::bytes`].
    values: &'a [u8],
    /// `groups` times [`SCALES`].
    scales: &'a [half::f16],
    /// For each row, `groups` times [`GROUP`].
    x: &'a [i8],
    x_scales: &'a [f32],
    x_sums: &'a [f32],
    x_halves: &'a [f32],
    /// For each row, [`TILE`].
    out: &'a mut [f32],
}

/// Multiplies the tiles from `first` on with every row of `x`; `out` gets, tile after tile, sixteen numbers for each row.
pub(super) fn multiply(level: SimdLevel, packed: &Packed, first: usize, x: &Activations<'_>, out: &mut [f32]) {
    let (groups, bytes, rows) = (packed.inputs / GROUP, packed.depth.bytes(), x.rows());
    assert!(level <= SimdLevel::current(), "the processor lacks these instructions");
    assert_eq!(x.columns(), packed.inputs, "as many columns as the matrix has inputs");
    assert_eq!(x.values().len(), rows * groups * GROUP);
    assert_eq!(x.scales().len(), rows * groups);
    assert_eq!(x.sums().len(), rows * groups);
    assert_eq!(x.halves().len(), rows * groups * 2);
    for (index, out) in out.chunks_exact_mut(rows * TILE).enumerate() {
        let tile = first + index;
        let work = Work {
            depth: packed.depth,
            groups,
            values: &packed.values[tile * groups * bytes..][..groups * bytes],
            scales: &packed.scales[tile * groups * SCALES..][..groups * SCALES],
            x: x.values(),
            x_scales: x.scales(),
            x_sums: x.sums(),
            x_halves: x.halves(),
            out,
        };
        // SAFETY: the level was detected on this processor, and the slices have the lengths that `Work` promises.
        unsafe {
            match (level, packed.depth) {
                (SimdLevel::Avx512, Depth::Four) => four_512(work),
                (SimdLevel::Avx512, Depth::Eight { .. }) => eight_512(work),
                (SimdLevel::Avx2, Depth::Four) => four_256(work),
                (SimdLevel::Avx2, Depth::Eight { .. }) => eight_256(work),
                (SimdLevel::Other, _) => {}
            }
        }
    }
}

/// Processes rows eight at a time, and the rest in one pass: each pass reads all the weights.
macro_rules! by_eight {
    ($rows:expr, |$row:ident, N| $kernel:ident :: <N> ($($argument:expr),+)) => {{
        let mut $row = 0;
        while $row < $rows {
            match $rows - $row {
                1 => $kernel::<1>($($argument),+),
                2 => $kernel::<2>($($argument),+),
                3 => $kernel::<3>($($argument),+),
                4 => $kernel::<4>($($argument),+),
                5 => $kernel::<5>($($argument),+),
                6 => $kernel::<6>($($argument),+),
                7 => $kernel::<7>($($argument),+),
                _ => $kernel::<8>($($argument),+),
            }
            $row += 8;
        }
    }};
}

/// The same for half as many registers.
macro_rules! by_four {
    ($rows:expr, |$row:ident, N| $kernel:ident :: <N> ($($argument:expr),+)) => {{
        let mut $row = 0;
        while $row < $rows {
            match $rows - $row {
                1 => $kernel::<1>($($argument),+),
                2 => $kernel::<2>($($argument),+),
                3 => $kernel::<3>($($argument),+),
                _ => $kernel::<4>($($argument),+),
            }
            $row += 4;
        }
    }};
}

/// Attention, compiled for the processor's instructions.
pub(super) fn attend(heads: Heads, query: &[f32], keys: &[f32], values: &[f32], seen: usize, out: &mut [f32]) {
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn wide(heads: Heads, query: &[f32], keys: &[f32], values: &[f32], seen: usize, out: &mut [f32]) {
        plain::<true>(heads, query, keys, values, seen, out, |a, b| dot_512(a, b));
    }
    #[target_feature(enable = "avx2,fma")]
    fn narrow(heads: Heads, query: &[f32], keys: &[f32], values: &[f32], seen: usize, out: &mut [f32]) {
        plain::<true>(heads, query, keys, values, seen, out, |a, b| dot_256(a, b));
    }
    match SimdLevel::current() {
        // SAFETY: the level was detected on this processor.
        SimdLevel::Avx512 => unsafe { wide(heads, query, keys, values, seen, out) },
        // SAFETY: the same.
        SimdLevel::Avx2 => unsafe { narrow(heads, query, keys, values, seen, out) },
        SimdLevel::Other => {}
    }
}

/// Dot product. Written by hand: the compiler would vectorise across keys, with scattered loads.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn dot_512(a: &[f32], b: &[f32]) -> f32 {
    let mut sum = _mm512_setzero_ps();
    for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
        // SAFETY: each has sixteen numbers.
        unsafe { sum = _mm512_fmadd_ps(_mm512_loadu_ps(a.as_ptr()), _mm512_loadu_ps(b.as_ptr()), sum) };
    }
    _mm512_reduce_add_ps(sum)
}

/// The same with 256-bit registers.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn dot_256(a: &[f32], b: &[f32]) -> f32 {
    let mut sum = _mm256_setzero_ps();
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        // SAFETY: each has eight numbers.
        unsafe { sum = _mm256_fmadd_ps(_mm256_loadu_ps(a.as_ptr()), _mm256_loadu_ps(b.as_ptr()), sum) };
    }
    let four = _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps::<1>(sum));
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
}

/// Quantisation, compiled for the least level that has kernels.
pub(super) fn quantize(activations: &mut Activations<'_>) {
    #[target_feature(enable = "avx2,fma")]
    fn narrow(activations: &mut Activations<'_>) {
        activations.quantize();
    }
    if SimdLevel::current() != SimdLevel::Other {
        // SAFETY: both levels that are left have AVX2.
        unsafe { narrow(activations) }
    }
}

/// Four bytes of the activations in every lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
unsafe fn spread_512(x: *const i8) -> __m512i {
    // SAFETY: the caller has four bytes at `x`.
    unsafe { _mm512_set1_epi32(x.cast::<i32>().read_unaligned()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
unsafe fn halves_512(scales: *const half::f16) -> __m512 {
    // SAFETY: the caller has sixteen numbers at `scales`.
    unsafe { _mm512_cvtph_ps(_mm256_loadu_si256(scales.cast())) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
unsafe fn four_512(mut work: Work<'_>) {
    let rows = work.out.len() / TILE;
    // SAFETY: all of it stays within the rows there are.
    unsafe { by_eight!(rows, |row, N| four_512_rows::<N>(&mut work, row)) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
unsafe fn four_512_rows<const ROWS: usize>(work: &mut Work<'_>, row: usize) {
    let low = _mm512_set1_epi8(15);
    let mut total = [_mm512_setzero_ps(); ROWS];
    let stride = work.groups * GROUP;
    for group in 0..work.groups {
        // SAFETY: `Work` promises the lengths.
        unsafe {
            let values = work.values.as_ptr().add(group * Depth::Four.bytes());
            let x = work.x.as_ptr().add(row * stride + group * GROUP);
            let mut whole = [[_mm512_setzero_si512(); 2]; ROWS];
            for step in 0..4 {
                let pairs = _mm512_loadu_si512(values.add(step * 64).cast());
                let first = _mm512_and_si512(pairs, low);
                let second = _mm512_and_si512(_mm512_srli_epi16::<4>(pairs), low);
                for (r, whole) in whole.iter_mut().enumerate() {
                    let x = x.add(r * stride + step * 4);
                    whole[0] = _mm512_dpbusd_epi32(whole[0], first, spread_512(x));
                    whole[1] = _mm512_dpbusd_epi32(whole[1], second, spread_512(x.add(16)));
                }
            }
            let scales = work.scales.as_ptr().add(group * SCALES);
            let (scale, least) = (halves_512(scales), halves_512(scales.add(TILE)));
            for (r, total) in total.iter_mut().enumerate() {
                let at = (row + r) * work.groups + group;
                let sum = _mm512_cvtepi32_ps(_mm512_add_epi32(whole[r][0], whole[r][1]));
                let factor = _mm512_mul_ps(scale, _mm512_set1_ps(*work.x_scales.get_unchecked(at)));
                *total = _mm512_fmadd_ps(sum, factor, *total);
                *total = _mm512_fmadd_ps(least, _mm512_set1_ps(*work.x_sums.get_unchecked(at)), *total);
            }
        }
    }
    for (r, total) in total.iter().enumerate() {
        // SAFETY: `out` has sixteen numbers for each row.
        unsafe { _mm512_storeu_ps(work.out.as_mut_ptr().add((row + r) * TILE), *total) };
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
unsafe fn eight_512(mut work: Work<'_>) {
    let rows = work.out.len() / TILE;
    // SAFETY: all of it stays within the rows there are.
    unsafe { by_eight!(rows, |row, N| eight_512_rows::<N>(&mut work, row)) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
unsafe fn eight_512_rows<const ROWS: usize>(work: &mut Work<'_>, row: usize) {
    let Depth::Eight { offset } = work.depth else { return };
    let offset = -f32::from(offset);
    let mut total = [_mm512_setzero_ps(); ROWS];
    let stride = work.groups * GROUP;
    for group in 0..work.groups {
        // SAFETY: `Work` promises the lengths.
        unsafe {
            let values = work.values.as_ptr().add(group * TILE * GROUP);
            let x = work.x.as_ptr().add(row * stride + group * GROUP);
            let scales = work.scales.as_ptr().add(group * SCALES);
            let mut whole = [[_mm512_setzero_si512(); 2]; ROWS];
            for step in 0..4 {
                let first = _mm512_loadu_si512(values.add(step * 64).cast());
                let second = _mm512_loadu_si512(values.add(256 + step * 64).cast());
                for (r, whole) in whole.iter_mut().enumerate() {
                    let x = x.add(r * stride + step * 4);
                    whole[0] = _mm512_dpbusd_epi32(whole[0], first, spread_512(x));
                    whole[1] = _mm512_dpbusd_epi32(whole[1], second, spread_512(x.add(16)));
                }
            }
            let scale = [halves_512(scales), halves_512(scales.add(TILE))];
            for (r, total) in total.iter_mut().enumerate() {
                let at = (row + r) * work.groups + group;
                let step = _mm512_set1_ps(*work.x_scales.get_unchecked(at));
                for half in 0..2 {
                    let sum = _mm512_cvtepi32_ps(whole[r][half]);
                    let correction = _mm512_set1_ps(offset * *work.x_halves.get_unchecked(2 * at + half));
                    *total = _mm512_fmadd_ps(scale[half], _mm512_fmadd_ps(sum, step, correction), *total);
                }
            }
        }
    }
    for (r, total) in total.iter().enumerate() {
        // SAFETY: `out` has sixteen numbers for each row.
        unsafe { _mm512_storeu_ps(work.out.as_mut_ptr().add((row + r) * TILE), *total) };
    }
}

/// Four bytes of the activations in every lane.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
unsafe fn spread_256(x: *const i8) -> __m256i {
    // SAFETY: the caller has four bytes at `x`.
    unsafe { _mm256_set1_epi32(x.cast::<i32>().read_unaligned()) }
}

#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
unsafe fn halves_256(scales: *const half::f16) -> __m256 {
    // SAFETY: the caller has eight numbers at `scales`.
    unsafe { _mm256_cvtph_ps(_mm_loadu_si128(scales.cast())) }
}

#[target_feature(enable = "avx2,fma,f16c")]
unsafe fn four_256(mut work: Work<'_>) {
    let rows = work.out.len() / TILE;
    for lane in [0, 8] {
        // SAFETY: all of it stays within the rows there are, and a tile is two times eight.
        unsafe { by_four!(rows, |row, N| four_256_rows::<N>(&mut work, row, lane)) }
    }
}

#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
unsafe fn four_256_rows<const ROWS: usize>(work: &mut Work<'_>, row: usize, lane: usize) {
    let (low, ones) = (_mm256_set1_epi8(15), _mm256_set1_epi16(1));
    let mut total = [_mm256_setzero_ps(); ROWS];
    let stride = work.groups * GROUP;
    for group in 0..work.groups {
        // SAFETY: `Work` promises the lengths.
        unsafe {
            let values = work.values.as_ptr().add(group * Depth::Four.bytes() + lane * 4);
            let x = work.x.as_ptr().add(row * stride + group * GROUP);
            // Sixteen bits hold eight pairs of products: 8 · 2 · 15 · 127 is below 32,768.
            let mut whole = [_mm256_setzero_si256(); ROWS];
            for step in 0..4 {
                let pairs = _mm256_loadu_si256(values.add(step * 64).cast());
                let first = _mm256_and_si256(pairs, low);
                let second = _mm256_and_si256(_mm256_srli_epi16::<4>(pairs), low);
                for (r, whole) in whole.iter_mut().enumerate() {
                    let x = x.add(r * stride + step * 4);
                    *whole = _mm256_add_epi16(*whole, _mm256_maddubs_epi16(first, spread_256(x)));
                    *whole = _mm256_add_epi16(*whole, _mm256_maddubs_epi16(second, spread_256(x.add(16))));
                }
            }
            let scales = work.scales.as_ptr().add(group * SCALES + lane);
            let (scale, least) = (halves_256(scales), halves_256(scales.add(TILE)));
            for (r, total) in total.iter_mut().enumerate() {
                let at = (row + r) * work.groups + group;
                let sum = _mm256_cvtepi32_ps(_mm256_madd_epi16(whole[r], ones));
                let factor = _mm256_mul_ps(scale, _mm256_set1_ps(*work.x_scales.get_unchecked(at)));
                *total = _mm256_fmadd_ps(sum, factor, *total);
                *total = _mm256_fmadd_ps(least, _mm256_set1_ps(*work.x_sums.get_unchecked(at)), *total);
            }
        }
    }
    for (r, total) in total.iter().enumerate() {
        // SAFETY: `out` has sixteen numbers for each row, and `lane` is 0 or 8.
        unsafe { _mm256_storeu_ps(work.out.as_mut_ptr().add((row + r) * TILE + lane), *total) };
    }
}

#[target_feature(enable = "avx2,fma,f16c")]
unsafe fn eight_256(mut work: Work<'_>) {
    let rows = work.out.len() / TILE;
    for lane in [0, 8] {
        // SAFETY: all of it stays within the rows there are, and a tile is two times eight.
        unsafe { by_four!(rows, |row, N| eight_256_rows::<N>(&mut work, row, lane)) }
    }
}

#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
unsafe fn eight_256_rows<const ROWS: usize>(work: &mut Work<'_>, row: usize, lane: usize) {
    let Depth::Eight { offset } = work.depth else { return };
    let (offset, ones) = (_mm256_set1_epi8(offset.cast_signed()), _mm256_set1_epi16(1));
    let mut total = [_mm256_setzero_ps(); ROWS];
    let stride = work.groups * GROUP;
    for group in 0..work.groups {
        // SAFETY: `Work` promises the lengths.
        unsafe {
            let values = work.values.as_ptr().add(group * TILE * GROUP + lane * 4);
            let x = work.x.as_ptr().add(row * stride + group * GROUP);
            let scales = work.scales.as_ptr().add(group * SCALES + lane);
            let scale = [halves_256(scales), halves_256(scales.add(TILE))];
            for (half, scale) in scale.into_iter().enumerate() {
                let mut whole = [_mm256_setzero_si256(); ROWS];
                for step in 0..4 {
                    let at = half * 16 + step * 4;
                    // Products of signed bytes: magnitudes of the weights times activations with the weights' signs applied.
                    let weight = _mm256_sub_epi8(_mm256_loadu_si256(values.add(at * TILE).cast()), offset);
                    let size = _mm256_abs_epi8(weight);
                    for (r, whole) in whole.iter_mut().enumerate() {
                        let x = _mm256_sign_epi8(spread_256(x.add(r * stride + at)), weight);
                        let pairs = _mm256_maddubs_epi16(size, x);
                        *whole = _mm256_add_epi32(*whole, _mm256_madd_epi16(pairs, ones));
                    }
                }
                for (r, total) in total.iter_mut().enumerate() {
                    let at = (row + r) * work.groups + group;
                    let step = _mm256_set1_ps(*work.x_scales.get_unchecked(at));
                    let sum = _mm256_mul_ps(_mm256_cvtepi32_ps(whole[r]), step);
                    *total = _mm256_fmadd_ps(scale, sum, *total);
                }
            }
        }
    }
    for (r, total) in total.iter().enumerate() {
        // SAFETY: `out` has sixteen numbers for each row, and `lane` is 0 or 8.
        unsafe { _mm256_storeu_ps(work.out.as_mut_ptr().add((row + r) * TILE + lane), *total) };
    }
}
