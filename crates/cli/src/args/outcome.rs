//! Arguments of `outcome`, `postmortem` and `learn`.
use super::OUTPUT;
use super::sub_examples as examples;
use crate::candidates;
use clap::{Args, Subcommand, ValueEnum};
use clap_complete::engine::ArgValueCandidates;
use std::path::PathBuf;

/// `outcome`.
#[derive(Debug, Subcommand)]
pub(crate) enum Outcome {
    /// Record what happened after a decision.
    #[command(after_help = examples::OUTCOME_ADD)]
    Add(OutcomeAdd),
    /// List what was recorded of a debate.
    #[command(after_help = examples::OUTCOME_LIST)]
    List(OutcomeList),
    /// Remove an outcome that was recorded by mistake.
    #[command(after_help = examples::OUTCOME_REMOVE)]
    Remove(OutcomeRemove),
    /// Set or clear the day on which you are reminded of a decision.
    #[command(after_help = examples::OUTCOME_REVISIT)]
    Revisit(OutcomeRevisit),
}

/// `outcome add`.
#[derive(Debug, Args)]
pub(crate) struct OutcomeAdd {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// Describe what happened, in a sentence.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) what: Option<String>,
    /// Name the option that proved right: its letter, its words, or `none`.
    #[arg(long, value_name = "OPTION", conflicts_with = "value")]
    pub(crate) right: Option<String>,
    /// Give the true value of an estimate, in its unit.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) value: Option<f64>,
    /// Say when it happened: a day (2026-11-18) or a moment (2026-11-18T08:15:30Z) [default: now].
    #[arg(long, value_name = "WHEN")]
    pub(crate) when: Option<String>,
    /// Set the project's status.
    #[arg(long, value_enum)]
    pub(crate) status: Option<OutcomeStatus>,
    /// Describe its effect, in a sentence.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) impact: Option<String>,
    /// Give its cost, in days of work.
    #[arg(long, value_name = "DAYS", allow_hyphen_values = true)]
    pub(crate) cost_days: Option<f64>,
    /// Rate how unexpected it was, from 0 (not at all) to 1.
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    pub(crate) surprise: Option<f64>,
    /// Name the claims and sources that it bears out, by id: `C1,E2`.
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) bears_out: Vec<String>,
    /// Name the claims and sources that it refutes, by id.
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) refutes: Vec<String>,
    /// Name the project that it belongs to: debates of one project count as one case.
    #[arg(long, value_name = "NAME")]
    pub(crate) project: Option<String>,
}

/// How a project stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum OutcomeStatus {
    /// As decided.
    OnTrack,
    /// New requirements came up.
    NewRequirement,
    /// It works, with technical debt.
    TechnicalDebt,
    /// It can't go on.
    Blocked,
    /// It is over.
    Completed,
}

/// `outcome list`.
#[derive(Debug, Args)]
pub(crate) struct OutcomeList {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// Print JSON, one outcome a line.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
}

/// `outcome remove`.
#[derive(Debug, Args)]
pub(crate) struct OutcomeRemove {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// Number of the outcome, as `outcome list` prints it.
    pub(crate) number: u64,
}

/// `outcome revisit`.
#[derive(Debug, Args)]
pub(crate) struct OutcomeRevisit {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// Set the day (2027-05-01) or a time from now (`90d`, `12w`); `never` clears it.
    #[arg(long, value_name = "WHEN")]
    pub(crate) on: String,
}

/// `postmortem`.
#[derive(Debug, Args)]
pub(crate) struct PostmortemArgs {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// Rate the accuracy of the decision, from 0 (wrong) to 1 [default: computed from what proved right].
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    pub(crate) accuracy: Option<f64>,
    /// Add a lesson, in a sentence. Repeatable.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) lesson: Vec<String>,
    /// Add a question that should have been asked first; later debates in this domain begin with it. Repeatable.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) question: Vec<String>,
    /// Add a skill that no participant had; it is suggested before later debates in this domain. Repeatable.
    #[arg(long, value_name = "NAME")]
    pub(crate) skill: Vec<String>,
    /// Let this model (`provider/model`) draft lessons, questions and skills from the record; you confirm each before it is used.
    /// The record is sent to its provider [default: none].
    #[arg(long, value_name = "MODEL", add = ArgValueCandidates::new(candidates::models))]
    pub(crate) with: Option<String>,
    /// Count it in this domain [default: the debate's, else `general`].
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(candidates::domains))]
    pub(crate) domain: Option<String>,
    /// Write a new post-mortem that replaces the previous one and its updates.
    #[arg(long)]
    pub(crate) again: bool,
    /// Don't ask questions; use only the flags and the record.
    #[arg(long, short)]
    pub(crate) yes: bool,
    /// Learn from a rehearsal with simulated participants too; their claims and ballots then count as cases.
    #[arg(long)]
    pub(crate) rehearsal: bool,
    /// Report format [default: by the ending of the output file, else text].
    #[arg(long, value_enum, help_heading = OUTPUT)]
    pub(crate) format: Option<ReportFormat>,
    /// Write the report to this file [default: standard output].
    #[arg(long, short, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) output: Option<PathBuf>,
}

/// Format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// One page to open in a browser; it needs no network.
    Html,
    /// The post-mortem, its updates and the decision record, for programs.
    Json,
}

/// `learn`.
#[derive(Debug, Subcommand)]
pub(crate) enum Learn {
    /// Print what is known: weights, calibration, questions, skills, updates.
    #[command(after_help = examples::LEARN_SHOW)]
    Show(LearnShow),
    /// Write your own counts, which others can import; they contain no topic, position, claim or answer.
    #[command(after_help = examples::LEARN_EXPORT)]
    Export(LearnExport),
    /// Import another owner's counts.
    #[command(after_help = examples::LEARN_IMPORT)]
    Import(LearnImport),
    /// Revert an update or an import; it stays in the log.
    #[command(after_help = examples::LEARN_REVERT)]
    Revert(LearnRevert),
}

/// `learn show`.
#[derive(Debug, Args)]
pub(crate) struct LearnShow {
    /// Show only this domain.
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(candidates::domains))]
    pub(crate) domain: Option<String>,
    /// Report format.
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json", help_heading = OUTPUT)]
    pub(crate) format: ReportFormat,
    /// Print JSON; the same as `--format json`.
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// Also write the reliability curves of the domain's models to this file, as SVG.
    #[arg(long, value_name = "FILE", requires = "domain", help_heading = OUTPUT)]
    pub(crate) svg: Option<PathBuf>,
}

/// `learn export`.
#[derive(Debug, Args)]
pub(crate) struct LearnExport {
    /// Write to this file [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Export only this domain.
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(candidates::domains))]
    pub(crate) domain: Option<String>,
    /// Export the texts of required questions too; read them first, they are your words.
    #[arg(long)]
    pub(crate) with_questions: bool,
}

/// `learn import`.
#[derive(Debug, Args)]
pub(crate) struct LearnImport {
    /// File that `learn export` wrote; `-` reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Import the questions too, after reading them: they stand in every prompt of their domain. Without this a terminal asks for each.
    #[arg(long)]
    pub(crate) with_questions: bool,
    /// Record where they come from [default: the name of the file].
    #[arg(long, value_name = "TEXT")]
    pub(crate) from: Option<String>,
}

/// `learn revert`.
#[derive(Debug, Args)]
pub(crate) struct LearnRevert {
    /// Number of the update or import, as `learn show` prints it.
    pub(crate) number: u64,
    /// State the reason [default: reverted by hand].
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
}
