//! The options named in a question.
//!
//! A list of names is read only if its start and end are certain. "Relational or document databases" share a noun, "cost, risk or delay"
//! may be the object of a verb: there the participants propose the options. Not here: whether a question offers options at all.
use super::sentence::{Token, tokens};
use super::words::{self, compares, has, is_opener, is_question_word, low};

/// The maximum number of words in a name.
const MOST_WORDS: usize = 6;

/// The conjunctions that may join the names of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// "or" or "vs", with commas before it.
    Or,
    /// Commas or "and" are enough.
    Any,
}

/// Whether this token is a word for "or".
pub(super) fn is_or(token: &Token<'_>) -> bool {
    has("or vs", &token.low)
}

/// Whether this token ends a name.
pub(super) fn is_tail(token: &Token<'_>) -> bool {
    has(words::TAIL, &token.low)
}

/// The names of a list, if these tokens are a list of names and nothing more than a tail ("for the event log").
pub(super) fn names(list: &[Token<'_>], joined: Joined) -> Option<Vec<String>> {
    let and = joined == Joined::Any;
    if !and && !list.iter().any(is_or) {
        return None;
    }
    let separates = |it: &Token<'_>| it.low == "," || is_or(it) || (and && it.low == "and");
    let mut items: Vec<&[Token<'_>]> = list.split(separates).filter(|it| !it.is_empty()).collect();
    let begins_with_tail = |it: &&[Token<'_>]| it.first().is_some_and(is_tail);
    let tails = items.iter().filter(|it| begins_with_tail(it)).count();
    match tails {
        1 if items.len() > 2 && items.last().is_some_and(begins_with_tail) => items.truncate(items.len() - 1),
        _ if tails != 0 && tails != items.len() => return None,
        _ => {}
    }
    let last = items.pop()?;
    let end = last.iter().skip(1).position(is_tail).map_or(last.len(), |it| it + 1);
    let last = last.get(..end)?;
    if items.iter().any(|it| it.iter().skip(1).any(is_tail) || shares_noun(it, last)) {
        return None;
    }
    items.push(last);
    let names: Option<Vec<String>> = items.into_iter().map(|it| name(without_article(it))).collect();
    names.filter(|it| it.len() > 1)
}

/// The name in an item, if it is one.
fn name(item: &[Token<'_>]) -> Option<String> {
    let bad = |it: &Token<'_>| {
        has(words::NEVER_IN_NAME, &it.low) || it.text.is_empty() || is_opener(&it.low) || is_question_word(&it.low)
    };
    if item.is_empty() || item.len() > MOST_WORDS || item.iter().any(bad) || has(words::QUANTIFYING, low(item, 0)) {
        return None;
    }
    if item.len() == 1 && has(words::NEVER_ALONE, low(item, 0)) {
        return None;
    }
    let name = item.iter().map(|it| it.text).collect::<Vec<_>>().join(" ");
    let name = ["l'", "l’", "L'", "L’"].iter().find_map(|it| name.strip_prefix(it)).unwrap_or(&name);
    name.contains(char::is_alphanumeric).then(|| name.to_owned())
}

/// An item without its article. A capital one stays before another capital: "The Hague".
fn without_article<'a, 'b>(item: &'a [Token<'b>]) -> &'a [Token<'b>] {
    let capital = |it: &Token<'_>| it.text.starts_with(char::is_uppercase);
    match item {
        [first, rest @ ..] if first.low == "either" => without_article(rest),
        [first, next, ..] if capital(first) && capital(next) => item,
        [first, rest @ ..] if has(words::ARTICLES, &first.low) && !rest.is_empty() => rest,
        _ => item,
    }
}

/// Whether an item lacks the noun or the name that only the last one spells out: "electric or diesel vans", "version 15 or 16",
/// "vitamin C or D".
fn shares_noun(item: &[Token<'_>], last: &[Token<'_>]) -> bool {
    let (short, long) = (without_article(item), without_article(last));
    let mark = |it: &Token<'_>| it.text.starts_with(|c: char| c.is_ascii_digit()) || it.text.chars().count() == 1;
    if let ([.., end], [only]) = (short, long) {
        let coloured = words::is_adjective(&end.low) && words::is_adjective(&only.low);
        return short.len() > 1 && (coloured || (mark(end) && mark(only)));
    }
    // "Kafka vs Pulsar debate", "section A or B of the contract".
    if let ([start, .., head], [.., name]) = (long, short)
        && (start.proper && !head.proper && head.low != "\"" && name.proper
            || short.len() > 1 && mark(name) && mark(start))
    {
        return true;
    }
    let ([only], [first, .., end]) = (short, long) else { return false };
    match long.len() < last.len() {
        _ if end.proper || end.low == "\"" => false,
        true => words::is_adjective(&only.low),
        false => only.proper == first.proper || first.proper || words::is_adjective(&only.low),
    }
}

/// Courses of action joined by "or": "keep the monolith or split it". Each begins with a known verb.
fn actions(list: &[Token<'_>]) -> Option<Vec<String>> {
    let parts = list.split(|it| it.low == "," || is_or(it)).filter(|it| !it.is_empty());
    let without_to = |it: &'_ [Token<'_>]| if low(it, 0) == "to" { 1 } else { 0 };
    let mut parts: Vec<&[Token<'_>]> = parts.filter_map(|it| it.get(without_to(it)..)).collect();
    if parts.len() < 2 || parts.iter().any(|it| !has(words::ACTIONS, low(it, 0))) {
        return None;
    }
    // "Use it to pay debt or invest": the second action may belong to the inner one.
    let nested = |it: &&[Token<'_>]| it.windows(2).any(|it| low(it, 0) == "to" && has(words::ACTIONS, low(it, 1)));
    if parts.iter().any(nested) {
        return None;
    }
    let last = parts.pop()?;
    let ambiguous = |it: &Token<'_>| is_tail(it) && !has("to into with from", &it.low);
    let bare = parts.iter().all(|it| it.len() == 1);
    let complete = parts.iter().any(|it| has(words::COMPLETE_ACTIONS, low(it, 0)));
    match last.len() {
        // "Rent or buy a flat": the object belongs to both.
        2.. if bare && !complete => parts.push(last.get(..1)?),
        // "Repair it or replace it before winter": whether the time belongs to both cannot be told.
        _ if last.iter().any(ambiguous) => return None,
        _ => parts.push(last),
    }
    parts.into_iter().map(name).collect()
}

/// The alternatives of a phrase that begins with a verb: objects of a verb of choosing, or courses of action.
fn alternatives(phrase: &[Token<'_>]) -> Option<Vec<String>> {
    if let Some(found) = actions(phrase) {
        return Some(found);
    }
    if !has(words::CHOOSING, low(phrase, 0)) || phrase.get(1).is_some_and(|it| it.low == "," || is_or(it)) {
        return None;
    }
    let or = phrase.iter().position(is_or)?;
    let after_or = phrase.get(or + 1..)?;
    if after_or.first().is_some_and(|it| has(words::ACTIONS, &it.low) && !it.proper) {
        return None;
    }
    // "go with A or B", "write the service in A or B".
    let start = phrase.iter().take(or).rposition(|it| has("in on to with for at", &it.low)).unwrap_or(0);
    let particle = low(phrase, start);
    let repeats = |at: &usize| low(phrase, *at) == particle && phrase.get(at - 1).is_some_and(is_or);
    let list = (start + 1..phrase.len()).filter(|it| !repeats(it)).filter_map(|it| phrase.get(it).cloned());
    let list: Vec<Token<'_>> = list.collect();
    let object = start > 1;
    let proper = |it: Option<&Token<'_>>| it.is_some_and(|it| it.proper);
    if object && !(proper(list.first()) && after_or.iter().take(2).any(|it| it.proper)) {
        return None;
    }
    names(&list, Joined::Or)
}

/// The options of an English question that opens like a yes/no question.
pub(super) fn in_yes_no(question: &[Token<'_>]) -> Option<Vec<String>> {
    let or = question.iter().position(is_or)?;
    let (opener, subject) = (low(question, 0), low(question, 1));
    let (before, after) = (question.get(..or)?, question.get(or + 1..)?);
    // "Should I stay or should I go?"
    if low(after, 0) == opener && low(after, 1) == subject && has(words::PRONOUNS, subject) {
        let clear = !question.iter().any(|it| it.low == ",") && !after.iter().any(is_or);
        return [before, after].into_iter().map(|it| name(it.get(2..)?)).collect::<Option<_>>().filter(|_| clear);
    }
    // "Is it better to A or to B?"
    if let Some(to) = question.windows(2).position(|it| compares(low(it, 0)) && low(it, 1) == "to") {
        return if to < or { alternatives(question.get(to + 2..)?) } else { None };
    }
    // "Is A or B better?"
    if has("is are", opener) && subject != "it" && subject != "there" {
        let end = after.iter().skip(1).position(|it| compares(&it.low) || has("a the", &it.low))? + 1;
        let compared = after.get(end..)?.iter().take(3).any(|it| compares(&it.low));
        return names(question.get(1..or + 1 + end)?, Joined::Or).filter(|_| compared);
    }
    if let Some(prefer) = before.iter().position(|it| it.low == "prefer") {
        return alternatives(question.get(prefer..)?);
    }
    if let Some(found) = places(question) {
        return Some(found);
    }
    if !has("should shall", opener) || question.iter().any(|it| has(words::PERMITTING, &it.low)) {
        return None;
    }
    let verb = |it: &Token<'_>| has(words::CHOOSING, &it.low) || has(words::ACTIONS, &it.low);
    let start = if has(words::PRONOUNS, subject) { 2 } else { before.iter().skip(2).position(verb)? + 2 };
    let skipped = question.iter().skip(start).take_while(|it| has(words::ADVERBS, &it.low)).count();
    alternatives(question.get(start + skipped..)?)
}

/// The names of "Should the office be in Berlin or Munich?": each begins with a capital.
fn places(question: &[Token<'_>]) -> Option<Vec<String>> {
    let be = question.iter().position(|it| it.low == "be").filter(|_| low(question, 0) == "should")?;
    let skipped = usize::from(has("in at on by", low(question, be + 1)));
    let list = question.get(be + 1 + skipped..)?;
    let item = |it: &[Token<'_>]| it.first().is_some_and(|it| it.proper && it.text.starts_with(char::is_uppercase));
    let named = list.split(|it| it.low == "," || is_or(it)).filter(|it| !it.is_empty()).all(item);
    let early = question.get(..be)?.iter().any(|it| is_or(it) || it.low == ",");
    names(list, Joined::Or).filter(|_| named && !early)
}

/// Whether a question after a list asks for one of it: "which is better", "what should we learn", and not "what did it change".
pub(super) fn asks_for_one(question: &[Token<'_>]) -> bool {
    let selects = |it: &Token<'_>| has(words::SELECTING, &it.low) || compares(&it.low);
    has(words::WHICH, low(question, 0)) || question.iter().take(6).any(selects)
}

/// The options of a question that begins with a question word: "which of three sites, Harbour, Mill or Ridge, should ...".
pub(super) fn in_which(question: &[Token<'_>], asides: &[&str]) -> Option<Vec<String>> {
    let which = has(words::WHICH, low(question, 0));
    let joined = if which { Joined::Any } else { Joined::Or };
    let found = match question.iter().position(breaks) {
        Some(at) => names(question.get(at + 1..)?.split(breaks).next()?, joined)?,
        None => (asides.iter().find_map(|it| names(&tokens(it), Joined::Or)))
            .or_else(|| after_of(question))
            .or_else(|| after_between(question))
            .or_else(|| after_comma(question))
            .or_else(|| after_comparison(question))?,
    };
    // "Which of three": there must be three.
    let counted = question.iter().take(6).find_map(|it| words::NUMBERS.split(' ').position(|number| number == it.low));
    (!which || counted.is_none_or(|it| it == found.len() || it == 1)).then_some(found)
}

/// Whether this is a colon or a dash, after which a list of options may stand.
fn breaks(token: &Token<'_>) -> bool {
    has(": -", &token.low)
}

/// A list after "which of", up to the verb.
fn after_of(question: &[Token<'_>]) -> Option<Vec<String>> {
    let of = question.iter().take(3).position(|it| it.low == "of")?;
    let region = question.get(of + 1..)?;
    let region = region.get(..region.iter().position(|it| is_opener(&it.low))?)?;
    let introduced = has(words::ARTICLES, low(region, 0))
        || has(words::NUMBERS, low(region, 0))
        || has("these those", low(region, 0));
    if !introduced {
        return names(region, Joined::Any);
    }
    let comma = region.iter().position(|it| it.low == ",")?;
    let first_name = region.iter().position(|it| it.proper)?;
    names(region.get(first_name.min(comma + 1)..)?, Joined::Any)
}

/// A list after a comma that cannot be the rest of the clause before it.
fn after_comma(question: &[Token<'_>]) -> Option<Vec<String>> {
    let mut parts = question.split(|it| it.low == ",");
    let mut start = parts.next()?.len() + 1;
    // "For a small, remote team, Kafka or NATS": the list begins where all items are spelled alike.
    let (list, proper, resumes) = loop {
        let rest = question.get(start..)?;
        let resumes = rest.windows(2).position(|it| low(it, 0) == "," && is_opener(low(it, 1)));
        let list = rest.get(..resumes.unwrap_or(rest.len()))?;
        let firsts = list.split(|it| it.low == "," || is_or(it)).filter_map(|it| without_article(it).first());
        let proper = firsts.clone().filter(|it| it.proper).count();
        let later = list.iter().any(|it| it.low == ",");
        if proper == 0 || proper == firsts.count() || !later {
            break (list, proper > 1, resumes.is_some());
        }
        start += parts.next()?.len() + 1;
    };
    let end = question.get(..start.checked_sub(1)?)?.last()?;
    let verdict = question.iter().take(4).any(|it| compares(&it.low))
        || (has("is are", low(question, 1)) && low(question, 2).ends_with("er"));
    let closed = has(words::CHOOSING, &end.low)
        || compares(&end.low)
        || has(words::TAIL, &end.low)
        || has("be of", &end.low)
        || resumes;
    if closed || verdict || (proper && !end.proper) { names(list, Joined::Or) } else { None }
}

/// A list after "the better choice between".
fn after_between(question: &[Token<'_>]) -> Option<Vec<String>> {
    let between = question.iter().position(|it| it.low == "between")?;
    let chooses = compares(low(question, between.checked_sub(1)?))
        || has("choice option one", low(question, between.checked_sub(1)?));
    if chooses { names(question.get(between + 1..)?, Joined::Any) } else { None }
}

/// A list straight after a comparison: "what is better tea or coffee".
fn after_comparison(question: &[Token<'_>]) -> Option<Vec<String>> {
    let better = question.iter().take(4).position(|it| compares(&it.low))?;
    let list = question.get(better + 1..)?;
    if list.iter().any(|it| it.low == ",") { None } else { names(list, Joined::Or) }
}

/// The options of a topic that is a list and nothing else: "Kafka vs PostgreSQL", "Tea or coffee?", "Rust or Go, which should we learn?"
pub(super) fn bare(sentence: &[Token<'_>], asked: bool) -> Option<Vec<String>> {
    let breaks = |it: &Token<'_>| has(", : -", &it.low);
    let asks = |at: &usize| breaks_before_question(sentence, *at);
    let end = (0..sentence.len()).find(asks).unwrap_or(sentence.len());
    let start = sentence.iter().take(end).rposition(|it| it.low == ":").map_or(0, |it| it + 1);
    let list = sentence.get(start..end)?;
    let versus = list.iter().any(|it| it.low == "vs");
    let short = list.split(|it| breaks(it) || is_or(it)).all(|it| it.len() < 2);
    if versus && !asked && is_title(list) {
        return None;
    }
    if !(asked || versus || short || end < sentence.len()) || list.iter().any(|it| it.low == "-" || it.low == "/") {
        return None;
    }
    let verb = has(words::ACTIONS, low(list, 0)) || has(words::CHOOSING, low(list, 0));
    if verb && let Some(found) = alternatives(list) {
        return Some(found);
    }
    if verb && !list.get(1).is_some_and(|it| it.low == "," || is_or(it)) {
        return None;
    }
    if is_clause(list) {
        return None;
    }
    // "Team compared Kafka vs PostgreSQL": the first item is more than a name.
    if let Some([first, inner @ .., end]) = list.split(|it| it.low == "," || is_or(it)).next()
        && end.proper
        && (inner.iter().any(|it| !it.proper) || first.low.ends_with("ing"))
    {
        return None;
    }
    names(list, Joined::Or)
}

/// Whether the first item of a list is more than a name, because a verb or a comparison leads up to it: "C'est un bug ou une fonctionnalité",
/// "Besser Bus oder Bahn", "¿Prefieres té o café?"
fn is_clause(list: &[Token<'_>]) -> bool {
    let mut items = list.split(|it| it.low == "," || is_or(it));
    let Some(first) = items.next().map(without_article) else { return false };
    let single = items.all(|it| without_article(it).len() == 1);
    let foreign = list.iter().any(|it| it.low == "or" && !it.text.eq_ignore_ascii_case("or"));
    let leads = |it: &Token<'_>| compares(&it.low) || words::opens_elsewhere(&it.low);
    has("c'est it's", low(first, 0))
        || (first.len() > 1 && has(words::TREATING, low(first, 0)))
        || (first.len() > 1 && first.iter().any(leads))
        || (single && first.len() > if foreign { 1 } else { 2 })
}

/// Whether "A vs B" without a question is more likely the title of a case, a fight or a theme than a choice: a name with "of", a tail
/// that gives no purpose, or a "vs." as courts write it between names that are not
/// spelled like those of products.
fn is_title(list: &[Token<'_>]) -> bool {
    let tail = list.iter().skip(1).find(|it| is_tail(it));
    let cited = list.iter().any(|it| it.text == "vs.") && tail.is_none();
    let inner = |it: &Token<'_>| it.text.chars().skip(1).any(|c| c.is_uppercase() || c.is_ascii_digit());
    let long = list.split(is_or).any(|it| it.len() > 1 && it.iter().skip(1).all(|it| it.proper));
    let plain = !list.iter().any(inner);
    let named = list.iter().skip(1).take_while(|it| !is_tail(it)).any(|it| it.low == "of");
    named || tail.is_some_and(|it| !has(words::PURPOSES, &it.low)) || (cited && (long || plain))
}

/// Whether a separator stands here with a question word after it.
fn breaks_before_question(sentence: &[Token<'_>], at: usize) -> bool {
    has(", : -", low(sentence, at)) && has(words::WHICH_OR_WHAT, low(sentence, at + 1))
}
