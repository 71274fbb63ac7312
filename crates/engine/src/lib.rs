//! Runs a debate in one loop: ask the format for the next step, carry it out, write its events, repeat.
//!
//! [`Spec`] describes a debate. [`start`] and [`resume`] run it in a [`World`] (models, log, clock), [`go_on`] continues a closed one,
//! [`fork()`] derives a new one, and [`replay`] runs it again from its own log. Dropping the future stops a debate at once; its log is
//! complete up to that point, so it can be resumed. Not here: what participants say and how a decision is made (`formats`, `analysis`), and
//! anything that a person looks at.
pub mod bus;
pub mod clock;
mod comparison;
mod error;
pub mod quote_model;
mod replay;
mod run;
mod seating;
pub mod sim;
mod spec;
pub mod supervisor;
pub mod tools;
mod world;

pub use bus::{Bus, Signal, Subscriber};
pub use clock::{Clock, Live, Stamp};
pub use comparison::analyst::{self, Analyst, Lexical, Local, Texts};
pub use error::Error;
pub use quote_model::QuoteModel;
pub use replay::replay;
pub use run::continuation::{Continuation, ContinueError, FOCUS_MOST_BYTES, go_on, reopening, stopping};
pub use run::fork::{At, Changes, Cut, ForkError, fork};
pub use run::{before_anybody_speaks, opening, resume, start};
pub use seating::{Seat, models, models_of, seat};
pub use spec::{Spec, SpecError, check_words};
pub use supervisor::{Limits, Owner, ResourceProvider, Resources, Status, Supervisor, SupervisorError, Watcher};
pub use tools::{Material, Tool, ToolOutput, Toolbox, Tools};
pub use world::{Journal, PauseFlag, World};
