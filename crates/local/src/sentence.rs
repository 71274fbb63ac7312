//! Where a text that must stop can end as a sentence: after its last whole sentence or clause, or at least after a whole word.
//!
//! Pure: text in, byte positions out. English has words that nothing can end with; in other languages punctuation and spaces decide. Not here:
//! when a text must stop, and what is put after it (`generation`).

/// Whether the last word of a text is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastWord {
    /// It is: what would follow begins with a space or with punctuation.
    Whole,
    /// It may be cut.
    Cut,
}

/// A place at which a text can end.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Endings {
    /// After a sentence or a clause, the last first.
    pub(crate) clauses: Vec<usize>,
    /// After a word, the last first.
    pub(crate) words: Vec<usize>,
}

/// Words that a sentence does not end with: articles, prepositions, conjunctions, auxiliaries, possessives.
const DANGLING: &str = " a about above across after against all also although among an and any are as at be because been before being \
    below between both but by can cannot could did do does during each either even every for from had has have he her how however i if in \
    into is it's its just like may might more most must my neither no nor not of on only onto or other our over own per rather several \
    shall she should since so some such than that the their there these they this those though through to too toward towards under unless \
    until upon using very via was we were what when where whereas whether which while who whose why will with within without would you \
    your ";

/// Words that begin a clause which depends on another: as the first of a text it is no sentence.
const SUBORDINATE: &str = " although after as because before by considering despite even for given if in once provided since though to unless until when \
      whenever where whereas whether while with without ";

/// Words that begin a further clause: a text can end before them.
const CONJUNCTIONS: &str = " although and because but however or since so though unless whereas which while ";

/// The fewest words of a kept text.
const LEAST_WORDS: usize = 3;

/// How many of each kind are offered.
const MOST: usize = 6;

/// Finds them. The text is what stands between the quotation marks of a JSON string.
pub(crate) fn endings(text: &str, last: LastWord) -> Endings {
    let mut endings = Endings::default();
    let words = words(text);
    for (index, word) in words.iter().enumerate().rev() {
        let is_last = index + 1 == words.len();
        let core = word.text.trim_end_matches(is_pause);
        let end = word.start + core.trim_end_matches(',').len();
        let is_sentence = is_sentence_end(core);
        let is_whole = !is_last || last == LastWord::Whole || core.len() < word.text.len() || is_sentence;
        let kept = words.get(..=index).unwrap_or_default();
        if core.is_empty() || !is_whole || is_escaped(text, end) || !can_end(kept) {
            continue;
        }
        if is_sentence {
            endings.clauses.push(end);
            continue;
        }
        let next = words.get(index + 1).map(|it| it.plain());
        let is_before_conjunction = next.is_some_and(|it| is_in(CONJUNCTIONS, &it)) && !is_paired(kept);
        if (core.len() < word.text.len() || is_before_conjunction) && !is_dependent(kept) {
            endings.clauses.push(end);
        } else {
            endings.words.push(end);
        }
    }
    // Text without spaces has pauses inside a word.
    for (position, mark) in text.char_indices().rev().filter(|(_, it)| "，、；。！？".contains(*it)) {
        let end = if "。！？".contains(mark) { position + mark.len_utf8() } else { position };
        if text.get(..end).is_some_and(|it| it.chars().count() > LEAST_WORDS) && !endings.clauses.contains(&end) {
            endings.clauses.push(end);
        }
    }
    endings.clauses.sort_unstable_by(|a, b| b.cmp(a));
    endings.clauses.truncate(MOST);
    endings.words.truncate(MOST);
    endings
}

/// Whether the text ends with a mark that ends a sentence.
pub(crate) fn is_sentence_end(text: &str) -> bool {
    text.trim_end_matches(['"', '\\', ')', '\'']).ends_with(['.', '!', '?', '。', '！', '？'])
}

/// A word with its punctuation.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    start: usize,
    text: &'a str,
}

impl Word<'_> {
    /// The word alone, in lower case.
    fn plain(&self) -> String {
        self.text.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase()
    }
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut start = 0;
    let mut words = Vec::new();
    for part in text.split_inclusive(' ') {
        let word = part.trim_end_matches(' ');
        if !word.is_empty() {
            words.push(Word { start, text: word });
        }
        start += part.len();
    }
    words
}

/// Whether a clause ends before this mark.
fn is_pause(mark: char) -> bool {
    matches!(mark, ',' | ';' | ':' | '–' | '—' | '，' | '；' | '、')
}

/// Whether these words can be the end of a text.
fn can_end(kept: &[Word<'_>]) -> bool {
    let Some(last) = kept.last() else { return false };
    let plain = last.plain();
    // A word that is quoted stands for itself.
    let is_quoted = last.text.trim_end_matches(is_pause).ends_with(['"', ')']);
    kept.len() >= LEAST_WORDS && !plain.is_empty() && (is_quoted || !is_in(DANGLING, &plain))
}

/// Whether these words are one clause that depends on another.
fn is_dependent(kept: &[Word<'_>]) -> bool {
    let begins = kept.first().is_some_and(|it| is_in(SUBORDINATE, &it.plain()));
    let has_pause = |words: &[Word<'_>]| words.iter().any(|it| it.text.ends_with(is_pause));
    begins && kept.split_last().is_some_and(|(_, before)| !has_pause(before))
}

/// Whether the next "and" or "or" belongs to these words: "between A and B".
fn is_paired(kept: &[Word<'_>]) -> bool {
    kept.iter().rev().take(4).any(|it| is_in(" between both either neither whether ", &it.plain()))
}

fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|it| it == word)
}

/// Whether the position is inside an escape such as `\n`.
fn is_escaped(text: &str, position: usize) -> bool {
    let before = text.get(..position).unwrap_or_default();
    (before.len() - before.trim_end_matches('\\').len()) % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best ending.
    fn ended(text: &str, last: LastWord) -> &str {
        let Endings { clauses, words } = endings(text, last);
        text.get(..*clauses.first().or(words.first()).unwrap_or(&0)).unwrap()
    }

    /// D-21: a text ends at its last whole clause, and never with a word that asks for another. The first rows were said by small models.
    #[test]
    fn a_text_ends_at_its_last_whole_clause() {
        for (text, expected) in [
            ("it would improve performance, scalability,", "it would improve performance, scalability"),
            ("services are easier to maintain andScale", "services are easier to maintain"),
            ("it makes the product easier to, in", "it makes the product easier"),
            (
                "a split costs time, because every call crosses the net and may",
                "a split costs time, because every call crosses the net",
            ),
            ("The queue grows. It is read twice.", "The queue grows. It is read twice."),
            ("If the team is small, the cost", "If the team is small"),
            ("If the team is small, the costs are high, which", "If the team is small, the costs are high"),
            ("the gap between speed and safety is", "the gap between speed and safety"),
            ("The queue grows. It is read twice by the", "The queue grows."),
            ("we deploy to fewer servers with every rele", "we deploy to fewer servers"),
            ("the answer is \\\"no\\\", and that", "the answer is \\\"no\\\""),
            ("团队很小，所以拆分的成本很", "团队很小"),
            ("团队很小，所以拆分的成本很高。但是", "团队很小，所以拆分的成本很高。"),
            ("to the of", ""),
            ("", ""),
        ] {
            assert_eq!(ended(text, LastWord::Cut), expected, "{text}");
        }
        assert_eq!(ended("we should measure the latency", LastWord::Whole), "we should measure the latency");
        assert_eq!(ended("we should measure the latency", LastWord::Cut), "we should measure");
    }

    /// D-21: no ending is inside an escape or a character.
    #[test]
    fn endings_are_between_characters() {
        let text = "Zürich, \\\"façade\\\", \\n and 拆分，然后，再 says \\\\, é, ü";
        let Endings { clauses, words } = endings(text, LastWord::Cut);
        for end in clauses.iter().chain(&words) {
            assert!(text.is_char_boundary(*end) && !is_escaped(text, *end), "{end}");
        }
        assert!(!clauses.is_empty());
    }
}
