//! Providers and prices from the user's settings: changes to known ones, and custom ones.
use crate::settings::{CustomProvider, Env, Origin, Settings};
use models::{Catalog, Dialect, ModelRef, Price, Provider};
use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};

/// The known providers with addresses from the environment and changes from the settings, and the custom ones.
pub(super) fn catalog(settings: &Settings, env: Env<'_>) -> Result<Catalog, String> {
    let known = Catalog::new(Vec::new(), env);
    let made = settings.providers.iter().map(|(name, own)| match known.find(name) {
        Some(provider) => Ok(changed(provider.clone(), own, env)),
        None => new(name, own),
    });
    Ok(Catalog::new(made.collect::<Result<_, String>>()?, env))
}

/// A custom provider.
fn new(name: &str, own: &CustomProvider) -> Result<Provider, String> {
    let Some(base_url) = &own.base_url.value else {
        let first =
            [&own.dialect.origin, &own.key_env.origin, &own.concurrency.origin, &own.requests_per_minute.origin];
        let place = first.into_iter().max().filter(|origin| **origin != Origin::Default);
        let place = place.map(|origin| format!("{origin}: ")).unwrap_or_default();
        return Err(format!(
            "{place}`providers.{name}` has no address; add `base_url = \"http://…/v1\"`, or take one of the known providers"
        ));
    };
    let dialect = own.dialect.value.unwrap_or(Dialect::OpenaiChat);
    let provider = Provider::custom(name, dialect, base_url, None);
    Ok(limited(keyed(provider, own), own))
}

/// A known provider with the user's changes. An address in the environment overrides the file.
fn changed(known: Provider, own: &CustomProvider, env: Env<'_>) -> Provider {
    let dialect = own.dialect.value.unwrap_or(known.dialect);
    let is_moved = known.base_url_env.as_deref().and_then(env).is_some_and(|url| !url.trim().is_empty());
    let provider = match &own.base_url.value {
        Some(url) if !is_moved => Provider {
            base_url: Provider::custom(&known.name, dialect, url, None).base_url,
            dialect,
            // At another address, its key and limits need not apply.
            key_required: false,
            limits: models::Limits::default(),
            ..known
        },
        Some(_) | None => Provider { dialect, ..known },
    };
    limited(keyed(provider, own), own)
}

/// Naming a key variable makes the key required.
fn keyed(provider: Provider, own: &CustomProvider) -> Provider {
    match &own.key_env.value {
        Some(variable) => Provider { key_env: Some(variable.clone()), key_required: true, ..provider },
        None => provider,
    }
}

fn limited(mut provider: Provider, own: &CustomProvider) -> Provider {
    let is_set = |origin: &Origin| *origin != Origin::Default;
    if is_set(&own.concurrency.origin) {
        let places = own.concurrency.value.and_then(|places| usize::try_from(places).ok());
        provider.limits.concurrency = places.and_then(NonZeroUsize::new);
    }
    if is_set(&own.requests_per_minute.origin) {
        provider.limits.per_minute = own.requests_per_minute.value.and_then(NonZeroU32::new);
    }
    if let Some(caching) = own.caching.value {
        provider.caches_prompts = caching;
    }
    provider
}

/// The user's own prices.
pub(super) fn prices(settings: &Settings, catalog: &Catalog) -> Result<BTreeMap<ModelRef, Price>, String> {
    let mut prices = BTreeMap::new();
    for (model, own) in &settings.prices {
        let origin = [&own.input.origin, &own.output.origin, &own.cached.origin].into_iter().max();
        let wrong = |why: &dyn std::fmt::Display| match origin {
            Some(origin) => format!("{origin}: `prices.\"{model}\"`: {why}"),
            None => why.to_string(),
        };
        let reference = catalog.parse(model).map_err(|error| wrong(&error))?;
        let (Some(input), Some(output)) = (own.input.value, own.output.value) else {
            return Err(wrong(&"set both `input` and `output`, in US dollars per million tokens"));
        };
        prices.insert(reference, Price { input, output, cached: own.cached.value });
    }
    Ok(prices)
}
