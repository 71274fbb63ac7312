//! The specification of a debate, checked before anything is spent.
use crate::quote_model;
use crate::run::continuation::FOCUS_MOST_BYTES;
use analysis::learning::MOST_QUESTION;
use analysis::learning::thresholds::MOST_QUESTIONS;
use analysis::safety::{self, Finding};
use debate::ballot::{self, Ballot};
use debate::event::{LOG_VERSION, PanelEvent};
use debate::rules::{PanelRules, Temperatures, ToolPolicy};
use debate::{Attachment, Debate, DebateId, Event, Name, Participant, Persona, Rules, Topic};
use formats::{Assignment, SeatingSeed, UnknownMode, panel};
use std::collections::BTreeSet;

/// A debate to be held.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its id, which must be new in the store.
    pub id: DebateId,
    /// The question.
    pub topic: Topic,
    /// What is put to the vote: nothing at a panel, derived from the topic where absent (B-01).
    pub ballot: Option<Ballot>,
    /// The name of its mode.
    pub mode: String,
    /// The participants, in seat order.
    pub participants: Vec<Participant>,
    /// Its rules.
    pub rules: Rules,
    /// How disciplines are assigned, in modes that have them (D-16).
    pub disciplines: Assignment,
    /// Texts that participants may look things up in (O-10).
    pub attached: Vec<Attachment>,
    /// The personas of a panel, each with the name of its participant and the passages it may quote (P-01).
    pub personas: Vec<Persona>,
}

/// Why a spec is invalid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SpecError {
    /// Too few participants.
    #[error("a debate needs at least {least} participants, this one has {found}", least = Spec::FEWEST)]
    TooFew {
        /// How many there are.
        found: usize,
    },
    /// Too many participants.
    #[error("a debate has at most {most} participants, this one has {found}", most = Spec::MOST)]
    TooMany {
        /// How many there are.
        found: usize,
    },
    /// Two participants have one name.
    #[error("two participants are called `{0}`; give one of them another name")]
    SameName(String),
    /// No such mode.
    #[error(transparent)]
    Mode(#[from] UnknownMode),
    /// Tier 1 stops the topic, whatever the settings (D-50).
    #[error("this topic is refused: {0}; ask about its prevention, its regulation or its history instead")]
    Harmful(Finding),
    /// A setting is out of range.
    #[error("`{setting}` is {found}; it must be {allowed}")]
    OutOfRange {
        /// The setting.
        setting: &'static str,
        /// Its value.
        found: String,
        /// The allowed values.
        allowed: &'static str,
    },
    /// A panel without panel rules, or another mode with them (P-10).
    #[error("{0}; hold a panel, or leave its rules and personas out")]
    HalfAPanel(&'static str),
    /// No participant has the name of a persona (P-01).
    #[error(
        "the persona `{name}` has no participant of that name; rename it to one of {seats}, or leave the persona out"
    )]
    Unseated {
        /// The persona's name.
        name: String,
        /// The participants' names.
        seats: String,
    },
    /// A participant of a panel without a persona (P-01).
    #[error("`{0}` takes part in a panel and has no persona; seat one that has, or leave it out")]
    NoPersona(String),
    /// A quoting participant where none is allowed, or another model where quotation is required.
    #[error("`{name}` has the model `{model}`; in a panel that only quotes it must be `{provider}/{name}`, and in no other debate", provider = crate::quote_model::PROVIDER)]
    Quoting {
        /// The participant.
        name: String,
        /// Its model.
        model: String,
    },
}

impl Spec {
    /// The fewest participants (D-01).
    pub const FEWEST: usize = 2;
    /// The most participants (D-01).
    pub const MOST: usize = 8;

    /// The most aspects of a panel. Ours: a round each, and nobody reads more.
    pub const MOST_ASPECTS: usize = 12;
    /// The most rooms of an aspect: one for each pair of eight participants.
    pub const MOST_ROOMS: usize = 28;

    /// Whether any participant is simulated, which makes the whole debate a rehearsal.
    pub fn is_rehearsal(&self) -> bool {
        is_rehearsed(&self.participants)
    }

    /// Checks everything that can be checked before a model is asked.
    pub fn check(&self) -> Result<(), SpecError> {
        formats::named(&self.mode)?;
        check_participants(&self.participants)?;
        check_words(self.topic.as_str())?;
        check_rules(&self.rules)?;
        self.personas.iter().try_for_each(check_persona)?;
        check_panel(&self.mode, &self.participants, &self.rules, self.personas.iter().map(|it| &it.name))
    }

    /// What is put to the vote: the given ballot, or else the one derived from the topic; nothing at a panel.
    pub fn ballot(&self) -> Option<Ballot> {
        let is_panel = self.mode == panel::NAME;
        let read = || ballot::read(self.topic.as_str());
        (!is_panel).then(|| self.ballot.clone().unwrap_or_else(read))
    }

    /// The first event of the debate.
    pub(crate) fn opened(&self) -> Result<Event, SpecError> {
        let mut participants = self.participants.clone();
        let seating_seed =
            SeatingSeed { seed: self.rules.seed, debate: self.id.clone(), disciplines: self.disciplines.clone() };
        formats::named(&self.mode)?.seat(&mut participants, &seating_seed);
        if self.rules.hidden.names {
            formats::hide_names(&mut participants, &seating_seed);
        }
        Ok(Event::DebateOpened {
            version: LOG_VERSION,
            debate: self.id.clone(),
            topic: self.topic.clone(),
            ballot: self.ballot(),
            mode: self.mode.clone(),
            participants,
            rules: self.rules.clone(),
            rehearsal: self.is_rehearsal(),
            fork: None,
        })
    }
}

/// The event that seats personas; `None` without any.
pub(crate) fn seated(personas: &[Persona]) -> Option<Event> {
    (!personas.is_empty()).then(|| Event::Panel { what: PanelEvent::PersonasSeated { personas: personas.to_vec() } })
}

/// The event that attaches texts; `None` without any.
pub(crate) fn attached(texts: &[Attachment]) -> Option<Event> {
    (!texts.is_empty()).then(|| Event::SourcesAttached { sources: texts.to_vec() })
}

/// Whether any participant is simulated.
pub(crate) fn is_rehearsed(participants: &[Participant]) -> bool {
    participants.iter().any(|it| crate::sim::is_simulated(&it.model))
}

/// Applies the checks of a spec to a debate that was opened elsewhere: a log can be written by hand.
pub(crate) fn check_debate(debate: &Debate) -> Result<(), SpecError> {
    formats::named(&debate.mode)?;
    check_participants(&debate.participants)?;
    check_words(debate.topic.as_str())?;
    for continued in &debate.continued {
        continued.said.iter().chain(&continued.focus).try_for_each(|it| check_words(it))?;
    }
    check_rules(&debate.rules)?;
    debate.panel.personas.values().try_for_each(|it| check_persona(it))?;
    check_panel(&debate.mode, &debate.participants, &debate.rules, debate.panel.personas.keys())
}

/// Checks the personas of a panel, and that other modes have none (P-01).
pub(crate) fn check_panel<'a>(
    mode: &str,
    participants: &[Participant],
    rules: &Rules,
    personas: impl Iterator<Item = &'a Name>,
) -> Result<(), SpecError> {
    let mut named = BTreeSet::new();
    for persona in personas {
        if !named.insert(persona) {
            return Err(SpecError::SameName(persona.to_string()));
        }
    }
    let quotes = rules.panel.as_ref().is_some_and(|it| it.quote);
    let own = |it: &Participant| format!("{}/{}", quote_model::PROVIDER, it.name);
    let is_misplaced =
        |it: &&Participant| if quotes { it.model != own(it) } else { quote_model::is_quoting(&it.model) };
    if let Some(Participant { name, model, .. }) = participants.iter().find(is_misplaced) {
        return Err(SpecError::Quoting { name: name.to_string(), model: model.clone() });
    }
    match (mode == panel::NAME, &rules.panel) {
        (false, None) if named.is_empty() => return Ok(()),
        (false, None) => return Err(SpecError::HalfAPanel("it has personas and is not a panel")),
        (false, Some(_)) => return Err(SpecError::HalfAPanel("it has the rules of a panel and is none")),
        (true, None) => return Err(SpecError::HalfAPanel("it is a panel and has no rules of one")),
        (true, Some(_)) => {}
    }
    if let Some(nobody) = participants.iter().find(|it| !named.contains(&it.name)) {
        return Err(SpecError::NoPersona(nobody.name.to_string()));
    }
    match named.into_iter().find(|name| !participants.iter().any(|it| it.name == **name)) {
        Some(name) => {
            let seats = participants.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
            Err(SpecError::Unseated { name: name.to_string(), seats })
        }
        None => Ok(()),
    }
}

/// The most nodes, edges or chunks of a persona. Ours: a built persona has about 400, and a chunk is 300 tokens. A log may be written by
/// hand.
const MOST_OF_A_PERSONA: usize = 2_000;
/// The longest text of a persona, in bytes. Ours: three times the longest chunk.
const LONGEST_OF_A_PERSONA: usize = 8_192;

/// Bounds the size of a persona, so that it can be processed in time whoever made it.
fn check_persona(persona: &Persona) -> Result<(), SpecError> {
    let wrong = |setting, found: String, allowed| Err(SpecError::OutOfRange { setting, found, allowed });
    let beliefs = &persona.beliefs;
    let counts = [
        ("nodes of a persona", beliefs.nodes.len()),
        ("edges of a persona", beliefs.edges.len()),
        ("chunks of a persona", persona.chunks.len()),
    ];
    if let Some((setting, found)) = counts.into_iter().find(|(_, it)| *it > MOST_OF_A_PERSONA) {
        return wrong(setting, found.to_string(), "at most 2000");
    }
    let texts = beliefs.nodes.iter().map(|it| &it.concept).chain(persona.chunks.iter().map(|it| &it.text));
    if let Some(long) = texts.map(String::len).find(|it| *it > LONGEST_OF_A_PERSONA) {
        return wrong("a text of a persona", format!("{long} bytes long"), "at most 8192");
    }
    if !(0.0..=1.0).contains(&persona.persuadability) {
        return wrong("persuadability", persona.persuadability.to_string(), "0 to 1");
    }
    Ok(())
}

/// Checks the number and the names of participants.
fn check_participants(participants: &[Participant]) -> Result<(), SpecError> {
    match participants.len() {
        found if found < Spec::FEWEST => return Err(SpecError::TooFew { found }),
        found if found > Spec::MOST => return Err(SpecError::TooMany { found }),
        _ => {}
    }
    let mut names = BTreeSet::new();
    match participants.iter().find(|it| !names.insert(&it.name)) {
        Some(twice) => Err(SpecError::SameName(twice.name.to_string())),
        None => Ok(()),
    }
}

/// Checks a person's text with tier 1: a topic, or a message to a debate (D-50).
pub fn check_words(words: &str) -> Result<(), SpecError> {
    safety::screen(words).map_or(Ok(()), |finding| Err(SpecError::Harmful(finding)))
}

pub(crate) fn check_rules(rules: &Rules) -> Result<(), SpecError> {
    let wrong = |setting, found: String, allowed| Err(SpecError::OutOfRange { setting, found, allowed });
    if !(1..=Rules::MOST_ROUNDS).contains(&rules.rounds) {
        return wrong("rounds", rules.rounds.to_string(), "1 to 100");
    }
    if !(64..=65_536).contains(&rules.max_tokens) {
        return wrong("max_tokens", rules.max_tokens.to_string(), "64 to 65536");
    }
    match rules.budget_usd {
        Some(it) if !it.is_finite() || it <= 0.0 => return wrong("budget", it.to_string(), "more than 0 US dollars"),
        Some(_) | None => {}
    }
    match rules.tools {
        Some(ToolPolicy { min_calls: Some(fewest), max_calls: Some(most), .. }) if fewest > most => {
            return wrong("tool_min_calls", fewest.to_string(), "at most `tool_max_calls`");
        }
        Some(_) | None => {}
    }
    check_learning(rules)?;
    rules.panel.as_ref().map_or(Ok(()), check_panel_rules)?;
    match (rules.budget_tokens, rules.deadline_ms) {
        (Some(0), _) => wrong("budget_tokens", "0".to_owned(), "more than 0"),
        (_, Some(0)) => wrong("deadline", "0".to_owned(), "more than 0 seconds"),
        (None | Some(_), None | Some(_)) => Ok(()),
    }
}

/// The most imports that a debate names. Ours.
const MOST_IMPORTS: usize = 50;

/// Checks what was learned before the debate: a log can be written by hand.
fn check_learning(rules: &Rules) -> Result<(), SpecError> {
    let wrong = |setting, found: String, allowed| Err(SpecError::OutOfRange { setting, found, allowed });
    match &rules.domain {
        Some(name) if debate::learning::domain(name).as_ref() != Ok(name) => {
            let found = name.chars().take(debate::learning::MOST_DOMAIN).collect();
            return wrong("domain", found, "lower-case letters and digits, with hyphens between words");
        }
        Some(_) | None => {}
    }
    let Some(learned) = &rules.learning else { return Ok(()) };
    let weights = learned.weights.iter().map(|it| it.mean).chain(learned.accuracy.iter().map(|it| it.mean));
    if let Some(it) = weights.into_iter().find(|it| !(0.0..=1.0).contains(it)) {
        return wrong("learning", it.to_string(), "weights of 0 to 1");
    }
    if learned.questions.len() > MOST_QUESTIONS {
        return wrong("learning", format!("{} questions", learned.questions.len()), "at most 5 questions");
    }
    if learned.imported.len() > MOST_IMPORTS || learned.imported.iter().any(|it| it.len() > FOCUS_MOST_BYTES) {
        return wrong("learning", format!("{} imports", learned.imported.len()), "at most 50 imports, 400 bytes each");
    }
    match learned.questions.iter().find(|it| it.chars().count() > MOST_QUESTION) {
        Some(it) => wrong("learning", format!("a question of {} bytes", it.len()), "at most 300 characters each"),
        None => Ok(()),
    }
}

/// Checks the ranges of a panel's rules.
fn check_panel_rules(rules: &PanelRules) -> Result<(), SpecError> {
    let wrong = |setting, found: String, allowed| Err(SpecError::OutOfRange { setting, found, allowed });
    for aspect in &rules.aspects {
        match aspect.trim() {
            "" => return wrong("aspects", "one without a word".to_owned(), "words each"),
            it if it.len() > FOCUS_MOST_BYTES => {
                return wrong("aspects", format!("{} bytes", it.len()), "at most 400 bytes each");
            }
            it => check_words(it)?,
        }
    }
    let figures = [
        ("aspects", rules.aspects.len(), 0..=Spec::MOST_ASPECTS, "at most 12 aspects"),
        ("most_aspects", rules.most_aspects as usize, 1..=Spec::MOST_ASPECTS, "1 to 12"),
        ("clash", rules.clash as usize, 2..=4, "2 to 4 turns"),
        ("exchange", rules.exchange as usize, 2..=8, "2 to 8 turns"),
        ("rooms", rules.rooms as usize, 1..=Spec::MOST_ROOMS, "1 to 28"),
        ("remind", rules.remind as usize, 1..=usize::MAX, "at least 1 turn"),
    ];
    if let Some((setting, found, _, allowed)) = figures.into_iter().find(|(_, found, range, _)| !range.contains(found))
    {
        return wrong(setting, found.to_string(), allowed);
    }
    let Temperatures { turn, room, check, card } = rules.temperatures;
    let temperatures = [
        ("temperature_turn", turn),
        ("temperature_room", room),
        ("temperature_check", check),
        ("temperature_card", card),
    ];
    match temperatures.into_iter().find(|(_, it)| !(0.0..=2.0).contains(it)) {
        Some((setting, it)) => wrong(setting, it.to_string(), "0 to 2"),
        None => Ok(()),
    }
}
