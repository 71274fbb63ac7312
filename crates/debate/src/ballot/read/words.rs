//! The words by which questions are recognised, in English and the languages next to it.
//!
//! Closed word classes (question words, auxiliary verbs, prepositions) are complete. Open classes (verbs of choosing, units) are short
//! samples: a missing word makes the ballot open, never wrong. Not here: the rules that use them.
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
    let any = |list: &str| tokens.iter().any(|it| has(list, &it.low));
    let portuguese = any(PORTUGUESE) && !any(NOT_PORTUGUESE);
    for (at, token) in tokens.iter_mut().enumerate() {
        match token.low.as_str() {
            "oder" | "ou" => token.low = "or".to_owned(),
            "u" if !dutch => token.low = "or".to_owned(),
            "o" if !portuguese => token.low = "or".to_owned(),
            "of" if dutch => token.low = "or".to_owned(),
            "vs." | "versus" => token.low = "vs".to_owned(),
            "y" if at == 0 => {}
            "und" | "y" | "et" | "e" => token.low = "and".to_owned(),
            "en" if dutch => token.low = "and".to_owned(),
            _ => {}
        }
    }
}

/// Words that only Dutch has.
const DUTCH: &str = "
    het een wij niet voor naar ons onze deze moeten moet kunnen kunt kan zouden wat welke welk hoeveel waarom mensen iemand
    beter meer minder geen heeft wordt worden zijn zal zullen mogen hebben
";
/// Words that Portuguese has and Spanish and Italian have not.
const PORTUGUESE: &str = "não um uma ou em os do dos ao são é devemos deveríamos deve devem com vale";
/// Words that Spanish or Italian has and Portuguese has not.
const NOT_PORTUGUESE: &str = "il lo gli i el la las los è di della del una y";

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
    onde quantos quantas como welk welke wat waar wanneer waarom hoe hoeveel wem wessen woher wofür womit wodurch woran
    worauf worin worüber wovon wozu wonach inwiefern inwieweit quiénes adónde cuales quienes lesquels lesquelles auquel
    che auxquels auxquelles duquel desquels desquelles d'où jusqu'où wie waarheen waarvoor waarmee hoelang
";
/// Question words that may also begin a relative clause or a comparison.
pub(super) const RELATIVE: &str = "
    che which who whom whose where when que qui où quand donde cuando como quando onde come wie was wo wer waar cual quien
";
/// Phrases that lead to a second question.
pub(super) const IF_SO: &str = "
    if so | if not | if yes | if no | wenn ja | wenn nein | falls ja | si oui | si es así | en caso afirmativo
    | em caso afirmativo | in caso affermativo | dans ce cas | se sì | se sim | zo ja
";
/// Words between "and" and a question word: prepositions that begin no name, and the like.
pub(super) const LINKING: &str = "
    a à de di da do em en an nach vor von zu aus um bis ab durch gegen ohne vers jusqu'à sur sous hasta desde hacia
    sobre op van naar over tot od exactly then also else along of therefore dann also seit
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
    mogen kan kunnen wordt worden zijn heeft hebben sería serían seria seriam sarebbe sarebbero zal wollen willst hätte
    hätten tenemos quieren queremos vogliamo queremos willen
";
/// The same where two words are needed.
const FOREIGN_PAIRS: &str = "
    hay que | vale la | vale a | tiene sentido | ha senso | faz sentido | merece la | hace falta | macht es | gibt es
    | tenemos que | temos de | se debe | se debería | se puede | si deve | deve-se o | deve-se a
";
/// Verbs of duty that may follow their subject in a Romance question: "A cidade deve comprar o cinema?"
const ROMANCE_DUTY: &str = "
    debe deben debería deberían deve devono dovrebbe dovrebbero devem deveria deveriam
";
/// Articles that begin such a subject.
const ROMANCE_ARTICLES: &str = "el la los las un una il lo i gli le o a os as um uma";
/// The endings of a French verb before its subject.
const FRENCH_INVERSIONS: &[&str] = &["-nous", "-on", "-il", "-elle", "-ils", "-elles"];

/// How many words of a clause are searched for such a verb.
const INVERSION_WITHIN: usize = 12;
/// How many words are searched for a Romance verb of duty.
const NEAR: usize = 5;

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
/// Words that begin the purpose for which one of two is chosen.
pub(super) const PURPOSES: &str = "for as with at to when if für para pour voor per";
/// Words that begin a condition or an example, in which an "or" offers no alternative.
pub(super) const CONDITIONS: &str = "if unless because although like including such e.g e.g.";
/// Words after "or" at the end that repeat the question: "or not".
pub(super) const DENYING: &str = "not no non pas nicht nein niet nee não";
/// Words after a number and "or" that make it a bound: "two or more".
pub(super) const BOUNDING: &str = "more fewer less older younger over above under";
/// Words that can't be part of an option's name.
pub(super) const NEVER_IN_NAME: &str = "
    we i you they he she any anyone someone anything something else neither both none not maybe perhaps too other others and if etc
    ... and/or like including such e.g e.g. i.e. wir ich du ihr man uns wij jij nous vous je tu nosotros noi nós andere otro autre altro outro anders yes no
";

/// Words that can't name an option alone: directions, degrees and times, which need a noun.
pub(super) const NEVER_ALONE: &str = "
    us them up down earlier later sooner now then higher lower larger smaller bigger longer shorter above below before
    after inside outside on off early late in out forward backward forwards backwards good bad evil right wrong true false
    wide deep big small fast slow high low hot cold hard soft strong weak
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
/// Verbs that request information.
pub(super) const TELLING: &str = "
    know tell explain recommend suggest help advise describe list compare propose share show have please give
";
/// The same where the subject is not the one who is asked: "Can the panel explain".
pub(super) const EXPLAINING: &str = "
    explain recommend suggest describe propose advise summarise summarize outline clarify elaborate
";
/// Verbs that begin a conversation or a search: "Can we talk about".
pub(super) const DISCUSSING: &str = "
    discuss talk ask brainstorm speak chat explore find compare list review think decide choose collect gather debate
    figure hear consider come see
";
/// Verbs that make a question of a question word after them: "Do we know why".
pub(super) const KNOWING: &str = "
    know tell say see explain understand figure remember imagine describe discuss talk
    agree clear known obvious decided saber wissen sapere weten savoir
";
/// Verbs with which a topic asks for a text about a pair of names: "Explain Kafka vs Pulsar".
pub(super) const TREATING: &str = "
    explain compare discuss summarise summarize analyse analyze describe debate consider evaluate review assess
    understand comparing understanding thoughts about on
";
/// Nouns for information that is requested with "have" and "get".
pub(super) const ADVICE: &str = "
    advice idea ideas suggestion suggestions recommendation recommendations tip tips feedback thoughts opinion opinions
    option options alternative alternatives example examples experience guidance proposal proposals input help
    preference preferences explanation overview summary slogan name names clue template information details
";
/// Nouns for information that is requested with "Is there".
pub(super) const MATERIAL: &str = "
    way ways alternative alternatives option options tool tools method methods solution solutions any something
    anything better best good
";
/// Nouns whose existence is the question: "Is there evidence that". Everything else may be a request for material.
pub(super) const EXISTING: &str = "
    enough sufficient evidence proof life need risk danger duty obligation genug beweise belege leben suficiente
    suficientes pruebas vida assez preuves vie abbastanza prove provas genoeg bewijs
";
/// Pronouns that stand for the participants.
pub(super) const SOMEBODY: &str = "
    anyone anybody someone somebody jemand irgendjemand wer iemand alguien alguém qualcuno nadie niemand quelqu'un
";
/// Pronouns of address in other languages, besides German ones.
pub(super) const FORMAL_YOU: &str = "usted ustedes você vocês vous u jullie vosotros";
/// Verbs of ability that open a request in other languages.
pub(super) const ABLE_ELSEWHERE: &str = "
    sería seria sarebbe darf kann können könnte könnten würde würden dürfte dürfen puede pueden podemos podría podrían podríamos pode podem
    podemos poderia possiamo può potrebbe kan kunnen zou zouden
";
/// Those of them that say "we".
pub(super) const ABLE_PLURAL: &str = "podemos podríamos possiamo kunnen";
/// The same in French.
pub(super) const ABLE_FRENCH: &str = "
    peut-on pouvons-nous pourrait-on pourrions-nous peut-il peut-elle pourrait-il pourrait-elle peuvent-ils
";
/// Beginnings of verbs that request information in other languages.
pub(super) const EXPLAINING_STEMS: &str = "
    erklär empfehl vorschlag erläut zusammenfass auflist benenn beschreib explic explique recom sugerir sugi propon
    propor describ descrev resum aconsej aconselh consigli spieg propos suggér suggeri conseill résum présent
    aanbev aanraden uitleg voorstel samenvat trouv trov encontr
";
/// Verbs of conversation in other languages.
pub(super) const TALKING: &str = "
    reden sprechen diskutieren besprechen unterhalten klären hablar charlar discutir comentar parler discuter échanger avoir
    einigen bitten fragen bekommen trovare vinden parlare discutere falar conversar praten spreken bespreken overleggen hebben finden
";
/// Verbs of having that open a question for material in other languages.
pub(super) const HAVING: &str = "haben hat hätte hätten tiene tienen tenemos hay avons-nous heeft hebben";
/// How nouns begin that name such material.
pub(super) const ADVICE_STEMS: &str =
    "idee idea ideia idée vorschl tipp möglichkeit lösung empfehl erfahrung alternativ option opcion sugerenc";
/// Articles and pronouns that show that somebody wants one of a kind: "Can we see a demo".
pub(super) const INDEFINITE: &str = "
    a an any some another ein eine einen un une des una unos unas um uma een
";
/// Two words that say that something exists in other languages.
pub(super) const THERE_IS: &str = "gibt es | gäbe es | is er | zijn er | bestaat er";
/// Verbs and adjectives of permission in other languages.
pub(super) const PERMITTING_ELSEWHERE: &str = "
    erlauben erlaubt verbieten verboten zulassen zugelassen permitir prohibir autoriser interdire permettre proibir
    vietare verbieden toestaan
";
/// German verbs of duty.
pub(super) const GERMAN_DUTY: &str = "soll sollen sollte sollten muss müssen darf dürfen";
/// Words with which a question after a list asks for one of it: "what should we learn".
pub(super) const SELECTING: &str = "
    should shall soll sollen sollte sollten debemos deberíamos moeten dovremmo dobbiamo devemos devons-nous choose pick
    prefer winner
";
/// Words of quantity that a list of names does not begin with.
pub(super) const QUANTIFYING: &str = "more fewer less some many several most all every each";
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
pub(super) fn plain(word: &str) -> &str {
    match word {
        "can't" | "cannot" => "can",
        "won't" => "will",
        _ => word.strip_suffix("n't").or_else(|| word.strip_suffix("'s")).unwrap_or(word),
    }
}

/// Whether the word here opens an English question of yes or no.
pub(super) fn is_opener(word: &str) -> bool {
    has(OPENERS, plain(word))
}

/// Whether the word asks for something other than yes or no.
pub(super) fn is_question_word(word: &str) -> bool {
    has(QUESTION_WORDS, plain(word)) || word.starts_with("qu'") && word != "quelqu'un"
}

/// The language whose verb opens a yes/no question.
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
    let (first, next) = (plain(low(clause, 0)), low(clause, 1));
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
        let verb = words.clone().position(|it| FRENCH_INVERSIONS.iter().any(|ending| it.ends_with(ending)));
        verb.is_some_and(|verb| !words.by_ref().take(verb).any(is_question_word))
    };
    let follows = || {
        let mut words = clause.iter().take(NEAR).map(|it| it.low.as_str());
        let duty = words.clone().any(|it| has(ROMANCE_DUTY, it));
        duty && has(ROMANCE_ARTICLES, first) && !words.any(|it| is_question_word(it) || has(", or and", it))
    };
    (asked && (pair || has(FOREIGN_OPENERS, first) || inverted() || follows())).then_some(Language::Other)
}
