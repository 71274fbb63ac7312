//! The headline of a verdict, and ballots in words.
use super::decided::Decided;
use super::{Label, PlainVote, PooledEstimate};
use debate::Debate;
use debate::ballot::Estimate;
use debate::event::RoundKind;
use debate::state::ResolvedBallot;

/// A number in natural precision: an integer from 100 on, otherwise three significant digits.
pub fn figure(value: f64) -> String {
    let [figure] = figures([value]);
    figure
}

/// Numbers shown together, with the precision of the largest: `128`, `77`, `205`, not `76.67`.
pub fn figures<const N: usize>(values: [f64; N]) -> [String; N] {
    let digits = digits(values.iter().fold(0.0, |most: f64, it| most.max(it.abs())));
    values.map(|it| {
        let it = if it == 0.0 { 0.0 } else { it };
        let words = plain(it, digits);
        let is_lost = it != 0.0 && words.trim_start_matches('-') == "0";
        if is_lost { plain(it, self::digits(it.abs())) } else { words }
    })
}

/// The number of decimals for three significant digits; 0 from 100 on.
fn digits(value: f64) -> usize {
    (0..MOST_DIGITS)
        .find(|digits| value >= 10_f64.powi(2 - i32::try_from(*digits).unwrap_or_default()))
        .unwrap_or(MOST_DIGITS)
}

/// The most decimals of a figure.
const MOST_DIGITS: usize = 9;

/// A value with at most so many decimals, without trailing zeros.
fn plain(value: f64, digits: usize) -> String {
    let words = format!("{value:.digits$}");
    if words.contains('.') { words.trim_end_matches('0').trim_end_matches('.').to_owned() } else { words }
}

/// A pooled estimate in words, with the median of the best guesses (B-18).
pub(super) fn estimate(pooled: &PooledEstimate, unit: &str) -> String {
    let [low, best, high, median] = figures([pooled.low, pooled.best, pooled.high, pooled.median]);
    format!("about {best} {unit} (80%: {low} to {high}; median {median})")
}

impl PlainVote {
    /// The plain vote in words, with counts: `No, 2 of 3 (1 without a ballot)`; none if nobody was asked.
    pub fn says(&self) -> Option<String> {
        let PlainVote { headline, held_by, openings, without_ballot, argued, options, estimate, .. } = self;
        let without = match without_ballot {
            0 => String::new(),
            count => format!(" ({count} without a ballot)"),
        };
        let cast = openings - without_ballot;
        Some(match (headline, estimate) {
            (_, _) if *openings == 0 && *argued > 0 => "nothing: all argued a side they were given".to_owned(),
            (_, _) if *openings == 0 => return None,
            (_, _) if cast == 0 => format!("nothing: none of {openings} cast a ballot"),
            (Some(headline), Some(pooled)) => {
                let [low, best, high] = figures([pooled.low, pooled.best, pooled.high]);
                let of = format!("the median of {cast} best guess{}", if cast == 1 { "" } else { "es" });
                format!("{headline}, {of}{without}; pooled about {best} (80%: {low} to {high})")
            }
            (Some(headline), None) if self.judge.is_some() => headline.clone(),
            (Some(headline), None) => format!("{headline}, {} of {openings}{without}", held_by.len()),
            (None, _) => {
                let ballots = if cast == 1 { "1 ballot".to_owned() } else { format!("{cast} ballots") };
                match *options {
                    0 | 1 => format!("nothing: {ballots}, and no option that leads{without}"),
                    options => format!("no option led: {ballots} for {options} different options{without}"),
                }
            }
        })
    }

    /// A note if openings were not independent, or were those of a judge: `the evaluator alone, after hearing both sides`.
    pub fn heard(&self) -> Option<String> {
        let cast = self.openings - self.without_ballot;
        match (self.judge, self.is_independent) {
            (Some(judge), true) => Some(format!("the {judge} alone")),
            (Some(judge), false) => Some(format!("the {judge} alone, after hearing both sides")),
            (None, false) if cast > 0 => Some("each after hearing those before it".to_owned()),
            (None, _) => None,
        }
    }
}

/// A ballot in words.
pub fn held(debate: &Debate, held: ResolvedBallot<'_>) -> String {
    match held {
        ResolvedBallot::Option(letter) => debate.headline(letter).unwrap_or_default().to_owned(),
        ResolvedBallot::Estimate(Estimate { best, .. }) => {
            let unit = debate.ballot.as_ref().and_then(|it| it.unit()).unwrap_or_default();
            format!("{} {unit}", figure(*best))
        }
    }
}

/// The decision in a line: `No, 3 of 3 (all three independently)`.
pub(super) fn headline(decided: &Decided<'_>) -> Option<String> {
    if decided.label == Label::Insufficient {
        return None;
    }
    let (of, without, lost) = (decided.count.of_all(), decided.count.without(), decided.lost().len());
    let unit = decided.debate.ballot.as_ref().and_then(|it| it.unit()).unwrap_or_default();
    let mut asides: Vec<String> = Vec::new();
    // The lost are counted as asked, so that nobody takes the others for all.
    let of = of + lost;
    if lost > 0 {
        asides.push(format!("{lost} lost"));
    }
    if without > 0 {
        asides.push(format!("{without} without a ballot"));
    }
    if let Some(pooled) = decided.count.pooled_estimate() {
        let asides = if asides.is_empty() { String::new() } else { format!(", {}", asides.join(", ")) };
        return Some(format!("{}, from {} of {of}{asides}", estimate(&pooled, unit), decided.count.cast()));
    }
    let option = decided.debate.headline(decided.option?)?;
    if decided.is_tied() {
        return Some(tied(decided, &asides));
    }
    asides.extend(came_about(decided));
    let asides = if asides.is_empty() { String::new() } else { format!(" ({})", asides.join(", ")) };
    Some(format!("{option}, {} of {of}{asides}", decided.holders().len()))
}

/// The beginning of the headline of a tie.
pub(super) const NO_DECISION: &str = "No decision: ";

/// A tie that the vote of the openings would break: `No decision: No 1, Yes 1, 1 lost (openings: No, 2 of 3)` (B-06).
fn tied(decided: &Decided<'_>, asides: &[String]) -> String {
    let held = |(letter, count): (debate::Letter, usize)| {
        format!("{} {count}", decided.debate.headline(letter).unwrap_or_default())
    };
    let mut held: Vec<String> = decided.count.tally().into_iter().map(held).collect();
    held.extend_from_slice(asides);
    let openings = decided.plain_vote().says().map(|it| format!(" (openings: {it})")).unwrap_or_default();
    format!("{NO_DECISION}{}{openings}", held.join(", "))
}

/// How the holders of the decision arrived at it.
fn came_about(decided: &Decided<'_>) -> Option<String> {
    let holders = decided.holders();
    let plain = decided.plain_vote();
    let opened =
        holders.iter().filter(|it| plain.held_by.contains(it.name()) && plain.same_as_decision == Some(true)).count();
    let (arrived, yielded) = decided.arrivals();
    let is_closing = decided.debate.rounds.iter().any(|it| it.kind == RoundKind::Ballot && !it.spoken.is_empty());
    let all = |count: usize| if decided.lost().is_empty() { all(count) } else { others(count) };
    match holders.len() {
        0 => Some("nobody holds it any more".to_owned()),
        _ if is_closing => Some("by closing ballot, in secret".to_owned()),
        1 if opened == 1 => None,
        held if opened == held && arrived == 0 && plain.is_independent => Some(format!("{} independently", all(held))),
        held if opened == held && arrived == 0 => Some(format!("{} from the start", all(held))),
        _ if arrived == 0 => None,
        held => {
            let who = if arrived == held { all(held) } else { few(decided) };
            Some(match yielded {
                0 => format!("{who} came to it on evidence they named"),
                yielded if yielded == arrived => format!("{who} came to it without new evidence"),
                yielded => format!("{who} came to it, {yielded} without new evidence"),
            })
        }
    }
}

/// How far a debate that is not over has come: `Not decided yet: 1 of 3 has answered in round 2`. None for a closed one.
pub(super) fn progress(debate: &Debate) -> Option<String> {
    if debate.closed.is_some() {
        return None;
    }
    let seats = debate.participants.len();
    Some(match debate.round() {
        None => "Not decided yet: nobody was asked so far".to_owned(),
        Some(round) => {
            let has = if round.spoken.len() == 1 { "has" } else { "have" };
            format!("Not decided yet: {} of {seats} {has} answered in round {}", round.spoken.len(), round.number)
        }
    })
}

/// Those who moved to the decision: by name if there are one or two of them.
fn few(decided: &Decided<'_>) -> String {
    let arrived = decided.arrived();
    match arrived.as_slice() {
        [one] => one.by.to_string(),
        [one, other] => format!("{} and {}", one.by, other.by),
        more => format!("{} of them", more.len()),
    }
}

/// "All" of so many, in words.
fn all(count: usize) -> String {
    let words =
        ["none", "the only one", "both", "all three", "all four", "all five", "all six", "all seven", "all eight"];
    words.get(count).map_or_else(|| format!("all {count}"), |it| (*it).to_owned())
}

/// The same where further participants were lost.
fn others(count: usize) -> String {
    if count == 1 { "the only other".to_owned() } else { format!("{} others", all(count)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B-18: figures have one precision: that of the largest of those which are read together.
    #[test]
    fn figures_have_one_precision() {
        for (values, words) in [
            ([128.33, 76.67, 205.0], ["128", "77", "205"]),
            ([12.345, 8.0, 15.55], ["12.3", "8", "15.6"]),
            ([0.12345, 0.1, 0.2], ["0.123", "0.1", "0.2"]),
            ([3.24159, 0.5, 9.999], ["3.24", "0.5", "10"]),
            ([300.0, 0.4, -0.25], ["300", "0.4", "-0.25"]),
            ([0.0, -0.0, 5.0], ["0", "0", "5"]),
            ([1e15, -1e15, 0.5], ["1000000000000000", "-1000000000000000", "0.5"]),
        ] {
            assert_eq!(figures(values), words, "{values:?}");
        }
        assert_eq!(figure(76.67), "76.7");
        assert_eq!(figure(0.000_001_234), "0.00000123");
    }
}
