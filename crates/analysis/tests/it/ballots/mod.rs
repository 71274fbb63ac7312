//! What ballots come to (B-05 … B-23): tables of small counts, figures worked by hand, and what holds of every debate.
mod counts;
mod estimates;
mod invariance;
mod labels;
mod made;
mod moves;
mod pooling;
mod rules;
