//! Debates as MCP tasks, for clients that support them (I-21, SEP-2663 of MCP).
//!
//! A task is a debate with the same id. Nothing is stored beside the log, so a task survives a restart. A client that declares the
//! extension gets a task whenever it starts a debate; it polls, and its model sees the outcome. Questions to a participant `client` and
//! decisions of a person are inputs of the task. Cancelling a task stops its debate. If a debate waits for input that the client can't
//! provide, its task is completed and the model reads what is missing. A continued debate is followed with `wait`; reading the task again
//! returns the debate's new state.
use super::client_capabilities::{ClientCapabilities, RequestMethod};
use super::elicitation;
use super::person::{carry_out, person_events, person_key};
use super::server::Roundtable;
use super::tools::start::{Started, cost};
use super::wait_call::{asked_of_model, bring_turn};
use crate::error::ApiError;
use crate::requests::Control;
use crate::responses::DebateStatus;
use crate::sampling_queue::{FormStatus, LEASE, Taker};
use crate::service::{Begun, Caller, Snapshot};
use debate::event::Reason;
use debate::text;
use engine::Status;
use exports::times;
use rmcp::model::{
    CreateTaskResult, DetailedTask, ElicitRequest, ErrorCode, InputRequest, InputRequests, InputResponses, JsonObject,
    Task, TaskPayload, TaskStatus,
};
use rmcp::{ErrorData, serde_json};
use serde::Serialize;

/// Recommended polling interval. Our choice: a turn takes seconds.
const POLL_MS: u64 = 2_000;

/// Maximum length of a status message, in tokens. Our choice: a line or two on a screen.
const MESSAGE: usize = 120;

/// The parts of a debate that a task needs.
struct Followed {
    snapshot: Snapshot,
    /// Times of opening and of the last event, in milliseconds since 1970.
    times: [u64; 2],
}

impl Roundtable {
    /// The task of a debate that was just started, with notes for the caller.
    pub(super) async fn begun_task(&self, who: &Caller, begun: &Begun) -> Result<CreateTaskResult, ApiError> {
        let task = self.followed(who, begun.id.as_str()).await?.task();
        // Cost and ballot come first, since the end may be cut.
        let cost = begun.estimate_usd.map(cost);
        let ballot = begun.ballot.as_ref().map(|it| format!("ballot: {it}"));
        let hosts: Vec<String> = begun.sends_to.iter().map(|it| format!("sent to {it}")).collect();
        let words = cost.iter().chain(&ballot).chain(&hosts).chain(&task.status_message).chain(&begun.notes);
        let words = words.map(String::as_str).collect::<Vec<_>>().join("; ");
        Ok(CreateTaskResult::new(task.with_status_message(text::clip(&words, MESSAGE).into_owned())))
    }

    /// The current state of a task.
    pub(super) async fn task(
        &self,
        who: &Caller,
        client: &str,
        id: &str,
        capabilities: ClientCapabilities,
    ) -> Result<DetailedTask, ErrorData> {
        // Read before the debate. The entry is removed only after the debate has continued, so an old debate is never combined with a
        // missing entry.
        let asking = self.service.queue().asking(id);
        let followed = self.followed(who, id).await.map_err(|it| refused(&it))?;
        let payload = self.payload(&followed.snapshot, asking, capabilities);
        let task = followed.task();
        let task = match self.service.queue().told_now(&followed.snapshot.debate.id, client) {
            Some(late) => {
                let words = format!("{late}; {}", task.status_message.as_deref().unwrap_or_default());
                task.with_status_message(text::clip(&words, MESSAGE).into_owned())
            }
            None => task,
        };
        Ok(DetailedTask::new(task, payload))
    }

    /// Accepts inputs for a task. Unknown and outdated inputs are ignored. An update has no result, so the next read reports that a form
    /// was already answered.
    pub(super) async fn update(
        &self,
        who: &Caller,
        client: &str,
        id: &str,
        mut brought: InputResponses,
    ) -> Result<(), ErrorData> {
        let Followed { snapshot, .. } = self.followed(who, id).await.map_err(|it| refused(&it))?;
        let events = snapshot.debate.next_seq;
        let mut late = None;
        if let Some(result) = brought.remove(&person_key(events)).and_then(elicitation::read) {
            let decided = elicitation::decided(&DebateStatus::of(&snapshot), &result);
            late = carry_out(&self.service, who, &snapshot.debate.id, events, decided).await;
        }
        for events in brought.keys().filter_map(|it| person_events(it)) {
            late = Some(self.service.queue().late(&snapshot.debate.id, events));
        }
        if let Some(late) = late {
            self.service.queue().tell_later(&snapshot.debate.id, client, late);
        }
        for (call, value) in brought {
            bring_turn(self.service.queue(), &snapshot.debate.id, &call, Some(value));
        }
        Ok(())
    }

    /// Stops the debate of a task unless it is over. If the debate waits for a person, the question is withdrawn.
    pub(super) async fn cancel(&self, who: &Caller, id: &str) -> Result<(), ErrorData> {
        let Followed { snapshot, .. } = self.followed(who, id).await.map_err(|it| refused(&it))?;
        match &snapshot.status {
            Status::Over => {}
            // The debate's log has ended; only the question is left to withdraw.
            Status::Escalated | Status::NeedsContext => {
                self.service.queue().note_person(
                    &snapshot.debate.id,
                    snapshot.debate.next_seq,
                    Some(FormStatus::Cancelled),
                );
            }
            Status::Running | Status::ComingToRest | Status::RunningElsewhere | Status::Paused | Status::Failed(_) => {
                self.service
                    .control(who, snapshot.debate.id.as_str(), Control::Stop)
                    .await
                    .map_err(|it| refused(&it))?;
            }
        }
        Ok(())
    }

    async fn followed(&self, who: &Caller, id: &str) -> Result<Followed, ApiError> {
        // A task has one id; prefixes are for people.
        let found = self.service.find(who, id).await?;
        if found.as_str() != id {
            return Err(ApiError::Unknown { id: id.to_owned() });
        }
        let times = self.service.supervisor().store().times(&found).await?;
        Ok(Followed { snapshot: self.service.judged(who, id).await?, times })
    }

    fn payload(
        &self,
        snapshot: &Snapshot,
        asking: Option<(u64, FormStatus)>,
        capabilities: ClientCapabilities,
    ) -> TaskPayload {
        let session = DebateStatus::of(snapshot);
        let person = asking.filter(|(events, _)| *events == snapshot.debate.next_seq).map(|(_, it)| it);
        match &session.state.0 {
            Status::Running | Status::ComingToRest | Status::RunningElsewhere | Status::Paused => {
                let questions = match capabilities.samples {
                    RequestMethod::Never => Vec::new(),
                    RequestMethod::Requested | RequestMethod::Returned => {
                        self.service.queue().take(&snapshot.debate.id, Taker::Task, LEASE)
                    }
                };
                let requests: InputRequests =
                    questions.iter().map(|it| (it.call.clone(), asked_of_model(it))).collect();
                if requests.is_empty() {
                    TaskPayload::Working
                } else {
                    TaskPayload::InputRequired { input_requests: requests }
                }
            }
            Status::Escalated | Status::NeedsContext => {
                let form = elicitation::form(&session).filter(|_| capabilities.elicits != RequestMethod::Never);
                match (person, form) {
                    (Some(FormStatus::Cancelled), _) => TaskPayload::Cancelled,
                    // Another client shows the form.
                    (Some(FormStatus::Asked | FormStatus::Answered), _) => TaskPayload::Working,
                    (None, Some(form)) => {
                        let form = InputRequest::Elicitation(ElicitRequest::new(form));
                        let input_requests = [(person_key(snapshot.debate.next_seq), form)].into();
                        TaskPayload::InputRequired { input_requests }
                    }
                    (Some(FormStatus::Silent(_)), _) | (None, None) => completed(snapshot),
                }
            }
            Status::Over if snapshot.debate.closed.as_ref().is_some_and(|it| it.why == Reason::Stopped) => {
                TaskPayload::Cancelled
            }
            Status::Over => completed(snapshot),
            Status::Failed(_) => {
                let why = session.why.unwrap_or_default();
                TaskPayload::Failed { error: object(&ErrorData::internal_error(why, None)) }
            }
        }
    }
}

impl Followed {
    fn task(&self) -> Task {
        let session = DebateStatus::of(&self.snapshot);
        let state = session.state.0.told();
        let words = format!("{state}; {}, {} spoke", session.progress(), session.spoken);
        let [opened, last] = self.times.map(times::written);
        Task::new(self.snapshot.debate.id.to_string(), TaskStatus::Working, opened, last)
            .with_status_message(words)
            .with_poll_interval_ms(POLL_MS)
    }
}

/// The result that the tool would have returned.
fn completed(snapshot: &Snapshot) -> TaskPayload {
    match Started::ended(snapshot) {
        Ok(result) => TaskPayload::Completed { result: object(&result) },
        Err(error) => TaskPayload::Failed { error: object(&error) },
    }
}

fn object(value: &impl Serialize) -> JsonObject {
    serde_json::to_value(value).ok().and_then(|it| it.as_object().cloned()).unwrap_or_default()
}

/// An unknown task or an impossible operation, as an invalid request, which the extension requires.
fn refused(error: &ApiError) -> ErrorData {
    let code = match error {
        ApiError::Failed(_) => ErrorCode::INTERNAL_ERROR,
        ApiError::Unknown { .. }
        | ApiError::NoPart(_)
        | ApiError::Refused(_)
        | ApiError::Conflict(_)
        | ApiError::Busy(_)
        | ApiError::Capped { .. } => ErrorCode::INVALID_PARAMS,
    };
    ErrorData::new(code, error.to_string(), None)
}
