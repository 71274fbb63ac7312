//! Settings that a request gives by name, and where those of a debate come from.
//!
//! A caller may set what makes a debate, and nothing of the machine: no path, no address, no limit of the server, nothing of how providers are
//! called. The owner's ceilings are checked on the debate that comes of it (`server`).
use crate::exit::Exit;
use crate::settings::{Origin, ROWS, Settings, guess};
use server::ChosenSetting;
use server::ask::Start;

/// What may be set for one debate, by name.
const NAMES: [&str; 33] = [
    "mode",
    "rounds",
    "algorithm",
    "decide",
    "hide",
    "budget",
    "budget_tokens",
    "deadline",
    "max_tokens",
    "high_stakes",
    "parallel_enabled",
    "parallel_level",
    "parallel_modes",
    "tool_enforcement",
    "tool_min_calls",
    "tool_max_calls",
    "groupthink_enabled",
    "groupthink_threshold",
    "exit_enabled",
    "exit_consensus",
    "exit_convergence_rounds",
    "economy",
    "light_model",
    "safety",
    "safety_model",
    "analyst",
    "analyst_model",
    "closing_ballot",
    "labels",
    "require_evidence",
    "summaries",
    "evidence_gate",
    "disciplines",
];

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

/// Whether it may be set for one debate.
fn is_known(name: &str) -> bool {
    NAMES.contains(&name)
}

/// Lets the flags of a request go over what was set.
pub(super) fn apply(settings: &mut Settings, start: &Start) -> Result<(), Exit> {
    for (name, value) in &start.flags {
        if let Some((_, field)) = FIELDS.iter().find(|(it, _)| it == name) {
            return Err(Exit::request(format!("`flags.{name}` has a field of its own; use `{field}`")));
        }
        if let Some(field) = has_field(start, name) {
            return Err(Exit::request(format!("`flags.{name}` and `{field}` are the same; give one of them")));
        }
        let row = ROWS.iter().find(|row| row.name == name && is_known(name)).ok_or_else(|| {
            let shown: String = name.chars().filter(|it| !it.is_control()).take(64).collect();
            let known = guess(&shown, "", NAMES);
            Exit::request(format!("`flags.{shown}` is no setting of a debate{known}"))
        })?;
        let wrong = |why: crate::settings::NotAllowed| Exit::request(why.of(&format!("`flags.{name}`")));
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
