//! Whether two statements are the same claim, by their words (D-33).
//!
//! Two ids for one claim cost a line; one id for two claims misquotes a participant, and in an unknown language any extra word may be a
//! negation. Therefore the words must be equal and in the same order; case, punctuation, English plural endings and English function words
//! do not count. Not here: paraphrases, which a model or a network detects (B-17).
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;
use std::sync::LazyLock;

/// The relation of two statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Likeness {
    /// The same claim.
    Same,
    /// The same words, one statement negated.
    Contrary,
    /// Different claims.
    Other,
}

/// Function words that do not change the meaning.
const WEIGHTLESS: &str = "a an the that is are be been being of it this these those has have do does also";

/// Negations.
const TURNING: &str = "not no never none nor neither without nobody nothing nowhere hardly scarcely barely";

/// The list that contains a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    Weightless,
    Turning,
}

/// All listed words.
static LISTED: LazyLock<BTreeMap<&'static str, Listed>> = LazyLock::new(|| {
    let lists = [(TURNING, Listed::Turning), (WEIGHTLESS, Listed::Weightless)];
    lists.into_iter().flat_map(|(list, it)| list.split_ascii_whitespace().map(move |word| (word, it))).collect()
});

/// The significant words of a statement, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Words(Vec<Word>);

#[derive(Clone, Debug, PartialEq)]
struct Word {
    /// Lower case, without the plural ending.
    text: String,
    /// Whether it is a negation.
    is_turning: bool,
}

impl Words {
    /// Reads a statement.
    pub(crate) fn of(text: &str) -> Words {
        let mut words = Words::default();
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '<' | '>' | '=' | '≤' | '≥' | '≠' | '~' => words.add(&c.to_string()),
                '$' | '€' | '£' | '%' | '‰' => words.add(&c.to_string()),
                '-' | '−' | '+' if chars.peek().is_some_and(char::is_ascii_digit) => {
                    words.add(&c.to_string());
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

    /// Adds one word as written.
    fn read(&mut self, written: &str) {
        let folded: String = written.to_lowercase();
        if folded.chars().any(char::is_numeric) {
            return self.add(&folded);
        }
        // `won't`, `can't`, `don't`: the verb and its negation.
        if let Some(verb) = folded.strip_suffix("n't").or_else(|| folded.strip_suffix("n’t")) {
            self.read(match verb {
                "wo" => "will",
                "ca" => "can",
                "sha" => "shall",
                _ => verb,
            });
            return self.turn("not");
        }
        if folded == "cannot" {
            self.add("can");
            return self.turn("not");
        }
        match LISTED.get(folded.as_str()) {
            Some(Listed::Weightless) => {}
            Some(Listed::Turning) => self.turn(&folded),
            None => self.add(singular(&folded)),
        }
    }

    fn add(&mut self, text: &str) {
        self.0.push(Word { text: text.to_owned(), is_turning: false });
    }

    fn turn(&mut self, text: &str) {
        self.0.push(Word { text: text.to_owned(), is_turning: true });
    }

    /// Lookup key of a statement: its words without negations, which equal and contrary statements share.
    pub(super) fn key(&self) -> String {
        self.plain().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn plain(&self) -> impl Iterator<Item = &Word> {
        self.0.iter().filter(|it| !it.is_turning)
    }

    /// Compares two statements.
    pub(crate) fn likeness(&self, other: &Words) -> Likeness {
        if !self.0.is_empty() && self.0 == other.0 {
            return Likeness::Same;
        }
        let turns = |it: &Words| it.0.iter().filter(|word| word.is_turning).count() % 2;
        let is_contrary =
            turns(self) != turns(other) && self.plain().next().is_some() && self.plain().eq(other.plain());
        if is_contrary { Likeness::Contrary } else { Likeness::Other }
    }
}

/// A word from its first character: letters and digits, an apostrophe between letters, and the separator within a number (`1.5`, `5,000`).
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

/// Whether a digit follows the next character.
fn is_figure_next(chars: &Peekable<Chars<'_>>) -> bool {
    chars.clone().nth(1).is_some_and(|it| it.is_ascii_digit())
}

/// A word without the `s` of the plural or the third person.
fn singular(word: &str) -> &str {
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    let has_ending = |it: &&str| it.len() >= 3 && !it.ends_with(['s', 'u', 'i']);
    word.strip_suffix('s').filter(has_ending).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D-33, B-21: the same words are one claim; a negation, in any language, another figure, name, bound or order is not.
    #[test]
    fn pairs_of_statements() {
        use Likeness::{Contrary, Other, Same};
        for (a, b, expected) in [
            ("Latency is 3 ms.", "latency is 3 ms", Same),
            ("gRPC halves the payload of calls", "gRPC halves payloads of the call", Same),
            ("gRPC halves the payload of our internal calls", "gRPC halves the payload of our calls", Other),
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
            (
                "Wir können im Mai bei allen drei Kunden liefern",
                "Wir können im Mai bei allen drei Kunden nicht liefern",
                Other,
            ),
            ("Le service tient la charge prévue en mai", "Le service ne tient pas la charge prévue en mai", Other),
            (
                "Il servizio regge il carico previsto a maggio",
                "Il servizio non regge il carico previsto a maggio",
                Other,
            ),
            ("移行は五月までに終わる", "移行は五月までに終わらない", Other),
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
