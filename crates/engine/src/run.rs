//! The loop itself.
use crate::bus::Bus;
use crate::error::Error;
use crate::spec::Spec;
use crate::turn::{self, Question};
use crate::world::World;
use debate::{Debate, Envelope, Event};
use formats::{Ask, Format, Step};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

/// Opens a debate and runs it to its end.
pub async fn start(world: &World, spec: &Spec, bus: &Bus) -> Result<Debate, Error> {
    spec.check()?;
    let stamp = world.clock.stamp(0);
    let opened = Envelope { seq: 0, at: stamp.at, elapsed: stamp.elapsed, event: spec.opened() };
    let debate = Debate::open(&opened)?;
    world.journal.write(&debate.id, &opened).await?;
    bus.tell(opened);
    carry_on(world, debate, bus).await
}

/// Goes on with a debate where its log ends. A closed debate is returned as it is.
pub async fn resume(world: &World, log: &[Envelope], bus: &Bus) -> Result<Debate, Error> {
    carry_on(world, Debate::replay(log)?, bus).await
}

async fn carry_on(world: &World, debate: Debate, bus: &Bus) -> Result<Debate, Error> {
    let format = formats::named(&debate.mode)?;
    let mut run = Run { world, bus, format, debate };
    loop {
        match format.next(&run.debate) {
            Step::Record(event) => run.record(event).await?,
            Step::Ask(asks) => run.ask_all(asks).await?,
            Step::Done => return Ok(run.debate),
        }
    }
}

struct Run<'a> {
    world: &'a World,
    bus: &'a Bus,
    format: &'static dyn Format,
    debate: Debate,
}

impl Run<'_> {
    /// Writes an event down, takes it in, tells of it: in this order (O-21).
    async fn record(&mut self, event: Event) -> Result<(), Error> {
        let seq = self.debate.next_seq;
        let stamp = self.world.clock.stamp(seq);
        let envelope = Envelope { seq, at: stamp.at, elapsed: stamp.elapsed, event };
        self.world.journal.write(&self.debate.id, &envelope).await?;
        self.debate.apply(&envelope)?;
        self.bus.tell(envelope);
        Ok(())
    }

    /// Puts a batch of questions, all at once, and writes each answer down as it comes. All prompts are made before the
    /// first answer, and each would be the same if the batch were interrupted: what may be seen is part of the question.
    async fn ask_all(&mut self, asks: Vec<Ask>) -> Result<(), Error> {
        let left = self.debate.rules.deadline_ms.and_then(|it| self.world.clock.left(it));
        let questions = asks.into_iter().map(|ask| Question::new(self.world, self.format, &self.debate, ask));
        let questions: Vec<Question> = questions.collect::<Result<_, _>>()?;
        let mut answers: FuturesUnordered<_> =
            questions.iter().map(|question| turn::put(self.world, self.bus, question, left)).collect();
        while let Some(event) = answers.next().await {
            self.record(event?).await?;
        }
        Ok(())
    }
}
