//! Arithmetic of tools (O-10).
use proptest::prelude::*;
use prose::arithmetic::*;

fn shown(expression: &str) -> String {
    evaluate(expression).map_or_else(|it| it.to_string(), |it| it.to_string())
}

/// O-10: every operator, function and way of writing a number, worked out by hand.
#[test]
fn what_people_write_is_worked_out() {
    for (expression, expected) in [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) × 3", "9"),
        ("10 − 2 − 3", "5"),
        ("2 ^ 3 ^ 2", "512"),
        ("-2 ^ 2", "-4"),
        ("2 ^ -2", "0.25"),
        ("--3 + +1", "4"),
        ("7 ÷ 2", "3.5"),
        ("1 / 3", "0.333333333333"),
        ("1/3 + 1/3 + 1/3", "1"),
        ("0.1 + 0.2", "0.3"),
        ("1,200 * 3", "3600"),
        ("1,234,567.5 + 0.5", "1234568"),
        ("1_000 + 1'000 + 1\u{202f}000", "3000"),
        ("15% of 240", "36"),
        ("15 % of (200 + 40)", "36"),
        ("240 * 15%", "36"),
        ("7 % 3", "1"),
        ("-7 % 3", "-1"),
        ("100 + 15%", "100.15"),
        ("50% - 10%", "0.4"),
        ("(3 / 12) * 100", "25"),
        ("sqrt(144)", "12"),
        ("sqrt(2)", "1.41421356237"),
        ("sqrt(0.25)", "0.5"),
        ("max(1,200)", "200"),
        ("min(3, 1, 2) + abs(-4)", "5"),
        ("round(2.5) + round(-2.5)", "0"),
        ("round(3.14159, 2)", "3.14"),
        ("round(1234, -2)", "1200"),
        ("pow(2, 10)", "1024"),
        ("pow(2, 0.5)", "1.41421356237"),
        ("ln(exp(1))", "1"),
        ("log10(1000)", "3"),
        ("1.5e3 + 2E-1", "1500.2"),
        ("12 x 30", "360"),
        ("2(3 + 4)", "14"),
        ("3 sqrt(4)", "6"),
        ("170141183460469231731687303715884105727 + 1", "170141183460000000000000000000000000000"),
        ("0.000000000001 * 1", "0.000000000001"),
        ("2 ^ 0.5 ^ 2", "1.189207115"),
    ] {
        assert_eq!(shown(expression), expected, "{expression}");
    }
}

/// O-10: errors give their position and reason.
#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (expression, expected) in [
        ("", "character 1: there is nothing to work out; write an expression such as `15% of 240`"),
        ("  ", "character 1: there is nothing to work out; write an expression such as `15% of 240`"),
        ("2 +", "character 4: a number is missing at the end"),
        ("2 + * 3", "character 5: `*` can't stand here; a number or an operator must"),
        ("2 3", "character 3: `3` can't stand here; a number or an operator must"),
        ("1,20 + 3", "character 2: `,` can't stand here; a number or an operator must"),
        ("(1 + 2", "character 1: the parenthesis that opens here is not closed"),
        ("1 + 2)", "character 6: `)` can't stand here; a number or an operator must"),
        ("sqrt(", "character 5: the parenthesis that opens here is not closed"),
        ("sqrt(1, 2)", "character 1: `sqrt` takes one number"),
        ("min()", "character 1: `min` takes one number or more"),
        ("pow(2)", "character 1: `pow` takes two numbers"),
        ("sine(1)", "character 1: `sine` is no function; there are abs, exp, ln, log10, max, min, pow, round, sqrt"),
        ("1 / (2 - 2)", "character 3: division by zero"),
        ("5 % 0", "character 3: division by zero"),
        ("0 ^ -1", "character 3: division by zero"),
        ("sqrt(-1)", "character 1: `sqrt` has no value for that number"),
        ("ln(0)", "character 1: `ln` has no value for that number"),
        ("(-8) ^ 0.5", "character 6: `^` has no value for that number"),
        ("9 ^ 9 ^ 9", "character 3: the result is too large"),
        ("exp(1000)", "character 1: the result is too large"),
        ("2 + $", "character 5: `$` can't stand here; a number or an operator must"),
        ("1.2.3", "character 4: `.` can't stand here; a number or an operator must"),
    ] {
        assert_eq!(shown(expression), expected, "{expression}");
    }
    let deep = "(".repeat(40) + "1" + &")".repeat(40);
    assert_eq!(shown(&deep), "character 33: nested more than 32 deep; work it out in parts");
    assert_eq!(evaluate(&"-".repeat(399)).map_err(|it| it.what), Err(Wrong::TooDeep));
    let long = "1+".repeat(300);
    assert_eq!(shown(&long), "character 401: an expression has at most 400 characters; work it out in parts");
}

proptest! {
    /// O-10: no text causes a panic.
    #[test]
    fn any_text_is_answered(text in r"[0-9a-z+*/^%(),. −×÷-]{0,60}") {
        let _ = evaluate(&text);
    }

    /// O-10: integers are computed exactly.
    #[test]
    fn sums_are_exact(a in -1_000_000_i64..1_000_000, b in -1_000_000_i64..1_000_000, c in 1_i64..1000) {
        prop_assert_eq!(shown(&format!("({a} + {b}) * {c} / {c}")), (a + b).to_string());
    }
}
