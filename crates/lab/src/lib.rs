//! Debates as something to try out and to measure: simulated participants.
//!
//! Not here: arguments, settings and what is printed, which belong to the command line.
pub mod sim;

pub use sim::Sim;
