//! Splits attached texts into passages that can be searched, read and cited: `S1#3` is the third passage of the first text (O-10).
//!
//! A passage ends with a section or a paragraph, and has 120 to 200 words if possible. Passages and their numbers depend only on the text.
//! Not here: what a passage proves (`checks`), and semantic search.
use crate::evidence::bm25::Bm25;
use crate::safety;
use debate::Attachment;
use debate::state::registry;
use debate::text::Meter;
use prose::words;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

/// Minimum words for a passage to end with its paragraph. Ours: a paragraph or two, understandable alone.
const ENOUGH: usize = 120;
/// Maximum words of a passage. Ours: three fit into one tool result.
const MOST: usize = 200;
/// Words below which a heading does not end the previous passage. Ours: a title and a line or two say little alone.
const FEW: usize = 40;

/// Replaces a passage that tier 1 would block in an answer.
const WITHHELD: &str = "(withheld: these words would help to do harm)";

/// Identifies a passage: `S1#3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PassageId {
    /// Index of the text, from 0.
    pub source: usize,
    /// Index of the passage within the text, from 0.
    pub part: usize,
}

impl fmt::Display for PassageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{}#{}", self.source + 1, self.part + 1)
    }
}

/// A passage of an attached text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Its id.
    pub place: PassageId,
    /// Its heading; empty if there is none.
    pub heading: String,
    /// Its byte range in the text.
    pub range: Range<usize>,
}

/// The passages of all texts of a debate, with a search index.
#[derive(Debug)]
pub struct Passages {
    sources: Vec<Arc<Attachment>>,
    cut: Arc<Cut>,
}

/// The cached result of splitting texts.
#[derive(Debug)]
struct Cut {
    /// Passages by text, in order.
    parts: Vec<Passage>,
    /// The start index of each text's passages.
    begins: Vec<usize>,
    index: Bm25,
}

/// A cache entry, valid as long as its texts are alive.
struct Made {
    of: Vec<Weak<Attachment>>,
    cut: Arc<OnceLock<Arc<Cut>>>,
}

impl Made {
    fn is_of(&self, attached: &[Arc<Attachment>]) -> bool {
        let is_one = |(kept, it): (&Weak<Attachment>, &Arc<Attachment>)| std::ptr::eq(kept.as_ptr(), Arc::as_ptr(it));
        self.of.len() == attached.len() && self.of.iter().zip(attached).all(is_one)
    }
}

/// The cache of split texts.
static MADE: Mutex<Vec<Made>> = Mutex::new(Vec::new());

impl Passages {
    /// The passages of these texts; split once and cached.
    pub fn of(attached: &[Arc<Attachment>]) -> Arc<Passages> {
        if attached.is_empty() {
            return Arc::new(Passages::made(attached));
        }
        // Split outside the lock, so that only callers with the same texts wait.
        let cut = kept(attached).get_or_init(|| Arc::new(Cut::of(attached))).clone();
        Arc::new(Passages { sources: attached.to_vec(), cut })
    }

    /// The passages of these texts, without the cache.
    pub(crate) fn made(attached: &[Arc<Attachment>]) -> Passages {
        Passages { sources: attached.to_vec(), cut: Arc::new(Cut::of(attached)) }
    }

    /// The texts.
    pub fn sources(&self) -> &[Arc<Attachment>] {
        &self.sources
    }

    /// The passages of one text, in order.
    pub fn parts(&self, source: usize) -> &[Passage] {
        let Some(begin) = self.cut.begins.get(source) else { return &[] };
        let end = self.cut.begins.get(source + 1).copied().unwrap_or(self.cut.parts.len());
        self.cut.parts.get(*begin..end).unwrap_or_default()
    }

    /// The passage with this id, if it exists.
    pub fn at(&self, place: PassageId) -> Option<&Passage> {
        self.parts(place.source).get(place.part)
    }

    /// The text of a passage.
    pub fn text(&self, passage: &Passage) -> &str {
        words_of(&self.sources, passage)
    }

    /// The text of a passage as participants may see it.
    pub fn shown(&self, passage: &Passage) -> &str {
        screened(self.text(passage))
    }

    /// The passages that match a query, best first; among equals the earlier. Stop words match nothing.
    pub fn search(&self, query: &str, most: usize) -> Vec<&Passage> {
        self.search_in(query, most, |_| true)
    }

    /// The same in the texts selected by `is_in`.
    pub fn search_in(&self, query: &str, most: usize, is_in: impl Fn(usize) -> bool) -> Vec<&Passage> {
        let subject: Vec<String> = words::of(query).into_iter().filter(|it| !words::is_empty(it)).collect();
        let ranked = self.cut.index.rank(&subject.join(" ")).into_iter().filter_map(|(at, _)| self.cut.parts.get(at));
        ranked.filter(|it| is_in(it.place.source)).take(most).collect()
    }

    /// Resolves `S1`, `s1#3`, or the name of a text, with or without a passage.
    pub fn named(&self, name: &str) -> Option<(usize, Option<usize>)> {
        let name = name.trim().trim_matches(|c: char| "[]()`\"'".contains(c));
        let (source, part) = name.rsplit_once('#').map_or((name, None), |(source, part)| (source, Some(part)));
        let part = match part.map(|it| it.trim().parse::<usize>()) {
            Some(Ok(number)) => Some(number.checked_sub(1)?),
            Some(Err(_)) => return None,
            None => None,
        };
        let source = source.trim();
        let by_id = registry::place('S', &source.to_ascii_uppercase()).filter(|it| *it < self.sources.len());
        let wanted = words::of(source);
        let by_title = || self.sources.iter().position(|it| words::of(&it.title) == wanted && !wanted.is_empty());
        Some((by_id.or_else(by_title)?, part))
    }

    /// The id in a title that no attached text or passage has. An id without a passage counts only if there are attached texts and the
    /// title contains nothing else: `S3` is also a product.
    pub fn missing<'a>(&self, title: &'a str) -> Option<&'a str> {
        let words =
            || title.split(|c: char| c.is_whitespace() || ",;:()[]`\"'“”".contains(c)).filter(|it| !it.is_empty());
        let is_alone = words().count() == 1 && !self.sources.is_empty();
        let ids = words()
            .filter_map(|word| Some((word, registry::attached(word)?)))
            .filter(|(_, (_, part))| part.is_some() || is_alone);
        let is_there = |source: usize, part: Option<usize>| match part {
            Some(part) => part.checked_sub(1).is_some_and(|it| it < self.parts(source).len()),
            None => source < self.sources.len(),
        };
        let mut missing = None;
        for (word, (source, part)) in ids {
            match source.checked_sub(1) {
                Some(source) if is_there(source, part) => return None,
                Some(_) | None => missing = missing.or(Some(word)),
            }
        }
        missing
    }
}

impl Cut {
    fn of(attached: &[Arc<Attachment>]) -> Cut {
        let (mut parts, mut begins) = (Vec::new(), Vec::new());
        for (source, attachment) in attached.iter().enumerate() {
            begins.push(parts.len());
            let cut = cut(&attachment.text).into_iter().enumerate();
            parts.extend(cut.map(|(part, (heading, range))| Passage {
                place: PassageId { source, part },
                heading,
                range,
            }));
        }
        let texts: Vec<String> =
            parts.iter().map(|it: &Passage| format!("{}\n{}", it.heading, words_of(attached, it))).collect();
        let index = Bm25::of(texts.iter().map(String::as_str));
        Cut { parts, begins, index }
    }
}

/// The cache slot of these texts. Removes entries whose texts are gone.
fn kept(attached: &[Arc<Attachment>]) -> Arc<OnceLock<Arc<Cut>>> {
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.retain(|it| it.of.iter().all(|it| it.strong_count() > 0));
    if let Some(known) = made.iter().find(|it| it.is_of(attached)) {
        return known.cut.clone();
    }
    let cut = Arc::new(OnceLock::new());
    made.push(Made { of: attached.iter().map(Arc::downgrade).collect(), cut: cut.clone() });
    cut
}

/// A text as participants may see it: replaced if tier 1 would block it in an answer (D-50).
pub fn screened(text: &str) -> &str {
    if safety::screen(text).is_some() { WITHHELD } else { text }
}

/// The text of a passage.
fn words_of<'a>(sources: &'a [Arc<Attachment>], passage: &Passage) -> &'a str {
    let source = sources.get(passage.place.source);
    source.and_then(|it| it.text.get(passage.range.clone())).unwrap_or_default()
}

/// A part of a text that is kept together if possible.
struct Piece {
    range: Range<usize>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A Markdown heading.
    Heading,
    /// A paragraph, or its beginning.
    Paragraph,
    /// The continuation of a long paragraph.
    Rest,
}

/// Splits a text into passages with headings, without surrounding white space.
fn cut(text: &str) -> Vec<(String, Range<usize>)> {
    let mut parts: Vec<(String, Range<usize>)> = Vec::new();
    let (mut heading, mut meter) = (String::new(), Meter::default());
    for piece in pieces(text) {
        let is_heading = piece.kind == Kind::Heading;
        let ends = match piece.kind {
            Kind::Heading => words_by(meter) >= FEW,
            Kind::Paragraph => words_by(meter) >= ENOUGH,
            Kind::Rest => false,
        };
        if is_heading {
            heading = text.get(piece.range.clone()).unwrap_or_default().trim_matches(['#', ' ', '\t']).to_owned();
        }
        // Counts only the added words.
        let longer = |range: &Range<usize>| {
            let more = text.get(range.end..piece.range.end).unwrap_or_default();
            Some(meter.and(more)).filter(|it| !ends && words_by(*it) <= MOST)
        };
        match parts.last_mut().and_then(|(_, range)| Some((longer(range)?, range))) {
            Some((longer, range)) => (range.end, meter) = (piece.range.end, longer),
            None => {
                meter = Meter::default().and(text.get(piece.range.clone()).unwrap_or_default());
                parts.push((heading.clone(), piece.range));
            }
        }
    }
    parts
}

/// Splits a text into headings and paragraphs, and long paragraphs into sentences.
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

/// Adds a paragraph, split if it is too long.
fn add(pieces: &mut Vec<Piece>, text: &str, paragraph: Range<usize>) {
    let mut kind = Kind::Paragraph;
    for range in short_enough(text, paragraph) {
        pieces.push(Piece { range, kind });
        kind = Kind::Rest;
    }
}

/// Splits a range at sentence ends, and a long sentence between words, or within one.
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

/// Where a long range is cut: after the last word that fits, otherwise within it.
fn within(text: &str, range: &Range<usize>) -> usize {
    let words = text.get(range.clone()).unwrap_or_default();
    // A word has about four bytes; if that is too long, half of it is tried.
    let mut most = words.floor_char_boundary(MOST * 4);
    while words_in(words, &(0..most)) > MOST {
        most = words.floor_char_boundary(most / 2);
    }
    let fits = words.get(..most).unwrap_or(words);
    let end = if most < words.len() { fits.rfind(char::is_whitespace).filter(|it| *it > most / 2) } else { None };
    range.start + end.unwrap_or(most)
}

/// The length of a range, in words.
fn words_in(text: &str, range: &Range<usize>) -> usize {
    words_by(Meter::default().and(text.get(range.clone()).unwrap_or_default()))
}

/// Length in words: four thirds of a token each, so that scripts without spaces have a length too.
fn words_by(meter: Meter) -> usize {
    (meter.tokens() * 3).div_ceil(4)
}

/// A range without surrounding white space.
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
        let shown: Vec<String> = passages.cut.parts.iter().map(|it| format!("{} {}", it.place, it.heading)).collect();
        assert_eq!(shown, ["S1#1 One", "S1#2 Two", "S3#1 "]);
        assert!(
            passages.text(&passages.cut.parts[0]).starts_with("# One")
                && passages.text(&passages.cut.parts[0]).ends_with("beta.")
        );
        assert!(passages.text(&passages.cut.parts[1]).ends_with("```"));
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

    /// O-10: an id that nothing attached has is told from one that something has, and from what only looks like one.
    #[test]
    fn a_forged_id_is_missing() {
        let passages = Passages::of(&attached(&[("a.md", "one"), ("b.md", "two")]));
        for (title, expected) in [
            ("S1", None),
            ("S1#1 a.md", None),
            ("S9#99 nowhere", Some("S9#99")),
            ("S1#2", Some("S1#2")),
            ("[S2#0]", Some("S2#0")),
            ("S3", Some("S3")),
            ("S3 pricing page", None),
            ("S1#1 and S7#1", None),
            ("The load test", None),
        ] {
            assert_eq!(passages.missing(title), expected, "{title}");
        }
        let none = Passages::of(&[]);
        assert_eq!((none.missing("S3"), none.missing("S3#1")), (None, Some("S3#1")));
    }

    /// D-50, O-10: a part that tier 1 would stop in an answer is shown to nobody, and the others are.
    #[test]
    fn a_harmful_part_is_withheld() {
        let harmful =
            include_str!("../../data/safety-hostile.txt").lines().find(|it| safety::screen(it).is_some()).unwrap();
        let long = "The rack in the cellar hums all night and nobody minds it. ".repeat(12);
        let passages = Passages::of(&attached(&[("a.md", &format!("{long}\n\n# Two\n\n{harmful}"))]));
        let shown: Vec<&str> = passages.cut.parts.iter().map(|it| passages.shown(it)).collect();
        assert_eq!(shown, [long.trim(), WITHHELD]);
        assert!(safety::screen(WITHHELD).is_none());
    }

    /// O-10: the parts of a debate are made once, however many others there are, and those of another are not taken for them; they go with
    /// their debate.
    #[test]
    fn parts_are_made_once() {
        let many: Vec<_> = (0..12).map(|_| attached(&[("a", "one two")])).collect();
        let cuts: Vec<Arc<Cut>> = many.iter().map(|it| Passages::of(it).cut.clone()).collect();
        for (texts, cut) in many.iter().zip(&cuts) {
            assert!(Arc::ptr_eq(&Passages::of(&texts.clone()).cut, cut));
            assert_eq!(cuts.iter().filter(|it| Arc::ptr_eq(it, cut)).count(), 1);
        }
        let weak = Arc::downgrade(&cuts[0]);
        drop((many, cuts));
        Passages::of(&attached(&[("b", "three")]));
        assert_eq!(weak.strong_count(), 0, "nobody has these texts any more");
    }

    proptest! {
        /// O-10: whatever the text, no part is too long and no word is lost.
        #[test]
        fn parts_are_bounded_and_whole(text in r"(#{1,3} [a-z ]{1,20}\n|[a-zé語。. ]{0,900}|\n|\n\n){0,12}") {
            let passages = Passages::made(&attached(&[("t", &text)]));
            let mut kept = String::new();
            for passage in &passages.cut.parts {
                prop_assert!(words_in(&text, &passage.range) <= MOST, "{passage:?}");
                kept.push_str(passages.text(passage));
            }
            let bare = |text: &str| text.chars().filter(|it| !it.is_whitespace()).collect::<String>();
            prop_assert_eq!(bare(&kept), bare(&text));
        }
    }
}
