//! One call of `wait`: follows the debate, asks the client's model and its user, and ends in time.
//!
//! Answers that take longer than the call are awaited in a separate task and reported by the next call. Cancelling a call never stops the
//! debate. A client of 2026-07-28 gets the questions as a result and repeats the call with the answers. Not here: the result of a call
//! (`tools::wait`).
use super::awaited::awaited;
use super::client_capabilities::{ClientCapabilities, RequestMethod};
use super::elicitation::{self, Decided};
use super::person::{carry_out, person_key, went_on};
use super::request_state::{RequestState, StateCodec};
use super::tools::wait::{Wait, Waited};
use super::{event_lines, sampling};
use crate::error::ApiError;
use crate::responses::{DebateStatus, Next};
use crate::sampling_queue::{FormStatus, LEASE, PATIENCE, SamplingQueue, Taker};
use crate::service::{Caller, DebateService, Snapshot};
use debate::event::{PanelEvent, RoomEvent};
use debate::{Debate, DebateId, Event, text};
use engine::Status;
use futures_util::future::BoxFuture;
use models::{Error, Request};
use rmcp::model::{
    CancelledNotificationParam, ClientResult, ElicitRequest, ElicitRequestParams, InputRequest, InputRequests,
    InputRequiredResult, InputResponses, ProgressNotificationParam, ProgressToken, ServerRequest,
};
use rmcp::service::{PeerRequestOptions, RequestContext, RequestHandle, ServiceError};
use rmcp::{ErrorData, RoleServer};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout_at};

/// Interval for checking whether the debate still runs. Our choice: short enough for a person; a check reads one line.
const LOOK: Duration = Duration::from_millis(500);

/// Maximum number of event lines in a result. Our choice: keeps it well under 20 KB (I-22).
const MOST_LINES: usize = 40;

/// Maximum length of the topic, in tokens, in a result that is requested repeatedly. Our choice: enough to recognize it.
const TOPIC: usize = 120;

/// How often a client is sent back within one call. Our choice: clients allow about ten.
const MOST_ROUNDS: u32 = 8;

/// How long a person may take to answer. Our choice: a person may be at lunch.
pub(crate) const PERSON: Duration = Duration::from_secs(3_600);

/// The end of a call.
pub(super) enum Ended {
    /// A result.
    Completed(Box<Waited>),
    /// The client must provide input first.
    Needs(InputRequiredResult),
    /// The client has disconnected or cancelled.
    Cancelled,
}

/// Why a call failed.
pub(super) enum Halt {
    /// An error for the model.
    ApiError(ApiError),
    /// A protocol error.
    Protocol(ErrorData),
}

impl<T: Into<ApiError>> From<T> for Halt {
    fn from(error: T) -> Halt {
        Halt::ApiError(error.into())
    }
}

/// Whether a person must be asked.
enum Asking {
    /// Nobody can be asked, or no answer is expected.
    Nobody,
    /// A person is being asked.
    Waits,
    /// The debate has continued meanwhile.
    WentOn,
    /// The client must show this form.
    Needs(Box<ElicitRequestParams>),
}

/// One call.
pub(super) struct Waiting<'a> {
    service: &'a DebateService,
    who: &'a Caller,
    client: Arc<str>,
    context: &'a RequestContext<RoleServer>,
    capabilities: ClientCapabilities,
    began: Instant,
    until: Instant,
    debate: Debate,
    /// Time of the last event, in milliseconds since 1970.
    at: u64,
    /// Completed and failed turns so far.
    turns: usize,
    progress: Option<ProgressToken>,
    request_state: RequestState,
    happened: VecDeque<String>,
    left_out: usize,
    notes: Vec<String>,
}

impl<'a> Waiting<'a> {
    /// Finds the debate, and opens the request state.
    pub(super) async fn begin(
        service: &'a DebateService,
        who: &'a Caller,
        client: Arc<str>,
        context: &'a RequestContext<RoleServer>,
        wait: &Wait,
        state: Option<&str>,
    ) -> Result<Waiting<'a>, Halt> {
        let began = Instant::now();
        let until = began + wait.patience();
        let (debate, log) = service.replayed(who, &wait.id).await?;
        let mut capabilities = ClientCapabilities::of(context);
        if wait.ask_person == Some(false) {
            capabilities.elicits = RequestMethod::Never;
        }
        let request_state = match state {
            Some(state) => StateCodec::of(service.queue()).open(who, &debate.id, state).map_err(Halt::Protocol)?,
            None => {
                let since = wait.after.unwrap_or(debate.next_seq).min(debate.next_seq);
                RequestState { since, ..RequestState::default() }
            }
        };
        let since = request_state.since;
        let turns = log.iter().filter(|it| is_turn(&it.event)).count();
        let mut waiting = Waiting {
            service,
            who,
            client,
            context,
            capabilities,
            began,
            until,
            debate,
            at: log.last().map_or(0, |it| it.at),
            turns,
            progress: context.meta.get_progress_token(),
            request_state,
            happened: VecDeque::new(),
            left_out: 0,
            notes: Vec::new(),
        };
        log.iter().filter(|it| it.seq >= since).for_each(|it| waiting.note(&it.event));
        Ok(waiting)
    }

    /// Accepts the inputs that the client was sent back for.
    pub(super) async fn bring(&mut self, brought: Option<InputResponses>) {
        let RequestState { calls, closing, .. } = &mut self.request_state;
        let (calls, closing) = (std::mem::take(calls), closing.take());
        let mut brought = brought.unwrap_or_default();
        for call in calls {
            if bring_turn(self.service.queue(), &self.debate.id, &call, brought.remove(&call)) == AnswerOutcome::Unread
            {
                self.notes.push(format!("the answer to `{call}` could not be parsed; it is requested again"));
            }
        }
        let Some(events) = closing else { return };
        let Some(result) = brought.remove(&person_key(events)).and_then(elicitation::read) else {
            self.notes.push("the person's answer could not be parsed".to_owned());
            return;
        };
        if events != self.debate.next_seq {
            self.notes.push(self.service.queue().late(&self.debate.id, events));
            return;
        }
        let decided = elicitation::decided(&self.session(), &result);
        self.notes.extend(carry_out(self.service, self.who, &self.debate.id, events, decided).await);
    }

    /// Follows the debate until it stops running, the time is up, or the client must provide input.
    pub(super) async fn run(mut self) -> Result<Ended, Halt> {
        let supervisor = self.service.supervisor();
        let mut changes = self.service.queue().changes(&self.debate.id);
        let mut watcher = supervisor.watch(&self.debate.id, self.debate.next_seq);
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut is_told = false;
        loop {
            changes.mark_unchanged();
            match supervisor.status(&self.debate) {
                Status::Running | Status::ComingToRest | Status::RunningElsewhere => {
                    if self.is_worn_out() {
                        self.notes.push("the next call asks your model again".to_owned());
                        return Ok(self.said().await);
                    }
                    if let Some(needs) = self.ask_model().await {
                        return Ok(Ended::Needs(needs));
                    }
                }
                // The last events may not have been read yet.
                Status::Paused | Status::Failed(_) if !self.is_behind().await? => return Ok(self.said().await),
                Status::Over if is_told => return Ok(self.said().await),
                Status::NeedsContext | Status::Escalated if is_told => match self.ask_person().await? {
                    Asking::Nobody => return Ok(self.said().await),
                    Asking::Waits => {}
                    Asking::WentOn => {
                        watcher = supervisor.watch(&self.debate.id, self.debate.next_seq);
                        is_told = false;
                    }
                    Asking::Needs(form) => match self.sent_back(&[], Some(*form)) {
                        Some(needs) => return Ok(Ended::Needs(needs)),
                        None => return Ok(self.said().await),
                    },
                },
                // The remaining events arrive at once.
                Status::Paused | Status::Failed(_) | Status::Over | Status::NeedsContext | Status::Escalated => {}
            }
            tokio::select! {
                biased;
                () = self.context.ct.cancelled() => return Ok(Ended::Cancelled),
                () = sleep_until(self.until) => return Ok(self.said().await),
                told = watcher.next(), if !is_told => match told.map_err(ApiError::from)? {
                    Some(told) => self.hear(&told.line).await?,
                    None => is_told = true,
                },
                () = changes.changed() => {}
                _ = look.tick() => {}
            }
        }
    }

    /// Whether the log has events that were not read yet.
    async fn is_behind(&self) -> Result<bool, Halt> {
        let store = self.service.supervisor().store();
        Ok(!store.lines(&self.debate.id, self.debate.next_seq, 1).await?.is_empty())
    }

    /// Applies an event and reports progress.
    async fn hear(&mut self, line: &str) -> Result<(), Halt> {
        let unread = |error: serde_json::Error| ApiError::Failed(format!("an event can't be read: {error}"));
        let envelope = debate::log::one(line).map_err(unread)?;
        self.debate.apply(&envelope).map_err(engine::Error::from)?;
        self.at = envelope.at;
        self.note(&envelope.event);
        if !is_turn(&envelope.event) {
            return Ok(());
        }
        self.turns += 1;
        let Some(token) = self.progress.clone() else { return Ok(()) };
        let most = self.debate.rules.rounds as usize * self.debate.participants.len();
        let progress = ProgressNotificationParam::new(token, self.turns as f64);
        // The number of rooms of a panel is not known in advance.
        let total = self.debate.rules.panel.is_none().then_some(most.max(self.turns) as f64);
        let progress = total.into_iter().fold(progress, ProgressNotificationParam::with_total);
        let progress = progress.with_message(event_lines::line(&envelope.event));
        // A client that does not read must not block the call.
        let _ = timeout_at(self.until, self.context.peer.notify_progress(progress)).await;
        Ok(())
    }

    fn note(&mut self, event: &Event) {
        if is_small(event) {
            return;
        }
        self.happened.push_back(event_lines::line(event));
        if self.happened.len() > MOST_LINES {
            self.happened.pop_front();
            self.left_out += 1;
        }
    }

    /// Whether a question to the client's model is open and the client has been sent back as often as one call allows.
    fn is_worn_out(&self) -> bool {
        let is_spent = self.capabilities.samples == RequestMethod::Returned && self.request_state.rounds >= MOST_ROUNDS;
        is_spent && !self.service.queue().open(&self.debate.id).is_empty()
    }

    /// Asks the client's model all open questions; returns what the client must provide.
    async fn ask_model(&mut self) -> Option<InputRequiredResult> {
        let queue = self.service.queue();
        match self.capabilities.samples {
            RequestMethod::Never => None,
            RequestMethod::Requested => {
                for request in queue.take(&self.debate.id, Taker::Call, PATIENCE) {
                    self.request_turn(request).await;
                }
                None
            }
            RequestMethod::Returned => match queue.take(&self.debate.id, self.taker(), LEASE) {
                questions if questions.is_empty() => None,
                questions => {
                    let needs = self.sent_back(&questions, None);
                    if needs.is_none() {
                        questions.iter().for_each(|it| queue.give_back(&self.debate.id, &it.call));
                        self.capabilities.samples = RequestMethod::Never;
                    }
                    needs
                }
            },
        }
    }

    /// Identifies this call in the queue.
    fn taker(&self) -> Taker {
        Taker::Away { client: self.client.clone(), began: self.began }
    }

    /// Sends a sampling request while the call is open; the answer may arrive later. A client that rejects requests is not asked again in
    /// this call.
    async fn request_turn(&mut self, request: Request) {
        let (queue, id) = (self.service.queue().clone(), self.debate.id.clone());
        let asked = ServerRequest::CreateMessageRequest(sampling::request(&request));
        match self.request(asked, PATIENCE).await {
            Some(coming) => {
                tokio::spawn(async move { answered(&queue, &id, &request, coming.await_response().await) });
            }
            None => {
                self.capabilities.samples = RequestMethod::Never;
                queue.give_back(&id, &request.call);
            }
        }
    }

    async fn request(&self, request: ServerRequest, patience: Duration) -> Option<RequestHandle<RoleServer>> {
        let options = PeerRequestOptions::with_timeout(patience);
        timeout_at(self.until, self.context.peer.send_cancellable_request(request, options)).await.ok()?.ok()
    }

    /// Asks a person if the debate needs a decision.
    async fn ask_person(&mut self) -> Result<Asking, Halt> {
        // The question may have been answered since this debate was read.
        if self.is_behind().await? {
            return Ok(Asking::WentOn);
        }
        let events = self.debate.next_seq;
        match self.service.queue().person(&self.debate.id, events) {
            Some(FormStatus::Silent(why)) => {
                self.notes.push(why);
                return Ok(Asking::Nobody);
            }
            Some(FormStatus::Cancelled) => {
                self.notes.push("its task was cancelled, so nobody is asked".to_owned());
                return Ok(Asking::Nobody);
            }
            Some(FormStatus::Asked | FormStatus::Answered) | None => {}
        }
        let Some(form) = elicitation::form(&self.session()) else { return Ok(Asking::Nobody) };
        match self.capabilities.elicits {
            RequestMethod::Never => Ok(Asking::Nobody),
            RequestMethod::Returned => Ok(Asking::Needs(Box::new(form))),
            RequestMethod::Requested => {
                if self.service.queue().claim_person(&self.debate.id, events) {
                    self.request_decision(form, events).await;
                }
                Ok(Asking::Waits)
            }
        }
    }

    /// Shows a form by a server request and applies the answer; withdraws the form if the debate continues without it.
    async fn request_decision(&self, form: ElicitRequestParams, events: u64) {
        let queue = self.service.queue();
        let Some(coming) = self.request(ServerRequest::ElicitRequest(ElicitRequest::new(form)), PERSON).await else {
            let why = "a person could not be asked".to_owned();
            return queue.note_person(&self.debate.id, events, Some(FormStatus::Silent(why)));
        };
        let (service, who, id, session) =
            (self.service.clone(), self.who.clone(), self.debate.id.clone(), self.session());
        let client = self.client.clone();
        tokio::spawn(async move {
            let (peer, asked) = (coming.peer.clone(), coming.id.clone());
            let came = tokio::select! {
                biased;
                came = coming.await_response() => came,
                () = went_on(&service, &id, events) => {
                    let reason = Some("the debate continued without it".to_owned());
                    let taken_back = CancelledNotificationParam::new(Some(asked), reason);
                    // A disconnected client shows no form either.
                    let _ = peer.notify_cancelled(taken_back).await;
                    return service.queue().note_person(&id, events, None);
                }
            };
            let decided = match came {
                Ok(ClientResult::ElicitResult(result)) => elicitation::decided(&session, &result),
                // The client has disconnected, so another may ask.
                Err(ServiceError::TransportClosed) => return service.queue().note_person(&id, events, None),
                Ok(_) => Decided::Stays("the person's answer could not be parsed".to_owned()),
                Err(error) => Decided::Stays(format!("asking a person failed: {error}")),
            };
            if let Some(late) = carry_out(&service, &who, &id, events, decided).await {
                service.queue().tell_later(&id, &client, late);
            }
        });
    }

    /// Sends the client back for input, up to the limit per call.
    fn sent_back(&self, questions: &[Request], form: Option<ElicitRequestParams>) -> Option<InputRequiredResult> {
        let events = self.debate.next_seq;
        let request_state = RequestState {
            calls: questions.iter().map(|it| it.call.clone()).collect(),
            closing: form.is_some().then_some(events),
            rounds: self.request_state.rounds + 1,
            since: self.request_state.since,
        };
        if request_state.rounds > MOST_ROUNDS {
            return None;
        }
        let sealed = StateCodec::of(self.service.queue()).close(self.who, &self.debate.id, &request_state)?;
        let questions = questions.iter().map(|it| (it.call.clone(), asked_of_model(it)));
        let form = form.map(|it| (person_key(events), InputRequest::Elicitation(ElicitRequest::new(it))));
        Some(InputRequiredResult::new(Some(questions.chain(form).collect::<InputRequests>()), Some(sealed)))
    }

    fn session(&self) -> DebateStatus {
        let status = self.service.supervisor().status(&self.debate);
        DebateStatus::of(&Snapshot::new(self.debate.clone(), status))
    }

    /// The result. Boxed, because otherwise every exit of a call would have its size.
    fn said(self) -> BoxFuture<'a, Ended> {
        Box::pin(async move {
            let mut session = self.session();
            session.topic = text::clip(&session.topic, TOPIC).into_owned();
            let next = Next::after(&session);
            let Waiting { service, client, request_state, happened, left_out, mut notes, debate, at, .. } = self;
            notes.extend(service.queue().told_now(&debate.id, &client));
            let awaits = match &session.state.0 {
                Status::Running | Status::ComingToRest | Status::RunningElsewhere => {
                    let queue = service.queue().clone();
                    // A failure here must not suppress the rest of the result.
                    service.aside(move || awaited(&debate, &queue, at)).await.unwrap_or_default()
                }
                Status::Paused | Status::NeedsContext | Status::Escalated | Status::Over | Status::Failed(_) => {
                    Vec::new()
                }
            };
            let happened = happened.into();
            Ended::Completed(Box::new(Waited {
                session,
                since: request_state.since,
                happened,
                left_out,
                awaits,
                notes,
                next,
            }))
        })
    }
}

/// A question as an input request.
pub(super) fn asked_of_model(request: &Request) -> InputRequest {
    InputRequest::CreateMessage(sampling::request(request))
}

/// The outcome of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerOutcome {
    /// Accepted, or ignored because nobody waits for it.
    Done,
    /// Missing or unreadable; the question is open again.
    Unread,
}

/// Accepts a client's answer to a question.
pub(super) fn bring_turn(queue: &SamplingQueue, id: &DebateId, call: &str, value: Option<Value>) -> AnswerOutcome {
    let Some(request) = queue.question(id, call) else { return AnswerOutcome::Done };
    match value.and_then(sampling::read) {
        Some(result) => {
            queue.answer(id, call, Ok(sampling::reply(&request, result)));
            AnswerOutcome::Done
        }
        None => {
            queue.give_back(id, call);
            AnswerOutcome::Unread
        }
    }
}

/// Passes on the result of a sampling request.
fn answered(queue: &SamplingQueue, id: &DebateId, request: &Request, came: Result<ClientResult, ServiceError>) {
    let reply = match came {
        Ok(ClientResult::CreateMessageResult(result)) => Ok(sampling::reply(request, *result)),
        // The client has disconnected, so another may get the question.
        Err(ServiceError::TransportClosed) => return queue.give_back(id, &request.call),
        Ok(_) => Err(Error::Declined { reason: "the answer is not a message".to_owned() }),
        Err(error) => Err(Error::Declined { reason: text::one_line(&text::clip(&error.to_string(), TOPIC)) }),
    };
    queue.answer(id, &request.call, reply);
}

fn is_turn(event: &Event) -> bool {
    let in_room = |it: &RoomEvent| matches!(it, RoomEvent::Said { .. } | RoomEvent::TurnFailed { .. });
    matches!(event, Event::TurnTaken { .. } | Event::TurnFailed { .. })
        || matches!(event, Event::Room { what, .. } if in_room(what))
}

/// Whether an event is too minor for a line, such as the belief lookup before every turn of a panel.
fn is_small(event: &Event) -> bool {
    matches!(event, Event::Panel { what: PanelEvent::BeliefsRecalled { .. } })
}
