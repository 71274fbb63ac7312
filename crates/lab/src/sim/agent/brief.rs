//! A fact as a sentence of natural length, and what is left of it in 30 tokens.
//!
//! The sentence begins with its number. What it counts for, its source and two to four circumstances follow in an order that is drawn, so a cut
//! loses what happens to stand at the end. Ours: sentences of some 50 to 80 tokens, as facts in reports are.
use super::problem::{Problem, Quality, Roll, Statement};
use debate::Letter;
use debate::text::clip;

/// Tokens in which participants read a fact.
const TOKENS: usize = 30;
/// What says for which option a fact counts.
const COUNTS: &str = "this counts for option ";
/// What says that it has a source.
const RECORDED: &str = "a source records it";
/// Circumstances, of about ten tokens each.
const CIRCUMSTANCES: [&str; 6] = [
    "the buyer heard of it on a visit to the yard in spring",
    "two deliveries of last year were looked at for this",
    "the contract mentions it on one of its later pages",
    "it came up when the carrier was asked about the winter",
    "nobody in the office had thought of it before then",
    "the figures were put together by the people at the saw mill",
];

/// The sentence of a fact, without its number and its full stop.
pub(super) fn sentence(problem: &Problem, it: &Statement) -> String {
    let roll = |what: Roll, at: u32| problem.roll(what, usize::from(it.key), at);
    let mut parts: Vec<String> = vec![format!("{COUNTS}{}", Letter::at(usize::from(it.option))), RECORDED.to_owned()];
    let circumstances = 2 + (roll(Roll::Circumstances, 0) * 3.0) as u32;
    let first = (roll(Roll::Circumstances, 1) * CIRCUMSTANCES.len() as f64) as usize;
    let own = CIRCUMSTANCES.iter().cycle().skip(first).take(circumstances as usize);
    parts.extend(own.map(|it| (*it).to_owned()));
    let mut placed: Vec<(f64, String)> = (0..).zip(parts).map(|(at, part)| (roll(Roll::Place, at), part)).collect();
    placed.sort_by(|a, b| a.0.total_cmp(&b.0));
    placed.into_iter().map(|(_, part)| part).collect::<Vec<_>>().join(", ")
}

/// What the sentence of a fact still shows in 30 tokens: its quality, without the source if that is cut off; none if it no longer says what it
/// counts for.
pub(super) fn left(sentence: &str, it: &Statement) -> Option<Quality> {
    let left = clip(sentence, TOKENS);
    let has_option = left.contains(&format!("{COUNTS}{}", Letter::at(usize::from(it.option))));
    has_option.then(|| match it.quality {
        Quality::Sourced if !left.contains(RECORDED) => Quality::Asserted,
        Quality::Confirmed | Quality::Refuted | Quality::Sourced | Quality::Asserted => it.quality,
    })
}

/// The option that a whole sentence counts for.
pub(super) fn option(sentence: &str) -> Option<Letter> {
    let (_, rest) = sentence.split_once(COUNTS)?;
    rest.split(|it: char| !it.is_ascii_uppercase()).next()?.parse().ok()
}
