//! The providers, and model names: `provider/model` (O-01).
//!
//! A provider with a known dialect is one row of [`builtin`]; users add their own with [`Provider::custom`].
//! Not here: the environment. The caller passes in a function that reads a variable.
use crate::key::Key;
use crate::limits::Limits;
use crate::price::Tariff;
use crate::wire::{Dialect, Endpoint, TokenField};
use std::fmt;
use std::net::IpAddr;

/// A service or server with models.
#[derive(Clone, Debug, PartialEq)]
pub struct Provider {
    /// The name before the slash.
    pub name: String,
    /// Its wire dialect.
    pub dialect: Dialect,
    /// Its base URL, with the version and without a trailing slash.
    pub base_url: String,
    /// The environment variable that overrides the base URL.
    pub base_url_env: Option<String>,
    /// The environment variable of its key.
    pub key_env: Option<String>,
    /// Whether it requires a key.
    pub key_required: bool,
    /// The name of its field for the answer's token limit.
    pub token_field: TokenField,
    /// Concurrency and rate limits.
    pub limits: Limits,
    /// How its calls are priced.
    pub tariff: Tariff,
    /// Whether it caches prompt prefixes, automatically or by marks that its dialect sets.
    pub caches_prompts: bool,
    /// Suggested models.
    pub suggested: Vec<String>,
}

/// Concurrency that hosted providers grant a paying account.
const HOSTED_CONCURRENCY: usize = 64;

impl Provider {
    /// A custom provider: no limits, no prices, a key only if `key_env` is set.
    pub fn custom(name: &str, dialect: Dialect, base_url: &str, key_env: Option<&str>) -> Self {
        Self {
            name: name.to_owned(),
            dialect,
            base_url: normal_base_url(base_url, dialect),
            base_url_env: None,
            key_env: key_env.map(str::to_owned),
            key_required: false,
            token_field: TokenField::MaxTokens,
            limits: Limits::default(),
            tariff: Tariff::Unknown,
            caches_prompts: false,
            suggested: Vec::new(),
        }
    }

    fn hosted(name: &str, base_url: &str, key_env: &str, listed: &str, suggested: &[&str]) -> Self {
        Self {
            key_required: true,
            limits: Limits::new(HOSTED_CONCURRENCY, 0),
            tariff: Tariff::Listed(listed.to_owned()),
            suggested: suggested.iter().copied().map(str::to_owned).collect(),
            ..Self::custom(name, Dialect::OpenaiChat, base_url, Some(key_env))
        }
    }

    /// A server on this machine; all known ones cache prompts.
    fn local(name: &str, port: u16, suggested: &[&str]) -> Self {
        Self {
            tariff: Tariff::Free,
            caches_prompts: true,
            suggested: suggested.iter().copied().map(str::to_owned).collect(),
            ..Self::custom(name, Dialect::OpenaiChat, &format!("http://127.0.0.1:{port}/v1"), None)
        }
    }

    /// Whether it is on this machine, by its address as the HTTP client parses it, never by its name.
    pub fn is_local(&self) -> bool {
        let Ok(url) = reqwest::Url::parse(&self.base_url) else { return false };
        let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback())
    }

    /// The host of its calls, with the port if that is not the default; `None` if the address is invalid.
    pub fn host(&self) -> Option<String> {
        let url = reqwest::Url::parse(&self.base_url).ok()?;
        let host = url.host_str()?;
        Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
    }

    /// The provider with the environment's base URL. A moved provider has no limits and requires no key.
    fn moved(self, env: &dyn Fn(&str) -> Option<String>) -> Self {
        let elsewhere = self.base_url_env.as_deref().and_then(env).filter(|url| !url.trim().is_empty());
        match elsewhere {
            Some(url) => Self {
                base_url: normal_base_url(&url, self.dialect),
                key_required: false,
                limits: Limits::default(),
                ..self
            },
            None => self,
        }
    }

    /// What the wire needs to reach one of its models.
    pub fn endpoint(&self, model: String, key: Key) -> Endpoint {
        Endpoint {
            provider: self.name.clone(),
            dialect: self.dialect,
            base_url: self.base_url.clone(),
            model,
            key_env: self.key_env.clone(),
            key,
        }
    }
}

/// Adds the version to Anthropic base URLs, which Anthropic's own tools leave out.
fn normal_base_url(url: &str, dialect: Dialect) -> String {
    let url = url.trim().trim_end_matches('/');
    match dialect {
        Dialect::Anthropic if !url.ends_with("/v1") => format!("{url}/v1"),
        Dialect::Anthropic | Dialect::OpenaiChat => url.to_owned(),
    }
}

/// The providers known by default.
pub fn builtin() -> Vec<Provider> {
    vec![
        Provider {
            base_url_env: Some("OPENAI_BASE_URL".to_owned()),
            caches_prompts: true,
            token_field: TokenField::MaxCompletionTokens,
            ..Provider::hosted(
                "openai",
                "https://api.openai.com/v1",
                "OPENAI_API_KEY",
                "openai",
                &["gpt-5.4", "gpt-5.4-mini"],
            )
        },
        Provider {
            base_url_env: Some("ANTHROPIC_BASE_URL".to_owned()),
            caches_prompts: true,
            dialect: Dialect::Anthropic,
            ..Provider::hosted(
                "anthropic",
                "https://api.anthropic.com/v1",
                "ANTHROPIC_API_KEY",
                "anthropic",
                &["claude-sonnet-5", "claude-haiku-4-5"],
            )
        },
        Provider::local("ollama", 11434, &["llama3.2", "qwen3"]),
        Provider::local("llamacpp", 8080, &[]),
        Provider::local("lmstudio", 1234, &[]),
        Provider::local("vllm", 8000, &[]),
        Provider::hosted(
            "openrouter",
            "https://openrouter.ai/api/v1",
            "OPENROUTER_API_KEY",
            "openrouter",
            &["meta-llama/llama-3.3-70b-instruct"],
        ),
        Provider::hosted(
            "mistral",
            "https://api.mistral.ai/v1",
            "MISTRAL_API_KEY",
            "mistral",
            &["mistral-large-latest", "mistral-small-latest"],
        ),
        Provider::hosted(
            "groq",
            "https://api.groq.com/openai/v1",
            "GROQ_API_KEY",
            "groq",
            &["llama-3.3-70b-versatile", "openai/gpt-oss-120b"],
        ),
        Provider {
            caches_prompts: true,
            ..Provider::hosted(
                "deepseek",
                "https://api.deepseek.com/v1",
                "DEEPSEEK_API_KEY",
                "deepseek",
                &["deepseek-chat", "deepseek-reasoner"],
            )
        },
        Provider {
            caches_prompts: true,
            ..Provider::hosted(
                "google",
                "https://generativelanguage.googleapis.com/v1beta/openai",
                "GEMINI_API_KEY",
                "google",
                &["gemini-3.8-flash", "gemini-3.5-flash-lite"],
            )
        },
        Provider {
            caches_prompts: true,
            ..Provider::hosted("xai", "https://api.x.ai/v1", "XAI_API_KEY", "x-ai", &["grok-4.5"])
        },
        Provider::hosted(
            "perplexity",
            "https://api.perplexity.ai",
            "PERPLEXITY_API_KEY",
            "perplexity",
            &["sonar", "sonar-pro"],
        ),
    ]
}

/// The full name of a model.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModelRef {
    /// The provider's name.
    pub provider: String,
    /// The provider's name for the model; it may contain slashes.
    pub model: String,
}

impl fmt::Display for ModelRef {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.provider, self.model)
    }
}

/// A text that is not a valid model name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownModel {
    /// It is not of the form `provider/model`.
    #[error(
        "`{text}` is not a model: write `provider/model`, as in `{example}`, or a short name such as `claude`; providers: {known}"
    )]
    Malformed {
        /// The text as given.
        text: String,
        /// A suggestion.
        example: String,
        /// The providers, separated by commas.
        known: String,
    },
    /// The provider is unknown.
    #[error("unknown provider `{provider}`{} providers: {known}", guess(nearest.as_deref()))]
    Provider {
        /// The provider as given.
        provider: String,
        /// The most similar known name.
        nearest: Option<String>,
        /// The providers, separated by commas.
        known: String,
    },
}

/// All providers of a user: the known ones, with base URLs from the environment, and custom ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalog {
    providers: Vec<Provider>,
}

impl Catalog {
    /// The known providers and `own`, which replace known ones of the same name.
    pub fn new(own: Vec<Provider>, env: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut providers: Vec<Provider> = builtin().into_iter().map(|provider| provider.moved(env)).collect();
        providers.retain(|known| own.iter().all(|mine| mine.name != known.name));
        providers.extend(own);
        Self { providers }
    }

    /// All providers.
    pub fn providers(&self) -> &[Provider] {
        &self.providers
    }

    /// The provider of that name.
    pub fn find(&self, name: &str) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.name == name)
    }

    /// The best model of the provider that a short name means: `claude`, `gpt`, or a provider's own name. Servers on this machine have none:
    /// which models are there, they alone know.
    pub fn best(&self, short: &str) -> Option<ModelRef> {
        let short = short.to_lowercase();
        let provider = SHORT_NAMES.iter().find(|(name, _)| *name == short).map_or(short.as_str(), |(_, it)| it);
        let provider = self.find(provider).filter(|it| it.key_env.is_some())?;
        let model = provider.suggested.first()?.clone();
        Some(ModelRef { provider: provider.name.clone(), model })
    }

    /// Parses `provider/model`, or a short name for a provider's best model.
    pub fn parse(&self, text: &str) -> Result<ModelRef, UnknownModel> {
        let text = text.trim();
        if let Some(best) = self.best(text) {
            return Ok(best);
        }
        let names = || self.providers.iter().map(|provider| provider.name.as_str());
        let known = || names().collect::<Vec<_>>().join(", ");
        // Up to a third of the letters wrong counts as a typing error.
        let is_near = |name: &str, known: &&str| strsim::osa_distance(name, known) * 3 <= name.len();
        let nearest = |name: &str| {
            let near = names().filter(|known| is_near(name, known));
            near.min_by_key(|known| strsim::osa_distance(name, known)).map(str::to_owned)
        };
        match text.split_once('/') {
            Some((provider, model)) if !provider.is_empty() && !model.is_empty() => match self.find(provider) {
                Some(_) => Ok(ModelRef { provider: provider.to_owned(), model: model.to_owned() }),
                None => Err(UnknownModel::Provider {
                    provider: provider.to_owned(),
                    nearest: nearest(provider),
                    known: known(),
                }),
            },
            Some(_) | None => {
                let likely = self.find(text.trim_end_matches('/')).or_else(|| self.providers.first());
                let example = likely.map(|provider| {
                    format!("{}/{}", provider.name, provider.suggested.first().map_or("MODEL", String::as_str))
                });
                Err(UnknownModel::Malformed {
                    text: text.to_owned(),
                    example: example.unwrap_or_default(),
                    known: known(),
                })
            }
        }
    }
}

/// The suggestion, if there is one.
fn guess(nearest: Option<&str>) -> String {
    nearest.map_or_else(|| ";".to_owned(), |it| format!(": did you mean `{it}`?"))
}

/// Names of model families, and their providers.
pub const SHORT_NAMES: [(&str, &str); 4] =
    [("claude", "anthropic"), ("gpt", "openai"), ("gemini", "google"), ("grok", "xai")];

/// Substrings of model names, and the families they belong to.
const FAMILIES: [(&str, &str); 22] = [
    ("claude", "claude"),
    ("gpt", "gpt"),
    ("llama", "llama"),
    ("qwen", "qwen"),
    ("qwq", "qwen"),
    ("mistral", "mistral"),
    ("mixtral", "mistral"),
    ("ministral", "mistral"),
    ("magistral", "mistral"),
    ("codestral", "mistral"),
    ("devstral", "mistral"),
    ("pixtral", "mistral"),
    ("gemini", "gemini"),
    ("gemma", "gemini"),
    ("deepseek", "deepseek"),
    ("grok", "grok"),
    ("command", "command"),
    ("sonar", "sonar"),
    ("phi", "phi"),
    ("glm", "glm"),
    ("kimi", "kimi"),
    ("nova", "nova"),
];

/// The family of a model, by its name. Models of one family make similar errors, so their agreement counts less.
pub fn family(model: &str) -> String {
    let name = model.rsplit('/').next().unwrap_or(model).to_lowercase();
    let known = FAMILIES
        .into_iter()
        .filter_map(|(word, family)| name.find(word).map(|place| (place, family)))
        .min_by_key(|(place, _)| *place);
    if let Some((_, family)) = known {
        return family.to_owned();
    }
    let leading: String = name.chars().take_while(|letter| letter.is_alphabetic()).collect();
    match leading.as_str() {
        "" => name,
        // OpenAI's reasoning models: o1, o3-mini, o4-mini.
        "o" => "gpt".to_owned(),
        _ => leading,
    }
}

#[cfg(test)]
mod tests;
