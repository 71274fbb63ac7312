//! The MCP tools, resources, prompts and completions, as clients of both generations see them.
mod ballots;
mod bound;
mod called;
mod hostile;
mod layers;
mod listed;
pub(crate) mod panels;
mod resources;
mod table;
mod watched;
