//! How things look. Each renderer reads events or a verdict and gives text; none of them can change a debate.
pub(crate) mod live;
pub(crate) mod markdown;
pub(crate) mod style;
pub(crate) mod turns;
pub(crate) mod verdict;
