//! Activations quantised to eight bits: the kernels multiply integers.
use super::{GROUP, SimdLevel};

/// Rows of activations, in groups of 32 that share a scale.
pub(crate) struct Activations<'a> {
    exact: &'a [f32],
    columns: usize,
    values: Vec<i8>,
    /// For each group, the value of one quantisation step.
    scales: Vec<f32>,
    /// For each group, the sum of its values times the scale; it is multiplied by an offset of the weights.
    sums: Vec<f32>,
    /// The same for each half of a group.
    halves: Vec<f32>,
}

impl<'a> Activations<'a> {
    /// Quantises rows of `columns` numbers; `columns` is a multiple of 32.
    pub(crate) fn of(exact: &'a [f32], columns: usize) -> Activations<'a> {
        let groups = exact.len() / GROUP;
        let mut it = Activations {
            exact,
            columns,
            values: vec![0; exact.len()],
            scales: vec![0.0; groups],
            sums: vec![0.0; groups],
            halves: vec![0.0; 2 * groups],
        };
        match SimdLevel::current() {
            // Without kernels the exact numbers are multiplied.
            SimdLevel::Other => {}
            #[cfg(target_arch = "x86_64")]
            SimdLevel::Avx2 | SimdLevel::Avx512 => super::x86::quantize(&mut it),
            #[cfg(not(target_arch = "x86_64"))]
            SimdLevel::Avx2 | SimdLevel::Avx512 => it.quantize(),
        }
        it
    }

    /// The computation, generic over the instruction set of the caller.
    #[inline(always)]
    pub(super) fn quantize(&mut self) {
        let groups = self.exact.as_chunks::<GROUP>().0.iter().zip(self.values.as_chunks_mut::<GROUP>().0);
        let scales = self.scales.iter_mut().zip(&mut self.sums).zip(self.halves.as_chunks_mut::<2>().0);
        for ((group, values), ((scale, sum), halves)) in groups.zip(scales) {
            let most = group.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
            let inverse = if most > 0.0 { 127.0 / most } else { 0.0 };
            *scale = most / 127.0;
            for (value, it) in values.iter_mut().zip(group) {
                // At most 127 in magnitude, since no number of the group exceeds `most`.
                *value = (it * inverse).round_ties_even() as i32 as i8;
            }
            let total = |half: &[i8]| half.iter().map(|it| i32::from(*it)).sum::<i32>();
            let (first, second) = values.split_at(GROUP / 2);
            let totals = [total(first), total(second)];
            *sum = *scale * (totals[0] + totals[1]) as f32;
            *halves = totals.map(|it| *scale * it as f32);
        }
    }

    pub(crate) fn rows(&self) -> usize {
        self.exact.len() / self.columns.max(1)
    }

    /// The original numbers.
    pub(super) fn exact(&self) -> &[f32] {
        self.exact
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn values(&self) -> &[i8] {
        &self.values
    }

    pub(super) fn scales(&self) -> &[f32] {
        &self.scales
    }

    pub(super) fn sums(&self) -> &[f32] {
        &self.sums
    }

    pub(super) fn halves(&self) -> &[f32] {
        &self.halves
    }
}
