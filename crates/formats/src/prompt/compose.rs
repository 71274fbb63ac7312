//! From a question to its prompt, whatever the profile. Not here: which words (`full`, `lean`).
use super::{Prompt, TemplateError, fill, form, full, lean, library};
use crate::answer::Form;
use crate::rounds::Rounds;
use crate::step::{Ask, Script};
use debate::{Debate, Flaw, Profile, Round};
use std::sync::Arc;

/// What everyone of a profile who is asked at the same time is told: the rules, and the debate so far.
pub struct Scene<'a> {
    mode: &'a Rounds,
    profile: Profile,
    system: Arc<str>,
    seen: String,
}

impl<'a> Scene<'a> {
    /// Puts together what the speakers of a step have in common.
    pub fn of(mode: &'a Rounds, debate: &Debate, round: &Round, profile: Profile) -> Result<Scene<'a>, TemplateError> {
        let (system, seen) = match profile {
            Profile::Full => {
                let system = full::system(mode, debate, round)?;
                let seen = full::seen(mode, debate, round, &system)?;
                (system, seen)
            }
            Profile::Lean => (lean::system(mode, debate)?, lean::seen(mode, debate)?),
        };
        Ok(Scene { mode, profile, system: system.into(), seen })
    }

    /// The prompt that puts one question.
    pub fn prompt(&self, debate: &Debate, ask: &Ask) -> Result<Prompt, TemplateError> {
        let form = match self.profile {
            Profile::Full => Form::Full,
            Profile::Lean => form::lean(debate, ask)?,
        };
        let user = format!("{}\n\n{}", self.seen, self.task(debate, ask)?);
        Ok(Prompt { system: self.system.clone(), user, form })
    }

    /// What is asked of whom: last, for it changes most.
    fn task(&self, debate: &Debate, ask: &Ask) -> Result<String, TemplateError> {
        let task = match self.profile {
            Profile::Full => full::task(debate, ask)?,
            Profile::Lean => lean::task(self.mode, debate, ask)?,
        };
        match ask.script {
            Script::Turn => Ok(task),
            Script::Again => {
                let flaws = debate.round().map(|it| flaws(it, ask)).unwrap_or_default();
                Ok(format!("{task}\n\n{}", fill(library::AGAIN, &[("flaws", &flaws)])?))
            }
        }
    }
}

fn flaws(round: &Round, ask: &Ask) -> String {
    let flaws = round.unusable.get(&ask.who).map(Vec::as_slice).unwrap_or_default();
    flaws.iter().map(Flaw::to_string).collect::<Vec<_>>().join("; ")
}
