//! Whether two statements are one claim, by their words (D-33).
//!
//! Two ids for one claim cost a line; one id for two claims puts words into somebody's mouth. So little is let pass: the words of the one
//! must stand in the other in their order, and the few that the other has besides may not turn, bound or measure what is said. Endings of number
//! and words without weight do not count. Not here: paraphrase, which only meaning could tell.
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;
use std::sync::LazyLock;

/// How two statements stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Likeness {
    /// One claim.
    Same,
    /// The same words, one of them negated.
    Contrary,
    /// Two claims.
    Other,
}

/// Words that carry nothing: with or without them a sentence says the same.
const WEIGHTLESS: &str = "a an the that is are be been being of it this these those has have do does also";

/// Words that turn a sentence round.
const TURNING: &str = "not no never none nor neither without nobody nothing nowhere hardly scarcely barely";

/// Words that bound what a sentence says, set its time or tell who does what to whom: one more of them is another claim.
const BOUNDING: &str = "all every each any some most many few several half only just always often usually sometimes rarely seldom \
    may might could can must should would will shall was were had did more less fewer least better worse than as too enough \
    if unless until before after when while once since because though although but or and both either \
    to from by with for in on at into onto over under above below against between during within beyond through up down out off \
    about around nearly almost roughly exactly first last new old other another same different i me my we us our you your \
    he she they them their his her its who whom whose";

/// What the lists say of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    Weightless,
    Turning,
    Bounding,
}

/// The words of the three lists; the first list that has a word counts.
static LISTED: LazyLock<BTreeMap<&'static str, Listed>> = LazyLock::new(|| {
    let lists = [(BOUNDING, Listed::Bounding), (TURNING, Listed::Turning), (WEIGHTLESS, Listed::Weightless)];
    lists.into_iter().flat_map(|(list, it)| list.split_ascii_whitespace().map(move |word| (word, it))).collect()
});

/// Share of the longer statement's words that it may have besides the other's. Ours: one in five lets an adjective pass.
const EXTRA: usize = 5;

/// The words of a statement that count, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Words(Vec<Word>);

#[derive(Clone, Debug, PartialEq)]
struct Word {
    /// Lower case, without the ending of number.
    text: String,
    weight: Weight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weight {
    /// One more or less may leave a claim what it is.
    Light,
    /// Perhaps a name: one more is another claim.
    Name,
    /// A bound, a figure or a sign: one more or less is another claim.
    Fixed,
    /// One more or less is the contrary.
    Turning,
}

impl Words {
    /// Reads a statement.
    pub(crate) fn of(text: &str) -> Words {
        let mut words = Words::default();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '<' | '>' | '=' | '≤' | '≥' | '≠' | '~' => words.add(&c.to_string(), Weight::Fixed),
                '$' | '€' | '£' | '%' | '‰' => words.add(&c.to_string(), Weight::Fixed),
                '-' | '−' | '+' if chars.peek().is_some_and(char::is_ascii_digit) => {
                    words.add(&c.to_string(), Weight::Fixed);
                }
                _ if c.is_alphanumeric() => {
                    let word = rest_of(c, &mut chars);
                    words.read(&word);
                }
                _ => {}
            }
        }
        words
    }

    /// One word as it is written.
    fn read(&mut self, written: &str) {
        let folded: String = written.to_lowercase();
        if folded.chars().any(char::is_numeric) {
            return self.add(&folded, Weight::Fixed);
        }
        // `won't`, `can't`, `don't`: what is negated, and its negation.
        if let Some(verb) = folded.strip_suffix("n't").or_else(|| folded.strip_suffix("n’t")) {
            self.read(match verb {
                "wo" => "will",
                "ca" => "can",
                "sha" => "shall",
                _ => verb,
            });
            return self.add("not", Weight::Turning);
        }
        if folded == "cannot" {
            self.add("can", Weight::Fixed);
            return self.add("not", Weight::Turning);
        }
        match LISTED.get(folded.as_str()) {
            Some(Listed::Weightless) => {}
            Some(Listed::Turning) => self.add(&folded, Weight::Turning),
            Some(Listed::Bounding) => self.add(&folded, Weight::Fixed),
            // What begins with a capital may be a name, at the start of a sentence too.
            None if written.contains(char::is_uppercase) => self.add(singular(&folded), Weight::Name),
            None => self.add(singular(&folded), Weight::Light),
        }
    }

    fn add(&mut self, text: &str, weight: Weight) {
        self.0.push(Word { text: text.to_owned(), weight });
    }

    /// Under what a statement is looked for: two that are the same, or contrary, have the same bounds, figures and signs.
    pub(super) fn key(&self) -> String {
        let fixed = self.0.iter().filter(|it| it.weight == Weight::Fixed);
        fixed.map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Compares two statements.
    pub(crate) fn likeness(&self, other: &Words) -> Likeness {
        if is_same(&self.0, &other.0) {
            return Likeness::Same;
        }
        let turns = |it: &Words| it.0.iter().filter(|word| word.weight == Weight::Turning).count();
        if turns(self) % 2 == turns(other) % 2 {
            return Likeness::Other;
        }
        let plain = |it: &Words| it.0.iter().filter(|word| word.weight != Weight::Turning).cloned().collect::<Vec<_>>();
        if is_same(&plain(self), &plain(other)) { Likeness::Contrary } else { Likeness::Other }
    }
}

/// Whether the words of the shorter stand in the longer in their order, and little else does.
fn is_same(a: &[Word], b: &[Word]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() || (long.len() - short.len()) * EXTRA > long.len() {
        return false;
    }
    let mut wanted = short.iter().peekable();
    for word in long {
        match wanted.next_if(|it| it.text == word.text) {
            Some(_) => {}
            None if word.weight == Weight::Light => {}
            None => return false,
        }
    }
    wanted.peek().is_none()
}

/// A word from its first character: letters and digits, an apostrophe between letters, and the mark inside a figure (`1.5`, `5,000`).
fn rest_of(first: char, chars: &mut Peekable<Chars<'_>>) -> String {
    let mut word = String::from(first);
    while let Some(&c) = chars.peek() {
        let is_inside = match c {
            '\'' | '’' => word.ends_with(char::is_alphabetic),
            '.' | ',' => word.ends_with(|it: char| it.is_ascii_digit()) && is_figure_next(chars),
            _ => c.is_alphanumeric(),
        };
        if !is_inside {
            break;
        }
        word.push(c);
        chars.next();
    }
    word.trim_end_matches(['\'', '’']).to_owned()
}

/// Whether a digit follows the mark that comes next.
fn is_figure_next(chars: &Peekable<Chars<'_>>) -> bool {
    chars.clone().nth(1).is_some_and(|it| it.is_ascii_digit())
}

/// A word without the `s` of number or person.
fn singular(word: &str) -> &str {
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    let has_ending = |it: &&str| it.len() >= 3 && !it.ends_with(['s', 'u', 'i']);
    word.strip_suffix('s').filter(has_ending).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-33: near-identical wording is one claim; a negation, another figure, another name, a bound or another order is not.
    #[test]
    fn pairs_of_statements() {
        use Likeness::{Contrary, Other, Same};
        for (a, b, expected) in [
            ("Latency is 3 ms.", "latency is 3 ms", Same),
            ("gRPC halves the payload of calls", "gRPC halves payloads of the call", Same),
            ("gRPC halves the payload of our internal calls", "gRPC halves the payload of our calls", Same),
            ("The ledger's write load is low", "The ledger write load is low.", Same),
            ("It doesn't scale", "It does not scale", Same),
            ("It can't scale", "It cannot scale", Same),
            ("数据库迁移应该分阶段进行", "数据库迁移应该分阶段进行。", Same),
            ("It is safe", "It is not safe", Contrary),
            ("It scales well", "It doesn't scale well", Contrary),
            ("The pilot has a rollback plan", "The pilot has no rollback plan", Contrary),
            ("We can ship it in May", "We cannot ship it in May", Contrary),
            ("It is never safe", "It is not safe", Other),
            ("Latency is 3 ms", "Latency is 30 ms", Other),
            ("Latency is 1.5 ms", "Latency is 15 ms", Other),
            ("Costs fall by 3", "Costs fall by 3%", Other),
            ("Margins move by 3%", "Margins move by -3%", Other),
            ("Kafka orders the events of the payments team", "NATS orders the events of the payments team", Other),
            (
                "Outages in the payment path doubled last year in Europe",
                "Outages in the payment path doubled last year",
                Other,
            ),
            (
                "All of the audited services of the team failed the test",
                "The audited services of the team failed the test",
                Other,
            ),
            (
                "The migration may break the nightly export job",
                "The migration will break the nightly export job",
                Other,
            ),
            ("The migration will break the nightly export job", "The migration breaks the nightly export job", Other),
            ("Redis is faster than Postgres", "Postgres is faster than Redis", Other),
            (
                "The old parser beats the new parser on large inputs",
                "The old parser is beaten by the new parser on large inputs",
                Other,
            ),
            ("Prices rise under load", "Prices fall under load", Other),
            ("Our costs rise", "Their costs rise", Other),
            ("The service is down", "The service was down", Other),
            ("It is safe", "It is safe enough", Other),
            ("Kafka events in the log are ordered by key", "Events in the log are ordered by key", Other),
            ("", "", Other),
        ] {
            let (a_words, b_words) = (Words::of(a), Words::of(b));
            assert_eq!(a_words.likeness(&b_words), expected, "{a} / {b}");
            assert_eq!(b_words.likeness(&a_words), expected, "{b} / {a}");
            if expected != Other {
                assert_eq!(a_words.key(), b_words.key(), "{a} / {b}");
            }
        }
    }
}
