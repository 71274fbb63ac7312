//! What comes next. A format never waits, calls or remembers.
use crate::ask::{self, Ask, Part};
use crate::group::Group;
use crate::prompt::{Prompt, TemplateError};
use crate::seating::SeatingSeed;
use crate::{panel, watch};
use debate::relation::TurnRef;
use debate::reply::Grade;
use debate::{CallId, Debate, Event, Flaw, Name, Parallel, Participant, Turn};

/// How a debate is played.
pub trait Format: Send + Sync {
    /// Its name as users type it.
    fn name(&self) -> &'static str;
    /// What it is good for, in a line.
    fn summary(&self) -> &'static str;
    /// Who speaks at the same time when that is asked for without a level (D-60).
    fn parallel(&self) -> Parallel;
    /// Gives participants what the mode has them be: roles, disciplines, hidden names.
    fn seat(&self, participants: &mut [Participant], chance: &SeatingSeed);
    /// What to do next: the same debate gives the same step.
    fn next(&self, debate: &Debate) -> Step;
    /// The words that put the turns of a step, one after the other: the same debate and the same turn give the same words, whatever else is
    /// asked with it.
    fn prompter<'a>(&'a self, debate: &'a Debate) -> Prompter<'a>;
    /// Checks the answer to a turn that was read, and corrects what the mode says must be corrected; what was wrong is added to its flaws
    /// (D-04). Gives its grade.
    fn check(&self, debate: &Debate, ask: &ask::Turn, turn: &mut Turn, flaws: &mut Vec<Flaw>) -> Grade;

    /// The words that put the questions of a step, one prompt for each. Who reviews or helps is asked alike in every mode.
    fn prompts(&self, debate: &Debate, asks: &[Ask]) -> Result<Vec<Prompt>, TemplateError> {
        let mut prompter = self.prompter(debate);
        let prompt = |ask: &Ask| match ask {
            Ask::Turn(turn) => prompter(turn),
            Ask::Review(review) => watch::prompt(debate, review),
            Ask::Panel(ask) => panel::prompt(debate, ask),
        };
        asks.iter().map(prompt).collect()
    }
}

/// Puts turns into words. What several are told alike is put together once.
pub type Prompter<'a> = Box<dyn FnMut(&ask::Turn) -> Result<Prompt, TemplateError> + 'a>;

/// The next thing to do.
#[expect(clippy::large_enum_variant, reason = "a step lives until it is done, and there is one at a time")]
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Write down a fact that needs nobody's answer.
    Record(Event),
    /// Put these questions, all at once; never empty.
    Ask(Vec<Ask>),
    /// Have headlines, claims and terms grouped (B-03).
    Group(Group),
    /// Have positions compared, all at once; never empty (E-11).
    Compare(Vec<Compare>),
    /// Have these done in this process, all at once, before anybody is asked; never empty (P-04, P-31).
    LocalTasks(Vec<LocalTask>),
    /// Nothing: the debate is closed.
    Done,
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
    pub pairs: Vec<(TurnRef, TurnRef)>,
}

/// Something that is done in this process, and costs no call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalTask {
    /// Find what of a persona matters to a question that it is about to be asked (P-04).
    Recall(Recall),
    /// Find how what was said in a room stands to each other, where no model is asked (P-31).
    Judge(LocalJudge),
}

/// What of a persona matters to a question?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recall {
    /// The question that it is about to be asked.
    pub call: CallId,
    /// Whose beliefs.
    pub by: Name,
    /// What is being discussed.
    pub query: String,
    /// How many tokens of chunks there is room for.
    pub room: usize,
}

/// How does what was said in a room stand to each other?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalJudge {
    /// Where it stands.
    pub call: CallId,
    /// In which round.
    pub round: u32,
    /// Which room, from 0.
    pub room: usize,
    /// What it is asked for.
    pub part: Part,
    /// What is compared with what; may be empty, where words alone serve.
    pub pairs: Vec<(String, String)>,
}
