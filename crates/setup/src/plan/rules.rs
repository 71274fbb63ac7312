//! Turns settings into the rules of a debate: all of them, or those of this request (D-60).
use crate::providers::is_callers;
use crate::settings::{Origin, Setting, Settings};
use debate::rules::{EvidencePolicy, ReviewRules, ToolPolicy};
use debate::{Parallel, Participant, Profile, Rules};
pub use engine::models_of as models;
use std::time::Duration;

/// The rules of the settings. [`watch`] sets the evaluator and `analyst` the comparison, because they depend on the seats.
pub fn rules(settings: &Settings, seed: u64) -> Rules {
    let whole = Rules { seed, ..Rules::default() };
    written(whole, settings, &settings.mode.value, |_| true)
}

/// The rules of a debate with the settings of this request over them.
pub fn overruled(rules: Rules, settings: &Settings, mode: &str) -> Rules {
    written(rules, settings, mode, |origin| *origin == Origin::Flag)
}

/// Writes the settings with a matching origin into the rules, field by field.
fn written(mut rules: Rules, settings: &Settings, mode: &str, counts: fn(&Origin) -> bool) -> Rules {
    fn take<T: Clone>(field: &mut T, setting: &Setting<T>, counts: fn(&Origin) -> bool) {
        if counts(&setting.origin) {
            field.clone_from(&setting.value);
        }
    }
    take(&mut rules.rounds, &settings.rounds, counts);
    take(&mut rules.algorithm, &settings.algorithm, counts);
    take(&mut rules.decide, &settings.decide, counts);
    take(&mut rules.closing_ballot, &settings.closing_ballot, counts);
    take(&mut rules.hidden, &settings.hide, counts);
    take(&mut rules.budget_usd, &settings.budget, counts);
    take(&mut rules.budget_tokens, &settings.budget_tokens, counts);
    take(&mut rules.high_stakes, &settings.high_stakes, counts);
    take(&mut rules.context, &settings.context, counts);
    take(&mut rules.max_tokens, &settings.max_tokens, counts);
    take(&mut rules.exit_limits.consensus, &settings.exit_consensus, counts);
    take(&mut rules.exit_limits.convergence_rounds, &settings.exit_convergence_rounds, counts);
    take(&mut rules.watch.on, &settings.safety, counts);
    // What was learned of another domain does not go with this one.
    if counts(&settings.domain.origin) && rules.domain != settings.domain.value {
        rules.domain.clone_from(&settings.domain.value);
        rules.learning = None;
    }
    if counts(&settings.learning.origin) && !settings.learning.value {
        rules.learning = None;
    }
    if counts(&settings.deadline.origin) {
        rules.deadline_ms = settings.deadline.value.map(millis);
    }
    if counts(&settings.exit_enabled.origin) {
        rules.exit_limits.off = !settings.exit_enabled.value;
    }
    if counts(&settings.groupthink_enabled.origin) || counts(&settings.groupthink_threshold.origin) {
        rules.groupthink = settings.groupthink_enabled.value.then_some(settings.groupthink_threshold.value);
    }
    if counts(&settings.labels.origin) {
        rules.without_labels = !settings.labels.value;
    }
    if counts(&settings.require_evidence.origin) {
        let policy = rules.evidence.take().unwrap_or_default();
        rules.evidence = settings.require_evidence.value.then_some(policy);
    }
    if counts(&settings.summaries.origin) {
        rules.without_summaries = !settings.summaries.value;
    }
    if counts(&settings.economy.origin) {
        rules.economy = settings.economy.value.then_some(Rules::ECONOMY_TOKENS);
    }
    if counts(&settings.evidence_gate.origin) {
        gate(&mut rules, settings.evidence_gate.value);
    }
    let of_parallel =
        [&settings.parallel_enabled.origin, &settings.parallel_level.origin, &settings.parallel_modes.origin];
    if of_parallel.into_iter().any(counts) {
        rules.parallel = parallel(settings, mode);
    }
    let of_tools =
        [&settings.tool_enforcement.origin, &settings.tool_min_calls.origin, &settings.tool_max_calls.origin];
    // Without a setting for tools the rules have none either.
    if of_tools.into_iter().any(|it| counts(it) && *it != Origin::Default) {
        rules.tools = Some(tools(settings));
    }
    rules
}

/// Whether only checked facts carry a move (O-11). Without claims there is no gate.
fn gate(rules: &mut Rules, is_closed: bool) {
    match &mut rules.evidence {
        Some(policy) => policy.gate = is_closed,
        None if is_closed => {
            rules.evidence = Some(EvidencePolicy { gate: true, ..EvidencePolicy::default() });
        }
        None => {}
    }
}

/// A duration as rules have it.
pub fn millis(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}

/// Which participants speak at the same time; the mode's own order by default. A setting for this mode overrides the general one, unless only
/// the latter is from this request.
fn parallel(settings: &Settings, mode: &str) -> Option<Parallel> {
    let Settings { parallel_enabled: enabled, parallel_level: level, parallel_modes: modes, .. } = settings;
    let is_typed = |it: &Origin| *it == Origin::Flag;
    let is_outdone = (is_typed(&enabled.origin) || is_typed(&level.origin)) && !is_typed(&modes.origin);
    let own = modes.value.iter().find(|(it, _)| it == mode).map(|(_, level)| *level);
    match (own.filter(|_| !is_outdone), enabled.value, level.value) {
        (Some(own), _, _) => Some(own),
        (None, Some(false), _) => Some(Parallel::None),
        (None, Some(true) | None, Some(level)) => Some(level),
        (None, Some(true), None) => formats::named(mode).ok().map(|it| it.parallel()),
        (None, None, None) => None,
    }
}

/// How tools are used; by default depends on the speaking order (D-61).
fn tools(settings: &Settings) -> ToolPolicy {
    ToolPolicy {
        enforcement: settings.tool_enforcement.value,
        min_calls: settings.tool_min_calls.value,
        max_calls: settings.tool_max_calls.value,
    }
}

/// What is reviewed for harm, and by which model (D-50): the one set for it, the helper model, or the first seated model that supports full
/// prompts. If that model has a seat, the next capable one reviews its answers.
pub fn watch(settings: &Settings, participants: &[Participant]) -> ReviewRules {
    let seated_helper = || helper_model(participants).map(str::to_owned);
    let set = settings.safety_model.value.clone().or_else(|| settings.light_model.value.clone());
    let on = settings.safety.value;
    let evaluator = set.or_else(seated_helper).filter(|_| on);
    let seated = evaluator.as_deref().filter(|model| participants.iter().any(|it| it.model == *model));
    let second = seated.and_then(|model| helper_models(participants).find(|it| *it != model)).map(str::to_owned);
    ReviewRules { on, evaluator, second }
}

/// The first seated model that can be a helper: it supports full prompts, and does not depend on a connected caller.
pub fn helper_model(participants: &[Participant]) -> Option<&str> {
    helper_models(participants).next()
}

/// All of them, by seat.
fn helper_models(participants: &[Participant]) -> impl Iterator<Item = &str> {
    participants.iter().filter(|it| it.profile == Profile::Full && !is_callers(&it.model)).map(|it| it.model.as_str())
}

/// Whether the request itself chooses the review.
pub fn is_watch_requested(settings: &Settings) -> bool {
    let origins = [&settings.safety.origin, &settings.safety_model.origin, &settings.light_model.origin];
    origins.into_iter().any(|it| *it == Origin::Flag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::ROWS;
    use debate::{Layout, Role};
    use engine::Seat;

    fn settings(words: &[&str]) -> Settings {
        let mut settings = Settings::default();
        settings.set_for_run(&words.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()).unwrap();
        settings
    }

    /// D-60: by default the mode's order applies; a level overrides it, and a mode's own level overrides that.
    #[test]
    fn who_speaks_at_the_same_time() {
        use Parallel::{Full, LastOnly, None as OneByOne};
        let rows: [(&[&str], Option<Parallel>); 9] = [
            (&[], None),
            (&["parallel_enabled=none"], None),
            (&["parallel_enabled=true"], Some(Full)),
            (&["parallel_enabled=true", "parallel_level=last-only"], Some(LastOnly)),
            (&["parallel_level=last-only"], Some(LastOnly)),
            (&["parallel_enabled=false", "parallel_level=full"], Some(OneByOne)),
            (&["parallel_enabled=false", "parallel_modes=adversarial=last-only"], Some(LastOnly)),
            (&["parallel_level=full", "parallel_modes=collaborative=none,adversarial=none"], Some(OneByOne)),
            (&["parallel_level=full", "parallel_modes=collaborative=none"], Some(Full)),
        ];
        for (words, expected) in rows {
            let settings = settings(&[words, &["mode=adversarial"]].concat());
            assert_eq!(rules(&settings, 0).parallel, expected, "{words:?}");
        }
        let mut outdone = settings(&["mode=adversarial", "parallel_modes=adversarial=none"]);
        outdone.parallel_modes.origin = Origin::Env("ROUNDTABLE_PARALLEL_MODES".to_owned());
        assert_eq!(rules(&outdone, 0).parallel, Some(OneByOne));
        outdone.overrule("parallel_level", Some("full")).unwrap();
        assert_eq!(rules(&outdone, 0).parallel, Some(Full), "what was typed is stronger than what was set");
    }

    /// D-60, E-04, I-15: every flag reaches the rules that enter the log.
    #[test]
    fn every_flag_is_a_rule() {
        let usual = rules(&Settings::default(), 7);
        let watched = ReviewRules { on: true, ..ReviewRules::default() };
        let expected = Rules { seed: 7, watch: watched, ..Rules::default() };
        assert_eq!(usual, expected, "the defaults are the rules' own");
        let changed = rules(
            &settings(&[
                "groupthink_threshold=0.8",
                "exit_enabled=false",
                "exit_consensus=0.95",
                "exit_convergence_rounds=3",
                "economy=true",
                "safety=false",
                "labels=false",
                "summaries=false",
                "tool_enforcement=strict",
                "tool_max_calls=4",
                "decide=borda",
                "hide=names,confidence",
                "context=true",
            ]),
            0,
        );
        insta::assert_snapshot!(
            serde_json::to_string(&changed).unwrap(),
            @r#"{"rounds":5,"algorithm":"evidence_based_debate","high_stakes":false,"max_tokens":4096,"seed":0,"groupthink":0.8,"leaving":{"off":true,"consensus":0.95,"convergence_rounds":3},"without_labels":true,"without_summaries":true,"economy":2048,"tools":{"enforcement":"strict","max_calls":4},"evidence":{"version":1},"decide":"borda","hidden":{"names":true,"confidence":true},"context":true,"structure":true}"#
        );
        assert_eq!(rules(&settings(&["groupthink_enabled=false"]), 0).groupthink, None);
        assert_eq!(rules(&settings(&["require_evidence=false"]), 0).evidence, None);
        for words in [&["tool_enforcement=strict"][..], &["tool_enforcement=strict", "parallel_level=last-only"]] {
            let tools = rules(&settings(words), 0).tools.unwrap();
            assert_eq!((tools.min_calls, tools.max_calls), (None, None), "D-61: how often is left to the mode");
        }
    }

    /// Settings that are no rules of a debate of a mode: what seats it, panels, providers, and this machine.
    const NO_RULES: [&str; 33] = [
        "mode",
        "table",
        "disciplines",
        "light_model",
        "safety_model",
        "analyst",
        "analyst_model",
        "learning",
        "panel_clerk",
        "panel_strong",
        "panel_detection",
        "panel_most_aspects",
        "panel_clash",
        "panel_exchange",
        "panel_rooms",
        "panel_remind",
        "panel_temperature_turn",
        "panel_temperature_room",
        "panel_temperature_check",
        "panel_temperature_card",
        "timeout",
        "timeout_total",
        "attempts",
        "engine",
        "threads",
        "tenant_seats",
        "tenant_models",
        "daily_budget",
        "daily_tokens",
        "rate_limit",
        "access_log",
        "store",
        "weights",
    ];

    /// D-60: every row of the settings changes the rules, or is one of those that are no rules. A row that is added is in one of the two.
    #[test]
    fn every_setting_reaches_the_rules_or_is_none() {
        // Values that are allowed for some row and are no default.
        let values = [
            "3",
            "512",
            "0.75",
            "0.95",
            "true",
            "false",
            "none",
            "full",
            "borda",
            "names",
            "strict",
            "90s",
            "always",
            "last-only",
            "vote_rubric",
            "collaborative=none",
            "a-domain",
        ];
        let usual = rules(&Settings::default(), 0);
        for row in ROWS {
            let changes = values.iter().any(|value| {
                let mut settings = Settings::default();
                row.set(&mut settings, value, Origin::Flag).is_ok() && rules(&settings, 0) != usual
            });
            assert_eq!(changes, !NO_RULES.contains(&row.name), "{}", row.name);
        }
        assert!(NO_RULES.iter().all(|name| ROWS.iter().any(|row| row.name == *name)), "no name that is no setting");
    }

    /// O-23, D-60: a continued debate changes only the rules of this request.
    #[test]
    fn only_what_was_typed_overrules_a_debate() {
        let before = rules(&settings(&["exit_consensus=0.95", "economy=true", "rounds=9", "parallel_level=none"]), 3);
        let mut now = settings(&["exit_enabled=false"]);
        now.rounds = Setting { value: 2, origin: Origin::Env("ROUNDTABLE_ROUNDS".to_owned()) };
        let after = overruled(before.clone(), &now, "collaborative");
        let mut expected = before;
        expected.exit_limits.off = true;
        assert_eq!(after, expected);
    }

    /// D-50, D-60: the choice of the evaluator.
    #[test]
    fn the_evaluator_is_set_or_the_first_who_copes() {
        let seat = |model: &str, profile| Seat {
            model: model.to_owned(),
            family: "f".to_owned(),
            name: None,
            profile,
            layout: Layout::Rebuild,
        };
        let participants = engine::seat([seat("local/small", Profile::Lean), seat("a/large", Profile::Full)]);
        let lean = engine::seat([seat("local/small", Profile::Lean), seat("local/tiny", Profile::Lean)]);
        let rows: [(&[&str], &[Participant], Option<&str>); 5] = [
            (&[], &participants, Some("a/large")),
            (&[], &lean, None),
            (&["light_model=b/light"], &lean, Some("b/light")),
            (&["light_model=b/light", "safety_model=c/safe"], &participants, Some("c/safe")),
            (&["safety=false", "safety_model=c/safe"], &participants, None),
        ];
        for (words, participants, expected) in rows {
            let watch = watch(&settings(words), participants);
            assert_eq!((watch.evaluator.as_deref(), watch.on), (expected, words.first() != Some(&"safety=false")));
        }
        let second = |words: &[&str], participants: &[Participant]| watch(&settings(words), participants).second;
        assert_eq!(second(&[], &participants), None, "nobody else copes");
        let three = engine::seat(["a/large", "a/large", "b/other"].map(|it| seat(it, Profile::Full)));
        assert_eq!(second(&[], &three).as_deref(), Some("b/other"), "nobody rules on its own answer");
        assert_eq!(second(&["light_model=b/other"], &three).as_deref(), Some("a/large"));
        assert_eq!(second(&["light_model=c/light"], &three), None, "who has no seat has no answer");
        let rules = Rules { watch: watch(&settings(&["safety_model=c/safe"]), &participants), ..Rules::default() };
        assert_eq!(models(&participants, &rules, None), ["local/small", "a/large", "c/safe"]);
        assert!(participants.iter().all(|it| it.role != Some(Role::Evaluator)), "who evaluates takes no part");
    }
}
