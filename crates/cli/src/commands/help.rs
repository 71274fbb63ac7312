//! `roundtable` alone: prints a short help that fits the smallest usual terminal (exit code 0). `--help` has all commands.
use crate::exit::Exit;
use crate::print;

/// The commands that a newcomer needs, each in a few words: lines of at most sixty columns. A test checks that they exist.
const COMMANDS: [(&str, &str); 8] = [
    ("debate", "debate a question and print the verdict"),
    ("panel", "let personas find what they disagree about"),
    ("show", "print the answer, its reasons or all turns"),
    ("list", "list the debates so far"),
    ("continue", "add a remark, ask for more rounds"),
    ("export", "write a page, Markdown, CSV and more"),
    ("models", "list the models that can be seated"),
    ("doctor", "check keys, endpoints and the store"),
];

/// What to type first.
const EXAMPLES: [&str; 3] = [
    "roundtable \"Buy or build?\" --with sim    (a rehearsal)",
    "roundtable \"Buy or build?\" --with claude,gpt,gemini",
    "roundtable show latest --why",
];

pub(crate) fn print() -> Result<(), Exit> {
    let commands = COMMANDS.map(|(name, about)| format!("  {name:<9} {about}\n")).concat();
    let examples = EXAMPLES.map(|it| format!("  {it}\n")).concat();
    print::raw(
        format!(
            "Several language models debate a question and decide it.\n\n\
             Usage: roundtable \"QUESTION\" [OPTIONS]\n       roundtable COMMAND [OPTIONS]\n\n\
             Commands:\n{commands}\nExamples:\n{examples}\n\
             All commands: roundtable --help\n"
        )
        .as_bytes(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory;

    /// I-10: the short help names commands that exist.
    #[test]
    fn the_short_help_names_commands() {
        let program = Cli::command();
        assert!(COMMANDS.iter().all(|(name, _)| program.find_subcommand(name).is_some()));
    }
}
