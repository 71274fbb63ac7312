//! Why a request can't become a debate: the field or setting, and what is wrong with it.
//!
//! A field has a different name on each surface: `--budget` on the command line, `budget_usd` over HTTP and MCP, `budget` in a settings
//! file. A [`Surface`] knows these names, and [`PlanError::told_by`] puts them into the message.
use crate::settings::{NotAllowed, Origin, guess};
use debate::event::Reason;
use debate::{DebateId, Rules};
use engine::{ContinueError, ForkError, Spec, SpecError};
use exports::wording::money;
use std::fmt;

/// Why planning failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request or a setting is invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A settings file or a variable can't be read; the text names its place.
    #[error("{0}")]
    Settings(String),
    /// The request is valid, but an operation failed.
    #[error("{0}")]
    Failed(String),
    /// The engine refuses the debate for a reason that is not in the request.
    #[error(transparent)]
    Engine(engine::Error),
}

impl Error {
    /// An operation failed.
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

/// An invalid field of a request, or setting.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanError {
    /// The field.
    pub field: Field,
    /// The fault.
    pub kind: Kind,
}

/// A part of a request, or a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// A setting by its name, and the origin of its value.
    Setting(&'static str, Origin),
    /// A setting that a request gives by its name.
    Assigned(String),
    /// The topic and the ballot.
    Topic,
    /// Models, in any field.
    Models,
    /// Personas of a panel, and their models.
    Personas,
    /// Whether a panel quotes.
    Quote,
    /// Other models for the seats of a fork.
    Seats,
    /// A message to the participants.
    Say,
    /// The focus of the next round.
    Focus,
    /// The last event that a fork keeps.
    AtEvent,
    /// The last round that a fork keeps.
    AfterRound,
    /// Attachments.
    Attachments,
    /// Answers to requests of participants.
    Answers,
    /// The deck folder.
    Decks,
}

/// The fault of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Its value is not one of those allowed.
    NotAllowed(NotAllowed),
    /// Why its value is invalid, in words that name no field.
    Unusable(String),
    /// It is not written `KEY=VALUE`.
    NoAssignment,
    /// It is a provider's key, which no request may contain (O-40).
    Secret,
    /// A budget in US dollars with an unknown price.
    Unpriced(Unpriced),
    /// A budget below the estimate of one round.
    BelowOneRound {
        /// The budget.
        budget: Amount,
        /// The estimate of one round.
        round: Amount,
    },
    /// More than the owner of a server allows.
    AboveCeiling {
        /// The requested value.
        found: String,
        /// The allowed value.
        most: String,
    },
    /// A model should compare positions, and there is none.
    NoAnalyst,
    /// More rounds than a debate can have.
    TooManyRounds {
        /// The further rounds.
        more: u32,
        /// The rounds already played.
        played: u32,
    },
    /// Rounds of a panel, which has one for each aspect.
    PanelRounds,
    /// A different safety review while one is active.
    Watched,
    /// A model for a seat that is not named.
    NoSeatName {
        /// The model.
        model: String,
    },
    /// Models in a panel that only quotes.
    Quoting,
    /// A deck with fewer personas than a panel needs.
    SmallDeck {
        /// The deck.
        deck: String,
        /// How many it has.
        found: usize,
    },
    /// A persona whose beliefs or passages are not from its own texts (P-02).
    NotBorneOut {
        /// The persona.
        persona: String,
        /// The first fault.
        fault: Box<str>,
        /// Its deck.
        deck: String,
    },
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
    /// There is no home directory to store something in.
    NoHome {
        /// The data that would be stored.
        what: &'static str,
        /// The variable that would set the place.
        variable: &'static str,
    },
    /// It is not a valid debate.
    Spec(SpecError),
    /// It can't be continued in this way.
    Continue(ContinueError),
    /// It can't be forked in this way.
    Fork(ForkError),
}

/// The model whose price is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpriced {
    /// A participant's model.
    Participant,
    /// The model that reviews answers for harm.
    Evaluator(String),
    /// The model that compares positions.
    Analyst(String),
    /// The clerk of a panel, or the model of its crux rooms.
    PanelModel(String),
}

/// An amount of a budget.
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

/// An action besides sending the request again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy<'a> {
    /// Build another persona for this deck.
    Build(&'a str),
    /// List the faults of this deck.
    Check(&'a str),
    /// Resume this debate.
    Resume(&'a DebateId),
}

/// The names of fields on a surface.
pub trait Surface {
    /// The name of a field, in backticks, and its place unless that is clear.
    fn name(&self, field: &Field) -> String;

    /// Whether `none` lifts a limit; otherwise the field is left out.
    fn has_none(&self) -> bool;

    /// The command that does it, in backticks; none on a surface without commands.
    fn command(&self, _: Remedy<'_>) -> Option<String> {
        None
    }
}

/// Settings by their keys, as in a file.
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
    /// An error about a field with an invalid value.
    pub fn unusable(field: Field, why: impl fmt::Display) -> PlanError {
        PlanError { field, kind: Kind::Unusable(why.to_string()) }
    }

    /// An engine error as an error in the request; the error itself if it is of another kind.
    pub fn of(error: engine::Error) -> Result<PlanError, engine::Error> {
        Ok(match error {
            engine::Error::Spec(error) => error.into(),
            engine::Error::Continue(error) => error.into(),
            engine::Error::Fork(error) => error.into(),
            engine::Error::Mode(error) => PlanError::unusable(Field::request("mode"), unknown_mode(&error.word)),
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

    /// The message, in the words of a surface.
    pub fn told_by(&self, surface: &dyn Surface) -> String {
        let field = surface.name(&self.field);
        let setting = |name| surface.name(&Field::request(name));
        match &self.kind {
            Kind::NotAllowed(why) => {
                NotAllowed { or_none: why.or_none && surface.has_none(), ..why.clone() }.of(&field)
            }
            // A caller knows their own request; a setting may come from somebody else, so its origin is named.
            Kind::Unusable(why) => match matches!(&self.field, Field::Setting(_, origin) if origin.is_set()) {
                true => format!("{field}: {why}"),
                false => why.clone(),
            },
            Kind::NoAssignment => format!("{field} is not an assignment: write `KEY=VALUE`"),
            Kind::Secret => {
                format!("{field} is not accepted: put the key into its environment variable, such as `OPENAI_API_KEY`")
            }
            Kind::Unpriced(whose) => {
                let tokens = setting("budget_tokens");
                let (whose, advice) = match whose {
                    Unpriced::Participant => ("a participant's model".to_owned(), "set `[prices]`".to_owned()),
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
                    "{field} is {budget}, and one round of this debate is estimated at {round}; allow more, or {seat}"
                )
            }
            Kind::AboveCeiling { found, most } => {
                format!("{field} is {found}; the most that this server allows is {most}")
            }
            Kind::NoAnalyst => {
                format!("{field} is `model`, and no participant's model can compare positions; set `analyst_model`")
            }
            Kind::TooManyRounds { more, played } => format!(
                "{field} is {more}, and {played} are played already; a debate has at most {}",
                Rules::MOST_ROUNDS
            ),
            Kind::PanelRounds => format!(
                "{field} is for debates: a panel has a round for each aspect; name a further aspect with {}, or send a message to the \
                 participants with {}",
                surface.name(&Field::Focus),
                surface.name(&Field::Say)
            ),
            Kind::Watched => format!(
                "the safety review is active at this point, and stays active until it finds nothing in two rounds: fork from event \
                 0 with {}, or keep the safety settings",
                surface.name(&Field::AtEvent)
            ),
            Kind::NoSeatName { model } => {
                format!("{field} names `{model}` and no seat: write `NAME={model}`")
            }
            Kind::Quoting => {
                format!("{field} uses no model: name only personas with {}", surface.name(&Field::Personas))
            }
            Kind::SmallDeck { deck, found } => {
                let remedy = match surface.command(Remedy::Build(deck)) {
                    Some(command) => format!("build another with {command}"),
                    None => format!("name another with {}", surface.name(&Field::Decks)),
                };
                format!("a panel needs at least {} personas, and the deck `{deck}` has {found}; {remedy}", Spec::FEWEST)
            }
            Kind::NotBorneOut { persona, fault, deck } => {
                let remedy = match surface.command(Remedy::Check(deck)) {
                    Some(command) => format!("{command} lists every fault"),
                    None => format!("name others with {field}"),
                };
                format!("`{persona}` can't be seated: {fault}; {remedy}")
            }
            Kind::TooManyPersonas { found, names } => format!(
                "a panel has at most {} personas, and {found} are named; choose some with {field}: {names}",
                Spec::MOST
            ),
            Kind::StdinTwice => format!("{field} names standard input twice, and it can be read once"),
            Kind::NoDirectory(path) => {
                format!("{field} is `{path}`, which is not a directory; name one that has decks, or leave it out")
            }
            Kind::NoHome { what, variable } => {
                format!("can't find a directory for {what}: neither `{variable}` nor `HOME` is set; give {field}")
            }
            Kind::Spec(error @ SpecError::TooFew { .. }) => {
                format!("{error}; name more with {field}, or one model twice")
            }
            Kind::Fork(error @ (ForkError::NothingYet(_) | ForkError::Unfinished { .. })) => {
                format!("{error}; name the last event to keep with {field}")
            }
            Kind::Fork(error @ ForkError::Panel) => format!("{error}; leave {field} out, or start a new debate"),
            Kind::Continue(ContinueError::AtOnce { why }) => at_once(*why, surface),
            Kind::Continue(error @ ContinueError::NotOver(id)) => match surface.command(Remedy::Resume(id)) {
                Some(command) => format!("{error}; go on with {command}"),
                None => format!("{error}; where it is paused, resume it"),
            },
            Kind::Continue(error @ ContinueError::Answered { .. }) => {
                format!("{error}; leave it out, or say what is new with {}", surface.name(&Field::Say))
            }
            Kind::Spec(SpecError::Mode(error)) => unknown_mode(&error.word),
            Kind::Spec(error) => error.to_string(),
            Kind::Fork(error) => error.to_string(),
            Kind::Continue(error) => error.to_string(),
        }
    }
}

/// The error about a word that names no mode.
fn unknown_mode(word: &str) -> String {
    format!("unknown mode `{word}`{}", guess(word, "", formats::modes::names()))
}

/// Why a debate would end at once, and how to avoid that.
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
