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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// O-07.
    #[test]
    fn a_cosine_is_of_two_directions() {
        for (a, b, expected) in [
            (&[1.0, 0.0][..], &[0.0, 2.0][..], Some(0.0)),
            (&[3.0, 4.0], &[6.0, 8.0], Some(1.0)),
            (&[1.0, 0.0], &[-5.0, 0.0], Some(-1.0)),
            (&[3.0, 4.0], &[4.0, 3.0], Some(0.96)),
            (&[f32::MAX, 0.0], &[f32::MAX, 0.0], Some(1.0)),
            (&[1.0], &[1.0, 0.0], None),
            (&[0.0, 0.0], &[1.0, 0.0], None),
            (&[f32::NAN, 0.0], &[1.0, 0.0], None),
            (&[f32::INFINITY, 0.0], &[1.0, 0.0], None),
            (&[], &[], None),
        ] {
            assert_eq!(cosine(a, b), expected, "{a:?} {b:?}");
            assert_eq!(cosine(b, a), expected, "{b:?} {a:?}");
        }
    }

    proptest! {
        #[test]
        fn a_cosine_is_within_bounds(a in prop::collection::vec(any::<f32>(), 3), b in prop::collection::vec(any::<f32>(), 3)) {
            if let Some(it) = cosine(&a, &b) { prop_assert!((-1.0..=1.0).contains(&it)); }
        }
    }
}
