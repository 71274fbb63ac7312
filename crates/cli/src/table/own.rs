//! Providers and prices as the user's files have them: known ones changed, own ones added.
use crate::settings::{Env, Origin, Own, Settings};
use models::{Catalog, Dialect, ModelRef, Price, Provider};
use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroUsize};

/// Why providers may not be used, by name.
pub(super) type Refused = BTreeMap<String, String>;

/// The known providers, moved as the environment says, changed and joined by the user's own; and those that are refused, which
/// have no key here.
pub(super) fn catalog(settings: &Settings, env: Env<'_>) -> Result<(Catalog, Refused), String> {
    let known = Catalog::new(Vec::new(), env);
    let (mut providers, mut refused) = (Vec::new(), Refused::new());
    for (name, own) in &settings.providers {
        let made = |own: &Own| match known.find(name) {
            Some(provider) => Ok(changed(provider.clone(), own, env)),
            None => new(name, own),
        };
        let provider = made(own)?;
        // As it would be without the project's file.
        let users = settings.users.get(name);
        let before = made(users.unwrap_or(&Own::default())).ok();
        match guard(&provider, own, before.as_ref(), users) {
            Ok(()) => providers.push(provider),
            Err(why) => {
                refused.insert(name.clone(), why);
                providers.push(Provider { key_env: None, key_required: false, ..provider });
            }
        }
    }
    Ok((Catalog::new(providers, env), refused))
}

/// A provider nobody knows but the user.
fn new(name: &str, own: &Own) -> Result<Provider, String> {
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

/// A known provider as the user wants it. What the environment says about its address is stronger than a file.
fn changed(known: Provider, own: &Own, env: Env<'_>) -> Provider {
    let dialect = own.dialect.value.unwrap_or(known.dialect);
    let is_moved = known.base_url_env.as_deref().and_then(env).is_some_and(|url| !url.trim().is_empty());
    let provider = match &own.base_url.value {
        Some(url) if !is_moved => Provider {
            base_url: Provider::custom(&known.name, dialect, url, None).base_url,
            dialect,
            // Elsewhere, its own key and limits need not apply.
            key_required: false,
            limits: models::Limits::default(),
            ..known
        },
        Some(_) | None => Provider { dialect, ..known },
    };
    limited(keyed(provider, own), own)
}

/// Whoever names a variable for the key means the key to be there.
fn keyed(provider: Provider, own: &Own) -> Provider {
    match &own.key_env.value {
        Some(variable) => Provider { key_env: Some(variable.clone()), key_required: true, ..provider },
        None => provider,
    }
}

fn limited(mut provider: Provider, own: &Own) -> Provider {
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

/// A project's file comes with somebody else's code: where a key goes is for the user to say (O-40). A project may define a
/// provider without a key anywhere, and one with a key on this machine; else it must leave address, variable and dialect as
/// they are without it (`before`), or at least address and variable where the user's own file has set both.
fn guard(provider: &Provider, own: &Own, before: Option<&Provider>, users: Option<&Own>) -> Result<(), String> {
    let origins = [&own.base_url.origin, &own.key_env.origin, &own.dialect.origin];
    let project = origins.into_iter().find_map(|origin| match origin {
        Origin::Project(path) => Some(path),
        Origin::Default | Origin::User(_) | Origin::Env(_) | Origin::Flag => None,
    });
    let (Some(path), Some(variable)) = (project, &provider.key_env) else { return Ok(()) };
    let is_paired = users.is_some_and(|it| it.base_url.value.is_some() && it.key_env.value.is_some());
    let is_kept = before.is_some_and(|it| {
        let is_dialect_kept = it.dialect == provider.dialect || is_paired;
        it.base_url == provider.base_url && it.key_env == provider.key_env && is_dialect_kept
    });
    if is_kept || provider.is_on_loopback() {
        return Ok(());
    }
    let (name, url) = (&provider.name, &provider.base_url);
    Err(format!(
        "{}: `providers.{name}` would send `{variable}` to {url}, which a project may not decide; if you want that, put the \
         provider into your own settings file: `roundtable config set providers.{name}.base_url {url}` and `roundtable \
         config set providers.{name}.key_env {variable}`",
        path.display(),
    ))
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
