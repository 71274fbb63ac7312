//! Parses rule tables.
//!
//! A line has one of four forms. `words NAME = a, b c, d*` defines a word set; `*` matches any ending. `anchors NAME = …` is the same for
//! indicative words: a text without any anchor needs no further check. `rule ID = description`. `ID: one 4 two` is a pattern of that rule:
//! a word of `one`, then one of `two` at most four words later. `^one` must open a sentence, a line or a quotation. Protective words do not
//! cancel an `ID+:` pattern, nor an `ID!:` pattern from before it.
//!
//! Some sets are these protective words ([`Talk`]); patterns need not name them.
use super::fold::{self, folded, key};
use std::ops::ControlFlow;

/// A table of rules.
#[derive(Debug, Default)]
pub(super) struct RuleTable {
    /// Words and phrases by the key of their first word, and a bit set of these keys.
    pub(super) entries: Vec<Entry>,
    first: Bits,
    pub(super) patterns: Vec<Pattern>,
    pub(super) rules: Vec<Rule>,
    /// Anchors by key, each the longest word of its phrase, and a bit set of the keys as a fast filter.
    anchors: Vec<(u32, WordPattern)>,
    bits: Bits,
    pub(super) talk: Talk,
}

/// The sets that distinguish discussion of harm from a request for it, by their names in the file.
#[derive(Debug, Default)]
pub(super) struct Talk {
    /// Cancels earlier parts of a pattern, and later ones in its clause: "refuse to tell how to".
    pub(super) guard: u128,
    /// Directly after a pattern, cancels it: "ransomware defence".
    pub(super) spare: u128,
    /// Joins something else, so that a spare word after it does not count: "and".
    pub(super) link: u128,
    /// A phrase whose words do not count separately: "bath bomb", "avoid detection".
    pub(super) inert: u128,
    /// Introduces a quotation: "when asked".
    pub(super) cite: u128,
    /// Third parties who do it or oppose it: "terrorists", "teachers".
    pub(super) actor: u128,
    /// Countermeasures: "recognise", "regulate". Together with an actor, that is discussion.
    pub(super) frame: u128,
    /// First-person requests: "how do I".
    pub(super) mine: u128,
    /// Requests for more than discussion: "exact steps". They disable quotations and frames.
    pub(super) exact: u128,
}

impl Talk {
    fn of(names: &[&str]) -> Talk {
        let named = |name| set(names, name).unwrap_or_default();
        Talk {
            guard: named("guard"),
            spare: named("spare"),
            link: named("link"),
            inert: named("inert"),
            cite: named("cite"),
            actor: named("actor"),
            frame: named("frame"),
            mine: named("mine"),
            exact: named("exact"),
        }
    }
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) id: &'static str,
    pub(super) reason: &'static str,
}

/// A word or phrase with its sets.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: u32,
    pub(super) words: Vec<WordPattern>,
    pub(super) sets: u128,
}

/// A word, or a prefix.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordPattern {
    Whole(Vec<u8>),
    Beginning(Vec<u8>),
}

impl WordPattern {
    fn of(word: &str) -> WordPattern {
        match word.strip_suffix('*') {
            Some(beginning) => WordPattern::Beginning(folded(beginning)),
            None => WordPattern::Whole(folded(word)),
        }
    }

    fn letters(&self) -> &[u8] {
        match self {
            WordPattern::Whole(word) | WordPattern::Beginning(word) => word,
        }
    }

    fn key(&self) -> u32 {
        key(self.letters())
    }

    pub(super) fn is(&self, letters: &[u8]) -> bool {
        match self {
            WordPattern::Whole(word) => word == letters,
            WordPattern::Beginning(word) => letters.starts_with(word),
        }
    }
}

/// A sequence of word sets.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The index of its rule.
    pub(super) rule: usize,
    pub(super) parts: Vec<Part>,
    pub(super) guarded: Guarded,
}

/// Whether protective words cancel a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guarded {
    Yes,
    /// Only those within it, directly after it or of a quotation.
    Within,
    No,
}

/// One set of a pattern.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) set: u128,
    /// Maximum distance in words from the previous part.
    pub(super) within: u32,
    pub(super) place: PartPosition,
}

/// Where a part must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartPosition {
    Anywhere,
    Opening,
}

/// An invalid line of a table.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadRow(pub(super) String);

/// Maximum number of sets.
const SETS: usize = 128;

impl RuleTable {
    /// Reads a table.
    pub(super) fn read(file: &'static str) -> Result<RuleTable, BadRow> {
        let mut table = RuleTable::default();
        let mut names: Vec<&str> = Vec::new();
        let mut anchors = Vec::new();
        let rows = || file.lines().filter(|it| !it.starts_with('#') && !it.trim().is_empty());
        let is_name = |it: &&str| ["words ", "anchors ", "rule "].iter().any(|kind| it.starts_with(kind));
        // Patterns last, because they may precede the sets they name.
        for line in rows().filter(is_name).chain(rows().filter(|it| !is_name(it))) {
            table.take(line, &mut names, &mut anchors).ok_or_else(|| BadRow(line.to_owned()))?;
        }
        table.entries.sort_by(|a, b| (a.key, &a.words).cmp(&(b.key, &b.words)));
        // A phrase of several sets is searched once.
        table.entries.dedup_by(|next, kept| {
            let is_same = next.words == kept.words;
            kept.sets |= if is_same { next.sets } else { 0 };
            is_same
        });
        table.talk = Talk::of(&names);
        anchors.sort();
        anchors.dedup();
        anchors.iter().for_each(|(key, _)| table.bits.insert(*key));
        for entry in &table.entries {
            table.first.insert(entry.key);
        }
        table.anchors = anchors;
        Ok(table)
    }

    fn take(
        &mut self,
        line: &'static str,
        names: &mut Vec<&'static str>,
        anchors: &mut Vec<(u32, WordPattern)>,
    ) -> Option<()> {
        let is_anchor = line.starts_with("anchors ");
        if let Some(row) = line.strip_prefix("words ").or_else(|| line.strip_prefix("anchors ")) {
            let (name, words) = row.split_once('=')?;
            let name = name.trim();
            if !names.contains(&name) {
                names.push(name);
            }
            let set = set(names, name)?;
            for phrase in words.split(',') {
                let words: Vec<WordPattern> = phrase.split_whitespace().map(WordPattern::of).collect();
                // Keys have four letters: a shorter prefix would match only one ending.
                let is_short = |it: &WordPattern| matches!(it, WordPattern::Beginning(word) if word.len() < 4);
                let key = words.first().filter(|it| !is_short(it))?.key();
                // The longest word of a phrase is the rarest: "the" would send every text to the second check.
                let rarest = words.iter().filter(|it| !is_short(it)).max_by_key(|it| it.letters().len());
                anchors.extend(rarest.filter(|_| is_anchor).map(|it| (it.key(), it.clone())));
                self.entries.push(Entry { key, words, sets: set });
            }
            return Some(());
        }
        if let Some(row) = line.strip_prefix("rule ") {
            let (id, reason) = row.split_once('=')?;
            self.rules.push(Rule { id: id.trim(), reason: reason.trim() });
            return Some(());
        }
        let (id, row) = line.split_once(':')?;
        let (id, guarded) = match (id.strip_suffix('+'), id.strip_suffix('!')) {
            (Some(id), _) => (id, Guarded::No),
            (None, Some(id)) => (id, Guarded::Within),
            (None, None) => (id, Guarded::Yes),
        };
        let rule = self.rules.iter().position(|it| it.id == id)?;
        let mut parts = Vec::new();
        let mut within = 0;
        for word in row.split_whitespace() {
            if let Ok(number) = word.parse() {
                within = number;
                continue;
            }
            let (name, place) = match word.strip_prefix('^') {
                Some(name) => (name, PartPosition::Opening),
                None => (word, PartPosition::Anywhere),
            };
            parts.push(Part { set: set(names, name)?, within: std::mem::take(&mut within), place });
        }
        self.patterns.push(Pattern { rule, parts, guarded });
        Some(())
    }

    /// Whether a text contains an anchor.
    pub(super) fn concerns(&self, text: &str) -> bool {
        let mut is_found = false;
        fold::words(text, |word| {
            let key = word.key();
            is_found = self.bits.has(key) && self.is_anchor(key, word.letters);
            if is_found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        is_found
    }

    fn is_anchor(&self, key: u32, letters: &[u8]) -> bool {
        let from = self.anchors.partition_point(|(it, _)| *it < key);
        let mut same = self.anchors.iter().skip(from).take_while(|(it, _)| *it == key);
        same.any(|(_, form)| form.is(letters))
    }

    /// The entries whose first word has this key.
    pub(super) fn entries(&self, key: u32) -> impl Iterator<Item = &Entry> {
        let is_first = self.first.has(key);
        let from = if is_first { self.entries.partition_point(|it| it.key < key) } else { self.entries.len() };
        self.entries.iter().skip(from).take_while(move |it| it.key == key)
    }
}

/// The bit of a named set.
fn set(names: &[&str], name: &str) -> Option<u128> {
    let at = names.iter().position(|it| *it == name).filter(|it| *it < SETS)?;
    Some(1 << at)
}

/// A Bloom-like filter of keys: no false negatives, few false positives.
#[derive(Debug)]
struct Bits([u64; Bits::WORDS]);

impl Default for Bits {
    fn default() -> Bits {
        Bits([0; Bits::WORDS])
    }
}

impl Bits {
    /// 32,768 bits: four kilobytes, which fit into the cache.
    const WORDS: usize = 512;

    fn place(key: u32) -> (usize, u64) {
        let hash = key.wrapping_mul(0x9E37_79B1) >> 17;
        ((hash >> 6) as usize, 1 << (hash & 63))
    }

    fn insert(&mut self, key: u32) {
        let (word, bit) = Bits::place(key);
        if let Some(it) = self.0.get_mut(word) {
            *it |= bit;
        }
    }

    fn has(&self, key: u32) -> bool {
        let (word, bit) = Bits::place(key);
        self.0.get(word).is_some_and(|it| it & bit != 0)
    }
}
