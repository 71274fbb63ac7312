//! Finds available providers: those whose key is set, and servers that answer without one (I-11).
use super::ModelRegistry;
use debate::{Layout, Profile};
use engine::Seat;
use futures_util::future::join_all;
use models::{Error, Provider};
use std::time::Duration;

/// The default number of seats.
const SEATS: usize = 3;

/// The timeout for servers on this machine.
const LOCAL_PATIENCE: Duration = Duration::from_millis(1500);

/// The timeout for all others; a slower one is too slow to debate with.
const PATIENCE: Duration = Duration::from_secs(5);

/// The seats that are available now.
#[derive(Debug)]
pub struct Found {
    /// The participants.
    pub seats: Vec<Seat>,
    /// Whether only the embedded model was available.
    pub is_embedded: bool,
}

/// A provider's answer to the request for its models.
pub type Answer = Result<Vec<String>, Error>;

impl ModelRegistry {
    /// Finds providers and fills three seats; without any, with the embedded model.
    pub async fn find(&self) -> Found {
        let asked = self.gateway().catalog().providers().iter().map(|provider| async move {
            let models = self.models_of(provider).await;
            (provider.name.clone(), models)
        });
        let all = join_all(asked).await;
        let providers: Vec<(String, Vec<String>)> = all.into_iter().filter(|(_, models)| !models.is_empty()).collect();
        if providers.is_empty() {
            return Found { seats: vec![self.embedded_seat(); SEATS], is_embedded: true };
        }
        let mut seats = arrange(&providers);
        for seat in &mut seats {
            seat.layout = self.layout(seat.model.split('/').next().unwrap_or_default());
        }
        Found { seats, is_embedded: false }
    }

    /// Asks every provider for its models, at the same time; none for those that need a key and have none. It costs nothing.
    pub async fn ask_all(&self) -> Vec<(&Provider, Option<Answer>)> {
        let asked = self.gateway().catalog().providers().iter().map(|provider| async move {
            let answer = if self.can_ask(provider) { Some(self.ask(provider).await) } else { None };
            (provider, answer)
        });
        join_all(asked).await
    }

    async fn ask(&self, provider: &Provider) -> Answer {
        let patience = if provider.is_local() { LOCAL_PATIENCE } else { PATIENCE };
        models::probe(provider, self.gateway().key(&provider.name), patience).await
    }

    /// Whether a provider can be asked: its key is set or it needs none.
    fn can_ask(&self, provider: &Provider) -> bool {
        !provider.key_required || self.has_key(provider)
    }

    /// Whether its key is set.
    pub fn has_key(&self, provider: &Provider) -> bool {
        self.gateway().key(&provider.name).reveal().is_some()
    }

    /// A provider's models to seat, best first; none if it can't be used.
    async fn models_of(&self, provider: &Provider) -> Vec<String> {
        if !self.can_ask(provider) {
            return Vec::new();
        }
        if is_hosted(provider) {
            return provider.suggested.clone();
        }
        match self.ask(provider).await {
            Ok(listed) => choose(provider, listed),
            Err(_) if self.has_key(provider) => provider.suggested.clone(),
            Err(_) => Vec::new(),
        }
    }
}

/// A known provider at its default address: its suggested models exist there.
fn is_hosted(provider: &Provider) -> bool {
    provider.key_required && !provider.suggested.is_empty()
}

/// The models to seat of those that a provider lists: suggested ones first, then other chat models.
pub fn choose(provider: &Provider, listed: Vec<String>) -> Vec<String> {
    if is_hosted(provider) {
        return provider.suggested.clone();
    }
    let mut models: Vec<String> = provider.suggested.iter().filter(|it| listed.contains(it)).cloned().collect();
    for model in listed {
        if can_speak(&model) && !models.contains(&model) {
            models.push(model);
        }
    }
    models
}

/// Whether a model is a chat model, judged by its name.
pub fn can_speak(model: &str) -> bool {
    const MUTE: [&str; 6] = ["embed", "bge", "minilm", "rerank", "whisper", "tts"];
    let model = model.to_lowercase();
    !MUTE.iter().any(|word| model.contains(word))
}

/// Three seats: one of each provider first, then more of their models, then repetitions.
pub fn arrange(providers: &[(String, Vec<String>)]) -> Vec<Seat> {
    let most = providers.iter().map(|(_, models)| models.len()).max().unwrap_or_default();
    let nth = |n: usize| {
        providers
            .iter()
            .filter_map(move |(provider, models)| models.get(n).map(|model| (provider.as_str(), model.as_str())))
    };
    let distinct: Vec<(&str, &str)> = (0..most).flat_map(nth).collect();
    let seat = |(provider, model): (&str, &str)| Seat {
        model: format!("{provider}/{model}"),
        family: models::family(model),
        name: None,
        profile: Profile::Full,
        layout: Layout::default(),
    };
    distinct.iter().copied().cycle().take(SEATS).map(seat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-11
    #[test]
    fn three_seats_are_filled_with_as_much_variety_as_there_is() {
        type Providers = &'static [(&'static str, &'static [&'static str])];
        let rows: [(Providers, [&str; 3]); 5] = [
            (&[("a", &["1", "2"]), ("b", &["1"]), ("c", &["1"])], ["a/1", "b/1", "c/1"]),
            (&[("a", &["1", "2"]), ("b", &["1"])], ["a/1", "b/1", "a/2"]),
            (&[("a", &["1", "2", "3", "4"])], ["a/1", "a/2", "a/3"]),
            (&[("a", &["1", "2"])], ["a/1", "a/2", "a/1"]),
            (&[("a", &["1"])], ["a/1", "a/1", "a/1"]),
        ];
        for (providers, expected) in rows {
            let owned = |(name, models): &(&str, &[&str])| {
                ((*name).to_owned(), models.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>())
            };
            let providers: Vec<_> = providers.iter().map(owned).collect();
            let seats: Vec<String> = arrange(&providers).into_iter().map(|it| it.model).collect();
            assert_eq!(seats, expected);
        }
    }

    #[test]
    fn models_that_do_not_talk_are_known_by_name() {
        for model in ["nomic-embed-text", "BAAI/bge-m3", "all-minilm", "whisper-large", "tts-1", "jina-reranker"] {
            assert!(!can_speak(model), "{model}");
        }
        for model in ["llama3.2", "qwen3:8b", "gpt-5.4"] {
            assert!(can_speak(model), "{model}");
        }
    }
}
