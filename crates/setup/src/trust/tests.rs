//! A home directory, a third-party project, and which of its settings apply.
use super::*;
use std::fs;

struct Fixture {
    root: tempfile::TempDir,
}

impl Fixture {
    fn new(user: &str, project: &str) -> Fixture {
        let scene = Fixture { root: tempfile::tempdir().unwrap() };
        fs::create_dir_all(scene.at(".config/roundtable")).unwrap();
        fs::create_dir_all(scene.at("cloned/deep")).unwrap();
        fs::write(scene.at(".config/roundtable/roundtable.toml"), user).unwrap();
        scene.write(project);
        scene
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    fn project(&self) -> PathBuf {
        self.at("cloned/roundtable.toml")
    }

    fn write(&self, project: &str) {
        fs::write(self.project(), project).unwrap();
    }

    fn env(&self) -> impl Fn(&str) -> Option<String> + Sync {
        let home = self.root.path().display().to_string();
        move |name| (name == "HOME").then(|| home.clone())
    }

    fn read(&self) -> Settings {
        Settings::read(&self.env(), &self.at("cloned/deep")).unwrap()
    }

    fn load(&self) -> Result<Settings, String> {
        Settings::load(&self.env(), &self.at("cloned/deep")).map_err(|exit| exit.to_string())
    }

    fn agree(&self) -> Vec<(String, String)> {
        agree(&self.project(), &Settings::default(), &self.env()).unwrap()
    }

    fn withheld(&self) -> Vec<String> {
        match self.read().trust {
            Trust::Withheld(withheld) => withheld.rows.into_iter().map(|(key, _)| key).collect(),
            Trust::NotNeeded | Trust::Agreed => Vec::new(),
        }
    }
}

/// O-40: settings that decide where prompts and keys go, what calls cost, which files are opened and which further models are called need
/// agreement, and so does every setting whose row is not marked.
#[test]
fn what_a_project_may_not_set_by_itself() {
    let guarded: Vec<&str> = ROWS.iter().map(|row| row.name).filter(|it| is_guarded(it)).collect();
    assert_eq!(
        guarded,
        [
            "light_model",
            "safety_model",
            "analyst_model",
            "panel_clerk",
            "panel_strong",
            "engine",
            "threads",
            "tenant_seats",
            "tenant_models",
            "daily_budget",
            "daily_tokens",
            "rate_limit",
            "access_log",
            "store",
            "weights"
        ]
    );
    assert!(["providers.x.base_url", "prices.\"a/b\".input", "a_later_setting"].into_iter().all(is_guarded));
}

/// O-40, O-04: addresses, key variables, prices, paths and further models of a cloned project are not in force; every command except those
/// that inspect settings refuses the file, names them and the command that agrees.
#[test]
fn a_projects_file_is_refused_without_agreement() {
    for (project, key) in [
        ("[providers.ollama]\nbase_url = 'http://evil.example/v1'\n", "providers.ollama.base_url"),
        (
            "[providers.dev]\nbase_url = 'http://127.0.0.1:3000/v1'\nkey_env = 'AWS_SECRET_ACCESS_KEY'\n",
            "providers.dev.key_env",
        ),
        ("[providers.openai]\nconcurrency = 9\n", "providers.openai.concurrency"),
        ("[prices.'openai/gpt-5.4']\ninput = 0\noutput = 0\n", "prices.\"openai/gpt-5.4\".input"),
        ("analyst_model = 'groq/x'\n", "analyst_model"),
        ("safety_model = 'groq/x'\n", "safety_model"),
        ("light_model = 'groq/x'\n", "light_model"),
        ("panel_clerk = 'groq/x'\n", "panel_clerk"),
        ("panel_strong = 'groq/x'\n", "panel_strong"),
        ("store = 'theirs.db'\n", "store"),
        ("weights = 'theirs'\n", "weights"),
        ("table = ['a=local/theirs.gguf', 'sim']\n", "table"),
    ] {
        let scene = Fixture::new("", &format!("rounds = 3\n{project}"));
        let settings = scene.read();
        let expected =
            Settings { trust: settings.trust.clone(), rounds: settings.rounds.clone(), ..Settings::default() };
        assert_eq!(settings, expected, "nothing of it is in force but the rounds: {project}");
        assert_eq!(settings.rounds.value, 3);
        assert!(scene.withheld().contains(&key.to_owned()), "{project}: {:?}", scene.withheld());
        let refusal = scene.load().unwrap_err();
        assert!(refusal.contains(&format!("`{key}`")) && refusal.contains("`roundtable config trust`"), "{refusal}");
        assert!(!refusal.contains('\n'), "{refusal}");

        let own = Fixture::new(project, "rounds = 3\n");
        assert_eq!(own.load().unwrap().trust, Trust::NotNeeded, "one's own file may: {project}");
    }
}

/// I-15: mode, rounds, table and rules need no agreement.
#[test]
fn a_project_sets_how_a_debate_is_held() {
    let project = "mode = 'adversarial'\nrounds = 3\ntable = ['openai/gpt-5.4', 'b=ollama/x']\nhigh_stakes = true\n\
                   budget = 0.5\ndeadline = '5m'\nexit_consensus = 0.8\n";
    let settings = Fixture::new("", project).load().unwrap();
    assert_eq!(
        (settings.mode.value.as_str(), settings.table.value.len(), settings.trust),
        ("adversarial", 2, Trust::NotNeeded)
    );
}

/// O-04: a project may tighten the user's own limits; to loosen them needs agreement.
#[test]
fn a_project_does_not_loosen_the_users_limits() {
    let user = "budget = 1.0\nbudget_tokens = 50000\ndeadline = '10m'\n";
    for (project, expected) in [
        ("budget = 0.5\nbudget_tokens = 100\ndeadline = '1m'\n", &[][..]),
        ("budget = 1.5\n", &["budget"]),
        ("budget = 'none'\n", &["budget"]),
        ("budget_tokens = 50001\ndeadline = 'none'\n", &["budget_tokens", "deadline"]),
    ] {
        let scene = Fixture::new(user, project);
        assert_eq!(scene.withheld(), expected, "{project}");
        if !expected.is_empty() {
            assert_eq!(scene.read().budget.value, Some(1.0), "{project}");
        }
    }
    assert_eq!(Fixture::new("", "budget = 9\n").withheld(), [""; 0]);
}

/// O-40: an agreement is for the file as it is. A change, a move and a withdrawal end it.
#[test]
fn an_agreement_ends_with_a_change_of_the_file() {
    let project = "light_model = 'groq/x'\n";
    let scene = Fixture::new("", project);
    assert_eq!(scene.agree(), [("light_model".to_owned(), "groq/x".to_owned())]);
    let settings = scene.load().unwrap();
    assert_eq!((settings.light_model.value.as_deref(), settings.trust), (Some("groq/x"), Trust::Agreed));

    scene.write("light_model = 'groq/y'\n");
    let refusal = scene.load().unwrap_err();
    assert!(refusal.contains("the file has changed since you agreed to it"), "{refusal}");
    assert_eq!(scene.read().light_model.value, None);
    scene.write(project);
    assert!(scene.load().is_ok(), "as it was agreed to");

    fs::create_dir(scene.at("other")).unwrap();
    fs::write(scene.at("other/roundtable.toml"), project).unwrap();
    assert!(Settings::load(&scene.env(), &scene.at("other")).is_err(), "the same text elsewhere");

    fs::create_dir(scene.at("linked")).unwrap();
    std::os::unix::fs::symlink(scene.project(), scene.at("linked/roundtable.toml")).unwrap();
    assert!(
        Settings::load(&scene.env(), &scene.at("linked")).is_err(),
        "a link to it: paths would count from elsewhere"
    );
    std::os::unix::fs::symlink(scene.at("cloned"), scene.at("shortcut")).unwrap();
    assert!(Settings::load(&scene.env(), &scene.at("shortcut")).is_ok(), "the same directory by another name");

    assert!(disagree(&scene.project(), &scene.env()).unwrap());
    assert!(!disagree(&scene.project(), &scene.env()).unwrap());
    assert!(scene.load().is_err());
}

/// O-40: unreadable agreements are an error, not an agreement; without a home directory none can be stored.
#[test]
fn a_broken_list_of_agreements_agrees_to_nothing() {
    let scene = Fixture::new("", "light_model = 'groq/x'\n");
    scene.agree();
    fs::write(scene.at(".local/share/roundtable/trusted.json"), "{").unwrap();
    assert!(scene.load().unwrap_err().contains("trusted.json"));
    let homeless = Settings::read(&|_| None, &scene.at("cloned")).unwrap();
    assert!(matches!(homeless.trust, Trust::Withheld(_)));
    assert!(agree(&scene.project(), &Settings::default(), &|_| None).is_err());
    let plain = Fixture::new("", "rounds = 2\n");
    assert_eq!(plain.agree(), []);
    assert!(!plain.at(".local/share/roundtable").exists(), "nothing is kept where nothing needs it");
}

/// I-13: text of third parties can't control the terminal.
#[test]
fn a_projects_words_are_shown_without_control_characters() {
    let scene = Fixture::new("", "[prices.\"\\u001b[2Jx/y\"]\ninput = 1\noutput = 1\n");
    let refusal = scene.load().unwrap_err();
    assert!(!refusal.contains('\u{1b}') && refusal.contains("\\u{1b}[2Jx/y"), "{refusal}");
}
