//! Kinds of values that only panels have (P-10 … P-21); the others are in `kinds`.
use super::kinds::{Allowed, Kind, Shape};
use debate::rules::Detection;
use std::ops::RangeInclusive;

/// The values for how a clash is judged.
const DETECTIONS: [(&str, Detection); 2] = [("vote", Detection::Vote), ("parts", Detection::Parts)];

pub(super) const DETECTION: Kind<Detection> = Kind {
    shape: Shape::Text,
    allowed: || Allowed { text: "vote or parts".to_owned(), words: DETECTIONS.map(|(word, _)| word).to_vec() },
    parse: |text| DETECTIONS.iter().find(|(word, _)| *word == text).map(|(_, it)| *it),
    show: |value| DETECTIONS.iter().find(|(_, it)| it == value).map_or("parts", |(word, _)| word).to_owned(),
    or_none: false,
    secret: false,
};

/// P-10 has three or four; a person who wants more may have them.
pub(super) const ASPECTS: Kind<u32> = whole(|text| within(text, 1..=12), || allowed(1..=12));
/// P-10.
pub(super) const CLASH: Kind<u32> = whole(|text| within(text, 2..=4), || allowed(2..=4));
/// P-21.
pub(super) const EXCHANGE: Kind<u32> = whole(|text| within(text, 2..=8), || allowed(2..=8));
/// Eight participants make 28 pairs.
pub(super) const ROOMS: Kind<u32> = whole(|text| within(text, 1..=28), || allowed(1..=28));
/// P-05.
pub(super) const REMIND: Kind<u32> = whole(|text| within(text, 1..=100), || allowed(1..=100));

/// P-16; two is what providers take at most.
pub(super) const TEMPERATURE: Kind<f64> = Kind {
    shape: Shape::Number,
    allowed: || Allowed::text("a number from 0 to 2"),
    parse: |text| text.parse().ok().filter(|it| (0.0..=2.0).contains(it)),
    show: f64::to_string,
    or_none: false,
    secret: false,
};

const fn whole(parse: fn(&str) -> Option<u32>, allowed: fn() -> Allowed) -> Kind<u32> {
    Kind { shape: Shape::Number, allowed, parse, show: u32::to_string, or_none: false, secret: false }
}

fn within(text: &str, range: RangeInclusive<u32>) -> Option<u32> {
    text.parse().ok().filter(|it| range.contains(it))
}

fn allowed(range: RangeInclusive<u32>) -> Allowed {
    Allowed::text(&format!("a whole number from {} to {}", range.start(), range.end()))
}
