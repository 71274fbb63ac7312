//! Why no debate can be made of what was asked for: which field of the request or which setting, and what is wrong with it.
//!
//! A field has another name on each surface: `--budget` on the command line, `budget_usd` over HTTP and MCP, `budget` in a settings file.
//! A [`Surface`] knows these names, and [`PlanError::told_by`] puts them into the sentence.
use crate::settings::{NotAllowed, Origin};
use debate::Rules;
use debate::event::Reason;
use engine::{ContinueError, ForkError, Spec, SpecError};
use exports::wording::money;
use std::fmt;

/// Why there is no debate.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request or a setting is wrong.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A settings file or a variable can't be read; said with its place.
    #[error("{0}")]
    Settings(String),
    /// All of that is right, and it could not be carried out.
    #[error("{0}")]
    Failed(String),
    /// The engine refuses a debate for another reason than its request.
    #[error(transparent)]
    Engine(engine::Error),
}

impl Error {
    /// It could not be carried out.
    pub(crate) fn failed(why: impl fmt::Display) -> Error {
        Error::Failed(why.to_string())
    }
}

impl From<engine::Error> for Error {
    fn from(error: engine::Error) -> Error {
        match PlanError::of(error) {
            Ok(error) => Error::Plan(error),
            Err(error) => Error::Engine(error),
        }
    }
}

/// A field of a request, or a setting, that is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanError {
    /// Which.
    pub field: Field,
    /// What is wrong with it.
    pub kind: Kind,
}

/// A part of a request, or a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// A setting by its name, and where its value comes from.
    Setting(&'static str, Origin),
    /// A setting that a request gives by its name.
    Assigned(String),
    /// What is debated, and what is put to the vote.
    Topic,
    /// Models that are to be asked, whichever field names them.
    Models,
    /// Personas of a panel, and their models.
    Personas,
    /// Whether a panel quotes.
    Quote,
    /// Other models for seats of a fork.
    Seats,
    /// What participants are told.
    Say,
    /// What the next round must answer.
    Focus,
    /// The last event that a fork keeps.
    AtEvent,
    /// The last round that a fork keeps.
    AfterRound,
    /// Texts that participants may look into.
    Attachments,
    /// What is brought because participants asked for it.
    Answers,
    /// Where decks are.
    Decks,
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Its value is none of those allowed.
    NotAllowed(NotAllowed),
    /// Why its value is of no use, in words that name no field.
    Unusable(String),
    /// It is not written `KEY=VALUE`.
    NoAssignment,
    /// It is a key of a provider, which no request may hold (O-40).
    Secret,
    /// A budget in US dollars, where a price is not known.
    Unpriced(Unpriced),
    /// A budget that does not allow for one round.
    BelowOneRound {
        /// The budget.
        budget: Amount,
        /// What one round is estimated at.
        round: Amount,
    },
    /// More than the owner of a server allows.
    AboveCeiling {
        /// What was asked for.
        found: String,
        /// What is allowed.
        most: String,
    },
    /// A model is to compare positions, and there is none.
    NoAnalyst,
    /// Rounds beyond the most that a debate has.
    TooManyRounds {
        /// Further ones.
        more: u32,
        /// Those that are played.
        played: u32,
    },
    /// Rounds of a panel, which has one for each aspect.
    PanelRounds,
    /// Another watch where the debate is watched.
    Watched,
    /// A model for a seat that is not named.
    NoSeatName {
        /// The model.
        model: String,
    },
    /// Models where personas only quote.
    Quoting,
    /// More personas than a panel seats.
    TooManyPersonas {
        /// How many.
        found: usize,
        /// The names to choose from.
        names: String,
    },
    /// Standard input is named twice.
    StdinTwice,
    /// There is no such directory.
    NoDirectory(String),
    /// There is no home to put something into.
    NoHome {
        /// What.
        what: &'static str,
        /// The variable that would say where.
        variable: &'static str,
    },
    /// It is no debate.
    Spec(SpecError),
    /// It can't go on like that.
    Continue(ContinueError),
    /// It can't be forked like that.
    Fork(ForkError),
}

/// Whose price is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpriced {
    /// That of a participant.
    Participant,
    /// That of the model which reads answers for harm.
    Evaluator(String),
    /// That of the model which compares positions.
    Analyst(String),
    /// That of the clerk of a panel, or of the model that speaks in its rooms.
    PanelModel(String),
}

/// What may be spent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// In US dollars.
    Usd(f64),
    /// In tokens.
    Tokens(u64),
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Amount::Usd(usd) => f.write_str(&money(Some(*usd))),
            Amount::Tokens(tokens) => tokens.fmt(f),
        }
    }
}

/// What fields are called where somebody asks for debates.
pub trait Surface {
    /// The name of a field, in backticks, and where it stands unless that is clear.
    fn name(&self, field: &Field) -> String;

    /// Whether a limit can be lifted by the word `none`; else it is left out.
    fn has_none(&self) -> bool;
}

/// Settings by their keys, as a file has them.
struct Keys;

impl Surface for Keys {
    fn name(&self, field: &Field) -> String {
        let name = match field {
            Field::Setting(name, Origin::Default | Origin::Flag) => name,
            Field::Setting(name, Origin::User(path) | Origin::Project(path)) => {
                return format!("{}: `{name}`", path.display());
            }
            Field::Setting(_, Origin::Env(variable)) => variable.as_str(),
            Field::Assigned(name) => name,
            Field::Topic => "topic",
            Field::Models => "models",
            Field::Personas => "personas",
            Field::Quote => "quote",
            Field::Seats => "seats",
            Field::Say => "say",
            Field::Focus => "focus",
            Field::AtEvent => "at_event",
            Field::AfterRound => "after_round",
            Field::Attachments => "attachments",
            Field::Answers => "answers",
            Field::Decks => "decks",
        };
        format!("`{name}`")
    }

    fn has_none(&self) -> bool {
        true
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told_by(&Keys))
    }
}

impl std::error::Error for PlanError {}

impl Field {
    /// A setting as a request would give it.
    pub(crate) fn request(name: &'static str) -> Field {
        Field::Setting(name, Origin::Flag)
    }
}

impl PlanError {
    /// The same about a field whose value is of no use.
    pub fn unusable(field: Field, why: impl fmt::Display) -> PlanError {
        PlanError { field, kind: Kind::Unusable(why.to_string()) }
    }

    /// What the engine refuses a request for; the error itself where it is another.
    pub fn of(error: engine::Error) -> Result<PlanError, engine::Error> {
        Ok(match error {
            engine::Error::Spec(error) => error.into(),
            engine::Error::Continue(error) => error.into(),
            engine::Error::Fork(error) => error.into(),
            engine::Error::Mode(error) => PlanError::unusable(Field::request("mode"), error),
            error @ (engine::Error::Store(_)
            | engine::Error::Fold(_)
            | engine::Error::Prompt(_)
            | engine::Error::NoModel { .. }
            | engine::Error::Stray { .. }
            | engine::Error::NotRecorded { .. }
            | engine::Error::RecordingEnds { .. }
            | engine::Error::RecordingGoesOn { .. }
            | engine::Error::Diverged { .. }) => return Err(error),
        })
    }

    /// What is wrong, in the words of a surface.
    pub fn told_by(&self, surface: &dyn Surface) -> String {
        let field = surface.name(&self.field);
        let setting = |name| surface.name(&Field::request(name));
        match &self.kind {
            Kind::NotAllowed(why) => {
                NotAllowed { or_none: why.or_none && surface.has_none(), ..why.clone() }.of(&field)
            }
            // Whoever asks knows where; what was set may have been set by somebody else.
            Kind::Unusable(why) => match matches!(&self.field, Field::Setting(_, origin) if origin.is_set()) {
                true => format!("{field}: {why}"),
                false => why.clone(),
            },
            Kind::NoAssignment => format!("{field} is no setting: write it as `KEY=VALUE`"),
            Kind::Secret => {
                format!("{field} is not accepted: put the key into its environment variable, such as `OPENAI_API_KEY`")
            }
            Kind::Unpriced(whose) => {
                let tokens = setting("budget_tokens");
                let (whose, advice) = match whose {
                    Unpriced::Participant => ("a model at this table".to_owned(), "set `[prices]`".to_owned()),
                    Unpriced::Evaluator(model) => (
                        format!("`{model}`, which may read answers for harm,"),
                        "set `[prices]` or `safety_model`".to_owned(),
                    ),
                    Unpriced::Analyst(model) => (
                        format!("`{model}`, which compares positions,"),
                        "set `[prices]` or `analyst_model`".to_owned(),
                    ),
                    Unpriced::PanelModel(model) => (
                        format!("`{model}`, which serves the panel,"),
                        format!(
                            "set `[prices]`, name another with {} or {}",
                            setting("panel_clerk"),
                            setting("panel_strong")
                        ),
                    ),
                };
                format!("{field} can't be kept: the price of {whose} is not known; {advice}, or use {tokens}")
            }
            Kind::BelowOneRound { budget, round } => {
                let seat = match budget {
                    Amount::Usd(_) => "seat cheaper models",
                    Amount::Tokens(_) => "seat fewer",
                };
                format!(
                    "{field} is {budget}, and one round of this table is estimated at {round}; allow more, or {seat}"
                )
            }
            Kind::AboveCeiling { found, most } => {
                format!("{field} is {found}; the most that this server allows is {most}")
            }
            Kind::NoAnalyst => {
                format!("{field} is `model`, and no model at this table can compare positions; set `analyst_model`")
            }
            Kind::TooManyRounds { more, played } => format!(
                "{field} is {more}, and {played} are played already; a debate has at most {}",
                Rules::MOST_ROUNDS
            ),
            Kind::PanelRounds => format!(
                "{field} is for debates: a panel has a round for each aspect; name a further one with {}, or say something to the \
                 closing with {}",
                surface.name(&Field::Focus),
                surface.name(&Field::Say)
            ),
            Kind::Watched => format!(
                "the debate is watched at this point, and what is watched stays so until two rounds bring nothing: fork it from event \
                 0 with {}, or leave the settings of safety as they are",
                surface.name(&Field::AtEvent)
            ),
            Kind::NoSeatName { model } => {
                format!("{field} names `{model}` and no seat: write `NAME={model}`")
            }
            Kind::Quoting => {
                format!("{field} asks no model: name personas alone with {}", surface.name(&Field::Personas))
            }
            Kind::TooManyPersonas { found, names } => format!(
                "a panel has at most {} personas, and these are {found}; name some with {field}: {names}",
                Spec::MOST
            ),
            Kind::StdinTwice => format!("{field} names standard input twice, and it can be read once"),
            Kind::NoDirectory(path) => {
                format!("{field} is `{path}`, which is no directory; give one that has decks, or leave it out")
            }
            Kind::NoHome { what, variable } => {
                format!("there is no place for {what}: neither `{variable}` nor `HOME` is set; give {field}")
            }
            Kind::Spec(error @ SpecError::TooFew { .. }) => {
                format!("{error}; name more with {field}, or one model twice")
            }
            Kind::Fork(error @ (ForkError::NothingYet(_) | ForkError::Unfinished { .. })) => {
                format!("{error}; name the last event to keep with {field}")
            }
            Kind::Fork(error @ ForkError::Panel) => format!("{error}; leave {field} out, or start anew"),
            Kind::Continue(ContinueError::AtOnce { why }) => at_once(*why, surface),
            Kind::Continue(error @ ContinueError::Answered { .. }) => {
                format!("{error}; leave it out, or say what is new with {}", surface.name(&Field::Say))
            }
            Kind::Spec(error) => error.to_string(),
            Kind::Fork(error) => error.to_string(),
            Kind::Continue(error) => error.to_string(),
        }
    }
}

/// Why a debate would end at once, and how to let it go on.
fn at_once(why: Reason, surface: &dyn Surface) -> String {
    let setting = |name| surface.name(&Field::request(name));
    let advice = match why {
        Reason::RoundCap => format!("allow more with {}", setting("rounds")),
        Reason::Budget => format!("allow more with {} or {}", setting("budget"), setting("budget_tokens")),
        Reason::Deadline => format!("allow more with {}", setting("deadline")),
        Reason::Consensus
        | Reason::Plateau
        | Reason::Insufficient
        | Reason::Stable
        | Reason::Unassailable
        | Reason::DiminishingReturns
        | Reason::Escalated
        | Reason::NeedsContext
        | Reason::Stopped
        | Reason::Discussed => format!(
            "say something with {}, or fork it with another {} or an earlier {}",
            surface.name(&Field::Say),
            setting("algorithm"),
            surface.name(&Field::AfterRound)
        ),
    };
    format!("{}; {advice}", ContinueError::AtOnce { why })
}

impl From<SpecError> for PlanError {
    fn from(error: SpecError) -> PlanError {
        let field = match &error {
            SpecError::TooFew { .. } | SpecError::TooMany { .. } | SpecError::SameName(_) => Field::request("table"),
            SpecError::Mode(_) => Field::request("mode"),
            SpecError::Harmful(_) => Field::Topic,
            SpecError::OutOfRange { setting, .. } => Field::request(setting),
            SpecError::HalfAPanel(_)
            | SpecError::Unseated { .. }
            | SpecError::NoPersona(_)
            | SpecError::Quoting { .. } => Field::Personas,
        };
        PlanError { field, kind: Kind::Spec(error) }
    }
}

impl From<ContinueError> for PlanError {
    fn from(error: ContinueError) -> PlanError {
        let field = match &error {
            ContinueError::AtOnce { .. } | ContinueError::NotOver(_) => Field::request("rounds"),
            ContinueError::Empty { .. } | ContinueError::TooLong { .. } => Field::Say,
            ContinueError::NotAskedFor { .. } | ContinueError::Answered { .. } => Field::Answers,
            ContinueError::Refused(error) => return error.clone().into(),
        };
        PlanError { field, kind: Kind::Continue(error) }
    }
}

impl From<ForkError> for PlanError {
    fn from(error: ForkError) -> PlanError {
        let field = match &error {
            ForkError::NothingYet(_) | ForkError::Unfinished { .. } | ForkError::NoEvent { .. } => Field::AtEvent,
            ForkError::NoRound { .. } => Field::AfterRound,
            ForkError::NoSeat { .. } => Field::Seats,
            ForkError::Mode(_) | ForkError::Panel => Field::request("mode"),
        };
        PlanError { field, kind: Kind::Fork(error) }
    }
}
