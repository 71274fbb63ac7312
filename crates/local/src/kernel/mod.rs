//! Products of quantised weights with activations: where all the time of an embedded model goes.
//!
//! Weights are laid out once, when they are loaded, in tiles of sixteen rows ([`Packed`]), and the file's own layout is dropped:
//! one copy in memory. Activations are rounded to eight bits in groups of 32 ([`Rounded`]). Each row of a product is the same to
//! the bit whatever it is computed together with, so that an answer does not depend on who else is speaking.
//! Where the processor has no AVX2, candle's own kernels are used on the file's layout.
//! Not here: what the matrices mean (`net`).
mod attend;
mod pack;
mod rounded;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use attend::{Heads, attend};
pub(crate) use pack::{Packed, bytes_of};
pub(crate) use rounded::Rounded;

use candle_core::quantized::{QMatMul, QTensor};
use candle_core::{Device, Module, Result, Tensor};
use rayon::prelude::*;
use std::sync::{Arc, LazyLock};

/// Rows of a tile.
pub(crate) const TILE: usize = 16;

/// Columns that share a scale.
pub(crate) const GROUP: usize = 32;

/// What the processor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Nothing this crate has code for.
    Other,
    /// 256 bits at a time.
    Avx2,
    /// 512 bits at a time, with a product of bytes in one instruction.
    Avx512,
}

impl Level {
    /// This machine's.
    pub(crate) fn here() -> Level {
        static HERE: LazyLock<Level> = LazyLock::new(detect);
        *HERE
    }
}

#[cfg(target_arch = "x86_64")]
fn detect() -> Level {
    let has_avx2 =
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") && is_x86_feature_detected!("f16c");
    let has_avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vnni");
    match (has_avx2, has_avx512) {
        (true, true) => Level::Avx512,
        (true, false) => Level::Avx2,
        (false, _) => Level::Other,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Level {
    Level::Other
}

/// A matrix of weights: `outputs` rows of `inputs` columns.
pub(crate) enum Matrix {
    /// In tiles, for the kernels of this crate.
    Tiles(Packed),
    /// As the file has it, for candle's.
    File { product: QMatMul, tensor: Arc<QTensor>, inputs: usize, outputs: usize },
}

impl Matrix {
    /// Takes a tensor over from the file.
    pub(crate) fn of(tensor: QTensor, level: Level) -> Result<Matrix> {
        let (outputs, inputs) = tensor.shape().dims2()?;
        if level != Level::Other && outputs.is_multiple_of(TILE) && inputs.is_multiple_of(GROUP) {
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

    /// Row `index`, as numbers: the embedding of a token.
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

    /// The product with `x`, one row of `outputs` numbers for each row of `x`.
    pub(crate) fn product(&self, x: &Rounded<'_>, out: &mut Vec<f32>) -> Result<()> {
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

/// Tiles of a product that are worth a thread's attention.
const TILES_AT_ONCE: usize = 8;

fn tiles(packed: &Packed, x: &Rounded<'_>, out: &mut [f32]) {
    let rows = x.rows();
    if rows == 1 {
        // One row of tiles is one row of the product.
        let work = |(index, part): (usize, &mut [f32])| multiply(packed, index * TILES_AT_ONCE, x, part);
        each(out, TILES_AT_ONCE * TILE, work);
        return;
    }
    let mut by_tile = vec![0.0; rows * packed.outputs];
    let size = rows * TILE * TILES_AT_ONCE;
    each(&mut by_tile, size, |(index, part)| multiply(packed, index * TILES_AT_ONCE, x, part));
    // Each tile has its sixteen columns of every row together.
    for (tile, part) in by_tile.chunks_exact(rows * TILE).enumerate() {
        for (row, columns) in part.chunks_exact(TILE).enumerate() {
            let at = row * packed.outputs + tile * TILE;
            if let Some(to) = out.get_mut(at..at + TILE) {
                to.copy_from_slice(columns);
            }
        }
    }
}

/// Does the parts of a buffer, on the threads of the pool this is called in.
fn each(out: &mut [f32], size: usize, work: impl Fn((usize, &mut [f32])) + Send + Sync) {
    if rayon::current_num_threads() == 1 {
        out.chunks_mut(size).enumerate().for_each(work);
    } else {
        out.par_chunks_mut(size).enumerate().for_each(work);
    }
}

#[cfg(target_arch = "x86_64")]
fn multiply(packed: &Packed, first: usize, x: &Rounded<'_>, out: &mut [f32]) {
    x86::multiply(Level::here(), packed, first, x, out);
}

#[cfg(not(target_arch = "x86_64"))]
fn multiply(_: &Packed, _: usize, _: &Rounded<'_>, _: &mut [f32]) {
    // Without kernels of its own this crate packs nothing.
}

#[cfg(test)]
mod tests;
