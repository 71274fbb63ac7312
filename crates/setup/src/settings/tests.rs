//! Settings from files, environment and flags.
use super::*;
use std::collections::BTreeMap;

/// A home directory with a project below it, and an environment.
struct Fixture {
    root: tempfile::TempDir,
    env: BTreeMap<String, String>,
}

impl Fixture {
    fn new(user: &str, project: &str, env: &[(&str, &str)]) -> Fixture {
        let root = tempfile::tempdir().unwrap();
        let mut env: BTreeMap<String, String> =
            env.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        env.insert("HOME".to_owned(), root.path().display().to_string());
        let files = [(".config/roundtable/roundtable.toml", user), ("project/roundtable.toml", project)];
        for (path, text) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            if !text.is_empty() {
                std::fs::write(path, text).unwrap();
            }
        }
        Fixture { root, env }
    }

    fn load(&self) -> Result<Settings, String> {
        Settings::read(&|name| self.env.get(name).cloned(), &self.root.path().join("project"))
    }

    /// The settings that are not defaults, one a line.
    fn shown(&self, settings: &Settings) -> String {
        let all = settings.all().into_iter().filter(|(_, _, origin)| *origin != Origin::Default);
        let lines = all.map(|(key, value, origin)| format!("{key} = {value}  ({origin})"));
        self.without_root(&lines.collect::<Vec<_>>().join("\n"))
    }

    fn refused(&self) -> String {
        self.without_root(&self.load().unwrap_err())
    }

    fn without_root(&self, text: &str) -> String {
        text.replace(&self.root.path().display().to_string(), "~")
    }
}

/// D-60, I-15
#[test]
fn the_stronger_source_wins_field_by_field_and_says_so() {
    let user = "rounds = 2\nmode = 'adversarial'\nbudget = 1.5\n\
                [providers.my]\nbase_url = 'http://gpu/v1'\nconcurrency = 2\n\
                [prices.'my/m']\ninput = 1\noutput = 2\n";
    let project = "rounds = 3\nmax_tokens = 512\ntable = ['my/m', 'Hamilton=sim']\nstore = 'kept.db'\n\
                   [providers.my]\nconcurrency = 8\n[prices.'my/m']\noutput = 2.5\n";
    let scene = Fixture::new(
        user,
        project,
        &[("ROUNDTABLE_ROUNDS", "4"), ("ROUNDTABLE_BUDGET", "none"), ("ROUNDTABLE_TIMEOUT", "90s")],
    );
    let (project, env) = (scene.root.path().join("project/roundtable.toml"), |name: &str| scene.env.get(name).cloned());
    trust::agree(&project, &Settings::default(), &env).unwrap();
    let mut settings = scene.load().unwrap();
    settings.overrule("max_tokens", Some(1024)).unwrap();
    settings.overrule("mode", None::<String>).unwrap();
    insta::assert_snapshot!(scene.shown(&settings), @r#"
    mode = adversarial  (~/.config/roundtable/roundtable.toml)
    rounds = 4  ($ROUNDTABLE_ROUNDS)
    budget = none  ($ROUNDTABLE_BUDGET)
    max_tokens = 1024  (command line)
    table = my/m,Hamilton=sim  (~/project/roundtable.toml)
    timeout = 90s  ($ROUNDTABLE_TIMEOUT)
    store = ~/project/kept.db  (~/project/roundtable.toml)
    providers.my.base_url = http://gpu/v1  (~/.config/roundtable/roundtable.toml)
    providers.my.concurrency = 8  (~/project/roundtable.toml)
    prices."my/m".input = 1  (~/.config/roundtable/roundtable.toml)
    prices."my/m".output = 2.5  (~/project/roundtable.toml)
    "#);
}

/// D-60
#[test]
fn the_defaults_are_those_of_the_specification() {
    let settings = Fixture::new("", "", &[]).load().unwrap();
    let lines: Vec<String> =
        settings.all().into_iter().map(|(key, value, origin)| format!("{key} = {value} ({origin})")).collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    mode = collaborative (default)
    rounds = 5 (default)
    algorithm = evidence_based_debate (default)
    decide = guarded (default)
    hide =  (default)
    budget = none (default)
    budget_tokens = none (default)
    deadline = none (default)
    max_tokens = 4096 (default)
    high_stakes = false (default)
    context = false (default)
    parallel_enabled = none (default)
    parallel_level = mode (default)
    parallel_modes =  (default)
    tool_enforcement = normal (default)
    tool_min_calls = none (default)
    tool_max_calls = none (default)
    groupthink_enabled = true (default)
    groupthink_threshold = 0.9 (default)
    exit_enabled = true (default)
    exit_consensus = none (default)
    exit_convergence_rounds = none (default)
    economy = false (default)
    light_model = none (default)
    safety = true (default)
    safety_model = none (default)
    analyst = auto (default)
    closing_ballot = assigned (default)
    analyst_model = none (default)
    labels = true (default)
    require_evidence = true (default)
    summaries = true (default)
    evidence_gate = false (default)
    domain = none (default)
    learning = true (default)
    disciplines = round-robin (default)
    panel_clerk = none (default)
    panel_strong = none (default)
    panel_detection = parts (default)
    panel_most_aspects = 3 (default)
    panel_clash = 4 (default)
    panel_exchange = 8 (default)
    panel_rooms = 3 (default)
    panel_remind = 6 (default)
    panel_temperature_turn = 0.85 (default)
    panel_temperature_room = 0.75 (default)
    panel_temperature_check = 0.2 (default)
    panel_temperature_card = 0.3 (default)
    table =  (default)
    timeout = 2m (default)
    timeout_total = 15m (default)
    attempts = 5 (default)
    engine = candle (default)
    threads = none (default)
    tenant_seats = none (default)
    tenant_models =  (default)
    daily_budget = none (default)
    daily_tokens = none (default)
    rate_limit = none (default)
    access_log = false (default)
    store = none (default)
    weights = none (default)
    ");
}

/// D-60, I-13
#[test]
fn a_value_that_does_not_parse_is_named_with_what_is_allowed() {
    for row in ROWS {
        let variable = row.variable();
        let wrong = if row.shape == kinds::Shape::Path { "~/x" } else { "?" };
        if row.name == "table" {
            continue;
        }
        let message = Fixture::new("", "", &[(&variable, wrong)]).refused();
        assert_eq!(message, row.refuse(wrong).of(&format!("`{variable}`")));
        let error = Settings::default().overrule(row.name, Some(wrong)).unwrap_err();
        let field = Field::Setting(row.name, Origin::Flag);
        assert_eq!(error, PlanError { field, kind: Kind::NotAllowed(row.refuse(wrong)) });
    }
    let message = Fixture::new("", "", &[("ROUNDTABLE_ROUNDS", "")]).refused();
    assert_eq!(message, "`ROUNDTABLE_ROUNDS` is ``; it must be a whole number from 1 to 100");
}

/// D-60: a flag overrides everything, and an error names it as it was typed.
#[test]
fn a_session_overrules_every_other_source() {
    let scene = Fixture::new("exit_consensus = 0.7", "", &[("ROUNDTABLE_EXIT_CONSENSUS", "0.8")]);
    let mut settings = scene.load().unwrap();
    let words = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    settings
        .set_for_run(&words(&["exit_consensus=0.9", "parallel_modes=adversarial=full,collaborative=none"]))
        .unwrap();
    settings.set_for_run(&words(&["disciplines=social,technical", "light_model=a/b"])).unwrap();
    insta::assert_snapshot!(scene.shown(&settings), @"
    parallel_modes = adversarial=full,collaborative=none  (command line)
    exit_consensus = 0.9  (command line)
    light_model = a/b  (command line)
    disciplines = social,technical  (command line)
    ");
    settings.set_for_run(&words(&["exit_consensus=none", "parallel_level=mode"])).unwrap();
    assert_eq!((settings.exit_consensus.value, settings.parallel_level.value), (None, None));
    for row in ROWS.iter().filter(|row| row.name != "table" && row.shape != kinds::Shape::Path) {
        let refused = settings.set_for_run(&words(&[&format!("{}=?", row.name)])).unwrap_err();
        let field = Field::Assigned(row.name.to_owned());
        assert_eq!(refused, PlanError { field, kind: Kind::NotAllowed(row.refuse("?")) });
    }
}

/// D-60: `config set` can write every key, and it reads back the same.
#[test]
fn every_flag_is_read_as_it_is_shown() {
    for row in ROWS {
        let (shown, _) = row.get(&Settings::default());
        // A setting that is absent by default and has no word for that is shown as such, and can't be written.
        if matches!(row.name, "threads" | "store" | "weights") {
            continue;
        }
        let mut again = Settings::default();
        assert!(row.set(&mut again, &shown, Origin::Default).is_ok(), "{} = {shown}", row.name);
        assert_eq!(again, Settings::default(), "{} = {shown}", row.name);
    }
}

/// I-13, I-15
#[test]
fn a_mistake_in_a_file_is_one_line_with_its_place() {
    let rows = [
        ("ronds = 3", "1:1: there is no setting `ronds`; did you mean `rounds`?"),
        ("# é\n\n  Mode = 'x'", "3:3: there is no setting `Mode`; did you mean `mode`?"),
        ("[provider.x]", "1:2: there is no setting `provider`; did you mean `providers`?"),
        ("rounds = '3'", "1:10: `rounds` is `'3'`; it must be a whole number from 1 to 100"),
        ("rounds = 300", "1:10: `rounds` is `300`; it must be a whole number from 1 to 100"),
        ("mode = 'polite'", "1:8: `mode` is `polite`; it must be one of"),
        ("high_stakes = 1", "1:15: `high_stakes` is `1`; it must be `true` or `false`"),
        (
            "deadline = 90",
            "1:12: `deadline` is `90`; it must be a time such as `500ms`, `90s`, `10m` or `1h`, or `none`",
        ),
        ("table = 'a/b'", "1:9: `table` is `'a/b'`; it must be a list of `provider/model`"),
        ("table = ['a/b', 3]", "1:9: `table` is `['a/b', 3]`; it must be a list"),
        ("[rounds]", "1:1: `rounds` is `[rounds]`; it must be a whole number"),
        ("rounds = ", "1:10: invalid TOML: "),
        ("rounds = 3\nrounds = 4", "2:1: invalid TOML: duplicate key"),
        ("parallel_enabled = 'no'", "1:20: `parallel_enabled` is `'no'`; it must be `true`, `false` or `none`"),
        (
            "disciplines = 'random'",
            "1:15: `disciplines` is `'random'`; it must be `round-robin`, `random`, or a list of",
        ),
        ("hide = ','", "1:8: `hide` is `','`; it must be a list"),
        ("providers = 3", "1:13: `providers` must be a table, as in `[providers.NAME]`"),
        ("providers.my = 3", "1:16: `providers.my` must be a table"),
        ("[providers.sim]", "1:12: `sim` can't be the name of a provider"),
        ("[providers.local]", "1:12: `local` can't be the name of a provider"),
        (
            "[providers.my]\nurl = 'x'",
            "2:1: there is no setting `providers.my.url`; did you mean `providers.my.base_url`?",
        ),
        ("[providers.my]\ndialect = 'x'", "2:11: `providers.my.dialect` is `x`; it must be `openai` or `anthropic`"),
        (
            "[prices.'a/b']\ninput = -1",
            "2:9: `prices.a/b.input` is `-1`; it must be US dollars per million tokens, 0 or more",
        ),
    ];
    for (text, expected) in rows {
        let message = Fixture::new("", text, &[]).refused();
        assert!(message.starts_with(&format!("~/project/roundtable.toml:{expected}")), "{text}: {message}");
        assert!(!message.contains('\n'), "{message}");
    }
}

/// O-40
#[test]
fn a_key_in_a_file_is_refused_and_not_repeated() {
    let rows = [
        "api_key = 'sk-secret-123'",
        "OPENAI_API_KEY = 'sk-secret-123'",
        "[providers.my]\nkey = 'sk-secret-123'",
        "[providers.my]\ntoken = 'sk-secret-123'",
        "[providers.my]\nkey_env = 'sk-secret-123'",
        "[providers.my]\nbase_url = 'https://me:sk-secret-123@x/v1'",
    ];
    for text in rows {
        let message = Fixture::new(text, "", &[]).refused();
        assert!(message.contains("key") && !message.contains("sk-secret"), "{message}");
    }
    assert!(Fixture::new(rows[0], "", &[]).refused().contains("`key_env = "));
}

#[test]
fn a_file_that_is_no_text_is_refused_and_an_empty_one_is_not() {
    let scene = Fixture::new("", "\u{feff}# nothing\r\n", &[]);
    assert_eq!(scene.load().unwrap(), Settings::default());
    std::fs::write(scene.root.path().join("project/roundtable.toml"), [0xff, 0xfe]).unwrap();
    assert_eq!(scene.refused(), "can't read `~/project/roundtable.toml`: it is not UTF-8 text");
}

/// I-15
#[test]
fn the_store_is_where_somebody_says_or_in_the_data_directory() {
    let env = |name: &str| (name == "HOME").then(|| "/home/hamilton".to_owned());
    let mut settings = Settings::default();
    assert_eq!(settings.store_path(&env).unwrap(), Path::new("/home/hamilton/.local/share/roundtable/roundtable.db"));
    settings.overrule("store", Some("x.db")).unwrap();
    assert_eq!(settings.store_path(&|_| None).unwrap(), Path::new("x.db"));
}

/// Q-05: a list that names no channel is refused: its author meant to hide something.
#[test]
fn a_list_of_nothing_hides_nothing_unsaid() {
    let mut settings = Settings::default();
    for text in [",", " , ", "names,faces"] {
        assert!(settings.overrule("hide", Some(text)).is_err(), "{text:?}");
    }
    settings.overrule("hide", Some("names, order")).unwrap();
    assert_eq!(settings.hide.value.closed().collect::<Vec<_>>(), ["names", "order"]);
    settings.overrule("hide", Some("")).unwrap();
    assert_eq!(settings.hide.value.closed().count(), 0);
}

/// O-40: a provider with a reserved name would be accepted and never called.
#[test]
fn reserved_names_are_refused_for_providers() {
    for name in ["sim", "replay", "local", "quote", "client", "you"] {
        let message = Fixture::new(&format!("[providers.{name}]\nbase_url = 'http://gpu/v1'\n"), "", &[]).refused();
        assert!(message.contains(&format!("`{name}` can't be the name of a provider: it is reserved")), "{message}");
        let set = edit::write(
            Path::new("/nowhere/roundtable.toml"),
            &format!("providers.{name}.base_url"),
            "http://gpu/v1",
            Path::new("/"),
        );
        assert!(set.unwrap_err().to_string().contains("can't be the name of a provider"), "{name}");
    }
}

/// E-04, L-06: a setting names the domain, in its one spelling; weights of a domain are learned and never set.
#[test]
fn weights_of_a_domain_are_never_set() {
    let settings = Fixture::new("domain = 'API design'", "", &[]).load().unwrap();
    assert_eq!(settings.domain.value.as_deref(), Some("api-design"));
    for text in ["evidence_domain = 'security'", "[evidence]\ndomain = 'security'", "weights_by_domain = 1"] {
        assert!(Fixture::new(text, "", &[]).refused().contains("there is no setting"), "{text}");
    }
}
