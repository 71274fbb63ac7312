//! Scalar fields of an answer: texts, confidence, key points, change of confidence (D-20).
//!
//! Each function takes the value of a field and returns the parsed value, or none and a recorded flaw.
use super::flaws::Flaws;
use super::value::{List, Value};
use crate::turn::{ConfidenceChange, Stance};

/// Maximum characters of a position.
pub(super) const POSITION_MOST: usize = 2_000;
/// Maximum characters of any other text.
pub(super) const TEXT_MOST: usize = 1_000;
/// Maximum key points; the prompt asks for two or three.
const KEY_POINTS_MOST: usize = 5;

/// A text in quotes.
pub(super) fn text(value: &Value, field: &str, most: usize, flaws: &mut Flaws) -> Option<String> {
    match value {
        Value::Text(text) => flaws.clean(text).map(|text| flaws.cut(text, field, most)),
        Value::Null | Value::Broken => None,
        Value::Bool(_) | Value::Number(_) | Value::Bare(_) | Value::List(_) | Value::Object(_) | Value::Unreadable => {
            if !value.is_absent() {
                flaws.wrong_type(field);
            }
            None
        }
    }
}

/// An optional text; some models write "none" for an absent one.
pub(super) fn optional_text(value: &Value, field: &str, flaws: &mut Flaws) -> Option<String> {
    let text = text(value, field, TEXT_MOST, flaws)?;
    let is_none = ["none", "null", "n/a", "nil"].iter().any(|it| text.trim_end_matches('.').eq_ignore_ascii_case(it));
    if is_none {
        flaws.coerced(field);
    }
    (!is_none).then_some(text)
}

/// A confidence of 0…1, or a percentage with its sign. A bare number above one is ambiguous: 8 may mean 8 % or 8 of 10.
pub(super) fn confidence(value: &Value, flaws: &mut Flaws) -> Option<f64> {
    share(value, "confidence", flaws)
}

/// Any number.
pub(super) fn figure(value: &Value) -> Option<f64> {
    number(value).map(|(number, _)| number).filter(|it| it.is_finite())
}

/// A share of 0…1, parsed like a confidence.
pub(super) fn share(value: &Value, field: &str, flaws: &mut Flaws) -> Option<f64> {
    if value.is_absent() {
        return None;
    }
    let Some((number, form)) = number(value) else {
        flaws.wrong_type(field);
        return None;
    };
    let (share, is_exact) = match form {
        NumberFormat::Number => (number, true),
        NumberFormat::Text => (number, false),
        NumberFormat::Percent => (number / 100.0, false),
    };
    if !(0.0..=1.0).contains(&share) {
        flaws.out_of_range(field);
        return None;
    }
    if !is_exact {
        flaws.coerced(field);
    }
    Some(share.abs())
}

/// The notation of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberFormat {
    Number,
    Text,
    Percent,
}

fn number(value: &Value) -> Option<(f64, NumberFormat)> {
    if let Value::Number(number) = value {
        return Some((*number, NumberFormat::Number));
    }
    let text = value.word()?.trim().replace('\u{2212}', "-");
    let (text, form) = match text.strip_suffix('%') {
        Some(text) => (text.trim_end(), NumberFormat::Percent),
        None => (text.as_str(), NumberFormat::Text),
    };
    let is_number = text.bytes().all(|it| it.is_ascii_digit() || b"+-.eE".contains(&it));
    text.parse().ok().filter(|_| is_number).map(|number| (number, form))
}

/// A stance. Its word must come first; nothing is inferred from prose.
pub(super) fn stance(value: &Value, flaws: &mut Flaws) -> Option<Stance> {
    if value.is_absent() {
        return None;
    }
    let text = value.word().unwrap_or_default().trim();
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let all = [Stance::Yes, Stance::No, Stance::Neutral];
    let stance = all.into_iter().find(|it| word.eq_ignore_ascii_case(it.as_str()));
    match stance {
        Some(_) if text.len() > word.len() => flaws.coerced("stance"),
        Some(_) => {}
        None => flaws.wrong_type("stance"),
    }
    stance
}

/// The key points.
pub(super) fn key_points(value: &Value, flaws: &mut Flaws) -> Vec<String> {
    const FIELD: &str = "key_points";
    let Value::List(List { items, .. }) = value else {
        let point = text(value, FIELD, TEXT_MOST, flaws);
        if point.is_some() {
            flaws.coerced(FIELD);
        }
        return point.into_iter().collect();
    };
    let mut points: Vec<String> = items.iter().filter_map(|item| text(item, FIELD, TEXT_MOST, flaws)).collect();
    if points.len() > KEY_POINTS_MOST {
        flaws.too_long(FIELD);
        points.truncate(KEY_POINTS_MOST);
    }
    points
}

/// The change of confidence.
pub(super) fn confidence_change(value: &Value, flaws: &mut Flaws) -> Option<ConfidenceChange> {
    const FIELD: &str = "confidence_change";
    if value.is_absent() {
        return None;
    }
    let Value::Object(object) = value else {
        let delta = delta(value, flaws)?;
        flaws.coerced(FIELD);
        return Some(ConfidenceChange { delta, since: None, reason: None });
    };
    if object.members.iter().all(|(_, value)| value.is_absent()) {
        return None;
    }
    let delta = delta(object.get("delta"), flaws)?;
    let since = since(object.get("since"), flaws);
    let reason = optional_text(object.get("reason"), FIELD, flaws);
    Some(ConfidenceChange { delta, since, reason })
}

fn delta(value: &Value, flaws: &mut Flaws) -> Option<f64> {
    const FIELD: &str = "confidence_change";
    let Some((number, form)) = number(value) else {
        flaws.wrong_type(FIELD);
        return None;
    };
    let delta = if form == NumberFormat::Percent { number / 100.0 } else { number };
    if !(-1.0..=1.0).contains(&delta) {
        flaws.out_of_range(FIELD);
        return None;
    }
    if form != NumberFormat::Number {
        flaws.coerced(FIELD);
    }
    Some(delta)
}

/// A round number: a number, or `round 2`.
fn since(value: &Value, flaws: &mut Flaws) -> Option<u32> {
    const FIELD: &str = "confidence_change";
    if value.is_absent() {
        return None;
    }
    if let Value::Number(number) = value {
        let round = whole(*number);
        if round.is_none() {
            flaws.out_of_range(FIELD);
        }
        return round;
    }
    let word = value.word().unwrap_or_default().trim().to_ascii_lowercase();
    let word = word.strip_prefix("round").or_else(|| word.strip_prefix('r')).unwrap_or(&word).trim_start();
    let round = word.parse().ok();
    match round {
        Some(_) => flaws.coerced(FIELD),
        None => flaws.wrong_type(FIELD),
    }
    round
}

/// A non-negative integer.
pub(super) fn whole(number: f64) -> Option<u32> {
    let is_whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole and within bounds")]
    is_whole.then_some(number as u32)
}
