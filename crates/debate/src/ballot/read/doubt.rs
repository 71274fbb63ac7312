//! Exceptions: questions that open like a yes/no question or an estimate and are neither.
//!
//! There are four: a second question in the same sentence ("and how?"), an alternative ("now or later"), a request in the form of a
//! question ("Can anyone explain"), and a search ("Is there a better tool"). A false positive makes the ballot open; it never gives a wrong
//! kind. Not here: which options an alternative names.
use super::choice::{is_or, is_tail};
use super::sentence::Token;
use super::words::{self, Language, has, has_phrase, is_opener, is_question_word, low, opens_elsewhere, plain};

/// How many words after the verb are searched for what a question is about.
const NEAR: usize = 6;
/// How many words there may be between "and" and the question word: "and, if yes, along which lines".
const LINKS: usize = 3;
/// A question word that could also begin a relative clause asks if at most so many words follow it.
const SHORT: usize = 2;

/// Whether a clause asks more than one thing: "and how", "and if so, where", "and should we".
pub(super) fn several(clause: &[Token<'_>]) -> bool {
    let joins = |it: &str| has(", and or - /", it);
    let asks_at = |at: usize| {
        let rest = clause.get(at + 1..).unwrap_or_default();
        let links = |it: &&Token<'_>| (joins(&it.low) || is_link(&it.low)) && !is_question_word(&it.low);
        let skipped = rest.iter().take_while(links).count().min(LINKS);
        let joined = low(clause, at) != "," || rest.iter().take(skipped).any(|it| it.low == "and");
        let word = low(rest, skipped);
        let asks = |it: &Token<'_>| is_question_word(&it.low) && !has(words::RELATIVE, &it.low);
        let later = low(clause, at) == "and" && rest.iter().take(LINKS).any(asks);
        later || is_question_word(word) && (joined || !has(words::RELATIVE, word) || rest.len() <= skipped + 1 + SHORT)
    };
    let second = |at: usize| {
        let (next, after) = (low(clause, at + 1), low(clause, at + 2));
        let english = is_opener(next) && has(words::PRONOUNS, after);
        let joined = low(clause, at) == "and" || (low(clause, at) == "," && is_opener(low(clause, 0)));
        (english && joined) || (low(clause, at) == "and" && opens_elsewhere(next))
    };
    let text = clause.iter().map(|it| it.low.as_str()).collect::<Vec<_>>().join(" ");
    let padded = format!(" {text} ");
    let mut places = (1..clause.len()).filter(|&at| joins(low(clause, at)));
    words::IF_SO.split('|').any(|it| padded.contains(&format!(" {} ", it.trim())))
        || places.any(|at| asks_at(at) || second(at))
}

/// Whether a word may stand between "and" and its question word.
fn is_link(word: &str) -> bool {
    has(words::TAIL, word) || has(words::LINKING, word)
}

/// What an "or" in a clause offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alternative {
    /// There is none, or none that matters: "or not", "two or more".
    None,
    /// Both are permitted or forbidden together: "allow dogs or cats".
    Together,
    /// One of two.
    Either,
}

/// What the "or" of a clause offers.
pub(super) fn alternative(clause: &[Token<'_>], language: Language) -> Alternative {
    let condition = clause.iter().position(|it| has(words::CONDITIONS, &it.low)).unwrap_or(clause.len());
    let Some(or) = (0..clause.len()).find(|&at| offers_at(clause, at, condition)) else { return Alternative::None };
    let alone = clause.iter().filter(|it| is_or(it)).count() == 1;
    let together = match language {
        Language::English => permits(clause, or),
        Language::Other => alone && permits_elsewhere(clause, or),
    };
    if together { Alternative::Together } else { Alternative::Either }
}

/// Whether the "or" at this place offers an alternative, in a clause with a condition at that place.
fn offers_at(clause: &[Token<'_>], at: usize, condition: usize) -> bool {
    let (before, after, end) = (low(clause, at.wrapping_sub(1)), low(clause, at + 1), low(clause, at + 2));
    let denied = has(words::DENYING, after) && (end.is_empty() || has(words::TAIL, end));
    let number = before.starts_with(|c: char| c.is_ascii_digit()) || has(words::NUMBERS, before);
    let bounded = number && has(words::BOUNDING, after);
    let vague = after == "so" && end != "that";
    clause.get(at).is_some_and(is_or)
        && !(denied || bounded || vague)
        && before != "whether"
        && !(condition < at
            && before != ","
            && (agree(clause, at) || clause.iter().skip(at).any(|it| is_opener(&it.low))))
}

/// Whether "or" joins two things of one kind: two names, or two words that end in s.
fn agree(clause: &[Token<'_>], or: usize) -> bool {
    let ends = |it: &Token<'_>| it.low.ends_with('s') && !is_opener(&it.low);
    let after: Vec<&Token<'_>> = clause.iter().skip(or + 1).take_while(|it| !is_tail(it)).take(3).collect();
    let (Some(before), Some(first)) = (clause.get(or.wrapping_sub(1)), after.first()) else { return false };
    let acts = has(words::ACTIONS, &first.low);
    !acts && ((before.proper && first.proper) || (ends(before) && after.iter().any(|it| ends(it))))
}

/// Whether the "or" joins what a verb of permission is about: "allow dogs or cats", "dogs or cats be allowed".
fn permits(clause: &[Token<'_>], or: usize) -> bool {
    let permission = clause.iter().any(|it| has(words::PERMITTING, &it.low));
    permission && has("should must shall may can", low(clause, 0)) && agree(clause, or)
}

/// The same in other languages: two German nouns before the verb, or two plurals straight after it.
fn permits_elsewhere(clause: &[Token<'_>], or: usize) -> bool {
    let verbs: Vec<usize> = (0..clause.len()).filter(|&it| has(words::PERMITTING_ELSEWHERE, low(clause, it))).collect();
    let [verb] = verbs.as_slice() else { return false };
    let skipped = usize::from(has(words::ARTICLES, low(clause, or + 1)));
    let (Some(before), Some(after)) = (clause.get(or.wrapping_sub(1)), clause.get(or + 1 + skipped)) else {
        return false;
    };
    let noun = |it: &Token<'_>| it.text.starts_with(char::is_uppercase);
    let plural = |it: &Token<'_>| it.low.ends_with('s');
    let german = has(words::GERMAN_DUTY, low(clause, 0)) && *verb > or && noun(before) && noun(after);
    german || (*verb < or && or - *verb <= 3 && plural(before) && plural(after))
}

/// Whether a clause has the form of a question and asks for a service or for material: "Can you recommend", "Is there a better way".
pub(super) fn requests(clause: &[Token<'_>]) -> bool {
    let (opener, subject, verb) = (plain(low(clause, 0)), low(clause, 1), low(clause, 2));
    let near = |list: &str| clause.iter().skip(1).take(NEAR).any(|it| has(list, &it.low));
    let able = has("can could will would may might", opener);
    if clause.windows(2).any(|it| has("choose decide choosing", low(it, 0)) && low(it, 1) == "between") {
        return true;
    }
    if near(words::SOMEBODY) && !has("should must shall may", opener) && !has(words::GERMAN_DUTY, opener) {
        return true;
    }
    let knows = clause.iter().take(NEAR).position(|it| has(words::KNOWING, &it.low));
    if knows.is_some_and(|at| clause.iter().skip(at).any(|it| is_question_word(&it.low))) && opener != "should" {
        return true;
    }
    let told = |it: &[Token<'_>]| has("tell show give help teach send", low(it, 0)) && has("me us", low(it, 1));
    if clause.windows(2).any(told) {
        return true;
    }
    if clause.iter().any(|it| has("anything something", &it.low)) && !has("should must shall", opener) {
        return true;
    }
    let wants = has(words::INDEFINITE, low(clause, 3));
    let english = match subject {
        "you" => able || has("have did", opener) || has(words::TELLING, verb) || near(words::ADVICE),
        "we" | "i" => {
            (verb == "know" && low(clause, 3) != "enough")
                || (able && (wants || has(words::DISCUSSING, verb)))
                || (has("have get need got", verb) && near(words::ADVICE))
                || (opener == "do" && verb == "have" && has("a an any some other", low(clause, 3)))
        }
        "it" => low(clause, 2) == "be" && clause.iter().any(|it| has(words::ADVICE, &it.low)),
        "there" | "er" => !near(words::EXISTING) || near(words::MATERIAL),
        _ => able && near(words::EXPLAINING),
    };
    english || requests_elsewhere(clause)
}

/// The same in other languages.
fn requests_elsewhere(clause: &[Token<'_>]) -> bool {
    let first = low(clause, 0);
    let near = |list: &str| clause.iter().take(NEAR).any(|it| has(list, &it.low));
    let addressed =
        clause.get(1).is_some_and(|it| it.text == "Sie" || has("du ihr", &it.low)) || near(words::FORMAL_YOU);
    let begins = |list: &str| {
        let mut words = clause.iter().skip(1).filter_map(|it| it.low.rsplit('\'').next());
        words.any(|it| list.split_ascii_whitespace().any(|begin| it.starts_with(begin)))
    };
    let able = has(words::ABLE_ELSEWHERE, first) || near(words::ABLE_FRENCH);
    let wants = clause.iter().skip(1).take(3).any(|it| has(words::INDEFINITE, &it.low));
    let pair = format!("{first} {}", low(clause, 1));
    let embeds = clause.iter().any(|it| is_question_word(&it.low) && !has(words::RELATIVE, &it.low));
    let exists = has_phrase(words::THERE_IS, &pair)
        || (first == "hay" && low(clause, 1) != "que")
        || clause.iter().any(|it| it.low.ends_with("a-t-il") && clause.iter().any(|it| it.low == "y"))
        || clause.iter().any(|it| it.low.starts_with("existe-t-"))
        || clause
            .windows(3)
            .any(|it| low(it, 0) == "qu'il" && it.get(1).is_some_and(|it| it.text == "y") && low(it, 2) == "a");
    addressed
        || pair == "es que"
        || (able && (embeds || begins(words::EXPLAINING_STEMS) || clause.iter().any(|it| has(words::TALKING, &it.low))))
        || (exists && !near(words::EXISTING))
        || (has(words::HAVING, first) && (begins(words::ADVICE_STEMS) || wants))
        || (able && wants && (near("wir ich") || has(words::ABLE_PLURAL, first) || near(words::ABLE_FRENCH)))
}
