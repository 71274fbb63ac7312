//! The loop that runs a debate.
pub(crate) mod continuation;
mod cores;
pub(crate) mod fork;
mod local_tasks;
pub(crate) mod long;
pub(crate) mod turn;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::comparison;
use crate::comparison::grouping;
use crate::error::Error;
use crate::quote_model;
use crate::replay::replayer::Replayer;
use crate::spec::{Spec, attached, seated};
use crate::tools::Material;
use crate::tools::runner::ToolRunner;
use crate::world::World;
use cores::ComputePermit;
use debate::{CallId, Debate, Envelope, Event, Groups};
use formats::{Ask, Compare, Format, Step};
use futures_util::future::{BoxFuture, ready};
use futures_util::stream::{FuturesOrdered, FuturesUnordered};
use futures_util::{FutureExt, StreamExt};
use models::Notes;
use std::sync::Arc;
use std::time::Duration;
use turn::{Question, Response, ResponseKind, ToolResults};

/// Opens a debate and runs it to its end.
pub async fn start(world: &World, spec: &Spec, bus: &Bus) -> Result<Debate, Error> {
    let unwritten = opening(world.clock.as_ref(), spec)?;
    Box::pin(run_loop(world, None, Debate::replay(&unwritten)?, unwritten, bus)).await
}

/// The first events of a debate, for callers that write them before any model is asked; [`resume`] continues from there.
pub fn opening(clock: &dyn Clock, spec: &Spec) -> Result<Vec<Envelope>, Error> {
    spec.check()?;
    let opened = stamped(clock, 0, spec.opened()?);
    let mut debate = Debate::open(&opened)?;
    let mut events = vec![opened];
    let external = attached(&spec.attached).into_iter().chain(seated(&spec.personas));
    events.extend(apply_external(clock, &mut debate, external)?);
    Ok(events)
}

/// Opens a panel and asks its clerk, if it has one, what it asks before anybody speaks: the aspects, and the contradictions between what the
/// personas wrote. The log goes to the world's journal; the panel does not begin.
pub async fn before_anybody_speaks(world: &World, spec: &Spec, bus: &Bus) -> Result<Debate, Error> {
    let unwritten = opening(world.clock.as_ref(), spec)?;
    let debate = Arc::new(Debate::replay(&unwritten)?);
    let format = formats::named(&debate.mode)?;
    let (writes, permit) = (FuturesOrdered::new(), cores::acquire(&debate).await);
    let mut run = Run { world, replayer: None, bus, format, debate, unwritten, writes, permit };
    match long::step(&run.debate, |it| format.next(it)).await {
        Step::Record(event) => run.take(event)?,
        Step::Ask(asks) => Box::pin(run.ask_all(asks)).await?,
        Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) | Step::Done => {}
    }
    run.write_all().await?;
    Ok(run.ended())
}

/// Resumes a debate where its log ends. A closed debate is returned unchanged.
pub async fn resume(world: &World, log: &[Envelope], bus: &Bus) -> Result<Debate, Error> {
    Box::pin(run_loop(world, None, Debate::replay(log)?, Vec::new(), bus)).await
}

/// Resumes a debate after events that come from a person.
pub(crate) async fn go_on(
    world: &World,
    replayer: Option<&dyn Replayer>,
    mut debate: Debate,
    events: impl IntoIterator<Item = Event>,
    bus: &Bus,
) -> Result<Debate, Error> {
    let unwritten = apply_external(world.clock.as_ref(), &mut debate, events)?;
    Box::pin(run_loop(world, replayer, debate, unwritten, bus)).await
}

/// Applies events that no format produces. The caller has to write the returned envelopes.
pub(crate) fn apply_external(
    clock: &dyn Clock,
    debate: &mut Debate,
    events: impl IntoIterator<Item = Event>,
) -> Result<Vec<Envelope>, Error> {
    let mut unwritten = Vec::new();
    for event in events {
        let envelope = stamped(clock, debate.next_seq, event);
        debate.apply(&envelope)?;
        unwritten.push(envelope);
    }
    Ok(unwritten)
}

/// Runs a debate until it closes or its pause flag stops it. `unwritten` holds those of its events that are not in the log yet. In a
/// replay, `replayer` supplies the results that this process would compute.
pub(crate) async fn run_loop(
    world: &World,
    replayer: Option<&dyn Replayer>,
    debate: Debate,
    unwritten: Vec<Envelope>,
    bus: &Bus,
) -> Result<Debate, Error> {
    let format = formats::named(&debate.mode)?;
    let seated;
    let world = match quote_model::seated(&debate) {
        quoting if quoting.is_empty() => world,
        quoting => {
            // In a replay the recording already answers for these models.
            let models = quoting.into_iter().chain(world.models.clone()).collect();
            seated = World { models, ..world.clone() };
            &seated
        }
    };
    let debate = Arc::new(debate);
    let permit = cores::acquire(&debate).await;
    let mut run = Run { world, replayer, bus, format, debate, unwritten, writes: FuturesOrdered::new(), permit };
    loop {
        match long::step(&run.debate, |it| format.next(it)).await {
            Step::Record(event) => run.take(event)?,
            Step::Ask(_) | Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) if world.pause_flag.is_set() => {
                run.write_all().await?;
                return Ok(run.ended());
            }
            Step::Ask(asks) => {
                run.write_all().await?;
                // Boxed: the future of a batch is large and would otherwise enlarge every future around it.
                Box::pin(run.ask_all(asks)).await?;
            }
            Step::Group(asked) => {
                run.write_all().await?;
                run.permit = None;
                let notes = Notes::default();
                let event = match replayer.and_then(|it| it.grouped(&asked.call, &notes)) {
                    Some(event) => event,
                    None => {
                        run.announce_grouping(&asked.call);
                        Box::pin(grouping::run(world, &run.debate, &asked, run.left(), &notes)).await?
                    }
                };
                run.take_noted(turn::note(&asked.call, &turn::noted(&notes)), event)?;
            }
            Step::Compare(compares) => {
                run.write_all().await?;
                run.permit = None;
                run.compare_all(compares).await?;
            }
            Step::LocalTasks(local_tasks) => {
                run.write_all().await?;
                run.permit = None;
                let all = match replayer {
                    Some(replayer) => replayer.done(&local_tasks),
                    None => Box::pin(local_tasks::run(world, &run.debate, &local_tasks, run.left())).await,
                };
                for done in all {
                    match done {
                        Ok(event) => run.take(event)?,
                        Err(error) => {
                            run.write_all().await?;
                            return Err(error);
                        }
                    }
                }
            }
            Step::Done => {
                run.write_all().await?;
                return Ok(run.ended());
            }
        }
    }
}

fn stamped(clock: &dyn Clock, seq: u64, event: Event) -> Envelope {
    let stamp = clock.stamp(seq);
    Envelope { seq, at: stamp.at, elapsed: stamp.elapsed, event }
}

struct Run<'a> {
    world: &'a World,
    /// Supplies recorded results in a replay.
    replayer: Option<&'a dyn Replayer>,
    bus: &'a Bus,
    format: &'static dyn Format,
    /// Shared only while a long step runs on a blocking thread.
    debate: Arc<Debate>,
    /// Events that are applied but not yet queued for the log.
    unwritten: Vec<Envelope>,
    /// Writes in progress, in order.
    writes: FuturesOrdered<BoxFuture<'a, Result<Vec<Envelope>, Error>>>,
    /// Permit to compute. Held while there is something to compute or to write, never while waiting for a model.
    permit: Option<ComputePermit>,
}

impl Run<'_> {
    fn ended(self) -> Debate {
        Arc::unwrap_or_clone(self.debate)
    }

    /// Applies an event. It is published, and questions that follow from it are asked, only after it is written.
    fn take(&mut self, event: Event) -> Result<(), Error> {
        let envelope = stamped(self.world.clock.as_ref(), self.debate.next_seq, event);
        Arc::make_mut(&mut self.debate).apply(&envelope)?;
        self.unwritten.push(envelope);
        Ok(())
    }

    /// Applies the outcome of a call, preceded by the note on the call. Both go to the log in one write.
    fn take_noted(&mut self, note: Option<Event>, event: Event) -> Result<(), Error> {
        note.map_or(Ok(()), |it| self.take(it))?;
        self.take(event)
    }

    /// Queues the applied events for the log.
    fn queue_writes(&mut self) {
        if !self.unwritten.is_empty() {
            let (world, debate, events) = (self.world, self.debate.id.clone(), std::mem::take(&mut self.unwritten));
            self.writes
                .push_back(Box::pin(async move { world.journal.write(&debate, &events).await.map(|()| events) }));
        }
    }

    /// Publishes events, which must be written already (O-21).
    fn publish(&self, written: Vec<Envelope>) {
        written.into_iter().for_each(|envelope| self.bus.publish(envelope));
    }

    /// Writes all pending events and waits until they are durable.
    async fn write_all(&mut self) -> Result<(), Error> {
        self.queue_writes();
        while let Some(written) = self.writes.next().await {
            self.publish(written?);
        }
        Ok(())
    }

    /// Asks a batch of questions concurrently and records answers as they arrive. All prompts are built before the first answer, and an
    /// interrupted batch would build the same ones: what a participant may see is part of the question. A participant that calls tools is
    /// asked again with their results, while the others continue.
    async fn ask_all(&mut self, asks: Vec<Ask>) -> Result<(), Error> {
        let format = self.format;
        let prompts = move |debate: &Debate| format.prompts(debate, &asks).map(|it| (asks, it));
        let (asks, prompts) = long::step(&self.debate, prompts).await?;
        let questions = asks.into_iter().zip(prompts);
        let questions = questions.map(|(ask, prompt)| Question::new(self.world, &self.debate, ask, prompt));
        let questions: Vec<Question> = questions.collect::<Result<_, _>>()?;
        let material = Material::of(&self.debate);
        let (world, bus, mut tool_runner) = (self.world, self.bus, ToolRunner::new(self.world, &material, self.left()));
        let mut pending = FuturesUnordered::new();
        for question in questions {
            pending.push(send(world, bus, question, self.left()));
        }
        // Questions that follow an event and wait until it is written.
        let mut following: Vec<(u64, Question)> = Vec::new();
        while !(pending.is_empty() && following.is_empty()) {
            tokio::select! {
                biased;
                Some(written) = self.writes.next() => {
                    let written = written?;
                    let upto = written.last().map_or(0, |it| it.seq);
                    self.publish(written);
                    let left = self.left();
                    for (_, question) in following.extract_if(.., |(seq, _)| *seq <= upto) {
                        pending.push(send(world, bus, question, left));
                    }
                }
                Some(item) = pending.next() => match item {
                    BatchItem::Response(response) => match self.admitted(response?).await.classify(&self.debate) {
                        ResponseKind::ToolRequest(request) => {
                            let results = request.run(&mut tool_runner, &self.debate);
                            pending.push(results.map(BatchItem::ToolResults).boxed());
                        }
                        ResponseKind::Answer(response) => {
                            let note = response.note();
                            let recorded = move |debate: &Debate| turn::recorded(format, debate, response);
                            let event = long::step(&self.debate, recorded).await?;
                            self.take_noted(note, event)?;
                        }
                    },
                    BatchItem::ToolResults(results) => {
                        let note = results.note();
                        let (event, question) = results.recorded(&self.debate);
                        self.take_noted(note, event)?;
                        let seq = self.debate.next_seq.saturating_sub(1);
                        // When paused, the next run asks the follow-up question.
                        if !world.pause_flag.is_set() {
                            following.extend(question.followed(&self.debate).map(|it| (seq, it)));
                        }
                    }
                },
                // Nothing is ready: release the permit while waiting.
                () = ready(()), if self.permit.is_some() => self.permit = None,
                else => break,
            }
            // While other answers are outstanding, write what has arrived. After the last answer the next step follows at once and shares
            // its write.
            if !(pending.is_empty() && following.is_empty()) {
                self.queue_writes();
            }
        }
        Ok(())
    }

    /// Waits for a permit to compute, then passes the answer on.
    async fn admitted(&mut self, response: Response) -> Response {
        if self.permit.is_none() {
            self.permit = cores::acquire(&self.debate).await;
        }
        response
    }

    /// Says who groups headlines, where that may take its time.
    fn announce_grouping(&self, call: &CallId) {
        match &self.debate.rules.groups {
            Groups::Model(name) => self.bus.announce(call, name),
            Groups::Local => self.bus.announce(call, "local"),
            Groups::Literal => {}
        }
    }

    /// Compares positions concurrently and records the results as they arrive.
    async fn compare_all(&mut self, compares: Vec<Compare>) -> Result<(), Error> {
        let (world, left) = (self.world, self.left());
        let replayer = self.replayer;
        let questions = compares.into_iter().map(|it| comparison::Question::new(world, replayer, &self.debate, it));
        let questions: Vec<comparison::Question<'_>> = questions.collect::<Result<_, _>>()?;
        questions.iter().filter_map(|it| it.takes_time()).for_each(|(call, by)| self.bus.announce(call, by));
        let mut answers: FuturesUnordered<_> = questions.iter().map(|it| comparison::send(world, it, left)).collect();
        while !answers.is_empty() {
            tokio::select! {
                biased;
                Some(written) = self.writes.next() => self.publish(written?),
                Some(response) = answers.next() => {
                    let response = response?;
                    let note = response.note();
                    let event = comparison::recorded(&self.debate, response);
                    self.take_noted(note, event)?;
                    if !answers.is_empty() {
                        self.queue_writes();
                    }
                }
            }
        }
        Ok(())
    }

    /// The time left until the deadline; `None` without one.
    fn left(&self) -> Option<Duration> {
        self.debate.rules.deadline_ms.and_then(|it| self.world.clock.left(it))
    }
}

/// An outcome within a batch.
enum BatchItem {
    Response(Result<Response, Error>),
    ToolResults(ToolResults),
}

/// Asks one question of a batch.
fn send<'a>(world: &'a World, bus: &'a Bus, question: Question, left: Option<Duration>) -> BoxFuture<'a, BatchItem> {
    Box::pin(async move { BatchItem::Response(turn::send(world, bus, question, left).await) })
}
