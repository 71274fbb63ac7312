//! Cosines (O-07).
use proptest::prelude::*;
use prose::similarity::*;

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
