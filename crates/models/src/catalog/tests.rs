//! Providers and names of models.
use super::*;

fn no_env(_: &str) -> Option<String> {
    None
}

/// O-01
#[test]
fn a_model_is_named_by_provider_and_model() {
    let catalog = Catalog::new(Vec::new(), &no_env);
    let reference = catalog.parse("openrouter/meta-llama/llama-3.3-70b-instruct").unwrap();
    assert_eq!(
        (reference.provider.as_str(), reference.model.as_str()),
        ("openrouter", "meta-llama/llama-3.3-70b-instruct")
    );
    assert_eq!(reference.to_string(), "openrouter/meta-llama/llama-3.3-70b-instruct");
}

/// O-01, I-11: a short name is a provider's best model; a server on this machine has none.
#[test]
fn short_names_are_best_models() {
    let catalog = Catalog::new(Vec::new(), &no_env);
    for (short, provider) in SHORT_NAMES.into_iter().chain([("Claude", "anthropic"), ("groq", "groq")]) {
        let best = catalog.parse(short).unwrap();
        assert_eq!(
            (&best.provider, best.model.as_str()),
            (&provider.to_owned(), &*catalog.find(provider).unwrap().suggested[0])
        );
    }
    assert!(catalog.parse("ollama").is_err() && catalog.parse("gpt-5.4").is_err());
    let moved = |name: &str| (name == "OPENAI_BASE_URL").then(|| "http://gpu/v1".to_owned());
    assert!(Catalog::new(Vec::new(), &moved).parse("gpt").is_ok(), "a moved provider keeps its models");
}

/// O-01
#[test]
fn a_wrong_name_is_met_with_the_nearest_and_the_list() {
    let catalog = Catalog::new(Vec::new(), &no_env);
    let message = |text: &str| catalog.parse(text).unwrap_err().to_string();
    let list = builtin().into_iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
    assert_eq!(
        message("antropic/claude"),
        format!("unknown provider `antropic`: did you mean `anthropic`? providers: {list}")
    );
    assert_eq!(
        message("groq/"),
        format!(
            "`groq/` is not a model: write `provider/model`, as in `groq/llama-3.3-70b-versatile`, or a short name such as \
             `claude`; providers: {list}"
        )
    );
    assert!(message("somebody/x").starts_with("unknown provider `somebody`; providers"), "nothing is near");
    assert!(message("/x").starts_with("`/x` is not a model"));
    assert!(message("openai/").contains("as in `openai/gpt-5.4`"));
}

#[test]
fn the_environment_moves_a_provider_and_lifts_its_limits() {
    let env = |name: &str| match name {
        "OPENAI_BASE_URL" => Some("http://127.0.0.1:9/v1/".to_owned()),
        "ANTHROPIC_BASE_URL" => Some("http://127.0.0.1:9".to_owned()),
        _ => None,
    };
    let catalog = Catalog::new(Vec::new(), &env);
    for name in ["openai", "anthropic"] {
        let provider = catalog.find(name).unwrap();
        assert_eq!(provider.base_url, "http://127.0.0.1:9/v1");
        assert!(!provider.key_required);
        assert_eq!(provider.limits, Limits::default());
    }
    assert!(catalog.find("mistral").unwrap().key_required);
}

/// O-40: an address is local only if the HTTP client would stay on this machine.
#[test]
fn this_machine_is_known_by_its_address() {
    let is_here = |url| Provider::custom("x", Dialect::OpenaiChat, url, None).is_local();
    for url in [
        "http://localhost:8000/v1",
        "http://127.0.0.1/v1",
        "https://[::1]:9/v1",
        "http://LOCALHOST/v1",
        "http://[::ffff:127.0.0.1]/v1",
    ] {
        assert!(is_here(url), "{url}");
    }
    for url in [
        "http://127.0.0.1.evil.example/v1",
        "http://localhost:80@evil.example/v1",
        "http:/evil.example/://localhost/v1",
        "http://10.0.0.1/v1",
        "http://localhost.evil.example",
        "localhost",
    ] {
        assert!(!is_here(url), "{url}");
    }
}

#[test]
fn ones_own_provider_replaces_a_known_one() {
    let mine = Provider::custom("vllm", Dialect::OpenaiChat, "http://gpu:8000/v1/", None);
    let catalog = Catalog::new(vec![mine.clone()], &no_env);
    assert_eq!(catalog.find("vllm"), Some(&mine));
    assert_eq!(catalog.providers().len(), builtin().len());
}

#[test]
fn families_are_known_by_name() {
    let rows = [
        ("claude-sonnet-5", "claude"),
        ("gpt-5.4-mini", "gpt"),
        ("chatgpt-4o-latest", "gpt"),
        ("o3-mini", "gpt"),
        ("openai/gpt-oss-120b", "gpt"),
        ("meta-llama/Meta-Llama-3.1-8B", "llama"),
        ("codellama:7b", "llama"),
        ("hermes-3-llama-3.1-8b", "llama"),
        ("deepseek-r1-distill-llama-70b", "deepseek"),
        ("qwen2.5:7b", "qwen"),
        ("open-mixtral-8x22b", "mistral"),
        ("gemma3:4b", "gemini"),
        ("solar-pro", "solar"),
        ("4bit", "4bit"),
    ];
    for (model, expected) in rows {
        assert_eq!(family(model), expected, "{model}");
    }
}
