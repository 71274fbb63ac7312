//! Accepted and printed values of each kind of setting.
use super::*;
use crate::settings::parse::one_line;

/// D-60
#[test]
fn a_duration_is_a_number_and_a_unit() {
    let rows = [("500ms", Some(500)), ("90s", Some(90_000)), ("10m", Some(600_000)), ("1h", Some(3_600_000))];
    for (text, millis) in rows {
        assert_eq!(parse_duration(text).map(|it| it.as_millis()), millis, "{text}");
        assert_eq!(parse_duration(text).map(show_duration).as_deref(), Some(text));
    }
    for text in
        ["", "90", "s", "0s", "-1s", "1.5h", "1h30m", "1 h", "1d", "99999999999999999999h", "18446744073709551615h"]
    {
        assert_eq!(parse_duration(text), None, "{text}");
    }
    assert_eq!(show_duration(Duration::from_secs(120)), "2m");
}

/// O-40
#[test]
fn what_may_hold_a_key_is_no_variable_and_no_address() {
    for text in ["sk-proj-123", "", "9A", "my key", "skant0123456789"] {
        assert_eq!((KEY_ENV.parse)(text), None, "{text}");
    }
    assert_eq!((KEY_ENV.parse)("MY_KEY_2"), Some(Some("MY_KEY_2".to_owned())));
    for text in ["", "gpu:8000", "ftp://x", "http://", "https:///v1", "https://me:secret@x/v1", "https://x/v1?key=1"] {
        assert_eq!((BASE_URL.parse)(text), None, "{text}");
    }
    assert!((BASE_URL.parse)("http://gpu:8000/v1").is_some());
}

#[test]
fn strange_words_stay_on_one_line() {
    assert_eq!(one_line("a\nb\u{1b}[31m"), "a\\nb\\u{1b}[31m");
    assert_eq!(one_line(&"é".repeat(70)).chars().count(), 61);
}
