//! Inferring the ballot from the wording of a topic (B-01).
//!
//! The form of a question usually shows which kind of answer it wants. This parser finds the one question of the topic; its opening words
//! decide the kind. In doubt the ballot is open: a wrong ballot misleads every participant, an open one costs a round. Not here: meaning,
//! and models.
mod choice;
mod cjk;
mod doubt;
mod estimate;
mod sentence;
mod words;

use super::Ballot;
use choice::Joined;
use doubt::{Alternative, alternative, requests, several};
use sentence::{Sentence, Token};
use words::{Language, has, is_question_word, low};

/// Infers the ballot of a topic: [`Ballot::Open`] in doubt.
pub fn read(topic: &str) -> Ballot {
    let topic = topic.trim();
    let quoted = topic.strip_prefix('"').and_then(|it| it.strip_suffix('"')).filter(|it| !it.contains('"'));
    let sentences = sentence::split(quoted.unwrap_or(topic));
    if enumerates(topic) {
        return Ballot::Open;
    }
    let Some(at) = the_question(&sentences) else { return pair(&sentences).unwrap_or(Ballot::Open) };
    let Some(question) = sentences.get(at) else { return Ballot::Open };
    match (kind(question), given(&sentences, at)) {
        (Ballot::Open | Ballot::YesNo, Some(names)) => as_choice(Some(names)),
        (read, _) => read,
    }
}

/// Whether the topic enumerates its options within a line, "A) keep it, B) sell it", so that their ends are uncertain.
fn enumerates(topic: &str) -> bool {
    let marked = |letter: char| {
        let mut ends = topic.match_indices([letter, letter.to_ascii_uppercase()]).map(|(at, _)| topic.split_at(at));
        ends.any(|(before, after)| !before.ends_with(char::is_alphanumeric) && after.chars().nth(1) == Some(')'))
    };
    let numbered = !topic.contains('\n') && marked('1') && marked('2');
    numbered || (marked('a') && marked('b'))
}

/// The index of the only question of the topic.
fn the_question(sentences: &[Sentence<'_>]) -> Option<usize> {
    let mut asked: Vec<usize> = (0..sentences.len()).filter(|&it| asks(sentences, it)).collect();
    if asked.is_empty() {
        asked =
            (0..sentences.len()).filter(|&at| sentences.get(at).is_some_and(|it| kind(it) != Ballot::Open)).collect();
    }
    match asked.as_slice() {
        [only] => Some(*only),
        [.., last] => {
            let tokens = &sentences.get(*last)?.tokens;
            let announced = has("so therefore", low(tokens, 0))
                || tokens.windows(2).any(|it| low(it, 0) == "question" && low(it, 1) == ":");
            announced.then_some(*last)
        }
        [] => None,
    }
}

/// Whether a sentence is a question in its own right: neither a follow-up ("Why or why not?") nor one that the topic answers itself.
fn asks(sentences: &[Sentence<'_>], at: usize) -> bool {
    let Some(sentence) = sentences.get(at).filter(|it| it.asked) else { return false };
    let words = sentence.tokens.iter().map(|it| it.low.as_str()).collect::<Vec<_>>().join(" ");
    let answered = sentences.get(at + 1).is_some_and(|it| !it.asked && has("because yes no", low(&it.tokens, 0)));
    !words::has_phrase(words::FOLLOW_UPS, &words) && !answered
}

/// A question whose options follow as a second question: "Which vendor? Alder, Birch or Cedar?"
fn pair(sentences: &[Sentence<'_>]) -> Option<Ballot> {
    let asked: Vec<&Sentence<'_>> = sentences.iter().filter(|it| it.asked).collect();
    let [first, second] = asked.as_slice() else { return None };
    let which = |it: &Sentence<'_>| has(words::WHICH_OR_WHAT, low(&it.tokens, 0)) && kind(it) == Ballot::Open;
    let list = match (which(first), which(second)) {
        (true, false) => second,
        (false, true) => first,
        _ => return None,
    };
    Some(as_choice(choice::bare(&list.tokens, true)))
}

/// Options listed outside the question: "Options: Kafka, NATS." or a list of names below it.
fn given(sentences: &[Sentence<'_>], question: usize) -> Option<Vec<String>> {
    let bullets: Vec<&Sentence<'_>> = sentences.iter().skip(question + 1).take_while(|it| it.bullet).collect();
    let which = sentences.get(question).is_some_and(|it| has(words::WHICH_OR_WHAT, low(&it.tokens, 0)));
    let names = |it: &&Sentence<'_>| it.tokens.len() < 4 && it.tokens.iter().skip(1).all(|it| it.proper);
    if which && bullets.iter().all(names) && bullets.iter().any(|it| it.tokens.iter().any(|it| it.proper)) {
        return Some(bullets.iter().map(|it| it.raw.to_owned()).collect());
    }
    sentences.iter().enumerate().filter(|(at, _)| *at != question).find_map(|(_, it)| {
        let word = it.tokens.iter().take(4).position(|it| has(words::OPTION_WORDS, &it.low))?;
        let list = it.tokens.get(word + 2..)?;
        let introduced = match low(&it.tokens, word + 1) {
            ":" => true,
            "are" => list.split(|it| has(", and or", &it.low)).filter_map(<[_]>::first).all(|it| it.proper),
            _ => false,
        };
        introduced.then(|| choice::names(list, Joined::Any)).flatten()
    })
}

/// A choice between these names, or open if they are not a valid ballot.
fn as_choice(names: Option<Vec<String>>) -> Ballot {
    let names = names.unwrap_or_default();
    Ballot::choice(names.iter().map(String::as_str)).unwrap_or(Ballot::Open)
}

/// The ballot of one sentence.
fn kind(sentence: &Sentence<'_>) -> Ballot {
    if cjk::is_cjk(sentence.raw) {
        return cjk::read(sentence.raw, sentence.asked);
    }
    let tokens = &sentence.tokens;
    let listed = || as_choice(choice::bare(tokens, sentence.asked));
    for at in 0..tokens.len() {
        let late = at.checked_sub(1).map(|it| low(tokens, it));
        if late.is_some_and(|it| !has(if sentence.asked { ", : -" } else { ":" }, it)) {
            continue;
        }
        let (label, clause) = tokens.split_at_checked(at).unwrap_or_default();
        let clause = skip_fillers(clause);
        let offered = label.iter().any(choice::is_or) && low(label, 0) != "yes";
        if let Some(language) = words::asks_yes_no(clause, sentence.asked) {
            return if offered { Ballot::Open } else { yes_no(clause, language, at > 0) };
        }
        if is_question_word(low(clause, 0)) {
            if several(clause) || (offered && !choice::asks_for_one(clause)) {
                return Ballot::Open;
            }
            if offered {
                return listed();
            }
            if offers_numbers(clause) {
                return Ballot::Open;
            }
            let unit = estimate::unit(clause, &sentence.asides);
            let estimate = unit.and_then(|it| Ballot::estimate(&it).ok());
            return estimate.unwrap_or_else(|| as_choice(choice::in_which(clause, &sentence.asides)));
        }
    }
    listed()
}

/// Whether a clause offers numbers to choose from, "3 or 5": neither names nor an estimate.
fn offers_numbers(clause: &[Token<'_>]) -> bool {
    let number = |it: &str| it.starts_with(|c: char| c.is_ascii_digit()) || has(words::NUMBERS, it);
    clause.windows(3).any(|it| number(low(it, 0)) && low(it, 1) == "or" && number(low(it, 2)))
}

/// A clause without leading filler words.
fn skip_fillers<'a, 'b>(clause: &'a [Token<'b>]) -> &'a [Token<'b>] {
    let fillers = clause.iter().take_while(|it| has(words::FILLERS, &it.low)).count();
    let clause = clause.get(fillers..).unwrap_or_default();
    let (first, next) = (low(clause, 0), low(clause, 1));
    let led = has(words::TAIL, first) && !is_question_word(first) && is_question_word(next);
    clause.get(usize::from(led)..).unwrap_or_default()
}

/// The ballot of a clause that opens like a yes/no question.
fn yes_no(clause: &[Token<'_>], language: Language, late: bool) -> Ballot {
    let is_tag = late && has(words::PRONOUNS, low(clause, 1)) && matches!(low(clause, 2), "" | "not");
    let split = clause.iter().any(|it| has(": /", &it.low) || sentence::is_slashed(it.text));
    if clause.len() < 3 || is_tag || split || several(clause) || requests(clause) {
        return Ballot::Open;
    }
    match (alternative(clause, language), language) {
        (Alternative::None | Alternative::Together, _) => Ballot::YesNo,
        (Alternative::Either, Language::Other) => Ballot::Open,
        (Alternative::Either, Language::English) => as_choice(choice::in_yes_no(clause)),
    }
}
