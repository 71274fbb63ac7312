//! A number: an exact fraction while it fits, otherwise a float.
use std::cmp::Ordering;
use std::fmt;

/// The value of an expression.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// A fraction in lowest terms with a positive denominator.
    Exact(i128, i128),
    /// A float approximation.
    Near(f64),
}

/// Significant digits shown of an inexact number. Ours: three fewer than a float has.
const DIGITS: i32 = 12;

impl Number {
    /// An integer.
    pub fn whole(value: i128) -> Number {
        Number::Exact(value, 1)
    }

    /// A fraction, if representable; none for a zero denominator.
    pub fn fraction(above: i128, below: i128) -> Option<Number> {
        let common = gcd(above.unsigned_abs(), below.unsigned_abs());
        let common = i128::try_from(common).ok().filter(|it| *it != 0)?;
        let (above, below) = (above / common, below / common);
        match below.signum() {
            1 => Some(Number::Exact(above, below)),
            -1 => Some(Number::Exact(above.checked_neg()?, below.checked_neg()?)),
            _ => None,
        }
    }

    /// An integer with this many decimal places.
    pub fn decimal(digits: i128, places: u32) -> Option<Number> {
        Number::fraction(digits, 10_i128.checked_pow(places)?)
    }

    /// The nearest float.
    pub fn value(self) -> f64 {
        match self {
            Number::Exact(above, below) => above as f64 / below as f64,
            Number::Near(value) => value,
        }
    }

    /// Whether its displayed form is exact.
    pub fn is_exact(self) -> bool {
        match self {
            Number::Exact(_, below) => places(below).is_some(),
            Number::Near(_) => false,
        }
    }

    /// Whether it is zero.
    pub fn is_zero(self) -> bool {
        match self {
            Number::Exact(above, _) => above == 0,
            Number::Near(value) => value == 0.0,
        }
    }

    /// The sum.
    pub fn plus(self, other: Number) -> Number {
        let exact = self.parts().zip(other.parts()).and_then(|((a, b), (c, d))| {
            let above = a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?;
            Number::fraction(above, b.checked_mul(d)?)
        });
        exact.unwrap_or_else(|| Number::Near(self.value() + other.value()))
    }

    /// The product.
    pub fn times(self, other: Number) -> Number {
        let exact = self
            .parts()
            .zip(other.parts())
            .and_then(|((a, b), (c, d))| Number::fraction(a.checked_mul(c)?, b.checked_mul(d)?));
        exact.unwrap_or_else(|| Number::Near(self.value() * other.value()))
    }

    /// The negation.
    pub fn negated(self) -> Number {
        match self {
            Number::Exact(above, below) => {
                above.checked_neg().map_or(Number::Near(-self.value()), |above| Number::Exact(above, below))
            }
            Number::Near(value) => Number::Near(-value),
        }
    }

    /// The quotient; none for division by zero.
    pub fn over(self, other: Number) -> Option<Number> {
        if other.is_zero() {
            return None;
        }
        let exact = self
            .parts()
            .zip(other.parts())
            .and_then(|((a, b), (c, d))| Number::fraction(a.checked_mul(d)?, b.checked_mul(c)?));
        Some(exact.unwrap_or_else(|| Number::Near(self.value() / other.value())))
    }

    /// The remainder, with the sign of the dividend; none for division by zero.
    pub fn rest(self, other: Number) -> Option<Number> {
        let times = self.over(other)?.truncated();
        Some(self.plus(times.times(other).negated()))
    }

    /// The power; none if undefined.
    pub fn to_the(self, power: Number) -> Option<Number> {
        let exact = match power {
            Number::Exact(exponent, 1) => {
                let size = u32::try_from(exponent.unsigned_abs()).ok();
                let raised = size.zip(self.parts()).and_then(|(size, (above, below))| {
                    Number::fraction(above.checked_pow(size)?, below.checked_pow(size)?)
                });
                match raised {
                    Some(raised) if exponent < 0 => Number::whole(1).over(raised),
                    raised => raised,
                }
            }
            Number::Exact(..) | Number::Near(_) => None,
        };
        let near = || Some(self.value().powf(power.value())).filter(|it| !it.is_nan()).map(Number::Near);
        exact.or_else(near)
    }

    /// The square root; none for a negative number.
    pub fn root(self) -> Option<Number> {
        let of = |it: i128| Some(it.unsigned_abs().isqrt()).and_then(|it| i128::try_from(it).ok());
        let exact = self.parts().and_then(|(above, below)| {
            let (a, b) = (of(above)?, of(below)?);
            (a.checked_mul(a)? == above && b.checked_mul(b)? == below).then_some(Number::Exact(a, b))
        });
        exact.or_else(|| Some(self.value().sqrt()).filter(|it| !it.is_nan()).map(Number::Near))
    }

    /// Rounded to so many places, halves away from zero.
    pub fn rounded(self, places: i32) -> Number {
        let scale = 10_i128.checked_pow(places.unsigned_abs()).map(Number::whole);
        let Some(scale) = scale else { return self };
        let scaled = if places < 0 { self.over(scale).unwrap_or(self) } else { self.times(scale) };
        let half = if self.value() < 0.0 { Number::Exact(-1, 2) } else { Number::Exact(1, 2) };
        let whole = scaled.plus(half).truncated();
        if places < 0 { whole.times(scale) } else { whole.over(scale).unwrap_or(whole) }
    }

    /// The absolute value.
    pub fn size(self) -> Number {
        if self.value() < 0.0 { self.negated() } else { self }
    }

    fn truncated(self) -> Number {
        match self {
            Number::Exact(above, below) => Number::whole(above.checked_div(below).unwrap_or_default()),
            Number::Near(value) => Number::Near(value.trunc()),
        }
    }

    fn parts(self) -> Option<(i128, i128)> {
        match self {
            Number::Exact(above, below) => Some((above, below)),
            Number::Near(_) => None,
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        match self.plus(other.negated()) {
            Number::Exact(above, _) => Some(above.cmp(&0)),
            Number::Near(difference) => difference.partial_cmp(&0.0),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exact = self.parts().and_then(|(above, below)| {
            let places = places(below)?;
            let digits = above.checked_mul(10_i128.checked_pow(places)? / below)?;
            Some(pointed(digits, places))
        });
        match exact {
            Some(exact) => f.write_str(&exact),
            None => f.write_str(&near(self.value())),
        }
    }
}

/// The number of decimal places of a fraction with this denominator; none if it does not terminate.
fn places(mut below: i128) -> Option<u32> {
    let (mut twos, mut fives) = (0, 0);
    while below > 1 && below % 2 == 0 {
        (below, twos) = (below / 2, twos + 1);
    }
    while below > 1 && below % 5 == 0 {
        (below, fives) = (below / 5, fives + 1);
    }
    (below == 1).then_some(twos.max(fives))
}

/// Digits with a decimal point before the last `places` of them.
fn pointed(digits: i128, places: u32) -> String {
    let places = usize::try_from(places).unwrap_or_default();
    let sign = if digits < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", digits.unsigned_abs(), width = places + 1);
    let (whole, part) = digits.split_at_checked(digits.len() - places).unwrap_or((&digits, ""));
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// A float with [`DIGITS`] significant digits, without trailing zeros.
fn near(value: f64) -> String {
    let size = if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 };
    if size >= DIGITS {
        let scale = 10_f64.powi(size + 1 - DIGITS);
        return format!("{:.0}{}", (value / scale).round(), "0".repeat((size + 1 - DIGITS).unsigned_abs() as usize));
    }
    // More than thirty leading zeros are not meaningful.
    let places = (DIGITS - 1 - size).clamp(0, 30).unsigned_abs() as usize;
    let shown = format!("{value:.places$}");
    let shown = if shown.contains('.') { shown.trim_end_matches('0').trim_end_matches('.') } else { &shown };
    if shown == "-0" { "0".to_owned() } else { shown.to_owned() }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
