//! The words that identify a participant: names, model and maker names, and names of seats.
//!
//! A word of the topic stays, unless it is a participant's complete name or a self-reference. Not here: finding words in a text (`scan`),
//! and writing style, which no word shows.
use super::scan::{self, folded};
use crate::ids::Name;
use crate::participant::{Discipline, Perspective};
use crate::state::Debate;
use std::collections::BTreeMap;
use std::ops::Bound::{Included, Unbounded};

/// Assistants, families and makers with unambiguous names.
const KNOWN: &str = "anthropic bytedance chatglm chatgpt claude codestral cohere deepmind deepseek devstral gemini gemma gpt grok \
    huggingface kimi llama magistral minimax ministral mistral mistralai mixtral moonshot moonshotai nemotron ollama \
    openai openrouter phi3 phi4 pixtral qwen qwq smollm xai zhipu";

/// Models named by ordinary words: identifying if one of them takes part, otherwise only as a self-reference.
const AMBIGUOUS: &str =
    "bard bedrock command copilot falcon glm granite haiku hermes nova opus perplexity phi solar sonar sonnet";

/// Makers also known for other things: identifying only as a self-reference.
const HOUSES: &str =
    "alibaba amazon apple azure baidu facebook google groq huawei ibm meta microsoft nvidia samsung tencent vertex";

/// Common parts of model names, which identify nobody.
const ORDINARY: &str = "all audio base best beta chat code coder deep distill double edge embed exp experimental fast flash free full \
    general gguf high image instruct large latest lean lite local low max medium micro mini mock model multi nano \
    new next omni online open plus preview pro quick reasoner reasoning research small speed test text think \
    thinking tiny together tool tools turbo ultra vision web";

/// Words for perspectives, from the prompts.
const LENSES: &str = "risk risks attentive implementation focused evidence calibrated system systems aware";

/// Words for seats.
const SEATS: &str = "analyst attendee expert focus lens member panelist panellist participant perspective reader role seat specialist \
    thinker view viewpoint voice";

/// Common words that are also names of seats: identifying only if written as a name.
const COMMON: &str = "advocate amber analyst angel april architect art august autumn baker bill bishop brook buck builder carol chair chance \
    chase chip christian clay cliff cook cooper critic dale dawn dean destiny dick don drew duke earl east economist editor engineer expert \
    faith first forest frank gene ginger glen grace grant guard guy harmony harry hazel heath holly hope hunter iris ivy jack jade jean jerry \
    jewel john joy judge june lance lane lawyer lee lily mark marshal mason max may melody mercy mike miles miller moderator nick norm north \
    olive opponent page parker pat patience pearl penny pierce planner poppy porter presenter prince proponent prudence ranger ray red blue \
    reviewer rich river rob robin rod rose ruby sage sandy sceptic second skeptic skip sky south star sterling stone storm sue summer tanner \
    taylor terry third tony trinity user van victor violet wade ward west will winter woody wren";

/// Parts assigned in lean prompts.
const PARTS: &str = "doubter witness builder neighbour neighbor";

/// The information in a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tell {
    /// Nothing: it is an alias.
    Alias,
    /// A participant; holds its alias.
    Name(Name),
    /// A participant, if written as a name; holds its alias.
    Common(Name),
    /// A model or a seat.
    Word,
    /// A model or a seat, if it is a self-reference.
    OfItself,
}

/// Identifying words, without case, accents and separators.
#[derive(Clone, Debug, Default)]
pub(super) struct Tells {
    words: BTreeMap<String, Tell>,
}

impl Tells {
    /// The identifying words of this debate.
    pub(super) fn of(debate: &Debate) -> Tells {
        let mut tells = Tells::default();
        for participant in &debate.participants {
            tells.model(&participant.model);
            tells.model(&participant.family);
        }
        for word in Perspective::ALL.map(Perspective::as_str).into_iter().chain(listed(KNOWN)) {
            tells.words.insert(key(word), Tell::Word);
        }
        for word in listed(AMBIGUOUS) {
            tells.words.entry(key(word)).or_insert(Tell::OfItself);
        }
        for word in listed(HOUSES) {
            tells.words.insert(key(word), Tell::OfItself);
        }
        for word in scan::told(&tells, debate.topic.as_str()) {
            tells.words.insert(word, Tell::OfItself);
        }
        for participant in debate.participants.iter().filter(|it| it.alias.is_some()) {
            // A number is no name: it would be removed from every figure.
            if participant.name.as_str().chars().any(char::is_alphabetic) {
                let (key, known_as) = (key(participant.name.as_str()), participant.known_as().clone());
                let is_common = listed(COMMON).any(|it| it == key);
                tells.words.insert(key, if is_common { Tell::Common(known_as) } else { Tell::Name(known_as) });
            }
        }
        for alias in debate.participants.iter().filter_map(|it| it.alias.as_ref()) {
            tells.words.insert(key(alias.as_str()), Tell::Alias);
        }
        tells
    }

    /// Adds the identifying parts of `provider/model-name-1.5`, separately and together.
    fn model(&mut self, model: &str) {
        let parts: Vec<String> =
            model.split(|c: char| !c.is_alphanumeric()).map(key).filter(|it| !it.is_empty()).collect();
        for (at, part) in parts.iter().enumerate() {
            let letters: String = part.chars().take_while(|it| it.is_alphabetic()).collect();
            self.enter(letters);
            let mut run = String::new();
            let mut is_telling = false;
            for part in parts.iter().skip(at) {
                run.push_str(part);
                is_telling |= weight(part) == Some(Tell::Word);
                if is_telling {
                    self.words.insert(run.clone(), Tell::Word);
                }
            }
            self.enter(part.clone());
        }
    }

    fn enter(&mut self, part: String) {
        if let Some(tell) = weight(&part) {
            self.words.entry(part).or_insert(tell);
        }
    }

    /// What a word reveals, and whether it is a prefix of a longer identifying word.
    pub(super) fn look_up(&self, key: &str) -> (Option<&Tell>, bool) {
        let mut from = self.words.range::<str, _>((Included(key), Unbounded));
        let mut next = from.next();
        let tell = next.filter(|(word, _)| *word == key).map(|(_, tell)| tell);
        if tell.is_some() {
            next = from.next();
        }
        (tell, next.is_some_and(|(word, _)| word.starts_with(key)))
    }

    /// Whether a word names a perspective.
    pub(super) fn is_lens(&self, word: &str) -> bool {
        listed(LENSES).any(|it| it == word) || Discipline::ALL.iter().any(|it| it.as_str() == word)
    }

    /// Whether a word names a seat.
    pub(super) fn is_seat(&self, word: &str) -> bool {
        listed(SEATS).any(|it| it == word)
    }

    /// Whether a word names a part.
    pub(super) fn is_part(&self, word: &str) -> bool {
        listed(PARTS).any(|it| it == word)
    }
}

/// The words of a list.
fn listed(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split_ascii_whitespace()
}

/// What a part of a model's name reveals alone: nothing if it is a number, a common word, or too short.
fn weight(part: &str) -> Option<Tell> {
    let letters = part.chars().filter(|it| it.is_alphabetic()).count();
    match letters {
        _ if listed(ORDINARY).any(|it| it == part) => None,
        0 => None,
        // `r1`, `o3`, `8b` are also versions, drugs and vitamins.
        1 | 2 if letters < part.chars().count() => Some(Tell::OfItself),
        1 | 2 => None,
        _ => Some(Tell::Word),
    }
}

/// The folded letters and digits of a word.
fn key(word: &str) -> String {
    word.chars().filter(|it| it.is_alphanumeric()).filter_map(folded).collect()
}
