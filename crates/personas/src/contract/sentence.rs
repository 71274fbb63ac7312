//! The sentences of a corpus as a contract needs them: whose view each tells, and which cues it has, without its words.
use crate::beliefs::lists::WORDS;
use crate::beliefs::own::{self, Spoken, Voice};
use crate::beliefs::tokens::{self, Word};
use debate::Chunk;

/// The list of what changes a mind.
pub(super) const CHANGERS: &str = "would_change";
/// The lists of cues.
const LISTS: [&str; 6] = [CHANGERS, "stakes", "bias", "horizon", "epistemology", "evidence"];
/// The number of words at the beginning in which a pronoun stands for what is named elsewhere.
const BEGINNING: usize = 6;
/// The separator of headings in a source.
const HEADING: &str = " › ";

/// A sentence without its words, which take many times the room of the text.
#[derive(Debug)]
pub(super) struct Sentence<'a> {
    pub(super) chunk: &'a Chunk,
    pub(super) text: &'a str,
    pub(super) voice: Voice,
    /// Whether it needs the sentence before it.
    pub(super) leans: bool,
    /// The number of its words.
    pub(super) length: usize,
    /// Whether it is in the first person.
    pub(super) is_own: bool,
    /// Whether it supposes something and says what its author would do.
    pub(super) is_supposed: bool,
    /// Whether it tells what happened, or what was once held.
    pub(super) is_past: bool,
    /// Whether it stands for its author's view without its neighbours: it answers no question and begins with no pronoun.
    pub(super) is_plain: bool,
    /// The number of cues, by list.
    cues: [u8; LISTS.len()],
}

impl Sentence<'_> {
    /// How many phrases of a list it has.
    pub(super) fn cues(&self, list: &str) -> usize {
        LISTS.iter().zip(self.cues).find(|(it, _)| **it == list).map_or(0, |(_, count)| usize::from(count))
    }

    /// Whether it can stand for its author without its neighbours.
    pub(super) fn is_anchor(&self) -> bool {
        self.voice == Voice::Own && !self.leans && self.is_plain && !self.is_past && self.text.ends_with('.')
    }

    /// Whether it belongs into the list: with a phrase of it, and by the author.
    pub(super) fn serves(&self, list: &str) -> bool {
        let is_told = match self.voice {
            Voice::Own => true,
            // What would change a mind is supposed, or half an answer.
            Voice::Unsure | Voice::Nobody => list == CHANGERS,
            // `If a trial showed that`: it is supposed, and nobody says it.
            Voice::Others => list == CHANGERS && self.is_supposed,
            Voice::Asked | Voice::Quoted => false,
        };
        is_told && !self.leans && self.cues(list) > 0
    }
}

/// The sentences of some chunks, in order.
pub(super) fn of(chunks: &[Chunk]) -> Vec<Sentence<'_>> {
    let mut all: Vec<Sentence<'_>> = Vec::new();
    // Whether the sentence before it asks what would change a mind, and whether it asks at all.
    let (mut is_asked, mut follows) = (false, false);
    own::each(chunks, &mut |it| {
        let is_next = all.last().is_some_and(|before| before.chunk.source == it.chunk.source);
        let read = sentence(&it, is_asked && is_next, follows && is_next);
        follows = it.voice == Voice::Asked;
        is_asked = it.voice == Voice::Asked && WORDS.any("asks_change", &it.words);
        all.push(read);
    });
    all
}

fn sentence<'a>(it: &Spoken<'a>, is_asked: bool, follows: bool) -> Sentence<'a> {
    let words = &it.words;
    let mut cues = LISTS.map(|list| u8::try_from(WORDS.count(list, words)).unwrap_or(u8::MAX));
    if let Some(changers) = cues.first_mut() {
        *changers = changers.saturating_add(u8::from(would_change(it, is_asked)));
    }
    let is_past = WORDS.any("former", words)
        || words.iter().any(|it| WORDS.has("told", &it.low) && !WORDS.has("participles", &it.low));
    // `We lost`, `they voted`.
    let did = |pair: &[Word<'_>]| match pair {
        [who, it] => WORDS.has("persons", &who.low) && (WORDS.has("told", &it.low) || it.low.ends_with("ed")),
        _ => false,
    };
    let is_past = is_past || words.iter().any(|it| WORDS.has("past", &it.low)) || words.windows(2).any(did);
    let is_supposed = supposes(words) && says_what_i_would_do(words);
    let begins = words.get(..BEGINNING.min(words.len())).unwrap_or_default();
    let points = begins.iter().any(|it| WORDS.has("persons_third", it.bare()));
    let is_plain = !follows && !points && !begins.first().is_some_and(|it| WORDS.has("connecting", &it.low));
    let (chunk, text, voice, leans) = (it.chunk, it.text, it.voice, it.leans);
    let (length, is_own) = (words.len(), WORDS.any("own", words));
    Sentence { chunk, text, voice, leans, length, is_own, is_supposed, is_past, is_plain, cues }
}

/// Whether a sentence says what would change its author's mind: in answer to that question, or as a condition below a heading about it.
fn would_change(it: &Spoken<'_>, is_asked: bool) -> bool {
    let words = &it.words;
    let Some(first) = words.first() else { return false };
    if is_asked {
        // `A trial in which`, `if somebody showed me`, but not `I don't know`.
        return !WORDS.has("persons", first.bare()) && !WORDS.has("none", &first.low);
    }
    let is_shown = WORDS.begins("showing_me", words).is_some();
    (is_shown || (supposes(words) && says_what_i_would_do(words))) && is_below(it)
}

fn supposes(words: &[Word<'_>]) -> bool {
    words.first().is_some_and(|it| matches!(it.low.as_str(), "if" | "once" | "until" | "were" | "should"))
}

fn says_what_i_would_do(words: &[Word<'_>]) -> bool {
    WORDS.any("would_do", words)
}

/// Whether the last heading above a sentence is about what would change a mind.
fn is_below(it: &Spoken<'_>) -> bool {
    let heading = it.chunk.source.rsplit_once(HEADING).map(|it| it.1);
    heading.is_some_and(|it| WORDS.any("asks_change", &tokens::words(it)))
}
