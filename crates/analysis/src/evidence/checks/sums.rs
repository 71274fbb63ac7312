//! Recomputes sums in a sentence: `12 × 30 = 360`, `3 of 12 is 25%`, `rose from 40 to 50, i.e. 25%` (O-11).
//!
//! A result may be rounded to its written precision. A wrong sum is ignored if its units could hide a conversion, or if the following words
//! could change the meaning of the figure. Not here: the origin of the figures.
mod equation;

use super::scan::{Bound, Figure, Token, Unit};
use equation::equations;
use prose::arithmetic::Number;

/// The result of recomputing a sum.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sum {
    /// It is correct.
    Right(String),
    /// It is wrong.
    Wrong(String),
}

/// Relative tolerance of approximate figures. Ours: a tenth.
const LOOSE: f64 = 0.10;

/// The first wrong sum of a sentence, otherwise the first correct one.
pub(super) fn of(tokens: &[Token]) -> Option<Sum> {
    let mut sums = equations(tokens);
    for at in 0..tokens.len() {
        let rest = tokens.get(at..).unwrap_or_default();
        sums.extend(share(rest));
        sums.extend(part(rest));
        sums.extend(change(tokens, at));
    }
    let wrong = sums.iter().find(|it| matches!(it, Sum::Wrong(_))).cloned();
    wrong.or_else(|| sums.into_iter().next())
}

/// Whether a figure equals the computed value within its written precision.
fn fits(said: &Figure, value: f64) -> bool {
    let figure = said.value.value();
    let off = (figure - value).abs();
    if said.is_loose && off <= LOOSE * value.abs() {
        return true;
    }
    // Halves round up: 2.5 is 3, not 2.
    let is_rounded = off < said.half * (1.0 - 1e-9) || (off <= said.half * (1.0 + 1e-9) && figure.abs() > value.abs());
    is_rounded && !said.rounds_to_all(value)
}

/// Judges a figure against a computed value; `is_strict` if its context is unambiguous.
fn judged(said: &Figure, value: f64, sum: &str, is_strict: bool) -> Option<Sum> {
    let unit = if said.unit == Unit::Percent { "%" } else { "" };
    let comes = rounded(value, said.half);
    match said.bound {
        Bound::Exactly if fits(said, value) => Some(Sum::Right(format!("{sum} comes to {comes}{unit}"))),
        Bound::Exactly if is_strict => {
            Some(Sum::Wrong(format!("{sum} comes to {comes}{unit}, not {}{unit}", said.value)))
        }
        Bound::Exactly | Bound::Over | Bound::AtLeast | Bound::Under | Bound::AtMost => None,
    }
}

/// A value with one digit more than the figure it is compared with.
fn rounded(value: f64, half: f64) -> String {
    let places = (1.0 - (2.0 * half).log10()).ceil().clamp(0.0, 9.0) as i32;
    Number::Near(value).rounded(places).to_string()
}

fn is_word(token: &Token, any: &[&str]) -> bool {
    match token {
        Token::Word(word) => any.contains(&word.text.as_str()),
        Token::Figure(_) | Token::Year(_) | Token::Symbol(_) => false,
    }
}

/// A cursor over tokens.
struct Walk<'a>(&'a [Token]);

impl<'a> Walk<'a> {
    fn figure(&mut self) -> Option<&'a Figure> {
        match self.0.split_first() {
            Some((Token::Figure(figure), rest)) => {
                self.0 = rest;
                Some(figure)
            }
            Some(_) | None => None,
        }
    }

    fn word(&mut self, any: &[&str]) -> Option<()> {
        let (_, rest) = self.0.split_first().filter(|(first, _)| is_word(first, any))?;
        self.0 = rest;
        Some(())
    }

    /// Skips at most so many words that name the counted thing.
    fn what(&mut self, most: usize) {
        let is_what = |it: &&Token| match it {
            Token::Word(word) => {
                !LINKS.split(' ').any(|it| it == word.text) && !matches!(word.text.as_str(), "to" | "from" | "of")
            }
            Token::Figure(_) | Token::Year(_) | Token::Symbol(_) => false,
        };
        let count = self.0.iter().take(most).take_while(is_what).count();
        self.0 = self.0.get(count..).unwrap_or_default();
    }

    /// Skips the words that connect a sum with its result; none if there are none.
    fn links(&mut self) -> Option<()> {
        let is_link = |it: &&Token| match it {
            Token::Word(word) => LINKS.split(' ').any(|it| it == word.text),
            Token::Symbol(mark) => matches!(mark, '=' | ',' | '(' | '~' | '≈' | '–' | '—' | '.' | ':'),
            Token::Figure(_) | Token::Year(_) => false,
        };
        let count = self.0.iter().take(8).take_while(is_link).count();
        self.0 = self.0.get(count..).unwrap_or_default();
        (count > 0).then_some(())
    }

    /// Whether the clause ends here, or continues with one of these words.
    fn ends(&self, or: &[&str]) -> bool {
        match self.0.first() {
            None | Some(Token::Symbol('.' | ',' | ';' | ':' | ')' | '!' | '?' | ']' | '"' | '”')) => true,
            Some(token) => is_word(token, or),
        }
    }
}

/// Words that connect a sum with its result.
const LINKS: &str = "is are was were makes make equals or i e ie that which about roughly nearly almost just only approximately a an thus";

/// `3 of 12 is 25%`.
fn share(tokens: &[Token]) -> Option<Sum> {
    let mut walk = Walk(tokens);
    let some = walk.figure().filter(|it| it.unit != Unit::Percent && it.bound == Bound::Exactly && !it.is_loose)?;
    walk.what(1);
    let _ = walk.word(&["out"]);
    walk.word(&["of"])?;
    let _ = walk.word(&["the", "all"]);
    let all = walk.figure().filter(|it| it.unit != Unit::Percent && it.bound == Bound::Exactly && !it.is_loose)?;
    walk.what(3);
    walk.links()?;
    let said = walk.figure().filter(|it| it.unit == Unit::Percent)?;
    let share = some.value.over(all.value)?.times(Number::whole(100));
    let is_whole = walk.0.first().is_some_and(|it| is_word(it, &["of"]))
        && walk.0.get(1).is_some_and(|it| is_word(it, &["them", "all", "those", "these"]));
    let is_strict = some.value <= all.value && (walk.ends(&[]) || is_whole);
    let sum = format!("{} of {}", some.value, all.value);
    if said.bound == Bound::Exactly && is_cut_off(said, share.value()) {
        return Some(Sum::Right(format!("{sum} comes to {}%", rounded(share.value(), said.half))));
    }
    judged(said, share.value(), &sum, is_strict)
}

/// Whether a percentage is truncated instead of rounded: two of three are 66%.
fn is_cut_off(said: &Figure, share: f64) -> bool {
    let place = 2.0 * said.half;
    let off = share - said.value.value();
    off > 1e-9 && off < place * (1.0 - 1e-9)
}

/// `15% of 240 is 36`.
fn part(tokens: &[Token]) -> Option<Sum> {
    let mut walk = Walk(tokens);
    let share = walk.figure().filter(|it| it.unit == Unit::Percent && it.bound == Bound::Exactly && !it.is_loose)?;
    walk.word(&["of"])?;
    let _ = walk.word(&["the", "all"]);
    let all = walk.figure().filter(|it| it.unit != Unit::Percent && it.bound == Bound::Exactly && !it.is_loose)?;
    walk.what(2);
    walk.links()?;
    let said = walk.figure().filter(|it| it.unit != Unit::Percent)?;
    walk.what(1);
    let part = share.value.times(all.value).over(Number::whole(100))?;
    // `15% of 240 patients are 65 or older`: the result must have the same unit as the whole.
    let is_strict = walk.ends(&[]) && (said.unit == all.unit || (said.unit == Unit::None && all.unit == Unit::None));
    judged(said, part.value(), &format!("{}% of {}", share.value, all.value), is_strict)
}

/// Stems of verbs and nouns of change.
const CHANGING: [&str; 31] = [
    "rise",
    "rose",
    "risen",
    "rising",
    "rises",
    "grew",
    "grow",
    "grows",
    "grown",
    "increased",
    "increase",
    "increases",
    "climbed",
    "jumped",
    "fell",
    "fall",
    "falls",
    "fallen",
    "dropped",
    "drop",
    "drops",
    "decreased",
    "decrease",
    "decreases",
    "declined",
    "decline",
    "shrank",
    "cut",
    "reduced",
    "went",
    "growth",
];

/// `rose from 40 to 50, i.e. 25%`, `fell 20% from 50 to 40`, `doubled from 40 to 80`.
fn change(tokens: &[Token], at: usize) -> Option<Sum> {
    let (before, rest) = tokens.split_at_checked(at)?;
    let mut walk = Walk(rest);
    walk.word(&["from"])?;
    let usable = |it: &&Figure| it.bound == Bound::Exactly && !it.is_loose && !it.is_ambiguous;
    let was = walk.figure().filter(usable)?;
    walk.what(2);
    walk.word(&["to"])?;
    let is = walk.figure().filter(usable).filter(|it| it.unit == was.unit || was.unit == Unit::None)?;
    walk.what(2);
    let ratio = is.value.over(was.value)?;
    let sum = format!("from {} to {}", was.value, is.value);
    let recent: Vec<&Token> = before.iter().rev().take(6).collect();
    if let Some(times) = multiple(&recent) {
        return multiplied(times, ratio.value(), &sum);
    }
    let relative = ratio.plus(Number::whole(-1)).times(Number::whole(100)).size();
    // A change between percentages may be relative or in points.
    let points = (was.unit == Unit::Percent).then(|| is.value.plus(was.value.negated()).size());
    let (said, is_strict) = match recent.as_slice() {
        [Token::Figure(said), Token::Word(verb), rest @ ..]
            if CHANGING.contains(&verb.text.as_str())
                || (verb.text == "by" && rest.iter().take(2).any(|it| is_word(it, &CHANGING))) =>
        {
            (said, true)
        }
        recent => {
            let has_verb = recent.iter().take(4).any(|it| is_word(it, &CHANGING));
            walk.links().filter(|()| has_verb)?;
            let said = walk.figure()?;
            let nouns = [
                "increase",
                "decrease",
                "rise",
                "drop",
                "fall",
                "growth",
                "reduction",
                "more",
                "less",
                "higher",
                "lower",
            ];
            // `40% lower than Mongo's` refers to something else.
            if walk.0.iter().take(2).any(|it| is_word(it, &["than"])) {
                return None;
            }
            (said, walk.ends(&nouns))
        }
    };
    match (&said.unit, points) {
        (Unit::Percent, Some(points)) if fits(said, points.value()) => None,
        (Unit::Percent, _) => judged(&sized(said), relative.value(), &sum, is_strict),
        (Unit::Points, Some(points)) => judged(&sized(said), points.value(), &sum, is_strict),
        (Unit::Points | Unit::None | Unit::Money(_) | Unit::Of(_), _) => None,
    }
}

/// A figure without its sign: `fell by 20%` and `-20%` are equal.
fn sized(figure: &Figure) -> Figure {
    Figure { value: figure.value.size(), ..figure.clone() }
}

/// The factor of change that a word states, if any.
fn multiple(recent: &[&Token]) -> Option<f64> {
    let (last, rest) = recent.split_first()?;
    let is_hedged = rest.iter().take(2).any(|it| {
        is_word(it, &["than", "nearly", "almost", "about", "roughly", "over", "not", "never", "nor", "approximately"])
    });
    let times = [("doubled", 2.0), ("tripled", 3.0), ("quadrupled", 4.0), ("halved", 0.5)];
    times.into_iter().find(|(word, _)| is_word(last, &[word])).map(|(_, times)| times).filter(|_| !is_hedged)
}

fn multiplied(times: f64, ratio: f64, sum: &str) -> Option<Sum> {
    let off = (ratio - times).abs() / times;
    let comes = Number::Near(ratio).rounded(2);
    if off <= LOOSE / 2.0 {
        Some(Sum::Right(format!("{sum} is {comes} times as much")))
    } else if off > 2.5 * LOOSE {
        Some(Sum::Wrong(format!("{sum} is {comes} times as much, not {times}")))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan;
    use super::*;

    /// O-11: sums in a sentence are worked out again, rounding is borne as far as it is written, and what only looks like a sum is none.
    #[test]
    fn sums_are_worked_out_again() {
        for (text, expected) in [
            ("12 × 30 = 360", "right: 12 × 30 comes to 360"),
            ("12 × 30 = 370.", "wrong: 12 × 30 comes to 360, not 370"),
            ("At 12 months × $30 = $360 it is cheap", "right: 12 × 30 comes to 360"),
            ("12 * $30 = $370", "wrong: 12 × 30 comes to 360, not 370"),
            ("12 servers × 30 users = 370 users", "none"),
            ("5 days × 8 h = 2400 minutes", "none"),
            ("10 / 3 = 3.3", "right: 10 / 3 comes to 3.33"),
            ("10 / 3 = 3.4", "wrong: 10 / 3 comes to 3.33, not 3.4"),
            ("10 / 3 ≈ 3", "right: 10 / 3 comes to 3.3"),
            ("3 / 12 = 25%", "right: 3 / 12 comes to 25%"),
            ("3/12 × 100 = 25%", "right: 3 / 12 × 100 comes to 25%"),
            ("3 / 12 = 30%", "wrong: 3 / 12 comes to 25%, not 30%"),
            ("The total is 40 + 50 + 10 = 100 hours.", "right: 40 + 50 + 10 comes to 100"),
            ("(40 + 50) x 2 = 180", "right: (40 + 50) × 2 comes to 180"),
            ("1.2 million × 3 = 3.6 million", "right: 1200000 × 3 comes to 3600000"),
            ("2 million + 500 thousand = 2.4 million", "wrong: 2000000 + 500000 comes to 2500000, not 2400000"),
            ("12 times 30 is 360", "right: 12 × 30 comes to 360"),
            ("100 - 30 = 70", "right: 100 - 30 comes to 70"),
            ("10-20 = 15", "none"),
            ("n = 12 and p = 0.05", "none"),
            ("n + 5 = 12", "none"),
            ("5 = n + 2", "none"),
            ("24/7 is 365 days", "none"),
            ("24/7 is 3", "none"),
            ("The split is 50/50 and 80/20 is 4", "none"),
            ("3 × 4 = 2 × 6", "right: 3 × 4 = 2 × 6 is right"),
            ("3 × 4 = 2 × 7", "wrong: 3 × 4 = 2 × 7: the sides come to 12 and 14"),
            ("360 = 12 × 30", "right: 12 × 30 comes to 360"),
            ("3 of 12 is 25%", "right: 3 of 12 comes to 25%"),
            ("3 out of 12 servers (25%) failed", "right: 3 of 12 comes to 25%"),
            ("3 of the 12 teams, or 30%, agreed", "wrong: 3 of 12 comes to 25%, not 30%"),
            ("3 of 12 servers are 40% slower", "none"),
            ("3 of 12 servers failed and 40% of users complained", "none"),
            ("2 of 3 voters, about 67%, agree", "right: 2 of 3 comes to 66.7%"),
            ("2 of 3 voters, i.e. 66%, agree", "right: 2 of 3 comes to 66.7%"),
            ("2 of 3, 66%", "right: 2 of 3 comes to 66.7%"),
            ("2 of 3 voters, i.e. 65%, agree", "wrong: 2 of 3 comes to 66.7%, not 65%"),
            ("199 of 200 is 99%", "right: 199 of 200 comes to 99.5%"),
            ("15% of 240 is 36", "right: 15% of 240 comes to 36"),
            ("15% of 240 is 40", "wrong: 15% of 240 comes to 36, not 40"),
            ("15% of 240 patients are 65 or older", "none"),
            ("15% of 240 users are 36 users", "right: 15% of 240 comes to 36"),
            ("Cost rose from 40 to 50, i.e. 25%", "right: from 40 to 50 comes to 25%"),
            ("Cost rose from 40 to 50 (20%)", "wrong: from 40 to 50 comes to 25%, not 20%"),
            ("Cost rose from $40 to $50, a 25% increase", "right: from 40 to 50 comes to 25%"),
            ("Latency fell by 20% from 50 ms to 40 ms", "right: from 50 to 40 comes to 20%"),
            ("Latency fell 25% from 50 ms to 40 ms", "wrong: from 50 to 40 comes to 20%, not 25%"),
            ("The share rose from 40% to 50%, i.e. 10%", "none"),
            ("The share rose from 40% to 50%, i.e. 10 percentage points", "right: from 40 to 50 comes to 10"),
            ("The share rose from 40% to 50%, or 25%", "right: from 40 to 50 comes to 25%"),
            ("Prices rose from 2019 to 2023, or 25%", "none"),
            ("40% of users from 10 to 20 years", "none"),
            ("Traffic doubled from 40 to 80 rps", "right: from 40 to 80 is 2 times as much"),
            ("Traffic doubled from 40 to 120 rps", "wrong: from 40 to 120 is 3 times as much, not 2"),
            ("Traffic more than doubled from 40 to 120 rps", "none"),
            ("Over 12 × 30 = 400 is wrong", "none"),
            ("The 9/11 report = 500 pages", "none"),
            ("Use 2 + 2 nodes = 4", "right: 2 + 2 comes to 4"),
            ("rated 4/5 = good", "none"),
            ("Latency fell from 80 to 60 ms, 40% lower than Mongo's", "none"),
            ("Latency fell from 80 to 60 ms, 25% lower", "right: from 80 to 60 comes to 25%"),
            ("10 / 4 = 2", "wrong: 10 / 4 comes to 2.5, not 2"),
            ("10 / 4 = 3", "right: 10 / 4 comes to 2.5"),
            ("199 of 200 is 100%", "wrong: 199 of 200 comes to 99.5%, not 100%"),
            ("10% + 10% = 21% when compounded", "none"),
            ("1 + 1 = 10 in binary", "none"),
            ("In base 2, 1 + 1 = 10", "none"),
            ("12,000 - 4,000 = 9,000 dollars more each year", "wrong: 12000 - 4000 comes to 8000, not 9000"),
        ] {
            let shown = match of(&scan::tokens(text)) {
                Some(Sum::Right(why)) => format!("right: {why}"),
                Some(Sum::Wrong(why)) => format!("wrong: {why}"),
                None => "none".to_owned(),
            };
            assert_eq!(shown, expected, "{text}");
        }
    }
}
