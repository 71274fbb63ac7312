//! Arguments of `lab`.
use super::sub_examples as examples;
use crate::candidates;
use clap::{Args, Subcommand};
use clap_complete::engine::ArgValueCandidates;
use std::path::PathBuf;

/// `lab`.
#[derive(Debug, Subcommand)]
pub(crate) enum Lab {
    /// List the experiments.
    #[command(after_help = examples::LAB_LIST)]
    List(LabList),
    /// Run an experiment: tables with 95% intervals, a plot, and all settings.
    #[command(after_help = examples::LAB_RUN)]
    Run(LabRun),
}

/// `lab list`.
#[derive(Debug, Args)]
pub(crate) struct LabList {
    /// Print JSON, one experiment a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `lab run`.
#[derive(Debug, Args)]
pub(crate) struct LabRun {
    /// Experiment to run: a name from `lab list`, or a TOML file.
    #[arg(value_name = "NAME|FILE", add = ArgValueCandidates::new(candidates::experiments))]
    pub(crate) experiment: String,
    /// Set the random seed: the same seed gives the same page on any machine [default: 1, or the file's].
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Play this many debates for each setting [default: the experiment's].
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) debates: Option<u64>,
    /// Write the plot to this file as SVG.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}
