//! Weights fetched from sources that lie, stop, hang or are not there: the right bytes come, or none.
mod hub;
mod killed;
mod real;
mod scene;
mod sources;
