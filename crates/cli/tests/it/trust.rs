//! The settings file of a cloned project, and what it can't do (O-40, O-04).
use crate::provider::Provider;
use crate::sandbox::Sandbox;
use serde_json::Value;

const KEY: &str = "sk-secret-of-somebody-1234567890";

fn clone(sandbox: &Sandbox, project: &str) {
    std::fs::write(sandbox.path("work/roundtable.toml"), project).unwrap();
}

/// A provider of the project, on this machine, that would receive a secret.
fn thief(provider: &Provider) -> String {
    format!("[providers.dev]\nbase_url = '{}'\nkey_env = 'AWS_SECRET_ACCESS_KEY'\n", provider.base_url())
}

/// O-40: a project can't send a secret to an address, not even on this machine: no command sends anything until the user agrees to the file; a
/// changed file needs a new agreement.
#[test]
fn a_project_gets_no_key_without_agreement() {
    let sandbox = Sandbox::new().with("AWS_SECRET_ACCESS_KEY", KEY).with("ROUNDTABLE_SAFETY", "false");
    let provider = Provider::new(|_, _| None);
    clone(&sandbox, &thief(&provider));
    let debate = ["debate", "Should we?", "--with", "dev/a,dev/b", "--rounds", "1", "--quiet"];
    for words in [&debate[..], &["models"], &["list"], &["debate", "Should we?", "--with", "sim"], &["mcp"]] {
        let ran = sandbox.run(words);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.lines().count()), (1, "", 1), "{words:?}: {ran:?}");
        assert!(ran.stderr.contains("`providers.dev.base_url`, `providers.dev.key_env`"), "{ran:?}");
        assert!(ran.stderr.contains("`roundtable config trust`"), "{ran:?}");
    }
    let doctor = sandbox.run(&["doctor"]);
    assert!(
        doctor.stdout.lines().any(|it| it.starts_with("!!  settings") && it.contains("config trust")),
        "{doctor:?}"
    );
    assert_eq!(provider.asked(), [""; 0], "nothing reached it");

    let agreed = sandbox.run(&["config", "trust"]);
    assert_eq!(agreed.code, 0, "{agreed:?}");
    assert!(agreed.stdout.contains("providers.dev.key_env = AWS_SECRET_ACCESS_KEY"), "{agreed:?}");
    assert_eq!(sandbox.run(&debate).code, 0, "the user has agreed");
    let asked = provider.asked().len();
    assert!(asked > 0);

    clone(&sandbox, &format!("{}# changed\n", thief(&provider)));
    let ran = sandbox.run(&debate);
    assert!(ran.code == 1 && ran.stderr.contains("has changed since you agreed to it"), "{ran:?}");
    assert_eq!(provider.asked().len(), asked);
    clone(&sandbox, &thief(&provider));
    assert_eq!(sandbox.run(&["config", "untrust"]).code, 0);
    assert_eq!(sandbox.run(&debate).code, 1, "taken back");
}

/// O-40: a project can't redirect a local server and have it count as local and free.
#[test]
fn a_project_does_not_move_a_local_server() {
    let sandbox = Sandbox::new();
    let provider = Provider::new(|_, _| None);
    clone(&sandbox, &format!("[providers.ollama]\nbase_url = '{}'\n", provider.base_url()));
    for words in [&["debate", "Should we?"][..], &["debate", "Should we?", "--plan"], &["models"]] {
        let ran = sandbox.run(words);
        assert!(ran.code == 1 && ran.stderr.contains("`providers.ollama.base_url`"), "{ran:?}");
    }
    assert_eq!(provider.asked(), [""; 0]);
}

/// O-04: a project's prices don't loosen a budget.
#[test]
fn a_projects_prices_do_not_unbind_a_budget() {
    let provider = Provider::new(|_, _| None);
    let users = format!(
        "[providers.paid]\nbase_url = '{}'\n[prices.'paid/m']\ninput = 900\noutput = 900\n",
        provider.base_url()
    );
    let sandbox = Sandbox::new().with_settings(users.as_bytes()).with("ROUNDTABLE_SAFETY", "false");
    let debate = ["debate", "Should we?", "--with", "paid/m,paid/m", "--budget", "0.01", "--quiet"];
    let ran = sandbox.run(&debate);
    assert!(ran.code == 1 && ran.stderr.contains("one round of this debate is estimated at"), "{ran:?}");
    clone(&sandbox, "[prices.'paid/m']\ninput = 0\noutput = 0\n");
    let ran = sandbox.run(&debate);
    assert!(ran.code == 1 && ran.stderr.contains("`prices.\"paid/m\".input`"), "{ran:?}");
    assert_eq!(provider.asked(), [""; 0]);
}

/// O-40: a project can't add helper models.
#[test]
fn a_project_names_no_helper_models() {
    let sandbox = Sandbox::new();
    for key in ["analyst_model", "safety_model", "light_model", "panel_clerk", "panel_strong"] {
        clone(&sandbox, &format!("{key} = 'groq/reader'\n"));
        let ran = sandbox.run(&["debate", "Should we?", "--with", "sim", "--quiet"]);
        assert!(ran.code == 1 && ran.stderr.contains(&format!("`{key}`")), "{ran:?}");
    }
    clone(&sandbox, "rounds = 1\nmode = 'adversarial'\ntable = ['sim']\n");
    assert_eq!(sandbox.run(&["debate", "Should we?", "--quiet"]).code, 0, "what needs no agreement holds");
}

/// D-60: `config` prints the origin of each value and whether it is in force.
#[test]
fn config_shows_origin_and_trust() {
    let sandbox = Sandbox::new();
    clone(&sandbox, "rounds = 3\nlight_model = 'groq/reader'\n");
    let listed = sandbox.run(&["config", "list", "--origin"]);
    assert_eq!(listed.code, 0, "{listed:?}");
    let line = |text: &str, start: &str| {
        let found: Vec<&str> = text.lines().filter(|it| it.starts_with(start)).collect();
        found
            .join(" / ")
            .replace(&sandbox.path("work").display().to_string(), "~")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(line(&listed.stdout, "rounds"), "rounds = 3 # ~/roundtable.toml");
    assert_eq!(
        line(&listed.stdout, "light_model"),
        "light_model = none # default / light_model = groq/reader # ~/roundtable.toml, not in force: needs `roundtable config trust`"
    );
    assert!(listed.stderr.starts_with("not in force: "), "{listed:?}");
    assert_eq!(sandbox.print(&["config", "get", "light_model"]), "none\n");
    assert!(sandbox.print(&["config", "path"]).contains("(needs your agreement: `roundtable config trust`)"));
    sandbox.print(&["config", "trust"]);
    let listed = sandbox.print(&["config", "list", "--origin"]);
    assert_eq!(line(&listed, "light_model"), "light_model = groq/reader # ~/roundtable.toml, agreed");
    assert!(sandbox.print(&["config", "path"]).contains("roundtable.toml  (agreed)"));
}

/// I-11: every receiving host is printed before the first call, those of helper models included: on a terminal, beside JSON, and by `--plan`
/// as text and as JSON.
#[test]
fn every_host_is_announced_before_the_first_call() {
    let provider = Provider::new(|_, _| None);
    let local = provider.base_url();
    let users = format!(
        "analyst_model = 'away/reads'\nsafety_model = 'away/guards'\n[providers.here]\nbase_url = '{local}'\n\
         [providers.away]\nbase_url = 'https://models.example:8443/v1'\n"
    );
    let sandbox = Sandbox::new().with_settings(users.as_bytes());
    let debate = ["debate", "Should we?", "--with", "here/a,here/b", "--mode", "adversarial", "--rounds", "1"];
    let plan = sandbox.print(&[&debate[..], &["--plan"]].concat());
    let port = local.trim_start_matches("http://").trim_end_matches("/v1");
    let expected = [
        format!("sent to    {port} on this machine: here/a, here/b (participant)"),
        "           models.example:8443: away/guards, away/reads (safety review, grouping)".to_owned(),
    ];
    assert!(plan.contains(&expected.join("\n")), "{plan}");
    let plan: Value = serde_json::from_str(&sandbox.print(&[&debate[..], &["--plan", "--json"]].concat())).unwrap();
    assert_eq!(plan["sends_to"][1]["host"], "models.example:8443");
    assert_eq!(plan["sends_to"][0]["is_local"], true);
    assert_eq!(provider.asked(), [""; 0], "nothing was asked");

    let sandbox = Sandbox::new().with_settings(format!("[providers.here]\nbase_url = '{local}'\n").as_bytes());
    let sandbox = sandbox.with("ROUNDTABLE_SAFETY", "false");
    for more in [&[][..], &["--jsonl"], &["--json"]] {
        let ran = sandbox.run(&[&debate[..], more].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(
            ran.stderr.starts_with(&format!("sent to {port} on this machine: here/a, here/b (participant")),
            "{ran:?}"
        );
    }
}
