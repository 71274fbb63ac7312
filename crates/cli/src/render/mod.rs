//! Renderers: each turns events, a verdict or a progress report into text. None of them can change a debate.
pub(crate) mod building;
pub(crate) mod columned;
pub(crate) mod fetching;
pub(crate) mod first;
pub(crate) mod list;
pub(crate) mod live;
pub(crate) mod panel;
pub(crate) mod plan;
pub(crate) mod spending;
pub(crate) mod style;
pub(crate) mod summary;
pub(crate) mod turns;
pub(crate) mod verdict;
pub(crate) mod why;

#[cfg(test)]
mod tests;
