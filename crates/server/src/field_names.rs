//! Names of request fields, the same over HTTP and MCP.
use setup::settings::Origin;
use setup::{Field, Surface};

/// The names for callers. They never reveal which file or variable of the server sets a value (O-42).
pub(crate) struct Fields;

impl Surface for Fields {
    fn name(&self, field: &Field) -> String {
        let name = match field {
            Field::Setting(name, Origin::Default | Origin::Flag) => match *name {
                "table" => "participants",
                "budget" => "budget_usd",
                "deadline" => "deadline_seconds",
                "context" => "ask_context",
                name => name.strip_prefix("panel_").unwrap_or(name),
            },
            Field::Setting(name, Origin::User(_) | Origin::Project(_) | Origin::Env(_)) => {
                return format!("the server's setting `{name}`");
            }
            Field::Assigned(name) => return format!("`flags.{name}`"),
            Field::Topic => "topic",
            Field::Models => "participants",
            Field::Personas => "personas",
            Field::Quote => "quote",
            Field::Seats => "seats",
            Field::Say => "say",
            Field::Focus => "focus",
            Field::AtEvent => "at_event",
            Field::AfterRound => "after_round",
            Field::Attachments => "attachments",
            Field::Answers => "context",
            Field::Decks => "deck",
        };
        format!("`{name}`")
    }

    /// Omitting a field does not lift a limit.
    fn has_none(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requests::check::Described;
    use crate::requests::{Continue, Fork, Panel, Start};
    use setup::settings::NotAllowed;
    use setup::{Kind, PlanError, Unpriced};

    /// I-13, I-30: every name in an error is a field of a request.
    #[test]
    fn every_named_field_can_be_sent() {
        let schemas = [Start::schema(), Panel::schema(), Continue::schema(), Fork::schema()];
        let properties = schemas.iter().filter_map(|it| it.get("properties")?.as_object());
        let known: Vec<String> = properties.flat_map(|it| it.keys()).map(|it| format!("`{it}`")).collect();
        let settings = [
            "table",
            "mode",
            "rounds",
            "algorithm",
            "decide",
            "closing_ballot",
            "high_stakes",
            "budget",
            "budget_tokens",
            "deadline",
            "context",
            "panel_clerk",
            "panel_strong",
            "panel_detection",
        ];
        let settings = settings.map(|it| Field::Setting(it, Origin::Flag));
        let fields = [
            Field::Topic,
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
            let name = Fields.name(field);
            assert!(known.contains(&name), "{field:?} is called {name}");
        }
    }

    /// I-30, O-42: an error on the owner's setting names no field of the caller and no file of the server.
    #[test]
    fn what_the_server_sets_is_told_as_such() {
        let told = |origin| {
            let field = Field::Setting("budget", origin);
            PlanError { field, kind: Kind::Unpriced(Unpriced::Participant) }.told_by(&Fields)
        };
        let rest =
            "can't be kept: the price of a participant's model is not known; set `[prices]`, or use `budget_tokens`";
        assert_eq!(told(Origin::Flag), format!("`budget_usd` {rest}"));
        assert_eq!(
            told(Origin::User("/home/owner/secret.toml".into())),
            format!("the server's setting `budget` {rest}")
        );
        let why = NotAllowed { found: None, allowed: "an amount".to_owned(), nearest: None, or_none: true };
        let flag = PlanError { field: Field::Assigned("budget".to_owned()), kind: Kind::NotAllowed(why) };
        assert_eq!(flag.told_by(&Fields), "`flags.budget` must be an amount", "what is left out is not lifted");
    }
}
