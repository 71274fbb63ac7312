//! Lists all models that can be seated, their providers and prices (I-10, O-01).
use super::{Answer, EMBEDDED, ModelRegistry, Weight, can_speak, chats, size};
use models::Provider;
use serde::Serialize;

/// All models that can be seated, or could be: those of providers, those of this process, and simulated ones.
pub fn all(registry: &ModelRegistry, answers: &[(&Provider, Option<Answer>)]) -> Vec<Row> {
    let elsewhere = answers.iter().flat_map(|(provider, answer)| rows(registry, provider, answer.as_ref()));
    elsewhere.chain(chats().map(|it| embedded(registry, it))).chain([rehearsal()]).collect()
}

/// A model that can be seated, or could be.
#[derive(Debug, Serialize)]
pub struct Row {
    /// Its provider.
    pub provider: String,
    /// Its name there.
    pub model: String,
    /// Why it can be used, or what is missing.
    #[serde(rename = "where")]
    pub place: String,
    /// Whether it can be used.
    pub available: bool,
    /// Its model family.
    pub family: String,
    /// US dollars per million tokens of prompt.
    pub input: Option<f64>,
    /// The same of the answer.
    pub output: Option<f64>,
}

/// The models of a provider: those it lists, or the suggested ones if it can't be asked but may be used.
fn rows(registry: &ModelRegistry, provider: &Provider, answer: Option<&Answer>) -> Vec<Row> {
    let has_key = registry.has_key(provider);
    let (models, available) = match answer {
        Some(Ok(listed)) => (listed.as_slice(), true),
        Some(Err(_)) if has_key => (provider.suggested.as_slice(), true),
        Some(Err(_)) => return Vec::new(),
        None => (provider.suggested.as_slice(), false),
    };
    let place = match (available, &provider.key_env) {
        (false, Some(variable)) => format!("set {variable}"),
        (true, Some(_)) if has_key => "key set".to_owned(),
        (true | false, _) if provider.is_local() => "local".to_owned(),
        (true | false, Some(_) | None) => "no key needed".to_owned(),
    };
    let row = |model: &String| {
        let price = registry.price(&format!("{}/{model}", provider.name));
        Row {
            provider: provider.name.clone(),
            model: model.clone(),
            place: place.clone(),
            available,
            family: models::family(model),
            input: price.map(|(input, _)| input),
            output: price.map(|(_, output)| output),
        }
    };
    models.iter().filter(|model| can_speak(model)).map(row).collect()
}

/// A model that runs in this process; its weights are fetched when it is first seated.
fn embedded(registry: &ModelRegistry, weight: &Weight) -> Row {
    let is_held = registry.weights().find(weight).is_some();
    let place = if is_held { "in this process".to_owned() } else { format!("to download, {}", size(weight.bytes())) };
    Row {
        provider: EMBEDDED.to_owned(),
        model: weight.name.to_owned(),
        place,
        available: true,
        family: models::family(weight.name),
        input: Some(0.0),
        output: Some(0.0),
    }
}

fn rehearsal() -> Row {
    Row {
        provider: engine::sim::PROVIDER.to_owned(),
        model: "1".to_owned(),
        place: "rehearsal".to_owned(),
        available: true,
        family: engine::sim::PROVIDER.to_owned(),
        input: Some(0.0),
        output: Some(0.0),
    }
}
