//! MCP tools, resources, prompts and completions, with clients of both generations of the protocol.
mod ballots;
mod bound;
mod called;
mod fixture;
mod hostile;
mod layers;
mod listed;
pub(crate) mod panels;
mod resources;
mod watched;
