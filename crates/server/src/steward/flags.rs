//! Settings that a request gives by name, and where those of a debate come from.
//!
//! A caller may set what makes a debate, and nothing of the machine: no path, no address, no limit of the server, nothing of how providers are
//! called. The owner's ceilings are checked on the debate that comes of it (`setup::limits`).
use crate::ask::Start;
use crate::planner::ChosenSetting;
use setup::settings::{NotAllowed, Origin, ROWS, Settings, guess};
use setup::trust::is_guarded;
use setup::{Field, Kind, PlanError};

/// Helper models, which a project may not choose and a caller may: what they are asked is bounded by the owner's `tenant_models`.
const HELPERS: [&str; 3] = ["light_model", "safety_model", "analyst_model"];

/// What a project may set and a request may not: how providers are called is the same for all debates of a server.
const OF_THE_SERVER: [&str; 3] = ["timeout", "timeout_total", "attempts"];

/// Settings that a request has fields for under other names, or that are fields alone.
const FIELDS: [(&str, &str); 2] = [("table", "participants"), ("context", "ask_context")];

/// Settings that a request has fields for: given by both, it is not clear which holds.
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

/// Whether it may be set for one debate: what a project's file may set by itself is how a debate is held. Panels have fields of their own.
fn is_known(name: &str) -> bool {
    let is_free = !is_guarded(name) && !name.starts_with("panel_") && !OF_THE_SERVER.contains(&name);
    HELPERS.contains(&name) || (is_free && !FIELDS.iter().any(|(it, _)| *it == name))
}

/// Lets the flags of a request go over what was set.
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
            unusable(format!("`flags.{shown}` is no setting of a debate{known}"))
        })?;
        let wrong = |why: NotAllowed| about(Kind::NotAllowed(why));
        row.set(settings, &value.to_string(), Origin::Flag).map_err(wrong)?;
    }
    Ok(())
}

/// The settings of a debate that somebody has chosen. Which file or variable of the machine says so is not told (O-42).
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
