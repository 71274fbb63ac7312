//! Logs that the forms are made of: those that the engine keeps for ever, and one that might have been.
use debate::{Debate, log};

macro_rules! golden {
    ($($name:literal)*) => {
        /// The engine's golden logs, by name.
        pub(crate) const GOLDEN: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../../engine/tests/golden/v1-", $name, ".jsonl")))),*
        ];
    };
}

golden! {
    "adversarial" "auto" "collaborative" "delphi" "devils-advocate" "eventful" "evidence" "expert-panel"
    "red-team-blue-team" "socratic" "tools"
}

/// Four on moving a service: two for it, two against it, one of whom was for it.
pub(crate) const ORDER_SERVICE: &str = include_str!("../../../cli/tests/logs/order-service.jsonl");

/// The golden log of that name.
pub(crate) fn golden(name: &str) -> &'static str {
    GOLDEN.iter().find(|it| it.0 == name).unwrap().1
}

/// A log folded.
pub(crate) fn folded(text: &str) -> Debate {
    Debate::replay(&log::read_lines(text).unwrap()).unwrap()
}
