//! From a question to its prompt, whatever the profile. Not here: which words (`full`, `lean`).
use super::{Prompt, TemplateError, fill, form, full, lean, library};
use crate::answer::Form;
use crate::rounds::Rounds;
use crate::step::{Ask, Script};
use debate::{Debate, Flaw, Horizon, Layout, Name, Profile, Role, Round};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

/// The prompts of a step. What several speakers are told alike is put together once.
pub(crate) struct Scenes<'a> {
    mode: &'a Rounds,
    debate: &'a Debate,
    made: BTreeMap<Reader, Scene>,
}

/// All that decides what somebody is told before the task.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reader {
    pub(super) profile: Profile,
    pub(super) layout: Layout,
    pub(super) role: Option<Role>,
    pub(super) horizon: Horizon,
    /// Who reads, where that makes a difference: names are hidden.
    pub(super) alone: Option<Name>,
}

/// The rules, and the debate so far.
struct Scene {
    system: Arc<str>,
    seen: String,
}

impl<'a> Scenes<'a> {
    /// Nothing is put together yet.
    pub(crate) fn of(mode: &'a Rounds, debate: &'a Debate) -> Scenes<'a> {
        Scenes { mode, debate, made: BTreeMap::new() }
    }

    /// The prompt that puts one question.
    pub(crate) fn prompt(&mut self, ask: &Ask) -> Result<Prompt, TemplateError> {
        let (mode, debate) = (self.mode, self.debate);
        let participant = debate.participant(&ask.who);
        let reader = Reader {
            profile: debate.profile(&ask.who),
            layout: participant.map(|it| it.layout).unwrap_or_default(),
            role: participant.and_then(|it| it.role),
            horizon: ask.horizon,
            alone: participant.and_then(|it| it.alias.is_some().then(|| it.name.clone())),
        };
        let scene = match self.made.entry(reader.clone()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(scene(mode, debate, &reader)?),
        };
        let form = match reader.profile {
            Profile::Full => Form::Full(full::fields(debate, &reader)),
            Profile::Lean => form::lean(debate, ask)?,
        };
        let user = format!("{}\n\n{}", scene.seen, task(mode, debate, ask, &reader)?);
        Ok(Prompt { system: scene.system.clone(), user, form })
    }
}

fn scene(mode: &Rounds, debate: &Debate, reader: &Reader) -> Result<Scene, TemplateError> {
    let words = mode.words.of(reader.role)?;
    let (system, seen) = match reader.profile {
        Profile::Full => {
            let system = full::system(mode, &words.full, debate, reader)?;
            let seen = full::seen(debate, reader, &system)?;
            (system, seen)
        }
        Profile::Lean => (lean::system(mode, &words.lean, debate)?, lean::seen(debate, reader)?),
    };
    Ok(Scene { system: system.into(), seen })
}

/// What is asked of whom: last, for it changes most.
fn task(mode: &Rounds, debate: &Debate, ask: &Ask, reader: &Reader) -> Result<String, TemplateError> {
    let words = mode.words.of(reader.role)?;
    let task = match reader.profile {
        Profile::Full => full::task(debate, ask)?,
        Profile::Lean => lean::task(&words.lean, debate, ask)?,
    };
    match ask.script {
        Script::Turn | Script::Review => Ok(task),
        Script::Again => {
            let flaws = debate.round().map(|it| flaws(it, ask)).unwrap_or_default();
            Ok(format!("{task}\n\n{}", fill(library::AGAIN, &[("flaws", &flaws)])?))
        }
    }
}

fn flaws(round: &Round, ask: &Ask) -> String {
    let flaws = round.unusable.get(&ask.who).map(Vec::as_slice).unwrap_or_default();
    flaws.iter().map(Flaw::to_string).collect::<Vec<_>>().join("; ")
}
