//! `doctor`: checks what works, what does not, and what to type next (I-14).
use crate::args::Doctor;
use crate::context;
use crate::exit::Exit;
use crate::outcomes;
use crate::print;
use crate::render::style::Style;
use local::weights::size;
use models::{Error, Provider};
use serde::Serialize;
use setup::providers::{Answer, EMBEDDED, ModelRegistry, arrange, choose};
use setup::settings::{Env, Settings, SettingsPaths};
use setup::trust::Trust;
use std::path::Path;
use store::Store;

/// Runs all checks and prints a line for each. Invalid settings are a finding, not an error.
pub(crate) async fn run(args: &Doctor, store: Option<&Path>, env: Env<'_>, cwd: &Path) -> Result<(), Exit> {
    let (mut settings, mut checks) = check_settings(env, cwd);
    settings.overrule("store", store.map(Path::display))?;
    let kept = check_store(&settings, env).await;
    let is_kept = kept.state == State::Ok;
    checks.push(kept);
    if is_kept {
        checks.extend(check_due(&settings, env).await);
    }
    let (providers, now) = check_providers(&settings, env).await;
    checks.extend(providers);
    checks.push(now);
    let style = context::style(true);
    for check in &checks {
        let line = if args.json { serde_json::to_string(check).map_err(Exit::failure)? } else { check.line(style) };
        print::line(line)?;
    }
    if is_kept {
        Ok(())
    } else {
        Err(Exit::failure("debates can't be stored: repair the store, or name another with `--store FILE`"))
    }
}

/// One finding.
#[derive(Debug, Serialize)]
struct Check {
    state: State,
    what: String,
    detail: String,
}

/// The state of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    /// It works.
    Ok,
    /// Absent, and optional.
    Absent,
    /// It should work and does not.
    Broken,
}

/// The indentation of continuation rows.
const INDENT: usize = 4;

impl Check {
    fn new(state: State, what: impl Into<String>, detail: impl std::fmt::Display) -> Check {
        Check { state, what: what.into(), detail: detail.to_string() }
    }

    /// Its line, broken between words on a terminal.
    fn line(&self, style: Style) -> String {
        let mark = match self.state {
            State::Ok => "ok",
            State::Absent => "--",
            State::Broken => "!!",
        };
        let head = format!("{mark}  {:10}  ", self.what);
        match style.screen() {
            0 => format!("{head}{}", self.detail),
            width => print::broken(&format!("{head}{}", self.detail), width, INDENT),
        }
    }
}

/// The settings, or the defaults where they are invalid.
fn check_settings(env: Env<'_>, cwd: &Path) -> (Settings, Vec<Check>) {
    let places = SettingsPaths::find(env, cwd);
    let file = |path: &Path| match path.is_file() {
        true => Check::new(State::Ok, "settings", path.display()),
        false => Check::new(State::Absent, "settings", format_args!("{} (not there)", path.display())),
    };
    let user = places.user.as_deref().map_or_else(
        || {
            Check::new(
                State::Absent,
                "settings",
                "your file has no directory: neither `XDG_CONFIG_HOME` nor `HOME` is set",
            )
        },
        file,
    );
    let project = file(&places.project_or_new);
    match Settings::read(env, cwd) {
        Ok(settings) => {
            let withheld = match &settings.trust {
                Trust::Withheld(it) => Some(Check::new(State::Broken, "settings", it.refusal())),
                Trust::NotNeeded | Trust::Agreed => None,
            };
            (settings, withheld.into_iter().chain([user, project]).collect())
        }
        Err(why) => (Settings::default(), vec![Check::new(State::Broken, "settings", why), user, project]),
    }
}

/// Free disk space below which a debate may soon fail: a debate takes well under 1 MB, SQLite's log and a copy some more.
const LITTLE_SPACE: u64 = 50 << 20;

async fn check_store(settings: &Settings, env: Env<'_>) -> Check {
    let broken = |why: &dyn std::fmt::Display| Check::new(State::Broken, "store", why);
    let path = match settings.store_path(env) {
        Ok(path) => path,
        Err(error) => return broken(&Exit::from(error)),
    };
    match Store::open(&path).await {
        Ok(store) => store.close().await,
        Err(error) => return broken(&error),
    }
    if let Err(error) = is_writable(&path) {
        return broken(&format_args!("can't write `{}`: {error}", path.display()));
    }
    match free_space(&path) {
        Some(bytes) if bytes < LITTLE_SPACE => {
            broken(&format_args!("{}: only {} MB free on the disk", path.display(), bytes >> 20))
        }
        Some(bytes) => Check::new(State::Ok, "store", format_args!("{} ({} MB free)", path.display(), bytes >> 20)),
        None => Check::new(State::Ok, "store", path.display()),
    }
}

/// Reminds of decisions that wait for an outcome (L-02).
async fn check_due(settings: &Settings, env: Env<'_>) -> Option<Check> {
    let store = Store::open_to_read(&settings.store_path(env).ok()?).await.ok()??;
    let (known, _) = outcomes::learned(&store).await.ok()?;
    let due = outcomes::due(&store, &known).await.ok()?;
    let first = &due.first()?.debate;
    let says = match due.len() {
        1 => format!("debate {first} waits for what happened: `roundtable outcome add {first}`"),
        count => format!("{count} debates wait for what happened: `roundtable list --due`"),
    };
    Some(Check::new(State::Absent, "outcomes", says))
}

/// Checks the file and its directory: SQLite keeps its own log beside it.
fn is_writable(path: &Path) -> std::io::Result<()> {
    std::fs::OpenOptions::new().append(true).open(path)?;
    let beside = path.with_file_name(format!(".roundtable-doctor-{}", std::process::id()));
    std::fs::OpenOptions::new().write(true).create_new(true).open(&beside)?;
    std::fs::remove_file(beside)
}

fn free_space(path: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(path).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

/// Asks every reachable provider at the same time, and prints the seats that they would give.
async fn check_providers(settings: &Settings, env: Env<'_>) -> (Vec<Check>, Check) {
    let registry = match ModelRegistry::set(settings, env) {
        Ok(registry) => registry,
        Err(why) => {
            let rehearsal = "only a rehearsal: `roundtable debate \"TOPIC\" --with sim`";
            let checks = vec![Check::new(State::Broken, "settings", why)];
            return (checks, Check::new(State::Absent, "now", rehearsal));
        }
    };
    let answers = registry.ask_all().await;
    let checks: Vec<Check> =
        answers.iter().map(|(provider, answer)| check_provider(&registry, provider, answer.as_ref())).collect();
    let usable: Vec<(String, Vec<String>)> = answers
        .into_iter()
        .filter_map(|(provider, answer)| {
            let models = match answer? {
                Ok(listed) => choose(provider, listed),
                Err(Error::NotFound { .. }) if registry.has_key(provider) => provider.suggested.clone(),
                Err(_) => return None,
            };
            (!models.is_empty()).then(|| (provider.name.clone(), models))
        })
        .collect();
    let embedded = check_embedded(&registry);
    let now = if usable.is_empty() { embedded_now(&registry) } else { now(&usable) };
    (checks.into_iter().chain([embedded]).collect(), now)
}

/// The embedded model, seated when no other is available (O-01).
fn check_embedded(registry: &ModelRegistry) -> Check {
    let weight = registry.embedded();
    let held = match registry.weights().find(weight) {
        Some(held) => format!("{} in {}", weight.name, held.directory().display()),
        None => format!("{} is fetched when it is first seated ({})", weight.name, size(weight.bytes())),
    };
    let state = if registry.weights().find(weight).is_some() { State::Ok } else { State::Absent };
    Check::new(state, EMBEDDED, held)
}

fn embedded_now(registry: &ModelRegistry) -> Check {
    let weight = registry.embedded();
    let how = if registry.weights().find(weight).is_some() { "in this process" } else { "downloaded on first use" };
    Check::new(State::Ok, "now", format_args!("`roundtable debate \"TOPIC\"` seats {EMBEDDED}/{}, {how}", weight.name))
}

fn check_provider(registry: &ModelRegistry, provider: &Provider, answer: Option<&Answer>) -> Check {
    let check = |state, detail: &dyn std::fmt::Display| Check::new(state, provider.name.as_str(), detail);
    let key = match &provider.key_env {
        Some(variable) if registry.has_key(provider) => format!(", key from {variable}"),
        Some(_) | None => String::new(),
    };
    match answer {
        None => {
            let variable = provider.key_env.as_deref().unwrap_or_default();
            check(State::Absent, &format_args!("no key: set {variable}"))
        }
        Some(Ok(listed)) => {
            check(State::Ok, &format_args!("models listed: {} at {}{key}", listed.len(), provider.base_url))
        }
        Some(Err(Error::NotFound { .. })) => {
            check(State::Absent, &format_args!("{} answers but lists no models: not checked{key}", provider.base_url))
        }
        Some(Err(Error::Unreachable { .. } | Error::TimedOut { .. })) if is_optional(provider) => {
            check(State::Absent, &format_args!("not running at {}", provider.base_url))
        }
        // Another program may listen on a well-known port.
        Some(Err(_)) if is_optional(provider) => {
            check(State::Absent, &format_args!("{} answers, but not like a model server", provider.base_url))
        }
        Some(Err(error)) => check(State::Broken, error),
    }
}

/// A local server at its default address, which the user did not configure.
fn is_optional(provider: &Provider) -> bool {
    provider.is_local() && models::builtin().iter().any(|it| it.base_url == provider.base_url)
}

/// What to type next, given the providers that answered.
fn now(usable: &[(String, Vec<String>)]) -> Check {
    let seats: Vec<String> = arrange(usable).into_iter().map(|seat| seat.model).collect();
    Check::new(State::Ok, "now", format_args!("`roundtable debate \"TOPIC\" --with {}`", seats.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use models::fake_provider::{Behaviour, FakeProvider};

    /// Points every local server at an unused address, so that tests don't see this machine's.
    fn deserted(more: &str) -> tempfile::TempDir {
        let home = tempfile::tempdir().unwrap();
        let lines = ["ollama", "llamacpp", "lmstudio", "vllm"]
            .map(|it| format!("providers.{it}.base_url = 'http://127.0.0.1:1/v1'\n"));
        let file = home.path().join(".config/roundtable/roundtable.toml");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, lines.concat() + more).unwrap();
        home
    }

    async fn findings(home: &Path, keys: &[&str]) -> String {
        let env = |name: &str| match name {
            "HOME" => Some(home.display().to_string()),
            name => keys.contains(&name).then(|| "sk-secret-123".to_owned()),
        };
        let (settings, mut checks) = check_settings(&env, home);
        checks.push(check_store(&settings, &env).await);
        let (providers, now) = check_providers(&settings, &env).await;
        checks.extend(providers);
        checks.push(now);
        let text = checks
            .iter()
            .map(|it| it.line(Style::plain()))
            .collect::<Vec<_>>()
            .join("\n")
            .replace(&home.display().to_string(), "~");
        assert!(!text.contains("sk-secret"), "{text}");
        text
    }

    fn without_space(text: &str) -> String {
        let line = |line: &str| line.split(" (").next().unwrap_or_default().to_owned();
        text.lines()
            .map(|it| if it.contains("MB free") { line(it) } else { it.to_owned() })
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// I-14, O-40
    #[tokio::test]
    async fn each_provider_is_asked_and_what_works_is_said() {
        let good = FakeProvider::start(|_| Behaviour::Status {
            code: 200,
            headers: vec![],
            body: r#"{"data":[{"id":"one"}]}"#.into(),
        });
        let strict = FakeProvider::start(|_| Behaviour::status(401, "bad key sk-secret-123"));
        let (good, strict) = (good.await.unwrap(), strict.await.unwrap());
        let home = deserted(&format!(
            "[providers.good]\nbase_url = '{}'\n[providers.strict]\nbase_url = '{}'\nkey_env = 'STRICT_KEY'\n",
            good.base_url(),
            strict.base_url()
        ));
        let text = without_space(&findings(home.path(), &["STRICT_KEY"]).await);
        let text = text.replace(&good.base_url(), "GOOD").replace(&strict.base_url(), "STRICT");
        // One hosted provider without a key stands for all of them.
        let is_one_of_many = |line: &str| line.contains("no key: set") && !line.contains("OPENAI_API_KEY");
        // The suitable embedded model depends on the machine.
        let is_embedded = |line: &str| line.contains("  local ");
        let is_shown = |line: &&str| !line.contains("127.0.0.1:1`") && !is_one_of_many(line) && !is_embedded(line);
        let rows = text.lines().filter(is_shown);
        let refusal = rows.collect::<Vec<_>>().join("\n");
        insta::assert_snapshot!(refusal, @r#"
        ok  settings    ~/.config/roundtable/roundtable.toml
        --  settings    ~/roundtable.toml (not there)
        ok  store       ~/.local/share/roundtable/roundtable.db
        --  openai      no key: set OPENAI_API_KEY
        ok  good        models listed: 1 at GOOD
        !!  strict      `strict` refuses the key (401): set `STRICT_KEY` to a valid one; it says: bad key [key]
        ok  now         `roundtable debate "TOPIC" --with good/one,good/one,good/one`
        "#);
        assert_eq!(text.matches("!!  ").count(), 5, "a server that was named and does not answer is broken");
    }

    /// I-13, I-14
    #[tokio::test]
    async fn broken_settings_and_a_broken_store_are_findings() {
        let home = deserted("ronds = 3\n");
        let text = findings(home.path(), &[]).await;
        assert!(
            text.contains("!!  settings    ~/.config/roundtable/roundtable.toml:5:1: there is no setting `ronds`"),
            "{text}"
        );
        let home = deserted("store = 'roundtable.toml'\n");
        let text = findings(home.path(), &[]).await;
        assert!(text.contains("!!  store "), "{text}");
        assert!(text.contains("--  local       "), "{text}");
        assert!(text.contains("ok  now         `roundtable debate \"TOPIC\"` seats local/"), "{text}");
        assert!(text.ends_with(", downloaded on first use"), "{text}");
    }
}
