//! How alike two texts are by the numbers that a model makes of them.
//!
//! Not here: the model, and what follows from the figure; likeness never decides alone (`relation`).

/// The cosine of the angle between two vectors, from −1 to 1; none if they differ in length, one has no direction, or a number is not
/// finite.
pub fn cosine(a: &[f32], b: &[f32]) -> Option<f32> {
    if a.len() != b.len() {
        return None;
    }
    // Squares of `f32` can overflow in `f32`, not in `f64`.
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
    let length = dot(a, a).sqrt() * dot(b, b).sqrt();
    // Without a length it is no number.
    let cosine = dot(a, b) / length;
    cosine.is_finite().then_some(cosine.clamp(-1.0, 1.0) as f32)
}
