//! Weights from sources that are wrong, interrupted, hanging or absent: the result is the right bytes or none.
mod hub;
mod killed;
mod real;
mod scene;
mod sources;
