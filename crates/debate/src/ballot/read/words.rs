//! The words by which questions are recognised, in English and the languages next to it.
//!
//! Closed word classes (question words, auxiliary verbs, prepositions) are listed whole. Open classes (verbs of choosing, units) are
//! short samples: a word that is missing from them makes a topic open and never wrong. Not here: the rules that use them.
use super::sentence::Token;

/// Whether a list, its words separated by white space, holds this word.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|it| it == word)
}

/// Whether a list, its phrases separated by `|`, holds this phrase.
pub(super) fn has_phrase(list: &str, phrase: &str) -> bool {
    list.split('|').any(|it| it.trim() == phrase)
}

/// The token at this place in lower case, empty beyond the end.
pub(super) fn low<'a>(tokens: &'a [Token<'_>], at: usize) -> &'a str {
    tokens.get(at).map_or("", |it| it.low.as_str())
}

/// Gives every word for "or" and "versus" one spelling. `o` is an article in Portuguese, and `of` means "or" only in Dutch.
pub(super) fn unify_or(tokens: &mut [Token<'_>]) {
    let dutch = tokens.iter().any(|it| has(DUTCH, &it.low));
    let portuguese = tokens.iter().any(|it| has(PORTUGUESE, &it.low));
    for token in tokens {
        match token.low.as_str() {
            "oder" | "ou" | "u" => token.low = "or".to_owned(),
            "o" if !portuguese => token.low = "or".to_owned(),
            "of" if dutch => token.low = "or".to_owned(),
            "vs." | "versus" => token.low = "vs".to_owned(),
            "und" | "y" | "et" => token.low = "and".to_owned(),
            _ => {}
        }
    }
}

/// Words that only Dutch has.
const DUTCH: &str = "het een wij niet voor naar ons onze deze moeten moet kunnen wat welke";
/// Words that Portuguese has and Spanish and Italian have not.
const PORTUGUESE: &str = "não um uma ou em os do dos ao são é devemos deveríamos deve devem com vale";

/// Small words; a capital on one of them inside a sentence shows that capitals mark no names there.
pub(super) const SMALL: &str = "or we for to is be vs";
/// Words before a full stop that does not end the sentence.
pub(super) const ABBREVIATIONS: &str = "vs approx dr mr mrs ms st ca bzw";
/// Words that may precede a question in its clause.
pub(super) const FILLERS: &str = "
    so and but then now well also ok okay hi hello honestly really seriously roughly about approximately estimate
    therefore aber pero mais ma mas maar
";
/// Follow-up questions that ask for reasons or repeat the question.
pub(super) const FOLLOW_UPS: &str = "
    why | why not | why or why not | and why | yes or no | or not | right | thoughts | any thoughts | ideas | opinions | agree
    | what do you think | what is your opinion | what's your opinion | warum | ja or nein | sí or no | oui or non
";
/// What a person calls the options.
pub(super) const OPTION_WORDS: &str = "options alternatives candidates choices optionen opciones opções opzioni";

/// Words that ask for something other than yes or no.
pub(super) const QUESTION_WORDS: &str = "
    what which who whom whose where when why how was welche welcher welches welchen welchem wer wen wo wohin wann
    warum wieso weshalb wie wieviel wieviele qué que cuál cual cuáles quién dónde donde cuándo cómo cuánto cuánta
    cuántos cuántas cuanto cuantos cuantas quel quelle quels quelles qui où quand comment combien pourquoi lequel
    laquelle quoi qu'est-ce quale quali chi dove quando come quanto quanta quanti quante perché cosa qual quais quem
    onde quantos quantas como welk welke wat waar wanneer waarom hoe hoeveel
";
/// Question words that ask for one of several.
pub(super) const WHICH: &str = "
    which welche welcher welches welchen welchem cuál cual quel quelle lequel laquelle quale qual welk welke
";
/// Question words after which a list of options may follow or precede.
pub(super) const WHICH_OR_WHAT: &str = "
    which what who where welche welcher welches welchen was qué cuál quel quelle quale qual wat welke
";
/// English verbs that open a question of yes or no.
pub(super) const OPENERS: &str = "
    should shall is are was were am do does did has have had can could will would must may might whether
";
/// Verbs that open a question of yes or no in other languages.
const FOREIGN_OPENERS: &str = "
    soll sollen sollte sollten muss müssen müsste müssten darf dürfen kann können könnte könnten ist sind wird
    werden wäre würde würden hat haben lohnt brauchen braucht gehört gehören debe debemos deben debería deberíamos
    deberían es son está podemos puede pueden conviene est-ce dobbiamo dovremmo deve devono dovrebbe dovrebbero è
    possiamo può bisogna devemos deveríamos devem deveria deveriam é pode podem moet moeten zou zouden zullen mag
    mogen kan kunnen wordt worden zijn heeft hebben
";
/// The same where two words are needed.
const FOREIGN_PAIRS: &str = "
    hay que | vale la | vale a | tiene sentido | ha senso | faz sentido | merece la | hace falta | macht es | gibt es
    | tenemos que | temos de
";
/// The endings of a French verb before its subject.
const FRENCH_INVERSIONS: &[&str] = &["-nous", "-on", "-il", "-elle", "-ils", "-elles"];

/// How many words of a clause are searched for such a verb.
const INVERSION_WITHIN: usize = 12;

/// Pronouns that can be the subject of a question.
pub(super) const PRONOUNS: &str = "we i you they it he she there this that one";
/// Articles and other words that begin a name and are not part of it.
pub(super) const ARTICLES: &str = "
    a an the our ein eine einen einer der die das den un une una el la le les los las il lo um uma een de het
";
/// Words that begin what no longer belongs to a name: prepositions, conjunctions, adverbs of time.
pub(super) const TAIL: &str = "
    for in on at as to with from by when if while because given during before after until since under over within
    without between among per this next today now instead first here who that which so but than into about against
    where für im am bei als wenn mit zum zur auf para pour voor dans con com avec por par chez
";
/// Words that begin a condition or an example, in which an "or" offers no alternative.
pub(super) const CONDITIONS: &str = "if unless because although like including such e.g e.g.";
/// Words after "or" that make it offer no alternative: "or not", "or more".
pub(super) const HARMLESS_AFTER_OR: &str = "
    not no non pas nicht nein niet não more less fewer so older younger later earlier longer higher lower above
    below over under greater larger smaller other similar twice
";
/// Words that are no name of an option, wherever they stand in it.
pub(super) const NEVER_IN_NAME: &str = "
    we i you they he she any anyone someone anything something else neither both none not maybe perhaps too other others and if etc
    ... and/or like including such e.g e.g. i.e. andere otro autre altro outro anders yes no
";

/// Verbs with which one of several is taken.
pub(super) const CHOOSING: &str = "
    use choose pick select prefer buy hire adopt take go switch move migrate standardise standardize learn host held
    hold deploy write build rent lease open get install order vote appoint elect promote store
    need want try
";
/// Verbs and adjectives of permission: "allow dogs or cats" is about both.
pub(super) const PERMITTING: &str = "
    allow allowed ban banned permit permitted prohibit prohibited forbid forbidden tolerate let restrict restricted
    outlaw legal illegal criminalise criminalize
";
/// Verbs that begin a course of action.
pub(super) const ACTIONS: &str = "
    build buy rent lease hire outsource repair replace rewrite refactor keep sell stay leave go wait fix merge split
    expand continue stick switch move migrate quit renovate demolish raise cut invest save train settle sue accept
    reject postpone cancel start stop fight extend renew close open upgrade patch adopt drop ship delay make pay use
    ban tax
";
/// Actions that need no object, so that what follows a second action is that one's own.
pub(super) const COMPLETE_ACTIONS: &str = "stay wait go quit continue settle fight stop leave expand";
/// Adjectives that no ending shows.
const ADJECTIVES: &str = "
    new old used big small large private remote hybrid junior senior short long red blue green black white left right
";
/// Words that compare.
const COMPARING: &str = "
    better best worse worst cheaper cheapest safer safest faster fastest slower stronger greener simpler smarter
    quicker harder fairer wiser cleaner preferable superior more most less besser günstiger billiger sicherer mejor
    mieux meilleur meilleure meglio migliore melhor beter
";
/// Adverbs between a subject and its verb.
pub(super) const ADVERBS: &str = "really rather also just still now either even";
/// Verbs with which a person asks to be told something.
pub(super) const TELLING: &str = "
    know tell explain recommend suggest help advise describe list compare propose share show have please give
";
/// Nouns of what a person asks for with "Is there".
pub(super) const MATERIAL: &str = "
    way ways alternative alternatives option options tool tools method methods solution solutions any something
    anything better best good
";
/// The numbers that count options.
pub(super) const NUMBERS: &str = "zero one two three four five six seven eight nine ten eleven twelve";

/// Whether a word compares: "better", "healthier".
pub(super) fn compares(word: &str) -> bool {
    has(COMPARING, word) || (word.len() > 5 && word.ends_with("ier"))
}

/// Whether a word opens a question of yes or no in a language other than English, and so is a verb.
pub(super) fn opens_elsewhere(word: &str) -> bool {
    has(FOREIGN_OPENERS, word)
}

/// Whether a word looks like an adjective, which needs a noun.
pub(super) fn is_adjective(word: &str) -> bool {
    let endings = ["ic", "al", "ive", "ous", "ary", "ed", "able", "ible", "ful", "less", "-time", "ian", "ish"];
    has(ADJECTIVES, word) || (word.len() > 4 && endings.iter().any(|it| word.ends_with(it)))
}

/// A word without its negation or its short "is": "shouldn't", "what's".
pub(super) fn stem(word: &str) -> &str {
    match word {
        "can't" | "cannot" => "can",
        "won't" => "will",
        _ => word.strip_suffix("n't").or_else(|| word.strip_suffix("'s")).unwrap_or(word),
    }
}

/// Whether the word here opens an English question of yes or no.
pub(super) fn is_opener(word: &str) -> bool {
    has(OPENERS, stem(word))
}

/// Whether the word asks for something other than yes or no.
pub(super) fn is_question_word(word: &str) -> bool {
    has(QUESTION_WORDS, stem(word)) || word.starts_with("qu'")
}

/// Which language's verb opens a question of yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// English, for which there are rules about "or".
    English,
    /// Another one, for which every "or" makes a doubt.
    Other,
}

/// Whether a clause with "whether" is a question and not the subject of a statement: "whether to sell", "whether we should sell".
fn is_whole(clause: &[Token<'_>]) -> bool {
    let verbs: Vec<&str> = clause.iter().skip(1).map(|it| it.low.as_str()).filter(|it| is_opener(it)).collect();
    let to = clause.iter().take(4).any(|it| it.low == "to");
    let complete = match verbs.as_slice() {
        [] => to,
        [only] => !to && has("should must can could will would may", only),
        _ => false,
    };
    complete && !clause.iter().any(|it| it.low == ",")
}

/// Whether a clause that begins with these tokens asks for yes or no. Without a question mark it has to be unmistakable.
pub(super) fn asks_yes_no(clause: &[Token<'_>], asked: bool) -> Option<Language> {
    let (first, next) = (stem(low(clause, 0)), low(clause, 1));
    let subject = has(PRONOUNS, next) || has("the a an our my your all every people", next);
    let english = match first {
        "was" | "were" => subject,
        "am" => next == "i",
        "may" => !next.starts_with(|c: char| c.is_ascii_digit()),
        "whether" => asked || is_whole(clause),
        _ if asked => has(OPENERS, first),
        "should" | "shall" => !has("you be", next),
        "do" | "can" | "will" => has(PRONOUNS, next),
        "is" | "are" | "does" | "could" | "would" | "must" => subject,
        _ => false,
    } && (asked || !has("was were am may", first));
    if english {
        return Some(Language::English);
    }
    let pair = has_phrase(FOREIGN_PAIRS, &format!("{first} {next}"));
    let inverted = || {
        let mut words = clause.iter().take(INVERSION_WITHIN).map(|it| it.low.as_str());
        words.clone().any(|it| FRENCH_INVERSIONS.iter().any(|ending| it.ends_with(ending)))
            && !words.any(is_question_word)
    };
    (asked && (pair || has(FOREIGN_OPENERS, first) || inverted())).then_some(Language::Other)
}
