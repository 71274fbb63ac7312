//! The next step of a debate. A format never waits, calls or keeps state.
use crate::ask::{self, Ask, Part};
use crate::group::Group;
use crate::prompt::{Prompt, TemplateError};
use crate::seating::SeatingSeed;
use crate::{panel, safety_review};
use debate::relation::TurnRef;
use debate::reply::Grade;
use debate::{CallId, Debate, Event, Flaw, Name, Parallel, Participant, Turn};

/// The rules by which a debate proceeds.
pub trait Format: Send + Sync {
    /// Its name as users type it.
    fn name(&self) -> &'static str;
    /// Its use, in one line.
    fn summary(&self) -> &'static str;
    /// The level of parallel speaking where it is requested without one (D-60).
    fn parallel(&self) -> Parallel;
    /// Assigns the mode's roles, disciplines and hidden names.
    fn seat(&self, participants: &mut [Participant], seed: &SeatingSeed);
    /// The next step: a function of the debate alone.
    fn next(&self, debate: &Debate) -> Step;
    /// Composes the prompts of a step's turns, one after the other. A prompt is a function of the debate and its turn alone, whatever else is
    /// asked in the same step.
    fn prompter<'a>(&'a self, debate: &'a Debate) -> Prompter<'a>;
    /// Checks a parsed turn, corrects it where the mode demands that, and adds what was wrong to `flaws` (D-04). Returns its grade.
    fn check(&self, debate: &Debate, ask: &ask::Turn, turn: &mut Turn, flaws: &mut Vec<Flaw>) -> Grade;

    /// The prompts of a step's questions, one each. Reviews and helper models are asked in the same way in every mode.
    fn prompts(&self, debate: &Debate, asks: &[Ask]) -> Result<Vec<Prompt>, TemplateError> {
        let mut prompter = self.prompter(debate);
        let prompt = |ask: &Ask| match ask {
            Ask::Turn(turn) => prompter(turn),
            Ask::Review(review) => safety_review::prompt(debate, review),
            Ask::Panel(ask) => panel::prompt(debate, ask),
        };
        asks.iter().map(prompt).collect()
    }
}

/// Composes prompts of turns. Parts that several participants share are composed once.
pub type Prompter<'a> = Box<dyn FnMut(&ask::Turn) -> Result<Prompt, TemplateError> + 'a>;

/// The next thing to do.
#[expect(clippy::large_enum_variant, reason = "a step lives until it is done, and there is one at a time")]
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Record an event that needs no answer.
    Record(Event),
    /// Ask these questions concurrently; never empty.
    Ask(Vec<Ask>),
    /// Have headlines, claims and terms grouped (B-03).
    Group(Group),
    /// Have positions compared concurrently; never empty (E-11).
    Compare(Vec<Compare>),
    /// Do these tasks in this process, concurrently, before anybody is asked; never empty (P-04, P-31).
    LocalTasks(Vec<LocalTask>),
    /// Nothing: the debate is closed.
    Done,
}

/// A question to the analyst that compares positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compare {
    /// The id of the call.
    pub call: CallId,
    /// The round whose positions are compared.
    pub round: u32,
    /// The number of the vote, from 1 (P-30).
    pub vote: u32,
    /// The pairs of positions; never empty.
    pub pairs: Vec<(TurnRef, TurnRef)>,
}

/// A task that is done in this process and costs no call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalTask {
    /// Find the beliefs of a persona that are relevant to its next question (P-04).
    Recall(Recall),
    /// Compare statements of a room where no model is asked (P-31).
    Judge(LocalJudge),
}

/// The beliefs of a persona that are relevant to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recall {
    /// The id of the question's call.
    pub call: CallId,
    /// The participant whose persona is searched.
    pub by: Name,
    /// The text to search for.
    pub query: String,
    /// The most tokens of chunks.
    pub room: usize,
}

/// How do statements of a room relate?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalJudge {
    /// The id of the call.
    pub call: CallId,
    /// The round, from 1.
    pub round: u32,
    /// The index of the room, from 0.
    pub room: usize,
    /// The subject of the judgement.
    pub part: Part,
    /// The pairs to compare; may be empty where words alone suffice.
    pub pairs: Vec<(String, String)>,
}
