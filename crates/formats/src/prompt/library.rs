//! The shared prompt files, each read once, at compile time.
use debate::Perspective;

macro_rules! files {
    ($($name:ident = $path:literal),+ $(,)?) => {
        $(pub(super) const $name: &str = include_str!(concat!("../../prompts/shared/", $path));)+
    };
}

files! {
    AGAIN = "again.md",
    ANSWER = "answer.md",
    CHANGE_FIRST = "change-first.md",
    CHANGE_LATER = "change-later.md",
    CHECKS = "checks.md",
    CITATIONS = "citations.md",
    CONFORMITY = "conformity.md",
    HIGH_STAKES = "high-stakes.md",
    LABELS = "labels.md",
    LEAN_ANSWER = "lean/answer.md",
    LEAN_CHECKS = "lean/checks.md",
    LEAN_CONFORMITY = "lean/conformity.md",
    LEAN_HIGH_STAKES = "lean/high-stakes.md",
    LEAN_QUOTING = "lean/quoting.md",
    LEAN_SAFETY = "lean/safety.md",
    LEAN_SAID = "lean/said.md",
    LEAN_TASK = "lean/task.md",
    QUOTING = "quoting.md",
    SAFETY = "safety.md",
    SEEN_CLAIMS = "seen-claims.md",
    SEEN_CURRENT = "seen-current.md",
    SEEN_EARLIER = "seen-earlier.md",
    SEEN_EVIDENCE = "seen-evidence.md",
    SEEN_PREVIOUS = "seen-previous.md",
    SEEN_TOPIC = "seen-topic.md",
    SIGNS_FIRST = "signs-first.md",
    SIGNS_LATER = "signs-later.md",
    TASK = "task.md",
    VOTE_FIRST = "vote-first.md",
    VOTE_LATER = "vote-later.md",
}

/// What a perspective looks at first (D-16).
pub(super) fn perspective(perspective: Perspective) -> &'static str {
    match perspective {
        Perspective::RiskAttentive => include_str!("../../prompts/perspectives/risk-attentive.md"),
        Perspective::ImplementationFocused => include_str!("../../prompts/perspectives/implementation-focused.md"),
        Perspective::EvidenceCalibrated => include_str!("../../prompts/perspectives/evidence-calibrated.md"),
        Perspective::SystemsAware => include_str!("../../prompts/perspectives/systems-aware.md"),
    }
}

/// The same in few words (D-18).
pub(super) fn lean_perspective(perspective: Perspective) -> &'static str {
    match perspective {
        Perspective::RiskAttentive => include_str!("../../prompts/perspectives/lean/risk-attentive.md"),
        Perspective::ImplementationFocused => include_str!("../../prompts/perspectives/lean/implementation-focused.md"),
        Perspective::EvidenceCalibrated => include_str!("../../prompts/perspectives/lean/evidence-calibrated.md"),
        Perspective::SystemsAware => include_str!("../../prompts/perspectives/lean/systems-aware.md"),
    }
}
