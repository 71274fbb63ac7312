//! The loop itself.
use crate::bus::Bus;
use crate::comparing;
use crate::error::Error;
use crate::spec::Spec;
use crate::turn::{self, Question};
use crate::world::World;
use debate::{Debate, Envelope, Event};
use formats::{Ask, Compare, Format, Step};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::{FuturesOrdered, FuturesUnordered};
use std::time::Duration;

/// Opens a debate and runs it to its end.
pub async fn start(world: &World, spec: &Spec, bus: &Bus) -> Result<Debate, Error> {
    spec.check()?;
    let opened = stamped(world, 0, spec.opened()?);
    let debate = Debate::open(&opened)?;
    carry_on(world, debate, vec![opened], bus).await
}

/// Goes on with a debate where its log ends. A closed debate is returned as it is.
pub async fn resume(world: &World, log: &[Envelope], bus: &Bus) -> Result<Debate, Error> {
    carry_on(world, Debate::replay(log)?, Vec::new(), bus).await
}

/// Goes on with a debate after an event that nobody but a person brings about.
pub(crate) async fn go_on(world: &World, mut debate: Debate, event: Event, bus: &Bus) -> Result<Debate, Error> {
    let continued = stamped(world, debate.next_seq, event);
    debate.apply(&continued)?;
    carry_on(world, debate, vec![continued], bus).await
}

/// Runs a debate from where it is to its next end; `unwritten` are the events of it that are not in the log.
pub(crate) async fn carry_on(
    world: &World,
    debate: Debate,
    unwritten: Vec<Envelope>,
    bus: &Bus,
) -> Result<Debate, Error> {
    let format = formats::named(&debate.mode)?;
    let mut run = Run { world, bus, format, debate, unwritten, writes: FuturesOrdered::new() };
    loop {
        match format.next(&run.debate) {
            Step::Record(event) => run.take(event)?,
            Step::Ask(asks) => {
                run.write_all().await?;
                run.ask_all(asks).await?;
            }
            Step::Compare(compares) => {
                run.write_all().await?;
                run.compare_all(compares).await?;
            }
            Step::Done => {
                run.write_all().await?;
                return Ok(run.debate);
            }
        }
    }
}

fn stamped(world: &World, seq: u64, event: Event) -> Envelope {
    let stamp = world.clock.stamp(seq);
    Envelope { seq, at: stamp.at, elapsed: stamp.elapsed, event }
}

struct Run<'a> {
    world: &'a World,
    bus: &'a Bus,
    format: &'static dyn Format,
    debate: Debate,
    /// Events that are taken in and not yet on their way to the log.
    unwritten: Vec<Envelope>,
    /// Events on their way to the log, in order.
    writes: FuturesOrdered<BoxFuture<'a, Result<Vec<Envelope>, Error>>>,
}

impl Run<'_> {
    /// Takes an event in. Nobody hears of it, and nobody is asked anything that follows from it, before it is written.
    fn take(&mut self, event: Event) -> Result<(), Error> {
        let envelope = stamped(self.world, self.debate.next_seq, event);
        self.debate.apply(&envelope)?;
        self.unwritten.push(envelope);
        Ok(())
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
    /// answer, and each would be the same if the batch were interrupted: what may be seen is part of the question.
    async fn ask_all(&mut self, asks: Vec<Ask>) -> Result<(), Error> {
        let (world, bus, format, left) = (self.world, self.bus, self.format, self.left());
        let prompts = self.format.prompts(&self.debate, &asks)?;
        let questions = asks.into_iter().zip(prompts);
        let questions = questions.map(|(ask, prompt)| Question::new(self.world, &self.debate, ask, prompt));
        let questions: Vec<Question> = questions.collect::<Result<_, _>>()?;
        let calls = questions.iter().map(|question| turn::put(world, bus, question, left));
        self.hear(calls.collect(), |debate, heard| turn::recorded(format, debate, heard)).await
    }

    /// Has positions compared, all at once, and writes down what is made of them as it comes.
    async fn compare_all(&mut self, compares: Vec<Compare>) -> Result<(), Error> {
        let (world, left) = (self.world, self.left());
        let questions = compares.into_iter().map(|it| comparing::Question::new(world, &self.debate, it));
        let questions: Vec<comparing::Question> = questions.collect::<Result<_, _>>()?;
        let calls = questions.iter().map(|question| comparing::put(world, question, left));
        self.hear(calls.collect(), comparing::recorded).await
    }

    /// How long the debate may still run.
    fn left(&self) -> Option<Duration> {
        self.debate.rules.deadline_ms.and_then(|it| self.world.clock.left(it))
    }

    /// Takes in what comes of questions that are under way, until all have been answered.
    async fn hear<T>(
        &mut self,
        mut answers: FuturesUnordered<impl Future<Output = Result<T, Error>>>,
        recorded: impl Fn(&Debate, T) -> Event,
    ) -> Result<(), Error> {
        loop {
            tokio::select! {
                biased;
                Some(written) = self.writes.next() => self.tell(written?),
                answer = answers.next() => match answer {
                    Some(heard) => {
                        let event = recorded(&self.debate, heard?);
                        self.take(event)?;
                    }
                    None => return Ok(()),
                },
            }
            // While others are still speaking, what has come must not wait for them. After the last one the next step
            // follows at once, and goes to the log with it.
            if !answers.is_empty() {
                self.send();
            }
        }
    }
}
