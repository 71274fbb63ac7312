//! Figures and texts in readable form.
use debate::text;

/// US dollars.
pub(super) fn money(usd: Option<f64>) -> String {
    match usd {
        None => "cost unknown".to_owned(),
        Some(0.0) => "no cost".to_owned(),
        Some(usd) if usd < 0.01 => format!("${usd:.4}"),
        Some(usd) => format!("${usd:.2}"),
    }
}

/// A count with thousands separators.
pub(super) fn count(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count with its noun.
pub(super) fn many(count: usize, one: &str, more: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {more}") }
}

/// A duration.
pub(super) fn duration(ms: u64) -> String {
    match ms {
        0..1_000 => format!("{ms} ms"),
        1_000..60_000 => format!("{:.1} s", ms as f64 / 1_000.0),
        60_000..3_600_000 => format!("{} min {} s", ms / 60_000, ms % 60_000 / 1_000),
        _ => format!("{} h {} min", ms / 3_600_000, ms % 3_600_000 / 60_000),
    }
}

/// A share or a strength.
pub(super) fn share(value: f64) -> String {
    // Avoids `-0.00`.
    format!("{:.2}", (value * 100.0).round() / 100.0 + 0.0)
}

/// The same, or a dash where it is unknown.
pub(super) fn perhaps(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), share)
}

/// A text on one line of at most `most` characters.
pub(super) fn clipped(words: &str, most: usize) -> String {
    let line = text::one_line(&text::clean(words).text);
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most.saturating_sub(1)).collect();
    let end = cut.rfind(' ').filter(|it| *it > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut.get(..end).unwrap_or(&cut).trim_end_matches([' ', ',', ';', ':', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_words() {
        assert_eq!(clipped("one two\nthree", 20), "one two three");
        assert_eq!(clipped("one two three", 10), "one two…");
        assert_eq!(clipped("unbrokenword", 6), "unbro…");
        assert_eq!((count(7), count(1_234), count(1_234_567)), ("7".into(), "1,234".into(), "1,234,567".into()));
    }
}
