//! A persona's system prompt in one block: identity, thinking, what changes its mind, voice, grounding (P-03).
//!
//! It is the same for every turn of a persona, so that prompt caches can reuse it. Each part has its own token limit and is cut at the end of
//! a sentence where one fits; what a contract does not state is left out. Not here: what changes from turn to turn (`context`).
use super::context::{BETWEEN, fits, name, one, part_cut};
use crate::prompt::{TemplateError, fill};
use debate::persona::Quote;
use debate::{Debate, Name, Persona, Profile, text};
use std::collections::BTreeSet;

/// The most tokens of a persona's system prompt (P-03).
pub const SYSTEM: usize = 2_200;

/// The most tokens of its parts: identity, thinking, mind-changers, voice, grounding (P-03).
pub const SYSTEM_PARTS: [usize; 5] = [800, 500, 200, 500, 200];

/// The same for small models. Ours: they lose the thread in longer prompts, and it leaves space for the panel.
const NARROW: [usize; 5] = [220, 120, 60, 120, 140];

/// The prompt files of the parts.
struct Files {
    name: &'static str,
    identity: &'static str,
    thinking: &'static str,
    mind: &'static str,
    voice: &'static str,
    grounding: &'static str,
    anchors: &'static str,
}

macro_rules! files {
    ($folder:literal) => {
        Files {
            name: include_str!(concat!("../../prompts/panel/", $folder, "1-name.md")),
            identity: include_str!(concat!("../../prompts/panel/", $folder, "1-identity.md")),
            thinking: include_str!(concat!("../../prompts/panel/", $folder, "2-thinking.md")),
            mind: include_str!(concat!("../../prompts/panel/", $folder, "3-mind.md")),
            voice: include_str!(concat!("../../prompts/panel/", $folder, "4-voice.md")),
            grounding: include_str!(concat!("../../prompts/panel/", $folder, "5-grounding.md")),
            anchors: include_str!(concat!("../../prompts/panel/", $folder, "5-anchors.md")),
        }
    };
}

const FULL: Files = files!("");
const LEAN: Files = files!("lean/");

/// The system prompt of a participant who speaks for a persona, or for itself where it has none.
pub(super) fn system(debate: &Debate, who: &Name, profile: Profile) -> Result<String, TemplateError> {
    let (files, bounds) = match profile {
        Profile::Full => (&FULL, SYSTEM_PARTS),
        Profile::Lean => (&LEAN, NARROW),
    };
    let [identity, thinking, mind, voice, grounding] = bounds.map(|it| it - BETWEEN);
    let named = name(who);
    let mut lines = Lines::default();
    let about = debate.panel.personas.get(who).map(|it| lines.of(it)).unwrap_or_default();
    let [of_identity, of_thinking, of_mind, of_voice, of_anchors] = &about;
    let rest = fill(files.grounding, &[])?;
    let left = grounding.saturating_sub(text::tokens(&rest) + 1);
    let who = part_cut(files.identity, &[("name", &named)], "identity", of_identity, identity)?;
    let parts = [
        Some(who.map_or_else(|| fill(files.name, &[("name", &named)]), Ok)?),
        part_cut(files.thinking, &[], "thinking", of_thinking, thinking)?,
        part_cut(files.mind, &[], "mind", of_mind, mind)?,
        part_cut(files.voice, &[], "voice", of_voice, voice)?,
        Some(rest),
    ];
    let system = parts.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    Ok(match part_cut(files.anchors, &[], "anchors", of_anchors, left)? {
        Some(anchors) => format!("{system}\n{anchors}"),
        None => system,
    })
}

/// Quoted lines about a persona, without repetition.
#[derive(Default)]
struct Lines {
    seen: BTreeSet<String>,
}

impl Lines {
    /// The lines of the five parts.
    fn of(&mut self, persona: &Persona) -> [Vec<String>; 5] {
        let contract = &persona.contract;
        let identity = [
            self.each("", std::slice::from_ref(&contract.identity)),
            self.each("Leans towards: ", &contract.bias),
            self.each("At stake: ", &contract.stakes),
        ];
        let thinking = [
            self.each("Knows by: ", &contract.epistemology),
            self.each("Counts as evidence: ", &contract.evidence),
            self.each("Looks ahead: ", &contract.horizon),
        ];
        let mind = self.each("", &contract.mind_changers);
        let voice = [
            self.each("Speaks so: ", &contract.voice.patterns),
            self.all("Words: ", &contract.voice.vocabulary),
            self.all("Never says: ", &contract.voice.forbidden),
            self.quotes("Example: ", &contract.voice.examples),
        ];
        let anchors = self.quotes("", &contract.anchors);
        [identity.concat(), thinking.concat(), mind, voice.concat(), anchors]
    }

    /// A line for each text that has not occurred yet.
    fn each(&mut self, title: &str, texts: &[String]) -> Vec<String> {
        let texts = texts.iter().map(|it| one(it)).filter(|it| !it.is_empty());
        texts.filter(|it| self.seen.insert(it.to_lowercase())).map(|it| format!("| {title}{it}")).collect()
    }

    fn quotes(&mut self, title: &str, quotes: &[Quote]) -> Vec<String> {
        self.each(title, &quotes.iter().map(|it| it.text.clone()).collect::<Vec<_>>())
    }

    /// One line with all words of a list.
    fn all(&mut self, title: &str, words: &[String]) -> Vec<String> {
        let words = words.iter().map(|it| fits(&one(it), WORD)).filter(|it| !it.is_empty());
        let words: Vec<String> = words.filter(|it| self.seen.insert(it.to_lowercase())).collect();
        if words.is_empty() { Vec::new() } else { vec![format!("| {title}{}", words.join(", "))] }
    }
}

/// The most tokens of a word or phrase of a list. Ours: a saying.
const WORD: usize = 16;
