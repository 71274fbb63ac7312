//! Similarity of two embeddings.
//!
//! Not here: the embedding model, and conclusions; similarity never decides alone (`relation`).

/// The cosine of two vectors, −1 to 1; none if they differ in length, one is zero, or a value is not finite.
pub fn cosine(a: &[f32], b: &[f32]) -> Option<f32> {
    if a.len() != b.len() {
        return None;
    }
    // Squares of `f32` can overflow `f32`, but not `f64`.
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    let length = dot(a, a).sqrt() * dot(b, b).sqrt();
    // NaN for a zero vector.
    let cosine = dot(a, b) / length;
    cosine.is_finite().then_some(cosine.clamp(-1.0, 1.0) as f32)
}
