//! A parsed sentence, list item or table cell for comparison with a claim (O-11).
use super::scan::{self, Bound, Figure, Token, Unit, Word};
use debate::state::registry;
use prose::opposition::parsed_text::NEGATIONS;
use prose::words::{self, stem};
use std::collections::BTreeSet;

/// A parsed sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct Statement {
    /// The original text.
    pub(super) text: String,
    /// Its words without figures, for detecting opposition.
    pub(super) words: String,
    /// Its subject words, in order.
    pub(super) subject: Vec<Term>,
    /// Its quantities with their token index.
    pub(super) figures: Vec<(usize, Figure)>,
    /// The years it names.
    pub(super) years: BTreeSet<u32>,
    /// Token indices of clause boundaries.
    pub(super) breaks: Vec<usize>,
    /// Whether it contains a negation.
    pub(super) is_negated: bool,
    /// Token indices of negations, and of words of possibility.
    negations: Vec<usize>,
    suppositions: Vec<usize>,
    /// Whether the next sentence denies it.
    is_denied: bool,
    /// Its heading and its line, from 0, within the passage.
    pub(super) section: Option<String>,
    pub(super) line: usize,
    /// Whether it is a comparison, so that the order of subject words matters.
    pub(super) compares: bool,
    /// The direction of a change, if stated.
    pub(super) direction: Option<Direction>,
    /// Token indices of `and`.
    ands: Vec<usize>,
    /// Token indices of `before` and `after`.
    pub(super) sides: Vec<(usize, Side)>,
}

/// Before or after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Before,
    After,
}

/// A subject word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    /// Its token index.
    pub(super) at: usize,
    /// In lower case.
    written: String,
    /// Its stem.
    pub(super) stem: String,
    /// Whether it is a name.
    pub(super) is_name: bool,
}

/// The direction of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
}

/// Words of denial beside [`NEGATIONS`].
const DENIALS: &str =
    "wrong false incorrect untrue unlikely myth mistaken misconception debunked refuted disproved hoax";
const SUPPOSED: &str = "could may might would should if assuming assume suppose expected expects expect projected forecast target targets \
    planned goal aims hoped proposed unless hypothetically budgeted likely claim claims claimed critics allege alleges alleged allegedly \
    supposedly reportedly rumour rumoured rumor rumored believe believes believed";
const BEFORE: &str = "before previously formerly originally initially prior";
const AFTER: &str = "after afterwards since now today currently later";
/// Words that refer to the previous sentence.
const REFERRING: &str = "this that it these those which such neither none";
/// Maximum words of a sentence that only denies the previous one. Ours: `This is simply not true.`
const DENYING: usize = 8;
const BREAKING: &str = "and while whereas but versus vs against although though";
const UP: &str = "rise rises rose risen rising grow grows grew grown growing increase increases increased increasing climbed jumped gained \
    higher more faster larger up";
const DOWN: &str = "fall falls fell fallen falling drop drops dropped dropping decrease decreases decreased decreasing decline declines \
    declined shrink shrank lower less fewer slower smaller cut cuts reduce reduces reduced reducing lost down";
/// Words about the precision or the origin of a quantity, which are not its subject.
const SILENT: &str = "percent percentage point points per cent thousand million billion trillion about around roughly approximately approx \
    circa nearly almost least most than over under above below up to exactly total according report reports reported reporting source \
    document states stated says said shows show showed found finds attached attachment measured section sections i e g eg ie";
/// Verbs of reporting.
const TELLING: &str = "give gives put puts set sets name names list lists note notes admit admits allow allows estimate estimates specify \
    specifies foresee foresees have has plan plans tell tells write writes assume assumes want wants fix fixes";

fn is_in(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|it| it == word)
}

impl Statement {
    /// Parses a sentence.
    pub(super) fn of(text: &str) -> Statement {
        let mut statement = Statement { text: text.to_owned(), ..Statement::default() };
        let mut moves = BTreeSet::new();
        let tokens = compounded(ranged(scan::tokens(text)));
        let is_figure =
            |at: Option<usize>| at.and_then(|it| tokens.get(it)).is_some_and(|it| matches!(it, Token::Figure(_)));
        for (at, token) in tokens.iter().enumerate() {
            match token {
                Token::Figure(figure) => statement.figures.push((at, figure.clone())),
                Token::Year(year) => {
                    statement.years.insert(*year);
                }
                Token::Symbol(',' | ';' | ':' | '(' | ')' | '—' | '|') => statement.breaks.push(at),
                Token::Symbol(_) => {}
                Token::Word(word) => {
                    let is_negation = NEGATIONS.contains(&word.text.as_str()) || is_in(DENIALS, &word.text);
                    statement.is_negated |= is_negation;
                    statement.negations.extend(is_negation.then_some(at));
                    statement.suppositions.extend(is_in(SUPPOSED, &word.text).then_some(at));
                    statement.compares |= word.text == "than";
                    moves.extend(is_in(UP, &word.text).then_some(true));
                    moves.extend(is_in(DOWN, &word.text).then_some(false));
                    statement.sides.extend(is_in(BEFORE, &word.text).then_some((at, Side::Before)));
                    statement.sides.extend(is_in(AFTER, &word.text).then_some((at, Side::After)));
                    // `between 30 and 50` is one clause.
                    let is_between = is_figure(at.checked_sub(1)) && is_figure(Some(at + 1));
                    if is_in(BREAKING, &word.text) && !is_between {
                        statement.breaks.push(at);
                        statement.ands.extend((word.text == "and").then_some(at));
                    }
                    statement.words.push_str(&word.text);
                    statement.words.push(' ');
                    statement.subject.extend(term(at, word));
                }
            }
        }
        statement.direction = match (moves.contains(&true), moves.contains(&false)) {
            (true, false) => Some(Direction::Up),
            (false, true) => Some(Direction::Down),
            (true, true) | (false, false) => None,
        };
        statement
    }

    /// The clause number of a token.
    pub(super) fn clause(&self, at: usize) -> usize {
        self.breaks.partition_point(|it| *it < at)
    }

    /// Whether the figure at an index is negated: in its clause, or in a clause without another figure.
    pub(super) fn denies_at(&self, at: usize) -> bool {
        self.is_denied || self.negations.iter().any(|it| self.bears_on(*it, at))
    }

    /// Whether the figure at an index is only a possibility.
    pub(super) fn supposes_at(&self, at: usize) -> bool {
        self.suppositions.iter().any(|it| self.bears_on(*it, at))
    }

    /// Whether the token at `other` applies to the figure at `at`. A clause with its own figure applies only to that.
    fn bears_on(&self, other: usize, at: usize) -> bool {
        let clause = self.clause(other);
        clause == self.clause(at) || !self.figures.iter().any(|(it, _)| self.clause(*it) == clause)
    }

    /// The clause of the figure at an index as a statement, if it has no other figure.
    pub(super) fn alone(&self, at: usize) -> Option<Statement> {
        let clause = self.clause(at);
        let figures: Vec<(usize, Figure)> =
            self.figures.iter().filter(|(it, _)| self.clause(*it) == clause).cloned().collect();
        let subject = self.subject.iter().filter(|it| self.clause(it.at) == clause).cloned().collect();
        (figures.len() == 1).then(|| Statement { figures, subject, ..self.clone() })
    }

    /// Whether the clause of the figure at an index has only the verb `stem` after an `and` before the figure, so that it shares the
    /// subject of the sentence: `The table has 4 rows and takes 2 GB`.
    pub(super) fn is_predicate(&self, at: usize, stem: &str) -> bool {
        let clause = self.clause(at);
        let mut before = self.subject.iter().filter(|it| self.clause(it.at) == clause && it.at < at);
        let is_verb = before.next().is_some_and(|it| it.stem == stem && self.ands.iter().any(|and| and + 1 == it.at));
        is_verb && before.next().is_none()
    }

    /// The statement without the words that name its text, and without the verb of saying after them.
    pub(super) fn without(mut self, named: &str) -> Statement {
        let named: Vec<String> = named.split(' ').map(stem).collect();
        let last = self.subject.iter().filter(|it| named.contains(&it.stem)).map(|it| it.at).max();
        self.subject.retain(|it| {
            let is_saying = last.is_some_and(|last| it.at == last + 1) && is_in(TELLING, &it.written);
            !named.contains(&it.stem) && !is_saying
        });
        self
    }

    /// The sides of a clause; if it has none, those of the other clauses: `After the move, it took 40 ms`.
    pub(super) fn sides(&self, clause: usize) -> BTreeSet<Side> {
        let own: BTreeSet<Side> =
            self.sides.iter().filter(|(at, _)| self.clause(*at) == clause).map(|(_, side)| *side).collect();
        if own.is_empty() { self.sides.iter().map(|(_, side)| *side).collect() } else { own }
    }

    /// Whether it only denies the previous sentence.
    pub(super) fn denies_the_last(&self) -> bool {
        let mut words = self.words.split_ascii_whitespace();
        let refers = words.next().is_some_and(|it| is_in(REFERRING, it));
        refers && self.is_negated && self.figures.is_empty() && words.count() < DENYING
    }

    /// Whether it contains this subject word.
    pub(super) fn has(&self, stem: &str) -> bool {
        self.subject.iter().any(|it| it.stem == stem)
    }
}

/// Marks the ends of a range as bounds: `between 30 and 50`, `30 to 50`, `30–50`. "From … to" is a change.
fn ranged(mut tokens: Vec<Token>) -> Vec<Token> {
    for at in 0..tokens.len() {
        let is_word = |at: Option<usize>, any: &[&str]| {
            let token = at.and_then(|it| tokens.get(it));
            token.is_some_and(|it| matches!(it, Token::Word(word) if any.contains(&word.text.as_str())))
        };
        let is_dash = matches!(tokens.get(at + 1), Some(Token::Symbol('–')));
        let before = at.checked_sub(1);
        let is_range = is_dash
            || (is_word(before, &["between"]) && is_word(Some(at + 1), &["and"]))
            || (!is_word(before, &["from"]) && is_word(Some(at + 1), &["to"]));
        if let (true, Some([Token::Figure(low), _, Token::Figure(high)])) = (is_range, tokens.get_mut(at..at + 3)) {
            (low.bound, high.bound) = (Bound::AtLeast, Bound::AtMost);
        }
    }
    tokens
}

/// Marks compound quantities: in `3 hours and 20 minutes` neither figure is complete.
fn compounded(mut tokens: Vec<Token>) -> Vec<Token> {
    const TIMES: [&str; 6] = ["year", "month", "week", "day", "hour", "minute"];
    let is_time = |it: &Figure| matches!(&it.unit, Unit::Of(unit) if TIMES.iter().any(|time| stem(time) == *unit));
    let is_part = |it: &Figure| is_time(it) || matches!(&it.unit, Unit::Of(unit) if *unit == stem("seconds"));
    for at in 0..tokens.len() {
        let rest = tokens.get_mut(at..).unwrap_or_default();
        let (first, second) = match rest {
            [Token::Figure(first), Token::Word(_), Token::Word(and), Token::Figure(second), ..]
                if and.text == "and" =>
            {
                (first, second)
            }
            [Token::Figure(first), Token::Word(_), Token::Figure(second), ..] => (first, second),
            _ => continue,
        };
        if is_time(first) && is_part(second) && first.unit != second.unit {
            (first.is_loose, second.is_loose) = (true, true);
        }
    }
    tokens
}

/// A word as a subject word, if it is one.
fn term(at: usize, Word { text, is_name }: &Word) -> Option<Term> {
    let is_id = registry::attached(text).is_some();
    // `Team A` is not `a team`.
    let is_letter = *is_name && text.chars().count() == 1 && text != "i";
    let says_nothing =
        (words::is_empty(text) && !is_letter) || is_in(SILENT, text) || is_in(BREAKING, text) || is_in(SUPPOSED, text);
    (!is_id && !says_nothing).then(|| Term { at, written: text.clone(), stem: stem(text), is_name: *is_name })
}

/// The statements of a passage: sentences, list items, and table cells with a figure, each with its row and column header.
pub(super) fn statements(passage: &str) -> Vec<Statement> {
    let mut parser = PassageParser::default();
    let mut header: Option<Vec<&str>> = None;
    for (number, line) in passage.lines().enumerate() {
        let line = line.trim();
        if let Some(cells) = cells(line) {
            parser.end();
            match &header {
                None => header = Some(cells),
                Some(heads) => parser.take(rows(heads, &cells), number),
            }
            continue;
        }
        header = None;
        let (begins_item, rest) = pointed(line);
        if line.is_empty() || begins_item || line.starts_with('#') {
            parser.end();
        }
        if line.starts_with('#') {
            parser.section = Some(line.trim_matches(['#', ' ']).to_owned());
        } else if !line.is_empty() {
            if parser.running.is_empty() {
                parser.begins = number;
            }
            parser.running.push_str(rest);
            parser.running.push(' ');
        }
    }
    parser.end();
    parser.out
}

/// Parser state of a passage.
#[derive(Default)]
struct PassageParser {
    out: Vec<Statement>,
    /// The open paragraph, and its first line.
    running: String,
    begins: usize,
    section: Option<String>,
}

impl PassageParser {
    /// Closes the open paragraph.
    fn end(&mut self) {
        let statements = sentences(&std::mem::take(&mut self.running));
        self.take(statements, self.begins);
    }

    fn take(&mut self, statements: Vec<Statement>, line: usize) {
        let section = &self.section;
        self.out.extend(statements.into_iter().map(|it| Statement { section: section.clone(), line, ..it }));
    }
}

/// Whether a line begins a list item, and the line without its list or quotation marker.
pub(super) fn pointed(line: &str) -> (bool, &str) {
    let bare = line.trim_start_matches(['>', ' ']);
    for mark in ["- ", "* ", "+ ", "• "] {
        if let Some(rest) = bare.strip_prefix(mark) {
            return (true, rest);
        }
    }
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let after = bare.get(digits..).unwrap_or_default();
    match after.strip_prefix(". ").or_else(|| after.strip_prefix(") ")).filter(|_| (1..=3).contains(&digits)) {
        Some(rest) => (true, rest),
        None => (false, bare),
    }
}

/// The cells of a Markdown table row.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inside = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(inside.split('|').map(str::trim).collect())
}

fn rows(heads: &[&str], cells: &[&str]) -> Vec<Statement> {
    let is_rule = cells.iter().all(|it| it.chars().all(|c| matches!(c, '-' | ':' | ' ')));
    let Some((name, values)) = cells.split_first().filter(|_| !is_rule && heads.len() == cells.len()) else {
        return Vec::new();
    };
    let columns = heads.iter().skip(1).zip(values);
    let statements = columns.map(|(head, cell)| Statement::of(&format!("{name} {head}: {cell}")));
    statements.filter(|it| !it.figures.is_empty()).collect()
}

/// The sentences of a text that contain a figure.
fn sentences(text: &str) -> Vec<Statement> {
    let (mut out, mut start) = (Vec::new(), 0);
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (place, (at, c)) in chars.iter().enumerate() {
        let next = chars.get(place + 1).map(|(_, it)| *it);
        let after = chars.get(place + 2).map(|(_, it)| *it);
        let begins = |it: char| it.is_uppercase() || it.is_numeric() || matches!(it, '"' | '“' | '(' | '[' | '*' | '`');
        let is_end = match c {
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace) && after.is_none_or(begins),
            '。' | '！' | '？' => true,
            _ => false,
        };
        if is_end {
            let end = at + c.len_utf8();
            out.extend(text.get(start..end).map(Statement::of));
            start = end;
        }
    }
    out.extend(text.get(start..).map(Statement::of));
    let denied: Vec<bool> = out.iter().skip(1).map(Statement::denies_the_last).collect();
    out.iter_mut().zip(denied).for_each(|(it, is_denied)| {
        it.is_negated |= is_denied;
        it.is_denied = is_denied;
    });
    out.retain(|it| !it.figures.is_empty());
    out
}
