//! Products of quantised weights with activations, which take most of the time of an embedded model.
//!
//! Weights are packed once, at load, into tiles of sixteen rows ([`Packed`]); the file's layout is dropped, so there is one copy in
//! memory. Activations are quantised to eight bits in groups of 32 ([`Activations`]). Each row of a product is the same to the bit
//! whatever else is in the batch, so an answer does not depend on other requests.
//! Without AVX2, candle's kernels run on the file's layout.
//! Not here: what the matrices mean (`net`).
mod activations;
mod attention;
mod pack;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use activations::Activations;
pub(crate) use attention::{Heads, attend};
pub(crate) use pack::{Packed, bytes_of};

use candle_core::quantized::{QMatMul, QTensor};
use candle_core::{Device, Module, Result, Tensor};
use rayon::prelude::*;
use std::sync::{Arc, LazyLock};

/// Rows of a tile.
pub(crate) const TILE: usize = 16;

/// Columns that share a scale.
pub(crate) const GROUP: usize = 32;

/// The vector instructions of a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SimdLevel {
    /// None that this crate has kernels for.
    Other,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors with byte dot products.
    Avx512,
}

impl SimdLevel {
    /// The level of this machine.
    pub(crate) fn current() -> SimdLevel {
        static LEVEL: LazyLock<SimdLevel> = LazyLock::new(detect);
        *LEVEL
    }
}

#[cfg(target_arch = "x86_64")]
fn detect() -> SimdLevel {
    let has_avx2 =
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") && is_x86_feature_detected!("f16c");
    let has_avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vnni");
    match (has_avx2, has_avx512) {
        (true, true) => SimdLevel::Avx512,
        (true, false) => SimdLevel::Avx2,
        (false, _) => SimdLevel::Other,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> SimdLevel {
    SimdLevel::Other
}

/// A matrix of weights: `outputs` rows of `inputs` columns.
pub(crate) enum Matrix {
    /// In tiles, for this crate's kernels.
    Tiles(Packed),
    /// In the file's layout, for candle's kernels.
    File { product: QMatMul, tensor: Arc<QTensor>, inputs: usize, outputs: usize },
}

impl Matrix {
    /// Converts a tensor of the file.
    pub(crate) fn of(tensor: QTensor, level: SimdLevel) -> Result<Matrix> {
        let (outputs, inputs) = tensor.shape().dims2()?;
        if level != SimdLevel::Other && outputs.is_multiple_of(TILE) && inputs.is_multiple_of(GROUP) {
            return Ok(Matrix::Tiles(Packed::of(&tensor, outputs, inputs)?));
        }
        let tensor = Arc::new(tensor);
        Ok(Matrix::File { product: QMatMul::from_arc(tensor.clone())?, tensor, inputs, outputs })
    }

    pub(crate) fn inputs(&self) -> usize {
        match self {
            Matrix::Tiles(it) => it.inputs,
            Matrix::File { inputs, .. } => *inputs,
        }
    }

    pub(crate) fn outputs(&self) -> usize {
        match self {
            Matrix::Tiles(it) => it.outputs,
            Matrix::File { outputs, .. } => *outputs,
        }
    }

    /// Row `index` as floats: the embedding of a token.
    pub(crate) fn row(&self, index: usize, out: &mut [f32]) -> Result<()> {
        match self {
            Matrix::Tiles(it) => it.row(index, out),
            Matrix::File { tensor, .. } => {
                let ids = Tensor::new(&[u32::try_from(index).unwrap_or(u32::MAX)], &Device::Cpu)?;
                let row = tensor.embedding(&ids)?.flatten_all()?.to_vec1::<f32>()?;
                out.iter_mut().zip(row).for_each(|(to, from)| *to = from);
            }
        }
        Ok(())
    }

    /// The product with `x`: one row of `outputs` floats for each row of `x`.
    pub(crate) fn product(&self, x: &Activations<'_>, out: &mut Vec<f32>) -> Result<()> {
        out.resize(x.rows() * self.outputs(), 0.0);
        match self {
            Matrix::Tiles(packed) => tiles(packed, x, out),
            Matrix::File { product, inputs, .. } => {
                let x = Tensor::from_slice(x.exact(), (x.rows(), *inputs), &Device::Cpu)?;
                let product = product.forward(&x)?.flatten_all()?.to_vec1::<f32>()?;
                out.copy_from_slice(&product);
            }
        }
        Ok(())
    }
}

/// Number of tiles in one unit of parallel work.
const TILES_AT_ONCE: usize = 8;

fn tiles(packed: &Packed, x: &Activations<'_>, out: &mut [f32]) {
    let rows = x.rows();
    if rows == 1 {
        // With one row, the tiles are already in the order of the product.
        let work = |(index, part): (usize, &mut [f32])| multiply(packed, index * TILES_AT_ONCE, x, part);
        each(out, TILES_AT_ONCE * TILE, work);
        return;
    }
    let mut by_tile = vec![0.0; rows * packed.outputs];
    let size = rows * TILE * TILES_AT_ONCE;
    each(&mut by_tile, size, |(index, part)| multiply(packed, index * TILES_AT_ONCE, x, part));
    // Each tile holds its sixteen columns of every row contiguously.
    for (tile, part) in by_tile.chunks_exact(rows * TILE).enumerate() {
        for (row, columns) in part.chunks_exact(TILE).enumerate() {
            let at = row * packed.outputs + tile * TILE;
            if let Some(to) = out.get_mut(at..at + TILE) {
                to.copy_from_slice(columns);
            }
        }
    }
}

/// Processes a buffer in chunks, on the current thread pool.
fn each(out: &mut [f32], size: usize, work: impl Fn((usize, &mut [f32])) + Send + Sync) {
    if rayon::current_num_threads() == 1 {
        out.chunks_mut(size).enumerate().for_each(work);
    } else {
        out.par_chunks_mut(size).enumerate().for_each(work);
    }
}

#[cfg(target_arch = "x86_64")]
fn multiply(packed: &Packed, first: usize, x: &Activations<'_>, out: &mut [f32]) {
    x86::multiply(SimdLevel::current(), packed, first, x, out);
}

#[cfg(not(target_arch = "x86_64"))]
fn multiply(_: &Packed, _: usize, _: &Activations<'_>, _: &mut [f32]) {
    // Without kernels nothing is packed.
}

#[cfg(test)]
mod tests;
