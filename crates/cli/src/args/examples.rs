//! Examples below the help of each command. A test parses every line.

/// Examples of the program alone.
pub(crate) const PROGRAM: &str = "\
Examples:
  roundtable debate \"Buy or build?\" --plan
  roundtable debate \"Which vendor?\" --with claude,gpt,gemini
  roundtable show latest --why

`roundtable \"QUESTION\"` is short for `roundtable debate \"QUESTION\"`. `roundtable help COMMAND` explains a command.";

/// Examples of `debate`, and where its defaults come from.
pub(crate) const DEBATE: &str = "\
Examples:
  roundtable debate \"Buy or build?\" --plan
  roundtable debate \"Which vendor?\" --options \"Alder; Birch\" --attach offers/
  roundtable debate \"Split the monolith?\" --with claude,gpt,gemini --mode adversarial --budget 0.50

Cheaper: fewer `--rounds`, `--economy`, a `--budget`, or models with lower prices (`roundtable models`).
Defaults are the program's own; settings change them. `roundtable config list` prints the values in force.";

/// Examples of `panel`, and where its defaults come from.
pub(crate) const PANEL: &str = "\
Examples:
  roundtable panel \"Split the monolith?\" --deck architects
  roundtable panel \"Split the monolith?\" --deck architects --candidates
  roundtable panel \"Split the monolith?\" --deck architects --model claude --budget 2

`roundtable persona list` prints decks and personas. Defaults are the program's own; settings change them.";

pub(crate) const RESUME: &str = "\
Examples:
  roundtable resume latest
  roundtable resume latest --quiet
  roundtable resume k3v9 --drop-torn";

pub(crate) const CONTINUE: &str = "\
Examples:
  roundtable continue latest --say \"We have no budget this year\"
  roundtable continue latest --focus \"Who carries the pager?\" --rounds 1
  roundtable continue latest --attach figures.csv";

pub(crate) const FORK: &str = "\
Examples:
  roundtable fork latest --after-round 1 --mode adversarial
  roundtable fork latest --after-round 1 --seat Ada=anthropic/claude-sonnet-5
  roundtable fork latest --say \"Assume the team doubles\"";

pub(crate) const STOP: &str = "\
Examples:
  roundtable stop latest
  roundtable stop k3v9
  roundtable stop latest --store team.db";

pub(crate) const RM: &str = "\
Examples:
  roundtable rm latest
  roundtable rm k3v9 m2xw --yes
  roundtable rm k3v9 --yes --store team.db";

pub(crate) const SHOW: &str = "\
Examples:
  roundtable show latest            # the answer, in at most 15 lines
  roundtable show latest --why      # what it rests on, and what would change it
  roundtable show latest --full     # who changed their vote, claims, sources, figures";

pub(crate) const LIST: &str = "\
Examples:
  roundtable list
  roundtable list --running
  roundtable list --label dissensus --since 7d";

pub(crate) const SEARCH: &str = "\
Examples:
  roundtable search rollback plan
  roundtable search monolith --mode panel
  roundtable search budget --since 2026-11-01 --json";

pub(crate) const EXPORT: &str = "\
Examples:
  roundtable export latest -o debate.html --open
  roundtable export latest -o decision.md --format adr
  roundtable export latest --format csv";

pub(crate) const OPEN: &str = "\
Examples:
  roundtable open latest
  roundtable open k3v9
  roundtable open latest --store team.db

To keep the page or send it, name a file: `roundtable export latest -o debate.html`.";

pub(crate) const COST: &str = "\
Examples:
  roundtable cost
  roundtable cost --since 30d
  roundtable cost latest --json

`roundtable debate \"QUESTION\" --plan` estimates the cost before anything is spent.";

pub(crate) const IMPORT: &str = "\
Examples:
  roundtable import debate.jsonl
  roundtable import debate.jsonl --as copy
  roundtable import -";

pub(crate) const OUTCOME: &str = "\
Examples:
  roundtable outcome add latest --right B --what \"The split took a year\" --bears-out C1,C4 --refutes C2
  roundtable outcome add k3v9 --value 140 --surprise 0.7
  roundtable outcome revisit latest --on 90d";

pub(crate) const POSTMORTEM: &str = "\
Examples:
  roundtable postmortem latest
  roundtable postmortem k3v9 --lesson \"Ask operations first\" --question \"Who runs it at night?\" --yes
  roundtable postmortem k3v9 -o report.html";

pub(crate) const LEARN: &str = "\
Examples:
  roundtable learn show --domain api-design
  roundtable learn export -o counts.json
  roundtable learn revert 12";

pub(crate) const REPLAY: &str = "\
Examples:
  roundtable replay latest
  roundtable replay debate.jsonl --quiet
  roundtable replay latest --jsonl";

pub(crate) const SERVE: &str = "\
Examples:
  roundtable serve
  roundtable serve --listen 127.0.0.1:9000 --access-log
  roundtable serve --listen 0.0.0.0:8787 --token-file tokens.txt";

pub(crate) const MCP: &str = "\
Examples:
  roundtable mcp install --client claude-code --write
  roundtable mcp install --client codex
  roundtable mcp";

pub(crate) const CONFIG: &str = "\
Examples:
  roundtable config list --origin
  roundtable config set mode adversarial
  roundtable config unset mode";

pub(crate) const MODELS: &str = "\
Examples:
  roundtable models
  roundtable models list
  roundtable models pull smollm2-135m

A server of your own: set `OPENAI_BASE_URL` to its address and seat `openai/MODEL`, or describe it under `[providers.NAME]` with
`roundtable config edit` and seat `NAME/MODEL`.";

pub(crate) const DOCTOR: &str = "\
Examples:
  roundtable doctor
  roundtable doctor --json
  roundtable doctor --store team.db";

pub(crate) const PERSONA: &str = "\
Examples:
  roundtable persona list
  roundtable persona build essays/ --deck writers
  roundtable persona show ada --deck writers --beliefs";

pub(crate) const ANALYZE: &str = "\
Examples:
  echo '{\"a\": \"It scales.\", \"b\": \"It does not scale.\"}' | roundtable analyze relation
  roundtable analyze evidence --analyst lexical
  roundtable analyze debate";

pub(crate) const LAB: &str = "\
Examples:
  roundtable lab list
  roundtable lab run vote-or-debate
  roundtable lab run default-rule --debates 20000 --svg gains.svg";

pub(crate) const BENCH: &str = "\
Examples:
  roundtable bench list
  roundtable bench load --debates 20
  roundtable bench local local/smollm2-135m";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  roundtable completions bash > ~/.local/share/bash-completion/completions/roundtable
  roundtable completions zsh > ~/.zfunc/_roundtable
  roundtable completions fish > ~/.config/fish/completions/roundtable.fish";

#[cfg(test)]
mod tests {
    use crate::args::Cli;
    use clap::{CommandFactory, Parser};

    /// The words of a line, as a shell would split it; redirections and comments are left out.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
        for it in line.chars().chain([' ']) {
            match (it, quote) {
                (it, Some(end)) if it == end => quote = None,
                ('"' | '\'', None) => quote = Some(it),
                (' ', None) => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
                (it, _) => word.push(it),
            }
        }
        let end = words.iter().position(|it| it.starts_with(['>', '#'])).unwrap_or(words.len());
        words.truncate(end);
        words
    }

    /// I-10: every command has three examples, and each of them can be typed.
    #[test]
    fn every_command_has_examples_that_parse() {
        let command = Cli::command();
        let all = std::iter::once(&command).chain(command.get_subcommands().filter(|it| it.get_name() != "help"));
        for command in all {
            let name = command.get_name();
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples: Vec<&str> = help.lines().filter_map(|it| it.strip_prefix("  ")).collect();
            assert!(examples.len() >= 3, "{name}: {help}");
            for example in examples {
                let line = example.split_once(" | ").map_or(example, |(_, line)| line);
                assert!(name == "roundtable" || line.starts_with(&format!("roundtable {name}")), "{name}: {example}");
                let parsed = Cli::try_parse_from(words(line));
                assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
            }
        }
    }

    /// I-10: every command of a command has three examples of its own, too.
    #[test]
    fn every_subcommand_has_examples_that_parse() {
        let program = Cli::command();
        let commands = program.get_subcommands().filter(|it| it.get_name() != "help");
        for (command, sub) in commands.flat_map(|it| it.get_subcommands().map(move |sub| (it.get_name(), sub))) {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples: Vec<&str> = help.lines().filter_map(|it| it.strip_prefix("  ")).collect();
            assert!(examples.len() >= 3, "{command} {}: {help}", sub.get_name());
            assert!(help.contains(&format!("roundtable {command} {}", sub.get_name())), "{help}");
            for example in examples {
                let line = example.split_once(" | ").map_or(example, |(_, line)| line);
                let line = line.split(" < ").next().unwrap();
                let parsed = Cli::try_parse_from(words(line));
                let is_help = |it: &clap::Error| it.kind() == clap::error::ErrorKind::DisplayHelp;
                assert!(parsed.as_ref().err().is_none_or(is_help), "{example}: {}", parsed.unwrap_err());
            }
        }
    }

    /// I-10: the options of the commands of a debate stand under headings.
    #[test]
    fn options_are_grouped() {
        let program = Cli::command();
        let flat = [
            "config",
            "models",
            "persona",
            "outcome",
            "postmortem",
            "learn",
            "serve",
            "mcp",
            "analyze",
            "bench",
            "lab",
        ];
        for command in program.get_subcommands().filter(|it| !flat.contains(&it.get_name())) {
            let options = command.get_arguments().filter(|it| !it.is_positional() && !it.is_hide_set());
            for it in options.filter(|it| !matches!(it.get_id().as_str(), "help" | "version")) {
                assert!(it.get_help_heading().is_some(), "{} --{}", command.get_name(), it.get_id());
            }
        }
    }

    /// I-10: help says what each argument is for.
    #[test]
    fn every_argument_is_explained() {
        fn check(command: &clap::Command, path: &str) {
            for argument in command.get_arguments().filter(|it| !matches!(it.get_id().as_str(), "help" | "version")) {
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                assert!(help.len() > 10, "{path}: {}: {help}", argument.get_id());
            }
            for it in command.get_subcommands().filter(|it| it.get_name() != "help") {
                assert!(it.get_about().is_some(), "{path} {}", it.get_name());
                check(it, &format!("{path} {}", it.get_name()));
            }
        }
        check(&Cli::command(), "roundtable");
    }
}
