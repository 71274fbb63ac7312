//! The unit of a question that asks for a number.
//!
//! "How many" names what is counted. Any other question of quantity must state its unit ("in weeks"), because estimates in different units
//! can't be compared. Not here: Japanese and Chinese.
use super::sentence::{Token, tokens};
use super::words::{self, has, low};

/// Units of measure, which count as a unit after "in". Compounds with a hyphen end in one: "person-days".
const UNITS: &str = "
    seconds minutes hours days weeks months years sprints milliseconds ms tage tagen wochen monate monaten jahre
    jahren stunden minuten personentage personentagen días dias semanas meses años anos horas minutos jours semaines
    mois ans années heures giorni settimane mesi anni ore dagen weken maanden jaren uren euro euros euro's eur €
    dollars usd $ pounds gbp £ francs franken chf yen jpy dólares percent % prozent km kilometres kilometers metres
    meters kg kilograms tonnes tons litres liters mb gb tb kwh mwh watts kw mw degrees points ftes fte
";
/// Words that may stand before the unit and belong to it: "in US dollars", "in story points".
const PREFIXES: &str = "us working business calendar person man story million thousand square metric";
/// How the names of quantities begin; a question with "what" asks for a number only if it names one.
const QUANTITIES: &str = "
    cost price budget salar wage rent fee charge pay spend worth value amount revenue weight size distance capacit
    rate share temperature speed height depth age length duration period delay term lead lifetime notice retention
    estimate kost preis miete
";
/// Plurals without an s.
const PLURALS: &str = "percent people children men women staff ftes fte km kg gb tb kwh mice feet";
/// Words between "how many" and what is counted that are not part of the unit.
const SKIPPED: &str = "more additional extra new further total of our the your these different";

/// What is asked for in "how many" without a number being wanted.
const UNCOUNTED: &str = "times ways options reasons veces maneras fois façons volte modi vezes keer male";

/// The unit that a question asks for, if it begins with a word of quantity.
pub(super) fn unit(question: &[Token<'_>], asides: &[&str]) -> Option<String> {
    let (first, second) = (words::plain(low(question, 0)), low(question, 1));
    let counted = |skip: usize, find: fn(&[Token<'_>]) -> Option<usize>| {
        let rest = question.get(skip..)?;
        let start = rest.iter().take_while(|it| has(SKIPPED, &it.low)).count();
        let rest = rest.get(start..)?;
        written(rest, find(rest)?)
    };
    let rhetorical = |it: &String| {
        let names = |list: &str| it.split(' ').next_back().is_some_and(|it| has(list, &it.to_lowercase()));
        names(UNCOUNTED) || insists(question)
    };
    let found = match (first, second) {
        ("how", "many") => counted(2, plural),
        ("wie", "viel") if is_unit(low(question, 2)) => written(question.get(2..)?, 0),
        ("wie", "viele") => german(question.get(2..)?),
        ("wieviele", _) => german(question.get(1..)?),
        ("cuántos" | "cuántas" | "cuantos" | "cuantas" | "quantos" | "quantas", _) => {
            counted(1, |it| noun(it, &["s"]))
        }
        ("quanti" | "quante", _) => counted(1, |it| noun(it, &["i", "e"])),
        ("combien", "de") if low(question, 2) != "temps" => counted(2, |it| noun(it, &["s", "x"])),
        ("combien", it) if it.starts_with("d'") => {
            let noun = question.get(1)?.text.split_once(['\'', '’'])?.1;
            noun.ends_with('s').then(|| noun.to_owned())
        }
        ("hoeveel", _) => counted(1, |it| noun(it, &["en", "s"])).or_else(|| stated(question, asides)),
        ("what", "percentage" | "percent") => Some("percent".to_owned()),
        ("how", "much" | "long" | "far" | "big" | "high" | "large" | "old" | "heavy" | "fast" | "tall")
        | ("wie", "viel" | "lange" | "hoch" | "groß" | "weit")
        | ("wieviel" | "cuánto" | "cuánta" | "cuanto" | "combien" | "quanto" | "quanta", _)
        | ("hoe", "lang" | "lange" | "ver" | "hoog" | "groot") => stated(question, asides),
        ("what" | "was" | "wat", _) => {
            let quantity = |it: &Token<'_>| QUANTITIES.split_ascii_whitespace().any(|name| it.low.starts_with(name));
            if question.iter().any(quantity) { stated(question, asides) } else { None }
        }
        _ => None,
    };
    found.filter(|it| !rhetorical(it))
}

/// Whether a question of number complains: "how many more people have to die", "how many roads must a man walk down".
fn insists(question: &[Token<'_>]) -> bool {
    let must = question.windows(2).any(|it| low(it, 0) == "have" && low(it, 1) == "to");
    let suffers = |it: &Token<'_>| has("must bear endure stomach tolerate", &it.low);
    let direct = low(question, 3) == "have" && low(question, 4) == "to";
    question.iter().any(suffers) || direct || (must && low(question, 2) == "more")
}

/// Whether a word is a unit of measure.
fn is_unit(word: &str) -> bool {
    let last = word.rsplit_once('-').map_or(word, |it| it.1);
    has(UNITS, last)
}

/// The stated unit: after "in", or alone in brackets.
fn stated(question: &[Token<'_>], asides: &[&str]) -> Option<String> {
    let after_in = |words: &[Token<'_>]| {
        let mut starts = words.iter().enumerate().filter(|(_, it)| has("in en em", &it.low)).map(|(at, _)| at + 1);
        starts.find_map(|start| {
            let words = words.get(start..)?;
            let end = words.iter().take_while(|it| has(PREFIXES, &it.low)).count();
            if is_unit(low(words, end)) { written(words, end) } else { None }
        })
    };
    let in_aside = |aside: &&str| match tokens(aside).as_slice() {
        [only] if is_unit(&only.low) => Some(only.text.to_owned()),
        words => after_in(words),
    };
    after_in(question).or_else(|| asides.iter().find_map(in_aside))
}

/// The words up to this place as a unit, and the rate that follows them: "hours a week" is "hours per week".
fn written(words: &[Token<'_>], end: usize) -> Option<String> {
    let mut unit: Vec<&str> = words.get(..=end)?.iter().map(|it| it.text).collect();
    let per = low(words, end + 1);
    let noun = words.get(end + 2).filter(|it| !it.text.is_empty());
    if has("or and /", per) || (per == "," && words.iter().any(super::choice::is_or)) {
        return None;
    }
    if let Some(noun) = noun {
        match per {
            "a" | "an" if has("day week month year night hour", &noun.low) => unit.extend(["per", noun.text]),
            "per" | "pro" | "por" | "par" => unit.extend([words.get(end + 1)?.text, noun.text]),
            _ => {}
        }
    }
    Some(unit.join(" "))
}

/// Where the first English plural stands, if it is near; of several in a row ("sales people") the last.
fn plural(words: &[Token<'_>]) -> Option<usize> {
    let is_plural = |it: &&Token<'_>| {
        let word = it.low.as_str();
        let singular = ["ss", "us", "is", "'s"].iter().any(|it| word.ends_with(it));
        has(PLURALS, word) || (word.len() > 3 && !singular && word.trim_end_matches('\'').ends_with('s'))
    };
    let ends = |it: &&Token<'_>| {
        it.text.is_empty()
            || words::is_opener(&it.low)
            || has(words::TAIL, &it.low)
            || has(words::PRONOUNS, &it.low)
            || has("us them", &it.low)
    };
    let first = words.iter().take(3).take_while(|it| !ends(it)).position(|it| is_plural(&it))?;
    Some(first + words.iter().skip(first + 1).take_while(|it| is_plural(it) && !ends(it)).count())
}

/// The first German noun, by its capital.
fn german(words: &[Token<'_>]) -> Option<String> {
    let noun = words.iter().take(3).position(|it| it.text.starts_with(char::is_uppercase) || is_unit(&it.low))?;
    written(words.get(noun..)?, 0)
}

/// Whether the next word is a noun with one of these plural endings.
fn noun(words: &[Token<'_>], endings: &[&str]) -> Option<usize> {
    let word = low(words, 0);
    let plural = word.chars().count() > 2 && endings.iter().any(|it| word.ends_with(it));
    (is_unit(word) || (plural && !words::opens_elsewhere(word) && !has(words::ARTICLES, word))).then_some(0)
}
