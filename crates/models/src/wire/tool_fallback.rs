//! Tool calls and results as plain text, for a model that accepts no tools.
use crate::chat::Exchange;

/// The model's message and the message that answers it.
pub(super) fn exchange(exchange: &Exchange) -> (String, String) {
    let Exchange { text, calls, results } = exchange;
    let called: Vec<String> = calls.iter().map(|it| format!("{} {}", it.name, it.arguments)).collect();
    let said = [text.clone()].into_iter().filter(|it| !it.is_empty()).chain(called).collect::<Vec<_>>().join("\n");
    let found: Vec<&str> = results.iter().map(|it| it.text.as_str()).collect();
    (said, found.join("\n\n"))
}
