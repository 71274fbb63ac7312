//! Lists a provider's models, which is free of charge.
//!
//! `doctor` and `models` use it for all providers, and to find local servers.
//! Not here: retries. A provider that does not answer within the deadline counts as absent.
use crate::catalog::Provider;
use crate::error::{Error, Excerpt};
use crate::http;
use crate::key::Key;
use serde::Deserialize;
use std::time::Duration;

#[derive(Deserialize)]
struct Listing {
    data: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
}

/// The ids of `provider`'s models, or an error within `deadline`.
pub async fn probe(provider: &Provider, key: Key, deadline: Duration) -> Result<Vec<String>, Error> {
    let endpoint = provider.endpoint(String::new(), key);
    let exchange = http::get(&endpoint, endpoint.models_url());
    let body = tokio::time::timeout(deadline, exchange).await.map_err(|_| Error::TimedOut { after: deadline })??;
    let unusable = |_| Error::UnusableBody { message: Excerpt::new(&String::from_utf8_lossy(&body), &endpoint.key) };
    let listing: Listing = serde_json::from_slice(&body).map_err(unusable)?;
    Ok(listing.data.into_iter().map(|listed| listed.id).collect())
}
