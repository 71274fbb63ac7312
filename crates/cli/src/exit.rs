//! How the program exits: an exit code, and one line that says why (I-12, I-13).
use crate::args;
use crate::candidates::decks;
use crate::field_names::Flags;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use exports::wording::one_line;
use local::weights::FetchError;
use setup::{PlanError, settings};
use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

/// An unsuccessful exit.
#[derive(Debug)]
pub(crate) struct Exit {
    code: u8,
    message: Option<String>,
}

impl Exit {
    /// Invalid request: exit code 1.
    pub(crate) fn request(message: impl Display) -> Exit {
        Exit { code: 1, message: Some(message.to_string()) }
    }

    /// Valid but failed: exit code 2.
    pub(crate) fn failure(message: impl Display) -> Exit {
        Exit { code: 2, message: Some(message.to_string()) }
    }

    /// No consensus although it was required: exit code 3.
    pub(crate) fn no_consensus(message: impl Display) -> Exit {
        Exit { code: 3, message: Some(message.to_string()) }
    }

    /// Interrupted: exit code 130.
    pub(crate) fn interrupted(message: impl Display) -> Exit {
        Exit { code: 130, message: Some(message.to_string()) }
    }

    /// The reader of standard output has closed it: exits silently with success.
    pub(crate) fn quiet() -> Exit {
        Exit { code: 0, message: None }
    }

    /// The same with a hint added, unless it was interrupted.
    pub(crate) fn and(mut self, advice: &str) -> Exit {
        if self.code != 130
            && let Some(message) = &mut self.message
        {
            message.push('\n');
            message.push_str(advice);
        }
        self
    }

    /// Whether there is nothing to print: the reader has closed standard output.
    pub(crate) fn is_quiet(&self) -> bool {
        self.message.is_none()
    }

    /// Whether the user interrupted it.
    pub(crate) fn is_interruption(&self) -> bool {
        self.code == 130
    }

    /// The command whose help is named, if the value of an option is at fault.
    fn help(&self) -> String {
        let is_value =
            |it: &str| it.starts_with("`--") && it.contains("` is `") || it.starts_with("there is no setting ");
        let is_about_option = |it: &&String| {
            is_value(it) && !it.contains('\n') && !it.contains("--help`") && !it.contains("`roundtable config list`")
        };
        match self.message.as_ref().filter(|it| self.code == 1 && is_about_option(it)) {
            Some(message) => see(message, &called(&command_of(&typed()))),
            None => String::new(),
        }
    }

    /// Prints the reason, and returns the code.
    pub(crate) fn report(self) -> ExitCode {
        let help = self.help();
        let label = if self.code == 130 { "interrupted" } else { "error" };
        if let Some(message) = self.message {
            // The reason may contain text of others.
            // If printing fails, the exit code remains.
            let message = crate::suggest::complete(&debate::text::clean(&message).text);
            let line = format!("{label}: {message}{help}");
            let _ = writeln!(std::io::stderr(), "{}", crate::print::fitted(&line));
        }
        ExitCode::from(self.code)
    }
}

impl From<engine::Error> for Exit {
    fn from(error: engine::Error) -> Exit {
        match error {
            engine::Error::Spec(error) => PlanError::from(error).into(),
            engine::Error::Continue(error) => PlanError::from(error).into(),
            engine::Error::Fork(error) => PlanError::from(error).into(),
            engine::Error::Mode(_) | engine::Error::Fold(_) | engine::Error::NoModel { .. } => Exit::request(error),
            engine::Error::Store(error) => Exit::from(error),
            engine::Error::Prompt(_)
            | engine::Error::Stray { .. }
            | engine::Error::NotRecorded { .. }
            | engine::Error::RecordingEnds { .. }
            | engine::Error::RecordingGoesOn { .. }
            | engine::Error::Diverged { .. } => Exit::failure(error),
        }
    }
}

impl From<PlanError> for Exit {
    fn from(error: PlanError) -> Exit {
        Exit::request(error.told_by(&Flags))
    }
}

impl From<setup::Error> for Exit {
    fn from(error: setup::Error) -> Exit {
        match error {
            setup::Error::Plan(error) => error.into(),
            setup::Error::Settings(why) => Exit::request(why),
            setup::Error::Failed(why) => Exit::failure(why),
            setup::Error::Engine(error) => error.into(),
        }
    }
}

impl From<FetchError> for Exit {
    fn from(error: FetchError) -> Exit {
        Exit::failure(error)
    }
}

impl From<store::Error> for Exit {
    fn from(error: store::Error) -> Exit {
        match error {
            store::Error::Unknown { .. } | store::Error::Ambiguous { .. } | store::Error::Torn { .. } => {
                Exit::request(error)
            }
            store::Error::Taken { .. }
            | store::Error::Running { .. }
            | store::Error::Repeated { .. }
            | store::Error::Damaged { .. }
            | store::Error::Gap { .. }
            | store::Error::Unwritable { .. }
            | store::Error::DamagedLearned { .. }
            | store::Error::UnwritableLearned { .. }
            | store::Error::NewerSchema { .. }
            | store::Error::Full
            | store::Error::ReadOnly { .. }
            | store::Error::Locked { .. }
            | store::Error::NotADatabase { .. }
            | store::Error::Foreign { .. }
            | store::Error::Io { .. }
            | store::Error::Closed
            | store::Error::Database { .. } => Exit::failure(with_sources(&error)),
        }
    }
}

/// Why a file can't be read, for people: without the number of the system's error.
pub(crate) fn why(error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::NotFound {
        return "there is no such file; check the path".to_owned();
    }
    error.to_string()
}

/// An error and its sources on one line, without repetitions.
fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    for source in std::iter::successors(error.source(), |it| it.source()).map(ToString::to_string) {
        if !text.contains(&source) {
            text.push_str(": ");
            text.push_str(&source);
        }
    }
    text
}

impl Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message.as_deref().unwrap_or_default())
    }
}

/// Prints help and version as they are; any other usage error is one line and exit code 1.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) if why.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(why) => Exit::failure(format!("can't write to standard output: {why}")).report(),
        };
    }
    Exit::request(usage(error, &typed())).report()
}

/// The words of the command line.
fn typed() -> Vec<String> {
    args::typed(std::env::args_os()).into_iter().skip(1).map(|it| it.to_string_lossy().into_owned()).collect()
}

/// The program and a command of it: `roundtable config set`.
fn called(command: &[String]) -> String {
    ["roundtable"].into_iter().chain(command.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// Where help is, after a message: a sentence of its own after a question.
fn see(message: &str, command: &str) -> String {
    let (mark, see) = if message.ends_with('?') { ("", "See") } else { (";", "see") };
    format!("{mark} {see} `{command} --help`")
}

/// What was wrong with the typed words, the nearest that would be right, and the help of that command.
fn usage(error: &clap::Error, words: &[String]) -> String {
    let command = command_of(words);
    let help = called(&command);
    if matches!(error.kind(), ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand) {
        return format!("an action is missing: see `{help} --help`");
    }
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(topic) = unquoted(error, &command, words)
    {
        let command = command.join(" ");
        return format!("quote the topic: `roundtable {command} \"{topic}\"`; see `{help} --help`");
    }
    if error.kind() == ErrorKind::InvalidSubcommand
        && command.is_empty()
        && let Some(topic) = question(error, words)
    {
        return format!("quote the question: `{help} \"{topic}\"`; see `{help} --help`");
    }
    if let Some(missing) = missing(error, &command) {
        return format!("{missing}; see `{help} --help`");
    }
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|it| !it.is_empty() && !it.starts_with("Usage:"));
    let what = lines.collect::<Vec<_>>().join(" ");
    let what = what.trim_start_matches("error: ").replace("invalid digit found in string", "it must be a whole number");
    let near = nearest(error, words).map(|it| format!("; did you mean `{it}`?"));
    let what = format!("{what}{}", near.unwrap_or_default());
    format!("{what}{}", see(&what, &help))
}

/// What was left out, each with its description and, where these are few, its values.
fn missing(error: &clap::Error, command: &[String]) -> Option<String> {
    let is_missing = error.kind() == ErrorKind::MissingRequiredArgument;
    let Some(ContextValue::Strings(names)) = error.get(ContextKind::InvalidArg).filter(|_| is_missing) else {
        return None;
    };
    let mut program = args::Cli::command();
    // Arguments know how they are written once the command is built.
    program.build();
    let parser = command.iter().try_fold(program, |it, name| it.find_subcommand(name).cloned())?;
    let told = |name: &String| {
        let argument = parser.get_arguments().find(|it| it.to_string() == *name);
        let about = argument.and_then(|it| it.get_help()).map(|it| it.to_string());
        // The default applies where it may be left out.
        let about =
            about.map(|it| format!(": {}", it.split(" [default: ").next().unwrap_or_default().trim_end_matches('.')));
        let about = about.unwrap_or_default();
        let values: Vec<String> = match argument.map(|it| it.get_id().as_str()) {
            Some("deck") if parser.get_name() == "panel" => {
                decks().iter().map(|it| it.get_value().to_string_lossy().into_owned()).collect()
            }
            Some(_) | None => {
                argument.iter().flat_map(|it| it.get_possible_values()).map(|it| it.get_name().to_owned()).collect()
            }
        };
        let values = if values.is_empty() { String::new() } else { format!(" (there are: {})", values.join(", ")) };
        format!("`{name}` is missing{about}{values}")
    };
    Some(names.iter().map(told).collect::<Vec<_>>().join("; "))
}

/// The command that the words name, with its subcommand.
fn command_of(words: &[String]) -> Vec<String> {
    let (mut command, mut path) = (args::Cli::command(), Vec::new());
    for word in words {
        let Some(found) = command.find_subcommand(word).cloned() else { continue };
        path.push(found.get_name().to_owned());
        command = found;
    }
    path
}

/// The topic in full, if its words were typed without quotation marks.
fn unquoted(error: &clap::Error, command: &[String], words: &[String]) -> Option<String> {
    let [name @ ("debate" | "panel")] = command.iter().map(String::as_str).collect::<Vec<_>>()[..] else { return None };
    let Some(ContextValue::String(extra)) = error.get(ContextKind::InvalidArg) else { return None };
    let topic = words.iter().skip_while(|it| *it != name).skip(1).take_while(|it| !it.starts_with('-'));
    let topic: Vec<&str> = topic.map(String::as_str).collect();
    (topic.len() > 1 && topic.contains(&extra.as_str())).then(|| one_line(&topic.join(" "), 200))
}

/// The question in full, if it was typed without a command and without quotation marks: several words, of which the first is near no command.
fn question(error: &clap::Error, words: &[String]) -> Option<String> {
    let topic: Vec<&str> = words.iter().map(String::as_str).take_while(|it| !it.starts_with('-')).collect();
    let is_question = topic.len() > 1 && nearest(error, words).is_none();
    is_question.then(|| one_line(&topic.join(" "), 200))
}

/// The word that may have been meant. What the parser suggests is often far from it: it is compared as settings are.
fn nearest(error: &clap::Error, words: &[String]) -> Option<String> {
    let of = |kind| {
        let found = error.get(kind)?;
        if let ContextValue::String(word) = found {
            return Some(vec![word.clone()]);
        }
        if let ContextValue::Strings(words) = found { Some(words.clone()) } else { None }
    };
    let typed = [ContextKind::InvalidSubcommand, ContextKind::InvalidValue, ContextKind::InvalidArg];
    let typed = typed.into_iter().find_map(of)?.into_iter().next()?;
    let mut known: Vec<String> = [ContextKind::SuggestedArg, ContextKind::SuggestedValue, ContextKind::ValidValue]
        .into_iter()
        .filter_map(of)
        .flatten()
        .collect();
    if error.kind() == ErrorKind::InvalidSubcommand {
        let path = command_of(words);
        let mut program = args::Cli::command();
        // Built, it has the command `help`, too.
        program.build();
        let command = path.iter().try_fold(program, |it, name| it.find_subcommand(name).cloned());
        known.extend(command.iter().flat_map(|it| it.get_subcommands()).map(|it| it.get_name().to_owned()));
    }
    settings::nearest(&typed, known.iter().map(String::as_str)).map(str::to_owned)
}
