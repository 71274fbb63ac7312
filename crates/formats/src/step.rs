//! What comes next. A format never waits, calls or remembers.
use crate::prompt::{Prompt, TemplateError};
use crate::seating::Chance;
use debate::relation::Said;
use debate::reply::Grade;
use debate::{CallId, Debate, Event, Flaw, Horizon, Name, Parallel, Participant, Turn};

/// How a debate is played.
pub trait Format: Send + Sync {
    /// Its name as users type it.
    fn name(&self) -> &'static str;
    /// What it is good for, in a line.
    fn summary(&self) -> &'static str;
    /// Who speaks at the same time when that is asked for without a level (D-60).
    fn parallel(&self) -> Parallel;
    /// Gives participants what the mode has them be: roles, disciplines, hidden names.
    fn seat(&self, participants: &mut [Participant], chance: &Chance);
    /// What to do next: the same debate gives the same step.
    fn next(&self, debate: &Debate) -> Step;
    /// The words that put the questions of a step, one prompt for each: the same debate and the same question give the same
    /// words, whatever else is asked with it.
    fn prompts(&self, debate: &Debate, asks: &[Ask]) -> Result<Vec<Prompt>, TemplateError>;
    /// Checks an answer that was read, and corrects what the mode says must be corrected; what was wrong is added to its flaws
    /// (D-04). Gives its grade.
    fn check(&self, debate: &Debate, ask: &Ask, turn: &mut Turn, flaws: &mut Vec<Flaw>) -> Grade;
}

/// The next thing to do.
#[expect(clippy::large_enum_variant, reason = "a step lives until it is done, and there is one at a time")]
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Write down a fact that needs nobody's answer.
    Record(Event),
    /// Put these questions, all at once; never empty.
    Ask(Vec<Ask>),
    /// Have positions compared, all at once; never empty (E-11).
    Compare(Vec<Compare>),
    /// Nothing: the debate is closed.
    Done,
}

/// A question to a participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Where it stands.
    pub call: CallId,
    /// In which round.
    pub round: u32,
    /// Whom it is put to.
    pub who: Name,
    /// How much of the current round is shown.
    pub horizon: Horizon,
    /// Which words put it.
    pub script: Script,
}

/// A question to whoever compares positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compare {
    /// Where it stands.
    pub call: CallId,
    /// After which round.
    pub round: u32,
    /// Which vote it is, from 1 (P-30).
    pub vote: u32,
    /// What is compared with what; never empty.
    pub pairs: Vec<(Said, Said)>,
}

/// Which words put a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// A turn.
    Turn,
    /// The same turn once more, with what was wrong with the answer (D-21).
    Again,
    /// Whether what `who` said may be seen: the evaluator's question (D-50).
    Review,
}
