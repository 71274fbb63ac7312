//! Personas out of texts, as a whole: in through the public functions, out as text.
mod beliefs;
mod contract;
mod corpora;
mod model;
mod recall;
