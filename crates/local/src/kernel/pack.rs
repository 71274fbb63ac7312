//! Packs tensors from the file's layout into tiles: exactly for the formats that small models use, with scales in half precision.
//!
//! A tile is sixteen rows. Within it, a group of 32 columns is stored so that one load brings four columns of all sixteen rows: the
//! product of a tile needs no horizontal sums.
#![expect(clippy::indexing_slicing, reason = "offsets into blocks of fixed layout, whose number is checked once")]
use super::{GROUP, TILE};
use candle_core::quantized::{GgmlDType, QTensor};
use candle_core::{Device, Result, bail};
use half::f16;
use rayon::prelude::*;

/// How the values of a matrix are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Four bits: value = scale · q + minimum, with a scale and a minimum for each group.
    Four,
    /// Eight bits: value = scale · (q − offset), a scale for each half of a group.
    Eight {
        /// The code of zero.
        offset: u8,
    },
}

/// A matrix in tiles.
pub(crate) struct Packed {
    pub(super) outputs: usize,
    pub(super) inputs: usize,
    pub(super) depth: Depth,
    /// The values: for each tile, each group, [`Depth::bytes`] bytes.
    pub(super) values: Vec<u8>,
    /// Half-precision numbers, two for each row of a tile in each group: scale and minimum, or the scales of both halves.
    pub(super) scales: Vec<f16>,
}

impl Depth {
    /// Bytes of one group of a tile.
    pub(super) const fn bytes(self) -> usize {
        match self {
            Depth::Four => TILE * GROUP / 2,
            Depth::Eight { .. } => TILE * GROUP,
        }
    }
}

/// The depth that stores a format without further rounding; `None` for formats that are first rounded to eight bits.
fn depth(kind: GgmlDType) -> Option<Depth> {
    match kind {
        GgmlDType::Q4_0 | GgmlDType::Q4_1 | GgmlDType::Q4K => Some(Depth::Four),
        GgmlDType::Q6K => Some(Depth::Eight { offset: 32 }),
        GgmlDType::Q8_0 => Some(Depth::Eight { offset: 128 }),
        GgmlDType::F32
        | GgmlDType::F16
        | GgmlDType::BF16
        | GgmlDType::Q5_0
        | GgmlDType::Q5_1
        | GgmlDType::Q8_1
        | GgmlDType::Q2K
        | GgmlDType::Q3K
        | GgmlDType::Q5K
        | GgmlDType::Q8K => None,
    }
}

/// Bytes that `count` weights of a format take in tiles, and bytes needed temporarily while they are packed.
pub(crate) fn bytes_of(kind: GgmlDType, count: u64) -> (u64, u64) {
    let file = count / kind.block_size() as u64 * kind.type_size() as u64;
    let held = depth(kind);
    let depth = held.unwrap_or(Depth::Eight { offset: 128 });
    let group = (depth.bytes() + SCALES * size_of::<f16>()) / TILE;
    let tiles = (count / GROUP as u64 + 1) * group as u64;
    // Formats that are rounded first exist temporarily as 32-bit floats and as 8-bit values.
    (tiles, if held.is_some() { file } else { file + count * 5 })
}

/// Half-precision numbers of one group of a tile.
pub(super) const SCALES: usize = 2 * TILE;

impl Packed {
    /// Packs a tensor whose outputs are a multiple of 16 and whose inputs are a multiple of 32.
    pub(crate) fn of(tensor: &QTensor, outputs: usize, inputs: usize) -> Result<Packed> {
        let kind = tensor.dtype();
        let Some(depth) = depth(kind) else {
            // Rare formats are rounded to eight bits, with negligible loss.
            let values = tensor.dequantize(&Device::Cpu)?;
            return Packed::of(&QTensor::quantize(&values, GgmlDType::Q8_0)?, outputs, inputs);
        };
        let read: Reader = match (depth, kind) {
            (Depth::Four, GgmlDType::Q4_0) => q4_0,
            (Depth::Four, GgmlDType::Q4_1) => q4_1,
            (Depth::Four, _) => q4_k,
            (Depth::Eight { .. }, GgmlDType::Q6K) => q6_k,
            (Depth::Eight { .. }, _) => q8_0,
        };
        let bytes = tensor.data()?;
        let row = inputs / kind.block_size() * kind.type_size();
        if bytes.len() != outputs * row || !inputs.is_multiple_of(kind.block_size()) {
            bail!("a tensor of {outputs} × {inputs} has {} bytes, expected {}", bytes.len(), outputs * row);
        }
        let groups = inputs / GROUP;
        let mut values = vec![0; outputs / TILE * groups * depth.bytes()];
        let mut scales = vec![f16::ZERO; outputs / TILE * groups * SCALES];
        values
            .par_chunks_mut(groups * depth.bytes())
            .zip(scales.par_chunks_mut(groups * SCALES))
            .zip(bytes.par_chunks(TILE * row))
            .for_each(|((values, scales), rows)| {
                for (index, row) in rows.chunks_exact(row).enumerate() {
                    read(row, &mut Slot { values, scales, depth, row: index });
                }
            });
        Ok(Packed { outputs, inputs, depth, values, scales })
    }

    /// Row `index` as floats.
    pub(crate) fn row(&self, index: usize, out: &mut [f32]) {
        let (groups, bytes) = (self.inputs / GROUP, self.depth.bytes());
        let (tile, row) = (index / TILE, index % TILE);
        for group in 0..groups {
            let values = &self.values[(tile * groups + group) * bytes..][..bytes];
            let scales = &self.scales[(tile * groups + group) * SCALES..][..SCALES];
            let (first, second) = (scales[row].to_f32(), scales[TILE + row].to_f32());
            for (at, out) in out[group * GROUP..][..GROUP].iter_mut().enumerate() {
                *out = match self.depth {
                    Depth::Four => {
                        let (step, byte, is_high) = (at % 16 / 4, at % 4, at >= 16);
                        let pair = values[step * 4 * TILE + row * 4 + byte];
                        first * f32::from(if is_high { pair >> 4 } else { pair & 15 }) + second
                    }
                    Depth::Eight { offset } => {
                        let q = values[at / 4 * 4 * TILE + row * 4 + at % 4];
                        let scale = if at < GROUP / 2 { first } else { second };
                        scale * (f32::from(q) - f32::from(offset))
                    }
                };
            }
        }
    }
}

/// Converts a row of the file's blocks into its slot of a tile.
type Reader = fn(&[u8], &mut Slot<'_>);

/// One row of a tile.
struct Slot<'a> {
    values: &'a mut [u8],
    scales: &'a mut [f16],
    depth: Depth,
    row: usize,
}

impl Slot<'_> {
    fn put(&mut self, group: usize, step: usize, four: [u8; 4]) {
        let at = group * self.depth.bytes() + step * 4 * TILE + self.row * 4;
        self.values[at..at + 4].copy_from_slice(&four);
    }

    /// Sixteen bytes of two four-bit values each: column n in the low half, column n + 16 in the high.
    fn put_pairs(&mut self, group: usize, pairs: [u8; 16]) {
        for step in 0..4 {
            self.put(group, step, std::array::from_fn(|byte| pairs[step * 4 + byte]));
        }
    }

    fn scale(&mut self, group: usize, first: f32, second: f32) {
        let at = group * SCALES + self.row;
        self.scales[at] = f16::from_f32(first);
        self.scales[at + TILE] = f16::from_f32(second);
    }
}

fn half(bytes: &[u8], at: usize) -> f32 {
    f16::from_le_bytes([bytes[at], bytes[at + 1]]).to_f32()
}

fn q4_0(row: &[u8], slot: &mut Slot<'_>) {
    for (group, block) in row.chunks_exact(18).enumerate() {
        let scale = half(block, 0);
        slot.scale(group, scale, -8.0 * scale);
        slot.put_pairs(group, std::array::from_fn(|at| block[2 + at]));
    }
}

fn q4_1(row: &[u8], slot: &mut Slot<'_>) {
    for (group, block) in row.chunks_exact(20).enumerate() {
        slot.scale(group, half(block, 0), half(block, 2));
        slot.put_pairs(group, std::array::from_fn(|at| block[4 + at]));
    }
}

fn q8_0(row: &[u8], slot: &mut Slot<'_>) {
    for (group, block) in row.chunks_exact(34).enumerate() {
        let scale = half(block, 0);
        slot.scale(group, scale, scale);
        for step in 0..8 {
            slot.put(group, step, std::array::from_fn(|byte| block[2 + step * 4 + byte].wrapping_add(128)));
        }
    }
}

/// 256 values: eight groups, whose scales and minimums have six bits each and share a half-precision factor.
fn q4_k(row: &[u8], slot: &mut Slot<'_>) {
    for (index, block) in row.chunks_exact(144).enumerate() {
        let (scale, least) = (half(block, 0), half(block, 2));
        let (packed, values) = (&block[4..16], &block[16..144]);
        for sub in 0..8 {
            let (s, l) = if sub < 4 {
                (packed[sub] & 63, packed[sub + 4] & 63)
            } else {
                (packed[sub + 4] & 15 | packed[sub - 4] >> 6 << 4, packed[sub + 4] >> 4 | packed[sub] >> 6 << 4)
            };
            let group = index * 8 + sub;
            slot.scale(group, scale * f32::from(s), -least * f32::from(l));
            // Two groups share 32 bytes: the first has the low halves, the second the high ones.
            let pairs = &values[sub / 2 * 32..][..32];
            let is_high = sub % 2 == 1;
            slot.put_pairs(
                group,
                std::array::from_fn(|at| {
                    let (low, high) = (pairs[at], pairs[at + 16]);
                    if is_high { low >> 4 | high & 0xF0 } else { low & 15 | high << 4 }
                }),
            );
        }
    }
}

/// 256 values of six bits, split into four and two bits; sixteen 8-bit scales.
fn q6_k(row: &[u8], slot: &mut Slot<'_>) {
    for (index, block) in row.chunks_exact(210).enumerate() {
        let scale = half(block, 208);
        for group in 0..8 {
            let (part, quarter) = (group / 4, group % 4);
            let low = &block[part * 64 + quarter % 2 * 32..][..32];
            let high = &block[128 + part * 32..][..32];
            let scales = &block[192 + group * 2..][..2];
            let [first, second] = [scales[0], scales[1]].map(|it| scale * f32::from(it.cast_signed()));
            slot.scale(index * 8 + group, first, second);
            let value = |at: usize| {
                let four = if quarter < 2 { low[at] & 15 } else { low[at] >> 4 };
                four | (high[at] >> (2 * quarter) & 3) << 4
            };
            for step in 0..8 {
                slot.put(index * 8 + group, step, std::array::from_fn(|byte| value(step * 4 + byte)));
            }
        }
    }
}
