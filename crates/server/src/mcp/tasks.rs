//! Debates as tasks, for clients that offer to follow them (I-21, SEP-2663 of MCP).
//!
//! A task is a debate under its own id: nothing is kept beside the log, so a task outlives the server. A client that declares the
//! extension is given one whenever it starts a debate; it then polls by itself and its model sees the outcome when there is one. What a
//! participant `client` is asked, and what a person must decide, are the task's inputs. Cancelling a task stops its debate. A task whose
//! debate waits for what this client can't bring has completed: its model reads what is missing. If it continues the debate, that is
//! followed by `wait`; asked for again, the task tells how the debate stands then.
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

/// How often a client is advised to look. Ours: a turn takes seconds.
const POLL_MS: u64 = 2_000;

/// The longest state in words, in tokens. Ours: a line or two on a screen.
const MESSAGE: usize = 120;

/// A debate as a task needs it.
struct Followed {
    case: Case,
    /// When it was opened, and when something last happened, in milliseconds since 1970.
    times: [u64; 2],
}

impl Roundtable {
    /// The task that stands for a debate that was just begun, with what the caller should know of it.
    pub(super) async fn begun_task(&self, who: &Caller, begun: &Begun) -> Result<CreateTaskResult, Trouble> {
        let task = self.followed(who, begun.id.as_str()).await?.task();
        // First what it may cost and what is put to the vote: the end may be cut.
        let cost = begun.estimate_usd.map(cost);
        let ballot = begun.ballot.as_ref().map(|it| format!("ballot: {it}"));
        let hosts: Vec<String> = begun.sends_to.iter().map(|it| format!("sent to {it}")).collect();
        let words = cost.iter().chain(&ballot).chain(&hosts).chain(&task.status_message).chain(&begun.notes);
        let words = words.map(String::as_str).collect::<Vec<_>>().join("; ");
        Ok(CreateTaskResult::new(task.with_status_message(text::clip(&words, MESSAGE).into_owned())))
    }

    /// The task as it stands.
    pub(super) async fn task(
        &self,
        who: &Caller,
        client: &str,
        id: &str,
        means: Means,
    ) -> Result<DetailedTask, ErrorData> {
        // Read before the debate: the mark goes away only after the debate has gone on, so an old debate never meets a missing mark.
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

    /// Takes what a client brought for a task. What nobody asked for, or no longer, is left aside; that a form was answered already is told
    /// when it looks again, since an update has no answer of its own.
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

    /// Stops the debate of a task, if it is not over; of one that waits for somebody, nobody is asked any more.
    pub(super) async fn cancel(&self, who: &Caller, id: &str) -> Result<(), ErrorData> {
        let Followed { case, .. } = self.followed(who, id).await.map_err(|it| refused(&it))?;
        match &case.status {
            Status::Over => {}
            // Its log has ended; what is left to end is the asking.
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
        // A task has one name; the beginning of an id is for people.
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
                    // Somebody has the form, through another client.
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

/// What starting the debate led to, as the tool would have said it.
fn completed(case: &Case) -> TaskPayload {
    match Started::ended(case) {
        Ok(result) => TaskPayload::Completed { result: object(&result) },
        Err(error) => TaskPayload::Failed { error: object(&error) },
    }
}

fn object(value: &impl Serialize) -> JsonObject {
    serde_json::to_value(value).ok().and_then(|it| it.as_object().cloned()).unwrap_or_default()
}

/// No such task, or it can't be done: a fault of the request, as the extension has it.
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
