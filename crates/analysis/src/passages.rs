//! Attached texts in parts that can be found, read and cited: `S1#3` is the third part of the first text (O-10).
//!
//! A part ends where a section or a paragraph does, and has a hundred and twenty to two hundred words where the text lets it. Parts and
//! their numbers depend on the text alone. Not here: what a part proves (`checks`), and what meaning would find that words don't.
use crate::bm25::Bm25;
use crate::words;
use debate::{Attachment, text};
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// Words from which a part is long enough to end with its paragraph. Ours: a paragraph or two, enough to be understood alone.
const ENOUGH: usize = 120;
/// The most words of a part. Ours: three of them fit what a participant is given at once.
const MOST: usize = 200;
/// Words below which a heading does not end the part before it. Ours: a title and a line or two say little alone.
const FEW: usize = 40;
/// How many debates' parts are kept. Ours: more than run at once in one process.
const KEPT: usize = 4;

/// The place of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Which text, from 0.
    pub source: usize,
    /// Which part of it, from 0.
    pub part: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{}#{}", self.source + 1, self.part + 1)
    }
}

/// A part of an attached text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Where it stands.
    pub place: Place,
    /// The heading it stands under; empty where there is none.
    pub heading: String,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

/// The parts of all texts of a debate, and an index of their words.
#[derive(Debug)]
pub struct Passages {
    sources: Vec<Arc<Attachment>>,
    /// By text, and within one in its order.
    parts: Vec<Passage>,
    /// Where the parts of each text begin among all.
    begins: Vec<usize>,
    index: Bm25,
}

/// The parts of the debates that were asked for last.
static MADE: Mutex<Vec<Arc<Passages>>> = Mutex::new(Vec::new());

impl Passages {
    /// The parts of these texts; made once, however often they are asked for.
    pub fn of(attached: &[Arc<Attachment>]) -> Arc<Passages> {
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of = |it: &Arc<Passages>| {
            it.sources.len() == attached.len() && it.sources.iter().zip(attached).all(|(a, b)| Arc::ptr_eq(a, b))
        };
        let known = made.iter().position(is_of).map(|at| made.remove(at));
        let passages = known.unwrap_or_else(|| Arc::new(Passages::made(attached)));
        made.truncate(KEPT - 1);
        made.insert(0, passages.clone());
        passages
    }

    /// The same, made for this once.
    pub(crate) fn made(attached: &[Arc<Attachment>]) -> Passages {
        let (mut parts, mut begins) = (Vec::new(), Vec::new());
        for (source, attachment) in attached.iter().enumerate() {
            begins.push(parts.len());
            let cut = cut(&attachment.text).into_iter().enumerate();
            parts.extend(cut.map(|(part, (heading, range))| Passage { place: Place { source, part }, heading, range }));
        }
        let mut passages = Passages { sources: attached.to_vec(), parts, begins, index: Bm25::default() };
        let texts: Vec<String> =
            passages.parts.iter().map(|it| format!("{}\n{}", it.heading, passages.text(it))).collect();
        passages.index = Bm25::of(texts.iter().map(String::as_str));
        passages
    }

    /// The texts.
    pub fn sources(&self) -> &[Arc<Attachment>] {
        &self.sources
    }

    /// The parts of one text, in its order.
    pub fn parts(&self, source: usize) -> &[Passage] {
        let Some(begin) = self.begins.get(source) else { return &[] };
        let end = self.begins.get(source + 1).copied().unwrap_or(self.parts.len());
        self.parts.get(*begin..end).unwrap_or_default()
    }

    /// The part at a place, if there is one.
    pub fn at(&self, place: Place) -> Option<&Passage> {
        self.parts(place.source).get(place.part)
    }

    /// The words of a part.
    pub fn text(&self, passage: &Passage) -> &str {
        let source = self.sources.get(passage.place.source);
        source.and_then(|it| it.text.get(passage.range.clone())).unwrap_or_default()
    }

    /// The parts that speak of what is asked, best first; among equals the earlier. Words that carry no subject find nothing.
    pub fn search(&self, query: &str, most: usize) -> Vec<&Passage> {
        self.search_in(query, most, |_| true)
    }

    /// The same in the texts that `is_in` takes.
    pub fn search_in(&self, query: &str, most: usize, is_in: impl Fn(usize) -> bool) -> Vec<&Passage> {
        let subject: Vec<String> = words::of(query).into_iter().filter(|it| !words::is_empty(it)).collect();
        let ranked = self.index.rank(&subject.join(" ")).into_iter().filter_map(|(at, _)| self.parts.get(at));
        ranked.filter(|it| is_in(it.place.source)).take(most).collect()
    }

    /// What somebody means by `S1`, `s1#3`, or the name of a text, with or without a part.
    pub fn named(&self, name: &str) -> Option<(usize, Option<usize>)> {
        let name = name.trim().trim_matches(|c: char| "[]()`\"'".contains(c));
        let (source, part) = name.rsplit_once('#').map_or((name, None), |(source, part)| (source, Some(part)));
        let part = match part.map(|it| it.trim().parse::<usize>()) {
            Some(Ok(number)) => Some(number.checked_sub(1)?),
            Some(Err(_)) => return None,
            None => None,
        };
        let source = source.trim();
        let number = source.strip_prefix(['S', 's']).and_then(|it| it.parse::<usize>().ok());
        let by_id = number.and_then(|it| it.checked_sub(1)).filter(|it| *it < self.sources.len());
        let wanted = words::of(source);
        let by_title = || self.sources.iter().position(|it| words::of(&it.title) == wanted && !wanted.is_empty());
        Some((by_id.or_else(by_title)?, part))
    }
}

/// A piece of a text that is not parted if it can be helped.
struct Piece {
    range: Range<usize>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A heading of Markdown.
    Heading,
    /// A paragraph, or the beginning of one.
    Paragraph,
    /// The rest of a paragraph that is too long.
    Rest,
}

/// Cuts a text into parts, each with its heading. White space at the edges of a part is in none.
fn cut(text: &str) -> Vec<(String, Range<usize>)> {
    let mut parts: Vec<(String, Range<usize>)> = Vec::new();
    let (mut heading, mut size) = (String::new(), 0);
    for piece in pieces(text) {
        let is_heading = piece.kind == Kind::Heading;
        let ends = match piece.kind {
            Kind::Heading => size >= FEW,
            Kind::Paragraph => size >= ENOUGH,
            Kind::Rest => false,
        };
        if is_heading {
            heading = text.get(piece.range.clone()).unwrap_or_default().trim_matches(['#', ' ', '\t']).to_owned();
        }
        let longer = parts.last().map(|(_, it)| it.start..piece.range.end).filter(|_| !ends);
        let longer = longer.map(|it| (words_in(text, &it), it)).filter(|(size, _)| *size <= MOST);
        match (parts.last_mut(), longer) {
            (Some((_, range)), Some((longer, whole))) => (*range, size) = (whole, longer),
            (Some(_) | None, _) => {
                size = words_in(text, &piece.range);
                parts.push((heading.clone(), piece.range));
            }
        }
    }
    parts
}

/// The pieces of a text: headings, paragraphs, and of a paragraph that is too long its sentences.
fn pieces(text: &str) -> Vec<Piece> {
    let (mut pieces, mut at, mut fenced) = (Vec::new(), 0, false);
    let mut paragraph: Option<Range<usize>> = None;
    for line in text.split_inclusive('\n') {
        let range = trimmed(text, at..at + line.len());
        at += line.len();
        let is_fence = line.trim_start().starts_with("```");
        let is_heading = !fenced && line.starts_with('#') && line.trim_start_matches('#').starts_with([' ', '\t']);
        fenced ^= is_fence;
        if range.is_empty() || is_heading {
            paragraph.take().into_iter().for_each(|it| add(&mut pieces, text, it));
        }
        if is_heading {
            pieces.push(Piece { range, kind: Kind::Heading });
        } else if !range.is_empty() {
            let start = paragraph.map_or(range.start, |it| it.start);
            paragraph = Some(start..range.end);
        }
    }
    paragraph.into_iter().for_each(|it| add(&mut pieces, text, it));
    pieces
}

/// Adds a paragraph, in pieces where it is too long.
fn add(pieces: &mut Vec<Piece>, text: &str, paragraph: Range<usize>) {
    let mut kind = Kind::Paragraph;
    for range in short_enough(text, paragraph) {
        pieces.push(Piece { range, kind });
        kind = Kind::Rest;
    }
}

/// Cuts a range behind sentences, and a sentence that is too long anywhere between words, or within one.
fn short_enough(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    if words_in(text, &range) <= MOST {
        return vec![range];
    }
    let (mut ranges, mut start) = (Vec::new(), range.start);
    let mut push = |ranges: &mut Vec<Range<usize>>, end: usize| {
        let next = trimmed(text, start..end);
        start = end;
        if words_in(text, &next) <= MOST {
            ranges.extend(Some(next).filter(|it| !it.is_empty()));
            return;
        }
        let mut rest = next;
        while !rest.is_empty() {
            let end = within(text, &rest);
            ranges.push(trimmed(text, rest.start..end));
            rest = trimmed(text, end..rest.end);
        }
    };
    let within = text.get(range.clone()).unwrap_or_default();
    let mut chars = within.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let Some((at, next)) = chars.peek().copied() else { break };
        let is_end = match c {
            '.' | '!' | '?' => next.is_whitespace(),
            '。' | '！' | '？' | '\n' => true,
            _ => false,
        };
        if is_end {
            push(&mut ranges, range.start + at);
        }
    }
    push(&mut ranges, range.end);
    ranges
}

/// Where a range that is too long is cut: behind the last word that fits, else within it.
fn within(text: &str, range: &Range<usize>) -> usize {
    let words = text.get(range.clone()).unwrap_or_default();
    // A word has some four bytes; where that is too much, half of it may do.
    let mut most = words.floor_char_boundary(MOST * 4);
    while words_in(words, &(0..most)) > MOST {
        most = words.floor_char_boundary(most / 2);
    }
    let fits = words.get(..most).unwrap_or(words);
    let end = if most < words.len() { fits.rfind(char::is_whitespace).filter(|it| *it > most / 2) } else { None };
    range.start + end.unwrap_or(most)
}

/// How long a range is, in words: four thirds of a token each, so that scripts without spaces have a length too.
fn words_in(text: &str, range: &Range<usize>) -> usize {
    (text::tokens(text.get(range.clone()).unwrap_or_default()) * 3).div_ceil(4)
}

/// A range without the white space at its edges.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let whole = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (whole.len() - whole.trim_start().len());
    start..(start + whole.trim().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn attached(texts: &[(&str, &str)]) -> Vec<Arc<Attachment>> {
        let attachment = |(title, text): &(&str, &str)| Attachment { title: (*title).into(), text: (*text).into() };
        texts.iter().map(|it| Arc::new(attachment(it))).collect()
    }

    /// O-10: a part ends with its section or its paragraph, and its number is its text's alone.
    #[test]
    fn a_text_is_cut_where_it_pauses() {
        let paragraph = |word: &str, count: usize| vec![word; count].join(" ") + ".";
        let text = format!(
            "# One\n\n{}\n\n{}\n\n## Two\nshort\n\n### Three\n{}\n\n```\n# no heading\n```\n",
            paragraph("alpha", 100),
            paragraph("beta", 50),
            paragraph("gamma", 100),
        );
        let passages = Passages::of(&attached(&[("a.md", &text), ("empty.md", " \n"), ("b.md", "Only this.")]));
        let shown: Vec<String> = passages.parts.iter().map(|it| format!("{} {}", it.place, it.heading)).collect();
        assert_eq!(shown, ["S1#1 One", "S1#2 Two", "S3#1 "]);
        assert!(
            passages.text(&passages.parts[0]).starts_with("# One")
                && passages.text(&passages.parts[0]).ends_with("beta.")
        );
        assert!(passages.text(&passages.parts[1]).ends_with("```"));
        assert_eq!((passages.parts(1).len(), passages.parts(7).len()), (0, 0));
    }

    /// O-10: the best part first, whatever text it is in; words without a subject find nothing.
    #[test]
    fn a_part_is_found_by_its_words() {
        let texts =
            [("a.md", "The cache is warm.\n\nNothing else."), ("b.md", "Caches are cold: cache misses double.")];
        let passages = Passages::of(&attached(&texts));
        let found = |query: &str| -> Vec<String> {
            passages.search(query, 5).into_iter().map(|it| it.place.to_string()).collect()
        };
        assert_eq!(found("how many cache misses?"), ["S2#1", "S1#1"]);
        assert_eq!(found("is the it"), Vec::<String>::new());
        assert_eq!(passages.search("cache", 1).len(), 1);
    }

    /// O-10: a text is meant by its id or its name.
    #[test]
    fn a_place_is_named_in_many_ways() {
        let passages = Passages::of(&attached(&[("docs/plan.md", "x"), ("S9 notes.txt", "y")]));
        for (name, expected) in [
            ("S1", Some((0, None))),
            ("s1#3", Some((0, Some(2)))),
            (" [S2#1] ", Some((1, Some(0)))),
            ("docs/plan.md", Some((0, None))),
            ("Docs/Plan.md#2", Some((0, Some(1)))),
            ("S9 notes.txt", Some((1, None))),
            ("S3", None),
            ("S0", None),
            ("S1#0", None),
            ("S1#x", None),
            ("", None),
            ("#", None),
        ] {
            assert_eq!(passages.named(name), expected, "{name}");
        }
    }

    /// O-10: the parts of a debate are made once, and those of another are not taken for them.
    #[test]
    fn parts_are_made_once() {
        let (one, other) = (attached(&[("a", "one two")]), attached(&[("a", "one two")]));
        assert!(Arc::ptr_eq(&Passages::of(&one), &Passages::of(&one.clone())));
        assert!(!Arc::ptr_eq(&Passages::of(&one), &Passages::of(&other)));
    }

    proptest! {
        /// O-10: whatever the text, no part is too long and no word is lost.
        #[test]
        fn parts_are_bounded_and_whole(text in r"(#{1,3} [a-z ]{1,20}\n|[a-zé語。. ]{0,900}|\n|\n\n){0,12}") {
            let passages = Passages::made(&attached(&[("t", &text)]));
            let mut kept = String::new();
            for passage in &passages.parts {
                prop_assert!(words_in(&text, &passage.range) <= MOST, "{passage:?}");
                kept.push_str(passages.text(passage));
            }
            let bare = |text: &str| text.chars().filter(|it| !it.is_whitespace()).collect::<String>();
            prop_assert_eq!(bare(&kept), bare(&text));
        }
    }
}
