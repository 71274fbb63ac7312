//! The phrases that express causation, each with the forms of its verb.
//!
//! Not here: which words of a sentence are on which side of a phrase (`causal`).
use super::lists::WORDS;
use super::tokens::Word;
use debate::Polarity;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static CUES: LazyLock<Cues> = LazyLock::new(|| Cues::read(include_str!("../../data/causal.txt")));

/// How a phrase connects cause and effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A verb: the cause before it.
    Verb,
    /// A verb that is causal only with an abstract end.
    Weak,
    /// A verb with the effect before it.
    From,
    /// A verb with what comes about behind it, which has a verb of its own.
    Lets,
    /// A verb with what it changes behind it, and how.
    Makes,
    /// A verb with who gets what behind it.
    Gives,
    /// A verb with what follows behind it.
    Means,
    /// An adjective after `is`, with the cause before it.
    State,
    /// An adjective or a noun after `is`, with the effect before it.
    Fruit,
    /// A noun after `is the`, with the cause before it.
    Noun,
}

impl Kind {
    fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "verb" => Kind::Verb,
            "weak" => Kind::Weak,
            "from" => Kind::From,
            "lets" => Kind::Lets,
            "makes" => Kind::Makes,
            "gives" => Kind::Gives,
            "means" => Kind::Means,
            "state" => Kind::State,
            "noun" => Kind::Noun,
            "fruit" => Kind::Fruit,
            _ => return None,
        })
    }

    pub(crate) fn is_verb(self) -> bool {
        matches!(self, Kind::Verb | Kind::Weak | Kind::From | Kind::Lets | Kind::Makes | Kind::Gives | Kind::Means)
    }
}

/// A form of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VerbForm {
    /// `cause`: the bare form, which may be a noun.
    Bare,
    /// `causes`, which may be a noun too.
    Third,
    /// `caused`: past tense, perhaps a participle.
    Past,
    /// `given`: only a participle.
    Participle,
    /// `causing`.
    Going,
    /// Not a verb.
    Plain,
}

/// A cue phrase.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cue {
    pub(crate) kind: Kind,
    pub(crate) form: VerbForm,
    pub(crate) polarity: Polarity,
    pub(crate) sure: f64,
    /// The base form of its first word.
    pub(crate) base: &'static str,
    /// The words after its first word.
    rest: Vec<&'static str>,
}

impl Cue {
    /// Whether its first word can be the verb of a sentence.
    pub(crate) fn is_finite(&self) -> bool {
        self.kind.is_verb() && matches!(self.form, VerbForm::Bare | VerbForm::Third | VerbForm::Past)
    }

    /// The number of its words.
    pub(crate) fn len(&self) -> usize {
        self.rest.len() + 1
    }
}

/// Phrases by their first word, longest first.
#[derive(Debug, Default)]
struct Cues(BTreeMap<String, Vec<Cue>>);

impl Cues {
    fn read(file: &'static str) -> Cues {
        let mut cues = Cues::default();
        for (head, phrases) in file.lines().filter(|it| !it.starts_with('#')).filter_map(|it| it.split_once(" = ")) {
            let mut head = head.split(' ');
            let (Some(kind), Some(sign), Some(sure)) = (head.next().and_then(Kind::named), head.next(), head.next())
            else {
                continue;
            };
            let polarity = if sign == "-" { Polarity::Hinders } else { Polarity::Furthers };
            let sure = sure.parse().unwrap_or_default();
            for phrase in phrases.split(", ") {
                let mut words = phrase.split(' ');
                let first = words.next().unwrap_or_default();
                let rest: Vec<&str> = words.collect();
                let base = first.split('/').next().unwrap_or_default();
                for (word, form) in forms(kind, first) {
                    cues.0.entry(word).or_default().push(Cue { kind, form, polarity, sure, base, rest: rest.clone() });
                }
            }
        }
        cues.0.values_mut().for_each(|it| it.sort_by_key(|cue| std::cmp::Reverse(cue.rest.len())));
        cues
    }
}

/// The phrases that `words` begins with, longest first.
pub(crate) fn at<'a>(words: &'a [Word<'_>]) -> impl Iterator<Item = &'static Cue> + 'a {
    let cues = words.first().and_then(|it| CUES.0.get(&it.low)).into_iter().flatten();
    cues.filter(|cue| {
        let rest = words.iter().skip(1);
        rest.clone().count() >= cue.rest.len() && rest.zip(&cue.rest).all(|(word, it)| word.low == **it)
    })
}

/// Whether a sentence has a phrase of a relation, or a word that joins a cause to its effect.
pub(crate) fn relates(words: &[Word<'_>]) -> bool {
    (0..words.len()).any(|at| {
        let rest = words.get(at..).unwrap_or_default();
        self::at(rest).next().is_some() || rest.first().is_some_and(|it| WORDS.has("relating", &it.low))
    })
}

/// The forms of the first word of a phrase.
fn forms(kind: Kind, word: &str) -> Vec<(String, VerbForm)> {
    if !kind.is_verb() {
        return vec![(word.to_owned(), VerbForm::Plain)];
    }
    let mut parts = word.split('/');
    let base = parts.next().unwrap_or_default();
    let regular = past(base);
    let past = parts.next().unwrap_or(&regular).to_owned();
    let participle = parts.next().unwrap_or(&past).to_owned();
    let mut forms =
        vec![(base.to_owned(), VerbForm::Bare), (third(base), VerbForm::Third), (going(base, &past), VerbForm::Going)];
    if participle != past {
        forms.push((participle, VerbForm::Participle));
    }
    if past != base {
        forms.push((past, VerbForm::Past));
    }
    forms
}

fn third(base: &str) -> String {
    match base.strip_suffix('y').filter(|it| !it.ends_with(['a', 'e', 'o', 'u'])) {
        Some(stem) => format!("{stem}ies"),
        None if base.ends_with("ch") || base.ends_with("sh") || base.ends_with(['s', 'x']) => format!("{base}es"),
        None => format!("{base}s"),
    }
}

fn past(base: &str) -> String {
    match (base.strip_suffix('y').filter(|it| !it.ends_with(['a', 'e', 'o', 'u'])), base.ends_with('e')) {
        (Some(stem), _) => format!("{stem}ied"),
        (None, true) => format!("{base}d"),
        (None, false) if doubles(base) => format!("{base}{}ed", base.chars().next_back().unwrap_or_default()),
        (None, false) => format!("{base}ed"),
    }
}

fn going(base: &str, past: &str) -> String {
    let is_doubled = past.strip_suffix("ed").is_some_and(|it| it.len() == base.len() + 1 && !base.ends_with('e'));
    match base.strip_suffix('e') {
        Some(stem) => format!("{stem}ing"),
        None if (is_doubled && !past.ends_with("ied")) || base == "set" || base == "beget" || base == "put" => {
            format!("{base}{}ing", base.chars().next_back().unwrap_or_default())
        }
        None => format!("{base}ing"),
    }
}

/// Whether a listed verb doubles its last letter.
fn doubles(base: &str) -> bool {
    base == "deter"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-02: a verb is recognized in all its forms.
    #[test]
    fn a_verb_has_its_forms() {
        let shown = |word: &str| -> Vec<String> { forms(Kind::Verb, word).into_iter().map(|it| it.0).collect() };
        for (word, expected) in [
            ("cause", "cause causes causing caused"),
            ("fuel", "fuel fuels fueling fueled"),
            ("deter", "deter deters deterring deterred"),
            ("stem/stemmed/stemmed", "stem stems stemming stemmed"),
            ("give/gave/given", "give gives giving given gave"),
            ("set/set/set", "set sets setting"),
            ("touch/touched/touched", "touch touches touching touched"),
        ] {
            assert_eq!(shown(word).join(" "), expected);
        }
    }
}
