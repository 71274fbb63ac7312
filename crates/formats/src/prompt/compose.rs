//! From a question to its prompt, whatever the profile. Not here: which words (`full`, `lean`).
use super::full::{self, BETWEEN, Seen};
use super::{Prompt, TemplateError, fill, form, lean, library};
use crate::answer::Form;
use crate::rounds::{Group, Rounds};
use crate::step::{Ask, Script};
use crate::tools::{self, Allowance};
use analysis::statistics::{self, Statistics};
use analysis::verdict::Tally;
use debate::view::hidden;
use debate::view::mask::Masked;
use debate::{Channels, Debate, Flaw, Horizon, Layout, Name, Participant, Profile, Role, Round};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// The prompts of a step. What several speakers are told alike is put together once.
pub(crate) struct Scenes<'a> {
    mode: &'a Rounds,
    debate: &'a Debate,
    /// The debate without names, once somebody is asked who must not know them.
    masked: Option<Masked>,
    made: BTreeMap<Reader, Scene<'a>>,
}

/// All that decides what somebody is told before the task.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reader {
    pub(super) profile: Profile,
    pub(super) layout: Layout,
    pub(super) role: Option<Role>,
    pub(super) horizon: Horizon,
    /// Who reads, where that makes a difference: something is hidden.
    pub(super) alone: Option<Name>,
    /// How it tells whose position it votes on.
    pub(super) signing: Signing,
}

/// How participants tell whose position they vote on, where several hold it: all must name the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Signing {
    /// By who is shown first.
    First,
    /// By the number that a hidden name has.
    Number,
    /// By the alphabet: each is shown another first.
    Alphabet,
    /// Not at all: what the others hold is not shown.
    Unseen,
}

impl Signing {
    fn of(debate: &Debate, participant: Option<&Participant>) -> Signing {
        match (debate.rules.hidden, participant.and_then(|it| it.alias.as_ref())) {
            (Channels { answers: true, .. }, _) => Signing::Unseen,
            (_, Some(_)) => Signing::Number,
            (Channels { order: true, .. }, None) => Signing::Alphabet,
            (_, None) => Signing::First,
        }
    }
}

/// The rules, and the debate so far.
struct Scene<'a> {
    /// The debate as it may be seen.
    debate: Cow<'a, Debate>,
    system: Arc<str>,
    seen: String,
    stable: Vec<usize>,
}

impl<'a> Scenes<'a> {
    /// Nothing is put together yet.
    pub(crate) fn of(mode: &'a Rounds, debate: &'a Debate) -> Scenes<'a> {
        Scenes { mode, debate, masked: None, made: BTreeMap::new() }
    }

    /// The prompt that puts one question.
    pub(crate) fn prompt(&mut self, ask: &Ask) -> Result<Prompt, TemplateError> {
        let (mode, debate) = (self.mode, self.debate);
        let tools = tools::allowance(debate, &ask.who, ask.horizon);
        let participant = debate.participant(&ask.who);
        let reader = Reader {
            profile: debate.profile(&ask.who),
            layout: participant.map(|it| it.layout).unwrap_or_default(),
            role: participant.and_then(|it| it.role),
            horizon: ask.horizon,
            alone: participant.filter(|it| is_alone(debate, it)).map(|it| it.name.clone()),
            signing: Signing::of(debate, participant),
        };
        let scene = match self.made.entry(reader.clone()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let named = match participant.filter(|it| it.alias.is_some()) {
                    Some(it) => Cow::Owned(self.masked.get_or_insert_with(|| Masked::of(debate)).seen_by(it)),
                    None => Cow::Borrowed(debate),
                };
                let group = match mode.group {
                    Group::Untold => None,
                    Group::Told => group(&named)?,
                };
                let seen = match participant.filter(|_| has_closed(debate.rules.hidden)) {
                    Some(it) => Cow::Owned(hidden::shown(named.into_owned(), it.known_as())),
                    None => named,
                };
                entry.insert(scene(mode, seen, group, &reader)?)
            }
        };
        let (debate, who) = (scene.debate.as_ref(), participant.map_or(&ask.who, Participant::known_as).clone());
        let ask = &Ask { who, ..ask.clone() };
        let form = match reader.profile {
            Profile::Full => Form::Full(full::fields(debate, &reader)),
            Profile::Lean => form::lean(debate, ask)?,
        };
        let mut user = format!("{}{BETWEEN}{}", scene.seen, task(mode, debate, ask, &reader)?);
        if let Some(allowance) = &tools {
            user.push('\n');
            user.push_str(&calls(allowance, &reader)?);
        }
        Ok(Prompt { system: scene.system.clone(), user, stable: scene.stable.clone(), form, tools, temperature: None })
    }
}

/// Whether what this participant is shown is not what others are.
fn is_alone(debate: &Debate, participant: &Participant) -> bool {
    participant.alias.is_some() || has_closed(debate.rules.hidden)
}

/// Whether anything is closed besides names, which an alias hides.
fn has_closed(hidden: Channels) -> bool {
    Channels { names: false, ..hidden } != Channels::default()
}

fn scene<'a>(
    mode: &Rounds,
    debate: Cow<'a, Debate>,
    group: Option<String>,
    reader: &Reader,
) -> Result<Scene<'a>, TemplateError> {
    let words = mode.words.of(reader.role)?;
    let (system, seen, stable) = match reader.profile {
        Profile::Full => {
            let system = full::system(mode, &words.full, &debate, reader)?;
            let Seen { text, stable } = full::seen(&debate, reader, &system)?;
            (system, text, stable)
        }
        Profile::Lean => (lean::system(mode, &words.lean, &debate)?, lean::seen(&debate, reader)?, Vec::new()),
    };
    let seen = [Some(seen), group].into_iter().flatten().collect::<Vec<_>>().join(BETWEEN);
    Ok(Scene { debate, system: system.into(), seen, stable })
}

/// How the group stood in the round before, in those figures that are not hidden.
fn group(debate: &Debate) -> Result<Option<String>, TemplateError> {
    let before = debate.rounds.split_last().and_then(|(_, before)| before.last());
    let Some((round, figures)) = before.and_then(|it| Some((it.number, statistics::of(it)?))) else { return Ok(None) };
    let (template, names): (&str, &[&str]) = match debate.rules.hidden {
        Channels { confidence: true, answers: true, .. } => return Ok(None),
        Channels { confidence: true, answers: false, .. } => {
            (library::SEEN_GROUP_VOTES, &["round", "accept", "minor", "blocker", "none"])
        }
        Channels { confidence: false, answers: true, .. } => {
            (library::SEEN_GROUP_CONFIDENCE, &["round", "mean", "median", "deviation", "least", "most"])
        }
        Channels { confidence: false, answers: false, .. } => (
            library::SEEN_GROUP,
            &["round", "mean", "median", "deviation", "least", "most", "accept", "minor", "blocker", "none"],
        ),
    };
    let rounded = |it: f64| format!("{it:.2}");
    let Statistics { mean, median, deviation, least, most, votes } = figures;
    let Tally { accept, minor, blocker, none } = votes;
    let figures = [
        ("round", round.to_string()),
        ("mean", rounded(mean)),
        ("median", rounded(median)),
        ("deviation", rounded(deviation)),
        ("least", rounded(least)),
        ("most", rounded(most)),
        ("accept", accept.to_string()),
        ("minor", minor.to_string()),
        ("blocker", blocker.to_string()),
        ("none", none.to_string()),
    ];
    let shown = figures.iter().filter(|(name, _)| names.contains(name));
    let variables: Vec<(&str, &str)> = shown.map(|(name, value)| (*name, value.as_str())).collect();
    fill(template, &variables).map(Some)
}

/// What is asked of whom: last, for it changes most.
fn task(mode: &Rounds, debate: &Debate, ask: &Ask, reader: &Reader) -> Result<String, TemplateError> {
    let words = mode.words.of(reader.role)?;
    let task = match reader.profile {
        Profile::Full => full::task(&words.full, debate, ask, reader)?,
        Profile::Lean => lean::task(&words.lean, debate, ask)?,
    };
    match ask.script {
        Script::Turn | Script::Review | Script::Aspects | Script::Room { .. } => Ok(task),
        Script::Again => {
            let flaws = debate.round().map(|it| flaws(it, ask)).unwrap_or_default();
            Ok(format!("{task}\n\n{}", fill(library::AGAIN, &[("flaws", &flaws)])?))
        }
    }
}

/// How often tools may be called in this turn (D-61).
fn calls(Allowance { fewest, most, .. }: &Allowance, reader: &Reader) -> Result<String, TemplateError> {
    let (fewest, most) = (fewest.to_string(), most.to_string());
    let (together, in_turn) = match reader.profile {
        Profile::Full => (library::TOOLS_TOGETHER, library::TOOLS_IN_TURN),
        Profile::Lean => return Ok(library::LEAN_TOOLS_TASK.trim_end().to_owned()),
    };
    let template = match reader.horizon {
        Horizon::BeforeRound => together,
        Horizon::Now => in_turn,
    };
    fill(template, &[("fewest", &fewest), ("most", &most)])
}

fn flaws(round: &Round, ask: &Ask) -> String {
    let flaws = round.unusable.get(&ask.who).map(Vec::as_slice).unwrap_or_default();
    flaws.iter().map(Flaw::to_string).collect::<Vec<_>>().join("; ")
}
