//! The words that tell who somebody is: names at the table, what models and their makers are called, and what seats are called.
//!
//! A word of the topic is a word of the debate, and stays, unless it is a participant's whole name or somebody says it of itself. Not
//! here: how words are found in a text (`scan`), and how somebody writes, which no word shows.
use super::scan::{self, folded};
use crate::ids::Name;
use crate::participant::{Discipline, Perspective};
use crate::state::Debate;
use std::collections::BTreeMap;
use std::ops::Bound::{Included, Unbounded};

/// Assistants, their families and makers that are known by their name, which means nothing else.
const KNOWN: &str = "anthropic bytedance chatglm chatgpt claude codestral cohere deepmind deepseek devstral gemini gemma gpt grok \
    huggingface kimi llama magistral minimax ministral mistral mistralai mixtral moonshot moonshotai nemotron ollama \
    openai openrouter phi3 phi4 pixtral qwen qwq smollm xai zhipu";

/// Models whose names are words of their own: they tell where one of them is at the table, and else only who says it of itself.
const AMBIGUOUS: &str =
    "bard bedrock command copilot falcon glm granite haiku hermes nova opus perplexity phi solar sonar sonnet";

/// Makers that are known for other things too, and are spoken of for them: they tell only who says it of itself.
const HOUSES: &str =
    "alibaba amazon apple azure baidu facebook google groq huawei ibm meta microsoft nvidia samsung tencent vertex";

/// What many models are called besides, and what everybody says: these tell nobody apart.
const ORDINARY: &str = "all audio base best beta chat code coder deep distill double edge embed exp experimental fast flash free full \
    general gguf high image instruct large latest lean lite local low max medium micro mini mock model multi nano \
    new next omni online open plus preview pro quick reasoner reasoning research small speed test text think \
    thinking tiny together tool tools turbo ultra vision web";

/// What somebody looks at first, in the words of its prompt.
const LENSES: &str = "risk risks attentive implementation focused evidence calibrated system systems aware";

/// What seats are called.
const SEATS: &str = "analyst attendee expert focus lens member panelist panellist participant perspective reader role seat specialist \
    thinker view viewpoint voice";

/// Words that seats are called by and that everybody says for other reasons: they tell only where they are written as names.
const COMMON: &str = "advocate amber analyst angel april architect art august autumn baker bill bishop brook buck builder carol chair chance \
    chase chip christian clay cliff cook cooper critic dale dawn dean destiny dick don drew duke earl east economist editor engineer expert \
    faith first forest frank gene ginger glen grace grant guard guy harmony harry hazel heath holly hope hunter iris ivy jack jade jean jerry \
    jewel john joy judge june lance lane lawyer lee lily mark marshal mason max may melody mercy mike miles miller moderator nick norm north \
    olive opponent page parker pat patience pearl penny pierce planner poppy porter presenter prince proponent prudence ranger ray red blue \
    reviewer rich river rob robin rod rose ruby sage sandy sceptic second skeptic skip sky south star sterling stone storm sue summer tanner \
    taylor terry third tony trinity user van victor violet wade ward west will winter woody wren";

/// The parts that participants play who are asked in few words.
const PARTS: &str = "doubter witness builder neighbour neighbor";

/// What a word tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tell {
    /// Nothing: it is what the others are told somebody is called.
    Alias,
    /// Who is meant: the name it goes by.
    Name(Name),
    /// The same, where it is written as a name.
    Common(Name),
    /// Which model speaks, or from which seat.
    Word,
    /// The same, where somebody says it of itself.
    OfItself,
}

/// The words that tell, without case, accents, and what stands between their parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Tells {
    words: BTreeMap<String, Tell>,
}

impl Tells {
    /// The words that tell who is who in this debate.
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
            // A number is no name: it would be taken out of every figure.
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

    /// The parts of `provider/model-name-1.5`, one by one and together, as far as they tell.
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

    /// What a word tells, and whether a longer one that tells begins so.
    pub(super) fn look_up(&self, key: &str) -> (Option<&Tell>, bool) {
        let mut from = self.words.range::<str, _>((Included(key), Unbounded));
        let mut next = from.next();
        let tell = next.filter(|(word, _)| *word == key).map(|(_, tell)| tell);
        if tell.is_some() {
            next = from.next();
        }
        (tell, next.is_some_and(|(word, _)| word.starts_with(key)))
    }

    /// Whether a word says what somebody looks at first.
    pub(super) fn is_lens(&self, word: &str) -> bool {
        listed(LENSES).any(|it| it == word) || Discipline::ALL.iter().any(|it| it.as_str() == word)
    }

    /// Whether a word is one for a seat.
    pub(super) fn is_seat(&self, word: &str) -> bool {
        listed(SEATS).any(|it| it == word)
    }

    /// Whether a word is a part that somebody plays.
    pub(super) fn is_part(&self, word: &str) -> bool {
        listed(PARTS).any(|it| it == word)
    }
}

/// The words of a list.
fn listed(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split_ascii_whitespace()
}

/// What a part of a model's name tells by itself: nothing if it is a number, an everyday word, or too short.
fn weight(part: &str) -> Option<Tell> {
    let letters = part.chars().filter(|it| it.is_alphabetic()).count();
    match letters {
        _ if listed(ORDINARY).any(|it| it == part) => None,
        0 => None,
        // `r1`, `o3`, `8b`: a version, a drug and a vitamin are called so too.
        1 | 2 if letters < part.chars().count() => Some(Tell::OfItself),
        1 | 2 => None,
        _ => Some(Tell::Word),
    }
}

/// The letters and figures of a word as they are compared.
fn key(word: &str) -> String {
    word.chars().filter(|it| it.is_alphanumeric()).filter_map(folded).collect()
}
