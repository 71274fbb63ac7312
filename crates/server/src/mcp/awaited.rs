//! The turns for which a debate waits: of whom, through which call, and until when (I-21).
//!
//! The debate's next step names the participants. The queue knows the open questions to a client's own model. Not here: asking them
//! (`wait_call`).
use crate::responses::words::name;
use crate::sampling_queue::{Owed, SamplingQueue};
use debate::Debate;
use formats::Step;
use schemars::JsonSchema;
use serde::Serialize;
use setup::providers::is_callers;

/// An awaited turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Awaited {
    /// The participant.
    participant: String,
    /// The id of the question in the record, as `r2/turn/ada`.
    call: String,
    /// How it arrives: `server` if the server calls the model itself; `wait` if the next `wait` of a client with sampling asks its model;
    /// `sampling` if a client has the question and replies directly; `answer` if a result of `wait` had the question and the next call
    /// brings the answer; `task` if the follower of the task has it.
    by: &'static str,
    /// Deadline, after which the turn is lost; absent if only the provider's own limits apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<String>,
}

impl Awaited {
    /// As text.
    pub(super) fn told(&self) -> String {
        let Awaited { participant, call, by, until } = self;
        let by = match *by {
            "wait" => "your next `wait`, where you offer sampling",
            "sampling" => "the client whose model was asked",
            "answer" => "the client that was sent to ask its model, with its next `wait`",
            "task" => "the client that follows the task",
            _ => "the server, which asks its model",
        };
        let until = until.as_ref().map(|it| format!(", until {it}")).unwrap_or_default();
        format!("Awaited: the turn of {} (call {call}), by {by}{until}.", name(participant))
    }
}

/// The turns for which a debate waits; `at` is the time of its last event, in milliseconds since 1970.
pub(super) fn awaited(debate: &Debate, queue: &SamplingQueue, at: u64) -> Vec<Awaited> {
    let Ok(format) = formats::named(&debate.mode) else { return Vec::new() };
    let Step::Ask(asks) = format.next(debate) else { return Vec::new() };
    let deadline = debate.rules.deadline_ms.map(|most| at.saturating_add(most.saturating_sub(debate.elapsed)));
    let owed = queue.owed(&debate.id);
    let each = asks.into_iter().map(|ask| {
        let seat = debate.participants.iter().find(|it| it.name == *ask.who());
        let is_client = seat.is_some_and(|it| is_callers(&it.model));
        let call = ask.call().to_string();
        let owed = owed.iter().find(|it| it.call == call);
        let (by, patience) = match owed {
            Some(Owed { by, until, .. }) => (*by, Some(*until)),
            // The question has not been queued yet.
            None if is_client => ("wait", None),
            None => ("server", None),
        };
        let until = [deadline, patience].into_iter().flatten().min().map(exports::times::written);
        Awaited { participant: ask.who().to_string(), call, by, until }
    });
    each.collect()
}
