//! Independent voices (I-03).
use analysis::measure::voices::*;

/// I-03: same model family counts less.
#[test]
fn kin_count_less() {
    assert!(effective([]).is_sign_positive());
    assert_eq!(effective(["gpt", "claude"]), 2.0);
    let kin = effective(["gpt", "gpt", "gpt"]);
    assert!((1.0..1.5).contains(&kin), "{kin}");
    assert!(effective(["gpt", "gpt", "claude"]) > kin);
}
