//! The loop itself.
use crate::bus::Bus;
use crate::clock::Clock;
use crate::comparison;
use crate::cores::{self, Share};
use crate::error::Error;
use crate::grouping;
use crate::local_tasks;
use crate::long;
use crate::quote_model;
use crate::replayer::Replayer;
use crate::spec::{Spec, attached, seated};
use crate::tools::Material;
use crate::tools::using::Desk;
use crate::turn::{self, Found, Heard, Question, Said};
use crate::world::World;
use debate::{Debate, Envelope, Event};
use formats::{Ask, Compare, Format, Step};
use futures_util::future::{BoxFuture, ready};
use futures_util::stream::{FuturesOrdered, FuturesUnordered};
use futures_util::{FutureExt, StreamExt};
use models::Notes;
use std::sync::Arc;
use std::time::Duration;

/// Opens a debate and runs it to its end.
pub async fn start(world: &World, spec: &Spec, bus: &Bus) -> Result<Debate, Error> {
    let unwritten = opening(world.clock.as_ref(), spec)?;
    Box::pin(run_loop(world, None, Debate::replay(&unwritten)?, unwritten, bus)).await
}

/// The events that a debate begins with, for those who write them before anybody can be asked anything: [`resume`] goes on from there.
pub fn opening(clock: &dyn Clock, spec: &Spec) -> Result<Vec<Envelope>, Error> {
    spec.check()?;
    let opened = stamped(clock, 0, spec.opened()?);
    let mut debate = Debate::open(&opened)?;
    let mut events = vec![opened];
    let brought = attached(&spec.attached).into_iter().chain(seated(&spec.personas));
    events.extend(taken(clock, &mut debate, brought)?);
    Ok(events)
}

/// Goes on with a debate where its log ends. A closed debate is returned as it is.
pub async fn resume(world: &World, log: &[Envelope], bus: &Bus) -> Result<Debate, Error> {
    Box::pin(run_loop(world, None, Debate::replay(log)?, Vec::new(), bus)).await
}

/// Goes on with a debate after events that nobody but a person brings about.
pub(crate) async fn go_on(
    world: &World,
    replayer: Option<&dyn Replayer>,
    mut debate: Debate,
    events: impl IntoIterator<Item = Event>,
    bus: &Bus,
) -> Result<Debate, Error> {
    let unwritten = taken(world.clock.as_ref(), &mut debate, events)?;
    Box::pin(run_loop(world, replayer, debate, unwritten, bus)).await
}

/// Takes in events that no format brings about; they are still to be written.
pub(crate) fn taken(
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

/// Runs a debate from where it is to its next end, or to where its pause flag stops it; `unwritten` are the events of it that are not in the log.
/// Where it was recorded, `replayer` gives back what this process would do in it.
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
            // Whoever plays a recording back has brought somebody for them already.
            let models = quoting.into_iter().chain(world.models.clone()).collect();
            seated = World { models, ..world.clone() };
            &seated
        }
    };
    let debate = Arc::new(debate);
    let share = cores::share(&debate).await;
    let mut run = Run { world, replayer, bus, format, debate, unwritten, writes: FuturesOrdered::new(), share };
    loop {
        match long::step(&run.debate, |it| format.next(it)).await {
            Step::Record(event) => run.take(event)?,
            Step::Ask(_) | Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) if world.pause_flag.is_set() => {
                run.write_all().await?;
                return Ok(run.ended());
            }
            Step::Ask(asks) => {
                run.write_all().await?;
                // A batch is the largest thing that waits: it need not be in every future around it.
                Box::pin(run.ask_all(asks)).await?;
            }
            Step::Group(asked) => {
                run.write_all().await?;
                run.share = None;
                let notes = Notes::default();
                let event = match replayer.and_then(|it| it.grouped(&asked.call, &notes)) {
                    Some(event) => event,
                    None => Box::pin(grouping::run(world, &run.debate, &asked, run.left(), &notes)).await?,
                };
                run.take_noted(turn::note(&asked.call, &turn::noted(&notes)), event)?;
            }
            Step::Compare(compares) => {
                run.write_all().await?;
                run.share = None;
                run.compare_all(compares).await?;
            }
            Step::LocalTasks(local_tasks) => {
                run.write_all().await?;
                run.share = None;
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
    /// Who does what this process would do, where the debate is run again.
    replayer: Option<&'a dyn Replayer>,
    bus: &'a Bus,
    format: &'static dyn Format,
    /// Shared only while a step is taken aside.
    debate: Arc<Debate>,
    /// Events that are taken in and not yet on their way to the log.
    unwritten: Vec<Envelope>,
    /// Events on their way to the log, in order.
    writes: FuturesOrdered<BoxFuture<'a, Result<Vec<Envelope>, Error>>>,
    /// Held while there is something to compute or to write, never while a model is waited for.
    share: Option<Share>,
}

impl Run<'_> {
    fn ended(self) -> Debate {
        Arc::unwrap_or_clone(self.debate)
    }

    /// Takes an event in. Nobody hears of it, and nobody is asked anything that follows from it, before it is written.
    fn take(&mut self, event: Event) -> Result<(), Error> {
        let envelope = stamped(self.world.clock.as_ref(), self.debate.next_seq, event);
        Arc::make_mut(&mut self.debate).apply(&envelope)?;
        self.unwritten.push(envelope);
        Ok(())
    }

    /// Takes in what came of a call, after what is to be known of it besides: both go to the log together.
    fn take_noted(&mut self, note: Option<Event>, event: Event) -> Result<(), Error> {
        note.map_or(Ok(()), |it| self.take(it))?;
        self.take(event)
    }

    /// Sends what was taken in on its way to the log.
    fn send(&mut self) {
        if !self.unwritten.is_empty() {
            let (world, debate, events) = (self.world, self.debate.id.clone(), std::mem::take(&mut self.unwritten));
            self.writes
                .push_back(Box::pin(async move { world.journal.write(&debate, &events).await.map(|()| events) }));
        }
    }

    /// Tells of events that are written now: never before (O-21).
    fn tell(&self, written: Vec<Envelope>) {
        written.into_iter().for_each(|envelope| self.bus.tell(envelope));
    }

    /// Writes all there is to write.
    async fn write_all(&mut self) -> Result<(), Error> {
        self.send();
        while let Some(written) = self.writes.next().await {
            self.tell(written?);
        }
        Ok(())
    }

    /// Puts a batch of questions, all at once, and writes answers down as they come. All prompts are made before the first
    /// answer, and each would be the same if the batch were interrupted: what may be seen is part of the question. Who wants something
    /// looked up is asked again with what was found, while the others go on.
    async fn ask_all(&mut self, asks: Vec<Ask>) -> Result<(), Error> {
        let format = self.format;
        let prompts = move |debate: &Debate| format.prompts(debate, &asks).map(|it| (asks, it));
        let (asks, prompts) = long::step(&self.debate, prompts).await?;
        let questions = asks.into_iter().zip(prompts);
        let questions = questions.map(|(ask, prompt)| Question::new(self.world, &self.debate, ask, prompt));
        let questions: Vec<Question> = questions.collect::<Result<_, _>>()?;
        let material = Material::of(&self.debate);
        let (world, bus, mut desk) = (self.world, self.bus, Desk::new(self.world, &material, self.left()));
        let mut happening = FuturesUnordered::new();
        for question in questions {
            happening.push(put(world, bus, question, self.left()));
        }
        // Questions that follow on an event, and wait until it is written.
        let mut following: Vec<(u64, Question)> = Vec::new();
        while !(happening.is_empty() && following.is_empty()) {
            tokio::select! {
                biased;
                Some(written) = self.writes.next() => {
                    let written = written?;
                    let upto = written.last().map_or(0, |it| it.seq);
                    self.tell(written);
                    let left = self.left();
                    for (_, question) in following.extract_if(.., |(seq, _)| *seq <= upto) {
                        happening.push(put(world, bus, question, left));
                    }
                }
                Some(happened) = happening.next() => match happened {
                    Happened::Heard(heard) => match self.admitted(heard?).await.said(&self.debate) {
                        Said::Wants(wanted) => {
                            let found = wanted.look_up(&mut desk, &self.debate);
                            happening.push(found.map(Happened::Found).boxed());
                        }
                        Said::Answers(heard) => {
                            let note = heard.note();
                            let recorded = move |debate: &Debate| turn::recorded(format, debate, heard);
                            let event = long::step(&self.debate, recorded).await?;
                            self.take_noted(note, event)?;
                        }
                    },
                    Happened::Found(found) => {
                        let note = found.note();
                        let (event, question) = found.recorded(&self.debate);
                        self.take_noted(note, event)?;
                        let seq = self.debate.next_seq.saturating_sub(1);
                        // Whoever goes on later asks what follows.
                        if !world.pause_flag.is_set() {
                            following.extend(question.followed(&self.debate).map(|it| (seq, it)));
                        }
                    }
                },
                // Nothing has come.
                () = ready(()), if self.share.is_some() => self.share = None,
                else => break,
            }
            // While others are still speaking, what has come must not wait for them. After the last one the next step
            // follows at once, and goes to the log with it.
            if !(happening.is_empty() && following.is_empty()) {
                self.send();
            }
        }
        Ok(())
    }

    /// An answer, once there is a core to read it with.
    async fn admitted(&mut self, heard: Heard) -> Heard {
        if self.share.is_none() {
            self.share = cores::share(&self.debate).await;
        }
        heard
    }

    /// Has positions compared, all at once, and writes down what is made of them as it comes.
    async fn compare_all(&mut self, compares: Vec<Compare>) -> Result<(), Error> {
        let (world, left) = (self.world, self.left());
        let replayer = self.replayer;
        let questions = compares.into_iter().map(|it| comparison::Question::new(world, replayer, &self.debate, it));
        let questions: Vec<comparison::Question<'_>> = questions.collect::<Result<_, _>>()?;
        let mut answers: FuturesUnordered<_> = questions.iter().map(|it| comparison::put(world, it, left)).collect();
        while !answers.is_empty() {
            tokio::select! {
                biased;
                Some(written) = self.writes.next() => self.tell(written?),
                Some(heard) = answers.next() => {
                    let heard = heard?;
                    let note = heard.note();
                    let event = comparison::recorded(&self.debate, heard);
                    self.take_noted(note, event)?;
                    if !answers.is_empty() {
                        self.send();
                    }
                }
            }
        }
        Ok(())
    }

    /// The time that is left, where it is bounded.
    fn left(&self) -> Option<Duration> {
        self.debate.rules.deadline_ms.and_then(|it| self.world.clock.left(it))
    }
}

/// What comes of a batch, piece by piece.
enum Happened {
    Heard(Result<Heard, Error>),
    Found(Found),
}

/// Puts a question, as a piece of a batch.
fn put<'a>(world: &'a World, bus: &'a Bus, question: Question, left: Option<Duration>) -> BoxFuture<'a, Happened> {
    Box::pin(async move { Happened::Heard(turn::put(world, bus, question, left).await) })
}
