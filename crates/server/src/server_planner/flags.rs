//! Settings that a request gives by name, and the origins of a debate's settings.
//!
//! A request may set how a debate runs, and nothing of the machine: no path, address, server limit or provider option. The owner's ceilings
//! apply to the resulting debate (`setup::limits`).
use crate::planner::ChosenSetting;
use crate::requests::Start;
use setup::settings::{NotAllowed, Origin, ROWS, Settings, guess};
use setup::trust::is_guarded;
use setup::{Field, Kind, PlanError};

/// Helper models, which a request may set although a project may not; the owner's `tenant_models` limits them.
const HELPERS: [&str; 3] = ["light_model", "safety_model", "analyst_model"];

/// Settings that a project may set and a request may not: provider options are the same for all debates of a server.
const OF_THE_SERVER: [&str; 3] = ["timeout", "timeout_total", "attempts"];

/// Settings whose request field has another name.
const FIELDS: [(&str, &str); 2] = [("table", "participants"), ("context", "ask_context")];

/// The request field that conflicts with a setting, if both are given.
fn has_field(start: &Start, name: &str) -> Option<&'static str> {
    let given = [
        ("mode", start.mode.is_some(), "mode"),
        ("rounds", start.rounds.is_some(), "rounds"),
        ("algorithm", start.algorithm.is_some(), "algorithm"),
        ("decide", start.decide.is_some(), "decide"),
        ("closing_ballot", start.closing_ballot.is_some(), "closing_ballot"),
        ("high_stakes", start.high_stakes.is_some(), "high_stakes"),
        ("budget", start.budget_usd.is_some(), "budget_usd"),
        ("budget_tokens", start.budget_tokens.is_some(), "budget_tokens"),
        ("deadline", start.deadline_seconds.is_some(), "deadline_seconds"),
    ];
    given.into_iter().find(|(it, is_given, _)| *it == name && *is_given).map(|(.., field)| field)
}

/// Whether a request may set it: everything that a project's file may set about a debate. Panels have fields of their own.
fn is_known(name: &str) -> bool {
    let is_free = !is_guarded(name) && !name.starts_with("panel_") && !OF_THE_SERVER.contains(&name);
    HELPERS.contains(&name) || (is_free && !FIELDS.iter().any(|(it, _)| *it == name))
}

/// Applies the flags of a request to the settings.
pub(super) fn apply(settings: &mut Settings, start: &Start) -> Result<(), PlanError> {
    for (name, value) in &start.flags {
        let about = |kind| PlanError { field: Field::Assigned(name.clone()), kind };
        let unusable = |why: String| about(Kind::Unusable(why));
        if let Some((_, field)) = FIELDS.iter().find(|(it, _)| it == name) {
            return Err(unusable(format!("`flags.{name}` has a field of its own; use `{field}`")));
        }
        if let Some(field) = has_field(start, name) {
            return Err(unusable(format!("`flags.{name}` and `{field}` are the same; give one of them")));
        }
        let row = ROWS.iter().find(|row| row.name == name && is_known(name)).ok_or_else(|| {
            let shown: String = name.chars().filter(|it| !it.is_control()).take(64).collect();
            let known = guess(&shown, "", ROWS.iter().map(|row| row.name).filter(|it| is_known(it)));
            unusable(format!("`flags.{shown}` is not a setting of a debate{known}"))
        })?;
        let wrong = |why: NotAllowed| about(Kind::NotAllowed(why));
        row.set(settings, &value.to_string(), Origin::Flag).map_err(wrong)?;
    }
    Ok(())
}

/// The settings that differ from defaults. Their file or variable is not revealed (O-42).
pub(super) fn chosen(settings: &Settings) -> Vec<ChosenSetting> {
    let rows = ROWS.iter().filter(|row| is_known(row.name) || row.name == "table");
    let chosen = rows.filter_map(|row| {
        let (value, origin) = row.get(settings);
        let origin = match origin {
            Origin::Default => return None,
            Origin::Flag => "request",
            Origin::User(_) | Origin::Project(_) | Origin::Env(_) => "server",
        };
        Some(ChosenSetting { name: row.name.to_owned(), value, origin })
    });
    chosen.collect()
}
