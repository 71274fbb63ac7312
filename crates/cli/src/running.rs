//! Shows a debate while it runs; Ctrl-C leaves it resumable.
use crate::args::Output;
use crate::exit::Exit;
use crate::print;
use crate::render::first;
use crate::render::live::{Begun, Live, Runner};
use crate::render::panel::is_panel;
use crate::render::style::Style;
use crate::render::turns::Transcript;
use crate::render::verdict;
use crate::suggest;
use analysis::decision::verdict::Lost;
use analysis::{Findings, Label};
use debate::{Debate, DebateId, Event, Participant, log};
use engine::{Bus, Status, Subscriber};
use exports::wording::{name, one_line};
use setup::settings;
use std::io::IsTerminal;
use store::Store;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// How a debate is shown while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// A live view on a terminal, word by word.
    Live,
    /// Each event as plain text.
    Plain,
    /// Each event as JSON.
    Lines,
    /// No output.
    Nothing,
}

impl Show {
    /// The output that was requested, as far as standard output supports it.
    pub(crate) fn of(output: Output) -> Show {
        let is_terminal = std::io::stdout().is_terminal() && !crate::context::is_dumb(&settings::process);
        match output {
            Output { jsonl: true, .. } => Show::Lines,
            Output { json: true, .. } | Output { quiet: true, .. } => Show::Nothing,
            Output { .. } if is_terminal => Show::Live,
            Output { .. } => Show::Plain,
        }
    }

    /// A bus with the subscriptions that this output needs.
    pub(crate) fn bus(self) -> (Bus, Option<Subscriber>) {
        let (bus, ear) = match self {
            Show::Live => Bus::live(),
            Show::Plain | Show::Lines => Bus::events(),
            Show::Nothing => return (Bus::silent(), None),
        };
        (bus, Some(ear))
    }

    /// Shows the signals of a debate until it is over.
    pub(crate) async fn follow(self, style: Style, run: Run<'_>, ear: Option<Subscriber>) -> Result<(), Exit> {
        let Some(mut ear) = ear else { return Ok(()) };
        match self {
            Show::Live => {
                let runner = match run.store {
                    _ if run.leave.is_some() => Runner::Elsewhere,
                    Some(_) => Runner::Here,
                    None => Runner::Replay,
                };
                let leave = match run.store {
                    _ if run.leave.is_some() => run.leave.unwrap_or_default().to_owned(),
                    Some(_) => {
                        format!("Ctrl-C stops; `{}` goes on", suggest::command(format_args!("resume {}", run.id)))
                    }
                    None => "Ctrl-C stops".to_owned(),
                };
                Live::new(Begun { style, seats: run.seats.to_vec(), so_far: run.so_far.cloned(), leave, runner })
                    .follow(ear)
                    .await
            }
            Show::Plain | Show::Lines | Show::Nothing => {
                let mut transcript =
                    run.so_far.map_or_else(|| Transcript::new(style, run.seats), |it| Transcript::after(style, it));
                while let Some(envelope) = ear.events.recv().await {
                    let text = match self {
                        Show::Lines => log::write(&envelope).map_err(Exit::failure)?,
                        Show::Live | Show::Plain | Show::Nothing => transcript.event(&envelope),
                    };
                    if !text.is_empty() {
                        print::line(text.trim_end_matches('\n'))?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The running debate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'a> {
    id: &'a DebateId,
    seats: &'a [Participant],
    /// The store it is written to; none for a replay.
    store: Option<&'a Store>,
    /// Its events so far, folded.
    so_far: Option<&'a Debate>,
    /// The noun for it in messages.
    what: &'static str,
    /// The effect of Ctrl-C, where it does not end the debate.
    leave: Option<&'static str>,
}

/// The noun for a debate of that mode.
pub(crate) fn called(mode: &str) -> &'static str {
    if is_panel(mode) { "panel" } else { "debate" }
}

impl<'a> Run<'a> {
    pub(crate) fn of(id: &'a DebateId, seats: &'a [Participant], store: Option<&'a Store>) -> Run<'a> {
        Run { id, seats, store, so_far: None, what: "debate", leave: None }
    }

    /// The same, by the mode's name.
    pub(crate) fn by(self, mode: &str) -> Run<'a> {
        Run { what: called(mode), ..self }
    }

    /// The same for a debate whose events so far were already shown.
    pub(crate) fn after(self, so_far: Option<&'a Debate>) -> Run<'a> {
        Run { so_far, ..self }
    }

    /// The same for a debate that another process runs.
    pub(crate) fn elsewhere(self) -> Run<'a> {
        Run { leave: Some("Ctrl-C leaves; the debate goes on"), ..self }
    }

    /// Whether anything of it is stored, so that it can be resumed.
    pub(crate) async fn is_begun(self) -> bool {
        match self.store {
            Some(store) => !matches!(store.find(self.id.as_str()).await, Err(store::Error::Unknown { .. })),
            None => true,
        }
    }

    /// Why it stopped, and how to resume it where that is possible.
    async fn stopped(self, error: engine::Error) -> Exit {
        if matches!(error, engine::Error::Store(store::Error::Full)) && self.is_begun().await {
            return Exit::failure(format!("{error}; go on with `roundtable resume {}`", self.id));
        }
        Exit::from(error)
    }

    /// The exit after an interruption; silent if the debate finished and the reader is gone.
    async fn left(self, reader: Reader) -> Exit {
        let last = match self.store {
            Some(store) => store.log(self.id).await.ok().and_then(|mut it| it.pop()),
            None => None,
        };
        let is_over = last.is_some_and(|it| matches!(it.event, Event::DebateClosed { .. }));
        let Run { id, what, .. } = self;
        match reader {
            Reader::Gone if is_over => Exit::quiet(),
            Reader::There if is_over => Exit::interrupted(format!("the {what} is over: `roundtable show {id}`")),
            Reader::Gone | Reader::There if self.is_begun().await => {
                Exit::interrupted(format!("nothing is lost; go on with `roundtable resume {id}`"))
            }
            Reader::Gone | Reader::There => Exit::interrupted("nothing had been asked yet"),
        }
    }
}

/// Whether standard output has a reader.
#[derive(Clone, Copy)]
enum Reader {
    There,
    Gone,
}

/// Runs `work` with its own bus while `show` follows; an interruption ends both and says how to resume.
pub(crate) async fn run<F>(show: Show, style: Style, run: Run<'_>, work: impl FnOnce(Bus) -> F) -> Result<Debate, Exit>
where
    F: Future<Output = Result<Debate, engine::Error>>,
{
    let (bus, ear) = show.bus();
    let work = async {
        match work(bus).await {
            Ok(debate) => Ok(debate),
            Err(error) => Err(run.stopped(error).await),
        }
    };
    // A closed output also interrupts: unread answers need not be paid for.
    let follow = async {
        match show.follow(style, run, ear).await {
            Err(exit) if exit.is_quiet() => Err(run.left(Reader::Gone).await),
            other => other,
        }
    };
    tokio::select! {
        outcome = futures_util::future::try_join(work, follow) => outcome.map(|(debate, ())| debate),
        () = interruption() => Err(run.left(Reader::There).await),
    }
}

/// Prints the verdict, or the findings of a panel, in the requested format: as text, its first screen.
pub(crate) fn present(debate: &Debate, output: Output, style: Style) -> Result<(), Exit> {
    if output.json && is_panel(&debate.mode) {
        print::json(&Findings::of(debate))?;
    } else if output.json {
        print::json(&verdict::of(debate, &Status::apart(debate, false)).document())?;
    } else if !output.jsonl {
        // The terminal may have been resized meanwhile.
        let style = style.now();
        print::line(format_args!("\n{}", first::text(style, debate, &Status::apart(debate, false), None).trim_end()))?;
    }
    Ok(())
}

/// Prints the result; the exit says whether the debate was valid and met `--require-consensus`.
pub(crate) fn conclude(debate: &Debate, output: Output, style: Style, require_consensus: bool) -> Result<(), Exit> {
    present(debate, output, style)?;
    let what = called(&debate.mode);
    let unheld = |lost: &[Lost]| {
        let first = lost.first();
        let first = first
            .map(|it| format!(" ({} was lost in round {}: {})", name(&it.name), it.round, one_line(&it.detail, 400)))
            .unwrap_or_else(|| " (nobody was lost: it ended before two had spoken)".to_owned());
        Exit::failure(format!("the {what} could not be held: fewer than two participants could speak{first}"))
    };
    if is_panel(&debate.mode) {
        let findings = Findings::of(debate);
        return if findings.is_held() { Ok(()) } else { Err(unheld(&findings.record.lost)) };
    }
    let result = verdict::of(debate, &Status::apart(debate, false));
    if result.decision.label == Label::Insufficient {
        return Err(unheld(&result.metadata.lost));
    }
    if require_consensus && result.decision.label != Label::Consensus {
        return Err(Exit::no_consensus(format!("the {what} ended as `{}`, not as a consensus", result.decision.label)));
    }
    Ok(())
}

/// Waits for Ctrl-C or SIGTERM.
pub(crate) async fn interruption() {
    Interruptions::listen().next().await;
}

/// Receives interruptions from its creation on: none is missed between two waits.
pub(crate) struct Interruptions {
    typed: Option<Signal>,
    asked: Option<Signal>,
}

impl Interruptions {
    /// Registers the handlers. From now on signals no longer end the process by themselves.
    pub(crate) fn listen() -> Interruptions {
        Interruptions { typed: signal(SignalKind::interrupt()).ok(), asked: signal(SignalKind::terminate()).ok() }
    }

    /// Waits for the next signal.
    pub(crate) async fn next(&mut self) {
        async fn of(signal: &mut Option<Signal>) {
            match signal {
                Some(it) => it.recv().await,
                None => std::future::pending().await,
            };
        }
        tokio::select! {
            () = of(&mut self.typed) => {}
            () = of(&mut self.asked) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::{Envelope, Event};

    /// O-22: the error for a full disk names the debate to resume, if any of it is stored.
    #[tokio::test]
    async fn a_full_disk_names_the_debate_only_where_there_is_one() {
        let store = Store::memory().await.unwrap();
        let id = DebateId::from("abcd2345");
        let run = Run::of(&id, &[], Some(&store));
        let full = || engine::Error::Store(store::Error::Full);
        assert!(!run.stopped(full()).await.to_string().contains("resume"));
        assert!(!format!("{:?}", run.left(Reader::There).await).contains("resume"));
        let first = Envelope {
            seq: 0,
            at: 1,
            elapsed: 0,
            event: Event::RoundOpened { round: 1, in_turn: false, kind: Default::default(), focus: None },
        };
        store.append(&id, &first).await.unwrap();
        let said = run.stopped(full()).await.to_string();
        assert!(said.starts_with("the disk is full") && said.ends_with("`roundtable resume abcd2345`"), "{said}");
        assert!(format!("{:?}", run.left(Reader::There).await).contains("resume abcd2345"));
    }
}
