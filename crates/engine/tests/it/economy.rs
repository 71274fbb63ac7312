//! Shorter answers in sequential rounds.
use crate::support::{self, Cast};
use debate::{Algorithm, Parallel, Rules};
use std::sync::Arc;

/// D-60: the economy rule bounds answers in sequential rounds only; it never lengthens them.
#[tokio::test]
async fn answers_in_turn_are_shorter_where_that_is_to_be_saved_on() {
    let usual = Rules { rounds: 1, algorithm: Algorithm::FixedRounds, ..Rules::default() };
    let economy = Some(Rules::ECONOMY_TOKENS);
    let rows = [
        (Parallel::None, economy, 4_096, 2_048),
        (Parallel::LastOnly, economy, 4_096, 2_048),
        (Parallel::Full, economy, 4_096, 4_096),
        (Parallel::None, None, 4_096, 4_096),
        (Parallel::None, economy, 1_000, 1_000),
    ];
    for (level, economy, max_tokens, expected) in rows {
        let rules = Rules { parallel: Some(level), economy, max_tokens, ..usual.clone() };
        let cast = Arc::new(Cast::default());
        support::run(&support::spec("collaborative", 3, rules), &cast).await;
        for (call, request) in cast.asked() {
            assert_eq!(request.max_tokens, expected, "{level}, {economy:?}, {max_tokens}: {call}");
        }
    }
}
