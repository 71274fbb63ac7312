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
    /// Set or withdraw the day on which a decision is to be looked at.
    #[command(after_help = examples::OUTCOME_REVIEW)]
    Review(OutcomeReview),
}

/// `outcome add`.
#[derive(Debug, Args)]
pub(crate) struct OutcomeAdd {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// What happened, in a sentence.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) what: Option<String>,
    /// The option that proved right: its letter, its words, or `none`.
    #[arg(long, value_name = "OPTION", conflicts_with = "value")]
    pub(crate) right: Option<String>,
    /// The true value of an estimate, in its unit.
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    pub(crate) value: Option<f64>,
    /// When it happened: a day (2026-11-18) or a moment (2026-11-18T08:15:30Z) [default: now].
    #[arg(long, value_name = "WHEN")]
    pub(crate) when: Option<String>,
    /// How the project stands.
    #[arg(long, value_enum)]
    pub(crate) status: Option<OutcomeStatus>,
    /// Its effect, in a sentence.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) impact: Option<String>,
    /// What it cost, in days of work.
    #[arg(long, value_name = "DAYS", allow_hyphen_values = true)]
    pub(crate) cost_days: Option<f64>,
    /// How unexpected it was: 0 (not at all) to 1.
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    pub(crate) surprise: Option<f64>,
    /// Claims and sources that it bears out, by id: `C1,E2`.
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) bears_out: Vec<String>,
    /// Claims and sources that it refutes, by id.
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) refutes: Vec<String>,
    /// The project that it belongs to: debates of one project count as one case.
    #[arg(long, value_name = "NAME")]
    pub(crate) project: Option<String>,
}

/// How a project stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum OutcomeStatus {
    /// As decided.
    OnTrack,
    /// Something new is asked for.
    NewRequirement,
    /// It works, at a price to be paid later.
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

/// `outcome review`.
#[derive(Debug, Args)]
pub(crate) struct OutcomeReview {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// The day (2027-05-01), a time from now (`90d`, `12w`), or `never`.
    #[arg(long, value_name = "WHEN")]
    pub(crate) on: String,
}

/// `postmortem`.
#[derive(Debug, Args)]
pub(crate) struct PostmortemArgs {
    /// Id of the debate, or a prefix of it that no other debate has; `latest` is the newest.
    #[arg(add = ArgValueCandidates::new(candidates::debates))]
    pub(crate) id: String,
    /// How accurate the decision was: 0 (wrong) to 1 [default: from what proved right].
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    pub(crate) accuracy: Option<f64>,
    /// A lesson, in a sentence. Repeatable.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) lesson: Vec<String>,
    /// A question that should have been asked first; it is put before later debates in this domain. Repeatable.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) question: Vec<String>,
    /// A skill that the table lacked; it is suggested before later debates in this domain. Repeatable.
    #[arg(long, value_name = "NAME")]
    pub(crate) skill: Vec<String>,
    /// Let this model (`provider/model`) draft lessons, questions and skills from the record; on a terminal you see them before they count. The
    /// record is sent to its provider [default: none].
    #[arg(long, value_name = "MODEL", add = ArgValueCandidates::new(candidates::models))]
    pub(crate) with: Option<String>,
    /// Count it in this domain [default: the debate's, else `general`].
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(candidates::domains))]
    pub(crate) domain: Option<String>,
    /// Make a new one that replaces the last and its updates.
    #[arg(long)]
    pub(crate) again: bool,
    /// Ask nothing on a terminal: take the flags and the record alone.
    #[arg(long, short)]
    pub(crate) yes: bool,
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
    /// Write counts for others: no topic, position, claim or answer leaves.
    #[command(after_help = examples::LEARN_EXPORT)]
    Export(LearnExport),
    /// Add counts of others.
    #[command(after_help = examples::LEARN_IMPORT)]
    Import(LearnImport),
    /// Take back an update or an import; it stays in the log.
    #[command(after_help = examples::LEARN_REVERT)]
    Revert(LearnRevert),
}

/// `learn show`.
#[derive(Debug, Args)]
pub(crate) struct LearnShow {
    /// Only this domain.
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
    /// Only this domain.
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(candidates::domains))]
    pub(crate) domain: Option<String>,
    /// Export the texts of required questions too: read them first, they are your words.
    #[arg(long)]
    pub(crate) with_questions: bool,
}

/// `learn import`.
#[derive(Debug, Args)]
pub(crate) struct LearnImport {
    /// Counts as `learn export` writes them; `-` reads standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// Where they come from, for the record [default: the name of the file].
    #[arg(long, value_name = "TEXT")]
    pub(crate) from: Option<String>,
}

/// `learn revert`.
#[derive(Debug, Args)]
pub(crate) struct LearnRevert {
    /// Number of the update or import, as `learn show` prints it.
    pub(crate) number: u64,
    /// Why, for the record [default: reverted by hand].
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
}
