//! Requests become debates, or errors that a caller can act on.
use super::*;
use debate::{Algorithm, Decide};
use setup::settings::Origin;
use std::path::Path;

/// An operator that does nothing.
struct Nobody;

impl Operator for Nobody {
    fn fetch<'a>(&'a self, _: &'a Cache, _: &'a [&'static Weight]) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(async { Err("nobody is there to fetch anything".to_owned()) })
    }

    fn note(&self, _: &str) {}
}

/// A planner with settings only: no keys, no weights, and local servers at addresses where nothing listens.
fn planner(words: &[&str], weights: &Path, fetching: Fetching) -> ServerPlanner {
    let mut settings = Settings::default();
    settings.set_for_run(&words.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()).unwrap();
    settings.weights.value = Some(weights.to_owned());
    for provider in ["openai", "ollama", "llamacpp", "lmstudio", "vllm"] {
        settings.providers.entry(provider.to_owned()).or_default().base_url.value =
            Some("http://127.0.0.1:1/v1".to_owned());
    }
    let table = ModelRegistry::new(&settings, &|_| None).unwrap().with_callers();
    ServerPlanner { settings, table, fetching, operator: Arc::new(Nobody), agents: Mutex::default() }
}

fn nowhere() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn start(participants: &[&str]) -> Start {
    let participants = participants.iter().map(|it| (*it).to_owned()).collect();
    Start { topic: "Should we adopt gRPC?".to_owned(), participants, ..Start::default() }
}

fn attach(title: &str, text: &str) -> Attach {
    Attach { title: title.to_owned(), text: text.to_owned() }
}

/// I-20, D-60: a request overrides the settings field by field; the others stay.
#[tokio::test]
async fn a_wish_goes_over_the_settings() {
    let weights = nowhere();
    let planner = planner(&["rounds=7", "max_tokens=900", "safety=false"], weights.path(), Fetching::Never);
    let plain = planner.spec(&start(&["sim"])).await.unwrap();
    assert_eq!(
        (plain.spec.rules.rounds, plain.spec.rules.max_tokens, plain.spec.mode.as_str()),
        (7, 900, "collaborative")
    );
    assert_eq!((plain.estimate_usd, plain.spec.participants.len()), (Some(0.0), 3));
    assert!(plain.spec.rules.context, "I-25: somebody is there to fetch what is asked for");
    assert!(plain.notes.iter().any(|it| it.contains("rehearsal")), "{:?}", plain.notes);

    let request = Start {
        mode: Some("adversarial".to_owned()),
        rounds: Some(2),
        algorithm: Some("fixed_rounds".to_owned()),
        decide: Some("borda".to_owned()),
        budget_usd: Some(2.5),
        budget_tokens: Some(90_000),
        deadline_seconds: Some(90),
        high_stakes: Some(true),
        ask_context: Some(false),
        seed: Some(11),
        attachments: vec![attach("notes", "The rack is rented."), attach("notes", "Until June.")],
        ..start(&["hamilton=sim/7", "sim"])
    };
    let Spec { mode, participants, rules, attached, .. } = planner.spec(&request).await.unwrap().spec;
    assert_eq!((mode.as_str(), rules.rounds, rules.algorithm), ("adversarial", 2, Algorithm::FixedRounds));
    assert_eq!((rules.decide, rules.budget_usd, rules.budget_tokens), (Decide::Borda, Some(2.5), Some(90_000)));
    assert_eq!((rules.deadline_ms, rules.high_stakes, rules.context, rules.seed), (Some(90_000), true, false, 11));
    assert_eq!(participants.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["hamilton", "sim-1"]);
    assert_eq!(attached.iter().map(|it| it.title.as_str()).collect::<Vec<_>>(), ["notes", "notes (2)"]);
}

/// A request with flags.
fn flagged(flags: serde_json::Value) -> Start {
    Start { flags: serde_json::from_value(flags).unwrap(), ..start(&["sim"]) }
}

/// I-20, D-60: a request can set any setting of a debate by name; the response gives the origin, `request` or `server`, never a file.
#[tokio::test]
async fn flags_go_over_the_settings() {
    let weights = nowhere();
    let mut planner = planner(&[], weights.path(), Fetching::Never);
    planner.settings.labels.value = false;
    planner.settings.labels.origin = Origin::User("/home/owner/config.toml".into());
    planner.settings.economy.value = true;
    planner.settings.economy.origin = Origin::Env("ROUNDTABLE_ECONOMY".to_owned());
    let flags =
        serde_json::json!({"max_tokens": 800, "economy": false, "hide": "confidence", "groupthink_threshold": 0.75});
    let made = planner.spec(&flagged(flags)).await.unwrap();
    let rules = &made.spec.rules;
    assert_eq!((rules.max_tokens, rules.economy), (800, None));
    let told: Vec<_> = made.settings.iter().map(|it| (it.name.as_str(), it.value.as_str(), it.origin)).collect();
    assert_eq!(
        told,
        [
            ("hide", "confidence", "request"),
            ("max_tokens", "800", "request"),
            ("groupthink_threshold", "0.75", "request"),
            ("economy", "false", "request"),
            ("labels", "false", "server"),
            ("table", "sim", "request"),
        ]
    );
}

/// I-20, D-60, O-40, O-42: a flag can't set anything of the machine or the server, name a file, repeat a field, or have an invalid value.
#[tokio::test]
async fn flags_set_debates_alone() {
    let weights = nowhere();
    let planner = planner(&[], weights.path(), Fetching::Never);
    let both = Start { rounds: Some(2), ..flagged(serde_json::json!({"rounds": 3})) };
    let rows = [
        (flagged(serde_json::json!({"store": "/etc/passwd"})), "`flags.store` is not a setting of a debate"),
        (flagged(serde_json::json!({"weights": "/tmp"})), "not a setting of a debate"),
        (flagged(serde_json::json!({"daily_budget": 900})), "not a setting of a debate"),
        (flagged(serde_json::json!({"tenant_models": "x/*"})), "not a setting of a debate"),
        (flagged(serde_json::json!({"rate_limit": 9})), "not a setting of a debate"),
        (flagged(serde_json::json!({"attempts": 9})), "not a setting of a debate"),
        (flagged(serde_json::json!({"panel_rooms": 9})), "not a setting of a debate"),
        (flagged(serde_json::json!({"providers.x.base_url": "http://127.0.0.1"})), "not a setting of a debate"),
        (flagged(serde_json::json!({"max_token": 9})), "did you mean `max_tokens`?"),
        (flagged(serde_json::json!({"table": "sim"})), "use `participants`"),
        (flagged(serde_json::json!({"context": true})), "use `ask_context`"),
        (flagged(serde_json::json!({"economy": "often"})), "`flags.economy` is `often`; it must be"),
        (flagged(serde_json::json!({"max_tokens": -1})), "`flags.max_tokens` is `-1`; it must be"),
        (
            flagged(serde_json::json!({"safety_model": "local//etc/passwd.gguf"})),
            "is a file, which a caller can't name",
        ),
        (both, "`flags.rounds` and `rounds` are the same; give one of them"),
    ];
    for (request, expected) in rows {
        let refused = planner.spec(&request).await.unwrap_err().to_string();
        assert!(refused.contains(expected), "{:?}: {refused}", request.flags);
    }
}

/// I-20, D-60, O-04: the owner's ceilings bind flags and fields alike.
#[tokio::test]
async fn ceilings_bind_flags() {
    let weights = nowhere();
    let planner = planner(&["rounds=4", "budget_tokens=90000", "tenant_models=sim/*"], weights.path(), Fetching::Never);
    let ceilings = setup::limits::Ceilings::of(&planner.settings);
    let store = store::Store::memory().await.unwrap();
    let service = crate::DebateService::new(store, std::sync::Arc::new(planner), crate::Limits::default())
        .with_ceilings(ceilings);
    let tenant = crate::Caller::of("acme");
    for (flags, expected) in [
        (serde_json::json!({"rounds": 5}), "the most that this server allows is 4"),
        (serde_json::json!({"budget_tokens": 91000}), "the most that this server allows is 90000"),
        (
            serde_json::json!({"safety_model": "ollama/qwen3"}),
            "`ollama/qwen3` is not among the models that this server allows",
        ),
    ] {
        let refused = service.start(&tenant, &flagged(flags), None).await.unwrap_err().to_string();
        assert!(refused.contains(expected), "{refused}");
    }
    service.start(&tenant, &flagged(serde_json::json!({"rounds": 1})), None).await.unwrap();
}

/// I-24: the caller's own model has a seat, a unique name, no price and no helper role; nobody else can seat it.
#[tokio::test]
async fn a_caller_may_sit_at_the_table() {
    let weights = nowhere();
    let planner = planner(&["analyst=model"], weights.path(), Fetching::Never);
    let made = planner.spec(&start(&["client", "openai/gpt-5.4", "critic=client"])).await.unwrap();
    let seats: Vec<_> = made.spec.participants.iter().map(|it| (it.name.as_str(), it.model.as_str())).collect();
    let own = "client/sampling";
    assert_eq!(seats, [("client", own), ("gpt-5.4", "openai/gpt-5.4"), ("critic", own)]);
    assert_eq!(made.spec.rules.watch.evaluator.as_deref(), Some("openai/gpt-5.4"));
    assert_eq!(made.spec.rules.analyst, debate::Analyst::Model("openai/gpt-5.4".to_owned()));
    assert!(made.notes.iter().any(|it| it.contains("while its caller waits")), "{:?}", made.notes);
    assert!(made.estimate_usd.is_some_and(|it| it > 0.0));
    let log = engine::opening(&engine::Live::after(0), &made.spec).unwrap();
    let brought = planner.provide(&Debate::replay(&log).unwrap()).await.unwrap();
    assert_eq!(brought.models.keys().collect::<Vec<_>>(), ["openai/gpt-5.4"], "the server brings the caller's own");

    let alone = ModelRegistry::new(&planner.settings, &|_| None).unwrap();
    let typed = setup::settings::Setting { value: vec!["client".to_owned()], origin: setup::settings::Origin::Flag };
    assert!(alone.seated(&typed).is_err(), "nobody calls the command line");
}

/// I-13, O-40, O-43: errors use the names of request fields, not flags; a request can't name a file, key or address.
#[tokio::test]
async fn a_wish_that_can_not_be_granted_is_refused() {
    let weights = nowhere();
    let planner = planner(&[], weights.path(), Fetching::Never);
    let sim = || start(&["sim"]);
    let rows = [
        Start { topic: " ".to_owned(), ..sim() },
        Start { mode: Some("duel".to_owned()), ..sim() },
        Start { rounds: Some(0), ..sim() },
        Start { rounds: Some(101), ..sim() },
        Start { algorithm: Some("coin".to_owned()), ..sim() },
        Start { budget_usd: Some(-1.0), ..sim() },
        Start { budget_usd: Some(f64::NAN), ..sim() },
        Start { budget_tokens: Some(10), ..sim() },
        Start { deadline_seconds: Some(0), ..sim() },
        Start { attachments: vec![attach("a", " ")], ..sim() },
        Start { attachments: vec![attach(" ", "a")], ..sim() },
        Start { attachments: vec![attach("a", "b\0")], ..sim() },
        start(&["sim/1"]),
        start(&["sim"; 9]),
        start(&["openai/gpt-5.4", "anthropic/claude-sonnet-5"]),
        start(&["openai/", "sim"]),
        start(&["http://127.0.0.1/v1", "sim"]),
        start(&["local//etc/passwd.gguf", "sim"]),
        start(&["a=local/../m.gguf", "sim"]),
        start(&["sim,local/../m.gguf"]),
        start(&["local/smollm2-135m", "sim"]),
        start(&[]),
    ];
    let mut seen = String::new();
    for request in rows {
        let Err(InvalidRequest(why)) = planner.spec(&request).await else { panic!("granted: {request:?}") };
        seen += &format!("{why}\n");
    }
    // The snapshot leaves out lists of modes and providers, and the embedded model, which depends on the machine.
    let seen =
        seen.replace(&formats::modes::names().join(", "), "[MODES]").replace("qwen2.5-coder-1.5b", "smollm2-135m");
    let named = |line: &str| line.split_once("; providers: ").map_or(line, |(before, _)| before).to_owned();
    let seen: Vec<String> = seen.replace("1.1 GB", "98 MB").lines().map(named).collect();
    insta::assert_snapshot!("refused", seen.join("\n"));
}

/// O-01: with consent to download, missing weights are no error.
#[tokio::test]
async fn fetching_is_agreed_or_refused() {
    let weights = nowhere();
    let request = start(&["local/smollm2-135m", "local/smollm2-135m"]);
    assert!(planner(&[], weights.path(), Fetching::Agreed).spec(&request).await.is_ok());
    let log = {
        let made = planner(&[], weights.path(), Fetching::Agreed).spec(&request).await.unwrap();
        engine::opening(&engine::Live::after(0), &made.spec).unwrap()
    };
    let debate = Debate::replay(&log).unwrap();
    let Err(why) = planner(&[], weights.path(), Fetching::Never).provide(&debate).await else { panic!("brought") };
    assert!(why.contains("`roundtable models pull smollm2-135m`"), "{why}");
}

/// O-07: weights are loaded once for all debates.
#[tokio::test]
async fn weights_are_loaded_once() {
    let weights = setup::providers::Cache::of_tests();
    let planner = planner(&[], weights.directory(), Fetching::Never);
    let made = planner.spec(&start(&["local/smollm2-135m", "sim"])).await.unwrap();
    let log = engine::opening(&engine::Live::after(0), &made.spec).unwrap();
    let debate = Debate::replay(&log).unwrap();
    let (one, other) = futures_util::future::join(planner.provide(&debate), planner.provide(&debate)).await;
    let (one, other) = (one.unwrap(), other.unwrap());
    let model = |it: &Resources| it.models.get("local/smollm2-135m").cloned().unwrap();
    assert!(std::sync::Arc::ptr_eq(&model(&one), &model(&other)));
    assert!(std::sync::Arc::ptr_eq(&one.analyst.unwrap(), &other.analyst.unwrap()));
}

/// The log of a finished rehearsal.
async fn rehearsed(planner: &ServerPlanner, request: &Start) -> Vec<Envelope> {
    let made = planner.spec(request).await.unwrap();
    let store = store::Store::memory().await.unwrap();
    let log = engine::opening(&engine::Live::after(0), &made.spec).unwrap();
    let Resources { models, analyst } = planner.provide(&Debate::replay(&log).unwrap()).await.unwrap();
    let world = engine::World {
        models,
        journal: std::sync::Arc::new(store.clone()),
        clock: std::sync::Arc::new(engine::Live::after(0)),
        analyst,
        tools: std::sync::Arc::new(engine::Toolbox::usual()),
        pause_flag: Default::default(),
    };
    engine::start(&world, &made.spec, &engine::Bus::silent()).await.unwrap();
    store.log(&made.spec.id).await.unwrap()
}

/// I-20, D-43, I-25: a debate continues with a comment, rounds, texts and answers; an open question must be answered first.
#[tokio::test]
async fn a_debate_goes_on_with_what_a_caller_brings() {
    let weights = nowhere();
    let planner = planner(&[], weights.path(), Fetching::Never);
    let request = Start {
        rounds: Some(2),
        algorithm: Some("fixed_rounds".to_owned()),
        ask_context: Some(false),
        ..start(&["sim"])
    };
    let mut log = rehearsed(&planner, &request).await;
    let over = Debate::replay(&log).unwrap();
    let more = Continue {
        say: Some("The rack is rented.".to_owned()),
        rounds: Some(3),
        budget_tokens: Some(90_000),
        attachments: vec![attach("lease", "Until June.")],
        ..Continue::default()
    };
    let made = planner.continuation(&over, &more).unwrap();
    assert_eq!((made.rules.rounds, made.said.as_deref()), (5, Some("The rack is rented.")));
    assert_eq!(made.rules.budget_tokens, Some(90_000 + over.spent.tokens()), "from here on");
    assert_eq!(made.attached, [Attachment { title: "lease".to_owned(), text: "Until June.".to_owned() }]);
    let too_many = planner.continuation(&over, &Continue { rounds: Some(99), ..Continue::default() });
    assert!(too_many.unwrap_err().0.starts_with("`rounds` is 99, and 2 are played already"));

    for envelope in &mut log {
        if let debate::Event::TurnTaken { turn, .. } = &mut envelope.event {
            turn.needs = vec!["The lease of the rack.".to_owned()];
        }
    }
    let question = Some("N1: The lease of the rack.".to_owned());
    let last = log.last_mut().unwrap();
    last.event =
        debate::Event::DebateClosed { why: Reason::NeedsContext, figures: Vec::new(), question: question.clone() };
    let waiting = Debate::replay(&log).unwrap();
    let answer = |request: &str, text: Option<&str>| Continue {
        context: vec![Fetched { request: request.to_owned(), text: text.map(str::to_owned) }],
        ..Continue::default()
    };
    let made = planner.continuation(&waiting, &answer("N1", Some("Rented until June."))).unwrap();
    assert_eq!(made.attached[0].title, "N1: The lease of the rack.");
    assert_eq!(planner.continuation(&waiting, &answer("N1", None)).unwrap().attached, []);
    let unknown = planner.continuation(&waiting, &answer("N7", None)).unwrap_err().0;
    assert!(unknown.starts_with("nobody asked for `N7`"), "{unknown}");
    let silent = planner.continuation(&waiting, &Continue::default()).unwrap_err().0;
    assert!(silent.contains("waits for N1; answer each request in `context`"), "{silent}");
    // A comment or an attachment does not answer it.
    for beside in [
        Continue { say: Some("Go on.".to_owned()), ..Continue::default() },
        Continue { attachments: vec![attach("lease", "Until June.")], ..Continue::default() },
    ] {
        assert_eq!(planner.continuation(&waiting, &beside).unwrap_err().0, silent);
    }

    log.last_mut().unwrap().event =
        debate::Event::DebateClosed { why: Reason::Escalated, figures: Vec::new(), question };
    let escalated = Debate::replay(&log).unwrap();
    let silent = planner.continuation(&escalated, &Continue::default()).unwrap_err().0;
    assert!(silent.ends_with("waits for an answer to its question; give it in `say`"), "{silent}");
}

/// O-23: a fork works as on the command line; a replaced seat can't be a file.
#[tokio::test]
async fn a_debate_is_forked_for_a_caller() {
    let weights = nowhere();
    let planner = planner(&[], weights.path(), Fetching::Never);
    let request = Start {
        rounds: Some(2),
        algorithm: Some("fixed_rounds".to_owned()),
        ask_context: Some(false),
        ..start(&["sim"])
    };
    let log = rehearsed(&planner, &request).await;
    let seats = |model: &str| [("sim-1".to_owned(), model.to_owned())].into();
    let request = Fork { after_round: Some(1), rounds: Some(3), seats: seats("client"), ..Fork::default() };
    let (id, begun) = planner.fork(&log, &request).unwrap();
    let forked = Debate::replay(&begun).unwrap();
    assert_eq!((&forked.id, forked.rules.rounds, forked.rounds.len()), (&id, 3, 1));
    assert_eq!(forked.participants[0].model, "client/sampling");
    assert_ne!(id, Debate::replay(&log).unwrap().id);
    let refused = [
        Fork { seats: seats("local//m.gguf"), ..Fork::default() },
        Fork { seats: [("nobody".to_owned(), "sim".to_owned())].into(), ..Fork::default() },
        Fork { after_round: Some(9), ..Fork::default() },
    ];
    let why = refused.map(|it| planner.fork(&log, &it).unwrap_err().0);
    let id = Debate::replay(&log).unwrap().id;
    insta::assert_snapshot!(why.join("\n").replace(id.as_str(), "[ID]"), @r"
    `local//m.gguf` is a file, which a caller can't name; choose a model of `get_agents` or GET /api/v1/agents
    no participant is called `nobody`; there are sim-1, sim-2, sim-3
    debate `[ID]` has no round 9; its rounds so far: 2
    ");
}

/// O-40: a debate with a file that the settings name continues; one with a file from a log does not.
#[test]
fn a_file_is_loaded_only_where_the_settings_name_it() {
    let weights = nowhere();
    let planner = planner(&["table=local//models/mine.gguf,sim"], weights.path(), Fetching::Never);
    assert!(planner.check_file("local//models/mine.gguf").is_ok());
    assert!(planner.check_file("local//models/other.gguf").is_err());
    assert!(planner.check_file("openai/x.gguf").is_ok(), "no file");
}

/// I-20: the list of models says what is missing, and which are the default.
#[tokio::test]
async fn agents_are_told_with_what_they_lack() {
    let weights = nowhere();
    let planner = planner(&["table=openai/gpt-5.4,sim/1"], weights.path(), Fetching::Never);
    let looked = planner.agents().await.unwrap();
    let shown = |model: &str| looked.iter().find(|it| it.model == model).unwrap().clone();
    assert_eq!((shown("sim/1").available, shown("sim/1").is_default), (true, true));
    let small = shown("local/smollm2-135m");
    assert_eq!((small.available, small.is_default, small.usd_per_million), (false, false, Some([0.0, 0.0])));
    assert!(small.note.contains("models pull smollm2-135m"), "{}", small.note);
    let keyless = shown("anthropic/claude-sonnet-5");
    assert_eq!((keyless.available, keyless.note.as_str()), (false, "set ANTHROPIC_API_KEY"));
    assert_eq!(planner.remembered().as_ref(), Some(&looked), "asked again, nobody is bothered");
}

/// O-40: a helper model from a file is loaded if the owner's settings name it, not if a request or a log does.
#[tokio::test]
async fn helper_models_as_files_are_the_owners_alone() {
    let weights = nowhere();
    for key in ["light_model", "safety_model", "analyst_model", "panel_clerk", "panel_strong"] {
        let planner = planner(&[&format!("{key}=local//models/mine.gguf")], weights.path(), Fetching::Never);
        assert!(planner.check_file("local//models/mine.gguf").is_ok(), "{key}");
        assert!(planner.check_file("local//models/other.gguf").is_err(), "{key}");
    }
    let own = planner(&["safety_model=local//models/mine.gguf", "mode=adversarial"], weights.path(), Fetching::Never);
    let made = own.spec(&start(&["sim"])).await.unwrap();
    assert_eq!(made.spec.rules.watch.evaluator.as_deref(), Some("local//models/mine.gguf"));
    let log = engine::opening(&engine::Live::after(0), &made.spec).unwrap();
    let brought = planner(&[], weights.path(), Fetching::Never).provide(&Debate::replay(&log).unwrap()).await;
    assert!(brought.err().unwrap().contains("is a file, which a caller can't name"), "a log brings no files");
}

/// O-04: the cost of a round includes helper models, and is unknown if one price is.
#[tokio::test]
async fn a_forecast_counts_helper_models() {
    let weights = nowhere();
    let forecast = async |words: &[&str], seats: &[&str]| {
        let planner = planner(words, weights.path(), Fetching::Never);
        let Ok(made) = planner.spec(&start(seats)).await else { panic!("{words:?}") };
        let log = engine::opening(&engine::Live::after(0), &made.spec).unwrap();
        planner.forecast(&Debate::replay(&log).unwrap())
    };
    let plain = forecast(&["safety=false", "analyst=lexical"], &["sim"]).await;
    assert_eq!((plain.round_usd, plain.sends_to.as_slice()), (Some(0.0), &[][..]));
    let watched = forecast(&["safety_model=openai/gpt-5.4", "mode=adversarial", "analyst=lexical"], &["sim"]).await;
    assert!(watched.round_usd.is_some_and(|it| it > 0.0), "{watched:?}");
    assert_eq!(watched.sends_to[0].to_string(), "127.0.0.1:1 on this machine: openai/gpt-5.4 (safety review)");
    let unknown =
        forecast(&["safety_model=openai/nobody-knows", "mode=adversarial", "analyst=lexical"], &["sim"]).await;
    assert_eq!(unknown.round_usd, None);
}
