//! Debates as MCP tasks, for clients that support them (I-21, SEP-2663 of MCP).
//!
//! A task is a debate with the same id. Nothing is stored beside the log, so a task survives a restart. A client that declares the
//! extension gets a task whenever it starts a debate; it polls, and its model sees the outcome. Questions to a participant `client` and
//! decisions of a person are inputs of the task. Cancelling a task stops its debate. If a debate waits for input that the client can't
//! provide, its task is completed and the model reads what is missing. A continued debate is followed with `wait`; reading the task again
//! returns the debate's new state.
use super::elicit;
use super::means::{Means, Way};
use super::person::{carry_out, person_events, person_key};
use super::server::Roundtable;
use super::start::{Started, cost};
use super::waiting::{asked_of_model, bring_turn};
use crate::ask::Control;
use crate::desk::{Begun, Caller, Case};
use crate::mailbox::{LEASE, Person, Taker};
use crate::say::Session;
use crate::trouble::Trouble;
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
    case: Case,
    /// Times of opening and of the last event, in milliseconds since 1970.
    times: [u64; 2],
}

impl Roundtable {
    /// The task of a debate that was just started, with notes for the caller.
    pub(super) async fn begun_task(&self, who: &Caller, begun: &Begun) -> Result<CreateTaskResult, Trouble> {
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
        means: Means,
    ) -> Result<DetailedTask, ErrorData> {
        // Read before the debate. The entry is removed only after the debate has continued, so an old debate is never combined with a
        // missing entry.
        let asking = self.desk.mailbox().asking(id);
        let followed = self.followed(who, id).await.map_err(|it| refused(&it))?;
        let payload = self.payload(&followed.case, asking, means);
        let task = followed.task();
        let task = match self.desk.mailbox().told_now(&followed.case.debate.id, client) {
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
        let Followed { case, .. } = self.followed(who, id).await.map_err(|it| refused(&it))?;
        let events = case.debate.next_seq;
        let mut late = None;
        if let Some(result) = brought.remove(&person_key(events)).and_then(elicit::read) {
            let decided = elicit::decided(&Session::of(&case), &result);
            late = carry_out(&self.desk, who, &case.debate.id, events, decided).await;
        }
        for events in brought.keys().filter_map(|it| person_events(it)) {
            late = Some(self.desk.mailbox().late(&case.debate.id, events));
        }
        if let Some(late) = late {
            self.desk.mailbox().tell_later(&case.debate.id, client, late);
        }
        for (call, value) in brought {
            bring_turn(self.desk.mailbox(), &case.debate.id, &call, Some(value));
        }
        Ok(())
    }

    /// Stops the debate of a task unless it is over. If the debate waits for a person, the question is withdrawn.
    pub(super) async fn cancel(&self, who: &Caller, id: &str) -> Result<(), ErrorData> {
        let Followed { case, .. } = self.followed(who, id).await.map_err(|it| refused(&it))?;
        match &case.status {
            Status::Over => {}
            // The debate's log has ended; only the question is left to withdraw.
            Status::Escalated | Status::NeedsContext => {
                self.desk.mailbox().note_person(&case.debate.id, case.debate.next_seq, Some(Person::Left));
            }
            Status::Running | Status::ComingToRest | Status::RunningElsewhere | Status::Paused | Status::Failed(_) => {
                self.desk.control(who, case.debate.id.as_str(), Control::Stop).await.map_err(|it| refused(&it))?;
            }
        }
        Ok(())
    }

    async fn followed(&self, who: &Caller, id: &str) -> Result<Followed, Trouble> {
        // A task has one id; prefixes are for people.
        let found = self.desk.find(who, id).await?;
        if found.as_str() != id {
            return Err(Trouble::Unknown { id: id.to_owned() });
        }
        let times = self.desk.supervisor().store().times(&found).await?;
        Ok(Followed { case: self.desk.judged(who, id).await?, times })
    }

    fn payload(&self, case: &Case, asking: Option<(u64, Person)>, means: Means) -> TaskPayload {
        let session = Session::of(case);
        let person = asking.filter(|(events, _)| *events == case.debate.next_seq).map(|(_, it)| it);
        match &session.state.0 {
            Status::Running | Status::ComingToRest | Status::RunningElsewhere | Status::Paused => {
                let questions = match means.samples {
                    Way::Never => Vec::new(),
                    Way::Requested | Way::Returned => self.desk.mailbox().take(&case.debate.id, Taker::Task, LEASE),
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
                let form = elicit::form(&session).filter(|_| means.elicits != Way::Never);
                match (person, form) {
                    (Some(Person::Left), _) => TaskPayload::Cancelled,
                    // Another client shows the form.
                    (Some(Person::Asked | Person::Answered), _) => TaskPayload::Working,
                    (None, Some(form)) => {
                        let form = InputRequest::Elicitation(ElicitRequest::new(form));
                        let input_requests = [(person_key(case.debate.next_seq), form)].into();
                        TaskPayload::InputRequired { input_requests }
                    }
                    (Some(Person::Silent(_)), _) | (None, None) => completed(case),
                }
            }
            Status::Over if case.debate.closed.as_ref().is_some_and(|it| it.why == Reason::Stopped) => {
                TaskPayload::Cancelled
            }
            Status::Over => completed(case),
            Status::Failed(_) => {
                let why = session.why.unwrap_or_default();
                TaskPayload::Failed { error: object(&ErrorData::internal_error(why, None)) }
            }
        }
    }
}

impl Followed {
    fn task(&self) -> Task {
        let session = Session::of(&self.case);
        let state = session.state.0.told();
        let words = format!("{state}; {}, {} spoke", session.progress(), session.spoken);
        let [opened, last] = self.times.map(times::written);
        Task::new(self.case.debate.id.to_string(), TaskStatus::Working, opened, last)
            .with_status_message(words)
            .with_poll_interval_ms(POLL_MS)
    }
}

/// The result that the tool would have returned.
fn completed(case: &Case) -> TaskPayload {
    match Started::ended(case) {
        Ok(result) => TaskPayload::Completed { result: object(&result) },
        Err(error) => TaskPayload::Failed { error: object(&error) },
    }
}

fn object(value: &impl Serialize) -> JsonObject {
    serde_json::to_value(value).ok().and_then(|it| it.as_object().cloned()).unwrap_or_default()
}

/// An unknown task or an impossible operation, as an invalid request, which the extension requires.
fn refused(trouble: &Trouble) -> ErrorData {
    let code = match trouble {
        Trouble::Failed(_) => ErrorCode::INTERNAL_ERROR,
        Trouble::Unknown { .. }
        | Trouble::NoPart(_)
        | Trouble::Refused(_)
        | Trouble::Conflict(_)
        | Trouble::Busy(_)
        | Trouble::Capped { .. } => ErrorCode::INVALID_PARAMS,
    };
    ErrorData::new(code, trouble.to_string(), None)
}
