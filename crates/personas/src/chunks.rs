//! Cuts prose into chunks (P-01): about 280 tokens, whole sentences, one source each, with stable ids.
//!
//! A chunk's id depends on its source and its words alone, so that references from beliefs and quotations stay valid when a corpus grows. Not
//! here: reading files (`readers`), and what chunks say (`beliefs`).
use crate::readers::Passage;
use crate::sentences::sentences;
use debate::text::tokens;
use debate::{Chunk, ChunkId};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ops::Range;

/// The target size of a chunk, in tokens (P-01).
pub const ABOUT: usize = 280;
/// The most tokens of a chunk. Ours: a fifth more, so that a sentence need not stand alone or be cut.
pub const MOST: usize = 340;
/// From this size on a chunk ends with its paragraph, in tokens. Ours: three quarters; half a paragraph more would say less.
const ENOUGH: usize = 210;
/// A remainder below this size is appended to the chunk before it, if it fits, in tokens. Ours: a sentence or two say little alone.
const FEW: usize = 60;
/// The hexadecimal digits of the digest in an id. Ours: a collision in a million chunks has even odds; it is then resolved.
const DIGITS: usize = 10;

/// The ids in use, with the number of chunks that have the same source and words.
#[derive(Debug, Default)]
pub struct UsedIds(BTreeMap<ChunkId, u32>);

impl UsedIds {
    /// Whether a chunk has the id that its source and words give it, after the chunks that were checked before.
    pub(crate) fn is_own(&mut self, chunk: &Chunk) -> bool {
        id(&chunk.source, &chunk.text, self) == chunk.id
    }
}

/// The chunks of one passage, in order, with ids that are not taken.
pub fn cut(passage: &Passage, taken: &mut UsedIds) -> Vec<Chunk> {
    let chunk = |range: Range<usize>| {
        let whole = passage.text.get(range.clone()).unwrap_or_default().trim_end();
        let (text, end) = (whole.trim_start(), range.start + whole.len());
        let source = passage.source_of(end - text.len()..end);
        Chunk { id: id(&source, text, taken), source, text: text.to_owned() }
    };
    ranges(&passage.text).into_iter().map(chunk).collect()
}

/// An id by source and words. Repetitions in one source are numbered.
fn id(source: &str, text: &str, taken: &mut UsedIds) -> ChunkId {
    let made = |time: u32| {
        let digest = Sha256::new().chain_update(source).chain_update([0]).chain_update(text);
        let digest = if time == 0 { digest } else { digest.chain_update([0]).chain_update(time.to_le_bytes()) };
        ChunkId::from(format!("k{}", hex(&digest.finalize(), DIGITS)))
    };
    let first = made(0);
    // Repetitions are not counted from the beginning each time.
    let mut time = taken.0.get(&first).copied().unwrap_or(0);
    let mut id = if time == 0 { first.clone() } else { made(time) };
    while taken.0.contains_key(&id) {
        time += 1;
        id = made(time);
    }
    taken.0.insert(id.clone(), 1);
    taken.0.insert(first, time + 1);
    id
}

/// The first `digits` hexadecimal digits of a digest.
pub(crate) fn hex(digest: &[u8], digits: usize) -> String {
    let all = digest.iter().flat_map(|it| [it >> 4, it & 15]);
    all.take(digits).filter_map(|it| char::from_digit(u32::from(it), 16)).collect()
}

/// The ranges of chunks: without gaps, except for white space.
fn ranges(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<(Range<usize>, usize)> = Vec::new();
    let mut open: Option<(Range<usize>, usize)> = None;
    for piece in sentences(text).into_iter().flat_map(|it| pieces(text, it)) {
        let words = text.get(piece.clone()).unwrap_or_default();
        if words.trim().is_empty() {
            continue;
        }
        let size = tokens(words);
        open = match open {
            Some((range, sum)) if sum + size <= ABOUT || (sum < ENOUGH && sum + size <= MOST) => {
                Some((range.start..piece.end, sum + size))
            }
            full => {
                found.extend(full);
                Some((piece.clone(), size))
            }
        };
        let is_paragraph = words.ends_with('\n');
        open = match open {
            Some((range, sum)) if is_paragraph && sum >= ENOUGH => {
                found.push((range, sum));
                None
            }
            other => other,
        };
    }
    found.extend(open);
    // The remainder of a passage may be a sentence or two.
    if let [.., (before, sum), (last, size)] = found.as_mut_slice()
        && *size < FEW
        && *sum + *size <= MOST
    {
        before.end = last.end;
        found.pop();
    }
    found.into_iter().map(|(range, _)| range).collect()
}

/// A sentence, or its pieces where it is longer than a chunk: cut at clauses, else at words, else anywhere.
fn pieces(text: &str, sentence: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut rest = sentence;
    while let Some(size) = first(text.get(rest.clone()).unwrap_or_default().chars()) {
        let end = rest.start + size;
        found.push(rest.start..end);
        rest = end..rest.end;
    }
    found.push(rest);
    found
}

/// The length of a text's first piece, in bytes, at least one character; none where the whole text fits into a chunk. Reads no more of the text
/// than a chunk and one character.
fn first(text: impl Iterator<Item = char>) -> Option<usize> {
    let (mut meter, mut letter) = (debate::text::Meter::default(), [0; 4]);
    let (mut at, mut least) = (0, 0);
    let (mut clause, mut word, mut last) = (0, 0, 0);
    let mut before = ' ';
    for c in text {
        at += c.len_utf8();
        meter = meter.and(c.encode_utf8(&mut letter));
        if least == 0 {
            least = at;
        }
        if meter.tokens() > MOST {
            // A cut near the beginning would leave a tiny piece.
            return Some([clause, word].into_iter().find(|it| *it > last / 2).unwrap_or(last).max(least));
        }
        if meter.tokens() > ABOUT {
            continue;
        }
        last = at;
        if c.is_whitespace() {
            word = at;
            if matches!(before, ';' | ':' | ',' | '—' | '–') {
                clause = at;
            }
        }
        if matches!(c, '，' | '；' | '、') {
            clause = at;
        }
        before = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cell::Cell;
    use std::collections::BTreeSet;

    fn cut_alone(source: &str, text: &str) -> Vec<Chunk> {
        cut(&Passage::new(source, text), &mut UsedIds::default())
    }

    /// P-01: about 280 tokens, at sentence boundaries.
    #[test]
    fn prose_is_cut_at_its_sentences() {
        let sentence = "Small teams that split early pay for coordination before they gain any independence at all. ";
        let chunks = cut_alone("a.txt", &sentence.repeat(100));
        assert!(chunks.len() > 5);
        for chunk in chunks.iter().rev().skip(1) {
            let size = tokens(&chunk.text);
            assert!((250..=MOST).contains(&size), "{size}");
            assert!(chunk.text.starts_with("Small") && chunk.text.ends_with("all."), "{}", chunk.text);
        }
    }

    /// P-01: an overlong sentence is cut at its clauses, and an overlong word anywhere.
    #[test]
    fn what_is_longer_than_a_chunk_is_cut_where_it_hurts_least() {
        let clauses = "while the union lasts it is strong, and then ".repeat(200);
        let chunks = cut_alone("a.txt", &clauses);
        assert!(chunks.iter().rev().skip(1).all(|it| it.text.ends_with(',')), "{chunks:#?}");
        let words = cut_alone("a.txt", &"union ".repeat(2_000));
        assert!(words.iter().all(|it| it.text.ends_with("union") && it.text.starts_with("union")));
        assert!(cut_alone("a.txt", &"x".repeat(5_000)).len() > 3);
    }

    /// P-01: the same words in the same source have the same id; repetitions in one source get different ids.
    #[test]
    fn ids_are_of_source_and_words() {
        let id = |source: &str, text: &str| cut_alone(source, text)[0].id.clone();
        assert_eq!(id("a.txt", "Words."), id("a.txt", "Words."));
        assert_eq!(id("a.txt", "Words."), ChunkId::from("kb21748e533"));
        assert_ne!(id("a.txt", "Words."), id("b.txt", "Words."));
        assert_ne!(id("a.txt", "Words."), id("a.txt", "Others."));
        let mut taken = UsedIds::default();
        let twice: Vec<ChunkId> =
            (0..2).flat_map(|_| cut(&Passage::new("a", "Words."), &mut taken)).map(|it| it.id).collect();
        assert_eq!(twice[0], id("a", "Words."));
        assert_ne!(twice[0], twice[1]);
    }

    /// P-01: a file without full stops is scanned about twice, however long it is; and any number of repetitions get different ids.
    #[test]
    fn a_sentence_without_an_end_is_cut_in_one_go() {
        for word in ["union ", "while it lasts, ", "x", "数据", "                    y"] {
            let text = word.repeat(2_000_000 / word.len());
            let (seen, mut rest, mut pieces) = (Cell::new(0_usize), text.as_str(), 0);
            while let Some(size) = first(rest.chars().inspect(|_| seen.set(seen.get() + 1))) {
                (rest, pieces) = (rest.get(size..).unwrap(), pieces + 1);
            }
            let letters = text.chars().count();
            assert!(pieces > 500 && seen.get() < 5 * letters / 2, "{word}: {} of {letters}", seen.get());
        }
        let mut taken = UsedIds::default();
        let ids: Vec<ChunkId> = (0..3).map(|_| id("a", "Words.", &mut taken)).collect();
        let third = Sha256::new().chain_update("a\0Words.\0").chain_update(2_u32.to_le_bytes()).finalize();
        assert_eq!(ids[2], ChunkId::from(format!("k{}", hex(&third, DIGITS))));
        assert_eq!(taken.0.values().max(), Some(&3), "the fourth time is known");
    }

    fn letters(text: &str) -> String {
        text.chars().filter(|it| !it.is_whitespace()).collect()
    }

    fn prose() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            8 => "[a-zA-Z]{1,12}",
            1 => Just("Mr.".to_owned()), 1 => Just("3.14".to_owned()), 1 => Just("etc.".to_owned()),
            1 => "[数据库很小。，！]{1,40}", 1 => "[éàü—“”()!?…]{1,6}", 1 => Just("\n".to_owned()),
        ];
        let ends = prop_oneof![10 => Just(" "), 3 => Just(". "), 1 => Just(", "), 1 => Just(".\n"), 1 => Just("?\" ")];
        prop::collection::vec((word, ends), 0..600)
            .prop_map(|words| words.into_iter().map(|(word, end)| word + end).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        /// P-01: every visible character is in exactly one chunk, in order; no chunk exceeds the limit; ids are unique and do not change when other
        /// files are added.
        #[test]
        fn nothing_is_lost_and_nothing_doubled(texts in prop::collection::vec(prose(), 1..4)) {
            let mut taken = UsedIds::default();
            let mut all = Vec::new();
            for (at, text) in texts.iter().enumerate() {
                let alone = cut_alone(&format!("{at}.txt"), text);
                let together = cut(&Passage::new(format!("{at}.txt"), text.clone()), &mut taken);
                prop_assert_eq!(&alone, &together);
                prop_assert_eq!(letters(&together.iter().map(|it| it.text.as_str()).collect::<String>()), letters(text));
                for chunk in &together {
                    prop_assert!(tokens(&chunk.text) <= MOST, "{} tokens", tokens(&chunk.text));
                    prop_assert!(!chunk.text.is_empty());
                }
                all.extend(together.into_iter().map(|it| it.id));
            }
            prop_assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        }
    }
}
