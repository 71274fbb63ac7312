//! Results of ballots (B-05 … B-23): tables of small counts, figures computed by hand, and properties of all debates.
mod counts;
mod estimates;
mod invariance;
mod labels;
mod made;
mod moves;
mod pooling;
mod rules;
