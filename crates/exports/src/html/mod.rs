//! A debate as one page that needs nothing else: no network, no script (I-40).
use debate::Debate;

/// The whole debate.
pub fn document(debate: &Debate) -> String {
    debate.topic.to_string()
}
