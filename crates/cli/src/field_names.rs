//! The names of request fields on the command line.
use setup::settings::Origin;
use setup::{Field, Remedy, Surface};

/// The command line.
pub(crate) struct Flags;

impl Surface for Flags {
    fn name(&self, field: &Field) -> String {
        let flag = match field {
            Field::Setting(name, Origin::Default | Origin::Flag) => return format!("`{}`", of_setting(name)),
            Field::Setting(name, Origin::User(path) | Origin::Project(path)) => {
                return format!("{}: `{name}`", path.display());
            }
            Field::Setting(_, Origin::Env(variable)) => variable,
            Field::Assigned(name) => return format!("`--set {name}`"),
            Field::Topic => "TOPIC",
            Field::Models | Field::Personas => "--with",
            Field::Quote => "--quote",
            Field::Seats => "--seat",
            Field::Say => "--say",
            Field::Focus => "--focus",
            Field::AtEvent => "--at",
            Field::AfterRound => "--after-round",
            Field::Attachments => "--attach",
            Field::Answers => "--answer",
            Field::Decks => "--decks",
        };
        format!("`{flag}`")
    }

    fn has_none(&self) -> bool {
        true
    }

    fn command(&self, remedy: Remedy<'_>) -> Option<String> {
        Some(match remedy {
            Remedy::Build(deck) => format!("`roundtable persona build DIR --deck {deck}`"),
            Remedy::Check(deck) => format!("`roundtable persona check --deck {deck}`"),
            Remedy::Resume(id) => format!("`roundtable resume {id}`"),
        })
    }
}

/// The flag that sets a setting.
fn of_setting(name: &str) -> String {
    match name {
        "table" => "--with".to_owned(),
        "parallel_level" => "--parallel".to_owned(),
        "evidence_gate" => "--gate".to_owned(),
        "context" => "--ask-context".to_owned(),
        name => format!("--{}", name.strip_prefix("panel_").unwrap_or(name).replace('_', "-")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::{Command, CommandFactory};
    use setup::settings::NotAllowed;
    use setup::{Kind, PlanError};

    /// Every long flag of a command and its subcommands.
    fn flags(command: &Command) -> Vec<String> {
        let own = command.get_arguments().filter_map(|it| it.get_long()).map(|it| format!("`--{it}`"));
        own.chain(command.get_subcommands().flat_map(flags)).collect()
    }

    /// I-13: every flag that a message names exists.
    #[test]
    fn every_named_flag_can_be_typed() {
        let known = flags(&Cli::command());
        let settings = [
            "table",
            "mode",
            "rounds",
            "algorithm",
            "decide",
            "analyst",
            "budget",
            "budget_tokens",
            "deadline",
            "store",
            "high_stakes",
            "hide",
            "closing_ballot",
            "parallel_level",
            "evidence_gate",
            "context",
            "panel_clerk",
            "panel_strong",
            "panel_detection",
            "panel_temperature_turn",
            "access_log",
            "rate_limit",
        ];
        let settings = settings.map(|it| Field::Setting(it, Origin::Flag));
        let fields = [
            Field::Models,
            Field::Personas,
            Field::Quote,
            Field::Seats,
            Field::Say,
            Field::Focus,
            Field::AtEvent,
            Field::AfterRound,
            Field::Attachments,
            Field::Answers,
            Field::Decks,
        ];
        for field in settings.iter().chain(&fields) {
            let name = Flags.name(field);
            assert!(known.contains(&name), "{field:?} is called {name}");
        }
    }

    /// I-13, D-60: an error names the flag, assignment, variable or file that holds the value.
    #[test]
    fn a_mistake_is_named_as_it_was_written() {
        let file = "/home/hamilton/roundtable.toml";
        let rows = [
            (Field::Setting("budget", Origin::Flag), "`--budget`"),
            (Field::Assigned("budget".to_owned()), "`--set budget`"),
            (Field::Setting("budget", Origin::Env("ROUNDTABLE_BUDGET".to_owned())), "`ROUNDTABLE_BUDGET`"),
            (Field::Setting("budget", Origin::User(file.into())), "/home/hamilton/roundtable.toml: `budget`"),
        ];
        for (field, expected) in rows {
            let why = NotAllowed {
                found: Some("x".to_owned()),
                allowed: "an amount".to_owned(),
                nearest: None,
                or_none: true,
            };
            let told = PlanError { field, kind: Kind::NotAllowed(why) }.told_by(&Flags);
            assert_eq!(told, format!("{expected} is `x`; it must be an amount, or `none`"));
        }
    }
}
