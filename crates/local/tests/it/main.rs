//! Integration tests: fetching weights and using them. Tests with `weights_` in their name need the real ones.
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "the settings for tests reach only the test functions, not what they share"
)]
mod embedded;
mod embeddings;
mod tiny;
mod weights;
mod weights_embeddings;
