//! The kernels against scalar arithmetic.
use super::*;
use candle_core::quantized::GgmlDType;

/// Pseudo-random numbers in the range of weights, the same on every run.
fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut chance = fastrand::Rng::with_seed(seed);
    (0..count).map(|_| (chance.f32() - 0.5) * 0.2 + (chance.f32() - 0.5) * 0.2).collect()
}

fn tensor(kind: GgmlDType, outputs: usize, inputs: usize) -> QTensor {
    let values = Tensor::from_vec(numbers(outputs * inputs, 7), (outputs, inputs), &Device::Cpu).unwrap();
    QTensor::quantize(&values, kind).unwrap()
}

/// O-44: tests of the crate that has `unsafe` code run with debug assertions, including those of the standard library, and with
/// overflow checks.
#[test]
fn checks_are_on_where_unsafe_is() {
    assert!(
        std::hint::black_box(cfg!(debug_assertions)),
        "debug assertions are off: see the profile of `local` in Cargo.toml"
    );
    let most = std::hint::black_box(usize::MAX);
    let added = std::panic::catch_unwind(|| most + std::hint::black_box(1));
    assert!(added.is_err(), "overflow checks are off: see the profile of `local` in Cargo.toml");
}

const KINDS: [GgmlDType; 8] = [
    GgmlDType::Q4_0,
    GgmlDType::Q4_1,
    GgmlDType::Q4K,
    GgmlDType::Q6K,
    GgmlDType::Q8_0,
    GgmlDType::Q5K,
    GgmlDType::F16,
    GgmlDType::F32,
];

/// O-01: packing keeps the values of the file.
#[test]
fn a_row_of_tiles_is_the_row_of_the_file() {
    for kind in KINDS {
        let (outputs, inputs) = (48, 512);
        let tensor = tensor(kind, outputs, inputs);
        let exact = tensor.dequantize(&Device::Cpu).unwrap().to_vec2::<f32>().unwrap();
        let packed = Packed::of(&tensor, outputs, inputs).unwrap();
        let mut row = vec![0.0; inputs];
        for (index, exact) in exact.iter().enumerate() {
            packed.row(index, &mut row);
            for (found, expected) in row.iter().zip(exact) {
                assert!((found - expected).abs() < 1.5e-3, "{kind:?} row {index}: {found} for {expected}");
            }
        }
    }
}

/// O-01: products agree with scalar arithmetic, at every level of this machine, for any number of rows.
#[test]
#[cfg(target_arch = "x86_64")]
fn a_product_is_the_product() {
    for kind in KINDS {
        for level in [SimdLevel::Avx2, SimdLevel::Avx512].into_iter().filter(|it| *it <= SimdLevel::current()) {
            let (outputs, inputs, rows) = (48, 512, 19);
            let tensor = tensor(kind, outputs, inputs);
            let packed = Packed::of(&tensor, outputs, inputs).unwrap();
            let weights = tensor.dequantize(&Device::Cpu).unwrap().to_vec2::<f32>().unwrap();
            let x: Vec<f32> = numbers(rows * inputs, 11);
            let mut found = vec![0.0; rows * outputs];
            x86::multiply(level, &packed, 0, &Activations::of(&x, inputs), &mut found);
            for (row, x) in x.chunks_exact(inputs).enumerate() {
                for (output, weights) in weights.iter().enumerate() {
                    let expected: f32 = weights.iter().zip(x).map(|(a, b)| a * b).sum();
                    let found = found[output / TILE * rows * TILE + row * TILE + output % TILE];
                    // A sum of 512 such products is about 0.15 in size; quantisation to eight bits costs a hundredth.
                    assert!(
                        (found - expected).abs() < 0.008,
                        "{kind:?} {level:?} {row}/{output}: {found} for {expected}"
                    );
                }
            }
        }
    }
}

/// O-05: an answer must not depend on other requests, so a row's product is the same to the bit in any batch.
#[test]
fn a_row_is_the_same_in_any_company() {
    for kind in [GgmlDType::Q4K, GgmlDType::Q6K] {
        let matrix = Matrix::of(tensor(kind, 64, 512), SimdLevel::current()).unwrap();
        let x = numbers(23 * 512, 3);
        let mut together = Vec::new();
        matrix.product(&Activations::of(&x, 512), &mut together).unwrap();
        for (row, x) in x.chunks_exact(512).enumerate() {
            let mut alone = Vec::new();
            matrix.product(&Activations::of(x, 512), &mut alone).unwrap();
            assert_eq!(alone, together[row * 64..][..64], "{kind:?} row {row}");
        }
    }
}

/// O-01: without vector instructions the product is candle's, and nearly the same.
#[test]
fn candles_own_product_is_nearly_the_same() {
    let (ours, theirs) = (
        Matrix::of(tensor(GgmlDType::Q4K, 64, 512), SimdLevel::current()).unwrap(),
        Matrix::of(tensor(GgmlDType::Q4K, 64, 512), SimdLevel::Other).unwrap(),
    );
    let x = numbers(3 * 512, 5);
    let (mut a, mut b) = (Vec::new(), Vec::new());
    ours.product(&Activations::of(&x, 512), &mut a).unwrap();
    theirs.product(&Activations::of(&x, 512), &mut b).unwrap();
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 0.01));
    let (mut a, mut b) = (vec![0.0; 512], vec![0.0; 512]);
    ours.row(17, &mut a).unwrap();
    theirs.row(17, &mut b).unwrap();
    assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-3));
}

#[test]
fn attention_is_a_weighted_mean_of_what_was_seen() {
    for width in [32, 64, 128] {
        let heads = Heads { queries: 4, keys: 2, width };
        let row = 2 * width;
        let (keys, values) = (numbers(9 * row, 1), numbers(9 * row, 2));
        let query: Vec<f32> = numbers(4 * width, 3).iter().map(|it| it * 40.0).collect();
        let mut found = vec![0.0; 4 * width];
        attend(heads, &query, &keys, &values, 7, &mut found);
        for head in 0..4 {
            let at = head / 2 * width;
            let score = |position: usize| -> f32 {
                let products = (0..width).map(|it| query[head * width + it] * keys[position * row + at + it]);
                (products.sum::<f32>() / (width as f32).sqrt()).exp()
            };
            let total: f32 = (0..7).map(score).sum();
            for lane in 0..width {
                let expected: f32 = (0..7).map(|it| score(it) / total * values[it * row + at + lane]).sum();
                assert!((found[head * width + lane] - expected).abs() < 1e-5, "{width}");
            }
        }
    }
}
