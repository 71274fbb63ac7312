//! Seats, models and prices, from settings alone and against a server on loopback.
use super::*;
use crate::settings::Origin;
use models::fake_provider::{Behaviour, FakeProvider};

fn nothing(_: &str) -> Option<String> {
    None
}

fn plain() -> ModelRegistry {
    ModelRegistry::new(&Settings::default(), &nothing).unwrap()
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn said(error: impl Into<Error>) -> String {
    let error = error.into();
    assert!(matches!(error, Error::Plan(_)), "{error:?}");
    error.to_string()
}

/// Settings as a file at this path would set them, with a home directory of their own.
fn settings(user: &str, project: &str) -> Settings {
    let home = tempfile::tempdir().unwrap();
    let at = |path: &str| home.path().join(path);
    std::fs::create_dir_all(at(".config/roundtable")).unwrap();
    std::fs::create_dir_all(at("p")).unwrap();
    std::fs::write(at(".config/roundtable/roundtable.toml"), user).unwrap();
    std::fs::write(at("p/roundtable.toml"), project).unwrap();
    let env = |name: &str| (name == "HOME").then(|| home.path().display().to_string());
    Settings::load(&env, &at("p")).unwrap()
}

/// Points all local servers at unused addresses, so that tests don't see this machine's.
const DESERTED: &str = "providers.ollama.base_url = 'http://127.0.0.1:1/v1'\nproviders.llamacpp.base_url = 'http://127.0.0.1:1/v1'\n\
                        providers.lmstudio.base_url = 'http://127.0.0.1:1/v1'\nproviders.vllm.base_url = 'http://127.0.0.1:1/v1'\n";

/// O-01
#[test]
fn words_become_seats() {
    let rows = [
        ("openai/gpt-5.4 Hamilton=ollama/qwen3:8b", "openai/gpt-5.4 gpt -, ollama/qwen3:8b qwen Hamilton"),
        ("sim", "sim/1 sim -, sim/2 sim -, sim/3 sim -"),
        ("sim sim", "sim/1 sim -, sim/2 sim -"),
        ("sim/7 sim/1 sim Bob=sim", "sim/7 sim -, sim/1 sim -, sim/2 sim -, sim/3 sim Bob"),
        ("sim/4:accuracy=0.8:right=B", "sim/4:accuracy=0.8:right=B sim sim-4"),
        ("openrouter/a/b=c  sim/9", "openrouter/a/b=c b -, sim/9 sim -"),
    ];
    for (text, expected) in rows {
        let seats = plain().read(&words(text)).unwrap();
        let shown: Vec<String> = seats
            .iter()
            .map(|seat| format!("{} {} {}", seat.model, seat.family, seat.name.as_deref().unwrap_or("-")))
            .collect();
        assert_eq!(shown.join(", "), expected, "{text}");
    }
}

/// I-13, O-01
#[test]
fn a_word_that_names_nobody_is_one_clear_line() {
    let rows = [
        ("antropic/claude", "unknown provider `antropic`: did you mean `anthropic`?"),
        ("gpt-5.4", "`gpt-5.4` is no model; did you mean `openai/gpt-5.4`?"),
        ("nobody", "`nobody` is not a model: write `provider/model`"),
        ("=openai/x", "`=openai/x` has no name before the `=`"),
        ("sim/many", "`sim/many` is not a simulated participant: write `sim` or `sim/7`"),
        ("sim/7:accuracy", "`accuracy` is not a dial with a value, as in `accuracy=0.8`"),
        ("sim/7:accuracy=2", "`accuracy` is `2`; it must be a number from 0 to 1"),
        ("sim/7:wisdom=1", "there is no dial `wisdom`; choose one of accuracy, spread, correlation"),
    ];
    for (text, expected) in rows {
        let message = plain().read(&words(text)).unwrap_err();
        assert!(message.starts_with(expected) && !message.contains('\n'), "{message}");
    }
    let seats = Setting { value: words("nobody"), origin: Origin::Env("ROUNDTABLE_TABLE".to_owned()) };
    let message = said(plain().seated(&seats).unwrap_err());
    assert!(message.starts_with("`ROUNDTABLE_TABLE`: `nobody` is not a model"), "{message}");
}

/// O-01, O-40
#[test]
fn a_missing_key_is_refused_before_anything_starts() {
    let message = said(plain().open(["sim/1", "openai/gpt-5.4"].into_iter()).err().unwrap());
    assert!(message.contains("`openai` needs a key: set `OPENAI_API_KEY`"), "{message}");
    let own = settings("[providers.my]\nbase_url = 'http://gpu/v1'\nkey_env = 'MY_KEY'\n", "");
    let registry = |env: Env<'_>| ModelRegistry::new(&own, env).unwrap();
    let names = || ["my/m", "my/m", "sim/1"].into_iter();
    assert!(said(registry(&nothing).open(names()).err().unwrap()).contains("`my` needs a key: set `MY_KEY`"));
    let models = registry(&|name| (name == "MY_KEY").then(|| "secret".to_owned())).open(names()).unwrap();
    assert_eq!(models.keys().collect::<Vec<_>>(), ["my/m", "sim/1"]);
}

/// O-01, D-60
#[test]
fn a_known_provider_is_changed_field_by_field_and_the_environment_is_stronger() {
    let own = settings(
        "[providers.openai]\nbase_url = 'http://gpu/v1/'\nconcurrency = 3\n[providers.groq]\nrequests_per_minute = 9\n",
        "",
    );
    let openai =
        |env: Env<'_>| ModelRegistry::new(&own, env).unwrap().gateway().catalog().find("openai").unwrap().clone();
    let provider = openai(&nothing);
    assert_eq!((provider.base_url.as_str(), provider.key_required), ("http://gpu/v1", false));
    assert_eq!(provider.limits, models::Limits::new(3, 0));
    assert_eq!(
        openai(&|name| (name == "OPENAI_BASE_URL").then(|| "http://env/v1".to_owned())).base_url,
        "http://env/v1"
    );
    let registry = ModelRegistry::new(&own, &nothing).unwrap();
    let groq = registry.gateway().catalog().find("groq").unwrap();
    assert!(groq.key_required && groq.limits.per_minute.is_some() && groq.limits.concurrency.is_some());
}

/// D-35: prompts are append-only where a provider caches prefixes, unless a setting says otherwise.
#[test]
fn the_layout_of_prompts_follows_the_provider() {
    let own = settings(
        "[providers.my]\nbase_url = 'http://gpu/v1'\n[providers.kept]\nbase_url = 'http://gpu/v1'\ncaching = true\n\
         [providers.openai]\ncaching = false\n",
        "",
    );
    let registry = ModelRegistry::new(&own, &nothing).unwrap();
    let words = ["anthropic/a", "ollama/a", "deepseek/a", "kept/a", "mistral/a", "my/a", "openai/a", "sim/1"];
    let seats = registry.read(&words.map(str::to_owned)).unwrap();
    let grows: Vec<bool> = seats.iter().map(|it| it.layout == Layout::Append).collect();
    assert_eq!(grows, [true, true, true, true, false, false, false, false]);
}

/// O-04: a server counts as local by its address. A well-known local one elsewhere has no known price, so a budget in dollars does not
/// treat it as free.
#[test]
fn a_local_provider_elsewhere_is_neither_local_nor_free() {
    let own = settings(
        "[providers.ollama]\nbase_url = 'http://gpu.example/v1'\n[providers.my]\nbase_url = 'http://[::1]:9/v1'\n",
        "",
    );
    let registry = ModelRegistry::new(&own, &nothing).unwrap();
    let is_local = |name: &str| registry.gateway().catalog().find(name).unwrap().is_local();
    assert_eq!(["ollama", "my", "vllm", "openai"].map(is_local), [false, true, true, false]);
    assert_eq!((registry.price("ollama/x"), registry.price("vllm/x")), (None, Some((0.0, 0.0))));
    let participants = engine::seat(registry.read(&words("ollama/x vllm/x")).unwrap());
    assert_eq!(registry.estimate(&participants, 1, 4096), None);
}

/// I-13
#[test]
fn half_a_provider_or_half_a_price_is_refused() {
    let rows = [
        ("[providers.my]\nkey_env = 'K'\n", "`providers.my` has no address; add `base_url"),
        ("[prices.'openai/x']\ninput = 1\n", "`prices.\"openai/x\"`: set both `input` and `output`"),
        ("[prices.x]\ninput = 1\noutput = 1\n", "`prices.\"x\"`: `x` is not a model"),
    ];
    for (user, expected) in rows {
        let message = ModelRegistry::set(&settings(user, ""), &nothing).unwrap_err();
        assert!(message.contains(&format!("roundtable.toml: {expected}")), "{message}");
    }
}

/// O-04
#[test]
fn the_estimate_is_known_only_if_every_price_is() {
    let own = settings("[providers.my]\nbase_url = 'http://gpu/v1'\n[prices.'my/m']\ninput = 1\noutput = 10\n", "");
    let registry = ModelRegistry::new(&own, &nothing).unwrap();
    let estimate = |text: &str, max_tokens| {
        let participants = engine::seat(registry.read(&words(text)).unwrap());
        registry.estimate(&participants, 2, max_tokens).map(|usd| (usd * 1e6).round() / 1e6)
    };
    assert_eq!(estimate("my/m my/m", 4096), Some(0.048));
    assert_eq!(estimate("my/m sim/1 ollama/x", 100), Some(0.008));
    assert_eq!(estimate("my/m my/other", 4096), None);
    assert_eq!(registry.price("my/m"), Some((1.0, 10.0)));
}

/// I-11
#[tokio::test]
async fn the_table_is_set_with_whoever_is_there() {
    let double = FakeProvider::start(|_| Behaviour::Status {
        code: 200,
        headers: Vec::new(),
        body: r#"{"data":[{"id":"bge-m3"},{"id":"one"},{"id":"two"}]}"#.to_owned(),
    });
    let double = double.await.unwrap();
    let keys = |name: &str| (name == "ANTHROPIC_API_KEY").then(|| "k".to_owned());
    let own = settings(&format!("{DESERTED}providers.my.base_url = '{}'\n", double.base_url()), "");
    let registry = ModelRegistry::new(&own, &keys).unwrap();
    let found = registry.find().await;
    let models: Vec<&str> = found.seats.iter().map(|seat| seat.model.as_str()).collect();
    assert_eq!(models, ["anthropic/claude-sonnet-5", "my/one", "anthropic/claude-haiku-4-5"]);
    assert_eq!(double.count(), 1);

    let alone = ModelRegistry::new(&own, &nothing).unwrap().find().await;
    let models: Vec<&str> = alone.seats.iter().map(|seat| seat.model.as_str()).collect();
    assert_eq!(models, ["my/one", "my/two", "my/one"]);

    let empty = ModelRegistry::new(&settings(DESERTED, ""), &nothing).unwrap().find().await;
    assert!(empty.is_embedded && !alone.is_embedded);
    assert!(empty.seats.iter().all(|it| it.model.starts_with("local/") && it.profile == Profile::Lean));
}

/// O-01, D-18: models of this process are named like any other, are free, and get the lean profile.
#[test]
fn embedded_models_are_seated_by_name_or_by_path() {
    let seats = plain().read(&words("local/smollm2-135m Own=local/models/Llama-3.2-3B.gguf")).unwrap();
    let [known, own] = seats.as_slice() else { panic!("{seats:?}") };
    assert_eq!(
        (known.model.as_str(), known.family.as_str(), known.profile),
        ("local/smollm2-135m", "smollm", Profile::Lean)
    );
    let path = std::path::absolute("models/Llama-3.2-3B.gguf").unwrap();
    assert_eq!((own.model.clone(), own.family.as_str()), (format!("local/{}", path.display()), "llama"));
    assert_eq!(plain().price("local/smollm2-135m"), Some((0.0, 0.0)));
    for (word, expected) in [
        ("local/smollm", "there is no `local/smollm`; did you mean `smollm2-135m`?"),
        ("local/minilm-l6-v2", "there is no `local/minilm-l6-v2`"),
        ("local/model.bin", "a file of your own is `local/PATH.gguf`"),
    ] {
        let why = plain().read(&words(word)).unwrap_err();
        assert!(why.contains(expected), "{why}");
    }
}

/// O-01: only weights that were fetched and verified are loaded.
#[tokio::test]
async fn weights_that_are_not_here_are_missed_before_anything_starts() {
    let home = tempfile::tempdir().unwrap();
    let env = |name: &str| (name == "XDG_CACHE_HOME").then(|| home.path().display().to_string());
    let registry = ModelRegistry::new(&Settings::default(), &env).unwrap();
    let names = || ["local/smollm2-135m", "sim/1", "local/smollm2-135m", "local/own.gguf"].into_iter();
    let missing: Vec<&str> = registry.missing(names()).unwrap().iter().map(|it| it.name).collect();
    assert_eq!(missing, ["smollm2-135m"]);
    let mut open = registry.open(names()).unwrap();
    let message = said(registry.load_into(&mut open, names()).await.err().unwrap());
    assert!(message.contains("fetch them with `roundtable models pull smollm2-135m`"), "{message}");
    let no_file = registry.load_into(&mut open, ["local/own.gguf"].into_iter()).await.err().unwrap();
    assert!(format!("{no_file:?}").contains("own.gguf: No such file"), "{no_file:?}");
}
