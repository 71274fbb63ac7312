//! `config`: reads and changes settings, and prints the origin of each (D-60, I-15).
use crate::args::Config;
use crate::exit::Exit;
use crate::print;
use serde_json::json;
use setup::settings::{self, Env, Origin, PRICE_ROWS, PROVIDER_ROWS, ROWS, Removed, Settings, SettingsPaths};
use setup::trust::{self, Trust};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Runs the subcommand. Loads settings only where needed, so that `set` can repair a broken file.
pub(crate) fn run(action: &Config, env: Env<'_>, cwd: &Path) -> Result<(), Exit> {
    match action {
        Config::Get { key } => {
            let settings = looked_at(env, cwd)?;
            print::line(get(&settings, key).map_err(Exit::request)?)
        }
        Config::Unset { key, project } => unset(key, whose(*project), env, cwd),
        Config::Edit { project } => edit(whose(*project), env, cwd),
        Config::List { json: true, .. } => {
            let listed = looked_at(env, cwd)?;
            described(&listed).iter().try_for_each(print::line)
        }
        Config::List { origin, json: false } => {
            let listed = looked_at(env, cwd)?;
            list(&listed, if *origin { Origins::Shown } else { Origins::Hidden }).iter().try_for_each(print::line)
        }
        Config::Path => {
            let trust = Settings::read(env, cwd).map(|it| it.trust).unwrap_or_default();
            path(&SettingsPaths::find(env, cwd), &trust).iter().try_for_each(print::line)
        }
        Config::Trust => trust(env, cwd),
        Config::Untrust => untrust(env, cwd),
        Config::Set { key, value, project } => set(key, value, whose(*project), env, cwd),
        Config::SetAlgorithm { name, project } => set("algorithm", name, whose(*project), env, cwd),
    }
}

/// The settings for display; prints a note if some are not in force.
fn looked_at(env: Env<'_>, cwd: &Path) -> Result<Settings, Exit> {
    let settings = Settings::read(env, cwd).map_err(Exit::request)?;
    if let Trust::Withheld(withheld) = &settings.trust {
        print::note(format_args!("not in force: {}", withheld.refusal()));
    }
    Ok(settings)
}

/// Trusts the project's file, and prints what that allows.
fn trust(env: Env<'_>, cwd: &Path) -> Result<(), Exit> {
    let places = SettingsPaths::find(env, cwd);
    let file = projects(&places)?;
    let agreed = trust::agree(file, &Settings::of_user(&places).map_err(Exit::request)?, env)?;
    if agreed.is_empty() {
        print::note(format_args!("{} sets nothing that needs your agreement", file.display()));
        return Ok(());
    }
    agreed.iter().try_for_each(|(key, value)| print::line(format_args!("{key} = {value}")))?;
    print::note(format_args!(
        "you have agreed to these settings of {}; a changed file needs your agreement again; `roundtable config untrust` withdraws it",
        file.display()
    ));
    Ok(())
}

/// Withdraws the trust in the project's file.
fn untrust(env: Env<'_>, cwd: &Path) -> Result<(), Exit> {
    let places = SettingsPaths::find(env, cwd);
    let file = projects(&places)?;
    print::note(match trust::disagree(file, env)? {
        true => format!("your agreement to {} is withdrawn", file.display()),
        false => format!("you had not agreed to {}", file.display()),
    });
    Ok(())
}

/// The project's file.
fn projects(places: &SettingsPaths) -> Result<&PathBuf, Exit> {
    let none = || {
        let looked = places.project_or_new.display();
        Exit::request(format!("there is no project's file: looked for `{looked}` and in the directories above it"))
    };
    places.project.as_ref().ok_or_else(none)
}

/// Which file is written: the user's or the project's.
#[derive(Clone, Copy, Debug)]
enum Whose {
    User,
    Project,
}

fn whose(is_project: bool) -> Whose {
    if is_project { Whose::Project } else { Whose::User }
}

/// The file to change.
fn file_of(whose: Whose, env: Env<'_>, cwd: &Path) -> Result<PathBuf, Exit> {
    let places = SettingsPaths::find(env, cwd);
    let file = match whose {
        Whose::Project => Some(places.project_or_new),
        Whose::User => places.user,
    };
    file.ok_or_else(|| {
        Exit::request(
            "can't find the directory of your settings: neither `XDG_CONFIG_HOME` nor `HOME` is set; use `--project`",
        )
    })
}

/// Removes a setting from a file.
fn unset(key: &str, whose: Whose, env: Env<'_>, cwd: &Path) -> Result<(), Exit> {
    let file = file_of(whose, env, cwd)?;
    match settings::remove(&file, key)? {
        Removed::Yes => print::note(format_args!("wrote {}", file.display())),
        Removed::WasAbsent => print::note(format_args!("{} does not set `{key}`", file.display())),
    }
    if let Ok(settings) = looked_at(env, cwd)
        && let Some((_, value, origin)) = settings.all().into_iter().find(|(known, _, _)| known == key)
    {
        print::note(format_args!("in force: {key} = {value} ({origin})"));
    }
    Ok(())
}

/// Opens a file in the user's editor, and checks it afterwards.
fn edit(whose: Whose, env: Env<'_>, cwd: &Path) -> Result<(), Exit> {
    let file = file_of(whose, env, cwd)?;
    let set = |name: &str| env(name).filter(|it| !it.trim().is_empty());
    let usual = || std::io::stdin().is_terminal().then(|| "vi".to_owned());
    let Some(editor) = set("VISUAL").or_else(|| set("EDITOR")).or_else(usual) else {
        let place = file.display();
        return Err(Exit::request(format!(
            "neither `VISUAL` nor `EDITOR` names an editor; set one, or edit `{place}`"
        )));
    };
    if !file.exists() {
        let empty = "# Settings of roundtable; `roundtable config list --json` describes each.\n";
        files::replace_with_directories(&file, empty.as_bytes())
            .map_err(|error| Exit::failure(format!("can't write `{}`: {error}", file.display())))?;
    }
    // The variable may hold arguments, such as `code --wait`.
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    let status = std::process::Command::new(program).args(words).arg(&file).status();
    match status {
        Ok(status) if status.success() => {}
        Ok(status) => return Err(Exit::failure(format!("`{editor}` ended with {status}"))),
        Err(error) => return Err(Exit::failure(format!("can't run `{editor}`: {error}"))),
    }
    looked_at(env, cwd).map_err(|exit| exit.and("the file is kept as you wrote it; edit it again"))?;
    print::note(format_args!("{} is valid", file.display()));
    Ok(())
}

/// Every setting as a line of JSON: effective value, origin, description, allowed values, default.
fn described(settings: &Settings) -> Vec<String> {
    let defaults = Settings::default();
    let line = |(key, value, origin): (String, String, Origin)| {
        let field = key.rsplit('.').next().unwrap_or(&key);
        let own = |section: &str| key.starts_with(section);
        let (about, allowed, default) = match ROWS.iter().find(|row| row.name == key) {
            Some(row) => (row.about(), row.allowed(), Some(row.get(&defaults).0)),
            None => {
                let provider = PROVIDER_ROWS.iter().find(|row| own("providers.") && row.name == field);
                let price = PRICE_ROWS.iter().find(|row| own("prices.") && row.name == field);
                let found = provider.map(|it| (it.about(), it.allowed()));
                let (about, allowed) = found.or(price.map(|it| (it.about(), it.allowed()))).unwrap_or_default();
                (about, allowed, None)
            }
        };
        json!({
            "key": key, "value": value, "origin": from(&key, &origin, &settings.trust), "default": default,
            "description": about, "allowed": allowed,
        })
        .to_string()
    };
    settings.all().into_iter().map(line).collect()
}

fn set(key: &str, value: &str, whose: Whose, env: Env<'_>, cwd: &Path) -> Result<(), Exit> {
    let file = file_of(whose, env, cwd)?;
    settings::write(&file, key, value, cwd)?;
    print::note(format_args!("wrote {}", file.display()));
    warn(&file, key, env, cwd);
    Ok(())
}

fn get(settings: &Settings, key: &str) -> Result<String, String> {
    let plain = |key: &str| key.replace(['"', '\''], "");
    if let Some((_, value, _)) = settings.all().into_iter().find(|(known, _, _)| plain(known) == plain(key)) {
        return Ok(value);
    }
    let field = key.rsplit('.').next().unwrap_or(key);
    let is_unset = match key.split('.').next() {
        Some("providers") => PROVIDER_ROWS.iter().any(|row| row.name == field),
        Some("prices") => PRICE_ROWS.iter().any(|row| row.name == field),
        Some(_) | None => false,
    };
    if is_unset {
        return Err(format!("`{key}` is not set; see `roundtable config list`"));
    }
    let all = settings.all();
    let known = all.iter().map(|(known, _, _)| known.as_str()).chain(ROWS.iter().map(|row| row.name));
    Err(settings::no_setting(key, known))
}

/// Whether a list shows origins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origins {
    Shown,
    Hidden,
}

fn list(settings: &Settings, origins: Origins) -> Vec<String> {
    let all = settings.all();
    let lines = all.iter().map(|(key, value, _)| format!("{key} = {value}").trim_end().to_owned()).collect::<Vec<_>>();
    if origins == Origins::Hidden {
        return lines;
    }
    let mut rows: Vec<(String, String)> = lines
        .into_iter()
        .zip(&all)
        .map(|(line, (key, _, origin))| (line, from(key, origin, &settings.trust)))
        .collect();
    if let Trust::Withheld(withheld) = &settings.trust {
        let from = format!("{}, not in force: needs `roundtable config trust`", withheld.path.display());
        rows.extend(withheld.rows.iter().map(|(key, value)| (format!("{key} = {value}"), from.clone())));
    }
    let width = rows.iter().map(|(line, _)| line.chars().count()).max().unwrap_or_default();
    rows.iter().map(|(line, from)| format!("{line:width$}  # {from}")).collect()
}

/// The origin of a value, and whether the user's agreement was needed for it.
fn from(key: &str, origin: &Origin, trust: &Trust) -> String {
    let is_agreed = *trust == Trust::Agreed && matches!(origin, Origin::Project(_)) && trust::is_guarded(key);
    if is_agreed { format!("{origin}, agreed") } else { origin.to_string() }
}

fn path(places: &SettingsPaths, trust: &Trust) -> Vec<String> {
    let state = |path: &Path| if path.is_file() { "" } else { "  (not there)" };
    let user = places.user.as_ref().map_or_else(
        || "user     none: neither `XDG_CONFIG_HOME` nor `HOME` is set".to_owned(),
        |path| format!("user     {}{}", path.display(), state(path)),
    );
    let project = &places.project_or_new;
    let agreement = match trust {
        Trust::NotNeeded => "",
        Trust::Agreed => "  (agreed)",
        Trust::Withheld(_) => "  (needs your agreement: `roundtable config trust`)",
    };
    vec![user, format!("project  {}{}{agreement}", project.display(), state(project))]
}

/// Prints a note if the value just written is not in force: something overrides it, or the file has another error.
fn warn(file: &Path, key: &str, env: Env<'_>, cwd: &Path) {
    let settings = match looked_at(env, cwd) {
        Ok(settings) => settings,
        Err(_) => return print::note("the settings still have an error: see `roundtable doctor`"),
    };
    if let Some((_, _, origin)) = settings.all().into_iter().find(|(known, _, _)| known == key)
        && let Some(origin) = stronger(origin, file)
    {
        print::note(format_args!("but {origin} overrides it"));
    }
}

fn stronger(origin: Origin, file: &Path) -> Option<Origin> {
    match &origin {
        Origin::User(path) | Origin::Project(path) => (path != file).then_some(origin),
        Origin::Env(_) | Origin::Flag => Some(origin),
        Origin::Default => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample_settings() -> (Settings, String) {
        let home = tempfile::tempdir().unwrap();
        let text = "rounds = 3\n[providers.my]\nbase_url = 'http://gpu/v1'\n[prices.'my/m']\ninput = 1\n";
        let file = home.path().join(".config/roundtable/roundtable.toml");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
        let root = home.path().display().to_string();
        let env = |name: &str| match name {
            "HOME" => Some(root.clone()),
            "ROUNDTABLE_MODE" => Some("adversarial".to_owned()),
            _ => None,
        };
        (Settings::load(&env, home.path()).unwrap(), root)
    }

    /// D-60
    #[test]
    fn a_list_can_say_where_each_value_comes_from() {
        let (settings, root) = sample_settings();
        let shown = list(&settings, Origins::Shown).join("\n").replace(&root, "~");
        insta::assert_snapshot!(shown, @r#"
        mode = adversarial                     # $ROUNDTABLE_MODE
        rounds = 3                             # ~/.config/roundtable/roundtable.toml
        algorithm = evidence_based_debate      # default
        decide = guarded                       # default
        hide =                                 # default
        budget = none                          # default
        budget_tokens = none                   # default
        deadline = none                        # default
        max_tokens = 4096                      # default
        high_stakes = false                    # default
        context = false                        # default
        parallel_enabled = none                # default
        parallel_level = mode                  # default
        parallel_modes =                       # default
        tool_enforcement = normal              # default
        tool_min_calls = none                  # default
        tool_max_calls = none                  # default
        groupthink_enabled = true              # default
        groupthink_threshold = 0.9             # default
        exit_enabled = true                    # default
        exit_consensus = none                  # default
        exit_convergence_rounds = none         # default
        economy = false                        # default
        light_model = none                     # default
        safety = true                          # default
        safety_model = none                    # default
        analyst = auto                         # default
        closing_ballot = assigned              # default
        analyst_model = none                   # default
        labels = true                          # default
        require_evidence = true                # default
        summaries = true                       # default
        evidence_gate = false                  # default
        domain = none                          # default
        learning = true                        # default
        disciplines = round-robin              # default
        panel_clerk = none                     # default
        panel_strong = none                    # default
        panel_detection = parts                # default
        panel_most_aspects = 3                 # default
        panel_clash = 4                        # default
        panel_exchange = 8                     # default
        panel_rooms = 3                        # default
        panel_remind = 6                       # default
        panel_temperature_turn = 0.85          # default
        panel_temperature_room = 0.75          # default
        panel_temperature_check = 0.2          # default
        panel_temperature_card = 0.3           # default
        table =                                # default
        timeout = 2m                           # default
        timeout_total = 15m                    # default
        attempts = 5                           # default
        engine = candle                        # default
        threads = none                         # default
        tenant_seats = none                    # default
        tenant_models =                        # default
        daily_budget = none                    # default
        daily_tokens = none                    # default
        rate_limit = none                      # default
        access_log = false                     # default
        store = none                           # default
        weights = none                         # default
        providers.my.base_url = http://gpu/v1  # ~/.config/roundtable/roundtable.toml
        prices."my/m".input = 1                # ~/.config/roundtable/roundtable.toml
        "#);
        assert!(list(&settings, Origins::Hidden).iter().any(|it| it == "table ="));
    }

    /// I-10, I-13
    #[test]
    fn one_value_is_got_or_the_nearest_named() {
        let (settings, _) = sample_settings();
        for (key, expected) in [
            ("rounds", "3"),
            ("budget", "none"),
            ("prices.my/m.input", "1"),
            ("providers.my.base_url", "http://gpu/v1"),
        ] {
            assert_eq!(get(&settings, key).unwrap(), expected, "{key}");
        }
        let rows = [
            ("ronds", "there is no setting `ronds`; did you mean `rounds`?"),
            ("providers.my.key_env", "`providers.my.key_env` is not set; see"),
            ("providers.my.base", "there is no setting `providers.my.base`; did you mean `providers.my.base_url`?"),
            ("nope", "there is no setting `nope`; the nearest of "),
        ];
        for (key, expected) in rows {
            let message = get(&settings, key).unwrap_err();
            assert!(message.starts_with(expected), "{message}");
        }
    }

    /// I-15
    #[test]
    fn what_was_set_is_read_again_and_what_overrules_it_is_known() {
        let home = tempfile::tempdir().unwrap();
        let env = |name: &str| (name == "HOME").then(|| home.path().display().to_string());
        let set = |project| Config::Set { key: "rounds".into(), value: "9".into(), project };
        run(&set(false), &env, home.path()).unwrap();
        let user = home.path().join(".config/roundtable/roundtable.toml");
        assert_eq!(Settings::load(&env, home.path()).unwrap().rounds.origin, Origin::User(user.clone()));
        run(&set(true), &env, home.path()).unwrap();
        let settings = Settings::load(&env, home.path()).unwrap();
        assert_eq!(
            (settings.rounds.value, &settings.rounds.origin),
            (9, &Origin::Project(home.path().join("roundtable.toml")))
        );
        assert!(stronger(settings.rounds.origin, &user).is_some());
        assert!(run(&set(false), &|_| None, home.path()).is_err(), "no home is no crash");
    }
}
