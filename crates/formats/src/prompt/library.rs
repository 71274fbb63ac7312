//! The shared prompt files, embedded at compile time.
use debate::{Discipline, Participant, Perspective, Role};

macro_rules! files {
    ($($name:ident = $path:literal),+ $(,)?) => {
        $(pub(crate) const $name: &str = include_str!(concat!("../../prompts/shared/", $path));)+
    };
}

files! {
    AGAIN = "again.md",
    ANSWER = "answer.md",
    ANSWER_BECAUSE = "answer-because.md",
    ANSWER_CLAIMS = "answer-claims.md",
    ANSWER_CLAIMS_TYPED = "answer-claims-typed.md",
    ANSWER_CONFIDENCE = "answer-confidence.md",
    ANSWER_MOVES = "answer-moves.md",
    ANSWER_MOVES_TYPED = "answer-moves-typed.md",
    ANSWER_NEEDS = "answer-needs.md",
    ANSWER_ON_TERMS = "answer-on-terms.md",
    ANSWER_OTHERS = "answer-others.md",
    ANSWER_POINTS = "answer-points.md",
    ANSWER_QUESTIONS = "answer-questions.md",
    ANSWER_RANKING = "answer-ranking.md",
    ANSWER_REASONING = "answer-reasoning.md",
    ANSWER_REASONING_PLAIN = "answer-reasoning-plain.md",
    ANSWER_STANCE = "answer-stance.md",
    ANSWER_TERMS = "answer-terms.md",
    BALLOT_ARGUED = "ballot-argued.md",
    BALLOT_ARGUED_NEVER = "ballot-argued-never.md",
    BALLOT_CHOICE = "ballot-choice.md",
    BALLOT_ESTIMATE = "ballot-estimate.md",
    BALLOT_OPEN = "ballot-open.md",
    BALLOT_WORD = "ballot-word.md",
    BALLOT_YES_NO = "ballot-yes-no.md",
    CHANGE_ANY = "change-any.md",
    CHANGE_FIRST = "change-first.md",
    CHANGE_LATER = "change-later.md",
    CHANGE_MIND = "change-mind.md",
    CHECK_CONSISTENCY = "check-consistency.md",
    CHECK_GROUNDING = "check-grounding.md",
    CHECK_GROUNDING_TOOLS = "check-grounding-tools.md",
    CHECK_RISKS = "check-risks.md",
    CHECKS = "checks.md",
    CITATIONS = "citations.md",
    CLOSING = "closing.md",
    CLOSING_ANSWER = "closing-answer.md",
    CLOSING_TASK = "closing-task.md",
    CONFORMITY = "conformity.md",
    FOCUS = "focus.md",
    GROUP_CONFIDENCE = "group-confidence.md",
    GROUP_ESTIMATE = "group-estimate.md",
    GROUP_OPTIONS = "group-options.md",
    HIGH_STAKES = "high-stakes.md",
    LABELS = "labels.md",
    LEAN_ANSWER = "lean/answer.md",
    LEAN_ANSWER_OTHERS = "lean/answer-others.md",
    LEAN_ANSWER_TERMS = "lean/answer-terms.md",
    LEAN_ATTACHED = "lean/attached.md",
    LEAN_BALLOT_ARGUED = "lean/ballot-argued.md",
    LEAN_BALLOT_ARGUED_NEVER = "lean/ballot-argued-never.md",
    LEAN_BALLOT_ESTIMATE = "lean/ballot-estimate.md",
    LEAN_BALLOT_OPTIONS = "lean/ballot-options.md",
    LEAN_BROUGHT = "lean/brought.md",
    LEAN_CHECKS = "lean/checks.md",
    LEAN_CLOSING_ANSWER = "lean/closing-answer.md",
    LEAN_CLOSING_TASK = "lean/closing-task.md",
    LEAN_CONFORMITY = "lean/conformity.md",
    LEAN_FORM_LETTER = "lean/form/position-letter.md",
    LEAN_FORM_NAME = "lean/form/position-name.md",
    LEAN_FORM_NO_FIRST = "lean/form/position-no-first.md",
    LEAN_FORM_NO_LATER = "lean/form/position-no-later.md",
    LEAN_FORM_REASON_FIRST = "lean/form/reasoning-first.md",
    LEAN_FORM_REASON_LATER = "lean/form/reasoning-later.md",
    LEAN_FORM_START_FIRST = "lean/form/start-first.md",
    LEAN_FORM_START_LATER = "lean/form/start-later.md",
    LEAN_FORM_YES_FIRST = "lean/form/position-yes-first.md",
    LEAN_FORM_YES_LATER = "lean/form/position-yes-later.md",
    LEAN_HIGH_STAKES = "lean/high-stakes.md",
    LEAN_OBJECTION = "lean/objection.md",
    LEAN_QUOTING = "lean/quoting.md",
    LEAN_REQUIRED = "lean/required.md",
    LEAN_SAFETY = "lean/safety.md",
    LEAN_SAID = "lean/said.md",
    LEAN_TASK = "lean/task.md",
    LEAN_TOOLS = "lean/tools.md",
    LEAN_TOOLS_TASK = "lean/tools-task.md",
    OBJECTION = "objection.md",
    POSITION = "position.md",
    POSITION_ARGUED = "position-argued.md",
    QUOTING = "quoting.md",
    ROUND = "round.md",
    SAFETY = "safety.md",
    SEATS = "seats.md",
    SEEN_ATTACHED = "seen-attached.md",
    SEEN_BALLOT = "seen-ballot.md",
    SEEN_BALLOT_FIRST = "seen-ballot-first.md",
    SEEN_BRIEF = "seen-brief.md",
    SEEN_BROUGHT = "seen-brought.md",
    SEEN_CLAIMS = "seen-claims.md",
    SEEN_CLAIMS_TYPED = "seen-claims-typed.md",
    SEEN_CURRENT = "seen-current.md",
    SEEN_DISPUTES = "seen-disputes.md",
    SEEN_EVIDENCE = "seen-evidence.md",
    SEEN_GROUP = "seen-group.md",
    SEEN_PREVIOUS = "seen-previous.md",
    SEEN_MENTIONED = "seen-mentioned.md",
    SEEN_REQUIRED = "seen-required.md",
    SEEN_SAID = "seen-said.md",
    SEEN_STANDING = "seen-standing.md",
    SEEN_TERMS = "seen-terms.md",
    SEEN_TO_YOU = "seen-to-you.md",
    SEEN_TOPIC = "seen-topic.md",
    TASK = "task.md",
    TOOLS = "tools.md",
    TOOLS_IN_TURN = "tools-in-turn.md",
    TOOLS_SPARE = "tools-spare.md",
    TOOLS_SPARE_IN_TURN = "tools-spare-in-turn.md",
    TOOLS_TOGETHER = "tools-together.md",
    TYPES = "types.md",
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

/// The files of the four disciplines in a folder.
macro_rules! disciplines {
    ($discipline:expr, $folder:literal) => {
        match $discipline {
            Discipline::Technical => include_str!(concat!("../../prompts/disciplines/", $folder, "technical.md")),
            Discipline::Economic => include_str!(concat!("../../prompts/disciplines/", $folder, "economic.md")),
            Discipline::Ethical => include_str!(concat!("../../prompts/disciplines/", $folder, "ethical.md")),
            Discipline::Social => include_str!(concat!("../../prompts/disciplines/", $folder, "social.md")),
        }
    };
}

/// The file for a participant's outlook, in a folder: its discipline on an expert panel, its perspective elsewhere.
macro_rules! outlook {
    ($participant:expr, $folder:literal) => {
        match $participant.discipline {
            Some(discipline) => disciplines!(discipline, $folder),
            None => perspectives!($participant.perspective, $folder),
        }
    };
}

/// The lean file for a participant's job, in a folder. A role takes precedence over a perspective: a short prompt can't state both, and a
/// participant who argues for something must not be told to show its damage.
macro_rules! job {
    ($participant:expr, $folder:literal) => {
        match $participant.role {
            Some(Role::Primary) => include_str!(concat!("../../prompts/roles/", $folder, "primary.md")),
            Some(Role::Opposition) => include_str!(concat!("../../prompts/roles/", $folder, "opposition.md")),
            Some(Role::Evaluator) => include_str!(concat!("../../prompts/roles/", $folder, "evaluator.md")),
            Some(Role::Red) => include_str!(concat!("../../prompts/roles/", $folder, "red.md")),
            Some(Role::Blue) => include_str!(concat!("../../prompts/roles/", $folder, "blue.md")),
            Some(Role::Judge) => include_str!(concat!("../../prompts/roles/", $folder, "judge.md")),
            None => outlook!($participant, $folder),
        }
    };
}

/// A participant's perspective, or the discipline it speaks for (D-16).
pub(super) fn outlook(participant: &Participant) -> &'static str {
    outlook!(participant, "")
}

/// A participant's job, in few words (D-18).
pub(super) fn lean_job(participant: &Participant) -> &'static str {
    job!(participant, "lean/")
}

/// The beginning of its reason in a lean opening.
pub(super) fn first_start(participant: &Participant) -> &'static str {
    job!(participant, "lean/first/")
}

/// The beginning of its reason in a later lean answer, after it has stated another's point.
pub(super) fn later_start(participant: &Participant) -> &'static str {
    job!(participant, "lean/later/")
}
