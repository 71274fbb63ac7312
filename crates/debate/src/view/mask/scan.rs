//! Finds identifying words in a text, in any spelling, and replaces them.
//!
//! A text is split into atoms: runs of letters or of digits, without case, accents, lookalike letters or invisible characters. A word
//! matches consecutive atoms: `claude-sonnet-4-5`, `Claude Sonnet 4.5`, `CLAUDE_sonnet`, `C-l-a-u-d-e` and `Сlaude` with a Cyrillic С all
//! match, `claudication` does not. Not here: which words are identifying (`tells`).
use super::tells::{Tell, Tells};
use std::ops::Range;

/// Replaces an identifying word that is not a participant's name.
pub(super) const WITHHELD: &str = "[withheld]";

/// Maximum atoms of one identifying word.
const LONGEST: usize = 16;

/// The text without identifying words.
pub(super) fn masked(tells: &Tells, text: &str) -> String {
    let read = Read::of(text);
    let mut out = String::with_capacity(text.len());
    let (mut at, mut copied) = (0, 0);
    while at < read.atoms.len() {
        let Some(hit) = tells.role(&read, at).or_else(|| tells.hit(&read, at)) else {
            at += 1;
            continue;
        };
        let (Some(first), Some(last)) = (read.atoms.get(at), read.atoms.get(hit.end - 1)) else { break };
        if let Some(instead) = hit.instead {
            out.push_str(text.get(copied..first.place.start).unwrap_or_default());
            out.push_str(instead);
            copied = last.place.end;
        }
        at = hit.end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

/// Every identifying word of a text, and every identifying part of it.
pub(super) fn told(tells: &Tells, text: &str) -> Vec<String> {
    let read = Read::of(text);
    let ends = |at: usize| (at + 1..=(at + LONGEST).min(read.atoms.len())).map(move |end| (at, end));
    let keys = (0..read.atoms.len()).flat_map(ends).map(|(at, end)| read.key(at, end));
    keys.filter(|it| tells.look_up(it).0.is_some()).map(str::to_owned).collect()
}

/// A match.
pub(super) struct Hit<'a> {
    /// The index after its last atom.
    end: usize,
    /// The replacement; none if it may stay.
    instead: Option<&'a str>,
}

/// A text prepared for matching.
pub(super) struct Read {
    atoms: Vec<Atom>,
    /// The folded letters and digits of all atoms.
    folded: String,
}

struct Atom {
    /// Its byte range in the text.
    place: Range<usize>,
    /// Its byte range in the folded text.
    key: Range<usize>,
    /// The separator before it.
    gap: Gap,
    is_number: bool,
    /// Whether it begins with a capital.
    is_capital: bool,
}

/// The separator between two atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// None.
    Glued,
    /// One joining character.
    Joined,
    /// A space.
    Spaced,
    /// A character that separates words.
    Apart,
    /// The end of a sentence.
    Ended,
}

impl Gap {
    fn of(between: &str) -> Gap {
        let is_end = |c: char| matches!(c, '.' | '!' | '?' | ';' | '\n' | '。' | '！' | '？');
        let mut chars = between.chars().filter(|it| folded(*it).is_some());
        match (chars.next(), chars.next()) {
            (None, _) => Gap::Glued,
            (Some('-' | '_' | '.' | '/' | ':' | '*' | '·' | '\'' | '’' | '+' | '#' | '‑' | '–' | '\u{FF0D}'), None) => {
                Gap::Joined
            }
            (Some(' ' | '\t' | '\u{A0}' | '\u{3000}'), None) => Gap::Spaced,
            (Some(_), _) if between.contains(is_end) => Gap::Ended,
            (Some(_), _) => Gap::Apart,
        }
    }
}

impl Read {
    pub(super) fn of(text: &str) -> Read {
        let mut read = Read { atoms: Vec::new(), folded: String::with_capacity(text.len()) };
        let mut last: Option<char> = None;
        let mut end = 0;
        for (at, c) in text.char_indices() {
            if is_unseen(c) {
                continue;
            }
            if !c.is_alphanumeric() {
                last = None;
                continue;
            }
            if last.is_none_or(|last| is_cut(last, c)) {
                let gap = Gap::of(text.get(end..at).unwrap_or_default());
                let key = read.folded.len()..read.folded.len();
                read.atoms.push(Atom {
                    place: at..at,
                    key,
                    gap,
                    is_number: c.is_numeric(),
                    is_capital: c.is_uppercase(),
                });
            }
            read.folded.extend(folded(c));
            end = at + c.len_utf8();
            if let Some(atom) = read.atoms.last_mut() {
                (atom.place.end, atom.key.end) = (end, read.folded.len());
            }
            last = Some(c);
        }
        read
    }

    /// The folded text of the atoms from `at` to `end`.
    pub(super) fn key(&self, at: usize, end: usize) -> &str {
        let bounds = self.atoms.get(at).zip(end.checked_sub(1).and_then(|it| self.atoms.get(it)));
        bounds.and_then(|(first, last)| self.folded.get(first.key.start..last.key.end)).unwrap_or_default()
    }

    /// One atom.
    fn word(&self, at: usize) -> &str {
        self.key(at, at + 1)
    }

    fn gap(&self, at: usize) -> Gap {
        self.atoms.get(at).map_or(Gap::Ended, |it| it.gap)
    }

    fn is_number(&self, at: usize) -> bool {
        self.atoms.get(at).is_some_and(|it| it.is_number)
    }

    /// Whether an atom is written as a name: capitalised within a sentence, or at its start before a verb of saying.
    fn is_named(&self, at: usize) -> bool {
        let is_capital = self.atoms.get(at).is_some_and(|it| it.is_capital);
        let is_first = at == 0 || self.gap(at) == Gap::Ended;
        is_capital && (!is_first || SAYING.contains(&self.word(at + 1)))
    }

    /// The atoms of the sentence that contains `at`.
    fn sentence(&self, at: usize) -> Range<usize> {
        let starts = |it: &usize| self.gap(*it) == Gap::Ended;
        let start = (0..=at).rev().find(starts).unwrap_or_default();
        let end = (at + 1..self.atoms.len()).find(starts).unwrap_or(self.atoms.len());
        start..end
    }

    /// The two words before an atom in the same sentence, last first.
    fn before(&self, at: usize) -> [&str; 2] {
        let back = |at: usize| at.checked_sub(1).filter(|_| self.gap(at) != Gap::Ended);
        let (last, other) = (back(at), back(at).and_then(back));
        [last, other].map(|it| it.map_or("", |it| self.word(it)))
    }

    /// Whether atoms separated by spaces may form a word: not a short one by coincidence, unless it is spelled letter by letter.
    fn is_close(&self, at: usize, end: usize) -> bool {
        let is_spaced = (at + 1..end).any(|it| self.gap(it) == Gap::Spaced);
        let is_spelled = end - at >= 3 && (at..end).all(|it| self.word(it).chars().count() == 1);
        !is_spaced || is_spelled || self.key(at, end).chars().count() >= 5
    }

    /// The index after a number joined to the match that ends at `end`: the version or the seat in `claude-3`, `gpt-4o`.
    fn past_number(&self, mut end: usize) -> usize {
        while matches!(self.gap(end), Gap::Glued | Gap::Joined) && self.is_number(end) {
            end += 1;
            if self.gap(end) == Gap::Glued && self.word(end).len() <= 2 {
                end += 1;
            }
        }
        end
    }
}

/// Words that follow the name of a speaker; `s` is that of `Will's`.
const SAYING: &[&str] = &[
    "s", "says", "said", "argues", "argued", "claims", "claimed", "holds", "held", "asks", "asked", "thinks", "writes",
    "wrote", "answers", "answered", "agrees", "agreed", "objects", "objected", "notes", "noted", "proposes",
    "proposed", "concedes", "conceded",
];

/// First-person words.
const SELF: &[&str] = &["i", "im", "my", "me", "myself"];
/// Nouns for an AI system.
const MACHINE: &[&str] = &["ai", "model", "llm", "assistant", "chatbot"];
/// Verbs for building one.
const MAKING: &[&str] = &["made", "built", "trained", "developed", "created", "designed", "released"];

impl Tells {
    /// The match that begins at an atom, if it must be replaced.
    fn hit(&self, read: &Read, at: usize) -> Option<Hit<'_>> {
        let (end, tell) = self.longest(read, at).or_else(|| self.in_figures(read, at))?;
        let instead = match tell {
            Tell::Alias => return Some(Hit { end, instead: None }),
            Tell::Name(alias) => alias.as_str(),
            Tell::Common(alias) if read.is_named(at) => alias.as_str(),
            Tell::Common(_) => return None,
            Tell::Word => WITHHELD,
            Tell::OfItself if is_of_itself(read, at) => WITHHELD,
            Tell::OfItself => return None,
        };
        Some(Hit { end: read.past_number(end), instead: Some(instead) })
    }

    /// The longest identifying word that begins at an atom.
    fn longest(&self, read: &Read, at: usize) -> Option<(usize, &Tell)> {
        let mut longest = None;
        for end in at + 1..=(at + LONGEST).min(read.atoms.len()) {
            if end > at + 1 && matches!(read.gap(end - 1), Gap::Apart | Gap::Ended) {
                break;
            }
            let key = read.key(at, end);
            let (tell, is_beginning) = self.look_up(key);
            let many = key.strip_suffix('s').filter(|it| it.chars().count() >= 3);
            let tell = tell.or_else(|| many.and_then(|it| self.look_up(it).0));
            if let Some(tell) = tell.filter(|_| read.is_close(at, end)) {
                longest = Some((end, tell));
            }
            if !is_beginning {
                break;
            }
        }
        longest
    }

    /// An identifying word with digits for letters: `cl4ude`.
    fn in_figures(&self, read: &Read, at: usize) -> Option<(usize, &Tell)> {
        if read.gap(at) == Gap::Glued && at > 0 {
            return None;
        }
        let end = (at + 1..read.atoms.len()).find(|it| read.gap(*it) != Gap::Glued).unwrap_or(read.atoms.len());
        let has_figures = (at..end).any(|it| read.is_number(it)) && (at..end).any(|it| !read.is_number(it));
        let letter = |c: char| match c {
            '0' => 'o',
            '1' => 'l',
            '3' => 'e',
            '4' => 'a',
            '5' => 's',
            '7' => 't',
            _ => c,
        };
        let key: String = has_figures.then(|| read.key(at, end).chars().map(letter).collect())?;
        self.look_up(&key).0.map(|tell| (end, tell))
    }

    /// A phrase in which a speaker names its seat: `as the risk-attentive voice`.
    fn role(&self, read: &Read, at: usize) -> Option<Hit<'_>> {
        let [before, _] = read.before(at);
        if !matches!(before, "a" | "an" | "the" | "our" | "your") || !is_after_as(read, at.checked_sub(1)?) {
            return None;
        }
        if self.is_part(read.word(at)) {
            return Some(Hit { end: at + 1, instead: Some(WITHHELD) });
        }
        let within = read.sentence(at).end.min(at + 5);
        let seat = (at + 1..within).find(|it| self.is_seat(read.word(*it)))?;
        let has_lens = (at..seat).any(|it| self.is_lens(read.word(it)));
        has_lens.then_some(Hit { end: seat + 1, instead: Some(WITHHELD) })
    }
}

/// Whether the words before an atom introduce the speaker.
fn is_after_as(read: &Read, at: usize) -> bool {
    match read.before(at) {
        ["as", before] => before != "such",
        ["am" | "im", _] | ["m", "i"] | ["is", "name" | "role" | "job"] => true,
        _ => false,
    }
}

/// Whether an identifying word refers to the speaker: `As Claude, …`, `an AI made by OpenAI`, `my maker, Meta, …`.
fn is_of_itself(read: &Read, at: usize) -> bool {
    let sentence = read.sentence(at);
    let has = |words: &[&str]| sentence.clone().any(|it| words.contains(&read.word(it)));
    let is_made_by = match read.before(at) {
        ["by", verb] => MAKING.contains(&verb) || has(MAKING),
        _ => false,
    };
    let is_introduced = sentence.clone().any(|it| MACHINE.contains(&read.word(it)) && is_said_as(read, it));
    is_after_as(read, at) || (has(SELF) && (is_made_by || has(MACHINE))) || (is_introduced && is_made_by)
}

/// Whether a noun is part of `as an AI`, `as a language model`.
fn is_said_as(read: &Read, at: usize) -> bool {
    let article = |it: usize| matches!(read.before(it), ["a" | "an" | "the", _]).then(|| it.checked_sub(1)).flatten();
    let places = [Some(at), at.checked_sub(1), at.checked_sub(2)];
    places.into_iter().flatten().filter_map(article).any(|it| is_after_as(read, it))
}

/// Whether a new atom begins between two characters: digits are separated from letters, capitals from small letters, and word characters of
/// scripts without spaces from each other.
fn is_cut(last: char, c: char) -> bool {
    let is_whole = |c: char| c >= '\u{2E80}' && folded(c) == Some(c);
    last.is_numeric() != c.is_numeric() || (last.is_lowercase() && c.is_uppercase()) || is_whole(last) || is_whole(c)
}

/// Whether a character is invisible: combining marks, joiners, soft hyphens.
fn is_unseen(c: char) -> bool {
    !c.is_ascii()
        && matches!(c, '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}')
}

/// A letter without case, accent or lookalike form; none for an invisible character.
pub(super) fn folded(c: char) -> Option<char> {
    if c.is_ascii() {
        return Some(c.to_ascii_lowercase());
    }
    if is_unseen(c) {
        return None;
    }
    let c = match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        _ => c,
    };
    let c = c.to_lowercase().next().unwrap_or(c);
    Some(match c {
        'а' | 'α' | 'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ç' | 'ć' | 'č' => 'c',
        'ԁ' | 'đ' | 'ď' => 'd',
        'е' | 'ε' | 'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' => 'e',
        'ɡ' | 'ğ' => 'g',
        'һ' | 'н' => 'h',
        'і' | 'ι' | 'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' | 'ł' | 'ľ' => 'l',
        'м' => 'm',
        'ñ' | 'ń' | 'ň' | 'η' => 'n',
        'о' | 'ο' | 'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' | 'ř' => 'r',
        'ѕ' | 'ś' | 'š' | 'ş' => 's',
        'т' | 'τ' | 'ť' => 't',
        'υ' | 'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        _ => c,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Envelope, Event, LOG_VERSION};
    use crate::{Debate, Participant, Perspective, Rules, Topic};
    use proptest::prelude::*;

    fn tells(topic: &str) -> Tells {
        let seats = [
            ("claude-sonnet-4-5", "anthropic/claude-sonnet-4-5", "claude", "Participant 3"),
            ("Zoë", "openrouter/meta/llama-3.3", "llama", "Participant 1"),
            ("qwen3-8b-2", "ollama/qwen3:8b", "qwen", "Participant 2"),
            ("猫", "test/model", "test", "Participant 4"),
        ];
        let participants = seats.map(|(name, model, family, alias)| Participant {
            alias: Some(alias.into()),
            ..Participant::new(name.into(), model.into(), family.into(), Perspective::RiskAttentive)
        });
        tells_of(topic, participants.into())
    }

    fn tells_of(topic: &str, participants: Vec<Participant>) -> Tells {
        let event = Event::DebateOpened {
            version: LOG_VERSION,
            debate: "test".into(),
            topic: Topic::new(topic).unwrap(),
            ballot: None,
            mode: "delphi".into(),
            participants,
            rules: Rules::default(),
            rehearsal: false,
            fork: None,
        };
        Tells::of(&Debate::open(&Envelope { seq: 0, at: 0, elapsed: 0, event }).unwrap())
    }

    /// D-04: names, models, families, makers and seats, in spellings that a reader would still understand.
    #[test]
    fn what_tells_is_withheld() {
        let tells = tells("Should we adopt gRPC?");
        for (said, shown) in [
            ("As claude-sonnet-4-5, I disagree.", "As Participant 3, I disagree."),
            ("CLAUDE SONNET 4.5's point, and Claude_Sonnet_4_5 too", "Participant 3's point, and Participant 3 too"),
            ("claude-sonnet-4-5-2 is not me", "Participant 3 is not me"),
            ("(zoe) and **Zoë**: ZOË!", "(Participant 1) and **Participant 1**: Participant 1!"),
            ("Qwen3-8b-2 and qwen3:8b", "Participant 2 and [withheld]"),
            ("我同意猫的看法", "我同意Participant 4的看法"),
            ("As Claude, I …", "As [withheld], I …"),
            ("Sonnet 4.5 and Claude4 and the Claudes", "[withheld] and [withheld] and the [withheld]"),
            ("C-l-a-u-d-e, C L A U D E, cl4ude", "[withheld], [withheld], [withheld]"),
            (
                "\u{421}laude with a foreign letter, Ｃｌａｕｄｅ, Cláude, Cla\u{200D}ude",
                "[withheld] with a foreign letter, [withheld], [withheld], [withheld]",
            ),
            ("ChatGPT, GPT-4o, GPTs, openAI, Open-AI", "[withheld], [withheld], [withheld], [withheld], [withheld]"),
            ("as an AI made by Google, I", "as an AI made by [withheld], I"),
            ("I am a model trained by Meta.", "I am a model trained by [withheld]."),
            ("as the risk-attentive voice here", "as the [withheld] here"),
            ("my risk attentive reading", "my [withheld] reading"),
            ("As the economic expert I see", "As the [withheld] I see"),
            ("I am the doubter, so", "I am the [withheld], so"),
        ] {
            assert_eq!(masked(&tells, said), shown, "{said}");
        }
    }

    /// D-04: words of the topic, common words and aliases stay.
    #[test]
    fn what_does_not_tell_stays() {
        let plain = tells("Should we adopt gRPC?");
        for said in [
            "Participant 3 and Participant 2's claims, C1-C3",
            "A meta-analysis by Google of 4.5 million calls, such as Amazon's",
            "claudication, opus number 5, a haiku of love, the 8b bit, 4 of 5 models, a test model",
            "as a risk, the evidence is thin; as evidence of a systems view it fails",
            "I built it on Google Cloud",
            "naïve 中文 👩‍💻",
        ] {
            let shown = masked(&plain, said);
            assert_eq!(shown, said);
        }
        let about = tells("Should we buy Claude Sonnet from Anthropic, or GPT?");
        for (said, shown) in [
            ("Claude is cheaper than GPT, and Anthropic's terms are fair", None),
            ("As Claude, I say no", Some("As [withheld], I say no")),
            ("claude-sonnet-4-5 is a good buy", Some("Participant 3 is a good buy")),
            ("Llama is free", Some("[withheld] is free")),
        ] {
            assert_eq!(masked(&about, said), shown.unwrap_or(said), "{said}");
        }
    }

    /// D-04: a seat may be called by a word that everybody says; only where it is written as a name it tells.
    #[test]
    fn an_ordinary_word_stays_where_it_is_no_name() {
        let seats = [("will", "Participant 2"), ("Mark", "Participant 1"), ("critic", "Participant 3")];
        let participants = seats.map(|(name, alias)| Participant {
            alias: Some(alias.into()),
            ..Participant::new(name.into(), "test/model".into(), "test".into(), Perspective::RiskAttentive)
        });
        let tells = tells_of("Should we adopt gRPC?", participants.into());
        for (said, shown) in [
            ("It will fail, and marks a change.", "It will fail, and marks a change."),
            (
                "Will it hold? Mark the date; a critic will object.",
                "Will it hold? Mark the date; a critic will object.",
            ),
            ("As Will says, and Mark too: WILL", "As Participant 2 says, and Participant 1 too: Participant 2"),
            ("Will argues that Critic is wrong.", "Participant 2 argues that Participant 3 is wrong."),
            ("Mark's point stands.", "Participant 1's point stands."),
        ] {
            assert_eq!(masked(&tells, said), shown, "{said}");
        }
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(said in ".{0,200}") {
            let tells = tells("Should we adopt gRPC?");
            let once = masked(&tells, &said);
            prop_assert_eq!(masked(&tells, &once), once.clone());
        }
    }
}
