//! Runs a debate to its end: shows its progress, and asks the user when it needs an answer (D-43).
use crate::answers::later;
use crate::args::Output;
use crate::exit::Exit;
use crate::outcomes;
use crate::print;
use crate::prompter::Prompter;
use crate::render::style::Style;
use crate::running::{self, Run, Show};
use debate::{Debate, DebateId, Envelope, Event, Participant};
use engine::{Bus, Continuation, ContinueError, Live, Spec, Toolbox, World};
use models::Model;
use setup::plan::continuation;
use std::collections::BTreeMap;
use std::sync::Arc;
use store::{RunLock, Store};

/// The start of a run.
#[derive(Debug)]
pub(crate) enum Beginning {
    /// A new debate.
    Start(Spec),
    /// Resumed at the end of its log.
    Resume(Vec<Envelope>),
    /// Continued after its end, with input of the user.
    Continue(Vec<Envelope>, Continuation),
}

impl Beginning {
    /// The debate's mode.
    fn mode(&self) -> &str {
        match self {
            Beginning::Start(spec) => &spec.mode,
            Beginning::Resume(log) | Beginning::Continue(log, _) => match log.first().map(|it| &it.event) {
                Some(Event::DebateOpened { mode, .. }) => mode,
                Some(_) | None => "",
            },
        }
    }
}

/// Everything needed to run a debate.
pub(crate) struct DebateRunner {
    pub(crate) store: Store,
    pub(crate) lock: RunLock,
    pub(crate) models: BTreeMap<String, Arc<dyn Model>>,
    /// The analyst that compares positions in this process.
    pub(crate) analyst: Option<Arc<dyn engine::Analyst>>,
    pub(crate) style: Style,
    pub(crate) output: Output,
    pub(crate) prompter: Prompter,
    pub(crate) require_consensus: bool,
}

impl DebateRunner {
    /// Runs a debate that has already taken `elapsed` milliseconds, prints its verdict, and returns the exit.
    pub(crate) async fn run(
        self,
        beginning: Beginning,
        id: &DebateId,
        seats: &[Participant],
        elapsed: u64,
    ) -> Result<(), Exit> {
        let run = Run::of(id, seats, Some(&self.store)).by(beginning.mode());
        self.lock.name_process();
        let outcome = match self.play(beginning, run, elapsed).await {
            Ok(debate) => self.ask_user(debate, run).await,
            Err(exit) => Err(exit),
        };
        let is_begun = outcome.is_ok() || run.is_begun().await;
        let DebateRunner { store, lock, style, output, require_consensus, .. } = self;
        store.close().await;
        if !is_begun {
            lock.settle();
            return outcome.map(|_| ());
        }
        let debate = outcome?;
        lock.settle();
        running::conclude(&debate, output, style, require_consensus)
    }

    async fn play(&self, beginning: Beginning, run: Run<'_>, elapsed: u64) -> Result<Debate, Exit> {
        let show = Show::of(self.output);
        let mut models = self.models.clone();
        if show == Show::Live {
            // A rehearsal that somebody watches takes its time.
            lab::sim::stream(&mut models);
        }
        let world = World {
            pause_flag: Default::default(),
            models,
            journal: Arc::new(self.store.clone()),
            clock: Arc::new(Live::after(elapsed).set(outcomes::set_time())),
            analyst: self.analyst.clone(),
            tools: Arc::new(Toolbox::usual()),
        };
        let work = |bus: Bus| {
            let (world, beginning) = (&world, &beginning);
            async move {
                match beginning {
                    Beginning::Start(spec) => engine::start(world, spec, &bus).await,
                    Beginning::Resume(log) => engine::resume(world, log, &bus).await,
                    Beginning::Continue(log, continuation) => engine::go_on(world, log, continuation, &bus).await,
                }
            }
        };
        let so_far = match &beginning {
            Beginning::Start(_) => None,
            Beginning::Resume(log) | Beginning::Continue(log, _) => {
                Some(Debate::replay(log).map_err(engine::Error::from)?)
            }
        };
        // Boxed: the future of a debate is large, and several commands await it.
        Box::pin(running::run(show, self.style, run.after(so_far.as_ref()), work)).await
    }

    /// Continues the debate while it closes with a question that the user answers. Waiting time does not count as debate time.
    async fn ask_user(&self, mut debate: Debate, run: Run<'_>) -> Result<Debate, Exit> {
        while let Some(question) = debate.closed.as_ref().and_then(|it| it.question.clone()) {
            let later = later(&debate);
            let Some(continuation) = self.answered(&debate, &question, &later).await? else {
                if self.prompter.is_interactive() {
                    print::note(format_args!("the question stays open; {later}"));
                }
                break;
            };
            match continuation.event(&debate) {
                Ok(_) => {}
                Err(engine::Error::Continue(error @ (ContinueError::Empty { .. } | ContinueError::TooLong { .. }))) => {
                    print::note(Exit::from(engine::Error::from(error)));
                    continue;
                }
                Err(error) => {
                    print::note(Exit::from(error));
                    break;
                }
            }
            let log = self.store.log(&debate.id).await?;
            debate = self.play(Beginning::Continue(log, continuation), run, debate.elapsed).await?;
        }
        Ok(debate)
    }

    /// The user's input: an answer to the question, or texts that participants requested (I-25).
    async fn answered(&self, debate: &Debate, question: &str, later: &str) -> Result<Option<Continuation>, Exit> {
        let (plain, awaited) = (Continuation::of(debate), debate.awaited());
        if awaited.is_empty() {
            let said = self.prompter.answer(self.style, question, later).await?;
            return Ok(said.map(|it| Continuation { said: Some(it), ..plain }));
        }
        let brought = self.prompter.request_texts(self.style, &awaited, later).await?;
        let attached = continuation::attached(debate, &brought)?;
        Ok((!brought.is_empty()).then_some(Continuation { attached, ..plain }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::event::Reason;
    use debate::{Algorithm, Layout, Profile, Rules, Topic};
    use engine::Seat;
    use lab::Sim;

    const QUIET: Output = Output { json: false, jsonl: false, quiet: true };

    fn spec() -> Spec {
        let seats = (1..=2).map(|n| Seat {
            model: format!("sim/{n}"),
            family: "sim".to_owned(),
            name: None,
            profile: Profile::Full,
            layout: Layout::Rebuild,
        });
        Spec {
            id: "abcd2345".into(),
            topic: Topic::new("Should we?").unwrap(),
            ballot: None,
            mode: "collaborative".to_owned(),
            participants: engine::seat(seats),
            rules: Rules { rounds: 2, algorithm: Algorithm::FixedRounds, ..Rules::default() },
            disciplines: Default::default(),
            attached: Vec::new(),
            personas: Vec::new(),
        }
    }

    /// The log of a debate that closed with a question.
    async fn escalated(models: &BTreeMap<String, Arc<dyn Model>>) -> Vec<Envelope> {
        let store = Store::memory().await.unwrap();
        let (journal, clock) = (Arc::new(store.clone()), Arc::new(Live::after(0)));
        let tools = Arc::new(Toolbox::usual());
        let world =
            World { models: models.clone(), journal, clock, analyst: None, tools, pause_flag: Default::default() };
        engine::start(&world, &spec(), &Bus::silent()).await.unwrap();
        let mut log = store.log(&spec().id).await.unwrap();
        let question = Some("How long is the rack rented?".to_owned());
        log.last_mut().unwrap().event = Event::DebateClosed { why: Reason::Escalated, figures: Vec::new(), question };
        log
    }

    /// I-25: a supplied text continues the debate as data, and `-` continues it without one; an empty line, or no terminal, leaves it
    /// waiting.
    #[tokio::test]
    async fn a_person_who_brings_what_is_asked_for_lets_the_debate_go_on() {
        let sim = |n| (format!("sim/{n}"), Arc::new(Sim::new(n)) as Arc<dyn Model>);
        let models: BTreeMap<String, Arc<dyn Model>> = (1..=2).map(sim).collect();
        let mut log = escalated(&models).await;
        // One participant requests a text, and the debate waits for it.
        log.truncate(4);
        if let Event::TurnTaken { turn, .. } = &mut log[3].event {
            turn.needs = vec!["the load test of May".to_owned()];
        }
        if let Event::DebateOpened { rules, .. } = &mut log[0].event {
            rules.context = true;
        }
        for (prompter, expected) in [
            (Prompter::saying(|| Ok("31 ms\n".to_owned())), Some(1)),
            (Prompter::saying(|| Ok("-\n".to_owned())), Some(0)),
            (Prompter::saying(|| Ok("\n".to_owned())), None),
            (Prompter::NONE, None),
        ] {
            let (debate, _) = resumed(&models, &log, prompter).await;
            let titles: Vec<&str> = debate.attached.iter().map(|it| it.title.as_str()).collect();
            match expected {
                Some(0) => assert!(debate.needs()[0].answered && titles.is_empty(), "{titles:?}"),
                Some(_) => assert_eq!(titles, ["N1: the load test of May"]),
                None => assert_eq!((debate.awaited().len(), debate.rounds.len()), (1, 1)),
            }
            assert!(debate.continued.iter().all(|it| it.said.is_none()), "it is data, and nobody's words");
        }
    }

    /// The debate after it was resumed with somebody at the terminal, and the folder of its store.
    async fn resumed(
        models: &BTreeMap<String, Arc<dyn Model>>,
        log: &[Envelope],
        prompter: Prompter,
    ) -> (Debate, tempfile::TempDir) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("roundtable.db");
        let store = Store::open(&path).await.unwrap();
        let id = spec().id;
        store.import(&id, log).await.unwrap();
        let lock = store.lock_run(&id).unwrap();
        let (models, style, require_consensus) = (models.clone(), Style::plain(), false);
        let runner =
            DebateRunner { store, lock, models, analyst: None, style, output: QUIET, prompter, require_consensus };
        runner.run(Beginning::Resume(log.to_vec()), &id, &spec().participants, 0).await.unwrap();
        let after = Store::open(&path).await.unwrap().log(&id).await.unwrap();
        (Debate::replay(&after).unwrap(), directory)
    }

    /// D-43: an answer to the debate's question continues it in the same process; an empty line, or no terminal, leaves it escalated.
    #[tokio::test]
    async fn a_person_who_answers_lets_the_debate_go_on() {
        let sim = |n| (format!("sim/{n}"), Arc::new(Sim::new(n)) as Arc<dyn Model>);
        let models: BTreeMap<String, Arc<dyn Model>> = (1..=2).map(sim).collect();
        let log = escalated(&models).await;
        let answering = Prompter::saying(|| Ok(" Until June.\n".to_owned()));
        let silent = Prompter::saying(|| Ok("\n".to_owned()));
        let gone = Prompter::saying(|| Err(std::io::ErrorKind::UnexpectedEof.into()));
        for (prompter, expected) in
            [(answering, Some("Until June.")), (silent, None), (gone, None), (Prompter::NONE, None)]
        {
            let (debate, directory) = resumed(&models, &log, prompter).await;
            assert_eq!(debate.continued.first().and_then(|it| it.said.as_deref()), expected);
            let (rounds, why) = expected.map_or((2, Reason::Escalated), |_| (4, Reason::RoundCap));
            assert_eq!((debate.rounds.len(), debate.closed.unwrap().why), (rounds, why));
            assert!(!directory.path().join("roundtable.db.abcd2345.running").exists());
        }
    }
}
