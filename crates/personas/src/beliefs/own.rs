//! The sentences of a corpus that tell their author's own view, for quotations and contracts (P-02, P-04).
//!
//! Left out: questions, titles and fragments, what stands between quotation marks, what is told of others, also over several sentences, and
//! what is formerly held or only supposed. A sentence that leans on the one before it has that one with it, or is left out. In doubt a sentence is
//! left out: silence does no harm. Not here: what a sentence says (`causal`, `claims`), and which sentences are near a question (`recall`).
use super::lists::WORDS;
use super::stance::{self, is_question};
use super::tokens::{self, Punctuation, Word};
use super::{cues, is_title};
use debate::Chunk;

/// The most words between quotation marks that are a term and not a quotation.
const TERM: usize = 2;
/// How many words at the beginning may not stand for what is named elsewhere. Ours: a condition before the subject has a word or two.
const BEGINNING: usize = 3;
/// How far from the beginning the verb of a report, or the opponents that it names, may be.
const REPORTED: usize = 8;
/// How many sentences of the paragraph that a chunk continues are read before it.
const CARRIED: usize = 4;

/// A sentence of a corpus.
#[derive(Clone, Debug)]
pub(crate) struct Spoken<'a> {
    pub(crate) chunk: &'a Chunk,
    pub(crate) text: &'a str,
    pub(crate) words: Vec<Word<'a>>,
    /// Whether it needs the sentence before it.
    pub(crate) leans: bool,
    /// That sentence, if it can be quoted too.
    pub(crate) before: Option<&'a str>,
    pub(crate) voice: Voice,
}

/// Whose view a sentence tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    /// Its author's, as far as its words and its neighbours tell.
    Own,
    /// Its author's, but a former one, or one that is supposed.
    Unsure,
    /// A question.
    Asked,
    /// Others', perhaps.
    Others,
    /// Others', since it stands between quotation marks.
    Quoted,
    /// Nobody's: a title or a fragment.
    Nobody,
}

impl Spoken<'_> {
    /// Whether what it says is in it and in what it leans on.
    pub(crate) fn is_whole(&self) -> bool {
        !self.leans || self.before.is_some()
    }
}

/// The sentences of some chunks, in order, each with whose view it tells.
pub(crate) fn spoken(chunks: &[Chunk]) -> Vec<Spoken<'_>> {
    let mut all = Vec::new();
    each(chunks, &mut |it| all.push(it));
    all
}

/// Hands over the same sentences one by one: their words take many times the room of the text.
pub(crate) fn each<'a>(chunks: &'a [Chunk], next: &mut dyn FnMut(Spoken<'a>)) {
    let mut last: Option<&Chunk> = None;
    for chunk in chunks {
        // A chunk may go on with the paragraph of the one before it.
        let before = last.filter(|it| it.source == chunk.source).and_then(|it| it.text.lines().last());
        let mut before: Vec<&str> = before.map(tokens::sentences).unwrap_or_default();
        before.drain(..before.len().saturating_sub(CARRIED));
        for line in chunk.text.lines().filter(|it| !it.trim().is_empty()) {
            if !is_title(line) {
                paragraph(chunk, &std::mem::take(&mut before), line, next);
            }
            before.clear();
        }
        last = Some(chunk);
    }
}

/// The sentences of a paragraph, behind those that the chunk before it has of it.
fn paragraph<'a>(chunk: &'a Chunk, before: &[&'a str], line: &'a str, next: &mut dyn FnMut(Spoken<'a>)) {
    let sentences: Vec<&'a str> = before.iter().copied().chain(tokens::sentences(line)).collect();
    let held = stance::surely_held(&sentences);
    let quoted = quoted(&sentences);
    let mut previous: Option<(&'a str, bool)> = None;
    for (at, ((text, held), quoted)) in sentences.iter().copied().zip(held).zip(quoted).enumerate() {
        let words = tokens::words(text);
        let is_quoted = quoted || words.iter().filter(|it| it.is_quoted).count() > TERM;
        let voice = if is_quoted {
            Voice::Quoted
        } else if is_question(text) {
            Voice::Asked
        } else if !held || stance::tells(&words) || is_reported(&words) {
            Voice::Others
        } else if !is_sentence(text, &words) || (answers(&sentences, at, &words) && !has_main_verb(&words)) {
            Voice::Nobody
        } else if stance::is_sure(text, &words) {
            Voice::Own
        } else {
            Voice::Unsure
        };
        let leans = leans(&words);
        let base = previous.filter(|it| leans && it.1 && at > before.len()).map(|it| it.0);
        // What another sentence can lean on: the author's own, or a question that is answered.
        previous = Some((text, !leans && matches!(voice, Voice::Own | Voice::Asked)));
        if at >= before.len() {
            next(Spoken { chunk, text, words, leans, before: base, voice });
        }
    }
}

/// For each sentence of a paragraph, whether it begins or ends within a quotation. In old prints each paragraph of a quotation begins with a mark,
/// and only the last one ends with one.
pub(super) fn quoted(sentences: &[&str]) -> Vec<bool> {
    let mut is_within = false;
    let is_quoted = |sentence: &&str| {
        let begins = is_within;
        is_within = quotes_on(sentence, is_within);
        begins || is_within
    };
    sentences.iter().map(is_quoted).collect()
}

/// Whether a quotation is open at the end of a sentence.
fn quotes_on(sentence: &str, is_open: bool) -> bool {
    sentence.chars().fold(is_open, |is_open, c| match c {
        '“' | '«' => true,
        '”' | '»' => false,
        '"' => !is_open,
        _ => is_open,
    })
}

/// Whether a sentence is about what somebody wants or thinks, or about those who oppose its author.
fn is_reported(words: &[Word<'_>]) -> bool {
    let first = words.get(..REPORTED.min(words.len())).unwrap_or_default();
    WORDS.any("opposing", first) || first.iter().skip(1).any(|it| WORDS.has("wishing", &it.low))
}

/// Whether a sentence is whole: it begins as one, ends as one, and has a finite verb.
fn is_sentence(text: &str, words: &[Word<'_>]) -> bool {
    let begins = text.chars().find(|it| it.is_alphanumeric()).is_some_and(|it| !it.is_lowercase());
    let is_cut = text.ends_with([',', ';', ':', '-', '–', '—']);
    let is_heading = words.len() <= TITLE_MOST
        && words.iter().skip(1).filter(|it| it.low.len() > 3).all(|it| it.raw.starts_with(char::is_uppercase));
    begins && !is_cut && !is_heading && (0..words.len()).any(|at| is_finite(words, at))
}

/// Whether a sentence may be the mere answer to a question before it, or a noun with all that is said of it.
fn answers(sentences: &[&str], at: usize, words: &[Word<'_>]) -> bool {
    let is_asked = at.checked_sub(1).and_then(|it| sentences.get(it)).is_some_and(|it| is_question(it));
    is_asked || words.first().is_some_and(|it| matches!(it.low.as_str(), "a" | "an"))
}

/// Whether a sentence has a verb beside those of its relative and other subordinate clauses, by their number.
pub(crate) fn has_main_verb(words: &[Word<'_>]) -> bool {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let is_helper = |at: usize| WORDS.has("helpers", low(at)) || WORDS.has("modals", low(at));
    // Helpers and their verb are one.
    let begins = |at: &usize| {
        let goes_on = at.checked_sub(1).is_some_and(|it| is_finite(words, it) || WORDS.has("adverbs", low(it)));
        is_finite(words, *at) && (!goes_on || (is_helper(*at) && !at.checked_sub(1).is_some_and(is_helper)))
    };
    let contracted = words.iter().filter(|it| it.bare() != it.low && WORDS.has("persons", it.bare())).count();
    let verbs = (0..words.len()).filter(begins).count() + contracted;
    let is_told = words.first().is_some_and(|it| WORDS.has("imperative", &it.low));
    let clauses = words.iter().filter(|it| WORDS.has("subordinate", &it.low)).count();
    // `A count, done properly, that shows more`: nothing is said of the count.
    let is_relative = |at: &usize| {
        let is_parted = words.get(*at).is_some_and(|it| it.punctuation == Punctuation::Comma);
        is_parted && matches!(low(*at), "that" | "who" | "which") && !(0..*at).any(|it| is_finite(words, it))
    };
    let is_all_relative = (1..words.len()).find(is_relative).is_some_and(|at| {
        !(at + 1..words.len()).any(|it| words.get(it).is_some_and(|it| it.punctuation != Punctuation::None))
    });
    verbs + usize::from(is_told) > clauses && !is_all_relative
}

/// Whether `that` at a place points to something outside of its sentence: `costs that in a week`, `take that page down`.
pub(super) fn is_pointing_that(words: &[Word<'_>], at: usize) -> bool {
    let word = |at: usize| words.get(at);
    let low = |at: usize| word(at).map(|it| it.low.as_str()).unwrap_or_default();
    if low(at) != "that" {
        return false;
    }
    let before = at.checked_sub(1).map(low).unwrap_or_default();
    let is_parted = word(at + 1).is_none_or(|it| it.punctuation != Punctuation::None);
    if is_parted || WORDS.has("before_that", before) || WORDS.has("breaks", low(at + 1)) {
        return true;
    }
    let next = low(at + 1);
    let bare = word(at + 1).map(Word::bare).unwrap_or_default();
    // The verb of a relative clause, or the subject of a clause.
    let lists = [
        "helpers",
        "modals",
        "verbs",
        "acting",
        "present",
        "told",
        "adverbs",
        "persons",
        "determiners",
        "none",
        "general",
        "plural",
    ];
    let begins = lists.iter().any(|it| WORDS.has(it, next) || WORDS.has(it, bare));
    let is_formed =
        next.len() > 3 && !next.ends_with("ss") && ["s", "ed", "ly", "ing"].iter().any(|it| next.ends_with(it));
    let is_cue = words.get(at + 1..).is_some_and(|rest| cues::at(rest).any(|it| it.is_finite()));
    let is_told = WORDS.has("before_clause", before);
    !(begins || is_formed || is_cue || is_told)
}

/// The most words of a title that a sentence may be.
const TITLE_MOST: usize = 10;

/// Whether a word may be the verb of its sentence.
fn is_finite(words: &[Word<'_>], at: usize) -> bool {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let word = low(at);
    let is_known = ["helpers", "verbs", "present", "told", "modals"].iter().any(|it| WORDS.has(it, word));
    let rest = words.get(at..).unwrap_or_default();
    let before = at.checked_sub(1).map(low).unwrap_or_default();
    let is_behind_noun = at > 0 && !WORDS.has("edges", before) && !WORDS.has("breaks", before);
    let is_cue = || is_behind_noun && cues::at(rest).any(|it| it.is_finite());
    // `The bus starves the library`, `cars fill the town`.
    let is_verb = || {
        let ends = word.ends_with('s') || word.ends_with("ed") || before.ends_with('s');
        let next = words.get(at + 1);
        let is_followed = next.is_none_or(|it| {
            it.punctuation != Punctuation::None || WORDS.has("edges", &it.low) || WORDS.has("breaks", &it.low)
        });
        is_behind_noun && ends && is_followed && !WORDS.has("edges", word) && !WORDS.has("breaks", word)
    };
    is_known || is_cue() || (is_verb() && low(at + 1) != "of")
}

/// Whether a sentence needs the one before it: a pronoun without its noun, or half a thought.
pub(crate) fn leans(words: &[Word<'_>]) -> bool {
    let joined =
        usize::from(words.first().is_some_and(|it| matches!(it.low.as_str(), "but" | "and" | "yet" | "still")));
    let words = words.get(joined..).unwrap_or_default();
    let Some(first) = words.first() else { return true };
    if is_expletive(words) {
        return false;
    }
    // `It's`, `they'll` and `that's` point as their pronouns do.
    let low = |at: usize| words.get(at).map(Word::bare).unwrap_or_default();
    // `This habit`, `to this end`, `in that kingdom`, but not `those who`.
    let names = |at: usize| matches!(low(at), "who" | "that" | "which" | "whose" | "whom" | "of" | "as");
    let points = |at: usize| match low(at) {
        "this" | "these" | "those" | "such" | "same" | "former" | "latter" | "following" | "foregoing" => {
            !names(at + 1)
        }
        "that" => at == 1 && WORDS.has("breaks", low(0)),
        word => {
            at < BEGINNING && (WORDS.has("pointing", word) || matches!(word, "it" | "they" | "them" | "its" | "their"))
        }
    };
    // `I do.`, `we should not`: what is done stands before it.
    let before = words.len().checked_sub(2).and_then(|it| words.get(it));
    let is_pronoun = before.is_some_and(|it| WORDS.has("persons", &it.low) || it.low == "not");
    let is_elliptical = words.last().is_some_and(|it| {
        (WORDS.has("helpers", &it.low) && is_pronoun)
            || matches!(it.low.as_str(), "not" | "so" | "otherwise" | "either" | "neither")
    });
    WORDS.has("leaning", first.bare())
        || (0..BEGINNING + 2).any(points)
        || is_elliptical
        || WORDS.begins("replying", words).is_some()
        || words
            .iter()
            .any(|it| WORDS.has("elsewhere", &it.low) && !matches!(it.low.as_str(), "this" | "these" | "such"))
}

/// `It is clear that …`, `it is better to be …`: the `it` stands for nothing.
fn is_expletive(words: &[Word<'_>]) -> bool {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let being = (1..4).find(|at| WORDS.has("being", low(*at)) || matches!(low(*at), "seems" | "appears" | "follows"));
    let being = if low(0) == "it's" { Some(0) } else { being.filter(|_| low(0) == "it") };
    let Some(being) = being else { return false };
    // `It's learnt from things that`: its `that` is another's.
    let is_other = |at: usize| (being + 1..at).any(|it| WORDS.has("breaks", low(it)));
    (being + 1..being + 5).any(|at| match low(at) {
        "that" | "how" | "who" if is_other(at) => false,
        "that" | "how" | "who" => at > being + 1 || !matches!(low(being), "is" | "it's"),
        "to" => WORDS.has("verbs", low(at + 1)) || matches!(low(at + 1), "be" | "have" | "do" | "say" | "suppose"),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let chunk = Chunk { id: "k1".into(), source: "a.md".into(), text: text.to_owned() };
        let chunks = [chunk];
        let own = spoken(&chunks).into_iter().filter(|it| it.voice == Voice::Own && it.is_whole());
        own.map(|it| it.before.map(|it| format!("{it} ")).unwrap_or_default() + it.text).collect()
    }

    /// P-02, P-04: what an author reports, asks, quotes, once held or begins to say is nobody's view.
    #[test]
    fn what_is_not_the_authors_view_is_left_out() {
        for text in [
            "A fifth is of opinion that a bill of rights of any sort would be superfluous.",
            "The campaigners say that night buses pay for themselves.",
            "My neighbour thinks an orchard is idle land.",
            "Some say the store saves time at noon.",
            "The committee wants the old orchard for allotments.",
            "The most considerable of the remaining objections is that the plan contains no bill of rights.",
            "I believed then that only what is sold is worth growing.",
            "The mode of appointing the judges.",
            "The Real Character of the Executive.",
            "I have seen the takings, and they don't.",
            "It will present liberty everywhere crushed between standing armies and taxes.",
            "It proves that nobody trusts the bus.",
            "Two of them forbid it in these words: \"As armies are dangerous, they ought not to be kept up.\"",
            "\"Judges are to be kept apart. Liberty is lost where they are not.",
            "of the old town, which nobody likes.",
            "In that kingdom the pulse of liberty is high.",
            "If, to prevent this consequence, nobody raises an army, the coast is open.",
            "Should the old town be closed?",
            "",
        ] {
            assert_eq!(told(text), Vec::<String>::new(), "{text}");
        }
    }

    /// P-04: a sentence that leans on one of the author's own comes with it; a phrase that says nothing of its own does not lean.
    #[test]
    fn what_leans_comes_with_what_it_leans_on() {
        for (text, expected) in [
            ("The bus is empty. It costs nothing.", "The bus is empty.|The bus is empty. It costs nothing."),
            ("Should buses run at night? They should not.", "Should buses run at night? They should not."),
            ("Others say that buses pay. It is a myth.", ""),
            ("It is evident that the old town needs peace.", "It is evident that the old town needs peace."),
            ("But parks calm a city.", "But parks calm a city."),
            ("Cars fill the old town.", "Cars fill the old town."),
            ("Each field is called \"status\" in the end.", "Each field is called \"status\" in the end."),
        ] {
            assert_eq!(told(text).join("|"), expected, "{text}");
        }
    }

    /// P-02: a report is not forgotten where a chunk ends.
    #[test]
    fn a_report_goes_on_in_the_next_chunk() {
        let chunk = |id: &str, text: &str| Chunk { id: id.into(), source: "a.md".into(), text: text.to_owned() };
        let chunks = [chunk("k1", "Our opponents say so."), chunk("k2", "Parks cause crime.\nParks calm a city.")];
        let voices: Vec<Voice> = spoken(&chunks).iter().map(|it| it.voice).collect();
        assert_eq!(voices, [Voice::Others, Voice::Others, Voice::Own]);
    }
}
