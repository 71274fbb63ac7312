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
    ANSWER_CLAIMS = "answer-claims.md",
    ANSWER_MOVES = "answer-moves.md",
    ANSWER_POINTS = "answer-points.md",
    ANSWER_STANCE = "answer-stance.md",
    CHANGE_FIRST = "change-first.md",
    CHANGE_LATER = "change-later.md",
    CHECKS = "checks.md",
    CITATIONS = "citations.md",
    CONFORMITY = "conformity.md",
    FOCUS = "focus.md",
    HIGH_STAKES = "high-stakes.md",
    LABELS = "labels.md",
    LEAN_ANSWER = "lean/answer.md",
    LEAN_CHECKS = "lean/checks.md",
    LEAN_CONFORMITY = "lean/conformity.md",
    LEAN_FORM_OBJECTION = "lean/form/objection.md",
    LEAN_FORM_NO_FIRST = "lean/form/position-no-first.md",
    LEAN_FORM_NO_LATER = "lean/form/position-no-later.md",
    LEAN_FORM_OPTION = "lean/form/position-option.md",
    LEAN_FORM_YES_FIRST = "lean/form/position-yes-first.md",
    LEAN_FORM_YES_LATER = "lean/form/position-yes-later.md",
    LEAN_FORM_REASON_FIRST = "lean/form/reasoning-first.md",
    LEAN_FORM_REASON_LATER = "lean/form/reasoning-later.md",
    LEAN_HIGH_STAKES = "lean/high-stakes.md",
    LEAN_OBJECTION = "lean/objection.md",
    LEAN_QUOTING = "lean/quoting.md",
    LEAN_SAFETY = "lean/safety.md",
    LEAN_SAID = "lean/said.md",
    LEAN_TASK = "lean/task.md",
    OBJECTION = "objection.md",
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

/// The files of the four perspectives in a folder.
macro_rules! perspectives {
    ($perspective:expr, $folder:literal) => {
        match $perspective {
            Perspective::RiskAttentive => {
                include_str!(concat!("../../prompts/perspectives/", $folder, "risk-attentive.md"))
            }
            Perspective::ImplementationFocused => {
                include_str!(concat!("../../prompts/perspectives/", $folder, "implementation-focused.md"))
            }
            Perspective::EvidenceCalibrated => {
                include_str!(concat!("../../prompts/perspectives/", $folder, "evidence-calibrated.md"))
            }
            Perspective::SystemsAware => {
                include_str!(concat!("../../prompts/perspectives/", $folder, "systems-aware.md"))
            }
        }
    };
}

/// What a perspective looks at first (D-16).
pub(super) fn perspective(perspective: Perspective) -> &'static str {
    perspectives!(perspective, "")
}

/// The same in few words (D-18).
pub(super) fn lean_perspective(perspective: Perspective) -> &'static str {
    perspectives!(perspective, "lean/")
}

/// How a reason begins in a lean opening.
pub(super) fn first_start(perspective: Perspective) -> &'static str {
    perspectives!(perspective, "lean/first/")
}

/// How a reason goes on in a later lean answer, once another's point is stated.
pub(super) fn later_start(perspective: Perspective) -> &'static str {
    perspectives!(perspective, "lean/later/")
}
