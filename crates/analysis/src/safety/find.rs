//! Matches a text against a rule table: words, then word sets, then patterns. Each step is linear in the length of the text.
use super::fold;
use super::table::{Guarded, PartPosition, Pattern, Rule, RuleTable, Talk};
use std::ops::ControlFlow;

/// How many words a guard covers within its clause. Ours: "refuse to tell people how to".
const GUARD_REACH: u32 = 6;
/// How many words after a pattern a spare word cancels it. Ours: "ransomware attacks less profitable".
const SPARE_REACH: u32 = 2;
/// How many words before or after a pattern a frame counts. Ours: a long sentence and its full stop.
const FRAME_REACH: u32 = 60;
/// How many inert phrases before a word can cover it. Ours: none has more than six words.
const INERT_NEAR: usize = 6;

/// A word of a text.
struct Token {
    from: usize,
    to: usize,
    place: u32,
    clause: u32,
    sentence: u32,
    opens: bool,
}

/// A word or phrase of the table, found in a text.
struct Hit {
    sets: u128,
    first: u32,
    last: u32,
    clause: u32,
    sentence: u32,
    opens: bool,
}

impl Hit {
    fn is_in(&self, sets: u128) -> bool {
        self.sets & sets != 0
    }
}

/// The matching rules, each once, in the order of the table's patterns.
pub(super) fn rules(table: &RuleTable, text: &str) -> Vec<Rule> {
    let hits = live(&table.talk, hits(table, text));
    let all = hits.iter().fold(0, |all, it| all | it.sets);
    let is_exact = all & table.talk.exact != 0 && asks_for_more(&table.talk, &hits);
    let is_possible = |it: &&Pattern| it.parts.iter().all(|part| all & part.set != 0);
    let mut met: Vec<Rule> = Vec::new();
    for pattern in table.patterns.iter().filter(is_possible) {
        if let Some(rule) = table.rules.get(pattern.rule).filter(|it| !met.contains(it))
            && (Search { talk: &table.talk, pattern, hits: &hits, is_exact }).is_met()
        {
            met.push(*rule);
        }
    }
    met
}

/// The hits without those inside an inert phrase, which keep only their spare sets.
fn live(talk: &Talk, mut hits: Vec<Hit>) -> Vec<Hit> {
    let inert: Vec<(u32, u32)> = hits.iter().filter(|it| it.is_in(talk.inert)).map(|it| (it.first, it.last)).collect();
    let is_within = |it: &Hit| {
        let until = inert.partition_point(|(first, _)| *first <= it.last);
        inert.iter().take(until).rev().take(INERT_NEAR).any(|(_, last)| it.first <= *last)
    };
    if !inert.is_empty() {
        hits.iter_mut().filter(|it| is_within(it)).for_each(|it| it.sets &= talk.inert | talk.spare);
    }
    hits
}

fn hits(table: &RuleTable, text: &str) -> Vec<Hit> {
    let mut letters: Vec<u8> = Vec::new();
    let mut tokens: Vec<Token> = Vec::new();
    fold::words(text, |word| {
        let from = letters.len();
        letters.extend_from_slice(word.letters);
        let (place, clause, opens) = (word.place, word.clause, word.opens);
        let is_next = |it: &Token| u32::from(place - it.place > fold::SENTENCE);
        let sentence = tokens.last().map_or(0, |it| it.sentence + is_next(it));
        tokens.push(Token { from, to: letters.len(), place, clause, sentence, opens });
        ControlFlow::Continue(())
    });
    let spelled = |token: &Token| letters.get(token.from..token.to).unwrap_or_default();
    let mut hits: Vec<Hit> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        for entry in table.entries(fold::key(spelled(token))) {
            let following = tokens.get(at..at + entry.words.len()).unwrap_or_default();
            let is_same = following.len() == entry.words.len()
                && following.iter().zip(&entry.words).all(|(token, form)| form.is(spelled(token)));
            let last = following.last().map_or(token.place, |it| it.place);
            // A phrase does not span a full stop.
            if is_same && (last - token.place) as usize <= entry.words.len() {
                let (first, clause, sentence, opens) = (token.place, token.clause, token.sentence, token.opens);
                hits.push(Hit { sets: entry.sets, first, last, clause, sentence, opens });
            }
        }
    }
    hits
}

/// Whether a text asks for more than discussion, outside quotations.
fn asks_for_more(talk: &Talk, hits: &[Hit]) -> bool {
    let mut cited = None;
    hits.iter().any(|it| {
        let is_quoted = it.opens && cited == it.first.checked_sub(1);
        cited = if it.is_in(talk.cite) { Some(it.last) } else { cited };
        it.is_in(talk.exact) && !is_quoted
    })
}

/// The search for one pattern in a text.
struct Search<'a> {
    talk: &'a Talk,
    pattern: &'a Pattern,
    hits: &'a [Hit],
    /// Whether the text asks for more than discussion.
    is_exact: bool,
}

impl Search<'_> {
    /// Whether the parts of the pattern occur in order. For each part the latest position after all previous parts suffices, because it is
    /// nearest to what follows.
    fn is_met(&self) -> bool {
        let parts = &self.pattern.parts;
        let mut found: Vec<Option<u32>> = vec![None; parts.len()];
        let mut guard: Option<Reach> = None;
        let mut rest = self.hits;
        let wanted = parts.iter().fold(0, |all, it| all | it.set);
        // Hits at the same position are processed together, so that one does not follow the other.
        for same in self.hits.chunk_by(|a, b| a.first == b.first) {
            rest = rest.get(same.len()..).unwrap_or_default();
            if let Some(reach) = same.iter().find_map(|it| self.reach(it)) {
                found.iter_mut().for_each(|it| *it = None);
                guard = Some(reach);
                continue;
            }
            // A quotation directly after its announcement counts as the same clause.
            if let Some(reach) = &mut guard
                && let Some(quoted) = same.iter().find(|it| reach.cites && it.opens && it.first == reach.last + 1)
            {
                reach.clause = quoted.clause;
            }
            if !same.iter().any(|it| it.is_in(wanted)) {
                continue;
            }
            for (index, part) in parts.iter().enumerate().rev() {
                let is_first = index == 0;
                let before = index.checked_sub(1).and_then(|it| found.get(it).copied().flatten());
                let follows = |it: &&Hit| {
                    let is_guarded = guard.as_ref().is_some_and(|reach| self.is_reached(reach, it));
                    let is_near = before.is_some_and(|before| it.first > before && it.first - before <= part.within);
                    if is_first { !is_guarded } else { is_near }
                };
                let is_one = |it: &&Hit| it.is_in(part.set) && (part.place == PartPosition::Anywhere || it.opens);
                let mut ones = same.iter().filter(is_one).filter(follows);
                if index + 1 == parts.len() {
                    if ones.any(|it| !self.is_spared(rest, it.last) && !self.is_framed(it)) {
                        return true;
                    }
                } else if let Some(last) = ones.map(|it| it.last).max() {
                    found.iter_mut().skip(index).take(1).for_each(|it| *it = Some(last));
                }
            }
        }
        false
    }

    /// The range of a protective word.
    fn reach(&self, hit: &Hit) -> Option<Reach> {
        let cites = hit.is_in(self.talk.cite) && !self.is_exact;
        let guards = self.pattern.guarded != Guarded::No && (cites || hit.is_in(self.talk.guard));
        guards.then_some(Reach { clause: hit.clause, last: hit.last, cites })
    }

    fn is_reached(&self, reach: &Reach, hit: &Hit) -> bool {
        let is_near = reach.clause == hit.clause && hit.first <= reach.last + GUARD_REACH;
        is_near && (reach.cites || self.pattern.guarded == Guarded::Yes)
    }

    /// Whether the words after the pattern cancel it.
    fn is_spared(&self, following: &[Hit], last: u32) -> bool {
        let near = || following.iter().filter(|it| it.first > last).take_while(|it| it.first - last <= SPARE_REACH);
        let link = near().find(|it| it.is_in(self.talk.link)).map(|it| it.first);
        let spares = |it: &Hit| it.is_in(self.talk.spare) && link.is_none_or(|link| it.first <= link);
        self.pattern.guarded != Guarded::No && near().any(spares)
    }

    /// Whether a pattern that ends with `end` reports others' actions together with countermeasures in the same or the next sentence.
    fn is_framed(&self, end: &Hit) -> bool {
        let is_order = self.pattern.parts.first().is_some_and(|it| it.place == PartPosition::Opening);
        if self.is_exact || is_order || self.pattern.guarded != Guarded::Yes {
            return false;
        }
        let from = self.hits.partition_point(|it| it.sentence < end.sentence || it.first + FRAME_REACH < end.first);
        let until = |it: &&Hit| it.sentence <= end.sentence + 1 && it.first <= end.first + FRAME_REACH;
        let here = || self.hits.iter().skip(from).take_while(until);
        let is_asked = here().any(|it| it.is_in(self.talk.mine) && it.first <= end.first);
        let is_told = |it: &Hit| it.is_in(self.talk.actor) && it.clause == end.clause && it.first < end.first;
        !is_asked && here().any(is_told) && here().any(|it| it.is_in(self.talk.frame))
    }
}

/// A protective word and its clause.
struct Reach {
    clause: u32,
    last: u32,
    cites: bool,
}
